#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_cli_powerquicc.py TALLY

The four monitors of PowerQUICC III through the command: AN3636's metrics from
planted counts, its worked example, its names, and what is easily got wrong.
Expected values are worked out by hand from [AN3636] table 1 and 4.1."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TALLY = 'tally'
CORES = 'e500v1', 'e500v2'
PARTS = 'mpc8540', 'mpc8548'

# [AN3636 4.1]: what is written where, in the note's own order.
CLEAR = [(0xE1038, 0), (0xE1048, 0), (0xE1058, 0), (0xE1068, 0)]
EVENTS = [(0xE1030, 0x007B0000), (0xE1040, 0x00160000),
          (0xE1050, 0x00790000), (0xE1060, 0x00170000)]
STOP, START = (0xE1000, 0x80000000), (0xE1000, 0)
NOTE = [*CLEAR, STOP, *EVENTS, START]


class Case(unittest.TestCase):
    def run_tally(self, *words):
        done = subprocess.run([TALLY, *words], capture_output=True, text=True,
                              timeout=60, check=False)
        return done.returncode, done.stdout, done.stderr

    def good(self, *words):
        status, out, err = self.run_tally(*words)
        self.assertEqual((status, err), (0, ''), words)
        return out

    def bad(self, status, text, *words):
        done = self.run_tally(*words)
        self.assertEqual((done[0], done[1]), (status, ''), words)
        self.assertIn(text, done[2])
        self.assertEqual(done[2].count('\n'), 1)

    def json(self, *words):
        return json.loads(self.good(*words, '--json'))


