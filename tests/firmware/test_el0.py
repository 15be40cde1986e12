# SPDX-License-Identifier: MIT
"""usage: tap.py test_el0.py TALLY=COMMAND

Code at EL0 of the AArch64 boards: which exception each instruction has there,
by the exception class that EL1's vector for a lower level sees.  QEMU carries
out the same program."""
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from tally_command import boards

TALLY = ''
GCC = 'aarch64-linux-gnu-gcc'
QEMU = 'qemu-system-aarch64'

# An instruction, and the class of its exception [DDI0487 D17.2.37]; 0x15 is
# that of the SVC behind it: it was carried out.
DONE, UNDEFINED, TRAPPED = 0x15, 0, 0x18
INSTRUCTIONS = (
    ('nop', DONE), ('isb', DONE), ('svc #3', DONE), ('brk #4', 0x3c),
    ('mrs x0, nzcv', DONE), ('fmov d0, xzr', 7),
    ('mrs x0, tpidr_el0', DONE), ('msr tpidr_el0, x0', DONE),
    ('mrs x0, tpidrro_el0', DONE), ('msr tpidrro_el0, x0', UNDEFINED),
    ('mrs x0, dczid_el0', DONE), ('mrs x0, ctr_el0', TRAPPED),
    ('mrs x0, cntvct_el0', TRAPPED), ('mrs x0, cntfrq_el0', TRAPPED),
    ('mrs x0, cntpct_el0', TRAPPED), ('mrs x0, cntv_ctl_el0', TRAPPED),
    ('msr cntp_ctl_el0, x0', TRAPPED),
    ('mrs x0, daif', TRAPPED), ('msr daifset, #1', TRAPPED),
    ('msr spsel, #0', UNDEFINED), ('mrs x0, CurrentEL', UNDEFINED),
    ('mrs x0, sctlr_el1', UNDEFINED), ('msr vbar_el1, x0', UNDEFINED),
    ('mrs x0, midr_el1', UNDEFINED), ('mrs x0, sp_el0', UNDEFINED),
    ('wfi', 1), ('eret', UNDEFINED), ('hvc #0', UNDEFINED),
    ('smc #0', UNDEFINED),
    ('tlbi vmalle1', UNDEFINED), ('ic iallu', UNDEFINED),
    ('dc ivac, x0', UNDEFINED), ('dc civac, x0', TRAPPED),
    ('dc cvac, x0', TRAPPED), ('dc cvau, x0', TRAPPED),
    ('ic ivau, x0', TRAPPED), ('dc zva, x0', TRAPPED),
    ('mrs x0, pmccntr_el0', TRAPPED), ('msr pmcr_el0, x0', TRAPPED),
    ('msr pmswinc_el0, x0', TRAPPED), ('mrs x0, pmevcntr0_el0', TRAPPED),
    ('mrs x0, pmuserenr_el0', DONE), ('msr pmuserenr_el0, x0', UNDEFINED),
    ('mrs x0, pmintenset_el1', UNDEFINED),
)
# With these bits of SCTLR_EL1, CNTKCTL_EL1 and PMUSERENR_EL0 it is let in.
ALLOWED = ('mrs x0, ctr_el0', 'mrs x0, cntvct_el0', 'mrs x0, cntfrq_el0',
           'mrs x0, cntpct_el0', 'mrs x0, cntv_ctl_el0', 'mrs x0, daif',
           'msr daifset, #1', 'dc cvac, x0', 'dc civac, x0', 'ic ivau, x0',
           'mrs x0, pmccntr_el0', 'mrs x0, pmevcntr0_el0',
           'msr pmswinc_el0, x0', 'fmov d0, xzr', 'mrs x0, fpcr')
CLOSED = ('0x30d00800', '0', '0', '0')
OPEN = ('0x34d58a00', '0x303', '1', '3 << 20')

