# SPDX-License-Identifier: MIT
"""usage: tap.py test_counting_table.py TALLY=COMMAND

What one instruction of a kind adds to each event, on every board: the rules of
counting as a table.  A program of a few instructions is run with and without
eight of the kind; an event that is named rises by eight times its number, and an
exact one that is not named does not move.  A board of `tally list boards` one of
whose monitors has no table fails by name, and so does an exact event that no kind of
instruction raises, unless a test is named that knows its counts."""
import csv
import functools
import io
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

from tally_command import ROOT

TALLY = ''
FIRMWARE = ''  # not used, but without it there are no compilers either
TIMES = 8
TIME = 'time'  # goes on by itself

# What the events are called here, and the codes that they have, by monitor.
ARM11 = {0x05: 'branches', 0x07: 'instructions', 0x09: 'cacheable',
         0x0a: 'accesses', 0x0d: 'pc_changes', 0x12: 'drains'}
ARMV7 = {0x04: 'accesses', 0x06: 'loads', 0x07: 'stores', 0x0c: 'pc_changes',
         0x0d: 'b_or_bl'}
CODES = {
    'arm1136': ARM11,
    'arm1156': {**ARM11, 0x36: 'returns'},
    'arm1176': {**ARM11, 0x23: 'calls', 0x24: 'returns'},
    'pxa250': {0x05: 'b_or_bl', 0x07: 'instructions', 0x0a: 'words',
               0x0d: 'pc_changes'},
    'arm926pxp-ahb': {code: name for code, name in enumerate(
        ('', '', '', 'reads', 'writes', 'reads_dma', 'writes_dma',
         'reads_core', 'writes_core', 'singles'))
                      if name},
    'cortex-a8': {**ARMV7, 0x08: 'instructions', 0x0e: 'returns'},
    'cortex-a9': {**ARMV7, 0x68: 'instructions', 0x6e: 'returns'},
    'pmuv3/cortex-a53': {
        0x04: 'accesses', 0x06: 'loads', 0x07: 'stores', 0x08: 'instructions',
        0x09: 'exceptions', 0x0a: 'exception_returns', 0x0b: 'contexts',
        0x0c: 'pc_changes', 0x0d: 'immediate_branches', 0x0f: 'unaligned',
        0x13: 'accesses'},
    'pmuv3/cortex-a57': {
        0x04: 'accesses', 0x08: 'instructions', 0x09: 'exceptions',
        0x0a: 'exception_returns', 0x0b: 'contexts', 0x13: 'accesses',
        0x1c: 'tables', 0x40: 'loads',
        0x41: 'stores', 0x66: 'loads', 0x67: 'stores', 0x82: 'calls_to_os'},
    'e500v1': {
        2: 'instructions', 3: 'micro_ops', 8: 'branches', 9: 'loads',
        10: 'stores', 12: 'branches', 13: 'taken', 27: 'cacheable_loads',
        28: 'cacheable_stores', 39: 'cacheable_stores', 86: 'interrupts',
        89: 'interrupts', 90: TIME},
}
# Controllers of a second level: the L220's codes are the L210's, less one.
L2CC = ('lines_out', 'read_hits', 'reads', 'write_hits', 'writes')
CODES['l210'] = dict(enumerate(L2CC, 2))
CODES['l220'] = CODES['l2c310'] = dict(enumerate(L2CC, 1))
CODES['pmuv3/cortex-a72'] = CODES['pmuv3/cortex-a57']
CODES['e500v2'] = CODES['e500v1']

