# SPDX-License-Identifier: MIT
"""The exceptions of an e500, as E500CORERM chapter 5 has them: a row each.
The MSR is typed whole: UCLE SPE WE CE EE PR FP ME FE0 UBLE DE FE1 IS DS PMM are
0x04000000 0x02000000 0x40000 0x20000 0x8000 0x4000 0x2000 0x1000 0x800 0x400
0x200 0x100 0x20 0x10 4.  An interrupt clears all of it but CE, ME and DE, a
critical one all but ME, a machine check all.  `vector` is the number of the
IVOR.  The boards have no fixed-interval
timer, watchdog or debug interrupts."""
from exception_runs import ANY, KEPT, Row

COLUMNS = ('vector', 'msr', 'srr0', 'srr1', 'csrr0', 'csrr1', 'mcsrr0',
           'mcsrr1', 'esr', 'dear', 'mcsr')
# Written before each.
WRITTEN = {'srr0': None, 'srr1': None, 'csrr0': 0x11112220, 'csrr1': 0x5a00,
           'mcsrr0': 0x33334440, 'mcsrr1': 0x1234, 'esr': 0x00200000,
           'dear': 0x76543210, 'mcsr': 0}

CRITICAL, MACHINE_CHECK, DATA, INSN, EXTERNAL, ALIGNMENT, PROGRAM = range(7)
CALL, DECREMENTER, DATA_TLB, INSN_TLB = 8, 10, 13, 14
SPE_UNAVAILABLE, MONITOR = 32, 35
PIL, PPR, PTR, ST, SPE = 0x08000000, 0x04000000, 0x02000000, 0x00800000, 0x80
QUIET = 0x21200                # CE, ME, DE
ALL = 0x02029204               # SPE, CE, EE, ME, DE, PMM
USER = 0x0402d204              # UCLE and PR instead of SPE
# An instruction that QEMU carries out comes to the illegal one behind it.
ILLEGAL = {'vector': PROGRAM, 'srr0': 'at+4', 'esr': PIL, 'dear': KEPT}


QEMU_MSR = ('QEMU clears CE and DE, too, has no PMM, and writes why a program '
            'interrupt came to SRR1, which an e500 does not')
REASON = {PIL: 0x80000, PPR: 0x40000, PTR: 0x20000}


def in_qemu(before, after, other):
    """What QEMU has by itself in each row, and what the row says of it."""
    other = dict(other)
    reason = REASON.get(other.get('esr', after['esr']), 0)
    other.setdefault('msr', before & 0x1000)
    other.setdefault('srr1', (before & ~4) | reason)
    return other


def row(name, before, code, vector, esr=KEPT, dear=KEPT, at='at', msr=QUIET,
        **more):
    """By SRR0 and SRR1."""
    after = {'vector': vector, 'msr': msr, 'srr0': at, 'srr1': before,
             'csrr0': KEPT, 'csrr1': KEPT, 'mcsrr0': KEPT, 'mcsrr1': KEPT,
             'esr': esr, 'dear': dear, 'mcsr': 0}
    return Row(name, before, code, after,
               more.pop('source', 'E500CORERM 5.7'), more.pop('setup', ''),
               in_qemu(before, after, more.pop('other', {})),
               more.pop('why', QEMU_MSR), **more)


def access(text, where):
    return f'lis 3, {where >> 16:#x}\nori 3, 3, {where & 0xffff:#x}\nat: {text}'


def to(where):
    return (f'lis 3, {where >> 16:#x}\nori 3, 3, {where & 0xffff:#x}\n'
            'mtctr 3\nat: bctr')


CALLS = [
    row('sc', ALL, 'at: sc', CALL, at='at+4'),
    row('sc, all off', 0, 'at: sc', CALL, at='at+4', msr=0),
    row('sc, ME', 0x1000, 'at: sc', CALL, at='at+4', msr=0x1000),
    row('sc, CE and DE', 0x20200, 'at: sc', CALL, at='at+4', msr=0x20200),
    row('sc in user mode', USER, 'at: sc', CALL, at='at+4'),
    row('trap', ALL, 'at: trap', PROGRAM, PTR),
    row('twi in user mode', USER, 'li 3, 5\nat: twgti 3, 4', PROGRAM, PTR),
    row('illegal', ALL, 'at: .long 0', PROGRAM, PIL),
    row('illegal in user mode', 0x4000, 'at: .long 0x00ffffff', PROGRAM, PIL,
        msr=0),
    row('mfmsr in user mode', USER, 'at: mfmsr 3', PROGRAM, PPR),
    row('rfi in user mode', USER, 'at: rfi', PROGRAM, PPR),
    row('tlbwe in user mode', USER, 'at: tlbwe', PROGRAM, PPR),
    row('mtspr in user mode', USER, 'at: mtspr 272, 3', PROGRAM, PPR),
    row('no such SPR in user mode', USER, 'at: mfspr 3, 700', PROGRAM, PPR),
    row('no such SPR', ALL, 'at: mfspr 3, 700', PROGRAM, PIL, other=ILLEGAL,
        why='QEMU reads it, as if it were nothing'),
    row('evaddw', 0x29204, 'at: .long 0x10642a00', SPE_UNAVAILABLE, SPE),
    row('no such SPR of users', USER, 'at: mfspr 3, 13', PROGRAM, PIL,
        other={'esr': PPR}, why='QEMU calls it privileged'),
]

