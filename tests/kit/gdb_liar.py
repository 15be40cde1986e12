# SPDX-License-Identifier: MIT
"""A server of GDB's remote protocol that answers whatever a test wants."""
import re
import socket
import threading


class Liar(threading.Thread):
    """A server that answers what a test says, to one who connects, or to
    `times` of them one after the other; in pieces of so many bytes."""

    def __init__(self, answer, times=1, piece=0):
        super().__init__(daemon=True)
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        self.answer, self.times, self.piece = answer, times, piece
        self.asked = []
        self.running = threading.Event()
        self.start()

    def run(self):
        for left in reversed(range(self.times)):
            connection, _ = self.listener.accept()
            if not left:
                self.listener.close()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.serve(connection)

    def send(self, connection, said):
        step = self.piece or len(said) or 1
        for at in range(0, len(said), step):
            connection.sendall(said[at:at + step])

    def serve(self, connection):
        kept = b''
        with connection:
            while True:
                try:
                    part = connection.recv(4096)
                except OSError:
                    return
                if not part:
                    return
                kept += part
                if b'\x03' in part:
                    connection.sendall(frame(b'T02thread:1;')[1:])
                while found := re.search(rb'\$([^#]*)#..', kept):
                    kept = kept[found.end():]
                    words = found[1].decode('latin-1')
                    self.asked.append(words)
                    if words == 'c':
                        self.running.set()
                    said = self.answer(words)
                    if said is None:
                        return
                    try:
                        self.send(connection, said)
                    except OSError:
                        return


def frame(said):
    return b'+$%s#%02x' % (said, sum(said) % 256)


def plain(**changed):
    """The answers of a core that stands at 0x8000, with a memory in which an
    L2C-310 is at 0x9000, but for what is changed: packets that begin so."""
    memory = {0x9000: 0xc0, 0x9003: 0x41}

    def look(words):
        where, count = words[1:].split(',')
        return bytes(memory.get(int(where, 16) + i, 0)
                     for i in range(int(count, 16))).hex().encode()

    def keep(words):
        where, digits = words[1:].split(':')
        for i, byte in enumerate(bytes.fromhex(digits)):
            memory[int(where.split(',')[0], 16) + i] = byte

    def answer(words):
        for start, said in changed.items():
            if words.startswith(start):
                return said(words) if callable(said) else said
        if words.startswith('qSupported'):
            return frame(b'PacketSize=400')
        if words in ('?', 'c', 's'):
            return frame(b'T05thread:1;')
        if words.startswith('p'):
            return frame(b'00800000')
        if words.startswith('m'):
            return frame(look(words))
        if words.startswith('M'):
            keep(words)
        return frame(b'OK' if words[0] in 'PMZzD' else b'')
    return answer
