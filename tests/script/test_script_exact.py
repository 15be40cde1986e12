#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_script_exact.py TALLY FIRMWARE_DIR [unittest arguments]

The C of `tally script --as c --exact`, which is a program of tally/fixed.h with
that text in it: for every monitor it compiles alone, or is refused; on every
board it counts what `tally stat` counts from outside, goes on exactly over
overflows, and puts back what it found."""
import functools
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

from tally_command import differing

TALLY = FIRMWARE = ''
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tools'))
import cross  # noqa: E402
TIMEOUT = 120

# An optimiser takes most of a compiler's time; who comes upon the same lines
# again leaves it out.
PLAINLY = '-O0'
ALONE = ['-std=c11', '-O2', '-Wall', '-Wextra', '-Werror', '-Wconversion',
         '-Wshadow', '-ffreestanding']
PLUSPLUS = ['-xc++', '-std=c++17', '-fsyntax-only', '-Wall', '-Wextra', '-Werror',
            '-ffreestanding']
ARM = ['-mcpu=arm1176jzf-s', '-mfloat-abi=soft']
ARMV7 = ['-mcpu=cortex-a9', '-mfloat-abi=soft']
CORTEX_M = ['-mcpu=cortex-m4', '-mthumb', '-mfloat-abi=soft']
CLANG = {'arm': ['--target=arm-none-eabi', *ARM],
         'armv7': ['--target=arm-none-eabi', *ARMV7],
         'm': ['--target=arm-none-eabi', *CORTEX_M],
         'a64': ['--target=aarch64-none-elf'],
         'ppc': ['--target=powerpc-none-eabi']}
COMPILERS = {'arm': ['arm-none-eabi-gcc', *ARM],
             'armv7': ['arm-none-eabi-gcc', *ARMV7],
             'm': ['arm-none-eabi-gcc', *CORTEX_M],
             'a64': ['aarch64-linux-gnu-gcc'],
             'ppc': ['powerpc-linux-gnu-gcc', '-mcpu=8548', '-msoft-float']}
# A monitor's first way to its registers, which cores have it; of others a file
# of cross/ has the compiler.
WAYS = {'CP14': 'arm', 'CP14_XSC2': 'arm', 'CP15': 'arm', 'MMIO': 'arm', 'A32': 'armv7', 'A64': 'a64',
        'PMR': 'ppc', 'MMIO_BE': 'ppc'}
# A core's own monitor in memory, which counts one thing.
CYCLES_ALONE = {'dwt': 'm'}
# Where monitors in memory are; an event of theirs that the guest's work makes.
CCSRBAR = [f'-D{name}_CCSRBAR=0xE0000000u'
           for name in ('SCRIPT', 'TWO', 'OTHER', 'TALLY')]
# ARM's main ID does not tell these apart from another core's monitor.
ANY_CORE = {'pmuv3'}
DEVICES = {'mpc8540': 'L2_CORE_D_HIT', 'mpc8548': 'L2_CORE_D_HIT'}
# Where the controllers of second-level caches are.
CACHES = {'l210': 0x43F08000, 'l220': 0x10110000, 'l2c310': 0x1F002000}
# The status of open() and close(), of enum tally_status.
OK, BUSY, ABSENT, STATE = 0, -6, -7, -8
CACHE_SAYS = {'open': OK, 'open_again': STATE, 'zero': 0, 'close': OK,
              'close_again': STATE, 'free': OK, 'config': 4, 'busy': BUSY,
              'forced': OK, 'stands': 0, 'runs': 1}
STOPS = {'count': 77, 'below_half': 0x7FFFFFFF, 'above_half': 0x80000010,
         'emptied': 0, 'kept': 0x80000010, 'and_more': 0x80000015, 'top': 1,
         'stays_lost': 1, 'begins_anew': 0}
# The compiler's, for what a core has no instruction for.
HELPERS = re.compile(r'__aeabi_(?!mem)\w+|__(ash|lsh)[lr]di3|'
                     r'_(save|rest)gpr_\w+')
LINES = 4096  # that it reads
# MOV, 100 turns of two, and the return; and the call.
# The most platform clocks between a clock's reads and the writes beside them.
BESIDE = 125
WORK = 1 + 2 * 100 + 1
CALL = 1
EXPECTED = {
    'open': OK, 'open_again': STATE, 'zero': 0, 'net': WORK + CALL,
    'net_again': WORK + CALL, 'cycles_run': 1, 'close': OK,
    'close_again': STATE, 'closed_overflow': STATE,
    'at_top': 1, 'over_pending': 1, 'wrapped_pending': 1, 'handled': 1,
    'handled_raw': 1, 'handled_twice': 1, 'over_handled': 1, 'running': 1,
    'wrapped': 2, 'zero_again': 0,
    'busy': BUSY, 'free': OK, 'restored': 1, 'forced': OK, 'runs_again': BUSY,
    'two_first': OK, 'two_second': STATE, 'two_close': OK, 'two_other': OK,
    'two_wrong': STATE, 'two_done': OK,
}


def tally(*arguments, good=True):
    return subprocess.run([TALLY, *arguments], check=good, text=True,
                          capture_output=True, timeout=TIMEOUT)


def architecture(row):
    """By the first of the monitor's ways to its registers."""
    way = row['native'].split()[0]
    if way not in WAYS:
        WAYS[way] = way
        COMPILERS[way] = cross.compiler_of(way)
        CLANG[way] = (COMPILERS[way][1:] if COMPILERS[way][0] == 'clang'
                      else None)
    return WAYS[way]


