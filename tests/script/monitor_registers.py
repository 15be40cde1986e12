# SPDX-License-Identifier: MIT
"""A monitor's registers as `tally list` and `tally explain` tell them, for
those who carry out its scripts."""
import functools
import json
import random
import re

import tally_command

BASE = 0x10000000  # of those in memory
FIXED = {'PPB': 0xe0000000}  # at one place on every core


@functools.cache
def registers(monitor):
    return json.loads(tally_command.printed(
        'list', 'registers', '-m', monitor, '--json'))['registers']


def asked(monitor):
    """What a script can be for: cpi, or the first metric."""
    names = [row['name'] for row in json.loads(tally_command.printed(
        'list', 'metrics', '-m', monitor, '--json'))['metrics']]
    own = registers(monitor)[0]['place'].endswith("(Tally's own)")
    return ('-M', 'cpi' if 'cpi' in names else names[0],
            *(('--map', 'own') if own else ()))


def place_of(text):
    """The class and address of a place: "p15,0,Rd,c9,c12,0" is C15:0xC9."""
    word = text.split(' ')[0]
    digits = [int(digit) for digit in re.findall(r'\d+', word)]
    if 'Rt2' in word:  # by MRRC, two words of one register
        number, op1, _, crm = digits
        return f'C{number}', 1 << 16 | op1 << 12 | crm
    if word.startswith('p1'):
        number, op1, crn, crm, op2 = digits
        return f'C{number}', op1 << 12 | op2 << 8 | crm << 4 | crn
    if word.startswith('S'):
        op0, op1, crn, crm, op2 = digits
        return 'SPR', op0 << 16 | op1 << 12 | crn << 8 | crm << 4 | op2
    if word == 'PMR':
        return 'PMR', int(text.split(' ')[1])
    name, offset = word.split('+')
    return 'D', FIXED.get(name, BASE) + int(offset, 16)


def bases(monitor):
    """A script's variables for where registers in memory are, set to BASE; not
    where a script knows it."""
    return {f'tally_{name.lower()}': BASE for name in names(monitor)
            if name not in FIXED}


def names(monitor):
    """Of the bases of a monitor's registers: "PPB"."""
    return {row['place'].split('+')[0] for row in registers(monitor)
            if '+0x' in row['place']}


def argument(monitor):
    """The base that a script is run with, in PRACTICE; none where it knows it."""
    return [] if names(monitor) & set(FIXED) else [hex(BASE)]


def behind(text):
    return ' (' in text and '=' in text


@functools.cache
def access(monitor, name):
    """{"RW": the bits of the register that have it, ...}"""
    rows = json.loads(tally_command.printed(
        'explain', '-m', monitor, name, '--json'))['explanations']
    bits = {}
    # A counter may have the same name.
    for field in next((row['fields'] for row in rows if 'fields' in row), ()):
        high, _, low = field['bits'].partition(':')
        width = int(high) - int(low or high) + 1
        bits[field['access']] = bits.get(field['access'], 0) | (
            ((1 << width) - 1) << int(low or high))
    return bits


class Bank:
    """A monitor's registers, which do what is said of each field's access.
    Places are names in lower case, as GDB has them, or addresses."""

    def __init__(self, monitor):
        self.monitor = monitor
        rows = registers(monitor)
        self.at = {}
        for row in rows:
            if not behind(row['place']):
                space, address = place_of(row['place'])
                self.at[address if space == 'D' else row['name'].lower()] = \
                    row['name']
        self.window = {}
        for row in rows:
            if behind(row['place']):
                place, select, number = re.fullmatch(
                    r'(\S+) \((\w+)=(\d+)\)', row['place']).groups()
                front = next(other['name'] for other in rows
                             if other['place'] == place)
                self.window[front, int(number)] = row['name']
                self.select = select
        self.numbers = random.Random(monitor)
        self.held = {}
        for row in rows:
            self.fill(row['name'])
        self.writes = []
        self.fault = None  # (name, bit): it reads contrary once written
        self.wrote = set()

    def names(self):
        return [place for place in self.at if isinstance(place, str)]

    def name(self, place):
        name = self.at[place]
        if any(name == front for front, _ in self.window):
            return self.window[name, self.held[self.select] & 31]
        return name

    def store(self, name):
        """Of registers that set and that clear the same bits."""
        twin = name.replace('CLR', 'SET')
        return twin if twin in self.held else name

    def fill(self, name):
        self.held[name] = self.numbers.getrandbits(32)

    def value(self, name):
        """What a register reads as; a bit that only acts reads as 0."""
        return (self.held[self.store(name)] &
                ~access(self.monitor, name).get('W1', 0))

    def read(self, place):
        name = self.name(place)
        value = self.value(name)
        if self.fault and self.fault[0] == name in self.wrote:
            value ^= self.fault[1]
        return value

    def write(self, place, value):
        name = self.name(place)
        bits = access(self.monitor, name)
        store = self.store(name)
        now = self.held[store]
        now = now & ~bits.get('RW', 0) | value & bits.get('RW', 0)
        now = (now | value & bits.get('W1S', 0)) & ~(value &
                                                     bits.get('W1C', 0))
        self.held[store] = now
        self.wrote.add(name)
        self.writes.append((name, value))
