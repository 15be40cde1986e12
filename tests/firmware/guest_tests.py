# SPDX-License-Identifier: MIT
"""usage: tap.py guest_tests.py TALLY=COMMAND FIRMWARE=FOLDER

Runs the guest tests of tests/guests on every simulated board with a 32-bit
ARM.  The folder holds BOARD/test_NAME.elf.  A guest prints one line per check,
"PASS name" or "FAIL name: expected X got Y", and ends with 0 or 1.  Each one
runs four times: as it is, with the harsher reading of the manuals, with junk
in whatever is unpredictable, and with varied start state and latency.
"""

import json
import os
import pathlib
import shlex
import shutil
import subprocess
import tempfile
import unittest

from demos import DEMOS
from tally_command import boards, core_boards

# Boards whose core has Thumb-2.
THUMB_2 = ("arm1156", "pba8", "pbxa9")
# Name: how many checks it makes on the boards whose core has a monitor, or on
# which boards, where not the same on all of these.
TESTS = {
    "exceptions": 15,
    "fiq": {"imx31": 45, "arm1156": 45, "lubbock": 36},
    "in_use": 34,
    "l2": {"imx31": 151, "pb1176": 151, "pbxa9": 151},
    "mmu": {"versatile": 37},
    "overflow_library": 60,
    "region": 16,
    "slides_isr": 16,
    "tasks": 22,
    "tcm": {"pb1176": 37, "arm1156": 33},
    "together": {"pb1176": 20, "pbxa9": 20},
    "user_mode": {"imx31": 42, "pb1176": 48, "arm1156": 42, "lubbock": 42,
                  "pba8": 48, "pbxa9": 48},
    # in Thumb-2
    "fiq_thumb": {"arm1156": 45},
    "in_use_thumb": dict.fromkeys(THUMB_2, 34),
    "overflow_library_thumb": dict.fromkeys(THUMB_2, 60),
    "region_thumb": dict.fromkeys(THUMB_2, 16),
}
# Those that boards without a monitor in the core run, too.
EVERYWHERE = {"exceptions"}
# Those that other tests run.
ELSEWHERE = {"interrupt", "log_reset", "preempt", "sampling", "truth", "uart"}
VARIANTS = ((), ("--strict",), ("--poison",), ("--jitter", "1"))
THUMB = {name + "_thumb": DEMOS[name]
         for name in ("crc32", "sort", "state_machine")}
TIMEOUT = 120
DEMO_DIR = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                        "..", "..", "boards", "firmware", "demo")

TALLY = ""
FIRMWARE = ""


def all_boards():
    return boards("arm-none-eabi-")


def where(name):
    """On which boards a test runs, and how many checks it makes there."""
    checks = TESTS[name]
    if isinstance(checks, dict):
        return checks
    return dict.fromkeys(all_boards() if name in EVERYWHERE
                         else core_boards(), checks)


