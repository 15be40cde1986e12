# SPDX-License-Identifier: MIT
"""The exceptions of AArch64, EL1 and EL0, as [DDI0487] has them: a row each.
PSTATE, and so SPSR_EL1, are typed whole: NZCV from bit 31, IL in bit 20, DAIF
from bit 9, EL and SP in bits 3:0.  Pseudocode: J1.1 AArch64.TakeException,
ReportException; ESR_EL1: D17.2.37."""
from exception_runs import ANY, KEPT, Row

COLUMNS = 'vector', 'pstate', 'spsr', 'elr', 'esr', 'far'
# Written before each.
WRITTEN = {'esr': 0x5600beef, 'far': 0x123456789abc}

# With all four flags of one kind here and of another there, so that none is
# taken for another; D, A, I and F as they are before.
FLAGS = 0xa0000000


# An instruction that QEMU carries out comes to the SVC behind the row's code.
CARRIED_OUT = {'esr': 0x5600dead, 'elr': 'at+8', 'far': ANY}
NO_TYPES = 'QEMU 7.2 knows no types of memory: it is carried out'
NO_SP_HERE = 'the boards do not, either'
NO_SP = 'QEMU does not look at the alignment of SP'
FLAGS_GO = 'QEMU clears NZCV where an exception is taken, which nothing says'


def in_qemu(more):
    """QEMU's own in every row, and what else the row has of it."""
    return {**more, 'other': {'pstate': 0x3c5, **more.get('other', {})},
            'why': more.get('why', FLAGS_GO)}


def same(name, code, esr, far, elr='at', mode=0x3c5, **more):
    """From EL1 with its own stack pointer."""
    return Row(name, FLAGS | mode, code,
               {'vector': 0x200, 'pstate': FLAGS | 0x3c5, 'spsr': FLAGS | mode,
                'elr': elr, 'esr': esr, 'far': far},
               more.pop('source', 'ESR_EL1'), **in_qemu(more))


def lower(name, code, esr, far, elr='at', mode=0, **more):
    """From EL0."""
    return Row(name + ' at EL0', 0x50000000 | mode, code,
               {'vector': 0x400, 'pstate': 0x500003c5,
                'spsr': 0x50000000 | mode,
                'elr': elr, 'esr': esr, 'far': far},
               more.pop('source', 'ESR_EL1'), **in_qemu(more))


def to(where):
    """Goes there, with an instruction that is the last of the row."""
    return f'ldr x1, ={where:#x}\nat: br x1'


def with_tables(kind):
    """The gigabyte at 0xc0000000 is one block: 0 invalid, 1 without access
    flag, 2 read only, 3 beyond TCR_EL1.IPS, 4 device, 5 execute never."""
    return (f'ldr x0, =tables + {4096 * (kind + 1)}\nmsr ttbr0_el1, x0\n'
            'tlbi vmalle1\ndsb sy')


def load(where):
    return f'ldr x1, ={where:#x}\nat: ldr w0, [x1]'


def store(where):
    return f'ldr x1, ={where:#x}\nat: str w0, [x1]'


