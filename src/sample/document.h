/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_DOCUMENT_H
#define SAMPLE_DOCUMENT_H

#include "sample/sample.h"
#include "json/io.h"

/* The words that tell a profile's document from others. */
#define SAMPLE_SCHEMA   1
/* Of one that was sampled, which who knows the first alone would take for
 * exact. */
#define SAMPLE_SAMPLED  2
#define SAMPLE_DOCUMENT "profile"

/*
 * A profile's document while it is read or written: say_X() says the members of
 * X.  Only this room uses it.
 */
struct document {
	struct io x;
	struct sample *s;
};

/* places.c: a number for each column. */
void say_cost(struct document *d, const char *key, uint64_t *cost);
/* Causes, functions, files, places, calls and paths. */
void say_places(struct document *d);
/* steps.c: instructions on their paths, where there are any. */
void say_steps(struct document *d);
/* singles.c: samples by themselves, and whose they are. */
void say_singles(struct document *d);
/* timeline.c: when calls began and ended. */
void say_timeline(struct document *d);

#endif
