# SPDX-License-Identifier: MIT
"""GDB's side of its remote protocol, for tests of `tally board --gdb`."""
import re
import signal
import select
import socket
import subprocess
import xml.etree.ElementTree

import tally_command

TIMEOUT = 60
WAITING = re.compile(r'waiting for GDB on port (\d+) ')


class Server:
    """`tally board BOARD PROGRAM --gdb 0`, and a connection to it."""

    def __init__(self, board, program, *options):
        self.process = subprocess.Popen(
            [tally_command.TALLY, 'board', board, str(program), '--gdb', '0',
             *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        self.first = self.process.stderr.readline()
        found = WAITING.match(self.first)
        if not found:
            self.process.kill()
            raise AssertionError(self.first + self.process.communicate()[1])
        self.port = int(found[1])
        self.connect()

    def connect(self):
        """Another debugger, where one was before."""
        self.socket = socket.create_connection(('127.0.0.1', self.port),
                                               TIMEOUT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.kept = b''
        self.told = ''  # what `O` packets said

    def close(self, interrupt=False):
        """Closes the connection, and where the server would wait for another
        one interrupts it; (status, standard output, error)."""
        self.socket.close()
        if interrupt:
            self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=TIMEOUT)
        return self.process.returncode, out, err

    def end(self):
        """For addCleanup: ends what is still there."""
        self.socket.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def send(self, data):
        self.socket.sendall(data)

    def byte(self):
        if not self.kept:
            self.kept = self.socket.recv(65536)
            if not self.kept:
                raise EOFError('the server has closed the connection')
        one, self.kept = self.kept[:1], self.kept[1:]
        return one

    def quiet(self, seconds=0.05):
        """Nothing has come, and nothing comes."""
        return not self.kept and not select.select(
            [self.socket], [], [], seconds)[0]

    def answer(self):
        """What the next packet says; it is acknowledged."""
        while True:
            while self.byte() != b'$':
                pass
            said = b''
            while (one := self.byte()) != b'#':
                said += one
            total = int(self.byte() + self.byte(), 16)
            if sum(said) % 256 != total:
                raise AssertionError(f'wrong sum: {said} {total:02x}')
            self.send(b'+')
            said = re.sub(b'}(.)', lambda m: bytes([m[1][0] ^ 0x20]), said,
                          flags=re.S).decode('latin-1')
            if not re.fullmatch('O([0-9a-f]{2})+', said):
                return said
            self.told += bytes.fromhex(said[1:]).decode()

    def say(self, words):
        data = words if isinstance(words, bytes) else words.encode('latin-1')
        data = re.sub(rb'[$#}]', lambda m: b'}' + bytes([m[0][0] ^ 0x20]),
                      data)
        self.send(b'$%s#%02x' % (data, sum(data) % 256))

    def ask(self, words):
        self.say(words)
        return self.answer()

    def monitor(self, words):
        self.told = ''
        if self.ask('qRcmd,' + words.encode().hex()) != 'OK':
            raise AssertionError(f'monitor {words}')
        return self.told

    def description(self):
        """The registers' names and bits, in order."""
        text = ''
        while True:
            part = self.ask(f'qXfer:features:read:target.xml:{len(text):x},'
                            '200')
            text += part[1:]
            if part[0] == 'l':
                break
        return [(reg.get('name'), int(reg.get('bitsize')))
                for reg in xml.etree.ElementTree.fromstring(text).iter('reg')]
