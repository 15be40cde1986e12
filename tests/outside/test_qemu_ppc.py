# SPDX-License-Identifier: MIT
"""The programs of the e500 boards on QEMU's ppce500 machine and on ours: the
same ELF, the same text.  What QEMU lacks plays no part: the monitor, the
alignment interrupt of load multiple, critical inputs, machine checks by reads
of nothing."""
import os
import subprocess
import unittest

TALLY = ''
FIRMWARE = ''
BOARD = 'mpc8548cds'
PROGRAMS = ['array', 'crc32', 'list', 'matmul_blocked', 'matmul_naive',
            'sort', 'state_machine', 'tlb', 'test_results']
QEMU = ['qemu-system-ppc', '-M', 'ppce500', '-cpu', 'e500v2', '-m', '256',
        '-display', 'none', '-monitor', 'none', '-serial', 'stdio', '-nic',
        'none', '-no-reboot', '-kernel']


def run(words):
    done = subprocess.run(words, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          timeout=120, check=False)
    return done.stdout.splitlines()


class Qemu(unittest.TestCase):
    def both(self, program):
        elf = os.path.join(FIRMWARE, BOARD, program + '.elf')
        return run([TALLY, 'board', BOARD, elf]), run([*QEMU, elf])

    def test_exceptions(self):
        ours, theirs = self.both('test_exceptions')
        lacks = ('alignment', 'critical', 'machine check', 'monitor')
        ours = [x for x in ours if not x.split(' ', 1)[1].startswith(lacks)]
        theirs = [x for x in theirs
                  if not x.split(' ', 1)[1].startswith(lacks)]
        self.assertGreater(len(ours), 25)
        self.assertEqual(ours, theirs)


def add(program):
    def compare(self):
        ours, theirs = self.both(program)
        self.assertGreater(len(ours), 0)
        self.assertEqual(ours, theirs)
    setattr(Qemu, f'test_{program}', compare)


for PROGRAM in PROGRAMS:
    add(PROGRAM)

if __name__ == '__main__':
    unittest.main()
