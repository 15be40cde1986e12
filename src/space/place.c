/* SPDX-License-Identifier: MIT */
/* Places of registers, put and taken by the patterns of spaces.def. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "space/space.h"

/* A field of a pattern: which bits of the address it is. */
struct part {
	unsigned lsb, width;
};

/* The next "lsb+width" of a pattern, and what is behind it. */
static const char *next_part(const char *at, struct part *p)
{
	char *end;

	p->lsb = (unsigned)strtoul(at, &end, 10);
	p->width = (unsigned)strtoul(end + 1, &end, 10);
	return end;
}

static uint32_t part_mask(const struct part *p)
{
	return p->width < 32 ? (UINT32_C(1) << p->width) - 1 : UINT32_MAX;
}

/* In whole hexadecimal digits. */
static unsigned part_digits(const struct part *p)
{
	return (p->width + 3) / 4;
}

/* The number that a pattern's "x:" and its parts make; *at: at the '}'. */
static uint64_t joined(const char **at, uint32_t addr)
{
	uint64_t value = 0;
	struct part p;

	for (*at += strlen("x:"); **at != '}'; *at += **at == ' ') {
		*at = next_part(*at, &p);
		value = value << 4 * part_digits(&p) |
			(addr >> p.lsb & part_mask(&p));
	}
	return value;
}

char *space_put(char *to, size_t room, const char *pattern, uint32_t addr)
{
	char text[24];
	size_t used = 0;
	struct part p;

	for (const char *at = pattern; *at && room; at++) {
		size_t length = 1;

		text[0] = *at;
		if (*at == '{' && at[1] == 'x') {
			at++;
			length = (size_t)snprintf(text, sizeof text, "%" PRIX64,
						  joined(&at, addr));
		} else if (*at == '{') {
			at = next_part(at + 1, &p);
			length =
				(size_t)snprintf(text, sizeof text, "%" PRIu32,
						 addr >> p.lsb & part_mask(&p));
		}
		if (used + length >= room)
			break;
		memcpy(to + used, text, length);
		used += length;
	}
	if (room)
		to[used] = '\0';
	return to;
}

/* A number's parts, the last of which has its last digits. */
static bool parted(const char **at, uint64_t value, uint32_t *addr)
{
	const char *from = *at + strlen("x:");
	unsigned digits = 0;
	struct part p;

	for (const char *part = from; *part != '}'; part += *part == ' ') {
		part = next_part(part, &p);
		digits += part_digits(&p);
	}
	if (digits < 16 && value >> 4 * digits)
		return false;
	for (*at = from; **at != '}'; *at += **at == ' ') {
		uint64_t one;

		*at = next_part(*at, &p);
		digits -= part_digits(&p);
		one = value >> 4 * digits &
		      ((UINT64_C(1) << 4 * part_digits(&p)) - 1);
		if (one > part_mask(&p))
			return false;
		*addr |= (uint32_t)one << p.lsb;
	}
	return true;
}

const char *space_take(const char *text, const char *pattern, uint32_t *addr)
{
	struct part p;

	*addr = 0;
	for (const char *at = pattern; *at; at++) {
		const bool hex = *at == '{' && at[1] == 'x';
		uint64_t value;
		char *end;

		if (*at != '{') {
			if (*text++ != *at)
				return NULL;
			continue;
		}
		if (!isxdigit((unsigned char)*text))
			return NULL;
		errno = 0;
		value = strtoull(text, &end, hex ? 16 : 10);
		if (end == text || errno)
			return NULL;
		text = end;
		at++;
		if (hex) {
			if (!parted(&at, value, addr))
				return NULL;
			continue;
		}
		at = next_part(at, &p);
		if (value > part_mask(&p))
			return NULL;
		*addr |= (uint32_t)value << p.lsb;
	}
	return text;
}
