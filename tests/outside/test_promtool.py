#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_promtool.py TALLY FIRMWARE_DIR [unittest arguments]

Prometheus (promtool of its package) takes what `tally export openmetrics` makes
of a record: it makes blocks of its own of the text, and has every number in
them, with its labels."""
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

import decoders
from architectures import one_of_each
from tally_command import ROOT, printed

TALLY = ''
FIRMWARE = ''
TIME = 1700000000  # of every number; blocks are of times


def promtool(*words):
    return subprocess.run(['promtool', *map(str, words)], capture_output=True,
                          text=True, check=True, timeout=120).stdout


def timed(text):
    """The text with a time behind each number, as a block needs it."""
    return ''.join(
        line if line.startswith('#') else f'{line.rstrip()} {TIME}\n'
        for line in text.splitlines(keepends=True))


def dumped(folder):
    """What is in the blocks: labels and number of each sample."""
    rows = []
    pathlib.Path(folder, 'wal').mkdir()  # it looks for what is not written yet
    for line in promtool('tsdb', 'dump', folder).splitlines():
        labels, number, time = re.fullmatch(r'\{(.*)\} (\S+) (\d+)',
                                            line).groups()
        assert int(time) == TIME * 1000
        rows.append((sorted(
            (name, json.loads(f'"{value}"')) for name, value in re.findall(
                r'(\w+)="((?:[^"\\]|\\.)*)"', labels)), float(number)))
    return sorted(rows)


class Promtool(unittest.TestCase):
    def check(self, folder, kept):
        text = pathlib.Path(folder, 'text')
        blocks = pathlib.Path(folder, f'{kept.stem}-blocks')
        told = printed('export', 'openmetrics', kept)
        text.write_text(timed(told))
        promtool('tsdb', 'create-blocks-from', 'openmetrics', text, blocks)
        # A label that says nothing is none.
        wanted = sorted((sorted(
            [('__name__', name), *((key, re.sub(r'\\(.)', r'\1', value))
                                   for key, value in labels.items() if value)]),
            number) for name, labels, number in decoders.openmetrics(told))
        self.assertGreater(len(wanted), 2)
        self.assertEqual(dumped(blocks), wanted)

    def test_each_architecture(self):
        with tempfile.TemporaryDirectory() as folder:
            seen = one_of_each(FIRMWARE, 'places')
            self.assertGreaterEqual(len(seen), 3)
            for board, program in seen:
                with self.subTest(board=board):
                    kept = pathlib.Path(folder, f'{board}.json')
                    printed('stat', '-t', f'board:{board}', '--quiet-program',
                            '-e', 'all', '-M', 'all', '--json', '-o', kept,
                            program)
                    self.check(folder, kept)

    def test_a_record_with_everything(self):
        with tempfile.TemporaryDirectory() as folder:
            self.check(folder, ROOT / 'tests/record/hand.json')

    def test_it_refuses_what_is_none(self):
        with tempfile.TemporaryDirectory() as folder:
            text = pathlib.Path(folder, 'text')
            text.write_text('tally_event{event="cycles" 1 1\n# EOF\n')
            with self.assertRaises(subprocess.CalledProcessError):
                promtool('tsdb', 'create-blocks-from', 'openmetrics', text,
                         folder)
