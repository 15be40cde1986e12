/* SPDX-License-Identifier: MIT */
#include "gdb/client.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/seconds.h"
#include "gdb/packet.h"
#include "gdb/wire.h"

/* How long a server may take for an answer, and how often a packet may be
 * damaged on its way: chosen. */
enum { PATIENCE_MS = 5000, TRIES = 5 };

struct gdb_client {
	struct gdb_wire wire;
	char name[160]; /* for sentences: "localhost:3333" */
	bool no_ack, lost;
	bool heard; /* a packet: it is such a server */
	bool stops; /* a stop is what it is asked for */
	size_t packet_size;
	struct gdb_reader in;
	uint8_t bytes[4096]; /* what arrived ... */
	size_t at, have;     /* ... and is not yet looked at */
	char said[GDB_PAYLOAD + 1], frame[GDB_FRAME];
	size_t framed;
	unsigned damaged;
	void (*console)(void *ctx, const void *bytes, size_t count);
	void *ctx;
};

/* The connection is closed, so that a server that takes one at a time takes
 * another. */
static bool lose(struct gdb_client *c, struct error *err, const char *why)
{
	static const char doubt[] =
		"; is that the port for GDB (OpenOCD's is 3333), and is no "
		"other debugger connected?";

	c->lost = true;
	gdb_wire_close(&c->wire);
	return error_set(err, "the GDB server at %s %s%s", c->name, why,
			 c->heard ? "" : doubt);
}

/* ---- sending ------------------------------------------------------------- */

static bool send_all(struct gdb_client *c, const char *bytes, size_t size,
		     struct error *err)
{
	return gdb_wire_send(&c->wire, bytes, size) ||
	       lose(c, err, gdb_wire_trouble(&c->wire));
}

/* ---- receiving ----------------------------------------------------------- */

/* More bytes, within so many milliseconds; false: none, or lost. */
static bool receive(struct gdb_client *c, int patience, struct error *err)
{
	const ssize_t n =
		gdb_wire_receive(&c->wire, c->bytes, sizeof c->bytes, patience);

	if (n < 0)
		return lose(c, err, "has closed the connection");
	if (!n)
		return false;
	c->at = 0;
	c->have = (size_t)n;
	return true;
}

/* "O" and digits: text for the console, which may be empty, and no answer. */
static bool is_console(struct gdb_client *c)
{
	char text[GDB_PAYLOAD / 2];
	size_t count = (c->in.size - 1) / 2;

	if (c->in.payload[0] != 'O' || c->in.size % 2 == 0 ||
	    !gdb_bytes(text, c->in.payload + 1, count))
		return false;
	if (c->console && count)
		c->console(c->ctx, text, count);
	return true;
}

/*
 * "T05..." or "S05": how the target stopped, which answers nothing else.  A
 * server may say so unasked, as QEMU's does to one who connects while its
 * machine runs.
 */
static bool is_stop(const struct gdb_client *c)
{
	const char *said = c->in.payload;
	uint8_t signal;

	return (*said == 'T' || (*said == 'S' && c->in.size == 3)) &&
	       gdb_bytes(&signal, said + 1, 1);
}

static bool again(struct gdb_client *c, struct error *err)
{
	if (++c->damaged > TRIES)
		return lose(c, err, "damages packets, or gets damaged ones");
	return true;
}

/* Takes what has arrived, if that makes the next answer whole; false: not yet,
 * or lost. */
static bool take(struct gdb_client *c, struct error *err)
{
	while (c->at < c->have && !c->lost) {
		switch (gdb_read(&c->in, c->bytes[c->at++])) {
		case GDB_PACKET:
			c->heard = true;
			/* The answer is here, also if its sender is gone since.
			 */
			if (!c->no_ack)
				(void)gdb_wire_send(&c->wire, "+", 1);
			if (is_console(c) || (!c->stops && is_stop(c)))
				break;
			return true;
		case GDB_TOO_LONG: /* which it would be again */
			return lose(c, err, "says more than fits a packet");
		case GDB_DAMAGED:
			if (!again(c, err) || !send_all(c, "-", 1, err))
				return false;
			break;
		case GDB_NAK:
			if (!again(c, err) ||
			    !send_all(c, c->frame, c->framed, err))
				return false;
			break;
		case GDB_ACK:
		case GDB_INTERRUPT:
		case GDB_NOTHING:
			break;
		}
	}
	return false;
}

/*
 * Nothing but such words may have come when the next question is asked: else
 * nobody knows which question an answer is to.
 */
