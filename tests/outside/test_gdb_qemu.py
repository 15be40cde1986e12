# SPDX-License-Identifier: MIT
"""usage: tap.py test_gdb_qemu.py TALLY=COMMAND FIRMWARE=FOLDER

A function on QEMU's Cortex-A57, measured through QEMU's own GDB server by the
core's own instructions: as many instructions as on the board, to the unit."""
import json
import pathlib
import re
import shutil
import socket
import subprocess
import time
import unittest

import tally_command

TALLY = ''
FIRMWARE = ''
QEMU = shutil.which('qemu-system-aarch64')
REGION = 'quicksort'
PATIENCE = 30


def setUpModule():
    tally_command.TALLY = TALLY


def free_port():
    with socket.create_server(('127.0.0.1', 0)) as one:
        return one.getsockname()[1]


def halted(qemu, machine, program, port):
    """QEMU's words: the program in it, before its first instruction."""
    return [qemu, *machine, '-display', 'none', '-serial', 'null', '-monitor',
            'none', '-nic', 'none', '-kernel', str(program), '-gdb',
            f'tcp:127.0.0.1:{port}', '-S']


def asked(*words):
    """What the command says; QEMU listens when it has started, and not at
    once."""
    until = time.monotonic() + PATIENCE
    while True:
        done = tally_command.tally(*words)
        if ('Connection refused' not in done.stderr
                or time.monotonic() > until):
            return done


