#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_profile.py TALLY FIRMWARE_DIR [unittest arguments]

`tally profile`: every event of each board's ledger is somewhere, to the unit,
and is where the program's own text says that it must be."""
import collections
import csv
import functools
import io
import json
import os
import pathlib
import re
import struct
import tempfile
import unittest

from tally_command import listed, printed, tally
from tasks_program import TASKS

TALLY = ''
FIRMWARE = ''
PLACES = pathlib.Path(__file__).resolve().parents[2] / 'boards/firmware/demo/places.c'
# What a family calls a miss of its first data cache, and a branch that was
# predicted wrongly.
MISSES = ('dcache_miss', 'L1D_CACHE_REFILL', 'DL1_RELOADS', 'CtArmdLineFill')
WRONG = ('br_mispredict', 'branch_miss', 'BR_MIS_PRED', 'BRANCH_MISPREDICTED')
DIVIDES = 'udiv', 'divwu', 'bl', 'blx'
# Who calls whom in that program, and how often; hop() is left by a jump to
# leaf(), which returns for it, and descend() calls itself.
CALLS = {('main', 'outer'): 3, ('outer', 'inner'): 12, ('inner', 'leaf'): 60,
         ('main', 'scatter'): 1, ('main', 'divide'): 1, ('main', 'guess'): 1,
         ('main', 'hop'): 1, ('main', 'leaf'): 1, ('main', 'descend'): 21,
         ('main', 'leap'): 1, ('leap', 'after'): 1}


def boards():
    return [row['name'] for row in listed('boards')]


def programs(board, *names):
    """Those that are built for the board; the three virt boards share theirs.
    """
    for folder in board, board.split('-')[0]:
        found = [path for name in names
                 if (path := pathlib.Path(FIRMWARE, folder, f'{name}.elf')
                     ).exists()]
        if found:
            return found
    raise AssertionError(f'{board}: none of {names}')


def monitors(board):
    return ','.join(json.loads(printed('board', board, '--json'))['monitors'])


@functools.lru_cache(maxsize=None)
def profile(board, program, *words):
    return json.loads(printed('profile', '-t', f'board:{board}', '--json',
                              '--quiet-program', *words, program))


def whole(board, program):
    """Every event of every monitor."""
    return profile(board, program, '-e', 'all', '-m', monitors(board))


def ledger(board, program):
    """(monitor, code): count, of what the board models."""
    rows = json.loads(printed('board', board, program, '--truth',
                              '--json'))['truth']
    return {(row['monitor'], 0xFFFE if row['code'] == 'cycles'
             else int(row['code'], 16)): row['count'] for row in rows
            if row['count'] is not None and row['code'] != 'cause'}


def event(board, names):
    """The first of the names that the board's own monitor has."""
    known = csv.DictReader(io.StringIO(printed(
        'list', 'events', '-m', monitors(board).split(',', maxsplit=1)[0],
        '--csv')))
    have = {row['name'] for row in known}
    return next((name for name in names if name in have), None)


def sums(rows, columns):
    return [sum(row['cost'][i] for row in rows) for i in range(columns)]


class Calls:
    """Who called whom, by names."""

    def __init__(self, document):
        self.name = [row['name'] for row in document['functions']]
        self.rows = document['paths']
        self.count = collections.Counter()
        self.inclusive = collections.Counter()
        for i, row in enumerate(self.rows):
            path = self.path(i)
            self.count[path[-2:]] += row['count']
            for name in set(path):
                self.inclusive[name] += row['cost'][0]
        self.place = [self.name[row['function']]
                      for row in document['places']]
        self.own = collections.Counter()
        for row in document['places']:
            self.own[self.name[row['function']]] += row['cost'][0]

    def path(self, i):
        path = []
        while i:
            path.append(self.name[self.rows[i]['function']])
            i = self.rows[i]['parent']
        return tuple(reversed(path))

    def paths(self):
        return {self.path(i) for i in range(len(self.rows))}


