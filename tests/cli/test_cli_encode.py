#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_cli_encode.py TALLY

`tally encode`: by the documents' worked examples, and as decode's inverse for
every field of every monitor."""
import csv
import io
import json
import os
import random
import subprocess
import sys
import unittest

TALLY = 'tally'


def run(*arguments):
    done = subprocess.run([TALLY, *arguments], capture_output=True, timeout=60)
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    return done


class Case(unittest.TestCase):
    def good(self, *arguments):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ''), arguments)
        return done.stdout

    def registers(self, *arguments):
        document = json.loads(self.good(*arguments, '--json'))
        self.assertEqual(document['schema'], 1)
        return document['registers']

    def value(self, *arguments):
        (register,) = self.registers('encode', *arguments)
        return register['value']

    def bad(self, says, *arguments, monitor='arm1176'):
        done = run('encode', '-m', monitor, *arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ''), arguments)
        self.assertTrue(done.stderr.startswith('tally encode: '))
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, done.stderr)


class Examples(Case):
    def test_pxa250(self):
        """[80200 12.7]: everything reset and enabled, events 7 and 0."""
        fields = ('E=1 P=1 C=1 D=0 inten_ccnt=1 inten_pmn0=1 inten_pmn1=1 '
                  'flag_ccnt=1 flag_pmn0=1 flag_pmn1=1 '
                  'evtCount0=instruction evtCount1=icache_miss').split()
        self.assertEqual(self.value('-m', 'pxa250', 'PMNC', *fields),
                         '0x00007777')

    def test_arm11(self):
        """Event 7 is PMN0's, in 27:20, and 0x0B or 0 PMN1's, in 19:12; the
        low bits are 0x777 as above [DAI0195B 2]."""
        low = ('E=1 P=1 C=1 ECC=1 EC1=1 EC0=1 OCC=1 OC1=1 OC0=1').split()
        for event, value in (('dcache_miss', '0x0070b777'),
                             ('icache_miss', '0x00700777')):
            self.assertEqual(
                self.value('-m', 'arm1176', 'PMNC', 'EvtCount0=instr_exec',
                           f'EvtCount1={event}', *low), value)

    def test_preset(self):
        """2^32 - 1000 [DAI0195B 1]."""
        for text in ('count=-1000', 'count=0xFFFFFC18', 'COUNT=4294966296'):
            self.assertEqual(self.value('-m', 'arm1176', 'PMN0', text),
                             '0xfffffc18')

    def test_names(self):
        """Case, aliases and codes, as everywhere."""
        for text in ('evtcount0=7', 'EVTCOUNT0=0x07', 'EvtCount0=INSTR_EXEC',
                     'EvtCount0=instructions', 'EvtCount0=r07',
                     'EvtCount0=linux:ARMV6_PERFCTR_INSTR_EXEC'):
            self.assertEqual(self.value('-m', 'ARM1176', 'pmcr', text),
                             '0x00700000')

    def test_text(self):
        text = self.good('encode', '-m', 'pxa250', 'PMNC', 'C=1',
                         'flag_pmn0=1')
        lines = text.splitlines()
        self.assertRegex(lines[0], '^pxa250 PMNC = 0x00000104, ')
        # Bits 8 and 2: 256 + 4.
        self.assertIn('decimal  260', lines)
        self.assertIn('binary   0b0000_0000_0000_0000_0000_0001_0000_0100',
                      lines)
        self.assertRegex(text, '(?m)^ +8  flag_pmn0 .*clears this flag '
                         r'\(bit 0 of flag\)$')
        self.assertRegex(text, '(?m)^ +2  C .*when written')
        self.assertNotIn('reserved', text)

    def test_several(self):
        found = self.registers('encode', '-m', 'pxa250', 'PMNC', 'E=1',
                               'PMN0', 'count=5', 'PMN1')
        self.assertEqual([(r['register'], r['value']) for r in found],
                         [('PMNC', '0x00000001'), ('PMN0', '0x00000005'),
                          ('PMN1', '0x00000000')])
        self.assertEqual(found[1]['binary'][-4:], '0101')
        text = self.good('encode', '-m', 'pxa250', 'PMNC', 'E=1', 'PMN0',
                         'count=5', '--csv')
        rows = list(csv.DictReader(io.StringIO(text, newline='')))
        self.assertEqual({(r['register'], r['word']) for r in rows},
                         {('PMNC', '0x00000001'), ('PMN0', '0x00000005')})


class Names(Case):
    def test_slides_fields(self):
        """The slides name three bits together: inten = 7 is all of them."""
        for core in ('pxa250', 'i80200'):
            word, = self.registers('encode', '-m', core, 'PMNC', 'inten=7',
                                   'flag=5', 'evtCount0=7', 'E=1')
            self.assertEqual(word['value'], '0x00007571')
            of = {f['field']: f.get('part_of') for f in word['fields']}
            self.assertEqual(of['inten_ccnt'], 'inten')
            self.assertEqual(of['flag_pmn1'], 'flag')
            self.assertIsNone(of['E'])
        self.bad('inten_pmn1 is given twice', 'PMNC', 'inten=7',
                 'inten_pmn1=1', monitor='pxa250')
        self.bad('inten=8', 'PMNC', 'inten=8', monitor='pxa250')
        self.bad('no field inten', 'PMNC', 'inten=7', monitor='xscale2')

    def test_events_that_a_core_has(self):
        """[DDI0487 D24.5]: PMCEID0 of a Cortex-A53, bit n the event n; the
        upper half the events 0x4000 + n, and PMCEID1 those from 0x20 on."""
        word, = self.registers('decode', '-m', 'pmuv3', 'PMCEID0',
                               '0x67ffbfff')
        high, low = word['fields']
        self.assertEqual(high['events'], [])
        self.assertEqual(len(low['events']), 28)
        self.assertEqual(low['events'][:3], ['SW_INCR', 'L1I_CACHE_REFILL',
                                             'L1I_TLB_REFILL'])
        self.assertEqual(low['events'][0x11 - 1], 'CPU_CYCLES')
        for name in ('BR_RETURN_RETIRED', 'INST_SPEC', 'TTBR_WRITE_RETIRED',
                     'L1D_CACHE_ALLOCATE'):
            self.assertNotIn(name, low['events'])
        text = ' '.join(run('decode', '-m', 'pmuv3', 'PMCEID0',
                            '0x67ffbfff').stdout.split())
        self.assertIn('ID: ' + ' '.join(low['events']), text)
        for word, names in ((f'{1 << 3:#x}', {'ID': ['STALL_FRONTEND']}),
                            (f'{0x11 << 32:#x}',
                             {'IDhi': ['LDST_ALIGN_LAT',
                                       'MEM_ACCESS_CHECKED']})):
            word, = self.registers('decode', '-m', 'pmuv3', 'PMCEID1', word)
            self.assertEqual({f['field']: f['events'] for f in word['fields']
                              if f['events']}, names)
        word, = self.registers('decode', '-m', 'pmuv3', 'PMCEID0',
                               f'{1 << 32 + 4:#x}')
        self.assertEqual(word['fields'][0]['events'], ['CNT_CYCLES'])


class Errors(Case):
    def test_fields(self):
        self.bad('did you mean EvtCount0?', 'PMNC', 'EvtCont0=1')
        self.bad('`tally decode -m arm1176 PMNC 0`', 'PMNC', 'zebra=1')
        self.bad(['EvtCount0', '8 bits', '27:20', '0xff'], 'PMNC',
                 'EvtCount0=0x100')
        self.bad(['one bit', 'bit 3'], 'PMNC', 'D=2')
        self.bad('one bit', 'PMNC', 'D=-1')
        self.bad('32 bits', 'PMN0', 'count=0x100000000')
        self.bad('32 bits', 'PMN0', 'count=-0x100000000')
        self.bad('given twice', 'PMNC', 'E=1', 'e=0')
        self.bad('whole number', 'PMNC', 'E=')
        self.bad('whole number', 'PMNC', 'E=yes')

    def test_events(self):
        self.bad('did you mean dcache_miss?', 'PMNC', 'EvtCount0=dcache_mis')
        self.bad('no code selects cycles', 'PMNC', 'EvtCount0=cycles')
        self.bad('-M cpi', 'PMNC', 'EvtCount0=cpi')

    def test_registers(self):
        self.bad('did you mean PMNC or PMN0?', 'PMNX', 'E=1')
        self.bad('Name it first', 'E=1')
        self.bad('tally encode -m arm1176 PMNC')
        done = run('encode', 'PMNC', 'E=1')
        self.assertEqual(done.returncode, 2)
        self.assertIn('say which monitor with -m', done.stderr)

    def test_help(self):
        lines = self.good('encode', '--help').splitlines()
        self.assertLessEqual(len(lines), 24)
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertEqual(lines[-3], 'Examples:')
        for line in lines[-2:]:
            self.good(*line.split()[1:])


class RoundTrip(Case):
    """encode and decode are each other's inverse."""

    def all_of_them(self):
        """One register of each layout that a family of monitors has."""
        rows = json.loads(self.good('list', 'registers', '--json'))
        layouts = {}
        for row in rows['registers']:
            layouts.setdefault((row['monitor'].split('/')[0], row['bits'],
                                tuple(row['fields'])),
                               (row['monitor'], row['name'], row['bits']))
        return layouts.values()

    def fields(self, monitor, register, *values):
        """Of each value, what is found and the fields in it."""
        words = [word for value in values for word in (register, value)]
        return [(found, [f for f in found['fields']
                         if f['field'] != '(reserved)'])
                for found in self.registers('decode', '-m', monitor, *words)]

    def values(self, *arguments):
        """Numbers of several registers, by one command."""
        return [int(row['value'], 0)
                for row in self.registers('encode', *arguments)]

    @staticmethod
    def mask(field):
        high, _, low = field['bits'].partition(':')
        low = int(low or high)
        return (2 << int(high)) - (1 << low), low

    def test_every_field(self):
        """All ones in one field are its bits, and nothing else's."""
        for monitor, register, _ in self.all_of_them():
            seen, masks, words = 0, [], []
            ((_, fields),) = self.fields(monitor, register, '0')
            for field in fields:
                mask, low = self.mask(field)
                self.assertEqual(seen & mask, 0, 'fields overlap')
                seen |= mask
                masks.append(mask)
                words += register, f'{field["field"]}={mask >> low}'
            self.assertEqual(self.values('-m', monitor, *words), masks)

    def test_words(self):
        """A word, decoded and encoded, loses its reserved bits only."""
        random.seed(1)
        for monitor, register, bits in self.all_of_them():
            given = (0, 2 ** bits - 1, *(random.getrandbits(bits)
                                         for _ in range(4)))
            wanted, words = [], []
            for word, (found, fields) in zip(given, self.fields(
                    monitor, register, *map(hex, given)), strict=True):
                wanted.append(word & ~int(found['reserved_bits_set'], 0))
                words += register, *(f'{f["field"]}={f["value"]}'
                                     for f in fields)
            self.assertEqual(self.values('-m', monitor, *words), wanted)


if __name__ == '__main__':
    if len(sys.argv) < 2 or sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    TALLY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
