/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_RING_H
#define KERNEL_RING_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "kernel/jit.h"
#include "kernel/kallsyms.h"
#include "kernel/registers.h"

/*
 * The ring of records that the kernel keeps for an event, and what its records
 * say.  The kernel writes it meanwhile, and is believed in nothing that could
 * lead out of it.
 */
struct perf_ring {
	struct perf_event_mmap_page *page;
	const uint8_t *data;
	uint64_t size;  /* of the data: a power of 2 */
	uint32_t event; /* whose it is, */
	/* ... of which a sample is taken for each so many; 0: each says of how
	 * many, PERF_SAMPLE_PERIOD. */
	uint64_t period;
};

/* Parts of a sample that are kept; it decides what a record consists of. */
#define PERF_SAMPLED                                                           \
	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |                 \
	 PERF_SAMPLE_CPU | PERF_SAMPLE_CALLCHAIN |                             \
	 (REGISTERS ? PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER : 0))

enum { PERF_CHAIN = 127 }; /* the kernel's own limit, by default */

struct perf_taken {
	uint64_t ip, time, weight;
	uint32_t pid, tid, cpu, event;
	bool kernel;             /* it was in the kernel */
	uint32_t chain, chained; /* return addresses outside of it, innermost
				    first: in perf_taking.chain */
	/* Words in perf_taking.word: the registers, and then the stack from
	 * its pointer on; 0: there are none. */
	size_t word;
	uint32_t words;
};

/* A file was mapped; later ones hide what was there. */
struct perf_mapped {
	uint64_t time, addr, size, offset;
	uint32_t pid;
	char *path;
};

/* A process came of another one, with all that was mapped there; or it became
 * another program, with nothing of that. */
struct perf_forked {
	uint64_t time;
	uint32_t pid, parent;
	bool anew; /* it became another program, and has no parent here */
};

/* A thread has a name from now on, or its parent's, as it began. */
struct perf_named {
	uint64_t time;
	uint32_t tid, parent;
	char *name; /* NULL: its parent's */
};

/* All that was said, in any order. */
struct perf_taking {
	struct perf_taken *taken;
	struct perf_mapped *mapped;
	struct perf_forked *forked;
	struct perf_named *named;
	uint64_t *chain;
	uint64_t *word;
	size_t takens, mappeds, forkeds, nameds, chains, words;
	size_t room[5]; /* of each of them, but words: */
	size_t word_room;
	uint64_t lost;       /* samples that the kernel had no room for */
	uint64_t held;       /* times that the kernel held samples back */
	uint64_t damaged;    /* records that make no sense */
	bool full;           /* no memory is left */
	struct perf_jit jit; /* code that is in no file */
	struct perf_symbols kernel; /* where a sample was in the kernel */
};

/* Takes all records that are there now, and gives their place back. */
void perf_ring_drain(const struct perf_ring *r, struct perf_taking *to);
/*
 * The registers of a sample's program by the numbers that DWARF has, and its
 * program counter; false: they are not known.
 */
bool perf_registers(const struct perf_taking *t, const struct perf_taken *s,
		    uint64_t reg[REGISTERS_MOST]);
/* A word of its stack; false: it is not among those that were kept. */
bool perf_stack_word(const struct perf_taking *t, const struct perf_taken *s,
		     uint64_t addr, uint64_t *value);

/* Files that no ring tells; the texts stay the caller's. */
void perf_taking_map(struct perf_taking *to, const struct perf_mapped *m,
		     const char *path);
void perf_taking_name(struct perf_taking *to, const struct perf_named *n,
		      const char *name);
/* Samples in the order of their times, and all else so that it is found. */
void perf_taking_sort(struct perf_taking *t);
void perf_taking_free(struct perf_taking *t);
/* mapped.c: the order of processes that began, for qsort(). */
int perf_by_forked(const void *x, const void *y);

/*
 * The file that was mapped at an address of a process at that time, or of the
 * one that it came of, since it became the program that it was.  NULL: none
 * was.
 */
const struct perf_mapped *perf_mapping(const struct perf_taking *t,
				       uint32_t pid, uint64_t addr,
				       uint64_t time);

/* The name that a thread had at that time; NULL: nobody told. */
const char *perf_thread_name(const struct perf_taking *t, uint32_t tid,
			     uint64_t time);

#endif
