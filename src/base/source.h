/* SPDX-License-Identifier: MIT */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdio.h>
#include <sys/stat.h>

/*
 * Files of source.  Their names come from programs and profiles, which may be
 * anybody's, so they are opened as strangers': regular files of a size that a
 * source has.  NULL: errno says why there is none.
 */
FILE *source_file(const char *path, struct stat *st);

/* The same for a path of which a folder has as much as there is in it:
 * FOLDER/a/b.c, FOLDER/b.c. */
FILE *source_file_inside(const char *folder, const char *path, struct stat *st);

#endif
