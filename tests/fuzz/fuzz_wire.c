/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes the messages between the tool and a board's process (libFuzzer).  The
 * first byte says who listens and what for, then come messages: a byte for the
 * kind, one for how much of the body follows.  Beyond the known kinds the bytes
 * go as they are.  Whatever the other side says, the listener ends with an
 * answer or with a dead board.
 */
#include "fuzz_text.h"

#include <fcntl.h>
#include <sys/socket.h>

#include "boards/src/link/client.h"

/* Reads the board's words about itself to their end. */
static void listen_to(void *ctx, const void *bytes, size_t count,
		      double patience)
{
	volatile uint8_t sink = 0;

	(void)ctx;
	fuzz_require(patience >= 0);
	for (size_t i = 0; i < count; i++)
		sink = (uint8_t)(sink + ((const uint8_t *)bytes)[i]);
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/*
 * Writes messages into the socket as the bytes say, as many as it holds. Nobody
 * reads yet, so the socket does not block, and a full one ends the writing.
 */
static void say(int fd, const uint8_t *data, size_t size)
{
	static struct wire_message m;

	while (size >= 2) {
		unsigned kind = data[0];
		size_t n = least(data[1], size - 2);
		size_t sent = 0;

		data += 2;
		size -= 2;
		if (kind < WIRE_KINDS) {
			wire_start(&m, kind, kind == WIRE_CONSOLE ? n : 0);
			n = least(n, m.size - offsetof(struct wire_message, u));
			memcpy(&m.u, data, n);
			if (wire_send_some(fd, &m, &sent, false) != WIRE_GOT)
				return;
		} else if (send(fd, data, n, MSG_NOSIGNAL) < 0) {
			return;
		}
		data += n;
		size -= n;
	}
}

static void check_text(const char *text, size_t room)
{
	fuzz_require(memchr(text, '\0', room) != NULL);
}

static void truth(struct board *b)
{
	static struct target_truth rows[8];
	unsigned count = 0;
	struct error err = { "" };

	if (!board_truth_read(b, rows, 8, &count, &err))
		return;
	fuzz_require(count <= 8);
	for (unsigned i = 0; i < count; i++) {
		check_text(rows[i].name, sizeof rows[i].name);
		check_text(rows[i].basis, sizeof rows[i].basis);
	}
}

/* The tool's side, which trusts nothing. */
static void client(struct board *b, unsigned what)
{
	struct tally_reg reg = { 0, TALLY_CP15, 32 };
	struct error err = { "" };
	struct target_stop stop;
	struct board_cpu cpu = { 0 };
	uint8_t word[8] = { 0 }; /* on two pages */
	uint64_t value;

	switch (what % 8) {
	case 0:
		client_bus_ops.read(&b->bus[0].bus, &reg, &value);
		break;
	case 1:
		board_cpu_read(b, &cpu, &err);
		break;
	case 2:
		board_break(b, 4, true, &err);
		break;
	case 3:
		truth(b);
		break;
	case 4:
		board_cpu_write(b, &cpu, &err);
		break;
	case 5:
		board_mem_read(b, 0xffc, word, sizeof word, &err);
		break;
	case 6:
		board_mem_write(b, 0xffc, word, sizeof word, &err);
		break;
	default:
		fuzz_require(board_go(b, &err));
		while (!board_wait(b, true, &stop))
			;
		fuzz_require(stop.reason <= TARGET_STOP_LOST);
		for (unsigned i = 0; i < TARGET_MONITORS; i++)
			check_text(stop.writes[i].where,
				   sizeof stop.writes[i].where);
		check_text(stop.text, sizeof stop.text);
		break;
	}
	check_text(err.text, sizeof err.text);
}

/* The process's side: whole messages of known kinds, or nothing. */
static void server(int fd)
{
	static struct wire_in in;
	enum wire_result got;

	in.have = 0;
	while ((got = wire_receive(fd, &in, true)) == WIRE_GOT) {
		fuzz_require(in.m.kind < WIRE_KINDS);
		fuzz_require(in.m.size <= sizeof in.m && in.have == in.m.size);
	}
	fuzz_require(got != WIRE_NOTHING);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct wire_shared shared;
	static struct board b;
	struct error err;
	int pair[2];

	if (size == 0 || size > 20000 ||
	    socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		return 0;
	fuzz_require(fcntl(pair[1], F_SETFL, O_NONBLOCK) == 0);
	say(pair[1], data + 1, size - 1);
	shutdown(pair[1], SHUT_WR);
	memset(&b, 0, sizeof b);
	b.bus[0] = (struct client_bus){ { .ops = &client_bus_ops }, &b, 0 };
	b.info = board_find("pb1176", &err);
	b.fd = pair[0];
	b.stderr_fd = -1;
	b.on_console = listen_to;
	b.shared = &shared;
	if (data[0] & 0x80)
		server(pair[0]);
	else
		client(&b, data[0]);
	close(pair[0]);
	close(pair[1]);
	return 0;
}
