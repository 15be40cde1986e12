# SPDX-License-Identifier: MIT
"""usage: tap.py test_integration.py

The freestanding library in other people's build systems: make, CMake and a
module of Zephyr, whose functions are written down here as far as it uses
them."""
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = '''#include <stdio.h>
#include <tally/monitors/arm11.h>
#include <tally/session.h>
int main(void)
{
	return puts(tally_status_text(TALLY_E_BUSY)) < 0 ||
	       tally_setup_check(&tally_arm1176, 0, 0) != TALLY_E_INVALID;
}
'''
MAKEFILE = f'''program: program.o
	$(CC) -Wl,--gc-sections $^ -o $@
include {ROOT}/tally.mk
program: libtally.a
'''
CMAKE = '''cmake_minimum_required(VERSION 3.20)
project(program C)
add_executable(program program.c)
find_package(tally REQUIRED)
target_link_libraries(program tally::tally)
'''
ZEPHYR = f'''cmake_minimum_required(VERSION 3.20)
project(program C)
function(zephyr_include_directories)
	include_directories(${{ARGN}})
	set(folders ${{ARGN}} PARENT_SCOPE)
endfunction()
macro(zephyr_library)
	add_library(module STATIC)
endmacro()
function(zephyr_library_sources)
	target_sources(module PRIVATE ${{ARGN}})
	target_include_directories(module PUBLIC ${{folders}})
endfunction()
set(CONFIG_TALLY y)
add_subdirectory({ROOT}/zephyr module)
add_executable(program program.c)
target_link_libraries(program module)
'''


def run(*words, where):
    done = subprocess.run([str(word) for word in words], cwd=where, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=300, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


class Integration(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)
        (self.place / 'program.c').write_text(PROGRAM)

    def works(self, program):
        self.assertIn('in use', run(program, where=self.place))

    def cmake(self, text, *options):
        (self.place / 'CMakeLists.txt').write_text(text)
        run('cmake', '-S', '.', '-B', 'build', *options, where=self.place)
        run('cmake', '--build', 'build', where=self.place)
        self.works(self.place / 'build/program')

    def test_make(self):
        (self.place / 'Makefile').write_text(MAKEFILE)
        run('make', where=self.place)
        self.works(self.place / 'program')

    def test_cmake(self):
        self.cmake(CMAKE, f'-Dtally_DIR={ROOT}/cmake')

    def test_cmake_installed(self):
        """Headers, library and package file as they are installed."""
        made, installed = self.place / 'made', self.place / 'installed'
        run('meson', 'setup', made, ROOT, '-Dhosted=disabled',
            f'--prefix={installed}', where=self.place)
        run('meson', 'install', '-C', made, where=self.place)
        self.cmake(CMAKE, f'-DCMAKE_PREFIX_PATH={installed}')

    def test_zephyr(self):
        self.cmake(ZEPHYR)
        module = (ROOT / 'zephyr/module.yml').read_text()
        for line in 'cmake: zephyr', 'kconfig: zephyr/Kconfig':
            self.assertIn(line, module)
