/* SPDX-License-Identifier: MIT */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>

/*
 * Why something failed, for a person: what is wrong and what to do about it.
 * One line, no full stop at the end, no "error:" in front; the command adds
 * its name.  Hosted code returns bool (or NULL) and fills one of these.
 */
struct error {
	char text[1024];
};

/* Sets the text, cut at the end if need be.  Always returns false. */
bool error_set(struct error *err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Memory could not be had; nothing tells how much.  Always returns false. */
bool error_no_memory(struct error *err);

/* Puts "format: " in front of what is there.  Always returns false. */
bool error_within(struct error *err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
