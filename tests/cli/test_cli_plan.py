# SPDX-License-Identifier: MIT
"""usage: tap.py test_cli_plan.py TALLY=COMMAND

tally plan, of monitors with few counters and with many."""
import json

from command_case import Case
from tally_command import listed

TALLY = ''


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


class Asked(Case):
    def test_of_a_target(self):
        """Its PMCR.N is what the plan has counters by; without a target a plan
        says what it took."""
        asked = 'The target was asked: pmuv3/cortex-a53 has 6 event counters'
        events = ('-e', 'L1D_CACHE,L1D_CACHE_REFILL')
        if listed('boards'):
            self.assertIn(asked, self.good('plan', '-t', 'board:virt-a53',
                                           *events))
        self.assertNotIn('asked', self.good('plan', '-m', 'cortex-a53',
                                            *events))
        self.assertIn('six are taken', self.good('plan', '-m', 'cortex-x2',
                                                 *events))

    def test_who_cannot_be_asked(self):
        self.bad(2, 'plan', '-t', 'linux', '-e', 'cycles',
                 says='deals the counters out')


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

    def test_what_is_too_much_rides_beside(self):
        """[Intel 683618 1.2.1.14]: ISB_INST has to be taken off; where six
        events take all counters there is none for it."""
        self.assertIn('=ISB_INST', self.good('plan', '-m', 'cortex-a9', '-e',
                                             'PC_WRITE_RETIRED'))
        self.assertNotIn('ISB_INST', self.good('plan', '-m', 'cortex-a9', '-e',
                                               'L1D_CACHE'))
        full = self.good('plan', '-m', 'cortex-a9', '-e', 'PC_WRITE_RETIRED,'
                         'L1D_CACHE,L1D_CACHE_REFILL,EXC_TAKEN,LD_RETIRED,'
                         'ST_RETIRED')
        self.assertIn('1 pass (optimal)', full)
        self.assertNotIn('=ISB_INST', full)
        said = 'PC_WRITE_RETIRED: no counter was left in pass 1 for ISB_INST'
        self.assertIn(said, full)
        it = json.loads(self.good(
            'plan', '--json', '-m', 'cortex-a9', '-e', 'PC_WRITE_RETIRED,'
            'L1D_CACHE,L1D_CACHE_REFILL,EXC_TAKEN,LD_RETIRED,ST_RETIRED'))
        self.assertEqual(it['plan']['uncorrected'], [
            {'event': 'PC_WRITE_RETIRED', 'pass': 1, 'erratum': '725631',
             'beside': 'ISB_INST'}])
        # A seventh event makes a second pass, and so room for it.
        more = self.good('plan', '-m', 'cortex-a9', '-e', 'PC_WRITE_RETIRED,'
                         'L1D_CACHE,L1D_CACHE_REFILL,EXC_TAKEN,LD_RETIRED,'
                         'ST_RETIRED,BR_PRED')
        self.assertIn('2 passes (optimal)', more)
        self.assertNotIn('no counter was left', more)
        self.assertIn('branch_miss', self.good('plan', '-m', 'xscale2', '-e',
                                               'icache_no_deliver'))

    def test_groups_of_the_arm1156(self):
        for group in ('returns', 'interrupts', 'errors'):
            self.good('plan', '-m', 'arm1156', '-g', group)

    def test_counters_that_nobody_says(self):
        """A plan says what it took where no list has how many there are."""
        said = 'how many event counters pmuv3/cortex-a710 has: six are taken'
        asked = ('plan', '-m', 'cortex-a710', '-M', 'ipc')
        self.assertIn(said, self.good(*asked))
        self.assertEqual(json.loads(self.good(*asked, '--json'))[
            'counters_taken'], 'pmuv3/cortex-a710')
        known = ('plan', '-m', 'cortex-a53', '-M', 'ipc')
        self.assertNotIn('six are taken', self.good(*known))
        self.assertNotIn('counters_taken', self.good(*known, '--json'))
