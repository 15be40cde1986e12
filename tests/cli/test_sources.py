#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_sources.py TALLY

Every tag that stands for a document has a row in doc/sources.md: those of the
catalogue as the command shows them, and manuals' numbers anywhere in the
code."""
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

TALLY = 'tally'
ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ('src', 'include', 'boards', 'tests', 'tools', 'bench')
NUMBER = re.compile(r'\b(DDI|IHI|DAI|DUI)([0-9]{4})[A-Z]?\b')


def tally(*words):
    return json.loads(subprocess.run([TALLY, *words, '--json'], check=True,
                                     capture_output=True, text=True,
                                     timeout=60).stdout)


def tags():
    """The first column, whose cells may have several."""
    for row in re.findall(r'(?m)^\| ([^|]+) \|',
                          (ROOT / 'doc/sources.md').read_text()):
        yield from row.split(', ')


def sources(it):
    """Every source below, cut at its semicolons."""
    if isinstance(it, list):
        for each in it:
            yield from sources(each)
    elif isinstance(it, dict):
        for key, value in it.items():
            if key in ('source', 'reset_source') and value:
                yield from (part.strip() for part in value.split(';'))
            else:
                yield from sources(value)


def has_row(source, known):
    return any(re.match(re.escape(tag) + r'(?![A-Za-z0-9])', source)
               for tag in known)


def lacking(these):
    """The rows as they are to be pasted."""
    return '\ndoc/sources.md lacks a row of each:\n' + '\n'.join(
        f'| {tag} | its title, number and issue, and which parts of it were '
        'at hand |' for tag in sorted(these))


class Sources(unittest.TestCase):
    def test_rows_of_the_catalogue(self):
        known = list(tags())
        told = set()
        for kind in ('events', 'metrics', 'groups', 'registers'):
            told |= set(sources(tally('list', kind)))
        for row in tally('list', 'monitors')['monitors']:
            told |= set(sources(tally('explain', row['monitor'])))
        self.assertGreater(len(told), 150)
        missing = sorted(s for s in told if not has_row(s, known))
        self.assertEqual(missing, [],
                         lacking({source.split()[0] for source in missing}))

    def test_manuals_in_the_code(self):
        """By number, whatever issue."""
        known = {number[:2] for tag in tags()
                 for number in NUMBER.findall(tag)}
        missing = {}
        for folder in FOLDERS:
            for path in (ROOT / folder).rglob('*'):
                if path.suffix not in ('.c', '.h', '.def', '.S', '.py',
                                       '.txt'):
                    continue
                for number in NUMBER.findall(path.read_text()):
                    if number[:2] not in known:
                        missing[''.join(number)] = path.relative_to(ROOT)
        self.assertEqual(missing, {}, lacking(missing))

    def test_a_tag_has_one_row(self):
        known = list(tags())
        self.assertEqual(sorted({t for t in known if known.count(t) > 1}), [])


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    TALLY = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
