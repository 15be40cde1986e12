#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_examples.py TALLY FIRMWARE

Each program of examples/ is short and does what it says: it is built by the
words of its own comment, and run on the board that they name.  One without a
board there has start-up code of its own, and is built with the tests' firmware.
"""
import csv
import io
import json
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

from tally_command import ROOT, printed, tally

TALLY = FIRMWARE = ''
PROGRAMS = sorted([*(ROOT / 'examples').glob('*.c'),
                   *(ROOT / 'examples').glob('*.cc')])
HOW = re.compile(r'(?:tally amalgam -m (\S+)\n \*\t)?'
                 r'tally board (\S+) --cc (\S+)')
COUNT = re.compile(r'^ *(\d+) instructions', re.M)
LOGS = re.compile(r'tally collect -t board:(\S+)')


def built(path, monitor, board, folder):
    """The program, by the board's own compiler; with the amalgam, unless it
    is in the folded form, which links no library."""
    sources = [path]
    if monitor:
        printed('amalgam', '-m', monitor, '-o', folder)
        sources.append(next(folder.glob('tally_*.c')))
    words = shlex.split(printed('board', board, '--cc', 'it.c'))
    options = words[:words.index('it.c')]
    parts = []
    for source in sources:
        parts.append(folder / f'{source.stem}.o')
        subprocess.run(
            [*options, '-Wall', '-Wextra', '-Wconversion', '-Werror',
             f'-I{ROOT}/include',
             *(['-std=c++17', '-fno-exceptions', '-fno-rtti']
               if source.suffix == '.cc' else []),
             '-c', source, '-o', parts[-1]], check=True)
    subprocess.run([*options, *parts, '-o', folder / 'it.elf'], check=True)
    return folder / 'it.elf'


class Examples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='tally-examples-')
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_they_are_short(self):
        self.assertGreater(len(PROGRAMS), 5)
        for path in PROGRAMS:
            lines = path.read_text(encoding='utf-8').count('\n')
            self.assertLess(lines, 61, path.name)

    def test_they_run(self):
        boards = set()
        for path in PROGRAMS:
            if LOGS.search(path.read_text(encoding='utf-8')):
                continue
            how = HOW.search(path.read_text(encoding='utf-8'))
            with self.subTest(example=path.name), \
                    tempfile.TemporaryDirectory() as folder:
                if how:
                    self.assertEqual(how[3], path.name)
                    elf = built(path, how[1], how[2], pathlib.Path(folder))
                else:
                    elf = f'{FIRMWARE}/pb1176/test_{path.stem}.elf'
                board = how[2] if how else 'pb1176'
                boards.add(board)
                done = tally('board', board, elf)
                said = done.stdout + done.stderr
                self.assertEqual(done.returncode, 0, said)
                counts = [int(n) for n in COUNT.findall(done.stdout)]
                self.assertTrue(counts, said)
                self.assertGreater(min(counts), 1000, said)
        self.assertGreater(len(boards), 3)

    def test_handlers(self):
        """Those that keep a log: as many samples as there were periods, by the
        count that they log at their end; of both tasks alike, and none lost.
        """
        boards = set()
        for path in PROGRAMS:
            board = LOGS.search(path.read_text(encoding='utf-8'))
            if not board:
                continue
            boards.add(board[1])
            elf = (f'{FIRMWARE}/{board[1].split("-")[0]}/'
                   f'test_{path.stem}.elf')
            with self.subTest(example=path.name):
                rows = list(csv.DictReader(io.StringIO(printed(
                    'collect', '-t', f'board:{board[1]}', '--rows', elf))))
                of = {kind: [row for row in rows if row['kind'] == kind]
                      for kind in ('setup', 'sample', 'interval')}
                period = int(of['setup'][0]['b'])
                counted = int(of['interval'][0]['a'])
                self.assertEqual(len(of['sample']), counted // period)
                tasks = [row['task'] for row in of['sample']]
                self.assertAlmostEqual(tasks.count('1') / len(tasks), .5,
                                       delta=.05)
                self.assertEqual(tasks.count('1') + tasks.count('2'),
                                 len(tasks))
                kept = pathlib.Path(self.folder, 'kept.json')
                printed('collect', '-t', f'board:{board[1]}', '-o', kept, elf)
                found = json.loads(kept.read_text())
                self.assertEqual((found['sampled']['samples'],
                                  found['sampled']['lost']),
                                 (len(tasks), 0))
                self.assertEqual({row['name'] for row in found['functions']},
                                 {'main'})
        self.assertGreater(len(boards), 4)


if __name__ == '__main__':
    unittest.main()
