# SPDX-License-Identifier: MIT
"""usage: gdb_bridge.py PORT

A server of GDB's protocol on standard input and output: what a port of this
machine says."""
import os
import select
import socket
import sys

server = socket.create_connection(('127.0.0.1', int(sys.argv[1])))
TO = {0: lambda data: server.sendall(data),
      server.fileno(): lambda data: os.write(1, data)}
while ready := select.select(list(TO), [], [])[0]:
    for fd in ready:
        part = os.read(fd, 4096)
        if not part:
            sys.exit()
        TO[fd](part)