class Metrics(Case):
    def compute(self, monitor, *words):
        rows = self.json('compute', '-m', monitor, *words)['metrics']
        return {row['name']: row['value'] for row in rows
                if row['value'] is not None}

    # Table 1, by hand: 1.5 = 1500000 / 1000000; (200000 - 190000) / 200000;
    # 1000 * 200000 / 1500000; 3000 / 1500000; 4000 / (50000 + 30000).
    CORE = ('CE:Ref:1=1000000', 'CE:Ref:2=1500000', 'CE:Com:12=200000',
            'CE:Com:17=190000', 'CE:Com:60=3000', 'CE:Com:41=4000',
            'CE:Com:9=50000', 'CE:Com:10=30000')

    def test_core(self):
        for monitor in CORES:
            found = self.compute(monitor, *self.CORE, '--clock-hz',
                                 '500000000')
            for name, value in {
                    'core_cycles': 1000000, 'seconds': 0.002, 'ipc': 1.5,
                    'cpi': 1 / 1.5, 'branch_miss_ratio': 5,
                    'branches_pki': 133.3333333, 'icache_miss_rate': 0.2,
                    'dcache_miss_rate': 5, 'dcache_hit_ratio': 95,
                    'cpu_efficiency': 0.5, 'mips': 750}.items():
                self.assertAlmostEqual(found[name], value, 6, name)

    # (10 + 30) / (10 + 30 + 40 + 80); 5 / (5 + 15).
    L2 = ('SE:C2:59=10', 'SE:Ref:22=40', 'SE:C4:57=30', 'SE:Ref:23=80',
          'SE:C1:54=5', 'SE:Ref:24=15')

    def test_device(self):
        for monitor in PARTS:
            found = self.compute(monitor, *self.L2)
            self.assertAlmostEqual(found['l2_core_miss_rate'], 25)
            self.assertAlmostEqual(found['l2_hit_ratio'], 75)
            self.assertAlmostEqual(found['l2_core_i_miss_rate'], 20)
            self.assertAlmostEqual(found['l2_core_d_miss_rate'], 300 / 11)
            self.assertAlmostEqual(found['l2_noncore_miss_rate'], 25)

    def test_ddr(self):
        """Printed without their number, which is 0: (7 + 3) / (7+3+25+5)."""
        found = self.compute('mpc8540', 'SE:C2=7', 'SE:C4=3', 'SE:C6=25',
                             'SE:C8=5')
        self.assertAlmostEqual(found['ddr_page_miss_rate'], 25)
        self.assertAlmostEqual(found['ddr_page_hit_ratio'], 75)

    def test_packets(self):
        """Core and device: 1500000 / 300; 300 / (1000000 / 500 MHz)."""
        found = self.compute(
            'mpc8540', 'SE:Ref:36=300', 'e500v1:CE:Ref:2=1500000',
            'e500v1:PROCESSOR_CYCLES=1000000', 'SE:C0=400000', '--clock-hz',
            '500000000')
        self.assertAlmostEqual(found['ipp'], 5000)
        self.assertAlmostEqual(found['pps'], 150000)
        self.assertAlmostEqual(found['clock_ratio_measured'], 2.5)
        self.assertNotIn('core_cycles', found) # nobody said the ratio

    def test_ratio(self):
        """SE:C0 times the ratio of the clocks: 400000 * 2.5; 300 / 2 ms."""
        for ratio in '2.5', '5:2', '2.500':
            found = self.compute(
                'mpc8540', 'SE:Ref:36=300', 'SE:C0=400000', '--clock-ratio',
                ratio, '--clock-hz', '500000000')
            self.assertAlmostEqual(found['core_cycles'], 1000000)
            self.assertAlmostEqual(found['seconds'], 0.002)
            self.assertAlmostEqual(found['pps_platform'], 150000)
        for ratio in '0', '-1', '1001', '5:0', '2,5', '1:2:3', '', '2.', ':2':
            self.assertEqual(self.run_tally(
                'compute', '-m', 'mpc8540', 'SE:C0=1', '--clock-ratio',
                ratio)[0], 2, ratio)

    def test_two_branch_misses(self):
        """By BTB hits 5 %, by mispredictions 8 %: both are there, told."""
        found = self.compute('e500v2', *self.CORE, 'CE:Com:15=16000')
        self.assertAlmostEqual(found['branch_miss_ratio'], 5)
        self.assertAlmostEqual(found['branch_mispredict_ratio'], 8)
        for name in 'branch_miss_ratio', 'branch_mispredict_ratio':
            self.assertIn('they can differ', ' '.join(
                self.good('explain', 'e500v2', name).split()))
        # An overview says how many branches went wrong, whether or not the
        # buffer of targets had them.
        for core in 'e500v1', 'e500v2':
            plan = self.good('plan', '-m', core, '-g', 'overview')
            self.assertIn('branch_mispredict_ratio', plan)
            self.assertNotIn('branch_miss_ratio', plan)


