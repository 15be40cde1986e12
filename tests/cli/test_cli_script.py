#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_cli_script.py TALLY

`tally script`, as text, JSON and C.  Register values are worked out by hand
from the manuals; that the C does on a board what the library does is in
test_script_guest.py, and what debuggers make of their forms in
test_script_debuggers.py."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from tally_command import arm_core, by_lists, differing

TALLY = 'tally'
# The low bits of PMNC, on ARM11 and the first XScale alike [DAI0195B 2;
# 80200 table 12-3].
E, P, C, D, FLAGS = 1, 2, 4, 8, 0x700


def run(*arguments):
    done = subprocess.run([TALLY, 'script', *arguments], capture_output=True,
                          timeout=60)
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    return done


class Case(unittest.TestCase):
    def good(self, *arguments):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ''), arguments)
        return done.stdout

    def json(self, *arguments):
        document = json.loads(self.good(*arguments, '--json'))
        self.assertEqual(document['schema'], 1)
        return document

    def one_pass(self, *arguments):
        (found,) = self.json(*arguments)['passes']
        return found

    def bad(self, status, *arguments, says):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stdout), (status, ''), done)
        self.assertTrue(done.stderr.startswith('tally script: '))
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, done.stderr)

    def monitors(self):
        done = subprocess.run([TALLY, 'list', 'monitors', '--json'],
                              check=True, capture_output=True)
        return differing(json.loads(done.stdout)['monitors'])


class Cores(Case):
    """Of each core of Arm's lists, which other tests here take a few of."""

    def test_each_is_explained_and_has_a_script(self):
        """Its highest event: by name and by code, and in a script, carried out
        on registers that hold what is written, the counter's type ends as it."""
        for core in by_lists():
            with self.subTest(core=core):
                listed = json.loads(self.tally('list', 'events', '-m', core,
                                               '--json'))['events']
                event = max((row for row in listed if row['code'] is not None),
                            key=lambda row: int(str(row['code']), 0))
                name, code = event['name'], int(str(event['code']), 0)
                told = json.loads(self.tally('explain', core, name, '--json'))
                self.assertIn(name, json.dumps(told))
                self.assertIn(core, self.tally('explain', core))
                found = self.one_pass('-m', core, '-e', name)
                (row,) = [row for row in found['counts']
                          if row['event'] == name]
                held = dict(steps(found['configure'] + found['start']))
                self.assertEqual(
                    held[row['register'].replace('CNTR', 'TYPER')] & 0xffff,
                    code)

    def tally(self, *arguments):
        return subprocess.run([TALLY, *arguments], check=True, text=True,
                              capture_output=True, timeout=60).stdout


def steps(part):
    return [(row['register'], int(row['value'], 0)) for row in part]


def control(events, low):
    """PMNC with event fields 27:20 and 19:12."""
    high_event, low_event = events
    return ('PMNC', high_event << 20 | low_event << 12 | low)


ZEROS = [('CCNT', 0), ('PMN0', 0), ('PMN1', 0)]


