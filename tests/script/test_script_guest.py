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

# work of script_guest.c: MOV, 100 turns of SUBS and BNE, BX.  XScale counts
# B and BL as branches, ARM11 BX too.
INSTRUCTIONS = 1 + 2 * 100 + 1
# The call of it, inside of the window.
CALL = 1
# Of a family, which is the public header of its monitors: the two events, what
# the second counts of work, and a PMNC with D, the interrupt enable of PMN0, and
# the events 0x0A and 0x0B, where PMN0 begins 51 below 2^32 and counts
# instructions.  Every board with such a monitor is tried.
FAMILIES = {
    "arm11": ("instr_exec", "br_exec", 100 + 1, 0x00A0B018),
    "xscale": ("instruction", "branch", 100, 0x00B0A018),
}


def tally(*arguments):
    return subprocess.run([TALLY, *arguments], check=True, text=True,
                          capture_output=True, timeout=TIMEOUT)


def family_of(monitor):
    """The name of the public header that has it."""
    for header in (ROOT / "include/tally/monitors").glob("*.h"):
        if re.search(rf"\btally_{monitor}\b", header.read_text()):
            return header.stem
    return None


def boards():
    """(board, its core's monitor, that one's family and native bus)."""
    native = {row["monitor"]: row.get("native") for row in
              json.loads(tally("list", "monitors", "--json").stdout)
              ["monitors"]}
    for row in json.loads(tally("board", "--json").stdout)["boards"]:
        monitor = row["monitors"][0]
        family = family_of(monitor)
        if family in FAMILIES:
            yield row["name"], monitor, family, native[monitor]


def macros(monitor, family, native):
    instructions, branches, _, other = FAMILIES[family]
    return [f"-DGUEST_MONITOR=tally_{monitor}",
            f"-DGUEST_HEADER=<tally/monitors/{family}.h>",
            f"-DBUS=TALLY_BUS_{native}",
            f"-DINSTRUCTIONS=SCRIPT_{instructions.upper()}",
            f"-DBRANCHES=SCRIPT_{branches.upper()}",
            f"-DEVENT0=TALLY_{family.upper()}_{instructions.upper()}",
            f"-DEVENT1=TALLY_{family.upper()}_{branches.upper()}",
            f"-DOTHER_CONTROL={other:#x}u"]


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
        instructions, branches, *_ = FAMILIES[family]
        text = tally("script", "-m", monitor, "--as", "c", "--name", "script",
                     "-e", "{%s,%s}" % (instructions, branches)).stdout
        (pathlib.Path(self.where) / "script.c").write_text(text)

    def build(self, board, core, *flags):
        """With the line that the board prints; the library from its
        sources."""
        line = shlex.split(tally("board", board, "--cc", "guest.c").stdout)
        line[line.index("guest.c")] = str(ROOT / "tests/script/script_guest.c")
        elf = os.path.join(self.where, "-".join([board, *flags, "guest.elf"]))
        if elf in self.built:
            return elf
        line[-1] = elf
        library = [str(path) for room in ("core", "monitors", "bus/native")
                   for path in sorted((ROOT / "src" / room).glob("*.c"))]
        subprocess.run([*line, *library, f"-I{ROOT}/include", f"-I{ROOT}/src",
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
        *_, branches, other = FAMILIES[family]
        self.write(monitor, family)
        said = self.run_on(board, core, options)
        self.assertEqual(said["script_instructions"], INSTRUCTIONS + CALL)
        self.assertEqual(said["script_branches"], branches + CALL)
        self.assertEqual(said["script_instructions"],
                         said["library_instructions"])
        self.assertEqual(said["script_branches"], said["library_branches"])
        self.assertEqual(said["script_cycles_run"], 1)
        self.assertEqual(said["script_overflowed"], 0)
        self.assertEqual(said["restored"], 1)
        # What an overflow set before, no software can.
        self.assertEqual(said["restored_control"] & ~6, other)
        self.assertEqual(said["overflowed_before"], 0)
        # values[]: cycles, then the events in the counters' order.
        self.assertEqual(said["overflowed_after"], 1 << 1)
        self.assertEqual(said["overflowed_released"], 0)

    def test_counts(self):
        for board, *core in boards():
            for options in ((), ("--strict",)):
                with self.subTest(board=board, options=options):
                    self.check(board, core, options)

    def test_stat_counts_the_same(self):
        """From outside the window is the function alone, without its call."""
        for board, *core in boards():
            instructions, branches, *_ = FAMILIES[core[1]]
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
