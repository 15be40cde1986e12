# SPDX-License-Identifier: MIT
"""What the tests of programs of known counts share: the boards, and each
program measured in three ways.

From outside, `tally stat --region` drives the monitor between two breakpoints.
Inside, the firmware opens a session of the library around the same code.  The
board's own ledger is the third.  A window inside costs something of its own;
the firmware takes off what a window around the program "empty" costs, and that
program is one NOP.  So inside there is one instruction and one cycle less than
outside, and nothing else: that is EMPTY, by all names that a cycle has."""
import functools
import json
import os
import re
import statistics
import subprocess

from documents import event_codes

TIMEOUT = 120
CYCLES = "cycles"
EMPTY = {"instructions": 1, "issued": 1, CYCLES: 1, "clock": 1,
         "fiq_masked": 1, "irq_masked": 1}
MEASURE_ALL = ("branches", "empty", "itcm", "loads", "one_register", "tcm")
CAUSE = 0xFFFD  # the code of rows that are causes of cycles, and no events
FEW = 26  # cycles of two mispredicted branches where these are dearest (pba8)
ANY = (0, 1 << 63)  # of a count that nothing here decides
# What goes by a core's schedule on the cores that have one: tests/firmware holds
# that (test_a8_cycles.py, test_a9_cycles.py).
SCHEDULED = ("armv7",)
TIMED = (CYCLES, "clock", "fetch_stall", "no_issue")

# What the events are called in these tests, where not as in a document: a name
# is one thing on all cores, or not there.
NAMES = {
    "fetch_stall": ("ibuf_stall", "icache_no_deliver", "CYCLES_INST_STALL",
                    "ISSUE_STAGE_EMPTY"),
    "data_stall": ("ddep_stall",),
    "branches": ("br_exec", "branch"),
    "mispredicted": ("br_mispredict", "branch_miss", "BR_MIS_PRED"),
    "instructions": ("instr_exec", "instruction", "INST_RETIRED",
                     "INST_OUT_OF_RENAME_STAGE"),
    "cacheable": ("dcache_access_cacheable",),
    "accesses": ("dcache_access",),
    "half_lines": ("dcache_wback", "dcache_write_back"),
    "pc_changes": ("sw_pc_change", "pc_changed", "PC_WRITE_RETIRED"),
    "walks": ("main_tlb_miss",),
    "external": ("expl_d_access",),
    "lsu_full": ("lsu_full_stall",),
    "buffer_full": ("dcache_full_stall",),
    "buffer_runs": ("dcache_full_stall_contig",),
    "drains": ("wbuf_drained",),
    "fiq_masked": ("fiq_disabled_cycles",),
    "irq_masked": ("irq_disabled_cycles",),
    "etm0": ("etmextout0",), "etm1": ("etmextout1",),
    "etm_both": ("etmextout",),
    "calls": ("proc_call_exec",),
    "returns": ("proc_ret_exec", "ret_stack_pop", "BR_RETURN_RETIRED",
                "PREDICTABLE_FUNCT_RETURNS"),
    "predicted": ("proc_ret_exec_pred",),
    "wrong": ("proc_ret_exec_pred_incorrect", "ret_stack_mispredict"),
    "icache_tag_error": ("icache_tag_parity_error",),
    "icache_error": ("icache_parity_error",),
    "dcache_tag_error": ("dcache_tag_parity_error",),
    "dcache_error": ("dcache_parity_error",),
    "dirty_error": ("dcache_dirty_parity_error",),
    "clock": ("cpu_cycles", "CPU_CYCLES"), "idle": ("unused",),
    # Of ARMv7 alone.
    "icache_miss": ("L1I_CACHE_REFILL",), "dcache_miss": ("L1D_CACHE_REFILL",),
    "itlb_miss": ("L1I_TLB_REFILL",), "dtlb_miss": ("L1D_TLB_REFILL",),
    "cached": ("L1D_CACHE",), "fetches": ("L1_INST",),
    "loads": ("LD_RETIRED",), "stores": ("ST_RETIRED",),
    "issued": ("CYCLES_INST",), "no_issue": ("ISSUE_STAGE_NO_INST",),
    "exceptions": ("EXC_TAKEN",), "exception_returns": ("EXC_RETURN",),
    "immediate": ("BR_IMMED_RETIRED",), "predictable": ("BR_PRED",),
    "linefills": ("DATA_LINEFILL",), "evictions": ("DATA_EVICTION",),
    "l2": ("L2_ACCESS",), "l2_miss": ("L2_CACHE_MISS",),
    "axi_reads": ("AXI_READ_CYCLES",), "axi_writes": ("AXI_WRITE_CYCLES",),
}
CALLED = {there: here for here, all_of_them in NAMES.items()
          for there in all_of_them}