def run(board, name, options=()):
    """The finished process of one program on one board."""
    elf = os.path.join(FIRMWARE, board, name + ".elf")
    return subprocess.run(
        [TALLY, "board", board, elf, *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=TIMEOUT,
        universal_newlines=True,
    )


def ended_well(test, done, text):
    """It ended by itself, and its own status was 0."""
    test.assertEqual(done.returncode, 0, text)
    test.assertIn("program exited with status 0 ", done.stderr, text)


class Guest(unittest.TestCase):
    def check(self, board, name, checks, options):
        done = run(board, "test_" + name, options)
        text = "%s on %s %s\n%s%s" % (
            name, board, " ".join(options), done.stdout, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual([x for x in lines if x.startswith("FAIL")], [], text)
        passed = [x for x in lines if x.startswith("PASS ")]
        self.assertEqual(len(passed), checks, text)
        ended_well(self, done, text)

    def check_all(self, name):
        for board, count in where(name).items():
            for options in VARIANTS:
                with self.subTest(board=board, options=options):
                    self.check(board, name, count, options)


def add_test(name):
    setattr(Guest, "test_" + name, lambda self: self.check_all(name))


for NAME in TESTS:
    add_test(NAME)


class Other(unittest.TestCase):
    def test_every_program_is_run(self):
        """Where it was built, it has a row."""
        for board in all_boards():
            with self.subTest(board=board):
                built = {path.stem.removeprefix("test_") for path in
                         pathlib.Path(FIRMWARE, board).glob("test_*.elf")}
                self.assertNotEqual(built, set())
                run_here = {name for name in TESTS if board in where(name)}
                self.assertEqual(
                    built - run_here - ELSEWHERE, set(),
                    f"TESTS of tests/firmware/guest_tests.py has these not for "
                    f"{board}, though its board.conf names them; THUMB_2 has "
                    "the boards of those in Thumb")

    def test_uart(self):
        for board in all_boards():
            with self.subTest(board=board):
                done = run(board, "test_uart")
                self.assertIn("hello from the UART\n# above this line\n",
                              done.stdout)
                ended_well(self, done, done.stdout)

    def test_demos(self):
        for board in all_boards():
            demos = ({**DEMOS, **THUMB}
                     if board in THUMB_2 else DEMOS)
            for name, line in demos.items():
                with self.subTest(board=board, name=name):
                    done = run(board, name)
                    self.assertIn(line, done.stdout.splitlines(), done.stderr)
                    ended_well(self, done, done.stdout)

    def test_bus(self):
        """Display and DMA controller at work, and what they moved: the text
        by a byte each, the block by a word each, whole frames of 1536 words
        (64 by 48 pixels of two bytes) but for the last."""
        done = run("versatile", "bus", ("--truth", "--json"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("bus: sent by DMA, a byte at a time\n", done.stderr)
        self.assertIn("bus: checksum 24746f2f\n", done.stderr)
        count = {row["name"]: row["count"]
                 for row in json.loads(done.stdout)["truth"]}
        self.assertEqual(count["CtDma0WrUart"], 35)
        self.assertEqual(count["CtDma0Wr"], 35)
        self.assertEqual(count["CtDma1Wr"], 2048)
        self.assertGreaterEqual(count["CtClcdRd"], 4 * 1536)

    def test_first(self):
        done = run("pb1176", "first")
        words = done.stdout.split()
        ended_well(self, done, done.stdout)
        self.assertEqual(words[1::2][:2], ["cycles", "instructions"])
        count = dict(zip(("cycles", "instructions", "misses"),
                         (int(w) for w in words if w.isdigit())))
        self.assertGreaterEqual(count["instructions"], 5 * 8192)
        self.assertGreaterEqual(count["cycles"], 8192)
        self.assertGreaterEqual(count["misses"], 1024)

    def test_compile_line(self):
        """`tally board NAME --cc` makes the program that the build made."""
        objcopy = shutil.which("arm-none-eabi-objcopy")
        if not objcopy:
            self.skipTest("arm-none-eabi-objcopy is not installed")
        for board in all_boards():
            with self.subTest(board=board), \
                    tempfile.TemporaryDirectory() as where:
                for name in ("crc32.c", "demo.h"):
                    shutil.copy(os.path.join(DEMO_DIR, name), where)
                line = subprocess.run(
                    [TALLY, "board", board, "--cc", "crc32.c"], check=True,
                    stdout=subprocess.PIPE, universal_newlines=True).stdout
                subprocess.run(shlex.split(line), check=True, cwd=where)
                images = []
                for elf in (os.path.join(where, "crc32.elf"),
                            os.path.join(FIRMWARE, board, "crc32.elf")):
                    image = os.path.join(where, "image")
                    subprocess.run([objcopy, "-O", "binary", elf, image],
                                   check=True)
                    with open(image, "rb") as file:
                        images.append(file.read())
                self.assertEqual(images[0], images[1])

    def test_regions_off(self):
        """With -DTALLY_REGIONS=0 the object asks for nothing and holds
        nothing but its function."""
        nm = shutil.which("arm-none-eabi-nm")
        if not nm:
            self.skipTest("arm-none-eabi-nm is not installed")
        for board in core_boards():
            with self.subTest(board=board):
                path = os.path.join(FIRMWARE, board, "region_off.o")
                names = subprocess.run(
                    [nm, "--format=posix", path], check=True,
                    stdout=subprocess.PIPE,
                    universal_newlines=True).stdout.splitlines()
                self.assertEqual([n.split()[:2] for n in names],
                                 [["region_off", "T"]])
