/* SPDX-License-Identifier: MIT */
/*
 * A router with one port: receives frames at the first Ethernet controller,
 * parses Ethernet, VLAN tags, ARP, IPv4, ICMP, UDP and TCP, and sends IPv4
 * packets that are in order back to whom they came from, with a hop less to
 * live; all else is dropped.  It ends when nothing has come for a while, and
 * prints what it has seen.
 *
 * Registers and descriptors as in Linux's gianfar.h and U-Boot's tsec.h.
 */
#include <stdio.h>

#include "mpc85xx/fw.h"

enum {
	TSEC = FW_CCSR + 0x24000,
	IEVENT = TSEC + 0x010,
	ECNTRL = TSEC + 0x020,
	DMACTRL = TSEC + 0x02c,
	TSTAT = TSEC + 0x104,
	TBASE = TSEC + 0x204,
	RSTAT = TSEC + 0x304,
	MRBLR = TSEC + 0x340,
	RBASE = TSEC + 0x404,
	MACCFG1 = TSEC + 0x500,
	MACCFG2 = TSEC + 0x504,
	MACSTNADDR1 = TSEC + 0x540,
	MACSTNADDR2 = TSEC + 0x544,
	RPKT = TSEC + 0x6a0,
	RDRP = TSEC + 0x6dc,
	TPKT = TSEC + 0x6e4,
	ATTR = TSEC + 0xbf8,

	STEN = 0x1000,     /* count statistics */
	SNOOP = 0xc0,      /* DMACTRL, ATTR: data and descriptors */
	WAIT_FOR_ME = 0x3, /* DMACTRL: write with response, no polling */
	FULL_DUPLEX_GMII = 0x7205,
	RX_EN = 0x4,
	TX_EN = 0x1,

	BD_EMPTY = 0x8000, /* receive */
	BD_READY = 0x8000, /* transmit */
	BD_WRAP = 0x2000,
	BD_INTERRUPT = 0x1000,
	BD_LAST = 0x0800,
	BD_FIRST = 0x0400,
	BD_CRC = 0x0400, /* transmit: append it */
	BD_ERRORS = 0x003f,

	RING = 128,
	BUFFERS = 2 * RING,
	BUFFER_BYTES = 2048,
	FCS_BYTES = 4,

	TYPE_IPV4 = 0x0800,
	TYPE_ARP = 0x0806,
	TYPE_VLAN = 0x8100,
	TYPE_IPV6 = 0x86dd,
	HEADER_IPV4 = 20,
	ICMP = 1,
	TCP = 6,
	UDP = 17,
	MORE_OR_OFFSET = 0x3fff,
	OFFSET = 0x1fff,
};

/* Nothing for so long is the end: 20 us of a time base that ticks every eighth
 * clock of a platform of 533 MHz; longer than any frame at 1 Gbit/s. */
enum { IDLE_TICKS = 1333 };

#define THLT UINT32_C(0x80000000)
#define QHLT UINT32_C(0x00800000)

struct bd {
	uint16_t status, length;
	uint32_t buffer;
};

static volatile struct bd rx[RING] __attribute__((aligned(64)));
static volatile struct bd tx[RING] __attribute__((aligned(64)));
static uint8_t buffer[BUFFERS][BUFFER_BYTES] __attribute__((aligned(64)));
static uint32_t spare[BUFFERS];
static unsigned spares, tx_next, tx_oldest;
static uint8_t station[6];

static struct {
	uint32_t frames, bytes, broken;
	uint32_t vlan, arp, ipv6, other;
	uint32_t ipv4, bad_header, bad_checksum, expired, fragments;
	uint32_t icmp, tcp, udp, tcp_bytes, udp_bytes;
	uint32_t forwarded, dropped, no_room;
} seen;

static uint32_t ticks(void)
{
	return fw_mfspr(268); /* TBL, as user mode reads it */
}

static uint32_t be16(const uint8_t *p)
{
	return (uint32_t)p[0] << 8 | p[1];
}

/* ---- the controller ----------------------------------------------------- */

static void read_station(void)
{
	uint32_t first = fw_read((uint32_t)MACSTNADDR1);
	uint32_t second = fw_read((uint32_t)MACSTNADDR2);

	for (unsigned i = 0; i < 4; i++)
		station[5 - i] = (uint8_t)(first >> (24 - 8 * i));
	station[1] = (uint8_t)(second >> 24);
	station[0] = (uint8_t)(second >> 16);
}

