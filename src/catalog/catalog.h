/* SPDX-License-Identifier: MIT */
#ifndef CATALOG_CATALOG_H
#define CATALOG_CATALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tally/monitor.h>

#include "base/error.h"

/*
 * The catalogue: names for people, and what the documents say of them.  The
 * facts a driver needs are in the monitors; both are made from the same rows
 * (include/tally/monitors/NAME.def).
 */
enum evidence {
	EVIDENCE_NOT_ESTABLISHED,
	EVIDENCE_TRANSCRIBED, /* one source */
	EVIDENCE_MISCOUNTED, /* two, of its meaning; an erratum, of its count */
	EVIDENCE_AGREED,     /* two independent sources */
	EVIDENCE_BOARD,      /* runs on a board */
	EVIDENCE_INDEPENDENT, /* seen on QEMU, Linux */
};

enum event_kind {
	EVENT_OCCURRENCE,
	EVENT_DURATION,
	EVENT_CLOCK, /* a duration that outside of windows goes on */
	EVENT_KIND_UNKNOWN,
};

struct catalog_event {
	const char *name; /* canonical; "cycles" for the cycle counter */
	uint16_t code;    /* TALLY_EVENT_CYCLES where no code selects it */
	uint8_t kind;     /* enum event_kind */
	uint8_t evidence;
	/*
	 * Bit i: counter i can count it.  0 will do where only fixed counters
	 * do: ask catalog_counts().
	 */
	uint32_t counters;
	const char *title; /* one line, our words */
	const char *source;
	const char *aliases; /* "name;linux:NAME;oprofile:NAME", or "" */
	const char *note;    /* caveats, contradictions; or "" */
	/*
	 * Only of an event that was asked for in another way than its row has
	 * it:
	 */
	uint8_t levels;                    /* enum tally_level; 0: all */
	bool pair;                         /* 64 bits, by two counters */
	const struct tally_refine *refine; /* NULL: as it comes */
};

/* The accesses to a field that software has. */
enum access {
	ACCESS_RW,
	ACCESS_RO,
	ACCESS_WO,
	ACCESS_W1,  /* writing 1 acts; what is read means nothing */
	ACCESS_W1C, /* writing 1 clears it, writing 0 leaves it as it is */
	ACCESS_W1S, /* writing 1 sets it, writing 0 leaves it as it is */
};
const char *access_text(enum access a); /* "RW" */

struct catalog_field {
	const char *reg;
	const char *name;
	struct tally_field field;
	enum access access;
	const char *title;
	bool event; /* its value is an event code */
	/* Bit n: the event `first_event` + n exists. */
	bool events;
	uint16_t first_event;
	bool bits; /* one bit per counter, so its value is no number */
};

struct catalog_register {
	const char *name;
	struct tally_reg reg;
	const char *title;
	const char *aliases; /* other documents' names; or "" */
	const char *source;
};

enum direction { DIRECTION_NONE, DIRECTION_LOWER, DIRECTION_HIGHER };

/*
 * Bounds that one reading of a document gives and another reading lets a value
 * exceed.  A number beyond them is doubted, not refused.
 */
struct catalog_expectation {
	double low, high; /* of the formula's value, inclusive */
	const char *why;  /* why a value can be beyond them, as a clause */
};

struct catalog_metric {
	const char *name;
	const char *title;
	const char *definition; /* a sentence; how it differs from elsewhere */
	const char *formula;    /* metric/formula.h, over event names */
	const char *unit;       /* "", "%", "cycles", "per 1000 instructions" */
	double scale;           /* shown value = formula * scale (100 for %) */
	uint8_t direction;      /* enum direction: which way is better */
	double low, high;       /* bounds of the formula's value, inclusive */
	const char *source;
	const char *notes; /* ids of catalog_note, blank-separated; or "" */
	/* A document's own way (catalog/published.h), or NULL. */
	const struct catalog_documented *documented;
	const struct catalog_expectation
		*expected; /* within low and high, or NULL */
	bool users;        /* by a file of the user's */
};

/*
 * When a note applies, and when an identity is not judged.  Which of these a
 * target is in, rows of catalog_condition tell; the first three are those of
 * how a number is come by, DEBUG_TRACKED is the map's, and BURST_BROKEN is seen
 * by whoever watches the bus.
 */
