#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The first line of a result: what stands out, of counts that were given, so that
each sentence is worked out by hand.  (Variables: TALLY, the command.)"""
import json
import os
import subprocess
import unittest

from tally_command import record_validator

TALLY = ''

ARM = dict(cycles=100000, instr_exec=50000)
N2 = dict(cycles=1000, INST_RETIRED=1000, OP_RETIRED=900, OP_SPEC=1000,
          BR_MIS_PRED=0)


def compute(monitor, counts, metrics, *words):
    return subprocess.run(
        [TALLY, 'compute', '-m', monitor, '-M', metrics, *words,
         *(f'{name}={value}' for name, value in counts.items())],
        timeout=60, check=False, capture_output=True, text=True,
        stdin=subprocess.DEVNULL)


class Headline(unittest.TestCase):
    def says(self, monitor, counts, metrics, text, kind):
        """Gives the headline of the document."""
        done = compute(monitor, counts, metrics, '--json')
        document = json.loads(done.stdout)
        record_validator(TALLY).validate(document)
        head = document['headline']
        self.assertEqual((head['text'], head['kind']), (text, kind))
        plain = compute(monitor, counts, metrics).stdout
        first = plain.split(f'\n{monitor}, from counts given')[0]
        if text:
            self.assertEqual(' '.join(first.split()), text)
        else:
            self.assertTrue(plain.startswith(f'{monitor}, from counts given'))
        return head

    def test_a_share_and_its_cause(self):
        head = self.says(
            'arm1176', dict(ARM, ddep_stall=60000, dcache_miss=3000),
            'data_stall_share,dcache_mpki,cpi',
            '60 % of cycles wait for data, on average at most 20 for each of '
            '3,000 data cache misses; the result of a load that hits or of a '
            'multiplication counts here, too', 'share')
        self.assertEqual(head['main']['question'], 'data')
        self.assertEqual(head['main']['share'], 0.6)
        self.assertEqual(head['cause']['value'], 60)
        self.assertEqual(head['cycles_at_most'], 20)
        self.assertIsNone(head['cycles_each'])
        self.assertIsNone(head['cycles_source'])
        self.assertFalse(head['complete'])

    def test_what_else_stands_out_is_named(self):
        """A stall of a fifth says nothing of branches that are often wrong."""
        head = self.says(
            'e500v1', dict(PROCESSOR_CYCLES=100000, INSTR_COMPLETED=100000,
                           ISSUE_STALLED_CYCLES=20000,
                           BRANCH_MISPREDICTED=7000),
            'issue_stall_share,branch_mpki',
            '20 % of cycles have instructions and issue none; a wait for an '
            'instruction that takes long, as a division, a multiplication or '
            'a load that hits, counts here, too; 70 mispredicted branches per '
            '1000 instructions stand out, too', 'share')
        self.assertEqual(head['main']['question'], 'issue')

    def test_what_no_event_counts(self):
        self.says('cortex-a9', dict(cycles=2000, L1D_CACHE_REFILL=0,
                                    INST_OUT_OF_RENAME_STAGE=1000),
                  'cpi,dcache_mpki',
                  'an instruction takes 2.0 cycles, and nothing of what was '
                  'counted stands out; no event tells of waits for a '
                  'multiplication, a division or a load that hits', 'rest')

    def test_what_was_not_counted_is_not_said(self):
        head = self.says('arm1176', dict(ARM, ddep_stall=60000),
                         'data_stall_share',
                         '60 % of cycles wait for data; the result of a load '
                         'that hits or of a multiplication counts here, too',
                         'share')
        self.assertIsNone(head['cause'])

    def test_nothing_beside_it_is_said_only_if_all_was_counted(self):
        counts = dict(ARM, ddep_stall=60000, dcache_miss=3)
        metrics = 'data_stall_share,dcache_mpki'
        self.says('arm1176', counts, metrics,
                  '60 % of cycles wait for data; the result of a load that '
                  'hits or of a multiplication counts here, too', 'share')
        head = self.says(
            'arm1176', dict(counts, dcache_access=1000,
                            dcache_access_cacheable=1000),
            metrics + ',noncacheable_share',
            '60 % of cycles wait for data; nothing counted beside it stands '
            'out, and the result of a load that hits or of a multiplication '
            'counts here, too', 'share')
        self.assertTrue(head['complete'])

    def test_two_causes_bound_no_more_than_one(self):
        head = self.says(
            'arm1176', dict(ARM, ibuf_stall=50000, icache_miss=2000,
                            itlb_miss=1000),
            'fetch_stall_share,icache_mpki,itlb_mpki',
            '50 % of cycles wait for instructions, on average at most 25 for '
            'each of 2,000 instruction cache misses or 50 for each of 1,000 '
            'instruction micro-TLB misses, which nothing that was counted '
            'separates; cache misses, micro-TLB misses and mispredicted '
            'branches all count here', 'share')
        self.assertIsNone(head['cycles_each'])
        self.assertEqual(head['cycles_at_most'], 25)

    def test_a_cost_that_a_document_has(self):
        head = self.says(
            'arm1176', dict(ARM, br_mispredict=5000), 'cpi,branch_mpki',
            'at least 20 % of cycles go into 5,000 mispredicted branches: '
            'DAI0195B 4 gives 4.0 cycles for each, and no event counts them; '
            'for the rest nothing of what was counted stands out', 'share')
        self.assertEqual(head['cycles_source'], 'DAI0195B 4')
        # The larger share is said, whichever of the two it is.
        self.says('arm1176', dict(ARM, br_mispredict=5000, ddep_stall=19000),
                  'cpi,branch_mpki,data_stall_share',
                  'at least 20 % of cycles go into 5,000 mispredicted '
                  'branches: DAI0195B 4 gives 4.0 cycles for each, and no '
                  'event counts them; 19 % of cycles wait for data, too',
                  'share')
        self.says('arm1176', dict(ARM, br_mispredict=5000, ddep_stall=21000),
                  'cpi,branch_mpki,data_stall_share',
                  '21 % of cycles wait for data; the result of a load that '
                  'hits or of a multiplication counts here, too; 100 '
                  'mispredicted branches per 1000 instructions stand out, '
                  'too', 'share')

    def test_a_rate_tells_no_time(self):
        head = self.says(
            'pmuv3/cortex-a72',
            dict(cycles=100000, INST_RETIRED=50000, L1D_CACHE_REFILL=1000,
                 BR_MIS_PRED=600), 'cpi,dcache_mpki,branch_mpki',
            '20 data cache misses per 1000 instructions and 12 branches '
            'mispredicted or not predicted per 1000 instructions stand out; '
            'no event that was counted tells their time; an instruction takes '
            '2.0 cycles, and none of these events tells of waits for a '
            'multiplication, a division, a load that hits or other '
            'arithmetic', 'rate')
        self.assertIsNone(head['main']['share'])

    def test_at_the_threshold(self):
        for stall, text, kind in (
                (9999, 'nothing of what was counted stands out: at most 10 % '
                 'of cycles wait for data', 'clear'),
                (10000, '10 % of cycles wait for data; the result of a load '
                 'that hits or of a multiplication counts here, too; for the '
                 'other 90 % nothing of what was counted stands out',
                 'share')):
            self.says('arm1176', dict(ARM, instr_exec=80000, ddep_stall=stall),
                      'data_stall_share', text, kind)

    def test_nothing_stands_out(self):
        counts = dict(cycles=100000, instr_exec=99000, ddep_stall=900,
                      lsu_full_stall=100, ibuf_stall=800, br_mispredict=10,
                      main_tlb_miss=1, dtlb_miss=1)
        metrics = ('data_stall_share,lsu_full_share,fetch_stall_share,'
                   'branch_mpki,main_tlb_mpki,dtlb_mpki,cpi')
        head = self.says('arm1176', counts, metrics,
                         'nothing stands out: at most 0.9 % of cycles wait for '
                         'data', 'clear')
        self.assertTrue(head['complete'])
        self.says('arm1176', dict(counts, instr_exec=40000), metrics,
                  'an instruction takes 2.5 cycles, and nothing stands out',
                  'rest')

    def test_without_an_answer_there_is_no_line(self):
        self.says('arm1176', ARM, 'cpi', None, 'none')
        self.says('l220', dict(DRREQ=10, DRHIT=5), 'l2_data_read_hit_ratio',
                  None, 'none')

    def test_what_is_not_trusted_comes_first(self):
        done = compute('arm1176', dict(cycles=100, ddep_stall=200),
                       'data_stall_share', '--json')
        head = json.loads(done.stdout)['headline']
        self.assertEqual((done.returncode, head['kind']), (1, 'untrusted'))
        self.assertEqual(head['text'].count('not to be trusted'), 1)

    def test_arms_method(self):
        slots = dict(N2, STALL_SLOT=3000, STALL_SLOT_FRONTEND=500,
                     STALL_SLOT_BACKEND=2500, L1D_CACHE_REFILL=50)
        head = self.says(
            'pmuv3/neoverse-n2', slots,
            'frontend_bound,backend_bound,bad_speculation,retiring,'
            'dcache_mpki',
            '50 % of slots are left empty by the backend; 50 data cache '
            'misses stand out, and no event tells their part in it; whatever '
            'else keeps the backend from taking operations counts here, too',
            'share')
        self.assertEqual(head['main']['of'], 'slots')
        self.says('pmuv3/neoverse-n2',
                  dict(N2, STALL_SLOT=500, STALL_SLOT_FRONTEND=250,
                       STALL_SLOT_BACKEND=250),
                  'frontend_bound,backend_bound,bad_speculation,retiring',
                  'nothing stands out: at most 81 % of slots retire '
                  'operations', 'clear')

    def test_a_bus(self):
        self.says('arm926pxp-ahb',
                  dict(CtArmdRd=20, CtArmdWr=10, CtArmdWaitTotal=30,
                       CtTotalCyclesNonDebug=100),
                  'armd_occupancy,armd_wait_per_transfer',
                  "60 % of bus cycles have ARM-D, the core's data side, busy; "
                  '30 of these are wait states of ARM-D', 'share')


if __name__ == '__main__':
    TALLY = os.environ['TALLY']
    unittest.main()
