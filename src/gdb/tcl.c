/* SPDX-License-Identifier: MIT */
#include "gdb/tcl.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/seconds.h"
#include "gdb/wire.h"

/* How long an answer may take: chosen. */
enum { PATIENCE_MS = 5000, MOST = 16384, END = 0x1A };

struct tcl_client {
	struct gdb_wire wire;
	char name[160]; /* for sentences: "localhost:6666" */
	bool lost;
	bool heard;      /* an answer: it is OpenOCD */
	unsigned number; /* of the last command */
	char said[MOST]; /* what came of an answer so far ... */
	size_t size;
	char bytes[4096]; /* ... and what is not looked at */
	size_t at, have;
	char command[MOST];
};

static bool lose(struct tcl_client *c, struct error *err, const char *why)
{
	tcl_give_up(c);
	return error_set(err, "OpenOCD at %s %s%s", c->name, why,
			 c->heard ? ""
				  : "; is that its tcl_port (6666), and not "
				    "GDB's or telnet's?");
}

static bool send_all(struct tcl_client *c, const char *bytes, size_t size,
		     struct error *err)
{
	return gdb_wire_send(&c->wire, bytes, size) ||
	       lose(c, err, gdb_wire_trouble(&c->wire));
}

/*
 * An answer begins with the command's number: what OpenOCD tells unasked, of
 * events, comes between, too.
 */
bool tcl_say(struct tcl_client *c, struct error *err, const char *command)
{
	char text[MOST];
	int size;

	if (c->lost)
		return lose(c, err, "has closed the connection");
	size = snprintf(text, sizeof text,
			"set tally_s [catch {%s} tally_r]; "
			"concat tally %u $tally_s $tally_r%c",
			command, ++c->number, END);
	if (size < 0 || (size_t)size >= sizeof text)
		return error_set(err, "a command for OpenOCD is too long");
	return send_all(c, text, (size_t)size, err);
}

/* More bytes, within so many milliseconds; false: none, or lost. */
static bool receive(struct tcl_client *c, int patience, struct error *err)
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

/* Takes what has arrived, if that makes the answer whole; false: not yet, or
 * lost. */
static bool take(struct tcl_client *c, struct error *err)
{
	char begin[24];
	const int length =
		snprintf(begin, sizeof begin, "tally %u ", c->number);

	while (c->at < c->have) {
		const char byte = c->bytes[c->at++];

		if (byte != END) {
			if (c->size == sizeof c->said - 1)
				return lose(c, err, "says too much");
			c->said[c->size++] = byte;
			continue;
		}
		c->said[c->size] = '\0';
		c->size = 0;
		if (!strncmp(c->said, begin, (size_t)length)) {
			c->heard = true;
			return true;
		}
	}
	return false;
}

/* Behind the command's number: its status, a blank, and the rest. */
static const char *answer(struct tcl_client *c, bool *failed)
{
	const char *at = strchr(c->said + strlen("tally "), ' ') + 1;
	const size_t size = strcspn(at, " ");

	*failed = size != 1 || *at != '0'; /* what is no number is no success */
	at += size;
	return at + (*at == ' ');
}

const char *tcl_heard(struct tcl_client *c, bool *failed, struct error *err)
{
	if (!take(c, err) && (c->lost || !receive(c, 0, err) || !take(c, err)))
		return NULL;
	return answer(c, failed);
}

const char *tcl_answer(struct tcl_client *c, bool *failed, struct error *err)
{
	const double until = seconds_now() + PATIENCE_MS / 1000.0;

	while (!take(c, err)) {
		const double left = until - seconds_now();

		if (!c->lost && left <= 0)
			lose(c, err, "does not answer");
		if (c->lost)
			return NULL;
		(void)receive(c, (int)(left * 1000) + 1, err);
	}
	return answer(c, failed);
}

const char *tcl_ask(struct tcl_client *c, bool *failed, struct error *err,
		    const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	(void)vsnprintf(c->command, sizeof c->command, format, arguments);
	va_end(arguments);
	return tcl_say(c, err, c->command) ? tcl_answer(c, failed, err) : NULL;
}

struct tcl_client *tcl_connect(const char *host, const char *port,
			       struct error *err)
{
	struct tcl_client *c = calloc(1, sizeof *c);

	if (!c) {
		error_no_memory(err);
		return NULL;
	}
	snprintf(c->name, sizeof c->name, "%.120s%s%s", host, *port ? ":" : "",
		 port);
	if (gdb_wire_open(&c->wire, host, port,
			  "is OpenOCD running there (its tcl_port)", err))
		return c;
	tcl_disconnect(c);
	return NULL;
}

void tcl_disconnect(struct tcl_client *c)
{
	if (c)
		gdb_wire_close(&c->wire);
	free(c);
}

void tcl_give_up(struct tcl_client *c)
{
	c->lost = true;
	gdb_wire_close(&c->wire);
}

int tcl_fd(const struct tcl_client *c)
{
	return c->wire.fd;
}

bool tcl_lost(const struct tcl_client *c)
{
	return c->lost;
}
