#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/why.py TALLY FIRMWARE [--mixtures COUNT] [BOARD...]

How often the first sentence that counts alone give, of all that `tally why` asks,
names the cause that the board's ledger has first, besides cycles in which something
issues: over all demos of each board, and the programs of one trouble.  Named is a
cause where the sentence has its question's words, or says that it counts in a stall,
too, or that no event tells of it; so what nothing separates is named together, and
sentences that name more than a cause of two levels are counted as `together`.  Where
no cause has a tenth of the cycles a sentence is right, too, that finds nothing.
With --mixtures: over so many random mixtures of one board's troubles instead, as
tests/why/test_why_mixtures.py has them; each share that `tally why` says is held to
the ledger then, and each bound that counts alone give.  SEED in the environment is
the first one's; 1 otherwise.
Prints a row for each board, and below each sentence that is wrong."""
import argparse
import collections
import json
import os
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FROM = 0.1  # of the cycles: as much has to be named
ISSUES = 'issue', 'pairing, units'  # something issues in such a cycle
DEMOS = ('array', 'crc32', 'list', 'matmul_blocked', 'matmul_naive', 'sort',
         'state_machine', 'tlb')
REGIONS = 'misses', 'mispredicts', 'multiplies', 'fetches', 'quiet'

# Words of a sentence, and the causes that they name.
WORDS = {
    'data cache misses': ('data, memory', 'data, level 2'),
    'data cache reloads': ('data, memory', 'data, level 2'),
    'second-level cache': ('data, memory', 'data, level 2'),
    'last-level cache': ('data, memory',),
    'data line': ('data, memory',),
    'room in': ('buffers full',),
    'buffers': ('buffers full',),
    'fill buffer': ('buffers full',),
    'store queue': ('buffers full',),
    'wait for data': ('data, memory', 'data, level 2'),
    'wait for loads': ('data, memory', 'data, level 2'),
    'load that hits': ('load-use',),
    'load': ('load-use',),
    'multiplication': ('multiply',),
    'division': ('divide',),
    'other arithmetic': ('slow ALU',),
    'not cacheable': ('uncached',),
    'uncached': ('uncached',),
    'instruction cache': ('fetch, memory', 'fetch, level 2'),
    'wait for instructions': ('fetch, memory', 'fetch, level 2'),
    'instruction fetch': ('fetch, memory', 'fetch, level 2'),
    'data TLB': ('walk, data',),
    'data micro-TLB': ('walk, data',),
    'page table walks': ('walk, data', 'walk, fetch'),
    'instruction TLB': ('walk, fetch',),
    "core's data side": ('data, memory', 'uncached', 'walk, data',
                         'buffers full'),  # stores that it has to bring out
    "core's instruction side": ('fetch, memory', 'fetch, uncached'),
    'second-level MMU': ('walk, data', 'walk, fetch'),
    'waits by itself, as for branches, multiplications or loads that hit':
        ('load-use', 'multiply', 'slow ALU', 'pairing, units', 'coprocessor',
         'synchronise', 'exception', 'br seen late'),
    'branch': ('br conditional', 'br direct', 'br indirect', 'br return',
               'br seen late'),
}


def document(tally, *words):
    done = subprocess.run([tally, words[0], '--json', *map(str, words[1:])],
                          capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL, timeout=300)
    if not done.stdout:
        raise SystemExit(f'{words}: {done.stderr}')
    return json.loads(done.stdout)


def programs(firmware, board):
    folder = next(path for path in (firmware / board,
                                    firmware / board.split('-')[0])
                  if path.exists())
    for name in DEMOS:
        yield name, (folder / f'{name}.elf',)
    for name in REGIONS:
        yield name, ('--region', name, folder / 'causes.elf')


def named(text):
    return {cause for words, causes in WORDS.items() if words in text
            for cause in causes}


def sentence(tally, metrics, target):
    return document(tally, 'stat', '-M', ','.join(sorted(metrics)),
                    *target)['headline']


def from_counts(tally, tree, target):
    """Of all that the tree asks, as on hardware."""
    metrics = {row['metric'] for row in tree['answers'] if row['answer']}
    head = sentence(tally, metrics, target)
    # A ratio of what never happened is none, and was not asked then.
    for metric in sorted(metrics):
        if head['kind'] == 'untrusted' and f'{metric} is undef' in head['text']:
            head = sentence(tally, metrics - {metric}, target)
    return head


def compare(head, count):
    """With the ledger's cycles by their causes."""
    cycles = sum(count.values())
    first = max((c for c in count if c not in ISSUES), key=count.get)
    told, share = named(head['text']), count[first] / cycles
    right = first in told if told or share >= FROM else True
    return right, len(told) > 2, first, share, head['text']


