# SPDX-License-Identifier: MIT
"""bench/run knows every benchmark, finds where one is behind, and keeps the
tables of those that it does not run."""
import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile
import unittest

import project_tools

ROOT = project_tools.ROOT


def load():
    loader = importlib.machinery.SourceFileLoader('bench_run',
                                                  str(ROOT / 'bench/run'))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True  # beside bench/run
    loader.exec_module(module)
    return module


class Benchmarks(unittest.TestCase):
    def setUp(self):
        self.run_ = load()

    def test_each_script_is_known_and_told(self):
        scripts = {path.stem for path in ROOT.glob('bench/*.py')}
        self.assertEqual(scripts, set(self.run_.BENCHES))
        page = (ROOT / 'doc/building.md').read_text()
        for name in scripts:
            self.assertIn(f'`bench/{name}.py ', page)

    def test_who_is_behind(self):
        boards = ('               Minsn       s    MIPS   cg/t\n'
                  'cachegrind      74.7    0.52   143.2   1.00\n'
                  'callgrind       74.6    1.07    69.6   0.49\n'
                  'qemu, plugin    74.7    0.09   792.5   5.53\n'
                  'pb1176          66.1    0.61   108.0   0.85    0.86\n'
                  'virt-a53        66.1    0.31   208.0   1.65    0.86\n')
        self.assertEqual(self.run_.slow_boards(boards), [
            '`pb1176` carries out 0.85 of what cachegrind does in the same '
            'time.'])
        profile = ('board           M instr  plain s   usual     all\n'
                   'pb1176            111.7     0.95    4.37    5.15    19\n'
                   'lubbock           111.7     0.95    1.10    5.15    19\n'
                   'callgrind         125.5     0.66    2.31            71\n')
        self.assertEqual(self.run_.dear_profiles(profile), [
            'A profile on `pb1176` takes 4.37 of a plain run, and callgrind '
            '2.31 of a run of cachegrind.'])
        suite = ('                     processor     clock   / plain\n'
                 'the plain commands      40.120    45.000     1.000\n'
                 'bench                   43.000    {}.000     1.070\n')
        self.assertEqual(self.run_.slow_suite(suite.format(94)), [])
        self.assertEqual(self.run_.slow_suite(suite.format(97)), [
            '`bench` adds 52.0 ms to each job.'])
        linux = ('milliseconds               least  median   added\n'
                 'tally stat -- true          3.79   12.72    2.55\n'
                 'perf stat true             18.14   42.15   16.90\n'
                 'tally record -- busy      923.91  955.30  682.29\n'
                 'perf record busy          817.30  855.05  575.67\n')
        self.assertEqual(self.run_.slow_commands(linux), [
            '`tally record -- busy` adds 682.3 ms, `perf record busy` 575.7.'])
        self.assertEqual(self.run_.slow_plans(
            '  events  planner us    force us  force / planner\n'
            '       4         6.2         0.7             0.12\n'
            '      10        15.5        29.6             1.91\n'),
            ['Brute force is quicker at 4 events.'])
        self.assertEqual(self.run_.folded_larger(
            f'{"virt-a53: an overflow of an event counter":50}        10'
            '        12\n'
            f'{"pba8: an overflow of the first counter":50}        18'
            '        15\n'), [
                'virt-a53: an overflow of an event counter: 12 instructions, '
                '10 by hand.'])
        self.assertEqual(self.run_.slower_than_one(
            'page faults     read       281.8    1.00\n'
            'page faults     tally      293.1    1.04\n'
            'instructions    not counted on this machine\n'),
            ['page faults: 1.04 times as much.'])

    def test_what_was_not_named_is_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            self.run_.PAGE = pathlib.Path(folder, 'benchmarks.md')
            self.run_.head = lambda: 'Measured some day.\n'
            for name, text in (('plan', 'one\n'), ('read', 'two\n'),
                               ('plan', 'three\n')):
                self.run_.measured = lambda *_, told=text: (told, '')
                self.assertEqual(self.run_.main(ROOT, [name]), 0)
            page = self.run_.PAGE.read_text()
        self.assertEqual([line for line in page.splitlines()
                          if line in ('one', 'two', 'three')],
                         ['three', 'two'])
        self.assertEqual(page.count('Measured some day.'), 2)

    def test_what_is_not_there_is_told_with_its_reason(self):
        with tempfile.TemporaryDirectory() as folder:
            self.run_.PAGE = pathlib.Path(folder, 'benchmarks.md')
            self.run_.head = lambda: 'Measured some day.\n'
            self.run_.measured = lambda name, *_: (
                ('half\n', 'no perf here') if name == 'linux' else
                ('all\n', ''))
            self.assertEqual(
                self.run_.main(ROOT, ['plan:1,two', 'linux']), 1)
            page = self.run_.PAGE.read_text()
        self.assertIn('- `bench/linux.py`: no perf here\n', page)
        self.assertIn('- `bench/why.py`: no run has named it so far\n', page)
        self.assertNotIn('- `bench/plan.py`', page)
        self.assertEqual(page.count('half'), 1)
        self.assertEqual(page.count('With the words `1 two`.'), 1)

    def test_a_link_is_behind_by_packets_and_by_time(self):
        text = ('a region   packets       ms    least  most  / one at a time\n'
                'gdb, stubs                157    33.61   9.52   71.00  0.48\n'
                'gdb, mrc, one at a time   132    10.10   5.22   50.58\n'
                'openocd, stubs            100    33.61   9.52   71.00  1.26\n'
                'openocd, mrc, one at a time  132    10.10   5.22   50.58\n')
        self.assertEqual(self.run_.dear_links(text), [
            'gdb, stubs: 157 packets, 132 one at a time.',
            'openocd, stubs: 1.26 of the time of one at a time.'])


if __name__ == '__main__':
    unittest.main()
