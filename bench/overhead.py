#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/overhead.py TALLY

What the library for one bus (`tally amalgam --bus`) adds on each simulated
board, in instructions, beside the sequence one would write by hand: between
the write that opens the counting window and the one that closes it, for one
handled overflow (without and with a counter that has a period to reload), one
count and one task switch."""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROWS = [('window, TALLY_REGION', 'region'),
        ('window, TALLY_BEGIN and _END', 'window'), ('overflow', 'overflow'),
        ('overflow, with a period', 'period'), ('one count', 'count'),
        ('a task switch of three counts', 'switch')]
HAND = {'period': 'overflow', 'count': 'overflow', 'switch': 'overflow',
        'region': 'window'}


def run(*words, where=None):
    return subprocess.run([str(word) for word in words], capture_output=True,
                          text=True, check=True, cwd=where).stdout


def cores(tally):
    """(board, monitor, bus) of each board's core; None: it has no monitor
    that instructions reach."""
    native = {row['monitor']: row['native'].split()[0] for row in
              json.loads(run(tally, 'list', 'monitors', '--json'))['monitors']}
    for row in json.loads(run(tally, 'list', 'boards', '--json'))['boards']:
        own = [name for name in row['monitors']
               if not native[name].startswith('MMIO')]
        yield row['name'], *((own[0], native[own[0]]) if own else (None, None))


def numbers(tally, monitor):
    """Which event counts instructions executed, or those renamed where there
    is no other, and which counter cycles."""
    def listed(what, *words):
        return json.loads(run(tally, 'list', what, *words, '--json'))[what]

    events = listed('events', '-m', monitor)
    counters = next(row['counters'] for row in listed('monitors')
                    if row['monitor'] == monitor)
    cycles = next(event for event in events if 'cycles' in (event['name'], *event['aliases']))
    executed = next(event for event in events
                    if 'instructions' in event['aliases']
                    or event['name'] == 'INST_OUT_OF_RENAME_STAGE')
    return (f'-DINSTRUCTIONS={executed["code"]}',
            f'-DCYCLE_COUNTER={counters.index(cycles["counters"][0])}')


def measure(tally, board, monitor, bus):
    """{(what, by whom): instructions}"""
    with tempfile.TemporaryDirectory() as where:
        run(tally, 'amalgam', '-m', monitor, '--bus', bus, '-o', where)
        name = monitor.split('/')[-1].replace('-', '_')
        words = shlex.split(run(tally, 'board', board, '--cc',
                                f'{where}/it.c'))
        at = words.index(f'{where}/it.c')
        words[at:at + 1] = [
            f'-DHEADER="tally_{name}.h"', f'-DMONITOR=tally_{name}',
            f'-DON_{bus}=1', *numbers(tally, monitor), f'-I{where}',
            f'{ROOT}/bench/overhead.c', f'{where}/tally_{name}.c']
        run(*words, where=ROOT)
        told = run(tally, 'board', board, f'{where}/it.elf')
    return {(what, who): int(n)
            for what, who, n in re.findall(r'^(\w+) (\w+) (\d+)$', told, re.M)}


def table(tally, boards=None):
    """Rows of (board, what, by hand, library), of these boards or all; of one
    without a monitor of its core one row, with None twice."""
    for board, monitor, bus in cores(tally):
        if boards is not None and board not in boards:
            continue
        if not monitor:
            yield board, 'its core has no monitor', None, None
            continue
        told = measure(tally, board, monitor, bus)
        for title, what in ROWS:
            hand = told[HAND.get(what, what), 'hand']
            yield board, title, hand, told[what, 'library']


def main(tally):
    print(f'{"instructions (simulated)":40}{"by hand":>10}{"library":>10}'
          f'{"ratio":>8}')
    for board, title, hand, library in table(tally):
        print(f'{board + ": " + title:40}' + (
            '' if hand is None else
            f'{hand:10}{library:10}{library / hand:8.1f}'))


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
