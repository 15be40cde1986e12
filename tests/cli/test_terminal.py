#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`tally list` on a terminal: it fits, everything is there once, and $PAGER
pages it; what is piped knows nothing of terminals.  (Variables: TALLY, the
command; SCREENLESS, the one of a build without ncurses.)"""
import collections
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios
import unittest

from tally_command import differing

TALLY = ''
SCREENLESS = ''
KINDS = 'monitors', 'events', 'metrics', 'groups', 'registers', 'boards'


def environment(**change):
    kept = {key: value for key, value in os.environ.items()
            if key not in ('PAGER', 'LESS', 'COLUMNS', 'NO_COLOR')}
    return kept | change


def shown(*words, columns=80, **change):
    """What a terminal of so many columns gets."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ,
                struct.pack('HHHH', 24, columns, 0, 0))
    with subprocess.Popen([TALLY, *words], stdin=subprocess.DEVNULL,
                          stdout=theirs, stderr=subprocess.DEVNULL,
                          env=environment(**change)) as process:
        os.close(theirs)
        text = b''
        try:
            while more := os.read(ours, 65536):
                text += more
        except OSError:  # the last one has closed it
            pass
        os.close(ours)
        process.wait(60)
    return text.decode().replace('\r\n', '\n')


def piped(*words, **change):
    return subprocess.run([TALLY, *words], text=True, capture_output=True,
                          stdin=subprocess.DEVNULL, check=False,
                          env=environment(**change))


def kinds():
    """Those of this build."""
    return [kind for kind in KINDS
            if piped('list', kind, '--json').returncode == 0]


class Help(unittest.TestCase):
    def test_as_a_verb(self):
        """As git and others have it."""
        self.assertEqual(piped('help', 'list').stdout,
                         piped('list', '--help').stdout)
        self.assertEqual(piped('version').stdout, piped('--version').stdout)
        self.assertEqual(piped('help', 'frobnicate').returncode, 2)

    def test_fits(self):
        """Of every verb that there is."""
        whole = piped('--help').stdout
        verbs = [verb.rstrip(',')
                 for line in re.findall(r'^  ((?:[a-z]+, )*[a-z]+)  ', whole,
                                        re.M)
                 for verb in line.split()]
        self.assertIn('record', verbs)
        for verb in verbs:
            told = piped(verb, '--help')
            if 'without simulated boards' in told.stderr:
                continue
            text = told.stdout
            self.assertIn('Usage: tally', text, verb)
            for line in text.splitlines():
                self.assertLessEqual(len(line), 80, f'{verb}: {line}')


def wide(text):
    """Lines that a terminal of 80 columns breaks, but for words that are too
    long for any line."""
    return [line for line in text.splitlines()
            if len(line) > 80 and max(map(len, line.split())) < 74]


class Screens(unittest.TestCase):
    """Whatever a verb prints of a monitor, it fits."""

    def test_of_every_monitor(self):
        names = [row['monitor'] for row in differing(json.loads(
            piped('list', 'monitors', '--json').stdout)['monitors'])]
        self.assertGreater(len(names), 20)
        for name in names:
            for words in (('plan', '-m', name), ('explain', name),
                          ('plan', '-m', name, '-e', 'all')):
                with self.subTest(words):
                    done = piped(*words)
                    self.assertEqual(wide(done.stdout), [], done.stderr)

    def test_of_metrics(self):
        """Those that have the most to say."""
        for name in 'cpi', 'dcache_miss_rate', 'l2_mpki', 'clcdc_efficiency':
            done = piped('explain', name)
            self.assertEqual(wide(done.stdout), [])
            self.assertEqual(wide(piped('find', name).stdout), [])


