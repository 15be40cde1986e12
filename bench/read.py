#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: bench/read.py BUILD_FOLDER

What libtally-linux adds to reading a count: nanoseconds of a read by it, of a
bare read(2), and of PAPI_read() where Debian's libpapi-dev is installed.  The
least of 2000 short rounds, in turn.  Instructions where this machine counts them, which
are read without a system call then; else software events alone."""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EVENTS = {'task clock': ('1', '1', '0x4001', 'perf::TASK-CLOCK'),
          'page faults': ('1', '2', '0x4002', 'perf::PAGE-FAULTS'),
          'instructions': ('0', '1', '0x4011', 'PAPI_TOT_INS')}


def compiled(build, folder):
    words = ['cc', '-O2', '-Wall', '-Wextra', '-Werror', f'-I{ROOT}/include',
             ROOT / 'bench/read.c']
    libraries = [build / 'src/kernel/libtally_linux.a',
                 build / 'src/bus/libtally.a']
    program = pathlib.Path(folder, 'read')
    if subprocess.run([*words, '-DWITH_PAPI', *libraries, '-lpapi', '-o',
                       program], stderr=subprocess.DEVNULL,
                      check=False).returncode:
        subprocess.run([*words, *libraries, '-o', program], check=True)
    return program


def main(build):
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(pathlib.Path(build), folder)
        print(f'{"":16}{"":8}{"ns":>8}{"/ read":>8}')
        for event, words in EVENTS.items():
            done = subprocess.run([program, *words], text=True, check=False,
                                  stdout=subprocess.PIPE)
            if done.returncode:
                print(f'{event:16}not counted on this machine')
                continue
            rows = [line.split() for line in done.stdout.splitlines()]
            bare = float(rows[0][1])
            for name, spent in rows:
                print(f'{event:16}{name:8}{spent:>8}'
                      f'{float(spent) / bare:8.2f}')


if __name__ == '__main__':
    if len(sys.argv) != 2 or sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    main(sys.argv[1])
