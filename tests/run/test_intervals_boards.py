#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: tap.py test_intervals_boards.py TALLY=COMMAND FIRMWARE=BUILD

Counts over time, on every board: kit/intervals.py has what is tried."""
import unittest

from intervals import Intervals

TALLY = ''
FIRMWARE = ''  # not used, but without it there are no compilers either


class EveryBoard(Intervals, unittest.TestCase):
    pass


if __name__ == '__main__':
    unittest.main()
