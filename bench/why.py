#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/why.py TALLY FIRMWARE [BOARD...]

How often the first sentence that counts alone give, of all that `tally why` asks,
names the cause that the board's ledger has first, besides cycles in which something
issues: over all demos of each board, and the programs of one trouble.  Named is a
cause where the sentence has its question's words, or says that it counts in a stall,
too, or that no event tells of it; so what nothing separates is named together, and
sentences that name more than a cause of two levels are counted as `together`.  Where
no cause has a tenth of the cycles a sentence is right, too, that finds nothing.
Prints a row for each board, and below each sentence that is wrong."""
import collections
import json
import pathlib
import subprocess
import sys

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
    'wait for data': ('data, memory', 'data, level 2'),
    'wait for loads': ('data, memory', 'data, level 2'),
    'load that hits': ('load-use',),
    'load': ('load-use',),
    'multiplication': ('multiply',),
    'division': ('divide',),
    'not cacheable': ('uncached',),
    'uncached': ('uncached',),
    'instruction cache': ('fetch, memory', 'fetch, level 2'),
    'wait for instructions': ('fetch, memory', 'fetch, level 2'),
    'instruction fetch': ('fetch, memory', 'fetch, level 2'),
    'data TLB': ('walk, data',),
    'data micro-TLB': ('walk, data',),
    'page table walks': ('walk, data', 'walk, fetch'),
    'instruction TLB': ('walk, fetch',),
    "core's data side": ('data, memory', 'uncached', 'walk, data'),
    "core's instruction side": ('fetch, memory', 'fetch, uncached'),
    'second-level MMU': ('walk, data', 'walk, fetch'),
    'waits by itself, as for branches, multiplications or loads that hit':
        ('load-use', 'multiply', 'slow ALU', 'pairing, units', 'coprocessor',
         'synchronise', 'exception', 'br seen late'),
    'branch': ('br conditional', 'br direct', 'br indirect', 'br return',
               'br seen late'),
}


def document(tally, *words):
    done = subprocess.run([tally, *map(str, words), '--json'],
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


def judge(tally, board, words):
    """The sentence is of all that the tree asks, as on hardware."""
    target = '-t', f'board:{board}', '--quiet-program', *words
    tree = document(tally, 'why', '--no-trial', *target)
    metrics = {row['metric'] for row in tree['answers'] if row['answer']}
    head = sentence(tally, metrics, target)
    # A ratio of what never happened is none, and was not asked then.
    for metric in sorted(metrics):
        if head['kind'] == 'untrusted' and f'{metric} is undef' in head['text']:
            head = sentence(tally, metrics - {metric}, target)
    count = {row['cause']: row['cycles']
             for row in tree['simulated_causes']['rows']}
    cycles = sum(count.values())
    first = max((c for c in count if c not in ISSUES), key=count.get)
    told, share = named(head['text']), count[first] / cycles
    right = first in told if told or share >= FROM else True
    return right, len(told) > 2, first, share, head['text']


def main(tally, firmware, boards):
    known = document(tally, 'list', 'boards')['boards']
    wrong, total = [], collections.Counter()
    print(f'{"board":12}{"sentences":>10}{"right":>7}{"together":>10}{"":>3}')
    for board in boards or [row['name'] for row in known]:
        count = collections.Counter()
        for name, words in programs(firmware, board):
            right, several, *told = judge(tally, board, words)
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
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:])
