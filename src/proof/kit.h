/* SPDX-License-Identifier: MIT */
#ifndef PROOF_KIT_H
#define PROOF_KIT_H

#include <stdio.h>

#include "catalog/catalog.h"

/*
 * A kit that proves a monitor on a chip, an emulator or in RTL, without the
 * command: freestanding C and assembler, and one Makefile.  What it runs is the
 * code of run/doctor/known.h, and how it counts is the library (amalgam.h).
 */

/* Has a kit something to run for the monitor?  False: `err` says why not. */
bool kit_fits(const struct catalog_monitor *m, struct error *err);

/* A kit's count of an event, by a piece of code that no doctor has. */
enum kit_counts {
	KIT_NO_PIECE,
	KIT_NOT_OF_IT, /* that event is not counted of that piece */
	KIT_BOUNDED,   /* from `least` or more, to `most` or more */
	KIT_EXACT      /* and `least` is `most` */
};
enum kit_counts kit_counts(const struct catalog_monitor *m,
			   const struct catalog_event *e, const char *piece,
			   size_t size, uint64_t *least, uint64_t *most);

/* Its files, from 0; NULL: there are no more. */
enum { KIT_NAME = 80 };
const char *kit_name(const struct catalog_monitor *m, unsigned file,
		     char name[KIT_NAME]);

/* Writes one of them.  The caller checks whether the stream took everything. */
bool kit_write(const struct catalog_monitor *m, unsigned file, FILE *to,
	       struct error *err);

#endif
