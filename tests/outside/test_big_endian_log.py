#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_big_endian_log.py TALLY [unittest arguments]

A log that a program on a big-endian ARM has filled, with the library's own
code, in QEMU (package qemu-user): `tally collect` reads each of its records."""
import csv
import io
import json
import pathlib
import subprocess
import tempfile
import unittest

from tally_command import ROOT, printed

TALLY = ''
SOURCE = ROOT / 'tests/outside/big_endian_log.c'
LARGE = 0x123456789


class BigEndian(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)

    def dump(self, *words):
        """What the program wrote, compiled with these words."""
        elf = pathlib.Path(self.folder.name, 'log.elf')
        path = elf.with_suffix('.bin')
        subprocess.run(
            ['arm-none-eabi-gcc', '-mbig-endian', '-march=armv5te', '-O2',
             '-ffreestanding', '-nostdlib', '-static', '-Wall', '-Werror',
             f'-I{ROOT / "include"}', f'-I{ROOT / "src"}', *words, SOURCE,
             ROOT / 'src/core/log.c', '-o', elf], check=True)
        path.write_bytes(subprocess.run(
            ['qemu-armeb', elf], check=True, timeout=60,
            stdout=subprocess.PIPE).stdout)
        return path

    def test_collected(self):
        for words in (), ('-Os',), ('-O0',):
            with self.subTest(words=words):
                path = self.dump(*words)
                self.assertEqual(path.read_bytes()[:8].hex(),
                                 '544c4f47abb3b0b8')
                self.check(path)

    def check(self, path):
        rows = list(csv.DictReader(io.StringIO(
            printed('collect', '--rows', path))))
        self.assertEqual(
            [(row['kind'], int(row['task']), row['text'] or
              (int(row['a']), int(row['b']))) for row in rows],
            [('start', 0, (1, 0)), ('monitor', 0, 'arm1176'),
             ('setup', 0, (7, 1000)), ('task', 5, 'worker'),
             ('sample', 5, (0x8000, 1000)), ('sample', 5, (0x8004, LARGE)),
             ('sample', 6, (0x8000, 500))])
        it = json.loads(printed('collect', '--json', path))
        self.assertEqual(it['total'], [1500 + LARGE])
        self.assertEqual(it['samples']['weight'], [1000, LARGE, 500])
        self.assertEqual([row['name'] for row in it['tasks']],
                         ['worker', None])
