#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`tally find`, and the names of perf and PAPI, over all monitors.  (Variables:
TALLY, the command.)"""
import collections
import csv
import io
import json
import re
import subprocess
import unittest

from tally_command import ROOT

TALLY = ''
KINDS = 'events', 'metrics', 'groups', 'registers'

# perf's generic events [Linux arch/arm/kernel/perf_event_v6.c,
# perf_event_xscale.c, perf_event_v7.c]; None: Linux has none there.
ARM11 = {
    'cpu-cycles': 'cycles', 'instructions': 'instr_exec',
    'branches': 'br_exec', 'branch-instructions': 'br_exec',
    'branch-misses': 'br_mispredict', 'cache-misses': None,
    'cache-references': None, 'bus-cycles': None,
    'stalled-cycles-frontend': 'ibuf_stall',
    'stalled-cycles-backend': 'lsu_full_stall',
    'L1-dcache-loads': 'dcache_access', 'L1-dcache-stores': 'dcache_access',
    'L1-dcache-load-misses': 'dcache_miss',
    'L1-dcache-store-misses': 'dcache_miss',
    'L1-icache-load-misses': 'icache_miss', 'L1-icache-loads': None,
    'LLC-loads': None, 'dTLB-load-misses': 'dtlb_miss',
    'dTLB-store-misses': 'dtlb_miss', 'iTLB-load-misses': 'itlb_miss',
    'node-loads': None,
}
XSCALE = ARM11 | {
    'instructions': 'instruction', 'branches': 'branch',
    'branch-instructions': 'branch', 'branch-misses': 'branch_miss',
    'stalled-cycles-frontend': 'icache_no_deliver',
    'stalled-cycles-backend': None,
}
A9 = {
    'cpu-cycles': 'cycles', 'instructions': 'INST_OUT_OF_RENAME_STAGE',
    'branches': 'PC_WRITE_RETIRED', 'branch-instructions': 'PC_WRITE_RETIRED',
    'branch-misses': 'BR_MIS_PRED', 'cache-misses': 'L1D_CACHE_REFILL',
    'cache-references': 'L1D_CACHE', 'bus-cycles': None,
    'stalled-cycles-frontend': 'ICACHE_DEP_STALL_CYCLES',
    'stalled-cycles-backend': 'ISSUE_STAGE_NO_INST',
    'L1-dcache-loads': 'L1D_CACHE', 'L1-dcache-stores': 'L1D_CACHE',
    'L1-dcache-load-misses': 'L1D_CACHE_REFILL',
    'L1-dcache-store-misses': 'L1D_CACHE_REFILL',
    'L1-icache-load-misses': 'L1I_CACHE_REFILL', 'L1-icache-loads': None,
    'LLC-loads': None, 'LLC-load-misses': None,
    'dTLB-load-misses': 'L1D_TLB_REFILL',
    'dTLB-store-misses': 'L1D_TLB_REFILL',
    'iTLB-load-misses': 'L1I_TLB_REFILL', 'branch-loads': 'BR_PRED',
    'branch-load-misses': 'BR_MIS_PRED', 'node-loads': None,
}
A8 = A9 | {
    'instructions': 'INST_RETIRED', 'L1-icache-loads': 'L1_INST',
    'LLC-loads': 'L2_ACCESS', 'LLC-stores': 'L2_ACCESS',
    'LLC-load-misses': 'L2_CACHE_MISS', 'LLC-store-misses': 'L2_CACHE_MISS',
    'stalled-cycles-frontend': 'CYCLES_INST_STALL',
    'stalled-cycles-backend': None,
}
LINUX = {'arm1136': ARM11, 'arm1176': ARM11, 'pxa250': XSCALE,
         'i80200': XSCALE, 'xscale2': XSCALE, 'cortex-a8': A8,
         'cortex-a9': A9}


def tally(*words):
    return subprocess.run([TALLY, *words], timeout=60, check=False,
                          capture_output=True, stdin=subprocess.DEVNULL,
                          text=True)


def listed(kind):
    return json.loads(tally('list', kind, '--json').stdout)[kind]


def found(*words):
    done = tally('find', *words, '--json')
    return json.loads(done.stdout)['found'] if not done.returncode else []


def bare(alias):
    return alias.partition(':')[2] or alias


class Find(unittest.TestCase):
    def test_each_kind_of_each_monitor(self):
        """The first and the last of a kind, by its own name: no row of the
        kind comes before it."""
        for kind in KINDS:
            ends = collections.defaultdict(list)
            for row in listed(kind):
                ends[row['monitor']].append(row['name'])
            for monitor, names in ends.items():
                for name in {names[0], names[-1]}:
                    with self.subTest(f'{monitor} {name}'):
                        first = next(row for row in found(name, '-m', monitor)
                                     if row['kind'] == kind)
                        self.assertEqual((first['name'], first['monitors']),
                                         (name, [monitor]))

    def test_each_monitor_and_board(self):
        for kind, key in ('monitors', 'monitor'), ('boards', 'name'):
            if kind == 'boards' and tally('list', kind).returncode:
                continue  # this build has none
            for row in listed(kind):
                with self.subTest(row[key]):
                    self.assertIn((kind, row[key]),
                                  [(hit['kind'], hit['name'])
                                   for hit in found(row[key])])

    def test_where_words_may_be(self):
        """In names, aliases, titles, definitions and topics; in the plural,
        in any case, in any order."""
        for words, name in (
                (('dcache', 'miss'), 'dcache_miss_rate'),
                (('MISSES', 'Dcache'), 'dcache_miss_rate'),
                (('PAPI_L1_DCM',), 'dcache_miss'),
                (('PMBC',), 'PMNC'),              # as the slides print it
                (('OxA',), 'dcache_access'),
                (('packet',), 'ipp'),             # its title
                (('bandwidth',), 'gxi_bandwidth'),
                (('reciprocal',), 'ipc'),         # its definition
                (('AN3636', 'core'), 'an3636')):  # its title
            with self.subTest(words):
                self.assertIn(name, [row['name'] for row in found(*words)])

    def test_what_the_documents_say(self):
        """Words that only a sentence of a document has: with the monitors that
        it is about."""
        for words, monitor in (
                (('AHBMONITOR',), 'arm926pxp-ahb'),
                (('negligible',), 'pxa250'),
                (('overhead', 'handler'), 'xscale2'),
                (('ISR', 'overhead'), 'pxa250'),
                (('PMC0', 'continually'), 'mpc8548'),
                (('SPLIT', 'RETRY'), 'arm926pxp-ahb'),
                (('SPLIT',), 'arm926pxp-ahb'), (('ISR',), 'xscale2'),
                (('0xfffffff',), 'pxa250'), (('SWAP',), 'arm926pxp-ahb'),
                (('BUSY', 'CtClcdBusy'), 'arm926pxp-ahb'),
                (('flip-flops',), 'arm926pxp-ahb'),
                (('word', 'aligned'), 'arm926pxp-ahb'),
                (('synchronised', 'pipeline'), 'arm926pxp-ahb'),
                (('8', '16', '32', 'bits', 'DMA-1'), 'arm926pxp-ahb'),
                (('memory', 'controllers', 'master'), 'arm926pxp-ahb'),
                (('dragonboard',), 'pmuv3'), (('finite', 'length'), 'pmuv3'),
                (('recognised', 'cycle'), 'arm1176'),
                (('first', 'family'), 'mpc8540'), (('C[0-3]',), 'mpc8548'),
                (('correlated',), 'mpc8540'),
                (('Power', 'Architecture', 'processors'), 'e500v2')):
            with self.subTest(words):
                rows = [row for row in found(*words)
                        if row['kind'] == 'statements']
                self.assertIn(monitor, [name for row in rows
                                        for name in row['monitors']])
                self.assertIn(words[0].lower(), ' '.join(
                    row['title'] for row in rows).lower())

    def test_names_before_sentences(self):
        """Behind names only so many that these stay on the screen."""
        kinds = [row['kind'] for row in found('PMNC')]
        self.assertEqual(kinds, sorted(kinds, key=lambda kind:
                                       kind == 'statements'))
        text = tally('find', 'PMNC').stdout
        told = text.partition('\nstatements\n')[2]
        self.assertEqual(len(re.findall('(?m)^  [a-z]', told)), 3)
        self.assertRegex(told, '(?m)^  ... and [0-9]+ statements more')

    def test_topics(self):
        """What is in a group is found by the group's title."""
        for group in listed('groups'):
            if group['name'] != 'stalls':
                continue
            with self.subTest(group['monitor']):
                names = {row['name'] for row in
                         found('stalls', '-m', group['monitor'])
                         if row['kind'] == 'metrics'}
                self.assertGreaterEqual(names, set(group['metrics']))

    def test_the_command_itself(self):
        """Each verb, and of each verb an option, by what it is called."""
        verbs = re.findall(r'^  ([a-z]+(?:, [a-z]+)*)  ', tally('--help').stdout,
                           re.M)
        verbs = [verb for row in verbs for verb in row.split(', ')]
        self.assertGreater(len(verbs), 15)
        for i, verb in enumerate(verbs):
            rows = [(row['kind'], row['name']) for row in found(verb)]
            self.assertIn(('verbs', verb), rows)
            options = sorted(set(re.findall(r'(?<=[ ,[])--[a-z][a-z-]+',
                                            tally(verb, '--help').stdout)))
            if options:
                option = options[i % len(options)]
                rows = [(row['kind'], row['name']) for row in
                        found(option.strip('-'))]
                self.assertIn(('options', option), rows)

    def test_no_option_in_place_of_what_one_does(self):
        rows = [row for row in found('timeout') if row['kind'] == 'options']
        self.assertIn('--timeout', [row['name'] for row in rows])
        for row in rows:
            self.assertFalse(row['title'].startswith('--'), row)

    def test_what_people_call_it(self):
        for text, wanted in (
                ('jitter', ('options', '--jitter')),
                ('flame graph', ('verbs', 'export')),
                ('compare two runs', ('verbs', 'diff')),
                ('trace32', ('verbs', 'script')),
                ('zephyr', ('pages', 'doc/rtos.md'))):
            rows = found(*text.split())
            self.assertIn(wanted, [(row['kind'], row['name']) for row in rows])
        # What is of a monitor has nothing of the command.
        self.assertNotIn('verbs', {row['kind'] for row in found(
            'count', '-m', 'arm1176')})
        for row in found('guide'):
            if row['kind'] == 'pages':
                self.assertTrue((ROOT / row['name']).exists(), row['name'])

    def test_all_words_first(self):
        out = tally('find', 'dcache', 'qqqq').stdout
        self.assertTrue(out.startswith('Nothing has all of the words'), out)
        self.assertNotIn('Nothing', tally('find', 'dcache', 'miss').stdout)

    def test_forms_agree(self):
        rows = found('stall')
        sheet = list(csv.DictReader(io.StringIO(
            tally('find', 'stall', '--csv').stdout, newline='')))
        self.assertEqual([(row['kind'], row['name']) for row in rows],
                         [(row['kind'], row['name']) for row in sheet])
        self.assertEqual([';'.join(row['monitors']) for row in rows],
                         [row['monitors'] for row in sheet])

    def test_fits_a_terminal(self):
        for words in ('cache',), ('e',), ('stall', 'cycles'), ('cycles',):
            for line in tally('find', *words).stdout.splitlines():
                self.assertLessEqual(len(line), 80, line)
                self.assertEqual(line, line.rstrip())


