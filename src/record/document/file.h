/* SPDX-License-Identifier: MIT */
#ifndef RECORD_DOCUMENT_FILE_H
#define RECORD_DOCUMENT_FILE_H

#include "record/record.h"

/*
 * A record as a JSON document: what --json prints and -o keeps.  doc/results.md
 * and doc/record.schema.json say what is in it.
 */
enum { RECORD_SCHEMA = 3 };

/* False: no memory, or the stream failed. */
bool record_write(FILE *to, const struct record *r);

/* The JSON Schema of such documents.  False: likewise. */
bool record_schema(FILE *to);

/*
 * Reads a document of schema 1, 2 or 3.  Members that are not known are kept,
 * and written again.  NULL and `err`: it is no record, it is cut off, or it
 * contradicts itself; `name` is what the file is called.
 */
struct record *record_read(FILE *from, const char *name, struct error *err);

/*
 * Reads it in two steps, for files that may hold something else, too.  The
 * document is the caller's until record_of_document() takes it.
 */
struct json_t *record_document(FILE *from, const char *name, struct error *err);
struct record *record_of_document(struct json_t *document, const char *name,
				  struct error *err);

#endif
