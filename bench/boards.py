#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/boards.py TALLY [ROUNDS [BOARD...]]

How fast the boards are beside tools that look at every access as well.  One
integer program (bench/work.c: lists, matrices, a state machine, a CRC; some 60
million instructions) is built for each board and for this machine, and runs on
the boards and natively under cachegrind (caches and branches simulated),
callgrind (the same, by function), lackey (which only counts), QEMU (which counts
nothing) and QEMU with a plugin that counts instructions and accesses
(bench/plugin.c), one after the other in each of ROUNDS rounds (3 by default).
  Then what a report costs beside one run: `stat -e all`, and a region
that is entered 100,000 times; and what a run costs that ends at its first
instruction.  All times are processor seconds of whole processes with their
children, medians.  Guest and native programs differ in their instructions: rates
compare the simulators, `cg/t` cachegrind's time over the board's for the same
work.  QEMU's row has cachegrind's instructions, since it tells none.  Needs
valgrind and qemu-user for the rows beside, and says what could not be had."""
import csv
import pathlib
import platform
import re
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / 'bench/work.c'
PATIENCE = ['--timeout', '3600']  # on a busy machine
# What a plugin of QEMU is compiled with.
HEADER = 'qemu-plugin.h'
BESIDE = {
    'cachegrind': (r'I\s+refs:\s+([\d,]+)',
                   ['--tool=cachegrind', '--cache-sim=yes', '--branch-sim=yes',
                    '--cachegrind-out-file=/dev/null']),
    'callgrind': (r'refs:\s+([\d,]+)',
                  ['--tool=callgrind', '--cache-sim=yes', '--branch-sim=yes',
                   '--callgrind-out-file=/dev/null']),
    'lackey': (r'guest instrs:\s+([\d,]+)',
               ['--tool=lackey', '--basic-counts=yes']),
}


def run(*words, ends=0):
    """What it said, and its processor seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(word) for word in words], capture_output=True,
                          text=True, check=False)
    if done.returncode != ends:
        sys.exit(f'{shlex.join(map(str, words))}: {done.stderr}')
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, (after.ru_utime + after.ru_stime - before.ru_utime -
                  before.ru_stime)


def compiler_of(tally, board):
    words = shlex.split(run(tally, 'board', board, '--cc')[0].stdout)
    return words[:words.index('-o') - 1]


def one_event(tally, monitor):
    """What is counted in one pass."""
    listed = run(tally, 'list', 'events', '-m', monitor, '--csv')[0].stdout
    return next(csv.DictReader(listed.splitlines()))['name']


def reports(tally, row, program):
    """What else is asked of a board; what each costs, by its title."""
    stat = [tally, 'stat', '-t', f'board:{row["name"]}', '--quiet-program',
            *PATIENCE, program]
    one = one_event(tally, row['monitor'].split(',')[0])
    return {'truth': [tally, 'board', row['name'], '--truth', *PATIENCE,
                      program],
            'all': [*stat, '-e', 'all'],
            'region': [*stat, '-e', one, '--region', 'touch'],
            'region all': [*stat, '-e', 'all', '--region', 'touch']}


def plugin_of(folder):
    """The plugin, compiled; None where its header is not."""
    plugin = pathlib.Path(folder, 'plugin.so')
    done = subprocess.run(
        ['gcc', '-O2', '-shared', '-fPIC', ROOT / 'bench/plugin.c', '-o',
         plugin], stderr=subprocess.DEVNULL, check=False)
    return plugin if done.returncode == 0 else None


def native_ways(folder):
    """What runs the program of this machine: the pattern of its number of
    instructions and the words, by name; and what is lacking, and why."""
    native = f'{folder}/native'
    run('gcc', '-O2', '-o', native, WORK)
    ways, lacks = {}, []
    if shutil.which('valgrind'):
        for name, (pattern, words) in BESIDE.items():
            ways[name] = pattern, ['valgrind', *words, native]
    else:
        lacks.append('cachegrind, callgrind, lackey: valgrind is not installed')
    qemu = shutil.which('qemu-' + platform.machine())
    plugin = plugin_of(folder)
    if qemu:
        ways['qemu'] = None, [qemu, native]
        if plugin:
            ways['qemu, plugin'] = (r'(\d+) instructions, ',
                                    [qemu, '-plugin', plugin, native])
        else:
            lacks.append(f'QEMU with a plugin: {HEADER} is not installed, and '
                         'is in no package of Debian 12')
    else:
        lacks.append('QEMU: qemu-user is not installed')
    return ways, lacks


def told_count(pattern, said, others):
    """How many instructions it says it carried out, else what cachegrind
    says."""
    if pattern:
        return int(re.search(pattern, said).group(1).replace(',', ''))
    return others.get('cachegrind', 0)


def main(tally, rounds, names):
    boards = list(csv.DictReader(
        run(tally, 'board', '--csv')[0].stdout.splitlines()))
    boards = [row for row in boards if not names or row['name'] in names]
    with tempfile.TemporaryDirectory() as scratch:
        (commands, lacks), asked = native_ways(scratch), {}
        for row in boards:
            board = row['name']
            program = f'{scratch}/{board}'
            run(*compiler_of(tally, board), '-o', program, WORK)
            commands[board] = (r'after ([\d,]+) instructions',
                               [tally, 'board', board, *PATIENCE, program])
            for title, words in reports(tally, row, program).items():
                asked[board, title] = words
        spent, count = {}, {}
        for _ in range(rounds):
            for name, (pattern, words) in commands.items():
                done, seconds = run(*words)
                spent.setdefault(name, []).append(seconds)
                count[name] = told_count(pattern, done.stderr, count)
            for key, words in asked.items():
                spent.setdefault(key, []).append(run(*words)[1])
            for row in boards:
                spent.setdefault((row['name'], 'start'), []).append(
                    run(tally, 'board', row['name'], '--max-insn', '1',
                        f'{scratch}/{row["name"]}', ends=1)[1])
    time = {key: statistics.median(all_of) for key, all_of in spent.items()}
    print(f'{"":12}{"Minsn":>8}{"s":>8}{"MIPS":>8}{"cg/t":>7}'
          f'{"-e all/truth":>14}{"100,000 s":>11}{"all/one":>9}'
          f'{"start ms":>10}')
    for name in commands:
        beside = (f'{time["cachegrind"] / time[name]:7.2f}'
                  if 'cachegrind' in time else f'{"":7}')
        row = (f'{name:12}{count[name] / 1e6:8.1f}{time[name]:8.2f}'
               f'{count[name] / 1e6 / time[name]:8.1f}{beside}')
        if (name, 'all') in time:
            row += (f'{time[name, "all"] / time[name, "truth"]:14.2f}'
                    f'{time[name, "region"]:11.2f}'
                    f'{time[name, "region all"] / time[name, "region"]:9.2f}'
                    f'{1000 * time[name, "start"]:10.1f}')
        print(row)
    for what in lacks:
        print(f'not measured: {what}')


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3,
         sys.argv[3:])
