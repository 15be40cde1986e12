# SPDX-License-Identifier: MIT
"""usage: tap.py test_cli_decode.py TALLY=COMMAND

tally decode.  Numbers come from the documents' worked examples."""
from command_case import Case

TALLY = ''


class Decode(Case):
    def fields(self, *arguments):
        register = self.json('decode', *arguments)['registers'][0]
        return register, {row['field']: row for row in register['fields']}

    def test_worked_example(self):
        """[80200 12.7]: E1 P1 C1 D0 inten 7 flag 7 evt0 7 evt1 0."""
        register, fields = self.fields('-m', 'pxa250', 'PMNC', '0x7777')
        self.assertEqual(register['value'], '0x00007777')
        self.assertEqual(register['reserved_bits_set'], '0x00000000')
        values = {name: int(row['value'], 0) for name, row in fields.items()}
        self.assertEqual(values, {
            'E': 1, 'P': 1, 'C': 1, 'D': 0, 'evtCount0': 7, 'evtCount1': 0,
            'inten_ccnt': 1, 'inten_pmn1': 1, 'inten_pmn0': 1,
            'flag_ccnt': 1, 'flag_pmn1': 1, 'flag_pmn0': 1})
        self.assertEqual(fields['evtCount0']['event'], 'instruction')
        self.assertEqual(fields['evtCount1']['event'], 'icache_miss')
        self.assertIn('clears this flag', fields['flag_ccnt']['meaning'])
        self.assertIn('unpredictable', fields['C']['meaning'])

    def test_arm11_field_order(self):
        """The same value on an ARM11 swaps the counters."""
        _, fields = self.fields('-m', 'arm1176', 'pmnc', '0x7777')
        self.assertEqual(fields['EvtCount0']['event'], 'icache_miss')
        self.assertEqual(fields['EvtCount1']['event'], 'instr_exec')
        _, fields = self.fields('-m', 'arm1176', 'PMCR', '0x0070B777')
        self.assertEqual(fields['EvtCount0']['event'], 'instr_exec')
        self.assertEqual(fields['EvtCount1']['event'], 'dcache_miss')

    def test_fiq_steering(self):
        """[DAI0195B table 1] FCC, FC1, FC0: bits 30 to 28, ARM1156 only."""
        register, fields = self.fields('-m', 'arm1156', 'PMNC', '0x3070B071')
        self.assertEqual([int(fields[name]['value'], 0)
                          for name in ('FCC', 'FC1', 'FC0')], [0, 1, 1])
        self.assertEqual(register['reserved_bits_set'], '0x00000000')
        self.assertIn('not established', fields['FCC']['meaning'])
        register, fields = self.fields('-m', 'arm1136', 'PMNC', '0x3070B071')
        self.assertNotIn('FC0', fields)
        self.assertEqual(register['reserved_bits_set'], '0x30000000')

    def test_four_counters(self):
        """Bit 0 of INTEN and FLAG is CCNT's, bit i + 1 PMNi's; PMN0 has
        EVTSEL's lowest byte [CORE 8]; 0xFF is the idle event."""
        registers = self.json('decode', '-m', 'xscale2', 'EVTSEL',
                              '0xFFFF0007', 'INTEN', '0x07', 'FLAG', '0x12',
                              'PMNC', '0x14000009')['registers']
        fields = [{row['field']: row for row in register['fields']}
                  for register in registers]
        self.assertEqual([fields[0][f'evtCount{i}']['event']
                          for i in range(4)],
                         ['instruction', 'icache_miss', 'unused', 'unused'])
        on = [[name for name, row in f.items() if row['value'] == '1']
              for f in fields]
        self.assertEqual(on[1:], [['P1', 'P0', 'C'], ['P3', 'P0'],
                                  ['D', 'E']])
        self.assertEqual(fields[3]['ID']['value'], '0x14')
        self.assertIn('clears this flag', fields[2]['P3']['meaning'])

    def test_reserved_bits(self):
        register, fields = self.fields('-m', 'arm1176', 'PMNC', '0xF0000081')
        self.assertEqual(register['reserved_bits_set'], '0xf0000080')
        reserved = [row for row in register['fields']
                    if row['field'] == '(reserved)']
        self.assertEqual([row['bits'] for row in reserved], ['31:28', '7'])
        self.assertIn('should be written as zero', reserved[0]['meaning'])
        text = self.good('decode', '-m', 'arm1176', 'PMNC', '0xF0000081')
        self.assertIn('the value should be 0x00000001', text)
        text = self.good('decode', '-m', 'arm1176', 'PMNC', '1')
        self.assertNotIn('reserved', text)
        register, _ = self.fields('-m', 'arm1176', 'ACCVAL', '3')
        self.assertEqual([row['bits'] for row in register['fields']],
                         ['1', '0'])
        register, _ = self.fields('-m', 'pxa250', 'PMNC', '0x880')
        self.assertEqual(register['reserved_bits_set'], '0x00000880')

    def test_reserved_event(self):
        _, fields = self.fields('-m', 'pxa250', 'PMNC', '0x18000')
        self.assertNotIn('event', fields['evtCount0'])
        self.assertIn('no event has this code', fields['evtCount0']['meaning'])

    def test_a_name_without_the_level(self):
        """As manuals have it in a sentence, and the kernel in its sources."""
        for name in 'ID_AA64DFR0', 'ID_AA64DFR0_EL1', 'id_aa64dfr0':
            register, fields = self.fields('-m', 'pmuv3', name, '0x600')
            self.assertEqual(register['register'], 'ID_AA64DFR0_EL1')
            self.assertEqual(fields['PMUVer']['value'], '0x6')
            self.assertIn('PMUv3', fields['PMUVer']['meaning'])

    def test_counter(self):
        text = self.good('decode', '-m', 'pxa250', 'PMN0', '0x6AAAAAAA')
        self.assertIn('1789569706', text)

    def test_several(self):
        arguments = ['-m', 'pxa250', 'PMNC', '0x7777', 'CCNT', '0x20']
        registers = self.json('decode', *arguments)['registers']
        self.assertEqual([row['register'] for row in registers],
                         ['PMNC', 'CCNT'])
        rows = self.rows('decode', *arguments)
        self.assertEqual(rows[0]['register'], 'PMNC')
        self.assertEqual(rows[-1]['register'], 'CCNT')
        self.assertEqual(rows[1]['event'], 'instruction')
        text = self.good('decode', *arguments)
        self.assertIn('CCNT = 0x00000020', text)

    def test_errors(self):
        pxa = ('decode', '-m', 'pxa250')
        self.bad(2, *pxa, 'PMNC', '0x100000000',
                 says='does not fit PMNC, which has 32 bits')
        self.bad(2, *pxa, '--', 'PMNC', '-1', says='not a whole number')
        self.bad(2, *pxa, 'PMNC', '0x', says='not a whole number')
        self.bad(2, *pxa, 'PMNC', '12q', says='not a whole number')
        self.bad(2, *pxa, 'PMNC', '', says='an argument is empty')
        self.bad(2, *pxa, 'PMNC', '1' * 30, says='does not fit 64 bits')
        self.bad(2, *pxa, 'PNMC', '1', says='did you mean PMNC?')
        self.bad(2, *pxa, 'ACCVAL', '1', says='has no register')
        self.bad(2, *pxa, 'PMNC', says='a register and its value')
        self.bad(2, *pxa, says='a register and its value')
        done = self.bad(2, *pxa, 'PMNC', '1', 'X', '1', '--json')
        self.assertEqual(done.stdout, '')
