#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The first answers of stat, profile, diff, explain, board and why of every board,
on a terminal of 80 columns and 24 rows: the headline and the hottest row are still
there when the next command is typed.  (Variables: TALLY; FIRMWARE, the folder of
the boards' programs.)"""
import fcntl
import json
import os
import pathlib
import pty
import re
import struct
import subprocess
import tempfile
import termios
import unittest

import tally_command
from why_cases import program

TALLY = ''
FIRMWARE = ''
ROWS, COLUMNS = 24, 80


def shown(*words, both=False):
    """The lines that a terminal gets; `both`: of standard error, too."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ,
                struct.pack('HHHH', ROWS, COLUMNS, 0, 0))
    with subprocess.Popen([tally_command.TALLY, *map(str, words)],
                          stdin=subprocess.DEVNULL, stdout=theirs,
                          stderr=theirs if both else subprocess.PIPE,
                          env={**os.environ, 'NO_COLOR': '1'}) as run:
        os.close(theirs)
        text = b''
        while True:
            try:
                more = os.read(ours, 65536)
            except OSError:  # everybody has closed it
                break
            text += more
        failed = run.stderr.read() if run.stderr else ''
    os.close(ours)
    assert run.returncode == 0, (words, failed)
    return text.decode().replace('\r\n', '\n').splitlines()


def causes():
    """By their names, in the boards' order."""
    text = (tally_command.ROOT / 'src/catalog/text/causes.def').read_text()
    return re.findall(r'(?m)^CAUSE\("([^"]+)"', text)


class FirstAnswers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def screen(self, *words, both=False):
        lines = shown(*words, both=both)
        rows = sum(max(1, -(-len(line) // COLUMNS)) for line in lines)
        self.assertLess(rows, ROWS, (words, lines))
        if not both:
            self.assertEqual(rows, len(lines), (words, lines))
        return lines

    def has(self, lines, text):
        """In one line, or wrapped."""
        self.assertIn(' '.join(text.split()),
                      ' '.join(' '.join(lines).split()))

    def demo(self, board, name):
        return program(FIRMWARE, board).with_name(f'{name}.elf')

    def measured(self, board, name, verb='stat'):
        path = self.folder / f'{board}.{name}.{verb}.json'
        tally_command.printed(verb, '-t', f'board:{board}', '--quiet-program',
                              '-o', path, self.demo(board, name))
        return path

    def test_stat(self):
        for board in tally_command.boards_in_turn():
            with self.subTest(board):
                words = ('-t', f'board:{board}', '--quiet-program',
                         self.demo(board, 'state_machine'))
                lines = self.screen('stat', *words)
                document = json.loads(tally_command.printed('stat', *words,
                                                            '--json'))
                self.has(lines, document['headline']['text'])
                self.assertTrue(any(line.startswith(f'{row["name"]} ')
                                    for row in document['events']
                                    for line in lines))
                if 'more lines' in lines[-1]:
                    self.assertIn('--notes has all', lines[-1])
                whole = shown('stat', *words, '--notes')
                for row in filter(lambda row: row['count'],
                                  document['events']):
                    self.has(whole, row['name'] + ' ')

    def test_stat_of_a_list(self):
        """Who names what to count gets no more than a screen, either."""
        for board in tally_command.boards_in_turn():
            with self.subTest(board):
                words = ('stat', '-t', f'board:{board}', '--quiet-program',
                         '-e', 'all', '--truth',
                         self.demo(board, 'state_machine'))
                lines = self.screen(*words)
                piped = tally_command.printed(*words).splitlines()
                self.assertEqual(lines[0], piped[0])
                self.assertGreater(len(piped), ROWS)
                self.assertIn('--notes has all', lines[-1])
                self.assertGreaterEqual(len(shown(*words, '--notes')),
                                        len(piped))

    def test_profile(self):
        for board in tally_command.boards_in_turn():
            with self.subTest(board):
                file = self.measured(board, 'state_machine', 'profile')
                words = ('-t', f'board:{board}', '--quiet-program',
                         self.demo(board, 'state_machine'))
                lines = self.screen('profile', *words)
                piped = tally_command.printed('profile', *words).splitlines()
                self.assertGreater(len(piped), 8)
                self.assertEqual(lines[:4], piped[:4])  # the hottest is there
                self.assertTrue(any(line.endswith(' all') for line in lines))
                self.screen('report', file)
                more = shown('profile', *words, '--max-rows', 20)
                self.assertGreater(len(more), len(lines))

    def test_diff(self):
        for board in tally_command.boards_in_turn():
            with self.subTest(board):
                kept = [self.measured(board, name)
                        for name in ('state_machine', 'crc32')]
                lines = self.screen('diff', *kept)
                piped = tally_command.printed('diff', *kept).splitlines()
                self.assertEqual(lines[:3], piped[:3])
                row = next(i for i, line in enumerate(piped)
                           if line.rstrip().endswith('95 %'))
                self.assertIn(piped[row + 1], lines)
                if 'more lines' in lines[-1]:
                    self.assertIn('--all has all', lines[-1])
                self.assertGreater(len(shown('diff', '--all', *kept)),
                                   len(lines))

    def test_why(self):
        """A board's, whose stack is in place of tables."""
        for board in tally_command.boards_in_turn():
            with self.subTest(board):
                words = ('-t', f'board:{board}', '--quiet-program',
                         '--no-trial', self.demo(board, 'state_machine'))
                lines = self.screen('why', *words)
                head = json.loads(tally_command.printed('why', *words,
                                                        '--json'))['headline']
                self.has(lines, head['text'])
                self.has(lines, f'  {head["simulated_cause"]} ')

    def test_board(self):
        for board in tally_command.boards_in_turn():
            with self.subTest(board):
                self.screen('board', board)
                lines = self.screen('board', board,
                                    self.demo(board, 'state_machine'),
                                    both=True)
                self.has(lines, f'simulated {board}: program exited with '
                         'status 0')
        lines = self.screen('board')
        self.assertTrue(lines[0].startswith('name '))
        for board in tally_command.boards_in_turn():
            self.has(lines, board)

    def test_explain(self):
        """Of each kind of monitor, a few of its names, and each cause."""
        for row in tally_command.differing(tally_command.listed('monitors')):
            name = row['monitor']
            with self.subTest(name):
                lines = self.screen('explain', name)
                self.assertTrue(lines[0].startswith(f'{name}: '))
                whole = shown('explain', name, '--all')
                piped = tally_command.printed('explain', name).splitlines()
                self.assertEqual(whole, piped)
                self.assertIn(piped[0], lines)
                if len(whole) >= ROWS:
                    self.assertIn('--all has all', lines[-1])
                for kind in 'events', 'metrics':
                    listed = json.loads(tally_command.printed(
                        'list', kind, '-m', name, '--json'))[kind]
                    for one in listed[:2]:
                        self.screen('explain', name, one['name'])
        self.screen('explain', 'cpi')
        for cause in causes():
            lines = self.screen('explain', cause)
            self.assertTrue(lines[0].startswith(f'{cause}: a simulated cause'))


if __name__ == '__main__':
    unittest.main()
