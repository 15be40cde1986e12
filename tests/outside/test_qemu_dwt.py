#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The cycle counter of the M profile on QEMU, which has no DWT and reads as
zero: the library says that it is absent, and gives no zeros; and every core
that the compiler can be told has the library without a warning."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ['TALLY_ROOT'])
TALLY = ''  # not wanted: the library alone is tried
CC = 'arm-none-eabi-gcc'
MACHINES = {'mps2-an385': 'cortex-m3', 'mps2-an386': 'cortex-m4',
            'mps2-an500': 'cortex-m7', 'mps2-an505': 'cortex-m33'}
PLACES = {'mps2-an505': (0x10000000, 0x38000000)}
# Of each architecture one: ARMv6-M, ARMv7-M, ARMv8-M without and with the Main
# Extension.
CORES = ['cortex-m0plus', 'cortex-m4', 'cortex-m23', 'cortex-m55']


def sources(monitors='**/*.c', buses='*.c'):
    return [*ROOT.glob('src/core/*.c'), *ROOT.glob('src/monitors/' + monitors),
            *ROOT.glob('src/bus/native/' + buses)]


def compiled(core, folder, *flags):
    subprocess.run([CC, f'-mcpu={core}', '-mthumb', '-Os', '-ffreestanding',
                    '-ffunction-sections', '-fdata-sections', '-Wall',
                    '-Wextra', '-Werror', f'-I{ROOT}/include', *flags],
                   check=True, cwd=folder)


@unittest.skipUnless(shutil.which('qemu-system-arm'), 'no qemu-system-arm')
class Dwt(unittest.TestCase):
    def test_no_zeros(self):
        for machine, core in MACHINES.items():
            with self.subTest(machine=machine), \
                    tempfile.TemporaryDirectory() as folder:
                flash, ram = PLACES.get(machine, (0, 0x20000000))
                script = pathlib.Path(folder, 'place.ld')
                script.write_text(
                    f'SECTIONS {{ . = {flash:#x}; .text : {{ '
                    f'KEEP(*(.vectors)) *(.text*) *(.rodata*) }} '
                    f'. = {ram:#x}; .bss : {{ *(.data*) *(.bss*) }} '
                    f'stack_top = {ram + 0x8000:#x}; }}')
                compiled(core, folder, ROOT / 'tests/outside/dwt_guest.c',
                         *sources('dwt.c', 'mmio.c'), '-nostdlib', '-lgcc', '-T', script,
                         '-Wl,--gc-sections', '-o', 'guest.elf')
                told = subprocess.run(
                    ['qemu-system-arm', '-M', machine, '-display', 'none',
                     '-semihosting-config', 'enable=on,target=native',
                     '-kernel', f'{folder}/guest.elf'], text=True,
                    capture_output=True, timeout=60, check=True)
                self.assertEqual(told.stdout + told.stderr,
                                 'session: absent\nfolded: absent\n'
                                 'as found\n')

    def test_every_core_has_the_library(self):
        for core in CORES:
            with self.subTest(core=core), \
                    tempfile.TemporaryDirectory() as folder:
                compiled(core, folder, '-fsyntax-only', *sources())


if __name__ == '__main__':
    unittest.main()