# Exact events that no instruction here raises, and the test that knows their
# counts; by the word that a monitor's name begins with.
ELSEWHERE = {
    # What counts nothing, and wraps of other counters.
    'l2': dict.fromkeys((0x00, *range(0x0b, 0x0f)),
                        'boards/tests/pmu/test_l2_monitors.c'),
    'cortex-a': {0x00: 'boards/tests/pmu/test_pmu_v2.c',  # software increments
                 0x0f: 'boards/tests/core/test_uarch_v7.c',  # unaligned
                 # Exceptions, returns from them, contexts, interrupts.
                 **dict.fromkeys((0x09, 0x0a, 0x0b, 0x93),
                                 'boards/tests/machine/test_armv7_machine.c')},
    'pxa': {0xff: 'boards/tests/pmu/test_pmu.c'},  # counts nothing
    'arm926': dict.fromkeys(  # what the display and the DMA controller do
        [*range(0x26, 0x2e), 0x36, 0x37], 'boards/tests/ahb/test_ahb_counters.c'),
    'pmuv3': {0x00: 'boards/tests/pmu/test_pmu_v3_count.c',
              0x1e: 'boards/tests/pmu/test_pmu_v3_count.c',  # wraps of a counter
              # Undefined, HVC, SMC, an abort of either kind, IRQ; never FIQ.
              **dict.fromkeys((0x81, 0x83, 0x84, 0x86, 0x87, 0x88, 0x8a),
                              'boards/tests/machine/test_a64_machine.c')},
    'e500v': {**dict.fromkeys(range(0x52, 0x56),  # wraps of a counter
                              'boards/tests/pmu/test_pmu_e500.c'),
              # Second level misses, external and critical interrupts.
              **dict.fromkeys((0x42, 0x57, 0x58),
                              'boards/tests/ppc/test_ppc_machine.c')},
}


class Isa:
    """How programs are made: `text` with the kind's instructions in it."""

    def __init__(self, compiler, text, kinds):
        self.compiler = compiler
        self.text = text
        self.kinds = kinds


def to_the_next(each, branches):
    """Branches to the next instruction: where the program goes does not tell
    whether they are taken."""
    return {branch + ' the next': (branch + ' 1f\n1:', each)
            for branch in branches}


# Arm: r4 points at words of a line that is in the cache, Z is set.
A32 = Isa('arm-none-eabi-gcc -nostdlib -Wl,-N', '''
        ldr r4, =words
        ldr r3, [r4]
        str r3, [r4]
        bl function
        cmp r0, r0
        {}
        mov r0, #0x18
        ldr r1, =0x20026
        svc 0x123456
function: bx lr
        .balign 256
        .ltorg
        .balign 32
words:  .word 0, 0, 0, 0, 0, 0, 0, 0
''', {
    'nothing': ('nop', {'instructions': 1}),
    'load': ('ldr r3, [r4]', {'instructions': 1, 'accesses': 1,
                              'cacheable': 1, 'words': 1, 'loads': 1}),
    'store': ('str r3, [r4]', {'instructions': 1, 'accesses': 1,
                               'cacheable': 1, 'words': 1, 'stores': 1}),
    'a line': ('ldmia r4, {r5-r8}', {'instructions': 1, 'accesses': 1,
                                     'cacheable': 1, 'words': 4, 'loads': 1}),
    'drain': ('mcr p15, 0, r3, c7, c10, 4', {'instructions': 1, 'drains': 1}),
    'failed load': ('ldrne r3, [r4]', {'instructions': 1}),
    'failed': ('addne r3, r3, #1', {'instructions': 1}),
    'branch': ('b 1f\n1:', {'instructions': 1, 'branches': 1, 'b_or_bl': 1,
                            'pc_changes': 1}),
    'branch not taken': ('bne function', {'instructions': 1, 'branches': 1,
                                          'b_or_bl': 1}),
    **to_the_next({'instructions': 1, 'branches': 1, 'b_or_bl': 1}, ('bne',)),
    **to_the_next({'instructions': 1, 'branches': 1, 'b_or_bl': 1,
                   'pc_changes': 1}, ('beq',)),
    'call': ('bl function', {'instructions': 2, 'branches': 2, 'b_or_bl': 1,
                             'pc_changes': 2, 'calls': 1, 'returns': 1}),
})

