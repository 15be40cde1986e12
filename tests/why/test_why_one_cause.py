#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Programs of one cause each (one_cause.c, idle.c): of the cycles in which no instruction
issues, at least 95 % have the cause that the program is made for, on each board that
has it.  (Variables: TALLY, the command; FIRMWARE, so that there are boards.)"""
import collections
import json
import pathlib
import tempfile
import unittest

from tally_command import ROOT, boards, boards_in_turn, printed, tally

TALLY = ''
FIRMWARE = ''
SOURCE = ROOT / 'tests/why/one_cause.c'
FROM = 0.95

# What is to be found for each function, on every core ...
EVERYWHERE = {
    'units': 'pairing, units', 'data_memory': 'data, memory',
    'fetch_memory': 'fetch, memory', 'uncached': 'uncached',
    'fetch_uncached': 'fetch, uncached', 'br_conditional': 'br conditional',
    'br_indirect': 'br indirect', 'br_return': 'br return',
    'synchronise': 'synchronise'}
# ... and besides, where a core, or its board, has the cause.
MULTIPLY = {'multiply': 'multiply'}
LOAD_USE = {'load_use': 'load-use'}
SYSTEM = {'coprocessor': 'coprocessor'}
BUFFERS = {'buffers': 'buffers full'}
WALK = {'walk_data': 'walk, data'}
# On a core whose walk takes twenty times as long as what leads to it.
REFETCH = {'walk_fetch': 'walk, fetch'}
DIVIDE = {'divide': 'divide'}
DIRECT = {'br_direct': 'br direct'}
LEVEL2 = {'data_level2': 'data, level 2', 'fetch_level2': 'fetch, level 2'}
OLDER = {'slow_alu': 'slow ALU', 'exception': 'exception', **MULTIPLY,
         **LOAD_USE, **SYSTEM, **BUFFERS}
ARM11 = {**OLDER, 'br_direct': 'br seen late'}
E500 = {**MULTIPLY, **DIVIDE, **LOAD_USE, **BUFFERS, **DIRECT, **REFETCH,
        'data_level2': 'data, level 2'}
A64 = {**DIVIDE, **SYSTEM, **LEVEL2, **REFETCH}
BESIDES = {
    'arm1136': {**ARM11, **WALK, **REFETCH},
    'arm1176': {**ARM11, **WALK, **REFETCH},
    'arm1156': ARM11,  # its regions take no time
    'pxa250': {**OLDER, **WALK, **DIRECT, **REFETCH},
    'arm926pxp-ahb': {**OLDER, **WALK, **DIRECT, **REFETCH},
    'cortex-a8': {**MULTIPLY, **SYSTEM, **WALK, **LEVEL2, **REFETCH},
    'cortex-a9': {**MULTIPLY, **SYSTEM, **REFETCH},
    'e500v1': E500, 'e500v2': E500, 'pmuv3/cortex-a53': A64,
    'pmuv3/cortex-a57': A64, 'pmuv3/cortex-a72': A64}


def gic(cpu, distributor, line):
    """Writes that let this line through to the first core."""
    return ((distributor + 0x100 + line // 32 * 4, 1 << line % 32),
            (distributor + 0x800 + line // 4 * 4, 0x01010101),
            (distributor, 1), (cpu + 4, 0xf0), (cpu, 1))


VIRT = gic(0x08010000, 0x08000000, 23)
# By what a board's monitor ends a wait; an e500 has a decrementer of its own.
IDLE = {'pb1176': gic(0x10120000, 0x10121000, 39),
        'pba8': gic(0x1E000000, 0x1E001000, 79),
        'pbxa9': gic(0x1F000100, 0x1F001000, 79),
        'virt-a53': VIRT, 'virt-a57': VIRT, 'virt-a72': VIRT,
        'arm1156': ((0x10140010, 1 << 30),), 'imx31': ((0x68000008, 23),),
        'versatile': ((0x10140010, 1 << 17), (0x10130030, 1)),
        'mpc8540ads': ((0, 0),), 'mpc8548cds': ((0, 0),)}
# Where a function runs that has no address of its own.
ELSEWHERE = dict.fromkeys(('[0x70000000..]', '[0x700003e0..]'), 'walk_fetch')
# The versatile's monitor has none of cycles.
EVENT = {'versatile': ('-e', 'CtArmdRd')}
# Boards whose second level has to be turned on.
TURNED_ON = ('imx31', 'pb1176', 'pbxa9')


def causes(document):
    """Of each function, its own: cycles by cause."""
    columns = document['columns']
    which = {i: column['name'].removeprefix('cause_')
             for i, column in enumerate(columns)
             if column['monitor'] == 'simulated cause'}
    names = [ELSEWHERE.get(function['name'], function['name'])
             for function in document['functions']]
    found = collections.defaultdict(collections.Counter)
    for place in document['places']:
        if place['function'] is not None:
            for i, name in which.items():
                found[names[place['function']]][name] += place['cost'][i]
    return found


def column(cause):
    """As a profile calls it."""
    return cause.replace(', ', '_').replace(' ', '_').replace('-', '_').lower()


class OneCause(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)

    def measure(self, board, *words):
        elf = self.folder / f'{board}.elf'
        if not elf.exists():
            done = tally('board', board, '--run', '--cc', SOURCE, '-O2', '-g',
                         '-o', elf)
            self.assertTrue(elf.exists(), done.stderr)
        return causes(json.loads(printed(
            'profile', '-t', f'board:{board}', '--causes', '--json',
            *EVENT.get(board, ()), *words, elf)))

    def check(self, found, expected, board):
        for function, cause in expected.items():
            with self.subTest(f'{board} {function}'):
                count = found[function]
                rest = sum(count.values()) - count['issue']
                # Of the e500 a cycle in which one issues is one, too.
                if function != 'units' and board.startswith('mpc'):
                    rest -= count['pairing_units']
                # Where two issue at once, operands are waited for besides, a
                # branch that is taken has cycles of its own, and what cannot
                # go with another has.
                if board in ('virt-a53', 'pba8'):
                    rest -= sum(count[other] for other in
                                ('load_use', 'slow_alu', 'br_seen_late',
                                 'pairing_units', 'coprocessor')
                                if other != column(cause))
                self.assertGreater(rest, 1000)
                self.assertGreaterEqual(count[column(cause)], FROM * rest,
                                        count)

    def test_each_board(self):
        for board, facts in boards_in_turn().items():
            core = facts['monitors'][0]
            self.assertIn(core, BESIDES, 'a row here: the causes it has')
            found = self.measure(board)
            expected = {**EVERYWHERE, **BESIDES[core]}
            # One retires in each cycle, whatever port the others wait for.
            if core in ('cortex-a9', 'pmuv3/cortex-a57', 'pmuv3/cortex-a72'):
                del expected['units']
                self.assertGreater(found['units']['issue'], 50000)
            self.check(found, expected, board)
            count = found['issue']
            self.assertGreaterEqual(count['issue'],
                                    FROM * sum(count.values()), board)

    def test_second_level(self):
        for board in TURNED_ON:
            if board in boards():
                self.check(self.measure(board, '--l2', 'on'), LEVEL2, board)

    def test_idle(self):
        """Cycles that no instruction has: of the whole program."""
        for board in [board for board in IDLE if board in boards()]:
            with self.subTest(board):
                elf = self.folder / f'{board}.idle.elf'
                writes = ','.join(f'{{{at}u,{value}u}}'
                                  for at, value in IDLE[board])
                done = tally('board', board, '--run', '--cc',
                             SOURCE.with_name('idle.c'), '-O2',
                             f'-DENABLE={writes}', '-o', elf)
                self.assertTrue(elf.exists(), done.stderr)
                document = json.loads(printed('profile', '-t',
                                              f'board:{board}', '--causes',
                                              '--json',
                                              *EVENT.get(board, ()), elf))
                count = {column['name']: cycles for column, cycles in
                         zip(document['columns'], document['total'])
                         if column['monitor'] == 'simulated cause'}
                rest = sum(count.values()) - count['cause_issue']
                self.assertGreater(rest, 1000000)
                self.assertGreaterEqual(count['cause_idle'], FROM * rest,
                                        count)

    def test_so_many(self):
        """Causes that have a program, each on some board."""
        here = {facts['monitors'][0] for facts in boards().values()}
        self.assertEqual(set(BESIDES) - here, set(), 'no board has it')
        every = {'issue', *EVERYWHERE.values()}.union(
            *(BESIDES[core].values() for core in here))
        self.assertGreaterEqual(len(every), 16)


if __name__ == '__main__':
    unittest.main()
