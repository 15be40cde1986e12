#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: sizes.py [--check BYTES] [--folded] [--target NAME]

Compiles the freestanding library for every target of cross/ and prints its
text sizes as Markdown: each room, and what a program links that measures with
one monitor (unused functions dropped; the program's own code, memcpy and
memset not counted).  --check fails when a plain session in ARM state takes
over BYTES of text, when anything has data or bss, or when a session over one
bus, or a program in the folded form (tally/fixed.h), takes more than it did.  --folded is about these alone, --target
about one file of cross/."""
import argparse
import pathlib
import re
import sys
import tempfile

from cross import Cross

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ['core', 'monitors', 'bus', 'bus/native']
FLAGS = ['-std=gnu11', '-Os', '-ffreestanding', '-ffunction-sections',
         '-fdata-sections', f'-I{ROOT}/include', f'-I{ROOT}/src']

# What is measured: target, monitor, header, bus, prefix of names; and the most
# text of a plain session in ARM state, where it is not --check's.  (The code
# of the other ARM11 is that of the ARM1176, the 80200's that of the PXA250, the
# other cores' with PMUv3 that of the Cortex-A53, the Cortex-A9's that of the
# Cortex-A8, whatever target it is compiled for.)
MONITORS = [
    ('arm1176', 'arm1176', 'arm11', 'CP15', 'ARM11'),
    ('xscale', 'pxa250', 'xscale', 'CP14', 'XSCALE'),
    ('xscale', 'xscale2', 'xscale', 'CP14_XSC2', 'XSCALE'),
    ('arm1176', 'cortex_a8', 'cortex_a8', 'A32', 'ARMV7', 9424),
    ('aarch64', 'cortex_a53', 'pmuv3', 'A64', 'PMUV3_CORE'),
    ('e500', 'e500v2', 'e500', 'PMR', 'E500'),
]
# The same session where the one monitor and the one bus are known to the
# compiler (tally/only.h, as in what `tally amalgam --bus` writes): its files of
# src/monitors and its table of functions, and the most text by state.
ONE_BUS = {
    'arm1176': ('arm1176 pmnc', 'pmnc_ops', {'ARM': 4380, 'Thumb': 3350}),
    'pxa250': ('pxa250 pmnc', 'pmnc_ops', {'ARM': 4220, 'Thumb': 3190}),
    'xscale2': ('xsc2', 'xscale2_ops', {'ARM': 4480, 'Thumb': 3418}),
    'cortex_a8': ('armv7/one_armv7 armv7/armv7', 'armv7_ops',
                  {'ARM': 8000, 'Thumb': 6880}),
    'cortex_a53': ('pmuv3/one_pmuv3 pmuv3/pmuv3 pmuv3/pmuv3_limits '
                   'pmuv3/pmuv3_registers',
                   'pmuv3_ops', {'A64': 7988}),
    'e500v2': ('e500v2 fslpm fslpm_check fslpm_clock', 'fslpm_ops',
               {'Power': 7272}),
}
STATES = {'arm': {'ARM': ['-marm'], 'Thumb': ['-mthumb']},
          'aarch64': {'A64': []}, 'ppc': {'Power': []}}


def states(cross):
    """By name, the flags for each; a core of the M profile has one."""
    if '-mthumb' in cross.c_args:
        return {'Thumb': []}
    return STATES.get(cross.family, {cross.family: []})


# Where cycles count, if not on counter 0; and by which event.
CYCLES = {'A32': (4, 'TALLY_EVENT_CYCLES'),
          'A64': (6, 'TALLY_EVENT_CYCLES'),
          'PMR': (0, 'TALLY_E500_PROCESSOR_CYCLES')}
# Which compiler takes a file of src/bus/native, by its word; and the compilers.
WAY = re.compile(r'^(?:NATIVE\(\w+, (\w+), (\w+),|MAPPED\(\w+, (\w+)\))', re.M)
COMPILER = re.compile(r'^COMPILER\((\w+), (\w+)\)', re.M)
USES = {'plain (open, start, stop, count, close)': '-DWHOLE=0',
        'whole (every function of a session)': '-DWHOLE=1'}

PROGRAM = r"""
#include <tally/monitors/{header}.h>
#include <tally/native.h>
#include <tally/session.h>

