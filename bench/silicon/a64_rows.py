# SPDX-License-Identifier: MIT
"""Rows of measured AArch64 instructions, as ocxtal/insn_bench_aarch64 names
them, become loops: a chain for the latency, and many for the throughput."""
import re

from kernels import LENGTH, Kernel

# How a row becomes a program.  `d`, `s`: the register of the result, and the
# one before it, in a chain; `f`: others, that nothing writes.
def chain(text, **others):
    return Kernel(lambda n: text.format(d=1 + (n + 1) % 8, s=1 + n % 8,
                                        e=11, **others), count=LENGTH)


def apart(text, **others):
    return Kernel(lambda n: text.format(d=1 + n % 8, s=10, e=11, **others),
                  count=LENGTH)


CODES = {'b': ('16b', '8h', '8b'), 'h': ('8h', '4s', '4h'),
         's': ('4s', '2d', '2s'), 'd': ('2d', '1q', '1d')}
SHIFTED = {'<<': 'lsl', '>>': 'lsr'}

LOGIC = 'add|adds|sub|subs|and|ands|bic|bics|orr|orn|eor|eon'
BARE = {
    'adc': 'adc x{d}, x{s}, x{s}', 'adcs': 'adcs x{d}, x{s}, x{s}',
    'sbc': 'sbc x{d}, x{s}, x{s}', 'sbcs': 'sbcs x{d}, x{s}, x{s}',
    'ngc': 'ngc x{d}, x{s}', 'ngcs': 'ngcs x{d}, x{s}',
    'madd': 'madd x{d}, x{s}, x{s}, x{d}',
    'msub': 'msub x{d}, x{s}, x{s}, x{d}',
    'smull': 'smull x{d}, w{d}, w{s}', 'smnegl': 'smnegl x{d}, w{d}, w{s}',
    'umnegl': 'umnegl x{d}, w{d}, w{s}',
    'smaddl': 'smaddl x{d}, w{s}, w{s}, x{d}',
    'smulh': 'smulh x{d}, x{d}, x{s}', 'sdiv': 'sdiv x{d}, x{d}, x{s}',
    'udiv': 'udiv x{d}, x{d}, x{s}', 'sxtw': 'sxtw x{d}, w{s}',
    'uxtb': 'uxtb w{d}, w{s}', 'rbit': 'rbit x{d}, x{s}',
    'cls': 'cls x{d}, x{s}', 'bfc': 'bfm x{d}, x{s}, #8, #3',
    'bfxil': 'bfxil x{d}, x{s}, #4, #8', 'sbfm': 'sbfm x{d}, x{s}, #8, #3',
    'sbfx': 'sbfx x{d}, x{s}, #4, #8', 'sbfiz': 'sbfiz x{d}, x{s}, #4, #8',
    'ubfm': 'ubfm x{d}, x{s}, #8, #3', 'ubfx': 'ubfx x{d}, x{s}, #4, #8',
    'rev (rev16)': 'rev16 x{d}, x{s}', 'rev (rev64)': 'rev x{d}, x{s}',
    'crc32x': 'crc32x w{d}, w{d}, x{s}', 'adrp': 'adrp x{d}, data',
    'extr (imm; >>1)': 'extr x{d}, x{d}, x{s}, #1', 'nop': 'nop',
    'mov (x -> x; chain)': 'mov x{d}, x{s}',
    'movk (0x1ffc)': 'movk x{d}, #0x1ffc',
    'movk (0x1ffc<<16)': 'movk x{d}, #0x1ffc, lsl #16',
    'lsl (reg) / lslv': 'lsl x{d}, x{d}, x{s}',
    'asr (reg) / asrv': 'asr x{d}, x{d}, x{s}',
    'lsl (imm)': 'lsl x{d}, x{s}, #4', 'lsr (imm)': 'lsr x{d}, x{s}, #4',
    'ror (imm)': 'ror x{d}, x{s}, #4',
    'mov (mask imm; 0x1ffffffffffc)': 'mov x{d}, #0x1ffffffffffc',
    'tst (reg)': 'tst x{e}, x{e}', 'tst (imm)': 'tst x{e}, #1',
}
ADDS_BACK = ('adds', 'subs', 'negs', 'ands', 'bics', 'ngcs')