# The same core's bus: r4 is a GPIO port, r5 a serial port, neither cached.
BUS = Isa(A32.compiler, A32.text.replace(
    'cmp r0, r0', 'ldr r4, =0x101e4400\nldr r5, =0x101f1000\n'
    'ldr r3, [r4]\nldr r3, [r5, #0x18]\nmov r3, #0\ncmp r0, r0'), {
        'nothing': ('nop', {}),
        'load': ('ldr r3, [r4]', {'reads': 1, 'reads_core': 1, 'singles': 1}),
        'store': ('str r3, [r4]', {'writes': 1, 'writes_core': 1,
                                   'singles': 1}),
        'load of DMA': ('ldr r3, [r5, #0x18]', {'reads': 1, 'reads_dma': 1,
                                                'singles': 1}),
        'store of DMA': ('str r3, [r5, #0x24]', {
            'writes': 1, 'writes_dma': 1, 'singles': 1}),
        'failed load': ('ldrne r3, [r4]', {}),
    })

# The second level, at two of whose lines r4 and r5 point; r6 is its controller.
# The first level lets a line go before it is asked for.  What was read last is in
# a buffer: that is r4's line at the beginning, and after each kind.
DROP = 'mcr p15, 0, {0}, c7, c14, 1\n'
ASK = DROP + 'ldr r3, [{0}]\n'
L2 = Isa(A32.compiler, A32.text.replace(
    'cmp r0, r0', 'ldr r5, =others\nldr r6, =CONTROLLER\n'
    + ASK.format('r5') + ASK.format('r4')) + '''
        .balign 32
others: .word 0, 0, 0, 0, 0, 0, 0, 0
''', {
    'nothing': ('nop', {}),
    'a line that is in the buffer': (ASK.format('r4'), {}),
    'two lines in turn': (ASK.format('r5') + ASK.format('r4'),
                          {'reads': 2, 'read_hits': 2}),
    'a line written back': (
        'str r3, [r4]\n' + ASK.format('r4'),
        {'writes': 1, 'write_hits': 1, 'reads': 1, 'read_hits': 1}),
    'and on to memory': (
        'str r3, [r4]\n' + DROP.format('r4') + 'str r4, [r6, #0x7b0]\n'
        + ASK.format('r4'),
        {'writes': 1, 'write_hits': 1, 'reads': 1, 'read_hits': 1,
         'lines_out': 1}),
})

# AArch64: x4 points at words in the cache, with bit 30 set, x6 is bit 32, Z is
# set, SVC is returned from.
A64 = Isa('aarch64-linux-gnu-gcc -nostdlib -static -Wl,--build-id=none '
          '-Wl,-N -Wl,--no-warn-rwx-segments -Wl,-Ttext=0x40080000', '''
        adr x0, vectors
        msr vbar_el1, x0
        isb
        adr x4, words
        ldr x3, [x4]
        str x3, [x4]
        mov x6, #0x100000000
        mrs x7, ttbr0_el1
        cmp x0, x0
        {}
        adr x1, leave
        mov x0, #0x18
        hlt #0xf000
function: ret
        .balign 8
leave:  .quad 0x20026, 0
        .balign 64
words:  .quad 0, 0, 0, 0, 0, 0, 0, 0
        .balign 2048
vectors: .rept 16
        eret
        .balign 128
        .endr
''', {
    'nothing': ('nop', {'instructions': 1}),
    'load': ('ldr x3, [x4]', {'instructions': 1, 'accesses': 1, 'loads': 1}),
    'store': ('str x3, [x4]', {'instructions': 1, 'accesses': 1,
                               'stores': 1}),
    'unaligned load': ('ldr x3, [x4, #1]', {
        'instructions': 1, 'accesses': 1, 'loads': 1, 'unaligned': 1}),
    'context': ('msr contextidr_el1, x6', {'instructions': 1, 'contexts': 1}),
    'table': ('msr ttbr0_el1, x7', {'instructions': 1, 'tables': 1}),
    'failed': ('csinc x3, x3, x3, eq', {'instructions': 1}),
    'branch': ('b 1f\n1:', {'instructions': 1, 'pc_changes': 1,
                            'immediate_branches': 1}),
    'branch not taken': ('b.ne function', {'instructions': 1,
                                         'immediate_branches': 1}),
    **to_the_next({'instructions': 1, 'immediate_branches': 1},
                  ('b.ne', 'cbz x4,', 'cbz x6,', 'cbnz w6,', 'cbnz xzr,',
                   'tbz x4, #30,', 'tbz x6, #32,', 'tbnz x6, #31,')),
    **to_the_next({'instructions': 1, 'immediate_branches': 1,
                   'pc_changes': 1},
                  ('b.eq', 'cbnz x4,', 'cbnz x6,', 'cbz w6,', 'cbz xzr,',
                   'tbnz x4, #30,', 'tbnz x6, #32,', 'tbz x6, #31,')),
    'call of the system': ('svc #0', {
        'instructions': 2, 'exceptions': 1, 'exception_returns': 1,
        'pc_changes': 1, 'calls_to_os': 1}),
})

