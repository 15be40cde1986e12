/* SPDX-License-Identifier: MIT */
#ifndef CLI_DELIVER_H
#define CLI_DELIVER_H

#include <stdio.h>

#include "cli/records.h"
#include "cli/writing.h"
#include "export/export.h"
#include "report/profile.h"
#include "report/report.h"

/* The form of a result: what was asked for, or, where nothing was, what the
 * name of its file ends in: .json, .csv.  `path` may be NULL. */
enum report_form deliver_form(enum report_form asked, const char *path);

/*
 * Prints the record into the file, or on standard output where `path` is NULL.
 * All of it is formatted before the file is opened, and the file is replaced
 * only when it is whole, so that a full disk harms no existing file.  If the
 * file cannot be written, the record goes to standard output.  Returns the exit
 * status; messages begin with the verb's name.  `rest`: as of a delivery, of
 * text.
 */
int deliver_record(const char *verb, const struct record *r,
		   enum report_form form, const char *path, const char *rest);
/* Prints the rest of it on standard output, below the rows that were told. */
int deliver_rest(const char *verb, const struct record *r,
		 const struct report_rows *told);
/* Delivers it as a page, of a profile with so many functions and one beside its
 * source, as the view says (NULL: of a record); on standard output where `path`
 * is "-". */
int deliver_page(const char *verb, const struct kept *kept,
		 const struct profile_view *v, const char *path);
/* Takes one task's samples where the view wants these; it fails where the
 * profile does not know whose they are. */
int deliver_tasks(const char *verb, struct sample *s,
		  const struct profile_view *v);
/* Tells of a profile that is shown although the program did not end; the exit
 * status. */
int deliver_unfinished(const char *verb, const struct sample *s);
/* Delivers a table of a profile, or of all of it as JSON; it fails where the
 * table is of a function that is not there. */
int deliver_profile(const char *verb, struct sample *s, struct profile_view *v,
		    enum report_form form, const char *path);

/* As what files of the format are known. */
enum written deliver_written(const struct export_format *format);
/* Checks, before anything is measured or read, that the format may go there. */
int deliver_format_check(const char *verb, const struct export_format *format,
			 const char *path);
/* Delivers it in the format, with this event alone (SAMPLE_NONE: nobody chose);
 * `title` is what it is called in messages. */
int deliver_format(const char *verb, const struct kept *kept,
		   const struct export_format *format, uint32_t column,
		   const char *title, const char *path);

/*
 * Delivers anything else: begin, write to `to`, and deliver it; `good`: all of
 * it could be written.  NULL: out of memory, which is told at the end.
 */
struct delivery {
	FILE *to;
	char *text;
	size_t size;
	/* On a terminal the text may be cut to what a screen holds, since its
	 * first lines say the most; this clause says what has all of it.  NULL,
	 * as at the beginning: it stays as long as it is. */
	const char *rest;
};
FILE *deliver_begin(struct delivery *d);
int deliver_end(struct delivery *d, const char *verb, const char *path,
		bool good);

#endif