@functools.cache
def monitors():
    """{name: the architecture of the cores that have it}"""
    rows = differing(
        json.loads(tally('list', 'monitors', '--json').stdout)['monitors'])
    return {row['monitor']: CYCLES_ALONE.get(
        row['monitor'], architecture(row)) for row in rows}


def script(monitor, *words, good=True):
    mapped = ['--map', 'own'] if monitor.endswith('-ahb') else []
    return tally('script', '-m', monitor, '--as', 'c', *words, *mapped,
                 good=good)


@functools.cache
def exact(monitor):
    """Its C for two passes; None where it is refused, and why."""
    plan = json.loads(tally('plan', '-m', monitor, '-e', 'all',
                            '--json').stdout)['plan']['pass']
    one, *more = [list(row.values()) for row in plan]
    two = [event for event in sum(more, []) if event not in one][:1]
    done = script(monitor, '--exact', '--name', 'two', '-e',
                  ','.join(one + two), good=False)
    return done.stdout if done.returncode == 0 else None, done.stderr


def boards(caches=False):
    """Each board with each of its monitors that has this form: caches'
    controllers, or the others."""
    for row in json.loads(tally('board', '--json').stdout)['boards']:
        for monitor in row['monitors']:
            if exact(monitor)[0] and caches == (monitor in CACHES):
                yield row['name'], monitor