class Plans(Case):
    def passes(self, *words):
        return self.json('plan', *words)['plan']['pass']

    def test_one_pass_each(self):
        """Each metric's events are counted together."""
        for monitor in CORES + PARTS:
            metrics = self.json('list', 'metrics', '-m', monitor)['metrics']
            for row in metrics:
                if 'e500v' in row['formula']: # with the core's monitor
                    continue
                self.assertEqual(len(self.passes('-m', monitor, '-M',
                                                 row['name'])), 1)

    def test_table_1(self):
        """Eight core events: 41, 9, 10 fill three counters, 60 and 2 do not
        fit beside them, nor do 12 and 17 with both cycles and instructions."""
        self.assertEqual(len(self.passes('-m', 'e500v2', '-g', 'an3636')), 3)
        # L2: PMC2, 4, 1 and three more; the DDR events are on C2 and C4, too.
        self.assertEqual(len(self.passes('-m', 'mpc8540', '-g', 'an3636')), 2)
        self.assertEqual(len(self.passes('-m', 'mpc8548', '-g', 'an3636')), 1)

    def held(self, *words):
        (only,) = self.passes(*words)
        return only

    def test_documented_counters(self):
        """[AN3636 4.1]: PMC2 to PMC5, whatever else could have them."""
        for monitor in PARTS:
            held = self.held('-m', monitor, '-M', 'l2_core_miss_rate')
            self.assertEqual(
                [held[f'pmc{n}'] for n in range(2, 6)],
                ['L2_CORE_I_MISS', 'L2_CORE_I_HIT', 'L2_CORE_D_MISS',
                 'L2_CORE_D_HIT'])

    def test_counters_of_their_own(self):
        """Nine events of one counter each, and the platform's clock."""
        names = [f'SE:C{n}:{40 + n}' for n in range(1, 10)] # none has a row
        held = self.held('-m', 'mpc8548', '-e', ','.join(names))
        for n, name in enumerate(names, 1):
            self.assertEqual(held[f'pmc{n}'], name)
        self.assertEqual(held['pmc0'], 'CCB_CYCLES')
        held = self.held('-m', 'mpc8540', '-e', 'SE:C2:0,SE:C4:0')
        self.assertEqual((held['pmc2'], held['pmc4']),
                         ('DDR_PIPE_RW_MISS', 'DDR_NONPIPE_RW_MISS'))

    def test_same_number_twice(self):
        """C3:61 and C2:61 are two events; two of one counter, two passes."""
        held = self.held('-m', 'mpc8540', '-e', 'SE:C2:61,SE:C3:61')
        self.assertEqual((held['pmc2'], held['pmc3']),
                         ('DBG_WATCHPOINT', 'DBG_TRIG_IN'))
        self.assertEqual(len(self.passes('-m', 'mpc8540', '-e',
                                         'SE:C2:61,SE:C2:59')), 2)
        self.bad(1, 'pmc2', 'plan', '-m', 'mpc8540', '-e',
                 '{SE:C2:61,SE:C2:59}')

    def test_thresholds(self):
        """Events 76 to 81 are on PMC0 and PMC1 only."""
        self.assertEqual(len(self.passes(
            '-m', 'e500v1', '-e', 'CE:C0:76,CE:C0:77,CE:C1:78')), 2)

    def test_counts_of_two_monitors(self):
        """AN3636's IPP and PPS need both, by either document's numbers."""
        one = self.good('compute', '-m', 'mpc8540', '-M', 'ipp',
                        'SE:Ref:36=300', 'e500v1:INSTR_COMPLETED=1500000')
        two = self.good('compute', '-m', 'mpc8540,e500v1', '-M', 'ipp',
                        'SE:Ref:36=300', 'CE:Ref:2=1500000')
        self.assertEqual(one, two)
        self.assertIn(' 5000.000 ', two)
        self.bad(2, 'mpc8540x', 'compute', '-m', 'e500v1,mpc8540x',
                 'CE:Ref:2=1')
        self.bad(2, 'INSTR_COMPLETED is given twice', 'compute', '-m',
                 'mpc8540,e500v1', 'CE:Ref:2=1', 'e500v1:INSTR_COMPLETED=1')

    def writes(self, monitor, *words):
        """Register and value of each write of configure, in all passes."""
        document = json.loads(self.good('script', '-m', monitor, '--json',
                                        *words))
        return [{step['register']: int(step['value'], 0)
                 for step in one['configure']} for one in document['passes']]

    def test_settings_reach_the_registers(self):
        """Each of two thresholds of one event, and at once; by hand from the
        fields: 128 is 32 << 2."""
        name = 'DLFB_LOAD_MISS_CYCLES'
        held = self.held('-m', 'e500v1', '-e',
                         f'{name},{name}:threshold=128:k')
        self.assertEqual((held['pmc0'], held['pmc1']),
                         (name + ':threshold=0', name + ':threshold=128:k'))
        wrote, = self.writes('e500v1', '-e', f'{name},{name}:threshold=128:k')
        self.assertEqual((wrote['PMLCa0'], wrote['PMLCb0']), (0x4C0000, 0))
        self.assertEqual((wrote['PMLCa1'], wrote['PMLCb1']),
                         (0x204C0000, 0x220))
        # Three thresholds want more counters than the two that have them.
        self.assertEqual(len(self.passes('-m', 'e500v1', '-e', ','.join(
            f'{name}:threshold={n}' for n in (1, 2, 3)))), 2)
        # The same one twice is one count, however it is written.
        self.assertEqual(len(self.held('-m', 'e500v1', '-e',
                                       f'{name},{name}:threshold=0x0')), 3)

    def test_bursts_and_triggers(self):
        wrote, = self.writes(
            'mpc8540', '-e', '{SE:C2:59,TSEC1_RXBD_READ_LAT:threshold=64:'
            'distance=2:burst=3:gap=5:start=pmc2:stop=PMC2.overflow}')
        at, = (n for n in range(1, 9)
               if wrote.get(f'PMLCA{n}', 0) >> 16 & 127 == 41)
        self.assertEqual(wrote[f'PMLCA{at}'],
                         41 << 16 | 3 << 11 | 5 << 6 | 1)
        self.assertEqual(wrote[f'PMLCB{at}'], 2 << 26 | 2 << 20 | 1 << 18
                         | 2 << 16 | 1 << 8 | 32)

    def test_setting_in_a_formula(self):
        name = 'DLFB_LOAD_MISS_CYCLES'
        done = self.good('script', '-m', 'e500v1', '-M',
                         f'{name}:threshold=20/{name}')
        self.assertIn(f'formula = {name}:threshold=20/{name}; '
                      f'{name}: {name}:threshold=0', ' '.join(done.split()))

    def test_threshold_is_in_every_form(self):
        for form in 'text', 'c', 'gdb', 'openocd', 'json':
            with self.subTest(form=form):
                done = self.good('script', '-m', 'mpc8540', '--as', form, '-e',
                                 'TSEC1_RXBD_READ_LAT')
                self.assertIn(':threshold=0', done)

    def test_pairs_and_states(self):
        held = self.held('-m', 'e500v2', '-e',
                         'INSTR_COMPLETED:w,CE:Com:41:u,CE:Com:41:km')
        self.assertEqual(len(held), 3)
        self.bad(2, 'EVENT:w makes a pair', 'plan', '-m', 'e500v2', '-e',
                 'PMC0_OVERFLOW')
        self.bad(2, 'cannot be chained', 'plan', '-m', 'mpc8548', '-e',
                 'L2_ALLOC:w')

    def test_everything_at_once(self):
        for monitor in CORES + PARTS:
            plan = self.json('plan', '-m', monitor, '-M', 'all', '-g', 'all',
                             '-e', 'all')['plan']
            self.assertGreaterEqual(plan['passes'], plan['at_least'])


