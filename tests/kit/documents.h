/* SPDX-License-Identifier: MIT */
#ifndef TESTS_DOCUMENTS_H
#define TESTS_DOCUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include <tally/reg.h>

/*
 * A monitor's facts in tests/documents are the documents', typed a second time.
 * tests/documents/README says what a row means.
 */
enum { DOCUMENT_NAME = 64, DOCUMENT_WORDS = 256 };

struct document_register {
	char name[DOCUMENT_NAME];
	struct tally_reg reg; /* `bits` is not told */
};

struct document_field {
	char reg[DOCUMENT_NAME]; /* a pattern */
	char name[DOCUMENT_NAME];
	struct tally_field field;
	char access[4]; /* "RW" */
};

struct document_event {
	char name[DOCUMENT_NAME]; /* "": the code is no event */
	long code;                /* -1: none selects it */
	uint64_t counters;        /* bit i: counter i; 0: nothing is said */
	bool far;                 /* of an only counter above 63: `counter` */
	unsigned counter;
};

struct document_word {
	char when[DOCUMENT_NAME];
	char reg[DOCUMENT_NAME];
	char field[DOCUMENT_NAME];
	char value[DOCUMENT_NAME]; /* "" for select */
};

struct document_most {
	char name[DOCUMENT_NAME]; /* an event's, or a pattern */
	unsigned most;
};

struct document_reset {
	char reg[DOCUMENT_NAME];   /* a pattern */
	char field[DOCUMENT_NAME]; /* "*": each of it */
	char value[64];
};

/*
 * User mode may read or write a register so: 0 never; OPEN always; else if any
 * of these bits of the switch is set.
 */
enum { DOCUMENT_OPEN = 1 << 16 };

struct document_user {
	char reg[DOCUMENT_NAME]; /* a pattern */
	unsigned read, write;
};

/* A register by whose bits in `mask` the monitor is known. */
struct document_identity {
	struct tally_reg reg;
	uint64_t value, mask;
	uint64_t left; /* other bits of the same field */
};

/* A mode of the core, and what it may do: struct catalog_reach's. */
struct document_reach {
	unsigned level, may;
	char about[DOCUMENT_NAME], by[DOCUMENT_NAME];
};

/* How many documents an event is from, where its sources do not tell it. */
struct document_evidence {
	char name[DOCUMENT_NAME]; /* a pattern */
	unsigned evidence;        /* enum evidence */
};

struct document {
	unsigned registers, fields, events, mosts, words, users, resets;
	unsigned identities, reaches, evidences;
	bool asks_running;       /* a flag asks only while counters run */
	bool many_unsaid;        /* nobody says how many counters there are */
	char way[DOCUMENT_NAME]; /* "A64 A32" */
	char tree[64];           /* what device trees call it, "" */
	char toggle[DOCUMENT_NAME]; /* the register that lets user mode in, ""
				     */
	char instructions[DOCUMENT_NAME]; /* the event that counts them, "" */
	char cycles[DOCUMENT_NAME];
	struct document_register reg[128];
	struct document_field field[192];
	struct document_event event[320];
	struct document_most most[32];
	struct document_word word[DOCUMENT_WORDS];
	struct document_user user[32];
	struct document_reset reset[32];
	struct document_identity identity[4];
	struct document_reach reach[16];
	struct document_evidence evidence[32];
};

/*
 * Reads every file and keeps the rows of `monitor`.  A line that is no row, or
 * more rows than there is room for, ends the program.
 */
void document_read(const char *monitor, struct document *d);

/* Tells each name of a monitor that a row `of` has, with * and ?. */
typedef void document_named(const char *path, unsigned line,
			    const char *pattern);
void document_each_name(document_named *named);

/* Does a write of 1 to such a field do nothing? */
bool document_is_read_only(const struct document_field *f);

/* The field of a register, or NULL. */
const struct document_field *document_field(const struct document *d,
					    const char *reg, const char *name);

/* Is it this pattern with something for its `*`?  `star` gets that. */
bool document_star(const char *pattern, const char *name, char *star);
/* `pattern` with `star` for its `*`. */
void document_fill(const char *pattern, const char *star, char *name);

#endif
