/* SPDX-License-Identifier: MIT */
#ifndef CATALOG_ERRATA_H
#define CATALOG_ERRATA_H

#include "catalog/catalog.h"

/*
 * Published errata of a core's monitor, and what else is known to count wrong.
 * Each is a row ERRATUM of a family's rows (catalog/tables.h), found by the
 * events and registers that it is about.
 */
enum erratum_effect {
	ERRATUM_HIGH,     /* counts too much: a count is "at most" */
	ERRATUM_LOW,      /* counts too little: "at least" */
	ERRATUM_WRONG,    /* the count means nothing */
	ERRATUM_FILTERED, /* likewise where it is counted at chosen levels */
	ERRATUM_OVERFLOW, /* an overflow may be missed */
	ERRATUM_SAMPLES,  /* a sample's place is another one */
	ERRATUM_TOLD,     /* counts are right: something else is to be known */
	ERRATUM_EFFECTS
};

/* A revision of a core, as its main ID register has it: r2p10 is 0x2A. */
enum { REVISION_LAST = 0xFF };

/* Revisions from the first to the last of them. */
struct revisions {
	uint8_t first, last;
};

struct catalog_erratum {
	const char *id;
	const char *number;   /* the maker's; or "" */
	struct revisions has; /* those that have it, by the source ... */
	struct revisions may; /* ... and those of which no source says no */
	uint8_t effect;       /* enum erratum_effect */
	const char *machine;  /* an emulator that does so; "": the core */
	const char *about;    /* events and registers, blank-separated */
	const char *text;     /* what happens, as a clause */
	const char *cure;     /* a clause; "": no source has one */
	/*
	 * An event that, counted in the same window, tells how much is wrong;
	 * or "".  takes_off: the count less that event's is right.
	 */
	const char *beside;
	bool takes_off;
	const char *source;
};

/* Does a core have it? */
enum erratum_there {
	ERRATUM_NOT,     /* its revision is one that a source clears */
	ERRATUM_PERHAPS, /* no source says of its revision, or that is unknown
			  */
	ERRATUM_THERE,
};

/*
 * `main_id`: the main ID register of the core; 0: it is not known.  A row of an
 * emulator is nobody's, as nothing tells one from the core that it imitates.
 */
enum erratum_there catalog_erratum_there(const struct catalog_erratum *e,
					 uint32_t main_id);
/* Does it depend on the core's revision which of its rows apply? */
bool catalog_asks_main_id(const struct catalog_monitor *m);
/* The register that tells the core's revision; false: its monitor has none. */
bool catalog_main_id(const struct catalog_monitor *m, struct tally_reg *reg);

/* The next row about an event or a register, beginning with *at = 0; NULL: no
 * more. */
const struct catalog_erratum *catalog_erratum(const struct catalog_monitor *m,
					      const char *name, unsigned *at);
/* How far an event is checked: what documents agree on is its meaning, and not
 * a count that one of these rows says is wrong. */
enum evidence catalog_evidence(const struct catalog_monitor *m,
			       const struct catalog_event *e);

const char *erratum_effect_text(enum erratum_effect e);  /* "at most" */
const char *erratum_effect_words(enum erratum_effect e); /* a sentence */
/* "r0p0 to r2p15; r3p0 not established", into `text`, which is returned. */
const char *erratum_revisions(const struct catalog_erratum *e, char *text,
			      size_t room);

/*
 * The core that a main ID register names, of those of lists
 * (tally/monitors/FAMILY/cores.def) that have the same kind of monitor as
 * `like`.  NULL: none of them, or `like` is of no such family.
 */
const struct catalog_monitor *
catalog_of_main_id(const struct catalog_monitor *like, uint32_t id);

/* The core that a main ID register names, of all that have events here; NULL:
 * none of them. */
const struct catalog_monitor *catalog_of_core(uint32_t id);

/* Is its monitor that of a family of lists? */
bool catalog_of_lists(const struct catalog_monitor *m);

#endif
