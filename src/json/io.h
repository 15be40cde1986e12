/* SPDX-License-Identifier: MIT */
#ifndef JSON_IO_H
#define JSON_IO_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * A document of which one function per object says the members, each once and
 * in the order of the file:
 *
 *	io_name(x, "name", &e->name);
 *	if (io_perhaps(x, e->filtered))
 *		io_bool(x, "filtered", &e->filtered);
 *
 * The same function reads the object, writes it, or makes its JSON Schema.
 *
 * Nothing of a document that is read is believed.  The first fault is kept, and
 * whatever is read after it is 0, so it is enough to look at `failed` once; out
 * of memory is such a fault.
 */
enum io_mode { IO_READ, IO_WRITE, IO_SCHEMA };

enum { IO_DEPTH = 8 };

/* An index that is of nothing: null in the file. */
#define IO_NONE UINT32_MAX

/* Keeps texts and rows that are read; NULL: out of memory. */
struct io_owner {
	const char *(*text)(void *owner, const char *text);
	void *(*room)(void *owner, size_t count, size_t size); /* zeroes */
};

struct io {
	enum io_mode mode;
	/* A member that is read has to be there, if io_perhaps() is not before
	 * it; else it may be missing, or null, and is then 0. */
	bool strict;
	bool failed;
	struct error *err;
	const char *list; /* whose row is read: "places"; NULL: the document */
	size_t row;
	const struct io_owner *keep;
	void *owner;
	bool perhaps, null; /* what was said of the next member */
	unsigned depth;
	struct io_level {
		json_t *at;  /* an object, or a list; of a schema its type */
		size_t next; /* of a list that is read */
	} level[IO_DEPTH];
};

/* The document stays the caller's. */
struct io io_reading(json_t *document, struct error *err,
		     const struct io_owner *keep, void *owner);
/* io_root() is the caller's then. */
struct io io_writing(void);
/* Rows that have to be somewhere are the owner's. */
struct io io_describing(const struct io_owner *keep, void *owner);
json_t *io_root(const struct io *x);
/* The object or the list that was entered last; of a schema its type. */
json_t *io_here(const struct io *x);

/* Always returns false. */
bool io_fail(struct io *x, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
bool io_no_memory(struct io *x);

static inline bool io_reads(const struct io *x)
{
	return x->mode == IO_READ;
}

/* Is it what only a reader of the file wants, as the record has it otherwise?
 */
static inline bool io_tells(const struct io *x)
{
	return x->mode != IO_READ;
}

/* Is it read, and without this member?  `_lacks`: it may be null. */
bool io_misses(const struct io *x, const char *key);
bool io_lacks(const struct io *x, const char *key);

/* ---- before a member: is it said? ---------------------------------------- */

/* Written only if it is `there`, it may be missing from any file. */
bool io_perhaps(struct io *x, bool there);
/* Likewise, but a file that is read has it, or it is not said. */
bool io_there(struct io *x, const char *key, bool there);
/* Null where it is not `known`, it is not read then either. */
bool io_or_null(struct io *x, const char *key, bool *known);

/* ---- members, and entries of a list, for which `key` is only told -------- */

void io_bool(struct io *x, const char *key, bool *to);
void io_real(struct io *x, const char *key, double *to);
/* Null where it is not known. */
void io_known_real(struct io *x, const char *key, bool *known, double *to);
/* Above 2^53, where programs round, it is a text besides: KEY_text. */
void io_count(struct io *x, const char *key, uint64_t *to);
void io_small(struct io *x, const char *key, unsigned *to, unsigned limit);
void io_signed(struct io *x, const char *key, int64_t *to);
/* From 1 in the file; null of `none`. */
void io_ordinal(struct io *x, const char *key, unsigned *to, unsigned none,
		unsigned limit);
/* A whole number that has to be there: from 0 to `limit`. */
void io_whole(struct io *x, const char *key, uint64_t *to, uint64_t limit);
void io_whole32(struct io *x, const char *key, uint32_t *to, uint32_t limit);
/* A place in a list of `count`; `_or_none`: or null, of nothing. */
void io_index(struct io *x, const char *key, uint32_t *to, uint32_t count);
void io_index_or_none(struct io *x, const char *key, uint32_t *to,
		      uint32_t count);
/* A text, clean for a terminal where it is read; null of NULL. */
void io_text(struct io *x, const char *key, const char **to);
/* A text in each file of today; NULL where an older one has none. */
void io_string(struct io *x, const char *key, const char **to);
/* A text that has to be there; never NULL. */
void io_name(struct io *x, const char *key, const char **to);
/* The place among words of which NULL is the last; `none` if it is missing. */
void io_word(struct io *x, const char *key, uint8_t *to,
	     const char *(*word)(unsigned index), unsigned none);

/* ---- what has members, or entries ---------------------------------------- */

/* True: what is said from now on is in it, until io_leave(). */
bool io_object(struct io *x, const char *key);
/* Null where it is not known. */
bool io_known_object(struct io *x, const char *key, bool *known);
bool io_list(struct io *x, const char *key, size_t limit, size_t *count);
void io_leave(struct io *x);
/* A list of objects only; io_row() enters one, and is false behind the last. */
bool io_rows(struct io *x, const char *key, size_t limit, size_t *count);
bool io_row(struct io *x, const char *key, size_t row, size_t count);
/* A fault from now on is of that row, if the list is the document's own. */
void io_at_row(struct io *x, const char *key, size_t row);
/* Zeroes for what is read. */
void *io_room(struct io *x, size_t count, size_t size);

/*
 * All rows of a list in an array of them: say(d, row) says one's members.  `d`
 * has the `struct io` as its member x.  What is read gets its array here, if it
 * has none yet; one that it has is large enough for `limit`.
 */
#define IO_ROWS(d, key, limit, of, rows, say)                                  \
	do {                                                                   \
		size_t n_ = (rows);                                            \
                                                                               \
		if (!io_rows(&(d)->x, key, limit, &n_))                        \
			break;                                                 \
		if ((d)->x.mode != IO_WRITE) {                                 \
			if (!(of))                                             \
				(of) = io_room(&(d)->x, n_, sizeof *(of));     \
			(rows) = (of) ? (uint32_t)n_ : 0;                      \
		}                                                              \
		for (size_t i_ = 0; io_row(&(d)->x, key, i_, n_); i_++) {      \
			say(d, &(of)[i_]);                                     \
			io_leave(&(d)->x);                                     \
		}                                                              \
		io_leave(&(d)->x);                                             \
	} while (0)

/* A list of texts. */
/* Its i-th entry is read, or written. */
void io_text_at(struct io *x, const char *key, size_t i, const char **to);
void io_texts(struct io *x, const char *key, const char ***of, uint32_t *count);

/* ---- for a kind of member that only one document has --------------------- */

/* Reading: the value, or NULL and perhaps a fault. */
json_t *io_take(struct io *x, const char *key, json_type type);
json_t *io_entry(struct io *x); /* the next one of a list, of any type */
/* Writing: a value; of a schema its type. */
void io_put(struct io *x, const char *key, json_t *value);
/* "string": the value of io_put() for a schema. */
json_t *io_type(const char *type);
json_t *io_words(const char *(*word)(unsigned index));
/* Whatever members the object has are of that type. */
void io_put_others(struct io *x, json_t *type);

#endif
