#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_charge.py TALLY

What a task switch charges to the tasks and to nobody is what doc/rtos.md
says."""
import re
import sys
import unittest

from tally_command import ROOT

sys.path.insert(0, str(ROOT / 'bench'))
import charge  # noqa: E402  pylint: disable=wrong-import-position

TALLY = 'tally'
ROW = re.compile(r'^\| `([\w-]+)` \| (\d+ \+ \d+) \| (\d+ \+ \d+) '
                 r'\| (\d+ \+ \d+) \|$', re.M)


class Charge(unittest.TestCase):
    def test_each_figure(self):
        """Another compiler's code may be a tenth longer or shorter."""
        rows = {row[0]: row[1:] for row in ROW.findall(
            (ROOT / 'doc/rtos.md').read_text(encoding='utf-8'))}
        self.assertEqual(set(rows), set(charge.BOARDS))
        for board, told in rows.items():
            for form, words in zip(charge.FORMS, told):
                with self.subTest(board=board, form=form):
                    found = charge.measure(TALLY, board, form)
                    for is_, said in zip(found, words.split(' + ')):
                        self.assertAlmostEqual(is_, int(said),
                                               delta=2 + int(said) / 10)


if __name__ == '__main__':
    unittest.main()
