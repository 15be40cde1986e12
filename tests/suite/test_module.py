# SPDX-License-Identifier: MIT
"""usage: tap.py test_module.py TALLY=COMMAND FIRMWARE=FOLDER

python/tally.py against what the command prints of the same files."""
import csv
import importlib.util
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import tally_command
from tally_command import printed, tally

ROOT = pathlib.Path(__file__).resolve().parents[2]
TALLY = ''
FIRMWARE = ''


def setUpModule():
    tally_command.TALLY = TALLY


def load():
    spec = importlib.util.spec_from_file_location('tally',
                                                  ROOT / 'python/tally.py')
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Module(unittest.TestCase):
    def setUp(self):
        self.module = load()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.elf = f'{FIRMWARE}/pb1176/crc32.elf'

    def test_record(self):
        """Each row is one of `report --csv`."""
        path = self.folder / 'a.json'
        printed('stat', '-t', 'board:pb1176', '-M', 'cpi', '-e',
                'dcache_miss', '--json', '-o', str(path), self.elf)
        record = self.module.open(path)
        rows = list(csv.DictReader(io.StringIO(printed('report', '--csv',
                                                       str(path)))))
        said = {row['name']: row['value'] for row in rows
                if row['kind'] in ('metric', 'event')}
        self.assertEqual({row['name']: f'{row["value"]:.10g}'
                          for row in record.rows() if row['name'] in said},
                         said)
        self.assertEqual(record.count('cycles'), record['arm1176:cycles'])
        self.assertAlmostEqual(record['cpi'],
                               record['cycles'] / record['instr_exec'])
        self.assertEqual((record.target, record.program, record.trusted),
                         ('board:pb1176', self.elf, True))
        with self.assertRaises(KeyError):
            record['cpy']

    def test_profile(self):
        """Functions and lines are those of `report --csv`, and sum up."""
        path = self.folder / 'p.json'
        printed('profile', '-t', 'board:pb1176', '-e', 'cycles,dcache_miss',
                '--json', '-o', str(path), self.elf)
        profile = self.module.open(path)
        for by in 'function', 'line', 'address':
            for event in profile.columns:
                self.assertEqual(sum(row[event] for row in profile.rows(by)),
                                 profile.total(event))
        said = {row['function']: int(row['cycles']) for row in csv.DictReader(
            io.StringIO(printed('report', '--csv', str(path))))
            if row['function']}
        ours = {row['function']: row['cycles'] for row in profile.rows()}
        for name in 'crc32', 'main':
            self.assertEqual(ours[name], said[name])
        with self.assertRaises(ValueError):
            profile.rows('colour')

    def test_files_that_are_none(self):
        for text, says in (('{', 'cut off'), ('5', 'no record'),
                           ('{"a": 1}', 'no record'),
                           ('{"tally": "1", "schema": 99}', 'schema is 99'),
                           ('{"document": "profile", "schema": 2}',
                            'schema is 2')):
            path = self.folder / 'bad.json'
            path.write_text(text)
            with self.assertRaisesRegex(self.module.Error, says):
                self.module.open(path)

    def test_results_and_their_picture(self):
        suite = self.folder / 's.yaml'
        suite.write_text('targets: [board:pb1176, board:lubbock]\n'
                         'metrics: cpi\nprograms: {"crc32": "'
                         f'{os.path.abspath(FIRMWARE)}/{{board}}/crc32.elf"}}'
                         '\n')
        into = str(self.folder / 'r')
        self.assertEqual(tally('bench', '-o', into, str(suite)).returncode, 0)
        results = self.module.Results(into)
        self.assertEqual([job.parts for job in results],
                         [['crc32', 'lubbock'], ['crc32', 'pb1176']])
        rows = results.rows('cpi', 'cycles')
        for row, job in zip(rows, results):
            document = json.loads(pathlib.Path(job.path).read_text())
            self.assertEqual(row['cpi'], document['metrics'][0]['value'])
        drawn = subprocess.run(
            [sys.executable, ROOT / 'examples/bars.py', into, 'cpi'],
            env={**os.environ, 'PYTHONPATH': str(ROOT / 'python')}, text=True,
            capture_output=True, check=True).stdout
        root = xml.etree.ElementTree.fromstring(drawn)
        self.assertEqual(len(root.findall('{*}rect')), 2)
        shutil.copy(results['crc32@pb1176'].path,
                    self.folder / f'r/crc32@pb1176-{"0" * 16}.json')
        with self.assertRaisesRegex(self.module.Error, 'one job'):
            self.module.Results(into)


if __name__ == '__main__':
    unittest.main()
