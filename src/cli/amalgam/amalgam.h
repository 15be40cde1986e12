/* SPDX-License-Identifier: MIT */
#ifndef CLI_AMALGAM_H
#define CLI_AMALGAM_H

#include <stdio.h>

#include "catalog/catalog.h"

/*
 * Writes the freestanding library with one monitor as two files: a header, and
 * a source that includes it.  They are made of the library's own files, in
 * order; where these include each other, the included text is inserted.
 *
 * `only`, unless NULL: one of the words in m->native, and the library is for
 * this monitor over this bus and no other (tally/only.h).
 *
 * False: this build does not contain the monitor's source.  The caller checks
 * whether the streams took everything.
 */
bool amalgam_write(const struct catalog_monitor *m, const char *only,
		   FILE *header, FILE *source, struct error *err);

#endif
