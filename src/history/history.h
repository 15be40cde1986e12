/* SPDX-License-Identifier: MIT */
#ifndef HISTORY_HISTORY_H
#define HISTORY_HISTORY_H

#include "record/diff.h"
#include "suite/results.h"

/*
 * Results of a suite in many versions: a folder that has, at whatever depth,
 * folders of results.  An index in it makes questions quick.  It is no more
 * than that: where it is missing, older than the records or damaged it is made
 * anew, and where nobody may write it is made in memory.
 */
struct history;

/* The folder where `tally bench` keeps them if nothing is said. */
#define HISTORY_FOLDER "tally-results"

/* Brings the index up to date.  NULL: `err` says why the records cannot be
 * read. */
struct history *history_open(const char *folder, struct error *err);
void history_close(struct history *h);

/* A number in one version. */
struct history_point {
	char *label;  /* of the record, or the name of its folder */
	char *commit; /* "": not known */
	char *path;
	bool changed;    /* sources differed from the commit's */
	int64_t time;    /* of the commit, or else of the file, in seconds */
	uint64_t number; /* of commits up to there; 0: not known */
	double *sample;
	unsigned samples;
	double mean;
	/* Judged against the point before. */
	enum diff_basis basis;
	enum diff_word word;
	double change;   /* after / before - 1 in percent; NAN: of nothing */
	const char *why; /* nobody can tell whether it changed; else NULL */
	unsigned flags;  /* of the index */
};

struct history_series {
	char *job, *region, *name, *unit; /* region "": the whole */
	uint8_t direction;                /* enum direction */
	bool simulated;                   /* any of its points is */
	bool users;                       /* so is it of a user's metric */
	struct history_point *point;      /* the oldest first */
	unsigned points;
	size_t room;
};

struct history_list {
	struct history_series *series;
	unsigned count;
	size_t room;
};

/*
 * A row of all jobs that the pattern names: of a metric, an event, or "cycles"
 * of whatever event counts a core's; added to the list, a series for each job
 * and region.  Each point is held against the one before as `diff` does it:
 * where a test is needed, over all comparisons of the series together.
 */
bool history_find(struct history *h, const char *job, const char *name,
		  double noise, struct history_list *list, struct error *err);
void history_list_free(struct history_list *list);

/* The results of a label, or of a commit whose sources had not been changed.
 * None: `r` is empty.  False: `err`. */
bool history_results(struct history *h, const char *label, const char *commit,
		     struct results *r, struct error *err);

/* The record with this path, which begins with the folder's: what a comparison
 * looks at of it, as the index has it (record/extract.h), and nothing is
 * parsed.  NULL: the index has it not, or is damaged; the file has it. */
struct record *history_record(struct history *h, const char *path);

/* "a, b, c": labels, or rows, that there are; so many at most.  The caller's to
 * free; NULL: no memory. */
char *history_labels(struct history *h);
char *history_rows(struct history *h);

/* Is it a step: a change by more than noise and chance? */
static inline bool history_is_step(const struct history_point *p)
{
	return p->word > DIFF_NOISE;
}

#endif
