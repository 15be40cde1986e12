/* SPDX-License-Identifier: MIT */
#ifndef TARGET_TOLD_H
#define TARGET_TOLD_H

#include <stdint.h>

#include <tally/script.h>

/*
 * Values that a target is told, and tells, of a run: why it stopped, what the
 * program wrote to the monitors, windows that it opens and closes by itself,
 * the rows of its own ledger, the way of an interrupt.  A board's process
 * sends them as they are, so there is no pointer in them and no bool, of which
 * an odd value would be undefined behaviour; what comes from there is looked at
 * once, by door_lets_in() of the boards.
 */

/* Of one target, at most. */
enum { TARGET_MONITORS = 4, TARGET_LAYERS = 8 };

/* "0x81a4 (crc32+0x4)", at most. */
enum { TARGET_PLACE = 160 };

/* ---- a stop -------------------------------------------------------------- */

enum target_stop_reason {
	TARGET_STOP_BREAK,    /* at a breakpoint, instruction not executed */
	TARGET_STOP_EXIT,     /* the program ended; `status` is its own */
	TARGET_STOP_FAULT,    /* it did what nothing handles; text says */
	TARGET_STOP_GIVEN_UP, /* it would not end, or not begin; text says */
	TARGET_STOP_TIMEOUT,  /* it went on for too long; text says */
	TARGET_STOP_HALTED,   /* halt(); text says where, or nothing */
	TARGET_STOP_SLICE,    /* the cycles given to go() are over, or what a
				 watchpoint watches for came */
	TARGET_STOP_OVERFLOW, /* watch(); `overflow` says where */
	TARGET_STOP_LOST,     /* nobody can reach it any more; text says */
};

/*
 * Writes of the program to a monitor while it was let run: writes that change
 * what is counted, what was counted, or what asks for an interrupt.  Reading
 * changes nothing; nor does writing what is there already, choosing a counter
 * to look at (PMSELR), letting users look (PMUSERENR, an ARM1176's V) or
 * counting by software (PMSWINC).
 */
struct target_writes {
	uint64_t count;
	struct tally_reg reg;     /* of the first ... */
	char where[TARGET_PLACE]; /* ... and the instruction */
};

/* Frames of a network that reached the program's machine. */
struct target_frames {
	uint64_t arrived;
	uint64_t passed; /* ... the address filter */
};

/*
 * Bursts that a response of the bus cut short, by its layers, in the order of
 * its monitor's, since the start.  Their beats are not what their names say.
 */
struct target_bursts {
	uint32_t broken[TARGET_LAYERS];
};

/* The layers that have more of them than before: bit i, layer i. */
static inline uint32_t target_bursts_more(const struct target_bursts *now,
					  const struct target_bursts *before)
{
	uint32_t layers = 0;

	for (unsigned i = 0; i < TARGET_LAYERS; i++)
		if (now->broken[i] != before->broken[i])
			layers |= 1u << i;
	return layers;
}

/* Windows that the target opens and closes by itself, since the last go(). */
struct target_windows {
	uint64_t entered;
	/*
	 * The target stopped in a window.  It has closed that, and opens it
	 * again when it goes on: nothing happens in between.
	 */
	uint32_t within;
	uint32_t broken; /* layers on which bursts were cut short in one */
	uint32_t ended;  /* a window was closed, for good or until go() */
	/* The stop's writes that came before the last window's end. */
	struct target_writes writes[TARGET_MONITORS];
};

/* The cause by which a counter ran over. */
enum target_overflow_cause {
	TARGET_BY_INSTRUCTION, /* the one at `addr`, or what came with it */
	TARGET_BY_EXCEPTION,   /* an exception that was taken behind it */
	TARGET_BY_WAITING,     /* waiting for an interrupt, behind it */
};

/* An overflow, of the instances whose bits are set. */
struct target_overflow {
	uint64_t instances;
	uint64_t addr;
	enum target_overflow_cause cause;
};

enum { TARGET_WATCH_READ = 1, TARGET_WATCH_WRITE = 2 };

/* A watchpoint for these kinds was met by an access; 0: none was. */
struct target_watched {
	uint32_t kinds;
	uint64_t addr;
};

struct target_stop {
	enum target_stop_reason reason;
	int32_t status; /* TARGET_STOP_EXIT */
	uint64_t pc;
	uint64_t instructions; /* since the start; 0: not known */
	uint64_t cycles;       /* since the start, by facts.knows_cycles */
	uint32_t asked;        /* for input, which there is not */
	struct target_bursts bursts; /* by facts.knows_bursts */
	struct target_frames frames;
	/* As facts.monitor, by facts.knows_writes. */
	struct target_writes writes[TARGET_MONITORS];
	struct target_windows windows;   /* by control->window() */
	struct target_overflow overflow; /* TARGET_STOP_OVERFLOW */
	struct target_watched watched;   /* TARGET_STOP_SLICE */
	char text[512];                  /* for people */
};

/* ---- windows that a target opens and closes by itself -------------------- */

/* One write to an instance of one of facts.monitor. */
struct target_step {
	uint32_t monitor, instance;
	struct tally_step step;
};

/* A counter of an instance that is read where a window ends. */
struct target_counter {
	uint32_t monitor, instance;
	struct tally_reg reg;
	uint64_t mask; /* it counts modulo mask + 1 */
};

/*
 * The code from `from` on, and where it ends.  With it come its steps: the
 * writes at each entry, and then those at each end, in this order; and the
 * counters that are looked at where it begins and ends.
 */
struct target_window {
	uint64_t from;
	uint64_t to; /* the end of a range of addresses ... */
	/* Not 0: open only while the core is between `from` and there: what is
	 * called from there is left out. */
	uint64_t own_to;
	uint32_t returns; /* ... or it ends where its caller goes on */
	uint32_t ledger;  /* what the ledger has of events in it is kept */
	uint32_t skip;    /* entries at first that are left out */
	uint32_t opens, closes;
	uint32_t counters;
};

/*
 * The counts of one of its counters in it: the least and the most of an entry
 * that is over; and all, modulo 2^64, whatever its mask.
 */
struct target_counted {
	uint64_t least, most, sum;
};

enum { TARGET_CAUSES = 32 }; /* of a core's cycles, at most */

/* The account of one of them. */
struct target_told {
	uint64_t entered;
	uint32_t within; /* it has not been left */
	/* Cycles of all its entries, by their causes: as truth() has them, in
	 * this order. */
	uint64_t cause[TARGET_CAUSES];
};

/* ---- an interrupt's way, and the ledger ---------------------------------- */

/* How a monitor's interrupt stands on its way into the stopped core. */
struct target_line {
	char controller[32]; /* where it arrives; empty: it has none here */
	uint32_t number;     /* of the controller's input */
	uint32_t raised;     /* that input asks */
	char closed[64]; /* what keeps it from going on there; empty: nothing */
	char masked[16]; /* what keeps the core from taking it; likewise */
};

/* In place of an event's code: cycles by a cause; cycles for which other
 * instructions wait for one. */
enum { TARGET_CAUSE = 0xFFFD, TARGET_WAITED = 0xFFFB };

/* One event, or one cause of cycles, as the target itself has counted it. */
struct target_truth {
	uint16_t code; /* the manual's event code; 0xFFFE: cycle counter */
	uint8_t class; /* enum target_class */
	uint8_t monitor;
	char name[48];  /* the target's words */
	char basis[96]; /* what its count rests on */
	uint64_t count; /* since the start; meaningless where not modelled */
};

#endif
