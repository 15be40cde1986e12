# SPDX-License-Identifier: MIT
"""How much of the processor each check of ./test --all may take.

Seconds of all its commands; what a compiler made of the same text in the same
run is made once (ccache).  What it takes to make a build folder is charged to
the folder, and not to the check that came first.  A slower machine is measured
in the same run, and has more.  Whoever makes a check dearer sees it here, and
says why.  The numbers are estimates, twice what parts took, until a whole run on
a quiet machine has told better ones."""
import sys

import builds

ALLOTMENTS = {
    'build gcc': 1200,
    'build sanitize': 1000,
    'build no-boards': 500,
    'build debug': 300,
    'build minsize': 400,
    'build sanitize-gcc': 800,
    'build install': 240,
    'build fuzz': 700,
    'sanitize': 500,
    'bare': 1400,
    'clang-tidy': 1600,
    'gcc': 1400,
    'long': 900,
    'no-boards': 500,
    'cppcheck': 300,
    'sizes': 240,
    'fuzz': 150,
    'fuzz-long': 600,
    'sanitize-slow': 2800,
    'race': 1000,
    'valgrind': 1000,
    'outside': 500,
    'clang-format': 80,
}
OTHERS = 60  # of each that has no row: a cross build, a script over the tree
SUM = 150 * 60

# A measure of the machine: the seconds that this took where the numbers above
# were found.
WORK = '''
n, kept = 0, {}
for i in range(2000000):
    n = (n * 31 + i) & 0xffffff
    kept[n & 4095] = i
'''
WORK_SECONDS = 1.0


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