def scalar_text(name):
    """An instruction between registers, with d and s; None: none is known."""
    if name in BARE:
        return BARE[name]
    m = re.fullmatch(rf'({LOGIC}|neg|negs|mvn) \((.*)\)', name)
    if m:
        op, how = m.groups()
        two = op in ('neg', 'negs', 'mvn')
        regs = 'x{d}, x{s}' if two else 'x{d}, x{d}, x{s}'
        shift = re.fullmatch(r'reg(<<|>>)(\d+)(; signed)?', how)
        if how in ('reg', 'reg; clearing idiom'):
            return f'{op} {regs}'
        if shift:
            kind = 'asr' if shift[3] else SHIFTED[shift[1]]
            return f'{op} {regs}, {kind} #{shift[2]}'
        return {'imm': f'{op} x{{d}}, x{{s}}, #1',
                'imm<<12': f'{op} x{{d}}, x{{s}}, #1, lsl #12',
                'mask imm': f'{op} x{{d}}, x{{s}}, #0xff'}.get(how)
    m = re.fullmatch(r'mov / mov([nz]) \(imm; (0x\w+)(<<16)?\)', name)
    if m:
        return f'mov{m[1]} x{{d}}, #{m[2]}' + (', lsl #16' if m[3] else '')
    m = re.fullmatch(r'(csinc|csinv|csneg|cinv|cneg|cset|csetm|csel) '
                     r'\((eq|lt)\)', name)
    if m:
        regs = {'cset': 'x{d}', 'csetm': 'x{d}', 'cinv': 'x{d}, x{s}',
                'cneg': 'x{d}, x{s}'}.get(m[1], 'x{d}, x{d}, x{s}')
        return f'{m[1]} {regs}, {m[2]}'
    m = re.fullmatch(r'(ccm[np]) \((reg|imm); (eq|lt)\)', name)
    if m:
        return f'{m[1]} x{{e}}, {"x{e}" if m[2] == "reg" else "#1"}, #0, {m[3]}'
    return None


THREE = set('''add sub sqadd uqadd suqadd usqadd sqsub uqsub mul pmul sqdmulh
    sqrdmulh shadd uhadd shsub uhsub srhadd urhadd addp smax umax smin umin
    smaxp umaxp sminp uminp sabd uabd saba uaba mla mls cmge cmgt cmhi cmhs cmtst
    sshl ushl srshl urshl uqrshl sqrshl trn1 trn2 zip1 zip2 uzp1 uzp2 orn bif bit
    fadd fsub fmul fmulx fabd faddp fmla fmls fmax fmin fmaxp fminp fmaxnm fminnm
    fmaxnmp fminnmp facge facgt fcmeq fcmge fcmgt frecps frsqrts'''.split())
TWO = set('''abs sqabs sqneg neg cls clz cnt rbit rev32 rev64 not mvn fabs fneg
    fsqrt frecpe frsqrte frecpx ursqrte urecpe frinta frinti frintm frintn frintp
    frintx frintz fcvtas fcvtau suqadd usqadd'''.split())
ACROSS = {'addv', 'smaxv', 'umaxv', 'sminv', 'uminv', 'fmaxv', 'fminv',
          'fmaxnmv', 'fminnmv'}
LONG = re.compile(r'([su](?:add|sub|abd|mul|mla|mls|aba)l|sqdm(?:ul|la|ls)l)'
                  r'(2?)')


def lanes(size, high=False):
    """The whole, twice as wide, and the half of a vector."""
    whole, _, half = CODES[size]
    return whole, {'b': '8h', 'h': '4s', 's': '2d'}.get(size), \
        whole if high else half