CALLS = [
    same('svc', 'at: svc #0x123', 0x56000123, ANY, 'at+4'),
    same('svc, nothing masked', 'at: svc #0xffff', 0x5600ffff, ANY, 'at+4',
         mode=5),
    same('svc, D and I masked', 'at: svc #1', 0x56000001, ANY, 'at+4',
         mode=0x285),
    same('svc, A and F masked', 'at: svc #1', 0x56000001, ANY, 'at+4',
         mode=0x145),
    Row('svc with SP_EL0', 0x600003c4, 'at: svc #2',
        {'vector': 0, 'pstate': 0x600003c5, 'spsr': 0x600003c4,
         'elr': 'at+4', 'esr': 0x56000002, 'far': ANY}, 'D1.3.1.4',
        other={'pstate': 0x3c5}, why=FLAGS_GO),
    lower('svc', 'at: svc #0x8001', 0x56008001, ANY, 'at+4'),
    lower('svc, all masked', 'at: svc #0', 0x56000000, ANY, 'at+4',
          mode=0x3c0),
    same('brk', 'at: brk #0xfedc', 0xf200fedc, ANY),
    lower('brk', 'at: brk #7', 0xf2000007, ANY),
    same('udf', 'at: .inst 0', 0x02000000, ANY),
    lower('udf', 'at: .inst 0xffff', 0x02000000, ANY),
    same('unallocated', 'at: .inst 0xe7f000f0', 0x02000000, ANY),
    # There is neither EL2 nor EL3.
    same('hvc', 'at: hvc #1', 0x02000000, ANY, source='C6.2 HVC: no EL2',
         other=CARRIED_OUT, why='QEMU has it for PSCI'),
    same('smc', 'at: smc #1', 0x02000000, ANY, source='C6.2 SMC: no EL3'),
    lower('hvc', 'at: hvc #1', 0x02000000, ANY, source='C6.2 HVC'),
    lower('smc', 'at: smc #1', 0x02000000, ANY, source='C6.2 SMC'),
    lower('eret', 'at: eret', 0x02000000, ANY, source='C6.2 ERET'),
]

# ISS of a trapped register: Op0, Op2, Op1, CRn, Rt, CRm, direction.
REGISTERS = [
    same('no such register', 'at: mrs x0, s3_7_c15_c15_7', 0x02000000, ANY),
    same('MIDR_EL1 written', 'at: msr s3_0_c0_c0_0, x0', 0x02000000, ANY),
    lower('mrs of EL1', 'at: mrs x0, sctlr_el1', 0x02000000, ANY),
    lower('msr of EL1', 'at: msr vbar_el1, x0', 0x02000000, ANY),
    lower('mrs x0, daif', 'at: mrs x0, daif', 0x6232d005, ANY),
    lower('msr daifset', 'at: msr daifset, #1', 0x620cd3e2, ANY,
          other={'esr': 0x620793e2}, why='QEMU 7.2 has Op1 and Op2 swapped'),
    lower('mrs x7, ctr', 'at: mrs x7, ctr_el0', 0x6232c0e1, ANY),
    lower('mrs cntvct', 'at: mrs x0, cntvct_el0', 0x6234f801, ANY),
    lower('msr cntv_ctl', 'at: msr cntv_ctl_el0, x5', 0x6232f8a6, ANY),
    lower('msr pmcr', 'at: msr pmcr_el0, x3', 0x6230e478, ANY),
    lower('mrs pmccntr', 'at: mrs x0, pmccntr_el0', 0x6230e41b, ANY),
    lower('dc cvac', 'at: dc cvac, x0', 0x6212dc14, ANY),
    lower('dc zva', 'at: dc zva, x4', 0x6212dc88, ANY),
    lower('ic ivau', 'at: ic ivau, x0', 0x6212dc0a, ANY),
    lower('wfi', 'at: wfi', 0x07e00000, ANY),
    # The return to EL0 has set the event register; the first takes that back.
    lower('wfe', 'wfe\nat: wfe', 0x07e00001, ANY,
          source='D1.6.1, SCTLR_EL1.nTWE', other=CARRIED_OUT,
          why='QEMU does not trap WFE',
          lacks='WFE never waits here, as it may, so nothing is trapped'),
    same('fmov', 'at: fmov d0, xzr', 0x1fe00000, ANY,
         setup='msr cpacr_el1, xzr'),
    lower('fmov', 'at: fmov d0, xzr', 0x1fe00000, ANY,
          setup='mov x0, #1 << 20\nmsr cpacr_el1, x0'),
]

