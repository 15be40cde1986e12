/* SPDX-License-Identifier: MIT */
#ifndef GATHER_POINTS_H
#define GATHER_POINTS_H

#include "program/program.h"
#include "sample/sample.h"

/* Samples as they come, and the profile that they make. */

/* The cause of a sample that is of no instruction. */
enum point_cause {
	POINT_INSTRUCTION,
	POINT_EXCEPTION, /* an exception was entered */
	POINT_WAITING,   /* the core waited */
	POINT_BEYOND,    /* an instruction that a profile has no address for */
	POINT_REST,      /* what came after the last sample: is no sample */
	POINT_CAUSES
};

struct point {
	uint64_t addr; /* POINT_INSTRUCTION */
	uint64_t weight;
	uint32_t column;
	uint32_t cause; /* enum point_cause */
};

struct points {
	struct point *point;
	size_t count, room;
};

/* False and `err`: out of memory. */
bool points_add(struct points *p, const struct point *point, struct error *err);
void points_free(struct points *p);

/*
 * Fills all of the profile that comes of samples; it has its columns, and how
 * it was sampled.  The points are sorted.  `program` may be NULL: then
 * functions and lines are not known.  False and `err`.
 */
bool points_fill(struct sample *s, struct points *p,
		 const struct program *program, struct error *err);

/* The place at that address; SAMPLE_NONE: none is. */
uint32_t points_place(const struct sample *s, uint64_t addr);

/* Fills in the source line of each of the profile's places. */
bool points_lines(struct sample *s, const struct program *program,
		  struct error *err);

#endif
