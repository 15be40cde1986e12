#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: tap.py test_preempt.py TALLY=COMMAND FIRMWARE=FOLDER

Counts per task under a kernel that preempts (tests/guests/preempt.c): exact,
equal for two counters of one event, and with what switching costs told."""
import pathlib
import unittest

from tally_command import boards, core_boards, tally

TALLY = FIRMWARE = ''
# The lines of tests/guests/preempt.c: four checks of each task, and six.
CHECKS = 3 * 4 + 6


class Preempt(unittest.TestCase):
    def check(self, board, folder):
        elf = pathlib.Path(FIRMWARE, folder, 'test_preempt.elf')
        for options in ((), ('--strict',), ('--jitter', '1')):
            with self.subTest(board=board, options=options):
                done = tally('board', board, *options, elf)
                lines = (done.stdout + done.stderr).splitlines()
                self.assertEqual(
                    [x for x in lines if x.startswith('FAIL')], [])
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(
                    len([x for x in lines if x.startswith('PASS')]), CHECKS)

    def test_arm(self):
        """On those with ARMv6 or later, which the XScale is not."""
        for board in core_boards():
            if board != 'lubbock':
                self.check(board, board)

    def test_power(self):
        for board in boards('powerpc-'):
            self.check(board, board)

    def test_aarch64(self):
        for board in boards('aarch64-'):
            self.check(board, 'virt')


if __name__ == '__main__':
    unittest.main()
