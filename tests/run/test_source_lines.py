# SPDX-License-Identifier: MIT
"""usage: tap.py test_source_lines.py TALLY=COMMAND FIRMWARE=FOLDER

A region between two source lines is the one between their first instructions,
as binutils finds them."""
import json
import pathlib
import re
import shutil
import subprocess
import unittest

import tally_command

TALLY = ''
FIRMWARE = ''
PREFIX = next((prefix for prefix in ('arm-none-eabi-', '')
               if shutil.which(prefix + 'addr2line')), '')


def setUpModule():
    tally_command.TALLY = TALLY


class Lines(unittest.TestCase):
    program = property(
        lambda self: pathlib.Path(FIRMWARE, 'pb1176', 'crc32.elf'))

    def lines(self):
        """Of the function crc32: its lines' lowest addresses."""
        table = subprocess.run(
            [PREFIX + 'readelf', '-sW', self.program], check=True,
            capture_output=True, text=True).stdout
        start, size = re.search(r'([0-9a-f]+) +(\d+) FUNC .* crc32$', table,
                                re.M).groups()
        places = range(int(start, 16), int(start, 16) + int(size), 4)
        told = subprocess.run(
            [PREFIX + 'addr2line', '-e', self.program, *map(hex, places)],
            check=True, capture_output=True, text=True).stdout
        first = {}
        for addr, line in zip(places, re.findall(r'(?m):(\d+)', told)):
            first.setdefault(int(line), addr)
        return first

    def count(self, region):
        return json.loads(tally_command.printed(
            'stat', '-t', 'board:pb1176', '--region', region, '-e',
            'instr_exec', '--json', self.program))['events'][0]['count']

    def test_from_line_to_line(self):
        first = sorted((addr, line) for line, addr in self.lines().items())
        (begin, line), (end, last) = first[0], first[-1]
        self.assertNotEqual(line, last)
        count = self.count(f'crc32.c:{line}..crc32.c:{last}')
        self.assertGreater(count, 0)
        self.assertEqual(count, self.count(f'{begin:#x}..{end:#x}'))
        self.assertEqual(count, self.count(
            f'demo/crc32.c:{line}..crc32+{end - begin:#x}'))

    def refused(self, line):
        done = tally_command.tally(
            'stat', '-t', 'board:pb1176', '--region', f'crc32.c:{line}..0x8000',
            '-e', 'instr_exec', self.program)
        self.assertEqual(done.returncode, 1)
        return re.sub(r'.*?line \d+ of crc32.c (?=has no code)', '',
                      done.stderr.strip())

    def test_lines_without_code(self):
        """What is beside them is told where there is something."""
        first = min(self.lines())
        self.assertRegex(self.refused(1),
                         r'^has no code; the first that has is \d+$')
        self.assertRegex(self.refused(9999),
                         r'^has no code; the last that has is \d+$')
        # It is no other line in 32 bits.
        self.assertEqual(self.refused(9999), self.refused((1 << 32) + first))


if __name__ == '__main__':
    unittest.main()
