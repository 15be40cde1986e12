# SPDX-License-Identifier: MIT
"""usage: tap.py test_server_errors.py TALLY=COMMAND FIRMWARE=FOLDER

The rows of doc/errors.md that need a debug server: each is made to happen, by
a server that lies, by a core that is ill, or by a board's own server."""
import os
import pathlib
import re
import shlex
import subprocess

import error_cases
import tally_command
from error_rows import SERVER, rows_of
from gdb_core import Core
from gdb_liar import Liar, frame, plain
from openocd_liar import OpenOcd, Tcl
from openocd_view import Live, View

TALLY = ''
FIRMWARE = ''
GUEST = pathlib.Path(__file__).with_name('regions_guest.c')
STAT = 'stat', '-t', 'board:pb1176'


def setUpModule():
    tally_command.TALLY = TALLY
    Errors.firmware = FIRMWARE


def over_gdb(target):
    return 'stat', '-t', 'gdb:' + target, '--region', '0x0..0x4',\
        '@good'


COMMANDS = {
    'inside-board': (*STAT, '--inside', '--region', 'crc32', '%crc32'),
    'inside-one': (*STAT, '--inside', '%crc32'),
    'inside-interval': (*over_gdb(':1,arm1176,scratch=0,clock=1e6')[:3],
                        '--region', 'main', '--inside', '-I', '1ms', '%crc32'),
    'gdb-place': over_gdb('x'),
    'gdb-none': over_gdb(':1'),
    'gdb-monitor': over_gdb(':1,arm1177'),
    'gdb-many': over_gdb(':1,arm1176,arm1136,pxa250,e500v1,cortex-a9'),
    'gdb-base': over_gdb(':1,l220'),
    'gdb-base-number': over_gdb(':1,l220=x'),
    'gdb-core': over_gdb(':1,arm1176=3'),
    'gdb-stub': over_gdb(':1,arm1176,access=stub'),
    'gdb-scratch-number': over_gdb(':1,arm1176,scratch=y'),
    'gdb-scratch-size': over_gdb(':1,arm1176,scratch=0x9000+64'),
    'gdb-access': over_gdb(':1,arm1176,access=y'),
    'gdb-core-name': over_gdb(':1,arm1176,core=a b'),
    'gdb-clock-number': over_gdb(':1,arm1176,clock=z'),
    'gdb-options': (*over_gdb(':1,arm1176,scratch=1'), '--jitter', '3'),
    'gdb-host': over_gdb(':x,l220=0'),
    'gdb-line': over_gdb('/dev/none,l220=0'),
    'gdb-program': over_gdb('|exit 3,l220=0'),
    'gdb-refused': over_gdb(':1,l220=0'),
    'openocd-place': ('stat', '-t', 'openocd:x', '--region', '0x0..0x4',
                      '@good'),
    'openocd-refused': ('stat', '-t', 'openocd::1,l220=0', '--region',
                        '0x0..0x4', '@good'),
    'live-gdb': over_gdb(':1,l220=0,live'),
    'live-name': ('stat', '-t', 'openocd::1,l220=0,live=a b', '@good'),
    'stat-seconds': ('stat', '-t', 'openocd::1,l220=0,live', '--seconds', 'x',
                     '@good'),
    'stat-seconds-region': (*over_gdb(':1,arm1176,clock=1e6')[:3],
                            '--region', 'main', '--seconds', '1', '%crc32'),
    'stat-seconds-ends': (*STAT, '--seconds', '1', '%crc32'),
    'gdb-machine': (*over_gdb(':1,l220=0')[:-1], '@mips'),
}

# What a server of GDB answers to packets that begin so; all else as a core
# that stands at 0x8000.
LIARS = {
    'gdb-silent': {'q': b'+'},
    'gdb-closed': {'q': None},
    'gdb-damage': {'q': b'+$OK#00' * 9},
    'gdb-long': {'q': frame(b'0*~' * 300)},
    'gdb-nothing': {'?': frame(b'W00')},
    'gdb-clock': {},
    'gdb-cores': {'qf': frame(b'm1,2'), 'qs': frame(b'l')},
    'gdb-whole': {},
    'gdb-regions': {},
    'gdb-interval': {},
    'gdb-description': {'qXfer': frame(b'l<target><reg')},
    'gdb-described': {'qXfer': frame(b'l<target><reg name="a"/></target>')},
    'gdb-includes': {'qXfer': frame(b'l<target xmlns:xi="x"><xi:include '
                                    b'href="target.xml"/></target>')},
    'gdb-read': {'p': frame(b'E01')},
    'gdb-write': {'P': frame(b'E01')},
    'gdb-memory-read': {'m': frame(b'E01')},
    'gdb-memory-write': {'M': frame(b'E01')},
    'gdb-break': {'Z': frame(b'')},
    'gdb-astray': {},
    'gdb-endless': {'c': b'+'},
    'gdb-signal': {},
    'gdb-early': {'c': frame(b'W00')},
    'gdb-ended': {'c': frame(b'X09')},
    'gdb-lost': {'c': None},
    'gdb-stays': {'z': frame(b'E01')},
}
# Those need no stub, as their monitor is in memory.
IN_MEMORY = ('gdb-break', 'gdb-signal', 'gdb-early', 'gdb-ended', 'gdb-lost',
             'gdb-stays')


