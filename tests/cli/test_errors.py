# SPDX-License-Identifier: MIT
"""usage: tap.py test_errors.py TALLY=COMMAND FIRMWARE=FOLDER

doc/errors.md against the command: each row of its tables is made to happen.
A row without a case here fails, and so does a case without a row.  Those of
this computer are in tests/perf/test_linux_errors.py."""
import ctypes
import os
import pathlib
import re
import resource
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest

import tally_command
from error_rows import document_rows, unsaid
from gdb_core import Core
from gdb_liar import Liar, frame, plain
from openocd_liar import OpenOcd, Tcl
from openocd_view import Live, View
from spoilt_files import FILES

TALLY = ''
FIRMWARE = ''
TIMEOUT = 120
ROOT = pathlib.Path(__file__).resolve().parents[2]
GUEST = ROOT / 'tests/target/regions_guest.c'
NOISE = re.compile(r'Traceback|Assertion|Segmentation|core dumped|Sanitizer|'
                   r'runtime error|stack smashing|\(null\)|\bnan\b|\binf\b')


# ---- the commands ---------------------------------------------------------
# A word @NAME is the file NAME of FILES, %NAME firmware of pb1176.

STAT = 'stat', '-t', 'board:pb1176'
PROFILE = 'profile', '-t', 'board:pb1176'
ARM = '-m', 'arm1176'
PXA = 'compute', '-m', 'pxa250'
PLAN = 'plan', *ARM
E500 = 'plan', '-m', 'e500v1', '-e'
ENCODE = 'encode', *ARM
SCRIPT = 'script', *ARM, '-M', 'cpi'
AHB = '-m', 'arm926pxp-ahb', '-M', 'debug_cycles'
MAP = 'script', *AHB, '--map'
DOCTOR = 'doctor', '-t', 'board:pb1176', '@good'


def stat_file(name):
    return (*STAT, '-M', 'cpi', '@' + name)


def over_gdb(target):
    return 'stat', '-t', 'gdb:' + target, '--region', '0x0..0x4',\
        '@good'


def board(name, on='pb1176'):
    return 'board', on, '@' + name


def pcap(name):
    return 'board', 'mpc8540ads', '--pcap', name, '@e500'


