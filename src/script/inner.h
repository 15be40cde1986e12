/* SPDX-License-Identifier: MIT */
#ifndef SCRIPT_INNER_H
#define SCRIPT_INNER_H

#include <tally/monitor.h>

#include "script/script.h"
#include "space/space.h"

/*
 * A pass as register writes, and what its forms share: inside of this room
 * only.  Nothing here knows a family: what is put back, and where a counter
 * has its overflow flag, is found by asking the monitor's own functions.
 */
enum { SCRIPT_NAME = 64, SCRIPT_PHASES = 4 };

/* A counter's overflow flag: a bit of a register. */
struct script_flag {
	const struct catalog_register *reg; /* NULL: none was found */
	unsigned bit;
};

struct script {
	const struct request *request;
	unsigned member; /* of the request: whose registers are written */
	const struct catalog_monitor *monitor; /* that member's */
	const struct script_wishes *wishes;
	unsigned pass;          /* from 0 */
	char name[SCRIPT_NAME]; /* what its functions are called */
	struct tally_slot *slot;
	uint16_t *event; /* per slot: which of the request's */
	struct tally_setup setup;
	struct tally_script phase[SCRIPT_PHASES]; /* by enum tally_phase */
	/*
	 * `value`: the bits of what was read that are put back, in order; and
	 * per step those that are 1 whatever was read.
	 */
	struct tally_script restore;
	uint64_t *always;
	struct script_flag *flag; /* per slot */
	/* Registers that save and restore concern, each once. */
	const struct catalog_register **saved;
	unsigned saves;
	uint64_t limit; /* cycles in which no counter wraps */
	const struct catalog_published *published; /* instead of all these */
	struct tally_step *step;
};

/* One member's scripts of the passes that are wished for. */
struct scripts {
	struct script *script;
	unsigned count;
};

bool scripts_make(struct scripts *s, const struct request *q, unsigned member,
		  const struct script_wishes *w, struct error *err);
void scripts_free(struct scripts *s);

/* A metric's document, if that is all that is asked for; or NULL. */
const struct catalog_documented *script_document(const struct script *s);
/* The phases as it has them, in place of Tally's own. */
bool script_documented(struct script *s, struct error *err);

/* A document's sequence that reads, too, in place of the phases. */
bool script_published(struct script *s, struct error *err);
bool script_published_has(const struct script *s,
			  const struct catalog_register *r, bool write);
bool script_c_published(FILE *to, const struct scripts *s, struct error *err);

/* The words of the phases, as in function names. */
const char *script_phase_word(unsigned phase);

/* running_on.c: clear the counters that run on, for who reads them once. */
void script_clear_running_on(const struct script *s, struct tally_script *to);
/* Is the register such a counter of the script's, or a word of one? */
bool script_runs_on(const struct script *s, struct tally_reg reg);

/*
 * differences.c: does nothing start or stop its counters?  Then START and STOP
 * are no writes, and each slot is read where the window opens and closes.
 */
bool script_differs(const struct script *s);
void script_drop_nowhere(struct tally_script *script);
/* The bits of a difference that are its count: as wide as the counter. */
uint64_t script_difference_mask(const struct script *s, unsigned slot);
void script_text_difference(FILE *to, const struct script *s, bool closes);
/* Has the form that is wished for both reads? */
bool script_can_differ(const struct script *s, struct error *err);

const struct catalog_event *script_event(const struct script *s, unsigned slot);
const struct catalog_counter *script_counter(const struct script *s,
					     unsigned slot);
const struct catalog_register *script_count(const struct script *s,
					    unsigned slot);
/* The upper 32 bits of a pair; NULL: the slot is no pair. */
const struct catalog_register *script_upper_half(const struct script *s,
						 unsigned slot);
/*
 * The other of a counter's two words; which one is low is not known.  NULL: the
 * counter is one register.  While the count is small, one of the words is 0.
 */
const struct catalog_register *script_other_word(const struct script *s,
						 unsigned slot);
/* The bits of script_count() that count; 0: all of its register. */
uint64_t script_count_mask(const struct script *s, unsigned slot);

/* Does any of the passes write, or read, the register? */
bool scripts_write(const struct scripts *s, const struct catalog_register *r);
bool scripts_read(const struct scripts *s, const struct catalog_register *r);