class Board:
    """`has` is what programs may need: "mmu", "tcm", "mini"."""

    def __init__(self, monitor, family, *has):
        self.monitor = monitor
        self.family = family
        self.events = {CALLED.get(name, name): code
                       for name, code in event_codes(monitor).items()}
        self.has = set(has)


# One row for each board; the others of these tests follow from it.
BOARDS = {
    "imx31": Board("arm1136", "arm11", "mmu"),
    "pb1176": Board("arm1176", "arm11", "mmu", "tcm"),
    "arm1156": Board("arm1156", "arm11", "tcm"),
    "lubbock": Board("pxa250", "xscale", "mmu", "mini"),
    "pba8": Board("cortex-a8", "armv7", "mmu"),
    "pbxa9": Board("cortex-a9", "armv7", "mmu"),
}

FAMILIES = ("arm11", "xscale")  # of which "both" says something


class Program:
    """`body` is the code's name, `needs` what a board must have.  `counts`
    says of each family which event reads what: a number, or least and most.
    What is not named there reads 0, and "both" holds for both families.
    `cores` has, by monitor, the whole of what other families' cores count."""

    def __init__(self, body, *needs, both=None, **family):
        self.body = body
        self.needs = set(needs)
        self.family = family
        self.both = both or {}
        self.cores = {}

    def runs_on(self, board):
        return self.needs <= BOARDS[board].has | {BOARDS[board].family}

    def counts(self, board):
        row = BOARDS[board]
        if row.family in FAMILIES:
            told = {**self.both, **self.family.get(row.family, {})}
        else:
            told = dict(self.cores[row.monitor])
        told["clock"] = told[CYCLES]
        # The firmware runs with both masked.
        told.setdefault("fiq_masked", told[CYCLES])
        told.setdefault("irq_masked", told[CYCLES])
        if row.family in SCHEDULED:
            told.update(dict.fromkeys(TIMED, ANY))
        return told

    def around(self, board, lost):
        """How much less than outside is counted inside.  There so many branches
        more are predicted wrong, as the library's share their places in a
        predictor that keeps what it knows."""
        told = self.counts(board)
        less = {**EMPTY, "fetches": int(told.get("shares", False))}
        if lost:
            less["mispredicted"] = -lost
            for name in TIMED:
                less[name] = less.get(name, 0) - lost * told["flush"]
        return less


# Boards with other programs, and the tests that know their counts; from tests/.
ELSEWHERE = {"virt-a53": "tests/firmware/test_a64.py",
             "virt-a57": "tests/firmware/test_a64.py",
             "virt-a72": "tests/firmware/test_a64.py",
             "mpc8540ads": "tests/firmware/test_ppc.py",
             "mpc8548cds": "tests/firmware/test_ppc.py",
             "versatile": "boards/tests/machine/test_versatile.c"}