static void make_rings(void)
{
	for (unsigned i = 0; i < BUFFERS; i++)
		spare[spares++] = (uint32_t)buffer[i];
	for (unsigned i = 0; i < RING; i++) {
		uint16_t wrap = i + 1 == RING ? BD_WRAP : 0;

		rx[i].length = 0;
		rx[i].buffer = spare[--spares];
		rx[i].status = BD_EMPTY | BD_INTERRUPT | wrap;
		tx[i].status = wrap;
	}
}

static void start(void)
{
	read_station();
	make_rings();
	fw_write((uint32_t)MACCFG1, 0);
	fw_write((uint32_t)IEVENT, UINT32_MAX);
	fw_write((uint32_t)ECNTRL, STEN);
	fw_write((uint32_t)MACCFG2, FULL_DUPLEX_GMII);
	fw_write((uint32_t)MRBLR, BUFFER_BYTES - 512);
	fw_write((uint32_t)ATTR, SNOOP);
	fw_write((uint32_t)RBASE, (uint32_t)rx);
	fw_write((uint32_t)TBASE, (uint32_t)tx);
	fw_write((uint32_t)DMACTRL, SNOOP | WAIT_FOR_ME);
	fw_write((uint32_t)TSTAT, THLT);
	fw_write((uint32_t)RSTAT, QHLT);
	fw_write((uint32_t)MACCFG1, RX_EN | TX_EN);
}

/* Buffers that have been sent are spare again. */
static void collect(void)
{
	while (tx_oldest != tx_next &&
	       !(tx[tx_oldest % RING].status & BD_READY)) {
		spare[spares++] = tx[tx_oldest % RING].buffer;
		tx_oldest++;
	}
}

/* False: there is no room in the ring. */
static bool send(const uint8_t *frame, uint32_t bytes)
{
	volatile struct bd *bd = &tx[tx_next % RING];

	if (tx_next - tx_oldest == RING)
		return false;
	bd->buffer = (uint32_t)frame;
	bd->length = (uint16_t)bytes;
	bd->status = (uint16_t)((bd->status & BD_WRAP) | BD_READY | BD_LAST |
				BD_CRC);
	tx_next++;
	__asm__ volatile("msync" : : : "memory");
	fw_write((uint32_t)TSTAT, THLT);
	return true;
}

/* ---- frames ------------------------------------------------------------- */

static uint32_t sum_words(const uint8_t *p, uint32_t bytes)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < bytes; i += 2)
		sum += be16(p + i);
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return sum;
}

static void count_transport(const uint8_t *ip, uint32_t header, uint32_t total)
{
	const uint8_t *l4 = ip + header;
	uint32_t left = total - header;

	if (be16(ip + 6) & MORE_OR_OFFSET)
		seen.fragments++;
	if (be16(ip + 6) & OFFSET)
		return;
	if (ip[9] == ICMP) {
		seen.icmp++;
	} else if (ip[9] == UDP && left >= 8) {
		seen.udp++;
		seen.udp_bytes += be16(l4 + 4) - 8;
	} else if (ip[9] == TCP && left >= 20 && left >= l4[12] / 16 * 4u) {
		seen.tcp++;
		seen.tcp_bytes += left - l4[12] / 16 * 4u;
	}
}

/* A hop less, and the checksum follows [RFC 1624]. */
static void take_a_hop(uint8_t *ip)
{
	uint32_t sum = be16(ip + 10) + 0x100;

	sum = (sum & 0xffff) + (sum >> 16);
	ip[8]--;
	ip[10] = (uint8_t)(sum >> 8);
	ip[11] = (uint8_t)sum;
}

static bool well_formed(const uint8_t *ip, uint32_t bytes)
{
	uint32_t header = (ip[0] & 15) * 4u, total = be16(ip + 2);

	return bytes >= HEADER_IPV4 && ip[0] >> 4 == 4 &&
	       header >= HEADER_IPV4 && total >= header && total <= bytes;
}

/* May it be forwarded? */
static bool handle_ipv4(uint8_t *ip, uint32_t bytes)
{
	uint32_t header = (ip[0] & 15) * 4u;

	seen.ipv4++;
	if (!well_formed(ip, bytes)) {
		seen.bad_header++;
		return false;
	}
	if (sum_words(ip, header) != 0xffff) {
		seen.bad_checksum++;
		return false;
	}
	count_transport(ip, header, be16(ip + 2));
	if (ip[8] <= 1) {
		seen.expired++;
		return false;
	}
	take_a_hop(ip);
	return true;
}

