/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_MEMBER_H
#define SAMPLE_MEMBER_H

#include <jansson.h>

#include "sample/sample.h"

/* The first fault is kept; whatever is read after it is 0. */
struct reader {
	struct sample *to;
	struct error *err;
	bool failed;
	const char *list; /* what is being read: "places"; NULL: the document */
	size_t row;
};

void member_fail(struct reader *f, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

uint64_t member_whole(struct reader *f, const json_t *value, const char *key,
		      uint64_t limit);
uint64_t member_number(struct reader *f, json_t *object, const char *key);
uint32_t member_small(struct reader *f, json_t *object, const char *key,
		      uint32_t limit);
/* A place in a list of so many; SAMPLE_NONE of null. */
uint32_t member_perhaps_index(struct reader *f, const json_t *value,
			      const char *key, uint32_t count);
/* The same where it has to be one. */
uint32_t member_index(struct reader *f, json_t *object, const char *key,
		      uint32_t count);
double member_real(struct reader *f, json_t *object, const char *key);
bool member_flag(struct reader *f, json_t *object, const char *key);
/* Clean for a terminal; never NULL. */
const char *member_kept(struct reader *f, const json_t *value, const char *key);
const char *member_text(struct reader *f, json_t *object, const char *key);
/* NULL of null, and where it is missing. */
const char *member_perhaps(struct reader *f, json_t *object, const char *key);
json_t *member_list(struct reader *f, json_t *object, const char *key,
		    size_t limit);

#endif
