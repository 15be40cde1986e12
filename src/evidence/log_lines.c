/* SPDX-License-Identifier: MIT */
/* A log of the library's that came as lines, made bytes again.  The lines are
 * those of tally_log_print(). */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "evidence/inner.h"

/* Nobody prints more: a size beyond is no log's.  A line has so many bytes. */
enum { BYTES_MOST = 1 << 24, BYTES = 32, LOGS_MOST = 64 };

static bool take_hex(const char **at, const char *words, uint32_t *to)
{
	uint64_t number;

	if (!proof_number(at, words, 16, &number) || number > UINT32_MAX)
		return false;
	*to = (uint32_t)number;
	return true;
}

static uint32_t add_sum(uint32_t all, const char *text)
{
	const uint32_t sum = proof_sum(0, text);
	const Bytef byte[4] = { (Bytef)sum, (Bytef)(sum >> 8),
				(Bytef)(sum >> 16), (Bytef)(sum >> 24) };

	return (uint32_t)crc32(all, byte, sizeof byte);
}

static bool begin_log(struct proofs *all, struct log_reader *r, uint32_t size,
		      unsigned line, struct error *err)
{
	struct proof_log *grown =
		realloc(all->log, (all->logs + 1) * sizeof *all->log);
	uint8_t *bytes;

	if (!grown)
		return error_no_memory(err);
	all->log = grown;
	bytes = calloc(1, size);
	if (!bytes)
		return error_no_memory(err);
	all->log[all->logs++] = (struct proof_log){ .bytes = bytes,
						    .size = size,
						    .line = line };
	*r = (struct log_reader){ .within = true, .line = line };
	return true;
}

/* Lines between the last one and this. */
static bool add_gap(struct proofs *all, const struct log_reader *r,
		    uint32_t number, struct error *err)
{
	if (number <= r->last + 1)
		return true;
	return proof_flawed(all,
			    (struct proof_flaw){ .kind = FLAW_LOG,
						 .line = r->line,
						 .number = r->last + 1,
						 .last = number - 1 },
			    err);
}

static bool put_bytes(struct proof_log *log, uint32_t from, const char *hex)
{
	const size_t letters = (size_t)2 * BYTES;

	if (from % BYTES || log->size < BYTES || from > log->size - BYTES ||
	    strlen(hex) != letters ||
	    strspn(hex, "0123456789abcdef") != letters)
		return false;
	for (unsigned i = 0; i < BYTES; i++) {
		const char pair[3] = { hex[0], hex[1], '\0' };

		log->bytes[from + i] = (uint8_t)strtoul(pair, NULL, 16);
		hex += 2;
	}
	return true;
}

/* "log 1f 3e0 HEX"; false and `err`: memory. */
static bool take_bytes(struct proofs *all, struct log_reader *r,
		       const char *text, unsigned line, struct error *err)
{
	struct proof_log *log = &all->log[all->logs - 1];
	const char *at = text;
	uint32_t number, from;

	if (!take_hex(&at, "log ", &number) || !take_hex(&at, " ", &from) ||
	    *at != ' ' || number <= r->last || !put_bytes(log, from, at + 1))
		return true;
	if (!add_gap(all, r, number, err))
		return false;
	log->lines++;
	log->sum = add_sum(log->sum, text);
	r->last = number;
	r->line = line;
	return true;
}

static bool end_log(struct proofs *all, struct log_reader *r, const char *text,
		    struct error *err)
{
	struct proof_log *log = &all->log[all->logs - 1];
	uint32_t lines, sum;

	if (!take_hex(&text, "# end log ", &lines) ||
	    !take_hex(&text, " lines, all *", &sum))
		return true;
	log->ended = true;
	log->whole = lines == log->lines && sum == log->sum;
	r->within = false;
	return lines == UINT32_MAX || add_gap(all, r, lines + 1, err);
}

bool log_line_take(struct proofs *all, struct log_reader *r, const char *text,
		   unsigned line, bool *taken, struct error *err)
{
	const char *at = text;
	uint32_t size;

	*taken = true;
	if (take_hex(&at, "# tally log 1 size=", &size)) {
		if (size > BYTES_MOST || !size || all->logs == LOGS_MOST)
			return true;
		if (!begin_log(all, r, size, line, err))
			return false;
		all->log[all->logs - 1].sum = add_sum(0, text);
		return true;
	}
	if (r->within && !strncmp(text, "# end log ", 10))
		return end_log(all, r, text, err);
	if (!strncmp(text, "log ", 4))
		return !r->within || take_bytes(all, r, text, line, err);
	*taken = false;
	return true;
}
