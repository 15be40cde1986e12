# SPDX-License-Identifier: MIT
"""What a Meson cross file says, for the tools that compile or read objects
without Meson.  A cross file is an INI file whose values are Python literals
as far as ours go."""
import ast
import configparser
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The ways to registers, and whose compiler has them.
ROWS = ROOT / 'include/tally/native.def'


class Cross:
    def __init__(self, path):
        ini = configparser.ConfigParser(interpolation=None)
        with open(path, encoding='utf-8') as file:
            ini.read_file(file)
        self.path = path
        self.name = pathlib.Path(path).stem
        self.family = ast.literal_eval(ini['host_machine']['cpu_family'])
        self.binaries = {name: ast.literal_eval(value)
                         for name, value in ini['binaries'].items()}
        options = ini['built-in options']
        self.c_args = ast.literal_eval(options['c_args'])
        self.link_args = ast.literal_eval(options['c_link_args'])
        self.helpers = ast.literal_eval(ini['properties']['helpers'])
        self.floating = ast.literal_eval(
            ini['properties'].get('floating', "''"))

    def run(self, tool, *args, where=None):
        """The output of a tool of this target; its failure is an exception
        that carries what the tool said."""
        done = subprocess.run([self.binaries[tool], *args], text=True,
                              capture_output=True, check=False, cwd=where)
        if done.returncode:
            raise RuntimeError(
                f'{self.binaries[tool]} failed: {done.stderr.strip()}')
        return done.stdout


def family_of(way, rows=None):
    """Meson's word for the processors that have the way; None: all have it,
    for it is in memory."""
    rows = rows or ROWS.read_text(encoding='utf-8')
    if re.search(rf'(?m)^MAPPED\({way},', rows):
        return None
    macro = re.search(rf'(?m)^NATIVE\({way}, \w+, (\w+),', rows)
    assert macro, f'{way}: {ROWS} has no row NATIVE({way}, ...)'
    family = re.search(rf'(?m)^COMPILER\({macro[1]}, (\w+)\)', rows)
    assert family, (f'{way}: {ROWS} has no row COMPILER({macro[1]}, FAMILY), '
                    "with Meson's word for the family of processors")
    return family[1]


def compiler_of(way, rows=None, folder=ROOT / 'cross'):
    """The command of a compiler for the way, with its words."""
    family = family_of(way, rows)
    for path in sorted(folder.glob('*.ini')):
        cross = Cross(path)
        if cross.family == family:
            return [cross.binaries['c'], *cross.c_args]
    raise AssertionError(f'{way}: no file of {folder} has cpu_family = '
                         f"'{family}'; write one, as cross/aarch64.ini is")
