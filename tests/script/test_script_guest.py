#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_script_guest.py TALLY FIRMWARE_DIR [unittest arguments]

The C that `tally script` writes, compiled and run on the simulated boards: it
counts what the library counts around the same code, what `tally stat` counts
from outside, and what can be worked out by hand."""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

TALLY = ""
FIRMWARE = ""
ROOT = pathlib.Path(__file__).resolve().parents[2]
TIMEOUT = 120

# work of script_guest.c: MOV, 100 turns of SUBS and BNE, BX.
INSTRUCTIONS = 1 + 2 * 100 + 1
# The call of it, inside of the window.
CALL = 1


class Family:
    """Monitors of one public header.  `events` are that of instructions and
    that of branches; `branches` is what the second counts of work; `near` is
    the first one's counter.  `other` is a setup that the script finds and puts
    back: C, after which the first register saved holds `control` in the bits
    of `kept`."""

    def __init__(self, events, branches, near, control, kept, other):
        self.events = events
        self.branches = branches
        self.near = near
        self.control = control
        self.kept = kept
        self.other = "".join(f"script_write_{register}({value:#x}u);"
                             for register, value in other)


def one_control(events, branches, control):
    """PMNC holds all: D, the interrupt enable of PMN0, and the events 0x0A and
    0x0B.  What an overflow set before, no software can, so bits 1 and 2 are
    left out."""
    return Family(events, branches, "pmn0", control, 0xFFFFFFFF & ~6,
                  [("pmnc", control), ("ccnt", 0x12345678),
                   ("pmn0", 0x9ABCDEF0), ("pmn1", 0x0F1E2D3C)])


def armv7(events, branches):
    """PMCR holds D, X and DP; the rest has registers of its own."""
    return Family(events, branches, "pmevcntr0", 0x38, 0x3F,
                  [("pmcr", 0x38), ("pmccntr", 0x12345678),
                   ("pmevtyper0", 0x0A), ("pmevcntr0", 0x9ABCDEF0),
                   ("pmevtyper1", 0x0C), ("pmevcntr1", 0x0F1E2D3C),
                   ("pmcntenset", 0x80000002), ("pmintenset", 1)])


# By the name of the header.  Of the branches of work ARM11 counts all, XScale
# those that are B or BL, ARMv7 those that are immediate.
FAMILIES = {
    "arm11": one_control(("instr_exec", "br_exec"), 100 + 1, 0x00A0B018),
    "xscale": one_control(("instruction", "branch"), 100, 0x00B0A018),
    "cortex_a8": armv7(("INST_RETIRED", "BR_IMMED_RETIRED"), 100),
    "cortex_a9": armv7(("INST_OUT_OF_RENAME_STAGE", "BR_IMMED_RETIRED"), 100),
}
# Families of boards' first monitors that this guest cannot try, and why.
ELSEWHERE = {
    "arm926pxp_ahb": "no document has its registers' places",
    "e500": "the guest's work is 32-bit ARM code",
    "pmuv3": "the guest's work is 32-bit ARM code",
}


def tally(*arguments):
    return subprocess.run([TALLY, *arguments], check=True, text=True,
                          capture_output=True, timeout=TIMEOUT)


def c_name(monitor):
    return "tally_" + monitor.split("/")[-1].replace("-", "_")


def family_of(monitor):
    """The name of the public header that has its events: its own, or else
    the one that declares it."""
    headers = ROOT / "include/tally/monitors"
    if (headers / f"{c_name(monitor)[6:]}.h").exists():
        return c_name(monitor)[6:]
    declared = re.compile(rf"extern .*\b{c_name(monitor)}\b")
    for cores in headers.glob("*/cores.def"):
        if f"LISTED({c_name(monitor)[6:]}," in cores.read_text():
            return cores.parent.name
    for header in headers.glob("*.h"):
        if declared.search(header.read_text()):
            return header.stem
    raise AssertionError(f"no public header declares {c_name(monitor)}")


def first_monitors():
    """Each board with its core's monitor."""
    return [(row["name"], row["monitors"][0]) for row in
            json.loads(tally("board", "--json").stdout)["boards"]]


def boards():
    """(board, its core's monitor, that one's family and native bus)."""
    native = {row["monitor"]: row.get("native") for row in
              json.loads(tally("list", "monitors", "--json").stdout)
              ["monitors"]}
    for board, monitor in first_monitors():
        family = family_of(monitor)
        if family in FAMILIES:
            yield board, monitor, family, native[monitor]


