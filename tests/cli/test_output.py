#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files that the command writes: what was there stays until the new one is
whole, and nothing that was read is ever written.

A disk that is full after a few bytes is stood in for by the limit on the size
of a file.  (Variables: TALLY, the command; FIRMWARE, the folder of the guest
programs.)"""
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

TALLY = ''
FIRMWARE = ''
# A file that Tally wrote before: others are not replaced.
OLD = b'/* Made by `tally amalgam ` */\n' * 50
MODE = 0o640
# It says that it runs, and does so for a second or more.
SLOW = """
#include <stdio.h>

int main(void)
{
	puts("it runs");
	fflush(stdout);
	for (volatile int i = 0; i < 3000000; i++)
		;
	return 0;
}
"""


def nearly_full():
    """In the child: files end after 100 bytes, and that is an error."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


class Output(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.program = self.copy('pb1176/test_uart.elf')
        self.stat = ['stat', '-t', 'board:pb1176', '-M', 'cpi', '--json',
                     '--quiet-program', str(self.program)]
        self.text = [word for word in self.stat if word != '--json']

    def tearDown(self):
        shutil.rmtree(self.folder)

    def copy(self, name):
        there = pathlib.Path(FIRMWARE, name)
        return pathlib.Path(shutil.copy(there, self.folder / there.name))

    def old(self, name):
        path = self.folder / name
        path.write_bytes(OLD)
        path.chmod(MODE)
        return path

    def run_it(self, *words, full=False, stdin=subprocess.DEVNULL):
        return subprocess.run([TALLY, *map(str, words)], timeout=60,
                              capture_output=True, check=False, text=True,
                              stdin=stdin,
                              preexec_fn=nearly_full if full else None)

    def writers(self):
        """Ways to write, and the files that each writes."""
        yield ([*self.stat, '-o', self.folder / 'result'], ['result'])
        yield (['amalgam', '-m', 'arm1176', '--force', '-o', self.folder],
               ['tally_arm1176.c', 'tally_arm1176.h'])

    def test_full_disk(self):
        """The old file is whole, and no draft stays."""
        for words, names in self.writers():
            with self.subTest(words[0]):
                files = [self.old(name) for name in names]
                before = set(self.folder.iterdir())
                done = self.run_it(*words, full=True)
                self.assertEqual(done.returncode, 1)
                self.assertIn('File too large', done.stderr)
                self.assertEqual([f.read_bytes() for f in files],
                                 [OLD] * len(files))
                self.assertEqual(set(self.folder.iterdir()), before)
                if words[0] == 'stat':
                    self.assertIn('the result follows here', done.stderr)
                    self.assertTrue(done.stdout.startswith('{'))

    def test_replaced(self):
        """The new file has the old one's rights; a link stays a link."""
        for words, names in self.writers():
            for name in names:
                (self.folder / name).unlink(missing_ok=True)
                (self.folder / name).symlink_to(self.old('far ' + name))
            done = self.run_it(*words)
            self.assertEqual(done.returncode, 0, done.stderr)
            for name in names:
                with self.subTest(name):
                    far = self.folder / ('far ' + name)
                    self.assertTrue((self.folder / name).is_symlink())
                    self.assertFalse(far.is_symlink())
                    self.assertNotIn(OLD, far.read_bytes())
                    self.assertGreater(far.stat().st_size, 0)
                    self.assertEqual(far.stat().st_mode & 0o777, MODE)

    def test_new(self):
        """As the process's habit (umask) has it."""
        mask = os.umask(0o027)
        try:
            done = self.run_it(*self.stat, '-o', self.folder / 'new')
        finally:
            os.umask(mask)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / 'new').stat().st_mode & 0o777, 0o640)

    def test_a_page_besides(self):
        page = self.folder / 'page.html'
        text = self.run_it(*self.text, '--html', page).stdout
        self.assertIn('\ncycles ', text)
        self.assertNotIn('<', text.replace('<0.001', ''))
        self.assertTrue(page.read_text().startswith('<!DOCTYPE html>'))
        # What it has is the same record.
        again = self.run_it('report', page)
        self.assertEqual((again.stdout, again.returncode), (text, 0))
        alone = self.run_it(*self.text, '--html', '-').stdout
        self.assertTrue(alone.startswith('<!DOCTYPE html>'))

    def test_a_name_chooses_the_form(self):
        """Where none is asked for; the file is then one for report."""
        where = [*self.stat[1:3], '--quiet-program', self.program]
        for verb, asked in (('stat', ['-M', 'cpi']),
                            ('profile', ['-e', 'cycles']),
                            ('record', ['-e', 'cycles'])):
            words = [verb, *where, *asked]
            for form in ('json', 'csv', 'txt'):
                kept = self.folder / f'kept.{form}'
                plain = self.run_it(*words, *({'json': ['--json'],
                                               'csv': ['--csv']}.get(form, [])))
                done = self.run_it(*words, '-o', kept)
                self.assertEqual(done.returncode, 0, done.stderr)
                text = kept.read_text()
                self.assertEqual(text.startswith('{'), form == 'json' or
                                 (verb, form) == ('record', 'txt'), text)
                if form != 'json' and (verb, form) != ('record', 'txt'):
                    self.same_but_time(text, plain.stdout)
            read = self.run_it('report', self.folder / 'kept.json')
            self.assertEqual(read.returncode, 0, read.stderr)
            # What is asked for is done, unless the name says otherwise.
            kept = self.folder / 'table'
            self.run_it(*words, '--csv', '-o', kept)
            self.assertFalse(kept.read_text().startswith('{'))
            kept = self.folder / 'table.json'
            done = self.run_it(*words, '--csv', '-o', kept)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertFalse(kept.exists())

    def same_but_time(self, one, other):
        def timeless(text):
            return re.sub(r'[0-9.]+ s$', '', text, flags=re.M)
        self.assertEqual(timeless(one), timeless(other))

    def test_no_file(self):
        """A pipe is written as it is."""
        done = self.run_it(*self.stat, '-o', '/dev/stdout')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(done.stdout.startswith('{'), done.stdout)

    def wait_until_it_waits(self, process):
        """It sleeps, and no process of a board is there, at five looks in a row."""
        place, looks = pathlib.Path('/proc', str(process.pid)), 0
        while looks < 5:
            time.sleep(0.05)
            self.assertIsNone(process.poll())
            state = (place / 'stat').read_text().rpartition(') ')[2][0]
            board = (place / f'task/{process.pid}/children').read_text()
            looks = looks + 1 if (state, board) == ('S', '') else 0

    def test_a_pipe_with_a_name(self):
        """It has the whole result for its reader, and stays a pipe; without a
        reader the command waits for one, as a shell does, until Ctrl-C."""
        pipe = self.folder / 'pipe'
        os.mkfifo(pipe)
        words = [TALLY, *self.stat, '-o', str(pipe)]
        with subprocess.Popen(words, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE) as process:
            text = pipe.read_text()
            self.assertEqual((process.wait(60), process.stderr.read()), (0, b''))
        self.assertTrue(json.loads(text)['trusted'])
        self.assertTrue(pipe.is_fifo())
        with subprocess.Popen(words, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            self.wait_until_it_waits(process)
            process.send_signal(signal.SIGINT)
            text, said = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 1)
            self.assertIn(b'the result follows here', said)
            self.assertTrue(json.loads(text)['trusted'])
        self.assertTrue(pipe.is_fifo())
        self.assertEqual(set(self.folder.iterdir()), {pipe, self.program})

    def test_a_pipe_whose_reader_goes(self):
        """That is an error, and the result is not lost."""
        kept, pipe = self.folder / 'kept.json', self.folder / 'pipe.html'
        self.assertEqual(self.run_it(*self.stat, '-o', kept).returncode, 0)
        page = self.run_it('report', '--html', '-', kept).stdout
        os.mkfifo(pipe)
        self.assertGreater(len(page), 1 << 16, 'all of it fits into a pipe')
        with subprocess.Popen([TALLY, 'report', '--html', str(pipe), str(kept)],
                              text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            with pipe.open('rb', buffering=0) as reader:
                reader.read(1)
            text, said = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, said)
        self.assertRegex(said, 'pipe.html: Broken pipe; the result follows')
        self.assertEqual(text, page)
        self.assertTrue(pipe.is_fifo())

    def test_a_folder_that_goes(self):
        """While the board runs; or the file's name is a folder's then."""
        program = self.folder / 'slow.c'
        program.write_text(SLOW)
        self.run_it('board', 'pb1176', '--run', '--cc', program, '-o',
                    self.folder / 'slow.elf')
        for name in ('gone/kept.json', 'kept.json'):
            kept = self.folder / name
            kept.parent.mkdir(exist_ok=True)
            with subprocess.Popen(
                    [TALLY, 'stat', '-t', 'board:pb1176', '-e', 'cycles',
                     '--json', '-o', str(kept), str(self.folder / 'slow.elf')],
                    text=True, stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE) as process:
                self.assertEqual(process.stderr.readline(), 'it runs\n')
                if name == 'kept.json':
                    kept.mkdir()
                else:
                    kept.parent.rmdir()
                text, said = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 1, said)
            self.assertIn('the result follows here', said)
            self.assertTrue(json.loads(text)['trusted'])

    def test_standard_output(self):
        """By its usual name; and beside a page that goes there."""
        said = self.run_it(*self.stat, '-o', '-')
        self.assertTrue(said.stdout.startswith('{'), said.stdout)
        kept = self.folder / 'kept.json'
        page = self.run_it(*self.text, '-o', kept, '--html', '-')
        self.assertEqual(page.returncode, 0, page.stderr)
        self.assertTrue(page.stdout.startswith('<!DOCTYPE html>'))
        self.assertTrue(kept.read_text().startswith('{'))

    def test_one_over_the_other(self):
        """The result and its page have a file each; no file has no name."""
        both = self.folder / 'both'
        done = self.run_it(*self.text, '-o', both, '--html',
                           f'{self.folder}/./both')
        self.assertEqual(done.returncode, 2)
        self.assertIn('one would be written over the other', done.stderr)
        self.assertFalse(both.exists())
        for words in ([*self.stat, '-o', ''], [*self.text, '--html', ''],
                      ['amalgam', '-m', 'arm1176', '-o', '']):
            done = self.run_it(*words)
            self.assertEqual(done.returncode, 2)
            self.assertIn('the name is empty; say what to write', done.stderr)

    def test_page_of_a_result_that_has_no_place(self):
        """The one that can be written is."""
        page = self.folder / 'page.html'
        done = self.run_it(*self.text, '-o', self.folder, '--html', page)
        self.assertEqual(done.returncode, 1)
        self.assertIn('\ncycles ', done.stdout)
        self.assertTrue(page.read_text().startswith('<!DOCTYPE html>'))

    def test_input_stays(self):
        """Whatever is read, by whatever name."""
        capture = self.folder / 'a.pcap'
        shutil.copy(pathlib.Path(__file__).parents[2] /
                    'examples/traffic.pcap', capture)
        a_map = self.folder / 'a.map'
        a_map.write_text(self.map_text())
        ways = {
            self.program: self.stat,
            capture: ['stat', '-t', 'board:mpc8540ads', '--pcap', capture,
                      '-M', 'cpi', self.program],
            a_map: ['stat', '-t', 'board:versatile', '--map', a_map, '-M',
                    'debug_cycles', self.program],
        }
        for path, words in ways.items():
            hard, soft = (path.with_name(path.name + s)
                          for s in ('.hard', '.soft'))
            hard.hardlink_to(path)
            soft.symlink_to(path)
            before = path.read_bytes()
            for name in (path, hard, soft):
                with self.subTest(name.name):
                    done = self.run_it(*words, '-o', name)
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertIn('which it would overwrite', done.stderr)
                    self.assertEqual(path.read_bytes(), before)

    def test_standard_input_stays(self):
        """What is read as `-` has a name, too."""
        kept = self.folder / 'kept.json'
        self.assertEqual(self.run_it('compute', '-m', 'arm1176', 'cycles=20',
                                     'instr_exec=10', '-o', kept).returncode, 0)
        before = kept.read_bytes()
        for words in (('collect', '-o', kept, '-'),
                      ('export', 'csv', '-o', kept, '-'),
                      ('report', '--html', kept, '-'),
                      ('diff', '--html', kept, kept, '-')):
            with self.subTest(words[0]), kept.open() as file:
                done = self.run_it(*words, stdin=file)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn('overwrit', done.stderr)
                self.assertEqual(kept.read_bytes(), before)

    def test_log_stays(self):
        """A log on standard input, by whatever name; without `-` it is not
        read, and another file of the same content is another file."""
        log = self.folder / 'a.log'
        counts = 'cycles = 20\ninstr_exec = 10\n'
        log.write_text(counts)
        other = pathlib.Path(shutil.copy(log, self.folder / 'other'))
        hard, soft = self.folder / 'hard', self.folder / 'soft'
        hard.hardlink_to(log)
        soft.symlink_to(log)
        words = 'compute', '-m', 'arm1176', '-M', 'cpi', '--json'
        for name in (log, hard, soft):
            with self.subTest(name.name), log.open() as file:
                done = self.run_it(*words, '-o', name, '-', stdin=file)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn('that is the log', done.stderr)
                self.assertEqual(log.read_text(), counts)
        with log.open() as file:
            done = self.run_it(*words, '-o', other, '-', stdin=file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(other.read_text().startswith('{'))
        with log.open() as file:
            done = self.run_it(*words, '-o', log, 'cycles=20',
                               'instr_exec=10', stdin=file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(log.read_text().startswith('{'))

    def map_text(self):
        """The map that the monitor has, as a file."""
        rows = (pathlib.Path(__file__).parents[2] / 'include/tally/monitors'
                / 'arm926pxp_ahb_map.def').read_text()
        lines = ['base 0x101D0000', 'enable_bit 0']
        for line in rows.splitlines():
            if line.startswith('AT('):
                name, offset = line[3:line.index(')')].split(',')
                lines.append(f'{name.strip()} {offset.strip()}')
        return '\n'.join(lines) + '\n'