class Totals(unittest.TestCase):
    """What a profile has is what the ledger has."""

    def check(self, board, program, *words):
        with self.subTest(board=board, program=program.name, words=words):
            got = whole(board, program)
            count = len(got['columns'])
            places, causes = (sums(got[key], count)
                              for key in ('places', 'causes'))
            self.assertEqual([a + b for a, b in zip(places, causes)],
                             got['total'])
            self.assertEqual(sums(got['paths'], count), places)
            truth = ledger(board, program)
            self.assertGreater(count, 0)
            for column, total in zip(got['columns'], got['total']):
                self.assertEqual(
                    total, truth[column['monitor'], column['code']],
                    column['name'])
            self.assertEqual(sum(row['count'] for row in got['places']),
                             got['instructions'])
            self.assertFalse(got['full'] or got['lost_calls'])

    def test_every_board(self):
        for board in boards():
            for program in programs(board, 'places', 'crc32'):
                self.check(board, program)

    def test_exceptions_and_interrupts(self):
        """Handlers, waiting, tasks: on each board what it has of these."""
        for board in boards():
            for program in programs(board, 'test_exceptions', 'test_preempt',
                                    'test_tasks', 'test_interrupt', 'bus'):
                self.check(board, program)


class Places(unittest.TestCase):
    """Of a program whose places are known."""

    @staticmethod
    def marked(mark):
        return 1 + next(i for i, line in enumerate(
            PLACES.read_text(encoding='utf-8').splitlines())
            if line.endswith(f'/* {mark} */'))

    def each(self):
        for board in boards():
            yield board, programs(board, 'places')[0]

    def test_misses(self):
        for board, program in self.each():
            with self.subTest(board=board):
                name = event(board, MISSES)
                self.assertTrue(name)
                done = printed('profile', '-t', f'board:{board}', '-e', name,
                               '--by', 'line', '--csv', '--quiet-program',
                               program)
                rows = [row for row in csv.DictReader(io.StringIO(done))
                        if row['function'] == 'scatter']
                self.assertEqual(int(rows[0]['line']), self.marked('misses'))
                self.assertTrue(rows[0]['file'].endswith('demo/places.c'))
                # Each line of a cache is read once; beside that the address
                # of the array is, at most.
                self.assertEqual(int(rows[0][name]), 1 << 14)
                self.assertLessEqual(sum(int(row[name]) for row in rows[1:]),
                                     1)

    def test_mispredictions(self):
        told = 0
        for board, program in self.each():
            with self.subTest(board=board):
                name = event(board, WRONG)
                if not name:
                    continue
                told += 1
                calls = Calls(profile(board, program, '-e', name))
                self.assertGreater(calls.own['guess'], 300)
                self.assertLess(calls.own['divide'] + calls.own['scatter'], 50)
        self.assertGreater(told, 5)

    def test_divisions(self):
        """As often as the loop says, on the line that divides: by an
        instruction, or by a call where the core has none."""
        line = 1 + PLACES.read_text(encoding='utf-8').splitlines().index(
            '\t\tn = n / divisor + 1000000;')
        for board, program in self.each():
            with self.subTest(board=board):
                done = printed('profile', '-t', f'board:{board}', '--annotate',
                               'divide', '--csv', '--quiet-program', program)
                # By their places: an event may be called "instruction".
                counts = [int(row[6]) for row in csv.reader(io.StringIO(done))
                          if row[2] == str(line) and
                          row[5].split()[0] in DIVIDES]
                self.assertEqual(sum(counts), 50)

    def test_calls(self):
        for board, program in self.each():
            with self.subTest(board=board):
                calls = Calls(whole(board, program))
                for pair, count in CALLS.items():
                    self.assertEqual(calls.count[pair], count, pair)

    def test_inclusive(self):
        """With what they call; and calls of itself once."""
        for board, program in self.each():
            with self.subTest(board=board):
                got = whole(board, program)
                calls = Calls(got)
                self.assertEqual(calls.inclusive['descend'],
                                 calls.own['descend'])
                self.assertEqual(calls.inclusive['inner'] + calls.own['outer'],
                                 calls.inclusive['outer'])
                self.assertEqual(calls.inclusive['[start]'],
                                 sum(calls.own.values()))
                self.assertNotIn('fall', [path[-2] for path in calls.paths()
                                          if path and path[-1] == 'after'])
                # The calls of main's instructions have the same.
                for callee in 'descend', 'outer', 'leap':
                    index = calls.name.index(callee)
                    main = [row for row in got['calls']
                            if row['function'] == index and
                            calls.place[row['place']] == 'main']
                    self.assertEqual(sums(main, 1)[0], calls.inclusive[callee])

    def test_tables_of_calls(self):
        """Both sides tell of the same calls, and of their costs."""
        for board, program in self.each():
            with self.subTest(board=board):
                name = whole(board, program)['columns'][0]['name']
                calls = Calls(whole(board, program))
                for option, of, other in (
                        ('--callers', 'inner', 'outer'),
                        ('--callees', 'outer', 'inner')):
                    rows = csv.DictReader(io.StringIO(printed(
                        'profile', '-t', f'board:{board}', '-e', name,
                        option, of, '--csv', '--quiet-program', program)))
                    row, = (row for row in rows if row['function'] == other)
                    self.assertEqual(int(row['count']), 12)
                    self.assertEqual(int(row[name]), calls.inclusive['inner'])