enum condition {
	WHEN_ALWAYS,
	WHEN_DIVIDED,       /* the cycle counter counts every 64th cycle */
	WHEN_MEASURED,      /* by Tally, not computed from given counts */
	WHEN_DOCUMENTED,    /* programmed in a document's own order */
	WHEN_DEBUG_TRACKED, /* counters hold while the core is in debug state */
	WHEN_BURST_BROKEN,  /* ERROR or RETRY cut a burst short */
	WHEN_PREDICTION_OFF,
	WHEN_PREDICTION_ON,
	WHEN_DYNAMIC_PREDICTION_OFF, /* prediction of this kind alone is on */
	WHEN_STATIC_PREDICTION_OFF,  /* likewise */
	WHEN_RETURN_STACK_OFF,
	WHEN_RETURN_STACK_ON,
	WHEN_ICACHE_OFF,
	WHEN_ICACHE_ON,
	WHEN_ICACHE_ON_PREDICTION_OFF,
	WHEN_ICACHE_ON_PREDICTION_ON,
	WHEN_ICACHE_ON_RETURN_STACK_ON,
	WHEN_DCACHE_OFF,
	WHEN_MMU_OFF,
	WHEN_MMU_ON,
	WHEN_DATA_TCM, /* there is data TCM */
	CONDITIONS
};

/*
 * How a condition is read from the target: it holds if one of its rows does,
 * which is when the masked bits of the register are `value` (or, `differs`, are
 * not) and the condition `within` holds too, whose rows come first.
 */
struct catalog_condition {
	uint8_t when;   /* enum condition */
	uint8_t within; /* WHEN_ALWAYS: by itself */
	bool differs;
	struct tally_reg reg;
	uint32_t mask, value;
};

/* Facts known of a target, or of how a number is come by. */
struct catalog_state {
	bool holds[CONDITIONS];
	bool known[CONDITIONS]; /* whether it holds */
};

struct catalog_note {
	const char *id;
	uint8_t when; /* enum condition */
	const char *text;
	const char *source;
	const char *about; /* as a rule's */
};

struct catalog_group {
	const char *name;
	const char *title;
	const char *metrics; /* names, blank-separated */
	const char *source;
};

/* An identity holds of the counts of a pass, whatever the program does. */
enum identity_kind { IDENTITY_ZERO, IDENTITY_NOT_NEGATIVE };

struct catalog_identity {
	const char *id;
	uint8_t kind; /* enum identity_kind: what the formula's value is */
	/* A window's edges may cut a burst and so break it by so much: what is
	 * no more than this is not judged. */
	uint8_t slack;
	/* enum condition: where one holds it is not judged (always: none). */
	uint8_t unless[2];
	const char *layer; /* whose bursts it is about; NULL: no single one's */
	const char *formula; /* over event names */
	const char *text;    /* one clause: what it says */
	const char *source;
};

struct catalog_counter {
	const char *name; /* "ccnt", "pmn0" */
	const char *title;
	const char *reg; /* the register that is its value */
};

/* Rules that the documents give for use, beyond what a row of a register can
 * hold. */
enum rule_kind {
	RULE_ACCESS, /* who may reach it */
	RULE_START,
	RULE_STOP,
	RULE_CLEAR,
	RULE_OVERFLOW,
	RULE_TRAP,          /* what is easily done wrong */
	RULE_CONTRADICTION, /* between documents, and which one is followed */
	RULE_SILENT,        /* "on what documents are: what was chosen" */
	RULE_KINDS
};

struct catalog_rule {
	uint8_t kind;      /* enum rule_kind */
	const char *about; /* events and registers it concerns, or globs of
			      them with '*', blank-separated; or "" */
	const char *text;
	const char *source;
};

/* An architecture's word for the events of some codes: the first row that has a
 * code is its own. */
struct catalog_class {
	uint16_t first, last;
	const char *name; /* in a word or two */
	const char *text;
	const char *source;
};

/* The value that a field holds after reset; what has no row is not established.
 */
struct catalog_reset {
	const char *reg;
	const char *field;
	const char *value; /* "0", "unpredictable" ... */
	const char *source;
};

/* One name that is known but cannot be had, and why. */
struct catalog_refusal {
	const char *name; /* or a glob with '*' */
	const char *why;
};

struct catalog_question;
struct catalog_erratum;
struct catalog_zeroing;
struct catalog_words;
struct catalog_reach;

