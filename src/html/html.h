/* SPDX-License-Identifier: MIT */
#ifndef HTML_HTML_H
#define HTML_HTML_H

#include <stdio.h>

#include "base/error.h"
#include "record/record.h"

/*
 * Results as a page of HTML: one file that loads nothing, needs no script, and
 * can be read with eyes or ears, in light and dark, on a phone and on a desk.
 * What it was made of is in it, so that other forms can be made of it.
 */

/* False: out of memory. */
bool html_record(FILE *to, const struct record *r);

/*
 * The document in such a page, as text, and how long it is; "": none is in it.
 * The caller's to free.  NULL: it is no page, and nothing was read but the
 * first character, which was put back; or out of memory.
 */
char *html_kept(FILE *from, size_t *size);

/* One of a record's pictures alone, as SVG. */
enum html_picture { PICTURE_KIVIAT, PICTURE_GANTT, PICTURE_BARS, PICTURES };

/* Its name; NULL past the last. */
const char *html_picture_name(unsigned picture);
/* False and `err`: the record has not what it is made of. */
bool html_picture(FILE *to, const struct record *r, enum html_picture which,
		  struct error *err);

#endif