class Tasks(unittest.TestCase):
    def test_by_hand(self):
        """On every board: what the task did is the task's alone, and is on its
        lines as often as its loop says."""
        lines = {line.split('/* ')[1]: i for i, line in enumerate(
            TASKS.splitlines(), 1) if line.endswith(' */')}
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, 'tasks.c')
            source.write_text(TASKS, encoding='utf-8')
            for board in boards():
                with self.subTest(board=board):
                    elf = source.with_name(f'{board}.elf')
                    printed('board', board, '--run', '--cc', source, '-O1',
                            '-g', '-o', elf)
                    got = whole(board, elf)
                    calls = Calls(got)
                    paths = calls.paths()
                    self.assertIn(('[task]', 'life', 'burn'), paths)
                    for path in paths:
                        for of, does in ('life', 'burn'), ('main', 'idle'):
                            if does in path:
                                self.assertEqual(path[-2:], (of, does))
                            if of in path:
                                self.assertIn(path[-1], (of, does, 'swap'))
                        if 'life' in path:
                            self.assertEqual(path[:2], ('[task]', 'life'))
                    self.assertEqual(calls.count['life', 'burn'], 5)
                    self.assertEqual(calls.count['main', 'idle'], 5)
                    for of, line in lines.items():
                        often = 500 if 'task' in of else 150
                        self.assertIn(often, {
                            row['count'] for row in got['places']
                            if row['line'] == line})

    def test_switched(self):
        """What a task does is nobody's who merely let it run."""
        seen = 0
        for board in boards():
            path = pathlib.Path(FIRMWARE, board, 'test_tasks.elf')
            if not path.exists():
                continue
            seen += 1
            with self.subTest(board=board):
                calls = Calls(whole(board, path))
                self.assertEqual(calls.inclusive['swap'], calls.own['swap'])
                self.assertIn(('[task]', 'life'), calls.paths())
                self.assertIn(('[task]', 'life', 'once'), calls.paths())
        self.assertGreater(seen, 0)

    def test_interrupted(self):
        """A handler's costs are not those of what it interrupts."""
        seen = 0
        for board in boards():
            for program in programs(board, 'test_exceptions'):
                with self.subTest(board=board):
                    got = whole(board, program)
                    calls = Calls(got)
                    first = {path[0] for path in calls.paths() if path}
                    self.assertIn('[exception]', first)
                    for path in calls.paths():
                        self.assertNotIn('[exception]', path[1:])
                    seen += 1
        self.assertGreater(seen, 0)


# Calls a function twice, and in between stores another instruction over its
# first one; cleans the data line, drops the instruction cache, and exits.
REPLACING = (
    0xe3a04002,  # mov r4, #2
    0xeb00000e,  # again: bl function
    0xe28f1034,  # adr r1, function
    0xe59f202c,  # ldr r2, other
    0xe5812000,  # str r2, [r1]
    0xe3a03000,  # mov r3, #0
    0xee071f3a,  # mcr p15, 0, r1, c7, c10, 1
    0xee073f9a,  # mcr p15, 0, r3, c7, c10, 4
    0xee073f15,  # mcr p15, 0, r3, c7, c5, 0
    0xee073f95,  # mcr p15, 0, r3, c7, c5, 4
    0xe2544001,  # subs r4, r4, #1
    0x1afffff4,  # bne again
    0xe3a00018, 0xe59f1000, 0xef123456, 0x00020026,  # semihosting: exit
    0xe3a00002,  # other: mov r0, #2
    0xe3a00001,  # function: mov r0, #1
    0xe12fff1e)  # bx lr


