# SPDX-License-Identifier: MIT
"""usage: tap.py test_script_forms.py TALLY=COMMAND

Every form of `tally script` for every monitor: there it is, or refused with
the reason, and by what the monitor's registers are, whoever it is."""
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import tally_command

TALLY = ''
FORMS = [(form,) for form in ('text', 'c', 'gdb', 'openocd', 'practice',
                              'json')]
VIAS = [('gdb', '--via', via) for via in ('plain', 'tally', 'qemu', 'openocd',
                                          'calls')]
GDB = shutil.which('gdb-multiarch')
PASSES = '--max-passes', '1000'


def setUpModule():
    tally_command.TALLY = TALLY


class Forms(unittest.TestCase):
    def each(self):
        for row in tally_command.listed('monitors'):
            rows = json.loads(tally_command.printed(
                'list', 'registers', '-m', row['monitor'], '--json'))
            own = rows['registers'][0]['place'].endswith("(Tally's own)")
            yield (row['monitor'], rows['registers'],
                   ('--map', 'own') if own else ())

    @staticmethod
    def refusal(registers, form):
        """What is said where there is no such script; or None."""
        place = registers[0]['place']
        in_memory = '+0x' in place
        if 'openocd' in form and re.match('S3_|PMR ', place):
            return ' has no command for a register like '
        if 'qemu' in form and not in_memory and not (
                {'PMCR', 'PMCR_EL0'} & {row['name'] for row in registers}):
            return 'QEMU 7.2 serves no register of '
        return None

    def test_each(self):
        """The overview, which may take several passes."""
        refused = made = 0
        for monitor, registers, own in self.each():
            for form in FORMS + VIAS:
                with self.subTest(monitor=monitor, form=form):
                    done = tally_command.tally(
                        'script', '-m', monitor, *own, *PASSES, '--as', *form)
                    reason = self.refusal(registers, form)
                    if reason:
                        refused += 1
                        self.assertEqual((done.returncode, done.stdout),
                                         (1, ''))
                        self.assertIn(reason, done.stderr)
                        continue
                    made += 1
                    self.assertEqual((done.returncode, done.stderr), (0, ''))
                    self.assertIn('configure', done.stdout)
                    if form != ('text',):
                        self.assertIn(monitor, done.stdout)
        self.assertTrue(refused and made)

    def test_gdb_takes_each(self):
        """As commands: it carries out nothing of them yet."""
        if not GDB:
            self.skipTest('gdb-multiarch is not installed')
        with tempfile.TemporaryDirectory() as where:
            names = []
            for monitor, registers, own in self.each():
                for form in VIAS:
                    if self.refusal(registers, form):
                        continue
                    name = f'{monitor.replace("/", "_")}.{form[-1]}'
                    pathlib.Path(where, name).write_text(
                        tally_command.printed('script', '-m', monitor, *own,
                                              *PASSES, '--as', *form))
                    names += ['-ex', f'source {name}']
            done = subprocess.run([GDB, '-nx', '-batch', *names], cwd=where,
                                  stdin=subprocess.DEVNULL, text=True,
                                  capture_output=True, check=False)
            self.assertNotIn('rror', done.stderr)


if __name__ == '__main__':
    unittest.main()
