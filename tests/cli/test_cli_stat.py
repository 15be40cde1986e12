# SPDX-License-Identifier: MIT
"""usage: tap.py test_cli_stat.py TALLY=COMMAND FIRMWARE=FOLDER

`tally stat` and `tally plan` as people type them, on the simulated boards.
FIRMWARE holds BOARD/NAME.elf; a few programs whose counts can be worked
out by hand are assembled here."""
import csv
import functools
import io
import json
import math
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

from tally_command import arm_boards, boards, printed, tally

TALLY = ""
FIRMWARE = ""
TIMEOUT = 120

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


class Options(Case):
    """What is typed twice adds up, or is refused: never silently the last."""

    def test_single_options_of_every_verb(self):
        for words in (("stat", "-r", "1", "-r", "2"),
                      ("stat", "--jitter", "1", "--jitter", "2"),
                      ("stat", "-o", "a", "-o", "b"),
                      ("board", "pb1176", "--max-insn", "1", "--max-insn=2"),
                      ("plan", "-m", "arm1176", "-m", "pxa250"),
                      ("script", "-m", "arm1176", "--pass", "1", "--pass=2"),
                      ("compute", "-m", "arm1176", "-M", "cpi", "-M", "ipc"),
                      ("doctor", "-t", "board:pb1176", "-t", "board:imx31"),
                      ("list", "events", "-m", "arm1176", "-m", "pxa250"),
                      ("encode", "-m", "arm1176", "-m", "pxa250"),
                      ("amalgam", "-m", "arm1176", "-m", "pxa250")):
            with self.subTest(words=words):
                self.assertIn("is given twice", self.refused(2, *words))

    def test_one_source_is_injected_once(self):
        for option, first, second in (
                ("--inject", "etmextout0=1/10", "etmextout0=2/10"),
                ("--inject", "pm_event=1/10", "pm_event=1/10"),
                ("--inject", "dbgack=1/10", "dbgack=1/5"),
                ("--inject", "itcm_error=5", "itcm_error=7"),
                ("--traffic", "uart0:every=9", "uart0:every=8")):
            with self.subTest(first=first):
                said = self.refused(2, "stat", "-t", "board:pb1176", option,
                                    first, option, second, "prog.elf")
                self.assertIn(re.split("[=:]", first)[0] +
                              " is given twice, and means one thing", said)

    def test_one_form_of_the_result(self):
        for words in (("stat", "--json", "--csv"), ("list", "--csv", "--json"),
                      ("plan", "--json", "--csv"),
                      ("script", "--as", "c", "--json")):
            with self.subTest(words=words):
                self.assertIn("the result has one form",
                              self.refused(2, *words))

    def test_lists_add_up(self):
        both = self.good("plan", "-m", "arm1176", "-M", "cpi", "-M", "ipc",
                         "-e", "br_exec", "-e", "icache_miss").stdout
        for name in ("cpi", "ipc", "br_exec", "icache_miss"):
            self.assertIn(name, both)
        self.good("list", "events", "--json", "--json")


