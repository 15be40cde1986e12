# SPDX-License-Identifier: MIT
"""usage: tap.py test_what_if.py TALLY=COMMAND FIRMWARE=FOLDER

Parts that a board's core has not: counts, what the guest reads, and that each
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
	unsigned long type = 0;

	for (int turn = 0; turn < 8; turn++)
		for (unsigned i = 0; i < 4096; i += 8)
			words[i]++;
#ifdef __arm__
	__asm__ volatile("mrc p15, 0, %0, c0, c0, 1" : "=r"(type));
#elif defined(__aarch64__)
	__asm__ volatile("msr csselr_el1, %1; isb; mrs %0, ccsidr_el1"
			 : "=r"(type) : "r"(0L));
#else
	__asm__ volatile("mfspr %0, 515" : "=r"(type));
#endif
	printf("type %08lx\\n", type);
	return 0;
}
"""
LINES = 512
CACHES = 'icache=1K,2way', 'dcache=2K,2way', 'mispredict=30'
TIMES = 'memory=300', 'predictor=4'
PAGES = 'itlb=2', 'dtlb=3', 'walk=90'
SECOND = 'l2=32K,4way', 'level2=50'
# A core of each kind, what it can have otherwise, and what the guest reads.
BOARDS = {
    'pb1176': ((*CACHES, *TIMES, *PAGES, *SECOND, 'tlb=8,2way'), '1d08a04a'),
    'lubbock': ((*CACHES, *TIMES, *PAGES), '0b08a04a'),
    'versatile': ((*CACHES, 'tlb=8,2way'), '1d08a04a'),
    'pba8': ((*CACHES, *TIMES, *PAGES, *SECOND), '82048004'),
    'pbxa9': ((*CACHES, *TIMES, *PAGES, *SECOND, 'tlb=256,4way'), '83338003'),
    'mpc8540ads': ((*CACHES, *TIMES, *SECOND), '00000802'),
    'virt-a53': ((*CACHES, *TIMES, *PAGES, *SECOND, 'tlb=8,2way'),
                 '7001e00a'),
}


class WhatIf(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        tally_command.TALLY = TALLY
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        (cls.folder / 'walk.c').write_text(WALK)
        for board in BOARDS:
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

    def test_each_board_has_its_parts(self):
        """All at once; both engines count the same, and each part is told."""
        for board, (parts, value) in BOARDS.items():
            words = [it for part in parts for it in ('--machine', part)]
            metric = (() if board == 'versatile' else ('-M', 'cpi'))
            target = 'stat', '-t', f'board:{board}', '--json', *metric
            elf = self.folder / f'{board}.elf'
            with self.subTest(board):
                done = [tally(*target, *words, '--engine', engine, elf)
                        for engine in ('step', 'block')]
                self.assertEqual(done[0].returncode, 0, done[0].stderr)
                record, other = (json.loads(it.stdout) for it in done)
                self.assertEqual(self.counts(record), self.counts(other))
                self.assertEqual(sorted(record['board']['machine']),
                                 sorted(parts))
                self.assertIn(f'type {value}', done[0].stderr)
                if metric:
                    own = json.loads(printed(*target, elf))
                    cycles = self.cycles(record), self.cycles(own)
                    self.assertGreater(cycles[0], cycles[1])

    @staticmethod
    def cycles(record):
        return next(it['count'] for it in record['events']
                    if it['name'].lower().endswith('cycles'))

    def test_times_and_tables_cost(self):
        """Each alone makes a difference that can be told beforehand."""
        demo = pathlib.Path(FIRMWARE) / 'pb1176' / 'tlb.elf'
        events = 'main_tlb_miss,dtlb_miss'

        def stat(*words):
            return self.counts(json.loads(printed(
                'stat', '-t', 'board:pb1176', '-e', events, '--json', *words,
                demo)))
        own = stat()
        small = stat('--machine', 'tlb=8,2way')
        self.assertEqual(own['dtlb_miss'], small['dtlb_miss'])
        self.assertLess(own['main_tlb_miss'], 100)
        self.assertEqual(small['main_tlb_miss'], small['dtlb_miss'])
        # Each miss reads descriptors, each of which costs ten more.
        slow = stat('--machine', 'tlb=8,2way', '--machine', 'walk=30')
        self.assertEqual(slow['main_tlb_miss'], small['main_tlb_miss'])
        more = slow['cycles'] - small['cycles']
        self.assertIn(more // small['main_tlb_miss'], (10, 20))

    def test_a_profile_says_so(self):
        rows = self.rows('profile', '-t', 'board:pb1176', '--csv', '--machine',
                         'memory=90', self.folder / 'pb1176.elf')
        self.assertEqual({it['what_if'] for it in rows},
                         {'what if: memory=90; not this core'})
        self.assertNotIn('what_if', self.rows(
            'profile', '-t', 'board:pb1176', '--csv',
            self.folder / 'pb1176.elf')[0])

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
            'i: "--machine icache=16K..64K,4way", '
            'w: "--machine dcache=32K,1way..4way", '
            'm: "--machine memory=50..100"}\n')
        done = tally('bench', '-o', self.folder / 'sweep',
                     self.folder / 'sweep.yaml')
        cycles = [int(it.replace(',', '')) for it in re.findall(
            r'(?m)^walk@pb1176@d-\d+K +(\S+)', done.stdout)]
        self.assertEqual(len(cycles), 4, done.stdout)
        self.assertGreater(cycles[0], 1.2 * cycles[3])
        marked = re.findall(r'(?m)^walk@pb1176@([di]-\d+K) .* \?$', done.stdout)
        self.assertEqual(len(marked), 7, done.stdout)
        self.assertRegex(done.stdout, r'(?m)^ +2way +\S+  #+$')
        self.assertIn('m: cycles by memory=50..100, what if', done.stdout)
        self.assertRegex(done.stdout, r'(?m)^ +50 +\S+  #+$')
        self.assertIn('\n? what if: ', done.stdout)
        rows = self.rows('bench', '-o', self.folder / 'sweep', '--csv',
                         self.folder / 'sweep.yaml')
        self.assertEqual({it['what_if'] for it in rows},
                         {f'what if: dcache={k}K,4way; not this core'
                          for k in (4, 8, 16, 32)} |
                         {f'what if: icache={k}K,4way; not this core'
                          for k in (16, 32, 64)} |
                         {f'what if: dcache=32K,{n}way; not this core'
                          for n in (1, 2, 4)} |
                         {f'what if: memory={n}; not this core'
                          for n in (50, 100)})
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
        self.assertIn('12 jobs: 0 worse, 0 better, 12 alike; '
                      '12 what if, not this core', printed('diff', *both))
        self.assertEqual({it['not_this_core']
                          for it in self.rows('diff', '--csv', *both)},
                         {'both'})
        jobs = json.loads(printed('diff', '--json', *both))['jobs']
        self.assertEqual({it['not_this_core'] for it in jobs}, {'both'})


if __name__ == '__main__':
    unittest.main()
