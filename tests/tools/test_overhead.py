#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_overhead.py TALLY [unittest arguments]

bench/overhead.py has every board in its table, and for each kind of bus
somebody has written down what one would write by hand.  One board of each kind
is measured, and held to what was reached before."""
import json
import pathlib
import shlex
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] /
                       'bench'))
import overhead  # noqa: E402
from bytes import measure as bytes_of  # noqa: E402

from tally_command import printed

TALLY = FIRMWARE = ''
# Instructions of one overflow, one count, and a task switch of three: a little
# more than they take now.  They may become less, and then this has to follow.
LIMITS = {'CP15': (95, 95, 256), 'CP14': (85, 95, 268),
          'A32': (216, 245, 595), 'A64': (178, 130, 298),
          'PMR': (245, 106, 394)}
HELD = ('overflow', 'one count', 'a task switch of three counts')


def has_compiler(board):
    words = shlex.split(printed('board', board, '--cc', 'it.c'))
    return shutil.which(words[0]) is not None


class Overhead(unittest.TestCase):
    def test_bytes_of_one_core(self):
        """A session has more than the folded form, that more than by hand."""
        if not has_compiler('lubbock'):
            self.skipTest('its compiler is not installed')
        with tempfile.TemporaryDirectory() as folder:
            told = bytes_of(TALLY, 'pxa250', pathlib.Path(folder))
        for sizes in zip(*told):
            self.assertEqual(sorted(sizes, reverse=True), list(sizes))
        self.assertGreater(told[2][0], 0)

    def test_every_board_is_in_the_table(self):
        boards = [row['name'] for row in json.loads(
            printed('list', 'boards', '--json'))['boards']]
        self.assertEqual(boards, [row[0] for row in overhead.cores(TALLY)])

    def test_each_kind_of_bus_is_measured(self):
        kinds = {}
        for board, _, bus in overhead.cores(TALLY):
            if bus is None or has_compiler(board):
                kinds.setdefault(bus, board)
        self.assertGreater(len(kinds), 1)
        rows = list(overhead.table(TALLY, kinds.values()))
        for bus, board in kinds.items():
            own = [row for row in rows if row[0] == board]
            self.assertEqual(len(own), len(overhead.ROWS) if bus else 1)
            for _, what, hand, library in own if bus else []:
                with self.subTest(board=board, what=what):
                    self.assertGreater(hand, 0)
                    self.assertGreaterEqual(library, hand)
                    if what in HELD:
                        self.assertLessEqual(
                            library, LIMITS[bus][HELD.index(what)])
                    else:
                        self.assertLess(library, 1500)


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    TALLY = sys.argv[1]
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
