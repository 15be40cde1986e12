# SPDX-License-Identifier: MIT
"""Sequences whose cycles on virt-a53 are counted by hand from its table
[boards/src/inorder/cortex_a53.c], by steps and in blocks.

Each is a loop that ends in SUBS and B.NE, whose target is at hand; in the
comments `N:` is the cycle in which what follows issues.  A turn is as long as
from its first cycle to the next turn's, which begins behind B.NE's at the
earliest."""
import os
import sys
import unittest

sys.dont_write_bytecode = True  # beside it
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                '..', '..', 'bench'))
import chips  # noqa: E402, pylint: disable=wrong-import-position
import kernels  # noqa: E402, pylint: disable=wrong-import-position

TALLY = ''
BOARD = 'virt-a53'

SEQUENCES = {
    # 0: SUBS, B.NE, which reads the flags late enough.
    'nothing': (1, ''),
    # 0: ADD ADD, 1: ADD ADD, 2: SUBS B.NE
    'additions apart': (3, 'add x1, x10, x11\nadd x2, x10, x11\n'
                        'add x3, x10, x11\nadd x4, x10, x11'),
    # Each waits for the last: 0, 1, 2, and 3: with SUBS; 4: B.NE
    'additions in a chain': (5, 'add x1, x1, x10\nadd x1, x1, x10\n'
                             'add x1, x1, x10\nadd x1, x1, x10'),
    # The shifter wants its operand a cycle earlier: 0, 2, 4, 6: SUBS; 7: B.NE,
    # 8: the next turn's first waits for nothing more.
    'shifts in a chain': (8, 'lsl x1, x1, #1\nlsl x1, x1, #1\n'
                          'lsl x1, x1, #1\nlsl x1, x1, #1'),
    # 0 and 1: one that shifts by a register each; 1: SUBS, 2: B.NE
    'shifts by registers': (3, 'lsl x1, x10, x11\nlsl x2, x10, x11'),
    # Pointers to themselves, three cycles each: 0, 3, 6: SUBS; 7: B.NE, 9: the
    # next turn's first.
    'loads in a chain': (9, 'ldr x1, [x1]\nldr x1, [x1]\nldr x1, [x1]',
                         'str x28, [x28]\n mov x1, x28'),
    # One load a cycle, which the ADD beside it does not mind: 0, 1, 2: B.NE
    # has the SUBS beside it.
    'loads and additions': (3, 'ldr x1, [x28]\nadd x2, x10, x11\n'
                            'ldr x3, [x28]\nadd x4, x10, x11'),
    # 0: LDR, 1: LDR SUBS, 2: B.NE
    'two loads': (3, 'ldr x1, [x28]\nldr x3, [x28]'),
    # An ALU has it after two cycles: 0, 2: ADD SUBS, 3: B.NE
    'load to addition': (4, 'ldr x1, [x28]\nadd x2, x1, x10'),
    # A shifter after three, 0, 3: LSL SUBS, 4: B.NE
    'load to shift': (5, 'ldr x1, [x28]\nlsl x2, x1, #3'),
    # A store after one: 0, 1: STR SUBS, 2: B.NE
    'load to store': (3, 'ldr x1, [x28]\nstr x1, [x28, #8]'),
    # An ALU's result is stored in the same cycle: 0, 1: SUBS B.NE
    'addition to store': (2, 'add x1, x10, x11\nstr x1, [x28, #8]'),
    # An address waits three cycles for it: 0, 3: LDR SUBS, 4: B.NE
    'addition to address': (5, 'add x1, x28, x10\nldr x2, [x1]',
                            'mov x10, #0'),
    # The byte is in an ALU after 2, the sum is an address after 3: 0, 2, and 5
    # again; SUBS goes with ADD.
    'byte to address': (5, 'ldrb w1, [x2]\nadd x2, x1, x28',
                        'strb wzr, [x28]\n mov x2, x28'),
    # 0, 3, 6: SUBS; 9: the next turn's first.
    'products of words': (9, 'mul w1, w1, w10\nmul w1, w1, w10\n'
                          'mul w1, w1, w10'),
    # The sum is handed on: 0, 1, 2: SUBS, 3: B.NE
    'sums of products': (4, 'madd w1, w10, w11, w1\nmadd w1, w10, w11, w1\n'
                         'madd w1, w10, w11, w1'),
    # The multiplier is kept for four cycles: 0, 4: SUBS, 5: B.NE, 8
    'upper products': (8, 'smulh x1, x10, x11\nsmulh x2, x10, x11'),
    # 0, 3: SUBS, 4: B.NE, 6
    'quotients': (6, 'udiv x1, x10, x11\nudiv x2, x10, x11'),
    # A pair keeps the unit for two: 0, 2: SUBS, 3: B.NE, 4
    'pairs': (4, 'ldp x1, x2, [x28]\nldp x3, x4, [x28]'),
    # Its second to an address after four, not three: 0, 4
    'second of a pair': (4, 'ldp x2, x1, [x1]',
                         'str x28, [x28]\n str x28, [x28, #8]\n mov x1, x28'),
    # Over the end of a doubleword five, and two for the unit: 0, 5
    'misaligned': (5, 'ldr x1, [x1]', 'add x1, x28, #1\n str x1, [x1]'),
    # The base is there for an ALU after one: 0, 1: SUB SUBS, 2: B.NE; its
    # difference is an address after three: 4
    'base to subtraction': (4, 'ldr x2, [x1], #8\nsub x1, x1, #8',
                            'mov x1, x28'),
    # The flags are there after one: 0: CMP, 1: CSEL SUBS, 2: B.NE
    'flags to selection': (3, 'cmp x10, x11\ncsel x1, x10, x11, eq'),
    # Another branch: each takes the place of the other's target: 0: B, 3: SUBS
    # B.NE, 6
    'two branches': (6, 'b 2f\n2:'),
    # 0: NOP CBZ, which is not taken, 1: SUBS B.NE
    'not taken': (2, 'nop\ncbz x28, 1b'),
    # Two halves of a vector's unit: 0: FADD FADD, 1: FADD SUBS, 2: B.NE
    'scalars apart': (3, 'fadd d1, d10, d11\nfadd d2, d10, d11\n'
                      'fadd d3, d10, d11'),
    # A whole vector takes both: 0, 1, 2: SUBS, 3: B.NE
    'vectors apart': (4, 'fadd v1.2d, v10.2d, v11.2d\n'
                      'fadd v2.2d, v10.2d, v11.2d\n'
                      'fadd v3.2d, v10.2d, v11.2d'),
    # 0, 4: SUBS, 5: B.NE, 8
    'sums in a chain': (8, 'fadd d1, d1, d10\nfadd d1, d1, d10'),
    # The product waits for nothing, the sum is handed on after 4.
    'fused sums in a chain': (8, 'fmadd d1, d10, d11, d1\n'
                              'fmadd d1, d10, d11, d1'),
    'fused factors in a chain': (16, 'fmadd d1, d1, d11, d10\n'
                                 'fmadd d1, d1, d11, d10'),
}