static struct tally_bus bus = TALLY_BUS_{bus};
static struct tally_total total[1];
static struct tally_step step[TALLY_{prefix}_STEPS];
static const struct tally_slot slot[] = {{ {{ .counter = {cycles},
					       .event = {event} }} }};
static const struct tally_setup setup = {{ slot, 1, 0 }};
static const struct tally_store store = {{ total, step, 1,
					  TALLY_{prefix}_STEPS }};
static struct tally_session s;
volatile uint64_t result;

void start(void)
{{
	if (tally_session_open(&s, &tally_{monitor}, &bus, &setup, &store, false))
		return;
	tally_session_start(&s);
	tally_session_stop(&s);
	result = tally_session_count(&s, 0);
#if WHOLE
	tally_session_calibrate(&s, 8);
	tally_session_overflow(&s);
	result = tally_session_poll_limit(&s);
	result = tally_session_net(&s, 0);
	tally_session_reset(&s);
#endif
	tally_session_close(&s);
}}
"""
# The folded form: target, monitor (and where it is in memory), slots, and the
# most text of a whole program with three slots (of a second-level cache, which
# has no more, two), handler, checks and restore, by state; and its RAM.
FOLDED = [
    ('arm1176', 'arm1176', [(0, 'TALLY_EVENT_CYCLES'), (1, 7), (2, 7)],
     {'ARM': 772, 'Thumb': 840}, 40),
    ('xscale', 'pxa250', [(0, 'TALLY_EVENT_CYCLES'), (1, 7), (2, 7)],
     {'ARM': 664, 'Thumb': 736}, 40),
    ('xscale', 'xscale2', [(0, 'TALLY_EVENT_CYCLES'), (1, 7), (2, 7)],
     {'ARM': 728, 'Thumb': 792}, 52),
    ('arm1176', 'cortex_a8', [(4, 'TALLY_EVENT_CYCLES'), (0, 6), (1, 8)],
     {'ARM': 1200, 'Thumb': 956}, 60),
    ('arm1176', 'l220, 0x10110000', [(0, 1), (1, 2)],
     {'ARM': 960, 'Thumb': 1048}, 52),
    ('aarch64', 'cortex_a53', [(6, 'TALLY_EVENT_CYCLES'), (0, 6), (1, 8)],
     {'A64': 1092}, 144),
    ('e500', 'e500v2', [(0, 1), (1, 2), (2, 3)], {'Power': 948}, 64),
    ('e500', 'mpc8548, 0xE00E1000',
     [(0, 'TALLY_EVENT_CYCLES'), (1, 23), (2, 23)], {'Power': 3104}, 152),
    ('cortex_m4', 'dwt', [(0, 'TALLY_EVENT_CYCLES')], {'Thumb': 384}, 36),
]
# A region by one line of the folded form, and by the lines that firmware has by
# hand, which are to be no smaller: target, and both.
BY_HAND = [('cortex_m4',
            r"""#include <tally/fixed.h>
volatile uint32_t result;
void work(void);
void start(void)
{
	uint32_t cycles;

	TALLY_DWT_CYCLES(cycles)
		work();
	result = cycles;
}
""", r"""#include <stdint.h>
#define WORD(at) (*(volatile uint32_t *)(at))
volatile uint32_t result;
void work(void);
void start(void)
{
	WORD(0xE000EDFC) |= 1u << 24; /* DEMCR: TRCENA */
	WORD(0xE0001FB0) = 0xC5ACCE55; /* LAR */
	WORD(0xE0001004) = 0; /* CYCCNT */
	WORD(0xE0001000) |= 1; /* CTRL */
	work();
	result = WORD(0xE0001004);
}
""")]
# A core that no target of cross/ has.
FOLDED_CORES = {'cortex_a8': ['-mcpu=cortex-a8']}
# Its instructions: of an overflow of any counter beside by hand, of one count, of
# a switch of three slots from task to task, between a start and a stop in one
# function; of the count and the switch with a flag set.  bench/folded.py
# measures them.  (A Cortex-A8 reaches its counters
# through a selection, which a switch finds and puts back: 62 and not 60.)
FOLDED_COSTS = {
    'arm1176': (1.0, 13, 55, 1, 14, 72),
    'pxa250': (1.0, 13, 55, 1, 14, 72),
    'cortex_a8': (1.0, 20, 62, 3, 26, 88),
    'cortex_a53': (1.2, 20, 50, 3, 23, 64),
    'e500v2': (1.4, 13, 70, 4, 13, 70),
}
FOLDED_PROGRAM = r"""
#include <tally/fixed.h>

