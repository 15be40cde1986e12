#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_examples.py TALLY FIRMWARE

Each program of examples/ is short and does what it says: it is built and run
by the commands of its own comment, as they stand there.  One without has
start-up code of its own, and is built with the tests' firmware.
"""
import csv
import io
import json
import pathlib
import re
import shlex
import shutil
import tempfile
import unittest

from tally_command import ROOT, printed, tally

TALLY = FIRMWARE = ''
PROGRAMS = sorted([*(ROOT / 'examples').glob('*.c'),
                   *(ROOT / 'examples').glob('*.cc')])
HOW = re.compile(r'^ \*\t(tally (?:amalgam|board) (?:[^\n]*\\\n \*)*.*)', re.M)
COUNT = re.compile(r'^ *(\d+) instructions', re.M)
LOGS = re.compile(r'tally collect -t board:(\S+)')


def made(path, commands, folder):
    """Carries out the commands of an example's comment in `folder`/examples,
    beside the headers; gives what is said by the last one, which runs the
    program."""
    (folder / 'include').symlink_to(ROOT / 'include')
    (folder / 'examples').mkdir()
    shutil.copy(path, folder / 'examples')
    for command in commands:
        words = shlex.split(command.replace('\\\n *', ''))[1:]
        if '--cc' in words:
            words += ['-Wall', '-Wextra', '-Wconversion', '-Werror']
        done = tally(*words, cwd=folder / 'examples')
        if done.returncode:
            break
    return done


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
            how = HOW.findall(path.read_text(encoding='utf-8'))
            with self.subTest(example=path.name), \
                    tempfile.TemporaryDirectory() as folder:
                if how:
                    boards.add(how[-1].split()[2])
                    done = made(path, how, pathlib.Path(folder))
                else:
                    done = tally('board', 'pb1176',
                                 f'{FIRMWARE}/pb1176/test_{path.stem}.elf')
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
                # The window closes behind both, where the last one may be.
                behind = [task for task in tasks if task not in '12']
                self.assertIn(behind, ([], tasks[-1:]))
                kept = pathlib.Path(self.folder, 'kept.json')
                printed('collect', '-t', f'board:{board[1]}', '-o', kept, elf)
                found = json.loads(kept.read_text())
                self.assertEqual((found['sampled']['samples'],
                                  found['sampled']['lost']),
                                 (len(tasks), 0))
                names = {row['name'] for row in found['functions']}
                self.assertIn('main', names)
                self.assertLessEqual(len(names), 1 + len(behind))
        self.assertGreater(len(boards), 4)


if __name__ == '__main__':
    unittest.main()
