# SPDX-License-Identifier: MIT
"""`tally stat` on the simulated boards, for its tests.  FIRMWARE holds
BOARD/NAME.elf; a few programs whose counts can be worked out by hand are
assembled here."""
import functools
import json
import os
import shlex
import shutil
import subprocess
import tempfile
import unittest

from tally_command import arm_boards, printed, tally

FIRMWARE = ""

# What these count is the same on ARM11 and XScale.
INSTRUCTIONS, BRANCHES = 0x07, 0x05
EXIT = """
	mov	r0, #0x18
	ldr	r1, =0x20026
	svc	0x123456
"""

# block: 1 + 2 * 100 + 1 instructions.  A turn of _start's loop: 2 more and
# the call; before it 1, after it EXIT's 3.
COUNTED = """
	.arm
	.global	_start
	.type	_start, %function
_start:	mov	r4, #3
again:	bl	block
	subs	r4, r4, #1
	bne	again
after:
""" + EXIT + """
	.ltorg
	.global	block, after
	.type	block, %function
block:	mov	r0, #100
turn:	subs	r0, r0, #1
	bne	turn
	bx	lr
"""
BLOCK = 202
WHOLE = 1 + 3 * (BLOCK + 3) + 3
MANY_CYCLES = """
	.arm
	.global	_start
_start:	ldr	r4, =26000000
	ldr	r5, =0x9000
turn:	ldr	r6, [r5]
	ldr	r7, [r5, #256]
	ldr	r8, [r5, #512]
	subs	r4, r4, #1
	bne	turn
""" + EXIT + """
	.ltorg
"""
FAILING = """
	.arm
	.global	_start
_start:	mov	r0, #0x20
	ldr	r1, =block
	svc	0x123456
	.ltorg
block:	.word	0x20026, 5
"""


@functools.lru_cache(maxsize=None)
def executed(board):
    """What the board's monitor calls instructions, and branches."""
    rows = json.loads(printed("list", "events", "--json", "-m",
                              arm_boards()[board]["monitors"][0]))["events"]
    name = {int(row["code"], 16): row["name"] for row in rows if row["code"]}
    return name[INSTRUCTIONS], name[BRANCHES]


class Case(unittest.TestCase):
    """Programs are assembled once."""
    folder = None
    elves = {}

    @classmethod
    def setUpClass(cls):
        Case.folder = tempfile.mkdtemp(prefix="tally-stat-")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(Case.folder)
        Case.elves = {}

    def elf(self, board, source):
        key = (board, source)
        if key not in Case.elves:
            path = os.path.join(Case.folder, f"{board}{len(Case.elves)}.elf")
            compiler, *words = shlex.split(arm_boards()[board]["cc"])
            done = subprocess.run(
                [compiler, *(word for word in words
                             if word.startswith(("-m", "-Wl,"))),
                 "-nostdlib", "-x", "assembler", "-", "-o", path],
                input=source, text=True, capture_output=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            Case.elves[key] = path
        return Case.elves[key]

    def demo(self, board, name):
        return os.path.join(FIRMWARE, board, name + ".elf")

    def good(self, *arguments):
        done = tally(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def document(self, *arguments):
        return json.loads(self.good("stat", *arguments, "--json").stdout)

    def refused(self, status, *arguments):
        """One line on stderr, nothing on stdout."""
        done = tally(*arguments)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr


def by_name(rows):
    return {row["name"]: row for row in rows}
