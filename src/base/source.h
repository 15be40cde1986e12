/* SPDX-License-Identifier: MIT */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/error.h"

/*
 * Files of source.  Their names come from programs, records and profiles, which
 * may be anybody's, and their lines go into what is handed on.  So a name leads
 * nowhere but below folders of the user's own choice, which are the current one
 * and these, and to nothing that is not called like source.
 */
struct source_places {
	const char *folder;  /* that the user named for it; NULL: none */
	const char *program; /* a file that the user named: its folder; NULL */
};

/* Is the file called like one of source? */
bool source_is_one(const char *name);

/*
 * The file of that name, if it is regular and no larger than a source is.  In
 * the folder that the user named it may be with as much of its path as there is
 * in it, so a/b.c is FOLDER/a/b.c or FOLDER/b.c; a name that is relative is in
 * the current folder or the program's, where one that begins with ../ may be
 * without these.  No link leads out of them, not even one
 * that is made meanwhile.  NULL and `err`: why there is none, in a few words.
 */
FILE *source_open(const struct source_places *p, const char *name,
		  struct stat *st, struct error *err);

#endif
