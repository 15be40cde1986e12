/* SPDX-License-Identifier: MIT */
#ifndef RECORD_SOURCES_H
#define RECORD_SOURCES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

struct record;

/* Of which sources a program was made, as who measured it said. */
struct record_sources {
	const char *label;  /* of this version; NULL: nobody said */
	const char *commit; /* of git; NULL: there was none */
	uint64_t time;      /* of it, in seconds since 1970; 0: not known */
	uint64_t number;    /* how many commits led there; 0: not known */
	bool changed;       /* files differ from those of the commit */
};

/*
 * Keeps "LABEL", or "LABEL,commit=HASH,time=SECONDS,number=N,changed", where
 * each part may be missing behind the label.  A label is a file's name, too:
 * letters, digits, "._+-", at most RECORD_LABEL of them.  Without a record it
 * is only looked at.
 */
enum { RECORD_LABEL = 80 };
bool record_keep_label(struct record *r, const char *text, struct error *err);

#endif