def asked_of(qemu, machine, program, target, *words):
    """What the command says of a QEMU that is started for it, and is killed
    behind it."""
    port = free_port()
    with subprocess.Popen(
            halted(qemu, machine, program, port), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            return asked(words[0], '-t', f'gdb:127.0.0.1:{port},{target}',
                         *words[1:], program)
        finally:
            process.kill()


def virt(cpu):
    return ['-M', 'virt', '-cpu', cpu, '-icount', 'shift=0', '-semihosting']


class Link(unittest.TestCase):
    program = property(lambda self: pathlib.Path(FIRMWARE, 'virt', 'sort.elf'))

    def setUp(self):
        if not QEMU:
            self.skipTest('qemu-system-aarch64 is not installed')
        self.port = free_port()
        self.qemu = subprocess.Popen(
            halted(QEMU, virt('cortex-a57'), self.program, self.port),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        self.addCleanup(self.qemu.communicate)
        self.addCleanup(self.qemu.kill)

    def stat(self, *words, region=REGION):
        return asked(
            'stat', '-t', f'gdb:127.0.0.1:{self.port},pmuv3/cortex-a57,'
            'scratch=0x42000000,clock=1e6', '--region', region, '--json',
            *words, self.program)

    def test_instructions_of_a_function(self):
        self.equal()

    def test_without_a_halt(self):
        self.equal('--inside')

    def test_by_intervals(self):
        """Halted at each: as many instructions in all, to the unit, and what
        the halts took is told."""
        there = self.equal('-I', '500us')
        series = there['intervals']
        self.assertEqual(series['period_cycles'], 500)
        self.assertGreater(len(series['end_cycles']), 2)
        counts = {event['name']: event['counts']
                  for event in series['events']}['INST_RETIRED']
        self.assertGreater(sum(map(bool, counts)), 1)
        self.assertEqual(sum(counts), {
            event['name']: event['count']
            for event in there['events']}['INST_RETIRED'])
        halts = re.search(r'; halted (\d+) times? to look, (\S+) ms in all',
                          there['target']['way'])
        self.assertEqual(int(halts[1]), len(counts) - 1)
        self.assertGreater(float(halts[2]), 0)

    def test_the_program_ends_inside(self):
        """QEMU says so and goes: not the link is at fault."""
        for words, says in (
                ((), 'the program has ended inside what is measured'),
                (('--inside',), "the program ended before a call of '_exit' "
                                'was over')):
            with self.subTest(words):
                self.setUp()
                done = self.stat('-e', 'INST_RETIRED', *words, region='_exit')
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn(says, done.stderr)
                self.assertNotIn('closed the connection', done.stderr)

    def equal(self, *words):
        done = self.stat('-e', 'INST_RETIRED', *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        there = json.loads(done.stdout)
        here = json.loads(tally_command.printed(
            'stat', '-t', 'board:virt-a57', '--region', REGION, '-e',
            'INST_RETIRED', '--json', self.program))
        counts = [{event['name']: event['count']
                   for event in document['events']}['INST_RETIRED']
                  for document in (there, here)]
        self.assertEqual(counts[0], counts[1])
        self.assertFalse(there['simulated'])
        # It went on to its own end, with nothing of ours left in it.
        self.qemu.wait(PATIENCE)
        self.assertEqual(self.qemu.returncode, 0)
        return there


class Asked(unittest.TestCase):
    """What QEMU's PMCR.N and PMCEID tell is what a plan has."""

    def plan(self, cpu, monitor, *words):
        program = pathlib.Path(FIRMWARE, 'virt', 'sort.elf')
        return asked_of(QEMU, virt(cpu), program,
                        f'{monitor},scratch=0x42000000,clock=1e6', 'plan',
                        *words)

    @unittest.skipUnless(QEMU, 'qemu-system-aarch64 is not installed')
    def test_of_its_cores(self):
        few = {'cycles', 'SW_INCR', 'INST_RETIRED', 'CPU_CYCLES'}
        for cpu in 'cortex-a53', 'cortex-a57':
            with self.subTest(cpu):
                monitor = f'pmuv3/{cpu}'
                done = self.plan(cpu, monitor, '-e', 'all')
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(f'The target was asked: {monitor} has 6 event '
                              'counters there\n', done.stdout)
                planned = set(re.findall(r'^(\w+) +pass \d+$', done.stdout,
                                         re.M))
                # Of those that PMCEID speaks of; it has no bits of others.
                told = {row['name'] for row in json.loads(
                    tally_command.printed('list', 'events', '-m', monitor,
                                          '--json'))['events']
                        if int(row['code'] or '0', 0) < 0x40}
                self.assertEqual(planned & told, few)

    @unittest.skipUnless(QEMU, 'qemu-system-aarch64 is not installed')
    def test_what_the_core_lacks(self):
        """An event of every Cortex-A53, which QEMU's has not."""
        done = self.plan('cortex-a53', 'pmuv3/cortex-a53', '-e',
                         'L1D_CACHE_REFILL')
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, 'L1D_CACHE_REFILL')

    @unittest.skipUnless(QEMU, 'qemu-system-aarch64 is not installed')
    def test_counters_that_it_has_not_are_not_idle(self):
        done = self.plan('max', 'pmuv3', '-e', 'SW_INCR,STALL')
        self.assertIn('\n3 more counters are idle\n', done.stdout)
        self.assertIn('\nSTALL    pass 1\n', done.stdout)


class Dead(unittest.TestCase):
    """Emulated cores whose monitors nobody has written: refused by the name of
    the register that keeps nothing, and found by the doctor."""

    def ask(self, machine, target, name, *words):
        qemu = shutil.which(machine[0])
        if not qemu:
            self.skipTest(f'{machine[0]} is not installed')
        done = asked_of(qemu, machine[1:], pathlib.Path(FIRMWARE, name),
                        f'{target},scratch=0x3000000,clock=1e6', *words)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        return done

    def test_each(self):
        for machine, target, name, register in (
                (('qemu-system-arm', '-M', 'integratorcp', '-cpu', 'arm1176',
                  '-m', '128'), 'arm1176', 'pb1176/sort.elf', 'PMNC'),
                (('qemu-system-ppc', '-M', 'ppce500', '-cpu', 'e500v2_v20',
                  '-m', '128'), 'e500v2', 'mpc8548cds/sort.elf', 'PM')):
            with self.subTest(target=target):
                done = self.ask(machine, target, name, 'stat', '--region',
                                REGION, '-M', 'cpi')
                self.assertEqual(done.stdout, '')
                self.assertRegex(done.stderr, rf'was written to {register}|'
                                 'the core may not do that in its state|'
                                 'do not end: after a while the core is at')
                done = self.ask(machine, target, name, 'doctor')
                self.assertRegex(done.stdout, r'(probe|free|hold) +fail')


if __name__ == '__main__':
    unittest.main()
