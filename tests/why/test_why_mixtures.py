#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random mixtures of programs of one trouble each, on the boards in turn.  Each share
that `tally why` says is the ledger's own, and of counts alone each bound that
`tally stat` says holds.  A mixture that is told wrongly is printed with its seed.
(Variables: TALLY, the command; FIRMWARE, so that there are boards.  MIXTURES in the
environment: how many there are; SEED: of the first.)"""
import functools
import json
import os
import pathlib
import random
import re
import tempfile
import unittest

import tally_command
from tally_command import boards, tally

TALLY = ''
FIRMWARE = ''
COUNT = int(os.environ.get('MIXTURES', 20))
SEED = int(os.environ.get('SEED', 0))
MOST = 3      # causes that a sentence has
FROM = 0.1    # of the cycles, for all but the first

# Each part is for one thing; main() takes how often each is called.
SOURCE = r'''
#include <stdint.h>
#include <stdlib.h>
#define WHOLE __attribute__((noipa))
#define KEEP(x) __asm__ volatile("" : "+r"(x))
enum { WIDE = 1 << 18, LINE = 16, PAGE = 1024, TURNS = 64 };
static volatile uint32_t wide[WIDE];
static volatile uint32_t at;
struct pieces { uint32_t piece[24]; };
static struct pieces from, to;

WHOLE static uint32_t sums(uint32_t n)
{
	for (int i = 0; i < 8 * TURNS; i++) {
		n += 3;
		KEEP(n);
	}
	return n;
}
WHOLE static uint32_t products(uint32_t n)
{
	for (int i = 0; i < 4 * TURNS; i++) {
		n = n * n + 1;
		KEEP(n);
	}
	return n;
}
WHOLE static uint32_t shifts(uint32_t n)
{
	for (int i = 0; i < 4 * TURNS; i++) {
		n = (n << (n & 7)) + 1;
		KEEP(n);
	}
	return n;
}
WHOLE static uint32_t loads(uint32_t n)
{
	for (int i = 0; i < 4 * TURNS; i++)
		n = wide[n & 1] + n;
	return n;
}
WHOLE static uint32_t misses(uint32_t n)
{
	for (int i = 0; i < TURNS; i++)
		n += wide[(at = at + LINE) % WIDE] ^ n;
	return n;
}
WHOLE static uint32_t stores(uint32_t n)
{
	for (int i = 0; i < TURNS; i++)
		wide[(at = at + LINE) % WIDE] = n;
	return n;
}
WHOLE static uint32_t pages(uint32_t n)
{
	for (int i = 0; i < TURNS; i++)
		n += wide[(at = at + PAGE) % WIDE] ^ n;
	return n;
}
WHOLE static uint32_t branches(uint32_t n)
{
	for (int i = 0; i < 2 * TURNS; i++) {
		n ^= n << 13;
		n ^= n >> 17;
		n ^= n << 5;
		if (n & 1)
			KEEP(n);
		else
			__asm__ volatile("nop\n\tnop" : "+r"(n));
	}
	return n;
}
WHOLE static uint32_t one(uint32_t n) { return n * 5 + 1; }
WHOLE static uint32_t two(uint32_t n) { return n * 9 + 2; }
WHOLE static uint32_t four(uint32_t n) { return n * 17 + 4; }
static uint32_t (*const volatile way[])(uint32_t) = { one, two, four, one };
WHOLE static uint32_t ways(uint32_t n)
{
	for (int i = 0; i < TURNS; i++)
		n = way[n >> 13 & 3](n);
	return n;
}
WHOLE static uint32_t deep(uint32_t n)
{
	return n & 31 ? deep(n - 1) + 1 : n;
}
WHOLE static uint32_t returns(uint32_t n)
{
	return deep(n | 31);
}
WHOLE static uint32_t quotients(uint32_t n)
{
	for (int i = 0; i < TURNS / 2; i++)
		n = 1000000007u / (n | 1);
	return n;
}
WHOLE static uint32_t copies(uint32_t n)
{
	for (int i = 0; i < TURNS / 4; i++) {
		from.piece[n & 15] = n;
		to = from;
		KEEP(n);
	}
	return n;
}
static uint32_t (*const part[])(uint32_t) = {
	sums, products, shifts, loads, misses, stores, pages, branches, ways,
	returns, quotients, copies,
};
int main(int argc, char **argv)
{
	uint32_t n = 12345;

	for (int i = 1; i < argc; i++)
		for (int k = atoi(argv[i]); k > 0; k--)
			n = part[i - 1](n);
	return n == 1;
}
'''
PARTS = 12

# Causes of the ledger that a question's event can have cycles of.
DATA = ('data, level 2', 'data, memory', 'load-use', 'multiply', 'slow ALU',
        'divide', 'coprocessor', 'uncached', 'walk, data', 'buffers full',
        'synchronise')
BRANCH = ('br conditional', 'br direct', 'br indirect', 'br return',
          'br seen late')
FETCH = ('fetch, level 2', 'fetch, memory', 'fetch, uncached', 'walk, fetch',
         'exception', *BRANCH)
WAITS = {'data': DATA, 'load': DATA, 'backend': DATA, 'fetch': FETCH,
         'frontend': FETCH, 'icache_wait': FETCH, 'queue': ('buffers full',),
         'buffers': ('buffers full', *DATA), 'branch': BRANCH,
         'issue': (*DATA, *FETCH, 'pairing, units', 'idle')}
# ... and of which one of its occurrences is.
EACH = {'dcache': ('data, memory', 'data, level 2'),
        'icache': ('fetch, memory', 'fetch, level 2'),
        'itlb': ('walk, fetch',), 'dtlb': ('walk, data',)}
ON_A_BUS = ('data, level 2', 'data, memory', 'uncached', 'buffers full',
            'fetch, level 2', 'fetch, memory', 'fetch, uncached', 'walk, data',
            'walk, fetch')
SAID = re.compile(r'(?:^| )(\d+(?:\.\d)?) % (?:of cycles )?')


def setUpModule():
    tally_command.TALLY = TALLY


def rounded(share):
    """As a sentence has it."""
    return f'{100 * share:.1f}' if share < 0.0995 else f'{100 * share:.0f}'


def mixture(chance):
    """How often each part is called."""
    times = [0] * PARTS
    for which in chance.sample(range(PARTS), chance.randint(1, 4)):
        times[which] = chance.choice((5, 20, 80, 200))
    return times


class Mixtures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)

    @functools.lru_cache(maxsize=None)
    def build(self, board):
        source = pathlib.Path(self.folder.name, 'mixture.c')
        source.write_text(SOURCE)
        elf = source.with_suffix(f'.{board}.elf')
        done = tally('board', board, '--run', '--cc', source, '-O2', '-g',
                     '-o', elf)
        self.assertTrue(elf.exists(), done.stderr)
        return elf

    def document(self, verb, board, times, *words):
        done = tally(verb, '-t', f'board:{board}', '--json', *words,
                     self.build(board), '--', *times)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def ledger(self, board, times):
        """By nothing that `why` or `stat` go through."""
        done = tally('board', board, '--truth', '--json', '--args',
                     ' '.join(map(str, times)), self.build(board))
        self.assertEqual(done.returncode, 0, done.stderr)
        return {row['name'].removeprefix('cause: '): row['count']
                for row in json.loads(done.stdout)['truth']
                if row['code'] == 'cause'}

    def check_sentence(self, found, ledger):
        """All that stand out, in their order, each with its own share."""
        cycles = sum(ledger.values())
        order = sorted(ledger, key=ledger.get, reverse=True)
        named = [name for i, name in enumerate(order[:MOST])
                 if not i or ledger[name] / cycles >= FROM]
        head = found['headline']
        self.assertEqual(head['simulated_cause'], order[0])
        causal = head['text'].split('; ', 1)[0] if '(' not in head['text'] \
            else head['text'][:head['text'].index(' (simulated')]
        self.assertEqual(SAID.findall(causal),
                         [rounded(ledger[name] / cycles) for name in named])
        told = re.search(r'\(simulated causes?: ([^)]*)\)', head['text'])[1]
        self.assertEqual(told.split('; '), named)
        for one, name in zip(found['findings'], named, strict=True):
            self.assertEqual((one['cause'], one['cycles']),
                             (name, ledger[name]))
            self.assertLessEqual(one['share_there'], 1)
        for row in found['software']:
            self.assertLessEqual(row['share'], 1)

    def check_bounds(self, head, ledger):
        """Of counts alone."""
        cycles = sum(ledger.values())
        main, cause = head['main'], head['cause']
        alone = re.search(r'at least (\d+) % of the time the core waits for no',
                          head['text'])
        if alone:
            told = sum(ledger[name] for name in ON_A_BUS)
            self.assertLessEqual(int(alone[1]) / 100 * cycles,
                                 cycles - told + 200, head['text'])
        if not main or main['share'] is None or main['of'] != 'cycles':
            return
        if head['kind'] != 'share':
            return
        waits = WAITS.get(main['question'])
        if waits:
            told = sum(ledger[name] for name in waits)
            self.assertLessEqual(main['share'] * cycles, told * 1.001 + 200,
                                 head['text'])
        if cause and head['cycles_at_most'] and cause['question'] in EACH:
            told = sum(ledger[name] for name in EACH[cause['question']])
            most = head['cycles_at_most'] * cause['count']
            self.assertGreaterEqual(most * 1.001 + 200, told, head['text'])

    def test_mixtures(self):
        first = SEED or tally_command.seed()
        names = sorted(boards())
        for i in range(COUNT):
            seed, board = first + i, names[(first + i) % len(names)]
            times = mixture(random.Random(seed))
            with self.subTest(f'SEED={seed} MIXTURES=1, {board}: {times}'):
                ledger = self.ledger(board, times)
                self.check_sentence(
                    self.document('why', board, times, '--no-trial'), ledger)
                self.check_bounds(
                    self.document('stat', board, times)['headline'], ledger)


if __name__ == '__main__':
    unittest.main()
