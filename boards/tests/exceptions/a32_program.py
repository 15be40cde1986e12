# SPDX-License-Identifier: MIT
"""The program that raises the exceptions of a32_rows.py one after the other,
with page tables or regions of its own, and prints what the handlers find."""
import functools
from typing import NamedTuple

import a32_rows

GCC = 'arm-none-eabi-gcc'
COLUMNS, WRITTEN = a32_rows.COLUMNS, a32_rows.WRITTEN


class Board(NamedTuple):
    kind: str            # of its core
    march: str
    ram: int
    controller: str      # of interrupts, and its addresses
    interface: int
    distributor: int = 0
    parts: tuple = ()


VIC = 'vic', 0x10140000, 0, ('fiq',)
BOARDS = {
    'versatile': Board('arm926', 'armv5te', 0, *VIC),
    'lubbock': Board('xscale', 'armv5te', 0xa0000000, 'pxa', 0x40d00000, 0,
                     ('fiq',)),
    'imx31': Board('v6', 'armv6', 0x80000000, 'avic', 0x68000000, 0,
                   ('fiq',)),
    'pb1176': Board('v6', 'armv6k', 0, 'gic', 0x10120000, 0x10121000,
                    ('secure', 'vbar')),
    'arm1156': Board('mpu', 'armv6t2', 0, *VIC),
    'pba8': Board('v7', 'armv7-a', 0, 'gic', 0x1e000000, 0x1e001000,
                  ('secure', 'vbar')),
    'pbxa9': Board('v7', 'armv7-a', 0, 'gic', 0x1f000100, 0x1f001000,
                   ('secure', 'vbar')),
}
# The same cores on QEMU's Versatile/PB, which takes the security extensions
# off them, and with these VBAR.
QEMU = {}
for CORE, LIKE in (('arm926', 'versatile'), ('pxa250', 'lubbock'),
                   ('arm1136', 'imx31'), ('arm1176', 'pb1176'),
                   ('cortex-a8', 'pba8'), ('cortex-a9', 'pbxa9'),
                   ('cortex-r5', 'arm1156')):
    BOARDS['qemu ' + CORE] = BOARDS[LIKE]._replace(
        ram=0, controller='vic', interface=0x10140000, parts=('fiq',))
    QEMU['qemu ' + CORE] = [
        'qemu-system-arm', '-M', 'versatilepb', '-cpu', CORE, '-nic', 'none',
        '-display', 'none', '-monitor', 'none', '-serial', 'none',
        '-semihosting-config', 'enable=on,target=native', '-kernel']

