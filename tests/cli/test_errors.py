# SPDX-License-Identifier: MIT
"""usage: tap.py test_errors.py TALLY=COMMAND FIRMWARE=FOLDER

doc/errors.md against the command: each row of its tables is made to happen.
A row without a case here fails, and so does a case without a row.  Those of
debug servers are in tests/target/test_server_errors.py, those of this computer
in tests/kernel/test_linux_errors.py."""
import contextlib
import ctypes
import os
import pathlib
import pty
import re
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import time

import error_cases
import tally_command
from error_cases import TIMEOUT
from error_commands import (ARM, COMMANDS, FULL, INPUT, PIPES, PROFILE, PXA,
                            SHOWS, STAT, TALKATIVE, board, pcap, stat_file)
from error_rows import other_rows
from gdb_client import Server
from gdb_liar import Liar, frame, plain
from processes import board_of, children
from spoilt_files import FILES

TALLY = ''
FIRMWARE = ''


def setUpModule():
    tally_command.TALLY = TALLY
    Errors.firmware = FIRMWARE


def read_no_more_than_others():
    """Root, too, is held to a file's rights once it has lost two capabilities
    for good, which takes effect with the program that comes next."""
    if os.geteuid() == 0:
        drop, override, search = 24, 1, 2  # of linux/prctl.h, capability.h
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in override, search:
            if libc.prctl(drop, capability, 0, 0, 0):
                raise OSError(ctypes.get_errno(), 'prctl')


