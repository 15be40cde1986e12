# SPDX-License-Identifier: MIT
"""usage: tap.py test_cli_stat.py TALLY=COMMAND FIRMWARE=FOLDER

`tally stat` and `tally plan` as people type them, on the simulated boards:
options, forms of the result, and what fails."""
import csv
import io
import json
import os
import re
import subprocess

import stat_case
from stat_case import COUNTED, FAILING, Case
from tally_command import arm_boards, tally

TALLY = ''
FIRMWARE = ''
TIMEOUT = 120


def setUpModule():
    stat_case.FIRMWARE = FIRMWARE


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

    def test_repeats_that_are_enough(self):
        """As many as the interval needs, and no more where nothing varies."""
        def repeats(*words):
            document = self.document("-t", "board:pb1176", "-M", "cpi",
                                     *words, self.elf("pb1176", COUNTED))
            metric, = document["metrics"]
            return document["repeats"], metric["margin95"] / metric["value"]

        self.assertEqual(repeats("-r", "auto"), (3, 0))
        few, wide = repeats("-r", "auto:50%", "--jitter", "3")
        self.assertEqual(few, 3)
        wanted = wide / 3
        many, narrow = repeats("-r", f"auto:{100 * wanted:.9f}%", "--jitter",
                               "3")
        self.assertGreater(many, few)
        self.assertLessEqual(narrow, wanted)

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
            if (row[0] == "truth" and "not_modelled" not in row[7]
                    and not row[1].startswith("cause: ")):
                self.assertEqual(counted[row[13]], row[2], row)
        # Each cycle of the window has one cause.
        self.assertEqual(sum(int(row[2]) for row in rows
                             if row[1].startswith("cause: ")),
                         int(counted["cycles"]))
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


    def test_options_of_boards_elsewhere(self):
        """All of them, also those that only few boards have."""
        for option in (["--cold"], ["--pmc0-runs-on"], ["--ill", "no-line"],
                       ["--pcap-speed", "2"], ["--platform-ratio", "5:2"],
                       ["--max-console", "3"]):
            for verb, target, what in (
                    ("stat", [], ["--", "true"]),
                    ("record", [], ["--", "true"]),
                    ("stat", ["-t", "gdb::1,arm1176,scratch=1"], ["a.elf"])):
                if verb == "stat" and target and option[0] == "--max-console":
                    continue  # of a console that a server may well have
                with self.subTest(option=option, verb=verb, target=target):
                    self.assertIn(
                        f"{option[0]} is for simulated boards; leave it out",
                        self.refused(2, verb, *target, *option, *what))

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