class Groups(Case):
    def test_an3636(self):
        """Table 1 whole, where both monitors are measured; of one alone what
        it can have, and a group of which it can have nothing is refused."""
        def held(monitors, group='an3636'):
            plan = self.json('plan', '-m', monitors, '-g', group)
            return {metric['name'].split(':')[-1]
                    for metric in plan['plan']['wants']}

        core = {'core_cycles', 'seconds', 'ipc', 'branch_miss_ratio',
                'branches_pki', 'icache_miss_rate', 'dcache_miss_rate'}
        device = {'l2_core_miss_rate', 'l2_noncore_miss_rate',
                  'ddr_page_miss_rate'}
        self.assertEqual(held('mpc8540,e500v1'),
                         core | device | {'ipp', 'pps'})
        self.assertEqual(held('mpc8540'), device)
        self.assertEqual(held('e500v1'), core)
        self.bad(2, 'e500v1 is not measured', 'plan', '-m', 'mpc8540', '-g',
                 'packets')


class Names(Case):
    def test_documents_numbers(self):
        """Accepted wherever an event is named."""
        for monitor, name, event in (
                ('e500v1', 'CE:Com:41', 'DL1_RELOADS'),
                ('e500v2', 'ce:ref:2', 'INSTR_COMPLETED'),
                ('e500v2', 'CE:Com:90', 'TBL_BIT_TRANSITIONS'),
                ('e500v2', 'CE:C1:77', 'ILFB_FETCH_MISS_CYCLES'),
                ('e500v1', 'CE:Com17', 'BTB_HITS_PSEUDO_HITS'),
                ('e500v1', 'CE:Ref1', 'PROCESSOR_CYCLES'),
                ('mpc8540', 'SE:C2:59', 'L2_CORE_I_MISS'),
                ('mpc8540', 'SE:C2L59', 'L2_CORE_I_MISS'),
                ('mpc8540', 'SE:Ref:36', 'TSEC1_ACCEPTED'),
                ('mpc8548', 'SE:C4:57', 'L2_CORE_D_MISS'),
                ('mpc8548', 'SE:C0', 'CCB_CYCLES')):
            it = self.json('explain', monitor, name)['explanations'][0]
            self.assertEqual(it['name'], event)
            out = self.good('compute', '-m', monitor, '-M', f'{name} / {name}',
                            f'{name}=5')
            self.assertIn(event, out)
            self.good('plan', '-m', monitor, '-M', f'{name} / {name}')
            if name != 'SE:C0':
                self.good('script', '-m', monitor, '-e', name)

    def test_raw(self):
        """What no source has for the part is counted, unchecked."""
        (held,) = self.json('plan', '-m', 'mpc8548', '-e',
                            'SE:Ref:36,SE:C9:31,r35e')['plan']['pass']
        self.assertEqual((held['pmc9'], held['pmc3']), ('SE:C9:31', 'r35e'))
        self.bad(1, 'no counter can count', 'plan', '-m', 'mpc8548', '-e',
                 'r340f')
        self.bad(2, 'SE:C2:64', 'plan', '-m', 'mpc8548', '-e', 'SE:C2:64')

    def test_parts_differ(self):
        """Only what a source has for the part; the rest by name refused."""
        for name, event in (('pps', 'TSEC1_ACCEPTED'),
                            ('ddr_page_hit_ratio', 'DDR_PIPE_RW_HIT'),
                            ('lbc_sdram_read_share', 'LBC_SDRAM_READ_CYCLES')):
            self.bad(2, event, 'plan', '-m', 'mpc8548', '-M', name)
            # And how somebody goes on who has the manual.
            self.bad(2, 'give -M a formula over that code (r24, mpc8548:r24)',
                     'plan', '-m', 'mpc8548', '-M', name)
        self.good('plan', '-m', 'mpc8548,e500v2', '-M',
                  'e500v2:INSTR_COMPLETED / mpc8548:r24')
        self.bad(2, 'sources contradict each other', 'plan', '-m', 'mpc8548',
                 '-e', 'L2_LOCK_FAIL')
        self.assertIn('count hits for misses', ' '.join(self.good(
            'explain', 'mpc8548', 'l2_core_miss_rate').split()))

    def test_cycles_are_event_1(self):
        text = ' '.join(self.good('explain', 'e500v2', 'cycles').split())
        self.assertIn('CE:Ref:0', text)
        self.assertIn('0x01', text)
        self.bad(2, 'the core', 'plan', '-m', 'mpc8540', '-e', 'cycles')

    def test_word_order(self):
        text = ' '.join(self.good('explain', 'mpc8540', 'CCB_CYCLES').split())
        self.assertIn('the word that changes three times', text)
        self.assertIn('everything is put back', text)
        self.assertIn('where a debugger lets nothing move', text)


