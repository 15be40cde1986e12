# SPDX-License-Identifier: MIT
"""The exceptions of 32-bit ARM by core: a row each, as the core's manual has
them.  CPSR and SPSR are typed whole: NZCVQ from bit 31, IT[1:0] in 26:25, GE
in 19:16, IT[7:2] in 15:10, E, A, I, F, T and the mode.  A core's `kind`:

  arm926  ARMv5TE [DDI0100 A2.6, B4.6; DDI0198 3.8]
  xscale  ARMv5TE [DDI0100; 278796 2.3.4, 7.2.5]: one fault status register
  v6      ARM1136, ARM1176 [DDI0100 A2.6, B4.6; DDI0211 6.9; DDI0301 6.9]
  mpu     ARM1156 [DDI0290 5.6], ARMv6T2
  v7      Cortex-A8 and A9 [DDI0406 B1.8, B3.12]"""
from exception_runs import ANY, KEPT, Row

COLUMNS = ('vector', 'cpsr', 'spsr', 'lr', 'ifsr', 'ifar', 'dfsr', 'dfar')
WRITTEN = {'ifsr': 0x0a, 'ifar': 0x12345670, 'dfsr': 0x5a,
           'dfar': 0x76543210}

UNDEFINED, SVC, PREFETCH, DATA, IRQ, FIQ = 4, 8, 12, 16, 24, 28
THUMB = 0x20
QEMU_IFSR = '; and it has an IFSR here, which an XScale has not'
QEMU_DOMAIN = 'QEMU has the domain in the IFSR, which has no room for one'
QEMU_STREX = 'QEMU looks whether the monitor is set first'
QEMU_A = 'QEMU sets CPSR.A on cores of ARMv5, too, which have no such bit'

class Core:
    """The rows of one kind of core, `table`."""

    def __init__(self, kind, parts=()):
        self.kind, self.parts, self.table = kind, parts, []
        self.older = kind in ('arm926', 'xscale')
        self.newer = kind in ('mpu', 'v7')
        for rows in (calls, undefined, fetches, loads, alignment, interrupts,
                     vectors, blocks, external):
            rows(self)

    def add(self, name, before, code, vector, cpsr, lr, *, ifsr=KEPT,
            ifar=KEPT, dfsr=KEPT, dfar=KEPT, spsr=None, source='', **more):
        """With A, which ARMv5 has not, where ARMv6 has it."""
        if self.older:
            if vector & 31 not in (UNDEFINED, SVC):
                more.update(other={'cpsr': cpsr, **more.get('other', {})},
                            why=QEMU_A + more.get('why', ''))
            before, cpsr = before & ~0x100, cpsr & ~0x100
            ifar = ANY
        if self.kind == 'xscale':
            ifsr = ANY
        self.table.append(Row(
            name, before, code,
            {'vector': vector, 'cpsr': cpsr,
             'spsr': before if spsr is None else spsr, 'lr': lr, 'ifsr': ifsr,
             'ifar': ifar, 'dfsr': dfsr, 'dfar': dfar}, source, **more))

    def fetch(self, name, where, status, domain=0, before=0x200000d3, **more):
        """A prefetch abort of a way to `where`."""
        thumb = before & THUMB
        after = {'ifsr': status, 'ifar': where}
        if self.kind == 'arm926':
            after = {'ifsr': status | domain << 4}
        elif self.kind == 'xscale':
            after = {'dfsr': 0x400, 'dfar': ANY,
                     'other': {'dfsr': KEPT}, 'why': QEMU_IFSR}
        else:
            after.update(other={'ifsr': status | domain << 4}, why=QEMU_DOMAIN)
        after.update(more)
        self.add('fetch, ' + name, before,
                 f'ldr r1, ={where + (1 if thumb else 0):#x}\nat: bx r1',
                 PREFETCH, (before & ~0x3f) | 0x197 | (before & 0x40),
                 where + 4, source='prefetch abort', **after)

    def data(self, name, where, status, domain=0, write=False,
             before=0x600001d3, code='', **more):
        """A data abort of a load or store."""
        code = code or ('strh r2, [r1]' if write else 'ldr r2, [r1]')
        status |= domain << 4
        if write and not self.older:
            status |= 0x800
        self.add(name, before, f'ldr r1, ={where:#x}\nat: {code}', DATA,
                 (before & ~0x3f) | 0x197 | (before & 0x40), 'at+8',
                 dfsr=more.pop('dfsr', status), dfar=more.pop('dfar', where),
                 source='data abort', **more)


