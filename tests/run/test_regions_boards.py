#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: tap.py test_regions_boards.py TALLY=COMMAND FIRMWARE=BUILD

Several regions in one run: on every board each counts, to the unit, what a run
with that region alone counts, whichever lie within others or call themselves;
entries, and the least and the most of one, are those worked out by hand; and
without what it calls a function has what a profile says it has itself."""
import unittest

from regions import Regions

TALLY = ''
FIRMWARE = ''  # not used, but without it there are no compilers either


class EveryBoard(Regions, unittest.TestCase):
    pass


if __name__ == '__main__':
    unittest.main()
