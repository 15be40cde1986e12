/* SPDX-License-Identifier: MIT */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/asking.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "option/machine.h"
#include "record/series.h"
#include "record/sources.h"
#include "record/verdict.h"

/*
 * A measurement as a value: what was asked of what, every count, and what may
 * be believed of it.  It has no pointer into a live run, a request or a target,
 * so it can be printed, kept in a file and judged again later.
 *
 * Events, metrics and monitors refer to each other by index.  All texts and
 * arrays belong to the record and go with record_free().
 */

/* How far a target goes for a number; hardware goes all the way. */
enum record_class {
	CLASS_EXACT,
	CLASS_MODELLED,
	CLASS_INJECTED,
	CLASS_SKETCH, /* time of a model that is no core's */
	CLASS_NOT_MODELLED,
	CLASS_UNTOLD, /* a model made it, and does not tell how */
	/* Of a reading alone: the target has it exactly, and its doubts say why
	 * this is not what is wanted. */
	CLASS_DOUBTED,
};

/* In place of a pass: from several of them, or from none. */
#define RECORD_SPLIT 0xFFFF

/* Operands of a formula that are not events. */
#define RECORD_CLOCK   0xFFFF /* clock_hz */
#define RECORD_RATIO   0xFFFE /* clock_ratio: core over platform clock */
#define RECORD_MISSING 0xFFFD /* nobody counted it */

/* A reading is what was computed of counts.  A metric's numbers are scaled, as
 * shown. */
struct reading {
	double value;
	uint64_t count;   /* of an event: exact, of the first repeat */
	double low, high; /* over repeats or drift */
	/*
	 * Of every repeat in which it was counted, or computed, from one run;
	 * and half the 95 % confidence interval of their mean, below 0 where
	 * there are too few of them.
	 */
	double *sample;
	unsigned samples;
	double margin;
	uint64_t empty;  /* of an event: taken off for the empty region */
	unsigned doubts; /* enum doubt */
	unsigned pass;   /* that counted it; RECORD_SPLIT: several, or none */
	uint8_t class; /* enum record_class; of a metric its weakest event's */
	char why[256]; /* one clause where a doubt needs it */
};

/* Indices of record.note, in the order of their first use. */
struct record_notes {
	const uint16_t *index;
	unsigned count;
};

/* Of one record; the catalogue has fewer. */
enum { RECORD_MONITORS = 64 };

struct record_monitor {
	const char *name;
	const char *layers; /* what many metrics are of, "armd armi"; NULL */
	const char *broken; /* those on which bursts were cut short; NULL */
	const char *map;  /* whose the registers' places are, where no document
			     has them; NULL */
	uint32_t main_id; /* of the core, with its revision; 0: not known */
	/* How often the program wrote to it while it counted: 0 is as it should
	 * be; of the first the register's name, and where: "0x81a4 (work+4)".
	 */
	uint64_t writes;
	const char *wrote;
	const char *where;
};

/* The state of a board's ledger on an event as it was counted. */
enum record_ledger { LEDGER_NO, LEDGER_FIRST_PASS, LEDGER_YES };

struct record_event {
	const char *name;
	const char *row; /* the catalogue's name; NULL: a raw code */
	unsigned monitor;
	uint16_t code;    /* TALLY_EVENT_CYCLES where no code selects it */
	const char *word; /* "0x4200": by which it was selected, where that is
			     more than a code, which is TALLY_EVENT_WORD then,
			     or the word if it has 16 bits; else NULL */
	uint8_t asked;    /* enum asking: by -e, not for a metric */
	uint8_t kind;     /* enum event_kind */
	uint8_t evidence; /* enum evidence */
	uint8_t ledger;   /* enum record_ledger */
	bool machine;  /* all instructions: the machine knows how many it ran */
	bool filtered; /* counted at chosen levels alone */
	unsigned less; /* judged: 1 + the event that an erratum has too much of
			  in it; 0: none, or that was not counted with it */
	unsigned step; /* what one more in the counter stands for: 1, 64 */
	unsigned same; /* the first event that counts the same thing: itself,
			  or another one with which it must agree */
	const char *source;
	uint8_t class; /* enum record_class */
	struct reading reading;
	struct record_notes notes;
};

