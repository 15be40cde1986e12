/* SPDX-License-Identifier: MIT */
#ifndef EXPLAIN_CELLS_H
#define EXPLAIN_CELLS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include <tally/reg.h>

/* Members of a row, which is a JSON object, and how they are made. */
struct rows_column {
	const char *key;
	bool text;  /* shown in text, too */
	bool right; /* aligned to the right */
};

/* A JSON string of foreign text, which need not be UTF-8. */
json_t *rows_text(const char *text);

/* "27:20", or "3". */
json_t *rows_bits(struct tally_field f);

/* "0x07", as wide as `bits` needs. */
json_t *rows_hex(uint64_t value, unsigned bits);

struct board_info;

/* The names of a board's monitors. */
json_t *rows_monitors(const struct board_info *b);

/* A list "a;b" as an array. */
json_t *rows_aliases(const char *aliases);

#endif
