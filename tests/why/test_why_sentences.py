#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench/why.py on one board, of each commit another: the first sentence of counts alone
names the cause that the ledger has first, of all but one program at most.
(Variables: TALLY, the command; FIRMWARE, the folder of the boards' programs.)"""
import importlib.util
import pathlib
import unittest

import tally_command
from tally_command import ROOT, boards

TALLY = ''
FIRMWARE = ''
# Its monitor counts a bus, and nothing of what the core does by itself.
BUS = 'versatile'


class Sentences(unittest.TestCase):
    def test_one_board(self):
        spec = importlib.util.spec_from_file_location('why',
                                                      ROOT / 'bench/why.py')
        why = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(why)
        names = sorted(name for name in boards() if name != BUS)
        board = names[tally_command.seed() % len(names)]
        firmware = pathlib.Path(FIRMWARE)
        wrong = []
        for name, words in why.programs(firmware, board):
            right, _, *told = why.judge(TALLY, board, words)
            if not right:
                wrong.append((name, *told))
        self.assertLessEqual(len(wrong), 1, f'{board}: {wrong}')


if __name__ == '__main__':
    unittest.main()
