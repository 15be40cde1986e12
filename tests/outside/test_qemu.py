# SPDX-License-Identifier: MIT
"""The demo programs on QEMU's machines and on our boards: the same text and the
same exit status.  What QEMU lacks, the monitors, plays no part."""
import os
import subprocess
import unittest

TALLY = ''
FIRMWARE = ''
# Where QEMU has not the board: machines with the same core, or nearly (PXA255
# for PXA250), and memory at the same place.  KZM is an i.MX31.
MACHINES = {
    'imx31': ['-M', 'kzm'],
    'pb1176': ['-M', 'versatilepb', '-cpu', 'arm1176'],
    'lubbock': ['-M', 'tosa'],
    'versatile': ['-M', 'versatilepb'],
}
MMU_CHECKS = 37
PROGRAMS = ['array', 'crc32', 'list', 'matmul_blocked', 'matmul_naive',
            'sort', 'state_machine']
QEMU = ['qemu-system-arm', '-display', 'none', '-monitor', 'none',
        '-serial', 'none', '-semihosting-config', 'enable=on,target=native']


VIRT = ['qemu-system-aarch64', '-M', 'virt', '-cpu', 'cortex-a53', '-nic',
        'none', *QEMU[1:]]


def run(words, wanted='checksum'):
    """(exit status, what the program printed)."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=120, check=False,
                          env={**os.environ, 'QEMU_AUDIO_DRV': 'none'})
    lines = (done.stdout + done.stderr).splitlines()
    return done.returncode, [line for line in lines if wanted in line]


class Qemu(unittest.TestCase):
    def compare(self, board, program):
        elf = os.path.join(FIRMWARE, board, program + '.elf')
        status, lines = run([*QEMU, *MACHINES[board], '-kernel', elf])
        self.assertEqual((status, len(lines)), (0, 1))
        self.assertEqual(run([TALLY, 'board', board, elf]), (0, lines))

    def compare_virt(self, program, wanted):
        """AArch64: QEMU's machine is the board.  It has one console for what
        a program writes to its handle and another for SYS_WRITE0."""
        elf = os.path.join(FIRMWARE, 'virt', program + '.elf')
        if not os.path.exists(elf):
            self.skipTest('there is no firmware for AArch64')
        status, lines = run([*VIRT, '-kernel', elf], wanted)
        self.assertEqual(status, 0)
        self.assertGreater(len(lines), 0)
        self.assertEqual(run([TALLY, 'board', 'virt-a53', elf], wanted),
                         (0, lines))

    def test_versatile_mmu(self):
        """Page tables of its own: translations, faults and their registers."""
        elf = os.path.join(FIRMWARE, 'versatile', 'test_mmu.elf')
        status, lines = run([*QEMU, *MACHINES['versatile'], '-kernel', elf],
                            'PASS')
        self.assertEqual((status, len(lines)), (0, MMU_CHECKS))
        for options in ((), ('--cold',)):
            self.assertEqual(run([TALLY, 'board', 'versatile', elf, *options],
                                 'PASS'), (0, lines))

    def test_virt_exceptions(self):
        self.compare_virt('test_exceptions', 'PASS')


def add(board, program):
    setattr(Qemu, f'test_{board}_{program}',
            lambda self: self.compare(board, program))


def add_virt(program):
    setattr(Qemu, f'test_virt_{program}',
            lambda self: self.compare_virt(program, 'checksum'))


for PROGRAM in PROGRAMS:
    add_virt(PROGRAM)
for BOARD in MACHINES:
    for PROGRAM in PROGRAMS:
        add(BOARD, PROGRAM)

if __name__ == '__main__':
    unittest.main()
