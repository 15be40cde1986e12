#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_script_guest.py TALLY FIRMWARE_DIR [unittest arguments]

The C that `tally script` writes, compiled and run on the simulated boards: it
counts what the library counts around the same code, what `tally stat` counts
from outside, and what can be worked out by hand."""
import json
import os
import pathlib
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
BRANCHES = {"pb1176": 100 + 1, "lubbock": 100}
# The call of it, inside of the window.
CALL = 1
# PMN0 begins 51 below 2^32 and counts instructions; PMNC has D, the interrupt
# enable of PMN0, and the events 0x0A and 0x0B.
OTHER = {"arm1176": 0x00A0B018, "pxa250": 0x00B0A018}
BOARDS = {
    "pb1176": ("arm1176", "instr_exec", "br_exec", "arm11"),
    "lubbock": ("pxa250", "instruction", "branch", "xscale"),
}


def tally(*arguments):
    return subprocess.run([TALLY, *arguments], check=True, text=True,
                          capture_output=True, timeout=TIMEOUT)


def macros(board):
    monitor, instructions, branches, family = BOARDS[board]
    bus = {"arm11": "TALLY_BUS_CP15", "xscale": "TALLY_BUS_CP14"}[family]
    return [f"-DGUEST_MONITOR=tally_{monitor}",
            f"-DGUEST_HEADER=<tally/monitors/{family}.h>",
            f"-DBUS={bus}",
            f"-DINSTRUCTIONS=SCRIPT_{instructions.upper()}",
            f"-DBRANCHES=SCRIPT_{branches.upper()}",
            f"-DEVENT0=TALLY_{family.upper()}_{instructions.upper()}",
            f"-DEVENT1=TALLY_{family.upper()}_{branches.upper()}",
            f"-DOTHER_CONTROL={OTHER[monitor]:#x}u"]


class Guest(unittest.TestCase):
    def setUp(self):
        if not shutil.which("arm-none-eabi-gcc"):
            self.skipTest("arm-none-eabi-gcc is not installed")
        self.where = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.where)

    def write(self, board):
        monitor, instructions, branches, _ = BOARDS[board]
        text = tally("script", "-m", monitor, "--as", "c", "--name", "script",
                     "-e", "{%s,%s}" % (instructions, branches)).stdout
        (pathlib.Path(self.where) / "script.c").write_text(text)

    def build(self, board, *flags):
        """With the line that the board prints; the library from its
        sources."""
        line = shlex.split(tally("board", board, "--cc", "guest.c").stdout)
        line[line.index("guest.c")] = str(ROOT / "tests/script/script_guest.c")
        elf = os.path.join(self.where, "guest.elf")
        line[-1] = elf
        library = [str(path) for room in ("core", "monitors", "bus/native")
                   for path in sorted((ROOT / "src" / room).glob("*.c"))]
        subprocess.run([*line, *library, f"-I{ROOT}/include", f"-I{ROOT}/src",
                        f"-I{self.where}", *macros(board), *flags],
                       check=True, timeout=TIMEOUT)
        return elf

    def run_on(self, board, *flags, options=()):
        done = tally("board", board, self.build(board, *flags), *options)
        self.assertIn("program exited with status 0 ", done.stderr)
        return {name: int(number) for name, number in
                (line.split() for line in done.stdout.splitlines())}

    def check(self, board, options=()):
        self.write(board)
        said = self.run_on(board, options=options)
        self.assertEqual(said["script_instructions"], INSTRUCTIONS + CALL)
        self.assertEqual(said["script_branches"], BRANCHES[board] + CALL)
        self.assertEqual(said["script_instructions"],
                         said["library_instructions"])
        self.assertEqual(said["script_branches"], said["library_branches"])
        self.assertEqual(said["script_cycles_run"], 1)
        self.assertEqual(said["script_overflowed"], 0)
        self.assertEqual(said["restored"], 1)
        # What an overflow set before, no software can.
        self.assertEqual(said["restored_control"] & ~6,
                         OTHER[BOARDS[board][0]])
        self.assertEqual(said["overflowed_before"], 0)
        # values[]: cycles, then the events in the counters' order.
        self.assertEqual(said["overflowed_after"], 1 << 1)
        self.assertEqual(said["overflowed_released"], 0)

    def test_counts(self):
        for board in BOARDS:
            for options in ((), ("--strict",)):
                with self.subTest(board=board, options=options):
                    self.check(board, options)

    def test_stat_counts_the_same(self):
        """From outside the window is the function alone, without its call."""
        for board, (_, instructions, branches, _) in BOARDS.items():
            with self.subTest(board=board):
                self.write(board)
                said = self.run_on(board)
                elf = self.build(board, "-DPLAIN")
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
