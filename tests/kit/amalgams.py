# SPDX-License-Identifier: MIT
"""What `tally amalgam` writes into a folder of one's own."""
import os
import tempfile
import unittest

from tally_command import tally


def word(monitor):
    """The monitor's name as a word of C."""
    return monitor.split("/")[-1].replace("-", "_")


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.where = folder.name

    def path(self, *names):
        return os.path.join(self.where, *names)

    def text(self, *names):
        with open(self.path(*names), encoding="ascii") as file:
            return file.read()

    def made(self, monitor, *more):
        done = tally("amalgam", "-m", monitor, "-o", self.where, *more)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        name = "_".join(word(one) for one in monitor.split(","))
        self.assertEqual(done.stdout.split(), [
            self.path("tally_%s.%s" % (name, end)) for end in "ch"])
        self.assertEqual(
            [n for n in os.listdir(self.where) if n.endswith(".new")], [])