def macros(monitor, family, native):
    it = FAMILIES[family]
    instructions, branches = it.events
    return [f"-DGUEST_MONITOR={c_name(monitor)}",
            f"-DGUEST_HEADER=<tally/monitors/{family}.h>",
            f"-DBUS=TALLY_BUS_{native}",
            f"-DINSTRUCTIONS=SCRIPT_{instructions.upper()}",
            f"-DBRANCHES=SCRIPT_{branches.upper()}",
            f"-DEVENT0=TALLY_{family.upper()}_{instructions.upper()}",
            f"-DEVENT1=TALLY_{family.upper()}_{branches.upper()}",
            f"-DSET_UP_OTHER={it.other}",
            f"-DWRITE_FIRST=script_write_{it.near}"]


class Guest(unittest.TestCase):
    def setUp(self):
        if not shutil.which("arm-none-eabi-gcc"):
            self.skipTest("arm-none-eabi-gcc is not installed")

    @classmethod
    def setUpClass(cls):
        cls.where = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.where)
        cls.built = set()  # by board and flags; each takes seconds

    def write(self, monitor, family):
        instructions, branches = FAMILIES[family].events
        text = tally("script", "-m", monitor, "--as", "c", "--name", "script",
                     "-e", "{%s,%s}" % (instructions, branches)).stdout
        (pathlib.Path(self.where) / "script.c").write_text(text)

    def build(self, board, core, *flags):
        """With the line that the board prints, and the library as the build
        made it by the same words."""
        line = shlex.split(tally("board", board, "--cc", "guest.c").stdout)
        line[line.index("guest.c")] = str(ROOT / "tests/script/script_guest.c")
        elf = os.path.join(self.where, "-".join([board, *flags, "guest.elf"]))
        if elf in self.built:
            return elf
        line[-1] = elf
        words = line[1:next(at for at, word in enumerate(line)
                            if word.startswith("--specs="))]
        library = os.path.join(FIRMWARE, "lib%s.a" % re.sub(
            r"\W", "_", "_".join(words)))
        subprocess.run([*line, library, f"-I{ROOT}/include", f"-I{ROOT}/src",
                        f"-I{self.where}", *macros(*core), *flags],
                       check=True, timeout=TIMEOUT)
        self.built.add(elf)
        return elf

    def run_on(self, board, core, options=()):
        done = tally("board", board, self.build(board, core), *options)
        self.assertIn("program exited with status 0 ", done.stderr)
        return {name: int(number) for name, number in
                (line.split() for line in done.stdout.splitlines())}

    def check(self, board, core, options=()):
        monitor, family, _ = core
        it = FAMILIES[family]
        self.write(monitor, family)
        said = self.run_on(board, core, options)
        self.assertEqual(said["script_instructions"], INSTRUCTIONS + CALL)
        self.assertEqual(said["script_branches"], it.branches + CALL)
        self.assertEqual(said["script_instructions"],
                         said["library_instructions"])
        self.assertEqual(said["script_branches"], said["library_branches"])
        self.assertEqual(said["script_cycles_run"], 1)
        self.assertEqual(said["script_overflowed"], 0)
        self.assertEqual(said["restored"], 1)
        self.assertEqual(said["restored_control"] & it.kept,
                         it.control & it.kept)
        self.assertEqual(said["overflowed_before"], 0)
        self.assertEqual(said["overflowed_after"],
                         1 << said["place_instructions"])
        self.assertEqual(said["overflowed_released"], 0)

    def test_every_family_is_known(self):
        families = {family_of(monitor) for _, monitor in first_monitors()}
        self.assertEqual(families, {*FAMILIES, *ELSEWHERE})

    def test_counts(self):
        for board, *core in boards():
            for options in ((), ("--strict",)):
                with self.subTest(board=board, options=options):
                    self.check(board, core, options)

    def test_stat_counts_the_same(self):
        """From outside the window is the function alone, without its call."""
        for board, *core in boards():
            instructions, branches = FAMILIES[core[1]].events
            with self.subTest(board=board):
                self.write(*core[:2])
                said = self.run_on(board, core)
                elf = self.build(board, core, "-DPLAIN")
                out = tally("stat", "-t", f"board:{board}", "--region", "work",
                            "-e", "{%s,%s}" % (instructions, branches),
                            "--truth", "--json", elf).stdout
                count = {row["name"]: row["count"]
                         for row in json.loads(out)["events"]}
                self.assertEqual(count[instructions] + CALL,
                                 said["script_instructions"])
                self.assertEqual(count[branches] + CALL,
                                 said["script_branches"])


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    TALLY, FIRMWARE = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