static bool handle_type(uint32_t type, uint8_t *data, uint32_t bytes)
{
	if (type == TYPE_IPV4)
		return handle_ipv4(data, bytes);
	if (type == TYPE_ARP)
		seen.arp++;
	else if (type == TYPE_IPV6)
		seen.ipv6++;
	else
		seen.other++;
	return false;
}

/* Back to its sender; only what was for this station and not for all. */
static bool turn_round(uint8_t *frame)
{
	for (unsigned i = 0; i < 6; i++)
		if (frame[i] != station[i])
			return false;
	for (unsigned i = 0; i < 6; i++) {
		frame[i] = frame[6 + i];
		frame[6 + i] = station[i];
	}
	return true;
}

/* The frame's buffer is gone if it returns true. */
bool handle_frame(uint8_t *frame, uint32_t bytes);

__attribute__((noinline)) bool handle_frame(uint8_t *frame, uint32_t bytes)
{
	uint32_t type = be16(frame + 12), header = 14;

	seen.frames++;
	seen.bytes += bytes;
	if (type == TYPE_VLAN) {
		seen.vlan++;
		type = be16(frame + 16);
		header = 18;
	}
	if (!handle_type(type, frame + header, bytes - header) ||
	    !turn_round(frame)) {
		seen.dropped++;
		return false;
	}
	if (!send(frame, bytes)) {
		seen.no_room++;
		return false;
	}
	seen.forwarded++;
	return true;
}

/* One descriptor; frames are never longer than a buffer here. */
static void take(volatile struct bd *bd)
{
	uint32_t status = bd->status;
	uint8_t *frame = (uint8_t *)bd->buffer;
	uint32_t bytes = (uint32_t)bd->length - FCS_BYTES;

	if ((status & (BD_FIRST | BD_LAST | BD_ERRORS)) !=
		    (BD_FIRST | BD_LAST) ||
	    !spares) {
		seen.broken++;
	} else if (handle_frame(frame, bytes)) {
		bd->buffer = spare[--spares];
	}
	bd->status = (uint16_t)((status & BD_WRAP) | BD_EMPTY | BD_INTERRUPT);
}

/* All of it, from the first frame on. */
void forward_all(void);

__attribute__((noinline)) void forward_all(void)
{
	unsigned next = 0;
	uint32_t since;

	start();
	since = ticks();
	while (ticks() - since < IDLE_TICKS) {
		if (rx[next].status & BD_EMPTY)
			continue;
		take(&rx[next]);
		next = (next + 1) % RING;
		collect();
		fw_write((uint32_t)RSTAT, QHLT);
		since = ticks();
	}
	while (tx_oldest != tx_next)
		collect();
}

int main(void)
{
	static const struct {
		const char *name;
		const uint32_t *count;
	} totals[] = {
		{ "frames", &seen.frames },
		{ "bytes", &seen.bytes },
		{ "broken", &seen.broken },
		{ "vlan", &seen.vlan },
		{ "arp", &seen.arp },
		{ "ipv6", &seen.ipv6 },
		{ "other", &seen.other },
		{ "ipv4", &seen.ipv4 },
		{ "bad_header", &seen.bad_header },
		{ "bad_checksum", &seen.bad_checksum },
		{ "expired", &seen.expired },
		{ "fragments", &seen.fragments },
		{ "icmp", &seen.icmp },
		{ "udp", &seen.udp },
		{ "udp_bytes", &seen.udp_bytes },
		{ "tcp", &seen.tcp },
		{ "tcp_bytes", &seen.tcp_bytes },
		{ "forwarded", &seen.forwarded },
		{ "dropped", &seen.dropped },
		{ "no_room", &seen.no_room },
	};

	forward_all();
	for (unsigned i = 0; i < sizeof(totals) / sizeof(totals[0]); i++)
		printf("%s %u\n", totals[i].name, *totals[i].count);
	printf("controller_received %u\n", fw_read((uint32_t)RPKT));
	printf("controller_dropped %u\n", fw_read((uint32_t)RDRP));
	printf("controller_sent %u\n", fw_read((uint32_t)TPKT));
	return 0;
}
