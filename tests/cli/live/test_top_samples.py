# SPDX-License-Identifier: MIT
"""usage: tap.py test_top_samples.py TALLY=COMMAND FIRMWARE=DIR

Functions that `tally top` takes by samples beside: of this computer, by halts
of a core behind a debug server, and of the log that firmware keeps."""
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from spoilt_files import FILES
from tally_command import ROOT, tally
from terminal import Terminal

TALLY = ''
FIRMWARE = ''
LOOP = 'x = 0\nwhile True: x = sum(range(10000))'


class Samples(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name)

    def top(self, *words):
        terminal = Terminal(TALLY, 'top', '-o', self.folder / 'kept', *words,
                            TMPDIR=self.folder)
        self.addCleanup(terminal.close)
        return terminal

    def ended(self, t, name):
        """It wrote the profile, in which the function is, and left nothing."""
        t.type('w')
        t.until(lambda text: 'wrote ' in text)
        t.type('q')
        self.assertEqual(t.left(), (0, ''))
        kept = self.folder / 'kept-1-functions.json'
        names = [row['name'] for row in json.loads(
            kept.read_text(encoding='utf-8'))['functions']]
        self.assertTrue(any(name in row for row in names), names)
        self.assertEqual(list(self.folder.glob('tally-top-*')), [])

    def test_a_command(self):
        t = self.top('-e', 'task-clock', '--', 'python3', '-c', LOOP)
        shown = t.until(lambda text: re.search(r'(?m)^ +\d+\.\d %  ', text))
        self.assertRegex(shown, r'hottest functions, \d+ samples')
        name = re.search(r'(?m)^ +\d+\.\d %  (\S+)', shown)[1]
        self.ended(t, '' if name.startswith('[') else name)

    def test_a_core_that_is_halted(self):
        program = self.folder / 'endless'
        program.write_bytes(FILES['endless'])
        with subprocess.Popen([TALLY, 'board', 'pb1176', program, '--gdb', '0'],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True) as board:
            port = re.search(r'port (\d+)', board.stdout.readline())[1]
            t = self.top('-t', f'gdb:localhost:{port},arm1176', program)
            t.until(lambda text: re.search(r'(?m)^ +\d+\.\d %  |none|no ',
                                           text))
            t.type('q')
            self.assertEqual(t.left(), (0, ''))
            board.kill()

    def test_a_log(self):
        """The example that keeps samples, read again and again."""
        examples = self.folder / 'examples'
        shutil.copytree(ROOT / 'examples', examples)
        shutil.copytree(ROOT / 'include', self.folder / 'include')
        for words in ('amalgam', '-m', 'arm1176'), (
                'board', 'pb1176', '--run', '--cc', '-I../include',
                'sampling.c', 'tally_arm1176.c', 'start/pb1176.c',
                '-Wl,--section-start=.vectors=0'):
            done = tally(*words, cwd=examples)
            self.assertEqual(done.returncode, 0, done.stderr)
        t = self.top('--log', '-t', 'board:pb1176', examples / 'sampling.elf')
        shown = t.until(lambda text: re.search(r'(?m)^ +\d+\.\d %  ', text))
        self.assertRegex(shown, r'hottest functions, \d+ samples')
        self.ended(t, '')
