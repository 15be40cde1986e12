#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`tally why` where no ledger is, as on hardware: behind a debug server the counts
are all there is.  It keeps to a screen, and says what would separate the causes that
the counts leave together.  (Variables: TALLY; FIRMWARE, so that there are boards.)"""
import json
import pathlib
import re
import tempfile
import unittest

from gdb_boards import served
from tally_command import boards, printed, tally

TALLY = ''
FIRMWARE = ''
ROWS, COLUMNS = 23, 80  # and one for what is typed next

# Each call is as long as the others: misses, and a product of what came.
SOURCE = '''
enum { LINES = 1 << 12, STRIDE = 16 };
static volatile unsigned wide[LINES * STRIDE];

__attribute__((noipa)) static unsigned work(unsigned n)
{
	for (unsigned i = 0; i < LINES; i++) {
		n += wide[i * STRIDE];
		n = n * n + 3;
	}
	return n;
}

int main(void)
{
	unsigned n = 1;

	for (int i = 0; i < 100; i++)
		n = work(n);
	return n == 2;
}
'''
# What is asked next: the stall, and what is often beside it.
NEXT = {'pb1176': {'ddep_stall', 'dcache_miss'},
        'lubbock': {'data_stall', 'dcache_miss'},
        'mpc8540ads': {'ISSUE_STALLED_CYCLES', 'DL1_RELOADS'},
        'virt-a53': set(), 'pba8': set()}


class Counts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def build(self, board):
        source = self.folder / 'work.c'
        source.write_text(SOURCE)
        elf = self.folder / f'{board}.elf'
        done = tally('board', board, '--run', '--cc', source, '-O2', '-g', '-o',
                     elf)
        self.assertTrue(elf.exists(), done.stderr)
        return elf

    def ask(self, board, monitor, elf, *words):
        with served(board, elf) as port:
            return printed('why', '-t', f'gdb::{port},{monitor}', '--region',
                           'work', *words, elf)

    def test_a_screen_and_what_is_next(self):
        for board, events in NEXT.items():
            if board not in boards():
                continue
            with self.subTest(board):
                monitor = boards()[board]['monitors'][0]
                elf = self.build(board)
                lines = self.ask(board, monitor, elf).splitlines()
                self.assertLessEqual(len(lines), ROWS, lines)
                self.assertLessEqual(max(map(len, lines)), COLUMNS)
                document = json.loads(self.ask(board, monitor, elf, '--json'))
                self.assertIsNone(document['simulated_causes'])
                told = document['next']
                text = ' '.join(' '.join(lines).split())
                if not told:
                    self.assertEqual(events, set())
                    continue
                named = set(told['events'].split(','))
                self.assertLessEqual(events, named)
                self.assertIn('next, to tell these apart, in '
                              f'{told["passes"]} pass', text)
                for event in named:
                    self.assertIn(event, text)
                plan = printed('plan', '-m', monitor, '-e', told['events'])
                passes = re.search(r'(\d+) pass', plan)[1]
                self.assertEqual(told['passes'], int(passes), plan)

    def test_all(self):
        board = 'pb1176'
        if board in boards():
            elf = self.build(board)
            whole = self.ask(board, 'arm1176', elf, '--all')
            self.assertIn('where `from` is from:', whole)
            self.assertNotIn('more lines than', whole)


if __name__ == '__main__':
    unittest.main()