struct catalog_monitor {
	const char *name;
	const char *title;
	const char *summary; /* counters, width, what is odd */
	const char *sources; /* documents, semicolon-separated */
	const struct tally_monitor *monitor;
	const struct catalog_counter *counter; /* monitor->counters of them */
	const struct catalog_event *event;
	unsigned events;
	const struct catalog_register *reg;
	unsigned regs;
	/* The ways to them from the core itself, blank-separated: the buses
	 * TALLY_BUS_WORD of <tally/native.h>, the usual one first. */
	const char *native;
	const struct catalog_field *field;
	unsigned fields;
	/* Names that a document has for several fields together; ends with a
	 * row of NULL.
	 */
	const struct catalog_field *joint;
	const struct catalog_metric *metric;
	unsigned metrics;
	const struct catalog_note *note;
	unsigned notes;
	const struct catalog_condition *condition;
	unsigned conditions;
	const struct catalog_group *group;
	unsigned groups;
	const struct catalog_refusal *refusal;
	unsigned refusals;
	const struct catalog_rule *rule;
	unsigned rules;
	const struct catalog_class *event_class;
	unsigned event_classes;
	const struct catalog_reset *reset;
	unsigned resets;
	/* Fields that set its counters to zero (catalog/zeroing.h). */
	const struct catalog_zeroing *zeroing;
	unsigned zeroings;
	/* Errata by which its counts are wrong (catalog/errata.h). */
	const struct catalog_erratum *erratum;
	unsigned errata;
	/* Ids of notes on how it is programmed, blank-separated; or "". */
	const char *sequence;
	const char
		*idle; /* id of the note on counters without an event; NULL */
	/* Why a list of writes has not the order of a document that has one,
	 * and its sequence that reads, too (catalog/published.h); or NULL. */
	const char *no_order;
	const struct catalog_published *published;
	const struct catalog_identity *identity;
	unsigned identities;
	/* Questions where its cycles can go, in order (catalog/questions.h). */
	const struct catalog_question *question;
	unsigned questions;
	const char *unasked;  /* why it has no questions; NULL: it has */
	const char *unfolded; /* why it has no folded form; NULL: it has */
	/*
	 * The author of the map that the registers' places are from, where no
	 * document has them; or NULL.
	 */
	const char *own_map;
	bool tracks_debug; /* as that map has it: see WHEN_DEBUG_TRACKED */
	/*
	 * The things that many of its metrics are about, one metric each: "armd
	 * armi"; a metric's name is LAYER_WHAT.  Or NULL.
	 */
	const char *layers;
	const char *thresholds; /* events compared with one; NULL: none */
	const char *overview; /* the group measured when nothing is asked for */
	const char *instructions; /* event name of `instructions`, or NULL */
	/* Event name of cycles on an event counter, or NULL: with a cycle
	 * counter both count the same. */
	const char *cycles;
	const char *still; /* one that happens only where it is made to */
	/* The letters before an event's number in documents: "SE" of SE:C2:59;
	 * or NULL. */
	const char *numbers;
	const struct catalog_words *words; /* NULL: a code is its own word */
	/* The modes that differ in what they may do (catalog/reach.h). */
	const struct catalog_reach *reach;
	unsigned reaches;
	/* Place of its registers: "CCSRBAR" and so many bytes; or NULL. */
	const char *base;
	uint32_t offset;
	/*
	 * The address of that place, where the architecture says it and each
	 * core has its own there; 0: the part decides, or it is in no memory.
	 */
	uint64_t at;
	/* By what a device tree shows that it is there: `compatible` texts or
	 * globs, blank-separated; NULL: its registers are the core's. */
	const char *device_tree;
};

/* The monitors that have registers; catalog_monitor() knows `kernel`, too. */
const struct catalog_monitor *const *catalog_monitors(unsigned *count);

/*
 * By name; an event of another monitor as "e500v2:NAME"; case is ignored,
 * aliases are accepted ("linux:ARMV6_...", or the bare alias where it is
 * unique), raw codes are events ("r07", "0x7"). NULL and `err` with the nearest
 * known name otherwise, or why it cannot be had (refusals); `err` may be NULL.
 */
const struct catalog_monitor *catalog_monitor(const char *name,
					      struct error *err);
const struct catalog_event *catalog_event(const struct catalog_monitor *m,
					  const char *name, struct error *err);
const struct catalog_metric *catalog_metric(const struct catalog_monitor *m,
					    const char *name,
					    struct error *err);
const struct catalog_group *catalog_group(const struct catalog_monitor *m,
					  const char *name, struct error *err);
const struct catalog_register *catalog_register(const struct catalog_monitor *m,
						const char *name,
						struct error *err);
/* The monitor's register at a place; NULL: it has none there. */
const struct catalog_register *
catalog_register_at(const struct catalog_monitor *m, struct tally_reg reg);
/* The bits of a register that read as they were written; 0: none, and reading
 * one that can only be written may be an exception. */
uint64_t catalog_kept_bits(const struct catalog_monitor *m,
			   struct tally_reg reg);
/*
 * The bits that a register shows after a write that took effect: `bits` read as
 * they were written, and where a 1 was written `sets` as 1, `clears` as 0.  A 1
 * in `acts` is gone when it is read.  Without fields it is all `bits`.
 */