def by_shift(op, size, number, scalar):
    narrow = re.fullmatch(r'(r?shrn|[su]q(?:r?)shrun|[su]qr?shrn)(2?)', op)
    if narrow:
        smaller = {'h': 'b', 's': 'h', 'd': 's'}[size]
        return (f'{op} v{{d}}.{CODES[smaller][0 if narrow[2] else 2]}, '
                f'v{{s}}.{CODES[size][0]}, #{number}')
    if re.fullmatch(r'([su]?shll)(2?)', op):
        whole, wide, half = lanes(size, op.endswith('2'))
        return f'{op} v{{d}}.{wide}, v{{s}}.{half}, #{number}'
    if scalar:
        return f'{op} {size}{{d}}, {size}{{s}}, #{number}'
    return f'{op} v{{d}}.{CODES[size][0]}, v{{s}}.{CODES[size][0]}, #{number}'


def vector_text(name):
    """As scalar_text(), with registers of vectors."""
    m = re.fullmatch(r'([a-z]\w*?)(?:\.([bhsd]))?(?: \((.*)\))?', name)
    if not m:
        return None
    op, size, how = m[1], m[2], m[3] or ''
    if not size:
        table = re.fullmatch(r'(tb[lx]) \(len == (\d)\)', name)
        if table:
            last = 19 + int(table[2])
            return (f'{table[1]} v{{d}}.16b, {{{{v20.16b-v{last}.16b}}}}, '
                    'v{s}.16b')
        return {'fcvt (s -> d)': 'fcvt d{d}, s{s}',
                'fcvt (d -> s)': 'fcvt s{d}, d{s}',
                'fcvt (s -> h)': 'fcvt h{d}, s{s}',
                'fcvtl (s -> d)': 'fcvtl v{d}.2d, v{s}.2s',
                'fcvtl (h -> s)': 'fcvtl v{d}.4s, v{s}.4h',
                'fcvtl2 (h -> s)': 'fcvtl2 v{d}.4s, v{s}.8h',
                'fcvtn (s -> h)': 'fcvtn v{d}.4h, v{s}.4s',
                'fcvtn2 (s -> h)': 'fcvtn2 v{d}.8h, v{s}.4s',
                'fcvtxn': 'fcvtxn v{d}.2s, v{s}.2d',
                'fcvtxn2': 'fcvtxn2 v{d}.4s, v{s}.2d'}.get(name)
    whole, wide, half = lanes(size)
    every = f'v{{d}}.{whole}, v{{d}}.{whole}, v{{s}}.{whole}'
    forward = 'acc. fwd.' in how
    if op in ('fmadd', 'fmsub', 'fnmadd', 'fnmsub'):
        one = size
        return (f'{op} {one}{{d}}, {one}10, {one}10, {one}{{s}}' if forward else
                f'{op} {one}{{d}}, {one}{{s}}, {one}{{s}}, {one}{{d}}')
    if op == 'fcsel':
        return f'fcsel {size}{{d}}, {size}{{d}}, {size}{{s}}, {how}'
    if op in ('fcmp', 'fcmpe'):
        return f'{op} {size}{{e}}, ' + ('#0.0' if how == 'zero'
                                       else f'{size}{{e}}')
    if op in ('fccmp', 'fccmpe'):
        return f'{op} {size}{{e}}, {size}{{e}}, #0, {how}'
    shift = re.search(r'(?:<<|>>)(\d+)$', how)
    if op in ('movi', 'mvni'):
        m = re.fullmatch(r'(0x\w+)(?:<<(\d+))?', how)
        text = f'{op} v{{d}}.{whole}, #{m[1]}'
        return text + (f', lsl #{m[2]}' if m[2] else '')
    if op == 'bic':
        return f'bic v{{d}}.{whole}, #1' + (', lsl #8' if shift else '')
    if op == 'ext':
        return f'ext {every}, #{shift[1]}'
    if op == 'dup' and 'lane' in how:
        return f'dup v{{d}}.{whole}, v{{s}}.{size}[{how.split("= ")[1]}]'
    if op in ('xtn', 'sqxtn', 'uqxtn', 'sqxtun', 'sqxtn2', 'uqxtn2', 'sqxtun2',
              'xtn2'):
        smaller = {'h': 'b', 's': 'h', 'd': 's'}[size]
        if 'scl' in how:
            return f'{op} {smaller}{{d}}, {size}{{s}}'
        return (f'{op} v{{d}}.{CODES[smaller][0 if op[-1] == "2" else 2]}, '
                f'v{{s}}.{whole}')
    if op in ('sxtl', 'uxtl', 'sxtl2', 'uxtl2'):
        return f'{op} v{{d}}.{wide}, v{{s}}.' + \
            (whole if op[-1] == '2' else half)
    if shift and ('imm' in how or not how.startswith('reg')) and \
            not how.startswith('elem') and op not in ('scvtf', 'ucvtf'):
        return by_shift(op, size, shift[1], 'scl' in how)
    long = LONG.fullmatch(op)
    if long and wide:
        source = whole if long[2] else half
        if 'elem' in how:
            lane = re.search(r'\[(\d+)\]', how)[1]
            return (f'{op} v{{d}}.{wide}, v{{s}}.{source}, '
                    f'v10.{size}[{lane}]')
        if forward:
            return f'{op} v20.{wide}, v10.{source}, v10.{source}'
        return f'{op} v{{d}}.{wide}, v{{s}}.{source}, v{{s}}.{source}'
    if re.fullmatch(r'[su](add|sub)w2?', op):
        small = {'h': 'b', 's': 'h', 'd': 's'}.get(size)
        if not small:
            return None
        return (f'{op} v{{d}}.{whole}, v{{s}}.{whole}, '
                f'v10.{CODES[small][0 if op[-1] == "2" else 2]}')
    if re.fullmatch(r'r?(add|sub)hn2?', op):
        small = {'h': 'b', 's': 'h', 'd': 's'}[size]
        return (f'{op} v{{d}}.{CODES[small][0 if op[-1] == "2" else 2]}, '
                f'v{{s}}.{whole}, v{{s}}.{whole}')
    if op in ('saddlp', 'uaddlp', 'sadalp', 'uadalp'):
        return f'{op} v{{d}}.{wide}, v{{s}}.{whole}'
    if op in ACROSS:
        return f'{op} {size}{{d}}, v{{s}}.{whole}'
    if 'elem' in how and op in ('mul', 'mla', 'mls', 'fmla', 'fmls', 'sqdmulh',
                                'sqrdmulh', 'fmul'):
        lane = re.search(r'\[(\d+)\]', how)[1]
        return f'{op} v{{d}}.{whole}, v{{s}}.{whole}, v10.{size}[{lane}]'
    if 'zero' in how and op.startswith(('cm', 'fcm')):
        zero = '#0.0' if op[0] == 'f' else '#0'
        return (f'{op} {size}{{d}}, {size}{{s}}, {zero}' if 'scl' in how else
                f'{op} v{{d}}.{whole}, v{{s}}.{whole}, {zero}')
    if op in ('faddp', 'fmaxp', 'fminp', 'fmaxnmp', 'fminnmp') and 'scl' in how:
        two = {'s': '2s', 'd': '2d'}[size]
        return f'{op} {size}{{d}}, v{{s}}.{two}'
    if op in ('suqadd', 'usqadd') or op in TWO:
        return (f'{op} {size}{{d}}, {size}{{s}}' if 'scl' in how else
                f'{op} v{{d}}.{whole}, v{{s}}.{whole}')
    if forward and op in THREE:
        return f'{op} v20.{whole}, v10.{whole}, v10.{whole}'
    if op in ('sqshl', 'uqshl') or op in THREE or op == 'fnmul':
        if 'scl' in how:
            return f'{op} {size}{{d}}, {size}{{d}}, {size}{{s}}'
        if op in ('mla', 'mls', 'fmla', 'fmls', 'saba', 'uaba'):
            return (f'{op} v{{d}}.{whole}, v{{s}}.{whole}, v{{s}}.{whole}')
        return f'{op} {every}'
    if op in ('scvtf', 'ucvtf') and 'vec' in how:
        return f'{op} v{{d}}.{whole}, v{{s}}.{whole}' + \
            (f', #{shift[1]}' if shift else '')
    return None


