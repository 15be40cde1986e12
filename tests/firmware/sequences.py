# SPDX-License-Identifier: MIT
"""Loops whose cycles were counted by hand, of cores that issue out of order, and
how a board is held to them, by steps and in blocks.

Each ends in SUBS and B.NE, whose target is at hand; turns follow each other while
the window lasts, so that one takes as long as whatever is longest of these:
slots, three a cycle, and a new cycle behind a branch that is taken; the ports, of
which integers have two besides one for what takes longer, loads, stores and
branches one each, and vectors two; the chain from a turn to the next."""
import kernels

# Eight lines of one set of two ways, of the first level: 16 KiB apart; or 12 MiB.
LINES, FAR = ('\n'.join(
    f' add x{n}, x{n - 1 if n > 1 else 28}, #{pages}, lsl #12'
    for n in range(1, 9)) for pages in (4, 3072))


def loads(chains):
    return '\n'.join(f'ldr x{n}, [x{n}]' for n in range(1, chains + 1))


def stores(chains):
    return ''.join(f'\n str x{n}, [x{n}]' for n in range(1, chains + 1))


def misses(level2):
    """The second level has a line so many cycles after a load has issued: one
    load waits for the other, or lines come half of 17 cycles after each other,
    but six of memory at a time, each for 124 cycles."""
    return {
        'misses in a chain': (3 * level2,
                              'ldr x1, [x1]\nldr x1, [x1]\nldr x1, [x1]',
                              LINES + '\n str x2, [x1]\n str x3, [x2]\n'
                              ' str x1, [x3]'),
        # Lines 1 and 2, and 3 and 4: two come before the first is wanted.
        'misses in two chains': (level2, 'ldr x1, [x1]\nldr x3, [x3]',
                                 LINES + '\n str x2, [x1]\n str x1, [x2]\n'
                                 ' str x4, [x3]\n str x3, [x4]'),
        # Pointers to themselves, each out of its set before it is wanted again.
        'misses in four chains': (34, loads(4), LINES + stores(4)),
        'misses in eight chains': (68, loads(8), LINES + stores(8)),
        'misses apart': (51, '\n'.join(f'ldr x9, [x{n}]'
                                       for n in range(1, 7)), LINES),
        # Eighteen lines of a set of 16 ways of the second level, 32 KiB apart.
        'memory apart': (18 / 6 * 124, '\n'.join(
            ['ldr x9, [x1]\nadd x1, x1, #8, lsl #12'] * 18 +
            ['sub x1, x1, #144, lsl #12']), 'mov x1, x28'),
        # Eight chains wait for six places: three turns of all are 24 lines.
        'memory in eight chains': (24 / 6 * 124, '\n'.join(
            [f'ldr x9, [x{n}]\nadd x{n}, x{n}, x9\n'
             f'add x{n}, x{n}, #8, lsl #12' for n in range(1, 9)] * 3), FAR),
    }


def check(test, tally, board, sequences, *options):
    loops = [kernels.Kernel(*words, count=1)
             for _, *words in sequences.values()]
    taken = kernels.measure(tally, board, loops, *options)
    test.assertEqual(dict(zip(sequences, taken)),
                     {name: row[0] for name, row in sequences.items()})


def check_misprediction(test, tally, board, cycles):
    """The inner loop's last branch is foretold wrong."""
    inner = 'mov x9, #20\n2: subs x9, x9, #1\nb.ne 2b'
    kernel = kernels.Kernel(inner, '', 1)
    test.assertEqual(kernels.measure(tally, board, [kernel]), [cycles])
