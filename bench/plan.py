#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/plan.py BUILD_FOLDER

The planner beside brute force, on 20 problems of each size: events that go on
some of four counters, each to be counted once, in the fewest passes.
Microseconds of the processor for a problem, in the mean.  It fails where the two
need different numbers of passes."""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main(build):
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, 'plan')
        subprocess.run(
            ['cc', '-O2', '-Wall', '-Wextra', '-Werror', f'-I{ROOT}/src',
             ROOT / 'bench/plan.c', build / 'src/plan/libtally_plan.a',
             build / 'src/base/libtally_base.a', '-o', program], check=True)
        told = subprocess.run([program], text=True, check=True,
                              stdout=subprocess.PIPE).stdout
    print(f'{"events":>8}{"planner us":>12}{"force us":>12}{"force / planner":>17}')
    for row in told.splitlines():
        events, planner, force = map(float, row.split())
        print(f'{events:8.0f}{planner:12.1f}{force:12.1f}'
              f'{force / planner:17.2f}')


if __name__ == '__main__':
    if len(sys.argv) != 2 or sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
