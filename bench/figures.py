#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/figures.py TALLY [BOARD...]

What each board, or those named, takes for a load by the address just loaded, a
product of the last product and so on: bench/figures.c runs there, and the causes
that `tally profile` has of its functions sum to their cycles.  Prints, in cycles
for one, what was measured, and names what boards/src/boards/figures.def, which
`tally explain board:BOARD` prints, says otherwise; the exit status is then 1.
Needs the boards' cross compilers."""
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

# The function of figures.c for each figure, how many it does, and a column's head.
FUNCTIONS = {
    'load by the loaded address': ('k_load', TIMES, 'load'),
    'random load of 64 KiB': ('k_next_level', TIMES, '64 KiB'),
    'random load of 8 MiB': ('k_memory', TIMES, '8 MiB'),
    'product of the last product': ('k_multiply', TIMES, 'product'),
    'quotient by the last one': ('k_divide', TIMES, 'quotient'),
    'addition to the last sum': ('k_add', TIMES, 'sum'),
    'addition to one of four': ('k_adds', 4 * TIMES, 'of four'),
    '64 bytes read in order': ('k_read', LINES, 'read'),
    '64 bytes written in order': ('k_write', LINES, 'write'),
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
        function, times, _ = FUNCTIONS[figure['what']]
        rows.append((figure['what'], round(figure['cycles'] * 100),
                     round(spent[function] * 100 / times)))
    return rows


def main(tally, *boards):
    listed = json.loads(answer(tally, 'board', '--json'))['boards']
    wrong = []
    print(f'{"":<11}' + ''.join(f'{head:>9}'
                                for *_, head in FUNCTIONS.values()))
    for board in boards or [row['name'] for row in listed]:
        rows = compare(tally, board)
        took = {what: f'{measured / 100:.2f}' for what, _, measured in rows}
        print(f'{board:<11}' + ''.join(f'{took.get(what, ""):>9}'
                                       for what in FUNCTIONS).rstrip())
        wrong += [f'{board}: {what} takes {took[what]}, and {said / 100:.2f} '
                  'is said' for what, said, measured in rows
                  if said != measured]
    for line in wrong:
        print(line)
    return int(bool(wrong))


if __name__ == '__main__':
    if len(sys.argv) < 2 or sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
