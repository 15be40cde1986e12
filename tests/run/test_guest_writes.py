#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: tap.py test_guest_writes.py TALLY=COMMAND

A program that writes to the monitor that counts spoils the counts, and the
report says so: which register, and where.  On every board, each kind of
register of each of its monitors is written by a small program: one that no
table here knows fails the test, so a new monitor is in without being listed."""
import json
import os
import re
import pathlib
import shlex
import shutil
import subprocess
import tempfile
import unittest

TALLY = ''
FIRMWARE = ''  # not used, but without it there are no compilers either
SOURCE = str(pathlib.Path(__file__).resolve().parents[2])
# Where the registers of a monitor in memory are, on the board.
BASE = {'imx31': 0x43F08000, 'pb1176': 0x10110000, 'versatile': 0x101D0000,
        'pbxa9': 0x1F002000, 'mpc8540ads': 0xE0000000, 'mpc8548cds': 0xE0000000}
# What is measured: the program spoils it whatever it is.
EVENT = {'l210': 'DRHIT', 'l220': 'DRHIT', 'l2c310': 'DRHIT',
         'arm926pxp-ahb': 'CtArmdRd',
         'e500v1': 'INSTR_COMPLETED', 'e500v2': 'INSTR_COMPLETED',
         'mpc8540': 'CCB_CYCLES', 'mpc8548': 'CCB_CYCLES'}
# Kinds of registers, by their names without numbers, and what is written.
SPOILS = {
    # By CP14 and CP15: enable, and both resets, as a benchmark's macro does.
    'PMNC': 'old | 6', 'CCNT': '0', 'PMN': '0xfffffff0',
    # PMUv3
    'PMCR_EL': 'old | 6', 'PMCNTENSET_EL': '~0', 'PMCNTENCLR_EL': '~0',
    'PMOVSSET_EL': '~0', 'PMCCNTR_EL': '0', 'PMEVCNTR_EL': '12345',
    'PMXEVCNTR_EL': '12345', 'PMEVTYPER_EL': 'old ^ 3',
    'PMXEVTYPER_EL': 'old ^ 3', 'PMCCFILTR_EL': '1u << 31',
    'PMINTENSET_EL': '~0',
    # The same registers of ARMv7-A
    'PMCR': 'old | 6', 'PMCNTENSET': '~0', 'PMCNTENCLR': '~0', 'PMCCNTR': '0',
    'PMXEVTYPER': 'old ^ 3', 'PMXEVCNTR': '12345', 'PMINTENSET': '~0',
    # L210, L220, L2C-310
    'EMMC': 'old ^ 1', 'EMCC': 'old ^ 4',
    'ECR': 'old ^ 1', 'ECFGR': 'old ^ 4', 'EVR': '12345', 'IMR': 'old ^ 1',
    # AHB
    'GxiPageSize': 'old ^ 1', 'Threshold': 'old ^ 1', 'AHBMONCtrlReg': 'old ^ 1', 'AHBMONRstCtrs': '1', 'AHBMONPrstCtrs': '1',
    # e500, and the device's
    'PMGC': '1u << 31', 'PMLCa': '1u << 31', 'PMLCb': '3', 'PMC': '12345',
    'PMLCA': '1u << 31', 'PMLCB': '1u << 18', 'PMC_WORD': '12345',
}
# What changes nothing: who may look and at what, what only clears when there
# is something to clear, what counts by software, what no write reaches.
SPARES = {
    'ACCVAL': '1', 'PMSELR_EL': '1', 'PMUSERENR_EL': '1', 'PMSWINC_EL': '1',
    'PMOVSCLR_EL': '~0', 'PMINTENCLR_EL': '~0',
    'PMSELR': '1', 'PMUSERENR': '1', 'PMSWINC': '1', 'PMOVSR': '~0',
    'PMINTENCLR': '~0',
    'EMC': '1', 'EMCS': '~0', 'ICR': '~0', 'MISR': '1', 'RISR': '1', 'Ct': '12345',
}
# A program that writes them ends there.
READ_ONLY = {'PMCEID_EL', 'PMMIR_EL', 'ID_AADFR_EL', 'MIDR_EL', 'UPMGC',
             'UPMLCa', 'UPMLCb', 'UPMC'}

PROGRAM = '''
static volatile unsigned spun;

__attribute__((noinline)) void work(void)
{
	for (unsigned i = 0; i < 500; i++)
		spun += i;
}

__attribute__((noinline)) void meddle(void)
{
	unsigned long old = 0;

	(void)old;
	%s
}

int main(void)
{
	work();
	meddle();
	work();
	return 0;
}
'''


def kind(name):
    for start in ('Ct', 'Threshold'):
        if name.startswith(start):
            return start
    return re.sub(r'\d', '', name)


def statement(place, value, base):
    """C that reads the register into `old` and writes the value."""
    if place.startswith('S'):
        reg = place
        return (f'__asm__ volatile("mrs %0, {reg}" : "=r"(old));'
                f'__asm__ volatile("msr {reg}, %0; isb" : : '
                f'"r"((unsigned long)({value})));')
    if place.startswith('p1'):
        reg = place.replace('Rd', '%0')
        return (f'__asm__ volatile("mrc {reg}" : "=r"(old));'
                f'__asm__ volatile("mcr {reg}" : : '
                f'"r"((unsigned long)({value})));')
    if place.startswith('PMR'):
        reg = place.split()[1]
        return (f'__asm__ volatile("mfpmr %0, {reg}" : "=r"(old));'
                f'__asm__ volatile("mtpmr {reg}, %0" : : '
                f'"r"((unsigned long)({value})));')
    offset = int(place.split()[0].split('+')[1], 16)
    return (f'volatile unsigned *r = (volatile unsigned *){base + offset:#x};'
            f'old = *r; *r = (unsigned)({value});')


def without_reading(text):
    return re.sub(r'__asm__ volatile\("mrs [^;]*;', '', text)


class GuestWrites(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def tally(self, *words, code=0):
        done = subprocess.run([TALLY, *words], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def listed(self, *words):
        document = json.loads(self.tally('list', *words, '--json').stdout)
        return document[words[0]]

    def boards(self):
        for row in json.loads(self.tally('board', '--json').stdout)['boards']:
            line = self.tally('board', row['name'], '--cc').stdout.strip()
            if shutil.which(shlex.split(line)[0]):
                yield row['name'], row['monitor'], line

    def build(self, line, text):
        source = os.path.join(self.folder.name, 'meddle.c')
        elf = os.path.join(self.folder.name, 'meddle.elf')
        with open(source, 'w', encoding='utf-8') as to:
            to.write(PROGRAM % text)
        words = [{'prog.c': source, 'prog.elf': elf}.get(word, word)
                 for word in shlex.split(line)]
        done = subprocess.run(words, cwd=SOURCE, text=True, check=False,
                              stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 0, done.stderr)
        return elf

    def measured(self, board, monitor, elf, *more):
        """Exit status and document."""
        event = EVENT.get(monitor, 'cycles')
        done = subprocess.run(
            [TALLY, 'stat', '-t', 'board:' + board, '-m', monitor, '-e', event,
             '--json', *more, elf], stdin=subprocess.DEVNULL, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60,
            check=False)
        return done.returncode, (json.loads(done.stdout) if done.stdout
                                 else done.stderr)

    def one(self, board, monitor, line, row):
        name, what = row['name'], kind(row['name'])
        if what in READ_ONLY:
            return
        value = SPOILS.get(what, SPARES.get(what))
        self.assertIsNotNone(value, f'is a write of {name} one that spoils?')
        text = statement(row['place'], value, BASE.get(board, 0))
        if what == 'PMSWINC_EL':
            text = without_reading(text)
        status, document = self.measured(board, monitor,
                                         self.build(line, text))
        if isinstance(document, str): # so much that nothing can be read
            self.assertEqual(status, 1)
            self.assertRegex(document, rf'the program itself wrote {name} at '
                             r'0x[0-9a-f]+ \(meddle\+0x')
            return
        wrote = document['program_wrote']
        if what in SPARES:
            self.assertEqual((status, document['trusted'], wrote),
                             (0, True, []))
            return
        self.assertEqual((status, document['trusted']), (1, False), document)
        self.assertEqual([(w['monitor'], w['register']) for w in wrote],
                         [(monitor, name)])
        self.assertRegex(wrote[0]['where'], r'^0x[0-9a-f]+ \(meddle\+0x')
        for event in document['events']:
            self.assertIn('untrusted', event['doubts'])
            self.assertEqual(event['why'], f'the program wrote {name}')

    def test_each_kind_of_register(self):
        tried = 0
        for board, monitors, line in self.boards():
            for monitor in monitors.split(','):
                seen = set()
                for row in self.listed('registers', '-m', monitor):
                    if kind(row['name']) in seen:
                        continue
                    # Behind a select register: "p15,... (PMSELR=0)".  It is
                    # written through the one that has the place alone.
                    if row['place'].endswith(')'):
                        continue
                    seen.add(kind(row['name']))
                    with self.subTest(board=board, register=row['name']):
                        self.one(board, monitor, line, row)
                        tried += 1
        if not tried:
            self.skipTest('no cross compiler is here')
