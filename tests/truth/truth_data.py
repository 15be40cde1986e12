# SPDX-License-Identifier: MIT
"""What the programs of tests/truth/data.S count, worked out by hand.

They begin as those of truth_code.py do; the data cache holds what a run before
left there, or nothing where the program's row in programs.def says D_EMPTY.
Besides the times of truth_code.py:

                                              ARM11  XScale
 first word from memory                          30      60
   memory is busy with it, with a line        4,  8  12, 32
 a write is done, memory is busy with it     20,  4  40, 12
 requests under way                               4       4
 result of a load can be used after               3       3
"""
from truth_bench import ANY, Program
from truth_code import FLUSH, LATE

# A loop whose turns all but the last are taken costs this much over its
# instructions, and has so many mispredicted.
LOOP = {"arm11": LATE + FLUSH, "xscale": 2 * FLUSH}
# Counts that depend on the model's order of things in ways not worked out here;
# that the three ways agree on them is tested all the same.
LOOSE_ARM11 = {"cycles": ANY, "data_stall": ANY, "lsu_full": ANY}
LOOSE_XSCALE = {"cycles": ANY, "data_stall": ANY, "buffer_full": ANY,
                "buffer_runs": ANY}


def reach(body, places, micro, walks, tlb, reads):
    """Twice a load from each of `places`: NOP, MOV, and twice MOV, MOV, SUBS,
    BNE and 5 for each.  ARM11: the inner loop's last turn is wrong twice, the
    outer one's once; the first of each is right by rule.  XScale: wrong are the
    first inner turn, both last ones, and both outer ones."""
    instructions = 2 + 2 * (4 + 5 * places)
    return Program(
        body, "mmu",
        both={"instructions": instructions, "branches": 2 * places + 2,
              "pc_changes": 2 * (places - 1) + 1, "accesses": 2 * places},
        arm11={"cacheable": 2 * places, "mispredicted": 3, "fetch_stall": 3,
               "dtlb_miss": micro, "walks": walks,
               "cycles": instructions + 3 * FLUSH + 2 * LATE + 3 * micro +
                         20 * reads * walks},
        xscale={"mispredicted": 5, "dtlb_miss": tlb,
                "cycles": instructions + 5 * FLUSH + 40 * reads * tlb})


# NOP, MOV, MOV, 3 * (8 LDR, ADD, SUBS, BNE).
LOADS = {"instructions": 36, "branches": 3, "pc_changes": 2, "accesses": 24}
# ARM11: line k is there at 30 + 8 (k - 1) after the first load, and load k + 4
# goes then; the loop's own cycles vanish in the 8.  So the 24th goes at
# 30 + 8 * 19; 3 instructions before, itself, SUBS and so on behind it.
LOADS_COLD_ARM11 = 3 + 30 + 8 * 19 + 1 + 3 + FLUSH
LOADS_COLD_XSCALE = 3 + 60 + 32 * 19 + 1 + 3 + FLUSH

LOADS_ARM11 = {"cacheable": 24, "mispredicted": 1, "fetch_stall": 1}

# NOP, MOV, and twice MOV, MOV, 33 * (2 LDR, ADD, SUBS, BNE), SUBS, BNE.
OVER = {"instructions": 2 + 2 * (2 + 33 * 5 + 2), "branches": 68,
        "pc_changes": 65, "accesses": 132}

# NOP, 8 loads, 8 stores, MOV, drain.
TWICE = {"instructions": 19, "accesses": 16}

