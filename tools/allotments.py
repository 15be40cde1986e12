# SPDX-License-Identifier: MIT
"""How much of the processor each check of ./test --all may take.

Seconds of all its commands; what a compiler made of the same text in the same
run is made once (ccache).  What it takes to make a build folder is charged to
the folder, and not to the check that came first.  A slower machine is measured
in the same run, and has more.  Whoever makes a check dearer sees it here, and
says why.  The numbers are up to a third more than a whole run took; what is
repeated in parts (tools/parts.py) differs from commit to commit by that."""
import sys

import builds

ALLOTMENTS = {
    'build gcc': 330,
    'build sanitize': 220,
    'build no-boards': 130,
    'build debug': 70,
    'build minsize': 100,
    'build sanitize-gcc': 120,
    'build fuzz': 170,
    'sanitize': 110,
    'bare': 390,
    'clang-tidy': 310,
    'gcc': 400,
    'whole': 80,
    'long': 480,
    'no-boards': 70,
    'cppcheck': 120,
    'sizes': 50,
    'fuzz': 80,
    'fuzz-long': 150,
    'sanitize-slow': 370,
    'race': 110,
    'valgrind': 80,
    'outside': 340,
    'packages': 250,
}
OTHERS = 60  # of each that has no row: a cross build, a script over the tree
SUM = 110 * 60

# A measure of the machine: the seconds that this took where the numbers above
# were found.
WORK = '''
n, kept = 0, {}
for i in range(2000000):
    n = (n * 31 + i) & 0xffffff
    kept[n & 4095] = i
'''
WORK_SECONDS = 0.3


def slowness():
    """How many times slower this machine is just now; at least 1."""
    account = builds.here.account = builds.Account()
    builds.command(sys.executable, '-c', WORK)
    return max(account.cpu / WORK_SECONDS, 1)


def allotted(name):
    return ALLOTMENTS.get(name, OTHERS)


def judge(spent, slow):
    """The table of what was spent, in seconds by name, and what is too much:
    half more than is allotted, or over the sum."""
    rows = sorted(spent.items(), key=lambda row: -row[1])
    table = [f'{"seconds of CPU":<22} {"spent":>8} {"allotted":>8}']
    over = []
    for name, cpu in rows:
        table.append(f'{name:<22} {cpu:8.1f} {allotted(name) * slow:8.0f}')
        if cpu > allotted(name) * slow * 1.5:
            over.append(
                f'{name} took {cpu:.0f} s of CPU, and {allotted(name)} are '
                f'allotted on a machine {slow:.1f} times as fast: find what it '
                'repeats, or raise it in tools/allotments.py and say why')
    whole = sum(spent.values())
    table.append(f'{"all":<22} {whole:8.1f} {SUM * slow:8.0f}')
    if whole > SUM * slow:
        over.append(f'all took {whole / 60:.0f} minutes of CPU, and '
                    f'{SUM / 60:.0f} are allotted on a machine {slow:.1f} '
                    'times as fast')
    return '\n'.join(table), over
