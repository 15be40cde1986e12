# SPDX-License-Identifier: MIT
"""usage: tap.py test_exceptions.py TALLY=COMMAND

Each exception of the tables (a64_rows.py and its like) on each board: the
whole status word, the saved words and the syndromes, before and after."""
import shutil
import unittest

import a32_program
import a64_program
import exception_runs
import ppc_program
from tally_command import boards

TALLY = ''
ARCHITECTURES = {'a32': a32_program, 'a64': a64_program,
                 'ppc': ppc_program}


class Exceptions(unittest.TestCase):
    def one_board(self, arch, board):
        rows = [row for row in arch.rows(board) if not row.lacks]
        self.assertGreater(len(rows), 20)
        elf = exception_runs.build(self, arch, rows, board)
        for engine in 'block', 'step':
            printed = exception_runs.run([TALLY, 'board', board, '--engine',
                                          engine, elf])
            found = exception_runs.differences(arch, rows, printed)
            if found:
                self.fail('\n'.join([engine, *found]))


def add(name, arch):
    @unittest.skipUnless(shutil.which(arch.GCC), 'no compiler')
    def test(self):
        for board in boards(arch.GCC):
            with self.subTest(board=board):
                self.one_board(arch, board)
    setattr(Exceptions, f'test_{name}', test)


for NAME, ARCH in ARCHITECTURES.items():
    add(NAME, ARCH)

if __name__ == '__main__':
    unittest.main()
