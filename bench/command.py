#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/command.py TALLY [RUNS]

How long the small daily questions take, as whole processes, beside one that
does nothing (/bin/true), and the planner on every event of a monitor at once.
Milliseconds, the least and the median of RUNS rounds (30 by default), all
commands in turn in each round.  It fails where one that answers from the tables
alone takes longer than its limit, so many times as long as /bin/true."""
import json
import statistics
import subprocess
import sys
import time


# The least of all rounds over that of /bin/true, of a build with optimisation.
LIMITS = {'--version': 4, 'explain': 4, 'explain on many': 4}


def lines(tally):
    yield 'true', ['/bin/true']
    yield '--version', [tally, '--version']
    yield 'explain', [tally, 'explain', 'cortex-a53', 'L1D_CACHE_REFILL']
    yield 'explain on many', [tally, 'explain', 'arm1176', 'dcache_miss']
    yield 'list monitors', [tally, 'list', 'monitors']
    told = subprocess.run([tally, 'list', 'monitors', '--json'],
                          capture_output=True, check=True).stdout
    for row in json.loads(told)['monitors']:
        name = row['monitor']
        yield f'list events {name}', [tally, 'list', 'events', '-m', name]
        yield (f'plan all {row["events"]} events, {name}',
               [tally, 'plan', '-m', name, '-e', 'all'])
    yield 'decode', [tally, 'decode', '-m', 'pxa250', 'PMNC', '0x7777']
    yield 'compute', [tally, 'compute', '-m', 'pxa250', 'cycles=0x100000020',
                      'instruction=0x6aaaaaaa']


def main(tally, rounds):
    commands = list(lines(tally))
    times = {title: [] for title, _ in commands}
    for _ in range(rounds):
        for title, words in commands:
            start = time.perf_counter()
            subprocess.run(words, check=True, stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL)
            times[title].append((time.perf_counter() - start) * 1e3)
    nothing = min(times['true'])
    print(f'{"milliseconds":40}{"least":>8}{"median":>8}{"/ true":>8}')
    for title, spent in times.items():
        print(f'{title:40}{min(spent):8.2f}{statistics.median(spent):8.2f}'
              f'{min(spent) / nothing:8.1f}')
    late = [title for title, limit in LIMITS.items()
            if min(times[title]) > limit * nothing]
    for title in late:
        print(f'{title}: more than {LIMITS[title]} times /bin/true')
    return 1 if late else 0


if __name__ == '__main__':
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 30))
