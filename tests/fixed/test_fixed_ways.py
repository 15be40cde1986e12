#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_fixed_ways.py TALLY FIRMWARE_DIR [unittest arguments]

The folded form (tally/fixed.h) counts the same however it is compiled: on a board
of each kind a second counter of the same event, which never wraps, agrees with
the one that does, to the unit."""
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'bench'))
import folded  # noqa: E402

TALLY = FIRMWARE = ''


class Ways(unittest.TestCase):
    def exact(self, board, *flags):
        with tempfile.TemporaryDirectory() as where, \
             self.subTest(board=board, flags=flags):
            told, _ = folded.guest(TALLY, board, where, *flags)
            self.assertEqual((told['status'], told['exact']), (0, 1))

    def test_every_level(self):
        for board in folded.BOARDS:
            for level in ('-O0', '-Og', '-O1', '-O3', '-Oz'):
                self.exact(board, level)

    def test_with_a_period(self):
        for board in folded.BOARDS:
            for level in ('-O0', '-Os'):
                self.exact(board, level, '-DPERIOD=,.period=700')

    def test_at_link_time_and_in_thumb(self):
        for board in folded.BOARDS:
            self.exact(board, '-Os', '-flto')
        for board in ('pb1176', 'lubbock'):
            for level in ('-O0', '-Os'):
                self.exact(board, level, '-mthumb')

    def test_without_checks(self):
        for board in folded.BOARDS:
            self.exact(board, '-Os', '-DTALLY_CHECKS=0')


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    TALLY, FIRMWARE = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