# r2 is SCTLR in each row's setup.  Without address translation a region is
# what a section or page is.
PROGRAM = '''
        .syntax unified
        .arm
        .global _start
_start: .inst 0xe321f0d3                // msr cpsr_c, #0xd3
        ldr r0, =RAM
        bl copy_vectors
        ldr r0, =RAM + 0xe0000
        bl copy_vectors
        ldr r0, =RAM + 0xf0000
        bl copy_vectors
        bl protect
        bl controller_on
        mrc p15, 0, r2, c1, c0, 0
        ldr r0, =0x72402382             // TE AFE TRE EE V A and others: off
        bic r2, r2, r0
        ldr r0, =SCTLR_ON
        orr r2, r2, r0
        ldr r0, =sctlr
        str r2, [r0]
next:   ldr r0, =RAM
        bl copy_vectors
        ldr r0, =sctlr
        ldr r2, [r0]
        mcr p15, 0, r2, c1, c0, 0
        .if HAS_VBAR
        ldr r0, =RAM
        mcr p15, 0, r0, c12, c0, 0
        .endif
        mov r0, #0
        mcr p15, 0, r0, c7, c5, 0
        mcr p15, 0, r0, c7, c10, 4
        ldr r8, =index
        ldr r9, [r8]
        cmp r9, #COUNT
        bhs print
        ldr r10, =rows
        add r10, r10, r9, lsl #4
        add r9, r9, #1
        str r9, [r8]
        ldr r0, [r10, #8]
        blx r0
        .if HAS_IFSR
        mov r0, #0x0a
        mcr p15, 0, r0, c5, c0, 1
        .endif
        .if HAS_IFAR
        ldr r0, =0x12345670
        mcr p15, 0, r0, c6, c0, 2
        .endif
        mov r0, #0x5a
        mcr p15, 0, r0, c5, c0, 0
        ldr r0, =0x76543210
        mcr p15, 0, r0, c6, c0, 0
        ldr r8, =where
        ldr r9, [r8]
        ldr r0, [r10, #12]
        str r0, [r9], #4
        str r9, [r8]
        ldr r0, [r10]
        msr spsr_cxsf, r0
        ldr lr, [r10, #4]
        movs pc, lr
        .ltorg

after:  .inst 0xe321f0d3                // SVC mode: what comes of a handler
        bl quiet
        b next

copy_vectors:                           // to r0
        ldr r1, =vectors
        ldr r3, =vectors_end
1:      ldr r4, [r1], #4
        str r4, [r0], #4
        cmp r1, r3
        blo 1b
        bx lr
vectors_in_thumb:
        ldr r0, =RAM
        ldr r1, =thumb_vectors
        ldr r3, =thumb_vectors_end
1:      ldr r4, [r1], #4
        str r4, [r0], #4
        cmp r1, r3
        blo 1b
        mov r0, #0
        mcr p15, 0, r0, c7, c10, 4
        mcr p15, 0, r0, c7, c5, 0
        bx lr

print:  ldr r4, =log
        ldr r8, =where
        ldr r8, [r8]
1:      ldr r5, =text
        mov r6, #9
2:      ldr r0, [r4], #4
        mov r1, #8
3:      ror r0, r0, #28
        and r2, r0, #15
        cmp r2, #10
        addlo r2, r2, #'0'
        addhs r2, r2, #'a' - 10
        strb r2, [r5], #1
        subs r1, r1, #1
        bne 3b
        mov r2, #' '
        strb r2, [r5], #1
        subs r6, r6, #1
        bne 2b
        mov r2, #'\\n'
        strb r2, [r5, #-1]
        strb r6, [r5]
        mov r0, #4
        ldr r1, =text
        svc #0x123456
        cmp r4, r8
        blo 1b
        mov r0, #0x18
        ldr r1, =0x20026
        svc #0x123456
        b .
        .ltorg

        .macro handler n
handler\\n:
        mov r6, #4 * \\n
        b taken
        .endm
        .balign 32
vectors:
        .irp n, 0, 1, 2, 3, 4, 5, 6, 7
        b handler\\n
        .endr
        .irp n, 0, 1, 2, 3, 4, 5, 6, 7
        handler \\n
        .endr
taken:  mrs r0, cpsr
        adr r5, vectors
write:  mrs r1, spsr
        mov r2, lr
        add r6, r6, r5
        ldr r7, =where
        mov r5, r7
        ldr r7, [r7]
        str r6, [r7], #4
        stmia r7!, {r0, r1, r2}
        mov r0, #0
        mov r1, #0
        .if HAS_IFSR
        mrc p15, 0, r0, c5, c0, 1
        .endif
        .if HAS_IFAR
        mrc p15, 0, r1, c6, c0, 2
        .endif
        mrc p15, 0, r2, c5, c0, 0
        mrc p15, 0, r3, c6, c0, 0
        stmia r7!, {r0, r1, r2, r3}
        str r7, [r5]
        ldr pc, =after
        .ltorg
vectors_end:
'''

# These cores' MRS reads T as 0, so what is here is in Thumb state.
THUMB_VECTORS = '''
        .thumb
        .balign 32
thumb_vectors:
        .irp n, 0, 1, 2, 3, 4, 5, 6, 7
        b.n thumb_handler\\n
        nop.n
        .endr
        .irp n, 0, 1, 2, 3, 4, 5, 6, 7
thumb_handler\\n:
        mov.w r6, #4 * \\n
        b.n thumb_taken
        .endr
thumb_taken:
        mrs r0, cpsr
        orr r0, r0, #0x20
        adr r5, thumb_vectors
        ldr r7, =write
        bx r7
        .balign 4
        .ltorg
thumb_vectors_end:
        .arm
'''
NO_THUMB_VECTORS = '''
thumb_vectors:
thumb_vectors_end:
'''