class Replaced(unittest.TestCase):
    def test_code_at_an_address(self):
        """What was there before and after are two instructions of one
        function."""
        base, size = 0x8000, 4 * len(REPLACING)
        elf = struct.pack('<16sHHIIIIIHHHHHH', b'\x7fELF\1\1\1', 2, 40, 1,
                          base, 52, 0, 0x05000000, 52, 32, 1, 40, 0, 0)
        elf += struct.pack('<8I', 1, 84, base, base, size, size, 7, 4)
        elf += struct.pack(f'<{len(REPLACING)}I', *REPLACING)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'replacing.elf')
            path.write_bytes(elf)
            got = profile('pb1176', path, '-e', 'instr_exec')
        at = base + 4 * REPLACING.index(0xe3a00001)
        rows = [(row['addr'] - at, row['word'], row['count'], row['cost'])
                for row in got['places'] if row['addr'] >= at]
        self.assertEqual(sorted(rows), [(0, 0xe3a00001, 1, [1]),
                                        (0, 0xe3a00002, 1, [1]),
                                        (4, 0xe12fff1e, 2, [2])])
        calls = Calls(got)
        self.assertEqual(calls.count[f'[0x{base:x}..]', f'[0x{at:x}..]'], 2)
        self.assertEqual(calls.own[f'[0x{at:x}..]'], 4)


class Printed(unittest.TestCase):
    def test_forms_agree(self):
        board = boards()[0]
        program = programs(board, 'places')[0]
        for by in 'function', 'line', 'insn', 'file':
            with self.subTest(by=by):
                rows = list(csv.DictReader(io.StringIO(printed(
                    'profile', '-t', f'board:{board}', '--by', by, '--csv',
                    '--quiet-program', '-M', 'cpi', program))))
                got = profile(board, program, '-M', 'cpi')
                names = [column['name'] for column in got['columns']]
                for name, total in zip(names, got['total']):
                    self.assertEqual(sum(int(row[name]) for row in rows),
                                     total)
                counts = [int(row[names[0]]) for row in rows]
                self.assertEqual(counts, sorted(counts, reverse=True))
                for row in rows:
                    if int(row[names[1]]):
                        self.assertAlmostEqual(
                            float(row['cpi']),
                            int(row[names[0]]) / int(row[names[1]]), places=9)

    def test_text(self):
        for board in boards():
            with self.subTest(board=board):
                program = programs(board, 'places')[0]
                text = printed('profile', '-t', f'board:{board}', program,
                               '--quiet-program')
                lines = text.splitlines()
                self.assertLessEqual(max(map(len, lines)), 79)
                # Nobody asked for its metrics by name, so one table does.
                self.assertLess(len(lines), 40)
                self.assertIn('where ', lines[0])
                self.assertIn(' places.c:', text)

    def test_what_is_named_is_shown(self):
        """All of it, below each other; of a group what has room."""
        for board in boards():
            program = programs(board, 'places')[0]
            where = ('profile', '-t', f'board:{board}', '--quiet-program')
            kept = json.loads(printed(*where, '--json', program))
            names = [one['name'] for one in kept['metrics']]
            self.assertTrue(names)
            # Of many it has all in a group, and else the cycles by name.
            self.assertEqual({one.get('asked', True)
                              for one in kept['metrics']}, {len(names) < 9})
            with self.subTest(board=board), \
                    tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, 'kept.json')
                named = *where, '-M', ','.join(names)
                text = printed(*named, program)
                printed(*named, '-o', path, program)
                for name in names:
                    self.assertRegex(text, rf'\b{re.escape(name)}\b')
                kept = json.loads(path.read_text())
                self.assertNotIn(False, [one.get('asked', True)
                                         for one in kept['metrics']])
                self.assertEqual(printed('report', path), text)

    def test_stripped(self):
        """Of a program without names, functions are what was called."""
        board = boards()[0]
        program = programs(board, 'places')[0]
        data = bytearray(program.read_bytes())
        data[0x20:0x24] = data[0x30:0x34] = bytes(4)  # no sections
        with tempfile.TemporaryDirectory() as folder:
            bare = pathlib.Path(folder, program.name)  # which the guest sees
            bare.write_bytes(data)
            got = profile(board, bare, '-M', 'cpi')
        whole = profile(board, program, '-M', 'cpi')
        self.assertEqual(got['total'], whole['total'])
        self.assertEqual(got['files'], [])
        called = {row['addr'] for row in whole['functions']
                  if row['name'] in ('scatter', 'guess', 'outer', 'inner')}
        self.assertLessEqual(called, {row['addr'] for row in got['functions']})
