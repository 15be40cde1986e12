# SPDX-License-Identifier: MIT
"""usage: tap.py test_practice.py TALLY=COMMAND FIRMWARE=FOLDER

What `tally script --as practice` writes, carried out by the part of PRACTICE
that public documents describe (practice.py): TRACE32 itself is not
there.  On a board it counts what `tally stat` counts."""
import json
import pathlib
import re
import subprocess
import unittest

import gdb_client
import practice
import tally_command
from monitor_registers import argument, asked, behind, place_of, registers

TALLY = ''
FIRMWARE = ''
REGION = 'quicksort'


def setUpModule():
    tally_command.TALLY = TALLY


class Written:
    """Registers that keep what is written to them, and go nowhere."""

    def __init__(self, monitor):
        self.names = {place_of(row['place']): row['name']
                      for row in registers(monitor)
                      if not behind(row['place'])}
        self.writes = []
        self.kept = {}

    def read(self, space, address, _):
        return self.kept.get(self.names[space, address], 0)

    def write(self, space, address, _, value):
        name = self.names[space, address]
        self.writes.append((name, value))
        self.kept[name] = value

    def go(self):
        self.writes.append(('go', 0))


class Board:
    """The registers of a board, which stands where a function begins."""

    def __init__(self, board, program, monitor):
        self.server = gdb_client.Server(board, program)
        self.big = board.startswith('mpc')
        names = [name for name, _ in self.server.description()]
        prefix = re.sub(r'\W', '_', monitor.lower())
        self.number = {
            place_of(row['place']): names.index(
                f'{prefix}_{row["name"].lower()}')
            for row in registers(monitor) if not behind(row['place'])}
        self.link = names.index('x30' if 'x30' in names else 'lr')

    def order(self):
        return 'big' if self.big else 'little'

    def number_at(self, number):
        return int.from_bytes(bytes.fromhex(
            self.server.ask(f'p{number:x}')), self.order())

    def to(self, address):
        assert self.server.ask(f'Z0,{address:x},4') == 'OK'
        assert self.server.ask('c').startswith('T05')
        assert self.server.ask(f'z0,{address:x},4') == 'OK'

    def read(self, space, address, size):
        return (self.number_at(self.number[space, address]) &
                (1 << 8 * size) - 1)

    def write(self, space, address, size, value):
        digits = value.to_bytes(size, self.order()).hex()
        said = self.server.ask(
            f'P{self.number[space, address]:x}={digits}')
        assert said == 'OK', said

    def go(self):
        self.to(self.number_at(self.link))


class Practice(unittest.TestCase):
    def script(self, monitor):
        return tally_command.printed('script', '-m', monitor,
                                     *asked(monitor), '--as', 'practice')

    def test_each_monitor(self):
        """The writes of the JSON form, in its order, before and after Go;
        what does not read as it was written is named, and ends all."""
        for row in tally_command.listed('monitors'):
            monitor = row['monitor']
            if any('Rt2' in register['place'] for register in registers(monitor)):
                done = tally_command.tally('script', '-m', monitor, *asked(monitor),
                                           '--as', 'practice')
                self.assertEqual(done.returncode, 1)
                self.assertIn('no published session shows how', done.stderr)
                continue
            with self.subTest(monitor=monitor):
                (found,) = json.loads(tally_command.printed(
                    'script', '-m', monitor, *asked(monitor), '--json')
                    )['passes']
                text = self.script(monitor)
                target = Written(monitor)
                script = practice.Script(
                    text.replace('GOSUB tally_kept', '; '), target)
                script.run(*argument(monitor))
                wanted = [*self.steps(monitor, found, 'configure', 'start'),
                          ('go', 0),
                          *self.steps(monitor, found, 'stop', 'release')]
                self.assertEqual(self.own(target.writes, found)[:len(wanted)],
                                 wanted)
                if not re.search('&wanted=0x0*[1-9A-F]', text):
                    continue  # all of it reads as 0 anyway
                dead = Written(monitor)
                dead.write = lambda *_: None
                said = practice.Script(text, dead).run(*argument(monitor))
                self.assertEqual(len(said), 1, said)
                self.assertRegex(said[0], r'^tally: \w+ reads 0x0 where 0x\w+ '
                                 'was written: nothing is counted$')

    @staticmethod
    def steps(monitor, found, *parts):
        """One behind a select register by the name of its window."""
        rows = registers(monitor)
        place = {row['name']: place_of(row['place']) for row in rows}
        name = {place_of(row['place']): row['name'] for row in rows
                if not behind(row['place'])}
        return [(name[place[step['register']]], int(step['value'], 0))
                for part in parts for step in found[part]]

    @staticmethod
    def own(writes, found):
        """Without those that select, which the form has between them."""
        select = {step['select'] for part in ('configure', 'release')
                  for step in found[part] if 'select' in step}
        return [write for write in writes if write[0] not in select]

    def test_each_board(self):
        for board, row in tally_command.boards().items():
            program = pathlib.Path(FIRMWARE, board.split('-')[0], 'sort.elf')
            for monitor in row['monitors']:
                with self.subTest(board=board, monitor=monitor):
                    target = Board(board, program, monitor)
                    self.addCleanup(target.server.end)
                    target.to(self.start(program))
                    said = practice.Script(self.script(monitor),
                                           target).run(*argument(monitor))
                    there = dict(line.split(' ') for line in said)
                    self.assertEqual(
                        {name: int(count) for name, count in there.items()},
                        self.here(board, monitor, program))

    @staticmethod
    def start(program):
        """Where the function is, whatever machine the program is for."""
        for line in subprocess.run(
                ['readelf', '-sW', str(program)], check=True, text=True,
                capture_output=True).stdout.splitlines():
            if line.split()[7:] == [REGION]:
                return int(line.split()[1], 16) & ~1
        raise AssertionError(f'no {REGION} in {program}')

    @staticmethod
    def here(board, monitor, program):
        # A metric of counts that are all 0 is not to be trusted: exit 1.
        return {event['name']: event['count'] for event in json.loads(
            tally_command.tally(
                'stat', '-t', f'board:{board}', '-m', monitor, '--region',
                REGION, *asked(monitor)[:2], '--json', program).stdout
            )['events']}


if __name__ == '__main__':
    unittest.main()
