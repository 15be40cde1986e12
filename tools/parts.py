# SPDX-License-Identifier: MIT
"""What ./test --all repeats in parts: of each commit another part.

Which part it is goes by the commit's name: commits in a row come upon all of
them, and whoever has a commit that failed has the same part again."""
import json
import os
import pathlib

import builds
from builds import ROOT, Broken, command

LATELY = 10  # commits whose files are in every part


def seed():
    """A number of the commit; 0 where git does not know."""
    try:
        return int(command('git', 'rev-parse', 'HEAD').strip()[:12], 16)
    except Broken:
        return 0


def part(names, parts):
    """One of so many parts of the names; what stands side by side is apart."""
    return sorted(names)[seed() % parts::parts]


def tests(folder, wanted, unwanted):
    """Names of a build folder's tests that are of a wanted suite, or of any if
    none is named, and of no unwanted one."""
    told = command('meson', 'test', '-C', builds.BUILD / folder, '--list',
                   '--no-rebuild')
    names = set()
    for line in told.splitlines():
        suites, _, name = line.partition(' / ')
        suites = set(suites.rpartition(':')[2].split('+'))
        if (not wanted or suites & set(wanted)) and not suites & set(unwanted):
            names.add(name)
    return names


def needed(folder, names):
    """What ninja makes for these tests of a build folder, and no more."""
    folder = builds.BUILD / folder
    tests = json.loads((folder / 'meson-info/intro-tests.json').read_text())
    wanted = {target for test in tests if test['name'] in names
              for target in test['depends']}
    targets = json.loads(
        (folder / 'meson-info/intro-targets.json').read_text())
    return sorted(os.path.relpath(path, folder) for target in targets
                  if target['id'] in wanted for path in target['filename'])


def changed_lately():
    """Files that the last commits touched."""
    try:
        told = command('git', 'log', '-n', LATELY, '--format=', '--name-only')
    except Broken:
        return set()
    return {str(ROOT / name) for name in told.splitlines()}


def lately(names, parts):
    """One of so many parts of the names, and those that a file of the last
    commits has: its path, or, as a test's has it, what it is called."""
    changed = changed_lately()
    stems = {pathlib.PurePath(path).stem for path in changed}
    return sorted(set(part(names, parts)) |
                  {name for name in names if name in changed or name in stems})
