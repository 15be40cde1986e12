# SPDX-License-Identifier: MIT
"""The demo programs of boards/firmware/demo, and the line that each prints on every
board."""
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parents[2] / 'boards/firmware/demo'
DEMOS = {
    'matmul_naive': 'matmul: checksum be7acb3b',
    'matmul_blocked': 'matmul: checksum be7acb3b',
    'sort': 'sort: checksum c5509978',
    'list': 'walk: checksum c23840de',
    'array': 'walk: checksum c23840de',
    'causes': 'causes: checksum 24c5a522',
    'crc32': 'crc32: checksum 2f51f63d',
    'places': 'places: checksum b9d31abc',
    'state_machine': 'state_machine: checksum 7bcc6cff',
    'tlb': 'tlb: checksum f7f3bd80',
}
# Who tests the demos of DEMOS tests all of them.
assert set(DEMOS) == {path.stem for path in FOLDER.glob('*.c')}
