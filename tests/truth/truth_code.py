# SPDX-License-Identifier: MIT
"""What the programs of tests/truth/code.S count, worked out by hand.

Each begins with the NOP that opens the window; its code, its pages and the
vectors are there (but "code_pages"), and no branch is known.  All times come
from uarch_arm11_cores.c and uarch_pxa250.c:

                                          ARM11  XScale
 a flush                                      4       4
   counted as fetch stall                     1       0
   target from memory, more                   3       3
 predicted, but not by history, more          3       -
 first word of a line                        30      60
 first-level TLB miss that the main one has   3       -
 a walk's read                               20      40
 exception entry                              4       4
"""
from truth_bench import Program

FLUSH = 4
LATE = 3
LOADED = 3
WORD = {"arm11": 30, "xscale": 60}

# A taken branch that nothing knows: an ARM11 predicts it by rule if it is
# unconditional or goes back, an XScale never.
MILLION_TURNS = 499998

# svc 1 + entry; ldr pc in the vector 1, flushed, from memory; msr 2; movs pc
# 1, flushed.
SVC = 1 + 4 + (1 + FLUSH + LOADED) + 2 + (1 + FLUSH)
# The same without msr.
UNDEFINED = SVC - 2

CODE = {
    "empty": Program("empty", both={"instructions": 1, "cycles": 1}),

    # The last turn is not taken.  ARM11: the first is right by rule, the last
    # one wrong.  XScale: the first and the last are wrong.
    "million": Program(
        "million",
        both={"instructions": 10**6, "branches": MILLION_TURNS,
              "pc_changes": MILLION_TURNS - 1},
        arm11={"mispredicted": 1, "fetch_stall": 1,
               "cycles": 10**6 + LATE + FLUSH},
        xscale={"mispredicted": 2, "cycles": 10**6 + 2 * FLUSH}),

    # NOP, MOVS, and three times 8.
    "branches": Program(
        "branches",
        both={"instructions": 26, "branches": 16, "pc_changes": 8},
        arm11={"cycles": 26 + 8 * LATE},
        xscale={"mispredicted": 8, "cycles": 26 + 8 * FLUSH}),
    "branches_off": Program(
        "branches",
        both={"instructions": 26, "branches": 16, "pc_changes": 8,
              "mispredicted": 8, "cycles": 26 + 8 * FLUSH},
        arm11={"fetch_stall": 8}),

    # Six ways; two come from memory, two stores go before them.  The BLX
    # pushes.  A load multiple issues for 2 cycles and 1 for each register on
    # an XScale, where the others take 1.
    "jumps": Program(
        "jumps",
        both={"instructions": 15, "pc_changes": 6, "accesses": 4},
        arm11={"branches": 6, "mispredicted": 6, "fetch_stall": 6,
               "cacheable": 4, "calls": 1,
               "cycles": 15 + 6 * FLUSH + 2 * LOADED},
        xscale={"cycles": 15 + 6 * FLUSH + 2 * LOADED + 2}),

    "straight": Program("straight",
                        both={"instructions": 64, "cycles": 64}),
    # 8 lines; each is waited for, and memory is free again by then.
    "straight_cold": Program(
        "straight", both={"instructions": 64, "icache_miss": 8},
        arm11={"fetch_stall": 8 * 30, "cycles": 64 + 8 * 30},
        xscale={"fetch_stall": 8 * 60, "cycles": 64 + 8 * 60}),

    # Off, it is not asked.  ARM11: 2 instructions at a time from memory; XScale:
    # 8.
    "straight_off": Program(
        "straight", both={"instructions": 64},
        arm11={"fetch_stall": 32 * 30, "cycles": 64 + 32 * 30},
        xscale={"fetch_stall": 8 * 60, "cycles": 64 + 8 * 60}),

    # NOP, MOV, 2 NOPs, 10 SUBS, 10 BEQ of which the last is taken, 9 NOPs, 9 B.
    # ARM11 with prediction: only the last BEQ is wrong, and the 16 bytes behind
    # it reach into the line that is never executed.  Without: those behind each
    # B and the last BEQ do.
    "shadow": Program(
        "shadow", both={"instructions": 42, "branches": 19, "pc_changes": 10},
        arm11={"icache_miss": 1, "mispredicted": 1, "fetch_stall": 1,
               "cycles": 42 + LATE + FLUSH},
        xscale={"mispredicted": 2, "cycles": 42 + 2 * FLUSH}),
    "shadow_off": Program(
        "shadow", both={"instructions": 42, "branches": 19, "pc_changes": 10,
                        "mispredicted": 10, "cycles": 42 + 10 * FLUSH},
        arm11={"icache_miss": 10, "fetch_stall": 10}),

    # NOP, 10 BL, 10 BX, B.  The doubleword behind the return is looked up: in
    # the next line, which is never there, or in the return's own.
    "return_late": Program(
        "return_late", both={"instructions": 22, "pc_changes": 21},
        arm11={"icache_miss": 10, "branches": 21, "calls": 10, "returns": 10,
               "predicted": 10, "cycles": 22 + 21 * LATE},
        xscale={"branches": 11, "mispredicted": 11,
                "cycles": 22 + 21 * FLUSH}),
    "return_early": Program(
        "return_early", both={"instructions": 22, "pc_changes": 21},
        arm11={"branches": 21, "calls": 10, "returns": 10, "predicted": 10,
               "cycles": 22 + 21 * LATE},
        xscale={"branches": 11, "mispredicted": 11,
                "cycles": 22 + 21 * FLUSH}),

    # NOP, 8 B.
    "hops": Program(
        "hops", both={"instructions": 9, "branches": 8, "pc_changes": 8},
        arm11={"cycles": 9 + 8 * LATE},
        xscale={"mispredicted": 8, "cycles": 9 + 8 * FLUSH}),
    # 4 lines.  ARM11: a line's rest follows its first doubleword in 8 * 3/4 = 6
    # cycles; the branch is over before (the NOP, B and its 3: 5), and looks the
    # line up again: a second miss, the same fill.
    "hops_cold": Program(
        "hops", both={"instructions": 9, "branches": 8, "pc_changes": 8},
        arm11={"icache_miss": 8, "fetch_stall": 4 * 30,
               "cycles": 9 + 8 * LATE + 4 * 30},
        xscale={"icache_miss": 4, "fetch_stall": 4 * 60, "mispredicted": 8,
                "cycles": 9 + 8 * FLUSH + 4 * 60}),

    # NOP, BL, B; MOV, BL, MOV, BX for each level but the last, which is BX.
    # The return stack holds 3.
    "calls_3": Program(
        "calls_3", both={"instructions": 12, "pc_changes": 7},
        arm11={"branches": 7, "calls": 3, "returns": 3, "predicted": 3,
               "cycles": 12 + 7 * LATE},
        xscale={"branches": 4, "mispredicted": 4,
                "cycles": 12 + 7 * FLUSH}),
    # The fourth push drops the first; the last return finds nothing to pop.
    "calls_4": Program(
        "calls_4", both={"instructions": 16, "pc_changes": 9},
        arm11={"branches": 9, "calls": 4, "returns": 3, "predicted": 3,
               "mispredicted": 1, "fetch_stall": 1,
               "cycles": 16 + 8 * LATE + FLUSH},
        xscale={"branches": 5, "mispredicted": 5,
                "cycles": 16 + 9 * FLUSH}),
    # NOP, BL, ADD, BX, B; the popped address is 4 bytes short.
    "return_wrong": Program(
        "return_wrong", both={"instructions": 5, "pc_changes": 3},
        arm11={"branches": 3, "calls": 1, "returns": 1, "predicted": 1,
               "wrong": 1, "mispredicted": 1, "fetch_stall": 1,
               "cycles": 5 + 2 * LATE + FLUSH},
        xscale={"branches": 2, "mispredicted": 2, "cycles": 5 + 3 * FLUSH}),

    # SVC, the vector's LDR pc (which is no change of mode), MSR, MOVS pc.
    "svc_system": Program(
        "svc_system",
        both={"instructions": 1 + 4 * 4, "pc_changes": 4, "accesses": 4,
              "cycles": 1 + 4 * SVC},
        arm11={"branches": 4, "mispredicted": 4, "fetch_stall": 4,
               "cacheable": 4}),
    "svc_user": Program(
        "svc_user",
        both={"instructions": 2 + 4, "pc_changes": 1, "accesses": 1,
              "cycles": 1 + 2 + SVC},
        arm11={"branches": 1, "mispredicted": 1, "fetch_stall": 1,
               "cacheable": 1}),
    "undefined": Program(
        "undefined",
        both={"instructions": 1 + 2 * 3, "pc_changes": 2, "accesses": 2,
              "cycles": 1 + 2 * UNDEFINED},
        arm11={"branches": 2, "mispredicted": 2, "fetch_stall": 2,
               "cacheable": 2}),

    # NOP, 10, MSR, 20, MSR, 30, MSR: an MSR takes 2 cycles, and they still go
    # by the old mask.  Both closed, FIQ open, IRQ open.
    "masks": Program("masks",
                     both={"instructions": 64, "cycles": 61 + 3 * 2},
                     arm11={"fiq_masked": 11 + 2 + 30 + 2,
                            "irq_masked": 11 + 2 + 20 + 2}),

    # NOP, LDR, BIC, BIC, ADD, MOV; twice MOV, MOV, 4 * (BLX, BX, ADD, SUBS,
    # BNE), SUBS, BNE.  Four pages miss at first.  ARM11: wrong are 8 BLX, the
    # last inner BNE of both turns and the last outer one; the first of each is
    # right by rule; returns are predicted.  XScale: wrong are the first and
    # last inner BNE, the last of the second turn, both outer ones; BLX and BX
    # flush without counting.  The BIC waits 2 cycles for the LDR.
    "code_pages": Program(
        "code_pages", "mmu",
        both={"instructions": 54, "pc_changes": 8 + 8 + 6 + 1, "accesses": 1,
              "itlb_miss": 4, "data_stall": 2},
        arm11={"branches": 26, "mispredicted": 11, "walks": 4, "cacheable": 1,
               "calls": 8, "returns": 8, "predicted": 8,
               "fetch_stall": 11 + 4 * 3,
               "cycles": 54 + 2 + 11 * FLUSH + 10 * LATE + 4 * (3 + 20)},
        xscale={"branches": 10, "mispredicted": 5, "fetch_stall": 4 * 40,
                "cycles": 54 + 2 + (5 + 16) * FLUSH + 4 * 40}),
}