LOADS = {'ldrb': 'w', 'ldrsb': 'w', 'ldrh': 'w', 'ldrsh': 'w', 'ldrsw': 'x',
         'ldurb': 'w', 'ldurh': 'w', 'ldursb': 'w', 'ldursh': 'w',
         'ldursw': 'x'}


def whole_load(how):
    """LDR and LDUR of a doubleword: a chain of pointers to themselves."""
    off = 16 if 'ofs = 16' in how else 0
    mis = 'str x9, [x28, #1]\n add x9, x28, #1\n stur x9, [x9, #%d]\n' % off \
        if 'unaligned' in how else f'mov x9, x28\n str x9, [x9, #{off}]\n'
    if 'cross' in how:
        edge = 4095 if 'page' in how else 63
        mis = f'add x9, x28, #{edge}\n str x9, [x9]\n'
    before = mis + ' mov x1, x9\n mov x10, x9'
    if 'pre' in how or 'post' in how:
        return None, None
    return (Kernel(f'ldr x1, [x1, #{off}]', before),
            Kernel(lambda n: f'ldr x{1 + n % 8}, [x10, #{off}]', before))


def by_register(op, how):
    """An index of nought that is loaded again and again."""
    before = 'mov x1, #0\n mov x10, #0\n str xzr, [x28]\n mov x9, x28'
    if 'unaligned' in how:
        before += '\n add x9, x9, #1\n str xzr, [x9]'
    shift = ', lsl #3' if '<<3' in how else ''
    kind = LOADS.get(op, 'x')
    return (Kernel(f'{op} {kind}1, [x9, x1{shift}]', before),
            Kernel(lambda n: f'{op} {kind}{1 + n % 8}, [x9, x10{shift}]',
                   before))


