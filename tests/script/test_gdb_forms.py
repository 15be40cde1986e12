# SPDX-License-Identifier: MIT
"""usage: tap.py test_gdb_forms.py TALLY=COMMAND

What `tally script --as gdb` writes, carried out by the part of GDB's language
that it uses (gdb_script.py)."""
import re
import unittest

import gdb_script
import monitor_registers
import tally_command
from carried_out import Forms

TALLY = ''


def setUpModule():
    tally_command.TALLY = TALLY


class GdbForms(Forms, unittest.TestCase):
    form = 'gdb'

    @staticmethod
    def begin(bank, text):
        return gdb_script.Script(text, bank,
                                 **monitor_registers.bases(bank.monitor))

    @staticmethod
    def counts(said):
        """Lines of a name and a number."""
        return {name: int(number) for name, number in
                re.findall(r'^(\S+) (\d+)$', said, re.M)}

    @staticmethod
    def kept(text):
        return [(name, masks.split()) for name, masks in
                re.findall(r'tally_kept (\w+) (.*)', text)]


if __name__ == '__main__':
    unittest.main()