class Values(Case):
    """The worked examples ask for one word that clears, selects and starts;
    scripts do it in steps, so that the window is one write."""

    def test_pxa250(self):
        """Events 7 on PMN0, the lower field, and 0 on PMN1: 0x7777 of
        [80200 12.7] is this with interrupts (0x70) and E."""
        found = self.one_pass('-m', 'pxa250', '-e',
                              '{instruction,icache_miss}')
        self.assertEqual([(c['event'], c['counter'], c['code'])
                          for c in found['counts']],
                         [('cycles', 'ccnt', None),
                          ('instruction', 'pmn0', '0x07'),
                          ('icache_miss', 'pmn1', '0x00')])
        wanted = (0x00, 0x07)
        self.assertEqual(control(wanted, FLAGS | C | P | E | 0x70)[1], 0x7777)
        # Stopped with no event selected (0xFF), then all clear.
        self.assertEqual(steps(found['configure']),
                         [control((0xFF, 0xFF), 0),
                          control(wanted, FLAGS | C | P), *ZEROS])
        self.assertEqual(steps(found['start']), [control(wanted, E)])
        self.assertEqual(steps(found['stop']), [control(wanted, 0)])
        self.assertEqual(steps(found['release']),
                         [control((0xFF, 0xFF), 0),
                          control((0xFF, 0xFF), FLAGS | C | P)])

    def test_arm1176(self):
        """Events 7 on PMN0, the higher field, and 0x0B or 0 on PMN1: the
        fields of 0x0070B777 and 0x00700777 [DAI0195B 2].  A flag is cleared
        while E is 1, on the event 0x20 that does not happen."""
        idle = (0x20, 0x20)
        for event, code, word in (('dcache_miss', 0x0B, 0x0070B777),
                                  ('icache_miss', 0x00, 0x00700777)):
            found = self.one_pass('-m', 'arm1176', '-e',
                                  '{instr_exec,%s}' % event)
            wanted = (0x07, code)
            self.assertEqual(control(wanted, 0x777)[1], word)
            self.assertEqual(steps(found['configure']),
                             [control(idle, C | P | E),
                              control(idle, FLAGS | E),
                              control(wanted, C | P), *ZEROS])
            self.assertEqual(steps(found['start']), [control(wanted, E)])
            self.assertEqual(steps(found['stop']), [control(wanted, 0)])

    def test_divide(self):
        found = self.one_pass('-m', 'pxa250', '-e',
                              '{instruction,icache_miss}', '--divide')
        self.assertEqual(steps(found['start']), [control((0, 7), D | E)])
        self.assertEqual([c['times'] for c in found['counts']], [64, 1, 1])
        # Instructions wrap first: one per cycle, in 32 bits.
        self.assertEqual(found['read_within_cycles'], 2 ** 32 - 1)

    def test_divide_in_64_bits(self):
        """PMUv3 divides without LC; the flag is of 32 bits of 64, so none."""
        found = self.one_pass('-m', 'cortex-a53', '-M', 'cpi', '--divide')
        self.assertEqual([int(s['value'], 0) for s in found['start']], [9])
        cycles, = (c for c in found['counts'] if c['event'] == 'cycles')
        self.assertEqual((cycles['times'], cycles['bits'],
                          cycles['overflow_register']), (64, 64, None))

    def all_writes(self, document):
        return [(s['register'], s['value']) for one in document['passes']
                for part in ('configure', 'start') for s in one[part]]

    def test_options_of_every_monitor(self):
        """What a monitor honours changes what is written and is told; what it
        does not is refused by its name."""
        honoured = {}
        for row in self.monitors():
            monitor = row['monitor']
            own = (('--map', 'own') if monitor == 'arm926pxp-ahb' else ())
            words = '-m', monitor, '--json', *own
            plain = self.all_writes(json.loads(run(*words).stdout))
            for option in ('--divide', '--user', '--export', '--freeze',
                           '--interrupt=irq', '--interrupt=fiq',
                           '--interrupt=local', '--interrupt=debug'):
                with self.subTest(monitor=monitor, option=option):
                    extra = (('--interrupt=irq',) if option == '--freeze'
                             else ())
                    done = run(*words, option)
                    if done.returncode:
                        self.assertEqual((done.returncode, done.stdout),
                                         (2, ''))
                        self.assertIn(monitor, done.stderr)
                        continue
                    honoured.setdefault(option, []).append(monitor)
                    document = json.loads(run(*words, option, *extra).stdout)
                    self.assertNotEqual(self.all_writes(document), plain)
                    name, _, value = option[2:].partition('=')
                    if value:
                        self.assertIn(value, [
                            count['interrupt'] for one in document['passes']
                            for count in one['counts']])
                    else:
                        self.assertIs(document[name], True)
        self.assertEqual(honoured['--interrupt=fiq'], ['arm1156'])
        # No core of these has interrupts that are neither.
        self.assertNotIn('--interrupt=local', honoured)
        self.assertNotIn('--interrupt=debug', honoured)
        self.assertEqual(honoured['--freeze'], ['e500v1', 'e500v2', 'mpc8540',
                                                'mpc8548'])
        self.assertIn('pmuv3', honoured['--divide'])
        self.assertIn('arm1176', honoured['--user'])

    def test_the_slides_word(self):
        """0x7777 in two writes: all but the enable, and then that."""
        found = self.one_pass('-m', 'pxa250', '-g', 'icache_efficiency',
                              '--interrupt', 'irq')
        self.assertIn(0x7776, [int(s['value'], 0)
                               for s in found['configure']])
        self.assertEqual([int(s['value'], 0) for s in found['start']],
                         [0x7071])

    def test_cycles_of_a_level(self):
        """PMCCFILTR: P stops EL1, U stops EL0; no other cycles ride then."""
        for words, name, word in (
                (('-e', 'cycles:u'), 'cycles:u', 0x80000000),
                (('-e', '{cortex-a53:cycles:k,MEM_ACCESS}'),
                 'cycles:k', 0x44000000),
                (('-M', 'cycles:k/INST_RETIRED:k'), 'cycles:k', 0x44000000),
                (('-e', 'cycles'), 'cycles', 0x08000000)):
            with self.subTest(words=words):
                found = self.one_pass('-m', 'cortex-a53', *words)
                self.assertIn(name, [c['event'] for c in found['counts']
                                     if c['counter'] == 'pmccntr'])
                wrote = {s['register']: int(s['value'], 0)
                         for s in found['configure']}
                self.assertEqual(wrote['PMCCFILTR_EL0'], word)
        self.bad(1, '-m', 'cortex-a53', '-e', 'cycles:u', '-M', 'cpi',
                 says='cycles and cycles:u need 2 counters')

    def test_limit(self):
        """instr_exec counts up to two per cycle, so half of 2^32 cycles;
        alone, a divided cycle counter takes 64 * 2^32, but instructions
        always ride along."""
        found = self.one_pass('-m', 'arm1176', '-M', 'cpi')
        self.assertEqual(found['read_within_cycles'], 2 ** 31 - 1)

    def test_overflow_bits(self):
        """Flags: CCNT 10, PMN1 9, PMN0 8 on both families."""
        for monitor, events in (('arm1176', '{instr_exec,br_exec}'),
                                ('pxa250', '{instruction,branch}')):
            found = self.one_pass('-m', monitor, '-e', events)
            self.assertEqual(
                {c['counter']: (c['overflow_register'], c['overflow_bit'])
                 for c in found['counts']},
                {'ccnt': ('PMNC', 10), 'pmn0': ('PMNC', 8),
                 'pmn1': ('PMNC', 9)})

    def test_restore(self):
        """All that can be read back is put back: event fields, interrupt
        enables, D, and X where there is one; E last.  Never a flag, C or P,
        which act when written."""
        for monitor, export in (('arm1176', 0x800), ('pxa250', 0)):
            found = self.one_pass('-m', monitor, '-M', 'cpi')
            kept = 0x0FFFF000 | export | 0x70 | D
            self.assertEqual(
                [(r['register'], int(r['mask'], 0))
                 for r in found['restore']],
                [('PMNC', kept), ('CCNT', 0xFFFFFFFF), ('PMN0', 0xFFFFFFFF),
                 ('PMN1', 0xFFFFFFFF), ('PMNC', kept | E)])

    def test_fields(self):
        (start,) = self.one_pass('-m', 'pxa250', '-M', 'cpi')['start']
        self.assertEqual(int(start['fields']['evtCount0'], 0), 7)
        self.assertEqual(int(start['fields']['evtCount1'], 0), 0xFF)
        self.assertEqual(int(start['fields']['E'], 0), 1)
        self.assertEqual(int(start['fields']['C'], 0), 0)

    def test_every_monitor(self):
        """Whatever a monitor is made of: start and stop are one write, or two
        reads where nothing starts it; every counter has its flag or a second
        word, or none of the monitor has; only known registers are touched."""
        flagged = 0
        for row in self.monitors():
            own = (('--map', 'own') if row['monitor'] == 'arm926pxp-ahb'
                   else ())
            document = self.json('-m', row['monitor'], '-M', 'all', '-e',
                                 'all', *own)
            self.assertEqual(len(document['passes']),
                             document['plan']['passes'])
            for found in document['passes']:
                writes = 0 if found.get('differences') else 1
                self.assertEqual((len(found['start']), len(found['stop'])),
                                 (writes, writes))
            counts = [count for found in document['passes']
                      for count in found['counts']]
            told = {(count['overflow_bit'] is not None)
                    + (count['other_word'] is not None) for count in counts}
            self.assertIn(told, ({0}, {1}),
                          f'{row["monitor"]}: each counter has a flag in a '
                          f'register, or a second word, or none has')
            self.assertGreater(min(count['bits'] for count in counts), 0)
            flagged += told == {1}
        self.assertGreater(flagged, 10)


