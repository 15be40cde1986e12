#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench/why.py on one board, of each commit another: the first sentence of counts alone
names the cause that the ledger has first, of each program.
(Variables: TALLY, the command; FIRMWARE, the folder of the boards' programs.)"""
import importlib.util
import pathlib
import unittest

import tally_command
from tally_command import ROOT, boards

TALLY = ''
FIRMWARE = ''


class Sentences(unittest.TestCase):
    def test_one_board(self):
        spec = importlib.util.spec_from_file_location('why',
                                                      ROOT / 'bench/why.py')
        why = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(why)
        names = sorted(boards())
        board = names[tally_command.seed() % len(names)]
        firmware = pathlib.Path(FIRMWARE)
        wrong = []
        for name, words in why.programs(firmware, board):
            right, _, *told = why.judge(TALLY, board, words)
            if not right:
                wrong.append((name, *told))
        self.assertEqual(wrong, [], board)


if __name__ == '__main__':
    unittest.main()
