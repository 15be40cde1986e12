#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_profile_inlined.py TALLY FIRMWARE_DIR [unittest arguments]

Functions that a compiler puts in place of their calls, on every board: what
happened at their lines is theirs, in whichever function these are."""
import collections
import csv
import io
import json
import pathlib
import tempfile
import unittest

from tally_command import boards, printed

TALLY = ''
FIRMWARE = ''  # not used, but without it there are no compilers either
PROGRAM = '''
static volatile unsigned cell;
#define INLINED static inline __attribute__((always_inline)) unsigned
INLINED mix(unsigned x)
{
	x ^= cell;	/* mix */
	return x * x + cell;	/* mix */
}
INLINED twice(unsigned x)
{
	x = mix(x);
	cell = x;	/* twice */
	return mix(x);
}
__attribute__((noinline)) unsigned one(unsigned n)
{
	unsigned sum = 0;
	while (n--)
		sum += twice(n);
	return sum;
}
__attribute__((noinline)) unsigned other(unsigned n)
{
	unsigned sum = 1;
	while (n--)
		sum ^= mix(n);
	return sum;
}
int main(void)
{
	return (one(40) + other(20)) >> 31 > 1;
}
'''
# What they do at least: mix() reads the cell twice, twice() writes it.
LEAST = {'mix': 2 * (2 * 40 + 20), 'twice': 40}


class Inlined(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.kept = {}
        source = pathlib.Path(cls.folder.name, 'inlined.c')
        source.write_text(PROGRAM, encoding='utf-8')
        for name in boards():
            elf = source.with_name(f'{name}.elf')
            printed('board', name, '--run', '--cc', source, '-O2', '-g', '-o',
                    elf)
            kept = elf.with_suffix('.json')
            printed('profile', '-t', f'board:{name}', '--quiet-program',
                    '--json', '-o', kept, elf)
            cls.kept[name] = kept

    def rows(self, kept, *words):
        return list(csv.DictReader(io.StringIO(
            printed('report', '--csv', *words, kept))))

    @staticmethod
    def executed(kept, function):
        document = json.loads(kept.read_text())
        return sum(row['count'] for row in document['places']
                   if 'inlined' in row and
                   document['inlined'][row['inlined']] == function)

    def test_lines_are_theirs(self):
        marked = {}
        for i, line in enumerate(PROGRAM.splitlines(), 1):
            if line.endswith('*/'):
                marked[i] = line.split()[-2]
        for name, kept in self.kept.items():
            with self.subTest(board=name):
                event = json.loads(kept.read_text())['columns'][0]['name']
                wanted = collections.Counter()
                for row in self.rows(kept, '--by', 'line'):
                    if row['file'].endswith('/inlined.c'):
                        wanted[marked.get(int(row['line']))] += int(row[event])
                got = {row['function']: int(row[event])
                       for row in self.rows(kept, '--by', 'inlined')}
                for function in LEAST:
                    self.assertEqual(got[f'{function} (inlined)'],
                                     wanted[function])
                    self.assertGreaterEqual(self.executed(kept, function),
                                            LEAST[function])

    def test_nothing_is_lost(self):
        for name, kept in self.kept.items():
            with self.subTest(board=name):
                document = json.loads(kept.read_text())
                rows = self.rows(kept, '--by', 'inlined')
                for i, column in enumerate(document['columns']):
                    self.assertEqual(
                        sum(int(row[column['name']]) for row in rows),
                        document['total'][i])

    def test_beside_the_source(self):
        """The innermost is named, and how often it was carried out is told."""
        for name, kept in self.kept.items():
            with self.subTest(board=name):
                rows = self.rows(kept, '--annotate', 'one')
                self.assertEqual({row['inlined'] for row in rows},
                                 {'', 'mix', 'twice'})
                for row in rows:
                    if row['inlined']:
                        # In the loop, or moved to before it.
                        self.assertIn(row['count'], ('40', '1'))
                self.assertRegex(printed('report', '--annotate', 'one', kept),
                                 r'(?m)  \(twice\)$')
