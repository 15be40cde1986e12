/* SPDX-License-Identifier: MIT */

/*
 * Messages over a stream socket: whole ones are put together here from
 * whatever pieces arrive, and only as many bytes are taken as belong to the
 * current one, so that the socket's readiness tells all there is to know.
 */
#include "boards/src/link/wire.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

enum { HEAD = offsetof(struct wire_message, u) };

static size_t body_size(uint32_t kind)
{
	static const struct wire_message *m;

	switch (kind) {
	case WIRE_REG_READ:
	case WIRE_REG_WRITE:
		return sizeof m->u.reg;
	case WIRE_LINE:
		return sizeof m->u.line;
	case WIRE_CPU:
	case WIRE_SET_CPU:
		return sizeof m->u.cpu;
	case WIRE_MEM_READ:
	case WIRE_MEM_WRITE:
		return sizeof m->u.memory;
	case WIRE_BREAK:
	case WIRE_TRUTH:
	case WIRE_OPENED:
		/* A question fits into the room of its answer. */
		return sizeof m->u.result;
	case WIRE_WATCHPOINT:
		return sizeof m->u.watchpoint;
	case WIRE_WINDOW:
		return sizeof m->u.window;
	case WIRE_COUNTERS:
		return sizeof m->u.counters;
	case WIRE_TOLD:
		return sizeof m->u.told;
	case WIRE_PROFILE:
		return sizeof m->u.profile;
	case WIRE_PROFILE_READ:
		return sizeof m->u.end;
	case WIRE_PROFILE_ROW:
		return sizeof m->u.row;
	case WIRE_TRACE:
		return sizeof m->u.steps;
	case WIRE_TRACE_ROW:
		return sizeof m->u.step;
	case WIRE_TRUTH_ROW:
		return sizeof m->u.truth;
	case WIRE_GO:
	case WIRE_UNTIL:
		return sizeof m->u.cycles;
	case WIRE_STOPPED:
		return sizeof m->u.stop;
	default:
		return 0;
	}
}

static bool plausible(const struct wire_message *m)
{
	if (m->kind == WIRE_CONSOLE)
		return m->size > HEAD && m->size <= HEAD + WIRE_CONSOLE_MAX;
	return m->kind < WIRE_KINDS && m->size == HEAD + body_size(m->kind);
}

void wire_start(struct wire_message *m, enum wire_kind kind, size_t extra)
{
	size_t size = HEAD + body_size(kind) + extra;

	memset(m, 0, size);
	m->size = (uint32_t)size;
	m->kind = kind;
}

static bool nothing_yet(void)
{
	return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

enum wire_result wire_send_some(int fd, const struct wire_message *m,
				size_t *sent, bool block)
{
	const uint8_t *bytes = (const uint8_t *)m;

	while (*sent < m->size) {
		ssize_t n = send(fd, bytes + *sent, m->size - *sent,
				 MSG_NOSIGNAL | (block ? 0 : MSG_DONTWAIT));

		if (n < 0)
			return nothing_yet() ? WIRE_NOTHING : WIRE_CLOSED;
		*sent += (size_t)n;
	}
	return WIRE_GOT;
}

bool wire_send(int fd, const struct wire_message *m)
{
	enum wire_result did;
	size_t sent = 0;

	do
		did = wire_send_some(fd, m, &sent, true);
	while (did == WIRE_NOTHING);
	return did == WIRE_GOT;
}

enum wire_result wire_receive(int fd, struct wire_in *in, bool block)
{
	uint8_t *bytes = (uint8_t *)&in->m;

	if (in->have >= HEAD && in->have == in->m.size)
		in->have = 0;
	for (;;) {
		size_t want = in->have < HEAD ? (size_t)HEAD : in->m.size;
		ssize_t n = recv(fd, bytes + in->have, want - in->have,
				 block ? 0 : MSG_DONTWAIT);

		if (n < 0 && nothing_yet())
			return WIRE_NOTHING;
		if (n <= 0)
			return WIRE_CLOSED;
		in->have += (size_t)n;
		if (in->have < want)
			continue;
		if (want == HEAD && !plausible(&in->m))
			return WIRE_GARBAGE;
		if (in->have == in->m.size)
			return WIRE_GOT;
	}
}