class Errors(error_cases.Cases):
    commands, more, talkative = COMMANDS, LIARS, {
        'gdb-again', 'gdb-left', 'gdb-lost', 'gdb-stays', 'openocd-deaf'}

    def stub_on(self, name, **ill):
        core = Core([0x8000, 0x8100, 0x8200])
        for what, how in ill.items():
            setattr(core, what, how)
        self.judge_run(name, (
            'stat', '-t', f'gdb::{Liar(core.answer).port},arm1176,'
            'scratch=0x9000,clock=1e6', '--region', '0x8100..0x8200', '-e',
            'cycles', '%crc32'))

    def case_gdb_idle(self, name):
        core = Core([0x8000, 0x8100, 0x8200])
        there = Liar(lambda words: b'+' if words == 'c' else core.answer(words))
        self.judge_run(name, (
            'stat', '-t', f'gdb::{there.port},arm1176,scratch=0x9000,clock=1e6',
            '--region', '0x8100..0x8200', '-e', 'cycles', '%crc32'))

    def case_gdb_again(self, name):
        core, asked = Core([0x8000, 0x8100, 0x8200]), []

        def answer(words):
            asked.append(words)
            return None if len(asked) == 60 else core.answer(words)
        self.judge_run(name, (
            'stat', '-t', f'gdb::{Liar(answer, 2).port},arm1176,'
            'scratch=0x9000,clock=1e6', '--region', '0x8100..0x8200', '-e',
            'cycles', '%crc32'))

    def case_gdb_left(self, name):
        core, asked = Core([0x8000, 0x8100, 0x8200]), []

        def answer(words):
            asked.append(words)
            return (frame(b'E01') if len(asked) > 60 and words[0] in 'pPmMzZ'
                    else core.answer(words))
        self.judge_run(name, (
            'stat', '-t', f'gdb::{Liar(answer).port},arm1176,'
            'scratch=0x9000,clock=1e6', '--region', '0x8100..0x8200', '-e',
            'cycles', '%crc32'))

    def inside(self, name, region, *words, on='pb1176', elf='%crc32',
               target='arm1176,scratch=0x1000000'):
        """Over a board's server, whose program has that region."""
        with self.start(('board', on, elf, '--gdb', '0')) as p:
            port = re.search(r'port (\d+)', p.stderr.readline())[1]
            self.judge_run(name, (
                'stat', '-t', f'gdb::{port},{target},clock=1e6', '--region',
                region, *(words or ('--inside',)), elf))
            p.kill()

    def guest(self, way, board='pb1176', source=GUEST):
        words = shlex.split(tally_command.boards()[board]['cc'])
        built = os.path.join(self.folder, 'regions.elf')
        subprocess.run([*words, f'-DWAY={way}', '-o', built, source],
                       check=True)
        return built

    def case_gdb_not_called(self, name):
        self.inside(name, 'at_user', '--timeout', '0.1',
                    elf=self.guest('forever()'))

    def case_gdb_no_return(self, name):
        self.inside(name, 'forever', '--timeout', '0.5',
                    elf=self.guest('forever()'))

    def case_gdb_el0(self, name):
        self.judge_run(name, (
            'stat', '-t', f'gdb::{Liar(plain()).port},pmuv3/cortex-a57,'
            'scratch=0x9000,clock=1e6', '--region', '0x8100..0x8200', '-e',
            'CPU_CYCLES', '%../virt/crc32'))

    def case_inside_core(self, name):
        self.inside(name, 'crc32', on='mpc8548cds', elf='%../mpc8548cds/crc32',
                    target='e500v2,scratch=0x1000000')

    def case_inside_room(self, name):
        self.inside(name, 'crc32', target='arm1176,scratch=0x1000000+300')

    def case_inside_far(self, name):
        self.inside(name, 'crc32', target='arm1176,scratch=0x3000000')

    def case_inside_memory(self, name):
        self.inside(name, 'crc32', target='arm1176,l220=0x10110000,'
                    'scratch=0x1000000')

    def case_inside_thumb(self, name):
        self.inside(name, 'thumb', elf=self.guest('(void)0'))

    def case_inside_middle(self, name):
        self.inside(name, 'middle', on='pbxa9',
                    target='cortex-a9,scratch=0xc00000',
                    elf=self.guest('0', 'pbxa9',
                                   GUEST.with_name('thumb_guest.c')))

    def case_inside_first(self, name):
        self.inside(name, 'bare', elf=self.guest('(void)0'))

    def case_inside_user(self, name):
        self.inside(name, 'at_user', elf=self.guest('user()'))

    def case_gdb_dead(self, name):
        self.stub_on(name, dead=True)

    def by_commands(self, name, said):
        core = Core([0x8000, 0x8100, 0x8200])
        core.commands = said
        self.judge_run(name, (
            'stat', '-t', f'gdb::{Liar(core.answer).port},arm1176,access=mrc,'
            'clock=1e6', '--region', '0x8100..0x8200', '-e', 'cycles',
            '%crc32'))

    def case_gdb_mrc(self, name):
        self.by_commands(name, '1 \n')

    def no_way(self, name, *words):
        core = Core([0x8000, 0x8100, 0x8200])
        core.commands = None
        self.judge_run(name, (
            'stat', '-t', ','.join((f'gdb::{Liar(core.answer).port}',
                                    'arm1176', 'clock=1e6', *words)),
            '--region', '0x8100..0x8200', '-e', 'cycles', '%crc32'))

    def case_gdb_scratch(self, name):
        self.no_way(name)

    def case_gdb_registers(self, name):
        self.no_way(name, 'access=registers')

    def case_gdb_mrc_number(self, name):
        self.by_commands(name, '0 what\n')

    def openocd(self, name, state='halted', **ill):
        there = OpenOcd(Core([0x8000, 0x8100, 0x8200]), **ill)
        there.state = state
        self.judge_run(name, (
            'stat', '-t', f'openocd::{Tcl(there.answer).port},arm1176,'
            'access=mrc,clock=1e6', '--region', '0x8100..0x8200', '-e',
            'cycles', '%crc32'))

    def case_openocd_none(self, name):
        self.openocd(name, 'unknown')

    def case_openocd_stays(self, name):
        self.openocd(name, resume='not halted')

    def case_openocd_deaf(self, name):
        there = OpenOcd(Core([0x8000, 0x8100, 0x8200]))
        there.endless = there.unstoppable = True
        self.judge_run(name, (
            'stat', '-t', f'openocd::{Tcl(there.answer).port},arm1176,'
            'access=mrc,clock=1e6', '--timeout', '0.1', '--region',
            '0x8100..0x8200', '-e', 'cycles', '%crc32'))

    def live(self, name, verb, *words, at='=0x80030000', to='chip.apb'):
        there = Live(View('cortex-a9', 0x80030000, lost=name == 'view-type'))
        self.judge_run(name, (
            verb, '-t', f'openocd::{Tcl(there.answer).port},cortex-a9{at},'
            f'live={to},clock=1e6', *words, '%crc32'))

    def case_live_target(self, name):
        self.live(name, 'stat', '-e', 'cycles', to='nowhere')

    def case_live_registers(self, name):
        self.live(name, 'stat', '-e', 'cycles', at='')

    def case_live_region(self, name):
        self.live(name, 'stat', '-e', 'cycles', '--region', 'main')

    def case_live_record(self, name):
        self.live(name, 'record', '-F', '10')

    def case_live_until(self, name):
        self.live(name, 'collect', '--until', 'main')

    def case_view_type(self, name):
        self.live(name, 'stat', '-e', 'cycles')

    def case_openocd_closed(self, name):
        self.judge_run(name, (
            'stat', '-t', f'openocd::{Tcl(lambda _: None).port},arm1176,'
            'clock=1e6', '--region', '0x8100..0x8200', '-e', 'cycles',
            '%crc32'))

    def case_openocd_much(self, name):
        self.judge_run(name, (
            'stat', '-t', f'openocd::{Tcl(lambda _: b"x" * 20000).port},'
            'arm1176,clock=1e6', '--region', '0x8100..0x8200', '-e', 'cycles',
            '%crc32'))

    def case_gdb_mrc_none(self, name):
        self.by_commands(name, None)

    def case_gdb_instructions(self, name):
        self.stub_on(name, icache={})

    def case_gdb_data(self, name):
        self.stub_on(name, dcache={})

    def other(self, name):
        liar = Liar(plain(**LIARS[name]))
        target = (f'gdb::{liar.port},l2c310=0x9000' if name in IN_MEMORY
                  else f'gdb::{liar.port},arm1176,scratch=0x9000')
        region = '--region', '0x8100..0x8200'
        self.judge_run(name, (
            'stat', '-t', target + ('' if name in ('gdb-clock', 'gdb-interval')
                                    else ',clock=1e6'),
            *(region if name != 'gdb-whole' else ()),
            *({'gdb-regions': ('--self', *region),
               'gdb-interval': ('-I', '10ms')}.get(name, ())),
            '-e', 'DRREQ' if name in IN_MEMORY else 'cycles', '%crc32'))


Errors.add(rows_of(SERVER))
