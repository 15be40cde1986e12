/* SPDX-License-Identifier: MIT */
#ifndef DUMP_DUMP_H
#define DUMP_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tally/log.h>

#include "base/error.h"

/*
 * A log (tally/log.h) in bytes of a target's memory, of either byte order.  It
 * may have been torn by a reset, cut, or overwritten: every record is checked
 * by itself, and what is whole is told.
 */
struct dump_row {
	uint32_t number; /* of all that were written, from 0 */
	uint16_t kind;   /* enum tally_log_kind, or one that is not known */
	uint16_t source;
	uint32_t task;
	uint64_t a, b;
	char text[TALLY_LOG_TEXT +
		  1]; /* a and b as text; "" if they are none */
};

struct dump {
	size_t at; /* where it was, from the first byte */
	bool big_endian;
	uint32_t written, lost, nested, starts; /* as its header says */
	uint32_t records;                       /* for which it has room */
	bool overwrites;  /* a full one keeps the newest, and the first */
	uint32_t taken;   /* by the firmware's own reader */
	uint32_t damaged; /* records that should be there and are not whole */
	uint32_t cut;     /* ... of which the memory ends before them */
	struct dump_row *row; /* the oldest first */
	size_t rows;
};

/*
 * The first log in the bytes; dump_find() has all.  NULL and `err`: there is
 * none, or one of another version; a header that is damaged is none.
 */
struct dump *dump_read(const uint8_t *bytes, size_t size, struct error *err);
/* Finds where the next log begins, of whatever version, from `from` on; `size`:
 * there is none. */
size_t dump_find(const uint8_t *bytes, size_t size, size_t from);
/* How long the log is that begins there, by its header; 0: none does. */
size_t dump_size(const uint8_t *bytes, size_t size);
void dump_free(struct dump *d);

#endif
