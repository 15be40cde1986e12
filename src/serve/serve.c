/* SPDX-License-Identifier: MIT */
#include "serve/serve.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "program/program.h"
#include "serve/inner.h"

enum { TICK_MS = 100 };

/* GDB's own numbers of signals, whatever the host's. */
enum { SIGNAL_INT = 2, SIGNAL_TRAP = 5, SIGNAL_SEGV = 11, SIGNAL_XCPU = 24 };

/* ---- running ------------------------------------------------------------- */

/* The target has stopped: GDB, which waits, is told why. */
static void tell_stop(struct serve_gdbr *s)
{
	const struct target_stop *stop = s->stop;
	static const char *const words[] = { "", "rwatch", "watch", "awatch" };
	unsigned signal = SIGNAL_TRAP;
	char packet[60];

	s->running = false;
	switch (stop->reason) {
	case TARGET_STOP_EXIT:
		snprintf(packet, sizeof packet, "W%02x", stop->status & 0xFF);
		serve_say(s, packet);
		serve_finish(s, SERVE_END_STOPPED);
		return;
	case TARGET_STOP_LOST:
		serve_say(s, "X09");
		serve_finish(s, SERVE_END_STOPPED);
		return;
	case TARGET_STOP_FAULT:
		signal = SIGNAL_SEGV;
		break;
	case TARGET_STOP_GIVEN_UP:
	case TARGET_STOP_TIMEOUT:
		signal = SIGNAL_XCPU;
		break;
	case TARGET_STOP_HALTED:
		signal = SIGNAL_INT;
		break;
	case TARGET_STOP_BREAK:
	case TARGET_STOP_SLICE:
	case TARGET_STOP_OVERFLOW:
		break;
	}
	if (signal == SIGNAL_SEGV || signal == SIGNAL_XCPU) {
		serve_tell(s, stop->text);
		serve_tell(s, "\n");
	}
	if (stop->watched.kinds)
		snprintf(packet, sizeof packet, "T%02x%s:%llx;thread:1;",
			 signal, words[stop->watched.kinds & 3],
			 (unsigned long long)stop->watched.addr);
	else
		snprintf(packet, sizeof packet, "T%02xthread:1;", signal);
	serve_say(s, packet);
}

static void let_run(struct serve_gdbr *s, bool step)
{
	const struct target_control *control = s->target->control;

	if (step ? control->step(s->session->run, s->err)
		 : control->go(s->session->run, 0, s->err)) {
		s->running = true;
		s->steps = step;
		s->asked = false;
		return;
	}
	s->failed = true;
	serve_say(s, "X09");
}

/* "c", "s", "C05", "S05", and the first action that vCont has. */
static void resume(struct serve_gdbr *s, const char *how)
{
	switch (*how) {
	case 'c':
	case 'C':
		let_run(s, false);
		break;
	case 's':
	case 'S':
		let_run(s, true);
		break;
	default:
		serve_say(s, "");
		break;
	}
}

/* An address to go on at may follow; GDB writes the program counter instead. */
static void go_on(struct serve_gdbr *s, const char *packet)
{
	const bool plain = *packet == 'c' || *packet == 's';

	if (plain ? packet[1] != '\0' : strchr(packet, ';') != NULL)
		serve_say(s, SERVE_MEANINGLESS);
	else
		resume(s, packet);
}

/* "ADDRESS,SIZE", of a watchpoint for these kinds; 0: of a breakpoint. */
static void set_point(struct serve_gdbr *s, const char *where, unsigned kinds,
		      bool set)
{
	const struct target_control *control = s->target->control;
	struct error ignored;
	uint64_t addr, size;
	bool good;

	if (*where++ != ',' || !gdb_number(&where, &addr) ||
	    (kinds && (*where++ != ',' || !gdb_number(&where, &size)))) {
		serve_say(s, SERVE_MEANINGLESS);
		return;
	}
	good = kinds ? control->watch_at(s->session->run, addr, size, kinds,
					 set, &ignored)
		     : control->stop_at(s->session->run, addr, set, &ignored);
	serve_say(s, good ? "OK" : SERVE_FAULT);
}

/* 0: in memory, 1: by hardware; 2, 3, 4: written, read, one of both. */
static void point(struct serve_gdbr *s, const char *what)
{
	static const unsigned watched[] = { 0, 0, TARGET_WATCH_WRITE,
					    TARGET_WATCH_READ,
					    TARGET_WATCH_READ |
						    TARGET_WATCH_WRITE };
	const unsigned kind = (unsigned)(what[1] - '0');

	if (kind > 4 || (watched[kind] && !s->target->control->watch_at))
		serve_say(s, "");
	else
		set_point(s, what + 2, watched[kind], *what == 'Z');
}