class Bench:
    """The command and the firmware under test.  What was measured is kept."""

    def __init__(self, command, firmware):
        self.command = command
        self.firmware = firmware

    def elf(self, board):
        return os.path.join(self.firmware, board, "test_truth.elf")

    def run(self, *words):
        done = subprocess.run([self.command, *words], capture_output=True,
                              stdin=subprocess.DEVNULL, text=True,
                              timeout=TIMEOUT, check=False)
        if done.returncode:
            raise AssertionError(f"{' '.join(words)}: {done.stdout}"
                                 f"{done.stderr}")
        return done.stdout

    @functools.lru_cache(maxsize=None)
    def boards(self):
        """Those that are there, and run these programs.  That each is in one
        of the tables is for test_truth_named.py to say."""
        there = json.loads(self.run("list", "boards", "--json"))["boards"]
        return [b["name"] for b in there if b["name"] in BOARDS]

    @functools.lru_cache(maxsize=None)
    def catalogue(self, monitor):
        """Code, or "cycles", to the event's name."""
        rows = json.loads(self.run("list", "events", "-m", monitor,
                                   "--json"))["events"]
        return {CYCLES if row["code"] is None else int(row["code"], 16):
                row["name"] for row in rows}

    def events(self, board):
        """Their names here."""
        codes = self.catalogue(BOARDS[board].monitor)
        return {CYCLES} | {name for name, code in BOARDS[board].events.items()
                           if code in codes}

    @functools.lru_cache(maxsize=None)
    def stat(self, board, name, body, *options):
        """The whole document of a measurement from outside."""
        return json.loads(self.run(
            "stat", "-t", "board:" + board, *options, "--truth", "--json",
            "--region", f"{body}_from..{body}_to", self.elf(board), "--",
            name))

    def document(self, board, name, body, *options):
        document = self.stat(board, name, body, *options)
        differ = [row for row in document["truth"]
                  if row["measured"] == "differs"]
        if differ or document["region"]["entered"] != 1:
            raise AssertionError(f"{board} {name}: {differ} "
                                 f"{document['region']}")
        return document

    def outside(self, board, name, program, *options):
        """By code, or "cycles"; equal to the ledger."""
        events = self.document(board, name, program.body,
                               *self.wanted(board, name, program),
                               *options)["events"]
        return {CYCLES if e["code"] is None else e["code"]: e["count"]
                for e in events}

    def ledger(self, board, name, program, *options):
        """Of all events, measured or not."""
        rows = self.document(board, name, program.body,
                             *self.wanted(board, name, program),
                             *options)["truth"]
        return {CYCLES if row["name"] == "cycle counter" else row["code"]:
                row["count"] for row in rows if row["code"] != CAUSE}

    def wanted(self, board, name, program):
        """Words for `stat`.  Every two events are a run of the board, so those
        that read 0 are measured in some programs only; the ledger and the
        firmware tell them in all."""
        if name in MEASURE_ALL:
            return ("-e", "all")
        told = program.counts(board)
        return self.select(board, sorted(self.events(board) & set(told)))

    @functools.lru_cache(maxsize=None)
    def inside(self, board, name, *options):
        """What the firmware's own sessions count beyond an empty window.  In
        each of them the cycles are the same, but that what the firmware does
        in between may cost, or save, one of them a miss or a few branches:
        what most of them count is taken."""
        counts = {}
        for line in self.run("board", board, self.elf(board), "--args",
                             name + " inside", *options).splitlines():
            found = re.fullmatch(r"(cycles|0x[0-9a-f]{8}) (-?\d+)", line)
            if not found:
                continue
            code = found[1] if found[1] == CYCLES else int(found[1], 16)
            counts.setdefault(code, []).append(int(found[2]))
        for code, every in counts.items():
            few = max(max(every) // 100, FEW) if code == CYCLES else 0
            if max(every) - min(every) > few:
                raise AssertionError(f"{board} {name}: {code} is {every}")
        return {code: statistics.mode(every) for code, every in counts.items()}

    def select(self, board, names):
        """Words for `stat` that measure these events."""
        words = self.catalogue(BOARDS[board].monitor)
        events = BOARDS[board].events
        return ("-e", ",".join(words[events.get(name, name)]
                               for name in names))