PROGRAM = '''
        .text
        .global _start
        .type _start, %function
_start: ldr x0, =vectors
        msr vbar_el1, x0
        ldr x0, ={0}
        msr sctlr_el1, x0
        ldr x0, ={1}
        msr cntkctl_el1, x0
        ldr x0, ={2}
        msr pmuserenr_el0, x0
        ldr x0, ={3}
        msr cpacr_el1, x0
        isb
        ldr x0, =stack
        mov sp, x0
        mov x10, #0
        adr x0, stack
        msr sp_el0, x0
next:   adr x11, code
        add x11, x11, x10, lsl #3
        msr elr_el1, x11
        mov x1, #0x3c0
        msr spsr_el1, x1
        adr x0, stack
        eret
        .balign 2048
vectors:
        .rept 8
        b wrong
        .balign 128
        .endr
        mrs x1, esr_el1
        lsr x1, x1, #26
        adr x2, classes
        ldrb w2, [x2, x10]
        cmp w1, w2
        b.ne wrong
        mrs x1, spsr_el1
        tst x1, #0xf
        b.ne wrong
        mrs x1, elr_el1
        sub x1, x1, x11
        cmp x1, #8
        b.hi wrong
        add x10, x10, #1
        cmp x10, #{4}
        b.lo next
        mov x10, #-1
        b wrong
        .balign 1024
wrong:  add x10, x10, #1
        adr x1, block
        str x10, [x1, #8]
        mov x0, #0x18
        hlt #0xf000
        b .
        .balign 16
block:  .quad 0x20026, 0
code:
{5}
classes: .byte {6}
        .ltorg
        .balign 64
stack:  .skip 64
'''


def program(rows, registers):
    code = '\n'.join(f'        {insn}\n        svc #0' for insn, _ in rows)
    return PROGRAM.format(*registers, len(rows), code,
                          ', '.join(str(class_) for _, class_ in rows))


@unittest.skipUnless(shutil.which(GCC), 'no compiler')
class Exceptions(unittest.TestCase):
    def setUp(self):
        where = tempfile.TemporaryDirectory()
        self.addCleanup(where.cleanup)
        self.where = pathlib.Path(where.name)

    def build(self, rows, registers):
        source, elf = self.where / 'x.S', self.where / 'x.elf'
        source.write_text(program(rows, registers), encoding='ascii')
        subprocess.run([GCC, '-march=armv8-a', '-nostdlib', '-static',
                        '-Wl,--build-id=none,-N,--no-warn-rwx-segments',
                        '-Wl,-Ttext=0x40080000', source, '-o', elf], check=True)
        return elf

    def did_all(self, command, rows):
        """Ends with status 0, or the number of the first row that does
        otherwise; a board says it, and QEMU ends with it."""
        done = subprocess.run(command, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=60, check=False)
        said = re.search(r'exited with status (\d+) ', done.stderr)
        if command[0] == TALLY:
            self.assertTrue(said, done.stderr)
        status = int(said[1]) if said else done.returncode
        self.assertEqual(status, 0, (rows[(status - 1) % len(rows)],
                                     done.stderr))

    def on_all(self, rows, registers):
        elf = self.build(rows, registers)
        for board in boards(GCC):
            for cold in (), ('--cold',):
                with self.subTest(board=board, cold=cold):
                    self.did_all([TALLY, 'board', board, elf, *cold], rows)
        if not shutil.which(QEMU):
            self.skipTest('no QEMU')
        self.did_all([QEMU, '-M', 'virt', '-cpu', 'cortex-a53', '-nic', 'none',
                   '-display', 'none', '-monitor', 'none', '-serial', 'none',
                   '-semihosting-config', 'enable=on,target=native',
                   '-kernel', elf], rows)

    def test_what_el0_may_not(self):
        self.on_all(INSTRUCTIONS, CLOSED)

    def test_what_el0_is_let(self):
        self.on_all([(insn, DONE) for insn in ALLOWED], OPEN)


if __name__ == '__main__':
    unittest.main()