class Registers(Case):
    def test_the_note(self):
        """C2:59 is 59 + 64 = 0x7B on PMC2."""
        for n, event in ((2, 'SE:C2:59'), (3, 'SE:Ref:22'), (4, 'SE:C4:57'),
                         (5, 'SE:Ref:23')):
            out = self.good('encode', '-m', 'mpc8548', f'PMLCA{n}',
                            f'EVENT={event}')
            self.assertIn(f'0x{EVENTS[n - 2][1]:08x}', out)
            code = f'0x{EVENTS[n - 2][1]:x}'
            name = self.json('explain', 'mpc8548', event)['explanations'][0]
            self.assertIn(name['name'], self.good('decode', '-m', 'mpc8548',
                                                  f'PMLCA{n}', code))
        self.bad(2, 'another counter', 'encode', '-m', 'mpc8548', 'PMLCA3',
                 'EVENT=SE:C2:59')
        # The same field value under PMC3 is another event, or none.
        self.assertNotIn('L2_CORE_I_MISS', self.good(
            'decode', '-m', 'mpc8540', 'PMLCA3', '0x7b0000'))

    def test_other_words(self):
        """[EC]: cycles, instructions, loads, stores with CE set."""
        for n, word in enumerate((0x04010000, 0x04020000, 0x04090000,
                                  0x040A0000)):
            event = ('CE:Ref:1', 'CE:Ref:2', 'CE:Com:9', 'CE:Com:10')[n]
            self.assertIn(f'0x{word:08x}', self.good(
                'encode', '-m', 'e500v1', f'PMLCa{n}', f'EVENT={event}',
                'CE=1'))
        self.assertIn('0x60000000', self.good(
            'encode', '-m', 'e500v2', 'PMGC0', 'PMIE=1', 'FCECE=1'))
        # Burst fields are in PMLCA, not in PMLCB: 3 << 11.
        self.assertIn('0x00001800', self.good(
            'encode', '-m', 'mpc8540', 'PMLCA1', 'BSIZE=3'))
        # A counter is loaded to overflow after 1000: 2^31 - 1000.
        self.assertIn('0x7ffffc18', self.good(
            'encode', '-m', 'e500v2', 'PMC1', 'count=-1000'))

    def test_places(self):
        rows = {row['name']: row['place'] for row in self.json(
            'list', 'registers', '-m', 'e500v2')['registers']}
        self.assertEqual((rows['PMGC0'], rows['UPMC3'], rows['PMLCb1']),
                         ('PMR 400', 'PMR 3', 'PMR 273'))
        rows = {row['name']: row['place'] for row in self.json(
            'list', 'registers', '-m', 'mpc8548')['registers']}
        self.assertEqual(rows['PMC9'], 'CCSRBAR+0xE10A8')


