# SPDX-License-Identifier: MIT
"""A board of each architecture: what holds of a compiler's programs is tried on
one of its boards."""
import pathlib

from tally_command import boards


def one_of_each(firmware, program):
    """(board, path of the program), one for each compiler.  Boards may share
    their programs: those of virt-* are in virt."""
    found = {}
    for name, row in boards().items():
        for folder in name, name.split('-')[0]:
            path = pathlib.Path(firmware, folder, f'{program}.elf')
            if row['cc'] and path.exists():
                found.setdefault(row['cc'].split()[0], (name, path))
    return list(found.values())
