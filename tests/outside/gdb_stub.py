# SPDX-License-Identifier: MIT
"""A target for GDB that has the registers of a monitor and nothing else.
Speaks the remote serial protocol on a local port, in a thread."""
import socket
import threading

CORE = [*(f'r{i}' for i in range(13)), 'sp', 'lr', 'pc']
# GDB's numbers for ARM: cpsr is 25, what is ours comes after it.
CPSR, FIRST = 25, 26


def description(bits):
    core = ''.join(f'<reg name="{name}" bitsize="32"/>' for name in CORE)
    ours = ''.join(f'<reg name="{name}" bitsize="{wide}" type="uint{wide}" '
                   f'regnum="{FIRST + i}"/>'
                   for i, (name, wide) in enumerate(bits.items()))
    return ('<?xml version="1.0"?><!DOCTYPE target SYSTEM "gdb-target.dtd">'
            '<target version="1.0"><architecture>arm</architecture>'
            f'<feature name="org.gnu.gdb.arm.core">{core}'
            f'<reg name="cpsr" bitsize="32" regnum="{CPSR}"/></feature>'
            f'<feature name="monitor">{ours}</feature></target>')


class Stub(threading.Thread):
    """`bits`: how wide each register is, by name; `value`: what it reads as,
    if there is no `look` that says so; `write`: of a name and a value, what
    writing one does to `value`."""

    def __init__(self, bits, write=None, look=None):
        super().__init__(daemon=True)
        self.bits = bits
        self.names = list(bits)
        self.value = {name: 0 for name in self.names}
        self.write = write or self.value.__setitem__
        self.look = look or (lambda name: self.value[name])
        self.writes = 0
        self.door = socket.create_server(('localhost', 0))
        self.port = self.door.getsockname()[1]

    def run(self):
        with self.door, self.door.accept()[0] as line:
            buffer = b''
            while True:
                more = line.recv(65536)
                if not more:
                    return
                buffer = (buffer + more).lstrip(b'+')
                while b'#' in buffer and len(buffer.split(b'#', 1)[1]) >= 2:
                    packet, rest = buffer.split(b'#', 1)
                    buffer = rest[2:].lstrip(b'+')
                    answer = self.answer(packet.decode().lstrip('+$'))
                    check = sum(answer.encode()) & 0xFF
                    line.sendall(f'+${answer}#{check:02x}'.encode())

    def answer(self, packet):
        if packet.startswith('qSupported'):
            return 'PacketSize=4000;qXfer:features:read+'
        if packet.startswith('qXfer:features:read:target.xml:'):
            start, size = (int(x, 16) for x in packet.split(':')[4].split(','))
            text = description(self.bits)[start:start + size]
            return ('m' if len(text) == size else 'l') + text
        if packet == '?':
            return 'S05'
        if packet == 'g':
            return '00000000' * len(CORE)
        if packet[0] == 'p':
            return self.read(int(packet[1:], 16)).hex()
        if packet[0] == 'P':
            number, _, value = packet[1:].partition('=')
            self.writes += 1
            self.write(self.names[int(number, 16) - FIRST],
                       int.from_bytes(bytes.fromhex(value), 'little'))
            return 'OK'
        return 'OK' if packet[0] in 'HD' else ''

    def read(self, number):
        if number < FIRST:
            return (0x13 if number == CPSR else 0).to_bytes(4, 'little')
        name = self.names[number - FIRST]
        return self.look(name).to_bytes(self.bits[name] // 8, 'little')