DATA = {
    "loads": Program(
        "loads", both=LOADS,
        arm11={**LOADS_ARM11, "cycles": 36 + LOOP["arm11"]},
        xscale={"mispredicted": 2, "cycles": 36 + LOOP["xscale"]}),
    "loads_cold": Program(
        "loads", both={**LOADS, "dcache_miss": 24},
        arm11={**LOADS_ARM11, "external": 24, "cycles": LOADS_COLD_ARM11,
               "lsu_full": LOADS_COLD_ARM11 - 36 - LOOP["arm11"]},
        # The 5th and all that follow wait, one by one.
        xscale={"mispredicted": 2, "cycles": LOADS_COLD_XSCALE,
                "buffer_full": LOADS_COLD_XSCALE - 36 - LOOP["xscale"],
                "buffer_runs": 20}),
    "loads_mini": Program(
        "loads", "mini", both={**LOADS, "dcache_miss": 24},
        xscale={"mispredicted": 2, "cycles": LOADS_COLD_XSCALE,
                "buffer_full": LOADS_COLD_XSCALE - 36 - LOOP["xscale"],
                "buffer_runs": 20}),
    # Without MMU all is strongly ordered: each load waits for its word.
    "loads_off": Program(
        "loads", "mmu", both=LOADS,
        arm11={"mispredicted": 1, "fetch_stall": 1, "external": 24,
               "drains": 24, "cycles": 36 + 24 * 30 + LOOP["arm11"]},
        xscale={"mispredicted": 2,
                "cycles": 36 + 24 * 60 + LOOP["xscale"]}),
    # 33 lines into each of 2 sets.  XScale: 32 ways, round robin, so all miss
    # in both turns.  ARM11: 4 ways, at random: of a set's 33 at most 4 are
    # still there in the second turn.
    "loads_over": Program(
        "loads_over", both=OVER,
        arm11={"cacheable": 132, "dcache_miss": (66 + 2 * 29, 132),
               "external": (66 + 2 * 29, 132), "mispredicted": 3,
               "fetch_stall": 3, **LOOSE_ARM11},
        xscale={"dcache_miss": 132, "mispredicted": 5, **LOOSE_XSCALE}),

    # NOP, 8 STR, MOV, drain.  ARM11: the first four leave at 0, 4, 8, 12 after
    # the first, and take 20; the 5th goes at 20, the others at 24, 28, 32 and
    # the last is done at 52.  XScale: 8 entries, none is waited for; they leave
    # every 12, the last is done at 7 * 12 + 40.
    "stores": Program(
        "stores", both={"instructions": 11, "accesses": 8, "dcache_miss": 8},
        arm11={"cacheable": 8, "external": 8, "drains": 1,
               "lsu_full": (20 - 4) + 3 * (4 - 1), "cycles": 1 + 52},
        xscale={"cycles": 1 + 7 * 12 + 40}),
    # Each waits until it is done; drained at each, and at the end.
    "stores_ordered": Program(
        "stores", "mmu", both={"instructions": 11, "accesses": 8},
        arm11={"external": 8, "drains": 9, "cycles": 11 + 1 + 8 * 20},
        xscale={"cycles": 11 + 1 + 8 * 40}),

    # NOP, 8 LDR, 12 STR, 2 MOV, 8 * (MCR, ADD, SUBS, BNE).  4 lines are dirty
    # in one half, 4 in both.
    "halves": Program(
        "halves",
        both={"instructions": 55, "branches": 8, "pc_changes": 7,
              "accesses": 20, "dcache_miss": 8, "half_lines": 4 + 2 * 4},
        arm11={"cacheable": 20, "external": 8, "mispredicted": 1,
               "fetch_stall": 1, **LOOSE_ARM11},
        xscale={"mispredicted": 2, **LOOSE_XSCALE}),
    # NOP, MOV, 33 * (LDR, 2 STR, ADD, SUBS, BNE).  All lines that are there are
    # dirty in both halves: ARM11 puts out 33 - 4 of them, XScale 33 - 32.
    "evictions": Program(
        "evictions",
        both={"instructions": 200, "branches": 33, "pc_changes": 32,
              "accesses": 99, "dcache_miss": 33},
        arm11={"cacheable": 99, "external": 33, "half_lines": 2 * 29,
               "mispredicted": 1, "fetch_stall": 1, **LOOSE_ARM11},
        xscale={"half_lines": 2, "mispredicted": 2, **LOOSE_XSCALE}),

    # ARM11: by line: 1, 2, 1, 2, 1, 1.  XScale: by register: 4 times 4, twice
    # 2.
    "multiple": Program(
        "multiple", both={"instructions": 8},
        arm11={"accesses": 8, "cacheable": 8, **LOOSE_ARM11},
        xscale={"accesses": 20, **LOOSE_XSCALE}),
    # Two lines, one miss each; the rest finds them on their way.
    "multiple_cold": Program(
        "multiple", both={"instructions": 8, "dcache_miss": 2},
        arm11={"accesses": 8, "cacheable": 8, "external": 2, **LOOSE_ARM11},
        xscale={"accesses": 20, **LOOSE_XSCALE}),
    # Each store waits 2 cycles for what the load before it brings.
    "one_register": Program(
        "one_register",
        both={"instructions": 5, "accesses": 4, "data_stall": 4,
              "cycles": 5 + 4},
        arm11={"cacheable": 4}),

    "each_twice": Program(
        "each_twice", both={**TWICE, "dcache_miss": 8},
        arm11={"cacheable": 16, "external": 8, "drains": 1, **LOOSE_ARM11},
        xscale=LOOSE_XSCALE),
    "each_twice_uncached": Program(
        "each_twice", "mmu", both=TWICE,
        arm11={"external": 16, "drains": 1, **LOOSE_ARM11},
        xscale=LOOSE_XSCALE),
    # 8 lines are filled, 8 stores go through, nothing is dirty.
    "each_twice_through": Program(
        "each_twice", "mmu", both={**TWICE, "dcache_miss": 8},
        arm11={"cacheable": 16, "external": 16, "drains": 1, **LOOSE_ARM11},
        xscale=LOOSE_XSCALE),
    # NOP, 4 + 8 loads, MOV, drain.  The cached page is not that of the place
    # under test, and misses once.
    "mixed": Program(
        "mixed", "mmu", both={"instructions": 15, "accesses": 12,
                              "dtlb_miss": 1},
        arm11={"cacheable": 4, "external": 8, "drains": 1, "walks": 1,
               **LOOSE_ARM11},
        xscale=LOOSE_XSCALE),
    # NOP, 4 * (MCR, MCR, ADD): an MCR takes 2.
    "operations": Program(
        "operations", both={"instructions": 13, "cycles": 1 + 4 * 5}),
    # NOP, 4 * (LDR, STR), each done before the next begins.
    "ordered": Program(
        "ordered", "mmu", both={"instructions": 9, "accesses": 8},
        arm11={"external": 8, "drains": 8, "cycles": 9 + 4 * (30 + 20)},
        xscale={"cycles": 9 + 4 * (60 + 40)}),
    # NOP, MOV, 5 MCR.
    "drains": Program("drains",
                      both={"instructions": 7, "cycles": 2 + 5 * 2},
                      arm11={"drains": 5}),

    # NOP, 8 LDR, MOV, drain.  ARM11: a line every 8 cycles, the first at 30; the
    # 5th load comes at 4 and waits until 30, the next three 7 each.  The last
    # line is there at 30 + 7 * 8.  XScale: every 32, the first at 60; 56, then
    # 31 each.
    "burst": Program(
        "burst", both={"instructions": 11, "accesses": 8, "dcache_miss": 8},
        arm11={"cacheable": 8, "external": 8, "drains": 1,
               "lsu_full": 26 + 3 * 7, "cycles": 1 + 30 + 7 * 8},
        xscale={"buffer_full": 56 + 3 * 31, "buffer_runs": 4,
                "cycles": 1 + 60 + 7 * 32}),
    # NOP, 5 LDR.  The fifth, at 4, needs the first one's word and, on ARM11, a
    # place in the queue; both are there at 30: the same 26 cycles count twice.
    # XScale: at 60; a buffer is free by then.  The line it reads is the first.
    "overlap": Program(
        "overlap",
        both={"instructions": 6, "accesses": 5, "dcache_miss": 4},
        arm11={"cacheable": 5, "external": 4, "data_stall": 26,
               "lsu_full": 26, "cycles": 1 + 30 + 1},
        xscale={"data_stall": 56, "cycles": 1 + 60 + 1}),
    # NOP, LDR, ADD 2 late, MUL (issue 2, ready after 4), ADD 2 late; XScale's
    # MUL issues 1 and is ready after 3.
    "operands": Program(
        "operands",
        both={"instructions": 5, "accesses": 1, "data_stall": 2 + 2},
        arm11={"cacheable": 1, "cycles": 5 + 4 + 1},
        xscale={"cycles": 5 + 4}),

    # ARM11: 10 in the MicroTLB, 64 as 32 sets of 2 in the main one; both go
    # round robin, so what is one too many misses every time.  33 sections are
    # two in one set.  64 pages are two in each, the 65th makes it three in one.
    # XScale: 32.
    "sections_10": reach("sections_10", 10, 10, 10, 10, 1),
    "sections_11": reach("sections_11", 11, 22, 11, 11, 1),
    "sections_32": reach("sections_32", 32, 64, 32, 32, 1),
    "sections_33": reach("sections_33", 33, 66, 33, 66, 1),
    "pages_64": reach("pages_64", 64, 128, 64, 128, 2),
    "pages_65": reach("pages_65", 65, 130, 65 + 3, 130, 2),

    # NOP, 4 * (LDR, STR of what was loaded, 2 late).
    "tcm": Program(
        "tcm", "tcm", both={"instructions": 9, "accesses": 8,
                            "data_stall": 8, "cycles": 9 + 8},
        arm11={"cacheable": 8}),
    "itcm": Program(
        "tcm", "tcm", both={"instructions": 9, "accesses": 8,
                            "data_stall": 8, "cycles": 9 + 8},
        arm11={"cacheable": 8}),
    # The store misses; the read behind it counts twice.  The store's page is
    # not that of the place under test.
    "tcm_behind_write": Program(
        "tcm_behind_write", "tcm", "mmu",
        arm11={"instructions": 3, "accesses": 3, "cacheable": 3,
               "dcache_miss": 1, "external": 1, "dtlb_miss": 1, "walks": 1,
               "cycles": 3 + 3 + 20}),
}