QEMU_DEAR = 'QEMU writes DEAR, too, which a fetch does not'
# A page of TLB0 at 0x70000000 with these rights: UX SX UW SW UR SR are 0x20
# 0x10 8 4 2 1.
STORAGE = [
    row('load, no right', ALL, access('lwz 4, 8(3)', 0x70000000), DATA, 0,
        0x70000008, setup='li 3, 0\nbl page'),
    row('store, read only', ALL, access('stw 4, 8(3)', 0x70000000), DATA, ST,
        0x70000008, setup='li 3, 0x13\nbl page'),
    row('load, not for users', USER, access('lbz 4, 3(3)', 0x70000000), DATA,
        0, 0x70000003, setup='li 3, 0x15\nbl page'),
    row('store, not for users', USER, access('sth 4, 2(3)', 0x70000ff0), DATA,
        ST, 0x70000ff2, setup='li 3, 0x17\nbl page'),
    row('dcbz, read only', ALL, access('dcbz 0, 3', 0x70000040), DATA, ST,
        0x70000040, setup='li 3, 3\nbl page'),
    row('stwcx., read only', ALL, access('stwcx. 4, 0, 3', 0x70000040), DATA,
        ST, 0x70000040, setup='li 3, 3\nbl page',
        lacks='looks at the reservation first, as it may',
        other=ILLEGAL, why='looks at the reservation first'),
    row('fetch, no right', ALL, to(0x70000010), INSN, 0, KEPT, 0x70000010,
        setup='li 3, 0x2f\nbl page'),
    row('fetch, not for users', USER, to(0x70000020), INSN, 0, KEPT,
        0x70000020, setup='li 3, 0x1f\nbl page'),
    row('load, in no TLB', ALL, access('lwz 4, 4(3)', 0x70000000), DATA_TLB, 0,
        0x70000004),
    row('load in user mode, in no TLB', USER, access('lha 4, -2(3)',
        0x70001000), DATA_TLB, 0, 0x70000ffe),
    row('store, in no TLB', ALL, access('stwu 4, 12(3)', 0x70000000),
        DATA_TLB, ST, 0x7000000c),
    row('store in user mode, in no TLB', USER, access('stb 4, 1(3)',
        0x70000000), DATA_TLB, ST, 0x70000001),
    row('dcbz, in no TLB', ALL, access('dcbz 0, 3', 0x70000080), DATA_TLB, ST,
        0x70000080),
    row('lwarx, in no TLB', ALL, access('lwarx 4, 0, 3', 0x70000080), DATA_TLB,
        0, 0x70000080),
    row('data in space 1', ALL | 0x10, access('lwz 4, 0(3)', 0x10000),
        DATA_TLB, 0, 0x10000),
    row('fetch, in no TLB', ALL, to(0x70000100), INSN_TLB, ANY, KEPT,
        0x70000100, other={'dear': 0x70000100}, why=QEMU_DEAR),
    row('fetch in user mode, in no TLB', USER, to(0x70000104), INSN_TLB, ANY,
        KEPT, 0x70000104, other={'dear': 0x70000104}, why=QEMU_DEAR),
    row('instructions in space 1', ALL | 0x20, 'at: nop', INSN_TLB, ANY,
        other={'dear': 'at'}, why=QEMU_DEAR),
]

NO_ALIGNMENT = 'QEMU does not look at the alignment'
ALIGNED = [
    row('lmw', ALL, access('lmw 30, 1(3)', 0x20000), ALIGNMENT, 0, 0x20001,
        other=ILLEGAL, why=NO_ALIGNMENT),
    row('stmw', ALL, access('stmw 30, 2(3)', 0x20000), ALIGNMENT, ST, 0x20002,
        other=ILLEGAL, why=NO_ALIGNMENT),
    row('lwarx', USER, access('lwarx 4, 0, 3', 0x20002), ALIGNMENT, 0, 0x20002,
        other={'esr': KEPT}, why='QEMU leaves ESR as it was'),
    row('stwcx.', ALL, access('stwcx. 4, 0, 3', 0x20001), ALIGNMENT, ST,
        0x20001, other={**ILLEGAL, 'srr1': 0x020a9200},
        why='looks at the reservation first'),
]

