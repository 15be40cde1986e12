#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`tally why` says where a cause is, and runs the board without it: programs that
are slow for one thing, and mended ones, which are held against the first result.
(Variables: TALLY, the command; FIRMWARE, so that there are boards.)"""
import json
import pathlib
import tempfile
import unittest

from tally_command import boards, tally

TALLY = ''
FIRMWARE = ''

# Each product waits for the one before, beside stores that miss; mended, four
# chains go in turn.
CHAIN = '''
static volatile unsigned wide[1 << 13];
__attribute__((noinline)) unsigned products(unsigned turns)
{
	unsigned a = 5, b = 6, c = 7, d = 8;

	for (unsigned t = 0; t < turns; t++) {
		SLOW
		wide[t * 16 % (1 << 13)] = a;
	}
	return a ^ b ^ c ^ d;
}
int main(void)
{
	return products(3000) == 1;
}
'''
WAITING = 'a = a * a + 2; a = a * a + 3; a = a * a + 4; a = a * a + 5;'
IN_TURN = 'a = a * a + 2; b = b * b + 3; c = c * c + 4; d = d * d + 5;'

# A chained table: a division for each look-up; mended, a mask.
TABLE = '''
enum { CHAINS = 64, KEYS = 512 };
struct node { struct node *next; unsigned key; };
static struct node *chain[CHAINS], node[KEYS];
static volatile unsigned chains = CHAINS;

__attribute__((noinline)) int look_up(unsigned key)
{
	const struct node *n = chain[key SLOW];

	while (n && n->key != key)
		n = n->next;
	return n != 0;
}
int main(void)
{
	int found = 0;

	for (unsigned i = 0; i < KEYS; i++) {
		node[i].key = i * 40503 >> 3;
		node[i].next = chain[node[i].key % CHAINS];
		chain[node[i].key % CHAINS] = &node[i];
	}
	for (unsigned i = 0; i < 4 * KEYS; i++)
		found += look_up(i * 7);
	return found < 0;
}
'''
DIVIDED, MASKED = '% chains', '& (CHAINS - 1)'

# Double numbers where a core has no unit; mended, numbers of 16.16.
WAVE = '''
typedef SLOW number;
static number wave[128];
__attribute__((noinline)) void step(number turn)
{
	for (int i = 1; i < 127; i++)
		wave[i] = wave[i] + TIMES(wave[i + 1] - wave[i - 1], turn);
}
int main(void)
{
	for (int i = 0; i < 128; i++)
		wave[i] = i * 3;
	for (int k = 0; k < 10; k++)
		step(2);
	return wave[3] == wave[5];
}
'''
DOUBLE = '#define TIMES(a, b) ((a) * (b))\n', 'double'
FIXED = '#define TIMES(a, b) ((int)((long long)(a) * (b) >> 16))\n', 'int'


def some(*names):
    return [name for name in names if name in boards()]


class Trials(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def build(self, board, name, text):
        source = self.folder / f'{name}.c'
        source.write_text(text)
        elf = self.folder / f'{name}.{board}.elf'
        done = tally('board', board, '--run', '--cc', source, '-O2', '-g', '-o',
                     elf)
        self.assertTrue(elf.exists(), done.stderr)
        return elf

    def why(self, board, elf, *words):
        done = tally('why', '-t', f'board:{board}', *words, elf)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def result(self, board, elf, *words):
        return json.loads(self.why(board, elf, '--json', *words))

    def against(self, board, old, elf, *words):
        file = self.folder / 'old.json'
        file.write_text(json.dumps(old))
        return self.result(board, elf, '--against', file, '--no-trial', *words)

    def test_products(self):
        for board in some('pb1176', 'mpc8540ads'):
            with self.subTest(board):
                slow = self.build(board, 'chain', CHAIN.replace('SLOW', WAITING))
                quick = self.build(board, 'turns', CHAIN.replace('SLOW', IN_TURN))
                old = self.result(board, slow, '--region', 'products')
                one = next(f for f in old['findings']
                           if f['cause'] == 'multiply')
                self.assertRegex(one['place'], r'^products chain\.c:8$')
                self.assertGreater(one['share_there'], 0.9)
                # Nothing else comes in its place.
                self.assertAlmostEqual(one['without'], -one['share'], delta=0.05)
                new = self.against(board, old, quick, '--region', 'products')
                row = next(r for r in new['against']['rows']
                           if r['cause'] == 'multiply')
                self.assertEqual(row['before'], one['cycles'])
                self.assertLess(row['now'], row['before'] / 2)
                self.assertLess(new['against']['now'], new['against']['before'])
                text = self.why(board, quick, '--region', 'products',
                                '--no-trial', '--against',
                                self.folder / 'old.json')
                self.assertRegex(text, r'against \S+old.json: .* cycles before')
                self.assertRegex(text, r'\n  multiply +[\d,]+ -> +[\d,]+ +-')

    def test_table(self):
        for board in some('pb1176'):
            slow = self.build(board, 'table', TABLE.replace('SLOW', DIVIDED))
            quick = self.build(board, 'masked', TABLE.replace('SLOW', MASKED))
            old = self.result(board, slow)
            self.assertEqual(old['software'][0]['what'], 'software division')
            self.assertIn('look_up table.c:', old['software'][0]['for'])
            new = self.against(board, old, quick)
            self.assertNotIn('software division',
                             [row['what'] for row in new['software']])
            self.assertLess(new['against']['now'],
                            new['against']['before'] * 0.8)

    def test_wave(self):
        for board in some('mpc8540ads'):
            slow, quick = (self.build(board, name, head +
                                      WAVE.replace('SLOW', kind))
                           for name, (head, kind) in (('wave', DOUBLE),
                                                      ('fixed', FIXED)))
            old = self.result(board, slow)
            self.assertEqual(old['software'][0]['what'],
                             'software floating point')
            # Where the place is a helper's, somebody calls it.
            for one in old['findings']:
                if 'df' in one['place']:
                    self.assertIn('step wave.c:', one['for'])
            new = self.against(board, old, quick)
            self.assertEqual(new['software'], [])
            self.assertLess(new['against']['now'],
                            new['against']['before'] * 0.8)

    def test_without_trials(self):
        board = some('pb1176')[0]
        elf = self.build(board, 'chain', CHAIN.replace('SLOW', WAITING))
        some_runs = self.result(board, elf, '--no-trial')
        for one in some_runs['findings']:
            self.assertIsNone(one['without'])
            self.assertIsNone(one['without_there'])
            self.assertTrue(one['place'] and one['advice'])
        text = self.why(board, elf)
        self.assertIn('; without them -', text)
        self.assertNotIn('; without them', self.why(board, elf, '--no-trial'))
        self.assertLess(some_runs['board_runs'],
                        self.result(board, elf)['board_runs'])

    def test_kept_in_records(self):
        """stat has them, and diff says by them why there are fewer cycles."""
        board = some('pb1176')[0]
        kept = []
        for name, text in ('chain', WAITING), ('turns', IN_TURN):
            elf = self.build(board, name, CHAIN.replace('SLOW', text))
            kept.append(self.folder / f'{name}.json')
            done = tally('stat', '-t', f'board:{board}', '--causes', '-o',
                         kept[-1], elf)
            self.assertEqual(done.returncode, 0, done.stderr)
        old, new = (json.loads(path.read_text()) for path in kept)
        count = [{row['name']: row['count'] for row in one['truth']}
                 for one in (old, new)]
        self.assertEqual({row['code'] for row in old['truth']}, {0xFFFD})
        self.assertEqual(old['headline']['kind'], 'cause')
        for record, causes in zip((old, new), count):
            cycles = next(e['count'] for e in record['events']
                          if e['name'] == 'cycles')
            self.assertEqual(sum(causes.values()), cycles)
        parts = json.loads(tally('diff', *kept, '--json').stdout)['why']
        told = {part['cause']: part['change'] for part in parts
                if part['kind'] == 'simulated cause'}
        self.assertEqual(told['multiply'], count[1]['cause: multiply'] -
                         count[0]['cause: multiply'])
        self.assertNotIn('duration', [part['kind'] for part in parts])
        text = tally('diff', *kept).stdout
        self.assertNotIn('stat --causes', text)
        new['truth'] = None
        (self.folder / 'less.json').write_text(json.dumps(new))
        less = tally('diff', kept[0], self.folder / 'less.json')
        self.assertIn('tally stat --causes keeps them in the record after',
                      ' '.join(less.stdout.split()), less.stderr)
        self.assertIn('simulated causes, of which each cycle has one', text)
        self.assertRegex(text, r'-[\d,]+ +[\d.]+ %  multiply, cycles')
        shown = tally('report', kept[0]).stdout
        self.assertRegex(shown, r'\n  multiply +[\d,]+ +[\d.]+ %')

    def test_what_is_no_older_result(self):
        board = some('pb1176')[0]
        elf = self.build(board, 'chain', CHAIN.replace('SLOW', WAITING))
        file = self.folder / 'x.json'
        good = self.result(board, elf, '--no-trial')
        bad = [('{', 'x.json: '), ('[]', 'no result of tally why'),
               ('{"target": "board:pb1176"}', 'no result of tally why'),
               (json.dumps({**good, 'target': 'board:other'}),
                'it is of board:other, not of board:pb1176'),
               (json.dumps({**good, 'findings': [{'cause': 'x',
                                                  'cycles': 1}]}),
                'no result of tally why')]
        for text, said in bad:
            file.write_text(text)
            done = tally('why', '-t', f'board:{board}', '--against', file, elf)
            self.assertEqual(done.returncode, 2)
            self.assertIn(said, done.stderr)


if __name__ == '__main__':
    unittest.main()
