/* SPDX-License-Identifier: MIT */
#ifndef BOARD_STOP_H
#define BOARD_STOP_H

/*
 * What a board tells when it stops: why and where, what the program did to the
 * monitors, what became of the windows that it opened by itself, and which
 * counters ran over.  It goes from the board's process to the tool as it is.
 */
#include <stdbool.h>
#include <stdint.h>

#include <tally/reg.h>

enum board_stop_reason {
	BOARD_STOP_BREAK, /* at a breakpoint, instruction not executed */
	BOARD_STOP_EXIT,  /* the program ended; `status` is its own */
	BOARD_STOP_FAULT, /* the guest did what nothing handles; text says */
	BOARD_STOP_LIMIT, /* max_instructions or max_console; text says */
	BOARD_STOP_TIMEOUT,
	BOARD_STOP_INTERRUPTED, /* board_interrupt() */
	BOARD_STOP_SLICE,       /* what it was let run for is over, or what a
				   watchpoint watches for came */
	BOARD_STOP_OVERFLOW,    /* board_watch(); `overflow` says where */
	BOARD_STOP_DIED,        /* the child process is gone; text says how */
};

enum {
	BOARD_MONITORS = 4,       /* at most, of one board */
	BOARD_INSTANCES = 64,     /* at most, of each monitor */
	BOARD_WINDOWS = 4096,     /* at most, that it opens and closes itself */
	BOARD_COUNTERS = 1 << 12, /* at most, of one window */
};

enum { BOARD_PLACE = 160 }; /* "0x81a4 (crc32+0x4)", at most */

/*
 * What the program did to a monitor while it was let run: writes that changed
 * what is counted, what was counted, or what asks for an interrupt.  Reading
 * changes nothing; nor does writing what is there already, choosing a counter
 * to look at (PMSELR), letting users look (PMUSERENR, an ARM1176's V) or
 * counting by software (PMSWINC).
 */
struct board_writes {
	uint64_t count;
	struct tally_reg reg;    /* of the first ... */
	char where[BOARD_PLACE]; /* ... and the instruction */
};

/* What a capture has given the first Ethernet controller. */
struct board_frames {
	uint64_t arrived;
	uint64_t passed; /* ... its address filter */
};

/* One write that opens or closes a window. */
struct board_step {
	struct tally_reg reg;
	uint64_t value;
	uint32_t instance;
};

/* A counter that is read where a window ends; it counts modulo mask + 1. */
struct board_counter {
	struct tally_reg reg;
	uint64_t mask;
	uint32_t instance;
};

/*
 * The code from `from` on, until it comes to `to` or, with `returns`, back to
 * its caller: the board opens and closes the windows around it by itself.  With
 * `own_to` they are open only while the core is between `from` and that
 * address: what is called from there is left out.
 */
struct board_window {
	uint32_t from, to;
	uint32_t own_to; /* 0: what is called is part of it */
	uint32_t skip;   /* entries at first that are left out */
	bool returns;
	const struct board_step *open, *close;
	unsigned opens, closes;
	const struct board_counter *counter;
	unsigned counters;
};

/* What one of its windows came to so far. */
struct board_window_told {
	uint64_t entered;
	uint32_t within; /* it has not been left */
};

/*
 * What one of its counters counted in it: the least and the most of an entry
 * that is over; and all, modulo 2^64, whatever its mask.
 */
struct board_counted {
	uint64_t least, most, sum;
};

/*
 * Bursts that a response of the bus cut short, by its layers, in the order of
 * its monitor's.  Their beats are not what their names say.
 */
enum { BOARD_LAYERS = 8 };
struct board_bursts {
	uint32_t broken[BOARD_LAYERS]; /* since reset */
};

/* The layers that have more of them than before: bit i, layer i. */
static inline uint32_t board_bursts_more(const struct board_bursts *now,
					 const struct board_bursts *before)
{
	uint32_t layers = 0;

	for (unsigned i = 0; i < BOARD_LAYERS; i++)
		if (now->broken[i] != before->broken[i])
			layers |= 1u << i;
	return layers;
}

/* What became of all of them since it was let run. */
struct board_windows {
	uint64_t entered;
	/*
	 * It stopped within one.  The board has closed that, and opens it again
	 * when it is let run: nothing happens in between.
	 */
	uint32_t within;
	uint32_t broken; /* layers whose bursts were cut short in one */
	uint32_t ended;  /* one has */
	/* As `writes` of board_stop, but only until the last one's end. */
	struct board_writes writes[BOARD_MONITORS];
};

/* Where counters asked for an interrupt, which nobody got. */
struct board_overflow {
	uint64_t instances; /* of these instances: bit i, instance i */
	uint32_t addr;      /* the instruction behind which they asked ... */
	uint32_t cause;     /* ... that is it (BOARD_CAUSES), or enum
			       board_cause: what came after it */
};

enum { BOARD_WATCH_READ = 1, BOARD_WATCH_WRITE = 2, BOARD_WATCHPOINTS = 16 };

/* Where reading, writing or both stop it, behind the instruction. */
struct board_watchpoint {
	uint32_t addr, size;
	uint32_t kinds; /* BOARD_WATCH_* */
};

/* Which of them has: one that watches for these kinds; 0: none. */
struct board_watched {
	uint32_t kinds;
	uint32_t addr; /* that was accessed */
};

struct board_stop {
	enum board_stop_reason reason;
	uint32_t pc;
	int status;            /* BOARD_STOP_EXIT */
	uint64_t instructions; /* since reset */
	uint64_t cycles;       /* core cycles, since reset */
	bool asked;            /* it asked for input, which there is not */
	struct board_bursts bursts;
	struct board_frames frames;
	struct board_writes writes[BOARD_MONITORS]; /* as in board_info */
	struct board_windows windows;
	struct board_overflow overflow;
	struct board_watched watched; /* BOARD_STOP_SLICE */
	char text[512]; /* FAULT, LIMIT, TIMEOUT, DIED: for people;
			   INTERRUPTED: where that was */
};

#endif
