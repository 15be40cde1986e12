/* SPDX-License-Identifier: MIT */
#ifndef EVIDENCE_PROOF_H
#define EVIDENCE_PROOF_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

/*
 * A proof that travels as lines of text: what a monitor was found to count, by
 * a program that printed it on some wire.  Each line ends in its check sum, so
 * that lines are found among other output, and damage shows (doc/prove.md).
 */
enum proof_outcome { PROOF_OK, PROOF_NOT_OK, PROOF_SKIPPED };

struct proof_row {
	unsigned number; /* from 1, without a gap */
	unsigned line;   /* of the text, from 1 */
	enum proof_outcome outcome;
	char check[24];
	char what[160]; /* "instr_exec of 16 loads", or a clause */
	char why[120];  /* of one that is skipped; "" */
	/* A count that was looked at, and from where to where it is right. */
	bool counts;
	uint64_t least, most, counted;
};

/* The place where it was seen, as whoever merged it says; `name` is "": nobody
 * did. */
struct proof_seen {
	char kind[12]; /* chip, emulator or board */
	char name[44], lot[24];
	char when[12]; /* the day on which it was merged */
};

struct proof {
	struct proof_seen seen;
	char monitor[64], version[32];
	char by[16];    /* kit, prove, doctor */
	char where[48]; /* what whoever ran it says of the place */
	uint64_t core;  /* its own identity; 0: it has none */
	unsigned line;  /* of the text, where it begins */
	uint32_t sum;   /* of all its lines, as the last one has it */
	struct proof_row *row;
	size_t rows;
	unsigned ok, not_ok, skipped;
	/* Lines with a check sum that is not theirs; numbers that nobody saw.
	 */
	unsigned damaged, missing;
	unsigned twice; /* numbers that came twice, and not alike */
	bool ended;     /* its last line is here */
	bool whole;     /* and nothing is missing, damaged or changed */
};

/* A log of the library's (tally/log.h) that was printed as such lines. */
struct proof_log {
	uint8_t *bytes; /* as they stood in memory; 0 where none came */
	size_t size;
	uint32_t lines, sum; /* so many came, and the sum of all */
	unsigned line;       /* of the text, where it begins */
	bool ended;
	bool whole;
};

/* A flaw is what is wrong with a text, and in which of its lines, from 1. */
struct proof_flaw {
	enum proof_flaw_kind {
		FLAW_DAMAGED, /* it was one with a check sum */
		FLAW_MISSING, /* results `number` to `last`, behind `line` */
		FLAW_LOG,     /* the same of a log's lines, by their numbers */
		FLAW_TWICE,   /* a result that came before, and said otherwise
			       */
	} kind;
	unsigned line, number, last;
};

/* Everything that a text has of proofs, in its order. */
struct proofs {
	struct proof *proof;
	size_t count;
	struct proof_log *log;
	size_t logs;
	struct proof_flaw *flaw;
	size_t flaws;
	unsigned stray; /* damaged lines that stand in none */
};

/* Reads to the end of `from`, or with `one`, since a wire has none, to that of
 * the first proof or log.  False and `err`: memory, or an error of reading.
 * proofs_free() is due in any case. */
bool proofs_read(struct proofs *all, FILE *from, bool one, struct error *err);
void proofs_free(struct proofs *all);

/* A clause on one of the flaws, which says its line. */
void proof_flaw_text(const struct proof_flaw *flaw, char *text, size_t size);
/* One clause on what is wrong with it as a text; "" where it is whole. */
void proof_damage(const struct proof *p, char *text, size_t size);

/* ---- writing ------------------------------------------------------------- */

/* Letters of a line at most, without its end. */
enum { PROOF_LINE = 200 };

struct proof_writer {
	FILE *to;
	uint32_t sum; /* of all lines before */
	unsigned number, ok, not_ok, skipped;
};

/* The head is taken from `p`: monitor, version, by, core, where; and in front
 * of it, where it was seen. */
void proof_begin(struct proof_writer *w, FILE *to, const struct proof *p);
/* Its `number` is not looked at. */
void proof_add(struct proof_writer *w, const struct proof_row *row);
void proof_end(struct proof_writer *w);

#endif
