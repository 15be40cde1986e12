# SPDX-License-Identifier: MIT
"""Sequences whose cycles on pba8 are counted by hand from what the manual and
compilers say of the core [boards/src/inorder/cortex_a8.c], by steps and in blocks.

In the comments `N:` is the cycle in which what follows issues.  A turn is as long
as from its first cycle to the next turn's, for which BNE leaves one empty."""
import os
import sys
import unittest

sys.dont_write_bytecode = True  # beside it
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import a32_loops  # noqa: E402, pylint: disable=wrong-import-position

TALLY = ''
FIRMWARE = ''  # nothing but boards run these

SEQUENCES = {
    # 0: SUBS BNE, 1: nothing
    'nothing': (2, ''),
    # 0: ADD ADD, 1: ADD ADD, 2: SUBS BNE
    'additions apart': (4, 'add r1, r8, r9\nadd r2, r8, r9\n'
                        'add r3, r8, r9\nadd r4, r8, r9'),
    # An ALU has it in the next cycle: 0, 1, 2, 3: ADD SUBS, 4: BNE
    'additions in a chain': (6, 'add r1, r1, r9\nadd r1, r1, r9\n'
                             'add r1, r1, r9\nadd r1, r1, r9'),
    # E1 to E2: 0: both, 1: SUBS BNE
    'move to addition': (3, 'mov r1, r8\nadd r2, r1, r9'),
    # E2 to E1: 0, 2: MOV SUBS, 3: BNE
    'addition to move': (5, 'add r1, r8, r9\nmov r2, r1'),
    # E1 to E1: 0, 1, 2: with SUBS, 3: BNE
    'shifts in a chain': (5, 'lsl r1, r1, #1\nlsl r1, r1, #1\nlsl r1, r1, #1'),
    # The shifter is a stage before the ALU: 0, 2, 4: ADD SUBS, 5: BNE
    'shifted in a chain': (7, 'add r1, r9, r1, lsl #2\n'
                           'add r1, r9, r1, lsl #2\nadd r1, r9, r1, lsl #2'),
    # Only what is shifted is wanted so soon: 0, 1, 2: ADD SUBS, 3: BNE
    'beside the shifted in a chain': (5, 'add r1, r1, r9, lsl #2\n'
                                      'add r1, r1, r9, lsl #2\n'
                                      'add r1, r1, r9, lsl #2'),
    # Pointers to themselves, E3 to E1: 0, 3, 6: LDR SUBS, 7: BNE, 9
    'loads in a chain': (9, 'ldr r1, [r1]\nldr r1, [r1]\nldr r1, [r1]',
                         'str r10, [r10]\n mov r1, r10'),
    # E3 to E2: 0, 2: ADD SUBS, 3: BNE
    'load to addition': (5, 'ldr r1, [r10]\nadd r2, r1, r9'),
    # E3 to E1: 0, 3: LSL SUBS, 4: BNE
    'load to shift': (6, 'ldr r1, [r10]\nlsl r2, r1, #3'),
    # E3 to E3: 0, 1: STR SUBS, 2: BNE
    'load to store': (4, 'ldr r1, [r10]\nstr r1, [r10, #8]'),
    # E2 to E3: 0: both, 1: SUBS BNE
    'addition to store': (3, 'add r1, r8, r9\nstr r1, [r10, #8]'),
    # E2 to E1: 0, 2: LDR SUBS, 3: BNE
    'addition to address': (5, 'add r1, r10, r9\nldr r2, [r1]'),
    # One of memory a cycle: 0, 1: LDR SUBS, 2: BNE
    'two loads': (4, 'ldr r1, [r10]\nldr r2, [r10]'),
    # 0: LDR ADD, 1: LDR ADD, 2: SUBS BNE
    'loads and additions': (4, 'ldr r1, [r10]\nadd r2, r8, r9\n'
                            'ldr r3, [r10]\nadd r4, r8, r9'),
    # The manual's example: 0: ADD, 1 and 2: MUL, in the first pipeline; 2: with
    # SUBS, 3: BNE
    'product behind an addition': (5, 'add r1, r8, r9\nmul r2, r8, r9'),
    # Two cycles, and E5 of the second to E1: 0, 6, 12: the next turn's.
    'products in a chain': (12, 'mul r1, r1, r9\nmul r1, r1, r9'),
    # E5 to E2: 0 and 1: MUL, 5: ADD SUBS, 6: BNE
    'product to addition': (8, 'mul r1, r8, r9\nadd r2, r1, r9'),
    # The sum is handed on: 0, 2, 4 and 5: with SUBS, 6: BNE
    'sums of products': (8, 'mla r1, r8, r9, r1\nmla r1, r8, r9, r1\n'
                         'mla r1, r8, r9, r1'),
    # Three cycles each: 0, 3, 5: with SUBS, 6: BNE
    'long products': (8, 'smull r1, r2, r8, r9\nsmull r3, r4, r8, r9'),
    # One: 0, 1: with SUBS, 2: BNE
    'products of halves': (4, 'smuad r1, r8, r9\nsmuad r2, r8, r9'),
    # The manual's example: 0: r1, 1: r2 and r3, 2: r4 and with that SUBS, 3: BNE
    'list loaded': (5, 'ldmia r10, {r1-r4}'),
    # E3 of that to E2: 2 + 2: ADD SUBS, 5: BNE
    'last of a list': (7, 'ldmia r10, {r1-r4}\nadd r5, r4, r9'),
    # 0 + 2: ADD beside the last cycle, 3: SUBS BNE
    'first of a list': (5, 'ldmia r10, {r1-r4}\nadd r5, r1, r9'),
    # 0: MOV, 1, 2, 3: with SUBS, 4: BNE; the first pipeline only
    'list behind a move': (6, 'mov r5, r9\nstmia r10, {r1-r4}'),
    # 0: LDRD SUBS, 1: BNE
    'pair loaded': (3, 'ldrd r2, r3, [r10]'),
    # Two cycles each: 0, 2, 3: with SUBS, 4: BNE; by 2 it is none.
    'offsets scaled': (6, 'ldr r1, [r10, r9, lsl #3]\n'
                       'ldr r2, [r10, r9, lsl #3]'),
    'offsets scaled by four': (4, 'ldr r1, [r10, r9, lsl #2]\n'
                               'ldr r2, [r10, r9, lsl #2]'),
    # The base as an ALU's result: 0, 1: SUB SUBS, 2: BNE
    'base to subtraction': (4, 'ldr r2, [r1], #8\nsub r1, r1, #8',
                            'mov r1, r10'),
    # Flags of E2 for E2: 0: CMP, 1: MOVEQ SUBS, 2: BNE
    'compare and move': (4, 'cmp r8, r9\nmoveq r1, r8'),
    # The manual's example of one destination: 1: MOVEQ, 2: MOVNE SUBS, 3: BNE
    'either of two moves': (5, 'cmp r8, r9\nmoveq r1, r8\nmovne r1, r9'),
    # Conditions make no difference: 1: MUL, 2: with SUBS, 3: BNE
    'product not carried out': (5, 'cmp r8, r9\nmulne r1, r8, r9'),
    # 0: CMP BNE, 1: SUBS BNE
    'not taken': (3, 'cmp r8, r8\nbne 1b'),
    # One a cycle: 0: B, 2: SUBS BNE
    'two branches': (4, 'b 2f\n2:'),
    # Over the end of 16 bytes: 0: LDR, eight cycles, 9: SUBS BNE
    'load in two': (11, 'ldr r1, [r2]', 'add r2, r10, #14'),
    # 0: LDR SUBS, 1: BNE
    'misaligned in one': (3, 'ldr r1, [r2]', 'add r2, r10, #6'),
    # A store has it over the end of 8.
    'store in two': (11, 'str r1, [r2]', 'add r2, r10, #6'),
}


class Sequences(unittest.TestCase):
    maxDiff = None

    def test_steps(self):
        a32_loops.check(self, TALLY, 'pba8', 'cortex-a8', SEQUENCES,
                        '--engine', 'step')

    def test_blocks(self):
        a32_loops.check(self, TALLY, 'pba8', 'cortex-a8', SEQUENCES,
                        '--engine', 'block')

    def test_thumb(self):
        a32_loops.check_thumb(self, TALLY, 'pba8', 'cortex-a8', SEQUENCES)

    def test_misprediction(self):
        """0: MOV SUBS, 1: BNE, 3 to 39: 19 times SUBS BNE, the last one foretold
        wrong, which costs 13, 53: SUBS BNE, 55."""
        loop = ('mov r9, #20\n2: subs r9, r9, #1\nbne 2b', '')
        self.assertEqual(a32_loops.measure(TALLY, 'pba8', 'cortex-a8', [loop]),
                         [55])


if __name__ == '__main__':
    unittest.main()
