#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_cli_catalog.py TALLY

The verbs that need no target: list, decode and compute, and what the command
does around every verb.  Numbers come from the documents' worked examples."""
import csv
import io
import json
import os
import resource
import subprocess
import sys
import unittest

TALLY = 'tally'


def run(*arguments, stdin='', **options):
    """Bytes are decoded here, so that line ends stay as they are."""
    done = subprocess.run([TALLY, *arguments], input=stdin.encode(),
                          capture_output=True, timeout=60, **options)
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    return done


class Case(unittest.TestCase):
    def good(self, *arguments, stdin=''):
        done = run(*arguments, stdin=stdin)
        self.assertEqual((done.returncode, done.stderr), (0, ''), arguments)
        return done.stdout

    def bad(self, status, *arguments, says=(), stdin=''):
        """One line on stderr per error, nothing else but the name in front."""
        done = run(*arguments, stdin=stdin)
        self.assertEqual(done.returncode, status, done)
        self.assertTrue(done.stderr.startswith('tally'), done.stderr)
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, done.stderr)
        return done

    def json(self, *arguments):
        document = json.loads(self.good(*arguments, '--json'))
        self.assertEqual(document['schema'], 1)
        return document

    def rows(self, *arguments):
        text = self.good(*arguments, '--csv')
        self.assertEqual(text.count('\n'), text.count('\r\n'))
        return list(csv.DictReader(io.StringIO(text, newline=''),
                                   strict=True))