def part_load(op, how):
    """As they were measured: an ADD makes an address of what was loaded, and
    its one cycle is taken off; in the throughput it is part of the body."""
    off = 16 if 'ofs = 16' in how else 0
    before = f'add x9, x28, #{1 if "unaligned" in how else 0}\n' \
        ' str xzr, [x9]\n stur xzr, [x9, #16]\n mov x1, x9\n' + \
        '\n'.join(f' mov x{n}, x9' for n in range(2, 9)) + '\n mov x10, x9'
    kind = LOADS[op]
    def body(n):
        to = 1 + (n + 1) % 8
        return (f'{op} {kind}{to}, [x{1 + n % 8}, #{off}]\n'
                f' add x{to}, x{to}, x9')
    def free(n):
        return (f'{op} {kind}{1 + n % 8}, [x10, #{off}]\n'
                f' add x{1 + n % 8}, x{1 + n % 8}, x9')
    return (Kernel(body, before, less=1.0), Kernel(free, before))


def pair(op, how):
    first = '1st' in how
    mis = 'unaligned' in how
    before = f'add x9, x28, #{int(mis)}\n mov x10, x9\n mov x1, x9\n mov x2, x9'
    if op == 'ldp' and how.startswith('x'):
        before += '\n str x9, [x9]\n stur x9, [x9, #8]'
        regs = 'x1, x11' if first else 'x11, x1'
        return (Kernel(f'ldp {regs}, [x1]', before),
                Kernel(lambda n: f'ldp x{1 + n % 4}, x{5 + n % 4}, [x10]',
                       before))
    before += '\n str xzr, [x9]\n mov x1, #0'
    kind = 'x' if op == 'ldpsw' else 'w'
    regs = f'{kind}1, {kind}11' if first else f'{kind}11, {kind}1'
    return (Kernel(f'add x1, x1, x9\n {op} {regs}, [x1]', before, less=1.0),
            Kernel(f'add x12, x10, xzr\n {op} {kind}3, {kind}4, [x12]',
                   before))