struct record_metric {
	const char *name; /* as it was asked for; a formula as typed */
	const char *row;  /* the catalogue's name; NULL: typed by the user */
	unsigned monitor;
	const char *others; /* the like on other monitors; or "" */
	const char *formula;
	const uint16_t *operand; /* per name of the formula: an event's index */
	unsigned operands;
	unsigned pass; /* planned; RECORD_SPLIT: of several */
	uint8_t asked; /* enum asking */
	double scale;
	const char *unit;
	const char *title, *definition, *source; /* NULL: typed by the user */
	uint8_t direction;                       /* enum direction */
	/* By a file of the user's, which need not be there any more: bounds of
	 * the formula's value, and a note or NULL. */
	bool users;
	double low, high;
	const char *note;
	struct reading reading;
	struct record_notes notes;
};

/* An identity must hold of the counts. */
struct record_identity {
	const char *id;
	unsigned monitor;
	const char *formula, *text, *source;
	const uint16_t *operand;
	unsigned operands;
	double value; /* of the formula, the mean of the repeats */
	bool counted; /* all its events were, in one pass: it has a value */
	bool checked; /* ... which was judged */
	bool broken;
	const char *unjudged; /* one clause: why it was not, where it could */
};

struct record_note {
	const char *id, *text, *source;
	bool perhaps; /* it is not known whether it applies */
};

#define RECORD_CAUSE 0xFFFD /* code of a truth that is a cause of cycles */

enum truth_verdict { TRUTH_NOT_MEASURED, TRUTH_EQUAL, TRUTH_DIFFERS };

/* A row of a simulated board's own ledger. */
struct record_truth {
	const char *name;
	const char *event; /* the catalogue's name; "": none has its code */
	const char *basis;
	unsigned monitor;
	uint16_t code;
	uint8_t class; /* enum record_class */
	uint64_t count;
	uint8_t measured; /* enum truth_verdict */
};

/* One pass of one repeat. */
struct record_run {
	unsigned pass, repeat;
	uint64_t instructions; /* of the machine; 0: not known */
	bool late;             /* a counter may have wrapped unseen */
};

/*
 * One number of one counter.  An axis that a measurement does not have is
 * RECORD_NONE.
 */
#define RECORD_NONE UINT32_MAX

struct record_count {
	uint32_t event;
	uint32_t pass, repeat;
	uint32_t region, interval, task;
	uint64_t value;
	uint64_t enabled, running; /* of a counter that shares; 0: always */
	uint64_t bias;             /* taken off for an empty region */
	bool lost;                 /* the counter stopped at its top */
};

struct record_assignment {
	const char *counter;
	uint16_t event;
};

struct record_pass {
	const struct record_assignment *assign;
	unsigned assigns;
};

struct record_want {
	const char *name;
	unsigned pass; /* RECORD_SPLIT: of several */
	const uint16_t *event;
	unsigned events;
};

struct record_target {
	const char *name; /* "board:pb1176"; NULL: counts were given */
	const char *title;
	bool simulated;
	bool varies;           /* two runs of one program may differ */
	bool superset;         /* by an engine that knows more than the core */
	const char *sketch;    /* what its cycles have where they are one */
	const char *unguarded; /* why it was not sandboxed; NULL: it was */
	const char *lacks;     /* what cannot be counted there, and why; NULL */
	const char *way;       /* to the core's registers, a clause; or NULL */
	double clock_hz;       /* 0: not known */
	bool clock_chosen;     /* it is a choice, and times are no facts */
	double clock_ratio;    /* core over platform clock; 0: not known */
};

struct record_program {
	const char *path; /* NULL: the target takes none */
	const char *sha256;
	bool exited;
	int64_t status;
	uint64_t instructions; /* of the first pass, whole run */
};

