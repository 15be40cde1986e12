# SPDX-License-Identifier: MIT
"""usage: tap.py test_gdb_forms.py TALLY=COMMAND

What `tally script --as gdb` writes, carried out by the part of GDB's language
that it uses (gdb_script.py) on registers that do what the catalogue
says of their fields: for each monitor the writes of the JSON form, what was
found is found again, and a server that takes a write and changes nothing is
noticed by each kind of bit."""
import json
import random
import re
import unittest

import gdb_script
import monitor_registers
import tally_command

TALLY = ''
# What `tally_kept` says of bits: as they are written; 1 where 1 is written; 0
# where 1 is written.
KINDS = 'RW', 'W1S', 'W1C'


def setUpModule():
    tally_command.TALLY = TALLY


class GdbForms(unittest.TestCase):
    @staticmethod
    def scripts(monitor):
        """Its pass in JSON, and GDB's commands for it."""
        words = 'script', '-m', monitor, *monitor_registers.asked(monitor)
        (said,) = json.loads(tally_command.printed(*words, '--json'))['passes']
        return said, tally_command.printed(*words, '--as', 'gdb')

    @staticmethod
    def begin(monitor, text):
        numbers = random.Random(monitor)
        bank = monitor_registers.Bank(
            monitor, lambda _: numbers.getrandbits(32))
        base = monitor_registers.BASE
        return bank, gdb_script.Script(text, bank, tally_base=base,
                                       tally_ccsrbar=base)

    def assert_writes(self, bank, steps, said):
        """Of bits that act when they are written one at a time, all but one
        are written before."""
        selects = {step['select'] for part in said.values()
                   if isinstance(part, list)
                   for step in part if 'select' in step}
        writes = [write for write in bank.writes if write[0] not in selects]
        for step in steps:
            wanted = step['register'], int(step['value'], 0)
            while writes and writes[0] != wanted:
                name, value = writes.pop(0)
                self.assertEqual((name, value & ~wanted[1]), (wanted[0], 0))
            self.assertTrue(writes, wanted)
            writes.pop(0)
        self.assertEqual(writes, [])
        bank.writes.clear()

    def test_the_writes_of_the_json_form_and_what_was_found(self):
        for row in tally_command.listed('monitors'):
            with self.subTest(monitor=row['monitor']):
                self.carry_out(row['monitor'])

    def carry_out(self, monitor):
        said, text = self.scripts(monitor)
        bank, script = self.begin(monitor, text)
        found = dict(bank.held)
        script.call('tally_save')
        bank.writes.clear()
        for part in 'configure', 'start', 'stop':
            script.call(f'tally_{part}')
            self.assert_writes(bank, said[part], said)
        counts = dict(line.split() for line in
                      script.call('tally_read').splitlines()
                      if len(line.split()) == 2)
        self.assertEqual(set(counts), {row['event'] for row in said['counts']})
        bank.writes.clear()
        script.call('tally_release')
        self.assert_writes(bank, said['release'], said)
        script.call('tally_restore')
        # The last write of each register is what stays.
        for name, mask in {step['register']: int(step['mask'], 0)
                           for step in said['restore']}.items():
            name = bank.store(name)
            self.assertEqual(bank.held[name] & mask, found[name] & mask, name)

    def faults(self, monitor, said, text):
        """(register, bit) of each kind that is compared, and written as 1."""
        kept = {name: [int(mask, 0) for mask in masks.split()]
                for name, masks in re.findall(r'tally_kept (\w+) (.*)', text)}
        for step in said['configure'] + said['start']:
            name, value = step['register'], int(step['value'], 0)
            has = monitor_registers.access(monitor, name)
            for kind, mask in zip(KINDS, kept.get(name, ())):
                self.assertEqual(mask & ~has.get(kind, 0), 0, (name, kind))
                bits = mask if kind == 'RW' else mask & value
                if bits:
                    yield name, bits & -bits, kind

    def test_what_is_not_taken_is_noticed(self):
        tried = set()
        for row in tally_command.listed('monitors'):
            said, text = self.scripts(row['monitor'])
            for fault in sorted(set(self.faults(row['monitor'], said, text))):
                with self.subTest(monitor=row['monitor'], fault=fault):
                    self.not_taken(row['monitor'], text, *fault[:2])
                tried.add(fault[2])
        self.assertEqual(tried, set(KINDS))

    def not_taken(self, monitor, text, name, bit):
        bank, script = self.begin(monitor, text)
        bank.fault = name, bit
        with self.assertRaises(gdb_script.Ended):
            script.call('tally_configure')
            script.call('tally_start')
        self.assertIn(f'tally: to {name} ', script.said)
        bank.writes.clear()
        with self.assertRaises(gdb_script.Ended):
            script.call('tally_start')
        self.assertEqual(bank.writes, [])


if __name__ == '__main__':
    unittest.main()
