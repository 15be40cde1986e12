#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`tally why` on every board, pb1176 in test_why.py: a new one has to say in
why_cases what its monitor can tell.  (Variables: TALLY; FIRMWARE, the folder of the boards' programs.)"""
import unittest

import tally_command
from why_cases import Found

TALLY = ''
FIRMWARE = ''


class Everywhere(Found, unittest.TestCase):
    def setUp(self):
        self.firmware = FIRMWARE

    def boards(self):
        return [name for name in tally_command.boards_in_turn()
                if name != 'pb1176']


if __name__ == '__main__':
    unittest.main()
