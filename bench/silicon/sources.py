# SPDX-License-Identifier: MIT
"""CoreMark or Dhrystone, from a folder where somebody has them, on boards: each
is compiled twice, to go round so many times and some more, so that what is
before and behind the rounds is in no figure."""
import csv
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
VAX = 1757  # Dhrystones a second of a VAX 11/780, which is one DMIPS

# In front of Dhrystone, which asks for the number of its rounds on standard
# input, which boards do not have.
ASKED = '''#include <stdio.h>
#define scanf(form, to) (*(to) = ROUNDS, 1)
'''


class Program:
    """Names of its files, words for its compiler, and its figure of one round's
    cycles."""

    def __init__(self, name, unit, files, words, rounds, figure):
        self.name, self.unit, self.files, self.words = name, unit, files, words
        self.rounds, self.figure = rounds, figure


def coremark(folder):
    port = folder / 'posix'
    return Program(
        'CoreMark', 'CoreMark/MHz',
        [*sorted(folder.glob('core_*.c')), port / 'core_portme.c'],
        lambda rounds, _: ['-I', folder, '-I', port, '-DUSE_CLOCK=1',
                           '-DSEED_METHOD=SEED_VOLATILE',
                           f'-DITERATIONS={rounds}', '-O3'],
        (4, 12), lambda cycles: 1e6 / cycles)


def dhrystone(folder):
    return Program(
        'Dhrystone', 'DMIPS/MHz', sorted(folder.glob('dhry_[12].c')),
        lambda rounds, asked: ['-include', asked, f'-DROUNDS={rounds}',
                               '-DTIME', '-std=gnu89', '-w', '-O2',
                               '-fno-inline'],
        (2000, 8000), lambda cycles: 1e6 / (VAX * cycles))


def found(folder):
    if (folder / 'core_main.c').exists():
        return coremark(folder)
    if (folder / 'dhry_1.c').exists():
        return dhrystone(folder)
    sys.exit(f'{folder}: neither core_main.c nor dhry_1.c is there')


def published(board, program):
    """(least, most, whose), or None."""
    with open(HERE / 'programs.tsv', encoding='ascii') as file:
        for row in csv.reader((line for line in file if line[0] != '#'),
                              delimiter='\t'):
            if row[:2] == [board, program]:
                return float(row[2]), float(row[3]), row[4]
    return None


def ran(*words):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f'{shlex.join(map(str, words))}:\n{done.stderr}')
    return done


def command(tally, board):
    line = json.loads(ran(tally, 'explain', f'board:{board}', '--json').stdout)
    return shlex.split(line['cc'])


def took(tally, board, program, rounds):
    """Cycles and instructions of all of a run, and how it was compiled."""
    with tempfile.TemporaryDirectory() as where:
        elf, asked = pathlib.Path(where) / 'program.elf', f'{where}/asked.h'
        pathlib.Path(asked).write_text(ASKED, encoding='ascii')
        words = program.words(rounds, asked)
        compiler = command(tally, board)
        ran(*compiler, *program.files, *words, '-o', elf)
        done = ran(tally, 'board', board, elf, '--json')
    # CoreMark checks itself.
    wrong = [line for line in done.stderr.splitlines()
             if 'ERROR! ' in line and 'crc' in line]
    if wrong:
        sys.exit(f'{board}: {wrong[0]}')
    run = json.loads(done.stdout)
    return run['cycles'], run['instructions'], [*compiler, *words]


def version(compiler):
    return ran(compiler, '--version').stdout.splitlines()[0]


def row(tally, board, program):
    """One board's line, and how it was compiled."""
    few, many = program.rounds
    before = took(tally, board, program, few)
    behind = took(tally, board, program, many)
    cycles, instructions = ((b - a) / (many - few)
                            for a, b in zip(before[:2], behind[:2]))
    figure = program.figure(cycles)
    line = (f'{board:<11} {cycles:12.1f} {cycles / instructions:6.2f} '
            f'{figure:7.2f}')
    known = published(board, program.name)
    if not known:
        return f'{line}  not known', behind[2]
    least, most, whose = known
    span = f'{least:g}' if least == most else f'{least:g} to {most:g}'
    ratio = figure / min(max(figure, least), most)
    return f'{line}  {span:<12} {ratio:5.2f}  {whose}', behind[2]


def main(tally, folder, boards):
    program = found(folder)
    print(f'{program.name}, a round each; {program.unit}, model by published, '
          'which no table was made from:')
    print(f'{"":<11} {"cycles":>12} {"CPI":>6} {"model":>7}  {"published":<12} '
          f'{"ratio":>5}  whose')
    compiled = []
    for board in boards:
        line, words = row(tally, board, program)
        print(line, flush=True)
        compiled.append((board, version(words[0]), words))
    print('\nCompiled by:')
    for board, by, words in compiled:
        print(f'{board:<11} {by}: {shlex.join(map(str, words))}')