class Layers(Case):
    """The seven layers of a bus, as a table."""

    def test_table(self):
        elf = self.demo("versatile", "bus")
        if not os.path.exists(elf):
            self.skipTest(f"there is no {elf}")
        words = ("-t", "board:versatile", "-M", "all", elf)
        text = self.good("stat", *words).stdout
        self.assertLessEqual(max(map(len, text.splitlines()[:60])), 90)
        cells, marks = {}, {}
        for block in text.split("\n\n"):
            lines = block.splitlines()
            if not lines[0].startswith("LAYER_"):
                continue
            for line in lines[2:]:
                layer, rest = line.split(maxsplit=1)
                numbers = re.findall(r"([^ ~*]+) *([~*]?)", rest)
                for what, (number, mark) in zip(lines[0].split()[1:], numbers):
                    cells[f"{layer}_{what}"] = number
                    marks[f"{layer}_{what}"] = mark
        self.assertGreater(len(cells), 60)
        metrics = by_name(self.document(*words)["metrics"])
        self.assertGreater(len(metrics), 100)
        idle = 0
        resting = tuple(layer + "_" for layer in re.search(
            r"layers? idle: (.*)", text).group(1).split(", "))
        for name, metric in metrics.items():
            if name.startswith(resting) and metric["value"] == 0:
                continue
            if cells.get(name, "-") == "-":
                # Not in the table: it has a line, or no value.
                if metric["value"] is not None:
                    self.assertRegex(text, rf"(?m)^{name} ")
                    continue
                idle += 1
                self.assertNotRegex(text, rf"(?m)^{name} ")
                continue
            if cells[name].startswith("<"):
                self.assertLess(metric["value"], float(cells[name][1:]))
                self.assertGreater(metric["value"], 0)
                shown = metric["value"]
            else:
                shown = float(cells[name].replace(",", ""))
            self.assertAlmostEqual(shown, metric["value"],
                                   delta=1e-3 * abs(shown))
            self.assertEqual(marks[name], {"exact": "", "modelled": "~",
                                           "injected": "*"}[metric["class"]])
            self.assertNotRegex(text, rf"(?m)^{name} ")
        self.assertIn(f" and {idle} metrics that divide by one are left", text)
        self.assertEqual([it for it in cells
                          if cells[it] != "-" and it not in metrics], [])

    def test_counts_are_by_layer(self):
        elf = self.demo("versatile", "crc32")
        text = self.good("stat", "-t", "board:versatile", "-g", "overview",
                         "-e", "all", elf).stdout
        names = re.findall(r"(?m)^Ct(Arm[di]|Clcd|Dma[01]|Exp|Gxi)\w+ ", text)
        layers = [name for i, name in enumerate(names)
                  if i == 0 or names[i - 1] != name]
        self.assertEqual(layers, ["Armd", "Armi", "Clcd", "Dma0", "Dma1",
                                  "Exp", "Gxi"])

    def test_broken_bursts(self):
        """What RETRY leaves of a burst counts again, as SINGLE: the identity of
        beats and bursts is not judged then."""
        done = self.good("stat", "-t", "board:versatile", "--inject",
                         "armd:retry,every=10", "-M", "armd_burst_length",
                         self.demo("versatile", "matmul_naive"))
        self.assertNotIn("BROKEN", done.stdout)
        self.assertIn("1 of 1 identities of the counts hold", done.stdout)

    def test_one_layer_is_a_list(self):
        text = self.good("stat", "-t", "board:versatile", "-g", "armd",
                         self.demo("versatile", "crc32")).stdout
        self.assertNotIn("LAYER_", text)