class Text(Case):
    def test_counter_of_its_own(self):
        """It has the event's name, which is not said twice."""
        text = self.good('-m', 'arm926pxp-ahb', '--map', 'own', '-M',
                         'armi_occupancy')
        self.assertTrue(text.startswith('pass 1: CtTotalCyclesNonDebug, '
                                        'CtArmiRd, CtArmiWaitTotal\n'))

    def test_text(self):
        text = self.good('-m', 'pxa250', '-M', 'cpi,icache_miss_rate')
        self.assertTrue(text.startswith(
            'pass 1: cycles on ccnt, instruction on pmn0, '
            'icache_miss on pmn1\n'))
        self.assertIn('  start\n    PMNC = 0x00007001  # evtCount1=0x00'
                      '(icache_miss) evtCount0=0x07(instruction) E=1\n', text)
        self.assertIn('  read\n    cycles      = CCNT\n'
                      '    instruction = PMN0\n'
                      '    icache_miss = PMN1\n', text)
        self.assertIn('\ncpi = cycles / instruction [cycles]\n', text)
        self.assertIn('\nicache_miss_rate = 100 * (icache_miss / instruction)'
                      ' [%]\n', text)
        self.assertIn('counters are 32 bits: read before 4,294,967,295 cycles',
                      text)

    def test_passes(self):
        arguments = ('-m', 'arm1176', '-M', 'cpi,dcache_miss_rate')
        both = self.good(*arguments)
        self.assertEqual(re.findall(r'(?m)^pass (\d):', both), ['1', '2'])
        self.assertIn('cpi = cycles / instr_exec [cycles]; pass 1\n', both)
        second = self.good(*arguments, '--pass', '2')
        self.assertEqual(re.findall(r'(?m)^pass (\d):', second), ['2'])
        self.assertIn('dcache_miss_rate = ', second)
        self.assertNotIn('cpi', second)
        self.assertIn(second.split('\n\n')[0], both)
        self.assertEqual([p['pass'] for p in
                          self.json(*arguments, '--pass', '2')['passes']],
                         [2])

    def test_split(self):
        """Three events on two counters: no pass has them all."""
        text = self.good('-m', 'pxa250', '-M',
                         '(icache_miss+dcache_miss)/branch')
        self.assertIn('formula = (icache_miss+dcache_miss)/branch; from '
                      'several passes\n', text)

    def test_formula_alias(self):
        text = self.good('-m', 'pxa250', '-M', 'cycles/instructions')
        self.assertIn('formula = cycles/instructions; instructions: '
                      'instruction\n', text)

    def test_divide(self):
        text = self.good('-m', 'pxa250', '-M', 'cpi', '--divide')
        self.assertIn('    cycles      = 64 * CCNT\n', text)
        self.assertIn('64 times what the cycle counter holds', text)

    def test_notes(self):
        """Nothing is known of the target: what depends on it is a
        condition."""
        text = self.good('-m', 'arm1176', '-M', 'branch_miss_ratio')
        self.assertRegex(text, r'(?m)^- if branch prediction is off: ')
        text = self.good('-m', 'arm1176', '-M', 'cpi')
        self.assertNotIn('every 64th', text)

    def test_a_write_is_no_comment(self):
        """Nor one of 0 to a register that chooses an event, which is said."""
        asked = '-m', 'l220', '-e', 'DRHIT'
        (found,) = json.loads(self.good(*asked, '--as', 'json'))['passes']
        writes = sum(len(found[part]) for part in ('configure', 'start',
                                                   'stop', 'release'))
        for form, write in (('gdb', r'(?m)^  tally_write_\w+ 0x[0-9a-f]{8}$'),
                            ('openocd', r'(?m)^    tally_write_\w+ 0x')):
            text = self.good(*asked, '--as', form)
            text = text[:text.index('tally_save')]
            self.assertEqual(len(re.findall(write, text)), writes, form)

    def test_practice_says_what_no_text_has(self):
        """The memory class of e500's registers; others' are established."""
        for monitor, says in (('e500v2', 'NOT ESTABLISHED: that the memory '
                               'class'), ('arm1176', 'digits behind C15:'),
                              ('pxa250', 'digits behind C14:'),
                              ('pmuv3', 'digits behind SPR:')):
            text = self.good('-m', monitor, '-M', 'cpi', '--as', 'practice')
            self.assertIn('TRACE32 itself has not run', text)
            self.assertIn(says, text)

    def test_a_formula_stays_a_comment(self):
        """However it was typed, it cannot become a command."""
        for form in ('gdb', 'openocd'):
            text = self.good('-m', 'pxa250', '-M', 'cycles\n/\ninstruction',
                             '--as', form)
            self.assertIn('# formula = cycles / instruction\n', text)


