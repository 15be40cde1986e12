/* SPDX-License-Identifier: MIT */
/*
 * usage: arm11-jtag PROGRAM CLOCK_HZ WAIT_US TAP...
 *
 * Cores of an ARM11 that carry out an ELF file's program, behind JTAG as
 * OpenOCD's remote_bitbang speaks it.  A TAP is arm1136, arm1176, or
 * BITS:IDCODE of one that is only in the way; the first is nearest to TDO.
 * Cores share their memory, of 16 MiB from 0 on, begin at the entry in SVC mode
 * with their number in r0, and run by this computer's clock.  Each answer takes
 * WAIT_US.  Prints its port, and ends with its only connection.
 */
#define _GNU_SOURCE /* ppoll() */
#include <elf.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tap.h"

enum { MEMORY = 16 << 20, TICK_NS = 1000000, SECOND_NS = 1000000000 };

struct machine {
	struct arm11_memory memory;
	struct arm11_core core[TAP_MOST];
	unsigned cores;
	struct tap_chain chain;
	double hz;
	long wait_us;
	double seen; /* seconds */
	bool clock;  /* TCK */
};

static double seconds_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / SECOND_NS;
}

static bool is_running(const struct machine *m)
{
	for (unsigned i = 0; i < m->cores; i++)
		if (!m->core[i].debug.on)
			return true;
	return false;
}

/* Runs the cores by what time has passed, in turns.  On a busy computer they
 * are slower than they should be, so that there is time to answer. */
static void catch_up(struct machine *m)
{
	enum { TURN = 64 };
	static const double most = 0.02;
	const double now = seconds_now();

	if (now - m->seen > most)
		m->seen = now - most;

	while (is_running(m) && (now - m->seen) * m->hz > TURN) {
		for (unsigned i = 0; i < m->cores; i++)
			arm11_run(&m->core[i], TURN);
		m->seen += TURN / m->hz;
	}
	if (!is_running(m))
		m->seen = now;
}

/* False: it is to end. */
static bool take(struct machine *m, char byte, char *answer, size_t *answers)
{
	if (byte >= '0' && byte <= '7') {
		const bool clock = (byte - '0') >> 2 & 1;

		if (clock && !m->clock)
			tap_clock(&m->chain, (byte - '0') >> 1 & 1, byte & 1);
		m->clock = clock;
	} else if (byte == 'R') {
		answer[(*answers)++] = tap_out(&m->chain) ? '1' : '0';
	} else if (byte == 't' || byte == 'u') {
		tap_reset(&m->chain);
	}
	return byte != 'Q';
}

static bool send_all(int fd, const char *bytes, size_t size)
{
	while (size) {
		const ssize_t sent = write(fd, bytes, size);

		if (sent <= 0)
			return false;
		bytes += sent;
		size -= (size_t)sent;
	}
	return true;
}

static bool serve_some(struct machine *m, int fd)
{
	static char bytes[65536], answer[65536];
	const ssize_t count = read(fd, bytes, sizeof bytes);
	size_t answers = 0;

	if (count <= 0)
		return false;
	catch_up(m);
	for (ssize_t i = 0; i < count; i++)
		if (!take(m, bytes[i], answer, &answers))
			return false;
	if (answers && m->wait_us)
		nanosleep(&(struct timespec){ .tv_nsec = m->wait_us * 1000 },
			  NULL);
	return send_all(fd, answer, answers);
}

static void serve(struct machine *m, int fd)
{
	const struct timespec tick = { .tv_nsec = TICK_NS };
	struct pollfd p = { .fd = fd, .events = POLLIN };

	m->seen = seconds_now();
	for (;;) {
		const int n = ppoll(&p, 1, is_running(m) ? &tick : NULL, NULL);

		if (n < 0 || (n && !serve_some(m, fd)))
			return;
		catch_up(m);
	}
}

/* ---- the machine --------------------------------------------------------- */