class Counts(Case):
    def test_whole_program(self):
        for board in arm_boards():
            instructions, _ = executed(board)
            with self.subTest(board):
                d = self.document("-t", "board:" + board, "-M", "cpi", "-e",
                                  instructions, self.elf(board, COUNTED))
                event = by_name(d["events"])
                # The last svc ends the program before it is done.
                self.assertIn(event[instructions]["count"],
                              (WHOLE - 1, WHOLE))
                self.assertGreater(event["cycles"]["count"], WHOLE)
                self.assertEqual(d["program"]["status"], 0)

    def test_two_names_of_one_event_agree(self):
        """Also in steps of 64 cycles, at one level and with jitter, where
        what may differ is not held against each other."""
        for board, elf, name in (
                ("pb1176", self.demo("pb1176", "crc32"), "cpu_cycles"),
                ("virt-a53", self.demo("virt", "crc32"), "CPU_CYCLES")):
            rows = [(f"cycles,{name}", ["--region", "crc32"]),
                    (f"cycles,{name}", ["--divide"]),
                    (f"cycles,{name}", ["--jitter", "7"])]
            if board == "virt-a53":
                rows.append((f"cycles:k,{name}:k,{name}:u", []))
            for events, more in rows:
                with self.subTest(board=board, events=events, more=more):
                    document = self.document(
                        "-t", "board:" + board, "-e", events, *more, elf)
                    count = {e["name"]: e["count"] for e in document["events"]}
                    first, second = events.split(",")[:2]
                    self.assertTrue(document["trusted"])
                    self.assertAlmostEqual(
                        count[first], count[second],
                        delta=63 if "--divide" in more else 0)

    def test_sums_are_whole(self):
        text = self.good("stat", "-t", "board:pb1176", "-M",
                         "instr_exec+instr_exec,cpi",
                         self.elf("pb1176", COUNTED)).stdout
        self.assertRegex(text, r"(?m)^instr_exec\+instr_exec +1,23[68]$")
        self.assertRegex(text, r"(?m)^cpi +\d+\.\d{3} ")

    def test_region_of_a_symbol(self):
        for board in arm_boards():
            instructions, branches = executed(board)
            with self.subTest(board):
                d = self.document("-t", "board:" + board, "-e",
                                  f"{instructions},{branches}", "--region",
                                  "block", self.elf(board, COUNTED))
                event = by_name(d["events"])
                self.assertEqual(d["region"]["entered"], 3)
                self.assertEqual(event[instructions]["count"], 3 * BLOCK)
                self.assertGreaterEqual(event[branches]["count"], 300)

    def test_region_of_a_range(self):
        for board in arm_boards():
            instructions, _ = executed(board)
            elf = self.elf(board, COUNTED)
            for region, count in (("_start..after", WHOLE - 3),
                                  ("block..block+0xc", 3 * (BLOCK - 1))):
                with self.subTest(board + " " + region):
                    d = self.document("-t", "board:" + board, "-e",
                                      instructions, "--region", region, elf)
                    self.assertEqual(
                        by_name(d["events"])[instructions]["count"], count)

    def test_flat_is_one_cycle_each(self):
        for board in arm_boards():
            with self.subTest(board):
                d = self.document("-t", "board:" + board, "-M", "cpi,ipc",
                                  "--flat", "--region", "block",
                                  self.elf(board, COUNTED))
                for metric in d["metrics"]:
                    self.assertEqual(metric["value"], 1)

    def test_all_events_equal_the_ledger(self):
        for board in boards("arm-none-eabi-"):
            for region in ([], ["--region", "crc32"]):
                with self.subTest(f"{board} {region}"):
                    d = self.document("-t", "board:" + board, "-e", "all",
                                      "--truth", *region,
                                      self.demo(board, "crc32"))
                    verdicts = [row["measured"] for row in d["truth"]]
                    self.assertNotIn("differs", verdicts)
                    self.assertGreater(verdicts.count("equal"), 10)
                    self.assertTrue(d["trusted"])

    def test_more_than_32_bits(self):
        """From reset, each turn costs some 170 cycles: 2^32 are soon over."""
        d = self.document("-t", "board:pb1176", "--cold", "-e", "cycles",
                          "--truth", self.elf("pb1176", MANY_CYCLES))
        cycles = by_name(d["events"])["cycles"]
        self.assertGreater(cycles["count"], 2**32)
        self.assertEqual(cycles["doubts"], ["simulated"])
        self.assertNotIn("differs", [row["measured"] for row in d["truth"]])

    def test_not_modelled_is_no_number(self):
        for board in arm_boards():
            with self.subTest(board):
                d = self.document("-t", "board:" + board, "-e", "all",
                                  "--truth", self.elf(board, COUNTED))
                event = by_name(d["events"])
                for row in d["truth"]:
                    if row["class"] != "not modelled":
                        continue
                    self.assertIsNone(row["count"])
                    for e in event.values():
                        if e["code"] == row["code"]:
                            self.assertIsNone(e["count"])
                            self.assertIn("not_modelled", e["doubts"])


class Repeats(Case):
    ARGUMENTS = ("-M", "cpi,dcache_miss_rate", "-r", "3")

    def test_without_jitter_nothing_differs(self):
        for board in arm_boards():
            with self.subTest(board):
                d = self.document("-t", "board:" + board, *self.ARGUMENTS,
                                  self.demo(board, "crc32"))
                self.assertEqual(d["drift"]["relative"], 0)
                runs = 3 if d["passes_together"] else len(d["runs"])
                self.assertEqual(d["board_runs"], runs)
                for metric in d["metrics"]:
                    self.assertEqual(metric["low"], metric["high"])

    def test_with_jitter_repeats_differ(self):
        for board in arm_boards():
            with self.subTest(board):
                d = self.document("-t", "board:" + board, *self.ARGUMENTS,
                                  "--jitter", "1", "--drift-limit", "100",
                                  self.demo(board, "crc32"))
                self.assertGreater(d["drift"]["relative"], 0)
                cpi = by_name(d["metrics"])["cpi"]
                self.assertLess(cpi["low"], cpi["high"])

    def test_jobs_change_nothing(self):
        elf = self.demo("pb1176", "crc32")
        documents = []
        for jobs in ("1", "4"):
            d = self.document("-t", "board:pb1176", "-g", "all", "-j", jobs,
                              "--jitter", "9", "--drift-limit", "100", elf)
            del d["host_seconds"], d["command"]
            documents.append(d)
        self.assertEqual(documents[0], documents[1])

    def test_drift_above_the_limit_is_untrusted(self):
        done = tally("stat", "-t", "board:pb1176", "-M",
                     "(icache_miss+dcache_miss+br_exec)/cycles", "--passes",
                     "separate", "--jitter", "1", "--drift-limit", "0", "--json",
                     self.demo("pb1176", "crc32"))
        self.assertEqual(done.returncode, 1)
        d = json.loads(done.stdout)
        self.assertFalse(d["trusted"])
        self.assertIn("untrusted", d["metrics"][0]["doubts"])
        self.assertIn("split", d["metrics"][0]["doubts"])


