#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: tap.py test_passes_together.py TALLY=COMMAND FIRMWARE=BUILD

On a board the passes of a plan share one run of the program.  Every count is,
to the unit, what it is where each pass has a run of its own, as on hardware:
on every board and monitor, of the whole program and of regions, whose windows
the board opens and closes by itself."""
import csv
import json
import pathlib
import shlex
import subprocess
import tempfile
import unittest

TALLY = ''
FIRMWARE = ''  # not used, but without it there are no compilers either
ROOT = pathlib.Path(__file__).resolve().parents[2]
# Loads, stores, branches, system calls; a leaf, and one within itself.
PROGRAM = '''
#include <stdio.h>
static volatile unsigned cell[512];
__attribute__((noinline, noclone)) void leaf(unsigned i)
{
	for (unsigned k = 0; k < i % 5; k++)
		cell[(37 * i + k) % 512] += i * k;
	__asm__ volatile("");
}
__attribute__((noinline, noclone)) unsigned deep(unsigned n)
{
	leaf(n);
	return n ? n * deep(n - 1) + 1 : 1;
}
int main(void)
{
	for (unsigned i = 0; i < 60; i++) {
		leaf(i);
		if (i % 7 == 0)
			cell[i] += deep(i % 6);
	}
	puts("done");
	return 0;
}
'''


def run(*words):
    return subprocess.run([str(w) for w in words], capture_output=True,
                          text=True, cwd=ROOT, check=False)


class EveryBoard(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        told = run(*shlex.split(TALLY), 'board', '--csv')
        cls.boards = list(csv.DictReader(told.stdout.splitlines()))
        source = pathlib.Path(cls.folder.name) / 'program.c'
        source.write_text(PROGRAM)
        cls.program = {}
        for board in cls.boards:
            elf = pathlib.Path(cls.folder.name) / f"{board['name']}.elf"
            told = run(*shlex.split(board['cc']), '-o', elf, source)
            assert told.returncode == 0, told.stderr
            cls.program[board['name']] = elf

    def stat(self, board, *words):
        told = run(*shlex.split(TALLY), 'stat', '-t', f"board:{board['name']}",
                   '-m', board['monitor'], '-e', 'all', '--quiet-program',
                   '--json', *words, self.program[board['name']])
        self.assertNotEqual(told.stdout, '', told.stderr)
        return json.loads(told.stdout)

    def same(self, one, other):
        for what in ('counts', 'runs', 'conditions', 'region'):
            self.assertEqual(one[what], other[what])

    def test_counts_are_those_of_separate_runs(self):
        shared = 0
        for board in self.boards:
            with self.subTest(board=board['name']):
                once = self.stat(board)
                apart = self.stat(board, '--passes', 'separate')
                self.same(once, apart)
                self.assertFalse(apart['passes_together'])
                self.assertEqual(apart['board_runs'], len(apart['runs']))
                if once['passes_together']:
                    self.assertEqual(once['board_runs'], 1)
                    shared += len(once['runs']) > 1
        self.assertGreater(shared, len(self.boards) / 2)

    def test_regions_too(self):
        for board in self.boards:
            with self.subTest(board=board['name']):
                once = self.stat(board, '--region', 'leaf')
                self.assertEqual(once['region']['entered'], 87)
                self.same(once, self.stat(board, '--region', 'leaf',
                                          '--passes', 'separate'))

    def test_the_tool_opens_the_same_windows(self):
        """It does so where the ledger's rows are taken around each."""
        for board in self.boards:
            with self.subTest(board=board['name']):
                once = self.stat(board, '--region', 'deep')
                self.assertEqual(once['region']['entered'], 9)
                self.same(once, self.stat(board, '--region', 'deep',
                                          '--truth'))

    def test_a_repeat_is_one_run_of_the_machine(self):
        for board in self.boards:
            with self.subTest(board=board['name']):
                told = self.stat(board, '-r', '3', '--jitter', '7')
                if not told['passes_together']:
                    continue
                self.assertEqual(told['board_runs'], 3)
                length = {}
                for row in told['runs']:
                    length.setdefault(row['repeat'], set()).add(
                        row['instructions'])
                self.assertEqual({len(n) for n in length.values()}, {1})
                # The cycles of one repeat are those of all its passes.
                cycles = {}
                for row in told['counts']:
                    if row['event'] in told['plan']['anchors']:
                        cycles.setdefault((row['event'], row['repeat']),
                                          set()).add(row['value'])
                self.assertEqual({len(n) for n in cycles.values()} | {1}, {1})


if __name__ == '__main__':
    unittest.main()
