/* SPDX-License-Identifier: MIT */
#ifndef PROOF_IMAGE_H
#define PROOF_IMAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

/*
 * Kits as the files that a board boots from a card.  The files are made by the
 * compilers of whoever asks, from sources that lie beside them: Tally has no
 * binaries of other machines in it, and a kit's Makefile is the one place that
 * says how a kit is built.
 */
enum { IMAGE_KITS = 3, IMAGE_FILES = 4 };

struct image_file {
	const char *name, *text;
};

struct image {
	const char *name; /* "raspberrypi" */
	struct {
		const char *folder, *monitor;
	} kit[IMAGE_KITS];
	struct image_file file[IMAGE_FILES]; /* one of them its Makefile */
	const char *made;  /* what `make` leaves there, blank-separated */
	const char *wants; /* what has to be installed, as a clause */
};

/* NULL and `err`, which names all: there is none of that name. */
const struct image *image_find(const char *name, struct error *err);

#endif
