/* SPDX-License-Identifier: MIT */
/* Texts that grow, and that memory ran out.  See memory.h. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

enum { ROOM = 256 };

struct growing {
	char **text;
	size_t *size;
	size_t have, room;
};

static bool ran_out;

void memory_lost(void)
{
	ran_out = true;
}

bool memory_ran_out(void)
{
	return ran_out;
}

/* The text gets room for so many bytes more, and the 0 behind them. */
static bool grow(struct growing *g, size_t more)
{
	size_t room = g->room;
	char *text;

	if (more >= SIZE_MAX / 4 - g->have)
		return false;
	while (room <= g->have + more)
		room *= 2;
	if (room == g->room)
		return true;
	text = realloc(*g->text, room);
	if (!text)
		return false;
	*g->text = text;
	g->room = room;
	return true;
}

static ssize_t put(void *cookie, const char *bytes, size_t size)
{
	struct growing *g = cookie;

	if (!grow(g, size)) {
		memory_lost();
		return 0;
	}
	memcpy(*g->text + g->have, bytes, size);
	g->have += size;
	(*g->text)[g->have] = '\0';
	*g->size = g->have;
	return (ssize_t)size;
}

static int end(void *cookie)
{
	free(cookie);
	return 0;
}

FILE *memory_stream(char **text, size_t *size)
{
	const cookie_io_functions_t does = { .write = put, .close = end };
	struct growing *g = malloc(sizeof *g);
	FILE *stream = NULL;

	*size = 0;
	*text = calloc(1, ROOM);
	if (g && *text) {
		*g = (struct growing){ text, size, 0, ROOM };
		stream = fopencookie(g, "w", does);
	}
	if (!stream) {
		free(g);
		free(*text);
		*text = NULL;
		memory_lost();
	}
	return stream;
}

int memory_stream_end(FILE *stream, char **text)
{
	const bool wrong = ferror(stream);

	if (fclose(stream) == 0 && !wrong)
		return 0;
	free(*text);
	*text = NULL;
	memory_lost();
	return EOF;
}
