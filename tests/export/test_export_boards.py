#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_export_boards.py TALLY FIRMWARE_DIR [unittest arguments]

A profile that is kept is printed and exported as it was, on a board of each
architecture."""
import pathlib
import tempfile
import unittest

from architectures import one_of_each
from tally_command import printed
from whole import Whole

TALLY = ''
FIRMWARE = ''


class Kept(unittest.TestCase):
    def each(self, folder):
        seen = one_of_each(FIRMWARE, 'places')
        self.assertGreaterEqual(len(seen), 3)
        for board, program in seen:
            words = ('profile', '-t', f'board:{board}', '--quiet-program')
            path = pathlib.Path(folder, f'{board}.json')
            printed(*words, '--json', '-o', path, program)
            yield (*words, program), path

    def test_printed(self):
        with tempfile.TemporaryDirectory() as folder:
            for live, path in self.each(folder):
                for view in ((), ('--csv',), ('--by', 'line'),
                             ('--by', 'insn', '--csv'), ('--inclusive',),
                             ('--callers', 'inner'), ('--max-rows', '1'),
                             ('--json',)):
                    with self.subTest(live=live, view=view):
                        self.assertEqual(printed('report', *view, path),
                                         printed(*live, *view))

    def test_exported(self):
        with tempfile.TemporaryDirectory() as folder:
            for live, path in self.each(folder):
                with self.subTest(live=live):
                    Whole(self, path).check()