struct catalog_kept {
	uint64_t bits, sets, clears, acts;
};
struct catalog_kept catalog_register_kept(const struct catalog_monitor *m,
					  const struct catalog_register *r);
/* "e500v2:NAME": the monitor, and `*event` the rest; NULL: no such prefix. */
const struct catalog_monitor *catalog_qualifier(const char *name,
						const char **event);
/*
 * A number that no table need have, as a document writes it: "SE:C3:50", or
 * any monitor's "r1b", "0x1B".
 */
bool catalog_raw(const struct catalog_monitor *m, const char *name,
		 unsigned *code);
const struct catalog_event *
catalog_event_by_code(const struct catalog_monitor *m, uint16_t code);
/* A code that other cores of the family have and this one refuses: their event;
 * NULL: none has it. */
const struct catalog_event *
catalog_event_elsewhere(const struct catalog_monitor *m, uint16_t code);
/*
 * The event that an event field holds, as an event, or NULL; and what it holds
 * for an event: false if its counter cannot count it, or no code selects it.
 */
const struct catalog_event *catalog_field_event(const struct catalog_monitor *m,
						const struct catalog_field *f,
						uint64_t value);
bool catalog_field_value(const struct catalog_monitor *m,
			 const struct catalog_field *f,
			 const struct catalog_event *e, uint64_t *value);
/* NULL, or what there is to doubt in a metric's value within its bounds. */
const char *catalog_unexpected(const struct catalog_metric *m, double value);
/* The joint field that a field is a part of, or NULL. */
const struct catalog_field *catalog_joint(const struct catalog_monitor *m,
					  const struct catalog_field *f);
const struct catalog_note *catalog_note(const struct catalog_monitor *m,
					const char *id);

/* Can this counter count the event? */
bool catalog_counts(const struct catalog_monitor *m,
		    const struct catalog_event *e, unsigned counter);
/*
 * Can any counter count the event?  One that none can count comes with another
 * event.
 */
bool catalog_countable(const struct catalog_monitor *m,
		       const struct catalog_event *e);

/* Why a name cannot be had; NULL: nothing says that it cannot. */
const struct catalog_refusal *catalog_refusal(const struct catalog_monitor *m,
					      const char *name);
/* NULL: the monitor has no event of that name; none has NULL's. */
const struct catalog_event *catalog_event_named(const struct catalog_monitor *m,
						const char *name);
/* NULL: no document says what the field holds after reset. */
const struct catalog_reset *catalog_reset(const struct catalog_monitor *m,
					  const struct catalog_field *f);

const char *evidence_text(enum evidence e);
const char *evidence_words(enum evidence e); /* the same as a sentence */
/* By how many documents "A 1, 2; B 3" names: transcribed or agreed. */
enum evidence evidence_of_source(const char *source);
const char *event_kind_text(enum event_kind k);
const char *direction_text(enum direction d);
/* Does it depend on the target, more than on how a number is come by? */
bool catalog_note_conditional(const struct catalog_note *n);
const char *condition_text(enum condition c);  /* "icache_off" */
const char *condition_words(enum condition c); /* as a clause */
const char *rule_kind_text(enum rule_kind k);

/* One wish of enum tally_option, as the library and people call it. */
struct catalog_option {
	uint8_t bits; /* 0: TALLY_FIQ, which is a slot's */
	const char *name;
	const char *text;
};

const struct catalog_option *catalog_options(unsigned *count);
bool catalog_accepts(const struct catalog_monitor *m,
		     const struct catalog_option *option);

/* The one rule of which notes apply: its condition holds, or may hold. */
bool catalog_note_applies(const struct catalog_note *n,
			  const struct catalog_state *s);
/*
 * By that rule, and beginning with *at = 0: the next note of a metric, or about
 * an event; NULL: no more.
 */
const struct catalog_note *catalog_metric_note(const struct catalog_monitor *m,
					       const struct catalog_metric *x,
					       const struct catalog_state *s,
					       unsigned *at);
const struct catalog_note *catalog_event_note(const struct catalog_monitor *m,
					      const char *event,
					      const struct catalog_state *s,
					      unsigned *at);

/* The class of an event that a code selects; NULL: the documents have none. */
const struct catalog_class *catalog_event_class(const struct catalog_monitor *m,
						const struct catalog_event *e);

/* Is a name among those that a rule or note is about? */
bool catalog_about(const char *about, const char *name);

/* Is a word among blank-separated ones? */
bool catalog_has_word(const char *list, const char *word);

/* Walks blank-separated words: true and the next one, cut to `room`. */
bool catalog_word(const char **list, char *word, unsigned room);

/* Takes the next of the aliases, which are separated by ';' and may hold
 * blanks. */
bool catalog_alias(const char **list, char *alias, unsigned room);

#endif