def calls(core):
    add = core.add
    add('svc', 0x60000053, 'at: svc #0x42', SVC, 0x600000d3, 'at+4')
    add('svc, all masked', 0xf80001d3, 'at: svc #0', SVC, 0xf80001d3, 'at+4')
    add('svc, nothing masked', 0x80000013, 'at: svc #0xffffff', SVC,
        0x80000093, 'at+4')
    add('svc in User mode', 0x40000010, 'at: svc #1', SVC, 0x40000093, 'at+4')
    add('svc in System mode', 0x1000015f, 'at: svc #1', SVC, 0x100001d3,
        'at+4')
    add('svc in FIQ mode', 0x200000d1, 'at: svc #1', SVC, 0x200000d3, 'at+4')
    add('svc in IRQ mode', 0x200000d2, 'at: svc #1', SVC, 0x200000d3, 'at+4')
    add('svc in Abort mode', 0x200001d7, 'at: svc #1', SVC, 0x200001d3,
        'at+4')
    add('svc in Undefined mode', 0x2000009b, 'at: svc #1', SVC, 0x20000093,
        'at+4')
    add('svc in Thumb state', 0xa0000073, 'at: svc #3', SVC, 0xa00000d3,
        'at+2')
    add('svc in Thumb state, User mode', 0x50000030, 'at: svc #255', SVC,
        0x50000093, 'at+2')
    status = {'arm926': {'ifsr': ANY}, 'xscale': {'dfsr': ANY, 'dfar': ANY}
              }.get(core.kind, {'ifsr': 2, 'ifar': ANY})
    add('bkpt', 0x600000d3, 'at: bkpt #0x1234', PREFETCH, 0x600001d7, 'at+4',
        source='debug event', **status)
    add('bkpt in Thumb state, User mode', 0x90000030, 'at: bkpt #7', PREFETCH,
        0x90000197, 'at+4', source='debug event', **status)


def undefined(core):
    add = core.add
    add('undefined', 0x300000d3, 'at: .inst 0xe7f000f0', UNDEFINED,
        0x300000db, 'at+4')
    add('undefined, nothing masked', 0xf0000013, 'at: .inst 0xe7f123f4',
        UNDEFINED, 0xf000009b, 'at+4')
    add('undefined in User mode', 0x08000010, 'at: .inst 0xe7f000f0',
        UNDEFINED, 0x0800009b, 'at+4')
    add('undefined, A masked', 0x30000193, 'at: .inst 0xe7f000f0', UNDEFINED,
        0x3000019b, 'at+4')
    add('undefined in Thumb state', 0x300000f3, 'at: .inst.n 0xde00',
        UNDEFINED, 0x300000db, 'at+2')
    add('undefined in Thumb state, User mode', 0x30000030,
        'at: .inst.n 0xdeff', UNDEFINED, 0x3000009b, 'at+2')
    add('no coprocessor', 0x200000d3, 'at: mcr p5, 0, r0, c1, c2, 0',
        UNDEFINED, 0x200000db, 'at+4')
    add('CP15 in User mode', 0x20000010, 'at: mrc p15, 0, r0, c1, c0, 0',
        UNDEFINED, 0x2000009b, 'at+4')
    if core.newer:
        add('undefined of 32 bits in Thumb state', 0x300000f3,
            'at: .inst.w 0xf7f0a000', UNDEFINED, 0x300000db, 'at+2')
        add('CP15 in Thumb state, User mode', 0x20000030,
            'at: mcr p15, 0, r0, c1, c0, 0', UNDEFINED, 0x2000009b, 'at+2')
    if 'secure' in core.parts:
        add('smc in User mode', 0x20000010, 'at: .inst 0xe1600070', UNDEFINED,
            0x2000009b, 'at+4')


