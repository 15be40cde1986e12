# SPDX-License-Identifier: MIT
"""The facts of tests/documents for tests in Python: see the README there."""
import fnmatch

from tally_command import ROOT


def event_codes(monitor):
    """The codes of a monitor's events, by the documents' names."""
    codes = {}
    for path in sorted((ROOT / 'tests/documents').glob('*.txt')):
        mine = False
        for line in path.read_text(encoding='utf-8').splitlines():
            word, *rest = line.partition('#')[0].split() or ['']
            if word == 'of':
                mine = any(fnmatch.fnmatch(monitor, name) for name in rest)
            elif word == 'event' and mine and rest[0] != '-':
                codes[rest[1]] = int(rest[0], 16)
    return codes