def memory(name):
    """Programs of a load or store: of its chain, and of many."""
    m = re.fullmatch(r'(\w+)(?:\.q)? \((.*)\)', name)
    if not m or '->' in name:
        return store_to_load(name)
    op, how = m.groups()
    if '.q' in name or 'literal' in how:
        return None, None
    if op == 'ldr' and how.startswith('reg'):
        return by_register(op, how)
    if op == 'ldr' and 'fwd' in how:
        kind = '[x1, #16]!' if 'pre' in how else '[x1], #16'
        return (Kernel(f'ldr x9, {kind}\n' + ' sub x1, x1, #2\n' * 8,
                       'mov x1, x28', count=12, less=8.0), None)
    if op in ('ldr', 'ldur') and '.' not in op:
        return whole_load(how)
    if op in LOADS and how.startswith('reg'):
        return by_register(op, how)
    if op in LOADS:
        return part_load(op, how)
    if op in ('ldp', 'ldpsw'):
        return pair(op, how)
    return None, stores(op, how)


def stores(op, how):
    if op not in ('str', 'strb', 'strh', 'stur', 'sturb', 'sturh', 'stp') or \
            'cross' in how:
        return None
    kind = 'w' if op[-1] in 'bh' else 'x'
    before = '\n'.join(f' add x{n}, x28, #{int("unaligned" in how)}'
                       for n in range(1, 10))
    off = 16 if 'ofs = 16' in how else 0
    if op == 'stp':
        return Kernel(lambda n: f'stp x10, x11, [x{1 + n % 8}]', before)
    if how.startswith('reg'):
        return Kernel(lambda n: f'{op} {kind}10, [x{1 + n % 8}, x19]', before)
    if 'pre' in how or 'post' in how:
        at = f'#{off}]!' if 'pre' in how else f'], #{off}'
        comma = ', ' if 'pre' in how else ''
        back = f'\n sub x{{0}}, x{{0}}, #{off}' if off else ''
        return Kernel(lambda n: (f'{op} x10, [x{{0}}{comma}{at}' + back).format(
            1 + n % 8), before)
    return Kernel(lambda n: f'{op} {kind}10, [x{1 + n % 8}, #{off}]', before)


def store_to_load(name):
    m = re.fullmatch(r'(stu?r) -> (ldu?r) \(ofs = (\d+) -> ofs = (\d+)\)', name)
    if m:
        # One of them has an offset that the other's name hides.
        text = f'{m[1]} x1, [x28, #{m[3]}]\n {m[2]} x1, [x28, #{m[4]}]'
        return Kernel(text, 'mov x1, x28'), Kernel(
            lambda n: f'{m[1]} x10, [x28, #{m[3]}]\n '
                      f'{m[2]} x{1 + n % 8}, [x28, #{m[4]}]')
    m = re.fullmatch(r'stp -> ldp \(ofs = (\d) -> ofs = (\d)(; swap)?\)', name)
    if m:
        regs = 'x2, x1' if m[3] else 'x1, x2'
        text = f'stp x1, x2, [x28, #{m[1]}]\n ldp {regs}, [x28, #{m[2]}]'
        return Kernel(text, 'mov x1, x28\n mov x2, x28'), None
    return None, None


