/* SPDX-License-Identifier: MIT */
#ifndef RECORD_DIFF_H
#define RECORD_DIFF_H

#include "metric/compare.h"
#include "record/record.h"

/*
 * Two sides held against each other, row by row: what was measured before a
 * change, and after it.  A side is one record or several of one program, whose
 * repeats are taken together.
 *
 * Names and rows point into the records, which have to live as long.
 */
enum { DIFF_BEFORE, DIFF_AFTER, DIFF_SIDES };

struct diff_side {
	struct record *const *record;
	unsigned records;
};

enum diff_basis {
	DIFF_NONE,  /* nothing can be told: `why` says why not */
	DIFF_FIXED, /* no repeat differs from another one, on either side */
	DIFF_WELCH,
	DIFF_PAIRS, /* the same seeds on both sides */
};

enum diff_word {
	DIFF_UNKNOWN,
	DIFF_SAME, /* no more apart than by chance */
	/* Apart by less than the noise, or both next to nothing: not rated. */
	DIFF_NOISE,
	DIFF_BETTER,
	DIFF_WORSE,
	DIFF_MORE, /* where neither is better */
	DIFF_LESS,
};

struct diff_row {
	const char *name, *monitor;
	const char *region; /* one of several that both have; NULL: the whole */
	const char *unit;   /* of a metric; "" of an event */
	/* Of the first record that has it; one of the two is NULL. */
	const struct record_metric *metric;
	const struct record_event *event;
	uint8_t direction; /* enum direction */
	enum diff_basis basis;
	enum diff_word word;
	bool valued; /* `test` has both means */
	unsigned samples[DIFF_SIDES];
	struct comparison test; /* without p and interval, where fixed */
	double p;               /* by Holm, over all rows that were tested */
	const char *why;        /* of DIFF_NONE: one clause */
};

/* The kinds of parts that explain the change of cycles. */
enum diff_part_kind {
	PART_INSTRUCTIONS, /* more or fewer of them, as long as before each */
	PART_EACH,         /* each longer or shorter than before */
	PART_DURATION,     /* an event that counts cycles */
	PART_OCCURRENCE,   /* one that has no cycles of its own */
	PART_CAUSE,        /* of a board's ledger, which has each cycle once */
};

struct diff_part {
	enum diff_part_kind kind;
	const struct diff_row *row; /* NULL of instructions, each and cause */
	double change;     /* in cycles; of PART_OCCURRENCE in events */
	const char *cause; /* its name; NULL: it is none */
};

enum { DIFF_PARTS = 8 };

/*
 * The change of cycles of the programs as they are linked, where both sides
 * were measured in other layouts, too: what more or fewer instructions make of
 * the mean over these layouts, what the linker's own layout is better or worse
 * than that mean, and the rest, which all layouts have.  They add up.
 */
struct diff_layout {
	bool known;
	double before, after; /* cycles as linked */
	double instructions, layout, rest;
};

struct diff {
	struct diff_side side[DIFF_SIDES];
	double noise; /* of before, 0.001: a change of less is none to rate */
	struct diff_row *row; /* metrics, then events */
	unsigned rows, tested;
	const struct diff_row *cycles; /* that changed; NULL: they did not */
	struct diff_part part[DIFF_PARTS];
	unsigned parts;
	struct diff_layout layout;
};

#define DIFF_USUAL_NOISE 0.001

/* NULL: no memory. */
struct diff *diff_make(const struct diff_side side[DIFF_SIDES], double noise);
void diff_free(struct diff *d);

/* How often the region of a row was entered, in a side's first record. */
uint64_t diff_entered(const struct diff *d, const struct diff_row *row,
		      unsigned side);
/* Is it the first of its region after that one, which may be NULL? */
bool diff_begins_region(const struct diff_row *row,
			const struct diff_row *before);

/* Is it a metric that the user defined? */
static inline bool diff_is_users(const struct diff_row *row)
{
	return row->metric && record_metric_is_users(row->metric);
}

bool diff_has_users(const struct diff *d);

/* Did the row change, by more than chance and noise? */
static inline bool diff_is_change(const struct diff_row *row)
{
	return row->word > DIFF_NOISE;
}

/* Is one program on both sides, by the hashes of all records? */
bool diff_same_program(const struct diff *d);

/* The cycles of the whole; NULL: they were not measured. */
const struct diff_row *diff_cycles(const struct diff *d);

/* Has it p and interval? */
bool diff_is_tested(const struct diff_row *row);
/* after / before - 1 in percent.  False: there was nothing before. */
bool diff_percent(const struct diff_row *row, double *percent);
/* Is the spread of the repeats that of a model, which has seeds? */
bool diff_of_seeds(const struct diff *d);

/* How one number is told from the other: `noise` is a part of what was before,
 * `direction` an enum direction.  By chance nothing is looked at. */
enum diff_word diff_word_of(double before, double after, double noise,
			    unsigned direction);
const char *diff_word_text(enum diff_word word);
const char *diff_basis_text(enum diff_basis basis);

/*
 * In what the records differ that makes their numbers incomparable: target,
 * monitors, options, what the program was to do, trust.  "target: board:pb1176
 * against board:imx31; region: main against crc32"; "": in nothing.  The
 * caller's to free; NULL: no memory.
 */
char *diff_obstacles(const struct diff_side side[DIFF_SIDES]);

#endif
