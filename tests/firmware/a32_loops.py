# SPDX-License-Identifier: MIT
"""Loops of ARM instructions whose cycles on a board of the RealView kind are told
by the cycle counter: one program has them all, runs each until the predictor
knows it, and prints how many cycles its turns take, by the difference of a run
twice as long.  A loop ends in SUBS and BNE; its body has r0 to r9, and r10 is the
address of a line of zeros."""
import pathlib
import re
import subprocess
import sys
import tempfile

TIMES, WARM, HISTORY = 256, 6, 16
COMPILER = 'arm-none-eabi-gcc'

# A loop leaves r12, sp and lr alone, and has its turns in r11.
PROLOGUE = '''
        .syntax unified
        .arm
        .text
        .global _start
_start: mov     r0, #1
        mcr     p15, 0, r0, c9, c12, 0
        mov     r0, #1 << 31
        mcr     p15, 0, r0, c9, c12, 1
        ldr     sp, =loops
next:   ldr     r0, [sp]
        cmp     r0, #0
        beq     leave
        ldr     r9, =warm
        mov     r0, #WARM
        str     r0, [r9]
again:  mov     r11, #TIMES
        bl      timed
        ldr     r9, =warm
        str     r0, [r9, #4]
        mov     r11, #2 * TIMES
        bl      timed
        ldr     r9, =warm
        ldr     r1, [r9, #4]
        sub     r0, r0, r1
        ldr     r1, [r9]
        subs    r1, r1, #1
        str     r1, [r9]
        bne     again
        bl      print
        add     sp, sp, #4
        b       next
timed:  ldr     r9, =warm
        str     lr, [r9, #8]
        cmp     r0, r0
        .rept   HISTORY         // so that the predictor knows the way
        bne     timed
        .endr
        mov     r0, #0
        ldr     r10, =data
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
        str     r0, [r10, #4 * \\n]
        mov     r\\n, #0
        .endr
        mov     r8, #0
        mov     r9, #0
        isb
        mrc     p15, 0, r12, c9, c13, 0
        ldr     lr, =timed_end
        ldr     pc, [sp]
timed_end:
        isb
        mrc     p15, 0, r0, c9, c13, 0
        sub     r0, r0, r12
        ldr     r9, =warm
        ldr     pc, [r9, #8]
print:  ldr     r1, =digits
        mov     r2, #28
2:      lsr     r3, r0, r2
        and     r3, r3, #15
        cmp     r3, #10
        addlo   r3, r3, #'0'
        addhs   r3, r3, #'a' - 10
        strb    r3, [r1], #1
        subs    r2, r2, #4
        bpl     2b
        mov     r0, #4
        ldr     r1, =digits
        svc     0x123456
        bx      lr
leave:  mov     r0, #0x18
        ldr     r1, =0x20026
        svc     0x123456
'''
DATA = '''
        .balign 64
data:   .skip   256
warm:   .skip   12
digits: .skip   8
        .asciz  "\\n"
        .balign 4
loops:  .word   '''


def text(number, body, before, thumb):
    return f'''
        {'.thumb' if thumb else '.arm'}
        {'.thumb_func' if thumb else ''}
l{number}: {before}
        {'.balignw 64, 0xbf00' if thumb else '.balign 64'}
1:      {body}
        subs    r11, r11, #1
        bne     1b
        bx      lr
'''


def build(loops, where, cpu, thumb):
    source, elf = where / 'loops.S', where / 'loops.elf'
    names = ', '.join([f'l{n}' for n in range(len(loops))] + ['0'])
    numbers = ''.join(f'.set {name}, {value}\n' for name, value in
                      (('TIMES', TIMES), ('WARM', WARM), ('HISTORY', HISTORY)))
    source.write_text(numbers + PROLOGUE + ''.join(
        text(n, *words, thumb) for n, words in enumerate(loops)) +
        '        .ltorg\n' + DATA + names + '\n')
    subprocess.run([COMPILER, '-mcpu=' + cpu, '-nostdlib', '-static', '-Wl,-N',
                    '-Wl,--no-warn-rwx-segments', '-Wl,-Ttext=0x8000',
                    str(source), '-o', str(elf)], check=True)
    return elf


def measure(tally, board, cpu, loops, *options, thumb=False):
    """Cycles of a turn of each loop: (body, before); in Thumb state?"""
    with tempfile.TemporaryDirectory() as where:
        elf = build(loops, pathlib.Path(where), cpu, thumb)
        done = subprocess.run([tally, 'board', board, str(elf), *options],
                              capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL)
    found = re.findall(r'^[0-9a-f]{8}$', done.stdout, re.M)
    if done.returncode or len(found) != len(loops):
        sys.exit(f'{board}: {done.stdout[-300:]}{done.stderr}')
    return [int(word, 16) / TIMES for word in found]


def check(test, tally, board, cpu, sequences, *options, thumb=False):
    loops = [(row[1], row[2] if len(row) > 2 else '')
             for row in sequences.values()]
    taken = measure(tally, board, cpu, loops, *options, thumb=thumb)
    test.assertEqual(dict(zip(sequences, taken)),
                     {name: row[0] for name, row in sequences.items()})


def check_thumb(test, tally, board, cpu, sequences):
    """The same in Thumb state, but what would need an IT, or has no encoding."""
    check(test, tally, board, cpu,
          {name: row for name, row in sequences.items()
           if not any(word in row[1] for word in ('eq ', 'ne ', 'lsl r'))
           or 'bne' in row[1]}, thumb=True)