class Main(Case):
    """What else can go wrong: test_errors.py."""

    def test_help(self):
        text = self.good('--help')
        self.assertEqual(text, self.good('help'))
        self.assertLessEqual(len(text.splitlines()), 24)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        for verb in ('list find explain plan stat why profile record report '
                     'diff script compute decode encode amalgam doctor '
                     'board').split():
            self.assertRegex(text, rf'(?m)^  ([a-z]+, )*{verb}[ ,]')

    def test_verbs_help(self):
        for verb in ('list', 'find', 'explain', 'plan', 'collect', 'report', 'diff',
                     'script', 'compute', 'decode', 'encode', 'amalgam', 'doctor'):
            if 'without simulated boards' in run(verb, '--help').stderr:
                continue  # a build that has none
            lines = self.good(verb, '--help').splitlines()
            self.assertTrue(lines[0].startswith(f'Usage: tally {verb} '))
            self.assertLessEqual(len(lines), 24)
            self.assertLessEqual(max(map(len, lines)), 80)
            self.assertEqual(lines[-3], 'Examples:')
            self.assertTrue(lines[-2].startswith(f'  tally {verb} '))
            self.assertTrue(lines[-1].startswith(f'  tally {verb} '))
            self.assertEqual(self.good(verb, '-h').splitlines(), lines)

    def test_version(self):
        self.assertRegex(self.good('--version'), r'^tally \d+\.\d+\.\d+\n$')

    def test_no_verb(self):
        done = run()
        self.assertEqual((done.returncode, done.stdout), (2, ''))
        self.assertIn('Usage: tally VERB', done.stderr)

    def test_unknown_verb(self):
        self.bad(2, 'lsit', says='did you mean list?')
        self.bad(2, 'frobnicate', says='`tally --help`')
        self.bad(2, '--json', says='the verb comes first')

    def test_unknown_option(self):
        for verb in ('list', 'explain', 'compute', 'decode', 'encode'):
            self.bad(2, verb, '--jsno', says='did you mean --json?')
            self.bad(2, verb, '--xyzzyx', says=f'`tally {verb} --help`')
            self.bad(2, verb, '-q', says='no option -q')
            self.bad(2, verb, '--json=1', says='takes no argument')
            self.bad(2, verb, '-m', says='-m needs an argument')
            self.bad(2, verb, '--monitor', says='--monitor needs an argument')

    def test_unknown_monitor(self):
        for arguments in (['list', 'events'], ['decode', 'PMNC', '1'],
                          ['compute', 'cycles=1']):
            self.bad(2, *arguments, '-m', 'pxa205',
                     says='did you mean pxa250?')
            self.bad(2, *arguments, '-m', 'z80', says='`tally list monitors`')

    def test_monitor_needed(self):
        for arguments in (['decode', 'PMNC', '1'], ['compute', 'cycles=1']):
            self.bad(2, *arguments, says=['-m', 'arm1176', 'pxa250'])

    def test_closed_output_of_an_error(self):
        """What is not printed cannot fail."""
        done = subprocess.run([TALLY, 'decode'], stderr=subprocess.PIPE,
                              text=True, stdout=subprocess.PIPE)
        self.assertEqual(done.returncode, 2)

    def test_file_size_limit(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        path = os.path.join(os.environ.get('TMPDIR', '/tmp'),
                            f'tally-test-{os.getpid()}')
        try:
            with open(path, 'w') as out:
                done = subprocess.run([TALLY, 'list', 'events'], stdout=out,
                                      stderr=subprocess.PIPE, text=True,
                                      preexec_fn=limit)
            self.assertNotEqual(done.returncode, 0)
        finally:
            os.unlink(path)

    def test_locale(self):
        wanted = run('compute', '-m', 'pxa250', 'cycles=12', 'instruction=5')
        self.assertIn('2.40', wanted.stdout)
        for locale in ('de_DE.UTF-8', 'C.UTF-8'):
            done = run('compute', '-m', 'pxa250', 'cycles=12',
                       'instruction=5', env={**os.environ, 'LC_ALL': locale})
            self.assertEqual(done.stdout, wanted.stdout)


class WidePlan(Case):
    def test_idle_counters(self):
        """Of 32 counters those that no pass uses are no columns; of few all
        are."""
        lines = self.good('plan', '-m', 'pmuv3', '-M', 'ipc').splitlines()
        self.assertIn('pass  pmevcntr0     pmccntr', lines)
        self.assertIn('   1  INST_RETIRED  cycles', lines)
        self.assertIn('30 more counters are idle', lines)
        text = self.good('plan', '-m', 'arm1176', '-M', 'cpi')
        self.assertIn('pass  ccnt    pmn0        pmn1\n', text)
        self.assertNotIn('idle', text)


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
            self.assertLess(len(line), 120, line)
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
        self.bad(2, *pxa, 'PMNC', '', says='not a whole number')
        self.bad(2, *pxa, 'PMNC', '1' * 30, says='does not fit 64 bits')
        self.bad(2, *pxa, 'PNMC', '1', says='did you mean PMNC?')
        self.bad(2, *pxa, 'ACCVAL', '1', says='has no register')
        self.bad(2, *pxa, 'PMNC', says='a register and its value')
        self.bad(2, *pxa, says='a register and its value')
        done = self.bad(2, *pxa, 'PMNC', '1', 'X', '1', '--json')
        self.assertEqual(done.stdout, '')


EXAMPLE = ('cycles=0x100000020', 'instruction=0x6AAAAAAA',
           'icache_miss=0x05555555')


class Pmuv3(Case):
    CORES = ['pmuv3', 'cortex-a53', 'cortex-a55', 'cortex-a57', 'cortex-a72',
             'cortex-a76', 'neoverse-n1', 'neoverse-n2', 'neoverse-v1']

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


class Plan(Case):
    def test_four_counters(self):
        """[IXP42X 3.7.4] one run for hits, write-backs and full buffers;
        two counters need more."""
        plan = self.good('plan', '-m', 'xscale2', '-g', 'data_requests')
        self.assertIn('1 pass (optimal)', plan)
        plan = self.good('plan', '-m', 'xscale2', '-M',
                         'buffer_full_per_access,buffer_full_mean,'
                         'writebacks_per_miss')
        self.assertIn('2 passes (optimal)', plan)
        plan = self.good('plan', '-m', 'pxa250', '-M', 'dcache_hit_ratio,'
                         'writebacks_per_miss,buffer_full_per_access')
        self.assertRegex(plan, '[3-9] passes')

    def test_groups_of_the_arm1156(self):
        for group in ('returns', 'interrupts', 'errors'):
            self.good('plan', '-m', 'arm1156', '-g', group)


class Stat(Case):
    def test_no_board_has_it(self):
        """A build without boards knows no such target instead."""
        done = run('stat', '-t', 'board:pb1176', 'none.elf', '-m', 'i80200')
        if "no target 'board:pb1176'" in done.stderr:
            return
        for target in (['-t', 'board:pb1176'], []):
            self.bad(2, 'stat', *target, '-m', 'i80200', 'none.elf',
                     says='no simulated board has i80200')
        self.bad(2, 'stat', '-t', 'board:pb1176', '-m', 'pxa250', 'none.elf',
                 says='board pb1176 has arm1176,l220, not pxa250; '
                      '-t board:lubbock has it')
        self.bad(2, 'stat', '-m', 'pxa250', 'none.elf',
                 says='-t board:lubbock')


if __name__ == '__main__':
    if len(sys.argv) < 2 or sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    TALLY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
