#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Text that somebody else wrote, on every way out of the command: names of
files and symbols, formulas, lines of logs and maps.

Nothing of it may reach a terminal that a terminal obeys, or that turns the
direction of reading, and every document is UTF-8.  (Variables: TALLY, the
command; FIRMWARE, the folder of the guest programs.)"""
import csv
import io
import json
import os
import shutil
import subprocess
import tempfile
import unicodedata
import unittest

TALLY = ''
FIRMWARE = ''

# What a name may hold, and what none of it may become.
HOSTILE = {
    'colour': b'a\x1b[31mb',
    'C1': b'a\x9b31mb',
    'C1 in UTF-8': b'a\xc2\x9b31mb',
    'title': b'a\x9d0;owned\x9cb',
    'right to left': 'a\u202etxt.exe'.encode(),
    'isolate': 'a\u2066b\u2069'.encode(),
    'mark': 'a\u200fb\u061c'.encode(),
    'lines': 'a\u2028b\u2029c'.encode(),
    'line end': b'a\ntally: all is well',
    'return': b'a\rtally: all is well',
    'tab': b'a\tb',
    'delete': b'a\x7f\x08b',
    'no UTF-8': b'a\xff\xfeb',
    'cut short': b'a\xe2\x82',
    'too long a form': b'a\xc0\x9bb\xe0\x80\x9b',
    'a half of UTF-16': b'a\xed\xa0\x80b',
    'beyond all planes': b'a\xf4\x90\x80\x80b',
}
HARMLESS = 'm\u00e4\u00dfig \u65e5\u672c \U0001f600'
BIDI = set('\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e'
           '\u2066\u2067\u2068\u2069')
CROSS = 'arm-none-eabi-'
# mov r0, #0x18; ldr r1, [pc]; svc #0x123456; the reason: exit
EXIT = bytes.fromhex('1800a0e3 00109fe5 563412ef 26000200'.replace(' ', ''))


def obeyed(text):
    """The characters of a text that a terminal or an eye would obey."""
    return [c for c in text if c != '\n' and
            (unicodedata.category(c) in ('Cc', 'Zl', 'Zp') or c in BIDI)]


def usual():
    """Any program that says little."""
    return os.path.join(os.path.abspath(FIRMWARE), 'pb1176', 'test_uart.elf')


class Foreign(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        source = os.path.join(cls.folder, 'bad.s')
        cls.bad = os.path.join(cls.folder, 'bad.elf')
        with open(source, 'w', encoding='ascii') as file:
            file.write('.arm\n.global _start\n.type _start, %function\n'
                       '_start: bl sub\nudf\nnop\nnop\nnop\n'
                       '.size _start, .-_start\n'
                       '.type sub, %function\nsub: bx lr\n.size sub, .-sub\n')
        object_file = source.replace('.s', '.o')
        subprocess.run([CROSS + 'as', '-march=armv6', source, '-o',
                        object_file], check=True)
        subprocess.run([CROSS + 'ld', '-Ttext=0x8000', object_file, '-o',
                        cls.bad], check=True)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def run_it(self, words, stdin=b''):
        return subprocess.run([TALLY, *words], input=stdin, timeout=60,
                              capture_output=True, check=False,
                              cwd=self.folder)

    def clean(self, done, lines=None):
        """Both streams; `lines`: so many on standard error."""
        for stream in (done.stdout, done.stderr):
            text = stream.decode('utf-8')  # and not otherwise
            self.assertEqual(obeyed(text.replace('\r\n', '\n')), [], text)
        if lines is not None:
            self.assertEqual(done.stderr.count(b'\n'), lines, done.stderr)

    def program(self, name):
        """A good program of that name."""
        path = os.path.join(self.folder.encode(), name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copy(usual(), path)
        return path

    def faulty(self, name):
        """One that fails in a function of that name, and calls another."""
        path = os.path.join(self.folder.encode(), b'faulty.elf')
        subprocess.run([CROSS + 'objcopy', b'--redefine-sym',
                        b'_start=' + name, b'--redefine-sym',
                        b'sub=' + name + b'2', self.bad, path], check=True)
        return path

    def test_arguments(self):
        """Whatever is typed comes back in one message of one line."""
        ways = [
            lambda n: [n],
            lambda n: [b'-' + n],
            lambda n: [b'list', b'--' + n],
            lambda n: [b'list', n],
            lambda n: [b'list', b'events', b'-m', n],
            lambda n: [b'explain', n],
            lambda n: [b'explain', b'-m', b'pxa250', n],
            lambda n: [b'plan', b'-m', b'pxa250', b'-e', n],
            lambda n: [b'plan', b'-m', b'pxa250', b'-M', n + b'/cycles'],
            lambda n: [b'plan', b'-m', b'pxa250', b'-M', b'`' + n + b'`'],
            lambda n: [b'plan', b'-m', b'pxa250', b'--max-passes', n],
            lambda n: [b'script', b'-m', b'pxa250', b'-e', n],
            lambda n: [b'decode', b'-m', b'pxa250', n, b'1'],
            lambda n: [b'decode', b'-m', b'pxa250', b'PMNC', n],
            lambda n: [b'encode', b'-m', b'pxa250', b'PMNC', n + b'=1'],
            lambda n: [b'compute', b'-m', b'pxa250', n + b'=1'],
            lambda n: [b'compute', b'-m', b'pxa250', b'cycles=' + n],
            lambda n: [b'compute', b'-m', b'pxa250', b'-M', n, b'cycles=1'],
            lambda n: [b'amalgam', b'-m', b'arm1176', b'-o', n],
            lambda n: [b'amalgam', b'-m', n],
            lambda n: [b'board', n],
            lambda n: [b'board', b'pb1176', n + b'.elf'],
            lambda n: [b'board', b'versatile', b'--inject', n, b'x.elf'],
            lambda n: [b'board', b'versatile', b'--traffic', n, b'x.elf'],
            lambda n: [b'board', b'mpc8540ads', b'--pcap', n, b'x.elf'],
            lambda n: [b'doctor', b'-t', b'board:pb1176', n],
            lambda n: [b'stat', b'-t', n, b'x.elf'],
            lambda n: [b'stat', b'-t', b'board:pb1176', n],
            lambda n: [b'stat', b'-t', b'board:pb1176', b'--region', n,
                       usual().encode()],
            lambda n: [b'stat', b'-t', b'board:versatile', b'--map', n,
                       b'x.elf'],
            lambda n: [b'stat', b'-t', b'board:pb1176', b'-M', b'cpi', b'-o',
                       n + b'/x', usual().encode()],
        ]
        for way in ways:
            for what, name in HOSTILE.items():
                with self.subTest(what):
                    done = self.run_it(way(name))
                    self.assertNotEqual(done.returncode, 0, done)
                    self.clean(done)
                    messages = [line for line in done.stderr.split(b'\n')
                                if line.startswith(b'tally')]
                    self.assertEqual(len(messages), 1, done.stderr)

    def test_lines_of_a_log(self):
        for what, name in HOSTILE.items():
            with self.subTest(what):
                for log in (name + b' = 5\n', b'cycles = ' + name + b'\n',
                            b'cycles: 5\n' + name + b'\n'):
                    done = self.run_it(['compute', '-m', 'pxa250', '-'], log)
                    self.clean(done)

    def test_lines_of_a_map(self):
        path = os.path.join(self.folder, 'a.map')
        for what, name in HOSTILE.items():
            with self.subTest(what):
                for line in (name, name + b' 5', b'base ' + name):
                    with open(path, 'wb') as file:
                        file.write(line + b'\n')
                    done = self.run_it(['stat', '-t', 'board:versatile',
                                        '--map', path, usual()])
                    self.assertEqual(done.returncode, 2)
                    self.clean(done)

    def test_name_of_a_program(self):
        """In text, CSV and JSON; the document has it whole where it is text."""
        for what, name in HOSTILE.items():
            with self.subTest(what):
                path = self.program(name + b'/' + name + b'.elf')
                common = ['stat', '-t', 'board:pb1176', '-M', 'cpi',
                          '--quiet-program', path]
                done = self.run_it(common)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.clean(done)
                self.assertTrue(done.stdout.startswith(b'a'), done.stdout)
                done = self.run_it([*common, '--csv'])
                self.assertEqual(done.returncode, 0, done.stderr)
                self.clean(done)
                done = self.run_it([*common, '--json'])
                self.assertEqual(done.returncode, 0, done.stderr)
                found = json.loads(done.stdout.decode('utf-8'))
                found = found['program']['elf']
                self.assertEqual(found, path.decode('utf-8', 'replace')
                                 if self.is_text(path) else found)
                self.assertEqual('\ufffd' in found, not self.is_text(path))
                done = self.run_it(['board', 'pb1176', '--json', path])
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(
                    json.loads(done.stdout.decode('utf-8'))['program'], found)

    @staticmethod
    def is_text(name):
        try:
            return bool(name.decode('utf-8'))
        except UnicodeDecodeError:
            return False

    def test_harmless_names_stay(self):
        path = self.program((HARMLESS + '.elf').encode())
        done = self.run_it(['stat', '-t', 'board:pb1176', '-M', 'cpi',
                            '--quiet-program', path])
        self.assertTrue(done.stdout.decode('utf-8').startswith(HARMLESS))

    def test_place_in_a_program(self):
        """The symbol of a fault, in a message and in a document."""
        for what, name in HOSTILE.items():
            with self.subTest(what):
                path = self.faulty(name)
                done = self.run_it(['board', 'pb1176', path])
                self.assertEqual(done.returncode, 1)
                self.clean(done, lines=1)
                done = self.run_it(['board', 'pb1176', '--json', path])
                document = json.loads(done.stdout.decode('utf-8'))
                self.assertEqual(document['ended'], 'fault')
                self.assertEqual(obeyed(document['text']), [])
                done = self.run_it(['stat', '-t', 'board:pb1176', '-M', 'cpi',
                                    path])
                self.assertEqual(done.returncode, 1)
                self.clean(done, lines=1)

    def test_region(self):
        """A symbol's name as the region, where the table has it."""
        entered = 0
        for what, name in HOSTILE.items():
            with self.subTest(what):
                path = self.faulty(name)
                with open(path, 'rb+') as file:  # in place of the fault: exit
                    data = file.read()
                    file.seek(data.index(bytes.fromhex('f000f0e7')))
                    file.write(EXIT)
                common = ['stat', '-t', 'board:pb1176', '-M', 'cpi',
                          '--region', name + b'2', path]
                done = self.run_it(common)
                self.clean(done)
                entered += b'entered' in done.stdout
                done = self.run_it([*common, '--json'])
                if done.stdout:
                    json.loads(done.stdout.decode('utf-8'))
        self.assertGreater(entered, len(HOSTILE) / 2)

    def test_source_to_build(self):
        """The compile line is for a shell, which reads the very name."""
        for what, name in HOSTILE.items():
            with self.subTest(what):
                done = self.run_it(['board', 'pb1176', '--cc', name + b".'c"])
                self.assertEqual(done.returncode, 0)
                self.clean(done)
                back = subprocess.run(
                    ['bash', '-c', b'printf "%s\\0" ' + done.stdout.strip()],
                    capture_output=True, check=True).stdout.split(b'\0')
                self.assertIn(name + b".'c", back)

    def test_formulas_in_several_lines(self):
        """They are on one in text and CSV, and mean the same."""
        formula = 'cycles\n\t/\r\n instr_exec'
        for words in (['plan', '-m', 'arm1176'],
                      ['stat', '-t', 'board:pb1176', '--quiet-program',
                       usual()],
                      ['compute', '-m', 'arm1176', 'cycles=6',
                       'instr_exec=3'],
                      ['script', '-m', 'arm1176']):
            for form in ([], ['--csv'], ['--json']):
                if words[0] == 'script' and form:
                    continue
                with self.subTest(words=words[0], form=form):
                    done = self.run_it([words[0], '-M', formula, *words[1:],
                                        *form])
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.clean(done)

    def test_cells_that_a_sheet_would_calculate(self):
        """Text that begins like a formula gets an apostrophe; numbers do
        not."""
        for words in (['plan', '-m', 'arm1176', '-M', '-cycles/instr_exec'],
                      ['stat', '-t', 'board:pb1176', '--quiet-program', '-M',
                       '-cycles/instr_exec', usual()],
                      ['compute', '-m', 'arm1176', '-M', '-cycles/instr_exec',
                       'cycles=6', 'instr_exec=3']):
            done = self.run_it([*words, '--csv'])
            cells = [cell for row in
                     csv.reader(io.StringIO(done.stdout.decode('utf-8')))
                     for cell in row]
            with self.subTest(words[0]):
                self.assertIn("'-cycles/instr_exec", cells)
                for cell in cells:
                    if cell[:1] in ('=', '+', '-', '@'):
                        float(cell)
