# SPDX-License-Identifier: MIT
"""usage: tap.py test_cli_amalgam.py TALLY=COMMAND

`tally amalgam`, for every monitor there is: the two files compile alone, ask
nothing of anybody but memcpy and memset, and count right on the board.  So do
those of several monitors, which have one window there."""
import json
import re
import shlex
import shutil
import subprocess
import sys

import amalgams
from amalgams import word
from tally_command import ROOT, alike, arm_core, listed, printed, tally

sys.path.insert(0, str(ROOT / "tools"))
import cross  # noqa: E402

TALLY = ""
GCC = shutil.which("arm-none-eabi-gcc")
NM = shutil.which("arm-none-eabi-nm")
STRICT = ["-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror",
          "-Wconversion", "-Wshadow", "-Wundef", "-Wmissing-prototypes",
          "-ffreestanding"]
# The same sources with another table, which is in the library that all cross
# builds compile.
ALIKE = ("pmuv3/cortex-a55", "pmuv3/cortex-a57", "pmuv3/cortex-a72",
         "pmuv3/cortex-a76", "pmuv3/neoverse-n2", "pmuv3/neoverse-v1",
         "l210-trm", "l210-six", *alike())
# Boards without a C library, or whose first monitor counts no instructions;
# test_powerquicc_library.py and test_cli_doctor.py count on these.
ELSEWHERE = ("versatile", "mpc8540ads", "mpc8548cds")
# The compiler's helpers for what the core has no instruction for.
HELPERS = re.compile(r"memcpy|memset|__aeabi_\w+|__gnu_thumb1_case_\w+|"
                     r"__(ash|lsh)[lr]di3|_(save|rest)gpr_\w+")
GCC_A64 = shutil.which("aarch64-linux-gnu-gcc")
GCC_PPC = shutil.which("powerpc-linux-gnu-gcc")


def compilers(row):
    """The ways to compile for a monitor's core, each a list of words."""
    first = row["native"].split()[0]
    if row["native"] in ("PMR", "MMIO_BE"):
        return [[GCC_PPC, "-mcpu=8540", "-msoft-float",
                 "-fno-pie"]] if GCC_PPC else []
    if row["native"] == "A64 A32":
        # From AArch64, and its registers from AArch32.
        return ([[GCC_A64, "-mgeneral-regs-only", "-fno-pie",
              "-mno-outline-atomics"]] if GCC_A64 else []) + [
            [GCC, "-mcpu=cortex-a53", "-mfloat-abi=soft", "-marm"]]
    if cross.family_of(first) not in (None, "arm"):
        return [cross.compiler_of(first)]
    return [[GCC, "-mcpu=" + arm_core(row), state]
            for state in ("-marm", "-mthumb")]


def one_bus(row, ways):
    """(way, compiler) of each way: PMUv3's from AArch32 is another core's."""
    return [(way, compiler) for way in ways for compiler in compilers(row)
            if len(ways) == 1 or (way == "A32") == (compiler[0] == GCC)]


def optimised():
    """By monitor: one of each way to registers as firmware is compiled, the
    others in a third of the time.  What an optimiser warns of in their sources,
    each cross build of the library tells."""
    level, seen = {}, set()
    for row in listed("monitors"):
        level[row["monitor"]] = "-O0" if row["native"] in seen else "-Os"
        seen.add(row["native"])
    return level


def slots(row):
    """What PROGRAM needs to know: where cycles and instructions count."""
    events = json.loads(printed("list", "events", "--json", "-m",
                                row["monitor"]))["events"]
    cycles = next(e for e in events if e["name"] == "cycles")
    # Where no event counts instructions executed, those that are renamed.
    executed = next(e for e in events if "instructions" in e["aliases"]
                    or e["name"] == "INST_OUT_OF_RENAME_STAGE")
    return {"cycles": row["counters"].index(cycles["counters"][0]),
            "counter": row["counters"].index(executed["counters"][0]),
            "instructions": int(executed["code"], 16),
            "turns": "%w0" if row["native"].startswith("A64") else "%0"}


