# SPDX-License-Identifier: MIT
"""The tables of doc/errors.md, for those who make each row happen."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


# The sections whose rows have a test of their own.
SERVER = 'Over a GDB server'
LINUX = 'On this computer (-t linux, devmem, uio)'


def sections():
    """Of each section id -> (what the message says, status), in order."""
    found, names = {}, set()
    for line in (ROOT / 'doc/errors.md').read_text().splitlines():
        if line.startswith('## '):
            rows = found[line[3:]] = {}
        if not line.startswith('| ') or line.startswith('| id '):
            continue
        name, says, _, _, status = re.split(r'\s*\|\s*', line)[1:-1]
        assert name not in names, f'{name} comes twice'
        names.add(name)
        rows[name] = (re.sub('^`+|`+$', '', says), status)
    return found


def rows_of(section):
    return sections()[section]


def other_rows():
    """Those of the sections that have no test of their own."""
    return {name: row for section, rows in sections().items()
            if section not in (SERVER, LINUX) for name, row in rows.items()}


def unsaid(says, err):
    """The first part of a row that is not in the message; None: all are."""
    at = 0
    for part in says.split('...'):
        found = err.find(part.strip(), at)
        if found < 0:
            return part
        at = found + len(part.strip())
    return None
