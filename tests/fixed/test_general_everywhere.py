#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_general_everywhere.py TALLY [unittest arguments]

What test_general_registers.py holds, at each level of optimisation, and of the
whole library as tally.mk and CMake compile it."""
import sys
import unittest

import test_general_registers as general
from test_general_registers import COMPILERS, ROOT, Case, run, there

TALLY = ''


def setUpModule():
    general.TALLY = TALLY


class EveryLevel(general.Files):
    LEVELS = '-O0', '-O1', '-Os', '-O2', '-O3'


class EveryCompiler(general.Amalgam):
    """All of an amalgam takes a second, so at what differs most: nothing in
    registers, small, and with vectors where there are any."""
    LEVELS = '-O0', '-Os', '-O3'
    NAMES = None
    test_an_error_names_the_flag = None
    test_each_file_of_the_library_says_so_first = None


class Library(Case):
    """All of it, by each way of building."""
    PROCESSORS = {'gcc, AArch64': 'aarch64', 'clang, AArch64': 'aarch64',
                  'gcc, PowerPC': 'powerpc'}

    def mk(self, name, level):
        folder = self.where / f'{name}{level}'.replace(' ', '')
        folder.mkdir()
        (folder / 'Makefile').write_text(f'include {ROOT}/tally.mk\n')
        run('make', '-C', folder, 'CC=' + ' '.join(COMPILERS[name][0]),
            f'CFLAGS={level}', 'AR=ar', 'libtally.a')
        self.look(folder / 'libtally.a', name)

    def test_tally_mk(self):
        self.each(self.mk, ('-O2',), self.PROCESSORS)

    def test_cmake(self):
        for name, processor in self.PROCESSORS.items():
            if not there(name):
                continue
            folder = self.where / name.replace(' ', '')
            folder.mkdir()
            words = COMPILERS[name][0]
            (folder / 'CMakeLists.txt').write_text(
                'cmake_minimum_required(VERSION 3.16)\n'
                'set(CMAKE_SYSTEM_NAME Generic)\n'
                f'set(CMAKE_SYSTEM_PROCESSOR {processor})\n'
                f'set(CMAKE_C_COMPILER {words[0]})\n'
                f'set(CMAKE_C_FLAGS "{" ".join(words[1:])} -O3")\n'
                'set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)\n'
                'project(it C)\n'
                f'set(tally_DIR {ROOT}/cmake)\nfind_package(tally REQUIRED)\n')
            run('cmake', '-S', folder, '-B', folder / 'out')
            run('cmake', '--build', folder / 'out')
            self.look(folder / 'out/libtally.a', name)


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    TALLY = sys.argv[1]
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