# A loop of so many turns is so many times two instructions longer.
PROGRAM = """
#include <stdio.h>
#include "tally_%(monitor)s.h"

static const struct tally_slot slot[] = {
	{ .counter = %(cycles)d, .event = TALLY_EVENT_CYCLES },
	{ .counter = %(counter)d, .event = %(instructions)d },
};
static const struct tally_setup setup = { .slot = slot, .slots = 2 };
static struct tally_total total[2];
static struct tally_step step[96];
static const struct tally_store store = { total, step, 2, 96 };

static unsigned long long loop(struct tally_session *s, unsigned turns)
{
	unsigned long long before = tally_session_count(s, 1);

	tally_session_start(s);
	__asm__ volatile("1: subs %(turns)s, %(turns)s, #1\\n\\tbne 1b"
			 : "+r"(turns));
	tally_session_stop(s);
	return tally_session_count(s, 1) - before;
}

#ifdef REFUSED
static int refused(struct tally_bus *bus)
{
	static struct tally_session t;
	const struct tally_monitor like = tally_%(monitor)s;
	const struct tally_bus_ops ops = { 0 };
	struct tally_bus other = { &ops, TALLY_OK, 0 };

	return tally_session_open(&t, &like, bus, &setup, &store, true) !=
		       TALLY_E_INVALID ||
	       tally_session_open(&t, &tally_%(monitor)s, &other, &setup,
				  &store, true) != TALLY_E_INVALID;
}
#endif

int main(void)
{
	struct tally_bus bus = %(bus)s;
	struct tally_session s;
	int status = tally_session_open(&s, &tally_%(monitor)s, &bus, &setup,
					&store, false);
	unsigned long long little, much;

	if (status)
		return 1;
#ifdef REFUSED /* another bus, and a monitor that only looks like it */
	if (refused(&bus))
		return 2;
#endif
	little = loop(&s, 1000);
	much = loop(&s, 4000);
	printf("%%llu\\n", much - little);
	return tally_session_close(&s) != TALLY_OK;
}
"""


# Of a core and a monitor in memory: where that one is, the kinds and slots of
# both, and a loop of so many turns of two instructions.
SEVERAL = {
    "pb1176": ("0x10110000", "ARM11", "L220", """
	{ .counter = TALLY_ARM11_PMN0, .event = TALLY_ARM11_INSTR_EXEC },
	{ .counter = TALLY_ARM11_PMN1, .event = TALLY_ARM11_DCACHE_MISS },""",
               "{ .counter = TALLY_L220_EVR0, .event = TALLY_L220_DRREQ },",
               "1: subs %0, %0, #1\\n\\tbne 1b"),
    "mpc8540ads": ("0xE00E1000", "E500", "MPC85XX", """
	{ .counter = 0, .event = TALLY_E500_INSTR_COMPLETED },
	{ .counter = 1, .event = TALLY_E500_PROCESSOR_CYCLES },""",
                   "{ .counter = TALLY_MPC85XX_CLOCK, "
                   ".event = TALLY_EVENT_CYCLES },",
                   "1: addic. %0, %0, -1\\n\\tbne 1b"),
}
# Two tasks in one window of both monitors, and then lines of memory.
TOGETHER = """
#include <stdio.h>
#include "tally_%(name)s.h"

enum { LINES = 2048, LINE = 32 };
%(buses)s
static const struct tally_slot core_slot[] = {%(core)s
};
static const struct tally_slot other_slot[] = {
	%(other)s
};
TALLY_STORE(core_store, %(core_kind)s, core_slot);
TALLY_STORE(other_store, %(other_kind)s, other_slot);
static const struct tally_setup core_setup = TALLY_SETUP(core_slot, 0);
static const struct tally_setup other_setup = TALLY_SETUP(other_slot, 0);
static struct tally_session core, other;
static const struct tally_member member[] = {
	{ &core, &tally_%(first)s, &%(first)s_bus, &core_setup, &core_store },
	{ &other, &tally_%(second)s, &%(second)s_bus.bus, &other_setup,
	  &other_store },
};
static char line[LINES * LINE] __attribute__((aligned(LINE)));

static void loop(unsigned turns)
{
	__asm__ volatile("%(turns)s" : "+r"(turns) : : "cc", "memory");
}

int main(void)
{
	uint64_t count[2][2] = { { 0 } }, mark[2];
	struct tally_task task[2] = { { count[0] }, { count[1] } };
	struct tally_together t;
	struct tally_tasks tasks;

	if (tally_together_open(&t, member, 2, false, NULL))
		return 1;
	tally_tasks_init(&tasks, &core, mark);
	tally_together_start(&t);
	for (unsigned i = 0; i < 2; i++) {
		tally_task_switch(&tasks, &task[i]);
		loop(i ? 4000 : 1000);
	}
	tally_task_switch(&tasks, NULL);
	for (unsigned i = 0; i < LINES; i++)
		(void)*(volatile char *)&line[i * LINE];
	tally_together_stop(&t);
	printf("%%llu %%llu %%llu\\n",
	       (unsigned long long)(count[1][0] - count[0][0]),
	       (unsigned long long)tally_session_count(&core, 1),
	       (unsigned long long)tally_session_count(&other, 0));
	return tally_together_close(&t) != TALLY_OK;
}
"""