/* Of frames that a board received. */
struct record_capture {
	const char *file; /* NULL: there was none */
	const char *sha256;
	uint64_t arrived, passed;
};

enum region_kind {
	REGION_WHOLE,
	REGION_SYMBOL,
	REGION_RANGE,
	/* Of what an operating system counted, no code: whose it is. */
	REGION_THREAD,
	REGION_CORE,
};

struct record_region {
	enum region_kind kind;
	const char *text; /* as typed; NULL where it is the whole program */
	uint64_t entered;
	bool ended_inside;
};

/* Of one entry of a region: the least and the most of an event. */
struct record_entry {
	uint64_t least, most;
	bool known;
};

/* A log, where firmware counted by itself, and kept a log of it. */
struct record_log {
	bool known;
	uint64_t records; /* that were whole */
	uint64_t starts;  /* of the firmware, since the log was made */
	uint64_t lost;    /* for which there was no room, or no moment */
	uint64_t damaged; /* that were there once */
	uint64_t unread;  /* of which no setup says what they are */
	/* Overflows that stand for no number of events, as their setup has no
	 * period. */
	uint64_t periodless;
};

/*
 * One of several regions that were measured in one run: rows as the record's
 * own, in the same order, with readings of this region.
 */
enum { RECORD_PARTS = 4096 }; /* of one record, at most */

/* Entries or runs that --warmup leaves out, at most. */
enum { WARMUP_MOST = 1000000 };

struct record_part {
	struct record_region region;
	bool self; /* without what it calls */
	struct record_event *event;
	struct record_metric *metric;
	struct record_entry *entry; /* per event */
	struct record_truth *truth; /* as the record has them; or NULL */
};

/* In place of a count that is lost, or that nobody counted. */
#define RECORD_LOST UINT64_MAX

struct record {
	const char *tally;          /* the version that made it */
	const char *const *command; /* words */
	unsigned commands;
	struct record_target target;
	/* How a simulated board was set up: what rows of options record. */
	struct board_options machine;
	/* Options of a machine on the command line that this version cannot
	 * read, as typed: "--inject=x --traffic=y"; NULL: there are none. */
	const char *unread;
	struct record_program program;
	struct record_capture capture;
	struct record_sources sources;
	struct record_region region;
	struct record_log log;
	struct record_part *part; /* within it, and each other */
	unsigned parts;
	struct record_series series;

	struct record_monitor *monitor;
	unsigned monitors;
	const uint8_t *order; /* in which they are started and stopped */
	struct record_pass *pass;
	unsigned passes, at_least;
	struct record_want *want;
	unsigned wants;
	const uint16_t *anchor; /* events, in the planner's order */
	unsigned anchors;

	unsigned repeats;
	unsigned warmup; /* entries, or runs, before them that do not count */
	unsigned board_runs;
	bool together;    /* one run counted several passes of a repeat */
	bool multiplexed; /* passes took turns: counts are extrapolated */
	bool divided;     /* the cycle counter counted in steps of 64 */
	bool calibrated;  /* the empty region is taken off */
	double drift_limit;
	double drift; /* largest of an anchor between runs */
	const char *drift_anchor;
	struct catalog_state conditions;

	struct record_run *run;
	unsigned runs;
	struct record_count *count;
	size_t counts;
	struct record_event *event;
	unsigned events;
	struct record_metric *metric;
	unsigned metrics;
	struct record_identity *identity;
	unsigned identities;
	bool identity_table; /* a monitor has such a table */
	struct record_note *note;
	unsigned notes;
	struct record_truth *truth;
	unsigned truths;
	bool truth_asked;
	struct verdict verdict;
	bool trusted;
	double host_seconds;

	struct json_t *document; /* as it was read; NULL: it was not */
	struct record_block *blocks;
	bool failed; /* memory ran out while it was made */
};

/* NULL: out of memory. */
struct record *record_new(void);
void record_free(struct record *r);
/* Is it by a file of the user's, or named on the spot?  A formula that is its
 * own name tells itself what it is. */
