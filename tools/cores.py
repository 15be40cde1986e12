#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes each family's list of cores, cores.def, from the files of their rows.

    cores.py [--check] [FOLDER]

A core is on its family's list by the row LISTED_AS(...) of its own file.  The
list has it twice: as a row, and as the macro that says whose folded form it has,
which no row can define; of a core whose row ends in A32 it is that of AArch32.  Text before and behind these stays.  any.def is what
any core has, and no core's.  With --check nothing is written, and a list that is
not as the files beside it say is named.  FOLDER is where the families are,
include/tally/monitors."""
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / 'include/tally/monitors'
ROW = re.compile(r'(?m)^LISTED_AS\(([^)]*)\)$')
LIST = re.compile(r'(?m)(?:^(?:LISTED\(|#define TALLY_FIXED_FAMILY_).*\n)+')


def in_order(word):
    """Numbers in a word count as numbers: A5, A15, A510."""
    return [int(part) if part.isdigit() else part
            for part in re.split(r'(\d+)', word)]


def made(folder):
    """A list's text, from the files beside it."""
    rows = ''
    for path in sorted(folder.glob('*.def'), key=lambda path: in_order(path.stem)):
        if path.name in ('cores.def', 'any.def'):
            continue
        found = ROW.findall(path.read_text(encoding='ascii'))
        if len(found) != 1:
            raise ValueError(f'{path}: wants one row LISTED_AS(part, ...) '
                             f'and has {len(found)}')
        other = '_A32' if found[0].endswith(' A32') else ''
        rows += (f'#define TALLY_FIXED_FAMILY_{path.stem} '
                 f'TALLY_FIXED_CORE_{folder.name}{other}\n'
                 f'LISTED({path.stem}, {found[0]})\n')
    text = (folder / 'cores.def').read_text(encoding='ascii')
    return LIST.sub(lambda _: rows, text, count=1)


def stale(families):
    """What is wrong with the lists, a line for each that is."""
    told = []
    for path in sorted(families.glob('*/cores.def')):
        try:
            if made(path.parent) != path.read_text(encoding='ascii'):
                told.append(f'{path}: not what LISTED_AS of the files beside it '
                            'says; run tools/cores.py')
        except ValueError as wrong:
            told.append(str(wrong))
    return told


def main(arguments):
    check = '--check' in arguments
    rest = [word for word in arguments if word != '--check']
    families = pathlib.Path(rest[0]) if rest else FOLDER
    told = stale(families)
    if not check:
        try:
            for path in families.glob('*/cores.def'):
                path.write_text(made(path.parent), encoding='ascii')
            told = []
        except ValueError:
            pass
    print('\n'.join(told), end='\n' if told else '')
    return 1 if told else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
