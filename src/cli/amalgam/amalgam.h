/* SPDX-License-Identifier: MIT */
#ifndef CLI_AMALGAM_H
#define CLI_AMALGAM_H

#include <stdio.h>

#include "catalog/catalog.h"

/*
 * The freestanding library with one monitor as two files: a header and a
 * source that includes it.  Made of the library's own files, each in its turn;
 * what they include of each other is put in place.
 *
 * False: this build does not hold the monitor's source.  Whether the streams
 * took everything is the caller's to see.
 */
bool amalgam_write(const struct catalog_monitor *m, FILE *header, FILE *source,
		   struct error *err);

#endif