def judge(tally, board, words):
    target = '-t', f'board:{board}', '--quiet-program', *words
    tree = document(tally, 'why', '--no-trial', *target)
    return compare(from_counts(tally, tree, target),
                   {row['cause']: row['cycles']
                    for row in tree['simulated_causes']['rows']})


def judged(tally, firmware, board):
    for name, words in programs(firmware, board):
        yield name, *judge(tally, board, words)


def judged_mixtures(tally, firmware, board, count):
    """What `why` says, and what the counts alone say, of the same mixture."""
    sys.path[:0] = [str(ROOT / 'tests' / room) for room in ('why', 'kit')]
    import test_why_mixtures as mixtures
    mixtures.TALLY, mixtures.FIRMWARE = str(tally), str(firmware)
    mixtures.setUpModule()
    mixtures.Mixtures.setUpClass()
    case = mixtures.Mixtures('test_mixtures')
    first = int(os.environ.get('SEED', 1))
    for seed in range(first, first + count):
        times = mixtures.mixture(random.Random(seed))
        target = ('-t', f'board:{board}', '--quiet-program', case.build(board),
                  '--', *times)
        ledger = case.ledger(board, times)
        tree = document(tally, 'why', '--no-trial', *target)
        head = from_counts(tally, tree, target)
        right, *told = compare(head, ledger)
        try:
            case.check_sentence(tree, ledger)
            case.check_bounds(head, ledger)
        except AssertionError as fault:
            right, told[-1] = False, f'{told[-1]}\n{fault}'
        yield f'SEED={seed}', right, *told
    mixtures.Mixtures.doClassCleanups()


def main(tally, firmware, boards, mixtures):
    known = document(tally, 'list', 'boards')['boards']
    wrong, total = [], collections.Counter()
    print(f'{"board":12}{"sentences":>10}{"right":>7}{"together":>10}{"":>3}')
    for board in boards or [row['name'] for row in known]:
        count = collections.Counter()
        for name, right, several, *told in (
                judged_mixtures(tally, firmware, board, mixtures) if mixtures
                else judged(tally, firmware, board)):
            count.update(all=1, right=right, several=right and several)
            if not right:
                wrong.append((board, name, *told))
        total.update(count)
        print(f'{board:12}{count["all"]:10}{count["right"]:7}'
              f'{count["several"]:10}{100 * count["right"] / count["all"]:5.0f} %',
              flush=True)
    print(f'{"all":12}{total["all"]:10}{total["right"]:7}{total["several"]:10}'
          f'{100 * total["right"] / total["all"]:5.0f} %')
    for board, name, cause, share, text in wrong:
        print(f'{board} {name}: {cause or "nothing"} ({100 * share:.0f} %), and '
              f'it says: {text}')


if __name__ == '__main__':
    words = argparse.ArgumentParser(usage=__doc__.removeprefix('usage: '))
    words.add_argument('tally')
    words.add_argument('firmware', type=pathlib.Path)
    words.add_argument('board', nargs='*')
    words.add_argument('--mixtures', type=int, default=0)
    given = words.parse_intermixed_args()
    main(given.tally, given.firmware, given.board, given.mixtures)
