# SPDX-License-Identifier: MIT
"""usage: tap.py test_openocd_forms.py TALLY=COMMAND

What `tally script --as openocd` writes, carried out by Tcl (tcl_script.py)."""
import re
import tempfile
import unittest

import monitor_registers
import tally_command
import tcl_script
from carried_out import Forms

TALLY = ''


def setUpModule():
    tally_command.TALLY = TALLY


class OpenOcdForms(Forms, unittest.TestCase):
    form = 'openocd'

    def refused(self, monitor):
        """It has commands for coprocessors, by 32 bits, and memory."""
        places = [row['place'] for row in monitor_registers.registers(monitor)]
        if any('Rt2' in place for place in places):
            return ' has no command for MRRC; --as gdb'
        return (' has no command for one; --as gdb'
                if monitor_registers.place_of(places[0])[0] in ('SPR', 'PMR')
                else '')

    def begin(self, bank, text):
        folder = tempfile.TemporaryDirectory(prefix='tally-tcl-')
        self.addCleanup(folder.cleanup)
        script = tcl_script.Script(text, bank, folder.name,
                                   **monitor_registers.bases(bank.monitor))
        self.addCleanup(script.end)
        return script

    def test_powerpc_is_named_where_it_is(self):
        """A monitor of big-endian words is Power's, one of M cores is not."""
        for monitor, event, there in (('mpc8548', 'CCB_CYCLES', True),
                                      ('dwt', 'cycles', False),
                                      ('l220', 'DRHIT', False)):
            with self.subTest(monitor=monitor):
                text = tally_command.printed('script', '-m', monitor, '-e',
                                             event, '--as', self.form)
                self.assertIn('# OpenOCD 0.12 has read_memory.', text)
                self.assertEqual('no PowerPC target' in text, there)

    @staticmethod
    def counts(said):
        """A list of names, each before its number."""
        words = said.split()
        return dict(zip(words[::2], map(int, words[1::2])))

    @staticmethod
    def kept(text):
        return [(name, masks.split()) for name, masks in re.findall(
            r'tally_kept (\w+) \$value \[expr .*\] ((?:0x\w+ ?){3})', text)]


if __name__ == '__main__':
    unittest.main()