static const struct tally_slot slot[] = {{
{slots}
}};
{macro}(m, {monitor}, slot);
volatile uint64_t result[{slots_}];

void overflow(void)
{{
	m_overflow();
}}

void start(void)
{{
	if (m_open(false))
		return;
	m_start();
	m_stop();
{counts}
	m_close();
}}
"""
SECTION = re.compile(r'^ (\.\S+)\s+0x[0-9a-f]+\s+0x([0-9a-f]+) (\S+)$', re.M)


def sources(cross, room):
    # Only bus has a room in it; other folders in a room are the room's.
    files = sorted((ROOT / 'src' / room).glob(
        '*.c' if room == 'bus' else '**/*.c'))
    if room != 'bus/native':
        return files
    rows = (ROOT / 'include/tally/native.def').read_text()
    families = dict(COMPILER.findall(rows))
    wanted = [mapped or word for word, machine, mapped in WAY.findall(rows)
              if mapped or families[machine] == cross.family]
    return [path for path in files if path.stem in wanted]


def cores(place):
    """A source of each core of a family's list, made as the build makes them."""
    made = []
    text = (ROOT / 'src/monitors/core.c.in').read_text()
    for rows in sorted((ROOT / 'include/tally/monitors').glob('*/cores.def')):
        family = rows.parent.name
        home = ROOT / 'src/monitors' / family / f'one_{family}.c'
        for word in re.findall(r'(?m)^LISTED\((\w+)', rows.read_text()):
            made.append(place / (word + '.c'))
            made[-1].write_text(text.replace('@CORE@', word)
                                .replace('@FILE@', str(home)))
    return [str(path) for path in made]


def compile_room(cross, room, folder, *flags):
    """Its objects, compiled once for the same target and flags."""
    place = folder / '_'.join([cross.name, *flags, room.replace('/', '_')])
    if not place.exists():
        place.mkdir(parents=True)
        files = [str(path) for path in sources(cross, room)]
        if room == 'monitors':
            files += cores(place)
        if files:
            cross.run('c', *cross.c_args, *FLAGS, *flags, '-c', *files,
                      where=place)
    return [str(path) for path in sorted(place.glob('*.o'))]


def berkeley(cross, objects):
    """(text, data + bss) of some objects together."""
    rows = cross.run('size', '-B', *objects).splitlines()[1:]
    columns = [[int(word) for word in row.split()[:3]] for row in rows]
    return (sum(row[0] for row in columns),
            sum(row[1] + row[2] for row in columns))


def mapped(text):
    """(text, data + bss) of a linker map, less what program.o brings."""
    sums = {'text': 0, 'rodata': 0, 'data': 0, 'bss': 0}
    used = text.split('Linker script and memory map')[1]
    for section, size, place in SECTION.findall(used):
        kind = section.split('.')[1]
        if kind in sums and not place.endswith('program.o'):
            sums[kind] += int(size, 16)
    return sums['text'] + sums['rodata'], sums['data'] + sums['bss']


