#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/linux.py TALLY [RUNS]

What `tally stat` and `tally record` add to a short command, beside `perf stat`
and `perf record`: milliseconds of whole processes, the least and the median of
RUNS rounds (30 by default), all in turn in each round.  What starting each of
the two takes is there, too."""
import statistics
import subprocess
import sys
import tempfile
import time

EVENTS = '-e', 'task-clock,page-faults'
SAMPLED = '-e', 'task-clock', '-F', '1000'
BUSY = 'sh', '-c', 'i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done'


def commands_in(tally, folder):
    return {
        'true': ['true'],
        'tally --version': [tally, '--version'],
        'tally stat -- true': [tally, 'stat', *EVENTS, '--', 'true'],
        'perf --version': ['perf', '--version'],
        'perf stat true': ['perf', 'stat', *EVENTS, 'true'],
        'busy': [*BUSY],
        'tally record -- busy': [tally, 'record', *SAMPLED, '-o',
                                 f'{folder}/tally', '--', *BUSY],
        'perf record busy': ['perf', 'record', *SAMPLED, '-o',
                             f'{folder}/perf', *BUSY],
    }


def measure(commands, rounds):
    times = {title: [] for title in commands}
    for _ in range(rounds):
        for title, words in commands.items():
            start = time.perf_counter()
            subprocess.run(words, check=True, stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
            times[title].append((time.perf_counter() - start) * 1e3)
    return times


def main(tally, rounds):
    with tempfile.TemporaryDirectory() as folder:
        times = measure(commands_in(tally, folder), rounds)
    nothing = {'busy': min(times['busy'])}
    print(f'{"milliseconds":24}{"least":>8}{"median":>8}{"added":>8}')
    for title, spent in times.items():
        without = nothing.get(title.split()[-1], min(times['true']))
        print(f'{title:24}{min(spent):8.2f}{statistics.median(spent):8.2f}'
              f'{min(spent) - without:8.2f}')


if __name__ == '__main__':
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 30)
