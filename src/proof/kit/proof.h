/* SPDX-License-Identifier: MIT */
#ifndef PROOF_H
#define PROOF_H

/*
 * A kit that proves a monitor: code of known counts is run on the chip itself,
 * and each result is a line of text.  README says how it is built.  Interrupts
 * stay masked while it runs, and nobody else counts.
 */
#include <stdbool.h>
#include <stdint.h>

/* The library with the monitor, and which one it is: written by Tally. */
#include "proof_monitor.h"

#include "proof_code.h"

/* Code of known counts, and what stands around it alone.  Loads and stores are
 * of the words that it is given twice. */
typedef void proof_code(void *words, void *same);

struct proof_piece {
	const char *name;
	uint16_t count[PROOF_KINDS];
	proof_code *code, *empty;
};

struct proof_event {
	const char *name;
	uint16_t code;
	uint8_t kind; /* of a piece's counts */
};

/* Kinds of event which proof_more.c counts. */
enum proof_more_kind {
	MORE_CALLS, /* that the return stack is told of ... */
	MORE_POPS,  /* ... and returns by it */
	MORE_RETURNS,
	MORE_TAKEN,
	MORE_IMMEDIATE,
	MORE_EXCEPTIONS,
	MORE_EXCEPTION_RETURNS,
	MORE_SUPERVISOR, /* calls of it */
	MORE_CONTEXTS,   /* writes of CONTEXTIDR */
	MORE_TABLES,     /* writes of TTBR0 */
	MORE_STORES,
	MORE_D_ACCESSES,
	MORE_D_MISSES,
	MORE_D_PAGES, /* misses of a TLB */
	MORE_I_MISSES,
	MORE_I_PAGES,
	MORE_PAGES,
	MORE_MISPREDICTED,
	MORE_UNALIGNED,
	MORE_WRITE_BACKS,
	MORE_KINDS
};

/* A published erratum of the monitor, and why it is not looked at for itself;
 * or "" where a piece of proof_more.c does.  Revisions as the main ID register
 * has them, r2p10 as 0x2A: those that may have it. */
struct proof_erratum {
	const char *name, *why;
	uint8_t first, last;
};

/* Bits that, written as ones, set counters to zero. */
struct proof_zeroing {
	const char *name;
	struct tally_reg reg;
	uint64_t bits;
	uint64_t counters; /* bit i: counter i */
};

/* The bits that keep one counter from counting; or'ed to what is there, or all
 * that is written. */
struct proof_inhibit {
	struct tally_reg reg;
	uint64_t bits;
	bool added;
};

/* The monitor's rows: proof_rows.c, written by Tally. */
extern const struct proof_event proof_events[];
extern const unsigned proof_event_count;
extern const struct proof_piece proof_pieces[];
extern const unsigned proof_piece_count;
extern const struct proof_zeroing proof_zeroings[];
extern const unsigned proof_zeroing_count;
extern const struct proof_inhibit proof_inhibits[]; /* one for each counter */
extern const unsigned proof_inhibit_count;     /* 0: no counter stops alone */
extern const struct tally_reg proof_increment; /* 0 bits: there is none */
extern const struct tally_reg proof_identity;  /* likewise */
extern const struct proof_event proof_more_events[];
extern const unsigned proof_more_event_count;
extern const struct proof_erratum proof_errata[];
extern const unsigned proof_erratum_count;
/* Hardware may fetch lines that no instruction has asked for. */
extern const bool proof_fetches_ahead;

/* ---- Lines: proof_lines.c ---- */

/* The first lines, and the last two: how many results are not ok. */
void proof_lines_begin(uint32_t identity);
int proof_lines_end(void);

/* A result begins with its check, and goes on with words and numbers; one
 * of the three last ends it. */
void proof_check(const char *check);
void proof_say(const char *text);
void proof_say_number(uint64_t number);
void proof_counted(uint64_t expected, uint64_t counted);
void proof_between(uint64_t least, uint64_t most, uint64_t counted);
void proof_skip(const char *why);
/* A remark of its own. */
void proof_remark(const char *text, uint64_t number);

/* ---- What is looked at ---- */

/* A setup of slots, its session and its counts. */
enum { PROOF_SLOTS = 32 };
struct proof_window {
	struct tally_slot slot[PROOF_SLOTS];
	struct tally_setup setup;
	uint64_t count[PROOF_SLOTS];
};
/* Opens it; false: a line has said why not. */
bool proof_open(struct proof_window *w, const char *what);
void proof_close(void);
/* Has the code run once, between start and stop. */
void proof_run(proof_code *code);
/* The counts of one run. */
void proof_count(struct proof_window *w, proof_code *code);
uint32_t proof_overflows(void);
/* One slot; false: the monitor cannot have it. */
bool proof_one(struct proof_window *w, unsigned counter,
	       const struct proof_event *e);
/* One more beside it; likewise. */
bool proof_two(struct proof_window *w, unsigned counter,
	       const struct proof_event *e);
/* The piece with the most of an event. */
const struct proof_piece *proof_most(const struct proof_event *e);
bool proof_has(const struct proof_event *e);
/* The first event of known counts that the core has; NULL: it has none. */
const struct proof_event *proof_first(void);
/* The place of a counter. */
const struct tally_reg *proof_at(unsigned counter);
uint64_t proof_read(const struct tally_reg *reg);
void proof_write(const struct tally_reg *reg, uint64_t value);
const struct tally_limits *proof_limits(void);

/* The erratum of that name, if the monitor has it by its rows; and is the core
 * of a revision that may have it? */
const struct proof_erratum *proof_erratum_of(const char *name);
bool proof_may_have(const struct proof_erratum *e);

/* The event is the one by which what is the same for all is looked at. */
void proof_control(const struct proof_event *first);    /* proof_control.c */
void proof_ends(const struct proof_event *first);       /* proof_ends.c */
void proof_users(void);                                 /* proof_user.c */
void proof_more(void);                                  /* proof_more.c */
void proof_interrupts(const struct proof_event *first); /* proof_line.c */

/* ---- Of the machine ---- */

/* proof_put.c, or a function of your own. */
void proof_put(char c);
/* enum tally_level of where the core is; 0: not known. */
unsigned proof_level(void);
void proof_host(unsigned call, const void *argument); /* semihosting */
/* The parts that are switched on, of proof_code.h; and the register that
 * describes the first-level data cache. */
unsigned proof_ready(void);
uint32_t proof_cache_id(void);
/* 1: with interrupts let in, the monitor's was taken; of an e500. */
unsigned proof_interrupted(void);
/* All of it: the number of results that are not ok. */
int proof_main(void);
_Noreturn void proof_end(int bad); /* proof_put.c */

#endif
