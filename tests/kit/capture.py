# SPDX-License-Identifier: MIT
"""Reads a capture by itself and says what a station must make of it: what
boards/firmware/mpc85xx/packets.c prints, worked out anew."""
import collections
import struct


def frames(path):
    """The frames of a pcap file of Ethernet, as bytes."""
    data = path.read_bytes()
    order = {b'\xd4\xc3\xb2\xa1': '<', b'\xa1\xb2\xc3\xd4': '>'}[data[:4]]
    assert struct.unpack_from(order + 'I', data, 20) == (1,)
    at, found = 24, []
    while at < len(data):
        captured, whole = struct.unpack_from(order + '8xII', data, at)
        assert captured == whole
        found.append(data[at + 16:at + 16 + captured])
        at += 16 + captured
    return found


def accepted(path, station, promiscuous=False):
    """Those that the address filter lets in after reset."""
    mac = bytes.fromhex(station.replace(':', ''))
    return [frame for frame in frames(path)
            if promiscuous or frame[:6] in (mac, b'\xff' * 6)]


def checksum_good(header):
    total = sum(struct.unpack(f'>{len(header) // 2}H', header))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return total == 0xffff


def count_ipv4(count, ip):
    """False: it is not forwarded."""
    count['ipv4'] += 1
    words, total = (ip[0] & 15) * 4, struct.unpack_from('>H', ip, 2)[0]
    if not checksum_good(ip[:words]):
        count['bad_checksum'] += 1
        return False
    fragment = struct.unpack_from('>H', ip, 6)[0]
    count['fragments'] += bool(fragment & 0x3fff)
    if not fragment & 0x1fff:
        data = ip[words:total]
        if ip[9] == 1:
            count['icmp'] += 1
        elif ip[9] == 17:
            count['udp'] += 1
            count['udp_bytes'] += struct.unpack_from('>H', data, 4)[0] - 8
        elif ip[9] == 6:
            count['tcp'] += 1
            count['tcp_bytes'] += len(data) - (data[12] >> 4) * 4
    if ip[8] <= 1:
        count['expired'] += 1
        return False
    return True


def expected(path, station):
    """Totals by name."""
    mac = bytes.fromhex(station.replace(':', ''))
    count = collections.Counter(
        frames=0, bytes=0, broken=0, vlan=0, arp=0, ipv6=0, other=0, ipv4=0,
        bad_header=0, bad_checksum=0, expired=0, fragments=0, icmp=0, udp=0,
        udp_bytes=0, tcp=0, tcp_bytes=0, forwarded=0, dropped=0, no_room=0)
    for frame in accepted(path, station):
        count['frames'] += 1
        count['bytes'] += max(len(frame), 60)
        kind, data = frame[12:14], frame[14:]
        if kind == b'\x81\x00':
            count['vlan'] += 1
            kind, data = frame[16:18], frame[18:]
        good = False
        if kind == b'\x08\x00':
            good = count_ipv4(count, data)
        else:
            count[{b'\x08\x06': 'arp', b'\x86\xdd': 'ipv6'}.get(
                kind, 'other')] += 1
        count['forwarded' if good and frame[:6] == mac else 'dropped'] += 1
    count['controller_received'] = len(frames(path))
    count['controller_dropped'] = 0
    count['controller_sent'] = count['forwarded']
    return count