def one_object(cross, row, state, folder):
    """The library for the row's monitor and bus alone, as one file."""
    _, monitor, _, bus, _ = row[:5]
    files, ops, _ = ONE_BUS[monitor]
    source, target = folder / 'one.c', folder / 'one.o'
    source.write_text('\n'.join([
        f'#define TALLY_CORE {monitor}',
        f'#define TALLY_ONLY_MONITOR tally_{monitor}',
        f'#define TALLY_ONLY_OPS {ops}',
        f'#define TALLY_ONLY_BUS tally_{bus.lower()}_ops',
        '#include <tally/task.h>', '#include <tally/together.h>',
        '#include <tally/native.h>',
        f'#include <tally/monitors/{row[2]}.h>',
        *(f'#include "{path}"' for path in sources(cross, 'core')),
        *(f'#include "monitors/{name}.c"' for name in files.split()),
        f'#include "bus/native/{bus.lower()}.c"', '']))
    cross.run('c', *cross.c_args, *FLAGS, *states(cross)[state], '-c',
              str(source), '-o', str(target))
    return [str(target)]


def linked(cross, row, state, use, folder, one_bus=False):
    """(text, data + bss) that a program with one monitor takes."""
    _, monitor, header, bus, prefix = row[:5]
    objects = one_object(cross, row, state, folder) if one_bus else [
        path for room in ROOMS
        for path in compile_room(cross, room, folder,
                                 *states(cross)[state])]
    source, program = folder / 'program.c', folder / 'program.o'
    cycles, event = CYCLES.get(bus, (0, 'TALLY_EVENT_CYCLES'))
    source.write_text(PROGRAM.format(monitor=monitor, header=header, bus=bus,
                                     prefix=prefix, cycles=cycles,
                                     event=event))
    cross.run('c', *cross.c_args, *FLAGS, *states(cross)[state],
              USES[use],
              '-c', str(source), '-o', str(program))
    plan = folder / 'program.map'
    cross.run('c', *cross.c_args, *states(cross)[state],
              *cross.link_args,
              '-Wl,--gc-sections', '-Wl,-e,start', f'-Wl,-Map,{plan}',
              '-Wl,--defsym,memcpy=0', '-Wl,--defsym,memset=0',
              str(program), *objects, '-lgcc',
              '-o', str(folder / 'program.elf'))
    return mapped(plan.read_text())


def folded(cross, row, state, folder):
    """Text and RAM of a whole program in the folded form, but for its own
    results; nothing else is linked."""
    source, program = folder / 'folded.c', folder / 'folded.elf'
    slots = ',\n'.join(f'{{ .counter = {counter}, .event = {event}, '
                       f'.interrupt = {interrupt_of(row[1], counter)} }}'
                       for counter, event in row[2])
    count = len(row[2])
    source.write_text(FOLDED_PROGRAM.format(
        macro='TALLY_FIXED_AT' if ',' in row[1] else 'TALLY_FIXED',
        monitor=row[1], slots=slots, slots_=count,
        counts='\n'.join(f'\tresult[{i}] = m_count({i});'
                         for i in range(count))))
    cross.run('c', *cross.c_args, *FLAGS, '-fno-asynchronous-unwind-tables',
              *FOLDED_CORES.get(row[1], []), *states(cross)[state],
              str(source), *cross.link_args,
              '-Wl,--gc-sections', '-Wl,-e,start', '-Wl,-u,overflow',
              '-Wl,--build-id=none', '-lgcc', '-o', str(program))
    text, ram = berkeley(cross, [str(program)])
    return text, ram - 8 * count


def interrupt_of(monitor, counter):
    """A PowerQUICC III's clock never overflows, and CYCCNT has no interrupt."""
    return ('TALLY_SILENT' if monitor.startswith('mpc') and counter == 0
            else '0' if monitor == 'dwt' else 'TALLY_IRQ')


def by_hand(crosses, folder):
    """Rows of (target, text by one line, text by hand)."""
    for cross, row in ((cross, row) for cross in crosses for row in BY_HAND
                       if row[0] == cross.name):
        text = []
        for source in row[1:]:
            (folder / 'region.c').write_text(source)
            cross.run('c', *cross.c_args, *FLAGS,
                      '-fno-asynchronous-unwind-tables', '-c', 'region.c',
                      where=folder)
            text.append(berkeley(cross, [str(folder / 'region.o')])[0])
        yield row[0], *text


