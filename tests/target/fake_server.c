/* SPDX-License-Identifier: MIT */
#include "fake_server.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "gdb/packet.h"

#define STAY UINT32_C(0xEAFFFFFE)
#define MIDR UINT32_C(0x410FB767)
enum { TURNS = 4000 };

/* ---- the core ------------------------------------------------------------ */

static uint8_t *memory_at(struct fake_server *s, uint32_t addr)
{
	static uint8_t elsewhere[4];

	return addr - FAKE_SCRATCH < FAKE_MEMORY - 3
		       ? s->core.memory + (addr - FAKE_SCRATCH)
		       : elsewhere;
}

static uint32_t word_at(struct fake_server *s, uint32_t addr)
{
	uint32_t word;

	memcpy(&word, memory_at(s, addr), sizeof word);
	return word;
}

static bool has_break(const struct fake_server *s, uint32_t addr)
{
	for (unsigned i = 0; i < FAKE_BREAKS; i++)
		if (s->core.at[i] == addr)
			return true;
	return false;
}

static void count(struct fake_server *s, uint32_t instructions)
{
	for (unsigned i = 1; i < 4 && s->core.monitor[0] & 1; i++)
		s->core.monitor[i] += instructions;
}

/* MRC and MCR of p15, 0, Rd, c15, c12 and of the main ID. */
static void move(struct fake_server *s, uint32_t code)
{
	uint32_t *reg = &s->core.reg[code >> 12 & 15];
	uint32_t *to = &s->core.monitor[code >> 5 & 3];

	if (!(code >> 16 & 15)) {
		*reg = MIDR;
	} else if ((code >> 16 & 15) != 15) {
		return; /* a barrier */
	} else if (code >> 20 & 1) {
		*reg = *to;
	} else if (code >> 5 & 3) {
		*to = *reg;
	} else {
		if (*reg & 2)
			s->core.monitor[2] = s->core.monitor[3] = 0;
		if (*reg & 4)
			s->core.monitor[1] = 0;
		*to = *reg & ~UINT32_C(0x706);
	}
}

static void carry_out(struct fake_server *s, uint32_t code)
{
	uint32_t *r = s->core.reg;
	const unsigned to = code >> 12 & 15, of = code >> 16 & 15;

	if (code >> 24 == 0xEA)
		r[FAKE_PC] += 4 + 4 * (code & 0xFFFFFF);
	else if (code >> 20 == 0xE59)
		memcpy(&r[to], memory_at(s, r[of] + (code & 0xFFF)), 4);
	else if (code >> 20 == 0xE58)
		memcpy(memory_at(s, r[of] + (code & 0xFFF)), &r[to], 4);
	else if (code >> 20 == 0xE3A)
		r[to] = code & 255;
	else if (code >> 20 == 0xE28)
		r[to] = r[of] + (code & 255);
	else if (code == 0xE0800003)
		r[0] += r[3];
	else if (code >> 24 == 0xEE && (code & 0xF10) == 0xF10)
		move(s, code);
	r[FAKE_PC] += 4;
}

/* Up to its end, which is a branch to itself with a breakpoint. */
static void run_stub(struct fake_server *s)
{
	uint32_t *pc = &s->core.reg[FAKE_PC];

	for (unsigned i = 0; i < TURNS; i++) {
		if (has_break(s, *pc))
			return;
		if (word_at(s, *pc) == STAY)
			break;
		carry_out(s, word_at(s, *pc));
		count(s, 1);
	}
	s->endless = true;
}

static const char *run(struct fake_server *s)
{
	uint32_t *pc = &s->core.reg[FAKE_PC];

	if (*pc - FAKE_SCRATCH < FAKE_MEMORY) {
		run_stub(s);
		return "T05";
	}
	*pc = *pc == FAKE_BEGIN || !has_break(s, FAKE_BEGIN) ? FAKE_END
							     : FAKE_BEGIN;
	count(s, 1234);
	return has_break(s, *pc) ? "T05" : "W00";
}

/* ---- the server ---------------------------------------------------------- */

static void break_at(struct fake_server *s, const char *words)
{
	const uint32_t at = (uint32_t)strtoul(words + 3, NULL, 16);

	for (unsigned i = 0; i < FAKE_BREAKS; i++)
		if (s->core.at[i] == at)
			s->core.at[i] = 0;
	for (unsigned i = 0; *words == 'Z' && i < FAKE_BREAKS; i++)
		if (!s->core.at[i]) {
			s->core.at[i] = at;
			return;
		}
}

static void read_memory(struct fake_server *s, const char *words, char *to)
{
	char *end;
	const uint32_t at = (uint32_t)strtoul(words + 1, &end, 16);
	const unsigned n = (unsigned)strtoul(end + 1, NULL, 16);

	for (unsigned i = 0; i < n; i++) {
		const uint32_t off = at + i - FAKE_SCRATCH;

		gdb_hex(to + (size_t)2 * i,
			off < FAKE_MEMORY ? s->core.memory + off
					  : (const uint8_t *)"",
			1);
	}
}

static void write_memory(struct fake_server *s, const char *words)
{
	char *end;
	const uint32_t at = (uint32_t)strtoul(words + 1, &end, 16);
	const unsigned n = (unsigned)strtoul(end + 1, NULL, 16);
	const char *hex = strchr(words, ':') + 1;

	for (unsigned i = 0; i < n && at + i - FAKE_SCRATCH < FAKE_MEMORY; i++)
		(void)gdb_bytes(s->core.memory + (at + i - FAKE_SCRATCH),
				hex + (size_t)2 * i, 1);
}

