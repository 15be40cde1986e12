/* SPDX-License-Identifier: MIT */
/* Records as comparisons look at them, from the index. */
#include <string.h>

#include "history/index.h"
#include "record/extract.h"

struct record *history_record(struct history *h, const char *path)
{
	static const char sql[] =
		"SELECT file.id, bytes, extract.sum FROM file JOIN extract ON"
		" file.id=extract.file WHERE path=?1";
	const size_t folder = strlen(h->folder);
	struct record *r = NULL;
	struct error err;
	sqlite3_stmt *s;

	if (strncmp(path, h->folder, folder) != 0 || path[folder] != '/' ||
	    !(s = index_ask(h, sql, &err)))
		return NULL;
	sqlite.bind_text(s, 1, path + folder + 1, -1, SQLITE_TRANSIENT);
	if (sqlite.step(s) == SQLITE_ROW) {
		const size_t size = (size_t)sqlite.column_bytes(s, 1);
		const void *bytes = sqlite.column_blob(s, 1);

		if (bytes && (int64_t)index_sum(
				     (uint64_t)sqlite.column_int64(s, 0), bytes,
				     size) == sqlite.column_int64(s, 2))
			r = record_of_extract(bytes, size);
	}
	sqlite.finalize(s);
	return r;
}