class Usage(Case):
    def test_errors(self):
        cpi = ('-m', 'arm1176', '-M', 'cpi')
        self.bad(2, '-m', 'arm1167', '-M', 'cpi', says='did you mean arm1176')
        self.bad(2, '-M', 'cpi', says='say which monitor with -m')
        self.bad(2, '-m', 'arm1176', '-M', 'cip', says='did you mean cpi?')
        self.bad(2, '-m', 'arm1176', '-e', 'br_exce',
                 says='did you mean br_exec?')
        self.bad(2, *cpi, '--as', 'jsn', says='did you mean json?')
        self.bad(2, *cpi, '--as', 'fortran', says='text, c, gdb, openocd, practice')
        self.bad(2, *cpi, '--as', 'c', '--json',
                 says='--as and --json: the result has one form')
        self.bad(2, *cpi, '--as', 'c', '--as', 'gdb',
                 says='--as is given twice')
        self.bad(2, *cpi, '--name', 'x', says='--as c, gdb, openocd and')
        self.bad(2, *cpi, '--via', 'tally', says='--via is for --as gdb')
        self.bad(2, *cpi, '--as', 'gdb', '--via', 'jlink', says='there are')
        for name in ('', '9lives', 'a-b', 'a b', 'x' * 41):
            self.bad(2, *cpi, '--as', 'c', '--name', name, says='--name')
        self.bad(2, *cpi, '--pass', '2', says='the plan has 1 pass\n')
        self.bad(2, *cpi, '--pass', '0', says='--pass: 0 is not one of 1 to 1000')
        self.bad(2, *cpi, 'prog.elf', says='a script needs no program')
        self.bad(2, *cpi, '--passs', '1', says='did you mean --pass?')

    def test_planner(self):
        """Three events cannot share two counters."""
        self.bad(1, '-m', 'arm1176', '-e', '{instr_exec,br_exec,dcache_miss}',
                 says=['instr_exec', 'br_exec', 'dcache_miss'])
        self.bad(1, '-m', 'arm1176', '-e', 'br_exec,dcache_miss,dtlb_miss',
                 '--max-passes', '1', says='1')

    def test_help(self):
        lines = self.good('--help').splitlines()
        self.assertLessEqual(len(lines), 24)
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertEqual(lines[-3], 'Examples:')
        for line in lines[-2:]:
            words = line.split('>')[0].split()
            self.assertEqual(words[:2], ['tally', 'script'])
            self.good(*words[2:])


