#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_powerquicc_library.py TALLY FIRMWARE

The library in firmware on the PowerQUICC III boards: exact counts over wraps
with overflow interrupts, whichever way the device monitor has its clock's
words."""
import os
import subprocess
import sys
import unittest

TALLY = 'tally'
FIRMWARE = 'firmware'
BOARDS = {'mpc8540ads': ('e500v1', 'mpc8540'),
          'mpc8548cds': ('e500v2', 'mpc8548')}
# Passed checks of firmware/mpc85xx/library.c: 9 for the core's wraps, twice;
# 4 of periods; 2 from user state; 10 of the device.
CHECKS = 9 * 2 + 4 + 2 + 10


def tally(*words):
    return subprocess.run([TALLY, *words], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=120, check=False)


def program(board, name):
    return os.path.join(FIRMWARE, board, name + '.elf')


class Library(unittest.TestCase):
    def test_wraps(self):
        for board in BOARDS:
            for options in ((), ('--pmc0-upper-first',), ('--strict',),
                            ('--poison',), ('--flat',),
                            ('--jitter', '1'), ('--jitter', '2')):
                with self.subTest(board=board, options=options):
                    done = tally('board', board, *options,
                                 program(board, 'test_library'))
                    said = done.stdout.splitlines()
                    self.assertEqual(
                        [line for line in said if line[:4] != 'PASS'], [])
                    self.assertIn('status 0', done.stderr)
                    self.assertGreaterEqual(len(said), CHECKS)


if __name__ == '__main__':
    if len(sys.argv) < 3 or sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    TALLY, FIRMWARE = map(os.path.abspath, (sys.argv.pop(1), sys.argv.pop(1)))
    unittest.main()
