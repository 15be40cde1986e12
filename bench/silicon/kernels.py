# SPDX-License-Identifier: MIT
"""Loops of AArch64 instructions that a board is timed with: one program has them
all, runs each until the predictor knows it, and prints how many cycles its turns
take, by the cycle counter; the difference of a run twice as long, so that what
surrounds a loop is in neither."""
import pathlib
import re
import subprocess
import sys
import tempfile

GCC = 'aarch64-linux-gnu-gcc'
TIMES, LENGTH = 16, 48  # turns of a loop, and instructions in one
# Times that a loop runs until the predictor knows it: one more than a row needs,
# of all that were measured ...
WARM = 3
HISTORY = 16  # ... which goes by so many outcomes at most

# Each is called with so many turns in x0, and leaves x16 to x18 and x22 to x27 alone.
PROLOGUE = '''
        .arch armv8-a+crc+simd
        .text
        .global _start
_start: mrs     x0, pmcr_el0
        orr     x0, x0, #1
        msr     pmcr_el0, x0
        mov     x0, #1 << 31
        msr     pmcntenset_el0, x0
        isb
        adrp    x27, kernels
        add     x27, x27, :lo12:kernels
1:      ldr     x26, [x27], #8
        cbz     x26, leave
        mov     x18, #WARM
3:      mov     x0, #TIMES
        bl      timed
        mov     x25, x24
        cbz     xzr, 4f         // an outcome as that of the last B.NE
4:      mov     x0, #2 * TIMES
        bl      timed
        subs    x18, x18, #1
        b.ne    3b
        sub     x0, x24, x25
        bl      print
        b       1b
timed:  mov     x23, x30
        .rept   HISTORY         // so that the predictor knows the way
        cbnz    xzr, timed
        .endr
        isb
        mrs     x22, pmccntr_el0
        bl      enter
        isb
        mrs     x24, pmccntr_el0
        sub     x24, x24, x22
        br      x23
enter:  adrp    x28, data
        add     x28, x28, :lo12:data
        movi    v31.16b, #0
        mov     x19, #0
        mov     x20, #0
        mov     x21, #0
        br      x26
print:  adr     x1, digit
        mov     x2, #28
2:      lsr     x3, x0, x2
        and     x3, x3, #15
        cmp     x3, #10
        add     x4, x3, #'a' - 10
        add     x3, x3, #'0'
        csel    x3, x3, x4, lo
        strb    w3, [x1], #1
        subs    x2, x2, #4
        b.pl    2b
        mov     w3, #10
        strh    w3, [x1]
        mov     x0, #4
        adr     x1, digit
        hlt     #0xf000
        ret
leave:  adr     x1, leave_block
        mov     x0, #0x18
        hlt     #0xf000
        .balign 8
leave_block: .quad 0x20026, 0
digit:  .skip   16
'''.replace('TIMES', str(TIMES)).replace('WARM', str(WARM)).replace(
    'HISTORY', str(HISTORY))
DATA = '''
        .balign 4096
data:   .skip   12288
'''


class Kernel:
    """A loop: `body` once for each of `count` instructions of the row, after
    `before`, which runs once.  In it, N is the number of the instruction."""

    def __init__(self, body, before='', count=LENGTH, per=1, less=0.0,
                 keeps_flags=False):
        self.body = body
        self.before = before
        self.count = count
        self.per = per      # of the row's instructions in a body
        self.less = less    # cycles of others in a chain
        # What ends a turn leaves them alone, for they are the chain.
        self.keeps_flags = keeps_flags

    def text(self, number):
        lines = [f'k{number}: mov x16, x30', self.before, '        mov x29, x0',
                 '        .balign 64', '1:']
        for n in range(self.count):
            lines.append(self.body(n) if callable(self.body) else self.body)
        if self.keeps_flags:
            lines += ['        sub x29, x29, #1', '        cbnz x29, 1b']
        else:
            lines += ['        subs x29, x29, #1', '        b.ne 1b']
        lines.append('        ret x16')
        return '\n'.join(lines)


def build(kernels, where, gcc=GCC):
    source, elf = where / 'kernels.S', where / 'kernels.elf'
    names = [f'k{n}' for n in range(len(kernels))]
    source.write_text(
        PROLOGUE + '\n'.join(k.text(n) for n, k in enumerate(kernels)) +
        '\n        .balign 8\nkernels: .quad ' + ', '.join(names + ['0']) +
        DATA)
    subprocess.run([gcc, '-mcpu=cortex-a53+crc', '-nostdlib', '-static',
                    '-Wl,--build-id=none', '-Wl,-N',
                    '-Wl,--no-warn-rwx-segments', '-Wl,-Ttext=0x40080000',
                    str(source), '-o', str(elf)], check=True)
    return elf


def measure(tally, board, kernels, *options):
    """Cycles of each kernel's loop, of one turn."""
    with tempfile.TemporaryDirectory() as where:
        elf = build(kernels, pathlib.Path(where))
        done = subprocess.run([tally, 'board', board, str(elf), *options],
                              capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL)
    found = re.findall(r'^[0-9a-f]{8}$', done.stdout, re.M)
    if done.returncode or len(found) != len(kernels):
        sys.exit(f'{board}: {done.stdout[-300:]}{done.stderr}')
    return [int(word, 16) / TIMES for word in found]
