#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_cli_together.py TALLY FIRMWARE_DIR [unittest arguments]

Several monitors in one measurement: `tally plan`, `stat` and `list` with
-m MONITOR,MONITOR."""
import csv
import io
import json
import os
import random
import sys
import unittest

from tally_command import tally

TALLY = ""
FIRMWARE = ""
BOTH = "arm1176,l220"
STAT = ("stat", "-t", "board:pb1176", "--l2", "on", "--quiet-program")


class Case(unittest.TestCase):
    def good(self, *arguments):
        done = tally(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def document(self, *arguments):
        return json.loads(self.good(*arguments, "--json"))

    def refused(self, status, *arguments):
        done = tally(*arguments)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def program(self, name="crc32"):
        return os.path.join(FIRMWARE, "pb1176", name + ".elf")


def by_name(rows):
    return {row["name"]: row for row in rows}


def fits(events, counters):
    """Has each of the events a counter of its own?"""
    if not events:
        return True
    first, *rest = events
    return any(fits(rest, counters - {c})
               for c in first & counters)


class Brute:
    """The fewest passes, by trying every way to deal sets to passes."""

    def __init__(self, rows, anchors):
        self.can = {(r["monitor"], r["name"]): {(r["monitor"], c)
                                                for c in r["counters"]}
                    for r in rows}
        self.counters = set().union(*self.can.values())
        self.anchors = anchors

    def one_pass(self, names):
        events = set(self.anchors) | set(names)
        return fits([self.can[e] for e in events], set(self.counters))

    def fewest(self, sets):
        best = len(sets) + 1
        bins = []

        def deal(i):
            nonlocal best
            if len(bins) >= best:
                return
            if i == len(sets):
                best = len(bins)
                return
            for b in bins:
                b.append(sets[i])
                if self.one_pass(set().union(*b)):
                    deal(i + 1)
                b.pop()
            bins.append([sets[i]])
            if self.one_pass(sets[i]):
                deal(i + 1)
            bins.pop()
        deal(0)
        return best if best <= len(sets) else None


class Cache(Case):
    def test_off(self):
        """Zeros of a cache that is off are told from those of one that is on,
        and a monitor beside it changes nothing of that."""
        said = "l220 counted nothing: the second-level cache is off"
        words = "-m", BOTH, "-e", "DRREQ,instr_exec", self.program()
        off = self.good("stat", "-t", "board:pb1176", *words)
        self.assertIn(said, off)
        self.assertLessEqual(max(map(len, off.splitlines())), 80)
        self.assertNotIn("counted nothing", self.good(*STAT, *words))
        self.assertNotIn("counted nothing",
                         self.good("stat", "-t", "board:pb1176", "-M", "cpi",
                                   self.program()))


class Plan(Case):
    def rows(self, monitors):
        return [row for m in monitors.split(",")
                for row in self.document("list", "events", "-m", m)["events"]]

    def test_brute_force(self):
        """Sets over both monitors: as few passes as there can be."""
        dice = random.Random(7)
        for monitors, anchors in (
                (BOTH, [("arm1176", "cycles")]),
                ("arm1136,l210", [("arm1136", "cycles")]),
                ("pxa250,arm1176,l220", [("pxa250", "cycles"),
                                         ("arm1176", "cycles")])):
            brute = Brute(self.rows(monitors), anchors)
            names = sorted(e for e in brute.can if e not in anchors and
                           brute.can[e])
            for _ in range(12):
                sets = [set(dice.sample(names, dice.randint(1, 4)))
                        for _ in range(dice.randint(1, 4))]
                text = ",".join("{" + ",".join(f"{m}:{e}" for m, e in
                                               sorted(s)) + "}" for s in sets)
                done = tally("plan", "-m", monitors, "-e", text, "--json")
                with self.subTest(monitors + " " + text):
                    fewest = brute.fewest(sets)
                    if fewest is None:
                        self.assertEqual(done.returncode, 1)
                        continue
                    self.assertEqual(done.returncode, 0, done.stderr)
                    plan = json.loads(done.stdout)["plan"]
                    self.assertEqual(plan["passes"], fewest)
                    self.assertTrue(plan["optimal"])

    def test_a_metric_shares_a_pass_over_monitors(self):
        d = self.document("plan", "-m", BOTH, "-M", "DRREQ/core:dcache_miss,"
                          "IRREQ/icache_miss")
        self.assertEqual(d["schema"], 2)
        self.assertEqual(d["monitors"], BOTH.split(","))
        self.assertEqual(d["plan"]["passes"], 1)
        self.assertEqual(set(d["plan"]["pass"][0]),
                         {"arm1176:ccnt", "arm1176:pmn0", "arm1176:pmn1",
                          "l220:evr0", "l220:evr1"})

    def test_names(self):
        """Qualified where both have it, and only there."""
        two = "arm1176,pxa250"
        d = self.document("plan", "-m", two, "-M",
                          "pxa250:cpi,cpi,instr_exec/instruction")
        wants = [w["name"] for w in d["plan"]["wants"]]
        self.assertEqual(wants, ["pxa250:cpi", "cpi",
                                 "instr_exec/instruction"])
        self.assertEqual(d["plan"]["wants"][1]["events"],
                         ["arm1176:cycles", "instr_exec"])
        text = self.good("plan", "-m", two, "-M", "cpi")
        self.assertIn("cpi is that of arm1176; there is pxa250:cpi", text)
        # A qualifier is welcome where it is not needed, on one monitor too.
        d = self.document("plan", "-m", "arm1176", "-e",
                          "core:br_exec,ARM1176:icache_miss")
        self.assertEqual([w["name"] for w in d["plan"]["wants"]],
                         ["br_exec", "icache_miss"])
        self.assertEqual(d["schema"], 1)
        self.assertEqual(d["monitor"], "arm1176")

    def test_all(self):
        events = self.rows(BOTH)
        d = self.document("plan", "-m", BOTH, "-e", "all")
        self.assertEqual(len(d["plan"]["wants"]), len(events))
        d = self.document("plan", "-m", BOTH, "-e", "l220:all")
        self.assertEqual(len(d["plan"]["wants"]),
                         sum(e["monitor"] == "l220" for e in events))
        d = self.document("plan", "-m", "arm1176,pxa250", "-M", "all")
        names = [w["name"] for w in d["plan"]["wants"]]
        self.assertEqual(len(names), len(set(names)))
        self.assertIn("arm1176:cpi", names)
        self.assertIn("pxa250:cpi", names)
        for lists in (("-M", "l220:all"), ("-g", "all"), ()):
            self.assertTrue(self.document("plan", "-m", BOTH, *lists))

    def test_text_and_csv(self):
        text = self.good("plan", "-m", BOTH, "-M", "cpi,l2_inst_hit_ratio")
        self.assertIn("arm1176 and l220: 1 pass (optimal)", text)
        self.assertRegex(text, r"(?m)^   1  arm1176  ccnt = cycles, "
                         r"pmn0 = instr_exec$")
        self.assertRegex(text, r"(?m)^   1  l220     evr0 = IR\w+, "
                         r"evr1 = IR\w+$")
        self.assertIn("started and stopped: l220, then arm1176", text)
        rows = list(csv.DictReader(io.StringIO(self.good(
            "plan", "-m", BOTH, "-M", "cpi,l2_inst_hit_ratio", "--csv"))))
        self.assertEqual({row["counter"] for row in rows},
                         {"arm1176:ccnt", "arm1176:pmn0", "l220:evr0",
                          "l220:evr1"})

    def test_refusals(self):
        for status, words, *arguments in (
                (2, "-m: arm1176 is named twice", "-m", "arm1176,arm1176"),
                (2, "did you mean l220?", "-m", "arm1176,l22"),
                (2, "empty item", "-m", "arm1176,,l220"),
                (2, "one too many", "-m",
                 "arm1176,arm1136,l220,l210,pxa250"),
                (2, "'cycles' is on several of the monitors; write "
                 "arm1176:cycles or pxa250:cycles", "-m", "arm1176,pxa250",
                 "-e", "cycles"),
                (2, "several of the monitors", "-m", "arm1176,pxa250", "-M",
                 "cycles/instr_exec"),
                (2, "'l220:CO': l220 is not measured; name it too, -m "
                 "arm1176,l220", "-m", "arm1176", "-e", "l220:CO"),
                (2, "'core:cycles': the core's own monitor is not measured",
                 "-m", "l220", "-e", "core:cycles"),
                (2, "arm1176 and l220 have no event DRRQ; did you mean "
                 "DRREQ?", "-m", BOTH, "-e", "DRRQ"),
                (2, "arm1176 and l220 have no event frobnicate; `tally list",
                 "-m", BOTH, "-e", "frobnicate"),
                (2, "have no metric l2_read_hit_rato; did you mean "
                 "l2_read_hit_ratio?", "-m", BOTH, "-M", "l2_read_hit_rato"),
                (2, "have no metric frobnicate; `tally list metrics", "-m",
                 BOTH, "-M", "frobnicate"),
                (2, "no event counts instruction cache accesses", "-m", BOTH,
                 "-M", "icache_hit_ratio"),
                (2, "l220 has no metric cpi", "-m", BOTH, "-M", "l220:cpi"),
                (2, "have no group stals; did you mean stalls?", "-m", BOTH,
                 "-g", "stals"),
                (2, "have no group frobnicate; `tally list groups", "-m",
                 BOTH, "-g", "frobnicate"),
                (2, "cpi is a metric, not a group", "-m", BOTH, "-g", "cpi"),
                (2, "'CO' is an event, not a metric", "-m", BOTH, "-M", "CO"),
                (2, "'cpi' is a metric, not an event", "-m", BOTH, "-e",
                 "cpi"),
                (1, "CO", "-m", BOTH, "-e", "{CO,DRHIT,IRHIT,br_exec}")):
            with self.subTest(" ".join(arguments)):
                self.assertIn(words, self.refused(status, "plan",
                                                  *arguments))


class Stat(Case):
    def test_counts_equal_the_ledger(self):
        """Of both: the windows begin and end at the same instruction."""
        for region in ((), ("--region", "crc32")):
            with self.subTest(region):
                d = self.document(*STAT, "-m", BOTH, "-e", "all", "--truth",
                                  *region, self.program())
                self.assertEqual(d["schema"], 3)
                self.assertEqual(d["monitors"], BOTH.split(","))
                self.assertTrue(d["trusted"])
                self.assertEqual(d["window"]["order"], ["l220", "arm1176"])
                self.assertEqual(d["window"]["skew_cycles"], 0)
                for monitor in BOTH.split(","):
                    verdicts = [row["measured"] for row in d["truth"]
                                if row["monitor"] == monitor]
                    self.assertNotIn("differs", verdicts)
                    self.assertGreater(verdicts.count("equal"), 8)

    def test_metrics_of_both(self):
        d = self.document(*STAT, "-m", BOTH, "-M",
                          "cpi,l2_inst_hit_ratio,DRREQ/core:dcache_miss",
                          self.program())
        metric, event = by_name(d["metrics"]), by_name(d["events"])
        self.assertEqual(metric["cpi"]["monitor"], "arm1176")
        self.assertEqual(metric["l2_inst_hit_ratio"]["monitor"], "l220")
        self.assertEqual(event["DRREQ"]["monitor"], "l220")
        self.assertAlmostEqual(
            metric["DRREQ/core:dcache_miss"]["value"],
            event["DRREQ"]["count"] / event["dcache_miss"]["count"])
        # Each metric has its own monitor's notes.
        self.assertTrue(metric["cpi"]["notes"])
        self.assertTrue(metric["l2_inst_hit_ratio"]["notes"])

    def test_without_m(self):
        """The core's alone, unless something of the others is asked for."""
        d = self.document(*STAT, "-M", "cpi", self.program())
        self.assertEqual((d["schema"], d["monitors"]), (3, ["arm1176"]))
        d = self.document(*STAT, "-M", "cpi,l2_inst_hit_ratio",
                          self.program())
        self.assertEqual(d["monitors"], BOTH.split(","))
        d = self.document(*STAT, "-m", "l220", "-e", "DRREQ", "--truth",
                          self.program())
        self.assertEqual((d["schema"], d["monitors"]), (3, ["l220"]))
        self.assertGreater(by_name(d["events"])["DRREQ"]["count"], 0)
        self.assertNotIn("differs", [row["measured"] for row in d["truth"]])

    def test_text_and_csv(self):
        arguments = ("-m", BOTH, "-M", "cpi,l2_inst_hit_ratio", "--truth",
                     self.program())
        text = self.good(*STAT, *arguments)
        self.assertIn("on board:pb1176, arm1176 and l220, simulated", text)
        self.assertIn("one window: l220, then arm1176; skew 0 cycles", text)
        self.assertRegex(text, r"(?m)^cycles +[\d,]+ +~ arm1176$")
        self.assertRegex(text, r"(?m)^IRREQ +[\d,]+ +~ l220$")
        self.assertRegex(text, r"(?m)^l220:$")
        self.assertLessEqual(len(text.split("one window")[1].split("\n")[0]),
                             70)
        rows = list(csv.DictReader(io.StringIO(self.good(*STAT, *arguments,
                                                         "--csv"))))
        whose = {row["name"]: row["monitor"] for row in rows
                 if row["kind"] != "truth"}
        self.assertEqual(whose["IRREQ"], "l220")
        self.assertEqual(whose["cpi"], "arm1176")
        self.assertEqual(whose["skew_cycles"], "")
        self.assertEqual({row["monitor"] for row in rows
                          if row["kind"] == "truth"}, set(BOTH.split(",")))

    def test_repeats_and_passes(self):
        d = self.document(*STAT, "-m", BOTH, "-M", "l2_read_hit_ratio", "-r",
                          "2", "--jitter", "3", self.program())
        self.assertEqual(d["plan"]["passes"], 2)
        self.assertEqual(d["board_runs"], 2)
        self.assertIn("split", d["metrics"][0]["doubts"])
        d = self.document(*STAT, "-m", BOTH, "-M", "l2_read_hit_ratio", "-r",
                          "2", "--passes", "separate", self.program())
        self.assertEqual(d["board_runs"], 4)

    def test_refusals(self):
        self.assertIn("board pb1176 has arm1176,l220, not l210", self.refused(
            2, "stat", "-t", "board:pb1176", "-m", "arm1176,l210", "x.elf"))
        self.assertIn("say where to run it: -t board:pb1176 has arm1176",
                      self.refused(2, "stat", "-m", BOTH, "x.elf"))
        self.assertIn("board:lubbock has", self.refused(
            2, "stat", "-t", "board:pb1176", "-m", "arm1176,pxa250", "x.elf"))

    def test_what_the_part_has_not(self):
        self.assertIn("no source at hand says which event of the MPC8548",
                      self.refused(2, "plan", "-m", "e500v2,mpc8548", "-M",
                                   "ipp"))

    def test_list(self):
        rows = self.document("list", "events", "-m", BOTH)["events"]
        self.assertEqual({row["monitor"] for row in rows},
                         set(BOTH.split(",")))
        # One row for a board, whichever of its monitors is asked for.
        for monitors in (BOTH, "l220", "arm1176"):
            rows = self.document("list", "boards", "-m", monitors)["boards"]
            self.assertEqual([row["name"] for row in rows], ["pb1176"])
        self.assertIn("named twice", self.refused(
            2, "list", "events", "-m", "l220,l220"))

    def test_a_board_tells_of_all(self):
        row = by_name(self.document("list", "boards")["boards"])["pb1176"]
        self.assertEqual(row["monitor"], BOTH)
        self.assertEqual(row["monitors"], BOTH.split(","))
        d = self.document("board", "pb1176", "--truth", self.program())
        self.assertEqual({r["monitor"] for r in d["truth"]},
                         set(BOTH.split(",")))
        text = self.good("board", "pb1176", "--truth", self.program())
        self.assertRegex(text, r"(?m)^monitor +code +name")


