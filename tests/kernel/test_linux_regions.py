# SPDX-License-Identifier: MIT
"""usage: tap.py test_linux_regions.py TALLY=COMMAND LIKWID=PROGRAM PAPI=PROGRAM

Programs with the markers of LIKWID and of PAPI, on regions of libtally-linux:
software events of the real kernel."""
import csv
import os
import pathlib
import subprocess
import tempfile
import unittest

LIKWID = PAPI = TALLY = ''


def run(program, *words, **env):
    return subprocess.run([program, *words], text=True, capture_output=True,
                          timeout=60, check=True, env={**os.environ, **env})


TRACING = '/sys/kernel/tracing'
POINT = TRACING + '/events/raw_syscalls/sys_enter/id'
# Where nobody has mounted it: root does for the program alone.
MOUNTED = ('unshare', '-m', 'sh', '-c',
           f'mount -t tracefs tracefs {TRACING} && exec "$0" "$@"')


def traced(*words):
    """The words of a program that sees tracepoints, or None."""
    for before in (), MOUNTED:
        if subprocess.run([*before, 'test', '-r', POINT], check=False,
                          capture_output=True).returncode == 0:
            return (*before, *words)
    return None


class Regions(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name, 'regions.csv')

    def rows(self, words, events):
        done = run(*words, TALLY_EVENTS=events, TALLY_REGIONS=str(self.file))
        self.assertEqual(done.stderr, '')
        with self.file.open(encoding='utf-8') as file:
            return done.stdout, list(csv.DictReader(file))

    def test_likwid(self):
        said, rows = self.rows((LIKWID,), 'page-faults:u,task_clock')
        self.assertEqual(said.split()[:2], ['2', '3'])
        faults = {(row['thread'], row['region']): row for row in rows
                  if row['event'] == 'page-faults:u'}
        self.assertEqual(len(faults), 3)
        main = next(thread for thread, name in faults if name == 'outer')
        for (thread, name), row in faults.items():
            calls, least = {('outer', True): (1, 450),
                            ('inner', True): (3, 300),
                            ('inner', False): (1, 300)}[name, thread == main]
            self.assertEqual(int(row['calls']), calls)
            self.assertGreaterEqual(int(row['count']), least)
            self.assertLess(int(row['count']), least + 60)
        self.assertEqual(said.split()[2], faults[main, 'inner']['count'])
        clock = [row for row in rows if row['event'] == 'task_clock'
                 and (row['thread'], row['region']) == (main, 'inner')]
        self.assertGreater(float(said.split()[3]) * 1.1,
                           int(clock[0]['count']) / 1e9)
        for row in rows:
            if row['event'] == 'task_clock':
                self.assertGreater(int(row['count']), 1000)

    def test_a_tracepoint(self):
        """A call of inner asks the kernel for three things."""
        words = traced(LIKWID)
        if not words:
            self.skipTest('tracefs is not to be read')
        _, rows = self.rows(words, 'raw_syscalls:sys_enter,page-faults:u')
        calls = [(int(row['calls']), int(row['count'])) for row in rows
                 if row['region'] == 'inner' and
                 row['event'] == 'raw_syscalls:sys_enter']
        self.assertEqual(sorted(calls), [(1, 3), (3, 9)])

    def test_a_lost_count_is_no_number(self):
        done = run(LIKWID, 'lose', TALLY_EVENTS='page-faults:u',
                   TALLY_REGIONS='')
        self.assertEqual(done.stdout, '1 1 no number\n')
        row, = csv.DictReader(done.stderr.splitlines())
        self.assertEqual((row['region'], row['count']), ('lost', ''))

    def test_papi(self):
        said, rows = self.rows((PAPI,), 'task-clock')
        self.assertEqual(said, '0 0 0 -1 -1 0\n')
        self.assertEqual([(row['region'], row['calls'], row['event'])
                          for row in rows], [('sum', '2', 'task-clock')])
        self.assertGreater(int(rows[0]['count']), 100000)

    def test_without_being_told(self):
        """Cycles, or the task's clock where no counters are; to stderr."""
        done = run(PAPI, TALLY_EVENTS='', TALLY_REGIONS='')
        rows = list(csv.DictReader(done.stderr.splitlines()))
        self.assertIn(rows[0]['event'], ('cycles', 'task-clock'))
        self.assertGreater(int(rows[0]['count']), 100000)

    def test_the_names_of_the_catalogue(self):
        """All but times, which the command measures by itself."""
        done = subprocess.run([TALLY, 'list', 'events', '-m', 'kernel',
                               '--csv'], text=True, capture_output=True,
                              check=True)
        names = [row['name'] for row in csv.DictReader(done.stdout.splitlines())
                 if not row['name'].endswith('_time')]
        self.assertGreater(len(names), 30)
        for name in names:
            said = run(PAPI, TALLY_EVENTS=name, TALLY_REGIONS='').stderr
            self.assertNotIn('is no event', said, name)

    def test_a_name_of_libpfm(self):
        said, rows = self.rows((LIKWID,), 'perf::PERF_COUNT_SW_PAGE_FAULTS:u')
        self.assertEqual({row['region'] for row in rows}, {'outer', 'inner'})
        for row in rows:
            self.assertGreaterEqual(int(row['count']), 300)
        self.assertEqual(said.split()[:2], ['1', '3'])

    def test_refusals(self):
        done = run(PAPI, TALLY_EVENTS='page-faults,misses')
        self.assertEqual(done.stdout, '-1 -1 -1 -1 -1 0\n')
        self.assertIn("TALLY_EVENTS: 'misses' is no event", done.stderr)
        self.assertNotIn('refused', done.stderr)
        done = run(PAPI, TALLY_EVENTS=',page-faults')
        self.assertIn("TALLY_EVENTS: ',' is no event", done.stderr)
        done = run(PAPI, TALLY_EVENTS=','.join(['faults'] * 17))
        self.assertIn('one too many', done.stderr)
        done = run(PAPI, TALLY_EVENTS='faults', TALLY_REGIONS='/nowhere/x')
        self.assertIn('/nowhere/x cannot be written', done.stderr)