# All as sections of domain 0 for everybody, RAM as memory; at 0 and at the
# high vectors the RAM's beginning, and at 0x70000000 what the rows are about.
# Domain 2 is closed, domains 0, 1 and 3 are asked.
SECTIONS = '''
protect:
        ldr r0, =table
        ldr r1, =0xc02 + V5
        mov r3, #0
1:      str r1, [r0], #4
        add r1, r1, #0x100000
        add r3, r3, #1
        cmp r3, #4096
        blo 1b
        ldr r0, =table + (RAM >> 18)
        ldr r1, =RAM + 0xc0e + V5
        mov r3, #64
2:      str r1, [r0], #4
        add r1, r1, #0x100000
        subs r3, r3, #1
        bne 2b
        ldr r0, =table
        ldr r1, =RAM + 0xc0e + V5
        str r1, [r0]
        ldr r3, =0x3ffc
        str r1, [r0, r3]
        ldr r0, =table + 0x1c00
        ldr r1, =special
        mov r3, #12
3:      ldr r4, [r1], #4
        str r4, [r0], #4
        subs r3, r3, #1
        bne 3b
        mov r0, #0x45
        mcr p15, 0, r0, c3, c0, 0
        ldr r0, =table
        mcr p15, 0, r0, c2, c0, 0
        .if HAS_TTBCR
        mov r0, #0
        mcr p15, 0, r0, c2, c0, 2
        .endif
        mov r0, #0
        mcr p15, 0, r0, c8, c7, 0
        bx lr
        .ltorg
special:
        .word 0
        .word pages + 0x61 + V5
        .word RAM + 0x100c4e + V5
        .word RAM + 0x10042e + V5
        .word RAM + 0x10082e + V5
        .word RAM + 0x10002e + V5
        .word RAM + 0x100c2e + 16
        .word pages + 0x41 + V5
        .word 0, 0, 0
        .word RAM + 0x100c0e + V5
        .data
        .balign 16384
table:  .skip 16384
        .balign 1024
pages:  .word 0
        .word RAM + 0x10100e + {0}
        .word RAM + 0x10200e
        .word RAM + 0x10300f + {0}
        .word RAM + 0x10400e + {2}
        .word RAM + 0x10500e + {1}
        .skip 1024 - 24
'''
# Of all four parts of a page, or of the page.
RIGHTS_V5, RIGHTS = (0xff0, 0x550, 0xaa0), (0x30, 0x10, 0x20)

# Size and enable, access, base.
REGIONS = '''
        .macro region n, base, size, access
        mov r0, #\\n
        mcr p15, 0, r0, c6, c2, 0
        ldr r0, =\\base
        mcr p15, 0, r0, c6, c1, 0
        ldr r0, =\\access
        mcr p15, 0, r0, c6, c1, 4
        ldr r0, =\\size
        mcr p15, 0, r0, c6, c1, 2
        .endm
protect:
        region 0, 0x10000000, 0x37, 0x305
        region 1, 0, 0x33, 0x30b
        region 2, 0x100000, 0x17, 0x00b
        region 3, 0x101000, 0x17, 0x10b
        region 4, 0x102000, 0x17, 0x20b
        region 5, 0x103000, 0x17, 0x130b
        mov r1, #6
1:      mcr p15, 0, r1, c6, c2, 0
        mov r0, #0
        mcr p15, 0, r0, c6, c1, 2
        add r1, r1, #1
        cmp r1, #16
        blo 1b
        bx lr
        .ltorg
'''