/* ---- questions ----------------------------------------------------------- */

/* If `text` begins with `start`, what follows it; else NULL. */
static const char *after(const char *text, const char *start)
{
	size_t n = strlen(start);

	return strncmp(text, start, n) ? NULL : text + n;
}

/* "OFFSET,LENGTH" of a document. */
static void tell_part(struct serve_gdbr *s, const char *document,
		      const char *range)
{
	const size_t size = strlen(document);
	uint64_t offset, length;

	if (!gdb_number(&range, &offset) || *range++ != ',' ||
	    !gdb_number(&range, &length)) {
		serve_say(s, SERVE_MEANINGLESS);
		return;
	}
	if (offset > size)
		offset = size;
	if (length > GDB_PAYLOAD - 1)
		length = GDB_PAYLOAD - 1;
	if (length > size - offset)
		length = size - offset;
	s->out[0] = offset + length < size ? 'm' : 'l';
	memcpy(s->out + 1, document + offset, (size_t)length);
	serve_say_bytes(s, s->out, (size_t)length + 1);
}

static void query(struct serve_gdbr *s, const char *q)
{
	const char *rest;

	if (after(q, "qSupported")) {
		snprintf(s->out, sizeof s->out,
			 "PacketSize=%x;QStartNoAckMode+;"
			 "qXfer:features:read+;qXfer:memory-map:read+;"
			 "vContSupported+",
			 (unsigned)GDB_PAYLOAD);
		serve_say(s, s->out);
	} else if ((rest = after(q, "qXfer:features:read:target.xml:"))) {
		tell_part(s, s->description, rest);
	} else if ((rest = after(q, "qXfer:memory-map:read::"))) {
		tell_part(s, s->map, rest);
	} else if (!strcmp(q, "QStartNoAckMode")) {
		serve_say(s, "OK");
		s->no_ack = true;
	} else if ((rest = after(q, "qRcmd,"))) {
		serve_monitor_command(s, rest);
	} else if (!strcmp(q, "qTally")) {
		snprintf(s->out, sizeof s->out, "simulated:%d;clock_hz:%.0f",
			 s->target->facts.simulated, s->target->facts.clock_hz);
		serve_say(s, s->out);
	} else if (!strcmp(q, "qC")) {
		serve_say(s, "QC1");
	} else if (!strcmp(q, "qfThreadInfo")) {
		serve_say(s, "m1");
	} else if (!strcmp(q, "qsThreadInfo")) {
		serve_say(s, "l");
	} else if (after(q, "qAttached")) {
		serve_say(s, "1");
	} else {
		serve_say(s, "");
	}
}

static void verbose(struct serve_gdbr *s, const char *v)
{
	const char *rest = after(v, "vCont;");

	if (rest) /* there is one thread, whose action comes first */
		resume(s, rest);
	else if (!strcmp(v, "vCont?"))
		serve_say(s, "vCont;c;C;s;S");
	else if (after(v, "vKill")) {
		serve_say(s, "OK");
		serve_finish(s, SERVE_END_KILLED);
	} else {
		serve_say(s, "");
	}
}

/* ---- packets ------------------------------------------------------------- */

static void obey(struct serve_gdbr *s)
{
	const char *packet = s->in.payload;
	const char *arguments = packet + 1;

	switch (*packet) {
	case '?':
		serve_say(s, "T05thread:1;");
		break;
	case 'g':
		serve_read_all(s);
		break;
	case 'G':
		serve_write_all(s, arguments);
		break;
	case 'p':
		serve_read_one(s, arguments);
		break;
	case 'P':
		serve_write_one(s, arguments);
		break;
	case 'm':
		serve_read_memory(s, arguments);
		break;
	case 'M':
	case 'X':
		serve_write_memory(s, arguments, s->in.size - 1,
				   *packet == 'X');
		break;
	case 'Z':
	case 'z':
		point(s, packet);
		break;
	case 'c':
	case 'C':
	case 's':
	case 'S':
		go_on(s, packet);
		break;
	case 'q':
	case 'Q':
		query(s, packet);
		break;
	case 'v':
		verbose(s, packet);
		break;
	case 'H':
	case 'T':
		serve_say(s, "OK");
		break;
	case 'D':
		serve_say(s, "OK");
		serve_finish(s, SERVE_END_DETACHED);
		break;
	case 'k': /* has no answer */
		serve_finish(s, SERVE_END_KILLED);
		break;
	default: /* "I do not know that" */
		serve_say(s, "");
		break;
	}
}

