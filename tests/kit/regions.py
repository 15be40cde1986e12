# SPDX-License-Identifier: MIT
"""A program with regions within each other and within themselves, whose entries
are worked out by hand, for tests of several regions in one run."""
import csv
import io
import json
import pathlib
import shlex
import subprocess
import tempfile

from tally_command import ROOT, tally

# outer() calls middle() three times, and that one leaf() as often as it is
# told: 1 + 2 + 3.  deep(n) is one entry, whatever n.  In main(), outer() is
# called twice, deep() four times, with 1 to 4, and leaf() once.
PROGRAM = '''
static volatile unsigned cell;
#define WHOLE __attribute__((noinline, noclone)) unsigned
WHOLE leaf(unsigned n)
{
	cell = n;
	return n + 1;
}
WHOLE middle(unsigned n)
{
	unsigned sum = 0;
	for (unsigned i = 0; i < n; i++)
		sum += leaf(i);
	return sum;
}
WHOLE outer(unsigned n)
{
	unsigned sum = n;
	for (unsigned i = 1; i <= 3; i++)
		sum += middle(i);
	return sum;
}
WHOLE deep(unsigned n)
{
	cell = n;
	return n ? (deep(n - 1) ^ n) * 3 : 1;
}
WHOLE never(unsigned n)
{
	cell = n;
	return 2 * n;
}
int main(int count, char **words)
{
	unsigned sum = 0;
	(void)words;
	for (unsigned i = 0; i < 2; i++)
		sum += outer(i);
	for (unsigned i = 1; i <= 4; i++)
		sum += deep(i);
	sum += leaf(7);
	if (count > 99)
		sum += never(sum);
	cell = sum;
	return 0;
}
'''
ENTRIES = {'outer': 2, 'middle': 6, 'leaf': 13, 'deep': 4}
CAUSE, CLOCK = 0xFFFD, 0xFFFE  # codes of causes and of the cycle counter
NAMED = [word for name in ENTRIES for word in ('--region', name)]


def counts_of(told, region=None):
    return {(row['event'], row['monitor'], row['pass'], row['repeat']):
            row['value'] for row in told['counts']
            if row.get('region') == region}


class OnBoards:
    """The program on all boards of `names`, for a TestCase."""
    names = None  # all there are

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        rows = csv.DictReader(tally('board', '--csv').stdout.splitlines())
        cls.boards = [row for row in rows
                      if not cls.names or row['name'] in cls.names]
        cls.program = {board['name']: cls.build(board, 'program', PROGRAM)
                       for board in cls.boards}

    @classmethod
    def build(cls, board, name, text):
        source = pathlib.Path(cls.folder.name) / f'{name}.c'
        elf = source.with_name(f"{name}-{board['name']}.elf")
        source.write_text(text)
        told = subprocess.run([*shlex.split(board['cc']), '-o', elf, source],
                              capture_output=True, text=True, cwd=ROOT,
                              check=False)
        assert told.returncode == 0, told.stderr
        return elf

    def tally(self, verb, board, *words):
        return tally(verb, '-t', f"board:{board['name']}", '--quiet-program',
                     *words, self.program[board['name']])

    def stat(self, board, *words):
        told = self.tally('stat', board, '--json', *words)
        self.assertNotEqual(told.stdout, '', told.stderr)
        return json.loads(told.stdout)