bool record_metric_is_users(const struct record_metric *m);
/* Is there such a metric? */
bool record_has_users(const struct record *r);
/* A copy that lives as long as the record; NULL of NULL. */
const char *record_text(struct record *r, const char *text);
/* Zeroes, which live as long; never of size 0.  NULL: `failed` is set. */
void *record_room(struct record *r, size_t count, size_t size);

/* Keeps what judges a metric of the user's where its file is not. */
void record_keep_users(struct record *r, struct record_metric *m,
		       const struct catalog_metric *row,
		       const struct catalog_monitor *of);

/* Keeps how a machine was set up; false: out of memory, and `failed` is set. */
bool record_keep_machine(struct record *r, const struct board_options *o);
/* Takes an option out of a text, which the record keeps. */
bool record_take_option(struct record *r, const struct option_row *row,
			const char *text, struct error *err);
/* Takes what a record of an older version told by its command line alone: the
 * options with a bit in `missing`, that of their row. */
void record_recall_machine(struct record *r, uint64_t missing);
/* "warm, poison, l2 on": the facts of a machine. */
void record_machine_facts(FILE *to, const struct record *r);
/* "--inject=dbgack=1/2 --pcap-speed=2", or "none": its other options. */
void record_machine_options(FILE *to, const struct record *r);

/* Fifteen digits of a number: as many as a file has. */
double record_real(double value);
/* The nearest count: from 0 to 2^64 - 1. */
uint64_t record_whole(double value);

/*
 * From counts to readings, drift, notes, identities and the verdict.  What was
 * judged before is replaced.  False: out of memory.
 */
bool record_judge(struct record *r);

/* Only the values of a series, of a record that was judged and has other counts
 * in it now.  False: out of memory. */
bool record_judge_series(struct record *r);

/* Judges again, and says on `to` what it changed, a line each. */
bool record_judge_again(struct record *r, FILE *to);

/* Were its counts given?  Then there is no target, and nothing is known of how
 * they were come by. */
bool record_is_given(const struct record *r);

/*
 * A part as a record of its own, for who prints or compares it; it goes with
 * the record that it is of.
 */
struct record record_of_part(const struct record *r, unsigned part);
/* How many of an event there were in an entry; it was entered, and counted. */
double record_entry_mean(const struct record_part *p, unsigned event);

/* Did an operating system count, which begins and ends each window? */
bool record_by_kernel(const struct record *r);
/* Was it counted on the computer that the command ran on? */
bool record_of_here(const struct record *r);
/* Was it counted over a debug link? */
bool record_by_link(const struct record *r);
/* Is it known that nothing went on while one monitor was begun or ended after
 * another?  A simulated board stands still. */
bool record_stood_still(const struct record *r);
/* Why the monitors' windows are one, or how far they are not: words. */
const char *record_skew(const struct record *r);

/* Is it a time, or made of one, that somebody's choice of the clock makes? */
bool record_clock_chosen(const struct record *r, const struct record_metric *m);

/* The entries or runs that --warmup left out: "runs", "entry of the region in
 * each run". */
const char *record_left_out(const struct record *r);

/* Are these a core's cycles, by whatever event of the monitor? */
bool record_is_cycles(const char *monitor, const struct record_event *e);

/* Has the reading a number at all? */
static inline bool reading_has_value(const struct reading *r)
{
	return !(r->doubts & DOUBT_NO_VALUE);
}

/* Words of a file; NULL past the last.  Doubts in the order of enum doubt. */
const char *doubt_word(unsigned index);
/* The doubts that each of its values has, DOUBT_OF_ALL or a part of it. */
unsigned record_doubts(const struct record *r);
/* "at least": what a reading is because of an erratum; "": it is not. */
const char *doubt_direction(unsigned doubts);
const char *class_word(unsigned index);
const char *region_word(unsigned index);
const char *truth_word(unsigned index);

#endif
