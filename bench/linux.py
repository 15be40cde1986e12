#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/linux.py TALLY [RUNS]

What `tally stat` adds to a short command, beside `perf stat`: milliseconds of
whole processes, the least and the median of RUNS rounds (30 by default), all
in turn in each round.  What starting each of the two takes is there, too."""
import statistics
import subprocess
import sys
import time

EVENTS = '-e', 'task-clock,page-faults'


def main(tally, rounds):
    commands = {
        'true': ['true'],
        'tally --version': [tally, '--version'],
        'tally stat -- true': [tally, 'stat', *EVENTS, '--', 'true'],
        'perf --version': ['perf', '--version'],
        'perf stat true': ['perf', 'stat', *EVENTS, 'true'],
    }
    times = {title: [] for title in commands}
    for _ in range(rounds):
        for title, words in commands.items():
            start = time.perf_counter()
            subprocess.run(words, check=True, stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
            times[title].append((time.perf_counter() - start) * 1e3)
    nothing = min(times['true'])
    print(f'{"milliseconds":24}{"least":>8}{"median":>8}{"added":>8}')
    for title, spent in times.items():
        print(f'{title:24}{min(spent):8.2f}{statistics.median(spent):8.2f}'
              f'{min(spent) - nothing:8.2f}')


if __name__ == '__main__':
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 30)
