#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`tally why` on one board: what it finds and rules out, and its forms.
(Variables: TALLY; FIRMWARE, the folder of the boards' programs.)"""
import json
import pathlib
import tempfile
import unittest

from why_cases import Found

TALLY = ''
FIRMWARE = ''


class Causes(Found, unittest.TestCase):
    def setUp(self):
        self.firmware = FIRMWARE

    def boards(self):
        return ['pb1176']

    def test_repeats(self):
        document = json.loads(self.ask('pb1176', 'misses', '-r', 3, '--jitter', 7,
                                  '--json').stdout)
        self.assertEqual(document['repeats'], 3)
        self.assertTrue(any(row['low'] and row['low'] < row['high']
                            for row in document['answers']))

    def test_result_in_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'why.json')
            done = self.ask('pb1176', 'quiet', '--json', '-o', path)
            self.assertEqual((done.returncode, done.stdout), (0, ''))
            json.loads(path.read_text())


if __name__ == '__main__':
    unittest.main()