CONTROLLERS = {
    'vic': '''
controller_on:
        ldr r0, =INTERFACE
        mov r1, #2
        str r1, [r0, #0x10]
        bx lr
raise_irq:
        ldr r0, =INTERFACE
        mov r1, #0
1:      str r1, [r0, #0xc]
        mov r1, #2
        str r1, [r0, #0x18]
        bx lr
raise_fiq:
        ldr r0, =INTERFACE
        mov r1, #2
        b 1b
quiet:  ldr r0, =INTERFACE
        mov r1, #2
        str r1, [r0, #0x1c]
        bx lr
''',
    'gic': '''
controller_on:
        ldr r0, =INTERFACE
        mov r1, #1
        str r1, [r0]
        mov r3, #0xff
        str r3, [r0, #4]
        ldr r0, =DISTRIBUTOR
        str r1, [r0]
        bx lr
raise_irq:
        ldr r0, =DISTRIBUTOR
        ldr r1, =0x2000005
        str r1, [r0, #0xf00]
        bx lr
quiet:  ldr r0, =INTERFACE
        ldr r1, [r0, #0xc]
        ldr r3, =0x3ff
        and r4, r1, r3
        cmp r4, r3
        strne r1, [r0, #0x10]
        bx lr
''',
    'avic': '''
controller_on:
        ldr r0, =INTERFACE
        mov r1, #7
        str r1, [r0, #8]
        bx lr
raise_irq:
        ldr r0, =INTERFACE
        mov r1, #0
1:      str r1, [r0, #0x1c]
        mov r1, #0x80
        str r1, [r0, #0x54]
        bx lr
raise_fiq:
        ldr r0, =INTERFACE
        mov r1, #0x80
        b 1b
quiet:  ldr r0, =INTERFACE
        mov r1, #0
        str r1, [r0, #0x54]
        bx lr
''',
    # The monitor's counter of cycles wraps.
    'pxa': '''
controller_on:
        ldr r0, =INTERFACE
        mov r1, #0x1000
        str r1, [r0, #4]
        bx lr
raise_irq:
        mov r1, #0
1:      ldr r0, =INTERFACE
        str r1, [r0, #8]
        mvn r1, #0x3f
        mcr p14, 0, r1, c1, c0, 0
        mov r1, #0x41
        mcr p14, 0, r1, c0, c0, 0
2:      ldr r1, [r0, #0x10]
        tst r1, #0x1000
        beq 2b
        bx lr
raise_fiq:
        mov r1, #0x1000
        b 1b
quiet:  mov r1, #0x700
        mcr p14, 0, r1, c0, c0, 0
        bx lr
''',
}
DATA = '''
        .data
        .balign 4
sctlr:  .word 0
index:  .word 0
where:  .word log
text:   .skip 128
log:    .skip COUNT * 36
'''


@functools.lru_cache(maxsize=None)
def rows(board):
    facts = BOARDS[board]
    told = () if board in QEMU or facts.kind == 'mpu' else ('errors',)
    return a32_rows.Core(facts.kind, facts.parts + told).table


def flags(board):
    facts = BOARDS[board]
    return ('-march=' + facts.march,
            f'-Wl,-Ttext={facts.ram + 0x8000:#x},-e,_start')


def program(table, board):
    facts = BOARDS[board]
    older = facts.kind in ('arm926', 'xscale')
    # Memory management on; subpages off, and unaligned accesses as they are.
    sctlr = 0x00c00001 if facts.kind == 'v6' else 1
    constants = {
        'COUNT': len(table), 'RAM': facts.ram, 'V5': 16 if older else 0,
        'INTERFACE': facts.interface, 'DISTRIBUTOR': facts.distributor,
        'SCTLR_ON': sctlr, 'VBAR': facts.ram + 0xe0000,
        'HAS_VBAR': int('vbar' in facts.parts),
        'HAS_IFSR': int(facts.kind != 'xscale'),
        'HAS_IFAR': int(not older), 'HAS_TTBCR': int(not older)}
    made, starts = [], ['        .balign 4', 'rows:']
    for i, row in enumerate(table):
        made += [f'setup{i}:', 'mov r11, lr',
                 row.setup, 'bx r11', '.ltorg',
                 '.thumb' if row.before & a32_rows.THUMB else '.arm',
                 f'code{i}:', row.code.replace('at:', f'at{i}:'),
                 '.inst.n 0xdead' if row.before & a32_rows.THUMB
                 else '.inst 0xe7fdeaff', '.balign 4', '.ltorg', '.arm']
        starts.append(f'.word {row.before:#x}, code{i} + '
                      f'{row.before >> 5 & 1}, setup{i}, at{i}')
    protect = (REGIONS if facts.kind == 'mpu' else
               SECTIONS.format(*(RIGHTS_V5 if older else RIGHTS)))
    return '\n'.join(
        [f'.set {name}, {value:#x}' for name, value in constants.items()] +
        [PROGRAM, THUMB_VECTORS if facts.kind in ('mpu', 'v7')
         else NO_THUMB_VECTORS, CONTROLLERS[facts.controller]] + made + starts +
        [protect, DATA])
