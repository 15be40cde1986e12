#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_documents.py TALLY FIRMWARE_DIR [unittest arguments]

README.md, doc/monitors.md, doc/boards.md and the manual against the program:
what a page says of an event or an option is what the command says of it, and
what is typed there works."""
import csv
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from tally_command import printed

TALLY = ""
FIRMWARE = ""
ROOT = pathlib.Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
MONITORS = ROOT / "doc/monitors.md"
sys.path.insert(0, str(ROOT / "tools"))
import layers  # noqa: E402 pylint: disable=wrong-import-position


def section(text, title):
    """Of doc/boards.md: a board's events."""
    parts = text.split(f"### {title}\n")
    assert len(parts) == 2, (
        f"doc/boards.md: one part `### {title}` with a table of each monitor's "
        f"events, as tally board {title} --truth --csv PROGRAM has them")
    return parts[1].split("\n#")[0]


class Boards(unittest.TestCase):
    @staticmethod
    def boards():
        return [row["name"] for row in
                csv.DictReader(io.StringIO(printed("board", "--csv")))]

    def test_each_is_described(self):
        page = (ROOT / "doc/boards.md").read_text()
        self.assertEqual(re.findall(r"(?m)^- \*\*`(.*)`\*\*: ", page),
                         self.boards())

    def test_event_tables(self):
        page = (ROOT / "doc/boards.md").read_text()
        for board in self.boards():
            with self.subTest(board):
                # A table for each monitor, in their order.
                told = [line.strip("| ").split(" | ") for line in
                        section(page, board).splitlines()
                        if line.startswith("|") and
                        not line.startswith(("| code |", "|---|"))]
                # The boards virt-* share their programs, where they are built.
                elf = f"{FIRMWARE}/{board.split('-')[0]}/crc32.elf"
                if not os.path.exists(elf):
                    self.skipTest(f"there is no {elf}")
                out = printed("board", board, "--truth", "--csv", elf)
                true = [[row["code"], row["name"], row["class"], row["basis"]]
                        for row in csv.DictReader(io.StringIO(out))
                        if row["code"] != "cause"]
                self.assertEqual(told, true)


def choices():
    """The rows of the bus's own list: what is silent, what was chosen."""
    text = (ROOT / "boards/src/ahb/choices.c").read_text().split("= {", 1)[1]
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    string = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'
    for row in re.findall(r"\{\s*" + string + r",\s*" + string + r"\}", text):
        yield ["".join(re.findall(r'"((?:[^"\\]|\\.)*)"', cell))
               for cell in row]


class Choices(unittest.TestCase):
    def test_bus(self):
        page = (ROOT / "doc/boards.md").read_text()
        told = page.split("| the documents are silent on |")[1]
        told = told.split("\n\n")[0].splitlines()[2:]
        rows = [f"| {silent} | {chosen} |" for silent, chosen in choices()]
        self.assertGreater(len(rows), 30)
        self.assertEqual(told, rows)

    def test_map(self):
        """The driver's, which `explain` has too."""
        page = (ROOT / "doc/ahb-map.md").read_text()
        told = page.split("| silent on | chosen |\n|---|---|\n")[1]
        it = json.loads(printed("explain", "arm926pxp-ahb", "--json"))
        rows = ["| " + rule["text"].replace(": ", " | ", 1) + " |"
                for rule in it["explanations"][0]["rules"]
                if rule["kind"] == "silent"]
        self.assertGreater(len(rows), 10)
        self.assertEqual(told.splitlines(), rows)


def options_of_help(verb):
    return set(re.findall(r"--[a-z][a-z0-9-]+", printed(verb, "--help")))


def options_of_page(verb):
    page = (ROOT / f"man/tally-{verb}.1").read_text()
    return {"--" + name.replace("\\-", "-")
            for name in re.findall(r"Fl Fl ([a-z][a-z0-9\\-]+)", page)}


def verbs():
    """The first table of `tally --help`."""
    table = printed("--help").split("\n\n")[2]
    rows = re.findall(r"(?m)^  ([a-z]+(?:, [a-z]+)*)  ", table)
    return ", ".join(rows).split(", ")