# Of the pages and sections of a32_program.py: translation, domain and
# permission faults of a section, and of a page.
def fetches(core):
    fetch = core.fetch
    if core.kind == 'mpu':
        fetch('no region', 0x50000000, 0)
        fetch('permission', 0x100010, 0xd)
        fetch('execute never', 0x103000, 0xd)
        fetch('permission in User mode', 0x101000, 0xd, before=0x200000d0)
        fetch('permission in Thumb state', 0x100012, 0xd, before=0x900000f3)
        return
    fetch('translation, section', 0x70000ff0, 5)
    fetch('translation, page', 0x70100008, 7, 3)
    fetch('domain, section', 0x70200004, 9, 2)
    fetch('domain, page', 0x70701000, 0xb, 2)
    fetch('permission, section', 0x70300004, 0xd, 1, 0x20000050)
    fetch('permission, page', 0x70102000, 0xf, 3)
    fetch('permission, page, nothing masked', 0x70102000, 0xf, 3, 0xb0000013)
    fetch('permission, page, User mode', 0x70105000, 0xf, 3, 0xb8000010)
    fetch('translation, section, Thumb state', 0x70000002, 5,
          before=0x400000f3)
    fetch('permission, page, Thumb state', 0x70102006, 0xf, 3, 0x40000030)
    if not core.older:
        fetch('execute never, section', 0x70600000, 0xd, 1)
        fetch('execute never, page', 0x70103000, 0xf, 3)


def loads(core):
    data = core.data
    if core.kind == 'mpu':
        data('load, no region', 0x50000000, 0)
        data('store, no region', 0x50000002, 0, write=True)
        data('load, permission', 0x100010, 0xd)
        data('store, permission', 0x100020, 0xd, write=True)
        data('load, permission, User mode', 0x101000, 0xd, before=0xf0000010)
        data('store, permission, User mode', 0x102000, 0xd, write=True,
             before=0xf0000010)
        data('load, permission, Thumb state', 0x100010, 0xd,
             before=0x400000b3)
        return
    data('load, translation, section', 0x70000ff0, 5)
    data('store, translation, section', 0x70000ff2, 5, write=True)
    data('load, translation, page', 0x70100004, 7, 3)
    data('store, translation, page', 0x70100ffe, 7, 3, True)
    data('load, domain, section', 0x70200004, 9, 2)
    data('store, domain, section', 0x70200004, 9, 2, True)
    data('load, domain, page', 0x70701008, 0xb, 2)
    data('store, domain, page', 0x70701008, 0xb, 2, True)
    data('load, permission, section', 0x70500000, 0xd, 1)
    data('store, permission, section, User mode', 0x70400000, 0xd, 1, True,
         0x20000010)
    data('load, permission, section, User mode', 0x70300000, 0xd, 1,
         before=0x20000010)
    data('load, permission, page', 0x70102ffc, 0xf, 3)
    data('load, permission, page, User mode', 0x70105000, 0xf, 3,
         before=0x880000d0)
    data('store, permission, page, User mode', 0x70104000, 0xf, 3, True,
         before=0x20000010)
    data('load, nothing masked', 0x70102000, 0xf, 3, before=0xf8000013)
    data('load, Thumb state', 0x70102008, 0xf, 3, before=0x400000f3)
    data('store, Thumb state, User mode', 0x70104010, 0xf, 3, True,
         before=0x40000030)
    data('ldrt', 0x70105000, 0xf, 3, code='ldrt r2, [r1]')
    data('strt', 0x70104000, 0xf, 3, True, code='strt r2, [r1]')
    data('ldm', 0x70101ff8, 0xf, 3, code='ldmia r1, {r2-r5}',
         dfar=0x70102000)
    data('stm', 0x70101ffc, 0xf, 3, True, code='stmia r1!, {r2-r3}',
         dfar=0x70102000)


def alignment(core):
    data = core.data
    strict = 'orr r2, r2, #2\nmcr p15, 0, r2, c1, c0, 0'
    base = 0x104000 if core.kind == 'mpu' else 0x70b00000
    for name, code, write, off in (
            ('ldr', 'ldr r2, [r1]', False, 2), ('str', 'str r2, [r1]', True, 1),
            ('ldrh', 'ldrh r2, [r1]', False, 1),
            ('strh', 'strh r2, [r1]', True, 3),
            ('ldm', 'ldmia r1, {r2, r3}', False, 2),
            ('stm', 'stmia r1, {r2, r3}', True, 1)):
        data(f'alignment, {name}', base + off, 1, 0, write, code=code,
             setup=strict)
    data('alignment, Thumb state', base + 2, 1, 0, before=0x400000f3,
         setup=strict)
    if not core.older:
        data('alignment, ldm, A clear', base + 2, 1, 0,
             code='ldmia r1, {r2, r3}')
        data('alignment, ldrex', base + 2, 1, 0, code='ldrex r2, [r1]')
        data('alignment, strex', base + 1, 1, 0, True,
             code='strex r3, r2, [r1]',
             other={'vector': UNDEFINED, 'cpsr': 0x600001db, 'lr': 'at+8',
                    'dfsr': KEPT, 'dfar': KEPT}, why=QEMU_STREX,
             lacks='the boards do, too')


