# SPDX-License-Identifier: MIT
"""What a debugger's form of `tally script` does, for each monitor that it
takes, on registers that do what the catalogue says of their fields: the writes
of the JSON form, what was found is found again, and a server that takes a write
and changes nothing is noticed by each kind of bit."""
import json
import re

import monitor_registers
import tally_command

# What `tally_kept` says of bits: as they are written; 1 where 1 is written; 0
# where 1 is written.
KINDS = 'RW', 'W1S', 'W1C'


class Ended(Exception):
    """An error: the command, and those that called it, are over."""


class Forms:
    """Cases for a TestCase that has `form`; begin(bank, text), which gives the
    script's commands on those registers: call(*words) gives what a command
    gives, or raises Ended, and `said` is what it says; counts(given), {event:
    number}; and kept(text), a list of (register, masks)."""
    form = ''

    def scripts(self):
        """Of each monitor its pass in JSON, and the form, if there is one."""
        for row in tally_command.listed('monitors'):
            monitor = row['monitor']
            words = 'script', '-m', monitor, *monitor_registers.asked(monitor)
            done = tally_command.tally(*words, '--as', self.form)
            reason = self.refused(monitor)
            if reason:
                self.assertEqual(done.returncode, 1, monitor)
                self.assertIn(reason, done.stderr)
                continue
            self.assertEqual((done.returncode, done.stderr), (0, ''))
            (said,) = json.loads(
                tally_command.printed(*words, '--json'))['passes']
            yield monitor, said, done.stdout

    def refused(self, _):
        """What is said where the form has no command for its registers."""
        return ''

    def assert_writes(self, bank, wanted, said):
        """Of bits that act when they are written one at a time, all but one
        are written before."""
        selects = {step['select'] for part in said.values()
                   if isinstance(part, list)
                   for step in part if 'select' in step}
        writes = [write for write in bank.writes if write[0] not in selects]
        for step in wanted:
            while writes and writes[0] != step:
                name, value = writes.pop(0)
                self.assertEqual((name, value & ~step[1]), (step[0], 0))
            self.assertTrue(writes, step)
            writes.pop(0)
        self.assertEqual(writes, [])
        bank.writes.clear()

    def assert_the_rest(self, bank, found, said):
        """What no step names and counts nothing is as it was found: a select
        register, too."""
        named = {bank.store(step['register']) for part in
                 ('configure', 'start', 'stop', 'counts', 'release', 'restore')
                 for step in said[part]}
        self.assertEqual({name: value for name, value in bank.held.items()
                          if name not in named},
                         {name: value for name, value in found.items()
                          if name not in named})

    @staticmethod
    def writes(steps, found, values):
        """With the other bits as they were, where only some are a step's."""
        return [(step['register'],
                 value | found[step['register']] &
                 ~int(step.get('only', '-1'), 0))
                for step, value in zip(steps, values)]

    def wanted(self, steps, found):
        return self.writes(steps, found,
                           [int(step['value'], 0) for step in steps])

    def test_the_writes_of_the_json_form_and_what_was_found(self):
        tried = 0
        for monitor, said, text in self.scripts():
            with self.subTest(monitor=monitor):
                self.carry_out(monitor_registers.Bank(monitor), said, text)
                tried += 1
        self.assertGreater(tried, 10)

    def carry_out(self, bank, said, text):
        script = self.begin(bank, text)
        found = dict(bank.held)
        restored = self.writes(said['restore'], found, [
            bank.value(step['register']) & int(step['mask'], 0) |
            int(step.get('always', '0'), 0) for step in said['restore']])
        script.call('tally_save')
        self.assert_the_rest(bank, found, said)
        bank.writes.clear()
        for part in 'configure', 'start', 'stop':
            script.call(f'tally_{part}')
            self.assert_writes(bank, self.wanted(said[part], found), said)
            self.assert_the_rest(bank, found, said)
        self.assert_read(bank, script, said['counts'])
        script.call('tally_release')
        self.assert_writes(bank, self.wanted(said['release'], found), said)
        script.call('tally_restore')
        self.assert_writes(bank, restored, said)
        self.assert_the_rest(bank, found, said)
        # The last write of each register is what stays.
        for name, mask in {step['register']: int(step['mask'], 0)
                           for step in said['restore']}.items():
            name = bank.store(name)
            self.assertEqual(bank.held[name] & mask, found[name] & mask, name)

    def assert_read(self, bank, script, counts):
        """Counters that came to something, and half of them over their top."""
        for at, count in enumerate(counts):
            for place in 'register', 'upper_register', 'other_word':
                if count[place]:
                    bank.fill(count[place])
            flag = count['overflow_register']
            if flag and at % 2:
                bank.held[bank.store(flag)] |= 1 << count['overflow_bit']
        there = self.counts(script.call('tally_read'))
        self.assertEqual(there, {count['event']: self.count(bank, count)
                                 for count in counts})
        self.assertEqual(
            set(re.findall(r'(\S+) has wrapped', script.said)),
            {count['event'] for count in counts if count['overflow_register']
             and bank.value(count['overflow_register']) >>
             count['overflow_bit'] & 1})
        bank.writes.clear()

    @staticmethod
    def count(bank, row):
        """Of its register and of one that has the upper half or, in an order
        that no document tells, one of two words."""
        upper, other = row['upper_register'], row['other_word']
        return (bank.value(row['register']) |
                (bank.value(upper) << 32 if upper else 0) |
                (bank.value(other) if other else 0)) & (1 << row['bits']) - 1

    def faults(self, monitor, said, text):
        """(register, bit) of each kind that is compared, and written as 1."""
        kept = {name: [int(mask, 0) for mask in masks]
                for name, masks in self.kept(text)}
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
        for monitor, said, text in self.scripts():
            for fault in sorted(set(self.faults(monitor, said, text))):
                with self.subTest(monitor=monitor, fault=fault):
                    self.not_taken(monitor_registers.Bank(monitor), text,
                                   *fault[:2])
                tried.add(fault[2])
        self.assertEqual(tried, set(KINDS))

    def not_taken(self, bank, text, name, bit):
        script = self.begin(bank, text)
        bank.fault = name, bit
        with self.assertRaises(Ended):
            script.call('tally_configure')
            script.call('tally_start')
        self.assertIn(f'tally: to {name} ', script.said)
        bank.writes.clear()
        with self.assertRaises(Ended):
            script.call('tally_start')
        self.assertEqual(bank.writes, [])
