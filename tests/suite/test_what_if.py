# SPDX-License-Identifier: MIT
"""usage: tap.py test_what_if.py TALLY=COMMAND FIRMWARE=FOLDER

Caches that a board's core has not: counts, what the guest reads, and that each
result says so."""
import csv
import io
import json
import pathlib
import re
import tempfile
import unittest

import tally_command
from tally_command import printed, tally

TALLY = ''
FIRMWARE = ''
# Goes over 16 KiB eight times, a word of each line.
WALK = """
#include <stdio.h>
static volatile unsigned words[4096];
int main(void)
{
	unsigned type;

	for (int turn = 0; turn < 8; turn++)
		for (unsigned i = 0; i < 4096; i += 8)
			words[i]++;
	__asm__ volatile("mrc p15, 0, %0, c0, c0, 1" : "=r"(type));
	printf("type %08x\\n", type);
	return 0;
}
"""
LINES = 512


class WhatIf(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        tally_command.TALLY = TALLY
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        (cls.folder / 'walk.c').write_text(WALK)
        for board in 'pb1176', 'lubbock':
            printed('board', board, '--run', '--cc', cls.folder / 'walk.c',
                    '-O2', '-g', '-o', cls.folder / f'{board}.elf')

    def stat(self, board, *words):
        """The record, and what the guest read of its cache type."""
        done = tally('stat', '-t', f'board:{board}', '-e', 'dcache_miss,'
                     'icache_miss', '-M', 'cpi', '--json', *words,
                     self.folder / f'{board}.elf')
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout), re.search(r'type (\w+)',
                                                  done.stderr)[1]

    @staticmethod
    def counts(record):
        return {it['name']: it['count'] for it in record['events']}

    def test_what_fits_misses_once(self):
        for board, own in ('pb1176', '1d152152'), ('lubbock', '0b1aa1aa'):
            self.assertEqual(self.stat(board)[1], own)
            large, _ = self.stat(board, '--machine', 'dcache=32K,4way')
            small, _ = self.stat(board, '--machine', 'dcache=4K,1way')
            with self.subTest(board):
                # Each of seven further turns misses each line, or none.
                more = (self.counts(small)['dcache_miss'] -
                        self.counts(large)['dcache_miss'])
                self.assertGreaterEqual(more, 7 * LINES)
                self.assertLess(more, 8 * LINES)
                self.assertLess(self.counts(large)['icache_miss'],
                                self.counts(self.stat(
                                    board, '--machine', 'icache=1K,1way')[0]
                                            )['icache_miss'])

    def test_the_guest_reads_it(self):
        """Size, ways, and ARMv6's bit for ways above a page, by hand."""
        for board, words, value in (
                ('pb1176', ('dcache=32K,4way',), '1d992152'),
                ('pb1176', ('dcache=64K,8way', 'icache=1K,1way'), '1d9da042'),
                ('pb1176', ('dcache=16K,4way',), '1d152152'),
                ('lubbock', ('dcache=4K,2way',), '0b0ca1aa')):
            options = [it for word in words for it in ('--machine', word)]
            self.assertEqual(self.stat(board, *options)[1], value, words)

    def test_blocks_are_steps(self):
        """Both engines count the same."""
        for board in 'pb1176', 'lubbock':
            both = [self.counts(self.stat(
                board, '--machine', 'dcache=2K,2way', '--machine',
                'icache=1K,1way', '--engine', engine)[0])
                    for engine in ('step', 'block')]
            self.assertEqual(*both)

    def test_it_says_so(self):
        words = '--machine', 'dcache=8K,2way'
        said = 'what if: dcache=8K,2way; not this core'
        record, _ = self.stat('pb1176', *words)
        self.assertIn(said, record['target']['title'])
        self.assertEqual(record['board']['machine'], ['dcache=8K,2way'])
        elf = self.folder / 'pb1176.elf'
        for row in record['metrics'] + record['events']:
            self.assertEqual(row['doubts'], ['simulated', 'not_this_core'])
        for verb in 'stat', 'profile', 'board', 'why':
            target = ('pb1176',) if verb == 'board' else ('-t', 'board:pb1176')
            done = tally(verb, *target, *words, elf)
            text = ' '.join((done.stdout + done.stderr).split())
            self.assertIn(said, text)
        one, other = (self.folder / f'{it}.json' for it in 'ab')
        one.write_text(json.dumps(record))
        other.write_text(json.dumps(self.stat('pb1176')[0]))
        done = tally('diff', one, other)
        self.assertEqual(done.returncode, 1)
        self.assertIn('--machine=dcache=8K,2way against none', done.stderr)
        for form in (), ('--markdown',):
            text = ' '.join(printed('diff', '--force', *form, one,
                                    other).split())
            self.assertIn('cycles', text)
            self.assertEqual(text.count(said), 1)
        self.assertIn(said, printed('report', '--html', '-', one))
        for row in self.rows('report', '--csv', one):
            if row['kind'] in ('metric', 'event'):
                self.assertEqual(row['doubts'], 'simulated not_this_core')
        self.assertIn(said, printed('why', '--json', '-t', 'board:pb1176',
                                    *words, elf))

    @staticmethod
    def rows(*words):
        return list(csv.DictReader(io.StringIO(printed(*words))))

    def test_a_comparison_says_of_which_side(self):
        one, other = (self.folder / f'side-{it}.json' for it in 'ab')
        one.write_text(json.dumps(self.stat(
            'pb1176', '--machine', 'dcache=8K,2way')[0]))
        other.write_text(json.dumps(self.stat('pb1176')[0]))
        for before, after, side in ((one, other, 'before'),
                                    (other, one, 'after'),
                                    (one, one, 'both')):
            rows = self.rows('diff', '--force', '--csv', before, after)
            self.assertEqual({it['not_this_core'] for it in rows}, {side})
            sides = json.loads(printed('diff', '--force', '--json', before,
                                       after))
            self.assertEqual(['what_if' in sides[it][0]
                              for it in ('before', 'after')],
                             [before == one, after == one])
        self.assertNotIn('not_this_core',
                         self.rows('diff', '--csv', other, other)[0])

    def test_a_suite_sweeps_them(self):
        (self.folder / 'sweep.yaml').write_text(
            'targets: board:pb1176\nmetrics: cpi\nprograms: {walk: pb1176.elf}\n'
            'options: {d: "--machine dcache=4K..32K,4way", '
            'i: "--machine icache=16K..64K,4way"}\n')
        done = tally('bench', '-o', self.folder / 'sweep',
                     self.folder / 'sweep.yaml')
        cycles = [int(it.replace(',', '')) for it in re.findall(
            r'(?m)^walk@pb1176@d-\d+K +(\S+)', done.stdout)]
        self.assertEqual(len(cycles), 4, done.stdout)
        self.assertGreater(cycles[0], 1.2 * cycles[3])
        marked = re.findall(r'(?m)^walk@pb1176@([di]-\d+K) .* \?$', done.stdout)
        self.assertEqual(len(marked), 7, done.stdout)
        self.assertIn('\n? what if: ', done.stdout)
        rows = self.rows('bench', '-o', self.folder / 'sweep', '--csv',
                         self.folder / 'sweep.yaml')
        self.assertEqual({it['what_if'] for it in rows},
                         {f'what if: dcache={k}K,4way; not this core'
                          for k in (4, 8, 16, 32)} |
                         {f'what if: icache={k}K,4way; not this core'
                          for k in (16, 32, 64)})
        # It goes over 16 KiB, so that they are where it bends; its code fits
        # each of the other caches.
        chart = done.stdout.split('\nwalk@pb1176@d: cycles by '
                                  'dcache=4K..32K,4way, what if')[1]
        one, other = chart.split('walk@pb1176@i: cycles by ')
        self.assertRegex(one, r'(?m)^ +4K +\S+  #{40}$')
        self.assertRegex(one, r'(?m)^ +16K +\S+  #{15,30}  <- knee$')
        self.assertIn('knee at 16K: ', one)
        self.assertIn('no knee: from 16K to 64K the cycles differ by less '
                      'than 1 %', other)
        both = self.folder / 'sweep', self.folder / 'sweep'
        self.assertIn('7 jobs: 0 worse, 0 better, 7 alike; '
                      '7 what if, not this core', printed('diff', *both))
        self.assertEqual({it['not_this_core']
                          for it in self.rows('diff', '--csv', *both)},
                         {'both'})
        jobs = json.loads(printed('diff', '--json', *both))['jobs']
        self.assertEqual({it['not_this_core'] for it in jobs}, {'both'})


if __name__ == '__main__':
    unittest.main()
