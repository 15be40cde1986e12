/* SPDX-License-Identifier: MIT */
/* Finds SQLite and its functions at run time. */
#include "history/sqlite.h"

#include "base/library.h"

struct sqlite sqlite;

bool sqlite_load(struct error *err)
{
	static struct library library = {
		.file = "libsqlite3.so.0",
		.package = "libsqlite3-0",
		.needs = "the index of results needs",
	};

	if (!library_load(&library, err))
		return false;
#define F(name) library_find(&library, "sqlite3_" #name, &sqlite.name, err) &&
	return SQLITE_FUNCTIONS(F) true;
#undef F
}
