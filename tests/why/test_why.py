#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`tally why` on one board: what it finds and rules out, and its forms.
(Variables: TALLY; FIRMWARE, the folder of the boards' programs.)"""
import json
import pathlib
import tempfile
import unittest

from tally_command import tally
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

    def test_each_cause_is_explained(self):
        stack = json.loads(self.ask('pb1176', 'quiet', '--json').stdout)
        for row in stack['simulated_causes']['rows']:
            told = tally('explain', row['cause']).stdout
            self.assertTrue(told.startswith(
                f'{row["cause"]}: a simulated cause of cycles'), told)
            self.assertIn(row['found'], ' '.join(told.split()))
            self.assertLessEqual(max(map(len, told.splitlines())), 80)
        got = json.loads(tally('explain', 'multiply', '--json').stdout)
        one = got['explanations'][0]
        self.assertEqual((one['kind'], one['name'], one['simulated']),
                         ('cause', 'multiply', True))
        self.assertTrue(one['boards'] and one['cores'])
        self.assertTrue(one['advice'] and one['advice_source'])
        wrong = tally('explain', 'multiplx')
        self.assertEqual(wrong.returncode, 2)
        self.assertIn('did you mean multiply?', wrong.stderr)

    def test_result_in_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'why.json')
            done = self.ask('pb1176', 'quiet', '--json', '-o', path)
            self.assertEqual((done.returncode, done.stdout), (0, ''))
            json.loads(path.read_text())


if __name__ == '__main__':
    unittest.main()
