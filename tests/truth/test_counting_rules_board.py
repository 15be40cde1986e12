#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: tap.py test_counting_rules_board.py TALLY=COMMAND FIRMWARE=FOLDER

The counting rules of ARM DAI0195B sections 3 to 8 and of the PXA250 slides, a
case each, as `tally stat` shows them: through a program, the engine, the
ledger, the monitor's registers and the driver.  The programs are those of
tests/truth; what they do is in truth_code.py and truth_data.py, the numbers
here follow from the rule that the case is named after."""
import json
import sys
import unittest

import truth_bench
from truth_bench import BOARDS, CYCLES
from truth_code import CODE, MILLION_TURNS
from truth_programs import PROGRAMS

TALLY = ""
FIRMWARE = ""
BENCH = None


def setUpModule():
    global BENCH
    BENCH = truth_bench.Bench(TALLY, FIRMWARE)


class Rules(unittest.TestCase):
    family = None

    def boards(self, name, *needs):
        """Those of the family that can run the program and have the events."""
        found = [b for b in BENCH.boards()
                 if BOARDS[b].family == self.family
                 and PROGRAMS[name].runs_on(b)
                 and set(needs) <= BENCH.events(b)]
        if not found:
            self.skipTest(f"no board for {name}")
        return found

    def counts(self, board, name, names, *options, region=None):
        """In the order of `names`."""
        body = PROGRAMS[name].body
        words = BENCH.select(board, names)
        if region:
            document = json.loads(BENCH.run(
                "stat", "-t", "board:" + board, *words, "--json", "--region",
                region, BENCH.elf(board), "--", name))
        else:
            document = BENCH.document(board, name, body, *words, *options)
        events = BOARDS[board].events
        by_code = {CYCLES if e["code"] is None else e["code"]: e["count"]
                   for e in document["events"]}
        return [by_code[events.get(n, n)] for n in names], document

    def reads(self, name, *options, **expected):
        """On every board: the program makes these events read that."""
        names = list(expected)
        for board in self.boards(name, *names):
            with self.subTest(board=board, program=name):
                got, _ = self.counts(board, name, names, *options)
                self.assertEqual(dict(zip(names, got)), expected)

    def metric(self, name, metric, value):
        for board in self.boards(name):
            with self.subTest(board=board, program=name):
                body = PROGRAMS[name].body
                document = BENCH.document(board, name, body, "-M", metric)
                self.assertEqual(document["plan"]["passes"], 1)
                reading = document["metrics"][0]
                scale = 100 if reading["unit"] == "%" else 1
                self.assertAlmostEqual(reading["value"], scale * value,
                                       places=9)

    def each_time(self, name, region, **expected):
        """Of one place in the program, each time that it is passed."""
        names = list(expected)
        for board in self.boards(name, *names):
            with self.subTest(board=board, region=region):
                got, document = self.counts(board, name, names, region=region)
                times = document["region"]["entered"]
                self.assertEqual(dict(zip(names, got)),
                                 {n: k * times for n, k in expected.items()})


class InstructionCache(Rules):
    """Section 3."""
    family = "arm11"

    def test_a_line_is_eight_instructions(self):
        self.reads("straight_cold", icache_miss=64 // 8)
        self.reads("straight", icache_miss=0)

    def test_counts_only_while_the_cache_is_on(self):
        self.reads("straight_off", icache_miss=0)

    def test_prediction_off_misses_in_the_shadow_of_each_loop_end(self):
        """10 taken branches at the end of a line; what is behind it is fetched
        and thrown away, again and again."""
        self.reads("shadow_off", icache_miss=10)

    def test_prediction_off_no_miss_where_the_shadow_was_executed(self):
        self.reads("branches_off", mispredicted=8, icache_miss=0)

    def test_prediction_on_removes_it(self):
        """But where the prediction is wrong: the last turn."""
        self.reads("shadow", mispredicted=1, icache_miss=1)

    def test_prediction_on_misses_by_alignment_of_the_return(self):
        self.reads("return_late", icache_miss=10)
        self.reads("return_early", icache_miss=0)

    def test_those_misses_fetch_nothing(self):
        """No stall, and the same time as where none is counted."""
        for board in self.boards("return_late"):
            names = [CYCLES, "fetch_stall"]
            late, _ = self.counts(board, "return_late", names)
            early, _ = self.counts(board, "return_early", names)
            self.assertEqual(late, early)
            self.assertEqual(late[1], 0)

    def test_several_misses_one_fill(self):
        """Twice as many as lines; the stall is that of 4 fills."""
        self.reads("hops_cold", icache_miss=2 * 4, fetch_stall=4 * 30)


class Stalls(Rules):
    """Section 4."""
    family = "arm11"

    def test_one_cycle_in_two_classes(self):
        """Data dependency and full queue are more than the time there was."""
        for board in self.boards("overlap"):
            (data, full, cycles), _ = self.counts(
                board, "overlap", ["data_stall", "lsu_full", CYCLES])
            self.assertEqual((data, full), (26, 26))
            self.assertGreater(data + full, cycles)

    def test_a_full_queue_without_data_dependency(self):
        self.reads("burst", lsu_full=26 + 3 * 7, data_stall=0, fetch_stall=0)

    def test_a_data_dependency_without_full_queue(self):
        self.reads("operands", data_stall=4, lsu_full=0, fetch_stall=0)

    def test_misprediction_adds_one_stall_and_costs_four_cycles(self):
        self.reads("branches_off", mispredicted=8, fetch_stall=8,
                   cycles=26 + 8 * 4)

    def test_walks_are_in_no_stall_but_main_tlb_misses(self):
        """10 * (3 + 20) cycles go by beside what 3 mispredictions cost."""
        self.reads("sections_10", walks=10, data_stall=0, lsu_full=0,
                   mispredicted=3, fetch_stall=3,
                   cycles=110 + 3 * 4 + 2 * 3 + 10 * 23)

    def test_instruction_microtlb_miss_is_a_fetch_stall_its_walk_is_not(self):
        """4 * 3 cycles, not 4 * 23."""
        self.reads("code_pages", itlb_miss=4, walks=4, mispredicted=11,
                   fetch_stall=11 + 4 * 3)


class Branches(Rules):
    """Section 5."""
    family = "arm11"

    def test_prediction_off_taken_is_mispredicted_unconditional_too(self):
        self.reads("branches_off", branches=16, pc_changes=8, mispredicted=8)

    def test_prediction_on_the_rule_of_thumb_is_right(self):
        self.reads("branches", branches=16, pc_changes=8, mispredicted=0)

    def test_prediction_ratio(self):
        self.metric("branches_off", "branch_prediction_ratio", 1 - 8 / 16)
        self.metric("million", "branch_prediction_ratio", 1 - 1 / 499998)

    def test_return_stack_holds_three(self):
        self.reads("calls_3", calls=3, returns=3, predicted=3, mispredicted=0)
        self.reads("calls_4", calls=4, returns=3, predicted=3, mispredicted=1)

    def test_return_predicted_wrong(self):
        self.reads("return_wrong", calls=1, returns=1, predicted=1, wrong=1,
                   mispredicted=1)

    def test_pc_changes_without_mode_change_only(self):
        """Each SVC and undefined instruction changes the mode, and so does the
        way back.  What counts is the vector's own load of the pc."""
        self.reads("svc_user", pc_changes=1)
        self.reads("svc_system", pc_changes=4)
        self.reads("undefined", pc_changes=2)
        self.reads("jumps", pc_changes=6)