class OtherNames(unittest.TestCase):
    def plan(self, monitor, name):
        done = tally('plan', '-m', monitor, '-e', name, '--json')
        if done.returncode:
            self.assertEqual(done.returncode, 2, done.stderr)
            return None, done.stderr
        return json.loads(done.stdout), done.stderr

    def test_as_linux_has_them(self):
        """A name of perf is the event that Linux counts for it."""
        for monitor, names in LINUX.items():
            for name, wanted in names.items():
                with self.subTest(f'{monitor} {name}'):
                    plan, error = self.plan(monitor, name)
                    if wanted is None:
                        self.assertIsNone(plan)
                        continue
                    self.assertEqual(error, '')
                    rows = json.loads(tally('list', 'events', name, '-m',
                                            monitor, '--json').stdout)
                    self.assertEqual([row['name'] for row in rows['events']],
                                     [wanted])

    def test_what_a_monitor_lacks(self):
        """On every monitor a name of perf or PAPI is resolved, refused by a
        row of the catalogue, or said to be perf's or PAPI's."""
        for row in listed('monitors'):
            for name in ('cache-misses', 'L1-dcache-load-misses',
                         'branch-misses', 'PAPI_L1_DCM', 'PAPI_FP_OPS'):
                with self.subTest(f"{row['monitor']} {name}"):
                    plan, error = self.plan(row['monitor'], name)
                    if plan is None:
                        self.assertRegex(
                            error, f"is (perf|PAPI)'s {name}; (`tally find "
                            f"{name} -m {row['monitor']}`|did you mean )|"
                            "cannot measure")

    def test_aliases_are_found(self):
        """perf's and PAPI's name of each event that has one."""
        seen = set()
        for row in listed('events'):
            for alias in row['aliases']:
                name = bare(alias)
                if not alias.startswith(('linux:', 'papi:')) or name in seen:
                    continue
                seen.add(name)
                with self.subTest(name):
                    self.assertIn(row['name'],
                                  [hit['name'] for hit in
                                   found(name, '-m', row['monitor'])])
        self.assertGreater(len(seen), 40)

    def test_presets_of_armv7(self):
        """A name of PAPI is an event where a core of ARMv7 has the like."""
        for core, name, event in (
                ('cortex-a8', 'PAPI_L1_DCM', 'L1D_CACHE_REFILL'),
                ('cortex-a8', 'PAPI_L2_TCM', 'L2_CACHE_MISS'),
                ('cortex-a9', 'PAPI_BR_MSP', 'BR_MIS_PRED'),
                ('cortex-a9', 'PAPI_TOT_INS', 'INST_OUT_OF_RENAME_STAGE')):
            with self.subTest(f'{core} {name}'):
                done = tally('plan', '-m', core, '-e', name)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(event, done.stdout)

    def test_is_no_metric(self):
        done = tally('plan', '-m', 'arm1176', '-M', 'L1-dcache-load-misses')
        self.assertIn('is an event, not a metric; ask for it with -e',
                      done.stderr)
        # A formula may look like one of perf's names.
        self.assertEqual(tally('plan', '-m', 'pxa250', '-M',
                               'branch-icache_miss').returncode, 0)


if __name__ == '__main__':
    unittest.main()
