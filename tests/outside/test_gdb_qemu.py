# SPDX-License-Identifier: MIT
"""usage: tap.py test_gdb_qemu.py TALLY=COMMAND FIRMWARE=FOLDER

A function on QEMU's Cortex-A57, measured through QEMU's own GDB server by the
core's own instructions: as many instructions as on the board, to the unit."""
import json
import pathlib
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


class Link(unittest.TestCase):
    program = property(lambda self: pathlib.Path(FIRMWARE, 'virt', 'sort.elf'))

    def setUp(self):
        if not QEMU:
            self.skipTest('qemu-system-aarch64 is not installed')
        self.port = free_port()
        self.qemu = subprocess.Popen(
            [QEMU, '-M', 'virt', '-cpu', 'cortex-a57', '-icount', 'shift=0',
             '-nographic', '-nic', 'none', '-semihosting', '-kernel',
             str(self.program), '-gdb', f'tcp:127.0.0.1:{self.port}', '-S'],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        self.addCleanup(self.qemu.communicate)
        self.addCleanup(self.qemu.kill)

    def stat(self, *words, region=REGION):
        """QEMU listens when it has started, and not at once."""
        until = time.monotonic() + PATIENCE
        while True:
            done = tally_command.tally(
                'stat', '-t', f'gdb:127.0.0.1:{self.port},pmuv3/cortex-a57,'
                'scratch=0x42000000,clock=1e6', '--region', region, '--json',
                *words, self.program)
            if ('Connection refused' not in done.stderr
                    or time.monotonic() > until):
                return done

    def test_instructions_of_a_function(self):
        self.equal()

    def test_without_a_halt(self):
        self.equal('--inside')

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


class Dead(unittest.TestCase):
    """Emulated cores whose monitors nobody has written: refused by the name of
    the register that keeps nothing, and found by the doctor."""

    def ask(self, machine, target, name, *words):
        qemu = shutil.which(machine[0])
        if not qemu:
            self.skipTest(f'{machine[0]} is not installed')
        program = pathlib.Path(FIRMWARE, name)
        port = free_port()
        with subprocess.Popen(
                [qemu, *machine[1:], '-display', 'none', '-serial', 'null',
                 '-monitor', 'none', '-nic', 'none', '-kernel', str(program),
                 '-gdb', f'tcp:127.0.0.1:{port}', '-S'],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL) as process:
            until = time.monotonic() + PATIENCE
            while True:
                done = tally_command.tally(
                    words[0], '-t', f'gdb:127.0.0.1:{port},{target},'
                    'scratch=0x3000000,clock=1e6', *words[1:], program)
                if ('Connection refused' not in done.stderr
                        or time.monotonic() > until):
                    break
            process.kill()
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
