/* SPDX-License-Identifier: MIT */
#ifndef HISTORY_INDEX_H
#define HISTORY_INDEX_H

#include "history/history.h"
#include "history/sqlite.h"

enum index_fault {
	INDEX_GOOD,
	INDEX_DAMAGED,  /* to be made anew */
	INDEX_KEPT_OUT, /* it may be good, and others have or forbid it */
	INDEX_NO_MEMORY,
};

/* The index of a folder.  Only this room uses it. */
struct history {
	sqlite3 *db;
	char *folder;
	char *path;             /* where the index belongs */
	enum index_fault fault; /* of the last trouble with SQLite */
};

enum {
	VALUE_SETTLED = 1, /* another run would give the same */
	VALUE_INEXACT = 2,
	VALUE_COMBINED = 4, /* of several passes: it has no samples */
	VALUE_SIMULATED = 8,
	VALUE_USERS = 16, /* of a metric that the user defined */
};

/* Each row of the index has a sum of what is in it: a damaged one is noticed
 * when it is read. */
uint64_t index_sum(uint64_t sum, const void *bytes, size_t size);
uint64_t index_sum_text(uint64_t sum, const char *text);

/* NULL: `err` has what SQLite says. */
sqlite3_stmt *index_ask(struct history *h, const char *sql, struct error *err);

bool index_run(struct history *h, const char *sql, struct error *err);
/* The kind of fault that SQLite told last. */
enum index_fault index_fault(const struct history *h);

/* Opens it and brings it up to date.  `before` is its fault when it was open:
 * a damaged one is deleted, and where it is kept out of it is made in memory.
 */
bool index_open(struct history *h, enum index_fault before, struct error *err);

#endif