class Instructions(Rules):
    """Section 6."""
    family = "arm11"

    def test_failed_conditions_count(self):
        """All 26, of which 8 branches and 8 others fail."""
        self.reads("branches", instructions=26)

    def test_fetched_but_not_executed_does_not_count(self):
        self.reads("shadow_off", icache_miss=10, instructions=42)

    def test_instructions_and_stalls_are_not_all_cycles(self):
        """A multiplication counts once and takes two."""
        self.reads("operands", instructions=5, data_stall=4, fetch_stall=0,
                   lsu_full=0, cycles=5 + 4 + 1)


class DataAccesses(Rules):
    """Section 7."""
    family = "arm11"

    def test_multiple_within_a_line_is_one_access(self):
        self.each_time("multiple", "multiple..multiple+0x4", accesses=1)
        self.each_time("multiple", "multiple+0xc..multiple+0x10", accesses=1)

    def test_multiple_across_two_lines_is_two_accesses(self):
        self.each_time("multiple", "multiple+0x8..multiple+0xc", accesses=2)
        self.each_time("multiple", "multiple+0x10..multiple+0x14", accesses=2)

    def test_cacheable_against_all(self):
        self.reads("mixed", cacheable=4, accesses=12)
        self.reads("ordered", cacheable=0, accesses=8)

    def test_the_difference_is_what_is_not_cacheable(self):
        self.metric("mixed", "noncacheable_accesses", 8)

    def test_tcm_is_cacheable(self):
        self.reads("tcm", cacheable=8, accesses=8)

    def test_tcm_never_misses(self):
        self.reads("tcm", dcache_miss=0, external=0)

    def test_speculation_behind_a_write_to_memory(self):
        """The note's own example: a write, a read of TCM, three accesses."""
        self.reads("tcm_behind_write", accesses=3)

    def test_walks_are_no_accesses(self):
        self.reads("pages_65", walks=68, accesses=130, cacheable=130)

    def test_cache_operations_are_no_accesses(self):
        self.reads("operations", accesses=0, cacheable=0, dcache_miss=0)
        self.reads("halves", accesses=20, half_lines=12)


