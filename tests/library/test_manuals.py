#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_manuals.py TALLY

Section 1: of each verb.  Section 3: every function of the library that a public
header declares has a page.  Section 7: every monitor has one.  groff and mandoc
find nothing wrong with any."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from tally_command import ROOT

TALLY = 'tally'


def made(folder):
    subprocess.run([sys.executable, ROOT / 'tools' / 'manuals.py', folder],
                   check=True)
    return {path.stem: path for path in sorted(folder.glob('*.3'))}


class Manuals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.root = pathlib.Path(cls.folder.name)
        cls.pages = made(cls.root / 'man3')
        subprocess.run([sys.executable, ROOT / 'tools/monitor_manuals.py',
                        TALLY, cls.root / 'man7'], check=True)
        cls.monitors = {path.stem: path for path in
                        sorted((cls.root / 'man7').glob('*.7'))}

    def test_every_function_has_one(self):
        libraries = [path for name in ('bus/libtally.a',
                                       'kernel/libtally_linux.a')
                     if (path := pathlib.Path(TALLY).parents[1] / name).exists()]
        symbols = re.findall(r'^(tally_\w+) T', subprocess.run(
            ['nm', '--format=posix', *libraries], capture_output=True,
            text=True, check=True).stdout, re.M)
        headers = ''.join(path.read_text(encoding='utf-8') for path in
                          (ROOT / 'include').rglob('*.h'))
        declared = [name for name in symbols
                    if re.search(rf'\b{name}\(', headers)]
        self.assertGreater(len(declared), 30)
        self.assertEqual(sorted(set(declared) - set(self.pages)), [])

    def test_every_macro_with_arguments_that_programs_use(self):
        text = ''.join(path.read_text(encoding='utf-8') for path in
                       [ROOT / 'README.md', *(ROOT / 'doc').glob('*.md'),
                        *(ROOT / 'examples').rglob('*.[ch]'),
                        *(ROOT / 'boards/firmware').rglob('*.c'),
                        *(ROOT / 'tests/guests').rglob('*.c')])
        headers = ''.join(path.read_text(encoding='utf-8') for path in
                          (ROOT / 'include').rglob('*.h'))
        named = {name for name in re.findall(r'\b(TALLY_[A-Z]\w+)\(', text)
                 if f'#define {name}(' in headers}
        self.assertGreater(len(named), 1)
        self.assertEqual(sorted(named - set(self.pages)), [])

    def test_mandoc_finds_nothing_wrong(self):
        if not shutil.which('mandoc'):
            self.skipTest('mandoc is not installed')
        done = subprocess.run(
            ['mandoc', '-T', 'lint', '-W', 'warning', *self.pages.values(),
             *(ROOT / 'man').glob('*.1'), *self.monitors.values()],
            capture_output=True, text=True, check=False)
        said = [line for line in (done.stdout + done.stderr).splitlines()
                if 'mandoc.db' not in line]
        self.assertEqual(said[:20], [])

    def test_each_monitor_has_its_tables(self):
        listed = json.loads(subprocess.run(
            [TALLY, 'list', 'events', '--json'], stdout=subprocess.PIPE,
            text=True, check=True).stdout)['events']
        names = {}
        for event in listed:
            names.setdefault(event['monitor'], []).append(event['name'])
        self.assertGreater(len(names), 50)
        self.assertEqual({f'tally-{name.replace("/", "-")}' for name in names},
                         set(self.monitors))
        for name, events in names.items():
            with self.subTest(monitor=name):
                path = self.monitors[f'tally-{name.replace("/", "-")}']
                text = path.read_text(encoding='utf-8')
                part = text.split('.Sh EVENTS\n')[1].split('\n.Sh ')[0]
                self.assertEqual(
                    [word.replace('\\-', '-') for word in
                     re.findall(r'(?m)^\.It Cm (\S+)$', part)], events)

    def test_pages_are_sound(self):
        for name, path in self.pages.items():
            with self.subTest(page=name):
                done = subprocess.run(
                    ['groff', '-mandoc', '-Tutf8', '-ww', path.name],
                    capture_output=True, text=True, check=False,
                    cwd=path.parent)
                self.assertEqual((done.returncode, done.stderr), (0, ''))
                said = re.sub('.\b', '', re.sub(r'\x1b\[[0-9;]*m', '',
                                                done.stdout))
                self.assertIn('SYNOPSIS', said)
                self.assertIn(f'\n.Dt {name.upper()} 3\n',
                              path.read_text(encoding='utf-8'))

    def test_pages_say_something(self):
        """Each has the words that its use needs: of what, in what unit, when
        not; from its own comment, or from what its header says of all."""
        for name, path in self.pages.items():
            with self.subTest(page=name):
                text = path.read_text(encoding='utf-8')
                body = text[text.index('.Sh DESCRIPTION'):
                            text.index('.Sh SEE ALSO')]
                self.assertGreaterEqual(len(re.findall(r'\w+', body)), 40)

    def test_a_switch_says_its_rules(self):
        text = self.pages['tally_task_switch'].read_text(encoding='utf-8')
        for words in ('never nested', 'live as long', 'tally_session_reset'):
            self.assertIn(words, text)

    def test_nothing_but_pages_is_replaced(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / 'own.txt').write_text('mine')
            (folder / 'tally_gone.3').write_text('old')
            done = subprocess.run(
                [sys.executable, ROOT / 'tools' / 'manuals.py', '--help'],
                capture_output=True, text=True, check=False, cwd=folder)
            self.assertEqual(done.returncode, 1, done)
            self.assertIn('usage: ', done.stderr)
            self.assertEqual({path.name for path in folder.iterdir()},
                             {'own.txt', 'tally_gone.3'})
            self.assertEqual(set(made(folder)), set(self.pages))
            self.assertEqual((folder / 'own.txt').read_text(), 'mine')

    def test_what_a_page_says(self):
        page = self.pages['tally_session_open'].read_text(encoding='utf-8')
        self.assertIn('.In tally/session.h\n', page)
        self.assertIn('enum tally_status tally_session_open(', page)
        self.assertIn('The session keeps pointers to', page)
        # Of one comment several pages, each under its own name.
        start, stop = (self.pages[f'tally_session_{name}'].read_text(
            encoding='utf-8') for name in ('start', 'stop'))
        self.assertEqual(stop, start.replace('.Dt TALLY_SESSION_START',
                                             '.Dt TALLY_SESSION_STOP'))


if __name__ == '__main__':
    unittest.main()
