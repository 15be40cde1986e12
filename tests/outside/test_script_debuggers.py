#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_script_debuggers.py TALLY

What GDB and OpenOCD make of the scripts that `tally script` writes for them:
they accept each, and carry out the writes that the JSON form has, in order."""
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import gdb_stub
from tally_command import differing

TALLY = 'tally'
TIMEOUT = 60
PARTS = ('configure', 'start', 'stop', 'release')


MAPPED = re.compile(r'(\w+)\+(0x\w+)')
SELECTED = re.compile(r'(\S+) \((\w+)=(\d+)\)')


@functools.lru_cache(maxsize=None)
def tally(*arguments):
    """What it says of a monitor is the same each time."""
    return subprocess.run([TALLY, *arguments], check=True, text=True,
                          capture_output=True, timeout=TIMEOUT).stdout


def registers(monitor):
    return json.loads(tally('list', 'registers', '-m', monitor,
                            '--json'))['registers']


def monitors():
    return [row['monitor'] for row in differing(
            json.loads(tally('list', 'monitors', '--json'))['monitors'])]


def asked(monitor):
    """What of the monitor a script can be for: cpi, or the first metric."""
    names = [row['name'] for row in json.loads(
        tally('list', 'metrics', '-m', monitor, '--json'))['metrics']]
    place = registers(monitor)[0]['place']
    return ('-m', monitor, '-M', 'cpi' if 'cpi' in names else names[0],
            *(('--map', 'own') if place.endswith("(Tally's own)") else ()))


def selecting(monitor):
    """The registers behind a select register: by the name of the window and
    the number that selects, in lower case; and the select register, or None."""
    rows = registers(monitor)
    windows = {row['place']: row['name'].lower() for row in rows}
    behind, select = {}, None
    for row in rows:
        found = SELECTED.fullmatch(row['place'])
        if found:
            select = found[2].lower()
            behind[windows[found[1]], int(found[3])] = row['name'].lower()
    return behind, select


class Case(unittest.TestCase):
    form = tool = None

    def setUp(self):
        if not shutil.which(self.tool):
            self.skipTest(f'{self.tool} is not installed')
        self.where = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.where)

    def made(self, *what):
        """The script in this form, or None where the form cannot have it."""
        done = subprocess.run([TALLY, *what, '--as', self.form], text=True,
                              capture_output=True, timeout=TIMEOUT)
        if done.returncode == 0:
            return done.stdout
        self.assertEqual(self.form, 'openocd')
        self.assertRegex(done.stderr, r' has no command for (one|MRRC); --as gdb')
        return None

    def each(self):
        """Every monitor of a core, its script in a file, and the same as JSON;
        of those that have the same writes one.  Those in memory are below."""
        all_of_them = []
        for monitor in monitors():
            if MAPPED.match(registers(monitor)[0]['place']):
                continue
            what = ('script', *asked(monitor))
            path = os.path.join(self.where, monitor.replace('/', '_'))
            text = self.made(*what)
            (found,) = json.loads(tally(*what, '--json'))['passes']
            if not text or any(found == other for *_, other in all_of_them):
                continue
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            all_of_them.append((monitor, path, found))
        return all_of_them


class Words(dict):
    """What registers hold, by name: ..CLR and ..SET show the same word."""

    def __init__(self, names):
        super().__init__()
        for name in names:
            self[name] = 0

    @staticmethod
    def word(name):
        return re.sub('^(pm[a-z]+?)(clr|set)(_|$)', r'\1\3', name)

    def __getitem__(self, name):
        return super().__getitem__(self.word(name))

    def __setitem__(self, name, value):
        super().__setitem__(self.word(name), value)

    def update(self, other):
        for name, value in other.items():
            self[name] = value


def bits_of(text):
    """The bits of "30:0" or "31", as a mask."""
    high, _, low = text.partition(':')
    return (2 << int(high)) - (1 << int(low or high))


class Model:
    """Registers whose bits do as decode says: W1C flags, W1S, W1 that read as
    0, all others keep what is written.  A window shows the register that is
    selected; a target has no names for those behind one, scripts have."""

    def __init__(self, monitor):
        rows = registers(monitor)
        bits = {row['name'].lower(): row['bits'] for row in rows}
        self.behind, self.select = selecting(monitor)
        self.bits = {name: wide for name, wide in bits.items()
                     if name not in self.behind.values()}
        self.value = Words(bits)
        self.clears = dict.fromkeys(bits, 0)
        self.sets = dict.fromkeys(bits, 0)
        self.acts = dict.fromkeys(bits, 0)
        words = [word for row in rows for word in (row['name'], '0')]
        for register in json.loads(tally('decode', '-m', monitor, *words,
                                         '--json'))['registers']:
            name = register['register'].lower()
            for field in register['fields']:
                kind = {'W1C': self.clears, 'W1S': self.sets,
                        'W1': self.acts}.get(field['access'])
                if kind:
                    kind[name] |= bits_of(field['bits'])

    def shown(self, name):
        """The register that a target shows by the name."""
        selected = self.value[self.select] if self.select else None
        return self.behind.get((name, selected), name)

    def read(self, name):
        return self.value[self.shown(name)]

    def write(self, name, value):
        name = self.shown(name)
        held = self.value[name]
        flags = (held & self.clears[name] & ~value |
                 (held | value) & self.sets[name])
        self.value[name] = value & ~(self.clears[name] | self.sets[name] |
                                     self.acts[name]) | flags

    @staticmethod
    def step(step):
        return step['register'].lower(), int(step['value'], 0)

    def steps(self, steps):
        for step in steps:
            self.write(*self.step(step))


class Gdb(Case):
    form, tool = 'gdb', 'gdb-multiarch'

    def gdb(self, path, *commands):
        words = [word for command in commands for word in ('-ex', command)]
        return subprocess.run(
            [self.tool, '-nx', '-batch', '-ex', f'source {path}', *words],
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=TIMEOUT)

    def attached(self, stub, path, *commands):
        stub.start()
        done = self.gdb(path, f'target remote localhost:{stub.port}',
                        *commands)
        stub.join(TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def stub(self, monitor, **before):
        """Its registers hold `before`, by name, or 0."""
        model = Model(monitor)
        stub = gdb_stub.Stub(model.bits, model.write, model.read)
        model.value.update(before)
        stub.value = model.value
        return stub

    def states(self, monitor, found):
        """Before configure: nothing; all flags and all else set; and each word
        that will be written, with the flags set that it clears."""
        yield {}
        yield {row['name'].lower(): 0xFFFFFFFF for row in registers(monitor)}
        for step in found['configure'] + found['release']:
            yield {step['register'].lower(): int(step['value'], 0)}

    def test_writes(self):
        """After each part the registers are as after the writes of the JSON
        form, whatever they held before."""
        for monitor, path, found in self.each():
            for before in self.states(monitor, found):
                stub = self.stub(monitor, **before)
                wanted = Model(monitor)
                wanted.value.update(before)
                for part in PARTS:
                    wanted.steps(found[part])
                self.attached(stub, path, *(f'tally_{part}' for part in PARTS))
                self.assertEqual(stub.value, wanted.value, before)

    def test_start_and_stop(self):
        for monitor, path, found in self.each():
            for part in ('start', 'stop'):
                stub = self.stub(monitor)
                wanted = Model(monitor)
                wanted.steps(found['configure'] + found['start'])
                stub.value.update(wanted.value)
                if part == 'start':
                    stub.write(*Model.step(found['stop'][0]))
                else:
                    wanted.steps(found['stop'])
                self.attached(stub, path, f'tally_{part}')
                self.assertEqual(stub.value, wanted.value)
                self.assertEqual(stub.writes, 1)

    def test_read(self):
        for monitor, path, found in self.each():
            last = found['counts'][-1]
            held = [0xFFFF0000 + i & (1 << count['bits']) - 1
                    for i, count in enumerate(found['counts'])]
            stub = self.stub(monitor, **{
                count['register'].lower(): value
                for count, value in zip(found['counts'], held)})
            stub.value[last['overflow_register'].lower()] |= \
                1 << last['overflow_bit']
            before = dict(stub.value)
            said = self.attached(stub, path, 'tally_read',
                                 "output/x $tally_" + last["event"].lower())
            for count, value in zip(found['counts'], held):
                self.assertIn(f'{count["event"]} {value}\n', said)
                self.assertEqual(f'{count["event"]} has wrapped\n' in said,
                                 count is last)
            self.assertIn(hex(held[-1]), said)
            self.assertEqual(stub.value, before)
            if not any('select' in count for count in found['counts']):
                self.assertEqual(stub.writes, 0)

    def test_restore(self):
        for monitor, path, found in self.each():
            names = [row['name'].lower() for row in registers(monitor)]
            before = {name: 0x01020304 * (i + 3) & 0xFFFFFFFF
                      for i, name in enumerate(names)}
            stub = self.stub(monitor, **before)
            before = {name: stub.value[name] for name in names}
            self.attached(stub, path, 'tally_save', 'tally_configure',
                          'tally_release', 'tally_restore')
            wanted = {s['register'].lower(): int(s['mask'], 0)
                      for s in found['restore']}
            for name, mask in wanted.items():
                self.assertEqual(stub.value[name], before[name] & mask, name)

    def test_without_the_registers(self):
        """A target that lacks them is an error, not a variable."""
        for _, path, _ in self.each():
            stub = gdb_stub.Stub({'other': 32})
            stub.start()
            done = self.gdb(path, f'target remote localhost:{stub.port}',
                            'tally_configure', 'echo end\\n')
            self.assertIn('Invalid register', done.stderr)
            self.assertEqual(stub.writes, 0)

    def test_a_server_that_changes_nothing(self):
        """It answers OK.  The register is named, and nothing is counted."""
        for monitor, path, found in self.each():
            stub = self.stub(monitor)
            stub.write = lambda name, value: None
            stub.start()
            done = self.gdb(path, f'target remote localhost:{stub.port}',
                            'tally_configure', 'tally_start', 'tally_read')
            names = {step['register'] for step in found['configure']}
            named = re.search(r'\ntally: to (\w+) 0x\w+ was written, and it '
                              'reads 0x0:', done.stdout)
            self.assertTrue(named, done.stdout + done.stderr)
            self.assertIn(named[1], names)
            self.assertEqual(done.stdout.count('so nothing is counted\n'), 2)
            self.assertEqual(done.stderr.count('tally_gives_up'), 3)
            for count in found['counts']:
                self.assertNotIn(f'\n{count["event"]} ', done.stdout)

    def test_it_takes_each_way(self):
        """As commands, of several passes: it carries out none of them yet."""
        taken = set()
        for via in ('plain', 'tally', 'qemu', 'openocd', 'calls'):
            sources = []
            for monitor in monitors():
                done = subprocess.run(
                    [TALLY, 'script', '-m', monitor, *asked(monitor)[4:],
                     '--as', 'gdb', '--via', via], capture_output=True,
                    text=True, timeout=TIMEOUT)
                path = os.path.join(self.where, f'{len(sources)}.gdb')
                with open(path, 'w', encoding='utf-8') as file:
                    file.write(done.stdout)  # nothing, where it is refused
                sources.append(f'source {path}')
                taken |= {via} if done.stdout else set()
            done = self.gdb(path, *sources)
            self.assertEqual((done.returncode, done.stderr), (0, ''), via)
        self.assertEqual(len(taken), 5)

    def test_help(self):
        for _, path, _ in self.each():
            done = self.gdb(path, *(f'help tally_{part}' for part in PARTS))
            self.assertEqual(done.stderr, '')
            self.assertIn('Start the counters: one write.', done.stdout)


# One that OpenOCD knows without a cable.
TARGET = ('adapter driver dummy', 'jtag newtap it cpu -irlen 5',
          'target create it.cpu arm11 -chain-position it.cpu')
# Takes the place of the command: says what it got, and every register reads
# as its opcode2, CRm and CRn in one number.
RECORD = ('proc arm {args} {echo "did $args"; lassign $args what cp op1 n m '
          'op2; expr {$n * 256 + $m * 16 + $op2}}')


class OpenOcd(Case):
    form, tool = 'openocd', 'openocd'

    def openocd(self, *commands):
        words = [word for command in (*commands, 'shutdown')
                 for word in ('-c', command)]
        done = subprocess.run([self.tool, *words], capture_output=True,
                              text=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout + done.stderr

    def did(self, path, *commands):
        """Nothing is kept here, so nothing is compared."""
        said = self.openocd(RECORD, f'source {path}',
                            'proc tally_kept args {}', *commands)
        return [line.split()[1:] for line in said.splitlines()
                if line.startswith('did ')]

    def places(self, monitor):
        """"p15,0,Rd,c15,c12,0" is 15 0 15 12 0 here."""
        def numbers(place):
            words = place.split()[0].split(',')
            return [word.lstrip('pc') for word in words if word != 'Rd']
        return {row['name']: numbers(row['place'])
                for row in registers(monitor)}

    @staticmethod
    def reads(place):
        """What a register there reads as, by RECORD."""
        _, _, n, m, op2 = map(int, place)
        return n * 256 + m * 16 + op2

    def writes(self, place, step, value):
        """The commands of one write.  What is behind a select register takes
        two more: it is set, and put back."""
        at = place[step['register']]
        if 'select' not in step:
            return [['mcr', *at, value]]
        select = place[step['select']]
        return [['mcr', *select, str(step['number'])], ['mcr', *at, value],
                ['mcr', *select, str(self.reads(select))]]

    @staticmethod
    def written(did):
        return [words for words in did if words[0] == 'mcr']

    def test_writes(self):
        for monitor, path, found in self.each():
            place = self.places(monitor)
            wanted = [command for part in PARTS for step in found[part]
                      for command in self.writes(place, step, step['value'])]
            self.assertEqual(self.written(self.did(
                path, *(f'tally_{part}' for part in PARTS))), wanted)

    def test_what_is_not_kept_is_named(self):
        """As of a core that runs, of which all reads as 0, with success."""
        for monitor, path, found in self.each():
            said = self.openocd(
                'proc arm args {return 0}', f'source {path}',
                *(f'if {{[catch {{tally_{part}}} why]}} {{echo $why}}'
                  for part in ('configure', 'start', 'read')))
            named = re.search(r'tally: to (\w+) 0x\w+ was written, and it '
                              'reads 0x0: ', said)
            self.assertTrue(named, said)
            self.assertIn(named[1], {step[key] for step in found['configure']
                                     for key in ('register', 'select')
                                     if key in step} |
                          {row['name'] for row in registers(monitor)})
            self.assertEqual(said.count('so nothing is counted\n'), 2)

    def test_read(self):
        for monitor, path, found in self.each():
            place = self.places(monitor)
            said = self.openocd(RECORD, f'source {path}',
                                'proc tally_kept args {}',
                                'echo [tally_read]')
            words = []
            for count in found['counts']:
                words += [count['event'],
                          str(self.reads(place[count['register']]))]
            self.assertIn(' '.join(words) + '\n', said)

    def test_restore(self):
        for monitor, path, found in self.each():
            place = self.places(monitor)

            def value(step):
                return str(self.reads(place[step['register']]) &
                           int(step['mask'], 0))

            wanted = [command for step in found['restore']
                      for command in self.writes(place, step, value(step))]
            did = self.written(self.did(path, 'tally_save', 'tally_restore'))
            self.assertEqual(did[-len(wanted):], wanted)

    def test_the_command_is_there(self):
        """With the operands that are given to it here."""
        said = self.openocd(*TARGET, 'usage arm mcr', 'usage arm mrc')
        self.assertIn('arm mcr cpnum op1 CRn CRm op2 value\n', said)
        self.assertIn('arm mrc cpnum op1 CRn CRm op2\n', said)


class OpenOcdByGdb(OpenOcd):
    """What GDB hands to OpenOCD."""

    # As OpenOCD 0.12 tells GDB: PacketSize=4000, two digits for a letter.
    LONGEST = 0x4000 // 2 - len('$qRcmd,#00')

    def made(self, *what):
        done = subprocess.run([TALLY, *what, '--as', 'gdb', '--via',
                               'openocd'], text=True, capture_output=True,
                              timeout=TIMEOUT)
        if done.returncode:
            self.assertRegex(done.stderr,
                             r' has no command for (one|MRRC); --as gdb')
            return None
        text = done.stdout[:done.stdout.index('document tally_load')]
        lines = re.findall('(?m)^  monitor (.*)$', text)
        self.assertLess(max(map(len, lines)), self.LONGEST)
        self.assertNotIn('$arg', text)  # of GDB's own
        return '\n'.join(lines) + '\n'


RECORD_MEMORY = ('proc mww {address value} {echo "did [expr {$address}] '
                 '[expr {$value}]"}; '
                 'proc read_memory {address width count} {expr {$address}}')


class InMemory(Case):
    """The writes of the JSON form, in its order, where the registers are: by
    the name of what they are mapped from, and offsets."""

    BASE = 0xE0000000

    def setUp(self):
        self.where = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.where)

    def each(self):
        """Every monitor in memory, and the variable that says where it is."""
        found = [(monitor, MAPPED.match(registers(monitor)[0]['place']))
                 for monitor in monitors()]
        return [(monitor, 'tally_' + place[1].lower())
                for monitor, place in found if place]

    def file(self, monitor, form):
        path = os.path.join(self.where, f'{monitor}.{form}')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(tally('script', *asked(monitor), '--as', form))
        return path

    def wanted(self, monitor, held=lambda address: 0):
        """`held` is what a word reads as of which a step writes only a part."""
        (found,) = json.loads(tally('script', *asked(monitor),
                                    '--json'))['passes']
        place = {row['name']: self.BASE +
                 int(MAPPED.match(row['place'])[2], 16)
                 for row in registers(monitor)}

        def word(address, step):
            only = int(step.get('only', '0xFFFFFFFF'), 0)
            return address, (held(address) & ~only) | int(step['value'], 0)

        return [word(place[step['register']], step)
                for part in PARTS for step in found[part]]

    def test_gdb(self):
        if not shutil.which('gdb-multiarch'):
            self.skipTest('gdb-multiarch is not installed')
        for monitor, _ in self.each():
            with open(self.file(monitor, 'gdb'), encoding='utf-8') as file:
                text = file.read()
            places = {name: self.BASE + int(place, 16)
                      for name, place in re.findall(
                          r'define tally_write_(\w+)\n.* = \$arg0\n'
                          r'  set \*\(unsigned\*\)\(\$\w+\+(0x\w+)\) = '
                          r'.*\$tally_value\b', text)}
            done = [(places[name], int(value, 16)) for name, value in
                    re.findall(r'(?m)^  tally_write_(\w+) (0x\w+)$', text)]
            wanted = self.wanted(monitor)
            self.assertEqual(done[:len(wanted)], wanted, monitor)
            checked = subprocess.run(
                ['gdb-multiarch', '-nx', '-batch', '-ex',
                 f'source {self.file(monitor, "gdb")}'],
                stdin=subprocess.DEVNULL, capture_output=True, text=True,
                timeout=TIMEOUT)
            self.assertEqual((checked.returncode, checked.stderr), (0, ''))

    def test_openocd(self):
        if not shutil.which('openocd'):
            self.skipTest('openocd is not installed')
        for monitor, variable in self.each():
            words = [word for command in
                     (RECORD_MEMORY, f'set {variable} {self.BASE}',
                      f'source {self.file(monitor, "openocd")}',
                      'proc tally_kept args {}',
                      *(f'tally_{part}' for part in PARTS), 'shutdown')
                     for word in ('-c', command)]
            done = subprocess.run(['openocd', *words], capture_output=True,
                                  text=True, timeout=TIMEOUT)
            self.assertEqual(done.returncode, 0, done.stderr)
            did = [tuple(int(word, 0) for word in line.split()[1:])
                   for line in (done.stdout + done.stderr).splitlines()
                   if line.startswith('did ')]
            # RECORD_MEMORY reads each word as its address.
            self.assertEqual(did, self.wanted(monitor, lambda address: address),
                             monitor)


del Case  # it has no tests of its own

if __name__ == '__main__':
    if len(sys.argv) < 2 or sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    TALLY = os.path.abspath(sys.argv.pop(1))
    unittest.main(argv=sys.argv)