class Intervals(Case):
    """The samples of repeats, and what each form makes of them."""

    def forms(self, repeats):
        words = ("stat", "-t", "board:pb1176", "-M", "cpi",
                 "-e", "cycles", "--jitter", "7", "-r", repeats,
                 self.demo("pb1176", "tlb"))
        rows = {(row["kind"], row["name"]): row for row in csv.DictReader(
            io.StringIO(self.good(*words, "--csv").stdout))}
        document = json.loads(self.good(*words, "--json").stdout)
        return self.good(*words).stdout, rows, document

    def readings(self, document):
        for kind in "metric", "event":
            for reading in document[kind + "s"]:
                if len(set(reading["samples"])) > 1:
                    yield kind, reading

    def test_every_form_has_the_same_interval(self):
        text, rows, document = self.forms("4")
        found = list(self.readings(document))
        self.assertGreater(len(found), 1)
        for kind, reading in found:
            name, samples = reading["name"], reading["samples"]
            mean = sum(samples) / 4
            margin = 3.182 * math.sqrt(
                sum((x - mean) ** 2 for x in samples) / 3 / 4)
            row = rows[kind, name]
            for column, value in (("low", min(samples)),
                                  ("high", max(samples)),
                                  ("margin95", margin)):
                with self.subTest(name=name, column=column):
                    self.assertAlmostEqual(reading[column] / value, 1, 6)
                    self.assertAlmostEqual(float(row[column]) / value, 1, 6)
            self.assertEqual(row["repeats"], "4")
            shown = re.search(rf"(?m)^{name} .*\+-([\d.]+) %", text)
            self.assertAlmostEqual(float(shown[1]), 100 * margin / mean,
                                   delta=0.006)
        self.assertIn("4 repeats, means; +-: 95 % confidence interval", text)
        self.assertRegex(text, r"(?m)^instr_exec .* identical$")

    def test_two_repeats_have_a_range(self):
        text, rows, document = self.forms("2")
        for kind, reading in self.readings(document):
            self.assertIsNone(reading["margin95"])
            self.assertEqual(rows[kind, reading["name"]]["margin95"], "")
        self.assertNotRegex(text, r"(?m)^(?!2 repeats).*\+-\d")
        self.assertRegex(text, r"(?m)^cycles .* range [\d.]+ %")


