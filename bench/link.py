#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/link.py TALLY PROGRAM.elf [REGIONS]

What a region costs over a debug link: packets or Tcl commands, each a round trip, and
milliseconds, for one pass with its session (opened, calibrated, measured and
closed), by stubs and by one `arm mrc` or `arm mcr` at a time.  The server is
that of tests/kit/gdb_core.py, or openocd_liar.py, on this machine, so the milliseconds are those of
the protocol and the two programs, and a probe's own come on top for each
packet.  PROGRAM.elf is any for ARM.  The mean of REGIONS (10 by default)."""
import pathlib
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


def main(tally, program, regions):
    print(f'{"way":28} {"packets":>8} {"ms":>8}  per region')
    for title, way in WAYS.items():
        one = measure(tally, program, way, 1)
        all_ = measure(tally, program, way, regions + 1)
        packets, seconds = ((b - a) / regions for a, b in zip(one, all_))
        print(f'{title:28} {packets:8.0f} {seconds * 1000:8.2f}')


if __name__ == '__main__':
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], int((sys.argv + ['10'])[3]))