class Amalgam(amalgams.Case):
    def test_compiles_alone(self):
        if not GCC or not NM:
            self.skipTest("arm-none-eabi-gcc is not installed")
        levels = optimised()
        for row in listed("monitors"):
            monitor = row["monitor"]
            self.made(monitor)
            if monitor in ALIKE:
                with self.subTest(monitor=monitor):
                    subprocess.run(
                        [*compilers(row)[0], *STRICT, "-fsyntax-only",
                         "tally_%s.c" % word(monitor)],
                        check=True, cwd=self.where)
                continue
            for compiler in compilers(row):
                with self.subTest(monitor=monitor, compiler=compiler):
                    subprocess.run(
                        [*compiler, *STRICT, levels[monitor],
                         "-c", "tally_%s.c" % word(monitor), "-o", "it.o"],
                        check=True, cwd=self.where)
                    names = [line.split()[:2] for line in subprocess.run(
                        [compiler[0].replace("gcc", "nm"), "--format=posix",
                         "it.o"], check=True,
                        cwd=self.where, stdout=subprocess.PIPE,
                        universal_newlines=True).stdout.splitlines()]
                    wanted = [n for n, kind in names if kind == "U"
                              and not HELPERS.fullmatch(n)]
                    self.assertEqual(wanted, [])
                    # No data of its own.
                    self.assertEqual(
                        [n for n, kind in names if kind in "dDbBC"], [])
                    self.assertIn(["tally_" + word(monitor), "R"], names)

    def test_core_of_the_users(self):
        """The library has the monitor that such a core has, and the header the
        events of its list; a monitor that takes no others is refused."""
        for like, base in ("pmuv3", "tally_pmuv3"), (
                "cortex-a7", "tally_cortex_a7"):
            with self.subTest(like=like):
                with open(self.path("mine.json"), "w",
                          encoding="utf-8") as to:
                    to.write(printed("core", "--new", "mine", "--like", like))
                done = tally("--core", self.path("mine.json"), "amalgam",
                             "-m", "user/mine", "-o", self.where, "--force")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                with open(self.path("main.c"), "w", encoding="ascii") as to:
                    to.write('#include "tally_mine.h"\n'
                             "_Static_assert(TALLY_MINE_L1D_CACHE_REFILL == 3,"
                             ' "");\n'
                             "const struct tally_monitor *used(void);\n"
                             "const struct tally_monitor *used(void)\n"
                             "{ return &%s; }\n" % base)
                for name in "main.c", "tally_mine.c":
                    subprocess.run(["cc", *STRICT, "-fsyntax-only", name],
                                   check=True, cwd=self.where)
        with open(self.path("mine.json"), "w", encoding="utf-8") as to:
            to.write(printed("core", "--new", "mine", "--like", "cortex-a8"))
        done = tally("--core", self.path("mine.json"), "amalgam",
                     "-m", "user/mine", "-o", self.where, "--force")
        self.assertEqual(done.returncode, 2)
        self.assertIn("takes no event but its own", done.stderr)

    def test_one_bus_compiles_alone(self):
        """For each way to each monitor that has one by instructions."""
        if not GCC or not NM:
            self.skipTest("arm-none-eabi-gcc is not installed")
        levels = optimised()
        for row in listed("monitors"):
            ways = row["native"].split()
            if row["monitor"] in ALIKE or ways[0].startswith("MMIO"):
                continue
            for way, compiler in one_bus(row, ways):
                with self.subTest(monitor=row["monitor"], bus=way,
                                  compiler=compiler):
                    self.made(row["monitor"], "--bus", way, "--force")
                    name = "tally_%s.c" % word(row["monitor"])
                    self.assertIn("#define TALLY_ONLY_BUS     tally_%s_ops\n"
                                  % way.lower(), self.text(name))
                    subprocess.run([*compiler, *STRICT, levels[row["monitor"]],
                                    "-c", name, "-o", "it.o"], check=True,
                                   cwd=self.where)

    def test_counts_on_the_board(self):
        self.counts_on_boards()

    def test_one_bus_counts_on_the_board(self):
        """One board for each bus is enough."""
        self.counts_on_boards(True)

    def counts_on_boards(self, one_bus=False):
        if not GCC:
            self.skipTest("arm-none-eabi-gcc is not installed")
        monitors = {row["monitor"]: row for row in listed("monitors")}
        seen = set()
        for row in listed("boards"):
            board, monitor = row["name"], row["monitors"][0]
            way = monitors[monitor]["native"].split()[0]
            if board in ELSEWHERE or one_bus and way in seen:
                continue
            # The sources are the same but for a table: of each way once as
            # firmware is compiled, the others without an optimiser.
            plainly = ["-O0"] if way in seen else []
            seen.add(way)
            with self.subTest(board=board):
                self.made(monitor, "--force",
                          *(["--bus", way] if one_bus else []))
                with open(self.path("tally_%s.h" % word(monitor)),
                          encoding="ascii") as file:
                    bus = re.search(r"struct tally_bus bus = (\w+);",
                                    file.read())[1]
                with open(self.path("main.c"), "w", encoding="ascii") as file:
                    file.write(PROGRAM % {"monitor": word(monitor),
                                          "bus": bus,
                                          **slots(monitors[monitor])})
                words = shlex.split(
                    tally("board", board, "--cc", "main.c").stdout)
                words.insert(words.index("main.c"),
                             "tally_%s.c" % word(monitor))
                if one_bus:
                    words.append("-DREFUSED")
                subprocess.run(words + plainly, check=True, cwd=self.where)
                done = tally("board", board, self.path("main.elf"))
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stdout, "6000\n", done.stderr)

    def test_several_compile_alone(self):
        """Each core's monitor with three of those in memory, in turn."""
        rows = [row for row in listed("monitors")
                if row["monitor"] not in ALIKE]
        memory = [row["monitor"] for row in rows
                  if row["native"].startswith("MMIO")]
        cores = [row for row in rows if row["monitor"] not in memory]
        self.assertTrue(len(cores) > len(memory) > 3)
        for i, row in enumerate(cores):
            there = [memory[(i + k) % len(memory)] for k in (0, 1, 3)]
            monitors = ",".join([*there[:i % 4], row["monitor"],
                                 *there[i % 4:]])
            for compiler in compilers(row)[:1]:
                if not compiler[0]:
                    self.skipTest("arm-none-eabi-gcc is not installed")
                with self.subTest(monitors=monitors):
                    self.made(monitors)
                    name = "_".join(map(word, monitors.split(",")))
                    subprocess.run([*compiler, *STRICT, "-fsyntax-only",
                                    "tally_%s.c" % name],
                                   check=True, cwd=self.where)

    def test_several_count_on_the_board(self):
        """As one window, and per task."""
        for row in listed("boards"):
            if row["name"] not in SEVERAL or not json.loads(printed(
                    "board", row["name"], "--json"))["cc"]:
                continue
            with self.subTest(board=row["name"]):
                loops, core, other = self.counted_together(row)
                self.assertEqual(loops, 2 * 3000)
                if row["name"] == "pb1176":
                    # The second level is asked for each miss of the first.
                    self.assertTrue(2048 <= core <= 2048 + 64, core)
                    self.assertTrue(2048 <= other <= core + 8, other)
                else:
                    # The platform has half of the core's clock.
                    self.assertAlmostEqual(2 * other / core, 1, delta=0.01)

    def counted_together(self, row):
        """The numbers that the program of both of a board's monitors prints."""
        address, *kinds, core, other, turns = SEVERAL[row["name"]]
        first, second = row["monitors"]
        self.made(",".join(row["monitors"]))
        name = "_".join(row["monitors"])
        # As the header says they are declared.
        buses = re.findall(r"^ \*\t(struct tally_bus\w* \w+_bus =[^;]*;)",
                           self.text("tally_%s.h" % name), re.M)
        self.assertEqual(len(buses), 2)
        with open(self.path("main.c"), "w", encoding="ascii") as file:
            file.write(TOGETHER % {
                "name": name, "first": first, "second": second, "core": core,
                "other": other, "turns": turns,
                "core_kind": kinds[0], "other_kind": kinds[1],
                "buses": "\n".join("static " + bus.replace("\n *", "\n")
                                   for bus in buses)})
        words = shlex.split(
            tally("board", row["name"], "--cc", "main.c").stdout)
        words[words.index("main.c"):words.index("main.c")] = [
            "tally_%s.c" % name, "-DADDRESS=" + address, "-DBYTES=0x1000"]
        subprocess.run(words, check=True, cwd=self.where)
        done = tally("board", row["name"], *(["--l2", "on"] if second == "l220"
                                             else []), self.path("main.elf"))
        self.assertEqual(done.returncode, 0, done.stderr)
        return map(int, done.stdout.split())
