#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/boards.py TALLY [RUNS]

How fast the boards are beside cachegrind, which also looks at every access.
Each demo program, twenty times over, is built for each board and for this
machine, and runs on the boards and under cachegrind, one after the other in
each round.  Prints million instructions per second (the best of RUNS rounds, 2
by default) and the ratio board / cachegrind.  Guest and native programs differ
in their instructions, so the ratio compares rates, not the time for the work.
Needs valgrind; without it the boards alone are measured."""
import csv
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAMS = ['matmul_naive', 'sort', 'crc32', 'state_machine']
ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True,
                          text=True, check=True)


def build(compiler, name, program):
    """The demo as once(), then the loop around it."""
    once = program.with_suffix('.o')
    run(*compiler, '-Dmain=once', '-c', ROOT / f'firmware/demo/{name}.c',
        '-o', once)
    run(*compiler, once, ROOT / 'bench/repeat.c', '-o', program)


def compiler_of(tally, board):
    words = shlex.split(run(tally, 'board', board, '--cc').stdout)
    return words[:words.index('-o') - 1]


def rate(pattern, *words):
    start = time.monotonic()
    told = run(*words).stderr
    seconds = time.monotonic() - start
    count = re.search(pattern, told).group(1)
    return int(count.replace(',', '')) / seconds / 1e6


def main(tally, rounds):
    listed = csv.DictReader(
        run(tally, 'board', '--csv').stdout.splitlines())
    boards = [row['name'] for row in listed]
    tools = {board: (compiler_of(tally, board), r'after ([\d,]+) instructions',
                     [tally, 'board', board]) for board in boards}
    if shutil.which('valgrind'):
        tools['cachegrind'] = (
            ['gcc', '-O2'], r'I\s+refs:\s+([\d,]+)',
            ['valgrind', '--tool=cachegrind', '--cache-sim=yes',
             '--branch-sim=yes', '--cachegrind-out-file=/dev/null'])
    best = {}
    with tempfile.TemporaryDirectory() as scratch:
        for name in PROGRAMS:
            for tool, (compiler, _, _) in tools.items():
                build(compiler, name, pathlib.Path(scratch) / f'{name}.{tool}')
        for _ in range(rounds):
            for name in PROGRAMS:
                for tool, (_, pattern, words) in tools.items():
                    best[name, tool] = max(
                        best.get((name, tool), 0),
                        rate(pattern, *words, f'{scratch}/{name}.{tool}'))
    beside = boards if 'cachegrind' in tools else []
    print('MIPS'.ljust(16) + ''.join(f'{t:>12}' for t in tools) +
          ''.join(f'{b + "/cg":>12}' for b in beside))
    for name in PROGRAMS:
        print(name.ljust(16) +
              ''.join(f'{best[name, t]:12.1f}' for t in tools) +
              ''.join(f'{best[name, b] / best[name, "cachegrind"]:12.2f}'
                      for b in beside))


if __name__ == '__main__':
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 2)
