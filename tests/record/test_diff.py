#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`tally diff`: its numbers are those of an independent computation, its words
follow from them, and what cannot be compared is refused by name.  (Variables:
TALLY, the command.)"""
import csv
import io
import itertools
import json
import math
import os
import pathlib
import random
import re
import statistics
import subprocess
import tempfile
import unittest

import jsonschema

TALLY = ''
ROOT = pathlib.Path(os.environ['TALLY_ROOT'])
SCHEMA = jsonschema.Draft7Validator(
    json.loads((ROOT / 'doc/diff.schema.json').read_text()))
SCHEMA.check_schema(SCHEMA.schema)
EVENTS = 'cycles', 'instr_exec', 'icache_miss', 'ddep_stall', 'br_exec'


def tally(*words):
    return subprocess.run([TALLY, *map(str, words)], timeout=60, check=False,
                          capture_output=True, stdin=subprocess.DEVNULL,
                          text=True)


# ---- statistics, computed another way --------------------------------------

def t_tail(t, degrees):
    """Two-sided, by Simpson's rule over t = tan(angle), so that the whole tail
    is a finite stretch: to 5e-9 of it, for six places."""
    scale = math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)
                     ) / math.sqrt(degrees * math.pi)

    def density(angle):
        x = math.tan(angle)
        return (scale * (1 + x * x / degrees) ** (-(degrees + 1) / 2)
                / math.cos(angle) ** 2)
    low, high, steps = math.atan(abs(t)), math.pi / 2 - 1e-9, 400
    width = (high - low) / steps
    total = sum((1 if i in (0, steps) else 4 if i % 2 else 2)
                * density(low + i * width) for i in range(steps + 1))
    return 2 * total * width / 3


def bisect(wrong, low, high):
    """Where wrong() becomes true between low and high."""
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if wrong(middle) else (middle, high)
    return low


class Comparison:
    """Of two lists of samples; `pairs`: they belong together."""

    def __init__(self, before, after, pairs):
        self.before, self.after = before, after
        self.pairs = pairs
        self.t, self.degrees = self.test(1)
        self.p = t_tail(self.t, self.degrees)

    def test(self, ratio):
        """t and its degrees for after - ratio * before."""
        b = [ratio * x for x in self.before]
        if self.pairs:
            gaps = [y - x for x, y in zip(b, self.after)]
            error = statistics.variance(gaps) / len(gaps)
            degrees = len(gaps) - 1
            mean = statistics.mean(gaps)
        else:
            one = statistics.variance(b) / len(b)
            two = statistics.variance(self.after) / len(self.after)
            error = one + two
            degrees = error ** 2 / (one ** 2 / (len(b) - 1)
                                    + two ** 2 / (len(self.after) - 1))
            mean = statistics.mean(self.after) - statistics.mean(b)
        return mean / math.sqrt(error), degrees

    def interval(self):
        """Ratios that the test does not refute; the degrees are those of the
        test of equality."""
        centre = statistics.mean(self.after) / statistics.mean(self.before)
        limit = bisect(lambda t: t_tail(t, self.degrees) < 0.05, 0, 100)
        return (bisect(lambda q: abs(self.test(q)[0]) < limit, 0, centre),
                bisect(lambda q: abs(self.test(q)[0]) > limit, centre,
                       3 * centre))


def holm(ps):
    adjusted, least = {}, 0
    for rank, i in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        least = max(least, min(1, (len(ps) - rank) * ps[i]))
        adjusted[i] = least
    return [adjusted[i] for i in range(len(ps))]


# ---- records ---------------------------------------------------------------

class Maker(unittest.TestCase):
    """Records that say what a test wants: counts that were given, as if they
    had been measured on a board."""

    @classmethod
    def setUpClass(cls):
        cls.model = tally('compute', '-m', 'arm1176',
                          *(f'{name}=1' for name in EVENTS), '--json').stdout

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.number = itertools.count()

    def record(self, samples, seed=None, change=lambda document: None):
        """The path of a record with these samples of events; `seed` None: the
        board varies nothing."""
        document = json.loads(self.model)
        document['simulated'] = True
        document['target'].update(name='board:pb1176', clock_hz=2e8,
                                  varies=seed is not None)
        document['board'] = {'jitter_seed': seed}
        document['program'] = {'elf': 'dir/prog.elf', 'sha256': 'abc' * 20,
                               'exited': True, 'status': 0,
                               'instructions': 7}
        document['passes_together'] = document['calibrated'] = True
        document['repeats'] = len(samples['cycles'])
        document['events'] = [row for row in document['events']
                              if row['name'] in samples]
        document['metrics'] = [row for row in document['metrics']
                               if set(row['operands']) <= set(samples)]
        for row in document['events']:
            self.fill(row, 'mean', samples[row['name']])
            row['count'] = int(samples[row['name']][0])
        for row in document['metrics']:
            operands = [samples[name] for name in row['operands']]
            self.fill(row, 'value', [
                eval(row['formula'],  # pylint: disable=eval-used
                     dict(zip(row['operands'], each))) * row['scale']
                for each in zip(*operands)])
        document['counts'] = [row for row in document['counts']
                              if row['event'] in samples]
        document['plan'].update({'pass': [{}], 'wants': [], 'anchors': []})
        change(document)
        path = self.folder / f'{next(self.number)}.json'
        path.write_text(json.dumps(document))
        return path

    @staticmethod
    def fill(row, key, values):
        row.update({key: statistics.mean(values), 'low': min(values),
                    'high': max(values), 'samples': values, 'doubts': [],
                    'why': None, 'margin95': None, 'pass': 1})

    def diff(self, *words, status=0):
        done = tally('diff', *words)
        self.assertEqual(done.returncode, status, done.stderr)
        if '--json' in words and not status:
            SCHEMA.validate(json.loads(done.stdout))
        return done.stderr if status else done.stdout

    def rows(self, *words):
        """Of CSV by name; what JSON says is the same."""
        rows = list(csv.DictReader(io.StringIO(self.diff('--csv', *words),
                                               newline='')))
        document = json.loads(self.diff('--json', *words))
        self.assertEqual(len(rows), len(document['rows']))
        for told, row in zip(rows, document['rows']):
            for key in ('name', 'kind', 'monitor', 'basis', 'verdict'):
                self.assertEqual(told[key], row[key])
            for key in ('before', 'after', 'ratio', 'low', 'high', 'p',
                        'p_holm'):
                if row[key] is None:
                    self.assertEqual(told[key], '')
                else:
                    self.assertAlmostEqual(float(told[key]), row[key],
                                           delta=abs(row[key]) * 1e-9)
        return {row['name']: row for row in rows}


def noisy(random_, mean, spread, count):
    return [mean * (1 + spread * random_.gauss(0, 1)) for _ in range(count)]


class Numbers(Maker):
    def check(self, before, after, pairs):
        """Every row, against the other computation."""
        rows = self.rows(self.record(before, 3),
                         self.record(after, 3 if pairs else 4))
        tested = {}
        for name, row in rows.items():
            if row['kind'] == 'event':
                samples = before[name], after[name]
            elif name == 'cpi':
                samples = [[c / n for c, n in zip(side['cycles'],
                                                  side['instr_exec'])]
                           for side in (before, after)]
            else:
                continue
            tested[name] = Comparison(*samples, pairs)
        self.assertGreater(len(tested), 3)
        for name, c in tested.items():
            row = rows[name]
            low, high = c.interval()
            wanted = {'before': statistics.mean(c.before),
                      'after': statistics.mean(c.after), 'p': c.p,
                      'low': low, 'high': high}
            self.assertEqual(row['basis'], 'pairs' if pairs else 'welch')
            for key, value in wanted.items():
                self.assertAlmostEqual(float(row[key]) / value, 1, 6,
                                       (name, key))
        ps = [float(row['p']) for row in rows.values()]
        for row, p in zip(rows.values(), holm(ps)):
            self.assertAlmostEqual(float(row['p_holm']), p, 9)
            self.assertEqual(row['verdict'] == 'same', p >= 0.05)

    def test_as_python_computes(self):
        for seed, pairs in itertools.product(range(3), (False, True)):
            random_ = random.Random(seed)
            before, after = ({
                'cycles': noisy(random_, 5000 + 30 * by, .01, count),
                'instr_exec': noisy(random_, 3000, .002, count),
                'icache_miss': noisy(random_, 90 + by, .05, count),
                'ddep_stall': noisy(random_, 800 * (1 + by), .1, count),
            } for by, count in ((0, 8), (1, 8 if pairs else 5)))
            with self.subTest(seed=seed, pairs=pairs):
                self.check(before, after, pairs)

    def test_holm_spares_one_in_twenty(self):
        """A row that alone would be taken for real is not among others."""
        before = {'cycles': [100, 101, 102, 103.]}
        after = {'cycles': [102.6, 103.6, 104.6, 105.6]}
        alone = self.rows(self.record(before, 1), self.record(after, 2))
        self.assertEqual(alone['cycles']['verdict'], 'worse')
        for name in EVENTS[2:]:
            before[name] = after[name] = [10, 12, 11, 13.]
        among = self.rows(self.record(before, 1), self.record(after, 2))
        self.assertEqual(among['cycles']['p'], alone['cycles']['p'])
        self.assertEqual(among['cycles']['verdict'], 'same')

    def test_sets_are_taken_together(self):
        whole = [100, 101, 102, 103, 104, 105.]
        after = self.record({'cycles': [110, 111, 112, 114.]}, 9)
        one = self.record({'cycles': whole}, 1)
        parts = [self.record({'cycles': whole[i:i + 2]}, i) for i in
                 range(0, 6, 2)]
        self.assertEqual(self.rows(one, after),
                         self.rows(*parts, '--', after))
        self.assertEqual(self.rows(after, one),
                         self.rows(after, '--', *parts))

    def test_no_spread(self):
        """No repeat differs: no test, and no chance."""
        rows = self.rows(self.record({'cycles': [100], 'instr_exec': [50],
                                      'br_exec': [0]}),
                         self.record({'cycles': [101], 'instr_exec': [50],
                                      'br_exec': [4]}))
        self.assertEqual({name: (row['basis'], row['verdict'])
                          for name, row in rows.items()
                          if row['kind'] == 'event'},
                         {'cycles': ('deterministic', 'worse'),
                          'instr_exec': ('deterministic', 'same'),
                          'br_exec': ('deterministic', 'more')})
        self.assertEqual(rows['br_exec']['ratio'], '')
        varied = self.rows(self.record({'cycles': [100, 100]}, 1),
                           self.record({'cycles': [99, 99]}, 2))
        self.assertEqual(varied['cycles']['basis'], 'deterministic')
        self.assertEqual(varied['cycles']['verdict'], 'better')

    def test_too_few(self):
        for few in [100], [100, 101]:
            rows = self.rows(self.record({'cycles': few}, 1),
                             self.record({'cycles': [200, 201, 202]}, 2))
            self.assertEqual((rows['cycles']['verdict'],
                              rows['cycles']['why']),
                             ('unknown', 'too few repeats'))

    def test_counts_given_have_no_spread(self):
        paths = [self.folder / name for name in 'ab']
        for path, cycles in zip(paths, (10, 20)):
            tally('compute', '-m', 'arm1176', f'cycles={cycles}',
                  'instr_exec=5', '--json', '-o', path)
        self.assertEqual(self.rows(*paths)['cycles']['why'],
                         'too few repeats')


class Words(Maker):
    def test_by_the_direction(self):
        """`ipc` and `cpi` tell the same in opposite ways."""
        old = self.record({'cycles': [100], 'instr_exec': [50]})
        new = self.record({'cycles': [90], 'instr_exec': [50]})
        for a, b, word in (old, new, 'better'), (new, old, 'worse'):
            rows = self.rows(a, b)
            for name in 'cpi', 'ipc', 'cycles':
                self.assertEqual(rows[name]['verdict'], word, name)

    def test_what_cannot_be_compared(self):
        def spoil(document):
            for row in document['events']:
                if row['name'] == 'br_exec':
                    row.update(doubts=['overflowed'], mean=None, count=None)
        old = self.record({'cycles': [100], 'br_exec': [7],
                           'icache_miss': [3]}, change=spoil)
        new = self.record({'cycles': [100], 'br_exec': [7]})
        rows = self.rows(old, new)
        self.assertEqual(rows['br_exec']['why'], 'overflowed')
        self.assertEqual(rows['icache_miss']['why'],
                         'not measured on both sides')
        self.assertRegex(self.diff('-a', old, new),
                         r'(?m)^br_exec +overflowed$')

    def test_why_adds_up(self):
        old = self.record({'cycles': [1000], 'instr_exec': [500],
                           'ddep_stall': [100], 'icache_miss': [7]})
        new = self.record({'cycles': [1900], 'instr_exec': [600],
                           'ddep_stall': [400], 'icache_miss': [9]})
        why = json.loads(self.diff('--json', old, new))['why']
        self.assertEqual([(part['kind'], part['event'], part['change'])
                          for part in why],
                         [('instructions', None, 200),
                          ('each instruction', None, 700),
                          ('duration', 'ddep_stall', 300),
                          ('occurrence', 'icache_miss', 2)])
        self.assertRegex(self.diff(old, new), r'''(?x)why\ more\ cycles:\ \+900\n
            \ +the\ two\ that\ add\ up\ to\ it\n
            \ +\+200\ +22.2\ %\ +more\ instructions,\ each\ as\ before\n
            \ +\+700\ +77.8\ %\ .*\n
            \ +events\ that\ changed\ the\ same\ way,\ which\ do\ not\ add\ up:
            [^+]*\n\ +\+300\ +33.3\ %\ +ddep_stall.*\n
            \ +\+2\ +icache_miss,\ more\ often\n''')
        self.assertEqual(json.loads(self.diff('--json', old, old))['why'], [])

    def test_spread_is_the_models(self):
        old = self.record({'cycles': [100, 101, 102]}, 1)
        new = self.record({'cycles': [200, 201, 203]}, 1)
        for form in [], ['--markdown']:
            self.assertIn("the model's seeds, not of hardware",
                          re.sub(r'\s+', ' ', self.diff(*form, old, new)))
        exact = self.record({'cycles': [100]})
        self.assertNotIn('seeds', self.diff(exact, exact))

    def test_one_program(self):
        """A program against itself is said to be one, in every form."""
        old = self.record({'cycles': [100], 'instr_exec': [50]})
        new = self.record({'cycles': [90], 'instr_exec': [50]})
        other = self.record({'cycles': [90], 'instr_exec': [50]},
                            change=lambda d: d['program'].update(
                                sha256='cd' * 32))
        said = 'both sides have one program, to the bit'
        for form in [], ['--markdown']:
            self.assertIn(said, self.diff(*form, old, new))
            self.assertNotIn(said, self.diff(*form, old, other))
        for path, is_one in (new, True), (other, False):
            document = json.loads(self.diff('--json', old, path))
            SCHEMA.validate(document)
            self.assertIs(document['same_program'], is_one)

    def test_noise(self):
        """What changed by less than a thousandth is neither better nor worse,
        and is counted as such; another limit is an option."""
        old = self.record({'cycles': [10000], 'instr_exec': [5000]})
        new = self.record({'cycles': [9991], 'instr_exec': [5000]})
        far = self.record({'cycles': [9990], 'instr_exec': [5000]})
        self.assertEqual(self.rows(old, new)['cycles']['verdict'], 'noise')
        self.assertEqual(self.rows(old, far)['cycles']['verdict'], 'better')
        self.assertEqual(json.loads(self.diff('--json', old, new))['why'], [])
        out = self.diff(old, new)
        self.assertIn('\nCycles: 10,000 before, 9,991 after, -0.09 %: noise\n',
                      out)
        self.assertIn('\nnothing changed\n', out)
        self.assertIn('changed by less than 0.1 %', ' '.join(out.split()))
        self.assertIn(': better\n', self.diff('--noise', '0', old, new))
        self.assertIn(': noise\n', self.diff('--noise=5', old, far))

    def test_next_to_nothing(self):
        """Two events in ten million instructions are no worse than one."""
        counts = {'cycles': [10 ** 7], 'instr_exec': [10 ** 7]}
        old = self.record(dict(counts, icache_miss=[1]))
        new = self.record(dict(counts, icache_miss=[2]))
        more = self.record(dict(counts, icache_miss=[20]))
        rate = self.rows(old, new)['icache_mpki']
        self.assertEqual((rate['before'], rate['after'], rate['verdict']),
                         ('0.0001', '0.0002', 'noise'))
        self.assertNotIn('icache_mpki', self.diff(old, new))
        self.assertEqual(self.rows(old, more)['icache_mpki']['verdict'],
                         'worse')

    def test_next_to_nothing_is_no_spoke(self):
        """What is not rated does not reach for the rim of the wheel."""
        counts = {'instr_exec': [10 ** 7], 'ddep_stall': [10 ** 6]}
        old = self.record(dict(counts, cycles=[10 ** 7], icache_miss=[1]))
        for misses, drawn in (2, False), (9000, True):
            new = self.record(dict(counts, cycles=[2 * 10 ** 7],
                                   icache_miss=[misses]))
            page = self.diff('--html', '-', old, new)
            wheel = re.search('<svg.*?</svg>', page, re.S)
            self.assertIn('data_stall', wheel[0])
            self.assertIs('mpki' in wheel[0], drawn)

    def test_what_is_not_exact_is_not_rated(self):
        """As little as the report calls it exact."""
        def doubt(document):
            for row in document['events']:
                if row['name'] == 'cycles':
                    row.update({'doubts': ['inexact'], 'class': 'doubted',
                                'why': 'a small rest'})
        old = self.record({'cycles': [100]})
        new = self.record({'cycles': [90]}, change=doubt)
        row = self.rows(old, new)['cycles']
        self.assertEqual((row['verdict'], row['why']), ('unknown', 'not exact'))

    def test_nothing_changed(self):
        path = self.record({'cycles': [100, 101, 102], 'br_exec': [7] * 3}, 1)
        out = self.diff(path, path)
        self.assertIn('\nnothing changed\n', out)
        self.assertIn('left out: 2 without a change', out)
        self.assertNotIn('left out', self.diff('-a', path, path))

    def test_markdown_is_a_table(self):
        old = self.record({'cycles': [100], 'instr_exec': [50]})
        new = self.record({'cycles': [90], 'instr_exec': [50]})
        table = [line for line in self.diff('--markdown', old, new)
                 .splitlines() if line.startswith('|')]
        self.assertEqual({line.count('|') for line in table}, {7})
        self.assertIn('| `cycles` | 100 | 90 | -10.00 % | no spread '
                      '| **better** |', table)
        self.assertIn('\nCycles: 100 before, 90 after, -10.00 %: **better**\n',
                      self.diff('--markdown', old, new))


class Refusals(Maker):
    # What differs, and how a record is made to.
    FACTS = {
        'target: board:pb1176 against board:imx31':
            lambda d: d['target'].update(name='board:imx31'),
        'clocks: 200000000 Hz against 100000000 Hz':
            lambda d: d['target'].update(clock_hz=1e8),
        'machine: warm against cold': lambda d: d['board'].update(cold=True),
        'timing flat': lambda d: d['board'].update(flat=True),
        'poison': lambda d: d['board'].update(poison=True),
        'l2 on': lambda d: d['board'].update(l2=True),
        'jitter': lambda d: d['board'].update(jitter_seed=3),
        'cycles in 64s': lambda d: d.update(divided=True),
        'not calibrated': lambda d: d.update(calibrated=False),
        'region: the whole program against crc32': lambda d: d.update(
            region={'kind': 'symbol', 'text': 'crc32', 'entered': 0}),
        'times the region was entered: 0 against 9': lambda d: d.update(
            region={'kind': 'whole', 'entered': 9}),
        "exit status: 0 against 1": lambda d: d['program'].update(status=1),
        "arguments: none against 5": lambda d: d.update(
            command=['tally', 'stat', 'prog.elf', '--', '5']),
        'options: none against --inject=dbgack=1/2': lambda d: d.update(
            command=['tally', 'stat', '--inject', 'dbgack=1/2', 'prog.elf']),
        'not to be trusted: it rains': lambda d: d.update(
            trusted=False, untrusted_because='it rains'),
    }

    def test_each_fact(self):
        plain = self.record({'cycles': [100]})
        for says, change in self.FACTS.items():
            with self.subTest(says):
                other = self.record({'cycles': [100]}, change=change)
                refused = self.diff(plain, other, status=1)
                self.assertIn(says, refused)
                self.assertIn('--force', refused)
                forced = re.sub(r'\s+', ' ',
                                self.diff('--force', plain, other))
                self.assertIn(says, forced)
                self.assertIn(says, json.loads(self.diff(
                    '--force', '--json', plain, other))['forced'])
                self.diff(other, '--', plain, other, status=1)

    def test_what_need_not_be_the_same(self):
        """Another program, seed, and number of repeats."""
        self.diff(self.record({'cycles': [100, 101, 102]}, 1),
                  self.record({'cycles': [100, 101]}, 2,
                              lambda d: d['program'].update(sha256='b')))

    def test_a_side_is_one_program(self):
        one = self.record({'cycles': [100]})
        other = self.record({'cycles': [100]}, change=lambda d:
                            d['program'].update(sha256='b'))
        self.diff(one, other)
        self.assertIn('program: abcabcabcabc against b',
                      self.diff(one, other, '--', one, status=1))


class Limits(Maker):
    # cycles 1000 -> 1030, ipc falls; br_exec stays; 0 -> 3 misses.
    STATUS = {
        'cycles > +2%': 3, 'cycles > 3.5%': 0, 'cycles>2%': 3,
        'cycles > 20': 3, 'cycles > 40': 0, 'cycles < -1%': 0,
        'cycles > -5 %': 3, 'ipc < -1%': 3, 'ipc < -10%': 0,
        'arm1176:cycles > 2%': 3, 'br_exec > 0%': 0, 'br_exec > -1%': 3,
        'icache_miss > 2': 3, 'icache_miss > 2%': 1, 'cycels > 2%': 2,
        'cycles': 2, 'cycles > ': 2, '> 2%': 2, 'cycles > x': 2,
        'cycles > 2%%': 2, 'cycles > nan': 2, 'cycles > inf': 2,
    }

    def setUp(self):
        super().setUp()
        self.old = self.record({'cycles': [1000], 'instr_exec': [500],
                                'br_exec': [7], 'icache_miss': [0]})
        self.new = self.record({'cycles': [1030], 'instr_exec': [500],
                                'br_exec': [7], 'icache_miss': [3]})

    def test_each(self):
        for limit, status in self.STATUS.items():
            with self.subTest(limit):
                done = tally('diff', '--fail-if', limit, self.old, self.new)
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertEqual(bool(done.stderr), bool(status))
                if status:
                    self.assertIn('--fail-if', done.stderr)

    def test_all_are_told(self):
        done = tally('diff', '--fail-if', 'cycles > 1%', '--fail-if',
                     'cpi > 1%', '--fail-if', 'br_exec > 1%', self.old,
                     self.new)
        self.assertEqual((done.returncode, done.stderr.count('\n')), (3, 2))
        self.assertIn('change is +3 %', done.stderr)

    def test_chance_is_no_change(self):
        old = self.record({'cycles': [100, 140, 180]}, 1)
        new = self.record({'cycles': [120, 150, 185]}, 2)
        self.diff('--fail-if', 'cycles > 1%', old, new)
        few = self.record({'cycles': [100, 140]}, 1)
        self.assertIn('cannot be judged: too few repeats', self.diff(
            '--fail-if', 'cycles > 1%', few, new, status=1))


if __name__ == '__main__':
    unittest.main()