static void answer(struct fake_server *s, const char *words, char *to)
{
	const char *value = strchr(words, '=');
	const unsigned number = (unsigned)strtoul(words + 1, NULL, 16) % 26;

	strcpy(to, "OK");
	switch (*words) {
	case '?':
		strcpy(to, "T05");
		break;
	case 'p':
		gdb_hex(to, &s->core.reg[number], 4);
		break;
	case 'P':
		(void)gdb_bytes(&s->core.reg[number], value + 1, 4);
		break;
	case 'm':
		read_memory(s, words, to);
		break;
	case 'M':
		write_memory(s, words);
		break;
	case 'Z':
	case 'z':
		break_at(s, words);
		break;
	case 'c':
		strcpy(to, run(s));
		break;
	case 's':
		strcpy(to, "T05");
		break;
	case 'D':
		break;
	default:
		if (!strncmp(words, "qSupp", 5))
			sprintf(to, "PacketSize=%x", s->room ? s->room : 4096);
		break;
	}
}

/* In one call, so that whoever has the first byte has them all. */
static bool send_times(int fd, const char *said, unsigned times)
{
	static char bytes[2 * GDB_FRAME];
	size_t size = 0;

	while (times--)
		size += gdb_frame(bytes + size, said, strlen(said));
	return send(fd, bytes, size, MSG_NOSIGNAL) == (ssize_t)size;
}

/* A stop answers nothing but a start: whoever waits for more is in step. */
static bool send_behind(struct fake_server *s, int fd, const char *old,
			const char *said)
{
	if (*old != 'T')
		return send_times(fd, old, 1);
	s->fault = FAKE_NONE;
	return send_times(fd, old, 1) && send_times(fd, said, 1);
}

/* False: the connection ends. */
static bool obey(struct fake_server *s, int fd, const char *words)
{
	const bool here = ++s->packets == s->number;
	const enum fake_fault fault = here ? s->fault : FAKE_NONE;
	char said[sizeof s->before], old[sizeof s->before];

	if (fault == FAKE_GONE)
		shutdown(s->listener, SHUT_RDWR);
	if (fault == FAKE_CLOSES || fault == FAKE_GONE)
		return false;
	if (s->fault == FAKE_REFUSES && s->packets >= s->number &&
	    strchr("pPmMZzcs", *words))
		return send_times(fd, "E01", 1);
	answer(s, words, said);
	memcpy(old, s->before, sizeof old);
	memcpy(s->before, said, sizeof said);
	if (fault == FAKE_LATE)
		return false;
	if (fault == FAKE_ONCE && strchr("pPmMZzcs", *words))
		strcpy(said, "E01");
	if (s->fault == FAKE_BEHIND && s->packets > s->number)
		return send_behind(s, fd, old, said);
	if (*old == 'T') /* which is passed over, and the rest waited for */
		strcpy(old, "OK");
	return send_times(fd, fault == FAKE_OTHER ? old : said,
			  fault == FAKE_TWICE ? 2 : 1);
}

static void serve(struct fake_server *s, int fd)
{
	static struct gdb_reader in;
	uint8_t bytes[4096];
	ssize_t n;

	memset(&in, 0, sizeof in);
	while ((n = recv(fd, bytes, sizeof bytes, 0)) > 0)
		for (ssize_t i = 0; i < n; i++)
			if (gdb_read(&in, bytes[i]) == GDB_PACKET &&
			    !obey(s, fd, in.payload))
				return;
}

static void *serve_all(void *ctx)
{
	struct fake_server *s = ctx;
	int fd;

	while ((fd = accept(s->listener, NULL, NULL)) >= 0) {
		serve(s, fd);
		close(fd);
		if (s->fault == FAKE_BEHIND && s->packets > s->number)
			s->fault = FAKE_NONE;
		if (s->forgets)
			memset(s->core.at, 0, sizeof s->core.at);
	}
	return NULL;
}

void fake_start(struct fake_server *s)
{
	struct sockaddr_in name = { .sin_family = AF_INET };
	socklen_t size = sizeof name;

	s->packets = 0;
	s->endless = false;
	s->before[0] = '\0';
	s->core = (struct fake_core){ { 11, 22, 33, 44 } };
	s->core.reg[FAKE_PC] = 0x8000;
	s->core.reg[14] = FAKE_END;
	s->core.reg[FAKE_STATUS] = 0x13;
	for (unsigned i = 0; i < FAKE_MEMORY; i++)
		s->core.memory[i] = (uint8_t)(i % 251);
	s->listener = socket(AF_INET, SOCK_STREAM, 0);
	name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(bind(s->listener, (struct sockaddr *)&name, size), 0);
	assert_int_equal(
		getsockname(s->listener, (struct sockaddr *)&name, &size), 0);
	assert_int_equal(listen(s->listener, 4), 0);
	snprintf(s->port, sizeof s->port, "%u", ntohs(name.sin_port));
	assert_int_equal(pthread_create(&s->thread, NULL, serve_all, s), 0);
}

void fake_stop(struct fake_server *s)
{
	shutdown(s->listener, SHUT_RDWR);
	assert_int_equal(pthread_join(s->thread, NULL), 0);
	close(s->listener);
}
