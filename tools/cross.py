# SPDX-License-Identifier: MIT
"""What a Meson cross file says, for the tools that compile or read objects
without Meson.  A cross file is an INI file whose values are Python literals
as far as ours go."""
import ast
import configparser
import pathlib
import subprocess


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

    def run(self, tool, *args, where=None):
        """The output of a tool of this target; its failure is an exception
        that carries what the tool said."""
        done = subprocess.run([self.binaries[tool], *args], text=True,
                              capture_output=True, check=False, cwd=where)
        if done.returncode:
            raise RuntimeError(
                f'{self.binaries[tool]} failed: {done.stderr.strip()}')
        return done.stdout
