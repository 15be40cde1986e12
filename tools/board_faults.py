#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: board_faults.py [--only TEXT] [--programs FOLDER]

Plants one-line faults in the boards' counting rules, one at a time, and says
which of them the kit finds that `tally prove -m MONITOR --out` writes.

  --only TEXT        only faults whose kind, board or file has TEXT
  --programs FOLDER  the boards' programs as an earlier build made them

tools/board_faults.txt has the faults.  Everything happens in build/faults
($TALLY_BUILD/faults): a copy of the tree with a build folder of its own; the
tree itself is only read.  Kits are made by the command as it is, and run by the
one with the fault.  Exit status: 0 nine of ten were found; 1 fewer, a row
fits no line, or a board that is well fails."""
import argparse
import collections
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROWS = ROOT / 'tools' / 'board_faults.txt'
WORK = pathlib.Path(os.environ.get('TALLY_BUILD', ROOT / 'build')) / 'faults'
TREE = WORK / 'tree'
BUILD = TREE / 'build' / 'debug'
COMMAND = BUILD / 'src' / 'cli' / 'tally'
sys.path[:0] = [str(ROOT / 'tests' / 'kit'), str(ROOT / 'tests' / 'proof')]

Fault = collections.namedtuple('Fault', 'kind board path old new')


def rows(text):
    """Groups of three lines: what it is, '- ' and '+ '."""
    lines = [line for line in text.splitlines()
             if line and not line.startswith('#')]
    for at in range(0, len(lines), 3):
        kind, board, path = lines[at].split('; ')
        old, new = lines[at + 1], lines[at + 2]
        assert old.startswith('- ') and new.startswith('+ '), lines[at]
        yield Fault(kind, board, path, old[2:], new[2:])


def planted(text, fault):
    """The text with the fault; the first of lines that are alike has it."""
    lines = text.split('\n')
    if fault.old not in lines:
        sys.exit(f'{fault.path} has no line {fault.old!r}')
    lines[lines.index(fault.old)] = fault.new
    return '\n'.join(lines)


def build():
    subprocess.run(['ninja', '-C', BUILD, 'src/cli/tally'], check=True,
                   stdout=subprocess.DEVNULL)


def copy_tree(programs):
    names = subprocess.run(['git', '-C', ROOT, 'ls-files', '-z'], check=True,
                           capture_output=True, text=True).stdout.split('\0')
    for name in filter(None, names):
        source, target = ROOT / name, TREE / name
        if target.exists() and target.read_bytes() == source.read_bytes():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
    if not (BUILD / 'build.ninja').exists():
        words = [f'-Dprograms={programs}'] if programs else []
        subprocess.run(['meson', 'setup', BUILD, TREE, '--buildtype=debug',
                        *words], check=True, stdout=subprocess.DEVNULL)
    build()


def checks_that_fail(board, program):
    """What the kit says is wrong, by its checks; None: all is well."""
    import kits
    import tally_command
    done = tally_command.tally('board', board, program, '--timeout', '120')
    failed = {line.partition(' - ')[2].partition(':')[0]
              for line in done.stdout.splitlines() if line.startswith('not ok')}
    try:
        kits.checked(done.stdout)
    except (AssertionError, IndexError, TypeError):
        failed.add('no end')
    return sorted(failed) or None


def make_kits(boards):
    """A program for each board, which is well there."""
    import kits
    programs = {}
    for board in sorted(boards):
        folder = kits.write(WORK / board, kits.KITS[board][0], '--force')
        programs[board] = kits.make(folder, board, 'gcc', '-Os')
        if checks_that_fail(board, programs[board]):
            sys.exit(f'{board} is not well')
    return programs


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--only', default='')
    parser.add_argument('--programs')
    given = parser.parse_args()
    faults = [fault for fault in rows(ROWS.read_text(encoding='ascii'))
              if given.only in f'{fault.kind} {fault.board} {fault.path}']
    for fault in faults:
        planted((ROOT / fault.path).read_text(encoding='utf-8'), fault)
    copy_tree(given.programs)
    import tally_command
    tally_command.TALLY = str(COMMAND)
    programs = make_kits({fault.board for fault in faults})
    tried, found = collections.Counter(), collections.Counter()
    for fault in faults:
        path = TREE / fault.path
        text = path.read_text(encoding='utf-8')
        path.write_text(planted(text, fault), encoding='utf-8')
        try:
            build()
            failed = checks_that_fail(fault.board, programs[fault.board])
        finally:
            path.write_text(text, encoding='utf-8')
        tried[fault.kind] += 1
        found[fault.kind] += bool(failed)
        print(f'{fault.kind}: {fault.board}: '
              f'{", ".join(failed) if failed else "NOT FOUND"}: '
              f'{fault.new.strip()}', flush=True)
    build()
    for kind in tried:
        print(f'{kind}: {found[kind]} of {tried[kind]}')
    print(f'all: {found.total()} of {tried.total()}')
    return 10 * found.total() < 9 * tried.total()


if __name__ == '__main__':
    sys.exit(main())
