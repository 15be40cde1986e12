#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/bytes.py TALLY

Bytes of a whole program that opens, starts, stops, counts and closes three
counters of a core's monitor, with a handler for their overflows, at -Os: by a
session of what `tally amalgam --bus` writes, in the folded form
(tally/fixed.h), and as one would write it by hand from the manual, which
neither asks whether the monitor is there nor puts back what was found.  Code
with constants, and memory without the counts that it tells; unused functions
are dropped, memcpy and memset not counted.  Needs the cross compilers; the
last column is the code by hand's times."""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'tools'))
sys.dont_write_bytecode = True
import sizes  # noqa: E402, pylint: disable=wrong-import-position
from cross import Cross  # noqa: E402, pylint: disable=wrong-import-position

# Of each kind of register one core: its file of cross/, the bus, two events.
CORES = {'arm1176': ('arm1176', 'CP15', 7, 7),
         'pxa250': ('xscale', 'CP14', 7, 7),
         'cortex-a8': ('arm1176', 'A32', 6, 8),
         'cortex-a53': ('aarch64', 'A64', 6, 8),
         'e500v2': ('e500', 'PMR', 2, 3)}
COUNTS = 3 * 8  # bytes of what a program tells
SECTION = re.compile(r'^(\.\S+)\s+(\d+)\s', re.M)


def of_program(cross, program):
    """(code and constants, memory)."""
    code = memory = 0
    for name, size in SECTION.findall(cross.run('size', '-A', str(program))):
        if re.match(r'\.(text|rodata|sdata2)', name):
            code += int(size)
        elif re.match(r'\.(s?data|s?bss)', name):
            memory += int(size)
    return code, memory - COUNTS


def build(cross, flags, sources, folder):
    program = folder / 'program.elf'
    cross.run('c', *cross.c_args, *sizes.FLAGS, *flags,
              '-fno-asynchronous-unwind-tables', *map(str, sources),
              *cross.link_args, '-Wl,--gc-sections', '-Wl,-e,start',
              '-Wl,-u,overflow', '-Wl,--build-id=none',
              '-Wl,--defsym,memcpy=0', '-Wl,--defsym,memset=0', '-lgcc',
              '-o', str(program))
    return of_program(cross, program)


def measure(tally, monitor, folder):
    """(code, memory) by a session, in the folded form, and by hand."""
    target, bus, *events = CORES[monitor]
    cross = Cross(ROOT / f'cross/{target}.ini')
    word = monitor.replace('-', '_')
    state = next(iter(sizes.states(cross)))
    flags = [*sizes.states(cross)[state], *sizes.FOLDED_CORES.get(word, []),
             f'-DON_{bus}=1', f'-DFIRST_EVENT={events[0]}',
             f'-DSECOND_EVENT={events[1]}']
    name = ('pmuv3/' if bus == 'A64' else '') + monitor
    subprocess.run([tally, 'amalgam', '-m', name, '--bus', bus, '-o',
                    str(folder)], check=True, capture_output=True)
    source = ROOT / 'bench/bytes.c'
    session = build(cross, [
        *flags, f'-I{folder}', f'-DHEADER="tally_{word}.h"',
        f'-DMONITOR=tally_{word}', f'-DBUS=TALLY_BUS_{bus}'],
        [source, folder / f'tally_{word}.c'], folder)
    row = next(row for row in sizes.FOLDED if row[1] == word)
    sizes.folded(cross, row, state, folder)
    return (session, of_program(cross, folder / 'folded.elf'),
            build(cross, flags, [source], folder))


def table(tally):
    """Rows of (monitor, how, code, memory, code by hand)."""
    for monitor in CORES:
        with tempfile.TemporaryDirectory() as folder:
            *ours, hand = measure(tally, monitor, pathlib.Path(folder))
        for how, (code, memory) in zip(('session', 'folded', 'by hand'),
                                       (*ours, hand)):
            yield monitor, how, code, memory, hand[0]


def main(tally):
    print(f'{"bytes":24}{"code":>8}{"memory":>8}{"/ by hand":>11}')
    for monitor, how, code, memory, hand in table(tally):
        print(f'{monitor + ": " + how:24}{code:8}{memory:8}{code / hand:11.2f}')


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