class Screenless(unittest.TestCase):
    """A build for which there was no ncurses has all but `top`, and says how
    that is had."""

    def run_it(self, *words):
        return subprocess.run([SCREENLESS, *words], text=True, check=False,
                              capture_output=True, stdin=subprocess.DEVNULL)

    def test_it_says_what_is_missing(self):
        done = self.run_it('top', '-e', 'task-clock', '--', 'true')
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('this build has no ncurses', done.stderr)
        self.assertIn('tally stat -I 1s', done.stderr)

    def test_all_else_is_as_before(self):
        words = 'explain', 'arm1176', 'dcache_miss'
        done = self.run_it(*words)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (0, piped(*words).stdout, ''))


class List(unittest.TestCase):
    def test_fits(self):
        for kind in kinds():
            for columns in 80, 60:
                text = shown('list', kind, columns=columns, PAGER='',
                             NO_COLOR='1')
                with self.subTest(f'{kind} {columns}'):
                    self.assertGreater(text.count('\n'), 10)
                    # A name may be longer than a narrow terminal.
                    wide = [line for line in text.splitlines()
                            if len(line) > columns and ' ' in line.strip()]
                    self.assertEqual(wide, [])
                    self.assertNotRegex(text, r'(?m) $')

    def test_everything_is_there_once(self):
        for kind in kinds():
            rows = json.loads(piped('list', kind, '--json').stdout)[kind]
            text = shown('list', kind, PAGER='', NO_COLOR='1')
            names = re.findall(r'(?m)^  (\S+)', text)
            with self.subTest(kind):
                key = 'monitor' if kind == 'monitors' else 'name'
                self.assertEqual(collections.Counter(names),
                                 collections.Counter(row[key]
                                                     for row in rows))

    def test_topics_are_groups(self):
        """A metric stands below a group that has it."""
        groups = json.loads(piped('list', 'groups', '-m', 'arm1176',
                                  '--json').stdout)['groups']
        members = {group['title']: group['metrics'] for group in groups}
        text = shown('list', 'metrics', '-m', 'arm1176', PAGER='',
                     NO_COLOR='1')
        topic, told = None, 0
        for line in text.splitlines():
            if heading := re.match(r' (\S.*):$', line):
                topic = heading[1]
            elif name := re.match(r'  (\S+)', line):
                told += topic != 'other'
                if topic != 'other':
                    self.assertIn(name[1], members[topic])
        self.assertGreater(told, 20)

    def test_boards_are_simulated(self):
        if 'boards' in kinds():
            text = shown('list', 'boards', PAGER='', NO_COLOR='1')
            self.assertEqual(text.count('simulated'),
                             len(re.findall(r'(?m)^  \S', text)))

    def test_pager(self):
        plain = shown('list', 'events', PAGER='', NO_COLOR='1')
        paged = shown('list', 'events', PAGER='sed s/^/P/', NO_COLOR='1')
        self.assertEqual(paged, re.sub('(?m)^(?=.|\n.)', 'P', plain))
        self.assertEqual(shown('list', 'events', PAGER='cat', NO_COLOR='1'),
                         plain)

    def test_pager_that_is_not_there(self):
        """The shell says so, and nothing is lost."""
        self.assertEqual(
            shown('list', 'metrics', PAGER='no-such-pager', NO_COLOR='1'),
            shown('list', 'metrics', PAGER='', NO_COLOR='1'))

    def test_pager_that_leaves(self):
        """That is no error, and no message."""
        self.assertEqual(shown('list', 'events', PAGER='true'), '')

    def test_a_pipe_is_no_terminal(self):
        for words in ([], ['--csv'], ['--json']):
            plain = piped('list', 'metrics', *words)
            paged = piped('list', 'metrics', *words, PAGER='sed s/^/P/',
                          COLUMNS='40')
            self.assertEqual(paged.stdout, plain.stdout)
        # Programs are not paged on a terminal either.
        self.assertNotIn('P', shown('list', 'boards', '--csv',
                                    PAGER='sed s/.*/P/')[:1])


if __name__ == '__main__':
    unittest.main()
