/* SPDX-License-Identifier: MIT */
#ifndef TESTS_FAKE_KERNEL_H
#define TESTS_FAKE_KERNEL_H

#include "target/target.h"

/*
 * A target whose operating system counts, made of arithmetic: in run N, from 1
 * on, an event whose code ends in C, of 8 bits, comes to 1000 * (C + 1) + N.
 * Its monitors are an ARM1176's, an L220's and the kernel's own.
 */
enum { FAKE_CORE, FAKE_CACHE, FAKE_OWN, FAKE_RUNS = 16 };

enum { FAKE_MAIN_ID = 0x410FB767 };

struct fake_kernel {
	unsigned room[3];    /* of each monitor: events that fit */
	unsigned refused;    /* this run fails; 0: none */
	unsigned interrupts; /* behind this run `stop` is set; 0: never */
	volatile bool *stop;
	unsigned looks; /* of a run that is looked at */
	uint64_t enabled, running;
	uint16_t nothing[2]; /* codes that come to 0 */
	unsigned nothings;
	unsigned samples; /* that a run has */
	bool no_samples;  /* ... and none can be had */
};

extern struct fake_kernel kernel;

/* Requests to the kernel since kernel_reset() are noted here. */
struct kernel_story {
	unsigned runs;
	bool endless; /* of more runs than there is room for no more is kept */
	unsigned counts[FAKE_RUNS]; /* events of each run ... */
	unsigned pass[FAKE_RUNS];   /* ... and the pass of the first */
	uint64_t period[FAKE_RUNS]; /* of its looks */
	unsigned sampled;           /* runs with samples */
	uint16_t code;              /* what was sampled */
	uint64_t apart;             /* one for each so many */
};

extern struct kernel_story kernel_story;

/* Its facts and faces may be changed until kernel_reset(). */
extern struct target *const kernel_target;
extern struct target_counts kernel_counts;

void kernel_reset(void);
/* May it count what it does itself? */
void kernel_user_only(bool only);

/* The event's count in a run. */
uint64_t kernel_value(unsigned code, unsigned run);

#endif
