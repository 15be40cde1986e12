# SPDX-License-Identifier: MIT
"""usage: tap.py test_cli_compute.py TALLY=COMMAND

tally compute.  Numbers come from the documents' worked examples."""
import json

from command_case import Case, run

TALLY = ''

EXAMPLE = ('cycles=0x100000020', 'instruction=0x6AAAAAAA',
           'icache_miss=0x05555555')


class Compute(Case):
    def metrics(self, *arguments, stdin='', status=0):
        done = run('compute', *arguments, '--json', stdin=stdin)
        self.assertEqual(done.returncode, status, done)
        document = json.loads(done.stdout)
        self.assertEqual(document['schema'], 3)
        self.notes = {row['id']: row for row in document['notes']}
        return {row['name']: row for row in document['metrics']}

    def test_worked_example(self):
        """[80200 12.7]: 2.4 cycles per instruction, 5 % misses."""
        text = self.good('compute', '-m', 'pxa250', *EXAMPLE)
        self.assertRegex(text, r'(?m)^cpi +2\.400 +cycles$')
        self.assertRegex(text, r'(?m)^icache_miss_rate +5\.000 +%$')
        self.assertRegex(text, r'(?m)^cycles +4,294,967,328$')
        rows = self.metrics('-m', 'pxa250', *EXAMPLE)
        self.assertAlmostEqual(rows['cpi']['value'], 2.4000000187754633,
                               places=13)
        self.assertAlmostEqual(rows['icache_miss_rate']['value'],
                               4.999999983236194, places=12)
        self.assertEqual(set(rows), {'cpi', 'ipc', 'icache_miss_rate',
                                     'icache_mpki'})

    def test_forgotten_overflow(self):
        """The clock counter as read, its overflow forgotten: no CPI."""
        done = self.bad(1, 'compute', '-m', 'pxa250', 'cycles=0x20',
                        *EXAMPLE[1:], says=['cpi, ipc: rejected: ', '4294967296'])
        for name in 'cpi', 'ipc', 'cycles':
            self.assertRegex(done.stdout, fr'(?m)^{name} .*  UNTRUSTED: too\s')
        self.assertRegex(done.stdout, r'(?m)^icache_miss_rate +5\.000 +%$')
        self.assertEqual(done.stdout.count('UNTRUSTED'), 3)
        rows = self.metrics('-m', 'pxa250', 'cycles=0x20', *EXAMPLE[1:],
                            status=1)
        self.assertEqual(rows['cpi']['doubts'], ['untrusted', 'out_of_bounds'])
        self.assertEqual(rows['icache_miss_rate']['doubts'], [])

    def test_wrapped_cycles_spoil_all(self):
        """A share that looks likely is wrong all the same."""
        rows = self.metrics('-m', 'pxa250', 'cycles=100', 'instruction=1000',
                            'data_stall=10', '-M',
                            'data_stall_share,data_stall / cycles', status=1)
        self.assertEqual([row['doubts'] for row in rows.values()],
                         [['untrusted'], ['untrusted']])

    def test_what_is_missing_comes_first(self):
        """Of wrapped cycles, too, and of what divides by nothing."""
        rows = self.metrics('-m', 'pxa250', 'cycles=100', 'instruction=1000',
                            'dcache_miss=0', '-M',
                            'data_stall_share,cycles / dcache_miss', status=1)
        self.assertEqual([row['why'] for row in rows.values()],
                         ['needs the count of data_stall',
                          'divides by 0: dcache_miss'])

    def test_wrapped_cycles_of_another_monitor(self):
        rows = self.metrics('-m', 'mpc8540,e500v1', 'SE:Ref:36=5', '-M',
                            'ipp,SE:Ref:36 / e500v1:CE:Ref:1',
                            'CE:Ref:1=32', 'CE:Ref:2=1789569706', status=1)
        self.assertEqual([row['doubts'] for row in rows.values()],
                         [[], ['untrusted']])

    def test_out_of_bounds(self):
        self.bad(1, 'compute', '-m', 'pxa250', 'cycles=10', 'data_stall=11',
                 says='above 100 %')
        self.bad(1, 'compute', '-m', 'arm1176', 'dcache_access=1',
                 'dcache_access_cacheable=2', '-M', 'noncacheable_accesses',
                 says='below 0 accesses')

    def test_seven_modes(self):
        counts = {'cycles': 1000, 'instruction': 400, 'icache_miss': 10,
                  'dcache_access': 200, 'dcache_miss': 30,
                  'icache_no_deliver': 150, 'dcache_full_stall': 60,
                  'dcache_full_stall_contig': 12, 'data_stall': 250,
                  'dcache_write_back': 7, 'itlb_miss': 2, 'dtlb_miss': 5}
        wanted = {
            'icache_efficiency': {'icache_miss_rate': 2.5, 'cpi': 2.5},
            'dcache_efficiency': {'dcache_miss_rate': 15},
            'fetch_latency': {'fetch_latency_mean': 15,
                              'fetch_stall_share': 15},
            'buffer_full': {'buffer_full_mean': 5, 'buffer_full_share': 6},
            'stall_writeback': {'data_stall_share': 25, 'writebacks': 7},
            'itlb_efficiency': {'itlb_miss_rate': 0.5, 'cpi': 2.5},
            'dtlb_efficiency': {'dtlb_miss_rate': 2.5}}
        given = [f'{name}={count}' for name, count in counts.items()]
        for group, values in wanted.items():
            rows = self.metrics('-m', 'pxa250', '-g', group, *given)
            self.assertEqual({name: round(row['value'], 9)
                              for name, row in rows.items()}, values)

    def test_arm11(self):
        """[DAI0195B 5, 7, 8]: prediction, non-cacheable accesses, hits."""
        rows = self.metrics(
            '-m', 'arm1176', 'br_exec=100', 'br_mispredict=8',
            'dcache_access=500', 'dcache_access_cacheable=400',
            'dcache_miss=20')
        self.assertAlmostEqual(rows['branch_prediction_ratio']['value'], 92)
        self.assertAlmostEqual(rows['noncacheable_accesses']['value'], 100)
        self.assertAlmostEqual(rows['dcache_hit_ratio']['value'], 95)
        note = self.notes[rows['branch_miss_ratio']['notes'][0]]
        self.assertEqual(note['text'], 'branch prediction is off: every taken '
                         'branch counts as mispredicted')
        self.assertEqual(note['applies'], 'perhaps')

    def test_names(self):
        """Any name of an event will do; the canonical one comes back."""
        for name in ('instruction', 'INSTRUCTIONS', 'papi:PAPI_TOT_INS',
                     'XSCALE_PERFCTR_INSTRUCTION', 'r07', '0x7'):
            text = self.good('compute', '-m', 'pxa250', 'cycles=12',
                             f'{name}=5')
            self.assertRegex(text, r'\ncycles +12\ninstruction +5\n$')

    def test_formula(self):
        rows = self.metrics('-m', 'pxa250', 'cycles=10', 'icache_miss=4',
                            '-M', '(cycles - 2) / icache_miss,r00 * 3')
        self.assertEqual(rows['(cycles - 2) / icache_miss']['value'], 2)
        self.assertEqual(rows['r00 * 3']['value'], 12)
        text = self.good('compute', '-m', 'pxa250', 'cycles=10', '-M',
                         'cycles / 3')
        self.assertRegex(text, r'(?m)^cycles / 3 +3\.333$')
        self.bad(2, 'compute', '-m', 'pxa250', 'cycles=1', '-M', 'cycles / (',
                 says='formula')
        self.bad(2, 'compute', '-m', 'pxa250', 'cycles=1', '-M',
                 'cycels / 2', says='did you mean cycles?')

    def test_clock(self):
        rows = self.metrics('-m', 'arm1176', 'cycles=800', 'instr_exec=200',
                            '--clock-hz', '400,000,000')
        self.assertAlmostEqual(rows['seconds']['value'], 2e-6)
        self.assertAlmostEqual(rows['mips']['value'], 100)
        self.bad(1, 'compute', '-m', 'arm1176', 'cycles=8', '-M', 'seconds',
                 says='--clock-hz')
        self.bad(2, 'compute', '-m', 'arm1176', 'cycles=8', '--clock-hz', '0',
                 says='--clock-hz')
        self.bad(2, 'compute', '-m', 'arm1176', 'cycles=8', '--clock-hz',
                 '1e9', says='whole number')

    def test_divided(self):
        rows = self.metrics('-m', 'pxa250', 'cycles=10', 'instruction=320',
                            '--divided')
        self.assertEqual(rows['cpi']['value'], 2)
        self.assertEqual(rows['cpi']['doubts'], ['coarse'])
        self.assertTrue(any('every 64th' in self.notes[note]['text']
                            for note in rows['cpi']['notes']))
        rows = self.metrics('-m', 'pxa250', 'cycles=10', 'instruction=5')
        self.assertEqual(rows['cpi']['doubts'], [])
        self.assertFalse(any('every 64th' in self.notes[note]['text']
                             for note in rows['cpi']['notes']))
        self.bad(2, 'compute', '-m', 'pxa250', f'cycles={2**60}', '--divided',
                 says='64 bits')

    def test_share_of_divided_cycles(self):
        """1000 of 64 cycles are 64 000: a tenth, a half, 6.4 each."""
        rows = self.metrics('-m', 'arm1156', '--divided', 'cycles=1000',
                            'irq_disabled_cycles=6400', 'ibuf_stall=32000',
                            'instr_exec=10000', 'cpu_cycles=64000')
        for name, value in (('irq_disabled_share', 10), ('cpi', 6.4),
                            ('fetch_stall_share', 50),
                            ('cpu_cycles_share', 100)):
            self.assertAlmostEqual(rows[name]['value'], value)

    def test_formulas_of_the_note(self):
        """[DAI0195B 5, 7, 8]: 1 - 10/80, 100 - 90, 1 - 9/90."""
        for core in ('arm1136', 'arm1156', 'arm1176'):
            rows = self.metrics('-m', core, 'br_exec=80', 'br_mispredict=10',
                                'dcache_access=100', 'dcache_miss=9',
                                'dcache_access_cacheable=90',
                                'icache_miss=3', 'instr_exec=600')
            for name, value in (('branch_prediction_ratio', 87.5),
                                ('noncacheable_accesses', 10),
                                ('dcache_hit_ratio', 90),
                                ('icache_mpki', 5)):
                self.assertAlmostEqual(rows[name]['value'], value)
            self.bad(2, 'compute', '-m', core, 'icache_miss=1', '-M',
                     'icache_hit_ratio', says='no event counts')

    def test_return_stacks(self):
        """Each core's own events: 3 of 40 returns were wrong."""
        rows = self.metrics('-m', 'arm1156', 'ret_stack_pop=40',
                            'ret_stack_mispredict=3')
        self.assertAlmostEqual(rows['return_miss_ratio']['value'], 7.5)
        self.assertAlmostEqual(rows['return_predicted_ratio']['value'], 92.5)
        rows = self.metrics('-m', 'arm1176', 'proc_ret_exec=40',
                            'proc_ret_exec_pred=30',
                            'proc_ret_exec_pred_incorrect=3')
        self.assertAlmostEqual(rows['return_miss_ratio']['value'], 7.5)
        self.assertAlmostEqual(rows['return_predicted_ratio']['value'], 75)

    def test_footnotes(self):
        text = self.good('compute', '-m', 'arm1176', 'br_exec=10',
                         'br_mispredict=1', '--notes')
        for name, share in (('miss', 10), ('prediction', 90)):
            self.assertRegex(text, fr'(?m)^branch_{name}_ratio +{share}\.000 '
                             r'+%  \[1\]\[2\]\[3\]$')
        self.assertRegex(text, r'\n\[1\] perhaps: branch prediction is off: '
                               r'[^[]*\(DAI0195B 5\)\n\[2\]')
        self.assertNotRegex(text, r'(?m) $')

    def test_csv(self):
        rows = self.rows('compute', '-m', 'pxa250', *EXAMPLE)
        self.assertEqual([rows[0][key] for key in ('kind', 'name', 'value')],
                         ['metric', 'cpi', '2.400000019'])
        self.assertEqual([(row['value'], row['doubts'], row['target'])
                          for row in rows if row['name'] == 'cycles'],
                         [('4294967328', '', '')])
        self.assertEqual([row['name'] for row in rows
                          if row['kind'] == 'fact'], ['trusted'])

    def test_log(self):
        log = ('# from the board\n'
               '\n'
               '  cycles = 0x1_0000_0020   // extended by hand\n'
               'instruction: 1,789,569,706\r\n'
               "icache_miss\t89'478'485\n")
        self.assertEqual(self.good('compute', '-m', 'pxa250', '-', stdin=log),
                         self.good('compute', '-m', 'pxa250', *EXAMPLE))
        perf = '1,000  linux:cpu-cycles\n500 papi:PAPI_TOT_INS'
        self.assertRegex(
            self.good('compute', '-m', 'pxa250', '-', stdin=perf),
            r'\ncycles +1,000\ninstruction +500\n$')
        self.assertRegex(self.good(
            'compute', '-m', 'pxa250', '-',
            stdin='linux:cpu-cycles: 0x0000,0020\nr07 10\n'),
            r'\ncycles +32\ninstruction +10\n$')
        self.assertEqual(
            self.metrics('-m', 'pxa250', '-', 'cycles=10',
                         stdin='clock_hz = 1000')['seconds']['value'], 0.01)

    def test_log_errors(self):
        def log(text, *says):
            self.bad(2, 'compute', '-m', 'pxa250', '-', stdin=text, says=says)
        log('cycles = 5\n\ncycels = 6\n', 'line 3', 'did you mean cycles?')
        log('cycles = 5\ncycles = 6\n', 'line 2', 'given twice')
        log('cycles = 5\nlinux:cpu-cycles = 6\n', 'line 2', 'given twice',
            'linux:cpu-cycles')
        log('cycles = 1,23\n', 'line 1', 'not a whole number')
        log('cycles = 12,345,\n', 'line 1', 'not a whole number')
        log('cycles = 1.5\n', 'line 1', 'not a whole number')
        log('cycles = -5\n', 'line 1', 'not a whole number')
        log('cycles =\n', 'line 1', 'not a whole number')
        log('cycles = 5 6\n', 'line 1', 'not a whole number')
        log('cycles = 18446744073709551616\n', 'line 1', '64 bits')
        log('cycles = 0b12\n', 'line 1', 'not a whole number')
        log('cycles\n', 'line 1', 'NAME = COUNT')
        log('# nothing\n', 'no counts')
        log('', 'no counts')
        log('x' * 5000 + '\n', 'line 1', 'longer than')
        log('clock_hz = 1\nclock_hz = 2\n', 'line 2', 'given twice')

    def test_largest_count(self):
        rows = self.metrics('-m', 'pxa250', f'cycles={2**64 - 1}', '-M',
                            'cycles / 2')
        self.assertAlmostEqual(rows['cycles / 2']['value'] / 2**63, 1)

    def test_division_by_zero(self):
        done = self.bad(1, 'compute', '-m', 'pxa250', 'cycles=10',
                        'instruction=0', '-M', 'cpi',
                        says=['undefined', 'instruction'])
        self.assertRegex(done.stdout, r'(?m)^cpi +undefined: divides by 0')
        self.assertNotRegex(done.stdout, '(?i)nan|inf')

    def test_missing(self):
        done = self.bad(1, 'compute', '-m', 'pxa250', 'cycles=10', '-M',
                        'cpi', says='needs the count of instruction')
        self.assertRegex(done.stdout, r'(?m)^cpi +not counted: needs the count')
        self.bad(1, 'compute', '-m', 'pxa250', 'branch=3',
                 says='no metric can be had')

    def test_errors(self):
        pxa = ('compute', '-m', 'pxa250')
        self.bad(2, *pxa, says='no counts')
        self.bad(2, *pxa, 'cycles', says='no NAME=COUNT')
        self.bad(2, *pxa, 'cycles=', says='not a whole number')
        self.bad(2, *pxa, '=5', says='has no event')
        self.bad(2, *pxa, 'x' * 2000 + '=5', says='too long')
        self.bad(2, *pxa, 'cycles=1', '-M', 'icache_hit_ratio',
                 says='no event counts instruction cache accesses')
        self.bad(2, *pxa, 'cycles=1', '-M', 'l2_hit_ratio', says='level 2')
        self.bad(2, *pxa, 'cycles=1', '-M', 'cpi,,ipc', says='empty name')
        self.bad(2, *pxa, 'cycles=1', '-g', 'cpi', says='is a metric')
        self.bad(2, *pxa, 'cycles=1', '-g', 'nothing', says='has no group')
        self.bad(2, *pxa, '0xfe=1', says='Linux and OProfile only')
        self.bad(2, *pxa, 'bcu_request=1', says='80200')
        for monitor, name, why in (
                ('arm1136', 'return_miss_ratio', 'no event of procedure'),
                ('arm1136', 'irq_disabled_share', 'only the ARM1156'),
                ('arm1176', 'itcm_errors', 'only the ARM1156'),
                ('arm1156', 'dtlb_miss_rate', 'no micro-TLB events'),
                ('arm1156', 'call_share', 'no event of procedure calls'),
                ('xscale2', 'bcu_full_share', '80200')):
            self.bad(2, 'compute', '-m', monitor, 'cycles=1', '-M', name,
                     says=[f'{monitor} cannot measure {name}', why])