def interrupts(core):
    add = core.add
    raised = 'bl raise_irq'
    add('irq', 0xa0000053, 'at: nop', IRQ, 0xa00001d2, 'at+4', setup=raised)
    add('irq, nothing masked', 0x50000013, 'at: b .', IRQ, 0x50000192, 'at+4',
        setup=raised)
    add('irq in User mode', 0xf8000010, 'at: nop', IRQ, 0xf8000192, 'at+4',
        setup=raised)
    add('irq in Thumb state', 0x30000073, 'at: nop', IRQ, 0x300001d2, 'at+4',
        setup=raised)
    add('irq in FIQ mode', 0x30000151, 'at: nop', IRQ, 0x300001d2, 'at+4',
        setup=raised)
    add('irq masked, svc', 0x10000093, 'at: svc #0', SVC, 0x10000093, 'at+4',
        setup=raised)
    if 'fiq' not in core.parts:
        return
    raised = 'bl raise_fiq'
    add('fiq', 0xa0000093, 'at: nop', FIQ, 0xa00001d1, 'at+4', setup=raised)
    add('fiq, nothing masked', 0x60000013, 'at: b .', FIQ, 0x600001d1, 'at+4',
        setup=raised)
    add('fiq in User mode', 0x60000010, 'at: nop', FIQ, 0x600001d1, 'at+4',
        setup=raised)
    add('fiq in Thumb state', 0x600000b3, 'at: nop', FIQ, 0x600001d1, 'at+4',
        setup=raised)
    add('fiq masked, svc', 0x10000053, 'at: svc #0', SVC, 0x100000d3, 'at+4',
        setup=raised)


def vectors(core):
    add = core.add
    high = 'orr r2, r2, #1 << 13\nmcr p15, 0, r2, c1, c0, 0'
    if core.kind != 'mpu':
        add('svc, high vectors', 0x60000053, 'at: svc #1', 0xffff0008,
            0x600000d3, 'at+4', setup=high)
        add('undefined, high vectors', 0x60000070, 'at: .inst.n 0xde01',
            0xffff0004, 0x600000db, 'at+2', setup=high)
        add('irq, high vectors', 0x60000053, 'at: nop', 0xffff0018,
            0x600001d2, 'at+4', setup=high + '\nbl raise_irq')
    if 'vbar' in core.parts:
        based = 'ldr r0, =VBAR\nmcr p15, 0, r0, c12, c0, 0'
        add('svc, VBAR', 0x60000053, 'at: svc #1', 0xe0008, 0x600000d3,
            'at+4', setup=based)
        add('data abort, VBAR', 0x60000053,
            'ldr r1, =0x70000000\nat: ldr r0, [r1]', 0xe0010, 0x600001d7,
            'at+8', setup=based, dfsr=5, dfar=0x70000000)
        add('svc, VBAR, high vectors', 0x60000053, 'at: svc #1', 0xffff0008,
            0x600000d3, 'at+4', setup=based + '\n' + high)
    if not core.newer:
        return
    # The second half of the vectors' page has them as Thumb instructions.
    thumb = ('orr r2, r2, #1 << 30\nmcr p15, 0, r2, c1, c0, 0\n'
             'bl vectors_in_thumb')
    add('svc, TE', 0x60000053, 'at: svc #1', SVC, 0x600000f3, 'at+4',
        setup=thumb)
    add('undefined, TE', 0x90000010, 'at: .inst 0xe7f000f0', UNDEFINED,
        0x900000bb, 'at+4', setup=thumb)
    add('bkpt, TE', 0x90000013, 'at: bkpt #0', PREFETCH, 0x900001b7, 'at+4',
        setup=thumb, ifsr=2, ifar=ANY)
    add('irq, TE', 0x60000030, 'at: nop', IRQ, 0x600001b2, 'at+4',
        setup='bl raise_irq\n' + thumb)


