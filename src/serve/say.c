/* SPDX-License-Identifier: MIT */
/* Sends what the server says, and ends a session that nobody hears. */
#include "serve/inner.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

void serve_finish(struct serve_gdbr *s, enum serve_end end)
{
	s->over = true;
	s->end = end;
}

void serve_send(struct serve_gdbr *s, const char *bytes, size_t size)
{
	while (size) {
		ssize_t n = send(s->session->fd, bytes, size, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			serve_finish(s, SERVE_END_GONE);
			return;
		}
		bytes += n;
		size -= (size_t)n;
	}
}

void serve_say_bytes(struct serve_gdbr *s, const char *payload, size_t size)
{
	s->framed = gdb_frame(s->frame, payload, size);
	serve_send(s, s->frame, s->framed);
}

void serve_say(struct serve_gdbr *s, const char *payload)
{
	serve_say_bytes(s, payload, strlen(payload));
}

void serve_tell(struct serve_gdbr *s, const char *text)
{
	enum { PART = 512 };
	char packet[2 * PART + 2] = "O";

	while (*text) {
		size_t n = strnlen(text, PART);

		gdb_hex(packet + 1, text, n);
		serve_say(s, packet);
		text += n;
	}
}
