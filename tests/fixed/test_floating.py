#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_floating.py TALLY [unittest arguments]

A program that has numbers in all vector registers is interrupted by the monitor,
whose handler counts and logs, on a board whose stub saves general registers only:
no number is changed.  The library is compiled as a user does it, at -O2 and with
no flag for its registers: by GCC, which vectorises at that level.  The object code
is test_general_registers.py's; this runs it."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TALLY = ''
FIRMWARE = ''  # there are boards
GCC = ['aarch64-linux-gnu-gcc', '-O2', '-mcpu=cortex-a53', '-ffreestanding',
       '-fno-pie', '-fno-stack-protector', '-mstrict-align', '-Wall', '-Wextra',
       '-Werror', f'-I{ROOT}/include', f'-I{ROOT}/boards/firmware', '-c']
# The stub is not what is tried.
STUB = [ROOT / 'boards/firmware/virt' / name
        for name in ('start.S', 'vectors.S', 'board.c')]
CHECKS = 4


class Floating(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.where = pathlib.Path(temporary.name)

    def run_it(self, *words):
        done = subprocess.run([str(word) for word in words], text=True,
                              capture_output=True, check=False, cwd=self.where,
                              timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_vector_registers_stay(self):
        self.run_it(TALLY, 'amalgam', '-m', 'pmuv3/cortex-a53', '-o',
                    self.where)
        self.run_it(*GCC, f'-I{self.where}', self.where / 'tally_cortex_a53.c',
                    ROOT / 'tests/fixed/floating_guest.c')
        self.run_it(*GCC, '-mgeneral-regs-only', *STUB)
        self.run_it(GCC[0], '-nostdlib', '-static', '-no-pie',
                    '-Wl,--build-id=none', '-Wl,--no-warn-rwx-segments',
                    f'-T{ROOT}/boards/firmware/virt/virt.ld',
                    *self.where.glob('*.o'), '-o', 'it.elf')
        said = self.run_it(TALLY, 'board', 'virt-a53', 'it.elf').splitlines()
        self.assertEqual([line for line in said if line.startswith('FAIL')], [])
        self.assertEqual(len([line for line in said
                              if line.startswith('PASS')]), CHECKS, said)


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    TALLY = sys.argv.pop(1)
    unittest.main()
