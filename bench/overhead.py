#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/overhead.py TALLY

What the library adds on each simulated board, in instructions, beside the
sequence one would write by hand: between the write that opens the counting
window and the one that closes it, and for one handled overflow (without and
with a counter that has a period to reload)."""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROWS = [('window, TALLY_REGION', 'region'),
        ('window, TALLY_BEGIN and _END', 'window'), ('overflow', 'overflow'),
        ('overflow, with a period', 'period')]


def run(*words, where=None):
    return subprocess.run([str(word) for word in words], capture_output=True,
                          text=True, check=True, cwd=where).stdout


def measure(tally, board, monitor):
    """{(what, by whom): instructions}"""
    with tempfile.TemporaryDirectory() as where:
        run(tally, 'amalgam', '-m', monitor, '-o', where)
        name = monitor.split('/')[-1].replace('-', '_')
        header = pathlib.Path(where, f'tally_{name}.h').read_text()
        bus = re.search(r'bus = TALLY_BUS_(\w+);', header)[1]
        words = shlex.split(run(tally, 'board', board, '--cc', 'it.c'))
        at = words.index('it.c')
        words[at:at + 1] = [
            f'-DHEADER="tally_{name}.h"', f'-DMONITOR=tally_{name}',
            f'-DON_{bus}=1', f'-I{where}',
            f'{ROOT}/bench/overhead.c', f'tally_{name}.c']
        run(*words, where=where)
        told = run(tally, 'board', board, f'{where}/it.elf')
    return {(what, who): int(n)
            for what, who, n in re.findall(r'^(\w+) (\w+) (\d+)$', told, re.M)}


def main(tally):
    print(f'{"instructions (simulated)":40}{"by hand":>10}{"library":>10}'
          f'{"ratio":>8}')
    boards = json.loads(run(tally, 'list', 'boards', '--json'))['boards']
    for row in boards:
        told = measure(tally, row['name'], row['monitor'])
        for title, what in ROWS:
            hand = told.get((what, 'hand')) or told[
                'overflow' if what == 'period' else 'window', 'hand']
            library = told[what, 'library']
            print(f'{row["name"] + ": " + title:40}{hand:10}{library:10}'
                  f'{library / hand:8.1f}')


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