class Exact(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.where = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.where)

    def compile(self, text, *line):
        source = self.where / 'alone.c'
        source.write_text(text)
        done = subprocess.run([*line, *CCSRBAR, '-DTWO_BASE=0x10000000u', '-c',
                               str(source), '-o',
                               str(self.where / 'alone.o')], text=True,
                              capture_output=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)

    def asked_for(self):
        """What the object asks of others, but for the compiler's helpers."""
        names = subprocess.run(
            ['nm', '-u', '--format=just-symbols', self.where / 'alone.o'],
            text=True, capture_output=True, timeout=TIMEOUT,
            check=True).stdout.split()
        return [name for name in names if not HELPERS.fullmatch(name)]

    def test_every_monitor_stands_alone_or_is_refused(self):
        refused = set()
        for monitor in monitors():
            with self.subTest(monitor=monitor):
                text, why = exact(monitor)
                if text is None:
                    self.assertIn(f'--exact: not for {monitor}, ', why)
                    refused.add(monitor)
                    continue
                self.assertEqual('two_pass2_open' in text,
                                 monitor not in CYCLES_ALONE)
                self.assertNotIn('#include <tally', text)
                arch = monitors()[monitor]
                self.compile(text, *COMPILERS[arch], *ALONE)
                self.assertEqual(self.asked_for(), [])
                if arch.startswith('arm'):
                    self.compile(text, *COMPILERS[arch], *ALONE, '-mthumb',
                                 PLAINLY)
                if CLANG[arch]:
                    self.compile(text, 'clang', *CLANG[arch], *PLUSPLUS)
        self.assertEqual(refused, {'arm926pxp-ahb'})

    def test_options_and_interrupts_stand_alone(self):
        for monitor, *words in (('arm1156', '--divide', '--interrupt', 'fiq'),
                                ('arm1176', '--user', '--export'),
                                ('cortex-a9', '--divide', '--user'),
                                ('pmuv3', '--interrupt', 'irq'),
                                ('e500v2', '--freeze', '--interrupt', 'irq'),
                                ('e500v1', '-e', 'INSTR_COMPLETED:w'),
                                ('pmuv3', '-e', 'INST_RETIRED:w')):
            with self.subTest(monitor=monitor):
                text = script(monitor, '--exact', '-e', 'cycles',
                              *words).stdout
                self.compile(text, *COMPILERS[monitors()[monitor]],
                             *ALONE)

    def files(self, monitor):
        """Its C in two files, made twice, since the first is Tally's own."""
        for _ in range(2):
            done = script(monitor, '--exact', '--name', 'two', '-e', 'all',
                          '-o', self.where / 'own.c')
            self.assertEqual((done.stdout, done.stderr), ('', ''))
        return ((self.where / 'own.c').read_text(),
                (self.where / 'own.h').read_text())

    def test_a_second_file_includes_the_header(self):
        for monitor in ('arm1176', 'pxa250', 'cortex-a9', 'pmuv3', 'e500v2',
                        'l210'):
            with self.subTest(monitor=monitor):
                source, header = self.files(monitor)
                calls = re.findall(r'^(.*) (two_\w+)\((.*)\);$', header,
                                   re.M)
                self.assertGreater(len(calls), 5)
                self.link(COMPILERS[monitors()[monitor]], calls)

    def link(self, line, calls):
        """All that the header declares is called from a file, as C and C++."""
        lines = '\n\t'.join(
            f'(void){call}({"" if asks == "void" else "0"});'
            if kind != 'void' else f'{call}();'
            for kind, call, asks in calls)
        (self.where / 'second.c').write_text(
            '#include "own.h"\n#include "own.h"\n'
            f'void use(void);\nvoid use(void)\n{{\n\t{lines}\n}}\n')
        self.call('clang', *PLUSPLUS, '--target=arm-none-eabi',
                  self.where / 'second.c')
        places = [*CCSRBAR, '-DTWO_BASE=0x10000000u']
        # Where nothing is optimised, a variable is set by a function.
        self.call(*line, *ALONE, PLAINLY, '-Wmissing-prototypes', '-fno-pie',
                  *places, '-Wl,--defsym=memset=0', '-nostdlib', '-static', '-no-pie', '-Wl,-e,use',
                  self.where / 'own.c', self.where / 'second.c', '-o',
                  self.where / 'own.elf', '-lgcc')

    def call(self, *line):
        done = subprocess.run([str(word) for word in line], text=True,
                              capture_output=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_file_of_somebody_else_stays(self):
        for ending in 'c', 'h':
            mine = self.where / f'mine.{ending}'
            mine.write_text('int mine;\n')
            done = script('arm1176', '--exact', '-e', 'cycles', '-o',
                          self.where / 'mine.c', good=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f'mine.{ending}: that is source that Tally has not '
                          'written', done.stderr)
            self.assertEqual(mine.read_text(), 'int mine;\n')
            mine.unlink()
            self.assertEqual(list(self.where.glob('mine.*')), [])

    def write(self, monitor):
        """The files of one guest; the macros that it asks for."""
        event = DEVICES.get(monitor, 'instructions')
        texts = {
            'script': script(monitor, '--exact', '--name', 'script', '-e',
                             event).stdout,
            'other': script(monitor, '--name', 'other', '--interrupt', 'irq',
                            '-e', event).stdout,
            'two': exact(monitor)[0]}
        for name, text in texts.items():
            (self.where / f'{name}.c').write_text(text)
        places = re.search(r'enum \{(.*?)\};', texts['script'], re.S).group(1)
        names = re.findall(r'^\t(SCRIPT_\w+),$', places, re.M)
        instructions = next(name for name in names
                            if 'INST' in name or name.endswith(event))
        cycles = next(name for name in names if 'CYCLES' in name)
        counter = self.counter(texts['other'], instructions)
        saved = re.search(r'void other_save\((\w+) ', texts['other']).group(1)
        bits = 31 if monitors()[monitor] == 'ppc' else 32
        return [f'-DINSTRUCTIONS={instructions}', f'-DSCRIPT_CYCLES_={cycles}',
                f'-DREAD=(uint32_t)other_read_{counter}',
                f'-DWRITE=other_write_{counter}', f'-DBITS={bits}',
                f'-Dother_saved_type={saved}',
                *['-DDEVICE'] * (monitor in DEVICES)]

    @staticmethod
    def counter(text, value):
        """The counter's register, as the script without --exact reads it."""
        return re.search(rf'values\[{value.replace("SCRIPT", "OTHER")}\] =\s+'
                         r'(?:\(\w+\))?\(?other_read_(\w+)\(', text).group(1)

    def build(self, board, monitor, *flags):
        macros = self.write(monitor)
        line = shlex.split(tally('board', board, '--cc', 'guest.c').stdout)
        line[line.index('guest.c')] = str(ROOT / 'tests/script/exact_guest.c')
        line[-1] = str(self.where / f'{board}.elf')
        done = subprocess.run([*line, f'-I{self.where}', *CCSRBAR, *macros, *flags],
                              text=True, capture_output=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        return line[-1]

    def run_on(self, board, monitor, *flags):
        done = tally('board', board, self.build(board, monitor, *flags))
        self.assertIn('program exited with status 0 ', done.stderr)
        return {name: int(number) for name, number in
                (line.split() for line in done.stdout.splitlines())}

    def test_counts_over_overflows_and_leaves_as_found(self):
        """And as `tally stat` from outside: there the window is the function
        alone, without its call."""
        for board, monitor in boards():
            with self.subTest(board=board, monitor=monitor):
                said = self.run_on(board, monitor)
                event = DEVICES.get(monitor)
                out = tally('stat', '-t', f'board:{board}', '--region', 'work',
                            '-e', f'{monitor}:{event}' if event else
                            'instructions', '--json',
                            self.build(board, monitor, '-DPLAIN')).stdout
                stat = max(row['count'] for row in json.loads(out)['events']
                           if row['name'].endswith(event or '') and
                           'cycles' not in row['name'].lower())
                net = stat if event else WORK + CALL
                self.assertEqual(said, EXPECTED | {'net': net,
                                                   'net_again': net})
                if not event:
                    self.assertEqual(stat, WORK)

    def built_for_cache(self, board, monitor):
        text = script(monitor, '--exact', '--name', 'script', '-e',
                      'DRREQ').stdout
        (self.where / 'script.c').write_text(text)
        other = script(monitor, '--name', 'other', '-e', 'DRREQ').stdout
        (self.where / 'other.c').write_text(other)
        counter = self.counter(other, 'SCRIPT_DRREQ')
        stops = counter.startswith('evr')
        control, config = (('ecr', f'ecfgr{counter[-1]}') if stops else
                           ('emmc', f'emcc{counter[-1]}'))
        line = shlex.split(tally('board', board, '--cc', 'guest.c').stdout)
        line[line.index('guest.c')] = str(
            ROOT / 'tests/script/exact_cache_guest.c')
        line[-1] = str(self.where / f'{board}.elf')
        done = subprocess.run(
            [*line, f'-I{self.where}', '-DREADS=SCRIPT_DRREQ',
             f'-DSCRIPT_BASE=0x{CACHES[monitor]:x}u',
             f'-DOTHER_BASE=0x{CACHES[monitor]:x}u',
             f'-DCOUNTER=other_read_{counter}',
             f'-DCONTROL_GET=other_read_{control}',
             f'-DCONTROL_PUT=other_write_{control}',
             f'-DCONFIG_GET=other_read_{config}',
             f'-DCONFIG_PUT=other_write_{config}',
             *[f'-DCOUNTER_PUT=other_write_{counter}'] * stops],
            text=True, capture_output=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        return line[-1], stops

    def test_caches_count_stop_and_are_left_as_found(self):
        """A line more or less is the first level's own choice."""
        tried = 0
        for board, monitor in boards(caches=True):
            with self.subTest(board=board, monitor=monitor):
                elf, stops = self.built_for_cache(board, monitor)
                done = tally('board', board, '--l2', 'on', elf)
                said = dict(line.split() for line in done.stdout.splitlines())
                said = {name: int(number) for name, number in said.items()}
                for net in said.pop('net'), said.pop('net_again'):
                    self.assertLess(abs(net - LINES), 40)
                self.assertEqual(said, CACHE_SAYS | (STOPS if stops else {}))
                tried += 1
        self.assertGreater(tried, 2)

    def test_either_word_of_a_clock_may_be_low(self):
        for board, monitor in boards():
            if monitor in DEVICES:
                with self.subTest(board=board):
                    elf = self.build(board, monitor)
                    done = [tally('board', board, *words, elf).stdout
                            for words in ((), ('--pmc0-upper-first',))]
                    self.assertEqual(*done)
                    self.assertIn('cycles_run 1', done[0])

    def test_a_clock_may_run_on(self):
        """It stands behind the window, and a few clocks are beside one."""
        tried = 0
        for board, monitor in boards():
            if monitor not in DEVICES:
                continue
            with self.subTest(board=board):
                elf = self.build(board, monitor, '-DCLOCK', '-Wno-unused')
                stops, runs = (
                    {name: int(number) for name, number in map(
                        str.split, tally('board', board, *words, elf)
                        .stdout.splitlines())}
                    for words in ((), ('--pmc0-runs-on',)))
                for said in stops, runs:
                    self.assertEqual(said['later'], said['cycles'])
                    self.assertEqual((said['open'], said['close']), (OK, OK))
                more = runs['cycles'] - stops['cycles']
                self.assertGreater(more, 0)
                self.assertLess(more, 2 * BESIDE)
                tried += 1
        self.assertEqual(tried, 2)

    def test_another_core_is_refused(self):
        """Where an ID tells them apart."""
        tried = 0
        for board, monitor in boards():
            others = [other for other, arch in monitors().items()
                      if arch == monitors()[monitor] != 'ppc' and
                      other not in {monitor, *CACHES, *ANY_CORE} and
                      exact(other)[0]]
            if not others:
                continue
            with self.subTest(board=board, other=others[0]):
                self.assertEqual(
                    self.run_on(board, others[0], '-DABSENT', PLAINLY),
                    {'open': ABSENT})
            tried += 1
        self.assertGreater(tried, 3)


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    TALLY, FIRMWARE = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