class Scripts(Case):
    WANTED = '-m', 'mpc8548', '-M', 'l2_core_miss_rate'

    def text_writes(self, text):
        return [(int(address, 16), int(value, 16)) for address, value in
                re.findall(r'CCSRBAR \+ (0x\w+) = (0x\w+)', text)]

    def gdb_writes(self, text):
        """By a command for each register, which has its address."""
        place = dict(re.findall(r'define tally_write_(\w+)\n.*\n  set .*'
                                r'ccsrbar\+(0x\w+)\) = \$tally_value', text))
        return [(int(place[name], 16), int(value, 16)) for name, value in
                re.findall(r'(?m)^  tally_write_(\w+) (0x\w+)$', text)]

    def test_documented(self):
        """The note's writes, unchanged and in order; stop, and read."""
        for form, writes in (('text', self.text_writes),
                             ('gdb', self.gdb_writes)):
            text = self.good('script', *self.WANTED, '--order', 'documented',
                             '--as', form)
            self.assertEqual(writes(text), [*NOTE, STOP])
            self.assertLess(text.index('stop'), text.rindex('read'))

    def test_documented_json(self):
        found = self.json('script', *self.WANTED, '--order', 'documented')
        (it,) = found['passes']
        names = {0xE1000: 'PMGC0'}
        for n in range(2, 6):
            names |= {0xE1018 + 16 * n: f'PMC{n}',
                      0xE1010 + 16 * n: f'PMLCA{n}'}
        said = [(step['register'], int(step['value'], 16))
                for part in ('configure', 'start', 'stop')
                for step in it[part]]
        self.assertEqual(said, [(names[a], v) for a, v in [*NOTE, STOP]])
        self.assertEqual((it['release'], it['restore']), ([], []))
        self.assertEqual([count['counter'] for count in it['counts']],
                         ['pmc2', 'pmc3', 'pmc4', 'pmc5'])

    def procedures(self, text, call):
        """What procedures of Tcl or C write, in the order of their calls."""
        place = {name: int(address, 16) for name, address in re.findall(
            r'write_(pm\w+) {value} { mww .*? \+ (0x\w+)}', text)}
        place |= {name: int(address, 16) for name, address in re.findall(
            r'write_(pm\w+)\(uint32_t value\)\n{\n\tTALLY_AT\((0x\w+)u\)',
            text)}
        return [(place[name], int(value, 16))
                for name, value in re.findall(call, text)]

    def test_documented_procedures(self):
        text = self.good('script', *self.WANTED, '--order', 'documented',
                         '--as', 'openocd')
        self.assertEqual(self.procedures(text, r'write_(pm\w+) (0x\w+)'),
                         [*NOTE, STOP])
        text = self.good('script', *self.WANTED, '--order', 'documented',
                         '--as', 'c')
        self.assertEqual(
            self.procedures(text, r'\ttally_write_(pm\w+)\((0x\w+)u\)'),
            [*NOTE, STOP])
        self.assertNotIn('tally_release', text)

    def test_openocd_needs_the_base(self):
        """A variable of the commands; that it has to be set is told."""
        text = self.good('script', '-m', 'mpc8540', '-e', 'CCB_CYCLES',
                         '--as', 'openocd', '--name', 'q')
        self.assertIn('# First: set q_ccsrbar ADDRESS, ', text)
        self.assertIn('$::q_ccsrbar + 0xE1000', text)

    def test_safe(self):
        """Frozen first; the same events on the same counters."""
        text = self.good('script', *self.WANTED)
        writes = self.text_writes(text)
        self.assertEqual(writes[0], STOP)
        for event in EVENTS:
            self.assertIn(event, writes)
        for clear in CLEAR:
            self.assertGreater(writes.index(clear), writes.index(STOP))
        self.assertEqual(self.good('script', *self.WANTED, '--order', 'safe'),
                         text)

    def test_clock(self):
        """PMC0 is cleared, and read as both of its words."""
        text = self.good('script', '-m', 'mpc8540', '-e', 'CCB_CYCLES')
        writes = self.text_writes(text)
        self.assertIn((0xE1018, 0), writes)
        self.assertIn((0xE101C, 0), writes)
        self.assertIn('CCB_CYCLES = PMC0 | PMC0_WORD1', text)
        self.assertIn('before 4,294,967,295 cycles', text)

    def test_c_compiles(self):
        gcc = shutil.which('powerpc-linux-gnu-gcc')
        if not gcc:
            self.skipTest('powerpc-linux-gnu-gcc is not installed')
        for monitor in CORES + PARTS:
            for more in ('-M', 'all'), ('-e', 'all', '--max-passes', '50'):
                text = self.good('script', '-m', monitor, *more, '--as', 'c')
                self.compile(gcc, text)
        self.compile(gcc, self.good('script', *self.WANTED, '--order',
                                    'documented', '--as', 'c'))

    def compile(self, gcc, text):
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, 'it.c')
            with open(source, 'w', encoding='ascii') as file:
                file.write(text)
            subprocess.run(
                [gcc, '-mcpu=8548', '-msoft-float', '-ffreestanding', '-Wall',
                 '-Wextra', '-Werror', '-Wconversion', '-Wshadow',
                 '-DTALLY_CCSRBAR=0xE0000000u', '-c', source, '-o',
                 os.path.join(folder, 'it.o')], check=True)

    def test_core_gdb(self):
        """Registers of the target: none has an address."""
        text = self.good('script', '-m', 'e500v2', '-M', 'ipc', '--as', 'gdb')
        self.assertIn('  set $pmgc0 = $tally_value\n', text)
        self.assertIn('  tally_write_pmgc0 0x80000000\n', text)
        self.assertNotIn('ccsrbar', text)


if __name__ == '__main__':
    if len(sys.argv) < 2 or sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    TALLY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
