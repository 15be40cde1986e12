# SPDX-License-Identifier: MIT
"""Between a client and a server of GDB's remote protocol: passes everything on
but for one fault, at one packet of the client's."""
import re
import select
import socket
import threading

PACKET = re.compile(rb'\$([^#]*)#..', re.S)
TIMEOUT = 30
# close: the packet is not carried out, and the connection ends; late: it is,
# and its answer is lost with the connection; gone: as close, for good.
# errors: from there on an error, and nothing is carried out; once: one answer
# is an error, of what was carried out; twice: one answer comes twice; other:
# one answer is that to the question before.
FAULTS = 'close', 'late', 'gone', 'errors', 'once', 'twice', 'other'
REFUSED = b'pPmMgGzZcs'


def frame(said):
    return b'$%s#%02x' % (said, sum(said) % 256)


class Backend:
    """A connection to the server, for the client's packets and for ours."""

    def __init__(self, port):
        self.port = port
        self.line = socket.create_connection(('127.0.0.1', port), TIMEOUT)
        self.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.kept = b''
        self.running = False

    def send(self, said):
        self.running = said in (b'c', b's')
        self.line.sendall(frame(said))

    def receive(self):
        """What has arrived makes this packet; None: not yet."""
        found = PACKET.search(self.kept)
        if not found:
            return None
        self.kept = self.kept[found.end():]
        self.line.sendall(b'+')
        if found[1][:1] in b'TSWX' and found[1]:
            self.running = False
        return found[1]

    def feed(self):
        more = self.line.recv(65536)
        if not more:
            raise EOFError('the server has closed the connection')
        self.kept += more

    def answer(self):
        while (said := self.receive()) is None or self.is_console(said):
            if said is None:
                self.feed()
        return said

    @staticmethod
    def is_console(said):
        return re.fullmatch(rb'O([0-9a-f]{2})*', said)

    def ask(self, said):
        self.send(said if isinstance(said, bytes) else said.encode())
        return unrun(self.answer()).decode('latin-1')

    def halt(self):
        if self.running:
            self.line.sendall(b'\x03')
            self.answer()

    def close(self):
        self.line.close()


def unrun(said):
    """Runs of a byte are written out."""
    return re.sub(rb'(.)\*(.)', lambda m: m[1] * (m[2][0] - 28), said,
                  flags=re.S)


def described(backend, annex='target.xml', number=0):
    """(name, number) of each register that the server describes."""
    text = ''
    while True:
        part = backend.ask(f'qXfer:features:read:{annex}:{len(text):x},400')
        text += part[1:]
        if part[:1] != 'm':
            break
    found = []
    for tag, words in re.findall(r'<(xi:include|reg) ([^>]*)>', text):
        word = dict(re.findall(r'(\w+)="([^"]*)"', words))
        if tag == 'reg':
            number = int(word.get('regnum', number))
            found.append((word['name'], number))
        else:
            more = described(backend, word['href'], number)
            found += more
            number = more[-1][1] if more else number - 1
        number += 1
    return found


class Cutter(threading.Thread):
    """`anew`: each client gets a connection of its own to the server, as real
    ones do it; else one that stays is halted for the next client."""

    def __init__(self, backend, number=0, fault='', anew=True):
        super().__init__(daemon=True)
        self.backend = backend
        self.number, self.fault, self.anew = number, fault, anew
        self.door = socket.create_server(('127.0.0.1', 0))
        self.port = self.door.getsockname()[1]
        self.asked = []
        self.used = False  # the backend has had a client
        self.last = b''
        self.start()

    def run(self):
        while True:
            try:
                client, _ = self.door.accept()
            except OSError:
                return
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with client:
                try:
                    self.prepare()
                    self.serve(client)
                except (OSError, EOFError):
                    pass

    def prepare(self):
        if self.used and self.anew:
            self.backend.close()
            self.backend = Backend(self.backend.port)
        elif self.used:
            self.backend.halt()
        self.used = True

    def serve(self, client):
        self.silent = False
        kept = b''
        while True:
            ready, _, _ = select.select([client, self.backend.line], [], [])
            if self.backend.line in ready:
                self.backend.feed()
            while (said := self.backend.receive()) is not None:
                if not self.tell(client, said):
                    return
            if client not in ready:
                continue
            more = client.recv(65536)
            if not more:
                return
            if b'\x03' in more:
                self.backend.line.sendall(b'\x03')
            kept += more
            while found := PACKET.search(kept):
                kept = kept[found.end():]
                if not self.take(client, found[1]):
                    return

    def here(self):
        return len(self.asked) == self.number

    def end(self):
        """The fault cuts the connection."""
        if self.fault == 'gone':
            self.door.shutdown(socket.SHUT_RDWR)
            self.door.close()
        return False

    def take(self, client, words):
        """A packet of the client's; False: the connection ends."""
        self.asked.append(words)
        if not self.silent:
            client.sendall(b'+')
        if words == b'D':  # what comes then is asked here
            client.sendall(frame(b'OK'))
            return True
        if self.here() and self.fault in ('close', 'gone'):
            return self.end()
        if (self.fault == 'errors' and self.number and
                len(self.asked) >= self.number and words[:1] in REFUSED):
            client.sendall(frame(b'E01'))
            return True
        self.backend.send(words)
        return True

    def tell(self, client, said):
        """A packet of the server's, likewise."""
        last, self.last = self.last, said
        if Backend.is_console(said):
            client.sendall(frame(said))
            return True
        if self.asked and self.asked[-1] == b'QStartNoAckMode':
            self.silent = True
        if self.here() and self.fault:
            if self.fault == 'late':
                return self.end()
            if self.fault == 'twice':
                client.sendall(frame(said) * 2)
                return True
            if self.fault == 'other':
                said = last
            if self.fault == 'once' and self.asked[-1][:1] in REFUSED:
                said = b'E01'
        client.sendall(frame(said))
        return True

    def close(self):
        """But for the backend, which is ours then."""
        try:
            self.door.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.door.close()
        self.join(TIMEOUT)