static void halt(struct serve_gdbr *s)
{
	s->target->control->halt(s->session->run);
	while (!s->target->control->wait(s->session->run, true, s->stop))
		;
	s->running = false;
}

static bool is_for_memory(char packet)
{
	return packet == 'm' || packet == 'M' || packet == 'X';
}

/*
 * Of two packets without an answer between them the second is dropped while the
 * target runs, since GDB does not send such.  But memory is there all the time
 * for who looks at it by that, between two instructions of the program.
 */
static void obey_running(struct serve_gdbr *s)
{
	const bool steps = s->steps;

	if (!s->in.size || !is_for_memory(*s->in.payload))
		return;
	halt(s);
	obey(s);
	if (s->over || s->failed)
		return;
	if (s->stop->reason == TARGET_STOP_HALTED && !s->asked)
		let_run(s, steps);
	else
		tell_stop(s);
}

static void take(struct serve_gdbr *s, enum gdb_arrival what)
{
	switch (what) {
	case GDB_PACKET:
		if (!s->no_ack)
			serve_send(s, "+", 1);
		if (s->running)
			obey_running(s);
		else
			obey(s);
		break;
	case GDB_TOO_LONG: /* which it would be again */
		if (!s->no_ack)
			serve_send(s, "+", 1);
		if (!s->running)
			serve_say(s, SERVE_MEANINGLESS);
		break;
	case GDB_DAMAGED:
		if (!s->no_ack)
			serve_send(s, "-", 1);
		break;
	case GDB_INTERRUPT:
		s->asked = true;
		if (s->running)
			s->target->control->halt(s->session->run);
		break;
	case GDB_NAK:
		serve_send(s, s->frame, s->framed);
		break;
	case GDB_ACK:
	case GDB_NOTHING:
		break;
	}
}

static void receive(struct serve_gdbr *s)
{
	uint8_t bytes[4096];
	ssize_t n = recv(s->session->fd, bytes, sizeof bytes, MSG_DONTWAIT);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0)
		serve_finish(s, SERVE_END_GONE);
	for (ssize_t i = 0; i < n && !s->over && !s->failed; i++)
		take(s, gdb_read(&s->in, bytes[i]));
}

/* ---- the session --------------------------------------------------------- */

static void serve(struct serve_gdbr *s)
{
	const struct serve_session *session = s->session;
	struct pollfd p[2] = {
		{ .fd = session->fd, .events = POLLIN },
		{ .fd = s->target->control->fd(session->run),
		  .events = POLLIN },
	};

	while (!s->over && !s->failed) {
		(void)poll(p, s->running ? 2 : 1, TICK_MS);
		if (s->running &&
		    s->target->control->wait(session->run, false, s->stop))
			tell_stop(s);
		else if (!s->running && serve_lost(session->run, s->stop))
			serve_finish(s, SERVE_END_STOPPED);
		if (p[0].revents && !s->over)
			receive(s);
		if (session->interrupted && session->interrupted() && !s->over)
			serve_finish(s, SERVE_END_INTERRUPTED);
	}
	/* A client that is no longer there cannot wait: the target is stopped
	 * for good. */
	if (s->running)
		halt(s);
	/* Whatever else ended the session at the same time. */
	if (serve_lost(session->run, s->stop))
		s->end = SERVE_END_STOPPED;
}

bool serve_gdb(const struct serve_session *session, struct target_stop *stop,
	       enum serve_end *end, struct error *err)
{
	struct target *t = session->run->target;
	struct serve_gdbr *s;
	bool good;

	if (!serve_can(t, err))
		return false;
	s = calloc(1, sizeof *s);
	if (!s)
		return error_no_memory(err);
	s->session = session;
	s->target = t;
	s->core = serve_core_of(t->program);
	s->stop = stop;
	s->err = err;
	s->description =
		serve_description(s->core, session->reg, session->regs);
	s->map = serve_memory_map(&t->facts);
	if (s->description && s->map)
		serve(s);
	else
		s->failed = !error_no_memory(err);
	*end = s->end;
	good = !s->failed;
	free(s->description);
	free(s->map);
	free(s);
	return good;
}
