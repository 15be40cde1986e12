#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_cli_notes.py TALLY FIRMWARE

A note stands under a number only where its condition holds, and an identity is
judged only where it can be; both as a user sees them."""
import json
import os
import pathlib
import sys
import tempfile
import unittest

from tally_command import tally

TALLY = 'tally'
FIRMWARE = ''
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / 'examples'


class Case(unittest.TestCase):
    def elf(self, board, name):
        path = pathlib.Path(FIRMWARE) / board / f'{name}.elf'
        if not path.exists():
            self.skipTest(f'{path} was not built')
        return path

    def document(self, *arguments):
        done = tally(*arguments, '--json')
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def notes(self, *arguments):
        return [note['id'] for note in self.document(*arguments)['notes']]


class Notes(Case):
    CACHE = {'shadow', 'return_shadow', 'fills', 'icache_speculative'}

    def test_cache_that_is_off_has_no_lines_to_fill(self):
        command = ('stat', '-t', 'board:pb1176', '-M', 'icache_miss_rate',
                   self.elf('pb1176', 'crc32'))
        cold = set(self.notes(*command, '--cold'))
        self.assertEqual(cold & self.CACHE, set())
        self.assertIn('icache_off', cold)
        warm = set(self.notes(*command))
        self.assertEqual(warm & self.CACHE, self.CACHE - {'shadow'})
        self.assertNotIn('icache_off', warm)

    def test_given_counts_have_no_order_of_words(self):
        compute = tally('compute', '-m', 'mpc8540', 'SE:C0=1000',
                        '--clock-ratio', '5:2')
        self.assertEqual(compute.returncode, 0, compute.stderr)
        self.assertIn('core_cycles', compute.stdout)
        self.assertNotIn('which word', compute.stdout)
        self.assertIn('which word', tally(
            'script', '-m', 'mpc8540', '-e', 'CCB_CYCLES').stdout)

    def test_order_of_a_document_only_where_it_is_used(self):
        script = ('script', '-m', 'mpc8540', '-M', 'l2_core_miss_rate')
        self.assertNotIn('AN3636 4.1 (', tally(*script).stdout)
        self.assertIn('stale', tally(*script, '--order', 'documented').stdout)
        self.assertNotIn('stale', tally(
            'compute', '-m', 'mpc8540', '-M', 'l2_core_miss_rate',
            'SE:C2:59=1', 'SE:Ref:22=1', 'SE:C4:57=1',
            'SE:Ref:23=1').stdout)


class Misses(Case):
    """[DAI0195B 8] has misses of the data cache count more than its table 2."""
    def test_more_than_accesses_is_doubted(self):
        document = self.document('compute', '-m', 'arm1176',
                                 'dcache_access_cacheable=100',
                                 'dcache_miss=120')
        rows = {row['name']: row for row in document['metrics']}
        self.assertEqual(rows['dcache_miss_rate']['doubts'], ['unexpected'])
        self.assertAlmostEqual(rows['dcache_miss_rate']['value'], 120)
        self.assertIn('not cacheable', rows['dcache_hit_ratio']['why'])
        text = tally('compute', '-m', 'arm1176', 'dcache_access_cacheable=100',
                     'dcache_miss=120').stdout
        self.assertRegex(text, r'(?m)^dcache_miss_rate .*  more misses than ')

    def test_all_say_which_reading(self):
        for core in ('arm1136', 'arm1156', 'arm1176'):
            page = tally('explain', core, 'dcache_miss').stdout
            page = ' '.join(page.split())
            self.assertIn('"all non-CP15 operations which miss in the cache '
                          'and DTCM and go to the external AHB interface"',
                          page)
            self.assertIn('the virtual boards leave them out', page)

    def test_the_board_says_that_it_chose(self):
        truth = self.document('stat', '-t', 'board:pb1176', '-e',
                              'dcache_miss', '--truth',
                              self.elf('pb1176', 'crc32'))['truth']
        row, = (row for row in truth if row['code'] == 0x0b)
        self.assertIn('cacheable accesses only: chosen', row['basis'])


class Bursts(Case):
    """armd_beats needs whole bursts, which these do not leave."""
    def stat(self, *options):
        done = tally('stat', '-t', 'board:versatile',
                     '-M', 'armd_burst_length',
                     '--truth', '--json', *options,
                     self.elf('versatile', 'matmul_naive'))
        self.assertEqual(done.returncode, 0, done.stderr)
        document = json.loads(done.stdout)
        identity, = (i for i in document['identities']
                     if i['id'] == 'armd_beats')
        return document, identity

    def test_judged_where_nothing_cuts_them(self):
        document, identity = self.stat()
        self.assertEqual((identity['holds'], identity['not_judged']),
                         (True, None))
        self.assertFalse(document['conditions']['debug_tracked'])
        self.assertFalse(document['conditions']['burst_broken'])
        self.assertNotIn('dbgack', [n['id'] for n in document['notes']])

    def test_not_judged_where_dbgack_is_tracked(self):
        with tempfile.TemporaryDirectory() as folder:
            own = pathlib.Path(folder) / 'tracking.map'
            own.write_text((EXAMPLES / 'ahb.map').read_text().replace(
                'track_dbgack 0', 'track_dbgack 1'))
            document, identity = self.stat('--map', own, '--inject',
                                           'dbgack=100/1000')
        # Which way it is off is the program's matter.
        self.assertGreater(abs(identity['value']), 14)
        self.assertIsNone(identity['holds'])
        self.assertIn('DBGACK is tracked', identity['not_judged'])
        self.assertIn('dbgack', [n['id'] for n in document['notes']])
        self.assertTrue(document['trusted'])

    def test_not_judged_after_a_retry(self):
        document, identity = self.stat('--inject', 'armd:retry,every=50')
        # Which way it is off is the program's matter.
        self.assertGreater(abs(identity['value']), 14)
        self.assertIsNone(identity['holds'])
        self.assertIn('RETRY', identity['not_judged'])
        self.assertTrue(document['conditions']['burst_broken'])


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    TALLY = os.path.abspath(sys.argv[1])
    FIRMWARE = os.path.abspath(sys.argv[2])
    del sys.argv[1:3]
    unittest.main(verbosity=2)
