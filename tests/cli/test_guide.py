#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""doc/guide.md is typed, command by command, in an empty folder: each succeeds
and prints the lines that the page shows, in their order.  (Variables: TALLY, the
command; FIRMWARE, so that there are boards.)"""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

TALLY = ''
FIRMWARE = ''
GUIDE = pathlib.Path(os.environ['TALLY_ROOT'], 'doc/guide.md')


def steps(text):
    """Of the page in its order: (file, its text) and (command, lines)."""
    found = []
    for before, kind, block in re.findall(
            r'([^\n]*)\n\n```(c?)\n(.*?)```', text, re.S):
        if kind == 'c':
            name = re.findall(r'`(\w+\.c)`:$', before)
            found.append(('file', name[-1] if name else None, block))
            continue
        for part in re.split(r'^\$ ', block, flags=re.M)[1:]:
            command, _, shown = part.partition('\n')
            found.append(('command', command,
                          [line for line in shown.splitlines()
                           if line != '...']))
    return found


class Guide(unittest.TestCase):
    def test_it_is_read_in_an_hour(self):
        self.assertLessEqual(len(GUIDE.read_text().split()), 8000)

    def test_every_command(self):
        commands = 0
        path = f'{pathlib.Path(TALLY).resolve().parent}:{os.environ["PATH"]}'
        with tempfile.TemporaryDirectory() as folder:
            for kind, what, body in steps(GUIDE.read_text()):
                if kind == 'file':
                    self.assertIsNotNone(what, body)
                    pathlib.Path(folder, what).write_text(body)
                    continue
                done = subprocess.run(
                    ['sh', '-c', what], cwd=folder, text=True, timeout=120,
                    stdin=subprocess.DEVNULL, capture_output=True,
                    check=False, env={**os.environ, 'PATH': path})
                self.assertEqual(done.returncode, 0, (what, done.stderr))
                rest = done.stdout.splitlines()
                for line in body:
                    self.assertIn(line, rest, what)
                    rest = rest[rest.index(line) + 1:]
                commands += 1
            self.assertGreater(commands, 15)
            self.assertIn('columns.html', os.listdir(folder))