class Misses(Rules):
    """Section 8 and Table 2."""
    family = "arm11"

    def test_reads_and_writes_miss(self):
        self.reads("loads_cold", dcache_miss=24)
        self.reads("stores", dcache_miss=8)

    def test_only_the_first_access_to_a_line_misses(self):
        self.reads("multiple_cold", dcache_miss=2, accesses=8)

    def test_what_is_not_cacheable_does_not_miss(self):
        self.reads("each_twice_uncached", dcache_miss=0, external=16)

    def test_write_backs_by_half_line(self):
        self.reads("halves", half_lines=4 * 1 + 4 * 2)
        self.reads("evictions", half_lines=2 * 29)

    def test_external_refill_and_not_cacheable_and_write_through(self):
        self.reads("loads_cold", external=24)
        self.reads("each_twice_uncached", external=8 + 8)
        self.reads("each_twice_through", external=8 + 8, half_lines=0)

    def test_external_without_write_backs_and_walks(self):
        self.reads("evictions", external=33, half_lines=58)
        self.reads("sections_10", external=0, walks=10)

    def test_drains_by_barrier_and_strongly_ordered_access(self):
        self.reads("drains", drains=5)
        self.reads("ordered", drains=8)
        self.reads("each_twice", drains=1)

    def test_interrupts_masked(self):
        self.reads("masks", fiq_masked=45, irq_masked=35)
        self.reads("empty", fiq_masked=1, irq_masked=1)

    def test_both_signals_count_two(self):
        """A quarter and all of the time: 0x22 is the sum."""
        for board in self.boards("million", "etm_both"):
            (zero, one, both), _ = self.counts(
                board, "million", ["etm0", "etm1", "etm_both"],
                "--inject", "etmextout0=1/4", "--inject", "etmextout1=1/1")
            self.assertEqual(one, 1000007)
            self.assertAlmostEqual(zero, 1000007 / 4, delta=1)
            self.assertEqual(both, zero + one)

    def test_divided_cycle_counter(self):
        """D: every 64th; event 0xff is not divided [DAI0195B 1, 2]."""
        self.reads("million", "--divide", clock=1000007,
                   cycles=1000007 // 64 * 64)


class XScale(Rules):
    """80200 chapter 12 as in the slides, and XScale core chapter 8."""
    family = "xscale"

    def test_access_per_register(self):
        self.each_time("multiple", "multiple..multiple+0x4", accesses=4)
        self.each_time("multiple", "multiple+0x8..multiple+0xc", accesses=4)
        self.each_time("one_register", "one_register..one_register+0x10",
                       accesses=4)

    def test_double_is_two_accesses(self):
        self.each_time("multiple", "multiple+0x14..multiple+0x18", accesses=2)
        self.each_time("multiple", "multiple+0x18..multiple+0x1c", accesses=2)

    def test_uncached_and_mini_accesses_count(self):
        self.reads("each_twice_uncached", accesses=16, dcache_miss=0)
        self.reads("loads_mini", accesses=24, dcache_miss=24)

    def test_cache_operations_are_no_misses(self):
        self.reads("operations", accesses=0, dcache_miss=0)
        self.reads("halves", accesses=20, dcache_miss=8)

    def test_cleaned_lines_are_written_back(self):
        self.reads("halves", half_lines=4 * 1 + 4 * 2)
        self.reads("evictions", half_lines=2)

    def test_write_through_is_not_written_back(self):
        self.reads("each_twice_through", half_lines=0)

    def test_tlb_events_only_while_it_is_on(self):
        """Both TLBs are empty."""
        self.reads("loads_off", itlb_miss=0, dtlb_miss=0, accesses=24)
        self.reads("code_pages", itlb_miss=4)
        self.reads("sections_33", dtlb_miss=66)

    def test_buffer_full_cycles_and_runs(self):
        """Four loads wait, one by one: 56 and three times 31."""
        self.reads("burst", buffer_full=56 + 3 * 31, buffer_runs=4)
        self.reads("loads", buffer_full=0, buffer_runs=0)

    def test_branches_are_b_and_bl_only(self):
        """Six other changes of the pc; then 3 BL, 1 B and 3 BX."""
        self.reads("jumps", branches=0, mispredicted=0, pc_changes=6)
        self.reads("calls_3", branches=4, mispredicted=4, pc_changes=7)

    def test_pc_changes_not_by_exceptions(self):
        self.reads("svc_user", pc_changes=1)
        self.reads("undefined", pc_changes=2)

    def test_failed_conditions_count(self):
        self.reads("branches", instructions=26)

    def test_a_walk_is_a_fetch_stall(self):
        self.reads("code_pages", fetch_stall=4 * 40)

    def test_divided_cycle_counter(self):
        self.reads("million", "--divide", cycles=1000008 // 64 * 64)


class ArmV7(Rules):
    """DDI0344 3.2.49, DDI0388 11.4, DDI0406 C12.8."""
    family = "armv7"

    def test_failed_conditions_count(self):
        self.reads("branches", instructions=26, immediate=16, pc_changes=8)

    def test_undefined_is_not_executed_a_call_is(self):
        """A NOP; each time the vector's load and the return."""
        self.reads("undefined", instructions=1 + 2 * 2, exceptions=2,
                   exception_returns=2)
        self.reads("svc_system", instructions=1 + 4 * 4, exceptions=4,
                   exception_returns=4)

    def test_pc_changes_by_returns_but_not_by_exceptions(self):
        """The vector's load, and the return."""
        self.reads("svc_user", pc_changes=2)
        self.reads("jumps", pc_changes=6, immediate=0)

    def test_loads_and_stores_are_instructions(self):
        self.reads("multiple", loads=3, stores=3)
        self.reads("jumps", loads=2, stores=2)

    def test_returns(self):
        self.reads("calls_4", returns=4, immediate=5)

    def test_software_counts(self):
        self.reads("increments", SW_INCR=3)
        self.reads("contexts", CID_WRITE_RETIRED=3)

    def test_unaligned_loads_and_stores(self):
        self.reads("unaligned", UNALIGNED_LDST_RETIRED=4, loads=4, stores=1)

    def test_prediction_off_taken_is_not_predicted(self):
        self.reads("branches_off", mispredicted=8, predictable=16)
        self.reads("branches", mispredicted=0, predictable=16)

    def test_divided_cycle_counter(self):
        """Of every 64th; how long it takes is the schedules' (tests/firmware)."""
        for board in self.boards("million"):
            (divided, clock), _ = self.counts(
                board, "million", [CYCLES, "clock"], "--divide")
            self.assertGreater(clock, MILLION_TURNS)
            self.assertEqual(divided, clock // 64 * 64)


class SlidesModes(Rules):
    """The seven modes, each in one pass, by the slides' formulas."""
    family = "xscale"

    def test_instruction_cache_efficiency(self):
        self.metric("straight_cold", "icache_miss_rate", 8 / 64)
        self.metric("straight_cold", "cpi", (64 + 8 * 60) / 64)

    def test_data_cache_efficiency(self):
        self.metric("halves", "dcache_miss_rate", 8 / 20)

    def test_instruction_fetch_latency(self):
        self.metric("straight_cold", "fetch_latency_mean", 60)
        self.metric("straight_cold", "fetch_stall_share",
                    8 * 60 / (64 + 8 * 60))

    def test_buffer_full(self):
        self.metric("burst", "buffer_full_mean", 149 / 4)
        self.metric("burst", "buffer_full_share", 149 / (1 + 60 + 7 * 32))

    def test_stalls_and_write_backs(self):
        self.metric("overlap", "data_stall_share", 56 / 62)
        self.metric("halves", "writebacks", 12)

    def test_instruction_tlb_efficiency(self):
        self.metric("code_pages", "itlb_miss_rate", 4 / 54)

    def test_data_tlb_efficiency(self):
        self.metric("sections_33", "dtlb_miss_rate", 66 / 66)
        self.metric("sections_32", "dtlb_miss_rate", 32 / 64)

    def test_pairs_of_events(self):
        """PMN0 and PMN1 of the slides' table; either order counts the same."""
        for one, other in ((0x7, 0x0), (0xa, 0xb), (0x1, 0x0), (0x8, 0x9),
                           (0x2, 0xc), (0x7, 0x3), (0xa, 0x4)):
            with self.subTest(f"{one:#x} {other:#x}"):
                for board in self.boards("code_pages"):
                    names = {c: n for n, c in BOARDS[board].events.items()}
                    got, document = self.counts(
                        board, "code_pages", [names[one], names[other]])
                    self.assertEqual(document["plan"]["passes"], 1)
                    told = CODE["code_pages"].counts(board)
                    self.assertEqual(got, [told.get(names[one], 0),
                                           told.get(names[other], 0)])


if __name__ == "__main__":
    sys.exit(__doc__)
