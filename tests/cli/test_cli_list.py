# SPDX-License-Identifier: MIT
"""usage: tap.py test_cli_list.py TALLY=COMMAND

tally list: what there is, by kind."""
import json

from command_case import Case, run

TALLY = ''


class List(Case):
    def test_monitors(self):
        text = self.good('list')
        self.assertEqual(text, self.good('list', 'monitors'))
        names = [line.split()[0] for line in text.splitlines()[1:]]
        for name in 'arm1136 arm1156 arm1176 pxa250 i80200 xscale2'.split():
            self.assertIn(name, names)
        rows = {row['monitor']: row for row in
                self.json('list', 'monitors')['monitors']}
        self.assertEqual(rows['pxa250']['counters'], ['ccnt', 'pmn0', 'pmn1'])
        self.assertEqual(rows['xscale2']['counters'],
                         ['ccnt', 'pmn0', 'pmn1', 'pmn2', 'pmn3'])

    def test_lists_for_people(self):
        """Names in a row are shown as one, two only if they are long; where
        that is wide still, their number.  Programs get each name."""
        text = self.good('list', 'monitors')
        for shown in ('  ccnt pmn0 pmn1  ', '  ccnt pmn0-3  ', '  evr0 evr1  ',
                      '  pmevcntr0-30 pmccntr  ', '  91 of them  '):
            self.assertIn(shown, text)
        for line in text.splitlines():
            self.assertLessEqual(len(line), 120, "a line of `tally list monitors` is "
                            f"too wide; shorter names of counters or a "
                            f"shorter title make room: {line}")
        rows = self.json('list', 'monitors', 'pmuv3')['monitors']
        self.assertEqual(rows[0]['counters'],
                         [f'pmevcntr{n}' for n in range(31)] + ['pmccntr'])
        self.assertIn('pmc0;pmc1;pmc2;pmc3;', self.good(
            'list', 'monitors', 'mpc8540', '--csv'))

    def test_event_rows(self):
        rows = self.json('list', 'events')['events']
        keys = ('monitor name code kind description counters source '
                'evidence aliases').split()
        for row in rows:
            self.assertLessEqual(set(keys), set(row))
        found = {(row['monitor'], row['name']): row for row in rows}
        row = found['arm1176', 'dcache_access_cacheable']
        self.assertEqual(row['code'], '0x09')
        self.assertEqual(row['kind'], 'occurrence')
        self.assertEqual(row['counters'], ['pmn0', 'pmn1'])
        self.assertEqual(row['evidence'], 'agreed')
        self.assertIn('linux:ARMV6_PERFCTR_DCACHE_HIT', row['aliases'])
        self.assertIn('not hits', row['note'])
        row = found['pxa250', 'cycles']
        self.assertIsNone(row['code'])
        self.assertEqual(row['counters'], ['ccnt'])
        self.assertEqual(found['pxa250', 'unused']['evidence'], 'transcribed')
        self.assertNotIn('0xfe', [row['code'] for row in rows])

    def test_a_class_of_an_event_is_the_architectures(self):
        """The published words are architectural, microarchitectural and
        implementation defined; from 0x40 to 0xbf they are recommended."""
        rows = self.json('list', 'events')['events']
        monitors = {row['monitor'] for row in rows if row['class']}
        self.assertGreater(len(monitors), 5)
        for row in rows:
            with self.subTest(monitor=row['monitor'], name=row['name']):
                if not row['code'] or row['monitor'] not in monitors:
                    self.assertIsNone(row['class'])
                    continue
                code = int(row['code'], 0)
                self.assertEqual('recommended' in row['class'],
                                 0x40 <= code & 0x3fff <= 0xbf and
                                 code < 0x8000)
                self.assertEqual(row['class'] == 'implementation defined',
                                 code & 0x3fff >= 0xc0 and code < 0x8000)
        found = {(row['monitor'], row['name']): row['class'] for row in rows}
        core = 'pmuv3/cortex-a57'
        for name, is_it in (('INST_RETIRED', 'architectural'),
                            ('L1D_CACHE', 'microarchitectural'),
                            ('EXC_UNDEF', 'architectural, recommended'),
                            ('BUS_ACCESS_RD',
                             'microarchitectural, recommended')):
            self.assertEqual(found[core, name], is_it)
        text = self.good('list', 'events', '-m', 'arm1176')
        self.assertNotIn('class', text.splitlines()[0])
        text = self.good('list', 'events', '-m', 'cortex-a57')
        self.assertIn('class', text.splitlines()[0])
        self.assertIn('architectural, recommended', text)
        self.assertIn(',"microarchitectural, recommended"', self.good(
            'list', 'events', '-m', 'cortex-a57', '--csv'))

    def test_forms_agree(self):
        for kind in 'monitors events metrics groups registers'.split():
            sheet = self.rows('list', kind)
            document = self.json('list', kind)[kind]
            text = self.good('list', kind).splitlines()
            self.assertEqual(len(sheet), len(document))
            self.assertEqual(len(text), len(document) + 1)
            for cells, row in zip(sheet, document):
                for key, cell in cells.items():
                    value = row[key]
                    if isinstance(value, list):
                        value = ';'.join(value)
                    if isinstance(value, float):
                        self.assertEqual(float(cell), value)
                    else:
                        self.assertEqual(cell, '' if value is None
                                         else str(value))

    def test_glob(self):
        rows = self.json('list', 'events', '*TLB*', '-m', 'arm1176')['events']
        self.assertEqual([row['name'] for row in rows],
                         ['itlb_miss', 'dtlb_miss', 'main_tlb_miss'])
        rows = self.json('list', 'events', 'papi:*', '-m', 'pxa250')['events']
        self.assertIn('cycles', [row['name'] for row in rows])
        self.assertNotIn('unused', [row['name'] for row in rows])
        rows = self.json('list', 'events', 'IC_MISS')['events']
        self.assertEqual({row['name'] for row in rows}, {'icache_no_deliver'})
        self.assertEqual([row['monitor'] for row in rows],
                         ['pxa250', 'i80200', 'xscale2'])
        rows = self.json('list', 'metrics', '?p?', '--monitor=pxa250')
        self.assertEqual([row['name'] for row in rows['metrics']],
                         ['cpi', 'ipc'])

    def test_nothing_matches(self):
        done = self.bad(1, 'list', 'events', 'xyz*',
                        says='no events match xyz*')
        self.assertEqual(len(done.stdout.splitlines()), 1)
        done = run('list', 'events', 'xyz*', '--json')
        self.assertEqual(done.returncode, 1)
        self.assertEqual(json.loads(done.stdout)['events'], [])

    def test_metrics(self):
        rows = self.json('list', 'metrics', '-m', 'pxa250')['metrics']
        row = {row['name']: row for row in rows}['icache_miss_rate']
        self.assertEqual(row['formula'], 'icache_miss / instruction')
        self.assertEqual((row['unit'], row['scale']), ('%', 100))
        self.assertEqual(row['direction'], 'lower is better')

    def test_groups(self):
        rows = self.json('list', 'groups', '-m', 'pxa250')['groups']
        names = [row['name'] for row in rows]
        for mode in ('icache_efficiency', 'dcache_efficiency',
                     'fetch_latency', 'buffer_full', 'stall_writeback',
                     'itlb_efficiency', 'dtlb_efficiency', 'overview'):
            self.assertIn(mode, names)

    def test_registers(self):
        rows = {(row['monitor'], row['name']): row
                for row in self.json('list', 'registers')['registers']}
        self.assertEqual(rows['arm1176', 'PMN1']['place'],
                         'p15,0,Rd,c15,c12,3')
        self.assertEqual(rows['pxa250', 'PMN1']['place'], 'p14,0,Rd,c3,c0,0')
        self.assertEqual(rows['pxa250', 'PMNC']['fields'][:2],
                         ['evtCount1', 'evtCount0'])
        self.assertEqual(rows['xscale2', 'EVTSEL']['place'],
                         'p14,0,Rd,c8,c1,0')
        self.assertEqual(rows['xscale2', 'PMN3']['place'],
                         'p14,0,Rd,c3,c2,0')
        self.assertNotIn(('pxa250', 'EVTSEL'), rows)
        self.assertNotIn(('arm1136', 'ACCVAL'), rows)

    def test_boards(self):
        """A build without boards says so; one with them calls them what
        they are."""
        done = run('list', 'boards', '--json')
        if done.returncode:
            self.assertIn('no simulated boards', done.stderr)
            return
        for row in json.loads(done.stdout)['boards']:
            self.assertIs(row['simulated'], True)

    def test_usage(self):
        self.bad(2, 'list', 'evnets', says='did you mean events?')
        self.bad(2, 'list', 'everything', says='monitors, events, metrics')
        self.bad(2, 'list', 'events', 'a', 'b', says='quote the GLOB')
