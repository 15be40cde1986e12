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
import tally_command
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

    def test_rows_of_a_board(self):
        """The file of `stat -I`, as node_exporter's reader takes it and as
        the database does; each is of one moment."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'rows.prom')
            program = f'{FIRMWARE}/pb1176/crc32.elf'
            texts = set()
            with subprocess.Popen(
                    [tally_command.TALLY, 'stat', '-t', 'board:pb1176', '-g',
                     'all', '-I', '20us', '--json-lines', '--openmetrics',
                     str(path), program], text=True,
                    stdout=subprocess.PIPE) as process:
                for _ in process.stdout:
                    texts.add(path.read_text(encoding='utf-8'))
            self.assertEqual(process.returncode, 0)
            texts.add(path.read_text(encoding='utf-8'))
            self.assertGreater(len(texts), 2)
            for i, text in enumerate(sorted(texts)[:6]):
                done = subprocess.run(['promtool', 'check', 'metrics'],
                                      input=text, text=True, timeout=120,
                                      capture_output=True, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ''), text)
                taken = pathlib.Path(folder, f'text{i}')
                taken.write_text(timed(text), encoding='utf-8')
                promtool('tsdb', 'create-blocks-from', 'openmetrics', taken,
                         pathlib.Path(folder, f'blocks{i}'))
                self.assertEqual(
                    len(dumped(pathlib.Path(folder, f'blocks{i}'))),
                    len(re.findall(r'(?m)^[^#\n]', text)))

    def test_questions_of_the_dashboard(self):
        """Each is one that Prometheus can parse, of families that there are."""
        board = json.loads((ROOT / 'examples/grafana.json').read_text(
            encoding='utf-8'))
        asked = [target['expr'].replace('$target', '.*')
                 .replace('$program', '.*').replace('$__rate_interval', '1m')
                 for panel in board['panels'] for target in panel['targets']]
        self.assertGreaterEqual(len(asked), 7)
        source = (ROOT / 'src/export/openmetrics.c').read_text(
            encoding='utf-8')
        for question in asked:
            family = re.search(r'tally_[a-z_]+', question)[0]
            self.assertIn(f'"{family.removesuffix("_seconds")}"', source)
        with tempfile.TemporaryDirectory() as folder:
            rules = pathlib.Path(folder, 'rules.json')
            rules.write_text(json.dumps({'groups': [{'name': 'tally', 'rules': [
                {'record': f'tally:{i}', 'expr': question}
                for i, question in enumerate(asked)]}]}), encoding='utf-8')
            promtool('check', 'rules', rules)

    def test_it_refuses_what_is_none(self):
        with tempfile.TemporaryDirectory() as folder:
            text = pathlib.Path(folder, 'text')
            text.write_text('tally_event{event="cycles" 1 1\n# EOF\n')
            with self.assertRaises(subprocess.CalledProcessError):
                promtool('tsdb', 'create-blocks-from', 'openmetrics', text,
                         folder)
