/* SPDX-License-Identifier: MIT */
#ifndef GDB_PACKET_H
#define GDB_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Packets of GDB's remote protocol ("Debugging with GDB", appendix E): a dollar
 * sign, what is said, a number sign and two digits that sum it up.  Nothing
 * here knows what is said.
 */

enum {
	GDB_PAYLOAD = 16384, /* bytes that one packet says, at most */
	/* Each may be escaped; four are put around them. */
	GDB_FRAME = 2 * GDB_PAYLOAD + 5, /* and NUL */
};

/* The thing that a byte that arrived has made whole. */
enum gdb_arrival {
	GDB_NOTHING,
	GDB_PACKET,    /* in `payload`, ended by NUL */
	GDB_DAMAGED,   /* a packet whose sum is wrong */
	GDB_TOO_LONG,  /* one that is right, and does not fit */
	GDB_INTERRUPT, /* Ctrl-C, between packets */
	GDB_ACK,
	GDB_NAK,
};

/* All zero before the first byte, but for `runs`. */
struct gdb_reader {
	/*
	 * Of a server's answers: "0*%" is "00000...", a byte, '*', and how many
	 * times more, plus 29.  GDB itself writes no such runs.
	 */
	bool runs;
	char payload[GDB_PAYLOAD + 1];
	size_t size;
	enum {
		GDB_OUTSIDE,
		GDB_INSIDE,
		GDB_ESCAPED,
		GDB_RUN,
		GDB_SUM1,
		GDB_SUM2
	} state;
	bool too_long, damaged;
	uint8_t sum, said;
};

enum gdb_arrival gdb_read(struct gdb_reader *r, uint8_t byte);

/* The packet that says `payload`, of GDB_PAYLOAD at most; gives its size. */
size_t gdb_frame(char frame[GDB_FRAME], const char *payload, size_t size);

/* A hexadecimal digit's value; -1: it is none. */
int gdb_digit(char c);
/* Two digits for each byte, and NUL. */
void gdb_hex(char *to, const void *bytes, size_t count);
/* The reverse; false: those are not 2 * count digits. */
bool gdb_bytes(void *to, const char *hex, size_t count);
/* A hexadecimal number, and where it ends; false: there is none. */
bool gdb_number(const char **text, uint64_t *number);

#endif
