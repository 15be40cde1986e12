# SPDX-License-Identifier: MIT
"""The scripts of tools/, for tests that each passes what is right and, above
all, that it can fail."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / 'tools'
sys.path.insert(0, str(TOOLS))  # for tests that import them


def tool(name, *words, env=None):
    """(exit status, everything it printed)."""
    done = subprocess.run([sys.executable, TOOLS / name, *map(str, words)],
                          text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env=env)
    return done.returncode, done.stdout


class Folder(unittest.TestCase):
    """Each test has a folder that looks like the project, and is empty."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path
