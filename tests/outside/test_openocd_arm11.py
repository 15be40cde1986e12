# SPDX-License-Identifier: MIT
"""usage: tap.py test_openocd_arm11.py TALLY=COMMAND JTAG=COMMAND

The real OpenOCD 0.12, and behind it an ARM1176 whose core runs: what Tally
counts there, and what it leaves behind, by a client that is none of its own."""
import json
import re
import unittest

import openocd_arm11
import tally_command
from openocd_arm11 import CLOCK_HZ, SCRATCH

TALLY = JTAG = ''
WORK = {'instr_exec': 153, 'br_exec': 51}  # as loop.S has them


def setUpModule():
    tally_command.TALLY = TALLY
    openocd_arm11.Program.jtag = JTAG


class Model(openocd_arm11.Running):
    """What the tests below rest on."""

    def test_it_runs_and_stops(self):
        self.assertEqual(self.machine.state(), 'running')
        self.tcl('halt')
        self.assertEqual(self.machine.state(), 'halted')
        self.assertEqual(self.tcl('arm mrc 15 0 0 0 0'), str(0x410FB767))
        self.tcl('bp 0x8034 4 hw')
        self.tcl('resume')
        self.tcl('wait_halt')
        self.assertEqual(self.tcl('get_reg pc'), 'pc 0x00008034')

    def test_what_openocd_says_of_lr(self):
        """Nothing, with success, where it has not read it yet."""
        self.tcl('halt')
        self.assertEqual(self.tcl('get_reg lr'), 'lr 0x00000000')
        self.assertNotEqual(self.tcl('get_reg -force lr'), 'lr 0x00000000')