/*
 * A register behind a select register: which number it has there, and through
 * which register it is then seen.
 */
struct script_behind {
	const struct catalog_register *select, *window;
	unsigned number;
};
/* False: it is a register of its own. */
bool script_behind(const struct catalog_monitor *m,
		   const struct catalog_register *r, struct script_behind *b);
/* "- PMN0 is PMXEVCNTR while PMSELR is 0", of those that are used. */
void script_where(FILE *to, const char *line, const char *more,
		  const struct scripts *s);

/* space.c: has each register that they access that way?  False: `err` says
 * which has not, and why. */
bool scripts_reach(const struct scripts *s, enum space_way way,
		   struct error *err);
/* Prints what the users of that way to the counters should know. */
void script_space_note(FILE *to, const char *line, const struct scripts *s,
		       enum space_way way);

/*
 * Are the monitor's registers in memory?  If so, they are written as an offset
 * from a variable or macro for the base: "CCSRBAR + 0xE1038".
 */
bool script_mapped(const struct script *s);
/* Are they at a place that the part decides, so that it has to be said? */
bool script_anywhere(const struct script *s);
const char *script_base(const struct script *s); /* "CCSRBAR" */
const char *script_address(char *text, const struct script *s,
			   const struct catalog_register *r, const char *base);

/* As parts of identifiers, "pmnc" and "PMNC"; room for SCRIPT_NAME. */
const char *script_lower(char *text, const char *name);
const char *script_upper(char *text, const char *name);

/* Prints `before` and the fields that are not 0.  A field of an event is
 * printed even if it is 0, with the event.  False: nothing was printed. */
bool script_fields(FILE *to, const char *before,
		   const struct catalog_monitor *m, const char *reg,
		   uint64_t value);

/* A plan's last words: how many counters it has taken, and who said so. */
void script_plan_asked(FILE *to, const struct request *q);

/* "cycles = 64 * CCNT", one per slot, each after `line`. */
void script_counts(FILE *to, const char *line, const struct script *s);
/*
 * The n-th of the member's own metrics; NULL past the last.  Formulas that the
 * user typed belong to the first member.
 */
const struct request_metric *script_metric(const struct script *s, unsigned n);
/* How the metrics come of the counts, the limit, the notes. */
void script_remarks(FILE *to, const char *line, const struct scripts *s);
/* Prints what the file is for and where its facts are from. */
void script_origin(FILE *to, const char *line, const struct scripts *s);
/* For debuggers: in which order the commands go, with `run` in their midst. */
void script_use(FILE *to, const struct scripts *s, const char *run);

/* A formula in full: "100 * (a / b)"; of the caller to free. */
char *script_formula(const struct request_metric *m);

/* The notes of what is asked for; NULL past the last. */
const struct catalog_note *script_note(const struct scripts *s, unsigned index);
/* Is the note a condition ("if ...")?  A script knows nothing of the target. */
bool script_note_conditional(const struct catalog_note *n);

/* Words in lines of 80 columns that begin with `line`, and `more` later. */
void script_wrapped(FILE *to, const char *line, const char *more,
		    const char *text);
/* Prints it as a comment of C. */
void script_comment(FILE *to, const char *indent, const char *text);

/* Of several monitors, in the order in which they start. */
bool script_text_of(FILE *to, const struct scripts *s, unsigned monitors);
bool script_json_of(FILE *to, const struct request *q, const struct scripts *s,
		    unsigned monitors, struct error *err);

/* several.c: a request over several monitors. */
bool script_several(FILE *to, const struct request *q,
		    const struct script_wishes *w, struct error *err);

bool script_text(FILE *to, const struct scripts *s, struct error *err);
bool script_c(FILE *to, const struct scripts *s, struct error *err);
bool script_gdb(FILE *to, const struct scripts *s, struct error *err);
bool script_openocd(FILE *to, const struct scripts *s, struct error *err);
bool script_practice(FILE *to, const struct scripts *s, struct error *err);
bool script_json(FILE *to, const struct scripts *s, struct error *err);
/* exact.c: C that stands alone and keeps 64-bit counts. */
bool script_c_exact(FILE *to, const struct scripts *s, struct error *err);

#endif