# ITSTATE where the exception is, by its place in the block: what has to be
# done yet and under which condition.  0xbf02 is ITTT EQ, 0xbf1f ITTTT NE,
# 0xbf04 ITT EQ, 0xbfd4 ITE LE.  An SVC has left its own place behind.
def blocks(core):
    if not core.newer:
        return
    add = core.add
    udf = '.inst.n 0xde00'
    for name, before, code, it in (
            ('first of ITTT EQ', 0x40000033, f'.inst.n 0xbf02\nat: {udf}',
             0x04000000 | 0x0000),
            ('second of ITTT EQ', 0x40000033, f'.inst.n 0xbf02\nmov r0, r0\n'
             f'at: {udf}', 0x00000400),
            ('third of ITTT EQ', 0x40000033, '.inst.n 0xbf02\nmov r0, r0\n'
             f'mov r0, r0\nat: {udf}', 0x00000800),
            ('first of ITTTT NE', 0x00000033, f'.inst.n 0xbf1f\nat: {udf}',
             0x06001c00),
            ('second of ITTTT NE', 0x00000033, '.inst.n 0xbf1f\nmov r0, r0\n'
             f'at: {udf}', 0x04001c00),
            ('third of ITTTT NE', 0x00000033, '.inst.n 0xbf1f\nmov r0, r0\n'
             f'mov r0, r0\nat: {udf}', 0x00001c00),
            ('fourth of ITTTT NE', 0x00000033, '.inst.n 0xbf1f\nmov r0, r0\n'
             f'mov r0, r0\nmov r0, r0\nat: {udf}', 0x00001800),
            ('second of ITE LE', 0x00000033, '.inst.n 0xbfd4\nmov r0, r0\n'
             f'at: {udf}', 0x0000c800)):
        add(f'undefined, {name}', before, code, UNDEFINED,
            (before & 0xf0000000) | 0x9b, 'at+2', spsr=before | it,
            source='IT block')
    for name, before, code, it in (
            ('first of ITTT EQ', 0x40000033, '.inst.n 0xbf02\nat: svc #1', 0x400),
            ('second of ITTT EQ', 0x40000033, '.inst.n 0xbf02\nmov r0, r0\n'
             'at: svc #1', 0x800),
            ('last of ITT EQ', 0x40000033, '.inst.n 0xbf04\nmov r0, r0\n'
             'at: svc #1', 0)):
        add(f'svc, {name}', before, code, SVC, 0x40000093, 'at+2',
            spsr=before | it, source='IT block')
    missing = 0x70000000 if core.kind == 'v7' else 0x50000000
    add('load, second of ITE LE', 0x00000033,
        f'ldr r1, ={missing:#x}\n.inst.n 0xbfd4\nmov r0, r0\nat: ldr r0, [r1]',
        DATA, 0x197, 'at+8', spsr=0xc833, source='IT block',
        dfsr=5 if core.kind == 'v7' else 0, dfar=missing)
    # A return goes into a block: NE fails twice.
    add('behind two that fail', 0x40001c33,
        f'.inst.n 0xde01\n.inst.n 0xde02\nat: {udf}', UNDEFINED, 0x4000009b,
        'at+2', spsr=0x40000033, source='IT block')
    add('irq before the third', 0x40000833, 'at: mov r0, r0', IRQ,
        0x40000192, 'at+4', source='IT block', setup='bl raise_irq')


# Nothing is there, which QEMU's Versatile/PB tells nobody.  An XScale's is
# imprecise: neither the address nor the way back is established.
def external(core):
    if 'errors' not in core.parts:
        return
    if core.kind == 'xscale':
        core.fetch('external', 0x50000000, 0, dfsr=0x406)
        core.data('load, external', 0x50000000, 0, dfsr=0x406, dfar=ANY)
        return
    core.fetch('external', 0x50000010, 8)
    core.fetch('external, Thumb state', 0x50000002, 8, before=0x400000f3)
    core.data('load, external', 0x50000004, 8)
    core.data('store, external', 0x50000006, 8, write=True, before=0x90000010)
