# SPDX-License-Identifier: MIT
"""What each board says that a load, a product and so on take is what a program
takes there, and each has what a chip of its core takes, where that is known."""
import json
import os
import sys
import unittest

import tally_command

sys.dont_write_bytecode = True  # beside it
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                '..', '..', 'bench'))
import figures  # noqa: E402, pylint: disable=wrong-import-position

TALLY = ''


def boards():
    return [row['name']
            for row in json.loads(figures.answer(TALLY, 'board', '--json'))
            ['boards']]


class Figures(unittest.TestCase):
    def setUp(self):
        tally_command.TALLY = TALLY

    def test_measured(self):
        for board in boards():
            with self.subTest(board):
                rows = figures.compare(TALLY, board)
                self.assertGreaterEqual(len(rows), 8)
                for what, said, measured in rows:
                    self.assertEqual(said, measured, what)

    def test_known(self):
        """Each row tells whose its figure is, and whether the model was made
        from it, or that nothing is known; a ratio is to the nearest that is
        known, and where two compilers differ, or a manual leaves a range, there
        is none.  A board whose cycles are a sketch is off, and says so; the
        others are not, but for quotients, whose time no source tells."""
        for board in boards():
            with self.subTest(board):
                page = json.loads(figures.answer(TALLY, 'explain',
                                                 f'board:{board}', '--json'))
                off = [abs(ratio - 1) for ratio in
                       (self.check_row(figure) for figure in page['figures']
                        if figure['what'] != 'quotient by the last one')
                       if ratio]
                self.assertTrue(off)
                self.assertEqual(max(off) > 0.3, bool(page['cycles_sketch']))

    def check_row(self, figure):
        least, most = figure['known_least'], figure['known_most']
        if figure['known_of'] is None:
            self.assertEqual({figure[name] for name in (
                'use', 'known_least', 'known_most', 'ratio', 'source')}, {None})
            return None
        self.assertIn(figure['known_of'], ('chip', 'manual', 'compiler'))
        self.assertIn(figure['use'], ('fitted', 'held'))
        self.assertTrue(0 < least <= most)
        self.assertTrue(figure['source'])
        # What compilers believe is never told as what a chip does.
        self.assertEqual(figure['known_of'] == 'compiler',
                         figure['source'].startswith(('GCC', 'LLVM')),
                         figure['source'])
        if figure['known_of'] != 'chip' and least < most:
            self.assertIsNone(figure['ratio'])
            return None
        near = min(max(figure['cycles'], least), most)
        self.assertAlmostEqual(figure['ratio'], figure['cycles'] / near)
        return figure['ratio']

    def test_rows_whose_measurements_made_the_table(self):
        """The rows of bench/silicon and the tables of compilers are what the
        scheduled boards were made from."""
        for board in ('virt-a53', 'virt-a57', 'virt-a72'):
            page = json.loads(figures.answer(TALLY, 'explain',
                                             f'board:{board}', '--json'))
            use = {figure['what']: figure['use'] for figure in page['figures']}
            for what in ('load by the loaded address', 'addition to one of four',
                         'product of the last product'):
                self.assertEqual(use[what], 'fitted', (board, what))

    def test_text(self):
        done = tally_command.tally('explain', 'board:pba8')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r'random load of 8 MiB +103\.03 +not '
                         'known\n')
        done = tally_command.tally('explain', 'board:virt-a72')
        head = next(line for line in done.stdout.splitlines()
                    if 'fitted' in line)
        fitted, held = (head.index(word) + len(word)
                        for word in ('fitted', 'held'))
        for what, ends in ('load by the loaded address', fitted), (
                'random load of 64 KiB', held):
            row = next(line for line in done.stdout.splitlines() if what in line)
            self.assertRegex(row[:ends], r' 1\.0[01]$')
            self.assertRegex(row[ends:], r'^ +chip \[\d\]$')
        done = tally_command.tally('explain', 'board:virt-a57')
        self.assertRegex(done.stdout, r'quotient by the last one +9\.98 +10 or '
                         r'19 +- +compiler \[3\]\n')
        self.assertIn('  [3]      GCC has 10, LLVM 19\n', done.stdout)
        self.assertLess(max(map(len, done.stdout.splitlines())), 81)
        done = tally_command.tally('explain', 'board:nix')
        self.assertEqual((done.returncode, done.stdout), (2, ''))
        self.assertIn('no board is called "nix"; there are imx31',
                      done.stderr)
