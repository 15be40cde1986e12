# SPDX-License-Identifier: MIT
"""usage: tap.py test_stat_counts.py TALLY=COMMAND FIRMWARE=FOLDER

What `tally stat` counts on the simulated boards: of programs whose counts can
be worked out by hand, of regions, by layer, in repeats."""
import csv
import io
import json
import math
import os
import re

import stat_case
from stat_case import (BLOCK, COUNTED, MANY_CYCLES, WHOLE, Case, by_name,
                       executed)
from tally_command import arm_boards, boards, tally

TALLY = ''
FIRMWARE = ''


def setUpModule():
    stat_case.FIRMWARE = FIRMWARE


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

    def test_bridge_makes_waits_of_retry_and_split(self):
        """Each read waits five cycles for the memory; one that is answered so
        waits 3 or 8 more, and those five again.  No burst is cut."""
        for answer, more in ("retry", 3 + 5), ("split", 8 + 5):
            with self.subTest(answer=answer):
                d = self.document(
                    "-t", "board:versatile", "--traffic", "exp:every=50",
                    "--inject", f"exp:{answer},every=3", "-e",
                    "CtExpRd,CtExpWaitNonSeqSlave", "--truth",
                    self.demo("versatile", "crc32"))
                count = {row["name"]: row["count"] for row in d["events"]}
                reads = count["CtExpRd"]
                self.assertGreater(reads, 100)
                self.assertEqual(count["CtExpWaitNonSeqSlave"],
                                 5 * reads + more * (reads // 3))
                self.assertFalse(d["conditions"].get("burst_broken"))

    def test_broken_bursts_of_one_layer(self):
        """Other layers' bursts prove what they did without the ERROR."""
        d = self.document("-t", "board:versatile", "--inject",
                          "clcdc:error,times=1", "-e", "all",
                          self.demo("versatile", "bus"))
        self.assertTrue(d["conditions"]["burst_broken"])
        self.assertEqual([m.get("broken") for m in d["target"]["monitors"]],
                         ["clcdc"])
        judged = {row["id"]: not row["not_judged"] for row in d["identities"]}
        self.assertTrue(judged["armd_beats"] and judged["dma0_beats"])

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


CHAIN = 0x1e  # counts nothing by itself


class Sized(Case):
    """A core with PMUv3 tells itself what it has."""

    def test_all_of_it(self):
        d = self.document("-t", "board:virt-a53", "-e", "all", "--truth",
                          self.demo("virt", "crc32"))
        self.assertTrue(d["plan"]["optimal"])
        for row in d["truth"]:
            if (row["class"] != "not modelled" and row["code"] != CHAIN
                    and not row["name"].startswith("cause: ")):
                self.assertEqual(row["measured"], "equal", row)
        self.assertNotIn("CHAIN", by_name(d["events"]))

    def test_not_there(self):
        self.assertIn("does not have the event r1b", self.refused(
            1, "stat", "-t", "board:virt-a53", "-e", "r1b",
            self.demo("virt", "crc32")))
        # A dry run asks nobody.
        self.assertIn("r1b", self.good(
            "stat", "-t", "board:virt-a53", "-e", "r1b", "--dry-run").stdout)