class Design(unittest.TestCase):
    """The rooms and arrows of the page are the tree's and tools/layers.py's."""

    def setUp(self):
        self.page = (ROOT / "doc/design.md").read_text()

    def test_verbs(self):
        told = self.page.split("\n## The command\n\n`tally VERB`: `")[1]
        self.assertEqual(told.split("`")[0].split(), verbs())

    def test_rooms(self):
        told = re.findall(r"(?m)^src/(\S+)/ ", self.page)
        there = [path.relative_to(ROOT / "src").as_posix()
                 for path in (ROOT / "src").rglob("*/")
                 if path.is_dir() and path.parent.name != "board"]
        self.assertEqual(sorted(told), sorted(there))

    def test_rooms_of_the_board(self):
        rows = self.page.split("each with those that it may use:\n\n```\n")[1]
        told = {}
        for row in rows.split("```")[0].splitlines():
            room, _, *arrows = re.split("  +", row)
            told[room.rstrip("/")] = set(" ".join(arrows).split())
        self.assertEqual(told, layers.BOARD_MAY)
        self.assertEqual(set(told), {path.name for path in
                                     (ROOT / "boards/src").iterdir()
                                     if path.is_dir()})

    def test_arrows(self):
        direct = {room: set() for room in layers.ARROWS}
        drawn = self.page.split("may use what that room uses.\n\n```\n")[1]
        for row in drawn.split("```")[0].splitlines():
            columns = [cell.replace("include/", "").split(", ")
                       for cell in row.split(" ← ")]
            for used, users in zip(columns, columns[1:]):
                for user in users:
                    direct[user].update(used)
        self.assertEqual(direct, layers.ARROWS)


class Manual(unittest.TestCase):
    def test_each_verb_has_a_page(self):
        there = {path.stem for path in (ROOT / "man").glob("tally-*.1")}
        wanted = {f"tally-{verb}" for verb in verbs()}
        self.assertEqual(there, wanted)
        page = (ROOT / "man/tally.1").read_text()
        self.assertEqual(set(re.findall(r"(?m)^\.It Xr (\S+) 1$", page)), wanted)
        installed = (ROOT / "man/meson.build").read_text()
        for verb in verbs():
            self.assertIn(f"'{verb}'", installed)

    def test_options(self):
        for verb in verbs():
            with self.subTest(verb):
                page, text = options_of_page(verb), options_of_help(verb)
                self.assertEqual(page - {"--help"}, text - {"--help"})

    def test_formats(self):
        """Those of export are told in both."""
        told = re.findall(r"(?m)^  ([a-z]+)  ", printed("export", "--help"))
        page = (ROOT / "man/tally-export.1").read_text()
        self.assertGreater(len(told), 8)
        self.assertEqual(re.findall(r"(?m)^\.It Cm ([a-z]+)$", page),
                         sorted(told))


def whole_names(words):
    """"-a55" behind "pmuv3/cortex-a53" is short for "pmuv3/cortex-a55"."""
    names = []
    for word in words:
        if word.startswith("-"):
            word = names[-1].rpartition("-")[0] + word
        names.append(word)
    return names


def counters_said(monitor):
    """A monitor's counters, as the table of doc/monitors.md has them."""
    explained = json.loads(printed("explain", monitor, "--json"))
    counts = [row["counts"] for row in
              explained["explanations"][0]["counter"]]
    several = sum(text.startswith("any of ") for text in counts)
    single = len(counts) - several
    if single > 1:
        return f"{len(counts)}, each for one thing"
    return ", ".join(["1 cycle"] * single + [f"{several} event"] * (several > 0))


class Tables(unittest.TestCase):
    """Every monitor and every board has its row in doc/monitors.md."""

    def column(self, number):
        table = MONITORS.read_text().split("| monitor | ")[1]
        for row in table.split("\n\n")[0].splitlines()[2:]:
            cell = row.strip("| ").split(" | ")[number]
            yield from whole_names(re.findall(r"`([^`]+)`", cell))

    def check(self, kind, name, column, line):
        """What is missing is printed as the line that is to be pasted."""
        there = json.loads(printed("list", kind, "--json"))[kind]
        said = set(self.column(column))
        missing = [line(row) for row in there if row[name] not in said]
        self.assertEqual(missing, [], "\nthe table of doc/monitors.md lacks:\n" +
                         "\n".join(missing))
        self.assertEqual(said - {row[name] for row in there}, set(),
                         "doc/monitors.md has what is not there")

    def test_monitors(self):
        self.check("monitors", "monitor", 0, lambda row: " ".join([
            f"| `{row['monitor']}` {row['title']}",
            f"| {counters_said(row['monitor'])}",
            f"| {row['sources']} | none |"]))

    def test_counters(self):
        for monitor, words in (
                ("arm1176", "1 cycle, 2 event"), ("mpc8548", "1 cycle, 9 event"),
                ("pmuv3/cortex-a53", "1 cycle, 6 event"), ("l220", "2 event"),
                ("dwt", "1 cycle"),
                ("arm926pxp-ahb", "91, each for one thing")):
            self.assertEqual(counters_said(monitor), words)

    def test_boards(self):
        self.check("boards", "name", 3, lambda row: (
            f"`{row['name']}` {row['title']}: in the last cell of its "
            "monitors' rows"))


