# SPDX-License-Identifier: MIT
"""usage: tap.py test_lost_overflows.py TALLY=COMMAND FIRMWARE=FOLDER

What `tally stat` and `tally script --exact` count on a Cortex-A9 that loses
flags, over twice 2^32 cycles: a minute of a board's work, and nothing else."""
import os
import tempfile

import stat_case
from stat_case import Case, by_name

TALLY = ''
FIRMWARE = ''


def setUpModule():
    stat_case.FIRMWARE = FIRMWARE


# Reads that miss everything, and each waits for the last, so that few instructions
# take many cycles.
MISSES = """
enum { STEP = 4096 + 32, EACH = 16 };
static volatile char area[8 << 20];

static void miss(int turns)
{
	unsigned zero = 0;

	for (int k = 0; k < turns; k++)
		for (unsigned at = 0; at < sizeof area - EACH * STEP;
		     at += EACH * STEP)
#pragma GCC unroll 16
			for (unsigned i = 0; i < EACH; i++)
				zero = area[at + i * STEP + zero];
}
"""
MISSING = "int main(void) { miss(63000); return 0; }"
# Looks in time, and then one that comes after two wraps.
LOOKING = r"""
#include <stdio.h>

static void say(void)
{
	printf("%llu %llu %d\n", (unsigned long long)tally_count(TALLY_CYCLES),
	       (unsigned long long)tally_count(TALLY_CPU_CYCLES),
	       tally_at_least());
}

int main(void)
{
	tally_open(true);
	tally_start();
	for (int i = 0; i < 5; i++) {
		miss(6500);
		tally_overflow();
	}
	tally_stop();
	say();
	tally_start();
	miss(63000);
	tally_stop();
	say();
	return 0;
}
"""


class LostOverflows(Case):
    """A Cortex-A9 whose event counters overflow without a flag: what they count
    is what the cycle counter counts, whose flag is right, to the unit; or it is
    said to be the least that it can be."""
    ILL = "--ill", "lost-overflow"

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.elf = os.path.join(folder.name, "misses.elf")

    def build(self, *parts):
        source = self.elf.replace(".elf", ".c")
        with open(source, "w", encoding="ascii") as file:
            file.write("".join(parts))
        self.good("board", "pbxa9", "--run", "--cc", source, "-O2", "-o",
                  self.elf)

    def test_two_wraps(self):
        self.build(MISSES, MISSING)
        document = self.document("-t", "board:pbxa9", *self.ILL, "-e",
                                 "cycles,CPU_CYCLES", self.elf)
        count = {name: event["count"]
                 for name, event in by_name(document["events"]).items()}
        self.assertGreater(count["cycles"], 2 * 2 ** 32)
        self.assertEqual(count["CPU_CYCLES"], count["cycles"])
        self.assertEqual([run["late"] for run in document["runs"]], [False])

    def test_script(self):
        self.build(self.good("script", "-m", "cortex-a9", "--as", "c",
                             "--exact", "-e", "cycles,CPU_CYCLES").stdout,
                   MISSES, LOOKING)
        sure, late = (tuple(map(int, line.split())) for line in self.good(
            "board", "pbxa9", *self.ILL, self.elf).stdout.splitlines()[:2])
        self.assertGreater(sure[0], 2 ** 32)
        self.assertEqual(sure[1:], (sure[0], 0))
        self.assertLess(late[1], late[0])
        self.assertEqual(late[2], 1)