def branch(name):
    texts = {
        'b (pc+4)': 'b 2f\n2:', 'b (pc+8)': 'b 2f\n nop\n2:',
        'b (pc+4) // add (chain)': 'add x1, x1, #1\n b 2f\n2:',
        'b (pc+4) // add x 2 (chain)':
            'add x1, x1, #1\n add x1, x1, #1\n b 2f\n2:',
        'adr -> br (pc+4)': 'adr x1, 2f\n br x1\n2:',
        'cbz (pc+4; not taken)': 'cbz x28, 2f\n2:',
        'tbz (pc+4; not taken)': 'tbz x28, #30, 2f\n2:',
        'tbnz (pc+4; not taken)': 'tbnz x28, #63, 2f\n2:',
        'tbnz (pc+4; taken)': 'tbnz x28, #30, 2f\n2:',
        'cbz (pc+4; taken) // add (chain)': 'add x1, x1, #1\n cbz xzr, 2f\n2:',
        'cbz (pc+4; taken) // add x 2 (chain)':
            'add x1, x1, #1\n add x1, x1, #1\n cbz xzr, 2f\n2:',
        'cbz (pc+4; not taken) // add (chain)':
            'add x1, x1, #1\n cbz x28, 2f\n2:',
        'cbz (pc+4; not taken) // add x 2 (chain)':
            'add x1, x1, #1\n add x1, x1, #1\n cbz x28, 2f\n2:',
        'adds -> b.eq (pc+4; taken)': 'adds x1, xzr, xzr\n b.eq 2f\n2:',
        'fcmp -> b.eq (pc+4; taken)': 'fcmp d31, d31\n b.eq 2f\n2:',
    }
    add = 'add x1, x1, #1\n '
    m = re.fullmatch(r'(bl|blr)-ret // add(?: x (\d))? \(chain\)', name)
    if m:
        call = 'bl 8f' if m[1] == 'bl' else 'blr x17'
        return Kernel(add * int(m[2] or 1) + call,
                      'adr x17, 8f\n b 9f\n8: ret\n9:'), None
    m = re.fullmatch(r'adr -> br \(pc\+4\) // add(?: x (\d))? \(chain\)', name)
    if m:
        texts[name] = add * int(m[1] or 1) + 'adr x2, 2f\n br x2\n2:'
    if name not in texts:
        return None, None
    return Kernel(texts[name]), None


def programs(row):
    """Kernels of its latency and its throughput; None: there is none."""
    group, name = row['class'], row['instruction']
    if group == 'Branch':
        return branch(name)
    if 'store' in group or 'load' in group:
        if group.startswith('Vector'):
            return None, None
        return memory(name)
    text = scalar_text(name) if group.startswith(('Scalar', 'Hash')) else None
    text = text or vector_text(name)
    if not text:
        return None, None
    if 'fwd.' in name:
        return chain(text), None
    op = text.split()[0]
    if op in ADDS_BACK and group.startswith('Scalar'):
        # The sum's flags go into another, which takes one cycle.
        late = chain(text + '\n adc x{d}, x{d}, x{s}')
        late.less = 1.0
        return late, apart(text.replace('x{s}', 'x10').replace('x{d}, x{d}',
                                                              'x{d}, x10'))
    many = text
    if op.startswith(('ccm', 'fccm')):
        by_flags = chain(text)
        by_flags.keeps_flags = True
        return by_flags, apart(text)
    if op in ('fcmp', 'fcmpe'):  # it reads nothing that it makes
        return None, apart(text)
    if op == 'bic' and group.startswith('Vector'):
        return chain(text.replace('v{d}', 'v20')), apart(text)
    if group.startswith('Scalar'):
        many = text.replace('{d}, x{d}', '{d}, x10')
    else:
        many = re.sub(r'(v?[bhsdw]?)\{d\}(\.\w+)?, \1\{d\}', r'\1{d}\2, \g<1>10',
                      text)
    return chain(text), apart(many)