class Forms(Case):
    def measure(self, *more):
        return self.good("stat", "-t", "board:pb1176", "-M",
                         "cpi,dcache_miss_rate", *more,
                         self.elf("pb1176", COUNTED))

    def test_text_says_simulated(self):
        done = self.measure()
        self.assertRegex(done.stdout, r"(?m)^\S+ on board:.*, simulated$")
        self.assertRegex(done.stdout, r"(?m)^cpi +[0-9]+\.[0-9]+ +~ cycles")
        self.assertRegex(done.stdout, r"2 passes \(optimal\)")
        self.assertNotIn("\033", done.stdout)

    def test_csv(self):
        done = subprocess.run(
            [TALLY, "stat", "-t", "board:pb1176", "-e", "all", "--truth",
             "--csv", self.elf("pb1176", COUNTED)], stdin=subprocess.DEVNULL,
            capture_output=True, timeout=TIMEOUT, check=True)
        self.assertEqual(done.stdout.count(b"\n"), done.stdout.count(b"\r\n"))
        rows = list(csv.reader(io.StringIO(done.stdout.decode(), newline="")))
        self.assertEqual(rows[0], ["kind", "name", "value", "unit", "low",
                                   "high", "pass", "doubts", "why", "monitor",
                                   "target", "program", "region", "event",
                                   "repeats", "margin95", "class"])
        self.assertGreater(len(rows), 40)
        for row in rows[1:]:
            self.assertEqual(row[10], "board:pb1176")
            self.assertTrue(row[11].endswith(".elf"), row)
        # One key for what was counted and what the board knows of it.
        counted = {row[13]: row[2] for row in rows if row[0] == "event"}
        for row in rows:
            if row[0] == "truth" and "not_modelled" not in row[7]:
                self.assertEqual(counted[row[13]], row[2], row)
        for row in rows[1:]:
            self.assertEqual(len(row), len(rows[0]), row)
            self.assertIn("simulated", row[7].split(), row)

    def test_class_is_the_ledgers(self):
        """A metric is of the class of the weakest of its events."""
        words = ("stat", "-t", "board:pb1176", "-M", "cpi,etmextout0/cycles",
                 "-e", "cycles,instr_exec,etmextout0,dcache_miss",
                 "--inject", "etmextout0=1/10", "--truth",
                 self.elf("pb1176", COUNTED))
        document = json.loads(self.good(*words, "--json").stdout)
        classes = {t["event"]: t["class"] for t in document["truth"]}
        shown = {e["name"]: e["class"] for e in document["events"]}
        self.assertEqual(shown, {name: classes[name] for name in shown})
        self.assertEqual(set(shown.values()),
                         {"exact", "modelled", "injected"})
        shown |= {m["name"]: m["class"] for m in document["metrics"]}
        self.assertEqual(shown["cpi"], "modelled")
        self.assertEqual(shown["etmextout0/cycles"], "injected")
        sheet = csv.DictReader(io.StringIO(self.good(*words, "--csv").stdout))
        self.assertEqual({row["name"]: row["class"] for row in sheet
                          if row["kind"] in ("event", "metric")}, shown)
        text = self.good(*words).stdout
        mark = {"exact": "", "modelled": "~", "injected": "*"}
        for name, of in shown.items():
            self.assertRegex(text, rf"(?m)^{re.escape(name)} +[\d.,]+ *"
                             + re.escape(mark[of]) + "( |$)")
        self.assertIn("~ modelled; * injected; no mark: exact\n", text)

    def test_json(self):
        d = json.loads(self.measure("--json").stdout)
        self.assertEqual(d["schema"], 3)
        self.assertIs(d["simulated"], True)
        notes = [note["id"] for note in d["notes"]]
        for reading in d["metrics"] + d["events"]:
            self.assertIn("simulated", reading["doubts"])
            for note in reading["notes"]:
                self.assertIn(note, notes)
        self.assertEqual(len(d["plan"]["pass"]), d["plan"]["passes"])

    def test_output_file(self):
        path = os.path.join(Case.folder, "out.csv")
        done = self.measure("--csv", "-o", path)
        self.assertEqual(done.stdout, "")
        with open(path, encoding="utf-8") as file:
            self.assertTrue(file.readline().startswith("kind,name"))
        done = tally("stat", "-t", "board:pb1176", "-M", "cpi", "-o",
                     Case.folder, self.elf("pb1176", COUNTED))
        self.assertEqual(done.returncode, 1)
        self.assertIn("cpi", done.stdout)

    def test_console_once_and_on_stderr(self):
        elf = self.demo("pb1176", "crc32")
        done = self.good("stat", "-t", "board:pb1176", "-g", "all", elf)
        self.assertEqual(done.stderr, "crc32: checksum 2f51f63d\n")
        self.assertNotIn("checksum", done.stdout)
        done = self.good("stat", "-t", "board:pb1176", "-M", "cpi",
                         "--quiet-program", elf)
        self.assertEqual(done.stderr, "")

    def test_conditions_choose_the_notes(self):
        elf = self.elf("pb1176", COUNTED)
        warm = self.document("-t", "board:pb1176", "-M", "icache_mpki", elf)
        cold = self.document("-t", "board:pb1176", "-M", "icache_mpki",
                             "--cold", elf)
        self.assertFalse(warm["conditions"]["icache_off"])
        self.assertTrue(cold["conditions"]["icache_off"])
        self.assertIn("icache_off", [n["id"] for n in cold["notes"]])
        self.assertNotIn("icache_off", [n["id"] for n in warm["notes"]])

    def test_dry_run_needs_no_program(self):
        done = self.good("stat", "-t", "board:pb1176", "-M", "cpi",
                         "--dry-run")
        # Event 7 in EvtCount0, all counters running [DAI0195B 2].
        self.assertRegex(done.stdout, r"start\n +PMNC += 0x007[0-9a-f]{4}1 ")
        self.assertIn("instr_exec", done.stdout)

    def test_help_fits_a_screen(self):
        for verb in ("stat", "plan"):
            text = self.good(verb, "--help").stdout
            lines = text.splitlines()
            self.assertLessEqual(len(lines), 32)
            self.assertLessEqual(max(map(len, lines)), 80)
            self.assertEqual(lines[-3], "Examples:")


CHAIN = 0x1e  # counts nothing by itself


