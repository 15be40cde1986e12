#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: tap.py test_truth.py TALLY=COMMAND FIRMWARE=FOLDER

Programs whose every count is worked out by hand (truth_code.py, truth_data.py,
truth_armv7.py): what `tally stat` reads from outside, what the library reads
inside and what the board's ledger says are the same, and are those numbers.  At
the end: every event of every monitor was reached by one of them, is not modelled,
or stands in a list with its reason."""
import sys
import unittest

import truth_bench
from truth_bench import BOARDS, CYCLES
from truth_code import CODE
from truth_programs import PROGRAMS

TALLY = ""
FIRMWARE = ""
BENCH = None

# Both signals in every cycle.
BOTH_HIGH = ("--inject", "etmextout0=1/1", "--inject", "etmextout1=1/1")

# Events that no program here makes happen, and why.
NOT_REACHED = {
    "idle": "counts nothing: it is what an unused counter is set to",
    # Of these board/core/test_uarch_cortex_a.c and
    # board/machine/test_armv7_machine.c know the counts.
    "l2_miss": "each program's lines are in the second level since it ran before",
    "EXT_INTERRUPTS": "no interrupt is let in",
}

# Every access of a memory finds an error.  One instruction line is looked up
# for 5 instructions; two loads and two stores that hit look up tags and data,
# only the stores go to the dirty RAM.  A TCM is accessed 8 times.
ERRORS = {
    "one_register": {
        "icache_tag_error": 1, "icache_error": 1, "dcache_tag_error": 4,
        "dcache_error": 4, "dirty_error": 2,
    },
    "tcm": {"dtcm_error": 8},
    "itcm": {"itcm_error": 8},
}


def setUpModule():
    global BENCH
    BENCH = truth_bench.Bench(TALLY, FIRMWARE)


def all_errors(board, name):
    """Options that make every access find one; none for other cores."""
    events = BOARDS[board].events
    words = BENCH.catalogue(BOARDS[board].monitor)
    options = ()
    for error in ERRORS[name]:
        if events.get(error) in words:
            options += ("--inject", words[events[error]] + "=1")
    return options


def expected(board, program):
    """By code, or "cycles": least and most."""
    events = {**BOARDS[board].events, CYCLES: CYCLES}
    told = program.counts(board)
    want = {}
    for code in BENCH.catalogue(BOARDS[board].monitor):
        name = next(n for n, c in events.items() if c == code)
        count = told.get(name, 0)
        want[code] = count if isinstance(count, tuple) else (count, count)
    return want


class Known(unittest.TestCase):
    longMessage = True

    def check_numbers(self, board, program, counts):
        for code, (low, high) in expected(board, program).items():
            with self.subTest(board=board, event=code):
                if counts[code] is None:  # not modelled
                    self.assertEqual((low, high), (0, 0))
                    continue
                self.assertLessEqual(low, counts[code])
                self.assertLessEqual(counts[code], high)

    def check_inside(self, board, name, program, ledger):
        inside = BENCH.inside(board, name)
        events = BOARDS[board].events
        lost = 0
        if "flush" in program.counts(board):
            lost = inside[events["mispredicted"]] - \
                ledger[events["mispredicted"]]
            self.assertIn(lost, range(3))
        less = {events.get(n, n): k
                for n, k in program.around(board, lost).items()}
        timed = {events.get(name, name) for name in truth_bench.TIMED
                 if BOARDS[board].family in truth_bench.SCHEDULED}
        for code, count in ledger.items():
            with self.subTest(board=board, event=code):
                if code in timed:  # what is around it overlaps
                    continue
                self.assertEqual(inside[code],
                                 (count or 0) - less.get(code, 0))

    def check_outside(self, board, outside, ledger):
        for code, count in outside.items():
            with self.subTest(board=board, event=code):
                self.assertEqual(count, ledger[code])

    def check(self, name):
        program = PROGRAMS[name]
        boards = [b for b in BENCH.boards() if program.runs_on(b)]
        if not boards:
            self.skipTest(f"no board has {program.needs}")
        for board in boards:
            with self.subTest(board):
                ledger = BENCH.ledger(board, name, program)
                self.check_numbers(board, program, ledger)
                self.check_outside(board, BENCH.outside(board, name, program),
                                   ledger)
                self.check_inside(board, name, program, ledger)


def add_test(name):
    setattr(Known, "test_" + name, lambda self: self.check(name))


for NAME in PROGRAMS:
    add_test(NAME)


class Injected(unittest.TestCase):
    def test_both_signals_high(self):
        """Both in every cycle: one each, and two for the sum [DAI0195B Table
        2]."""
        for board in BENCH.boards():
            events = BOARDS[board].events
            if "etm0" not in events:
                continue
            with self.subTest(board):
                counts = BENCH.outside(board, "branches",
                                       CODE["branches"], *BOTH_HIGH)
                cycles = CODE["branches"].counts(board)[CYCLES]
                self.assertEqual(counts[events["etm0"]], cycles)
                self.assertEqual(counts[events["etm1"]], cycles)
                self.assertEqual(counts[events["etm_both"]], 2 * cycles)

    def test_every_access_finds_an_error(self):
        """And no other event changes by it."""
        for board in BENCH.boards():
            events = BOARDS[board].events
            for name, errors in ERRORS.items():
                options = all_errors(board, name)
                if not options:
                    continue
                want = {code: low for code, (low, _) in
                        expected(board, PROGRAMS[name]).items()}
                want.update((events[e], n) for e, n in errors.items())
                with self.subTest(board=board, program=name):
                    self.assertEqual(BENCH.outside(
                        board, name, PROGRAMS[name], *options), want)


class Zones(unittest.TestCase):
    """After the others: by then all is measured, and kept."""

    def reached(self, board):
        """The largest count of each event in any program."""
        most = {}
        rows = [BENCH.outside(board, name, p)
                for name, p in PROGRAMS.items() if p.runs_on(board)]
        if "etm0" in BOARDS[board].events:
            rows.append(BENCH.outside(board, "branches", CODE["branches"],
                                      *BOTH_HIGH))
        rows += [BENCH.outside(board, name, PROGRAMS[name],
                               *all_errors(board, name))
                 for name in ERRORS if all_errors(board, name)]
        for counts in rows:
            for code, count in counts.items():
                most[code] = max(most.get(code, 0), count or 0)
        return most

    def tell(self, board):
        """By class, as the board itself classes its events."""
        program = PROGRAMS["empty"]
        names = {code: name for name, code in BOARDS[board].events.items()}
        kinds = {}
        for row in BENCH.document(board, "empty", program.body, "-e",
                                  "all")["truth"]:
            code = CYCLES if row["name"] == "cycle counter" else row["code"]
            name = names.get(code, CYCLES)
            how = f" (not reached: {NOT_REACHED[name]})" \
                if name in NOT_REACHED else ""
            kinds.setdefault(row["class"], []).append(name + how)
        for kind in sorted(kinds):
            print(f"# {board}, {kind}: {', '.join(kinds[kind])}")

    def test_every_event_is_reached_or_named(self):
        for board in BENCH.boards():
            with self.subTest(board):
                most = self.reached(board)
                names = {code: name
                         for name, code in BOARDS[board].events.items()}
                self.tell(board)
                there = BENCH.ledger(board, "empty", PROGRAMS["empty"])
                for code in BENCH.catalogue(BOARDS[board].monitor):
                    name = names.get(code, code)
                    if name in NOT_REACHED or there[code] is None:
                        self.assertEqual(most[code], 0, name)
                    else:
                        self.assertGreater(most[code], 0, name)


if __name__ == "__main__":
    sys.exit(__doc__)
