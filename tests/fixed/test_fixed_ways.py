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
# Boards with a second-level cache: what cache.c has to know of them; whether its
# counters can be loaded.
CACHES = {
    'pb1176': ('arm1176', 0x0B, 'l220', 0x10110000, 0x10110000, 3, 1),
    'imx31': ('arm1136', 0x0B, 'l210', 0x30000000, 0x43F08000, 4, 0),
    'pbxa9': ('cortex_a9', 0x03, 'l2c310', 0x1F002000, 0x1F002000, 3, 1),
}
LINES = 4096


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

    def test_second_level_caches(self):
        names = 'CORE', 'MISS', 'CACHE', 'PAGE', 'AT', 'REQUEST', 'LOADS'
        for board, values in CACHES.items():
            for level in ('-O0', '-Os', '-O3'):
                with tempfile.TemporaryDirectory() as where, \
                     self.subTest(board=board, level=level):
                    told, _ = folded.guest(
                        TALLY, board, where, level,
                        *(f'-D{name}={value}'
                          for name, value in zip(names, values)),
                        source='tests/fixed/cache.c')
                    for what in ('misses', 'requests'):
                        self.assertAlmostEqual(told.pop(what), LINES, delta=64)
                    loads = {'taken': 1, 'lost': 1, 'again': 0,
                             'task': 1} if values[-1] else {}
                    self.assertEqual(told, {'status': 0, 'cache': 0, 'kept': 1,
                                            'closed': 0, **loads})

    def test_without_checks(self):
        for board in folded.BOARDS:
            self.exact(board, '-Os', '-DTALLY_CHECKS=0')


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    TALLY, FIRMWARE = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
