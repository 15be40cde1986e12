#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_examples.py TALLY

Each program of examples/ is short and does what it says: it is built and run
by the commands of its own comment, as they stand there, and for another core by
those of its header in examples/core.
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

TALLY = 'tally'
PROGRAMS = sorted([*(ROOT / 'examples').glob('*.c'),
                   *(ROOT / 'examples').glob('*.cc')])
CORES = sorted((ROOT / 'examples' / 'core').glob('*.h'))
HOW = re.compile(r'^ \*\t(tally (?:amalgam|board) (?:[^\n]*\\\n \*)*.*)', re.M)
COUNT = re.compile(r'^ *(\d+) instructions', re.M)
BLOCK = re.compile(r'(?:^ \*\t.*\n)+', re.M)
LOGS = re.compile(r'tally collect -t board:(\S+) (\S+)\n')


def ways():
    """(whose, the commands that build and run a program)."""
    for path in [*PROGRAMS, *CORES]:
        for block in BLOCK.findall(path.read_text(encoding='utf-8')):
            if HOW.search(block):
                yield path.name, block


def made(commands, folder):
    """Carries out the commands of an example's comment in a copy of examples/
    and of the library's headers in `folder`, where nothing else is; gives what
    is said by the last one, which runs the program."""
    for copied in 'include', 'examples':
        shutil.copytree(ROOT / copied, folder / copied)
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
        for path in [*PROGRAMS, *CORES]:
            lines = path.read_text(encoding='utf-8').count('\n')
            self.assertLess(lines, 66, path.name)

    def test_they_run(self):
        boards = set()
        ran = set()
        for name, block in ways():
            ran.add(name)
            if LOGS.search(block):
                continue
            how = HOW.findall(block)
            with self.subTest(example=name), \
                    tempfile.TemporaryDirectory() as folder:
                boards.add(how[-1].split()[2])
                done = made(how, pathlib.Path(folder))
                said = done.stdout + done.stderr
                self.assertEqual(done.returncode, 0, said)
                counts = [int(n) for n in COUNT.findall(done.stdout)]
                self.assertTrue(counts, said)
                self.assertGreater(min(counts), 1000, said)
        self.assertGreater(len(boards), 3)
        # A core's header that has no commands is what a program has itself.
        left = [path.name for path in [*PROGRAMS, *CORES]
                if path.name not in ran]
        self.assertEqual(left, ['arm1176.h'])

    def test_handlers(self):
        """Those that keep a log: as many samples as there were periods, by the
        count that they log at their end; of both tasks alike, and none lost.
        """
        boards = set()
        for name, block in ways():
            board = LOGS.search(block)
            if not board:
                continue
            boards.add(board[1])
            with self.subTest(example=name):
                folder = pathlib.Path(self.folder, name)
                folder.mkdir()
                done = made(HOW.findall(block), folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                elf = folder / 'examples' / board[2]
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
