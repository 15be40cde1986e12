#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: make_traffic.py FILE

Writes the capture that the PowerQUICC III boards' demo and tests receive: an
ARP exchange, a DNS lookup, an HTTP transfer over TCP, a burst of UDP, pings,
IPv6 neighbour discovery, a VLAN tag, fragments, groups and other stations, as a
client's network interface sees them.  Scapy (Debian's python3-scapy) makes
frames, lengths and checksums; nothing here is random, so the file is the same
each time."""
import sys

from scapy.all import (ARP, DNS, DNSQR, DNSRR, ICMP, IP, TCP, UDP, Dot1Q,
                       Ether, ICMPv6ND_NS, IPv6, Raw, conf, fragment,
                       wrpcap)

BOARD = '00:04:9f:00:00:01'     # the station address that boot leaves
PEER = '00:0c:29:4e:12:34'
OTHER = '00:0c:29:4e:56:78'
HERE, THERE = '192.0.2.10', '198.51.100.20'

START = 1000000000.0            # 2001-09-09 01:46:40 UTC


def resolve():
    """ARP, then DNS: one broadcast, the rest between two stations."""
    yield 50, Ether(src=PEER, dst='ff:ff:ff:ff:ff:ff') / ARP(
        op='who-has', hwsrc=PEER, psrc='192.0.2.1', pdst=HERE)
    yield 30, Ether(src=PEER, dst=BOARD) / ARP(
        op='is-at', hwsrc=PEER, psrc='192.0.2.1', hwdst=BOARD, pdst=HERE)
    yield 400, Ether(src=PEER, dst=BOARD) / IP(
        src='192.0.2.53', dst=HERE, id=1) / UDP(sport=53, dport=40000) / DNS(
            id=7, qr=1, qd=DNSQR(qname='www.example.org'),
            an=DNSRR(rrname='www.example.org', rdata=THERE))


def transfer():
    """The peer's half of an HTTP response: 12 full segments."""
    def segment(flags, seq, data=b''):
        return Ether(src=PEER, dst=BOARD) / IP(
            src=THERE, dst=HERE, id=seq & 0xffff, flags='DF') / TCP(
                sport=80, dport=40001, flags=flags, seq=seq, ack=2000,
                window=65000) / Raw(data)
    seq = 1000
    yield 200, segment('SA', seq)
    seq += 1
    yield 150, segment('A', seq)
    body = bytes(32 + i % 90 for i in range(1460))
    for _ in range(12):
        yield 13, segment('PA', seq, body)
        seq += len(body)
    yield 100, segment('FA', seq)


def burst():
    """32 small datagrams back to back, and 8 middling ones."""
    for i in range(40):
        data = bytes((i + j) % 256 for j in range(18 if i < 32 else 500))
        yield 1 if i < 32 else 5, Ether(src=PEER, dst=BOARD) / IP(
            src=THERE, dst=HERE, id=0x4000 + i) / UDP(
                sport=5000 + i % 4, dport=9) / Raw(data)


def others():
    """What a filter, and a parser, must tell apart."""
    for i in range(6):          # another station's
        yield 20, Ether(src=PEER, dst=OTHER) / IP(
            src=THERE, dst='192.0.2.11', id=0x5000 + i) / UDP(
                sport=1, dport=2) / Raw(b'not for you')
    for i in range(4):          # a group's
        yield 20, Ether(src=PEER, dst='01:00:5e:00:00:fb') / IP(
            src='192.0.2.1', dst='224.0.0.251', ttl=255, id=0x6000 + i) / UDP(
                sport=5353, dport=5353) / DNS(qr=0, qd=DNSQR(
                    qname='_http._tcp.local', qtype='PTR'))
    for i in range(5):
        yield 500, Ether(src=PEER, dst=BOARD) / IP(
            src=THERE, dst=HERE, id=0x7000 + i) / ICMP(
                type='echo-request', id=1, seq=i) / Raw(bytes(range(56)))
    yield 100, Ether(src=PEER, dst='33:33:ff:00:00:01') / IPv6(
        src='fe80::20c:29ff:fe4e:1234', dst='ff02::1:ff00:1',
        hlim=255) / ICMPv6ND_NS(tgt='2001:db8::1')
    yield 100, Ether(src=PEER, dst=BOARD) / Dot1Q(vlan=5) / IP(
        src=THERE, dst=HERE, id=0x7100) / UDP(sport=3, dport=4) / Raw(b'tagged')
    whole = IP(src=THERE, dst=HERE, id=0x7200) / UDP(
        sport=6, dport=7) / Raw(bytes(i % 251 for i in range(2000)))
    for piece in fragment(whole, fragsize=1480):
        yield 20, Ether(src=PEER, dst=BOARD) / piece


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith('-'):
        sys.exit(__doc__)
    conf.verb = 0
    frames, micros = [], 0
    for part in (resolve, transfer, burst, others):
        for gap, frame in part():
            micros += gap
            frame = Ether(bytes(frame))
            frame.time = START + micros / 1e6
            frames.append(frame)
    wrpcap(sys.argv[1], frames, linktype=1)


if __name__ == '__main__':
    main()