class Sized(Case):
    """A core with PMUv3 tells itself what it has."""

    def test_all_of_it(self):
        d = self.document("-t", "board:virt-a53", "-e", "all", "--truth",
                          self.demo("virt", "crc32"))
        self.assertTrue(d["plan"]["optimal"])
        for row in d["truth"]:
            if row["class"] != "not modelled" and row["code"] != CHAIN:
                self.assertEqual(row["measured"], "equal", row)
        self.assertNotIn("CHAIN", by_name(d["events"]))

    def test_not_there(self):
        self.assertIn("does not have the event r1b", self.refused(
            1, "stat", "-t", "board:virt-a53", "-e", "r1b",
            self.demo("virt", "crc32")))
        # A dry run asks nobody.
        self.assertIn("r1b", self.good(
            "stat", "-t", "board:virt-a53", "-e", "r1b", "--dry-run").stdout)


class Failures(Case):
    """What else can go wrong: test_errors.py."""

    def test_injections_refused(self):
        for board, what, word in (
                ("pb1176", "x=1/2", "etmextout0"),
                ("pb1176", "etmextout2=1/2", "etmextout0 and etmextout1"),
                ("lubbock", "etmextout0=1/2", "the pxa250 of board lubbock"),
                ("pb1176", "itcm_eror=5", "did you mean itcm_error?"),
                ("pb1176", "itcm_error=0", "At least 1"),
                ("pb1176", "itcm_error=x", "itcm_error"),
                ("pb1176", "itcm_error", "'='"),
                ("pb1176", "dtcm_error=5",
                 "the arm1176 of board pb1176 has no such event")):
            with self.subTest(board + " " + what):
                self.assertIn(word, self.refused(
                    2, "stat", "-t", "board:" + board, "--inject", what,
                    "a.elf"))


    def test_linked_for_another_board(self):
        self.assertIn("does not have", self.refused(
            1, "stat", "-t", "board:pb1176", self.elf("lubbock", COUNTED)))
        self.assertIn("nothing can be stored", self.refused(
            1, "stat", "-t", "board:lubbock",
            self.demo("pb1176", "matmul_naive")))

    def test_a_program_that_uses_the_monitor_itself(self):
        self.assertIn("PMNC", tally(
            "stat", "-t", "board:pb1176", "-M", "cpi", "--quiet-program",
            self.demo("pb1176", "test_slides_isr")).stderr)

    def test_the_programs_status_is_told_not_returned(self):
        elf = self.elf("pb1176", FAILING)
        done = self.good("stat", "-t", "board:pb1176", "-M", "cpi", elf)
        self.assertIn("exit status 5", done.stdout)
        d = self.document("-t", "board:pb1176", "-M", "cpi", elf)
        self.assertEqual(d["program"]["status"], 5)


class Plan(Case):
    def test_text(self):
        out = self.good("plan", "-m", "arm1176", "-M",
                        "cpi,dcache_miss_rate").stdout
        self.assertIn("2 passes (optimal)", out)
        self.assertRegex(out, r"(?m)^pass +ccnt +pmn0 +pmn1$")
        self.assertRegex(out, r"(?m)^cpi +pass [12]$")

    def test_all_of_every_monitor(self):
        for monitor in (row["monitors"][0] for row in arm_boards().values()):
            with self.subTest(monitor):
                d = json.loads(self.good("plan", "-m", monitor, "-e", "all",
                                         "--json").stdout)["plan"]
                self.assertTrue(d["optimal"])
                counted = {e for p in d["pass"] for e in p.values()}
                for want in d["wants"]:
                    self.assertLessEqual(set(want["events"]), counted)
                for place in d["pass"]:
                    self.assertEqual(place["ccnt"], "cycles")

    def test_csv(self):
        out = self.good("plan", "-m", "pxa250", "-g", "all", "--csv").stdout
        rows = list(csv.reader(io.StringIO(out)))
        self.assertEqual({len(row) for row in rows}, {5})
        self.assertGreater(len(rows), 5)

    def test_a_refusal_names_the_smallest_set(self):
        text = self.refused(1, "plan", "-m", "arm1176", "-e",
                            "{br_exec,icache_miss,cycles,dcache_miss}")
        for name in ("br_exec", "icache_miss", "dcache_miss"):
            self.assertIn(name, text)

    def test_aliases_are_the_same_event(self):
        a = self.good("plan", "-m", "arm1176", "-M",
                      "instructions/cycles").stdout
        self.assertIn("1 pass (optimal)", a)
        self.assertIn("instr_exec", a)
