#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_flamegraph.py TALLY FIRMWARE_DIR [unittest arguments]

flamegraph.pl (package libdevel-nytprof-perl) draws what `tally export folded`
makes, on a board of each architecture: every function is in the picture, with
all that happened in it and in what it called."""
import collections
import pathlib
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

from architectures import one_of_each
from tally_command import printed

TALLY = ''
FIRMWARE = ''
# Debian keeps it beside the profiler that it comes with.
PROGRAM = '/usr/share/perl5/Devel/NYTProf/flamegraph.pl'


def drawn(folded):
    """By what a box says of itself how many are in it."""
    done = subprocess.run(['perl', PROGRAM, '--minwidth', '0', '--hash'],
                          input=folded, capture_output=True, text=True,
                          check=True, timeout=120)
    boxes = collections.Counter()
    for title in ElementTree.fromstring(done.stdout).iter(
            '{http://www.w3.org/2000/svg}title'):
        name, number = re.fullmatch(r'(.*) \(([\d,]+) samples.*\)',
                                    title.text).groups()
        boxes[name] += int(number.replace(',', ''))
    return boxes


def told(folded):
    """The same, of the text: a function is a box where its path goes on."""
    boxes = collections.Counter()
    for line in folded.splitlines():
        stack, number = line.rsplit(' ', 1)
        for name in stack.split(';'):
            boxes[name] += int(number)
        boxes['all'] += int(number)
    return boxes


class FlameGraph(unittest.TestCase):
    def check(self, folder, board, program):
        kept = pathlib.Path(folder, f'{board}.json')
        printed('profile', '-t', f'board:{board}', '--quiet-program',
                '--json', '-o', kept, program)
        folded = printed('export', 'folded', kept)
        self.assertEqual(drawn(folded), told(folded))
        self.assertIn('main', told(folded))

    def test_each_architecture(self):
        with tempfile.TemporaryDirectory() as folder:
            seen = one_of_each(FIRMWARE, 'places')
            self.assertGreaterEqual(len(seen), 3)
            for board, program in seen:
                with self.subTest(board=board):
                    self.check(folder, board, program)