static bool hear_unasked(struct gdb_client *c, struct error *err)
{
	c->stops = false;
	do {
		if (take(c, err))
			return lose(c, err, "says what it was not asked for");
	} while (!c->lost && receive(c, 0, err));
	return !c->lost;
}

static bool say(struct gdb_client *c, const char *payload, size_t size,
		bool stops, struct error *err)
{
	if (c->lost)
		return lose(c, err, "has closed the connection");
	c->damaged = 0;
	if (!hear_unasked(c, err))
		return false;
	c->stops = stops;
	c->framed = gdb_frame(c->frame, payload, size);
	return send_all(c, c->frame, c->framed, err);
}

static const char *answer(struct gdb_client *c, struct error *err)
{
	const double until = seconds_now() + PATIENCE_MS / 1000.0;

	while (!take(c, err)) {
		double left = until - seconds_now();

		if (!c->lost && left <= 0)
			lose(c, err, "does not answer");
		if (c->lost)
			return NULL;
		(void)receive(c, (int)(left * 1000) + 1, err);
	}
	return c->in.payload;
}

const char *gdb_ask(struct gdb_client *c, struct error *err, const char *format,
		    ...)
{
	va_list arguments;
	int size;

	va_start(arguments, format);
	size = vsnprintf(c->said, sizeof c->said, format, arguments);
	va_end(arguments);
	if (size < 0 || (size_t)size >= sizeof c->said) {
		error_set(err, "a packet for the GDB server is too long");
		return NULL;
	}
	return say(c, c->said, (size_t)size, !strcmp(c->said, "?"), err)
		       ? answer(c, err)
		       : NULL;
}

bool gdb_go(struct gdb_client *c, const char *packet, struct error *err)
{
	return say(c, packet, strlen(packet), true, err);
}

const char *gdb_stopped(struct gdb_client *c, bool block, struct error *err)
{
	if (block)
		return answer(c, err);
	if (!take(c, err) && (c->lost || !receive(c, 0, err) || !take(c, err)))
		return NULL;
	return c->in.payload;
}

void gdb_interrupt(struct gdb_client *c)
{
	/* Of a server that has gone there may still be a word to read, as that
	 * the program has ended. */
	(void)gdb_wire_send(&c->wire, "\x03", 1);
}

/* ---- the connection ------------------------------------------------------ */

/* Agrees on what it can, and that nobody acknowledges any more. */
static bool agree(struct gdb_client *c, struct error *err)
{
	const char *said = gdb_ask(c, err,
				   "qSupported:swbreak+;hwbreak+;"
				   "xmlRegisters=arm,aarch64,powerpc");
	const char *size = said ? strstr(said, "PacketSize=") : NULL;
	uint64_t most;

	if (!said)
		return false;
	c->packet_size = 256;
	if (size) {
		size += strlen("PacketSize=");
		if (gdb_number(&size, &most) && most >= 64)
			c->packet_size =
				most < GDB_PAYLOAD ? (size_t)most : GDB_PAYLOAD;
	}
	if (!strstr(said, "QStartNoAckMode+"))
		return true;
	said = gdb_ask(c, err, "QStartNoAckMode");
	if (said)
		c->no_ack = strcmp(said, "OK") == 0;
	return said;
}

struct gdb_client *gdb_connect(const char *host, const char *port,
			       struct error *err)
{
	struct gdb_client *c = calloc(1, sizeof *c);

	if (!c) {
		error_no_memory(err);
		return NULL;
	}
	c->in.runs = true;
	snprintf(c->name, sizeof c->name, "%.120s%s%s", host, *port ? ":" : "",
		 port);
	if (gdb_wire_open(&c->wire, host, port,
			  "is the server of GDB running there (OpenOCD, "
			  "J-Link, QEMU -s, tally board --gdb)",
			  err) &&
	    agree(c, err))
		return c;
	gdb_disconnect(c);
	return NULL;
}

void gdb_disconnect(struct gdb_client *c)
{
	if (c)
		gdb_wire_close(&c->wire);
	free(c);
}

void gdb_on_console(struct gdb_client *c,
		    void (*fn)(void *ctx, const void *bytes, size_t count),
		    void *ctx)
{
	c->console = fn;
	c->ctx = ctx;
}

int gdb_fd(const struct gdb_client *c)
{
	return c->wire.fd;
}

void gdb_give_up(struct gdb_client *c, struct error *err)
{
	(void)lose(c, err, "answers another question than it was asked");
}

bool gdb_lost(const struct gdb_client *c)
{
	return c->lost;
}

size_t gdb_packet_size(const struct gdb_client *c)
{
	return c->packet_size;
}
