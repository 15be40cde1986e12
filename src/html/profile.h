/* SPDX-License-Identifier: MIT */
#ifndef HTML_PROFILE_H
#define HTML_PROFILE_H

#include <stdio.h>

#include "report/profile_diff.h"

/* A profile as such a page, with so many functions at most; 0: all.  False: out
 * of memory. */
bool html_profile(FILE *to, const struct sample *s, unsigned most);

/* Two of them, by function.  False: out of memory. */
bool html_profile_diff(FILE *to, const struct sample_diff *d,
		       const struct profile_diff_print *how);

/* ---- inside of this room only -------------------------------------------- */

/* A file of source, as it is now; NULL: it cannot be read, or its name is not
 * that of source, which alone is copied into pages. */
struct source;
struct source *source_open(const char *path);
/* NULL: there is no such line, or no source. */
const char *source_line(const struct source *s, uint32_t line);
void source_close(struct source *s);

#endif
