#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: tap.py test_writing.py TALLY=COMMAND

What a result may be written over, of every option that takes a file to write:
each is held against files that nobody wants to lose, and must leave them as
they are, with a reason and status 2, before anything is measured."""
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import unittest

TALLY = ''
FIRMWARE = ''  # there are boards
ROOT = pathlib.Path(__file__).parents[2]

# What comes before the name, of each; the file's own kind; more words.
BOARD = ('-t', 'board:pb1176')
WAYS = {
    ('stat', '-o'): ('text', (*BOARD, '-M', 'cpi', 'prog.elf')),
    ('stat', '--html'): ('page', (*BOARD, '-M', 'cpi', 'prog.elf')),
    ('stat', '--openmetrics'): ('other', (*BOARD, '-I', '1ms', '-M', 'cpi',
                                          'prog.elf')),
    ('why', '-o'): ('text', (*BOARD, 'prog.elf')),
    ('profile', '-o'): ('text', (*BOARD, 'prog.elf')),
    ('record', '-o'): ('document', (*BOARD, 'prog.elf')),
    ('collect', '-o'): ('document', ('other.bin',)),
    ('report', '--html'): ('page', ('record.json',)),
    ('board', '--konata'): ('other', ('pb1176', 'prog.elf')),
    ('export', '-o'): ('other', ('folded', 'profile.json')),
    ('bench', '--junit'): ('xml', ('s.yaml',)),
    ('history', '--html'): ('page', ()),
    ('diff', '--html'): ('page', ('record.json', 'again.json')),
    ('script', '-o'): ('source', ('-m', 'arm1176', '-M', 'cpi', '--as', 'c',
                                  '--exact')),
    ('compute', '-o'): ('text', ('-m', 'arm1176', 'cycles=5',
                                 'instr_exec=5')),
}
# They have a folder, in which files have names of their own.
FOLDERS = {('amalgam', '-o'), ('bench', '-o')}
# Each kind of file, and which results may replace one.
LOG = struct.pack('<II', 0x544C4F47, ~0x544C4F47 & 0xFFFFFFFF)
FILES = {
    'program': (b'\x7fELF\x01\x01\x01' + bytes(64), ()),
    'capture': (struct.pack('<I', 0xA1B2C3D4) + bytes(20), ()),
    'log': (LOG + bytes(64), ()),
    'kept_record': ((ROOT / 'tests/record/hand.json').read_bytes(),
                    ('document',)),
    'kept_profile': ((ROOT / 'tests/sample/hand_profile.json').read_bytes(),
                     ('document',)),
    'list': (b'[' + (ROOT / 'tests/record/hand.json').read_bytes() + b']',
             ('document',)),
    'package': (b'{"name": "mine", "version": "1.0"}\n',
                ('text', 'page', 'other', 'xml')),
    'site.html': (b'<!DOCTYPE html>\n<title>mine</title>\n', ()),
}
# Endings of other kinds of files; what may have them.
ENDINGS = {'.xml': ('xml',), '.svg': (), '.elf': (), '.pcap': (),
           '.c': ('source',),
           '.html': ('page',), '.csv': ('text', 'document'), '.json': ('text', 'document'),
           '.md': (), '': ('text', 'document', 'other', 'xml'),
           '.txt': ('text', 'document', 'other', 'xml')}


class Writing(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        for name, source in (('record.json', 'tests/record/hand.json'),
                             ('again.json', 'tests/record/hand.json'),
                             ('profile.json', 'tests/sample/hand_profile.json')):
            shutil.copy(ROOT / source, self.folder / name)

        (self.folder / 's.yaml').write_text('targets: a\nprograms: {p: x}\n')

    def run_it(self, *words):
        return subprocess.run([TALLY, *words], cwd=self.folder, timeout=60,
                              check=False, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)

    def refuses(self, way, name, words):
        verb, option = way
        done = self.run_it(verb, option, name, *words)
        self.assertEqual((done.returncode, done.stdout), (2, ''),
                         (way, name, done.stderr))
        self.assertIn(f'{option} {name}: ', done.stderr)

    def lets(self, way, name, words):
        """Whatever comes of it, nobody minds the name."""
        verb, option = way
        done = self.run_it(verb, option, name, *words)
        self.assertNotIn(f'{option} {name}: ', done.stderr, way)

    def test_each_option_is_here(self):
        """As the help has them: a new one needs a row."""
        verbs = re.findall(r'\b[a-z]+\b', ' '.join(
            re.findall(r'^  ([a-z, ]+?)  ', self.run_it('--help').stdout, re.M)))
        self.assertGreater(len(verbs), 15)
        found = set()
        for verb in verbs:
            text = self.run_it(verb, '--help').stdout
            # Examples, and what stands in quotes, are of other verbs, too.
            text = re.sub('`[^`]*`', '', text.split('Example')[0])
            for option, word in re.findall(r'(?:^|[ ,])(-o|--[a-z]+),? '
                                           r'(?:--output )?([A-Z]+)', text):
                if word in ('FILE', 'PAGE', 'FOLDER') and \
                        option not in ('--json', '--pcap', '--map',
                                       '--program', '--source', '--results'):
                    found.add((verb, option))
        self.assertEqual(found, set(WAYS) | FOLDERS)

    def test_nothing_is_lost(self):
        for way, (kind, words) in WAYS.items():
            for name, (content, by) in FILES.items():
                if kind in by or (kind == 'page' and not name.endswith('l')):
                    continue
                with self.subTest(f'{way}: {name}'):
                    path = self.folder / name
                    path.write_bytes(content)
                    self.refuses(way, name, words)
                    self.assertEqual(path.read_bytes(), content)
                    path.unlink()

    def test_no_folder(self):
        done = self.run_it('amalgam', '-m', 'arm1176', '-o', 'record.json')
        self.assertEqual((done.returncode, done.stdout), (2, ''))
        self.assertIn('-o record.json: that is a file; name a folder',
                      done.stderr)

    def test_nothing_is_lost_in_a_folder(self):
        """An amalgam replaces an earlier one, with --force, and no more."""
        words = 'amalgam', '-m', 'arm1176', '-o', '.'
        mine = {'mine': (b'int mine;\n', ())}
        for end in 'ch':
            for name, (content, _) in (FILES | mine).items():
                with self.subTest(f'{name} as .{end}'):
                    path = self.folder / f'tally_arm1176.{end}'
                    path.write_bytes(content)
                    for force in (), ('--force',):
                        done = self.run_it(*words, *force)
                        self.assertEqual(done.returncode, 1, done.stderr)
                        self.assertIn('choose another folder', done.stderr)
                        self.assertEqual(path.read_bytes(), content)
                        self.assertEqual(len(list(self.folder.iterdir())), 5)
                    path.unlink()
        self.assertEqual(self.run_it(*words).returncode, 0)
        self.assertIn('--force overwrites', self.run_it(*words).stderr)
        self.assertEqual(self.run_it(*words, '--force').returncode, 0)

    def test_pages_over_what_is_no_page(self):
        """A name that ends well does not help."""
        for way, (kind, words) in WAYS.items():
            for name, (content, _) in FILES.items():
                if kind != 'page' or name == 'package':
                    continue
                with self.subTest(f'{way}: {name}'):
                    path = self.folder / 'a.html'
                    path.write_bytes(content)
                    self.refuses(way, 'a.html', words)
                    self.assertEqual(path.read_bytes(), content)
                    path.unlink()

    def test_endings(self):
        for way, (kind, words) in WAYS.items():
            for ending, by in ENDINGS.items():
                with self.subTest(f'{way}: {ending}'):
                    if kind not in by:
                        self.refuses(way, 'new' + ending, words)
                        self.assertFalse((self.folder /
                                          ('new' + ending)).exists())
                    else:
                        self.lets(way, 'new' + ending, words)
                        (self.folder / ('new' + ending)).unlink(True)

    def test_the_same_kind_replaces(self):
        """A record its record, a page its page; as often as one likes."""
        counts = ('compute', '-m', 'arm1176', 'cycles=5', 'instr_exec=5')
        for _ in range(2):
            self.assertEqual(self.run_it(*counts, '-o', 'a.json').stderr, '')
            self.assertEqual(self.run_it('report', '--html', 'a.html',
                                         'a.json').stderr, '')
            self.assertEqual(self.run_it(*counts, '-o', 'a.txt').stderr, '')
        self.assertIn('"tally"', (self.folder / 'a.json').read_text())
        self.assertIn('<!DOCTYPE', (self.folder / 'a.html').read_text())


if __name__ == '__main__':
    unittest.main()
