#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: hygiene.py [ROOT]

Reads every file that git knows or would add, and names: paths of one person's
machine, marks of unfinished work, sources without a licence line, files of C or
Python and functions of C that are too long, folders that are too full, what a
compiler made, names that look like options, those that nobody expects at the
root, comments in C that begin without a noun, too many files of src that name a
machine, and a list of cores that their own files contradict.  One count only falls: of static functions in sources whose name
stands in three files or more."""
import collections
import pathlib
import re
import subprocess
import sys

import cores

# Written in pieces, so that this file does not find itself.
PLACES = re.compile(r'(?<![\w.~-])/(wo' r'rk|ro' r'ot|home/\w+)\b|\bfa' r'rm\b')
MARKS = re.compile(r'\b(TO' r'DO|FIX' r'ME|XX' r'X|HA' r'CK)\b')
LICENCE = 'SPDX-License-Identifier: MIT'
LICENSED = {'.c', '.h', '.def', '.S', '.ld', '.py', '.sh', '.ini', '.conf',
            '.inc'}
# Lines.  A test file is a list of cases, read one at a time.
LONGEST, LONGEST_TEST = 500, 1000
LONGEST_FUNCTION = 60  # between its braces
# Files side by side in a folder of these; those in folders within do not count.
FULLEST = 45
FOLDERS = 'boards', 'include', 'src', 'tests', 'tools'
# What stands at the root, besides what begins with a dot: a name that is new
# there is somebody's litter, or wants a line here.
TOP = set('''CMakeLists.txt HACKING.md LICENSE README.md bench boards cmake completion cross
debian demo doc
examples include man meson.build meson_options.txt python src tally.mk test tests tools
zephyr'''.split())
MADE = b'\x7fELF', b'!<arch>\n'
# The most of what only falls, and how far below it may go before that number
# has to be written here.
SHARED, SLACK = 295, 20
COMMENT = re.compile(r'/\*(.*?)\*/', re.S)
WITHOUT_NOUN = re.compile(r'(It|They|That|What|Whose|Who|Where|The same|Those|'
                          r'Such|Th(is|ese) (is|are|was|were|has|have))\b')
# A machine or its registers is a row: program/machines.def, or a table of how
# each is reached.  So many files of src are such tables.
NAMES_MACHINE = re.compile(r'\bEM_(ARM|AARCH64|PPC|RISCV)\b|\bTALLY_PMR\b')
NAMING = 9
STATIC = re.compile(r'^static [^;{=]*?\b(\w+)\(', re.M)


def files_of(root):
    """Tracked and would-be-tracked files; every file where git is absent."""
    listed = subprocess.run(
        ['git', '-C', str(root), 'ls-files', '-coz', '--exclude-standard'],
        capture_output=True, check=False)
    if listed.returncode == 0:
        names = listed.stdout.decode().split('\0')
        return [root / name for name in names if name]
    return [path for path in root.rglob('*') if path.is_file()
            and path.relative_to(root).parts[0] not in ('.git', 'build')]


def is_test(name):
    return name.parts[0] == 'tests' or name.parts[:2] == ('boards', 'tests')


def check_file(root, path):
    name = path.relative_to(root)
    if name.parts[0] not in TOP and not name.parts[0].startswith('.'):
        yield f'{name}: {name.parts[0]} is no name for the root'
    if any(part.startswith('-') for part in name.parts):
        yield f'{name}: a name that commands take for an option'
    if path.read_bytes().startswith(MADE):
        yield f'{name}: built, so it does not belong here'
        return
    try:
        lines = path.read_text(encoding='utf-8').split('\n')
    except UnicodeDecodeError:
        return  # not text
    for number, line in enumerate(lines, 1):
        if PLACES.search(line):
            yield f'{name}:{number}: a path of one machine: {line.strip()}'
        if MARKS.search(line):
            yield f'{name}:{number}: unfinished: {line.strip()}'
    if path.suffix in LICENSED and LICENCE not in '\n'.join(lines[:3]):
        yield f'{name}:1: no licence line ({LICENCE})'
    most = LONGEST_TEST if is_test(name) else LONGEST
    if path.suffix in ('.c', '.h', '.py') and len(lines) - 1 > most:
        yield (f'{name}: {len(lines) - 1} lines; '
               f'a file has at most {most}: split it by idea')


def check_functions(root, path):
    name, lines = path.relative_to(root), path.read_text().split('\n')
    begun = 0
    for number, line in enumerate(lines, 1):
        if line == '{':
            begun = number
        elif line == '}' and begun:
            if number - begun - 1 > LONGEST_FUNCTION:
                yield (f'{name}:{begun}: {number - begun - 1} lines; a '
                       f'function has at most {LONGEST_FUNCTION}: split it')
            begun = 0


def check_folders(root, files):
    names = [path.relative_to(root) for path in files]
    full = collections.Counter(name.parent for name in names
                               if name.parts[0] in FOLDERS)
    for folder, count in sorted(full.items()):
        if count > FULLEST:
            yield (f'{folder}: {count} files; a folder has at most {FULLEST}: '
                   'split it by noun')


def begins_without_noun(comment):
    """Of a comment that is more than a word."""
    text = re.sub(r'[\s*]+', ' ', comment).strip()
    return (len(re.findall('[A-Za-z]', text)) >= 12 and
            WITHOUT_NOUN.match(text))


def check_comments(root, path):
    name, text = path.relative_to(root), path.read_text()
    for comment in COMMENT.finditer(text):
        if begins_without_noun(comment.group(1)):
            number = text.count('\n', 0, comment.start()) + 1
            yield (f'{name}:{number}: a comment begins without a noun: say '
                   'what it is about')


def shared(texts):
    """How many names of static functions three of these files have."""
    files = collections.Counter(name for text in texts
                                for name in {*STATIC.findall(text)})
    return sum(count >= 3 for count in files.values())


def check_machines(root, files):
    names = [str(path.relative_to(root)) for path in files
             if path.relative_to(root).parts[0] == 'src'
             and path.parent != root / 'src/space/rows'
             and NAMES_MACHINE.search(path.read_text(errors='replace'))]
    if len(names) > NAMING:
        yield (f'{len(names)} files of src name a machine ({" ".join(names)}): '
               f'there may be {NAMING}; let a row of a table tell it')


def check_falling(what, count, most):
    if count > most:
        yield f'{count} {what}: there may be {most}, and that number only falls'
    elif count < most - SLACK:
        yield f'{count} {what}: tools/hygiene.py allows {most}; write that number'


def check_packages(root):
    """What a build needs stands in two places: for apt, and for Debian."""
    setup = (root / 'tools/setup.sh').read_text()
    build = re.search(r"^build='([^']*)'", setup, re.M)[1].split()
    control = re.findall(r'[\w.+-]+', (root / 'debian/control').read_text())
    return [f'debian/control: {name} is missing, which tools/setup.sh '
            'installs for a build' for name in build
            if name.endswith('-dev') and name != 'libc6-dev'
            and name not in control]


def main(arguments):
    if len(arguments) > 1 or arguments[:1] == ['--help']:
        sys.exit(__doc__)
    root = pathlib.Path(arguments[0] if arguments
                        else pathlib.Path(__file__).parent.parent)
    files = [path for path in files_of(root) if path.is_file()]
    if not files:
        sys.exit(f'hygiene.py: no files under {root}')
    complaints = [line for path in sorted(files)
                  for line in check_file(root, path)]
    complaints += [line for path in sorted(files) if path.suffix in ('.c', '.h')
                   for line in check_functions(root, path)]
    complaints += check_folders(root, files)
    complaints += [line for path in sorted(files)
                   if path.suffix in ('.c', '.h', '.def')
                   for line in check_comments(root, path)]
    complaints += check_machines(root, files)
    complaints += cores.stale(root / 'include/tally/monitors')
    if (root / 'debian/control').exists():
        complaints += check_packages(root)
    if (root / 'tools/hygiene.py').exists():  # of this tree alone
        sources = [path for path in files if path.suffix == '.c'
                   and 'src' in path.relative_to(root).parts[:2]]
        complaints += check_falling(
            'names of static functions stand in three files or more',
            shared(path.read_text() for path in sources), SHARED)
    print('\n'.join(complaints), end='\n' if complaints else '')
    return 1 if complaints else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
