#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the judge found not to be exact is called exact in no form of a result:
a record of which one count has nothing against it and another one has.
(Variables: TALLY, the command.)"""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

TALLY = ''
ROOT = pathlib.Path(os.environ['TALLY_ROOT'])
FORMS = {
    'text': ('report', 'a.json'),
    'csv': ('report', '--csv', 'a.json'),
    'json': ('report', '--json', 'a.json'),
    'page': ('report', '--html', '-', 'a.json'),
    'beside': ('report', 'a.json', 'a.json'),
    'export csv': ('export', 'csv', 'a.json'),
    'export markdown': ('export', 'markdown', 'a.json'),
    'export openmetrics': ('export', 'openmetrics', 'a.json'),
}


class Inexact(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def printed(self, doubted, *words):
        """Of a record in which nothing was modelled, the form."""
        document = json.loads((ROOT / 'tests/record/hand.json').read_text())
        for row in document['events'] + document['metrics']:
            row.update({'class': 'exact', 'doubts': [], 'why': None})
            if row.get('mean', row.get('value')) is None:
                row.update({'class': None, 'doubts': ['not_counted']})
            elif doubted:
                row.update({'class': 'doubted', 'doubts': ['inexact'],
                            'why': 'a small rest'})
        document.update({'trusted': True, 'untrusted_because': None,
                         'truth': []})
        for part in document.pop('regions', []):
            self.assertTrue(part)
        document['counts'] = []
        document['series'] = None
        path = pathlib.Path(self.folder.name, 'a.json')
        path.write_text(json.dumps(document))
        done = subprocess.run([TALLY, *words], cwd=self.folder.name, timeout=60,
                              check=False, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
        self.assertEqual((done.returncode, done.stderr), (0, ''), words)
        return done.stdout

    def test_every_form(self):
        for name, words in FORMS.items():
            with self.subTest(name):
                plain = self.printed(False, *words)
                doubted = self.printed(True, *words)
                if name not in ('beside', 'page'):
                    self.assertIn('exact', plain)
                for row in ('"exact"', ',exact', '| exact', 'all exact',
                            'no mark: exact'):
                    self.assertNotIn(row, doubted)
                self.assertTrue('doubted' in doubted or '!' in doubted)


if __name__ == '__main__':
    TALLY = os.environ['TALLY']
    unittest.main()
