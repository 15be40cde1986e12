#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/suite.py TALLY [JOBS]

What a suite of 10,000 tiny jobs costs beside its plain commands: the same `tally
stat` lines in a shell, one after another, on a simulated board.  Then the same
suite again, when all is there, and `diff` and `history` of two folders of as
many records, without an index and with it.  Milliseconds of each job: the
processor's, and by the wall's clock, which is that of a machine with nothing
else to do.  The last column is the processor's time against that of the plain
commands."""
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

BOARD = 'pb1176'
PROGRAM = 'int main(void) { return 0; }\n'
PLAIN = 'the plain commands'
WIDTH = 34


def spent(words, folder):
    """Seconds of the processor and of the clock."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    clock = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime -
            before.ru_stime, clock)


class Table:
    def __init__(self, jobs):
        self.jobs = jobs
        self.plain = None
        print(f'{"":{WIDTH}}{"processor":>12}{"clock":>10}{"/ plain":>10}')

    def row(self, name, seconds):
        processor, clock = (1000 * it / self.jobs for it in seconds)
        self.plain = self.plain or processor
        print(f'{name:{WIDTH}}{processor:12.3f}{clock:10.3f}'
              f'{processor / self.plain:10.3f}', flush=True)


def main(tally, jobs):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / 'tiny.c').write_text(PROGRAM)
        (folder / 'suite.yaml').write_text(
            f'targets: [board:{BOARD}]\nmetrics: [cpi]\nprograms:\n  tiny:\n'
            '    source: tiny.c\n    arguments:\n' +
            ''.join(f'      a{i}: "{i}"\n' for i in range(jobs)))
        lines = subprocess.run(
            [tally, 'bench', '--commands', '-o', 'plain', 'suite.yaml'],
            cwd=folder, check=True, capture_output=True, text=True
        ).stdout.splitlines()
        (folder / 'plain/programs').mkdir(parents=True)
        subprocess.run(lines[0], shell=True, cwd=folder, check=True,
                       stderr=subprocess.DEVNULL)
        (folder / 'plain.sh').write_text('\n'.join(lines[1::2]))
        bench = [tally, 'bench', '-j1', '-o']
        (folder / 'results').mkdir()
        table = Table(jobs)
        table.row(PLAIN, spent(['sh', 'plain.sh'], folder))
        table.row('bench', spent([*bench, 'results/a', 'suite.yaml'], folder))
        table.row('bench, all is there',
                  spent([*bench, 'results/a', 'suite.yaml'], folder))
        shutil.copytree(folder / 'results/a', folder / 'results/b')
        for state in 'no index yet', 'again':
            table.row(f'diff, {state}',
                      spent([tally, 'diff', 'results/a', 'results/b'], folder))
        for state in 'no index yet', 'again':
            table.row(f'history, {state}',
                      spent([tally, 'history', '--results', 'results',
                             'cycles'], folder))


if __name__ == '__main__':
    if len(sys.argv) not in (2, 3) or sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    main(os.path.abspath(sys.argv[1]),
         int(sys.argv[2]) if len(sys.argv) == 3 else 10000)
