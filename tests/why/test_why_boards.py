#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`tally why` on every board: a new one has to say in why_cases what its monitor
can tell.  (Variables: TALLY; FIRMWARE, the folder of the boards' programs.)"""
import unittest

import tally_command
from why_cases import Found

TALLY = ''
FIRMWARE = ''


class Everywhere(Found, unittest.TestCase):
    def setUp(self):
        self.firmware = FIRMWARE

    def boards(self):
        return tally_command.boards()


if __name__ == '__main__':
    unittest.main()
