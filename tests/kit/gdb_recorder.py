# SPDX-License-Identifier: MIT
"""usage: gdb_recorder.py PORT FILE TALLY STAT-WORD ...

Has Tally measure over the server at a port of this machine ('@' in the words
stands for the place) and keeps what both said, and what came of it: a dialogue,
as Replay plays it.  Regions are given by addresses, which a later build of the
program moves: look them up again before a dialogue is recorded again."""
import json
import pathlib
import select
import socket
import subprocess
import sys
import threading


LONG = 400  # what is longer comes in longer pieces, for time's sake


def escaped(data):
    return data.decode('latin-1').encode('unicode_escape').decode()


def unescaped(text):
    return text.encode().decode('unicode_escape').encode('latin-1')


class Recorder(threading.Thread):
    def __init__(self, port):
        super().__init__(daemon=True)
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        self.server = port
        self.said = []  # ['>' or '<', bytes]
        self.start()

    def run(self):
        client, _ = self.listener.accept()
        server = socket.create_connection(('127.0.0.1', self.server))
        to = {client: ('>', server), server: ('<', client)}
        while True:
            for one in select.select(list(to), [], [])[0]:
                part = one.recv(65536)
                who, other = to[one]
                if not part:
                    server.close()
                    return
                if self.said and self.said[-1][0] == who:
                    self.said[-1][1] += part
                else:
                    self.said.append([who, part])
                if who == '>':
                    self.passes(part)
                other.sendall(part)

    def passes(self, part):
        """What the client has said, before the server hears it."""


class Replay(threading.Thread):
    """A server that says again what one has said, to who asks the same; in
    pieces of so many bytes, or what it said to each question at once."""

    def __init__(self, path, piece=0):
        super().__init__(daemon=True)
        lines = pathlib.Path(path).read_text().splitlines()
        self.words, self.counts = json.loads(lines[0]), json.loads(lines[1])
        self.said = [(line[0], unescaped(line[2:])) for line in lines[2:]]
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        self.piece = piece
        self.trouble = None
        self.start()

    def run(self):
        connection, _ = self.listener.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with connection:
            for who, data in self.said:
                if who == '<':
                    step = self.piece or len(data)
                    if len(data) > LONG:
                        step *= LONG // 4
                    for at in range(0, len(data), step):
                        connection.sendall(data[at:at + step])
                    continue
                heard = b''
                while len(heard) < len(data):
                    part = connection.recv(len(data) - len(heard))
                    if not part:
                        break
                    heard += part
                if heard != data:
                    self.trouble = f'{heard} where {data} was said'
                    return


def main():
    port, path, tally, *words = sys.argv[1:]
    recorder = Recorder(int(port))
    place = f'127.0.0.1:{recorder.port}'
    done = subprocess.run([tally, 'stat', '--json', *(
        word.replace('@', place) for word in words)], stdout=subprocess.PIPE,
        check=True)
    recorder.join(5)
    counts = {event['name']: event['count']
              for event in json.loads(done.stdout)['events']}
    # What is run is known by its folder and name alone.
    words[-1] = '/'.join(pathlib.Path(words[-1]).parts[-2:])
    pathlib.Path(path).write_text('\n'.join(
        [json.dumps(words), json.dumps(counts)]
        + [f'{who} {escaped(data)}' for who, data in recorder.said]) + '\n')


if __name__ == '__main__':
    main()
