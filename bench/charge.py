#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/charge.py TALLY

What a task switch charges on simulated boards, in instructions a switch at -Os:
to the tasks, who pay for what comes before its first read and after its last
one, and to nobody.  Two tasks that do nothing, three slots; a loop's three or
four instructions are in it.  doc/rtos.md has the table."""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Of each instruction set a board: its monitor, and the bus of `amalgam --bus`.
BOARDS = {'pb1176': ('ARM', 'arm1176', 'cp15'),
          'virt-a53': ('A64', 'pmuv3/cortex-a53', 'a64'),
          'mpc8548cds': ('PPC', 'e500v2', 'pmr')}
FORMS = 'session', '--bus', 'folded'
TOLD = re.compile(r'(\d+) to tasks, (\d+) to nobody')


def run(*words, where):
    return subprocess.run([str(word) for word in words], capture_output=True,
                          text=True, check=True, cwd=where).stdout


def measure(tally, board, form):
    """(charged to tasks, charged to nobody)."""
    name, monitor, bus = BOARDS[board]
    tally = pathlib.Path(tally).resolve()
    with tempfile.TemporaryDirectory() as where:
        (pathlib.Path(where) / 'charge.c').write_text(
            (ROOT / 'bench/charge.c').read_text(encoding='utf-8'),
            encoding='utf-8')
        if form != 'folded':
            run(tally, 'amalgam', '-m', monitor,
                *(['--bus', bus] if form == '--bus' else []), where=where)
        run(tally, 'board', board, '--run', '--cc', '-Os', f'-DON_{name}=1',
            f'-DFOLDED={int(form == "folded")}', '-I.', f'-I{ROOT}/include',
            'charge.c', *sorted(path.name for path in
                                pathlib.Path(where).glob('tally_*.c')),
            where=where)
        told = TOLD.search(run(tally, 'board', board, 'charge.elf',
                               where=where))
    return int(told[1]), int(told[2])


def main(arguments):
    if len(arguments) != 1 or arguments[0].startswith('-'):
        sys.exit(__doc__)
    print('| board |', ' | '.join(FORMS), '|')
    print('|---|' + '--:|' * len(FORMS))
    for board in BOARDS:
        print(f'| `{board}` |', ' | '.join(
            '{} + {}'.format(*measure(arguments[0], board, form))
            for form in FORMS), '|')


if __name__ == '__main__':
    main(sys.argv[1:])
