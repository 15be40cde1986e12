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

    def test_published(self):
        """A ratio is to the nearest that is published, and a row without has
        none; a board whose cycles are a sketch is off, and says so."""
        for board in boards():
            with self.subTest(board):
                page = json.loads(figures.answer(TALLY, 'explain',
                                                 f'board:{board}', '--json'))
                off = []
                for figure in page['figures']:
                    least, most = (figure['published_least'],
                                   figure['published_most'])
                    self.assertEqual(figure['source'] is None, least is None)
                    if least is None:
                        self.assertIsNone(figure['ratio'])
                        continue
                    near = min(max(figure['cycles'], least), most)
                    self.assertAlmostEqual(figure['ratio'],
                                           figure['cycles'] / near)
                    off.append(abs(figure['ratio'] - 1))
                self.assertTrue(off)
                self.assertEqual(max(off) > 0.3, bool(page['cycles_sketch']))

    def test_text(self):
        done = tally_command.tally('explain', 'board:pba8')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r'load by the loaded address +3\.03  3 '
                         r'+1\.01  GCC')
        self.assertRegex(done.stdout, r'random load of 8 MiB +103\.03  not '
                         'known\n')
        self.assertLess(max(map(len, done.stdout.splitlines())), 81)
        done = tally_command.tally('explain', 'board:nix')
        self.assertEqual((done.returncode, done.stdout), (2, ''))
        self.assertIn('no board is called "nix"; there are imx31',
                      done.stderr)
