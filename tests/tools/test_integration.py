# SPDX-License-Identifier: MIT
"""usage: tap.py test_integration.py

The freestanding library in other people's build systems: make, CMake and a
module of Zephyr, whose functions are written down here as far as it uses
them."""
import pathlib
import re
import shutil
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
find_package(tally 0.1 REQUIRED)
target_link_libraries(program tally::tally)
'''
PART_OF_CMAKE = f'''cmake_minimum_required(VERSION 3.20)
project(program C)
include(FetchContent)
FetchContent_Declare(tally SOURCE_DIR {ROOT})
FetchContent_MakeAvailable(tally)
add_executable(program program.c)
target_link_libraries(program tally::tally)
'''
PART_OF_MESON = '''project('program', 'c')
executable('program', 'program.c', dependencies: dependency('tally', fallback: 'tally'))
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

# What the sample of Zephyr takes from its headers.
ZEPHYR_HEADERS = {
    'devicetree.h': """#define DT_NODELABEL(label) DT_N_NODELABEL_##label
#define DT_IRQN(node) 23
#define DT_IRQ(node, cell) 0
""",
    'irq.h': """#define IRQ_CONNECT(irq, priority, isr, parameter, flags) \\
	do { void (*isr_)(const void *) = (isr); isr_(parameter); (void)(irq); \\
	     (void)(priority); (void)(flags); } while (0)
void irq_enable(unsigned int irq);
void irq_disable(unsigned int irq);
""",
    'kernel.h': '#include <stddef.h>\n#define ARG_UNUSED(x) (void)(x)\n',
    'sys/printk.h': """
__attribute__((format(printf, 1, 2))) void printk(const char *format, ...);
"""}


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
        run('make', '-j2', where=self.place)
        self.works(self.place / 'program')
        # As if the header had been edited: who includes it is made again.
        self.assertIn('up to date', run('make', where=self.place))
        again = run('make', '-n', '-W', ROOT / 'include/tally/monitors/arm926pxp_ahb.h',
                    where=self.place)
        made = re.findall(r'-o (tally_\S+\.o)', again)
        self.assertIn('tally_arm926pxp_ahb.o', made)
        self.assertNotIn('tally_arm1176.o', made)

    def test_cmake(self):
        self.cmake(CMAKE, f'-Dtally_DIR={ROOT}/cmake')

    def test_cmake_installed(self):
        """Headers, library and package file as they are installed."""
        made, installed = self.place / 'made', self.place / 'installed'
        run('meson', 'setup', made, ROOT, '-Dhosted=disabled',
            f'--prefix={installed}', where=self.place)
        run('meson', 'install', '-C', made, where=self.place)
        self.cmake(CMAKE, f'-DCMAKE_PREFIX_PATH={installed}')
        # Moved, and outside of the only root that a tool chain looks in.
        (self.place / 'empty').mkdir()
        moved = installed.rename(self.place / 'moved')
        shutil.rmtree(self.place / 'build')
        self.cmake(CMAKE, f'-Dtally_DIR={next(moved.rglob("cmake/tally"))}',
                   f'-DCMAKE_FIND_ROOT_PATH={self.place}/empty',
                   *[f'-DCMAKE_FIND_ROOT_PATH_MODE_{kind}=ONLY'
                     for kind in ('LIBRARY', 'INCLUDE', 'PACKAGE')])

    def test_cmake_refuses_other_versions(self):
        """A later one, and, before 1.0, another minor version."""
        for version in '0.1.1', '0.2', '0.0.9', '1':
            with self.subTest(version=version):
                (self.place / 'CMakeLists.txt').write_text(
                    'cmake_minimum_required(VERSION 3.20)\n'
                    'project(program NONE)\n'
                    f'find_package(tally {version} QUIET)\n'
                    'message("${tally_CONSIDERED_VERSIONS} ${tally_FOUND}")\n')
                said = run('cmake', '-S', '.', '-B', f'of {version}',
                           f'-Dtally_DIR={ROOT}/cmake', where=self.place)
                self.assertIn('0.1.0 0', said)

    def test_part_of_cmake(self):
        self.cmake(PART_OF_CMAKE)

    def test_part_of_meson(self):
        (self.place / 'subprojects').mkdir()
        (self.place / 'subprojects/tally').symlink_to(ROOT)
        (self.place / 'meson.build').write_text(PART_OF_MESON)
        run('meson', 'setup', 'build', '--wrap-mode=forcefallback',
            where=self.place)
        run('ninja', '-C', 'build', where=self.place)
        self.works(self.place / 'build/program')

    def test_zephyr_sample(self):
        """It compiles, and what it is made of is where Zephyr looks for it."""
        sample = ROOT / 'zephyr/samples/counts'
        for name, text in ZEPHYR_HEADERS.items():
            header = self.place / 'zephyr' / name
            header.parent.mkdir(parents=True, exist_ok=True)
            header.write_text(text)
        run('aarch64-linux-gnu-gcc', '-Wall', '-Wextra', '-Werror',
            '-mgeneral-regs-only', '-ffreestanding', f'-I{ROOT}/include',
            f'-I{self.place}',
            '-c', sample / 'src/main.c', where=self.place)
        module = (ROOT / 'zephyr/module.yml').read_text()
        self.assertIn('dts_root: zephyr\n', module)
        binding = ROOT / 'zephyr/dts/bindings/perf/tally,monitor.yaml'
        compatible = re.search(r'^compatible: (".*")$', binding.read_text(),
                               re.M)[1]
        self.assertIn(f'compatible = {compatible};',
                      (sample / 'app.overlay').read_text())
        for name in 'CMakeLists.txt', 'prj.conf', 'sample.yaml':
            self.assertTrue((sample / name).is_file(), name)

    def test_zephyr(self):
        self.cmake(ZEPHYR)
        module = (ROOT / 'zephyr/module.yml').read_text()
        for line in 'cmake: zephyr', 'kconfig: zephyr/Kconfig':
            self.assertIn(line, module)
