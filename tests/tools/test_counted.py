# SPDX-License-Identifier: MIT
"""What runs checks and counts their tests: tools/tap.py, check.py, checks.py,
builds.py, compare_demo.py."""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest
import unittest.mock

# This comes first: it makes those of tools/ be found.
from project_tools import ROOT, TOOLS, Folder, tool
import builds  # noqa: E402
import check  # noqa: E402
import checks
import fuzzing  # noqa: E402
import parts  # noqa: E402
import tally_command  # noqa: E402


class Tap(Folder):
    def test_counts_each_case(self):
        path = self.write('test_a.py', '''
import unittest
class A(unittest.TestCase):
    def test_good(self):
        print('ok 9 - not a result')
    def test_bad(self):
        self.assertEqual(1, 2)
    def test_broken(self):
        raise OSError('gone')
    @unittest.skip('no time')
    def test_skipped(self):
        pass
''')
        done = subprocess.run([sys.executable, TOOLS / 'tap.py', path],
                              text=True, capture_output=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(checks.count({'stdout': done.stdout,
                                       'returncode': 1}), (1, 2, 1))
        self.assertTrue(done.stdout.endswith('1..4\n'))
        self.assertIn('# AssertionError: 1 != 2', done.stdout)

    def test_failing_class_setup(self):
        path = self.write('test_a.py', '''
import unittest
class A(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise OSError('gone')
    def test_good(self):
        pass
''')
        status, told = tool('tap.py', path)
        self.assertEqual(status, 1, told)
        self.assertIn('not ok 1', told)

    def test_variables(self):
        path = self.write('test_a.py', """
import unittest
PLACE = ''
class A(unittest.TestCase):
    def test_place(self):
        self.assertEqual(PLACE, 'a=b')
""")
        self.assertEqual(tool('tap.py', path, 'PLACE=a=b')[0], 0)
        self.assertEqual(tool('tap.py', path, 'PLACE=c')[0], 1)
        self.assertIn('no variable PLAICE',
                      tool('tap.py', path, 'PLAICE=c')[1])

    def test_no_case_is_a_failure(self):
        self.assertEqual(tool('tap.py', self.write('test_a.py', ''))[0], 1)


class Demo(Folder):
    """The comparison at the end of ./demo."""

    boards = 'pb1176', 'lubbock'

    def result(self, name, misses, status=0, checksum='1234abcd',
               trusted=True):
        self.write(f'{name}.txt', f'matmul: checksum {checksum}\n')
        self.write(f'{name}.json', json.dumps({
            'trusted': trusted, 'board': {'title': 'A board'},
            'program': {'exited': True, 'status': status},
            'metrics': [{'name': 'dcache_miss_rate', 'value': misses,
                         'unit': '%'}],
            'events': [{'name': 'cycles', 'count': 1234567}]}))

    def verdict(self, **changed):
        for board in self.boards:
            self.result(f'{board}-naive', 50.0)
            self.result(f'{board}-blocked', 0.5)
        if changed:
            self.result('lubbock-naive', **{'misses': 50.0, **changed})
        status, told = tool('compare_demo.py', self.root, *self.boards)
        return status, told.splitlines()[-1], told

    def test_good(self):
        status, last, told = self.verdict()
        self.assertEqual((status, last), (0, '8 passed, 0 failed'), told)
        self.assertRegex(told, r'dcache_miss_rate +50 % +0\.5 % +100\.00\n')
        self.assertRegex(told, r'cycles +1,234,567 +1,234,567 +1\.00\n')
        self.assertIn('Simulated', told)

    def of_the_bus(self, reads, per_fill=(20, 20)):
        for program, fills, cycles in (('naive', 800000.0, per_fill[0]),
                                       ('blocked', 40000.0, per_fill[1])):
            name = f'versatile-{program}'
            self.result(name, None)
            report = json.loads((self.root / f'{name}.json').read_text())
            report['metrics'] = [{'name': 'armd_line_fills', 'value': fills,
                                  'unit': 'lines'}]
            report['events'] = [
                {'name': 'CtTotalCyclesNonDebug', 'count': int(fills) * cycles},
                {'name': 'CtArmdLineFill', 'count': int(fills)},
                {'name': 'reads', 'count': reads[program]}]
            self.write(f'{name}.json', json.dumps(report))
        return tool('compare_demo.py', self.root, 'versatile')

    def test_monitor_of_the_bus(self):
        """It has no miss rate; lines that are filled tell the same.  Cycles
        are not shared out to misses, as others may have a part in them."""
        status, told = self.of_the_bus({'naive': 500, 'blocked': 2000})
        self.assertEqual((status, told.splitlines()[-1]),
                         (0, '4 passed, 0 failed'), told)
        self.assertRegex(told, r'armd_line_fills +800,000 +40,000 +20\.00\n')
        self.assertIn('with 760,000 data cache misses and 15,200,000 cycles '
                      "fewer.\n  Not all of it need be the misses': the "
                      'blocked one also has reads +1,500.\n', told)
        _, told = self.of_the_bus({'naive': 7, 'blocked': 7})
        self.assertIn('Nothing else that was counted differs.', told)
        _, told = self.of_the_bus({'naive': 500, 'blocked': 2000}, (1, 21))
        self.assertIn('with 760,000 data cache misses fewer, but 40,000 cycles '
                      'more.\n  The blocked one has reads +1,500.\n', told)

    def test_naive_is_no_worse(self):
        for misses in 0.5, 0.1, None:
            self.assertEqual(self.verdict(misses=misses)[:2],
                             (1, '7 passed, 1 failed'))

    def test_other_checksum(self):
        self.assertEqual(self.verdict(checksum='0')[:2],
                         (1, '7 passed, 1 failed'))

    def test_failing_program_and_untrusted_numbers(self):
        self.assertEqual(self.verdict(status=1)[:2],
                         (1, '5 passed, 1 failed'))
        self.assertEqual(self.verdict(trusted=False)[:2],
                         (1, '5 passed, 1 failed'))

    def test_nothing_measured(self):
        status, told = tool('compare_demo.py', self.root, *self.boards)
        self.assertEqual((status, told.splitlines()[-1]),
                         (1, '0 passed, 4 failed'))


class Count(unittest.TestCase):
    """Adding up what test programs print."""

    def count(self, stdout, returncode=0):
        return checks.count({'stdout': stdout, 'returncode': returncode})

    def test_cmocka(self):
        self.assertEqual(self.count(
            '1..4\nok 1 - a\nnot ok 2 - b\n# 0x1 != 0x2\n'
            'not ok 3 # SKIP c\nok 4 - d\n# not ok - group\n', 1),
            (2, 1, 1))

    def test_only_a_skip(self):
        self.assertEqual(self.count('1..2\nok 1 - a\nnot ok 2 # SKIP c\n'),
                         (1, 0, 1))

    def test_a_crash_counts(self):
        self.assertEqual(self.count('1..2\nok 1 - a\n', -11), (1, 1, 0))
        self.assertEqual(self.count('1..2\nok 1 - a\n', 0), (1, 1, 0))
        self.assertEqual(self.count('1..1\nok 1 - a\n', 1), (1, 1, 0))
        self.assertEqual(self.count(None, -15), (0, 1, 0))


class Fuzzers(unittest.TestCase):
    def test_table(self):
        """Each that there is has its seconds, within what is spent in all."""
        there = {path.stem for path in ROOT.glob('tests/fuzz/fuzz_*.c')}
        self.assertEqual(set(fuzzing.FUZZERS), there | {'poke_boards'})
        quick, more = map(sum, zip(*fuzzing.FUZZERS.values()))
        self.assertLessEqual(quick, 80)
        self.assertLessEqual(more, 130)

    def test_seeds(self):
        """A text or capture begins with examples, not with nothing."""
        for name in set(fuzzing.FUZZERS) - {'poke_boards', 'fuzz_program'}:
            seeds = ROOT / 'tests/fuzz/corpus' / name.removeprefix('fuzz_')
            self.assertGreater(len(list(seeds.iterdir())), 1, name)


class AtLength(unittest.TestCase):
    """tools/fuzzing.py, with programs that stand for fuzzers."""
    POKES = """#!/bin/sh
echo "pb1176 places 7 pokes"
"""
    RUNS = """#!/bin/sh
trap 'echo stat::number_of_executed_units: 77; exit 0' USR1
case " $* " in *" -runs=5 "*) echo stat::number_of_executed_units: 5; exit 0;; esac
while :; do :; done
"""

    def length(self, *words, **programs):
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder, 'tests', 'fuzz')
            place.mkdir(parents=True)
            for name, text in programs.items():
                (place / name).write_text(text)
                (place / name).chmod(0o755)
            return subprocess.run(
                [sys.executable, ROOT / 'tools' / 'fuzzing.py', folder, *words],
                capture_output=True, text=True, check=False)

    def test_runs_or_seconds(self):
        """Whichever ends first; seconds are those of the processor."""
        for words, row in ((['--runs', '5'], '5 runs'),
                           (['--seconds', '1'], '77 runs')):
            done = self.length('fuzz_map', *words, fuzz_map=self.RUNS)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, rf'^fuzz_map +{row} +\d+\.\d s of')

    def test_each_board(self):
        done = self.length('poke_boards', poke_boards=self.POKES)
        self.assertEqual((done.returncode, done.stdout),
                         (0, 'pb1176 places 7 pokes\n'), done.stderr)

    def test_a_failure(self):
        """It is told with its command, and the others are run."""
        done = self.length('fuzz_map', 'fuzz_log', '--runs', '5',
                           fuzz_log=self.RUNS,
                           fuzz_map='#!/bin/sh\necho it broke\nexit 77\n')
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r'^fuzz_map failed:\n\$ .*/fuzz_map -seed=1 '
                         r'-runs=5 .*\nit broke\nfuzz_log +5 runs')


