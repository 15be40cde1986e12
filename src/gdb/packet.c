/* SPDX-License-Identifier: MIT */
#include "gdb/packet.h"

#include <string.h>

enum { ESCAPE = '}', ESCAPED_BY = 0x20, RUN = '*', RUN_BASE = 29, CTRL_C = 3 };

int gdb_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

void gdb_hex(char *to, const void *bytes, size_t count)
{
	static const char digit[] = "0123456789abcdef";
	const uint8_t *byte = bytes;

	for (size_t i = 0; i < count; i++) {
		*to++ = digit[byte[i] >> 4];
		*to++ = digit[byte[i] & 15];
	}
	*to = '\0';
}

bool gdb_bytes(void *to, const char *hex, size_t count)
{
	uint8_t *byte = to;

	for (size_t i = 0; i < count; i++) {
		int high = gdb_digit(hex[2 * i]);
		int low = high < 0 ? -1 : gdb_digit(hex[2 * i + 1]);

		if (low < 0)
			return false;
		byte[i] = (uint8_t)(high << 4 | low);
	}
	return true;
}

bool gdb_number(const char **text, uint64_t *number)
{
	const char *at = *text;
	uint64_t n = 0;

	while (gdb_digit(*at) >= 0) {
		if (n >> 60)
			return false;
		n = n << 4 | (uint64_t)gdb_digit(*at++);
	}
	if (at == *text)
		return false;
	*text = at;
	*number = n;
	return true;
}

static enum gdb_arrival outside(struct gdb_reader *r, uint8_t byte)
{
	switch (byte) {
	case '$':
		r->state = GDB_INSIDE;
		r->size = 0;
		r->sum = 0;
		r->too_long = r->damaged = false;
		return GDB_NOTHING;
	case '+':
		return GDB_ACK;
	case '-':
		return GDB_NAK;
	case CTRL_C:
		return GDB_INTERRUPT;
	default: /* noise of the line */
		return GDB_NOTHING;
	}
}

static void keep(struct gdb_reader *r, uint8_t byte)
{
	if (r->size < GDB_PAYLOAD)
		r->payload[r->size++] = (char)byte;
	else
		r->too_long = true;
}

/* The byte before, as many times more as this one says. */
static void repeat(struct gdb_reader *r, uint8_t byte)
{
	const char last = r->payload[r->size - 1];

	if (byte < RUN_BASE)
		r->damaged = true;
	for (unsigned i = RUN_BASE; i < byte; i++)
		keep(r, (uint8_t)last);
}

static enum gdb_arrival inside(struct gdb_reader *r, uint8_t byte)
{
	if (byte == '$') /* the end of the one before was lost */
		return outside(r, byte);
	if (byte == '#') {
		r->payload[r->size] = '\0';
		r->state = GDB_SUM1;
		return GDB_NOTHING;
	}
	r->sum = (uint8_t)(r->sum + byte);
	if (byte == ESCAPE)
		r->state = GDB_ESCAPED;
	else if (byte == RUN && r->runs && r->size)
		r->state = GDB_RUN;
	else
		keep(r, byte);
	return GDB_NOTHING;
}

enum gdb_arrival gdb_read(struct gdb_reader *r, uint8_t byte)
{
	int digit = gdb_digit((char)byte);

	switch (r->state) {
	case GDB_OUTSIDE:
		return outside(r, byte);
	case GDB_INSIDE:
		return inside(r, byte);
	case GDB_ESCAPED:
		r->sum = (uint8_t)(r->sum + byte);
		keep(r, byte ^ ESCAPED_BY);
		r->state = GDB_INSIDE;
		return GDB_NOTHING;
	case GDB_RUN:
		r->sum = (uint8_t)(r->sum + byte);
		repeat(r, byte);
		r->state = GDB_INSIDE;
		return GDB_NOTHING;
	case GDB_SUM1:
		r->said = (uint8_t)((unsigned)digit << 4);
		r->damaged |= digit < 0;
		r->state = GDB_SUM2;
		return GDB_NOTHING;
	case GDB_SUM2:
		break;
	}
	r->state = GDB_OUTSIDE;
	if (r->damaged || digit < 0 || (r->said | digit) != r->sum)
		return GDB_DAMAGED;
	return r->too_long ? GDB_TOO_LONG : GDB_PACKET;
}

size_t gdb_frame(char frame[GDB_FRAME], const char *payload, size_t size)
{
	char *at = frame;
	uint8_t sum = 0;

	*at++ = '$';
	for (size_t i = 0; i < size; i++) {
		char c = payload[i];

		if (c && strchr("$#}*", c)) {
			*at++ = ESCAPE;
			sum = (uint8_t)(sum + ESCAPE);
			c ^= ESCAPED_BY;
		}
		*at++ = c;
		sum = (uint8_t)(sum + (uint8_t)c);
	}
	*at++ = '#';
	gdb_hex(at, &sum, 1);
	return (size_t)(at - frame) + 2;
}
