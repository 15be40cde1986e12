# SPDX-License-Identifier: MIT
"""examples/traffic.pcap is what its script makes of it with Debian's Scapy, to
the byte."""
import pathlib
import subprocess
import tempfile
import unittest

TALLY = ''
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / 'examples'
# Debian's packages of Python modules are for Debian's Python.
PYTHON = '/usr/bin/python3'


class Traffic(unittest.TestCase):
    def test_script_makes_it(self):
        with tempfile.TemporaryDirectory() as folder:
            made = pathlib.Path(folder) / 'traffic.pcap'
            subprocess.run([PYTHON, EXAMPLES / 'make_traffic.py', made],
                           check=True)
            self.assertEqual(made.read_bytes(),
                             (EXAMPLES / 'traffic.pcap').read_bytes())

    def test_script_says_how_it_is_used(self):
        for words in ([], ['--help'], ['a', 'b']):
            done = subprocess.run([PYTHON, EXAMPLES / 'make_traffic.py',
                                   *words], check=False, text=True,
                                  stderr=subprocess.PIPE)
            self.assertEqual(done.returncode, 1)
            self.assertIn('usage: make_traffic.py FILE', done.stderr)
