# SPDX-License-Identifier: MIT
"""usage: tap.py test_amalgam_text.py TALLY=COMMAND

What is in the two files that `tally amalgam` writes, for every monitor and way
there is, and what it refuses.  That they compile is test_cli_amalgam.py's."""
import os
import re

import amalgams
from amalgams import word
from tally_command import listed, tally

TALLY = ""


class Text(amalgams.Case):
    def test_carries_its_bus(self):
        """The bus that the header names is there, and every other way."""
        for row in listed("monitors"):
            monitor = row["monitor"]
            with self.subTest(monitor=monitor):
                self.made(monitor)
                ways = row["native"].split()
                head, source = [
                    self.text("tally_%s.%s" % (word(monitor), end))
                    for end in "hc"]
                self.assertEqual(
                    re.findall(r"^ \*.*\bTALLY_BUS_(\w+)",
                               head.split("*/")[1], re.M), ways[:1])
                self.assertEqual(
                    sorted(set(re.findall(r"(?:TALLY_BUS_TABLE\(|^const struct "
                                          r"tally_bus_ops )tally_(\w+)_ops\b",
                                          source, re.M))
                           - {"a64_el0", "pmr_user"}),
                    sorted(way.lower() for way in ways))

    def test_one_bus_is_known(self):
        for row in listed("monitors"):
            for way in row["native"].split():
                if way.startswith("MMIO"):
                    continue
                with self.subTest(monitor=row["monitor"], bus=way):
                    self.made(row["monitor"], "--bus", way, "--force")
                    self.assertIn("#define TALLY_ONLY_BUS     tally_%s_ops\n"
                                  % way.lower(),
                                  self.text("tally_%s.c"
                                            % word(row["monitor"])))

    def test_several(self):
        self.made("arm1176,l220")
        self.assertCountEqual(
            re.findall(r"^const struct tally_monitor (\w+)",
                       self.text("tally_arm1176_l220.c"), re.M),
            ["tally_arm1176", "tally_l220"])

    def test_same_bytes_again(self):
        self.made("arm1176")
        before = {}
        for name in os.listdir(self.where):
            with open(self.path(name), "rb") as file:
                before[name] = file.read()
        done = tally("amalgam", "-m", "ARM1176", "-o", self.where, "--force")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(os.listdir(self.where)), sorted(before))
        for name, text in before.items():
            with open(self.path(name), "rb") as file:
                self.assertEqual(file.read(), text)

    def test_only_its_own_monitor(self):
        """No other monitor's object is in it."""
        self.made("arm1176")
        with open(self.path("tally_arm1176.c"), encoding="ascii") as file:
            found = re.findall(r"^const struct tally_monitor (\w+)",
                               file.read(), re.M)
        self.assertEqual(found, ["tally_arm1176"])

    def refused(self, status, text, *words):
        done = tally("amalgam", *words)
        self.assertEqual((done.returncode, done.stdout), (status, ""))
        self.assertIn(text, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_errors(self):
        self.refused(2, "say which monitor with -m")
        self.refused(2, "did you mean arm1176?", "-m", "arm1177")
        self.refused(2, "one argument too many", "-m", "arm1176", "here")
        self.refused(2, "arm1176 and pxa250 are both a core's own", "-m",
                     "l220,arm1176,pxa250", "-o", self.where)
        self.refused(2, "-m names 2 monitors", "-m", "arm1176,l220", "--bus",
                     "CP15", "-o", self.where)
        self.refused(2, "nowhere: there is no such folder; make it first", "-m",
                     "arm1176", "-o", self.path("nowhere"))
        with open(self.path("tally_pxa250.c"), "w", encoding="ascii") as file:
            file.write("mine")
        self.refused(1, "source that Tally has not written", "-m",
                     "pxa250", "-o", self.where, "--force")
        # Nothing half-done is left, and what was there is as it was.
        self.assertEqual(os.listdir(self.where), ["tally_pxa250.c"])
        with open(self.path("tally_pxa250.c"), encoding="ascii") as file:
            self.assertEqual(file.read(), "mine")
