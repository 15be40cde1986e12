#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_documents.py TALLY FIRMWARE_DIR [unittest arguments]

doc/boards.md and man/tally.1 against the program: what a page says of an event
or an option is what the command says of it."""
import csv
import io
import pathlib
import re
import subprocess
import sys
import unittest

TALLY = ""
FIRMWARE = ""
ROOT = pathlib.Path(__file__).resolve().parent.parent
VERBS = ["list", "explain", "plan", "stat", "script", "compute", "decode",
         "encode", "amalgam", "board"]


def tally(*words):
    return subprocess.run([TALLY, *words], check=True, capture_output=True,
                          text=True, timeout=60).stdout


def section(text, title):
    return text.split(f"### {title}\n")[1].split("\n#")[0]


class Boards(unittest.TestCase):
    @staticmethod
    def boards():
        return [row["name"] for row in
                csv.DictReader(io.StringIO(tally("board", "--csv")))]

    def test_each_has_a_column(self):
        head = (ROOT / "doc/boards.md").read_text().split("|  | ")[1]
        told = head.split("\n")[0].strip("| ").split(" | ")
        self.assertEqual(told, [f"`{name}`" for name in self.boards()])

    def test_event_tables(self):
        page = (ROOT / "doc/boards.md").read_text()
        for board in self.boards():
            with self.subTest(board):
                told = [line.strip("| ").split(" | ") for line in
                        section(page, board).splitlines()
                        if line.startswith("|")][2:]
                out = tally("board", board, "--truth", "--csv",
                            f"{FIRMWARE}/{board}/crc32.elf")
                true = [[row["code"], row["name"], row["class"], row["basis"]]
                        for row in csv.DictReader(io.StringIO(out))]
                self.assertEqual(told, true)


def options_of_help(verb):
    return set(re.findall(r"--[a-z][a-z-]+", tally(verb, "--help")))


def options_of_page(verb):
    page = (ROOT / "man/tally.1").read_text()
    part = page.split(f".Ss tally {verb}\n")[1].split("\n.Ss ")[0]
    part = part.split("\n.Sh ")[0]
    return {"--" + name.replace("\\-", "-")
            for name in re.findall(r"Fl Fl ([a-z][a-z\\-]+)", part)}


class Manual(unittest.TestCase):
    def test_options(self):
        for verb in VERBS:
            with self.subTest(verb):
                page, text = options_of_page(verb), options_of_help(verb)
                self.assertEqual(page - {"--help"}, text - {"--help"})


if __name__ == "__main__":
    TALLY, FIRMWARE = sys.argv[1:3]
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
