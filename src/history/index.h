/* SPDX-License-Identifier: MIT */
#ifndef HISTORY_INDEX_H
#define HISTORY_INDEX_H

#include "history/history.h"
#include "history/sqlite.h"

/* The index of a folder.  Only this room uses it. */
struct history {
	sqlite3 *db;
	char *folder;
	char *path; /* of the index; NULL: it is in memory */
};

enum {
	VALUE_SETTLED = 1, /* another run would give the same */
	VALUE_INEXACT = 2,
	VALUE_COMBINED = 4, /* of several passes: it has no samples */
};

/* Each row of the index has a sum of what is in it: a damaged one is noticed
 * when it is read. */
uint64_t index_sum(uint64_t sum, const void *bytes, size_t size);
uint64_t index_sum_text(uint64_t sum, const char *text);

/* NULL: `err` has what SQLite says. */
sqlite3_stmt *index_ask(const struct history *h, const char *sql,
			struct error *err);

/* Opens it and brings it up to date; anew: what is there is deleted. */
bool index_open(struct history *h, bool anew, struct error *err);

#endif
