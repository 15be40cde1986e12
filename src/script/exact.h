/* SPDX-License-Identifier: MIT */
#ifndef SCRIPT_EXACT_H
#define SCRIPT_EXACT_H

#include "script/inner.h"

/*
 * `--as c --exact`: a pass as C that keeps 64-bit counts across overflows, as
 * the folded form (tally/fixed.h) does.  Most of it is the pass's own script;
 * this is what it needs besides.
 */

/* A value that some bits of a register must have. */
struct exact_held {
	const struct catalog_register *reg;
	uint64_t mask, value;
};

/*
 * Ways that monitors have each of their own.  The texts are C, in which {r REG}
 * is the function that reads a register and {w REG} the one that writes it, and
 * {START} and {STOP} are the words of these phases, {n} is what the pass's
 * functions begin with.
 */
/* How a total is made of a counter. */
enum exact_counting {
	EXACT_FLAGGED, /* it wraps, and its flag is in a register of flags */
	EXACT_DIGIT,   /* it wraps, and its flag is its top bit */
	EXACT_STANDS,  /* as the first, and it cannot be written */
	EXACT_STOPS,   /* it stops at its top, and is emptied in time */
};

struct exact_kind {
	enum exact_counting counting;
	/* The register by which it is known: of all flags, if there is one. */
	const char *owner;
	uint8_t space;    /* in which that one is */
	const char *core; /* the register that tells cores apart; or NULL */
	const char *busy; /* statements that tell: somebody uses it */
	/*
	 * Statements of the handler, of counters with flags: `seen` becomes the
	 * flags that were set, and they are cleared.
	 */
	const char *acknowledge;
	const char *helper; /* a function that `acknowledge` calls; or NULL */
};

enum { EXACT_ROWS = 64 };

struct exact {
	const struct exact_kind *kind;
	struct exact_held there;            /* reg NULL: nothing tells */
	struct exact_held held[EXACT_ROWS]; /* after configure */
	unsigned holds;
	uint16_t parts; /* bit n: part n of CACHE_ID is it; EXACT_STOPS */
	char *body;     /* the functions of the pass, but for the accesses */
};

/* False: no such form for this monitor, and why. */
bool exact_kind(const struct script *s, const struct exact_kind **kind,
		struct error *err);
/* Prints what open() looks at besides, as statements. */
void exact_looks(FILE *to, const struct script *s);
/* Texts of a kind; what `busy` is. */
void exact_print(FILE *to, const struct script *s, const char *text);
void exact_busy(FILE *to, const struct script *s);

/* There is one register of all flags. */
bool exact_flagged(const struct script *s);
/* A total can be lost: UINT64_MAX. */
bool exact_loses(const struct script *s);
/* May an event counter wrap without its flag?  Then the slot of the cycles,
 * which prove that it has not, is `*cycles`. */
bool exact_misses(const struct script *s, unsigned *cycles);
/* Is a total made of the count and of how often the counter wrapped? */
bool exact_wraps(const struct script *s, unsigned slot);
/* "void tally_pass1_stop(void)\n{\n" */
void exact_open_function(FILE *to, const struct script *s, const char *type,
			 const char *what, const char *arguments);

/* Variables; busy() to open(); count() and overflow(). */
void exact_state(FILE *to, const struct script *s);
void exact_opening(FILE *to, const struct script *s);

/*
 * exact_clock.c: of a counter that is a clock in two words; nothing where there
 * is none.  Its variables; in open(), what looks which word is low, and what
 * begins; in close(), what puts it back if it stood; its functions; and around
 * the writes that open and close the window.
 */
void exact_clock_state(FILE *to, const struct script *s);
void exact_clock_look(FILE *to, const struct script *s);
void exact_clock_begin(FILE *to, const struct script *s);
void exact_clock_restore(FILE *to, const struct script *s);
void exact_clock(FILE *to, const struct script *s);
void exact_opens(FILE *to, const struct script *s);
void exact_closed(FILE *to, const struct script *s);
void exact_counting(FILE *to, const struct script *s);

/* Parts of them that are each kind's: count() of a value into `total`. */
void exact_raws(FILE *to, const struct script *s);
const char *exact_enumerator(char *text, const struct script *s, unsigned slot);
/* The caches' controllers: what is besides; after configure; functions. */
void exact_cache_state(FILE *to, const struct script *s);
void exact_cache_begin(FILE *to, const struct script *s);
void exact_cache_counting(FILE *to, const struct script *s);

/* Registers of the core that its monitor has not; NULL past the last. */
const struct catalog_register *exact_extra(unsigned n);

/* Found by asking the monitor's own functions. */
void exact_ask(struct script *s);

bool exact_make(struct script *s, struct error *err);
void exact_free(struct exact *exact);
/* Does the pass call the function that reads, or writes, the register? */
bool exact_calls(const struct script *s, const struct catalog_register *r,
		 const char *access);

bool script_c_exact(FILE *to, const struct scripts *s, struct error *err);

#endif
