#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: tools/fuzzing.py FOLDER [--runs N] [--seconds S] [--seed N] [-j JOBS]
                         [NAME...]

Runs the fuzzers of a build folder at length: each one, and each board for
poke_boards and each kind of its pokes, N times (1,000,000) or for S seconds of
the processor (600), whichever ends first.  It prints what each did.  NAMEs are
fuzzers, or poke_boards:BOARD.  A failure's command is printed, with the input
that it left in FOLDER/corpus; the exit status is then 1."""
import argparse
import concurrent.futures
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading

from builds import ROOT, SANITIZERS, command

# What random input gets: processor seconds of ./test --all, and how many more
# of its long run.  78 and 207 in all, boards and files and texts together.  What
# reads files and texts is not optimised, and does in three seconds what it would
# in two: to optimise it takes more than all of these.
FUZZERS = {
    'poke_boards': (24, 38),
    'fuzz_capture': (3, 4),
    'fuzz_collect': (3, 6),
    'fuzz_core': (3, 6),
    'fuzz_dump': (3, 6),
    'fuzz_formula': (3, 6),
    'fuzz_log': (5, 6),
    'fuzz_map': (5, 8),
    'fuzz_metrics': (3, 6),
    'fuzz_options': (5, 8),
    'fuzz_program': (5, 8),
    'fuzz_proof': (3, 6),
    'fuzz_record': (5, 8),
    'fuzz_request': (5, 8),
    'fuzz_wire': (3, 5),
}
POKES = 'poke_boards'


def make_seed(name, corpus):
    """A seed that is no file of the tree: a small program."""
    if name == 'fuzz_program':
        source = corpus.parent / 'seed.c'
        source.write_text('int a = 1; int main(void) { return a; }\n')
        command('arm-none-eabi-gcc', '-nostdlib', '-Wl,-n', '-Wl,-e,main',
                source, '-o', corpus / 'seed.elf')


def words(folder, name, seed, seconds=None, runs=None):
    """The words that run one of them for so long, or so often."""
    name, _, board = name.partition(':')
    program = folder / 'tests' / 'fuzz' / name
    if name == POKES:
        limits = {'--board': board, '--seconds': seconds, '--pokes': runs}
        return [program, '--seed', seed, *(
            word for pair in limits.items() if pair[1] for word in pair)]
    corpus = folder / 'corpus' / name
    corpus.mkdir(parents=True, exist_ok=True)
    make_seed(name, corpus)
    seeds = ROOT / 'tests' / 'fuzz' / 'corpus' / name.removeprefix('fuzz_')
    # Its own clock is that of the wall.
    limit = f'-runs={runs}' if runs else f'-max_total_time={seconds}'
    return [program, f'-seed={seed}', limit, '-print_final_stats=1',
            '-rss_limit_mb=1024', '-timeout=10', f'-artifact_prefix={corpus}-',
            corpus, *([seeds] if seeds.exists() else [])]


def used(process):
    """The processor's seconds of a process that runs."""
    try:
        stat = pathlib.Path(f'/proc/{process.pid}/stat').read_text()
    except OSError:
        return 0
    fields = stat.rpartition(')')[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def end_in_time(process, seconds, over):
    """libFuzzer ends by itself, and well, when it is told so."""
    while not over.wait(0.5):
        if used(process) >= seconds:
            os.kill(process.pid, signal.SIGUSR1)
            return


def at_length(folder, name, asked):
    """Whether it ended well, and the rows to print."""
    line = [str(word) for word in words(folder, name, asked.seed,
                                        asked.seconds, asked.runs)]
    process = subprocess.Popen(line, text=True, errors='replace',
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT,
                               env=os.environ | SANITIZERS)
    over = threading.Event()
    if not name.startswith(POKES):
        threading.Thread(target=end_in_time, daemon=True,
                         args=(process, asked.seconds, over)).start()
    said = process.stdout.read()
    over.set()
    _, status, spent = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    cpu = spent.ru_utime + spent.ru_stime
    if process.returncode:
        return False, f'{name} failed:\n$ {" ".join(line)}\n{said.rstrip()}'
    if name.startswith(POKES):
        return True, said.rstrip()
    runs = int(re.findall(r'^stat::number_of_executed_units: +(\d+)', said,
                          re.M)[-1])
    return True, f'{name:15} {runs:9,} runs  {cpu:6.1f} s of the processor'


def boards(folder):
    """The names of the boards, as poke_boards has them."""
    said = subprocess.run([folder / 'tests' / 'fuzz' / POKES, '--pokes', '1',
                           '--kind', 'places'], capture_output=True, text=True,
                          check=True).stdout
    return [line.split()[0] for line in said.splitlines()]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.partition(': ')[2])
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--runs', type=int, default=1000000)
    parser.add_argument('--seconds', type=int, default=600)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('-j', dest='jobs', type=int, default=1)
    parser.add_argument('names', nargs='*', metavar='NAME')
    asked = parser.parse_intermixed_args()
    folder = asked.folder.resolve()
    names = asked.names or [name for name in FUZZERS if name != POKES] + [POKES]
    if POKES in names:
        at = names.index(POKES)
        names[at:at + 1] = [f'{POKES}:{board}' for board in boards(folder)]
    good = True
    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        for well, told in pool.map(lambda name: at_length(folder, name, asked),
                                   names):
            good &= well
            print(told, flush=True)
    sys.exit(not good)


if __name__ == '__main__':
    main()
