#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/profile.py TALLY [ROUNDS [BOARD...]]

What an exact profile costs beside a plain run: bench/work.c with as many rounds
as make some 100 million instructions, on each board (or those named), plainly,
with cycles, instructions, misses and mispredictions, and with all events of all
monitors.  Beside it, where valgrind is installed, the same source on this
machine under callgrind, whose plain run is cachegrind's.  Then a report over a profile of 50,000 places with 1,000,000 samples
in them.  Times are processor seconds of whole processes with their children: of
a plain run the least of ROUNDS rounds (3 by default), of a profile the median
of what it takes of its round's plain run; memory is the largest of any."""
import csv
import json
import os
import pathlib
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PATIENCE = ['--timeout', '3600']
# By what manuals call them: of each row the first that a monitor has.
USUAL = (('cycles', 'CPU_CYCLES', 'PROCESSOR_CYCLES'),
         ('instr_exec', 'instruction', 'INST_RETIRED', 'INSTR_COMPLETED',
          'INST_OUT_OF_RENAME_STAGE'),
         ('dcache_miss', 'L1D_CACHE_REFILL', 'DL1_RELOADS', 'CtArmdLineFill'),
         ('br_mispredict', 'branch_miss', 'BR_MIS_PRED',
          'BRANCH_MISPREDICTED'))


def run(*words):
    """Processor seconds of it and of its children, and the most memory."""
    with subprocess.Popen([str(word) for word in words], text=True,
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f'failed: {shlex.join(map(str, words))}')
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def told(*words):
    return subprocess.run([str(word) for word in words], capture_output=True,
                          text=True, check=True).stdout


def source_of(folder):
    source = folder / 'work.c'
    source.write_text((ROOT / 'bench/work.c').read_text().replace(
        'ROUNDS = 20,', 'ROUNDS = 34,'))
    return source


def build(tally, board, folder):
    source = source_of(folder)
    words = shlex.split(told(tally, 'board', board, '--cc'))
    program = folder / f'{board}.elf'
    subprocess.run([*words[:words.index('-o') - 1], source, '-o', program],
                   check=True)
    return program


def usual(tally, monitor):
    known = {row['name'] for row in csv.DictReader(told(
        tally, 'list', 'events', '-m', monitor, '--csv').splitlines())}
    return ','.join(next((name for name in names if name in known), '')
                    for names in USUAL).strip(',').replace(',,', ',')


def boards(tally, names, rounds, folder):
    print(f'{"board":14}{"M instr":>9}{"plain s":>9}{"usual":>8}{"all":>8}'
          f'{"MB":>6}{"M/s":>8}')
    for row in json.loads(told(tally, 'list', 'boards', '--json'))['boards']:
        board = row['name']
        if names and board not in names:
            continue
        program = build(tally, board, folder)
        on = ['-t', f'board:{board}', '--quiet-program', *PATIENCE]
        kept = folder / 'kept.json'
        ways = {
            'plain': ['board', board, *PATIENCE, program],
            'usual': ['profile', *on, '-e', usual(tally, row['monitors'][0]),
                      '--json', '-o', kept, program],
            'all': ['profile', *on, '-m', ','.join(row['monitors']), '-e', 'all',
                    program]}
        spent = [{way: run(tally, *words) for way, words in ways.items()}
                 for _ in range(rounds)]
        count = json.loads(kept.read_text())['instructions'] / 1e6
        ratio = {way: statistics.median(one[way][0] / one['plain'][0]
                                        for one in spent) for way in ways}
        print(f'{board:14}{count:9.1f}'
              f'{min(one["plain"][0] for one in spent):9.2f}'
              f'{ratio["usual"]:8.2f}{ratio["all"]:8.2f}'
              f'{max(most for one in spent for _, most in one.values()):6.0f}'
              f'{rate(count, spent, "usual"):8.1f}', flush=True)
    if shutil.which('valgrind'):
        callgrind(rounds, folder)


def rate(count, spent, way):
    """Million instructions in a second of the processor."""
    return count / statistics.median(one[way][0] for one in spent)


def callgrind(rounds, folder):
    native = folder / 'native'
    subprocess.run(['gcc', '-O2', '-g', source_of(folder), '-o', native],
                   check=True)
    kept = folder / 'kept.callgrind'
    ways = {way: ['valgrind', f'--tool={way}', '--cache-sim=yes',
                  '--branch-sim=yes', f'--{way}-out-file={kept}', native]
            for way in ('cachegrind', 'callgrind')}
    spent = [{way: run(*words) for way, words in ways.items()}
             for _ in range(rounds)]
    count = int(re.search(r'^summary: (\d+)', kept.read_text(),
                          re.M).group(1)) / 1e6
    ratio = statistics.median(one['callgrind'][0] / one['cachegrind'][0]
                              for one in spent)
    print(f'{"callgrind":14}{count:9.1f}'
          f'{min(one["cachegrind"][0] for one in spent):9.2f}{ratio:8.2f}'
          f'{"":8}{max(most for one in spent for _, most in one.values()):6.0f}'
          f'{rate(count, spent, "callgrind"):8.1f}')


def large(places=50000, functions=2000):
    """A profile of so many places, with 20 samples in each."""
    each = [100, 20]
    return {
        'schema': 1, 'document': 'profile', 'simulated': True,
        'target': 'board:none', 'title': 'made', 'monitors': 'made',
        'program': 'made.elf', 'program_sha256': None, 'status': 0,
        'sandboxed': True, 'not_sandboxed': None, 'engine_knows_more': None,
        'clock_hz': 1e8, 'clock_ratio': 0.0, 'instructions': 20 * places,
        'lost_calls': 0, 'astray': 0, 'full': False,
        'columns': [{'name': name, 'monitor': 'made', 'code': code,
                     'class': 'exact', 'asked': True}
                    for code, name in enumerate(('cycles', 'miss'))],
        'metrics': [{'name': 'per miss', 'formula': 'cycles / miss',
                     'operands': [0, 1], 'scale': 1.0, 'unit': ''}],
        'total': [n * places for n in each], 'causes': [],
        'functions': [{'name': f'function_{i}', 'addr': 0x8000 + 4096 * i}
                      for i in range(functions)],
        'files': [f'file_{i}.c' for i in range(100)],
        'places': [{'addr': 0x8000 + 4 * i, 'word': i,
                    'function': i * functions // places, 'file': i % 100,
                    'line': i // 7, 'count': 20, 'cost': each}
                   for i in range(places)],
        'calls': [], 'paths': [{'parent': 0, 'function': None, 'count': 0,
                                'cost': [0, 0]}]}


def reports(tally, rounds, folder):
    path = folder / 'large.json'
    path.write_text(json.dumps(large()))
    print(f'\n{"report of 1,000,000 samples":30}{"s":>6}')
    for words in ([], ['--by', 'line'], ['--by', 'insn', '--csv'],
                  ['--inclusive']):
        spent = []
        for _ in range(rounds):
            start = time.perf_counter()
            run(tally, 'report', *words, path)
            spent.append(time.perf_counter() - start)
        print(f'{" ".join(words) or "(functions)":30}{min(spent):6.2f}')


def main(tally, rounds, names):
    with tempfile.TemporaryDirectory() as folder:
        # A process counts what its parent had at the fork as memory: first
        # these, as what makes the large profile grows.
        boards(tally, names, rounds, pathlib.Path(folder))
        reports(tally, rounds, pathlib.Path(folder))


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3,
         sys.argv[3:])
