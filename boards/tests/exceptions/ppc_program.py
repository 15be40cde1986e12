# SPDX-License-Identifier: MIT
"""The program that raises the exceptions of ppc_rows.py one after the other
and prints by the UART what the handlers find.  Its memory is mapped as it was
found; one page and the device registers are its own."""
import ppc_rows

GCC = 'powerpc-linux-gnu-gcc'
COLUMNS, WRITTEN = ppc_rows.COLUMNS, ppc_rows.WRITTEN
QEMU = {'qemu e500v2': [
    'qemu-system-ppc', '-M', 'ppce500', '-cpu', 'e500v2', '-m', '256',
    '-display', 'none', '-monitor', 'none', '-serial', 'stdio', '-nic', 'none',
    '-no-reboot', '-kernel']}

PROGRAM = '''
        .section .text
        .global _start
        .macro set reg, value
        lis \\reg, (\\value)@h
        ori \\reg, \\reg, (\\value)@l
        .endm
_start: set 10, 0xe0000000              // device registers, if nobody has
        li 9, 0
        mtspr 630, 9
        tlbsx 0, 10
        mfspr 8, 625
        andis. 8, 8, 0x8000
        bne 1f
        lis 8, 0x100f
        mtspr 624, 8
        set 8, 0xc0000500
        mtspr 625, 8
        ori 8, 10, 0xa
        mtspr 626, 8
        ori 8, 10, 0x3f
        mtspr 627, 8
        .if !MONITOR                    // QEMU has them from 0xfe0000000 on
        li 8, 15
        mtspr 944, 8
        .endif
        isync
        tlbwe
        isync
        .if !MONITOR
        li 8, 0
        mtspr 944, 8
        .endif
1:      lis 3, vectors@h
        mtspr 63, 3
        li 3, 0
        .irp ivor, 400,401,402,403,404,405,406,407,408,409,410,411,412,413,414,415,528,529,530,531
        mtspr \\ivor, 3
        addi 3, 3, 32
        .endr
        set 4, 0x40000
        add 4, 4, 10
        set 3, 0x20000000               // interrupt controller: mixed
        stw 3, 0x1020(4)
        set 5, 0x20000
        add 5, 5, 4
        li 3, 0
        stw 3, 0x80(5)
        set 3, 0x80042
        stw 3, 0x10b0(4)
        set 14, log
        set 15, rows
        set 16, rows_end
next:   cmplw 15, 16
        bge print
        li 3, 0x1000                    // ME alone
        mtmsr 3
        isync
        bl calm
        lwz 3, 8(15)
        mtctr 3
        bctrl
        set 3, 0x11112220
        mtspr 58, 3
        li 3, 0x5a00
        mtspr 59, 3
        set 3, 0x33334440
        mtspr 570, 3
        li 3, 0x1234
        mtspr 571, 3
        lis 3, 0x20
        mtspr 62, 3
        set 3, 0x76543210
        mtspr 61, 3
        lwz 3, 12(15)
        stw 3, 0(14)
        lwz 3, 4(15)
        mtspr 26, 3
        lwz 3, 0(15)
        mtspr 27, 3
        addi 15, 15, 16
        rfi

taken:  mfmsr 20
        stw 21, 4(14)
        stw 20, 8(14)
        mfspr 20, 26
        stw 20, 12(14)
        mfspr 20, 27
        stw 20, 16(14)
        mfspr 20, 58
        stw 20, 20(14)
        mfspr 20, 59
        stw 20, 24(14)
        mfspr 20, 570
        stw 20, 28(14)
        mfspr 20, 571
        stw 20, 32(14)
        mfspr 20, 62
        stw 20, 36(14)
        mfspr 20, 61
        stw 20, 40(14)
        mfspr 20, 572
        stw 20, 44(14)
        addi 14, 14, 48
        b next

/* Nothing waits, and the page is in no TLB. */
calm:   mflr 11
        mfspr 3, 572
        mtspr 572, 3
        li 3, 0
        mtspr 340, 3
        lis 3, 0xfc00
        mtspr 336, 3
        set 3, 0x70000000
        tlbivax 0, 3
        set 3, 0x70001000
        tlbivax 0, 3
        tlbsync
        isync
        set 4, 0x60000                  // acknowledge and end
        add 4, 4, 10
        lwz 3, 0xa0(4)
        li 3, 0
        stw 3, 0xb0(4)
        stb 3, 0x4501(10)
        .if MONITOR
        mtpmr 400, 3
        mtpmr 144, 3
        mtpmr 16, 3
        .endif
        mtlr 11
        blr

/* r3: the rights. */
page:   set 4, 0x20000
map:    li 5, 0
        mtspr 624, 5
        set 5, 0x80000100
        mtspr 625, 5
        set 5, 0x70000000
        mtspr 626, 5
        or 3, 3, 4
        mtspr 627, 3
        isync
        tlbwe
        isync
        blr
nothing:                                // at this physical address
        set 4, 0x60000000
        li 3, 0x3f
        b map

decremented:
        lis 3, 0x0400
        mtspr 340, 3
        li 3, 10
        mtspr 22, 3
1:      mfspr 3, 336
        andis. 3, 3, 0x0800
        beq 1b
        blr
external:
        set 4, 0x60000
        add 4, 4, 10
        li 3, 1
        stw 3, 0x50(4)
        blr
critical:                               // the UART is ready
        set 4, 0x50200
        add 4, 4, 10
        set 3, 0xc80026
        stw 3, 0x340(4)
        set 3, 0x40000000
        stw 3, 0x350(4)
        li 3, 2
        stb 3, 0x4501(10)
        blr
overflow:
        .if MONITOR
        lis 3, 0x8000
        mtpmr 16, 3
        lis 3, 0x0400
        mtpmr 144, 3
        lis 3, 0x4000
        mtpmr 400, 3
        isync
        .endif
        blr

print:  set 15, log
1:      li 16, 12
2:      lwz 4, 0(15)
        addi 15, 15, 4
        li 17, 8
3:      rlwinm 4, 4, 4, 0, 31
        andi. 5, 4, 15
        cmpwi 5, 10
        addi 5, 5, '0'
        blt 4f
        addi 5, 5, 'a' - '0' - 10
4:      bl put
        addi 17, 17, -1
        cmpwi 17, 0
        bne 3b
        li 5, ' '
        addi 16, 16, -1
        cmpwi 16, 0
        bne 5f
        li 5, 10
5:      bl put
        cmpwi 16, 0
        bne 2b
        cmplw 15, 14
        blt 1b
        set 4, 0xe00b0
        add 4, 4, 10
        li 3, 2
6:      stw 3, 0(4)
        b 6b
put:    lbz 3, 0x4505(10)
        andi. 3, 3, 0x20
        beq put
        stb 5, 0x4500(10)
        blr

        .balign 65536
vectors:
        .irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,32,33,34,35
        li 21, \\n
        b taken
        .balign 32
        .endr
'''


def rows(_board):
    return ppc_rows.ROWS


def flags(board):
    cpu = '8540' if board == 'mpc8540ads' else '8548'
    return f'-mcpu={cpu}', '-Wl,-Ttext=0x10000,-e,_start'


def program(table, board):
    made = [f'.set MONITOR, {int(not board.startswith("qemu"))}', PROGRAM]
    starts = ['        .balign 4', 'rows:']
    for i, row in enumerate(table):
        setup = row.setup.replace('\n', '\n        ')
        made += [f'setup{i}:', 'mflr 13', setup, 'mtlr 13', 'blr',
                 f'code{i}:', row.code.replace('at:', f'at{i}:'), '.long 0']
        starts.append(f'.long {row.before:#x}, code{i}, setup{i}, at{i}')
    starts += ['rows_end:', 'log:', f'.space {48 * len(table)}']
    return '\n'.join(made + ['.balign 65536'] + starts) + '\n'
