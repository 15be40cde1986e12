#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/boards.py BUILD_DIR [RUNS]

How fast the boards are beside cachegrind, which also looks at every access:
each demo program runs on both boards and, built for this machine from the same
source, under cachegrind; one after the other in each round.  Prints million
instructions per second (the best round of RUNS, 3 by default, start-up
included in both) and the ratio board / cachegrind.  Guest and native programs
differ in their instructions, so the ratio compares rates, not the time for the
work.  Needs valgrind; without it the boards alone are measured."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAMS = ['matmul_naive', 'sort', 'crc32', 'state_machine']
BOARDS = ['pb1176', 'lubbock']
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def timed(*command):
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return time.monotonic() - start, done


def board_rate(tally, board, elf):
    seconds, done = timed(tally, 'board', board, elf)
    found = re.search(r'after ([\d ,]+) instructions', done.stderr)
    return int(found.group(1).replace(',', '').replace(' ', '')) / seconds / 1e6


def cachegrind_rate(program):
    seconds, done = timed('valgrind', '--tool=cachegrind', '--cache-sim=yes',
                          '--branch-sim=yes', '--cachegrind-out-file=/dev/null',
                          program)
    found = re.search(r'I\s+refs:\s+([\d,]+)', done.stderr)
    return int(found.group(1).replace(',', '').replace(' ', '')) / seconds / 1e6


def main(build, runs):
    tally = os.path.join(build, 'src/cli/tally')
    firmware = os.path.join(build, 'firmware')
    valgrind = shutil.which('valgrind')
    best = {}
    with tempfile.TemporaryDirectory() as scratch:
        for name in PROGRAMS if valgrind else []:
            subprocess.run(['gcc', '-O2', '-o', f'{scratch}/{name}',
                            f'{ROOT}/firmware/demo/{name}.c'], check=True)
        for _ in range(runs):
            for name in PROGRAMS:
                rates = [(b, board_rate(tally, b, f'{firmware}/{b}/{name}.elf'))
                         for b in BOARDS]
                if valgrind:
                    rates.append(('cachegrind',
                                  cachegrind_rate(f'{scratch}/{name}')))
                for where, rate in rates:
                    key = name, where
                    best[key] = max(rate, best.get(key, 0))
    columns = BOARDS + (['cachegrind'] if valgrind else [])
    print('MIPS'.ljust(16) + ''.join(c.rjust(12) for c in columns) +
          ''.join(f'{b}/cg'.rjust(12) for b in BOARDS if valgrind))
    for name in PROGRAMS:
        row = [best[name, c] for c in columns]
        ratios = [best[name, b] / best[name, 'cachegrind']
                  for b in BOARDS if valgrind]
        print(name.ljust(16) + ''.join(f'{r:12.1f}' for r in row) +
              ''.join(f'{r:12.2f}' for r in ratios))


if __name__ == '__main__':
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 3)
