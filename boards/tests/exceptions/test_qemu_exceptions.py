# SPDX-License-Identifier: MIT
"""usage: tap.py test_qemu_exceptions.py

QEMU's machines beside the tables of test_exceptions.py: each row is as the
manual has it or, where the row says so, as QEMU has it otherwise."""
import shutil
import unittest

import a32_program
import a64_program
import exception_runs
import ppc_program

TALLY = ''
ARCHITECTURES = {'a32': a32_program, 'a64': a64_program,
                 'ppc': ppc_program}


class Qemu(unittest.TestCase):
    def one_board(self, arch, board):
        rows = arch.rows(board)
        elf = exception_runs.build(self, arch, rows, board)
        printed = exception_runs.run([*arch.QEMU[board], elf])
        found = exception_runs.differences(arch, rows, printed, True)
        if found:
            self.fail('\n'.join(found))


def add(name, arch, board):
    @unittest.skipUnless(shutil.which(arch.GCC), 'no compiler')
    @unittest.skipUnless(shutil.which(arch.QEMU[board][0]), 'no QEMU')
    def test(self):
        self.one_board(arch, board)
    setattr(Qemu, f'test_{name}_{board}', test)


for NAME, ARCH in ARCHITECTURES.items():
    for BOARD in ARCH.QEMU:
        add(NAME, ARCH, BOARD)

if __name__ == '__main__':
    unittest.main()
