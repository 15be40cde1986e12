/* SPDX-License-Identifier: MIT */
#ifndef TESTS_FAKE_TARGET_H
#define TESTS_FAKE_TARGET_H

#include "target/target.h"

/*
 * A target made of arithmetic: a program is a list of blocks, each with an
 * address and a length in cycles; an event happens once in so many cycles.  Its
 * monitor is that of an ARM1176, as far as the tests go.
 */
struct fake_block {
	uint32_t pc;
	uint32_t sp;
	uint32_t lr;
	uint64_t cycles;
	uint32_t writes_control; /* not 0: the program writes it at the end */
};

/* Codes below the first; and cycles as an event counter sees them. */
enum { FAKE_INSTANCES = 6 };
enum { FAKE_EVENTS = 0x27, FAKE_CYCLES = 0xff, FAKE_ROWS = FAKE_EVENTS + 2 };

struct fake_script {
	const struct fake_block *block;
	unsigned blocks;
	uint32_t every[FAKE_EVENTS]; /* cycles per event; 0: not modelled */
	enum target_stop_reason end;
	const char *text;      /* of a bad end */
	const char *unguarded; /* why it is not in a sandbox */
	struct target_frames frames;
	int status;
	uint32_t system_control;
	uint32_t auxiliary_control;
	uint32_t tcm_status;
	bool no_system_control;
	bool no_auxiliary_control;
	uint32_t control; /* what the monitor holds at first */
	uint32_t counter[3];
	uint64_t seed;      /* of the jitter, by facts.varies */
	unsigned stretch;   /* jitter: longer by so many permille per seed */
	unsigned miscounts; /* instructions that the monitor does not see */
	unsigned blind;     /* permille of cycles that no event counter sees */
	bool no_cycles;     /* the cycle counter is not modelled */
	unsigned drift;     /* longer by so many permille per run opened */
	uint64_t overshoot; /* cycles by which go() is late */
	uint64_t slop;      /* cycles that a started monitor counts at once */
	unsigned die_at;    /* the target is lost in this use of it; 0: never */
	bool refuse_open;
	/* The monitor's answer once the program wrote it. */
	enum tally_status deaf_when_written;
	bool ends_with_it; /* lost when its program has ended */
	/* While it says so a run takes no step, and has come this far. */
	bool (*hold)(void);
	uint64_t reached;
	/* Of a window that it opens by itself: what its own instructions take
	 * per entry, and whether one cuts a burst short. */
	uint64_t own_cycles;
	bool breaks_bursts;
	struct tally_bus *bus; /* of every run, not the ARM1176's; or NULL */
	volatile bool *stop;   /* set when a run has been let go ... */
	unsigned stop_after;   /* ... so many times */
};

extern struct fake_script fake;

/* The target's uses since fake_reset() are noted here. */
struct fake_story {
	unsigned opened;
	unsigned closed;
	unsigned restored; /* closed with the monitor as it was found */
	unsigned uses;     /* of all runs together */
	unsigned gone;     /* runs let go */
	unsigned endless;  /* ... without a limit of cycles */
	unsigned in_flight_most;
	uint64_t unread;  /* most cycles between looks at a running counter */
	bool unmodelled;  /* the monitor was told to count what nobody models */
	uint64_t seeds;   /* a bit per seed seen */
	unsigned windows; /* that it was given */
};

extern struct fake_story story;

/* The target; its facts and faces may be changed until fake_reset(). */
extern struct target fake_target;

/* Faces that a test may give it: several instances of the monitor; windows that
 * it opens and closes; and one that is left on it. */
extern const struct target_registers fake_instances;
extern const struct target_control fake_windows;
extern const struct target_control fake_resident;

void fake_reset(void);

#endif
