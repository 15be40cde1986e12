# SPDX-License-Identifier: MIT
"""usage: tap.py test_cli_pmuv3.py TALLY=COMMAND

PMUv3's cores, whose registers and events are one family's."""
from command_case import Case

TALLY = ''


class Pmuv3(Case):
    CORES = ['pmuv3', 'cortex-a53', 'cortex-a55', 'cortex-a57', 'cortex-a72',
             'cortex-a76', 'neoverse-n1', 'neoverse-n2', 'neoverse-v1', 'cortex-a34',
             'cortex-r82', 'cortex-x4']

    def test_control_words_of_measured_cores(self):
        """PMCR.N is bits 15:11, IDCODE 23:16, IMP 31:24: QEMU's Cortex-A53,
        A57 and A72 have six counters and the codes 3, 1 and 2."""
        for core, word, code in (('cortex-a53', '0x41033000', 3),
                                 ('cortex-a57', '0x41013000', 1),
                                 ('cortex-a72', '0x41023000', 2)):
            document = self.json('decode', '-m', core, 'PMCR', word)
            fields = {row['field']: int(row['value'], 0)
                      for row in document['registers'][0]['fields']}
            set_ones = {name: n for name, n in fields.items() if n}
            self.assertEqual(set_ones,
                             {'IMP': 0x41, 'IDCODE': code, 'N': 6})

    def test_event_of_a_type(self):
        """0x0800001E: CHAIN, counted everywhere (NSH, bit 27)."""
        document = self.json('decode', '-m', 'pmuv3', 'PMEVTYPER30',
                             '0x0800001E')
        fields = {row['field']: row
                  for row in document['registers'][0]['fields']}
        self.assertEqual(fields['evtCount']['event'], 'CHAIN')
        self.assertEqual(fields['NSH']['value'], '1')
        self.assertEqual(fields['P']['value'], '0')

    def test_every_core_lists_and_plans(self):
        for core in self.CORES:
            with self.subTest(core=core):
                rows = self.json('list', 'registers', '-m', core)['registers']
                self.assertEqual(rows[0]['place'], 'S3_3_C9_C12_0')
                self.assertIn('1 pass (optimal)',
                              self.good('plan', '-m', core))
                self.good('plan', '-m', core, '-M', 'all', '-e', 'all')
                self.assertIn('1.25', self.good(
                    'compute', '-m', core, 'cycles=100', 'instructions=80'))

    def test_topdown(self):
        """Neoverse V1, 8 slots in each of 1000 cycles, 10 mispredictions:
        800/8000 - 40/1000; 1600/8000; 0.1 * 0.7 + 40/1000; 0.9 * 0.7."""
        text = self.good('compute', '-m', 'neoverse-v1', 'cycles=1000',
                         'STALL_SLOT_FRONTEND=800', 'STALL_SLOT_BACKEND=1600',
                         'STALL_SLOT=2400', 'OP_RETIRED=900', 'OP_SPEC=1000',
                         'BR_MIS_PRED=10')
        for name, share in (('frontend_bound', '6.0'),
                            ('backend_bound', '20.0'),
                            ('bad_speculation', '11.0'), ('retiring', '63.0')):
            self.assertRegex(text, name + r' +' + share.replace('.', r'\.'))

    def test_modifiers_and_raw_codes(self):
        plan = self.good('plan', '-m', 'cortex-a53', '-e',
                         'INST_RETIRED:u,L1D_CACHE:w,r0e')
        self.assertIn('INST_RETIRED:u  pass 1', plan)

    def test_classes(self):
        """Of the events that every PMUv3 may have these are the architectural
        ones [DDI0487 D14.3.1]; each event of each core has a class, and the
        cycle counter, which no code selects, has none."""
        architectural = {0, *range(6, 16), 0x1c, 0x1e, 0x21}
        for core in self.CORES:
            rows = self.json('list', 'events', '-m', core)['events']
            # The first, the common ones, and the last that the core has.
            common = [row for row in rows if row['code'] is None or
                      int(row['code'], 0) < 0x40]
            for row in [*common, rows[-1]]:
                with self.subTest(core=core, event=row['name']):
                    told = self.json('explain', core, row['name'])
                    text = told['explanations'][0]['class']
                    if row['code'] is None:
                        self.assertIsNone(text)
                        continue
                    code = int(row['code'], 0)
                    self.assertTrue(text)
                    if code < 0x40:
                        self.assertEqual(text.startswith('architectural'),
                                         code in architectural)
