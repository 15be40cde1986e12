#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/link.py TALLY PROGRAM.elf [REGIONS [ROUNDS]]

What a region costs over a debug link: packets or Tcl commands, each a round trip, and
milliseconds, for one pass with its session (opened, calibrated, measured and
closed), where its script of register accesses is one stub, and by one `arm mrc`
or `arm mcr` at a time.  The server is
that of tests/kit/gdb_core.py, or openocd_liar.py, on this machine, so the milliseconds are those of
the protocol and the two programs, and a probe's own come on top for each
packet.  PROGRAM.elf is any for ARM.  Of REGIONS (100 by default) in each of ROUNDS
(5), all ways in turn in each round: the median, the least and the most, and the
median of the ratios of a round to its one access at a time."""
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'tests/kit'))
WAYS = {'gdb, stubs': ('gdb', 'access=stub,scratch=0x9000'),
        'gdb, mrc, one at a time': ('gdb', 'access=mrc'),
        'openocd, stubs': ('openocd', 'access=stub,scratch=0x9000'),
        'openocd, mrc, one at a time': ('openocd', 'access=mrc')}


def measure(tally, program, way, regions):
    """Packets and seconds of so many regions."""
    from gdb_core import Core
    from gdb_liar import Liar
    from openocd_liar import OpenOcd, Tcl
    scheme, access = way
    core = Core([0x8000] + [0x8100, 0x8200] * (regions + 1))
    liar = (Liar(core.answer) if scheme == 'gdb'
            else Tcl(OpenOcd(core, slow=0).answer))
    start = time.perf_counter()
    subprocess.run(
        [tally, 'stat', '-t',
         f'{scheme}::{liar.port},arm1176,{access},clock=400e6',
         '--region', '0x8100..0x8200', '-e', 'cycles,instr_exec', '-r',
         str(regions), program], check=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL)
    return len(liar.asked), time.perf_counter() - start


def round_of(tally, program, regions):
    """By title, packets and milliseconds of a region."""
    found = {}
    for title, way in WAYS.items():
        one = measure(tally, program, way, 1)
        all_ = measure(tally, program, way, regions + 1)
        packets, seconds = ((b - a) / regions for a, b in zip(one, all_))
        found[title] = packets, seconds * 1000
    return found


def main(tally, program, regions, rounds):
    found = [round_of(tally, program, regions) for _ in range(rounds)]
    print(f'{"a region":28} {"packets":>8} {"ms":>8} {"least":>8} {"most":>8}'
          f' {"/ one at a time":>16}')
    for title in WAYS:
        alone = title.split(',')[0] + ', mrc, one at a time'
        packets, spent = zip(*(f[title] for f in found))
        print(f'{title:28} {statistics.median(packets):8.0f} '
              f'{statistics.median(spent):8.2f} {min(spent):8.2f} '
              f'{max(spent):8.2f}' + ('' if title == alone else
              f' {statistics.median(f[title][1] / f[alone][1] for f in found):16.2f}'))


if __name__ == '__main__':
    if len(sys.argv) not in (3, 4, 5):
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2],
         *(int(word) for word in (sys.argv[3:] + ['100', '5'][len(sys.argv) - 3:])))
