# SPDX-License-Identifier: MIT
"""`tally collect`: logs of firmware, from a board's memory and from dumps that
are whole, cut, damaged or made to harm.  tests/dump has the log itself."""
import csv
import io
import json
import os
import pathlib
import random
import re
import tempfile
import unittest

import gdb_boards
from log_bytes import SAMPLE, SETUP, log, samples, values
from tally_command import printed, tally

TALLY = ''
FIRMWARE = ''


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='tally-collect-')
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def file(self, content, name='dump.bin'):
        path = os.path.join(self.folder, name)
        pathlib.Path(path).write_bytes(content)
        return path


class Dumps(Case):
    def collected(self, content, *words, status=0):
        done = tally('collect', '--json', *words, self.file(content))
        self.assertEqual(done.returncode, status, done.stderr)
        return json.loads(done.stdout), done.stderr

    def refused(self, content, says, *words):
        done = tally('collect', *words, self.file(content))
        self.assertEqual((done.returncode, done.stdout), (1, ''), done.stderr)
        self.assertIn(says, done.stderr)
        self.assertEqual(done.stderr.count('\n'), 1)

    def test_both_byte_orders_anywhere(self):
        rows = samples([0x8000, 0x8004, 0x8004])
        for order in '<>':
            for before in b'', b'x' * 1001, b'TGLO\x54\x4c\x4f\x47' * 9:
                found, said = self.collected(before + log(rows, order) +
                                             b'behind')
                self.assertEqual(said, '')
                self.assertEqual({row['addr']: (row['count'], row['cost'])
                                  for row in found['places']},
                                 {0x8000: (1, [1000]), 0x8004: (2, [2000])})
                self.assertEqual(found['sampled']['lost'], 0)
                self.assertEqual(
                    [(row['name'], row['monitor'], row['period'])
                     for row in found['columns']],
                    [('instr_exec', 'arm1176', 1000)])

    def test_rows(self):
        found = printed('collect', '--rows', self.file(log(
            samples([0x8000]) + [(5, 1, 0, values(1 << 40, 9)),
                                 (99, 0, 0, values(1, 2))])))
        rows = list(csv.reader(io.StringIO(found)))
        self.assertEqual(rows[2], ['1', 'monitor', '0', '0', '0', '0',
                                   'arm1176'])
        self.assertEqual(rows[5], ['4', 'interval', '1', '0', str(1 << 40),
                                   '9', ''])
        self.assertEqual(rows[6][:2], ['5', '?'])

    def test_cut(self):
        whole = log(samples(range(0x8000, 0x8028, 4)), records=16)
        for size in range(64 + 32 * 4, len(whole), 7):
            left = min((size - 64) // 32, 13)
            found, said = self.collected(whole[:size])
            self.assertEqual(found['sampled']['samples'], left - 3)
            self.assertEqual(found['sampled']['lost'], 13 - left)
            self.assertEqual('behind the end; the rest is here' in said,
                             left < 13)

    def test_damaged_record(self):
        spoilt = bytearray(log(samples([0x8000, 0x8004])))
        spoilt[64 + 32 * 3 + 17] ^= 4
        found, said = self.collected(bytes(spoilt))
        self.assertEqual([row['addr'] for row in found['places']], [0x8004])
        self.assertIn("1 of the log's records is damaged", said)

    def test_lost(self):
        found, said = self.collected(log(samples([0x8000]), lost=12),
                                     status=1)
        self.assertEqual(found['sampled']['lost'], 12)
        self.assertIn('the firmware lost 12 records as the log was full', said)

    def test_no_log(self):
        for content in b'', b'a', bytes(100000), log(samples([1]))[:63]:
            self.refused(content, 'there is no log in it')
        spoilt = bytearray(log(samples([1])))
        spoilt[13] ^= 1  # sealed
        self.refused(bytes(spoilt), 'there is no log in it')

    def test_another_version(self):
        self.refused(log(samples([1]), version=3), 'the log has version 3, '
                     'and this Tally reads versions 1 and 2; a newer one '
                     'may read it')

    def test_no_samples(self):
        self.refused(log(samples([])), 'the log has no samples that a setup '
                     'came before, but 3 records; --rows prints them')

    def test_far_addresses(self):
        """Places have addresses of 64 bits, as far as JSON's numbers go; what
        is beyond has a row of its own."""
        far = [0x8000, 1 << 32, (1 << 63) - 4]
        found, _ = self.collected(log(samples([*far, 1 << 63])))
        self.assertEqual([row['addr'] for row in found['places']], far)
        self.assertEqual([(row['name'], row['cost'])
                          for row in found['causes']],
                         [('beyond addresses of 63 bits', [1000])])

    def test_hostile(self):
        """Whatever stands in it, it ends, and what is told adds up."""
        rows = samples([0x8000]) + [
            (SAMPLE, 0, 0, values(0x8000, (1 << 64) - 1)),
            (SETUP, 65535, 0, values((1 << 64) - 1, (1 << 64) - 1)),
            (SAMPLE, 65535, 0, values((1 << 64) - 1, (1 << 63) - 1)),
            (SAMPLE, 65535, 0, values(1, (1 << 63) - 1)),
            (SAMPLE, 9, 0, values(1, 1))]
        found, _ = self.collected(log(rows))
        self.assertEqual(found['sampled']['lost'], 3)
        path = self.file(json.dumps(found).encode(), 'kept.json')
        printed('report', path)
        many = [(SETUP, i, 0, values(i, 1)) for i in range(600)]
        many += [(SAMPLE, i, 0, values(4, 1)) for i in range(600)]
        found, _ = self.collected(log(many, records=2048))
        self.assertEqual(len(found['columns']), 512)
        self.assertEqual(found['sampled']['lost'], 600 - 512)
        chance = random.Random(1)
        whole = log(samples(range(0x8000, 0x8100, 4)), records=128)
        for _ in range(40):
            spoilt = bytearray(whole)
            for _ in range(chance.randrange(1, 9)):
                spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
            done = tally('collect', '--json', self.file(bytes(spoilt)))
            self.assertIn(done.returncode, (0, 1), done.stderr)

    def test_head_that_cannot_be(self):
        found, said = self.collected(log(samples([0x8000, 0x8004]),
                                         head=0x12345678))
        self.assertEqual(found['sampled']['samples'], 2)
        self.assertIn('damaged', said)


class Board(Case):
    """A handler's own log, out of the board's memory."""
    elf = property(lambda self: f'{FIRMWARE}/pb1176/test_sampling.elf')

    def words(self, *words):
        return '-t', 'board:pb1176', *words, self.elf

    def test_samples_of_the_handler(self):
        found = json.loads(printed('collect', *self.words('--json')))
        rows = printed('collect', *self.words('--rows')).splitlines()
        counted, = (int(row.split(',')[4]) for row in rows
                    if ',interval,' in row)
        self.assertEqual(found['sampled']['samples'], counted // 1000)
        self.assertEqual(found['sampled']['lost'], 0)
        self.assertEqual({row['name'] for row in found['functions']}, {'main'})
        exact = json.loads(printed('profile', *self.words('--json', '-e',
                                                          'instr_exec')))
        inside = {row['addr']: row['count'] for row in exact['places']}
        for row in found['places']:
            self.assertGreater(inside[row['addr']], 1000)

    def test_report_is_what_was_printed(self):
        path = os.path.join(self.folder, 'kept.json')
        self.assertEqual(printed('collect', *self.words('-o', path)), '')
        self.assertEqual(printed('report', path),
                         printed('collect', *self.words()))
        self.assertIn('main', printed('export', 'folded', path))

    def test_until(self):
        """At a function, on a board and behind a debug server alike."""
        words = '--rows', '--until', 'tally_session_stop'
        rows = printed('collect', *self.words(*words))
        self.assertGreater(rows.count('sample'), 100)
        process, port = gdb_boards.serve_file('pb1176', self.elf)
        target = f'gdb::{port},arm1176,scratch=0x3000000'
        done = tally('collect', '-t', target, *words, self.elf)
        self.assertEqual(done.stdout, rows)
        # It is let go before anything is made of what was read.
        self.assertRegex(
            done.stderr, r'the target at gdb:localhost:\d+ was held for '
            r'[\d.e+]+ ms while its memory was read, and goes on\n')
        self.assertIn('program exited with status 0',
                      process.communicate()[1])

    def test_at(self):
        rows = printed('collect', *self.words('--rows'))
        done = tally('collect', *self.words('--rows', '--at', '0x8000'))
        self.assertEqual(done.returncode, 1)
        self.assertIn('there is no log at 0x8000', done.stderr)
        self.assertEqual(printed('collect', *self.words('--rows', '--at',
                                                        'ring')), rows)
        self.assertGreater(rows.count('sample'), 100)
