#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/chips.py TALLY [BOARD] [--rows] [--source FOLDER]

How near a board's cycles are to a chip's: each row of bench/silicon/CORE.tsv, an
instruction whose latency and throughput were measured on silicon, becomes a
loop of its own, a chain in which each waits for the last, or one in which none
does; the program that has them all runs on BOARD (virt-a53 by default), and
reads the cycle counter around each.  Prints how far the board is off, in cycles
an instruction: how many rows are within half a cycle, and each one that is not
(`--rows`: all of them).  Rows for which there is no program are counted.
--source: a folder that has CoreMark's (core_main.c and so on, with posix/) or
Dhrystone's files (dhry_1.c, dhry_2.c), which are no part of this tree; each
board, or BOARD, compiles and runs them, and what it takes for a round is printed
as CoreMark/MHz or DMIPS/MHz beside what is published of its core
(bench/silicon/programs.tsv), with compilers and flags.  Needs the boards' cross
compilers."""
import csv
import json
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'bench/silicon'))
sys.dont_write_bytecode = True
import sources  # noqa: E402, pylint: disable=wrong-import-position
from a64_rows import programs  # noqa: E402, pylint: disable=wrong-import-position
from kernels import measure  # noqa: E402, pylint: disable=wrong-import-position

CORES = {'virt-a53': 'cortex-a53', 'virt-a72': 'cortex-a72'}
NEAR = 0.5


def compare(tally, board):
    """Rows as (class, name, what, chip, board), and those without program."""
    path = ROOT / 'bench/silicon' / (CORES[board] + '.tsv')
    with open(path, encoding='ascii') as file:
        rows = list(csv.DictReader((line for line in file if line[0] != '#'),
                                   delimiter='\t'))
    kernels, asked, without = [], [], []
    for row in rows:
        both = programs(row)
        for kernel, what in zip(both, ('latency', 'throughput')):
            if row[what] == '-':
                continue
            if not kernel:
                without.append((row['instruction'], what))
                continue
            chip = float(row[what])
            kernels.append(kernel)
            asked.append((row['class'], row['instruction'], what,
                          1 / chip if what == 'throughput' else chip))
    cycles = measure(tally, board, kernels)
    return [(*one, took / kernel.count - kernel.less)
            for one, kernel, took in zip(asked, kernels, cycles)], without


def summary(rows):
    off = sorted(abs(board - chip) for *_, chip, board in rows)
    near = sum(one <= NEAR for one in off)
    return (f'{len(rows):5} {near:7} {100 * near / len(rows):6.1f} '
            f'{statistics.median(off):7.2f} {off[int(len(off) * 0.95)]:6.2f} '
            f'{off[-1]:6.2f} {100 * relative(rows):6.1f}')


def print_rows(rows, without, everything):
    print('Cycles off the chip, an instruction:')
    print(f' rows  within      %  median   95 %  worst  mean %  ({NEAR})')
    for group in dict.fromkeys(row[0] for row in rows):
        print(summary([row for row in rows if row[0] == group]), group)
    print(summary(rows), 'all')
    print(f'{len(without)} rows have no program.')
    print('\n   off    chip  board')
    for group, name, what, chip, board in rows:
        if everything or abs(board - chip) > NEAR:
            print(f'{board - chip:+6.2f}  {chip:6.2f} {board:6.2f}  '
                  f'{what:10}  {group}: {name}')


def relative(rows):
    return statistics.mean(abs(board - chip) / chip for *_, chip, board in rows)


def main(words):
    if not words or '-h' in words or '--help' in words:
        sys.exit(__doc__)
    folder = None
    if '--source' in words:
        at = words.index('--source')
        folder = pathlib.Path(words[at + 1])
        del words[at:at + 2]
    everything = '--rows' in words
    words = [word for word in words if word != '--rows']
    board = words[1] if len(words) > 1 else 'virt-a53'
    if folder:
        listed = json.loads(subprocess.run(
            [words[0], 'board', '--json'], capture_output=True, text=True,
            check=True).stdout)['boards']
        sources.main(words[0], folder,
                     words[1:] or [row['name'] for row in listed])
        return
    if board not in CORES:
        sys.exit(f'{board}: no chip of its kind was measured; there is '
                 f'{", ".join(CORES)}')
    print_rows(*compare(words[0], board), everything)


if __name__ == '__main__':
    main(sys.argv[1:])
