/* SPDX-License-Identifier: MIT */
#ifndef JSON_LEVEL_H
#define JSON_LEVEL_H

#include "json/io.h"

/* Code that the two files of documents share: inside of this room only. */

/* The value of a member, or the next entry of a list; NULL: it is missing. */
json_t *io_at(const struct io_level *level, const char *key);
/* Takes it, so that another entry is the next one. */
json_t *io_next(struct io *x, const char *key);
/* A whole number from 0 to `limit`. */
uint64_t io_whole_of(struct io *x, const json_t *value, const char *key,
		     uint64_t limit);
json_t *io_object_type(void);

#endif