def folded_table(crosses, folder):
    """Rows of (target, monitor, state, text, limit, RAM, limit)."""
    for cross, row in ((cross, row) for row in FOLDED for cross in crosses
                       if row[0] == cross.name):
        for state, limit in row[3].items():
            text, ram = folded(cross, row, state, folder)
            yield (row[0], row[1].split(',')[0], state, text, limit, ram,
                   row[4])


def one_bus_table(crosses, folder):
    """Rows of (target, monitor, state, text, limit)."""
    use = next(iter(USES))
    for cross, row in ((cross, row) for row in MONITORS for cross in crosses
                       if row[0] == cross.name):
        for state, limit in ONE_BUS[row[1]][2].items():
            yield row[0], row[1], state, linked(cross, row, state, use,
                                                folder, True)[0], limit


def room_table(crosses, folder):
    """The first table, as lines; and the targets that have data or bss."""
    yield '| target | ' + ' | '.join(f'src/{room}' for room in ROOMS) + ' |'
    yield '|---|' + '--:|' * len(ROOMS)
    for cross in crosses:
        cells = []
        flags = next(iter(states(cross).values()))
        for room in ROOMS:
            objects = compile_room(cross, room, folder, *flags)
            text, data = berkeley(cross, objects) if objects else ('', 0)
            cells.append(f'{text}' + (f' + {data} data' if data else ''))
        yield f'| {cross.name} | ' + ' | '.join(cells) + ' |'


def main(arguments):
    parser = argparse.ArgumentParser(
        usage='sizes.py [--check BYTES] [--folded] [--target NAME]')
    parser.add_argument('--folded', action='store_true')
    parser.add_argument('--check', type=int, metavar='BYTES')
    parser.add_argument('--target', default='*', metavar='NAME')
    options = parser.parse_args(arguments)
    limit = options.check
    crosses = [Cross(path) for path in
               sorted((ROOT / 'cross').glob(options.target + '.ini'))]
    if not crosses:
        parser.error(f'cross/{options.target}.ini is not there')
    over = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        print('| target | monitor, folded | state | text | at most | RAM '
              '| at most |')
        print('|---|---|---|--:|--:|--:|--:|')
        for target, monitor, state, text, most, ram, most_ram in folded_table(
                crosses, folder):
            line = (f'| {target} | {monitor} | {state} | {text} | {most} '
                    f'| {ram} | {most_ram} |')
            print(line)
            if text > most or ram > most_ram:
                over.append(f'folded, over its limit: {line}')
        for target, text, most in by_hand(crosses, folder):
            line = f'| {target} | one line | Thumb | {text} | {most} | | |'
            print(line)
            if text > most:
                over.append(f'larger than by hand: {line}')
        if options.folded:
            print('\n'.join(over), file=sys.stderr, end='\n' if over else '')
            return 1 if over else 0
        print('\n| target | monitor, plain session over one bus | state | text '
              '| at most |')
        print('|---|---|---|--:|--:|')
        for target, monitor, state, text, most in one_bus_table(crosses,
                                                                folder):
            line = f'| {target} | {monitor} | {state} | {text} | {most} |'
            print(line)
            if text > most:
                over.append(f'one bus, over its limit: {line}')
        print()
        for line in room_table(crosses, folder):
            print(line)
            if ' data' in line:
                over.append(f'data or bss: {line}')
        print('\n| target | monitor | session | state | text |')
        print('|---|---|---|---|--:|')
        for cross, row in ((cross, row) for cross in crosses
                           for row in MONITORS if row[0] == cross.name):
            for use in USES:
                for state in states(cross):
                    text, data = linked(cross, row, state, use, folder)
                    line = (f'| {cross.name} | {row[1]} | {use} | {state} | '
                            f'{text} |')
                    print(line)
                    plain = use.startswith('plain') and state == 'ARM'
                    most = row[5] if len(row) > 5 else limit
                    if limit is not None and (data or plain and text > most):
                        over.append(f'over {most} bytes, or data: {line}')
    if limit is None:
        return 0
    print('\n'.join(over), file=sys.stderr, end='\n' if over else '')
    return 1 if over else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
