# SPDX-License-Identifier: MIT
"""One program, boards/firmware/virt/routes.c, counted in three ways: by the library
inside on our board, by the library inside on QEMU's PMUv3, and from outside of
our board.  With one instruction in each cycle all three agree to the unit.

What QEMU's monitor cannot, and nothing here therefore asks of it:
- chained counters: it has no event CHAIN [target/arm/helper.c, pm_events];
- overflow of an event counter under -icount: its timer is set for the cycle
  counter's ticks, an event counter's wrap is noticed late;
- every event but SW_INCR, INST_RETIRED, CPU_CYCLES and stalls that are 0.
"""
import json
import os
import re
import shutil
import subprocess
import unittest

from tally_command import boards

TALLY = ''
FIRMWARE = ''
QEMU = shutil.which('qemu-system-aarch64')
# MOV, 3000 turns of SUBS and B.NE, MOV, five MSR, RET.
WORK = 1 + 2 * 3000 + 1 + 5 + 1
BL = 1
SW_INCR = 5
# 1,050,000 cycles and little more, an interrupt after every 100,000.
INSIDE = {'instructions': WORK + BL, 'sw_incr': SW_INCR, 'cycles': WORK + BL,
          'overflows': 10, 'long': 1}


def numbers(text):
    return {name: int(value) for name, value in
            (line.split() for line in text.splitlines())}


# What the cases of boards/firmware/virt/pmu.c that QEMU has no event for are called.
NOT_ON_QEMU = ['accesses', 'chained counters', 'chain promotion',
               'chained interrupts']


class Routes(unittest.TestCase):
    def setUp(self):
        self.elf = os.path.join(FIRMWARE, 'virt', 'routes.elf')

    def qemu(self, core, elf):
        if not QEMU:
            self.skipTest('qemu-system-aarch64 is not installed')
        return self.run_it(
            QEMU, '-M', 'virt', '-cpu', core, '-nic', 'none', '-icount',
            'shift=0', '-display', 'none', '-monitor', 'none', '-serial',
            'none', '-semihosting-config', 'enable=on,target=native',
            '-kernel', elf, errors=subprocess.STDOUT) # it writes there

    def run_it(self, *words, errors=subprocess.PIPE):
        done = subprocess.run(words, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=errors,
                              timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_inside_on_the_board(self):
        for board in boards('aarch64-'):
            for more in ((), ('--strict', '--poison')):
                with self.subTest(board=board, more=more):
                    self.assertEqual(numbers(self.run_it(
                        TALLY, 'board', board, '--timing', 'flat', *more,
                        self.elf)), INSIDE)

    def test_inside_on_qemu(self):
        for board in boards('aarch64-').values():
            core = re.search(r'-mcpu=(\S+)', board['cc'])[1]
            with self.subTest(core=core):
                self.assertEqual(numbers(self.qemu(core, self.elf)), INSIDE)

    def test_registers_on_qemu(self):
        """The cases that the boards pass in test_a64.py."""
        elf = os.path.join(FIRMWARE, 'virt', 'test_pmu.elf')
        for core, checks in (('cortex-a53', 29), ('max', 30)):
            with self.subTest(core=core):
                said = [line.split(' ', 1)
                        for line in self.qemu(core, elf).splitlines()]
                self.assertEqual([name for how, name in said
                                  if how == 'SKIP'], NOT_ON_QEMU)
                self.assertEqual(sum(how == 'PASS' for how, _ in said),
                                 checks)
                self.assertEqual(len(said), checks + len(NOT_ON_QEMU), said)

    def test_outside_of_the_board(self):
        """The region is the function alone, without the call of it."""
        for board in boards('aarch64-'):
            with self.subTest(board=board):
                out = json.loads(self.run_it(
                    TALLY, 'stat', '-t', f'board:{board}', '--timing', 'flat',
                    '--region', 'work', '-e', '{INST_RETIRED,SW_INCR}',
                    '--truth', '--json', self.elf, '--', 'outside'))
                count = {row['name']: row['count'] for row in out['events']}
                self.assertEqual(count, {'INST_RETIRED': WORK,
                                         'SW_INCR': SW_INCR, 'cycles': WORK})
                told = [row['measured'] for row in out['truth']]
                self.assertEqual(told.count('equal'), len(count))
                self.assertEqual(told.count('not measured'),
                                 len(told) - len(count))
