# SPDX-License-Identifier: MIT
"""Sequences whose cycles on virt-a57 are counted by hand from what compilers say
of the core: nothing of it was measured."""
import os
import sys
import unittest

sys.dont_write_bytecode = True  # beside it
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '..', '..', 'bench', 'silicon')]
import sequences  # noqa: E402, pylint: disable=wrong-import-position

TALLY = ''
BOARD = 'virt-a57'

SEQUENCES = {
    # Two slots, SUBS waits for SUBS.
    'nothing': (1, ''),
    # Five of integers with SUBS, two a cycle.
    'additions apart': (2.5, 'add x1, x10, x11\nadd x2, x10, x11\n'
                        'add x3, x10, x11\nadd x4, x10, x11'),
    'additions in a chain': (4, 'add x1, x1, x10\nadd x1, x1, x10\n'
                             'add x1, x1, x10\nadd x1, x1, x10'),
    'shifted in a chain': (6, 'add x1, x1, x1, lsl #2\n'
                           'add x1, x1, x1, lsl #2\nadd x1, x1, x1, lsl #2'),
    # Three cycles each, and one where they are words.
    'extracted in a chain': (9, 'extr x1, x1, x10, #3\nextr x1, x1, x10, #3\n'
                             'extr x1, x1, x10, #3'),
    'words extracted': (3, 'extr w1, w1, w10, #3\nextr w1, w1, w10, #3\n'
                        'extr w1, w1, w10, #3'),
    # By a vector's port: a product's is free for them.
    'sums of CRC apart': (2, 'crc32w w3, w10, w11\ncrc32w w4, w10, w11\n'
                          'mul w1, w10, w11\nmul w2, w10, w11'),
    'products in a chain': (9, 'mul w1, w1, w10\nmul w1, w1, w10\n'
                            'mul w1, w1, w10'),
    # The sum is handed on after one; of doublewords after three.
    'sums of products': (3, 'madd w1, w10, w11, w1\nmadd w1, w10, w11, w1\n'
                         'madd w1, w10, w11, w1'),
    'sums of long products': (6, 'madd x1, x10, x11, x1\n'
                              'madd x1, x10, x11, x1'),
    # The port is kept for four cycles each.
    'upper products': (8, 'smulh x1, x10, x11\nsmulh x2, x10, x11'),
    'quotients apart': (8, 'udiv x1, x10, x11\nudiv x2, x10, x11'),
    'quotients in a chain': (20, 'udiv x1, x1, x10\nudiv x1, x1, x10'),
    # Pointers to themselves, four cycles each; by a register four, too.
    'loads in a chain': (12, 'ldr x1, [x1]\nldr x1, [x1]\nldr x1, [x1]',
                         'str x28, [x28]\n mov x1, x28'),
    'loads by register': (8, 'ldr x1, [x28, x1]\nldr x1, [x28, x1]',
                          'str xzr, [x28]\n mov x1, #0'),
    'second of a pair': (4, 'ldp x2, x1, [x1]',
                         'str x28, [x28]\n str x28, [x28, #8]\n mov x1, x28'),
    'base to subtraction': (2, 'ldr x2, [x1], #8\nsub x1, x1, #8',
                            'mov x1, x28'),
    # Two slots each, ten with SUBS and B.NE; two in all of six without.
    'bases updated': (4, 'ldr x2, [x1], #0\nldr x3, [x4], #0\n'
                      'str x10, [x5], #0\nstr x10, [x6], #0',
                      'mov x1, x28\n mov x4, x28\n add x5, x28, #64\n'
                      ' add x6, x28, #128'),
    'by a register': (4, 'ldr x2, [x28, x19]\nldr x3, [x28, x19]\n'
                      'str x10, [x5, x19]\nstr x10, [x5, x19]',
                      'add x5, x28, #64'),
    'at a place': (2, 'ldr x2, [x28]\nldr x3, [x28]\n'
                   'str x10, [x5]\nstr x10, [x5]', 'add x5, x28, #64'),
    # What was stored goes to the load after seven.
    'store to load': (7, 'str x1, [x28]\nldr x1, [x28]'),
    'pairs stored': (4, 'stp x10, x11, [x28]\nstp x10, x11, [x28, #16]'),
    # B takes the place of B.NE's target, and the other way round.
    'two branches': (6, 'b 2f\n2:'),
    'not taken': (2, 'cbz x28, 1b'),
    # Two of 64 bits a cycle; of 128 bits each takes both ...
    'scalars apart': (2, 'fadd d1, d10, d11\nfadd d2, d10, d11\n'
                      'fadd d3, d10, d11\nfadd d4, d10, d11'),
    'vectors apart': (3, 'fadd v1.2d, v10.2d, v11.2d\n'
                      'fadd v2.2d, v10.2d, v11.2d\n'
                      'fadd v3.2d, v10.2d, v11.2d'),
    # ... but of integers one: six slots with SUBS and B.NE.
    'vectors of integers': (2, 'add v1.4s, v10.4s, v11.4s\n'
                            'add v2.4s, v10.4s, v11.4s\n'
                            'add v3.4s, v10.4s, v11.4s\n'
                            'add v4.4s, v10.4s, v11.4s'),
    'sums in a chain': (10, 'fadd d1, d1, d10\nfadd d1, d1, d10'),
    'comparisons in a chain': (10, 'fcmgt v1.2s, v1.2s, v10.2s\n'
                               'fmax v1.2s, v1.2s, v10.2s'),
    # The sum is handed on after four, a product to it at once.
    'fused sums in a chain': (8, 'fmadd d1, d10, d11, d1\n'
                              'fmadd d1, d10, d11, d1'),
    'fused factors in a chain': (18, 'fmadd d1, d1, d11, d10\n'
                                 'fmadd d1, d1, d11, d10'),
    'product to sum': (9, 'fmul d1, d2, d10\nfmadd d2, d10, d11, d1'),
    # 5 or 6 cycles, 4 of them none for the sum; 3 where it is doubled.
    'sums of vectors': (3, 'mla v1.2s, v10.2s, v11.2s\n'
                        'mla v1.2s, v10.2s, v11.2s\n'
                        'mla v1.2s, v10.2s, v11.2s'),
    'sums of wide vectors': (4, 'mla v1.4s, v10.4s, v11.4s\n'
                             'mla v1.4s, v10.4s, v11.4s'),
    'vectors to factors': (12, 'mul v1.4s, v1.4s, v11.4s\n'
                           'mul v1.4s, v1.4s, v11.4s'),
    'sums of doubled products': (4, 'sqdmlal v1.4s, v10.4h, v11.4h\n'
                                 'sqdmlal v1.4s, v10.4h, v11.4h'),
    'sums of differences': (4, 'saba v1.4s, v10.4s, v11.4s\n'
                            'saba v1.4s, v10.4s, v11.4s'),
    # Of 64 bits three cycles, of 128 bits six.
    'zip of 64 bits': (3, 'zip1 v1.2s, v1.2s, v10.2s'),
    'zip in a chain': (6, 'zip1 v1.4s, v1.4s, v10.4s'),
    'transposed in a chain': (3, 'trn1 v1.4s, v1.4s, v10.4s'),
    'looked up in a chain': (6, 'tbl v1.16b, {v10.16b}, v1.16b'),
    # Two slots each, eight with SUBS and B.NE.
    'loads to all lanes': (3, 'ld1r {v1.4s}, [x28]\nld1r {v2.4s}, [x28]\n'
                           'ld1r {v3.4s}, [x28]'),
    # Four of a load, and 18 more.
    **sequences.misses(22),
}


class Sequences(unittest.TestCase):
    maxDiff = None

    def test_steps(self):
        sequences.check(self, TALLY, BOARD, SEQUENCES, '--engine', 'step')

    def test_blocks(self):
        sequences.check(self, TALLY, BOARD, SEQUENCES, '--engine', 'block')

    def test_misprediction(self):
        """In cycles of the dispatch as on the A72 until B.NE is over, in 23; 14
        later, in 37, SUBS B.NE, and in 40 the next turn."""
        sequences.check_misprediction(self, TALLY, BOARD, 40)


if __name__ == '__main__':
    unittest.main()
