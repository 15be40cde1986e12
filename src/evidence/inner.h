/* SPDX-License-Identifier: MIT */
#ifndef EVIDENCE_INNER_H
#define EVIDENCE_INNER_H

#include <stdint.h>

#include "evidence/proof.h"

/* ---- lines.c ------------------------------------------------------------- */

/* CRC-32 (IEEE 802.3), as zlib's, of what came before and `text`; 0 begins. */
uint32_t proof_sum(uint32_t before, const char *text);

/* A number behind `words`, of which `base` says how it is written; `*at` goes
 * on behind it.  False: there is none. */
bool proof_number(const char **at, const char *words, int base, uint64_t *to);

/* ---- flaws.c ------------------------------------------------------------- */

/* A flaw more; false: no memory. */
bool proof_flawed(struct proofs *all, struct proof_flaw flaw,
		  struct error *err);

/* ---- log_lines.c --------------------------------------------------------- */

/* The place of a reader in a log, the last one that it has begun. */
struct log_reader {
	bool within;
	uint32_t last; /* the number of its last line */
	unsigned line; /* ... of the text */
};

/* Takes the line if it is one of a log's: `*taken`.  False and `err`: memory.
 */
bool log_line_take(struct proofs *all, struct log_reader *r, const char *text,
		   unsigned line, bool *taken, struct error *err);

#endif
