# SPDX-License-Identifier: MIT
"""Kits of `tally prove --out`: written, compiled, and their lines read."""
import pathlib
import re
import shutil
import subprocess
import zlib

import tally_command

UART = '-DPROOF_16550=0xe0004500 -DPROOF_RESET=0xe00e00b0'
# Of each board: the monitor, where a program begins, where lines go, what the
# compilers are called.
KITS = {'pb1176': ('arm1176', '0x8000', '', 'arm-none-eabi'),
        'imx31': ('arm1136', '0x80008000', '', 'arm-none-eabi'),
        'arm1156': ('arm1156', '0x8000', '', 'arm-none-eabi'),
        'lubbock': ('pxa250', '0xa0008000', '', 'arm-none-eabi'),
        'pba8': ('cortex-a8', '0x8000', '', 'arm-none-eabi'),
        'pbxa9': ('cortex-a9', '0x8000', '', 'arm-none-eabi'),
        'virt-a53': ('pmuv3/cortex-a53', '0x40080000', '', 'aarch64-none-elf'),
        'virt-a57': ('pmuv3/cortex-a57', '0x40080000', '', 'aarch64-none-elf'),
        'virt-a72': ('pmuv3/cortex-a72', '0x40080000', '', 'aarch64-none-elf'),
        'mpc8540ads': ('e500v1', '0x100000', UART, 'powerpc-linux-gnu'),
        'mpc8548cds': ('e500v2', '0x100000', UART, 'powerpc-linux-gnu')}
# Where the monitor's interrupt shows, and its bit: of doc/boards.md, by what the
# controllers' manuals call pending or raw; an e500 takes it.
LINES = {'pb1176': '0x10121204,7', 'imx31': '0x6800004c,23',
         'arm1156': '0x10140008,30', 'lubbock': '0x40d00010,12',
         'pba8': '0x1e001208,15', 'pbxa9': '0x1f001208,15',
         'virt-a53': '0x08000200,23', 'virt-a57': '0x08000200,23',
         'virt-a72': '0x08000200,23', 'mpc8540ads': '', 'mpc8548cds': ''}
GCC = {'arm-none-eabi': 'arm-none-eabi-gcc',
       'aarch64-none-elf': 'aarch64-linux-gnu-gcc',
       'powerpc-linux-gnu': 'powerpc-linux-gnu-gcc'}


def has(board, compiler):
    """Is the compiler installed that makes the board's kit?"""
    if compiler == 'clang':
        return shutil.which('clang') and shutil.which('ld.lld')
    return shutil.which(GCC[KITS[board][3]])


def write(folder, monitor, *words):
    tally_command.printed('prove', '-m', monitor, '--out', folder, *words)
    return pathlib.Path(folder)


def make(folder, board, compiler, level, where='simulated', line=True):
    """The program; what a compiler says is a failure.  `line`: it looks where
    the monitor's interrupt shows."""
    _, text, put, machine = KITS[board]
    words = [f'OPT={level}', f'TEXT={text}', f'WHERE={where}',
             f'LINE={LINES[board] if line else ""}']
    if put:
        words.append(f'PUT={put}')
    if compiler == 'clang':
        words.append(f'CC=clang --target={machine} -fuse-ld=lld')
    done = subprocess.run(['make', '-s', '-B', '-C', folder, *words],
                          capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, '', ''), done
    return pathlib.Path(folder, 'proof.elf')


def checked(text):
    """The lines of a proof without their sums, each of which is right."""
    found = []
    for line in text.replace('\r', '').splitlines():
        parts = re.fullmatch(r'(.*) \*([0-9a-f]{8})', line)
        if parts and zlib.crc32(parts[1].encode()) == int(parts[2], 16):
            found.append(parts[1])
    said = re.fullmatch(r'# end (\d+) lines, .*, all \*([0-9a-f]{8})', found[-1])
    sent = ''.join(line + '\n' for line in found[:-1])
    assert zlib.crc32(sent.encode()) == int(said[2], 16), text
    assert sum(' - ' in line for line in found) == int(said[1]), text
    return found


def run(board, program):
    return checked(tally_command.printed('board', board, program))


def known(lines):
    """(what, expected, counted) of each count that is known."""
    return [(what, int(expected), int(counted)) for what, expected, counted in
            re.findall(r'ok \d+ - known: (.*) # expected (\d+) counted (\d+)$',
                       '\n'.join(lines), re.M)]


def bounds(lines):
    """(what, least, most, counted) of each count that is bounded."""
    return [(what, int(least), int(most), int(counted))
            for what, least, most, counted in re.findall(
                r'ok \d+ - bounds: (.*) # least (\d+) most (\d+) counted (\d+)$',
                '\n'.join(lines), re.M)]


def exact(lines):
    """All but the last lines, of bounds without the counts: what stands around
    is counted there, too."""
    return '\n'.join(re.sub(r'( - bounds: .* #) least .*', r'\1', line)
                     for line in lines if not line.startswith('# end '))