class Script(Case):
    WHAT = ("-m", BOTH, "-M", "cpi,l2_inst_hit_ratio")

    def test_order(self):
        """Memory first at both ends; what is put back, the last one first."""
        lines = [line.strip() for line in self.good(
            "script", *self.WHAT).splitlines()]
        parts = [line for line in lines if line.split(" ")[0] in
                 ("configure", "start", "stop", "read", "release")
                 and len(line.split(" ")) == 2]
        self.assertEqual(parts, [
            "configure l220", "configure arm1176", "start l220",
            "start arm1176", "stop l220", "stop arm1176", "read l220",
            "read arm1176", "release arm1176", "release l220"])
        self.assertIn("l220: IRHIT on evr0, IRREQ on evr1", lines)
        # Each starts by one write [DDI0246A ECR; DDI0301H 3.2.51].
        at = lines.index("start l220")
        self.assertRegex(lines[at + 1], r"^ECR .*= 0x00000001 ")
        self.assertEqual(lines[at + 2], "start arm1176")
        self.assertRegex(lines[at + 3], r"^PMNC .*E=1$")
        self.assertEqual(lines[at + 4], "stop l220")

    def test_the_same_as_alone(self):
        """Out of a joint plan, and planned for itself: the same writes."""
        d = self.document("script", *self.WHAT)
        self.assertEqual(d["schema"], 2)
        self.assertEqual(d["order"], ["l220", "arm1176"])
        for one, metric in zip(d["scripts"], ("l2_inst_hit_ratio", "cpi")):
            alone = self.document("script", "-m", one["monitor"], "-M",
                                  metric)
            self.assertEqual(one["passes"], alone["passes"])
            self.assertEqual(one["metrics"], alone["metrics"])
            self.assertEqual(one["notes"], alone["notes"])
            only = self.document("script", *self.WHAT, "--only",
                                 one["monitor"])
            self.assertEqual(only["passes"], alone["passes"])

    def test_several_passes(self):
        """A monitor that is done is left alone; plans do not depend on it."""
        d = self.document("script", "-m", BOTH, "-M", "l2_read_hit_ratio")
        for one in d["scripts"]:
            self.assertEqual(len(one["passes"]), 2)
        text = self.good("script", "-m", "l220,l210", "-e",
                         "l220:CO,l210:IRHIT,l210:DRHIT,l210:CO")
        self.assertNotIn("pass 2", text)

    def test_c_and_debuggers(self):
        for form in ("c", "gdb"):
            for monitor in BOTH.split(","):
                text = self.good("script", *self.WHAT, "--as", form, "--only",
                                 monitor, "--name", "x" + monitor)
                self.assertIn("x" + monitor, text)
            self.assertIn("--only l220", self.refused(
                1, "script", *self.WHAT, "--as", form))
        self.assertIn("l210 is not one of -m", self.refused(
            2, "script", *self.WHAT, "--only", "l210"))

    def test_dry_run(self):
        self.assertEqual(
            self.good("stat", "-t", "board:pb1176", *self.WHAT, "--dry-run"),
            self.good("script", *self.WHAT))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    TALLY, FIRMWARE = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
