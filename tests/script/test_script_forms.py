# SPDX-License-Identifier: MIT
"""usage: tap.py test_script_forms.py TALLY=COMMAND

Every form of `tally script` for every monitor: there it is, or refused with
the reason, and by what the monitor's registers are, whoever it is."""
import json
import re
import unittest

import tally_command

TALLY = ''
FORMS = [(form,) for form in ('text', 'c', 'gdb', 'openocd', 'practice',
                              'json')]
VIAS = [('gdb', '--via', via) for via in ('plain', 'tally', 'qemu', 'openocd',
                                          'calls')]
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
        if {'openocd', 'practice'} & set(form) and any(
                ',Rt,Rt2,' in row['place'] for row in registers):
            return ' is a register of coprocessor 15 of 64 bits: '
        if 'openocd' in form and re.match('S3_|PMR ', place):
            return ' has no command for one; --as gdb'
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

    def test_c_has_no_access_that_nobody_uses(self):
        for monitor, _, own in self.each():
            text = tally_command.tally('script', '-m', monitor, *own, *PASSES,
                                       '--as', 'c').stdout
            for name in set(re.findall(r'inline \w+ (tally_\w+)\(', text)):
                with self.subTest(monitor=monitor, name=name):
                    self.assertGreater(text.count(name + '('), 1)

    def test_exact_is_made_or_refused(self):
        """That it compiles is test_script_exact.py's."""
        refused = set()
        for monitor, _, own in self.each():
            with self.subTest(monitor=monitor):
                done = tally_command.tally(
                    'script', '-m', monitor, *own, *PASSES, '--as', 'c',
                    '--exact', '-e', 'all')
                if done.returncode:
                    self.assertEqual(done.stdout, '')
                    self.assertIn('--exact: not for ' + monitor, done.stderr)
                    refused.add(monitor)
                    continue
                self.assertEqual(done.stderr, '')
                self.assertRegex(done.stdout, r'\btally_(pass1_)?open\(')
        self.assertEqual(refused, {'arm926pxp-ahb'})


if __name__ == '__main__':
    unittest.main()
