#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: tap.py test_intervals.py TALLY=COMMAND FIRMWARE=BUILD

Counts over time, on two boards, and of what is kept: kit/intervals.py has what is tried."""
import json
import pathlib
import unittest

from intervals import Intervals
from tally_command import tally

TALLY = ''
FIRMWARE = ''  # not used, but without it there are no compilers either


class TwoBoards(Intervals, unittest.TestCase):
    names = 'pb1176', 'mpc8548cds'

    def test_a_record_of_them_is_printed_as_it_was(self):
        kept = pathlib.Path(self.folder.name) / 'kept.json'
        words = '-M', 'cpi', '-I', '400c'
        for board in self.boards:
            self.tally('stat', board, '--json', '-o', kept, *words)
            for form in ([], ['--csv']):
                told = tally('report', *form, kept)
                live = self.tally('stat', board, *words, *form)
                self.assertEqual(told.stdout.split(' board run')[0],
                                 live.stdout.split(' board run')[0])
            self.assertIn('intervals of', tally('report', kept).stdout)
            told = tally('report', '--judge', '--json', kept)
            self.assertEqual(json.loads(told.stdout)['intervals'],
                             json.loads(kept.read_text())['intervals'])
            self.assertEqual(tally('diff', kept, kept).returncode, 0)


if __name__ == '__main__':
    unittest.main()
