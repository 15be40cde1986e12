/* SPDX-License-Identifier: MIT */
#ifndef TESTS_FAKE_INNER_H
#define TESTS_FAKE_INNER_H

#include "fake_target.h"

/* fake_target.c and fake_windows.c share this header. */

enum { FAKE_WINDOWS = 4, FAKE_STEPS = 16 };

struct fake_run;

/* One instance of the monitor. */
struct fake_monitor {
	struct tally_bus bus; /* the first */
	struct fake_run *run;
	uint32_t control;
	uint32_t counter[3];
	uint64_t looked; /* when its cycle counter was read */
};

/* A window that the target opens and closes by itself. */
struct fake_own {
	struct target_window w;
	struct target_step open[FAKE_STEPS], close[FAKE_STEPS];
	struct target_counter counter[FAKE_STEPS];
	bool stops;       /* behind its end the target stands */
	bool inside;      /* of the region, ... */
	bool passing;     /* ... of an entry that is left out */
	bool counting;    /* the counters run */
	bool interrupted; /* they ran when the target stopped */
	uint32_t sp;
	uint64_t back;
	uint32_t skipped;
	uint64_t entered;
	uint64_t at[FAKE_STEPS]; /* each counter when they began ... */
	uint64_t entry[FAKE_STEPS];
	struct target_counted counted[FAKE_STEPS];
	uint64_t over; /* entries that are over */
};

struct fake_run {
	struct target_run run;
	struct fake_monitor monitor[FAKE_INSTANCES];
	uint64_t cycles; /* since reset */
	unsigned block;
	uint64_t into; /* cycles of the block gone by */
	uint64_t seed;
	unsigned opened; /* as which */
	uint64_t breaks[4];
	uint64_t slice; /* 0: none */
	bool running;
	bool interrupt;
	bool dead;
	bool ended;
	bool gone;
	uint64_t wrote; /* the program, since it was let run */
	uint32_t wrote_at;

	struct fake_own own[FAKE_WINDOWS];
	unsigned owns;
	bool begun;                 /* the first block */
	struct target_windows told; /* since it was let run */
};

bool fake_used(struct fake_run *b);
const struct fake_block *fake_here(const struct fake_run *b);
/* Time goes by, and the monitors count. */
void fake_pass(struct fake_run *b, uint64_t cycles);
void fake_write(struct fake_monitor *m, const struct tally_reg *reg,
		uint64_t value);
uint64_t fake_count(const struct fake_monitor *m, const struct tally_reg *reg);

/* target_control.window, .told and .resident */
bool fake_window(struct target_run *run, const struct target_window *w,
		 const struct target_step *step,
		 const struct target_counter *counter, struct error *err);
bool fake_told(struct target_run *run, unsigned number,
	       struct target_told *told, struct target_counted *to,
	       unsigned counters, struct error *err);
bool fake_leave(struct target_run *run, const struct target_window *w,
		const struct target_step *step, unsigned entries,
		struct error *err);
/* A run goes on; it comes to a block, true: it is to stop there; it stopped. */
void fake_windows_go(struct fake_run *b);
bool fake_windows_at(struct fake_run *b);
void fake_windows_stop(struct fake_run *b, struct target_windows *to);

#endif