class Parts(unittest.TestCase):
    """What is repeated in parts: every name is in one of them."""
    LISTED = ('tally:cli+runs / test_a\ntally:cli / test_b\n'
              'tally:board+long+runs / test_c\ntally:unit / test_d\n')

    def at(self, commit, function, *words):
        with unittest.mock.patch.object(parts, 'command',
                                        lambda *_, **__: commit):
            return function(*words)

    def test_all_parts_are_come_upon(self):
        names = [f'test_{i}' for i in range(17)]
        for number in 2, 3, 6:
            got = [self.at(f'{commit:012x}' + 28 * '0', parts.part, names, number)
                   for commit in range(100)]
            self.assertEqual(set(sum(got, [])), set(names))
            self.assertLessEqual(max(map(len, got)), 17 // number + 1)
            self.assertEqual(self.at('f' * 40, parts.part, names, number),
                             self.at('f' * 40, parts.part, names, number))

    def test_without_git(self):
        with unittest.mock.patch.object(
                parts, 'command', unittest.mock.Mock(
                    side_effect=builds.Broken('no git'))):
            self.assertEqual(parts.part(['b', 'a', 'c'], 2), ['a', 'c'])
            self.assertEqual(parts.changed_lately(), set())

    def test_of_suites(self):
        self.assertEqual(self.at(self.LISTED, parts.tests, 'x', ['cli', 'long'],
                                 ['runs']), {'test_b'})
        self.assertEqual(self.at(self.LISTED, parts.tests, 'x', ['runs'], []),
                         {'test_a', 'test_c'})
        self.assertEqual(self.at(self.LISTED, parts.tests, 'x', None, ['cli']),
                         {'test_c', 'test_d'})

    def test_boards_in_turn(self):
        names = dict.fromkeys('abcde')

        def chosen(env):
            with unittest.mock.patch.dict(os.environ, env), \
                    unittest.mock.patch.object(tally_command, 'boards',
                                               lambda: names):
                return ''.join(tally_command.boards_in_turn())

        self.assertEqual([chosen({'TALLY_PART': part}) for part in '673'],
                         ['ace', 'bd', 'bd'])
        with unittest.mock.patch.dict(os.environ):
            os.environ.pop('TALLY_PART', None)
            self.assertEqual(chosen({}), 'abcde')

    def test_a_file_that_was_changed_is_in_every_part(self):
        self.assertEqual(self.at('src/a.c\n', parts.changed_lately),
                         {f'{ROOT}/src/a.c'})

    def test_a_test_that_was_changed_is_in_every_part(self):
        names = [f'test_{i}' for i in range(9)]
        with unittest.mock.patch.object(
                parts, 'changed_lately',
                lambda: {'/x/tests/a/test_3.py', '/x/b/test_7.c', '/x/test_9.c'}):
            chosen = [self.at(f'{commit:040x}', parts.lately, names, 3)
                      for commit in range(0x300000, 0x300003)]
            paths = self.at(40 * '0', parts.lately,
                            ['/x/b/test_7.c', '/x/c', '/x/d'], 2)
        for some in chosen:
            self.assertLessEqual({'test_3', 'test_7'}, set(some))
            self.assertLessEqual(len(some), 5)
        self.assertEqual(paths, ['/x/b/test_7.c', '/x/d'])


class Needed(Folder):
    """Of a build folder that which the chosen tests need is made."""

    def test_of_two_tests(self):
        where = self.root / 'x' / 'meson-info'
        where.mkdir(parents=True)
        (where / 'intro-tests.json').write_text(json.dumps(
            [{'name': 'test_a', 'depends': ['a@exe', 'elf@cus']},
             {'name': 'test_b', 'depends': ['b@exe', 'elf@cus']},
             {'name': 'test_c', 'depends': ['c@exe']}]))
        (where / 'intro-targets.json').write_text(json.dumps(
            [{'id': f'{name}@{kind}',
              'filename': [f'{self.root}/x/tests/{name}']}
             for name, kind in (('a', 'exe'), ('b', 'exe'), ('c', 'exe'),
                                ('elf', 'cus'), ('other', 'sta'))]))
        with unittest.mock.patch.object(builds, 'BUILD', self.root):
            self.assertEqual(parts.needed('x', {'test_a', 'test_c'}),
                             ['tests/a', 'tests/c', 'tests/elf'])
            self.assertEqual(parts.needed('x', set()), [])


class SharedFolder(Folder):
    """Checks that run tests of one build folder at the same time."""

    def test_each_counts_its_own(self):
        together = threading.Barrier(2)

        def command(*words, **_):
            words = [str(word) for word in words]
            base = words[words.index('--logbase') + 1]
            cases = 3 if base == 'long' else 2
            out = ''.join(f'ok {i} - x\n' for i in range(1, cases + 1))
            (self.root / f'meson-logs/{base}.json').write_text(json.dumps(
                {'name': base, 'result': 'OK', 'returncode': 0,
                 'stdout': f'1..{cases}\n{out}'}) + '\n')
            together.wait(10)

        (self.root / 'meson-logs').mkdir()
        with unittest.mock.patch.object(checks, 'command', command), \
                unittest.mock.patch.object(checks, 'build',
                                           lambda name, *_: self.root), \
                unittest.mock.patch.multiple(
                    parts, tests=lambda *_: ['test_a'],
                    lately=lambda names, *_: names), \
                concurrent.futures.ThreadPoolExecutor(2) as pool:
            runs = [pool.submit(check) for check in
                    (checks.long_tests, checks.outside)]
            self.assertEqual([run.result().passed for run in runs], [3, 2])


class Command(unittest.TestCase):
    """One command of a check, and what it is charged with."""

    def setUp(self):
        builds.here.account = builds.Account()

    def test_one_that_hangs(self):
        with unittest.mock.patch.object(builds, 'PATIENCE', 0.2), \
                self.assertRaisesRegex(builds.Broken, 'sleep still ran after'):
            builds.command('sleep', 60)

    def test_one_that_is_not_there(self):
        with self.assertRaisesRegex(builds.Broken, 'is not installed'):
            builds.command('no-such-command')

    def test_the_processor_is_charged(self):
        busy = ('import time\n'
                'while time.process_time() < 0.2: pass')
        builds.command(sys.executable, '-c', busy)
        once = builds.here.account.cpu
        self.assertGreaterEqual(once, 0.2)
        # So are a command's own children, and those of other threads.
        builds.each(lambda _: builds.command('sh', '-c', '"$0" -c "$1"; true',
                                             sys.executable, busy), range(2))
        self.assertGreaterEqual(builds.here.account.cpu, once + 0.4)


class Cache(Folder):
    """A cache is made only where somebody takes from it."""

    def disabled(self, there, **env):
        if there:
            (self.root / 'ccache').mkdir()
        with unittest.mock.patch.multiple(builds, BUILD=self.root, CACHE={}), \
                unittest.mock.patch.dict(os.environ, env):
            if not env:
                os.environ.pop('CCACHE_DIR', None)
            builds.without_cache()
            return 'CCACHE_DISABLE' in builds.CACHE

    def test_none_is_there(self):
        self.assertTrue(self.disabled(False))

    def test_one_of_an_earlier_run(self):
        self.assertFalse(self.disabled(True))

    def test_one_of_the_callers_own(self):
        self.assertFalse(self.disabled(False, CCACHE_DIR='/somewhere'))

    def test_those_that_take_from_it_are_checks(self):
        self.assertLessEqual(builds.CACHE_TAKERS, set(checks.table()))


class Run(Folder):
    """./test itself, by tools/check.py."""

    def run_check(self, *words):
        return tool('check.py', *words,
                    env={**os.environ, 'TALLY_BUILD': str(self.root)})

    def test_last_line(self):
        status, told = self.run_check('by-hand')
        self.assertEqual(status, 0, told)
        self.assertEqual(told.splitlines()[-1], '1 passed, 0 failed')
        self.assertIn('$ cc -ffreestanding',
                      (self.root / 'logs' / 'by-hand.txt').read_text())

    def test_a_group_and_when_each_check_runs(self):
        known = checks.table()
        options = check.parse(['quick'], known)
        self.assertEqual([name for name in known
                          if check.chosen(options, name, known[name])],
                         ['layers', 'circles', 'hygiene', 'quick-tests'])
        for words, when in (([], {'always'}), (['--all'], {'always', 'all'})):
            options = check.parse(words, known)
            for name, row in known.items():
                self.assertEqual(check.chosen(options, name, row),
                                 row.when in when, name)
                self.assertIn(row.when, ('always', 'all', 'asked'))
        for names in checks.GROUPS.values():
            self.assertLessEqual(set(names), set(known))

    def test_unknown_name(self):
        status, told = self.run_check('nonsense')
        self.assertEqual(status, 2)
        self.assertIn('no check is called nonsense', told)
