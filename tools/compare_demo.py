#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: compare_demo.py FOLDER BOARD...

Compares what ./demo measured: FOLDER has BOARD-naive.json, BOARD-blocked.json
and, next to each, a .txt with what the program printed.  Prints one table per
board, and a last line that counts the checks it made."""
import json
import pathlib
import sys

PROGRAMS = ['naive', 'blocked']
# What has to be less, the first that a report has: of the core, of its bus.
MISSES = ['dcache_miss_rate', 'armd_line_fills']
# What monitors call their cycles, and the data cache's misses.
CYCLES = ['cycles', 'PROCESSOR_CYCLES', 'CtTotalCyclesNonDebug']
MISS = ['dcache_miss', 'L1D_CACHE_REFILL', 'DL1_RELOADS', 'CtArmdLineFill']


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def that(self, good, otherwise):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f'FAILED: {otherwise}')
        return good


def load(checks, folder, name):
    """(report, what the program printed), or None when it did not run."""
    console = (folder / f'{name}.txt').read_text(errors='replace') \
        if (folder / f'{name}.txt').exists() else ''
    try:
        report = json.loads((folder / f'{name}.json').read_text())
        program = report['program']
        good = program['exited'] and not program['status'] \
            and report['trusted']
    except (OSError, ValueError, KeyError) as error:
        report, good = None, False
        console += f'({type(error).__name__}: {error})'
    if not checks.that(good, f'{name} did not run to its end, or its numbers '
                             f'are not to be trusted: {console}'):
        return None
    return report, console


def checksum(console):
    lines = [line for line in console.splitlines() if 'checksum' in line]
    return lines[0].split()[-1] if len(lines) == 1 else None


def values(report):
    """Name -> (number or None, unit), metrics first."""
    table = {row['name']: (row['value'], row['unit'])
             for row in report['metrics']}
    for row in report['events']:
        table.setdefault(row['name'], (row['count'], ''))
    return table


def first(table, names):
    """The first of the names that the table has, or None."""
    return next((name for name in names if name in table), None)


def number(value, unit):
    if value is None:
        return '-'
    whole = isinstance(value, int) or value >= 1000
    text = f'{value:,.0f}' if whole else f'{value:.3g}'
    return text + ' %' * (unit == '%')


def show(board, pair):
    naive, blocked = (values(report) for report, _ in pair)
    title = pair[0][0]['board']['title']
    print(f'\n{board}: {title}')
    print(f'{"":<40}{"naive":>14}{"blocked":>14}{"ratio":>8}')
    for name, (before, unit) in naive.items():
        after = blocked.get(name, (None, ''))[0]
        ratio = f'{before / after:.2f}' if before and after else '-'
        print(f'  {name:<38}{number(before, unit):>14}'
              f'{number(after, unit):>14}{ratio:>8}')


def meaning(board, pair):
    """In words, as far as the numbers go: that one makes the other is not."""
    naive, blocked = ({name: value for name, (value, _) in
                       values(report).items()} for report, _ in pair)
    cycles, miss = first(naive, CYCLES), first(naive, MISS)
    if not all({cycles, miss} <= set(t) for t in (naive, blocked)):
        return
    saved = naive[cycles] - blocked[cycles]
    fewer = naive[miss] - blocked[miss]
    print(f'  Same product, with {fewer:,} data cache misses ' +
          (f'and {saved:,} cycles fewer.' if saved >= 0 else
           f'fewer, but {-saved:,} cycles more.'))
    counted = [row['name'] for row in pair[0][0]['events']
               if row['name'] not in (cycles, miss)]
    others = [f'{name} {blocked[name] - naive[name]:+,}' for name in counted
              if None not in (naive[name], blocked.get(name))
              and blocked[name] != naive[name]]
    if others:
        print(('  Not all of it need be the misses\': the blocked one also has '
               if saved >= 0 else '  The blocked one has ') +
              f'{", ".join(others)}.')
    else:
        print('  Nothing else that was counted differs.')


def compare(checks, folder, board):
    pair = [load(checks, folder, f'{board}-{program}')
            for program in PROGRAMS]
    if None in pair:
        return
    sums = [checksum(console) for _, console in pair]
    checks.that(sums[0] and sums[0] == sums[1],
                f'{board}: the checksums are {sums[0]} and {sums[1]}')
    name = first(values(pair[0][0]), MISSES) or MISSES[0]
    misses = [values(report).get(name, (None, ''))[0] for report, _ in pair]
    better = checks.that(
        None not in misses and misses[0] > misses[1],
        f'{board}: {name} is {misses[0]} naive, {misses[1]} blocked')
    show(board, pair)
    if better:
        meaning(board, pair)


def main(arguments):
    if len(arguments) < 2 or arguments[0].startswith('-'):
        sys.exit(__doc__)
    checks = Checks()
    print('\nSimulated: these are numbers of a model, not of hardware.')
    for board in arguments[1:]:
        compare(checks, pathlib.Path(arguments[0]), board)
    print('''
The naive product walks down the columns of B: each step is 2 KiB further, on
another cache line, and lines are thrown out before their other words are used.
The blocked one finishes with a small tile of B while it is in the cache.''')
    print(f'\n{checks.passed} passed, {checks.failed} failed')
    return 1 if checks.failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