class Examples(unittest.TestCase):
    """What the README and doc/monitors.md type, as it stands there."""

    def run_block(self, after):
        part = README.read_text().split(after)[1]
        commands = re.findall(r"^\$ (.*)$", part.split("```")[1], re.M)
        path = f"{os.path.dirname(TALLY)}:{os.environ['PATH']}"
        with tempfile.TemporaryDirectory() as where:
            for command in commands:
                done = subprocess.run(
                    ["sh", "-c", command], cwd=where, text=True,
                    capture_output=True, timeout=60, check=False,
                    env={**os.environ, "PATH": path})
                self.assertEqual((done.returncode, done.stderr), (0, ""),
                                 command)
            return commands, sorted(os.listdir(where))

    def test_bus(self):
        """The table is what the command prints, to the digit."""
        part = MONITORS.read_text().split("on a bus\n")[1]
        command, told = part.split("```\n")[1].split("\n", 1)
        elf = f"{FIRMWARE}/versatile/bus.elf"
        if not os.path.exists(elf):
            self.skipTest(f"there is no {elf}")
        *words, last = command.removeprefix("$ tally ").split()
        self.assertEqual(last, "bus.elf")
        self.assertTrue(told.endswith("...\n"))
        self.assertIn("simulated", told)
        out = printed(*words, elf)
        self.assertTrue(out.startswith(told.removesuffix("...\n")), out)

    def numbers_are(self, page, board, after, until):
        """The lines of an example, up to one, are what its command prints."""
        part = page.read_text().split(after)[1]
        command, told = (part.split("```\n")[1].replace("\\\n", "")
                         .split("\n", 1))
        *words, last = command.removeprefix("$ tally ").split()
        elf = f"{FIRMWARE}/{board}/{last}"
        if not os.path.exists(elf):
            self.skipTest(f"there is no {elf}")
        # What the program says goes to standard error.
        lines = [line for line in told.split(until)[0].splitlines()
                 if "checksum" not in line]
        out = subprocess.run([TALLY, *words, elf], cwd=ROOT, timeout=60,
                             check=True, capture_output=True, text=True).stdout
        self.assertEqual(out.splitlines()[:len(lines)], lines)

    def test_the_first_example(self):
        self.numbers_are(README, "pb1176", "is there to the bit.\n", "\n2 passes")

    def test_packets(self):
        self.numbers_are(MONITORS, "mpc8540ads", "## Packets\n", "\n...")

    def test_pictures(self):
        """They are those that the command makes."""
        done = subprocess.run(
            [sys.executable, ROOT / "tools/pictures.py", TALLY, FIRMWARE,
             "--check"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_three_commands(self):
        commands, made = self.run_block("in three commands:")
        self.assertEqual(len(commands), 3)
        self.assertEqual(made, ["counters.c", "counters.o"])


class Pages(unittest.TestCase):
    """Where a page sends its reader, there is something."""

    def check(self, page, pattern, below):
        named = re.findall(pattern, (ROOT / page).read_text())
        self.assertGreater(len(named), 5)
        for name in named:
            with self.subTest(page=page, name=name):
                self.assertTrue(any(list((ROOT / folder).glob(name))
                                    for folder in below))

    def test_the_first_minute(self):
        self.check("HACKING.md", r"`((?:\w+/)+[\w.*/]*)`", (".", "src"))

    def test_links(self):
        self.check("README.md", r"\]\(([^):#]+)\)", (".",))

    def test_short_enough_to_be_read(self):
        for page, most in (("README.md", 150), ("HACKING.md", 80)):
            self.assertLessEqual(len((ROOT / page).read_text().splitlines()),
                                 most, page)


if __name__ == "__main__":
    TALLY, FIRMWARE = sys.argv[1:3]
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