# Power: r4 points at words in the cache, CR0 says equal, sc is returned from.
PPC = Isa('powerpc-linux-gnu-gcc -nostdlib -static -Wl,--build-id=none '
          '-Wl,-N -Wl,-z,noexecstack -Wl,--no-warn-rwx-segments '
          '-Wl,-Ttext=0x100000', '''
        lis 4, words@h
        ori 4, 4, words@l
        lis 5, handler@h
        ori 5, 5, handler@l
        mtspr 63, 5
        mtspr 408, 5
        lwz 3, 0(4)
        stw 3, 0(4)
        cmpw 3, 3
        {}
        lis 30, 0xe00e
        ori 30, 30, 0x00b0
        li 31, 2
        mbar
        stw 31, 0(30)
        .balign 32
words:  .long 0, 0, 0, 0, 0, 0, 0, 0
        .balign 256
handler: rfi
''', {
    'nothing': ('nop', {'instructions': 1, 'micro_ops': 1}),
    'load': ('lwz 3, 0(4)', {'instructions': 1, 'micro_ops': 1, 'loads': 1,
                             'cacheable_loads': 1}),
    'store': ('stw 3, 0(4)', {'instructions': 1, 'micro_ops': 1, 'stores': 1,
                              'cacheable_stores': 1}),
    'branch': ('b 1f\n1:', {'instructions': 1, 'micro_ops': 1, 'branches': 1,
                            'taken': 1}),
    'branch not taken': ('bne handler', {'instructions': 1, 'micro_ops': 1,
                                        'branches': 1}),
    **to_the_next({'instructions': 1, 'micro_ops': 1, 'branches': 1},
                  ('bne',)),
    **to_the_next({'instructions': 1, 'micro_ops': 1, 'branches': 1,
                   'taken': 1}, ('beq',)),
    'call of the system': ('sc', {'instructions': 2, 'micro_ops': 2,
                                  'interrupts': 1}),
})

ISAS = {'pmuv3': A64, 'e500v': PPC, 'arm926': BUS, 'arm': A32,
        'cortex-a': A32, 'pxa': A32, 'l2': L2}
# Monitors of what no instruction raises by itself, and the test of their counts.
PLATFORM = dict.fromkeys(('mpc8540', 'mpc8548'),
                         'tests/cli/test_stat_powerquicc.py')


def place(board):
    """Where programs of a 32-bit ARM board go, which core's instructions they
    have, and where the second level's controller is: as its guest tests."""
    folder = ROOT / 'boards/firmware' / board
    conf = folder / 'board.conf'
    rows = dict(line.split('=', 1) for line in
                conf.read_text(encoding='ascii').splitlines()
                if '=' in line) if conf.is_file() else {}
    if 'ram' not in rows:
        return []
    words = [f"-mcpu={rows['cpu']}", '-marm', f"-Wl,-Ttext={rows['ram']}"]
    cache = folder / 'l2.c'
    if cache.is_file():
        base = re.search(r'(?i)\bl2_base = (0x[0-9a-f]+)',
                         cache.read_text(encoding='ascii'))
        words.append(f'-DCONTROLLER={base[1]}')
    return words


