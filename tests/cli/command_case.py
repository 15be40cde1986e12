# SPDX-License-Identifier: MIT
"""What the command prints, and how it refuses, for tests of verbs that need no
target."""
import csv
import io
import json
import subprocess
import unittest

import tally_command


def run(*arguments, stdin='', **options):
    """Bytes are decoded here, so that line ends stay as they are."""
    done = subprocess.run([tally_command.TALLY, *arguments],
                          input=stdin.encode(), capture_output=True,
                          timeout=60, **options)
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    return done


class Case(unittest.TestCase):
    def good(self, *arguments, stdin=''):
        done = run(*arguments, stdin=stdin)
        self.assertEqual((done.returncode, done.stderr), (0, ''), arguments)
        return done.stdout

    def bad(self, status, *arguments, says=(), stdin=''):
        """One line on stderr per error, nothing else but the name in front."""
        done = run(*arguments, stdin=stdin)
        self.assertEqual(done.returncode, status, done)
        self.assertTrue(done.stderr.startswith('tally'), done.stderr)
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, done.stderr)
        return done

    def json(self, *arguments):
        document = json.loads(self.good(*arguments, '--json'))
        self.assertEqual(document['schema'], 1)
        return document

    def rows(self, *arguments):
        text = self.good(*arguments, '--csv')
        self.assertEqual(text.count('\n'), text.count('\r\n'))
        return list(csv.DictReader(io.StringIO(text, newline=''),
                                   strict=True))
