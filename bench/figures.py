#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/figures.py TALLY [BOARD...]

What each board, or those named, takes for a load by the address just loaded, a
product of the last product and so on: bench/figures.c runs there, and the causes
that `tally profile` has of its functions sum to their cycles.  Prints, in cycles
for one, what was measured and what boards/src/boards/figures.def says of it,
which is what `tally explain board:BOARD` prints.  The exit status is 1 where the
two differ.  Needs the boards' cross compilers."""
import collections
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent / 'figures.c'
TIMES = 16 * 512
LINES = (1 << 20) // 64

# The function of figures.c for each figure, and how many it does.
FUNCTIONS = {
    'load by the loaded address': ('k_load', TIMES),
    'random load of 64 KiB': ('k_next_level', TIMES),
    'random load of 8 MiB': ('k_memory', TIMES),
    'product of the last product': ('k_multiply', TIMES),
    'quotient by the last one': ('k_divide', TIMES),
    'addition to the last sum': ('k_add', TIMES),
    'addition to one of four': ('k_adds', 4 * TIMES),
    '64 bytes read in order': ('k_read', LINES),
    '64 bytes written in order': ('k_write', LINES),
}


def answer(*words):
    return subprocess.run(words, check=True, capture_output=True,
                          text=True).stdout


def cycles(tally, command, board):
    """The cycles of each function of figures.c."""
    with tempfile.TemporaryDirectory() as folder:
        elf = pathlib.Path(folder) / 'figures.elf'
        answer(*shlex.split(command), '-O2', SOURCE, '-o', elf)
        profile = json.loads(answer(tally, 'profile', '-t', f'board:{board}',
                                    '--causes', '--json', elf))
    causes = [at for at, column in enumerate(profile['columns'])
              if column['monitor'] == 'simulated cause']
    spent = collections.Counter()
    for place in profile['places']:
        name = profile['functions'][place['function']]['name']
        spent[name] += sum(place['cost'][at] for at in causes)
    return spent


def compare(tally, board):
    """Rows of a board: (what, said, measured), in hundredths of cycles."""
    page = json.loads(answer(tally, 'explain', f'board:{board}', '--json'))
    spent = cycles(tally, page['cc'], board)
    rows = []
    for figure in page['figures']:
        function, times = FUNCTIONS[figure['what']]
        rows.append((figure['what'], round(figure['cycles'] * 100),
                     round(spent[function] * 100 / times)))
    return rows


def main(tally, *boards):
    listed = json.loads(answer(tally, 'board', '--json'))['boards']
    wrong = 0
    for board in boards or [row['name'] for row in listed]:
        print(f'{board:<30}{"said":>9}{"measured":>9}')
        for what, said, measured in compare(tally, board):
            wrong += said != measured
            print(f'  {what:<28}{said / 100:>9.2f}{measured / 100:>9.2f}'
                  + ('  differs' if said != measured else ''))
    return int(wrong > 0)


if __name__ == '__main__':
    if len(sys.argv) < 2 or sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
