#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_far_addresses.py TALLY=COMMAND

A program above 4 GiB, of which a log has samples: functions, lines and
instructions are found at addresses of 64 bits, and every form has them whole."""
import csv
import io
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from log_bytes import log, samples
from tally_command import printed

TALLY = ''
CC = 'aarch64-linux-gnu-gcc'
TEXT = 0x480000000
SOURCE = """int helper(int x) { return x * 3 + 1; }

void _start(void)
{
	volatile int i = 0;

	for (;;)
		i = helper(i);
}
"""


@unittest.skipUnless(shutil.which(CC), f'no {CC}')
class FarAddresses(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='tally-far-')
        self.addCleanup(folder.cleanup)
        place = pathlib.Path(folder.name)
        (place / 'far.c').write_text(SOURCE, encoding='ascii')
        subprocess.run([CC, '-g', '-O1', '-fno-inline', '-nostdlib', '-static',
                        '-ffreestanding', f'-Wl,-Ttext={TEXT:#x}', 'far.c',
                        '-o', 'far.elf'], cwd=place, check=True)
        (place / 'log.bin').write_bytes(log(samples([TEXT, TEXT, TEXT + 4])))
        self.kept = place / 'kept.json'
        printed('collect', '--program', place / 'far.elf', '--json', '-o',
                self.kept, place / 'log.bin')

    def test_the_file(self):
        kept = json.loads(self.kept.read_text(encoding='utf-8'))
        self.assertEqual([row['addr'] for row in kept['places']],
                         [TEXT, TEXT + 4])
        self.assertEqual([(row['name'], row['addr'])
                          for row in kept['functions']], [('helper', TEXT)])

    def test_its_instructions(self):
        text = printed('report', '--annotate', 'helper', self.kept)
        self.assertIn('480000000:  add', text)
        rows = list(csv.DictReader(io.StringIO(printed(
            'report', '--annotate', f'{TEXT:#x}', '--csv', self.kept))))
        self.assertEqual(
            [(row['address'], row['line'], row['count']) for row in rows],
            [(f'{TEXT:#x}', '1', '2'), (f'{TEXT + 4:#x}', '1', '1'),
             (f'{TEXT + 8:#x}', '1', '0')])

    def test_other_forms(self):
        self.assertIn(f'\n{TEXT:#x} 1 2000\n{TEXT + 4:#x} 1 1000\n',
                      printed('export', 'callgrind', self.kept))
        (row,) = csv.DictReader(io.StringIO(printed('report', '--csv',
                                                    self.kept)))
        self.assertEqual((row['function'], row['address']),
                         ('helper', f'{TEXT:#x}'))


if __name__ == '__main__':
    unittest.main()
