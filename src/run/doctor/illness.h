/* SPDX-License-Identifier: MIT */
#ifndef RUN_DOCTOR_ILLNESS_H
#define RUN_DOCTOR_ILLNESS_H

#include <tally/bus.h>

#include "catalog/catalog.h"

/*
 * A bus that makes a healthy monitor behind it look ill, so that the doctor can
 * be tried: one kind of illness each.
 */
enum illness_kind {
	ILL_NOT,
	ILL_FOREIGN,       /* another chip answers */
	ILL_BUSY,          /* somebody counts already: the doctor's part */
	ILL_DEAD,          /* what is written is lost */
	ILL_STUCK,         /* one counter keeps its value */
	ILL_FROZEN,        /* no counter advances */
	ILL_MUTE,          /* no overflow sets a flag */
	ILL_SLOW,          /* the cycle counter counts every second cycle */
	ILL_NO_LINE,       /* its interrupt is not wired: the board's part */
	ILL_NID_OFF,       /* events may not be counted there: likewise */
	ILL_LOST_OVERFLOW, /* an event counter's sets no flag: likewise */
	ILL_EARLY,         /* loading a counter, or setting it up, starts it */
	ILL_UNSTOPPED,     /* it counts on when it is stopped */
	ILL_FORGETFUL,     /* a written 0 clears flags of overflows */
	ILL_UNCLEARED,     /* a written 0 is lost where much was counted */
	ILL_UNRESET,       /* a written reset sets no counter to zero */
	ILL_UNDIVIDED,     /* the divider of cycles does nothing */
	ILL_SWAPPED,       /* two counters count each other's events */
	ILL_EXTRA,         /* one counter counts one more than happens */
	ILL_KINDS
};

enum { ILLNESS_COUNTERS = 128 };

/* The register in which the event of a counter is chosen, and what is there
 * while stopped. */
struct illness_selector {
	struct tally_reg reg;
	uint64_t bits; /* 0: nowhere */
	uint64_t chosen;
};

struct illness {
	struct tally_bus bus;
	struct tally_bus *inner;
	const struct catalog_monitor *monitor;
	enum illness_kind kind;
	/* An access came out otherwise than it would have: else the monitor has
	 * not what would be ill. */
	bool altered;
	unsigned counter;                /* that is stuck, or slow */
	uint64_t held[ILLNESS_COUNTERS]; /* what was written, or read first */
	bool holds[ILLNESS_COUNTERS];
	struct tally_reg first; /* that was read ... */
	bool read;              /* ... if one was */
	/* Bits of a register that do not do what is written to them, and what
	 * they read as: what was written. */
	struct tally_step on,
		off; /* the writes that set them, and clear them */
	uint64_t bits, written;
	uint64_t last; /* the whole of it, without what acts */
	bool started;  /* ... and not stopped since */
	bool reset;    /* by a register that does nothing else, once already */
	struct illness_selector swapped[2];
};

const char *illness_name(enum illness_kind kind);
/* ILL_KINDS and `err`, which names all: there is none of that name. */
enum illness_kind illness_find(const char *name, struct error *err);

void illness_init(struct illness *ill, struct tally_bus *inner,
		  const struct catalog_monitor *m, enum illness_kind kind);
/* ILL_SWAPPED: of these two counters, if both can be chosen for. */
void illness_swap(struct illness *ill, unsigned one, unsigned other);

#endif