WARNINGS = ('-std=c11', '-Wall', '-Wextra', '-Werror', '-pedantic',
            '-ffreestanding', '-O2', '-Wmissing-prototypes', '-Wconversion')

class CForm(Case):
    def test_compiles_alone(self):
        compiler = shutil.which('arm-none-eabi-gcc')
        if not compiler:
            self.skipTest('arm-none-eabi-gcc is not installed')
        for row in self.monitors():
            if not row['native'].startswith('CP'):
                continue  # it asks for what only the program can give
            text = self.good('-m', row['monitor'], '-M', 'all', '--as', 'c',
                             '--name', 'pmu')
            with tempfile.TemporaryDirectory() as where:
                path = os.path.join(where, 'pmu.c')
                with open(path, 'w') as file:
                    file.write(text)
                for state in ('-marm', '-mthumb'):
                    done = subprocess.run(
                        [compiler, *WARNINGS, f'-mcpu={arm_core(row)}', state,
                         '-c', path, '-o', path + '.o'],
                        capture_output=True, text=True)
                    self.assertEqual((done.returncode, done.stderr), (0, ''))

    def test_a_register_of_two(self):
        """Of a core of AArch32 alone the cycles are read whole, by MRRC; who has
        no word for that is refused with the reason."""
        words = ('-m', 'cortex-r52', '-e', 'INST_RETIRED', '--as')
        text = self.good(*words, 'c')
        for access in 'mrrc', 'mcrr':
            self.assertIn(f'{access} p15, 0, %Q0, %R0, c9', text)
        for form in 'openocd', 'practice':
            self.bad(1, *words, form, says='PMCCNTR of pmuv3a32/cortex-r52')
        compiler = shutil.which('arm-none-eabi-gcc')
        if not compiler:
            self.skipTest('arm-none-eabi-gcc is not installed')
        for state in '-marm', '-mthumb':
            subprocess.run([compiler, *WARNINGS, '-mcpu=cortex-r52', state,
                            '-xc', '-c', '-', '-o', os.devnull],
                           input=text, text=True, check=True)

    def test_start_is_one_instruction(self):
        """A constant and one MCR, nothing before or after."""
        text = self.good('-m', 'arm1176', '-M', 'cpi', '--as', 'c')
        body = text.split('void tally_start(void)\n{\n')[1].split('}')[0]
        self.assertEqual(re.findall(r'tally_\w+\(.*\);', body),
                         ['tally_write_pmnc(0x00720001u);'])

    def test_width(self):
        """Comments keep to the page."""
        for row in self.monitors():
            if row['monitor'][:4] in ('l210', 'l220', 'arm9'):
                continue  # no C yet for registers in memory
            text = self.good('-m', row['monitor'], '-M', 'all', '--as', 'c')
            lines = [line.expandtabs(8) for line in text.splitlines()]
            self.assertLessEqual(max(map(len, lines)), 80)


