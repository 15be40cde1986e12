# SPDX-License-Identifier: MIT
"""A server for GDB that does with `monitor` what OpenOCD does: it carries out
Tcl, in which `arm mrc`, `arm mcr`, `mww` and `read_memory` reach the registers
of a simulated board.  Everything else the board's own server answers."""
import json
import re
import socket
import threading
import tkinter

import gdb_client
import tally_command

BASE = 0x10000000  # where registers in memory are said to be


class OpenOcd(threading.Thread):
    def __init__(self, board, program, monitor):
        super().__init__(daemon=True)
        self.board = gdb_client.Server(board, program)
        names = [name for name, _ in self.board.description()]
        prefix = re.sub(r'\W', '_', monitor.lower())
        self.number, self.bytes = {}, {}
        for row in json.loads(tally_command.printed(
                'list', 'registers', '-m', monitor, '--json'))['registers']:
            place = self.place(row['place'])
            number = names.index(f'{prefix}_{row["name"].lower()}')
            self.number.setdefault(place, number)
            self.bytes[number] = row['bits'] // 8
        self.big = board.startswith('mpc')
        self.said = ''
        self.door = socket.create_server(('127.0.0.1', 0))
        self.port = self.door.getsockname()[1]

    @staticmethod
    def place(text):
        """"p15,0,Rd,c9,c12,0" as the operands of `arm mrc`, "+0x200" as an
        address."""
        words = [word.lstrip('pc') for word in text.split()[0].split(',')
                 if word != 'Rd']
        if len(words) == 5:
            return tuple(map(int, words))
        return BASE + int(text.split('+')[1].split()[0], 16)

    def order(self):
        return 'big' if self.big else 'little'

    def read(self, place):
        said = self.board.ask(f'p{self.number[place]:x}')
        return int.from_bytes(bytes.fromhex(said), self.order())

    def write(self, place, value):
        number = self.number[place]
        digits = int(value, 0).to_bytes(self.bytes[number], self.order()).hex()
        assert self.board.ask(f'P{number:x}={digits}') == 'OK'

    def arm(self, what, *operands):
        place = tuple(int(word, 0) for word in operands[:5])
        if what == 'mrc':
            return self.read(place)
        self.write(place, operands[5])
        return ''

    def write_memory(self, address, value):
        self.write(int(address, 0), value)
        return ''

    def read_memory(self, address, width, count):
        assert (width, count) == ('32', '1')
        return hex(self.read(int(address, 0)))

    def echo(self, text):
        self.said += text + '\n'
        return ''

    def do(self, command):
        """What it says: an error is text, and the answer is OK."""
        self.said = ''
        try:
            result = self.tcl.eval(command)
        except tkinter.TclError as error:
            result = str(error)
        return self.said + (str(result) + '\n' if str(result) else '')

    def answers(self, packet):
        if packet.startswith(b'qRcmd,'):
            told = self.do(bytes.fromhex(packet[6:].decode()).decode())
            if told:
                yield b'O' + told.encode().hex().encode()
            yield b'OK'
        else:
            self.board.send(b'$%s#%02x' % (packet, sum(packet) % 256))
            said = self.board.answer().replace('QStartNoAckMode+;', '')
            yield said.encode('latin-1')

    def run(self):
        self.tcl = tkinter.Tcl()  # of this thread
        self.tcl.createcommand('arm', self.arm)
        self.tcl.createcommand('mww', self.write_memory)
        self.tcl.createcommand('read_memory', self.read_memory)
        self.tcl.createcommand('echo', self.echo)
        with self.door, self.door.accept()[0] as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            buffer = b''
            try:
                while more := line.recv(65536):
                    buffer += more
                    while found := re.search(rb'\$([^#]*)#..', buffer, re.S):
                        buffer = buffer[found.end():]
                        line.sendall(b'+')
                        for said in self.answers(found[1]):
                            said = re.sub(
                                rb'[$#}*]',
                                lambda m: b'}' + bytes([m[0][0] ^ 0x20]), said)
                            line.sendall(b'$%s#%02x' % (said,
                                                        sum(said) % 256))
            except (EOFError, OSError):
                pass
        self.board.end()
