# SPDX-License-Identifier: MIT
"""A case for each row of doc/errors.md: files that are spoilt, a command, and
whether it says what the row says."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

import tally_command
from error_rows import unsaid
from spoilt_files import FILES

TIMEOUT = 120
NOISE = re.compile(r'Traceback|Assertion|Segmentation|core dumped|Sanitizer|'
                   r'runtime error|stack smashing|\(null\)|\bnan\b|\binf\b')


class Cases(unittest.TestCase):
    """A test for each row: a method case_NAME, or a command."""
    folder = None
    firmware = ''
    rows = {}
    commands = {}  # words: @NAME is the file NAME of FILES, %NAME firmware
    inputs = {}    # what comes on standard input of such a command
    more = {}      # rows for which other() has something else
    shows = {}     # what may be on standard output all the same
    talkative = set()  # they say more than the one line

    @classmethod
    def add(cls, rows):
        cls.rows = rows
        for name in rows:
            setattr(cls, 'test_' + name.replace('-', '_'),
                    lambda self, name=name: self.make_happen(name))

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix='tally-errors-')
        for name, content in FILES.items():
            pathlib.Path(cls.folder, name).write_bytes(content)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def command(self, words):
        """Where the files are is told nowhere in the tables."""
        for word in words:
            if word.startswith('@'):
                yield os.path.join(self.folder, word[1:])
            elif word.startswith('%'):
                yield os.path.join(self.firmware, 'pb1176', word[1:] + '.elf')
            else:
                yield word

    def run_tally(self, words, **options):
        options.setdefault('stdout', subprocess.PIPE)
        if 'input' not in options:
            options.setdefault('stdin', subprocess.DEVNULL)
        return subprocess.run([tally_command.TALLY, *self.command(words)],
                              text=True, stderr=subprocess.PIPE,
                              timeout=TIMEOUT, cwd=self.folder, check=False,
                              **options)

    def start(self, words):
        return subprocess.Popen([tally_command.TALLY, *self.command(words)],
                                text=True, stdin=subprocess.DEVNULL,
                                cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def judge(self, name, status, out, err):
        says, wanted = self.rows[name]
        if wanted == 'SIGPIPE':
            self.assertEqual((status, err), (-signal.SIGPIPE, ''))
            return
        self.assertEqual(status, int(wanted), err)
        self.assertIsNone(unsaid(says, err), err)
        self.assertNotRegex(out + err, NOISE)
        if name not in self.talkative:
            self.assertEqual(err.count('\n'), 1, err)
            self.assertTrue(err.startswith('tally'), err)
            self.assertLessEqual(len(err), 400)
        if name in self.shows:
            self.assertRegex(out, self.shows[name])
        else:
            self.assertEqual(out, '')

    def judge_run(self, name, words, **options):
        done = self.run_tally(words, **options)
        self.judge(name, done.returncode, done.stdout or '', done.stderr)

    def make_happen(self, name):
        special = getattr(self, 'case_' + name.replace('-', '_'), None)
        if special:
            special(name)
        elif name in self.inputs:
            self.judge_run(name, self.commands[name], input=self.inputs[name])
        elif name in self.commands:
            self.judge_run(name, self.commands[name])
        elif name in self.more:
            self.other(name)
        else:
            self.fail(f'row {name} has no case')

    def other(self, name):
        raise NotImplementedError(name)

    def test_every_case_has_a_row(self):
        special = {name[5:].replace('_', '-') for name in dir(self)
                   if name.startswith('case_')}
        cases = special | set(self.commands) | set(self.more)
        self.assertEqual(cases - set(self.rows), set())
        self.assertEqual(set(self.inputs) - set(self.commands), set())
        self.assertEqual(set(self.shows) - cases, set())

    def test_rows_are_whole(self):
        for name, (says, status) in self.rows.items():
            self.assertIn(status, ('1', '2', '3', 'SIGPIPE'), name)
            self.assertTrue(says or status == 'SIGPIPE', name)
