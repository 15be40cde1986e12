/* SPDX-License-Identifier: MIT */
#ifndef HISTORY_SQLITE_H
#define HISTORY_SQLITE_H

#include <sqlite3.h>

#include "base/error.h"

/*
 * The library, loaded when it is asked for.  Below here its functions go by
 * sqlite.NAME.
 */
#define SQLITE_FUNCTIONS(F)                                                    \
	F(bind_blob)                                                           \
	F(bind_double)                                                         \
	F(bind_int64)                                                          \
	F(bind_text)                                                           \
	F(busy_timeout)                                                        \
	F(close)                                                               \
	F(column_blob)                                                         \
	F(column_bytes)                                                        \
	F(column_double)                                                       \
	F(column_int64)                                                        \
	F(column_type)                                                         \
	F(column_text)                                                         \
	F(errcode)                                                             \
	F(exec)                                                                \
	F(finalize)                                                            \
	F(last_insert_rowid)                                                   \
	F(open_v2)                                                             \
	F(prepare_v2)                                                          \
	F(reset)                                                               \
	F(step)

struct sqlite {
#define F(name) __typeof__(sqlite3_##name) *(name);
	SQLITE_FUNCTIONS(F)
#undef F
};

extern struct sqlite sqlite;

/* Once; then it does nothing.  False: the library or a function is missing. */
bool sqlite_load(struct error *err);

#endif