# Rows of bench/silicon/cortex-a53.tsv that are more than half a cycle off;
# doc/boards.md has the reasons.
OFF = ('str -> ', 'stur -> ', 'stp -> ', 'cross-page', 'blr-ret',
       'adr -> br (pc+4) // ', 'cbz (pc+4; taken) // ',
       'bl-ret // add x 3 ', 'ldp (x; ofs = 0; 2nd elem; unaligned)',
       'ldp (w; ofs = 0; 2nd elem; unaligned)', 'ldpsw (ofs = 0; ')


class Rows(unittest.TestCase):
    def test_measured(self):
        """Each measured row that has a program is within half a cycle, or its
        reason is told."""
        rows, without = chips.compare(TALLY, BOARD)
        self.assertGreater(len(rows), 1500)
        self.assertLess(len(without), 300)
        off = [row[1:] for row in rows if abs(row[4] - row[3]) > chips.NEAR]
        self.assertEqual([row for row in off
                          if not any(name in row[0] for name in OFF)], [])
        for name in OFF:
            self.assertTrue(any(name in row[0] for row in off), name)


class Sequences(unittest.TestCase):
    maxDiff = None

    def check(self, *options):
        loops = [kernels.Kernel(*words, count=1)
                 for _, *words in SEQUENCES.values()]
        taken = kernels.measure(TALLY, BOARD, loops, *options)
        self.assertEqual(dict(zip(SEQUENCES, taken)),
                         {name: row[0] for name, row in SEQUENCES.items()})

    def test_steps(self):
        self.check('--engine', 'step')

    def test_blocks(self):
        self.check('--engine', 'block')

    def test_two_ways(self):
        """Every second turn goes another way, which is learned.  Even: 0: TBZ,
        taken, 3: SUBS B.NE, 6, as TBZ has displaced B.NE's target.  Odd: 0: TBZ
        NOP, 1: NOP SUBS, 2: B.NE, whose target is at hand, 3."""
        kernel = kernels.Kernel('tbz x29, #0, 2f\nnop\nnop\n2:', '', 1)
        self.assertEqual(kernels.measure(TALLY, BOARD, [kernel]), [(6 + 3) / 2])

    def test_misprediction(self):
        """The inner loop's last branch is foretold wrong, which costs 8 more.
        0: MOV, 1: SUBS B.NE, whose target is not at hand, 4 to 22: 19 times
        SUBS B.NE, the last one wrong, 31: SUBS B.NE, not at hand again, 34."""
        inner = 'mov x9, #20\n2: subs x9, x9, #1\nb.ne 2b'
        kernel = kernels.Kernel(inner, '', 1)
        self.assertEqual(kernels.measure(TALLY, BOARD, [kernel]), [34])


if __name__ == '__main__':
    unittest.main()
