# SPDX-License-Identifier: MIT
"""The library with PMUv3 on QEMU's virt machine: pmuv3_guest.c, which drives
the monitor that somebody else wrote.  With -icount shift=0 QEMU executes one
instruction in each cycle and counts both, so 3000 turns of a loop of two are
6000 of either; it has no other events but SW_INCR and idle stall events."""
import glob
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / 'tools'))
import sizes  # noqa: E402

TALLY = ''
ROOT = str(pathlib.Path(__file__).resolve().parents[2])
GCC = shutil.which('aarch64-linux-gnu-gcc')
QEMU = shutil.which('qemu-system-aarch64')
QEMU_A32 = shutil.which('qemu-system-arm')
FLAGS = ['-O2', '-std=gnu11', '-Wall', '-Wextra', '-Werror',
         '-mcpu=cortex-a53', '-mstrict-align', '-mgeneral-regs-only',
         '-mno-outline-atomics', '-ffreestanding', '-fno-stack-protector',
         '-fno-pie', '-no-pie', '-nostdlib', '-static',
         '-Wl,-Ttext=0x40080000', '-Wl,-e,start',
         '-Wl,-z,max-page-size=4096', '-Wl,--build-id=none']
FOLDERS = ['src/core/*.c', 'src/monitors/*.c', 'src/monitors/*/*.c',
           'src/bus/native/a64.c']

# As QEMU has them: six counters (bits 5:0) and the cycle counter (31); events
# SW_INCR, INST_RETIRED, CPU_CYCLES (bits 0, 8, 17); -3 and -4 are
# TALLY_E_EVENT and TALLY_E_FEATURE.
EVERY = {'core': 0, 'counters': 0x8000003F, 'events': 0x20101, 'cycles': 6000,
         'cpu_cycles': 6000, 'instructions': 6000, 'instructions_el1': 6000,
         'instructions_el0': 0, 'branches': -3, 'selected': 6000,
         'region': 100,
         'overflow': 1, 'sw_incr': 5, 'userenr': 0, 'pmcr': 0, 'status': 0}
# Counters of 64 bits from p5, which of these only `max` has: 2^32 + 1.
P0 = {**EVERY, 'any': 0, 'wide': -4}
P5 = {**EVERY, 'any': 1, 'wide': 0x100000001, 'flags': 0}


@unittest.skipUnless(GCC and QEMU, 'no compiler or no QEMU for AArch64')
class QemuPmuv3(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.elf = os.path.join(folder.name, 'guest.elf')

    def build(self, *flags):
        sources = [path for pattern in FOLDERS
                   for path in sorted(glob.glob(os.path.join(ROOT, pattern)))]
        sources += sizes.cores(pathlib.Path(self.folder))
        subprocess.run([GCC, *FLAGS, *flags, '-I' + os.path.join(ROOT, 'include'),
                        '-I' + os.path.join(ROOT, 'tests'),
                        os.path.join(ROOT, 'tests', 'outside', 'pmuv3_guest.c'), *sources,
                        '-o', self.elf], check=True)

    def counts(self, cpu, qemu=QEMU):
        done = subprocess.run(
            [qemu, '-M', 'virt', '-cpu', cpu, '-nic', 'none', '-icount',
             'shift=0', '-display', 'none', '-monitor', 'none', '-serial',
             'none', '-semihosting-config', 'enable=on,userspace=on,target=native',
             '-kernel', self.elf],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
            stderr=subprocess.STDOUT, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        return {line.split()[0]: int(line.split()[1])
                for line in done.stdout.splitlines() if len(line.split()) == 2}

    def test_user_mode(self):
        """The way A64_EL0, which reaches what EL0 may with PMUSERENR.EN."""
        self.build('-DAT_EL0')
        for cpu in 'cortex-a53', 'max':
            with self.subTest(cpu=cpu):
                self.assertEqual(self.counts(cpu), {
                    'cycles': 6000, 'instructions': 6000,
                    'instructions_el1': 0, 'region': 100, 'overflow': 1,
                    'sw_incr': 5, 'wide': -4, 'pmcr': 0, 'status': 0})

    def test_counts(self):
        self.build()
        for cpu, want in (('cortex-a53', P0), ('cortex-a57', P0),
                          ('cortex-a72', P0), ('cortex-a76', P0),
                          ('neoverse-n1', P0), ('max', P5)):
            with self.subTest(cpu=cpu):
                self.assertEqual(self.counts(cpu), want)

    def exact(self, board, words, ways, *machine):
        line = shlex.split(subprocess.run(
            [TALLY, 'board', board, '--cc', 'it.c'], check=True,
            capture_output=True, text=True).stdout)
        at = line.index('it.c')
        line[at:at + 1] = [*words, '-I' + os.path.join(ROOT, 'include'),
                           os.path.join(ROOT, 'bench', 'folded.c')]
        line[-1] = self.elf
        for way in ways:
            with self.subTest(way=way):
                subprocess.run([*line, *way], check=True)
                told = self.counts(*machine)
                self.assertEqual((told['status'], told['exact']), (0, 1))

    def test_the_folded_form_is_exact(self):
        """bench/folded.c: a counter that wraps agrees with one that does not,
        in total and by task."""
        self.exact('virt-a53', ['-DKIND=cortex_a53', '-DON_A64=1'],
                   [['-O0'], ['-Os'], ['-O3']], 'cortex-a53')

    @unittest.skipUnless(QEMU_A32, 'no QEMU for AArch32')
    def test_the_folded_form_is_exact_from_aarch32(self):
        self.exact('pba8', ['-DKIND=pmuv3_a32', '-DON_V8_A32=1',
                            '-Wl,-Ttext-segment=0x40100000'],
                   [['-O0'], ['-Os'], ['-O3', '-mthumb']], 'max', QEMU_A32)


if __name__ == '__main__':
    unittest.main()
