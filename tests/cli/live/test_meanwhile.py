# SPDX-License-Identifier: MIT
"""usage: tap.py test_meanwhile.py TALLY=COMMAND FIRMWARE=DIR

Counts over time while they are counted: a pipe's reader has each row when its
interval is over, as text, CSV and lines of JSON, and a file of OpenMetrics is
replaced whole at each."""
import csv
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading
import unittest

from spoilt_files import FILES
from tally_command import tally

TALLY = ''
FIRMWARE = ''
ENDLESS = '-t', 'board:pb1176', '-e', 'cycles', '-M', 'cpi', '-I', '1ms'
HERE = '-e', 'page-faults,task-clock', '-I', '50ms'


class Meanwhile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.made.name)
        cls.endless = cls.folder / 'endless'
        cls.endless.write_bytes(FILES['endless'])

    @classmethod
    def tearDownClass(cls):
        cls.made.cleanup()

    def first(self, count, *words):
        """So many lines, which are there while it runs; then it is ended."""
        with subprocess.Popen([TALLY, 'stat', *map(str, words)], text=True,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            lines = [process.stdout.readline() for _ in range(count)]
            running = process.poll() is None
            process.send_signal(signal.SIGINT)
            rest, said = process.communicate(timeout=60)
        self.assertTrue(running)
        self.assertEqual(process.returncode, 1)
        self.assertEqual(said, 'tally stat: interrupted; the rows are what '
                               'was measured until then\n')
        return lines, rest

    def test_lines_of_a_board_that_runs(self):
        lines, rest = self.first(5, *ENDLESS, '--json-lines', self.endless)
        rows = [json.loads(line) for line in lines + rest.splitlines()]
        for i, row in enumerate(rows):
            self.assertEqual(row['interval'], i)
            self.assertEqual(row['begin'], rows[i - 1]['end'] if i else 0)
            # An interval ends with an instruction, so it may be longer.
            self.assertAlmostEqual(row['events']['cycles'],
                                   row['end'] - row['begin'], delta=50)
            self.assertGreater(row['metrics']['cpi'], 0)

    def test_text_and_sheet_of_a_board_that_runs(self):
        lines, _ = self.first(4, *ENDLESS, self.endless)
        self.assertRegex(lines[0], r'^ +us +cpi +cycles$')
        for i, line in enumerate(lines[1:]):
            self.assertAlmostEqual(float(line.split()[0].replace(',', '')),
                                   1000 * (i + 1), delta=1)
        lines, _ = self.first(7, *ENDLESS, '--csv', self.endless)
        rows = list(csv.DictReader(io.StringIO(''.join(lines))))
        self.assertEqual([row['name'] for row in rows],
                         ['cpi', 'cycles', 'instr_exec'] * 2)
        self.assertEqual(rows[4]['begin'], rows[1]['end'])

    def waiting(self, *form, **more):
        """Counts a command that ends when go() says so, or is killed when
        nothing comes of it."""
        word = self.folder / 'word'
        word.unlink(missing_ok=True)
        os.mkfifo(word)
        process = subprocess.Popen(
            [TALLY, 'stat', *HERE, *form, '--', 'sh', '-c', 'read x <"$0"',
             word], text=True, stdout=subprocess.PIPE, **more)
        late = threading.Timer(60, process.kill)
        late.daemon = True
        late.start()
        self.addCleanup(late.cancel)
        return process, lambda: word.write_text('go\n')

    def test_a_command_by_the_clock(self):
        """A reader has its rows while the command goes on."""
        for form in ('--json-lines',), ('--csv',), ():
            process, go = self.waiting(*form)
            with process:
                lines = [process.stdout.readline() for _ in range(4)]
                self.assertIsNone(process.poll(), form)
                go()
                process.stdout.read()
            self.assertEqual(process.returncode, 0)
            self.assertTrue(all(lines), form)

    def test_lines_are_the_record(self):
        crc = f'{FIRMWARE}/pb1176/crc32.elf'
        words = ('stat', '-t', 'board:pb1176', '-g', 'all', '-e', 'all', '-I',
                 '50us')
        told = json.loads(tally(*words, '--json', crc).stdout)
        lines = [json.loads(line) for line in
                 tally(*words, '--json-lines', crc).stdout.splitlines()]
        series = told['intervals']
        self.assertEqual([row['end'] for row in lines[:-1]],
                         series['end_cycles'])
        for row in series['events']:
            if row['name'] in lines[0]['events']:
                self.assertEqual([line['events'][row['name']]
                                  for line in lines[:-1]], row['counts'])
        for row in series['metrics']:
            self.assertEqual([line['metrics'][row['name']]
                              for line in lines[:-1]], row['values'])
        last = lines[-1]
        self.assertTrue(last['whole'] and last['simulated'])
        self.assertEqual(last['trusted'], told['trusted'])
        self.assertEqual(last['events'], {
            row['name']: row['count'] for row in told['events']
            if row['name'] in last['events']})
        self.assertEqual(last['metrics'], {
            row['name']: row['value'] for row in told['metrics']})
        kept = self.folder / 'kept.jsonl'
        tally(*words, '--json-lines', '-o', kept, crc)
        self.assertEqual([json.loads(line) for line in
                          kept.read_text(encoding='utf-8').splitlines()],
                         lines)

    def test_a_file_is_replaced_whole_at_each_row(self):
        path = self.folder / 'rows.prom'
        texts = []
        process, go = self.waiting('--json-lines', '--openmetrics', str(path))
        with process:
            lines = []
            for line in process.stdout:
                lines.append(json.loads(line))
                texts.append(path.read_text(encoding='utf-8'))
                if len(lines) == 5:
                    go()
        self.assertEqual(process.returncode, 0)
        texts.append(path.read_text(encoding='utf-8'))
        for text in texts:
            self.assertTrue(text.endswith('\n# EOF\n'), text)
            self.assertEqual(text.count('# EOF'), 1)
        self.assertGreater(len(set(texts)), 3)
        value = {m[1]: float(m[2]) for m in re.finditer(
            r'(?m)^(\w+(?:\{event="\w+")?)[^#\n]* ([0-9.e+]+)$', texts[-1])}
        self.assertEqual(value['tally_running'], 0)
        self.assertEqual(value['tally_intervals'], len(lines) - 1)
        for name, count in lines[-1]['events'].items():
            self.assertEqual(value[f'tally_event_so_far{{event="{name}"'],
                             count)
        self.assertNotIn('tally_event{', texts[-1])
        self.assertIn('tally_event{', texts[0])
        self.assertEqual(oct(path.stat().st_mode & 0o444), '0o444')
        self.assertEqual(list(self.folder.glob('rows.prom?*')), [])

    def test_a_file_says_that_a_measurement_was_ended(self):
        path = self.folder / 'ended.prom'
        self.first(3, *ENDLESS, '--json-lines', '--openmetrics', path,
                   self.endless)
        self.assertRegex(path.read_text(encoding='utf-8'),
                         r'(?m)^tally_running\{.* 0$')

    def test_a_file_that_cannot_be_written_ends_nothing(self):
        gone = self.folder / 'gone'
        gone.mkdir()
        process, go = self.waiting('--json-lines', '--openmetrics',
                                   str(gone / 'x.prom'),
                                   stderr=subprocess.PIPE)
        with process:
            process.stdout.readline()
            (gone / 'x.prom').unlink()
            gone.rmdir()
            process.stdout.readline()
            go()
            rest, said = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertTrue(json.loads(rest.splitlines()[-1])['whole'])
        self.assertRegex(said, r'^tally stat: .*x\.prom: No such file')