class Words(Case):
    """Words within a script's own code, which no write shows."""

    def test_gdb_looks_at_each_mask(self):
        """tally_kept, calculated as GDB does, for every word of three bits:
        one that is kept, one whose 1 sets, one whose 1 clears."""
        text = self.good('-m', 'arm1176', '-e', 'dcache_miss', '--as', 'gdb')
        lines = re.findall(r'^  set \$tally_wrong = (.*)$',
                           text[text.index('define tally_kept\n'):
                                text.index('  if $tally_wrong\n')], re.M)
        self.assertEqual(len(lines), 3)
        for value in range(8):
            for found in range(8):
                said = {'value': value, 'found': found, 'arg1': 1, 'arg2': 2,
                        'arg3': 4, 'wrong': 0}
                for line in lines:
                    said['wrong'] = eval(  # of our own command
                        re.sub(r'\$(?:tally_)?(\w+)', r'\1', line), {}, said)
                self.assertEqual(said['wrong'],
                                 (value ^ found) & 1 | value & ~found & 2 |
                                 value & found & 4, (value, found))

    def test_what_an_overflow_froze_is_started(self):
        """By the folded form, which is told of it."""
        asked = ('-m', 'e500v2', '-e', 'INSTR_COMPLETED', '--as', 'c',
                 '--exact')
        setup = 'tally_slot, TALLY_FREEZE);'
        self.assertIn(setup, self.good(*asked, '--freeze'))
        self.assertNotIn(setup, self.good(*asked))


