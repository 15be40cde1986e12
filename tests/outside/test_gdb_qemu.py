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

    def stat(self, *words):
        """QEMU listens when it has started, and not at once."""
        until = time.monotonic() + PATIENCE
        while True:
            done = tally_command.tally(
                'stat', '-t', f'gdb:127.0.0.1:{self.port},pmuv3/cortex-a57,'
                'scratch=0x42000000,clock=1e6', '--region', REGION, '--json',
                *words, self.program)
            if ('Connection refused' not in done.stderr
                    or time.monotonic() > until):
                return done

    def test_instructions_of_a_function(self):
        done = self.stat('-e', 'INST_RETIRED')
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


if __name__ == '__main__':
    unittest.main()