static int fail(const char *what)
{
	fprintf(stderr, "arm11-jtag: %s\n", what);
	return 1;
}

static bool load_segment(struct machine *m, FILE *from, const Elf32_Phdr *p)
{
	return p->p_type != PT_LOAD ||
	       (p->p_paddr < MEMORY && p->p_memsz < MEMORY - p->p_paddr &&
		fseek(from, (long)p->p_offset, SEEK_SET) == 0 &&
		fread(m->memory.bytes + p->p_paddr, 1, p->p_filesz, from) ==
			p->p_filesz);
}

static bool load(struct machine *m, const char *path, uint32_t *entry)
{
	FILE *from = fopen(path, "rb");
	Elf32_Ehdr head;
	bool good = from && fread(&head, sizeof head, 1, from) == 1 &&
		    head.e_machine == EM_ARM &&
		    head.e_phentsize == sizeof(Elf32_Phdr);

	for (unsigned i = 0; good && i < head.e_phnum; i++) {
		Elf32_Phdr p;

		good = fseek(from, (long)(head.e_phoff + i * sizeof p),
			     SEEK_SET) == 0 &&
		       fread(&p, sizeof p, 1, from) == 1 &&
		       load_segment(m, from, &p);
	}
	if (from)
		fclose(from);
	*entry = good ? head.e_entry : 0;
	return good;
}

static void add_core(struct machine *m, struct tap *t, bool is_1136,
		     uint32_t entry)
{
	struct arm11_core *c = &m->core[m->cores];

	c->memory = &m->memory;
	c->main_id = is_1136 ? 0x4117B363 : 0x410FB767;
	c->cpsr = 0xD3;
	c->r[0] = m->cores++;
	c->r[15] = entry;
	t->bits = 5;
	t->id = is_1136 ? 0x07B3601D : 0x07B7617F; /* i.MX31's and BCM2835's */
	t->core = c;
}

static bool add_tap(struct machine *m, const char *word, uint32_t entry)
{
	struct tap *t = &m->chain.tap[m->chain.taps];
	char *end;

	if (m->chain.taps++ == TAP_MOST)
		return false;
	if (!strcmp(word, "arm1136") || !strcmp(word, "arm1176")) {
		add_core(m, t, word[5] == '3', entry);
		return true;
	}
	t->bits = (unsigned)strtoul(word, &end, 0);
	if (*end != ':' || t->bits < 2 || t->bits > 32)
		return false;
	t->id = (uint32_t)strtoul(end + 1, NULL, 0);
	return true;
}

/* Its only connection; -1: there is none. */
static int accept_one(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof at;
	const int door = socket(AF_INET, SOCK_STREAM, 0);
	int fd;

	if (door < 0 || bind(door, (struct sockaddr *)&at, sizeof at) ||
	    listen(door, 1) || getsockname(door, (struct sockaddr *)&at, &size))
		return -1;
	printf("%d\n", ntohs(at.sin_port));
	fflush(stdout);
	fd = accept(door, NULL, NULL);
	close(door);
	return fd;
}

int main(int argc, char **argv)
{
	static struct machine m;
	uint32_t entry;
	int fd;

	if (argc < 5)
		return fail("PROGRAM CLOCK_HZ WAIT_US TAP...");
	m.memory = (struct arm11_memory){ calloc(1, MEMORY), MEMORY };
	m.hz = strtod(argv[2], NULL);
	m.wait_us = strtol(argv[3], NULL, 0);
	if (!m.memory.bytes || !load(&m, argv[1], &entry))
		return fail("that program cannot be loaded");
	for (int i = 4; i < argc; i++)
		if (!add_tap(&m, argv[i], entry))
			return fail("that is no TAP");
	tap_reset(&m.chain);
	fd = accept_one();
	if (fd < 0)
		return fail("nobody can connect");
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, sizeof(int));
	serve(&m, fd);
	return 0;
}
