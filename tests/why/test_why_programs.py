#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`tally why` on programs that stall events mislead: products that wait for each
other beside stores that miss, and arithmetic that the compiler has software for.
The first line has the ledger's largest cause, whatever else is often.
(Variables: TALLY, the command; FIRMWARE, so that there are boards.)"""
import json
import pathlib
import re
import tempfile
import unittest

from tally_command import boards, tally

TALLY = ''
FIRMWARE = ''
CAUSE = 0xFFFD  # the code of rows that are causes of cycles, and no events

PRODUCTS = '''
enum { WORDS = 1 << 15, LINE = 16 };
static volatile unsigned wide[WORDS];

/* Nobody reads what is stored, each time into another line. */
__attribute__((noinline)) unsigned products(unsigned turns)
{
	unsigned last = 5;

	for (unsigned t = 0; t < turns; t++) {
		last = last * last + 2;
		last = last * last + 4;
		last = last * last + 6;
		last = last * last + 8;
		wide[t * LINE % WORDS] = last;
	}
	return last;
}

int main(void)
{
	return products(5000) == 1;
}
'''

BUTTERFLIES = '''
enum { PAIRS = 64 };
static double upper[PAIRS], lower[PAIRS];

__attribute__((noinline)) void butterflies(double turn)
{
	for (int i = 0; i < PAIRS; i++) {
		double turned = lower[i] * turn;

		lower[i] = upper[i] - turned;
		upper[i] = upper[i] + turned;
	}
}

int main(void)
{
	for (int i = 0; i < PAIRS; i++)
		upper[i] = lower[i] = i * 0.125;
	for (int k = 0; k < 12; k++)
		butterflies(0.5 + k * 0.0625);
	return upper[3] == lower[5];
}
'''

TOWER = '''
volatile int moves;

__attribute__((noinline)) void tower(int height)
{
	if (height > 0) {
		tower(height - 1);
		moves = moves * 3 + height;
		tower(height - 1);
	}
}

int main(void)
{
	for (int i = 0; i < 5; i++)
		tower(i);
	return moves < 0;
}
'''

DIVISIONS = '''
enum { BUCKETS = BUCKET_COUNT };
static unsigned filled[BUCKETS];

__attribute__((noinline)) unsigned spread(unsigned keys, unsigned buckets)
{
	unsigned key = 99, sum = 0;

	for (unsigned k = 0; k < keys; k++) {
		key ^= key << 7;
		key ^= key >> 9;
		sum += filled[PLACE]++;
	}
	return sum;
}

int main(void)
{
	volatile unsigned buckets = BUCKETS;

	return spread(3000, buckets) == 1;
}
'''

CHASE = '''
enum { WORDS = 1 << 15 };
static unsigned next[WORDS];

__attribute__((noipa)) unsigned chase(unsigned turns)
{
	unsigned at = 0, sum = 0;

	while (turns--) {
		at = *(volatile unsigned *)&next[at];
		sum ^= at;
	}
	return sum;
}

int main(void)
{
	for (unsigned i = 0; i < WORDS; i++)
		next[i] = (i + 4099) % WORDS;
	return chase(40000) == 1;
}
'''

# Whose products, and whose double numbers, take time.
MULTIPLY = ('pb1176', 'lubbock', 'mpc8540ads')
SOFTWARE = ('pb1176', 'mpc8540ads')
ONE_MORE = ('virt-a53',)


class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def document(self, verb, board, elf, *words):
        done = tally(verb, '-t', f'board:{board}', '--json', *words, elf)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def build(self, board, name, text, *words):
        source = self.folder / f'{name}.c'
        source.write_text(text)
        elf = self.folder / f'{name}.{board}.elf'
        done = tally('board', board, '--run', '--cc', source, '-O2', '-o',
                     elf, *words)
        self.assertTrue(elf.exists(), done.stderr)
        return elf

    def look(self, board, name, text, *words):
        """What `why` says, with the ledger's own largest cause first."""
        elf = self.build(board, name, text)
        found = self.document('why', board, elf, *words)
        truth = self.document('stat', board, elf, '--truth', *words)['truth']
        count = {row['name']: row['count'] for row in truth
                 if row['code'] == CAUSE}
        cycles = {row['count'] for row in truth
                  if row['name'] in ('cycle counter', 'cycle')}
        largest = max(count, key=count.get)
        head = found['headline']
        self.assertEqual('cause: ' + head['simulated_cause'], largest)
        self.assertIn(f': {head["simulated_cause"]}', head['text'])
        self.assertLessEqual(cycles, {sum(count.values())})
        self.assertEqual({'cause: ' + row['cause']: row['cycles'] for row in
                          found['simulated_causes']['rows']}, count)
        self.assertEqual(found['simulated_causes']['cycles'],
                         sum(count.values()))
        return found, head['text']

    def test_products_beside_misses(self):
        for board in [b for b in boards() if b in MULTIPLY + ONE_MORE]:
            with self.subTest(board):
                _, text = self.look(board, 'products', PRODUCTS, '--region',
                                 'products')
                if board in MULTIPLY:
                    self.assertIn('wait for multiplications', text)
                    self.assertNotIn('data', text)

    def test_the_line_that_is_waited_for(self):
        """Whoever uses what is loaded waits, for the line that loads."""
        lines = CHASE.splitlines()
        load, use = (1 + next(i for i, line in enumerate(lines) if part in line)
                     for part in ('volatile', 'sum ^='))
        for board in [b for b in boards() if b in ('pb1176', 'lubbock')]:
            with self.subTest(board):
                found = self.document(
                    'why', board, self.build(board, 'chase', CHASE, '-g'),
                    '--no-trial')['findings'][0]
                self.assertEqual(
                    (found['cause'], found['place'], found['waits_for']),
                    ('data, memory', f'chase chase.c:{use}',
                     f'chase chase.c:{load}'))

    def test_software_for_arithmetic(self):
        for board in [b for b in boards() if b in SOFTWARE + ONE_MORE]:
            with self.subTest(board):
                found, text = self.look(board, 'butterflies', BUTTERFLIES)
                self.assertNotIn('mispredicted', text)
                behind = [(row['what'], row['share'] > 0.5)
                          for row in found['software']]
                if board not in SOFTWARE:
                    self.assertNotIn('floating', text)
                    continue
                self.assertEqual(behind[0], ('software floating point', True))
                self.assertIn(' % are in software floating point for '
                              'butterflies', text)

    def test_software_for_divisions(self):
        """Of places in a table: by a remainder, and repaired by a mask."""
        for board in [b for b in boards() if b == 'pb1176']:
            for place, bad in (('key % buckets', True),
                               ('key & (buckets - 1)', False)):
                with self.subTest(place):
                    text = DIVISIONS.replace('PLACE', place).replace(
                        'BUCKET_COUNT', '64')
                    found, said = self.look(board, f'division{bad:d}', text)
                    behind = [row['what'] for row in found['software']
                              if row['share'] > 0.3]
                    self.assertEqual('software division' in behind, bad)
                    self.assertEqual('software division' in said, bad)

    def test_repaired(self):
        """What was found first before is not found any more."""
        sums = re.sub(r'last \* last', 'last + t', PRODUCTS)
        whole = BUTTERFLIES.replace('double', 'int').replace(
            '0.5 + k * 0.0625', '5 + k').replace('i * 0.125', 'i')
        self.assertNotIn('double', whole)
        for board in [b for b in boards() if b in SOFTWARE]:
            with self.subTest(board):
                _, text = self.look(board, 'sums', sums, '--region',
                                    'products')
                self.assertNotIn('multiplication', text)
                found, text = self.look(board, 'whole', whole)
                self.assertNotIn('floating', text)
                self.assertNotIn('software floating point',
                                 [row['what'] for row in found['software']])

    def test_causes_of_windows_that_the_board_closes(self):
        """It adds them up by itself from the second window on, with all that
        is called in one, and by itself."""
        for board in [b for b in boards() if b in SOFTWARE]:
            with self.subTest(board):
                self.look(board, 'tower', TOWER, '--region', 'tower')


if __name__ == '__main__':
    unittest.main()
