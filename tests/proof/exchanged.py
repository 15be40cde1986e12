# SPDX-License-Identifier: MIT
"""Proofs in which two events have exchanged their names, in all lines and with
right sums."""
import itertools
import os
import pathlib
import re
import subprocess
import tempfile
import zlib

import tally_command


def _results(lines):
    """(check, what before, event, piece, numbers) of results of pieces."""
    for line in lines:
        found = re.match(r'(?:not )?ok \d+ - (known|bounds|errata): '
                         r'(.* here, )?(\S+) of (.*?) # (.*)', line)
        if found and not found[5].startswith('SKIP'):
            yield found.groups()


def events(lines):
    return sorted({event for _, _, event, _, _ in _results(lines)})


def alike(lines, one, other):
    """Nothing that is expected tells the two apart."""
    def of(event):
        return sorted((check, before, piece,
                       re.sub(r'most.*|counted.*', '', numbers))
                      for check, before, name, piece, numbers in _results(lines)
                      if name == event)
    return of(one) == of(other)


def _exchange(lines, one, other):
    names = {one: other, other: one}
    text = [re.sub(r'[\w.]+', lambda word: names.get(word[0], word[0]), line)
            for line in lines[:-1]]
    total = zlib.crc32(''.join(line + '\n' for line in text).encode())
    end = re.sub(r'all \*[0-9a-f]{8}', f'all *{total:08x}', lines[-1])
    return ''.join(f'{line} *{zlib.crc32(line.encode()):08x}\n'
                   for line in (*text, end))


def believed(text):
    """Is it merged?"""
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name, 'far.txt')
        path.write_text(text, encoding='ascii')
        done = subprocess.run(
            [tally_command.TALLY, 'prove', '--merge', '--emulator', 'e', path],
            capture_output=True, text=True, check=False, timeout=120,
            env={**os.environ, 'XDG_DATA_HOME': name})
    assert done.returncode in (0, 1), done
    return done.returncode == 0


def pass_for_true(lines):
    """The pairs that are merged although they were exchanged, and those of which
    the same is expected, but for what is most."""
    pairs = list(itertools.combinations(events(lines), 2))
    return ({pair for pair in pairs if believed(_exchange(lines, *pair))},
            {pair for pair in pairs if alike(lines, *pair)})


def is_believed(lines):
    """As it is, with sums that are made here."""
    return believed(_exchange(lines, '', ''))