PC_AND_SP = [
    same('pc alignment', 'adr x1, at\nadd x1, x1, #2\nbr x1\nat: nop',
         0x8a000000, 'at+2', 'at+2', source='D1.3.7'),
    lower('pc alignment', 'adr x1, at\nadd x1, x1, #1\nbr x1\nat: nop',
          0x8a000000, 'at+1', 'at+1', source='D1.3.7'),
    same('sp alignment', 'ldr x1, =0x40100008\nmov sp, x1\nat: ldr x0, [sp]',
         0x9a000000, ANY, source='D1.3.8, SCTLR_EL1.SA', other=CARRIED_OUT,
         why=NO_SP, lacks=NO_SP_HERE),
    lower('sp alignment',
          'ldr x1, =0x80100008\nmov sp, x1\nat: ldr x0, [sp], #16',
          0x9a000000, ANY, source='D1.3.8, SCTLR_EL1.SA0',
          other=CARRIED_OUT, why=NO_SP, lacks=NO_SP_HERE),
    Row('return to EL2', FLAGS | 0x3c5, '''
        ldr x0, =0x60000249
        msr spsr_el1, x0
        adr x0, at
        msr elr_el1, x0
        eret
        at: nop''',
        {'vector': 0x200, 'pstate': 0x600003c5, 'spsr': 0x60100245,
         'elr': 'at', 'esr': 0x3a000000, 'far': ANY},
        'D1.3.4 Illegal return events', other={'pstate': 0x3c5},
        why=FLAGS_GO, lacks='an illegal return ends the run (doc/boards.md)'),
    Row('return with reserved M', FLAGS | 0x3c5, '''
        ldr x0, =0x900003c2
        msr spsr_el1, x0
        adr x0, at
        msr elr_el1, x0
        eret
        at: svc #0''',
        {'vector': 0x200, 'pstate': 0x900003c5, 'spsr': 0x901003c5,
         'elr': 'at', 'esr': 0x3a000000, 'far': ANY},
        'D1.3.4 Illegal return events', other={'pstate': 0x3c5},
        why=FLAGS_GO, lacks='an illegal return ends the run (doc/boards.md)'),
]

ALIGNMENT = [
    same('SCTLR.A, load', 'ldr x1, =0x40100001\nat: ldr w0, [x1]', 0x96000021,
         0x40100001, setup='orr x2, x2, #2\nmsr sctlr_el1, x2',
         source='SCTLR_EL1.A'),
    same('SCTLR.A, store', 'ldr x1, =0x40100001\nat: strh w0, [x1]',
         0x96000061, 0x40100001, setup='orr x2, x2, #2\nmsr sctlr_el1, x2',
         source='SCTLR_EL1.A'),
    lower('SCTLR.A', 'ldr x1, =0x80100002\nat: ldr w0, [x1]', 0x92000021,
          0x80100002, setup='orr x2, x2, #2\nmsr sctlr_el1, x2',
          source='SCTLR_EL1.A'),
    same('ldxr', 'ldr x1, =0x40100004\nat: ldxr x0, [x1]', 0x96000021,
         0x40100004, source='B2.5.2'),
    same('stlr', 'ldr x1, =0x40100002\nat: stlr w0, [x1]', 0x96000061,
         0x40100002, source='B2.5.2'),
    lower('ldaxr', 'ldr x1, =0x80100001\nat: ldaxrh w0, [x1]', 0x92000021,
          0x80100001, source='B2.5.2'),
    same('device, load', 'ldr x1, =0xc0100002\nat: ldr w0, [x1]', 0x96000021,
         0xc0100002, source='B2.7.2', other=CARRIED_OUT, why=NO_TYPES,
         setup=with_tables(4)),
    same('device, store', 'ldr x1, =0xc0100004\nat: str x0, [x1]', 0x96000061,
         0xc0100004, source='B2.7.2', other=CARRIED_OUT, why=NO_TYPES,
         setup=with_tables(4)),
]

