/* SPDX-License-Identifier: MIT */
#ifndef AMALGAM_H
#define AMALGAM_H

#include <stdio.h>

#include "catalog/catalog.h"
#include "request/request.h"

enum { AMALGAM_NAME = 256 };

/* An amalgam says what the library shall hold. */
struct amalgam {
	const struct catalog_monitor *monitor[REQUEST_MEMBERS];
	unsigned monitors;
	/*
	 * Unless NULL one of the words in the only monitor's `native`: the
	 * library is for this monitor over this bus and no other
	 * (tally/only.h).
	 */
	const char *only;
};

/* The files' name behind "tally_": "arm1176_l220". */
void amalgam_name(const struct amalgam *a, char *name, unsigned room);

/* Can code of one core use all of the monitors?  False: `err` says why. */
bool amalgam_fits(const struct amalgam *a, struct error *err);

/*
 * Writes the freestanding library with these monitors as two files: a header,
 * and a source that includes it.  They are made of the library's own files, in
 * order; where these include each other, the included text is inserted.
 *
 * False: this build does not contain a monitor's source.  The caller checks
 * whether the streams took everything.
 */
bool amalgam_write(const struct amalgam *a, FILE *header, FILE *source,
		   struct error *err);

#endif