# `before` has EE on or off; what waits is raised in the setup.
NO_MONITOR = 'QEMU has no such monitor'
ASYNCHRONOUS = [
    row('decrementer', ALL, 'at: nop', DECREMENTER, setup='bl decremented'),
    row('decrementer in user mode', USER, 'at: nop', DECREMENTER,
        setup='bl decremented'),
    row('decrementer, EE alone', 0x8000, 'at: nop', DECREMENTER, msr=0,
        setup='bl decremented'),
    row('decrementer, EE off, sc', 0x21004, 'at: sc', CALL, at='at+4',
        msr=0x21000, setup='bl decremented'),
    row('external', ALL, 'at: nop', EXTERNAL, setup='bl external'),
    row('external in user mode', USER, 'at: nop', EXTERNAL,
        setup='bl external'),
    row('external, EE off, trap', 0x4, 'at: trap', PROGRAM, PTR, msr=0,
        setup='bl external'),
    row('monitor', ALL, 'at: nop', MONITOR, setup='bl overflow',
        other=ILLEGAL, why=NO_MONITOR),
    row('monitor, EE off, sc', 0x20004, 'at: sc', CALL, at='at+4',
        msr=0x20000, setup='bl overflow'),
    row('external before the decrementer', 0x9000, 'at: nop', EXTERNAL,
        msr=0x1000, setup='bl decremented\nbl external',
        source='E500CORERM 5.10.2'),
]

# Critical ones and machine checks save elsewhere; the rows begin by SRR0.
NO_CRITICAL = 'QEMU does not raise it'
CRITICALS = [
    Row('critical', 0x02029204, 'at: nop',
        {'vector': CRITICAL, 'msr': 0x1000, 'srr0': 'at', 'srr1': 0x02029204,
         'csrr0': 'at', 'csrr1': 0x02029204, 'mcsrr0': KEPT, 'mcsrr1': KEPT,
         'esr': KEPT, 'dear': KEPT, 'mcsr': 0}, 'E500CORERM 5.7.1',
        'bl critical', {'vector': PROGRAM, 'msr': 0x1000, 'srr0': 'at+4',
                        'srr1': 0x020a9200, 'csrr0': KEPT, 'csrr1': KEPT,
                        'esr': PIL},
        NO_CRITICAL),
    Row('critical in user mode, EE and ME off', 0x24004, 'at: nop',
        {'vector': CRITICAL, 'msr': 0, 'srr0': 'at', 'srr1': 0x24004,
         'csrr0': 'at', 'csrr1': 0x24004, 'mcsrr0': KEPT, 'mcsrr1': KEPT,
         'esr': KEPT, 'dear': KEPT, 'mcsr': 0}, 'E500CORERM 5.7.1',
        'bl critical', {'vector': PROGRAM, 'msr': 0, 'srr0': 'at+4',
                        'srr1': 0xa4000, 'csrr0': KEPT, 'csrr1': KEPT,
                        'esr': PIL},
        NO_CRITICAL),
    row('critical, CE off, sc', 0x1204, 'at: sc', CALL, at='at+4', msr=0x1200,
        setup='bl critical'),
    Row('machine check, load', ALL, access('lwz 4, 20(3)', 0x70000000),
        {'vector': MACHINE_CHECK, 'msr': 0, 'srr0': 'at-8', 'srr1': ALL,
         'csrr0': KEPT, 'csrr1': KEPT, 'mcsrr0': 'at', 'mcsrr1': ALL,
         'esr': KEPT, 'dear': KEPT, 'mcsr': 0x40}, 'E500CORERM 5.7.2',
        'bl nothing', {'vector': PROGRAM, 'msr': 0x1000, 'srr0': 'at+4',
                       'srr1': 0x020a9200,
                       'mcsrr0': KEPT, 'mcsrr1': KEPT, 'esr': PIL, 'mcsr': 0},
        NO_CRITICAL),
    Row('machine check, store in user mode', 0x25204,
        access('stw 4, 20(3)', 0x70000000),
        {'vector': MACHINE_CHECK, 'msr': 0, 'srr0': 'at-8', 'srr1': 0x25204,
         'csrr0': KEPT, 'csrr1': KEPT, 'mcsrr0': 'at', 'mcsrr1': 0x25204,
         'esr': KEPT, 'dear': KEPT, 'mcsr': 0x20}, 'E500CORERM 5.7.2',
        'bl nothing', {'vector': PROGRAM, 'msr': 0x1000, 'srr0': 'at+4',
                       'srr1': 0xa5200,
                       'mcsrr0': KEPT, 'mcsrr1': KEPT, 'esr': PIL, 'mcsr': 0},
        NO_CRITICAL),
]

ROWS = CALLS + STORAGE + ALIGNED + ASYNCHRONOUS + CRITICALS