# Fault status: 0 address size, 4 translation, 8 access flag, 12 permission,
# and the level in bits 1:0; WnR is bit 6.
ABORTS = [
    same('beyond, load', load(0x8000000000), 0x96000004, 0x8000000000,
         source='D8.2: T0SZ, level 0'),
    same('upper half, store', store(0xffffff8000000000), 0x96000044,
         0xffffff8000000000, source='D8.2: EPD1, level 0'),
    same('translation 1, load', load(0xc0000ff4), 0x96000005, 0xc0000ff4,
         setup=with_tables(0)),
    same('translation 2, store', store(0xc0000004), 0x96000046, 0xc0000004),
    same('translation 3, load', load(0xc0200ffc), 0x96000007, 0xc0200ffc),
    same('reserved at 3, store', store(0xc0207000), 0x96000047, 0xc0207000,
         source='D8.3.1'),
    same('access flag 1, load', load(0xc0000040), 0x96000009, 0xc0000040,
         setup=with_tables(1)),
    same('access flag 2, store', store(0xc0400008), 0x9600004a, 0xc0400008),
    same('access flag 3, load', load(0xc020100c), 0x9600000b, 0xc020100c),
    same('permission 1, store', store(0xc0000080), 0x9600004d, 0xc0000080,
         setup=with_tables(2)),
    same('permission 2, store', store(0xc0600000), 0x9600004e, 0xc0600000),
    same('permission 3, store', store(0xc0202ff0), 0x9600004f, 0xc0202ff0),
    same('address size 1, load', load(0xc00000c0), 0x96000001, 0xc00000c0,
         source='D8.2: TCR_EL1.IPS',
         setup=with_tables(3)),
    same('address size 2, store', store(0xc0c00000), 0x96000042, 0xc0c00000,
         source='D8.2: TCR_EL1.IPS'),
    same('address size 3, load', load(0xc0208000), 0x96000003, 0xc0208000,
         source='D8.2: TCR_EL1.IPS'),
    same('APTable, store', store(0xc1006000), 0x9600004f, 0xc1006000,
         source='D8.4.3: APTable[1]'),
    same('external, load', load(0xc200000), 0x96000010, 0xc200000),
    same('external, store', store(0xc200000), 0x96000050, 0xc200000),
    same('external on a walk', load(0xc0a00000), 0x96000017, 0xc0a00000),
    same('over the end of a page', 'ldr x1, =0xc03fffff\nat: ldr w0, [x1]',
         0x96000007, 0xc03fffff),
    same('ldtr of what is EL1\'s', 'ldr x1, =0xc0204000\nat: ldtr w0, [x1]',
         0x9600000f, 0xc0204000, source='C6.2 LDTR'),
    same('dc civac', 'ldr x1, =0xc0200040\nat: dc civac, x1', 0x96000147,
         0xc0200040, other=CARRIED_OUT, why='QEMU has no caches'),
    same('dc zva', 'ldr x1, =0xc0202040\nat: dc zva, x1', 0x9600004f,
         0xc0202040, source='C5.3 DC ZVA: as a store'),
    lower('translation 1, load', load(0xc0000010), 0x92000005, 0xc0000010,
         setup=with_tables(0)),
    lower('translation 3, store', store(0xc0200010), 0x92000047, 0xc0200010),
    lower('access flag 3, store', store(0xc0201010), 0x9200004b, 0xc0201010),
    lower('permission 1, load', load(0x40100000), 0x9200000d, 0x40100000),
    lower('permission 3, load', load(0xc0204000), 0x9200000f, 0xc0204000),
    lower('permission 3, store', store(0xc0205000), 0x9200004f, 0xc0205000),
    lower('APTable, load', load(0xc0e06000), 0x9200000f, 0xc0e06000,
          source='D8.4.3: APTable[0]'),
]