class Counts(openocd_arm11.Running):
    """Each way to the registers, by both of OpenOCD's ports."""

    def count(self, link, *words, more=()):
        done = tally_command.tally(
            'stat', '-t', self.over(link, 'arm1176', f'clock={CLOCK_HZ}',
                                    *words),
            '--region', 'work', '-e', ','.join(WORK), '--json', *more,
            self.elf, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        counts = {event['name']: event['count']
                  for event in json.loads(done.stdout)['events']}
        self.assertEqual({name: counts[name] for name in WORK}, WORK)

    def test_gdb_by_stubs(self):
        self.count('gdb', f'scratch={SCRATCH:#x}')

    def test_gdb_by_mrc(self):
        self.count('gdb', 'access=mrc')

    def test_openocd_by_stubs(self):
        self.count('openocd', f'scratch={SCRATCH:#x}')

    def test_openocd_by_mrc(self):
        self.count('openocd', 'access=mrc')

    def test_inside(self):
        for link in ('gdb', 'openocd'):
            with self.subTest(link=link):
                self.count(link, f'scratch={SCRATCH:#x}', more=('--inside',))


class Left(openocd_arm11.Running):
    """What ran before, runs on: asked of OpenOCD itself."""

    def left(self, link, *words):
        self.assertEqual(self.machine.state(), 'running')
        done = tally_command.tally(
            words[0], '-t', self.over(link, 'arm1176', f'clock={CLOCK_HZ}',
                                      f'scratch={SCRATCH:#x}'),
            *words[1:], self.elf, timeout=100)
        self.assertEqual(self.machine.state(), 'running')
        pcs = set()
        for _ in range(3):
            self.tcl('halt')
            pcs.add(int(self.tcl('get_reg pc').split()[1], 0))
            self.tcl('resume')
        self.assertLess(max(pcs), SCRATCH)
        return done


class Goes(Left):
    """Each verb, over both links."""

    def each(self, *words):
        for link in ('gdb', 'openocd'):
            with self.subTest(link=link):
                done = self.left(link, *words)
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_stat(self):
        self.each('stat', '--region', 'work', '-e', 'instr_exec')

    def test_record(self):
        self.each('record', '-F', '20', '--timeout', '0.5', '-o',
                  self.elf.with_suffix('.json'))

    def test_doctor(self):
        """Whose core has an instruction a cycle, which it tells."""
        for link in ('gdb', 'openocd'):
            with self.subTest(link=link):
                done = self.left(link, 'doctor')
                failed = re.findall(r'(?m)^(\w+) +fail ', done.stdout)
                self.assertLessEqual(set(failed), {'clock', 'time'},
                                     done.stdout)


class Times(Left):
    """A time of what runs, without a region, which halts the core for each look:
    what it counts is what it runs meanwhile, and it runs on."""

    def test_what_runs_is_counted_in_intervals(self):
        for link in ('gdb', 'openocd'):
            with self.subTest(link=link):
                done = self.left(link, 'stat', '--seconds', '0.4', '-I',
                                 '100ms', '-e', 'cycles,instr_exec,br_exec',
                                 '--json')
                self.assertEqual(done.returncode, 0, done.stderr)
                told = json.loads(done.stdout)
                self.assertFalse(told['program']['exited'])
                series = told['intervals']
                ends = series['end_cycles']
                counts = {row['name']: row['counts']
                          for row in series['events']}
                for event in told['events']:
                    self.assertEqual(sum(counts[event['name']]),
                                     event['count'])
                # A turn of the loop is 3 instructions, one of them a branch;
                # beside it there is little.
                for instructions, branches in zip(counts['instr_exec'],
                                                  counts['br_exec']):
                    self.assertGreater(instructions, 0)
                    self.assertLess(abs(3 * branches / instructions - 1), 0.1)
                self.assertGreaterEqual(ends[-1], 0.4 * CLOCK_HZ)
                # Its clock goes by this computer's, as well as that can.
                self.assertLess(sum(counts['cycles']), 2 * ends[-1])
                self.assertGreater(sum(counts['cycles']), ends[-1] / 4)
                halts = re.search(r'; halted (\d+) times? to look, (\S+) ms',
                                  told['target']['way'])
                self.assertEqual(int(halts[1]), len(ends) - 1)
                self.assertGreater(float(halts[2]), 0)

    def test_a_time_without_intervals(self):
        done = self.left('openocd', 'stat', '--seconds', '0.2', '-e',
                         'cycles', '--json')
        self.assertEqual(done.returncode, 0, done.stderr)
        cycles = {event['name']: event['count'] for event in
                  json.loads(done.stdout)['events']}['cycles']
        self.assertGreater(cycles, 0.05 * CLOCK_HZ)
        self.assertLess(cycles, 2 * CLOCK_HZ)

    def test_neither_a_time_nor_a_region(self):
        done = self.left('openocd', 'stat', '-e', 'cycles')
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('name a function, --region SYMBOL, or say how long it '
                      'is to run, --seconds S', done.stderr)


class Clock(openocd_arm11.Running):
    """10 MHz, or somewhat less on a busy computer: what is said 40 % beyond it
    is not believed."""

    def test_one_that_is_wrong(self):
        for link in ('gdb', 'openocd'):
            with self.subTest(link=link):
                done = tally_command.tally(
                    'doctor', '-t', self.over(link, 'arm1176', 'clock=14e6',
                                              f'scratch={SCRATCH:#x}'),
                    self.elf, timeout=100)
                self.assertRegex(done.stdout, r'(?m)^clock +(fail|skipped) ')


class Slow(openocd_arm11.Running):
    """Over a link that takes a millisecond for each answer, of which a look at
    the core takes several."""

    wait_us = 1000

    def samples(self, link):
        profile = self.elf.with_suffix(f'.{link}.json')
        done = tally_command.tally(
            'record', '-t', self.over(link, 'arm1176', f'clock={CLOCK_HZ}'),
            '-F', '20', '--timeout', '3', '-o', profile, self.elf)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(profile.read_text())['sampled']['samples']

    def test_halts_so_often(self):
        """Not much less often than OpenOCD's own server for GDB."""
        self.assertGreater(self.samples('openocd'), self.samples('gdb') / 4)


if __name__ == '__main__':
    unittest.main()
