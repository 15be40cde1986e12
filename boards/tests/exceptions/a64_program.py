# SPDX-License-Identifier: MIT
"""The program that raises the exceptions of a64_rows.py one after the other,
with page tables of its own, and prints what EL1's handlers find."""
import a64_rows

GCC = 'aarch64-linux-gnu-gcc'
COLUMNS, WRITTEN = a64_rows.COLUMNS, a64_rows.WRITTEN
# QEMU's command for each core of a board.
QEMU = {
    'virt-' + core: [
        'qemu-system-aarch64', '-M', 'virt', '-cpu', 'cortex-' + core, '-nic',
        'none', '-display', 'none', '-monitor', 'none', '-serial', 'none',
        '-semihosting-config', 'enable=on,target=native', '-kernel']
    for core in ('a53', 'a57', 'a72')}

PROGRAM = '''
        .text
        .global _start
        .type _start, %function
_start: msr daifset, #15
        ldr x0, =0x30d00800             // memory management off
        msr sctlr_el1, x0
        isb
        adr x0, vectors
        msr vbar_el1, x0
        ldr x0, =tables
        msr ttbr0_el1, x0
        ldr x0, =0x803519               // 39 bits, upper half off, 32 bits
        msr tcr_el1, x0
        ldr x0, =0x04ff                 // normal, device
        msr mair_el1, x0
        tlbi vmalle1
        dsb sy
        isb
        ldr x0, =0x08000000             // the interrupt controller
        mov w1, #1
        str w1, [x0]
        ldr x0, =0x08010000
        str w1, [x0]
        mov w1, #0xff
        str w1, [x0, #4]
        mov x28, #0
        ldr x29, =log
next:   ldr x0, =tables
        msr ttbr0_el1, x0
        tlbi vmalle1
        dsb sy
        ldr x2, =0x30d0083d             // on, caches, SA, SA0, no UCI, DZE
        orr x2, x2, #1 << 12
        msr sctlr_el1, x2
        mov x0, #3 << 20
        msr cpacr_el1, x0
        msr cntkctl_el1, xzr
        msr pmuserenr_el0, xzr
        isb
        ldr x0, =rows
        add x27, x0, x28, lsl #5
        ldr x0, [x27, #16]
        blr x0
        isb
        ldr x0, =KEPT_ESR
        msr esr_el1, x0
        ldr x0, =KEPT_FAR
        msr far_el1, x0
        ldr x0, =0x40200000
        mov sp, x0
        ldr x0, =0x80200000
        msr sp_el0, x0
        ldr x0, [x27]
        ldr x1, [x27, #8]
        ldr x2, [x27, #24]
        str x2, [x29], #8
        msr spsr_el1, x0
        msr elr_el1, x1
        eret
raise:  ldr x0, =0x08000000
        mov w1, #5
        movk w1, #0x201, lsl #16         // this core itself
        str w1, [x0, #0xf00]
        ret

taken:  str x25, [x29], #8
        mrs x0, nzcv
        mrs x1, daif
        orr x0, x0, x1
        mrs x1, CurrentEL
        orr x0, x0, x1
        mrs x1, spsel
        orr x0, x0, x1
        str x0, [x29], #8
        mrs x0, spsr_el1
        str x0, [x29], #8
        mrs x0, elr_el1
        str x0, [x29], #8
        mrs x0, esr_el1
        str x0, [x29], #8
        mrs x0, far_el1
        str x0, [x29], #8
        ldr x0, =0x08010000
        ldr w1, [x0, #0xc]
        and w2, w1, #0x3ff
        cmp w2, #1023
        b.eq 1f
        str w1, [x0, #0x10]
1:      add x28, x28, #1
        cmp x28, #COUNT
        b.lo next

        ldr x20, =log                   // print all of it
        ldr x21, =text
1:      mov x22, #8
        mov x1, x21
2:      cbz x22, 3f
        sub x22, x22, #1
        cmp x22, #0
        b.eq 3f
        ldr x2, [x20], #8
        mov x3, #16
4:      ror x2, x2, #60
        and x4, x2, #15
        cmp x4, #10
        add x5, x4, #'0'
        add x4, x4, #'a' - 10
        csel x4, x5, x4, lo
        strb w4, [x1], #1
        subs x3, x3, #1
        b.ne 4b
        mov w4, #' '
        strb w4, [x1], #1
        b 2b
3:      mov w4, #'\\n'
        strb w4, [x1, #-1]
        strb wzr, [x1]
        mov x1, x21
        mov x0, #4
        hlt #0xf000
        cmp x20, x29
        b.lo 1b
        ldr x1, =block
        mov x0, #0x18
        hlt #0xf000
        b .

        .balign 2048
vectors:
        .set number, 0
        .rept 16
        mov x25, #number
        b taken
        .balign 128
        .set number, number + 128
        .endr
        .ltorg
'''

# One gigabyte each: devices, RAM of EL1, RAM of EL0, and pages or one block.
# EL1 may execute what EL0 does, as the boards want it.
GIGABYTES = '''
        .balign 4096
        .quad 0x0060000000000405, 0x0040000040000701, 0x00000000400007c1
        .quad {}
'''
BLOCKS = ('pages2 + 3', '0', '0x0040000040000301', '0x0040000040000781',
          '0x0040000100000701', '0x0040000040000705', '0x0060000040000701')
TABLES = '''
        .data                           // what is not said is 0
        .balign 4096
tables:
''' + ''.join(map(GIGABYTES.format, BLOCKS)) + '''
        .balign 4096
pages2: .quad 0, pages3 + 3, 0x0000000040000301, 0x0000000040000781
        .quad 0x0060000040000701, 0x000000000c200003, 0x0000000100000701
        .quad (1 << 61) + pages3 + 3, (1 << 62) + pages3 + 3
        .balign 4096
pages3: .quad 0, 0x40000303, 0x40000783, 0x0060000040000703
        .quad 0x40000703, 0x400007c3, 0x0040000040000743, 0x40000701
        .quad 0x0000000100000703
        .balign 4096
block:  .quad 0x20026, 0
text:   .skip 256
log:    .skip COUNT * 56
'''


def program(table, _board):
    made = [PROGRAM]
    starts = ['        .balign 8', 'rows:']
    for i, row in enumerate(table):
        for part, text in (('setup', row.setup), ('code', row.code)):
            text = text.replace('at:', f'at{i}:').replace(', at\n',
                                                          f', at{i}\n')
            made += [f'{part}{i}:']
            if part == 'setup':
                made += ['mov x26, x30', text, 'ret x26', '.ltorg']
            else:
                made += [text, 'svc #0xdead', '.ltorg']
        far = '0x40000000' if not row.before & 0xc else '0'
        starts += [f'.quad {row.before:#x}, code{i} + {far}, setup{i}, '
                  f'at{i} + {far}']
    constants = [f'.set COUNT, {len(table)}',
                 f'.set KEPT_ESR, {a64_rows.WRITTEN["esr"]:#x}',
                 f'.set KEPT_FAR, {a64_rows.WRITTEN["far"]:#x}']
    return '\n'.join(constants + made + starts + [TABLES])


def flags(_board):
    return '-march=armv8-a', '-Wl,-Ttext=0x40080000'


def rows(_board):
    return a64_rows.ROWS
