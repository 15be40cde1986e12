# SPDX-License-Identifier: MIT
"""usage: tap.py test_known_code.py TALLY=COMMAND

The code of known counts, src/run/doctor/known_code.c: its words are what an
assembler makes of the comment above them."""
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import unittest

TALLY = ''
SOURCE = (pathlib.Path(__file__).resolve().parents[2] /
          'src/run/doctor/known_code.c')
# The table's name, the assembler's, its options, the order of bytes.
MACHINES = (('arm', 'arm-none-eabi', ['-mcpu=cortex-a9'], '<'),
            ('aarch64', 'aarch64-linux-gnu', [], '<'),
            ('power', 'powerpc-linux-gnu', ['-mbig', '-me500', '-mregnames'], '>'),
            ('x86_64', 'x86_64-linux-gnu', ['--64'], '<'))


def rows(text, table):
    """(assembly, words) of each piece that the machine has."""
    body = re.search(r'struct body %s\[KNOWN_PIECES\] = \{\n(.*?)\n\};' % table,
                     text, re.S)[1]
    for said, words in re.findall(r'/\* (.*?) \*/\s*(\{ \{.*?\},$)', body,
                                  re.S | re.M):
        words = [int(word, 16) for word in re.findall('0x[0-9a-f]{8}', words)]
        if words:
            yield re.sub(r'\s+\*?\s*', ' ', said), words


class Words(unittest.TestCase):
    def assembled(self, prefix, options, order, said):
        with tempfile.TemporaryDirectory() as folder:
            made, flat = (pathlib.Path(folder, name) for name in ('o', 'bin'))
            subprocess.run([f'{prefix}-as', *options, '-o', made], check=True,
                           input=said.replace('; ', '\n') + '\n', text=True)
            subprocess.run([f'{prefix}-objcopy', '-O', 'binary', '-j', '.text',
                            made, flat], check=True)
            data = flat.read_bytes()
        return [word for word, in struct.iter_unpack(order + 'I', data)]

    def test_each_table(self):
        text = SOURCE.read_text(encoding='ascii')
        for table, prefix, options, order in MACHINES:
            if not shutil.which(f'{prefix}-as'):
                self.skipTest(f'{prefix}-as is not installed')
            found = list(rows(text, table))
            self.assertGreaterEqual(len(found), 6)
            for said, words in found:
                with self.subTest(table=table, said=said):
                    self.assertEqual(self.assembled(prefix, options, order,
                                                    said), words)


if __name__ == '__main__':
    unittest.main()
