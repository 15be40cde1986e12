/* SPDX-License-Identifier: MIT */
#ifndef GATHER_TAKEN_H
#define GATHER_TAKEN_H

#include "dump/dump.h"
#include "program/program.h"
#include "sample/sample.h"

/* The origin of a log. */
struct taken_from {
	const char *target, *title; /* "board:pb1176"; or the dump's file */
	bool simulated;
	const char *monitor; /* its first, by the catalogue; NULL: not known */
	double clock_hz, clock_ratio;
	const struct program *program; /* NULL: not known */
};

/*
 * The profile of a log's samples.  NULL and `err`: it has none, or no memory is
 * left.
 */
struct sample *taken_profile(const struct dump *d,
			     const struct taken_from *from, struct error *err);

/* ---- inside of this room only -------------------------------------------- */

/* A sample of a log, as it was taken. */
struct taken_sample {
	uint64_t addr, weight;
	uint32_t column, task;
};

/* taken_tasks.c: fills in whose each sample is, if the log says it; the profile
 * has its places.  False: out of memory. */
bool taken_tasks(struct sample *s, const struct dump *d,
		 const struct taken_sample *sample, size_t count);

#endif