class Table(unittest.TestCase):
    def setUp(self):
        self.where = tempfile.TemporaryDirectory()
        self.addCleanup(self.where.cleanup)

    def truth(self, board, monitor, isa, text):
        """{code: (count, is it exact)} of the board's monitor."""
        source = os.path.join(self.where.name, 'x.S')
        elf = os.path.join(self.where.name, 'x.elf')
        with open(source, 'w', encoding='ascii') as file:
            file.write('\t.text\n\t.global _start\n\t.type _start, %function\n'
                       if isa is not PPC else '\t.text\n\t.global _start\n')
            file.write('_start:\n' + isa.text.replace('{}', text))
        subprocess.run([*isa.compiler.split(),
                        *place(board), source, '-o', elf],
                       check=True)
        done = subprocess.run([TALLY, 'board', board, elf, '--truth', '--csv',
                               *(['--l2', 'on'] if isa is L2 else [])],
                              capture_output=True, text=True, timeout=100,
                              stdin=subprocess.DEVNULL, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        return {int(row['code'], 16): (int(row['count']),
                                       row['class'] == 'exact')
                for row in rows
                if row.get('monitor', monitor) == monitor
                and row['count'] and row['code'].startswith('0x')}

    @functools.lru_cache(maxsize=None)
    def without(self, board, monitor, isa):
        return self.truth(board, monitor, isa, '')

    def look_at(self, board, monitor, isa, kind):
        text, each = isa.kinds[kind]
        before = self.without(board, monitor, isa)
        after = self.truth(board, monitor, isa, (text + '\n') * TIMES)
        names = CODES[monitor]
        for code, (count, exact) in after.items():
            if names.get(code, '' if exact else TIME) == TIME:
                continue
            self.assertEqual(
                count - before[code][0],
                TIMES * each.get(names.get(code), 0),
                f'{board}, {kind}: event {code:#x} {names.get(code, "")}')

    def check_all_are_moved(self, board, monitor, isa):
        moved = {name for _, each in isa.kinds.values() for name in each}
        known = next((rows for word, rows in ELSEWHERE.items()
                      if monitor.startswith(word)), {})
        for code, name in CODES[monitor].items():
            self.assertIn(name, moved | {TIME},
                          f'{board}: no instruction raises {code:#x}')
        for code, (_, exact) in self.without(board, monitor, isa).items():
            self.assertTrue(
                not exact or code in CODES[monitor] or code in known,
                f'{board}: nobody says what raises event {code:#x}: a row '
                f'of CODES[{monitor!r}], or of ELSEWHERE with the test')
        for code, path in known.items():
            self.assertTrue((ROOT / path).is_file(), path)

    def check_monitor(self, board, monitor):
        if monitor in PLATFORM:
            self.assertTrue((ROOT / PLATFORM[monitor]).is_file())
            return
        self.assertIn(monitor, CODES,
                      f'{board}: CODES has no row of what {monitor} counts')
        isa = next((isa for word, isa in ISAS.items()
                    if monitor.startswith(word)), None)
        self.assertIsNotNone(isa, f'{board}: no instructions')
        if not shutil.which(isa.compiler.split()[0]):
            return
        self.check_all_are_moved(board, monitor, isa)
        for kind in isa.kinds:
            with self.subTest(board=board, monitor=monitor, kind=kind):
                self.look_at(board, monitor, isa, kind)

    def test_every_board_counts_by_the_table(self):
        listed = json.loads(subprocess.run(
            [TALLY, 'list', 'boards', '--json'], capture_output=True,
            text=True, timeout=100, check=True).stdout)['boards']
        self.assertTrue(listed)
        for row in listed:
            for monitor in row['monitor'].split(','):
                with self.subTest(board=row['name'], monitor=monitor):
                    self.check_monitor(row['name'], monitor)


if __name__ == '__main__':
    unittest.main()
