# SPDX-License-Identifier: MIT
"""The tables of doc/errors.md, for those who make each row happen."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


def document_rows(linux):
    """id -> (what the message says, status), in the document's order; the
    rows of this computer, or all others."""
    rows = {}
    for line in (ROOT / 'doc/errors.md').read_text().splitlines():
        if not line.startswith('| ') or line.startswith('| id '):
            continue
        name, says, _, _, status = re.split(r'\s*\|\s*', line)[1:-1]
        assert name not in rows, f'{name} comes twice'
        if name.startswith('linux-') == linux:
            rows[name] = (re.sub('^`+|`+$', '', says), status)
    return rows


def unsaid(says, err):
    """The first part of a row that is not in the message; None: all are."""
    at = 0
    for part in says.split('...'):
        found = err.find(part.strip(), at)
        if found < 0:
            return part
        at = found + len(part.strip())
    return None