class Errors(error_cases.Cases):
    """Rows that need more than a command have a case here."""
    commands, inputs, shows, talkative = COMMANDS, INPUT, SHOWS, TALKATIVE
    more = {**FULL, **PIPES}

    def case_file_large(self, name):
        with open(os.path.join(self.folder, 'large'), 'wb') as file:
            file.truncate((256 << 20) + 1)
        self.judge_run(name, stat_file('large'))

    def case_file_unreadable(self, name):
        path = os.path.join(self.folder, 'secret')
        with open(path, 'wb') as file:
            file.write(FILES['good'])
        os.chmod(path, 0)
        self.judge_run(name, stat_file('secret'),
                       preexec_fn=read_no_more_than_others)

    def case_amalgam_there(self, name):
        words = 'amalgam', *ARM, '-o', self.folder
        self.assertEqual(self.run_tally(words).returncode, 0)
        self.judge_run(name, words)

    def case_prove_kit_there(self, name):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, 'Makefile').write_text('all:\n')
            self.judge_run(name, ('prove', *ARM, '--out', folder))

    def case_amalgam_own(self, name):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, 'tally_arm1176.h').write_text('int mine;\n')
            self.judge_run(name, ('amalgam', *ARM, '--force', '-o', folder))

    def case_board_cc_missing(self, name):
        """A command that was moved away from the files that go with it."""
        moved = os.path.join(self.folder, 'moved')
        shutil.copy(TALLY, moved)
        done = subprocess.run([moved, 'board', 'mpc8540ads', '--cc'],
                              text=True, capture_output=True, check=False)
        self.judge(name, done.returncode, done.stdout, done.stderr)

    def case_board_gdb_taken(self, name):
        with socket.create_server(('127.0.0.1', 0)) as taken:
            self.judge_run(name, (*board('endless'), '--gdb',
                                  str(taken.getsockname()[1])))

    def case_board_gdb_gone(self, name):
        with self.start((*board('endless'), '--gdb', '0')) as p:
            port = re.search(r'port (\d+)', p.stderr.readline())[1]
            socket.create_connection(('127.0.0.1', int(port))).close()
            gone = p.stderr.readline()
            p.send_signal(signal.SIGINT)
            out, err = p.communicate(timeout=TIMEOUT)
        self.assertIn('interrupted after 0 instructions', err)
        self.judge(name, p.returncode, out, gone)

    def case_record_early(self, name):
        liar = Liar(plain(c=frame(b'W00')))
        self.judge_run(name, (
            'record', '-t', f'gdb::{liar.port},arm1176,scratch=0x9000,'
            'clock=1e6', '-F', '9', '%crc32'))

    def case_diff_summary(self, name):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, f'crc32-{"0" * 16}.json').write_bytes(
                FILES['record-old'])
            self.judge_run(name, ('diff', '--github', folder, folder), env={
                **os.environ, 'GITHUB_STEP_SUMMARY': 'nowhere/summary.md'})

    def case_counts_unreadable(self, name):
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            self.judge_run(name, (*PXA, '-'), stdin=folder)
        finally:
            os.close(folder)

    def case_output_log(self, name):
        log = pathlib.Path(self.folder, 'counts.log')
        log.write_text('cycles = 5\n')
        with log.open() as file:
            self.judge_run(name, (*PXA, '-o', '@counts.log', '-'), stdin=file)

    def interrupted(self, name, words):
        with self.start(words) as p:
            self.wait_for_child(p)
            p.send_signal(signal.SIGINT)
            out, err = p.communicate(timeout=TIMEOUT)
        self.judge(name, p.returncode, out, err)

    def case_ctrl_c_board(self, name):
        self.interrupted(name, board('endless'))

    def case_ctrl_c_profile(self, name):
        self.interrupted(name, (*PROFILE, '@endless'))

    def case_ctrl_c_stat(self, name):
        self.interrupted(name, (*STAT, '-g', 'all', '@endless'))

    def case_ctrl_c_rows(self, name):
        with self.start((*STAT, '-I', '10ms', '-e', 'cycles', '@endless')) as p:
            head = p.stdout.readline() + p.stdout.readline()
            p.send_signal(signal.SIGINT)
            out, err = head + p.stdout.read(), p.stderr.read()
        self.judge(name, p.returncode, out, err)

    def wait_for_child(self, p):
        """Until the board runs: it has had some time of the processor."""
        until = time.monotonic() + 90
        while time.monotonic() < until:
            for pid in children(p.pid):
                stat = pathlib.Path(f'/proc/{pid}/stat').read_text()
                if int(stat.rsplit(')', 1)[1].split()[11]) > 20:
                    return pid
            time.sleep(0.02)
        self.fail('no board was started')

    def killed(self, name, words):
        with self.start(words) as p:
            os.kill(self.wait_for_child(p), signal.SIGKILL)
            out, err = p.communicate(timeout=TIMEOUT)
        self.judge(name, p.returncode, out, err)

    def case_child_board(self, name):
        self.killed(name, board('endless'))

    def case_child_stat(self, name):
        self.killed(name, stat_file('endless'))

    def at_rest(self, signals, *options, ask=True):
        """A board that waits for GDB; its process gets the first signal, and
        the command, which waits for its answer, the second if there is one."""
        server = Server('pb1176', next(self.command(['%crc32'])), *options)
        self.addCleanup(server.end)
        os.kill(board_of(server.process.pid), signals[0])
        if ask:
            server.say('g')
            self.assertEqual(server.byte(), b'+')
        for number in signals[1:]:
            server.process.send_signal(number)
        return server

    def judge_server(self, name, server):
        out, err = server.process.communicate(timeout=TIMEOUT)
        self.judge(name, server.process.returncode, out, err)

    def case_child_idle(self, name):
        self.judge_server(name, self.at_rest([signal.SIGKILL], ask=False))

    def case_child_silent(self, name):
        self.judge_server(name, self.at_rest([signal.SIGSTOP],
                                             '--timeout', '1'))

    def case_child_stopped(self, name):
        for server in [self.at_rest([signal.SIGSTOP, number],
                                    '--timeout', '3600')
                       for number in (signal.SIGINT, signal.SIGTERM)]:
            self.judge_server(name, server)

    def case_memory(self, name):
        if b'__asan_init' in pathlib.Path(TALLY).read_bytes():
            return  # AddressSanitizer itself needs more than is left here

        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
        self.judge_run(name, board('good'), preexec_fn=limit)

    def case_engine(self, name):
        """A damaged library comes first on the path."""
        folder = os.path.join(self.folder, 'libraries')
        os.mkdir(folder)
        for version in range(1, 5):
            path = os.path.join(folder, f'libunicorn.so.{version}')
            pathlib.Path(path).write_bytes(b'')
        self.judge_run(name, board('good'),
                       env={**os.environ, 'LD_LIBRARY_PATH': folder})

    def case_bench_core(self, name):
        """A slash behind a file's name is more than the name."""
        made = self.run_tally(('core', '--new', 'x')).stdout
        pathlib.Path(self.folder, 'x.json').write_text(made)
        self.judge_run(name, ('--core', 'x.json/', 'bench', '@suite'))

    def case_top_folder(self, name):
        """A folder that is not there; one with a long name serves."""
        long = os.path.join(self.folder, 99 * 'x')
        os.mkdir(long)
        for row, place in (name, 'nowhere'), ('top-terminal', long):
            self.judge_run(row, ('top', '--log', *STAT[1:], '%crc32'),
                           env={**os.environ, 'TMPDIR': place})
        self.assertEqual(os.listdir(long), [])

    def case_top_early(self, name):
        """Both keys are typed before the screen is there."""
        ours, theirs = pty.openpty()
        os.write(ours, b'wq')
        words = 'top', *STAT[1:], '-I', '9s', '-o', 'early', '@endless'
        with subprocess.Popen([TALLY, *self.command(words)], text=True,
                              cwd=self.folder, stdin=theirs, stdout=theirs,
                              stderr=subprocess.PIPE) as p:
            os.close(theirs)
            with contextlib.suppress(OSError):  # when the other end closes
                while os.read(ours, 4096):
                    pass
            self.judge(name, p.wait(TIMEOUT), '', p.stderr.read())
        os.close(ours)
        self.assertFalse(pathlib.Path(self.folder, 'early-1.json').exists())

    def case_pcap_library(self, name):
        folder = os.path.join(self.folder, 'no-libpcap')
        os.mkdir(folder)
        for version in '0.8', '1':
            pathlib.Path(folder, f'libpcap.so.{version}').write_bytes(b'')
        self.judge_run(name, pcap('@none.pcap'),
                       env={**os.environ, 'LD_LIBRARY_PATH': folder})

    def piped(self, name, words, **options):
        reader, writer = os.pipe()
        os.close(reader)
        try:
            self.judge_run(name, words, stdout=writer, **options)
        finally:
            os.close(writer)

    def case_pipe_ignored(self, name):
        self.piped(name, ('list', 'events'), restore_signals=False)

    def case_closed(self, name):
        self.judge_run(name, ('list',), preexec_fn=lambda: os.close(1))

    def other(self, name):
        if name in FULL:
            self.full(name, FULL[name])
        else:
            self.piped(name, PIPES[name])

    def full(self, name, words):
        if not os.path.exists('/dev/full'):
            self.skipTest('needs /dev/full')
        with open('/dev/full', 'w') as full:
            self.judge_run(name, words, stdout=full)


Errors.add(other_rows())
