# SPDX-License-Identifier: MIT
"""What the tests of all exceptions share: a row, the program that is made of
rows and run, and where what was seen differs from what a row says.

A program raises the exceptions of all rows one after the other.  Whoever
carries it out prints a line for each, hexadecimal numbers: `at`, the address
of the row's label of that name as the code sees it, and then what the handler
saw, in the order of the architecture's columns."""
import pathlib
import re
import subprocess
import tempfile
from typing import NamedTuple

KEPT = 'kept'  # as the program wrote it before
ANY = 'any'    # the manual calls it UNKNOWN, or says nothing


class Row(NamedTuple):
    """An exception: the code that raises it, the status word that it is raised
    with, and by column what the manual says that the handler finds: a number,
    `at` and a distance, KEPT or ANY."""
    name: str
    before: int
    code: str
    after: dict
    source: str
    setup: str = ''        # at the highest level, before
    other: dict = {}       # where QEMU has something else: column, what
    why: str = ''          # ... and why that is no fault of the board
    lacks: str = ''        # why the boards do not carry it out


def expected(name, wanted, at, kept):
    """A number, or None for whatever it may be."""
    if wanted == ANY:
        return None
    if wanted == KEPT:
        return kept
    if isinstance(wanted, str):
        assert re.fullmatch(r'at([+-]\d+)?', wanted), (name, wanted)
        return at + int(wanted[2:] or 0)
    return wanted


def numbers_of(printed):
    return [[int(x, 16) for x in line.split()]
            for line in printed.splitlines()
            if re.fullmatch(r'([0-9a-f]{8,16} ?)+', line)]


def differences(arch, rows, printed, by_qemu=False):
    """Lines that say what is otherwise than the table has it.  What QEMU is
    said to have, it has to have, so that the table is true of it."""
    lines = numbers_of(printed)
    if len(lines) != len(rows):
        return [f'{len(lines)} lines of {len(rows)} rows: {printed[-300:]}']
    found = []
    for row, (at, *numbers) in zip(rows, lines):
        assert len(numbers) == len(arch.COLUMNS), numbers
        for column, number in zip(arch.COLUMNS, numbers):
            after = row.after
            if by_qemu and column in row.other:
                after = row.other
            wanted = expected(row.name, after[column], at,
                              arch.WRITTEN.get(column))
            if wanted is not None and number != wanted:
                found.append(f'{row.name}: {column} is {number:#x} and not '
                             f'{wanted:#x} (at {at:#x}; {row.source})')
    return found


def build(test, arch, rows, board):
    """The program as an ELF file, which goes with the test."""
    where = tempfile.TemporaryDirectory()
    test.addCleanup(where.cleanup)
    text = pathlib.Path(where.name) / 'x.S'
    elf = pathlib.Path(where.name) / 'x.elf'
    text.write_text(arch.program(rows, board), encoding='ascii')
    subprocess.run([arch.GCC, *arch.flags(board), '-nostdlib', '-static',
                    '-Wl,--build-id=none,-N,--no-warn-rwx-segments',
                    text, '-o', elf], check=True)
    return elf


def run(command):
    """What it printed, whichever way it ended."""
    done = subprocess.run(command, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=60, check=False)
    return done.stdout
