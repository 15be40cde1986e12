# SPDX-License-Identifier: MIT
"""Sequences whose cycles on virt-a72 are counted by hand from what was measured
of the chip and from Arm's guide."""
import os
import sys
import unittest

sys.dont_write_bytecode = True  # beside it
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '..', '..', 'bench')]
import chips  # noqa: E402, pylint: disable=wrong-import-position
import sequences  # noqa: E402, pylint: disable=wrong-import-position

TALLY = ''
BOARD = 'virt-a72'

SEQUENCES = {
    # Two slots, SUBS waits for SUBS.
    'nothing': (1, ''),
    # Five of integers with SUBS, two a cycle.
    'additions apart': (2.5, 'add x1, x10, x11\nadd x2, x10, x11\n'
                        'add x3, x10, x11\nadd x4, x10, x11'),
    'additions in a chain': (4, 'add x1, x1, x10\nadd x1, x1, x10\n'
                             'add x1, x1, x10\nadd x1, x1, x10'),
    # A shifted operand takes two cycles ...
    'shifted in a chain': (6, 'add x1, x1, x1, lsl #2\n'
                           'add x1, x1, x1, lsl #2\nadd x1, x1, x1, lsl #2'),
    # ... by one port alone.
    'shifted apart': (3, 'add x1, x10, x11, lsl #2\n'
                      'add x2, x10, x11, lsl #2\nadd x3, x10, x11, lsl #2'),
    'products in a chain': (9, 'mul w1, w1, w10\nmul w1, w1, w10\n'
                            'mul w1, w1, w10'),
    'products apart': (3, 'mul w1, w10, w11\nmul w2, w10, w11\n'
                       'mul w3, w10, w11'),
    # The sum is handed on after one.
    'sums of products': (3, 'madd w1, w10, w11, w1\nmadd w1, w10, w11, w1\n'
                         'madd w1, w10, w11, w1'),
    # The port is kept for four cycles each.
    'upper products': (8, 'smulh x1, x10, x11\nsmulh x2, x10, x11'),
    'quotients': (8, 'udiv x1, x10, x11\nudiv x2, x10, x11'),
    # Three that want one port, which a load and an addition leave alone.
    'ports in conflict': (3, 'mul w1, w10, w11\nadd x2, x10, x11, lsl #2\n'
                          'crc32w w3, w10, w11\nldr x4, [x28]\n'
                          'add x5, x10, x11'),
    # Each has a port of its own: six slots.
    'ports apart': (2, 'mul w1, w10, w11\nldr x2, [x28]\n'
                    'str x10, [x28, #8]\nfadd d1, d10, d11'),
    # Pointers to themselves, four cycles each.
    'loads in a chain': (12, 'ldr x1, [x1]\nldr x1, [x1]\nldr x1, [x1]',
                         'str x28, [x28]\n mov x1, x28'),
    # By a register five.
    'loads by register': (10, 'ldr x1, [x28, x1]\nldr x1, [x28, x1]',
                          'str xzr, [x28]\n mov x1, #0'),
    'loads apart': (4, 'ldr x1, [x28]\nldr x2, [x28]\nldr x3, [x28]\n'
                    'ldr x4, [x28]'),
    # An address, four; an addition, one.
    'load to addition': (5, 'ldr x1, [x2]\nadd x2, x1, x28',
                         'str xzr, [x28]\n mov x2, x28'),
    'second of a pair': (5, 'ldp x2, x1, [x1]',
                         'str x28, [x28]\n str x28, [x28, #8]\n mov x1, x28'),
    # The base is there after one.
    'base to subtraction': (2, 'ldr x2, [x1], #8\nsub x1, x1, #8',
                            'mov x1, x28'),
    # What was stored goes to the load after seven.
    'store to load': (7, 'str x1, [x28]\nldr x1, [x28]'),
    # Nobody waits for that: four slots.
    'load to store': (2, 'ldr x1, [x28]\nstr x1, [x28, #8]'),
    'pairs stored': (4, 'stp x10, x11, [x28]\nstp x10, x11, [x28, #16]'),
    # B takes the place of B.NE's target, and the other way round.
    'two branches': (6, 'b 2f\n2:'),
    # One branch a cycle.
    'not taken': (2, 'cbz x28, 1b'),
    # Two of 64 bits a cycle; of 128 bits each takes both.
    'scalars apart': (2, 'fadd d1, d10, d11\nfadd d2, d10, d11\n'
                      'fadd d3, d10, d11\nfadd d4, d10, d11'),
    'vectors apart': (3, 'fadd v1.2d, v10.2d, v11.2d\n'
                      'fadd v2.2d, v10.2d, v11.2d\n'
                      'fadd v3.2d, v10.2d, v11.2d'),
    # Two slots each: eight with SUBS and B.NE.
    'vectors of integers': (3, 'add v1.4s, v10.4s, v11.4s\n'
                            'add v2.4s, v10.4s, v11.4s\n'
                            'add v3.4s, v10.4s, v11.4s'),
    'sums in a chain': (8, 'fadd d1, d1, d10\nfadd d1, d1, d10'),
    # The product waits for nothing, the sum is handed on after three.
    'fused sums in a chain': (6, 'fmadd d1, d10, d11, d1\n'
                              'fmadd d1, d10, d11, d1'),
    'fused factors in a chain': (14, 'fmadd d1, d1, d11, d10\n'
                                 'fmadd d1, d1, d11, d10'),
    # Four of a load, and 15 more.  An LX2160A takes 18.8 for two chains, 34.2
    # for four, and 67.7 for eight.
    **sequences.misses(19),
}

# Rows of bench/silicon/cortex-a72.tsv that are more than half a cycle off;
# doc/boards.md has the reasons.
OFF = ('stur -> ldur (ofs = 1', 'stp -> ldp (ofs = 0 -> ofs = 8)',
       'stp -> ldp (ofs = 8', 'b (pc+4)', 'adr -> br (pc+4) // add (chain)',
       'blr-ret', 'cbz (pc+4; not taken)', 'tbnz (pc+4; taken)',
       'fsqrt.s (vec)')


class Rows(unittest.TestCase):
    def test_measured(self):
        """Each measured row that has a program is within half a cycle, or its
        reason is told."""
        rows, without = chips.compare(TALLY, BOARD)
        self.assertGreater(len(rows), 1500)
        self.assertLess(len(without), 320)
        off = [row[1:] for row in rows if abs(row[4] - row[3]) > chips.NEAR]
        self.assertEqual([row for row in off
                          if not any(name in row[0] for name in OFF)], [])
        for name in OFF:
            self.assertTrue(any(name in row[0] for row in off), name)


class Sequences(unittest.TestCase):
    maxDiff = None

    def test_steps(self):
        sequences.check(self, TALLY, BOARD, SEQUENCES, '--engine', 'step')

    def test_blocks(self):
        sequences.check(self, TALLY, BOARD, SEQUENCES, '--engine', 'block')

    def test_misprediction(self):
        """In cycles of the dispatch: 0: MOV SUBS B.NE, 3: SUBS B.NE, since the
        target was not at hand, and on to 21; the last SUBS issues then, B.NE in
        22, and is over in 23.  15 later, in 38, SUBS B.NE, and in 41 the next
        turn."""
        sequences.check_misprediction(self, TALLY, BOARD, 41)


if __name__ == '__main__':
    unittest.main()