FETCHES = [
    same('fetch, beyond', to(0x8000000000), 0x86000004, 0x8000000000,
         0x8000000000, lacks='a way to beyond 4 GiB ends the run'),
    same('fetch, translation 1', to(0xc0000ff4), 0x86000005, 0xc0000ff4,
         0xc0000ff4,
         setup=with_tables(0)),
    same('fetch, translation 2', to(0xc0000004), 0x86000006, 0xc0000004,
         0xc0000004),
    same('fetch, translation 3', to(0xc0200008), 0x86000007, 0xc0200008,
         0xc0200008),
    same('fetch, access flag 1', to(0xc0000040), 0x86000009, 0xc0000040,
         0xc0000040,
         setup=with_tables(1)),
    same('fetch, access flag 3', to(0xc0201000), 0x8600000b, 0xc0201000,
         0xc0201000),
    same('fetch, permission 1', to(0xc0100000), 0x8600000d, 0xc0100000,
         0xc0100000, source='D8.4.2: PXN', setup=with_tables(5)),
    same('fetch, permission 2', to(0xc0800000), 0x8600000e, 0xc0800000,
         0xc0800000),
    same('fetch, permission 3', to(0xc0203000), 0x8600000f, 0xc0203000,
         0xc0203000),
    same('fetch, written by EL0', to(0xc0206000), 0x8600000f, 0xc0206000,
         0xc0206000, source='D8.4.2: writable at EL0'),
    same('fetch, address size 1', to(0xc00000c0), 0x86000001, 0xc00000c0,
         0xc00000c0,
         setup=with_tables(3)),
    lower('fetch, translation 2', to(0xc0000000), 0x82000006, 0xc0000000,
          0xc0000000),
    lower('fetch, permission 1', to(0x40100000), 0x8200000d, 0x40100000,
          0x40100000, source='D8.4.2: UXN'),
    lower('fetch, permission 3', to(0xc0206000), 0x8200000f, 0xc0206000,
          0xc0206000),
]

# A software-generated interrupt waits.
RAISE = 'bl raise'
INTERRUPTS = [
    Row('irq', FLAGS | 0x345, 'at: nop',
        {'vector': 0x280, 'pstate': FLAGS | 0x3c5, 'spsr': FLAGS | 0x345,
         'elr': 'at', 'esr': KEPT, 'far': KEPT}, 'D1.3.1.4', RAISE,
        {'pstate': 0x3c5}, FLAGS_GO),
    Row('irq, nothing masked', 0x40000005, 'at: b .',
        {'vector': 0x280, 'pstate': 0x400003c5, 'spsr': 0x40000005,
         'elr': 'at', 'esr': KEPT, 'far': KEPT}, 'D1.3.1.4', RAISE,
        {'pstate': 0x3c5}, FLAGS_GO),
    Row('irq with SP_EL0', 0x10000344, 'at: nop',
        {'vector': 0x80, 'pstate': 0x100003c5, 'spsr': 0x10000344,
         'elr': 'at', 'esr': KEPT, 'far': KEPT}, 'D1.3.1.4', RAISE,
        {'pstate': 0x3c5}, FLAGS_GO),
    Row('irq at EL0', 0xf0000000, 'at: nop',
        {'vector': 0x480, 'pstate': 0xf00003c5, 'spsr': 0xf0000000,
         'elr': 'at', 'esr': KEPT, 'far': KEPT}, 'D1.3.1.4', RAISE,
        {'pstate': 0x3c5}, FLAGS_GO),
    Row('irq unmasked later', 0x3c5, 'nop\nmsr daifclr, #2\nat: nop',
        {'vector': 0x280, 'pstate': 0x3c5, 'spsr': 0x345,
         'elr': 'at', 'esr': KEPT, 'far': KEPT}, 'D1.3.6', RAISE),
    same('irq masked, svc', 'at: svc #3', 0x56000003, ANY, 'at+4',
         setup=RAISE),
]

ROWS = (CALLS + REGISTERS + PC_AND_SP + ALIGNMENT + ABORTS + FETCHES +
        INTERRUPTS)
