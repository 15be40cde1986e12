# SPDX-License-Identifier: MIT
"""The ways of include/tally/native.def, and who compiles for them: whose
compiler it is says a row COMPILER there, and which words it takes the first
file of cross/ with that family of processors."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tools'))
from cross import Cross  # noqa: E402

ROWS = ROOT / 'include/tally/native.def'


def family_of(way, rows=None):
    """Meson's word for the processors that have the way; None: all have it,
    for it is in memory."""
    rows = rows or ROWS.read_text(encoding='utf-8')
    if re.search(rf'(?m)^MAPPED\({way},', rows):
        return None
    machine = re.search(rf'(?m)^NATIVE\({way}, \w+, (\w+),', rows)
    assert machine, f'{way}: {ROWS} has no row NATIVE({way}, ...)'
    family = re.search(rf'(?m)^COMPILER\({machine[1]}, (\w+)\)', rows)
    assert family, (f'{way}: {ROWS} has no row COMPILER({machine[1]}, FAMILY), '
                    "with Meson's word for the family of processors")
    return family[1]


def compiler_of(way, rows=None, folder=ROOT / 'cross'):
    """The command of a compiler for the way, with its words."""
    family = family_of(way, rows)
    for path in sorted(folder.glob('*.ini')):
        cross = Cross(path)
        if cross.family == family:
            return [cross.binaries['c'], *cross.c_args]
    raise AssertionError(f'{way}: no file of {folder} has cpu_family = '
                         f"'{family}'; write one, as cross/aarch64.ini is")