class Regions(OnBoards):
    """Tests of several regions, a mixture into a TestCase."""

    def test_each_is_as_if_it_were_alone(self):
        for board in self.boards:
            every = ('-m', board['monitor'], '-e', 'all')
            with self.subTest(board=board['name']):
                once = self.stat(board, *every, *NAMED)
                self.assertEqual([r['text'] for r in once['regions']],
                                 list(ENTRIES))
                for i, (name, times) in enumerate(ENTRIES.items()):
                    alone = self.stat(board, *every, '--region', name)
                    self.assertEqual(counts_of(once, i + 1), counts_of(alone))
                    self.assertEqual(once['regions'][i]['entered'], times)
                    self.assertEqual(alone['region']['entered'], times)
                    self.assertFalse(once['regions'][i]['ended_inside'])
                plain = self.stat(board, *every)
                self.assertEqual(counts_of(once), counts_of(plain))
                self.assertEqual(once['events'], plain['events'])

    def test_the_ledger_of_each_is_what_was_counted_there(self):
        for board in self.boards:
            every = ('-m', board['monitor'], '-e', 'all')
            for words in (), ('--self',):
                with self.subTest(board=board['name'], words=words):
                    told = self.stat(board, *every, '--truth', *words, *NAMED)
                    if not told['truth']:
                        continue
                    equal = sum(self.held(told, region)
                                for region in told['regions'])
                    self.assertGreater(equal, 3 * len(ENTRIES))
                    less = self.stat(board, *every, '--causes', *words, *NAMED)
                    for one, other in zip(told['regions'], less['regions']):
                        self.assertEqual(
                            [row for row in one['truth']
                             if row['name'].startswith('cause: ')],
                            other['truth'])

    def held(self, told, region):
        """How many rows of its ledger were measured, and each is equal."""
        counts = {(of['code'], row['monitor']): row['count'] for row, of in
                  zip(region['events'], told['events'], strict=True)}
        equal = causes = 0
        for row, of in zip(region['truth'], told['truth'], strict=True):
            self.assertEqual(row['name'], of['name'])
            self.assertNotEqual(row['measured'], 'differs', region['text'])
            causes += row['count'] if of['code'] == CAUSE else 0
            if row['measured'] != 'equal':
                continue
            equal += 1
            self.assertEqual(row['count'],
                             counts[of['code'], row['monitor']])
        cycles = [row['count'] for row, of in zip(region['truth'],
                                                  told['truth'])
                  if of['code'] == CLOCK and of['monitor'] ==
                  told['truth'][-1]['monitor']]
        if cycles:
            self.assertEqual([causes], cycles)
        return equal

    def test_entries_are_those_worked_out(self):
        """Instructions of an entry depend on its argument alone."""
        for board in self.boards:
            with self.subTest(board=board['name']):
                told = self.tally('stat', board, '-e', 'instructions',
                                  '--json', *NAMED)
                if 'has no event' in told.stderr:
                    continue  # a bus counts none
                told = json.loads(told.stdout)
                place = [e['named'] for e in told['events']].index(True)
                rows = {region['text']: region['events'][place]
                        for region in told['regions']}
                leaf, middle, outer, deep = (
                    rows[n] for n in ('leaf', 'middle', 'outer', 'deep'))
                one = leaf['count'] // 13
                self.assertEqual(leaf['count'], 13 * one)
                self.assertEqual((leaf['entry']['least'],
                                  leaf['entry']['most'],
                                  leaf['entry']['mean']), (one, one, one))
                # a + n * b for n = 1, 2, 3, twice.
                step = (middle['entry']['most'] - middle['entry']['least']) / 2
                self.assertGreater(step, one)
                self.assertEqual(middle['count'], 6 * (
                    middle['entry']['least'] + step))
                self.assertEqual(outer['entry']['least'] * 2, outer['count'])
                self.assertGreater(outer['count'], middle['count'])
                # Deeper by one each time.
                step = (deep['entry']['most'] - deep['entry']['least']) / 3
                self.assertEqual(deep['count'],
                                 4 * deep['entry']['least'] + 6 * step)

    def test_self_is_what_a_profile_has(self):
        for board in self.boards:
            with self.subTest(board=board['name']):
                told = self.tally('profile', board, '-e', 'all', '--csv')
                if told.returncode:
                    continue
                rows = {r['function']: r for r in csv.DictReader(
                    io.StringIO(told.stdout)) if r.get('function')}
                once = self.stat(board, '-e', 'all', '--self', *NAMED)
                held = 0
                for region in once['regions']:
                    self.assertTrue(region['self'])
                    self.assertEqual(region['entered'],
                                     ENTRIES[region['text']])
                    for event in region['events']:
                        own = rows[region['text']].get(event['name'])
                        # This one runs on when all others are stopped.
                        if event['name'] == 'CtTotalCycles':
                            continue
                        if own and event['count'] is not None:
                            held += 1
                            self.assertEqual(int(own), event['count'],
                                             (region['text'], event['name']))
                self.assertGreater(held, 8)
