#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_export_boards.py TALLY FIRMWARE_DIR [unittest arguments]

A profile that is kept is printed and exported as it was, on a board of each
architecture."""
import pathlib
import tempfile
import unittest

from architectures import one_of_each
from tally_command import printed, tally
from whole import Whole

TALLY = ''
FIRMWARE = ''


class Kept(unittest.TestCase):
    folder = None
    kept = []

    @classmethod
    def setUpClass(cls):
        """Of each architecture the words of a live run, and its file."""
        cls.folder = tempfile.TemporaryDirectory()
        for board, program in one_of_each(FIRMWARE, 'places'):
            words = ('profile', '-t', f'board:{board}', '--quiet-program')
            path = pathlib.Path(cls.folder.name, f'{board}.json')
            printed(*words, '--json', '-o', path, program)
            cls.kept.append(((*words, program), path))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_each_architecture(self):
        self.assertGreaterEqual(len(self.kept), 3)

    def test_printed(self):
        for live, path in self.kept:
            for view in ((), ('--csv',), ('--by', 'line'),
                         ('--by', 'insn', '--csv'), ('--inclusive',),
                         ('--callers', 'inner'), ('--max-rows', '1'),
                         ('--json',)):
                with self.subTest(live=live, view=view):
                    self.assertEqual(printed('report', *view, path),
                                     printed(*live, *view))

    def test_without_a_file(self):
        """`profile --format` is what `export` makes of the document."""
        for live, path in self.kept:
            for name in 'gcc', 'folded', 'callgrind', 'csv':
                with self.subTest(live=live, name=name):
                    text = printed(*live, '--format', name)
                    self.assertEqual(text, printed('export', name, path))
                    self.assertGreater(len(text.splitlines()), 1)

    def test_format_is_refused(self):
        """What is no format of a profile, and words of a table beside it."""
        live, _ = self.kept[0]
        for words, why in ((('gc',), 'did you mean gcc?'),
                           (('openmetrics',), 'openmetrics is '),
                           (('chrome',), '--timeline N --json'),
                           (('gcc', '--csv'), 'leave out --csv'),
                           (('gcc', '--by', 'line'), 'leave out --by')):
            with self.subTest(words):
                done = tally(*live, '--format', *words)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(why, done.stderr)

    def test_exported(self):
        for live, path in self.kept:
            with self.subTest(live=live):
                Whole(self, path).check()
