# SPDX-License-Identifier: MIT
"""Sequences whose cycles on pbxa9 are counted by hand from what the manual and
compilers say of the core [boards/src/outoforder/cortex_a9.c], by steps and in
blocks.

Turns follow each other while the window lasts, so that one takes as long as
whatever is longest of these: two instructions a cycle, and a new cycle behind BNE;
the pipelines, two of integers, of which the first multiplies, one of loads and
stores; the chain from a turn to the next."""
import os
import sys
import unittest

sys.dont_write_bytecode = True  # beside it
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import a32_loops  # noqa: E402, pylint: disable=wrong-import-position

TALLY = ''
FIRMWARE = ''  # nothing but boards run these
POINTER = 'str r10, [r10]\n mov r2, r10'
POINTERS = ''.join(f'str r10, [r10, #{at}]\n ' for at in (0, 4, 8, 12))

SEQUENCES = {
    # SUBS BNE, and SUBS waits for SUBS.
    'nothing': (1, ''),
    # Six instructions, two a cycle.
    'additions apart': (3, 'add r1, r8, r9\nadd r2, r8, r9\n'
                        'add r3, r8, r9\nadd r4, r8, r9'),
    'additions in a chain': (4, 'add r1, r1, r9\nadd r1, r1, r9\n'
                             'add r1, r1, r9\nadd r1, r1, r9'),
    # One each for MOV, with a shift by a number as well; two by a register.
    'moves in a chain': (3, 'lsl r1, r1, #1\nlsl r1, r1, #1\nlsl r1, r1, #1'),
    'shifts by a register in a chain': (4, 'lsl r1, r1, r9\nlsl r1, r1, r9'),
    # Two where an operand is shifted, three by a register.
    'shifted in a chain': (6, 'add r1, r9, r1, lsl #2\n'
                           'add r1, r9, r1, lsl #2\nadd r1, r9, r1, lsl #2'),
    'shifted by a register in a chain': (6, 'add r1, r9, r1, lsl r8\n'
                                         'add r1, r9, r1, lsl r8'),
    # Pointers to themselves, three each.
    'loads in a chain': (9, 'ldr r2, [r2]\nldr r2, [r2]\nldr r2, [r2]',
                         POINTER),
    # To an ALU two, to a shifter three; and what it takes itself.
    'load to addition': (2 + 1, 'ldr r1, [r2]\nadd r2, r1, r9', POINTER),
    'load to shifted': (3 + 2, 'ldr r1, [r2]\nadd r2, r10, r1, lsl #2',
                        'mov r2, r10'),
    # Less than a word one more.
    'bytes in a chain': (8, 'ldrb r1, [r10, r1]\nldrb r1, [r10, r1]'),
    'byte to addition': (3 + 1, 'ldrb r1, [r2]\nadd r2, r10, r1',
                         'mov r2, r10'),
    # An offset that is shifted one more, but by two.
    'offsets scaled in a chain': (8, 'ldr r1, [r10, r1, lsl #3]\n'
                                  'ldr r1, [r10, r1, lsl #3]'),
    'offsets scaled by four in a chain': (6, 'ldr r1, [r10, r1, lsl #2]\n'
                                          'ldr r1, [r10, r1, lsl #2]'),
    # One of memory a cycle, a byte two.
    'loads and stores': (4, 'ldr r1, [r10]\nldr r2, [r10]\n'
                         'str r9, [r10, #16]\nstr r9, [r10, #24]'),
    'bytes apart': (4, 'ldrb r1, [r10]\nldrb r2, [r10]'),
    # Four, and kept for two; halfwords three and one, 64 bits five and three.
    'products in a chain': (8, 'mul r1, r1, r9\nmul r1, r1, r9'),
    'sums of products': (8, 'mla r1, r8, r9, r1\nmla r1, r8, r9, r1'),
    'products apart': (6, 'mul r1, r8, r9\nmul r2, r8, r9\nmul r3, r8, r9'),
    'halves in a chain': (6, 'smulbb r1, r1, r9\nsmulbb r1, r1, r9'),
    'long products in a chain': (10, 'smull r1, r2, r1, r9\n'
                                 'smull r1, r2, r1, r9'),
    'long products apart': (6, 'smull r1, r2, r8, r9\nsmull r3, r4, r8, r9'),
    # Two registers a cycle: the unit for three; the first comes after three,
    # the fourth one later.
    'lists loaded': (6, 'ldmia r10, {r1-r6}\nldmia r10, {r1-r6}'),
    'first of a list': (3, 'ldmia r1, {r1-r4}', POINTERS + 'mov r1, r10'),
    'second of a list': (3, 'ldmia r2, {r1-r4}', POINTERS + 'mov r2, r10'),
    'fourth of a list': (4, 'ldmia r4, {r1-r4}', POINTERS + 'mov r4, r10'),
    'lists stored': (6, 'stmia r10, {r1-r6}\nstmia r10, {r1-r6}'),
    'pairs loaded': (2, 'ldrd r2, r3, [r10]\nldrd r4, r5, [r10]'),
    # What was stored, after three.
    'store to load': (3, 'str r1, [r10]\nldr r1, [r10]'),
    # An updated base after two.
    'bases in a chain': (4, 'ldr r2, [r1], #4\nldr r3, [r1], #-4',
                         'mov r1, r10'),
    # The old value is read where a condition may fail, as the flags are.
    'conditions in a chain': (2, 'cmp r1, r9\nmovne r1, r8'),
    # A cycle more for each branch that is taken.
    'three branches': (3, 'b 2f\n2: b 3f\n3:'),
}


class Sequences(unittest.TestCase):
    maxDiff = None

    def test_steps(self):
        a32_loops.check(self, TALLY, 'pbxa9', 'cortex-a9', SEQUENCES,
                        '--engine', 'step')

    def test_blocks(self):
        a32_loops.check(self, TALLY, 'pbxa9', 'cortex-a9', SEQUENCES,
                        '--engine', 'block')

    def test_thumb(self):
        a32_loops.check_thumb(self, TALLY, 'pbxa9', 'cortex-a9', SEQUENCES)

    def test_misprediction(self):
        """In cycles of the dispatch: 0: MOV SUBS, 1: BNE, 2 to 20: 19 times SUBS
        BNE, the last of which has its flags in 21 and is over in 22; 8 later, in
        30, SUBS BNE, and in 31 the next turn."""
        loop = ('mov r9, #20\n2: subs r9, r9, #1\nbne 2b', '')
        self.assertEqual(a32_loops.measure(TALLY, 'pbxa9', 'cortex-a9', [loop]),
                         [31])


if __name__ == '__main__':
    unittest.main()
