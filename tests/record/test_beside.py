#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records beside each other: a column for each, a row for each metric that one
of them has, whatever monitor it is of.  (Variables: TALLY, the command.)"""
import csv
import io
import pathlib
import tempfile
import unittest

from tally_command import tally

TALLY = ''


class Beside(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.one = cls.kept('one', '-m', 'arm1176', '-M', 'cpi', 'cycles=3000',
                           'instr_exec=1000')
        cls.two = cls.kept('two', '-m', 'e500v2', '-M', 'ipc',
                           'PROCESSOR_CYCLES=500', 'INSTR_COMPLETED=250')
        cls.three = cls.kept('three', '-m', 'arm1176', '-M', 'cpi',
                             'cycles=5000', 'instr_exec=2000')

    @classmethod
    def kept(cls, name, *words):
        path = cls.folder / f'{name}.json'
        done = tally('compute', *words, '--json', '-o', path)
        assert done.returncode == 0, done.stderr
        return path

    def sheet(self, *paths):
        done = tally('report', '--csv', *paths)
        self.assertEqual(done.returncode, 0, done.stderr)
        return {row[1]: row[3:] for row in csv.reader(io.StringIO(
            done.stdout)) if row[0] == 'metric'}

    def test_each_has_a_column(self):
        self.assertEqual(self.sheet(self.one, self.two, self.three),
                         {'cpi': ['3', '', '2.5'], 'ipc': ['', '0.5', '']})
        self.assertEqual(self.sheet(self.three, self.one),
                         {'cpi': ['2.5', '3']})

    def test_text_says_the_same(self):
        done = tally('report', self.one, self.two, self.three)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [line.split() for line in done.stdout.splitlines()]
        self.assertIn(['cpi', '3.000', '-', '2.500', 'cycles'], lines)
        self.assertIn(['ipc', '-', '0.5000', '-', 'instructions'], lines)
        self.assertIn(['arm1176', 'e500v2', 'arm1176'], lines)

    def test_many_fit_a_screen(self):
        done = tally('report', *[self.one, self.two, self.three] * 6)
        self.assertEqual(done.returncode, 0, done.stderr)
        for line in done.stdout.splitlines():
            self.assertLess(len(line), 80)
        self.assertEqual(done.stdout.count('3.000'), 6)

    def test_one_that_is_not_to_be_trusted_is_named(self):
        bad = self.folder / 'bad.json'
        tally('compute', '-m', 'arm1176', '-M', 'cpi', 'cycles=10',
              'instr_exec=1000', '--json', '-o', bad)
        done = tally('report', self.one, bad)
        self.assertEqual(done.returncode, 1)
        self.assertIn('record 2 is not to be trusted', done.stderr)
        self.assertRegex(done.stdout, r'cpi +3\.000  +0\.01000!')


if __name__ == '__main__':
    unittest.main()