class Behind(Case):
    """A counter behind a select register: chosen, used, and put back."""
    ASKED = ('-m', 'cortex-a8', '-e', 'INST_RETIRED,L1D_CACHE', '--as')

    def test_c(self):
        text = self.good(*self.ASKED, 'c')
        for n in (0, 1):
            self.assertIn(f'_read_pmevcntr{n}(void)\n{{\n'
                          '\tuint32_t held = tally_read_pmselr(), value;\n\n'
                          f'\ttally_write_pmselr({n}u);\n'
                          '\tvalue = tally_read_pmxevcntr();\n'
                          '\ttally_write_pmselr(held);\n', text)
        self.assertIn('isb\\n\\tmcr p15, 0, %0, c9, c12, 5\\n\\tisb', text)

    def test_openocd(self):
        text = self.good(*self.ASKED, 'openocd')
        for n in (0, 1):
            self.assertIn(f'proc tally_write_pmevtyper{n} {{value}} {{ '
                          'set held [tally_read_pmselr]; '
                          f'tally_write_pmselr {n}; '
                          'tally_write_pmxevtyper $value; '
                          'tally_write_pmselr $held }\n', text)
        self.assertIn('arm mrc 15 0 9 13 2', text)

    def test_gdb(self):
        text = self.good(*self.ASKED, 'gdb')
        for n in (0, 1):
            self.assertIn('  set $tally_held = $pmselr\n'
                          f'  set $pmselr = {n}\n'
                          '  maintenance flush register-cache\n'
                          '  set $tally_value = $pmxevcntr\n'
                          '  set $pmselr = $tally_held\n', text)
        self.assertNotIn('$pmevcntr', text)

    def test_gdb_by_the_names_of_a_server(self):
        """Those have a name for each register, and none of a window."""
        for via, place in (('tally', '$cortex_a8_pmevcntr{}'),
                           ('qemu', '$PMEVCNTR{}')):
            text = self.good(*self.ASKED, 'gdb', '--via', via)
            for n in (0, 1):
                self.assertIn(f'= {place.format(n)}\n', text)
            self.assertNotRegex(text, r'(?i)\$\w*pmxev')

    def test_json(self):
        counts = self.json(*self.ASKED[:-1])['passes'][0]['counts']
        self.assertEqual(
            [(c.get('select'), c.get('number'), c.get('window'))
             for c in counts if c['event'] != 'cycles'],
            [('PMSELR', n, 'PMXEVCNTR') for n in (0, 1)])

    def test_text(self):
        self.assertIn('- PMEVCNTR1 is PMXEVCNTR while PMSELR is 1',
                      self.good(*self.ASKED, 'text'))


if __name__ == '__main__':
    if len(sys.argv) < 2 or sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    TALLY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
