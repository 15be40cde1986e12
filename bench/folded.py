#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/folded.py TALLY

What the folded form (tally/fixed.h) costs on simulated boards, in instructions
at -Os, beside what one would write by hand for three counters: an overflow of
the counter that is asked for first and of one that is asked for later, and a
switch from task to task, with no overflow in between, and a count and a switch
with one that nobody has handled; the text of a whole program is tools/sizes.py's.  An e500's handler freezes the monitor, which
does not count itself then: its instructions are the board's count."""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'tools'))
import sizes  # noqa: E402

# The flags that each overflow is handled with, as folded.c calls them.
FLAGS = {'overflow': 'FIRST_FLAG', 'event': 'EVENT_FLAG'}
# Of each kind of register one board: its core's monitor, and the way to it.
BOARDS = {'pb1176': ('arm1176', 'CP15'), 'lubbock': ('pxa250', 'CP14'),
          'pba8': ('cortex_a8', 'A32'), 'virt-a53': ('cortex_a53', 'A64'),
          'mpc8548cds': ('e500v2', 'PMR')}
# As doc/fixed.md says to compile.
SMALL = ['-Os', '-fno-pie', '-ffunction-sections', '-fdata-sections']
TITLES = {'overflow': 'an overflow of the first counter',
          'event': 'an overflow of an event counter', 'count': 'one count',
          'switch': 'a task switch, three slots',
          'count_set': 'one count whose flag is set',
          'switch_set': 'a task switch with a flag set',
          'start_stop': 'start and stop in one function'}


def run(*words, where=ROOT):
    return subprocess.run([str(word) for word in words], capture_output=True,
                          text=True, check=True, cwd=where)


def guest(tally, board, where, *flags, source='bench/folded.c'):
    """What a program says on the board, and the instructions it takes."""
    if board in BOARDS:
        monitor, bus = BOARDS[board]
        flags = f'-DKIND={monitor}', f'-DON_{bus}=1', *flags
    words = shlex.split(run(tally, 'board', board, '--cc', 'it.c').stdout)
    at = words.index('it.c')
    words[at:at + 1] = [f'-I{ROOT}/include', '-Wall', '-Wextra', '-Werror',
                        '-Wno-missing-field-initializers', *flags,
                        str(ROOT / source)]
    words[-1] = f'{where}/it.elf'
    run(*words)
    done = run(tally, 'board', board, f'{where}/it.elf')
    told = {what: int(n) for what, n in re.findall(r'^(\w+)(?: folded)? (-?\d+)$',
                                                   done.stdout, re.M)}
    took = re.search(r'after ([\d,]+) instructions', done.stderr)[1]
    return told, int(took.replace(',', ''))


def measure(tally, board):
    """{what: (by hand or None, folded)}; and whether it counts exactly."""
    with tempfile.TemporaryDirectory() as where:
        told, _ = guest(tally, board, where, *SMALL)
        rows = {what: (told.get(what + '_by_hand'), told[what])
                for what in TITLES}
        for what, flag in FLAGS.items():
            if BOARDS[board][1] != 'PMR':
                continue
            nothing, hand, folded = (
                guest(tally, board, where, *SMALL, f'-DONLY={call}',
                      f'-DFLAG={flag}')[1]
                for call in ('nothing', 'by_hand', 'folded'))
            rows[what] = hand - nothing, folded - nothing
    return rows, told['exact'] == 1


def over(board, rows):
    """What is above its limit, in words."""
    ratio, *most = sizes.FOLDED_COSTS[BOARDS[board][0]]
    for what in FLAGS:
        hand, folded = rows[what]
        if folded > ratio * hand:
            yield (f'{board}: {TITLES[what]}: {folded}, by hand {hand}, '
                   f'limit {ratio}')
    for what, limit in zip(('count', 'switch', 'start_stop', 'count_set',
                            'switch_set'), most):
        if rows[what][1] > limit:
            yield f'{board}: {TITLES[what]}: {rows[what][1]}, limit {limit}'


def main(tally):
    print(f'{"instructions (simulated)":48}{"by hand":>10}{"folded":>10}')
    found = []
    for board in BOARDS:
        rows, exact = measure(tally, board)
        for what, title in TITLES.items():
            hand, folded = rows[what]
            print(f'{board + ": " + title:48}{hand or "":>10}{folded:10}')
        found += over(board, rows)
        if not exact:
            found.append(f'{board}: its counts are not exact')
    print('\n'.join(found), end='\n' if found else '')
    return 1 if found else 0


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
