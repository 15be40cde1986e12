/* SPDX-License-Identifier: MIT */
#ifndef TESTS_DOCUMENT_ROWS_H
#define TESTS_DOCUMENT_ROWS_H

#include <stddef.h>

#include "documents.h"

/* A line of a file, for what is said of a bad one. */
struct document_place {
	const char *path;
	unsigned line;
};

/* Ends the program: the line is no row. */
_Noreturn void document_bad(const struct document_place *at, const char *why);

/* A word, into the room of DOCUMENT_NAME letters. */
void document_copy(const struct document_place *at, char *to, const char *from);

/* The next of the rows of a kind. */
void *document_next_row(const struct document_place *at, const char *what,
			void *rows, size_t size, unsigned *count, size_t room);
#define DOCUMENT_NEXT(d, what, count)                                          \
	document_next_row(at, #what, (d)->what, sizeof((d)->what[0]),          \
			  &(d)->count,                                         \
			  sizeof((d)->what) / sizeof((d)->what[0]))

/* Kinds of rows of documents_said.c. */
void document_read_reach(const struct document_place *at, struct document *d,
			 const char *rest);
void document_read_evidence(const struct document_place *at, struct document *d,
			    const char *rest);
void document_read_asks(const struct document_place *at, struct document *d,
			const char *rest);
void document_read_many(const struct document_place *at, struct document *d,
			const char *rest);

#endif