COMMANDS = {
    'pcap-missing': pcap('missing.pcap'),
    'pcap-other': pcap('@no.pcap'),
    'pcap-none': pcap('@none.pcap'),
    'pcap-link': pcap('@link.pcap'),
    'pcap-cut': pcap('@cut.pcap'),
    'pcap-snap': pcap('@snap.pcap'),
    'pcap-tiny': pcap('@tiny.pcap'),
    'pcap-long': pcap('@long.pcap'),
    'pcap-large': pcap('@large.pcap'),
    'file-missing': (*STAT, 'missing.elf'),
    'file-directory': (*STAT, '/tmp'),
    'file-special': (*STAT, '/dev/null'),
    'file-empty': stat_file('empty'),
    'file-not-elf': stat_file('text'),
    'file-short': stat_file('short'),
    'file-short-headers': stat_file('short-headers'),
    'file-short-segment': stat_file('short-segment'),
    'file-ident': stat_file('ident'),
    'file-header-size': stat_file('header-size'),
    'file-header-count': stat_file('header-count'),
    'file-segment-size': stat_file('segment-size'),
    'file-segment-end': stat_file('segment-end'),
    'file-overlap': stat_file('overlap'),
    'file-entry': stat_file('entry'),
    'file-no-segment': stat_file('no-segment'),
    'file-machine': stat_file('machine'),
    'file-endian': board('endian'),
    'file-object': board('object'),
    'file-shared': board('shared'),
    'file-core': board('core'),
    'file-type': board('type'),
    'file-interpreter': board('interpreter'),
    'file-memory': board('memory'),
    'file-flash': board('flash', 'lubbock'),
    'file-page-table': board('page-table'),
    'output-missing': (*stat_file('good'), '-o', '/nonexistent/x'),
    'output-directory': (*stat_file('good'), '-o', '/tmp'),
    'output-full': (*stat_file('good'), '-o', '/dev/full'),
    'output-input': (*stat_file('good'), '-o', '@good'),
    'plan-events': ('plan', '-m', 'cortex-a53', '-e',
                    ','.join(f'r{code:x}' for code in range(0x400, 0x801))),
    'plan-wants': ('plan', '-m', 'arm1176', *('-e', 'r7,' * 9362 + 'r7') * 7),
    'plan-sets': ('plan', '-m', 'cortex-a53', *(
        word for part in range(4) for word in ('-M', ','.join(
            '+'.join(f'r{0x400 + code:x}' for code in range(32))
            + f'+{part * 512 + number}' for number in range(512))))),
    'option-divide': ('script', '-m', 'e500v1', '-M', 'cpi', '--divide'),
    'option-user': ('script', '-m', 'pxa250', '-M', 'cpi', '--user'),
    'option-export': ('script', '-m', 'pxa250', '-M', 'cpi', '--export'),
    'option-freeze': (*SCRIPT, '--freeze'),
    'option-interrupt': (*SCRIPT, '--interrupt', 'nmi'),
    'option-fiq': (*SCRIPT, '--interrupt', 'fiq'),
    'map-needed': ('script', *AHB),
    'map-not-taken': (*SCRIPT, '--map', '@map'),
    'map-missing': (*MAP, 'missing.map'),
    'map-directory': (*MAP, '/tmp'),
    'map-name': (*MAP, '@map-name'),
    'map-name-far': (*MAP, '@map-name-far'),
    'map-value': (*MAP, '@map-value'),
    'map-many': (*MAP, '@map-many'),
    'map-number': (*MAP, '@map-number'),
    'map-range': (*MAP, '@map-range'),
    'map-word': (*MAP, '@map-word'),
    'map-twice': (*MAP, '@map-twice'),
    'map-place': (*MAP, '@map-place'),
    'map-threshold': (*MAP, '@map-threshold'),
    'map-base': (*MAP, '@map-base'),
    'map-bit': (*MAP, '@map-bit'),
    'map-page': (*MAP, '@map-page'),
    'map-track': (*MAP, '@map-track'),
    'map-incomplete': (*MAP, '@map-incomplete'),
    'map-incomplete-word': (*MAP, '@map-incomplete-word'),
    'map-long': (*MAP, '@map-long'),
    'doctor-target': ('doctor', '@good'),
    'doctor-unknown': ('doctor', '-t', 'jtag:localhost', '@good'),
    'doctor-program': ('doctor', '-t', 'gdb:localhost:1,arm1176'),
    'doctor-many': ('doctor', '-t', 'board:pb1176', '@good', 'b'),
    'doctor-monitor': (*DOCTOR, '-m', 'pxa250'),
    'doctor-cycles': (*DOCTOR, '--cycles', '0'),
    'doctor-ill': (*DOCTOR, '--ill', 'flu'),
    'doctor-ill-board': ('doctor', '-t', 'linux', '--ill', 'no-line', '@good'),
    'doctor-cycles-number': (*DOCTOR, '--cycles', 'x'),
    'amalgam-long': ('amalgam', *ARM, '-o', 'x' * 5000),
    'amalgam-folder': ('amalgam', *ARM, '-o', '/nonexistent'),

    'verb-none': (),
    'verb-unknown': ('lsit',),
    'verb-far': ('frobnicate',),
    'verb-first': ('--json', 'list'),
    'option-near': ('list', '--jsno'),
    'option-far': ('list', '--frobnicate'),
    'option-short': ('explain', '-q'),
    'option-argument': ('decode', '--monitor'),
    'option-no-argument': ('compute', '--json=1'),
    'monitor-near': ('list', 'events', '-m', 'pxa205'),
    'monitor-far': ('explain', 'z80', 'cpi'),
    'monitor-missing': ('plan', '-M', 'cpi'),
    'monitors-twice': ('plan', '-m', 'arm1176,ARM1176'),
    'monitors-many': ('plan', '-m', 'arm1176,arm1136,l220,l210,pxa250'),
    'monitors-empty': ('plan', '-m', 'arm1176,,l220'),
    'monitors-counters': ('plan', '-m',
                          'pmuv3,arm926pxp-ahb,cortex-a53', '-e',
                          'pmuv3:SW_INCR'),
    'monitor-core': ('plan', '-m', 'l220', '-e', 'core:cycles'),
    'event-which': ('plan', '-m', 'arm1176,pxa250', '-e', 'cycles'),
    'event-none': ('plan', '-m', 'arm1176,l220', '-e', 'DRRQ'),
    'event-none-far': ('plan', '-m', 'arm1176,l220', '-e', 'frobnicate'),
    'metric-none': ('plan', '-m', 'arm1176,l220', '-M', 'l2_read_hit_rato'),
    'metric-none-far': ('plan', '-m', 'arm1176,l220', '-M', 'frobnicate'),
    'group-none': ('plan', '-m', 'arm1176,l220', '-g', 'stals'),
    'event-near': (*PLAN, '-e', 'br_exce'),
    'event-far': (*PLAN, '-e', 'frobnicate'),
    'event-code': (*PLAN, '-e', 'r7e'),
    'event-software': (*PXA, '0xfe=1'),
    'event-elsewhere': (*PLAN, '-e', 'itcm_error'),
    'event-core': ('stat', '-t', 'board:virt-a53', '-e', 'r1b',
                   '%../virt/crc32'),
    'event-metric': (*PLAN, '-e', 'cpi'),
    'event-mode': (*PLAN, '-e', 'br_exec:u'),
    'setting-unknown': (*E500, 'DLFB_LOAD_MISS_CYCLES:frob=1'),
    'setting-number': (*E500, 'DLFB_LOAD_MISS_CYCLES:burst=32'),
    'setting-counter': ('plan', '-m', 'mpc8540', '-e',
                        'TSEC1_ACCEPTED:start=pmc10'),
    'setting-none': (*PLAN, '-e', 'br_exec:threshold=2'),
    'setting-event': (*E500, 'INSTR_COMPLETED:threshold=2'),
    'setting-nearest': (*E500, 'DLFB_LOAD_MISS_CYCLES:threshold=65'),
    'setting-largest': (*E500, 'DLFB_LOAD_MISS_CYCLES:threshold=9000'),
    'setting-alone': (*E500, 'DLFB_LOAD_MISS_CYCLES:threshold=2:gap=1'),
    'setting-unmapped': ('script', '-m', 'arm926pxp-ahb', '--map',
                         '@map-waitless', '-e',
                         'CtArmdWaitThresholdHit:threshold=5'),
    'setting-trigger': ('plan', '-m', 'mpc8540', '-e',
                        'TSEC1_ACCEPTED:start=pmc5'),
    'metric-near': (*PLAN, '-M', 'dcache_mis_rate'),
    'metric-refused': (*PLAN, '-M', 'icache_hit_ratio'),
    'metric-event': (*PLAN, '-M', 'br_exec'),
    'metric-group': (*PLAN, '-M', 'stalls'),
    'group-near': (*PLAN, '-g', 'stals'),
    'group-metric': (*PLAN, '-g', 'cpi'),
    'register-near': ('decode', '-m', 'pxa250', 'PMCN', '0'),
    'register-far': ('decode', '-m', 'pxa250', 'frobnicate', '0'),
    'field-near': (*ENCODE, 'PMNC', 'ECX=1'),
    'field-far': (*ENCODE, 'PMNC', 'Q=1'),
    'field-alone': (*ENCODE, 'E=1'),
    'form-several': ('script', '-m', 'arm1176,l220', '-M', 'cpi', '--as',
                     'c'),
    'only-other': ('script', '-m', 'arm1176,l220', '-M', 'cpi', '--only',
                   'l210'),
    'form-near': (*SCRIPT, '--as', 'cc'),
    'form-far': (*SCRIPT, '--as', 'fortran'),
    'kind-near': ('list', 'evnets'),
    'kind-far': ('list', 'everything'),
    'list-nothing': ('list', 'events', 'xyz*'),
    'find-none': ('find',),
    'find-nothing': ('find', 'frobnicate'),
    'event-perf-near': (*PLAN, '-e', 'cache-misses'),
    'event-perf': (*PLAN, '-e', 'LLC-loads'),
    'event-papi': (*PLAN, '-e', 'PAPI_FP_OPS'),
    'metric-perf': (*PLAN, '-M', 'cache-misses'),
    'metric-perf-event': (*PLAN, '-M', 'L1-dcache-load-misses'),
    'option-habit': (*STAT, '-x', ',', 'prog.elf'),
    'option-habit-long': (*STAT, '--topdown', 'prog.elf'),
    'jobs-json': (*STAT, '-j', '-M', 'cpi', 'prog.elf'),
    'explain-near': ('explain', 'arm1176', 'icache_mis'),
    'explain-far': ('explain', 'frobnicate'),
    'explain-elsewhere': ('explain', 'pxa250', 'ibuf_stall'),
    'explain-missing': ('explain',),
    'target-missing': ('stat', 'prog.elf'),
    'target-bare': ('stat', '-t', 'pb1176', 'prog.elf'),
    'program-behind': (*STAT, '--', '%crc32'),
    'list-part': ('list', 'events', 'frobnicate'),
    'target-unknown': ('stat', '-t', 'jtag:localhost', 'prog.elf'),
    'board-near': ('stat', '-t', 'board:pb1177', 'prog.elf'),
    'program-missing': STAT,
    'option-twice': (*STAT, '--max-insn', '10', '--max-insn', '20', '%crc32'),
    'option-forms': (*STAT, '--json', '--csv', '%crc32'),
    'symbol-near': (*STAT, '--region', 'crc33', '%crc32'),
    'symbol-far': (*STAT, '--region', 'frobnicate', '%crc32'),
    'symbol-none': (*STAT, '--region', 'main', '@good'),
    'symbol-never': (*STAT, '--region', '0x0..0x4', '@good'),

    'number-bad': (*STAT, '-r', 'three', 'prog.elf'),
    'number-large': (*PXA, 'cycles=18446744073709551616'),
    'number-register': ('decode', *ARM, 'PMNC', '0x100000000'),
    'repeat-range': (*STAT, '-r', '0', 'prog.elf'),
    'jobs-range': (*STAT, '-j', '65', 'prog.elf'),
    'passes-word': (*STAT, '--passes', 'both', 'prog.elf'),
    'passes-range': (*STAT, '--max-passes', '0', 'prog.elf'),
    'passes-plan-range': (*PLAN, '--max-passes', '0'),
    'passes-few': (*PLAN, '-g', 'all', '--max-passes', '2'),
    'conflict': (*PLAN, '-e', '{br_exec,icache_miss,dcache_miss}'),
    'insn-range': (*STAT, '--max-insn', '0', 'prog.elf'),
    'console-range': (*STAT, '--max-console', '0', 'prog.elf'),
    'timeout-range': (*STAT, '--timeout=-1', 'prog.elf'),
    'timing': (*STAT, '--timing', 'fast', 'prog.elf'),
    'jitter-number': (*STAT, '--jitter', 'dice', 'prog.elf'),
    'l2-value': (*STAT, '--l2', 'maybe', 'prog.elf'),
    'drift-range': (*STAT, '--drift-limit=-2', 'prog.elf'),
    'inject-form': (*STAT, '--inject', 'etmextout0=5/2', 'prog.elf'),
    'inject-equals': (*STAT, '--inject', 'itcm_error', 'prog.elf'),
    'inject-near': (*STAT, '--inject', 'itcm_eror=1', 'prog.elf'),
    'inject-dbgack': (*STAT, '--inject', 'dbgack=5', 'prog.elf'),
    'inject-layer': (*STAT, '--inject', 'dma7:error', 'prog.elf'),
    'inject-retry': (*STAT, '--inject', 'clcdc:retry', 'prog.elf'),
    'inject-answers': (*STAT, *('--inject', 'armd:error') * 9, 'prog.elf'),
    'inject-twice': (*STAT, '--inject', 'dbgack=1/10', '--inject',
                     'dbgack=3/10', 'prog.elf'),
    'traffic-twice': (*STAT, '--traffic', 'exp:every=5', '--traffic',
                      'exp:every=7', 'prog.elf'),
    'traffic-master': (*STAT, '--traffic', 'vip:every=5', 'prog.elf'),
    'traffic-receive': (*STAT, '--traffic', 'uart0:every=0', 'prog.elf'),
    'traffic-pattern': (*STAT, '--traffic', 'exp:every=never', 'prog.elf'),
    'inject-never': (*STAT, '--inject', 'itcm_error=0', 'prog.elf'),
    'pcap-speed': (*STAT, '--pcap-speed', '0', 'prog.elf'),
    'ratio-form': (*STAT, '--platform-ratio', '1:2', 'prog.elf'),
    'clock-zero': (*PXA, '--clock-hz', '0', 'cycles=1'),
    'region-line': (*STAT, '--region', 'crc32.c:1..0x8000', '%crc32'),
    'region-file': (*STAT, '--region', 'crc33.c:1..0x8000', '%crc32'),
    'region-offset': (*STAT, '--region', 'crc32+ten', '%crc32'),
    'regions-many': (*STAT, '--regions', '*', '%crc32'),
    'regions-none': (*STAT, '--regions', 'frobnicate*', '%crc32'),
    'regions-self': (*STAT, '--self', '%crc32'),
    'regions-size': (*STAT, '--self', '--region', '0x8000..0x8004', '%crc32'),
    'interval-bad': (*STAT, '-I', '100fs', '%crc32'),
    'interval-regions': (*STAT, '-I', '1ms', '--regions', 'crc*', '%crc32'),
    'interval-many': (*STAT, '-I', '10c', '-e', 'cycles', '%crc32'),
    'interval-passes': (*STAT, '-I', '1ms', '--passes', 'separate',
                        '-M', 'cpi,dcache_miss_rate', '%crc32'),
    'regions-truth': (*STAT, '--truth', '--regions', 'crc*', '%crc32'),
    'region-nothing': (*STAT, '--region', 'crc32..crc32', '%crc32'),
    'region-far': (*STAT, '--region', '0x100000000..0x100000004', '%crc32'),
    'field-bit': (*ENCODE, 'PMNC', 'E=2'),
    'field-range': (*ENCODE, 'PMNC', 'EvtCount0=0x100'),
    'field-cycles': (*ENCODE, 'PMNC', 'EvtCount0=cycles'),
    'encode-none': ENCODE,
    'script-pass': (*SCRIPT, '--pass', '9'),
    'script-prefix': (*SCRIPT, '--as', 'c', '--name', '1x'),
    'decode-pairs': ('decode', *ARM, 'PMNC'),

    'list-empty': (*PLAN, '-e', 'br_exec,,'),
    'list-open': (*PLAN, '-e', '{br_exec'),
    'list-after': (*PLAN, '-e', '{br_exec}x'),
    'list-deep': (*PLAN, '-e', '{' * 40 + 'br_exec' + '}' * 40),
    'formula-operand': (*PLAN, '-M', 'cycles/'),
    'formula-operator': (*PLAN, '-M', 'cycles cycles/instr_exec'),
    'formula-open': (*PXA, 'cycles=1', '-M', '(cycles'),
    'formula-close': (*PXA, 'cycles=1', '-M', 'cycles)'),
    'formula-point': (*PLAN, '-M', 'cycles*.5'),
    'formula-character': (*PLAN, '-M', 'cycles*$'),
    'formula-name': (*PLAN, '-M', 'cycels/instr_exec'),
    'formula-metric': (*PLAN, '-M', 'cpi*2'),
    'formula-number': (*PLAN, '-M', '1/2'),
    'formula-long': (*PLAN, '-M', '+'.join(['cycles'] * 1000)),
    'formula-names': (*PLAN, '-M', '+'.join(f'a{i}' for i in range(65))),
    'formula-deep': (*PLAN, '-M', 'cycles*' + '-' * 70 + 'cycles'),
    'formula-digit': (*PLAN, '-M', 'cycles*1.'),
    'formula-points': (*PLAN, '-M', 'cycles*1.2.3'),
    'formula-digits': (*PLAN, '-M', 'cycles*' + '1' * 70),
    'formula-big': (*PLAN, '-M', 'cycles*1e999'),
    'formula-tiny': (*PLAN, '-M', 'cycles*1e-999'),
    'formula-quote': (*PXA, 'cycles=1', '-M', '`x*2'),
    'formula-unnamed': (*PLAN, '-M', 'cycles*``'),
    'formula-control': (*PLAN, '-M', 'cycles*`a\x01`'),
    'formula-item': (*PXA, 'cycles=1', '-M', 'cpi,,ipc'),

    'many-list': ('list', 'events', 'a', 'b'),
    'many-plan': (*PLAN, 'prog.elf'),
    'targets-option': (*STAT, '-t', 'board:imx31', '--truth', '%crc32'),
    'targets-linux': (*STAT, '-t', 'linux', '%crc32'),
    'targets-programs': (*STAT, *STAT[1:], *STAT[1:], 'a.elf', 'b.elf'),
    'targets-many': ('stat', *STAT[1:] * 17, '%crc32'),
    'targets-other': (*STAT, '-t', 'board:mpc8540ads', '%crc32'),
    'warmup-whole': (*STAT, '--warmup', '1', '%crc32'),
    'warmup-inside': (*STAT, '--region', 'main', '--inside', '--warmup', '1',
                      '%crc32'),
    'warmup-few': (*STAT, '--region', 'main', '--warmup', '1',
                   '--quiet-program', '%crc32'),
    'warmup-part': (*STAT, '--region', 'main', '--region', 'crc32', '--warmup',
                    '1', '--quiet-program', '%crc32'),
    'many-stat': (*STAT, 'a.elf', 'b.elf'),
    'many-profile': (*PROFILE, 'a.elf', 'b.elf'),
    'many-why': ('why', '-t', 'board:pb1176', 'a.elf', 'b.elf'),
    'why-program': ('why', '-t', 'board:pb1176'),
    'why-repeat': ('why', '-t', 'board:pb1176', '-r', '0', 'a.elf'),
    'why-unasked': ('why', '-t', 'board:pb1176', '-m', 'l220', '@good'),
    'why-overwrites': ('why', '-t', 'board:pb1176', '-o', '@good', '@good'),
    'profile-inclusive': (*PROFILE, '--inclusive', '--by', 'line', 'a.elf'),
    'profile-overwrites': (*PROFILE, '-o', '@good', '@good'),
    'profile-callers': (*PROFILE, '--callers', 'a', '--callees', 'b', 'a.elf'),
    'profile-function': (*PROFILE, '--callers', 'mein', '--quiet-program',
                         '%crc32'),
    'profile-timeline-range': (*PROFILE, '--timeline', '0', 'a.elf'),
    'profile-timeline-text': (*PROFILE, '--timeline', '9', 'a.elf'),
    'task-none': ('report', '--by', 'task', '@profile'),
    'task-unknown': ('collect', '--task', 'workr', '@log-tasks'),
    'task-far': ('collect', '--task', '77', '@log-tasks'),
    'task-record': ('export', 'csv', '--task', 'a', '@record-old'),
    'profile-by': (*PROFILE, '--by', 'caller', 'a.elf'),
    'record-period': ('record', '-t', 'board:pb1176', '-c', '0', 'a.elf'),
    'record-calls': ('record', '-t', 'board:pb1176', '--callers', 'main',
                     '--quiet-program', '%crc32'),
    'record-long': ('record', '-t', 'board:pb1176', '-c', '4294967295',
                    '%crc32'),
    'record-silent': ('record', '-t', 'board:versatile', '-e',
                      'CtTotalCycles', '%../versatile/crc32'),
    'record-stops': ('record', '-t', 'board:pb1176', '-m', 'l220', '-e',
                     'DRHIT', '%crc32'),
    'record-outside': ('record', '-t', 'board:mpc8548cds', '-m', 'mpc8548',
                       '-e', 'CCB_CYCLES', '%../mpc8548cds/crc32'),
    'record-several': ('record', '-t', 'board:pb1176', '-m', 'arm1176,l220',
                       '-e', 'dcache_miss', '%crc32'),
    'record-not-modelled': ('record', '-t', 'board:virt-a53', '-e',
                            'BUS_CYCLES', '%../virt/crc32'),
    'record-often': ('record', '-t', 'gdb::1,arm1176,scratch=0x9000', '-F',
                     'x', '%crc32'),
    'record-often-board': ('record', '-t', 'board:pb1176', '-F', '9', '%crc32'),
    'record-often-events': ('record', '-t', 'gdb::1,arm1176,scratch=0x9000',
                            '-F', '9', '-c', '100', '%crc32'),
    'record-gdb': ('record', '-t', 'gdb::1,arm1176,scratch=0x9000', '%crc32'),
    'collect-none': ('collect',),
    'collect-missing': ('collect', 'missing.bin'),
    'collect-empty': ('collect', '@good'),
    'collect-board': ('collect', '-t', 'board:pb1176', '--quiet-program',
                      '%crc32'),
    'collect-at': ('collect', '-t', 'board:pb1176', '--at', '0x8000',
                   '--quiet-program', '%crc32'),
    'collect-at-name': ('collect', '-t', 'board:pb1176', '--at', 'rng',
                        '%test_sampling'),
    'collect-at-number': ('collect', '-t', 'board:pb1176', '--at', '0x1z',
                          '%test_sampling'),
    'collect-at-dump': ('collect', '--at', '1', '@good'),
    'collect-until': ('collect', '-t', 'board:pb1176', '--quiet-program',
                      '--until', 'abort', '%crc32'),
    'collect-program': ('collect', '-t', 'board:pb1176', '--program', 'a.elf',
                        '%crc32'),
    'collect-overwrites': ('collect', '-o', '@good', '@good'),
    'collect-version': ('collect', '@log-version'),
    'collect-sizes': ('collect', '@log-sizes'),
    'collect-nothing': ('collect', '@log-nothing'),
    'collect-nameless': ('collect', '@log-nameless'),
    'collect-lost': ('collect', '@log-lost'),
    'collect-passes': ('collect', '@log-passes'),
    'many-board': ('board', 'pb1176', 'a.elf', 'b'),
    'many-explain': ('explain', 'arm1176', 'a', 'b'),
    'many-amalgam': ('amalgam', *ARM, 'folder'),
    'amalgam-bus': ('amalgam', *ARM, '--bus', 'A64'),
    'amalgam-memory': ('amalgam', '-m', 'l220', '--bus', 'MMIO'),
    'amalgam-several': ('amalgam', '-m', 'arm1176,l220', '--bus', 'CP15'),
    'amalgam-cores': ('amalgam', '-m', 'arm1136,arm1176'),
    'board-monitor': (*STAT, '-m', 'pxa250', 'prog.elf'),
    'monitor-no-board': (*STAT, '-m', 'i80200', 'prog.elf'),
    'board-bus-fault': ('board', 'lubbock', '--inject', 'armd:error',
                        'prog.elf'),
    'board-dbgack': ('board', 'lubbock', '--inject', 'dbgack=1/2',
                     'prog.elf'),
    'board-traffic': ('board', 'lubbock', '--traffic', 'gxi:every=9',
                      'prog.elf'),
    'board-inject': ('board', 'lubbock', '--inject', 'etmextout0=1/2',
                     'prog.elf'),
    'pcap-board': (*STAT, '--pcap', 'a.pcap', 'prog.elf'),
    'pcap-alone': (*STAT, '--pcap-speed', '2', 'prog.elf'),
    'ratio-board': (*STAT, '--platform-ratio', '3:1', 'prog.elf'),
    'pmc0-board': ('board', 'pb1176', '--pmc0-upper-first', 'prog.elf'),
    'script-two': (*SCRIPT, '--as', 'c', '--json'),
    'script-name': (*SCRIPT, '--name', 'x'),
    'script-via': (*SCRIPT, '--via', 'tally'),
    'script-via-word': (*SCRIPT, '--as', 'gdb', '--via', 'jlink'),
    'script-via-qemu': ('script', '-m', 'arm1176', '-M', 'cpi', '--as', 'gdb',
                        '--via', 'qemu'),
    'script-order': (*SCRIPT, '--order', 'x'),
    'script-slides': ('script', '-m', 'pxa250', '-g', 'icache_efficiency',
                      '--order', 'documented'),
    'script-published': ('script', '-m', 'pmuv3', '-M', 'cpi', '--order',
                         'documented'),
    'script-document': (*SCRIPT, '--order', 'documented'),
    'script-exact': ('script', '-m', 'arm926pxp-ahb', '--map', 'own', '-e', 'all', '--as', 'c',
                     '--exact'),
    'script-exact-form': (*SCRIPT, '--exact'),
    'script-exact-order': (*SCRIPT, '--as', 'c', '--exact', '--order',
                           'documented'),
    'script-no-openocd': ('script', '-m', 'e500v2', '-M', 'ipc', '--as',
                          'openocd'),
    'other-monitor': ('plan', '-m', 'mpc8540', '-M', 'ipp'),
    'other-counter': ('encode', '-m', 'mpc8540', 'PMLCA3', 'EVENT=SE:C2:59'),
    'part-event': ('plan', '-m', 'mpc8548', '-M', 'pps'),
    'modifier-unknown': ('plan', '-m', 'e500v1', '-e', 'INSTR_COMPLETED:h'),
    'ratio-count': ('compute', '-m', 'mpc8540', 'CCB_CYCLES=1',
                   'clock_ratio=0'),
    'ratio-option': ('compute', '-m', 'mpc8540', 'CCB_CYCLES=1',
                     '--clock-ratio', 'x'),
    'ratio-twice': ('compute', '-m', 'mpc8540', 'clock_ratio=2',
                    'clock_ratio=2'),
    'counts-no-ratio': ('compute', '-m', 'mpc8540', 'CCB_CYCLES=1', '-M',
                        'core_cycles'),
    'many-script': (*SCRIPT, 'x'),
    'record-none': ('report',),
    'beside-profile': ('report', '@record-old', '@profile'),
    'beside-list': ('diff', '@records', '@records'),
    'beside-empty': ('report', '@records-none'),
    'beside-options': ('report', '--judge', '@record-old', '@record-old'),
    'record-missing': ('report', 'missing.json'),
    'record-cut': ('report', '@record-cut'),
    'record-other': ('report', '@record-other'),
    'record-newer': ('report', '@record-newer'),
    'record-type': ('report', '@record-type'),
    'record-nobody': ('report', '@record-nobody'),
    'record-row': ('report', '@record-row'),
    'record-judge': ('report', '--judge', '@record-old'),
    'report-view': ('report', '--by', 'line', '@record-old'),
    'report-judge': ('report', '--judge', '@profile'),
    'report-svg': ('report', '--svg', 'pie', '@record-old'),
    'report-svg-lacking': ('report', '--svg', 'gantt', '@record-old'),
    'report-svg-profile': ('report', '--svg', 'bars', '@profile'),
    'report-overwrites': ('report', '--html', '@record-old', '@record-old'),
    'diff-overwrites': ('diff', '--html', '@profile', '@profile',
                        '@record-old'),
    'stat-page-overwrites': (*STAT, '--html', '@good', '@good'),
    'report-page': ('report', '@page'),
    'annotate-alone': ('report', '--asm', '@profile'),
    'annotate-table': ('report', '--annotate', 'main', '--by', 'line',
                       '@profile'),
    'annotate-json': ('report', '--annotate', 'main', '--json', '@profile'),
    'annotate-program': ('report', '--annotate', 'main', '--program', '@good',
                         '@profile'),
    'annotate-missing': ('report', '--annotate', 'main', '@profile'),
    'annotate-function': ('report', '--annotate', 'mani', '@profile'),
    'profile-newer': ('report', '@profile-newer'),
    'profile-cut': ('report', '@profile-cut'),
    'profile-twins': ('report', '--callers', 'twin', '@profile-twins'),
    'profile-total': ('report', '@profile-total'),
    'timeline-outside': ('export', 'chrome', '@timeline-outside'),
    'timeline-row': ('export', 'chrome', '@timeline-row'),
    'export-none': ('export', 'callgrind'),
    'export-format': ('export', 'callgrnd', '@profile'),
    'export-format-far': ('export', 'vtune', '@profile'),
    'export-record': ('export', 'callgrind', '@record-old'),
    'export-profile': ('export', 'openmetrics', '@profile'),
    'export-time': ('export', 'chrome', '@record-old'),
    'export-time-profile': ('export', 'perfetto', '@profile'),
    'export-missing': ('export', 'callgrind', 'missing.json'),
    'export-event': ('export', 'folded', '-e', 'mis', '@profile'),
    'export-event-far': ('export', 'folded', '-e', 'dcache_write_back',
                         '@profile'),
    'export-all': ('export', 'callgrind', '-e', 'miss', '@profile'),
    'export-overwrites': ('export', 'csv', '@profile', '-o', '@profile'),
    'record-too-many': ('report', '--json', '--csv', 'x'),
    'diff-none': ('diff', '@record-old'),
    'diff-missing': ('diff', 'missing.json', '@record-old'),
    'diff-other': ('diff', '@record-old', '@record-other-board'),
    'diff-kinds': ('diff', '@record-old', '@profile'),
    'diff-profiles': ('diff', '@profile', '@profile', '--', '@profile'),
    'diff-profile-limit': ('diff', '--fail-if', 'cycles > 1%', '@profile',
                           '@profile'),
    'diff-profile-event': ('diff', '@profile', '@profile-elsewhere'),
    'diff-form': ('diff', '--markdown', '--csv', '@record-old', '@record-old'),
    'diff-limit': ('diff', '--fail-if', 'cycles', '@record-old',
                   '@record-old'),
    'diff-limits': ('diff', *('--fail-if', 'cycles > 2%') * 33, '@record-old',
                    '@record-old'),
    'diff-limit-name': ('diff', '--fail-if', 'cycels > 2%', '@record-varies',
                        '@record-varies'),
    'diff-limit-far': ('diff', '--fail-if', 'frobnicate > 2%',
                       '@record-varies', '@record-varies'),
    'diff-limit-unknown': ('diff', '--fail-if', 'cycles > 2%',
                           '@record-varies', '@record-varies'),
    'diff-limit-exceeded': ('diff', '--fail-if', 'cycles > 2',
                            '@record-nothing', '@record-five'),
    'diff-limit-zero': ('diff', '--fail-if', 'cycles > 2%',
                        '@record-nothing', '@record-five'),
    'board-cc': ('board', '--cc'),
    'board-cc-before': ('board', 'pb1176', 'prog.c', '--cc'),
    'board-run': ('board', 'pb1176', '--run', 'prog.elf'),
    'board-run-nothing': ('board', 'pb1176', '--run', '--cc'),
    'board-truth': ('board', 'pb1176', '--truth'),
    'board-l2': ('board', 'lubbock', '--l2', 'on', 'prog.elf'),
    'board-l2-cold': ('board', 'imx31', '--l2', 'on', '--cold', 'prog.elf'),
    'board-gdb': ('board', 'pb1176', '--gdb', '0'),
    'board-gdb-number': (*board('endless'), '--gdb', 'http'),
    'board-gdb-large': (*board('endless'), '--gdb', '65536'),
    'board-csv': ('board', 'pb1176', '--csv'),
    'explain-csv': ('explain', 'cpi', '--csv'),
    'argument-quote': (*STAT, '@good', '--', 'say "it\'s"'),
    'argument-cold': ('board', 'mpc8540ads', 'prog.elf', '--cold', '--args',
                      'x'),
    'inside-board': (*STAT, '--inside', '--region', 'crc32', '%crc32'),
    'inside-one': (*STAT, '--inside', '%crc32'),
    'gdb-place': over_gdb('x'),
    'gdb-none': over_gdb(':1'),
    'gdb-monitor': over_gdb(':1,arm1177'),
    'gdb-many': over_gdb(':1' + ',arm1176' * 5),
    'gdb-base': over_gdb(':1,l220'),
    'gdb-base-number': over_gdb(':1,l220=x'),
    'gdb-core': over_gdb(':1,arm1176=3'),
    'gdb-stub': over_gdb(':1,arm1176,access=stub'),
    'gdb-scratch-number': over_gdb(':1,arm1176,scratch=y'),
    'gdb-scratch-size': over_gdb(':1,arm1176,scratch=0x9000+64'),
    'gdb-access': over_gdb(':1,arm1176,access=y'),
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
    'stat-seconds-ends': (*STAT, '--seconds', '1', '%crc32'),
    'gdb-machine': (*over_gdb(':1,l220=0')[:-1], '@mips'),
    'argument-long': ('board', 'pb1176', '@good', '--args', 'x' * 300),

    'counts-none': PXA,
    'counts-form': (*PXA, 'cycles'),
    'counts-long': (*PXA, 'x' * 2000 + '=5'),
    'counts-twice': (*PXA, 'cycles=1', 'linux:cpu-cycles=2'),
    'counts-clock': (*PXA, 'cycles=1', 'clock_hz=0'),
    'counts-clock-twice': (*PXA, 'clock_hz=1', 'clock_hz=2'),
    'counts-line': (*PXA, '-'),
    'counts-line-form': (*PXA, '-'),
    'counts-line-long': (*PXA, '-'),
    'counts-divided': (*PXA, f'cycles={2 ** 60}', '--divided'),
    'counts-missing': (*PXA, 'cycles=10', '-M', 'cpi'),
    'counts-no-clock': (*PXA, 'cycles=10', '-M', 'seconds'),
    'counts-no-metric': (*PXA, 'branch=3'),
    'counts-no-metric-cache': ('compute', '-m', 'l220', 'DRHIT=3'),
    'counts-zero': (*PXA, 'cycles=10', 'instruction=0', '-M', 'cpi'),
    'counts-huge': (*PXA, f'cycles={2 ** 64 - 1}', '-M',
                    'cycles*1e300'),
    'counts-wrapped': (*PXA, 'cycles=32', 'instruction=1789569706'),
    'counts-bounds': (*PXA, 'cycles=10', 'data_stall=11'),

    'guest-read': board('read'),
    'guest-write': board('write'),
    'guest-unaligned': board('unaligned', 'lubbock'),
    'guest-jump': board('jump'),
    'guest-undefined': board('undefined'),
    'guest-svc': board('svc'),
    'guest-bkpt': board('bkpt'),
    'guest-irq': board('irq', 'lubbock'),
    'guest-wait': board('wait'),
    'guest-semihosting': board('semihosting'),
    'guest-semihosting-address': board('bad-address'),
    'guest-endian': board('big-endian'),
    'guest-e500-read': board('e500-read', 'mpc8540ads'),
    'guest-e500-jump': board('e500-jump', 'mpc8548cds'),
    'guest-e500-user': board('e500-user', 'mpc8540ads'),
    'guest-e500-interrupt': board('e500-decrementer', 'mpc8540ads'),
    'guest-e500-illegal': board('e500-illegal', 'mpc8540ads'),
    'guest-e500-trap': board('e500-trap', 'mpc8540ads'),
    'guest-e500-sc': board('e500-sc', 'mpc8540ads'),
    'guest-e500-vector': board('e500-vector', 'mpc8548cds'),
    'guest-profile': (*PROFILE, '@undefined'),
    'profile-not-modelled': ('profile', '-t', 'board:imx31', '-e', 'BWABT',
                             '%../imx31/crc32'),
    'profile-settings': ('profile', '-t', 'board:virt-a53', '-e',
                         'L1D_CACHE:u', '%../virt/crc32'),
    'guest-stat': stat_file('undefined'),
    'guest-monitor': (*STAT, '-M', 'cpi', '--quiet-program',
                      '%test_slides_isr'),
    'untrusted': (*STAT, '-M', '(icache_miss+dcache_miss+br_exec)/cycles',
                  '--passes', 'separate', '--jitter', '1', '--drift-limit',
                  '0', '--quiet-program',
                  '%crc32'),
    'stat-undefined': (*STAT, '-M', 'cycles/0', '--quiet-program', '%crc32'),
    'stat-not-modelled': ('stat', '-t', 'board:imx31', '-e', 'BWABT',
                          '--quiet-program', '%../imx31/crc32'),
    'time-board': (*board('endless'), '--timeout', '0.2'),
    'time-bus': (*board('speak', 'versatile'), '--timeout', '0.2',
                 '--inject', 'armd:retry,every=1'),
    'console-board': (*board('speak'), '--max-console', '1'),
    'time-profile': (*PROFILE, '@endless', '--timeout', '0.2'),
    'time-stat': (*stat_file('endless'), '--timeout', '0.2'),
    'insn-board': (*board('endless'), '--max-insn', '1,000'),
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

# What comes on standard input.
INPUT = {
    'counts-line': 'cycles = 5\ncycels = 6\n',
    'counts-line-form': 'cycles\n',
    'counts-line-long': 'x' * 5000 + '\n',
}

# What may be on standard output all the same: a whole report, which tells of
# the doubt, an empty table's heading, or the result that has no other place.
SHOWS = {
    'collect-lost': r'12 lost',
    'list-part': r'^monitor +name .*\n$',
    'list-nothing': r'^monitor +name .*\n$',
    'diff-limit-name': '^before ',
    'diff-limit-far': '^before ',
    'diff-limit-unknown': '^before ',
    'diff-limit-exceeded': '^before ',
    'diff-limit-zero': '^before ',
    'console-board': r'^x\nx\n',
    'output-missing': r'(?s)^good on board:pb1176.*cpi.*\d s\n',
    'output-directory': r'(?s)^good on board:pb1176.*cpi.*\d s\n',
    'output-full': r'(?s)^good on board:pb1176.*cpi.*\d s\n',
    'counts-missing': r'(?m)^cpi +not counted: ',
    'counts-no-clock': r'(?m)^seconds +not counted: ',
    'counts-no-ratio': r'(?m)^core_cycles +not counted: ',
    'counts-zero': r'(?m)^cpi +undefined: ',
    'counts-huge': r'(?m)^cycles\*1e300 +undefined: ',
    'counts-wrapped': r'(?m)^cpi .* UNTRUSTED: ',
    'counts-bounds': r'(?m)^data_stall_share .* would be above ',
    'untrusted': r'UNTRUSTED',
    'guest-monitor': r'UNTRUSTED',
    'stat-undefined': r'(?m)^cycles/0 +undefined: divides by 0$',
    'stat-not-modelled': r'(?m)^BWABT +not modelled$',
}
# More than the one line.
TALKATIVE = {'verb-none', 'counts-wrapped', 'gdb-stays'}

FULL = {
    'full-list': ('list', 'events'),
    'full-help': ('--help',),
    'full-explain': ('explain', 'arm1176'),
    'full-plan': PLAN,
    'full-compute': (*PXA, 'cycles=12', 'instruction=5'),
    'full-decode': ('decode', *ARM, 'PMNC', '0'),
    'full-script': (*SCRIPT, '--as', 'c'),
    'full-encode': (*ENCODE, 'PMNC', 'E=1'),
    'full-stat': stat_file('good'),
    'full-board': ('board',),
}
PIPES = {
    'pipe-list': ('list', 'events'),
    'pipe-explain': ('explain', 'arm1176'),
    'pipe-stat': stat_file('good'),
    'pipe-board': board('speak'),
}


def children(pid):
    path = f'/proc/{pid}/task/{pid}/children'
    return [int(word) for word in pathlib.Path(path).read_text().split()]


class Errors(unittest.TestCase):
    """One case for each row; they are made below."""
    folder = None
    rows = {}

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix='tally-errors-')
        for name, content in FILES.items():
            pathlib.Path(cls.folder, name).write_bytes(content)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def command(self, words):
        """Where the files are is told nowhere in the tables."""
        for word in words:
            if word.startswith('@'):
                yield os.path.join(self.folder, word[1:])
            elif word.startswith('%'):
                yield os.path.join(FIRMWARE, 'pb1176', word[1:] + '.elf')
            else:
                yield word

    def run_tally(self, words, **options):
        options.setdefault('stdout', subprocess.PIPE)
        if 'input' not in options:
            options.setdefault('stdin', subprocess.DEVNULL)
        return subprocess.run([TALLY, *self.command(words)], text=True,
                              stderr=subprocess.PIPE, timeout=TIMEOUT,
                              cwd=self.folder, check=False, **options)

    def start(self, words):
        return subprocess.Popen([TALLY, *self.command(words)], text=True,
                                stdin=subprocess.DEVNULL, cwd=self.folder,
                                stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def judge(self, name, status, out, err):
        says, wanted = self.rows[name]
        if wanted == 'SIGPIPE':
            self.assertEqual((status, err), (-signal.SIGPIPE, ''))
            return
        self.assertEqual(status, int(wanted), err)
        self.assertIsNone(unsaid(says, err), err)
        self.assertNotRegex(out + err, NOISE)
        if name not in TALKATIVE:
            self.assertEqual(err.count('\n'), 1, err)
            self.assertTrue(err.startswith('tally'), err)
            self.assertLessEqual(len(err), 400)
        if name in SHOWS:
            self.assertRegex(out, SHOWS[name])
        else:
            self.assertEqual(out, '')

    def judge_run(self, name, words, **options):
        done = self.run_tally(words, **options)
        self.judge(name, done.returncode, done.stdout or '', done.stderr)

    # ---- rows that need more than a command ------------------------------

    def case_file_large(self, name):
        with open(os.path.join(self.folder, 'large'), 'wb') as file:
            file.truncate((256 << 20) + 1)
        self.judge_run(name, stat_file('large'))

    def case_file_unreadable(self, name):
        path = os.path.join(self.folder, 'secret')
        with open(path, 'wb') as file:
            file.write(FILES['good'])
        os.chmod(path, 0)
        self.judge_run(name, stat_file('secret'),
                       preexec_fn=read_no_more_than_others)

    def case_amalgam_there(self, name):
        words = 'amalgam', *ARM, '-o', self.folder
        self.assertEqual(self.run_tally(words).returncode, 0)
        self.judge_run(name, words)

    def case_board_cc_missing(self, name):
        """A command that was moved away from the files that go with it."""
        moved = os.path.join(self.folder, 'moved')
        shutil.copy(TALLY, moved)
        done = subprocess.run([moved, 'board', 'mpc8540ads', '--cc'],
                              text=True, capture_output=True, check=False)
        self.judge(name, done.returncode, done.stdout, done.stderr)

    def case_board_gdb_taken(self, name):
        with socket.create_server(('127.0.0.1', 0)) as taken:
            self.judge_run(name, (*board('endless'), '--gdb',
                                  str(taken.getsockname()[1])))

    def case_board_gdb_gone(self, name):
        with self.start((*board('endless'), '--gdb', '0')) as p:
            port = re.search(r'port (\d+)', p.stderr.readline())[1]
            socket.create_connection(('127.0.0.1', int(port))).close()
            out, err = p.communicate(timeout=TIMEOUT)
        self.judge(name, p.returncode, out, err)

    def stub_on(self, name, **ill):
        core = Core([0x8000, 0x8100, 0x8200])
        for what, how in ill.items():
            setattr(core, what, how)
        self.judge_run(name, (
            'stat', '-t', f'gdb::{Liar(core.answer).port},arm1176,'
            'scratch=0x9000,clock=1e6', '--region', '0x8100..0x8200', '-e',
            'cycles', '%crc32'))

    def case_gdb_again(self, name):
        core, asked = Core([0x8000, 0x8100, 0x8200]), []

        def answer(words):
            asked.append(words)
            return None if len(asked) == 60 else core.answer(words)
        self.judge_run(name, (
            'stat', '-t', f'gdb::{Liar(answer, 2).port},arm1176,'
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
        tally_command.TALLY = TALLY
        words = shlex.split(tally_command.boards()[board]['cc'])
        built = os.path.join(self.folder, 'regions.elf')
        subprocess.run([*words, f'-DWAY={way}', '-o', built, source],
                       check=True)
        return built

    def case_record_early(self, name):
        liar = Liar(plain(c=frame(b'W00')))
        self.judge_run(name, (
            'record', '-t', f'gdb::{liar.port},arm1176,scratch=0x9000,'
            'clock=1e6', '-F', '9', '%crc32'))

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

    def lied(self, name):
        liar = Liar(plain(**LIARS[name]))
        target = (f'gdb::{liar.port},l2c310=0x9000' if name in IN_MEMORY
                  else f'gdb::{liar.port},arm1176,scratch=0x9000')
        region = '--region', '0x8100..0x8200'
        self.judge_run(name, (
            'stat', '-t', target + (',clock=1e6' if name != 'gdb-clock'
                                    else ''),
            *(region if name != 'gdb-whole' else ()),
            *({'gdb-regions': ('--self', *region),
               'gdb-interval': ('-I', '1000c')}.get(name, ())),
            '-e', 'DRREQ' if name in IN_MEMORY else 'cycles', '%crc32'))

    def case_counts_unreadable(self, name):
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            self.judge_run(name, (*PXA, '-'), stdin=folder)
        finally:
            os.close(folder)

    def case_output_log(self, name):
        log = pathlib.Path(self.folder, 'counts.log')
        log.write_text('cycles = 5\n')
        with log.open() as file:
            self.judge_run(name, (*PXA, '-o', '@counts.log', '-'), stdin=file)

    def interrupted(self, name, words):
        with self.start(words) as p:
            self.wait_for_child(p)
            p.send_signal(signal.SIGINT)
            out, err = p.communicate(timeout=TIMEOUT)
        self.judge(name, p.returncode, out, err)

    def case_ctrl_c_board(self, name):
        self.interrupted(name, board('endless'))

    def case_ctrl_c_profile(self, name):
        self.interrupted(name, (*PROFILE, '@endless'))

    def case_ctrl_c_stat(self, name):
        self.interrupted(name, (*STAT, '-g', 'all', '@endless'))

    def wait_for_child(self, p):
        """Until the board runs: it has had some time of the processor."""
        until = time.monotonic() + 90
        while time.monotonic() < until:
            for pid in children(p.pid):
                stat = pathlib.Path(f'/proc/{pid}/stat').read_text()
                if int(stat.rsplit(')', 1)[1].split()[11]) > 20:
                    return pid
            time.sleep(0.02)
        self.fail('no board was started')

    def killed(self, name, words):
        with self.start(words) as p:
            os.kill(self.wait_for_child(p), signal.SIGKILL)
            out, err = p.communicate(timeout=TIMEOUT)
        self.judge(name, p.returncode, out, err)

    def case_child_board(self, name):
        self.killed(name, board('endless'))

    def case_child_stat(self, name):
        self.killed(name, stat_file('endless'))

    def case_memory(self, name):
        if b'__asan_init' in pathlib.Path(TALLY).read_bytes():
            return  # AddressSanitizer itself needs more than is left here

        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
        self.judge_run(name, board('good'), preexec_fn=limit)

    def case_engine(self, name):
        """A damaged library comes first on the path."""
        folder = os.path.join(self.folder, 'libraries')
        os.mkdir(folder)
        for version in range(1, 5):
            path = os.path.join(folder, f'libunicorn.so.{version}')
            pathlib.Path(path).write_bytes(b'')
        self.judge_run(name, board('good'),
                       env={**os.environ, 'LD_LIBRARY_PATH': folder})

    def case_pcap_library(self, name):
        folder = os.path.join(self.folder, 'no-libpcap')
        os.mkdir(folder)
        for version in '0.8', '1':
            pathlib.Path(folder, f'libpcap.so.{version}').write_bytes(b'')
        self.judge_run(name, pcap('@none.pcap'),
                       env={**os.environ, 'LD_LIBRARY_PATH': folder})

    def piped(self, name, words, **options):
        reader, writer = os.pipe()
        os.close(reader)
        try:
            self.judge_run(name, words, stdout=writer, **options)
        finally:
            os.close(writer)

    def case_pipe_ignored(self, name):
        self.piped(name, ('list', 'events'), restore_signals=False)

    def case_closed(self, name):
        self.judge_run(name, ('list',), preexec_fn=lambda: os.close(1))

    def full(self, name, words):
        if not os.path.exists('/dev/full'):
            self.skipTest('needs /dev/full')
        with open('/dev/full', 'w') as full:
            self.judge_run(name, words, stdout=full)


def read_no_more_than_others():
    """Root, too, is held to a file's rights once it has lost two capabilities
    for good, which takes effect with the program that comes next."""
    if os.geteuid() == 0:
        drop, override, search = 24, 1, 2  # of linux/prctl.h, capability.h
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in override, search:
            if libc.prctl(drop, capability, 0, 0, 0):
                raise OSError(ctypes.get_errno(), 'prctl')


def run_case(name):
    special = getattr(Errors, 'case_' + name.replace('-', '_'), None)

    def case(self):
        if special:
            special(self, name)
        elif name in FULL:
            self.full(name, FULL[name])
        elif name in PIPES:
            self.piped(name, PIPES[name])
        elif name in INPUT:
            self.judge_run(name, COMMANDS[name], input=INPUT[name])
        elif name in COMMANDS:
            self.judge_run(name, COMMANDS[name])
        elif name in LIARS:
            self.lied(name)
        else:
            self.fail(f'row {name} has no case')
    return case


Errors.rows = document_rows(linux=False)
for row in Errors.rows:
    setattr(Errors, 'test_' + row.replace('-', '_'), run_case(row))


class Document(unittest.TestCase):
    def test_every_case_has_a_row(self):
        special = {name[5:].replace('_', '-') for name in dir(Errors)
                   if name.startswith('case_')}
        cases = special | set(COMMANDS) | set(FULL) | set(PIPES)
        self.assertEqual(cases - set(Errors.rows), set())
        self.assertEqual((set(INPUT) | set(SHOWS)) - set(COMMANDS), set())

    def test_rows_are_whole(self):
        for name, (says, status) in Errors.rows.items():
            self.assertIn(status, ('1', '2', '3', 'SIGPIPE'), name)
            self.assertTrue(says or status == 'SIGPIPE', name)
