/* SPDX-License-Identifier: MIT */
#ifndef SUITE_SUITE_H
#define SUITE_SUITE_H

#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

/*
 * A suite: a file in YAML that says which programs are measured, on which
 * targets, and how.  Each combination is a job.
 *
 *	targets: [board:pb1176, board:virt-a53]
 *	metrics: [cpi]
 *	compile: {O2: -O2, Os: -Os}
 *	programs:
 *	  sort: {source: sort.c, arguments: {small: "10", large: "9999"}}
 *	  boot: {elf: "build/{board}/boot.elf"}
 */

/* Something that has a name in the suite: an entry of a mapping, or an item of
 * a list, whose name is made of its text. */
struct suite_item {
	char *name, *text;
	unsigned line;
	/* Of an entry that a range stands for: the range's own name, what it
	 * goes over, "dcache=4K..64K,4way", and where in it this one is, in
	 * which unit ("K", "way", "").  NULL: it is of none. */
	char *sweep, *axis;
	unsigned at;
	char unit[4];
};

struct suite_list {
	struct suite_item *item;
	unsigned count;
	size_t room;
};

struct suite_program {
	char *name;
	char *elf;                 /* "{board}" stands for a board's name */
	struct suite_list sources; /* instead of it, compiled for each board */
	struct suite_list arguments; /* each a variant; none: one without any */
	unsigned line;
};

struct suite {
	struct suite_list targets;
	struct suite_list compile; /* compilers' options; each a variant */
	struct suite_list options; /* of `tally stat`; each a variant */
	struct suite_list metrics, events, groups, regions;
	char *repeat; /* NULL: not said */
	struct suite_program *program;
	unsigned programs;
	size_t room;
	char *folder;      /* of the file: names of files in it start there */
	const char *label; /* of the sources, for each record; the caller's */
	/* Words between the command and its verb; the caller's. */
	const char *const *before;
	unsigned befores;
};

/* Reads the file.  NULL: `err` has the line and what is wanted there. */
struct suite *suite_read(const char *path, struct error *err);
void suite_free(struct suite *s);
void suite_item_free(struct suite_item *item);
void suite_list_free(struct suite_list *l);
/* Puts an entry for each size in place of one with a range of sizes. */
bool suite_sweep(struct suite_list *options, struct error *err);

/* One combination.  A member is NULL where the suite does not vary it. */
struct suite_job {
	const struct suite_program *program;
	const struct suite_item *target, *compile, *options, *arguments;
};

/* All of them, in the order of programs, targets, variants.  The caller frees
 * the array.  NULL: no memory, or `err` says what does not go together. */
struct suite_job *suite_jobs(const struct suite *s, unsigned *count,
			     struct error *err);

/*
 * The job's name: "sort@pb1176@O2@large", of the parts that the suite varies.
 * No two jobs share one.
 */
enum { SUITE_PART = 40, SUITE_NAME = 5 * (SUITE_PART + 1) };
void suite_job_name(const struct suite_job *j, char name[SUITE_NAME]);

/* Words of a command line.  Begin with {0}. */
struct suite_words {
	char **word; /* ends with NULL */
	unsigned count, room;
	bool failed; /* no memory */
};
void suite_words_add(struct suite_words *w, const char *word);
void suite_words_free(struct suite_words *w);
/* On one line, so that a shell reads the same words. */
void suite_words_print(FILE *to, const struct suite_words *w);

/* Is the program compiled, for the board of the target? */
bool suite_job_compiles(const struct suite_job *j);
/* "pb1176" of "board:pb1176"; of others the text up to ':' or ','. */
void suite_job_board(const struct suite_job *j, char *name, unsigned room);

/* The program's file, which is `compiled` where it is compiled.  The caller's
 * to free; NULL: no memory. */
char *suite_job_file(const struct suite *s, const struct suite_job *j,
		     const char *compiled);
/* `tally board ...`, by which it is compiled to `output`. */
bool suite_job_compile(const struct suite *s, const struct suite_job *j,
		       const char *tally, const char *output,
		       struct suite_words *w, struct error *err);
/* `tally stat ...` up to the program: what is asked of it. */
bool suite_job_ask(const struct suite *s, const struct suite_job *j,
		   const char *tally, struct suite_words *w, struct error *err);
/* `tally stat ...`; the record goes to `output`. */
bool suite_job_measure(const struct suite *s, const struct suite_job *j,
		       const char *tally, const char *file, const char *output,
		       struct suite_words *w, struct error *err);

#endif
