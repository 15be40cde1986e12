/* SPDX-License-Identifier: MIT */
#ifndef CLI_WRITING_H
#define CLI_WRITING_H

#include "report/report.h"

/* The kind of file that a result is. */
enum written {
	WRITTEN_TEXT,
	WRITTEN_DOCUMENT, /* Tally's own JSON, which it reads again */
	WRITTEN_JSON,     /* anybody else's */
	WRITTEN_CSV,
	WRITTEN_MARKDOWN,
	WRITTEN_PAGE,
	WRITTEN_XML,
	WRITTEN_C, /* by `script` */
	WRITTEN_AMALGAM,
	WRITTEN_OTHER, /* what has no ending of its own */
};

enum written written_of(enum report_form form);
/* The kind of a verb's file that is a document, unless another form is asked
 * for. */
enum written written_kept(enum report_form form);

/* A file that is read; `path` NULL: there is none. */
struct writing_input {
	const char *path, *what; /* "the program" */
};

/*
 * Looks at the name of a file before anything is measured.  It is refused where
 * the result would be written over what is read, over a program, a capture, a
 * log, a document or a page of another kind than the result, or where the name
 * ends as files of another kind do.  What is no regular file is anybody's own
 * business, and so is no name at all (NULL, "-").  Returns the exit status.
 */
int writing_check(const char *verb, const char *option, const char *path,
		  enum written as, const struct writing_input *input,
		  unsigned inputs);

/* The kind of the file that such a result may not replace; NULL: it may, or it
 * is not there. */
const char *writing_treasure(const char *path, enum written as);

/* Says that the file is `what` ("the program"), which would be overwritten;
 * returns CLI_USAGE. */
int writing_refuse(const char *verb, const char *option, const char *path,
		   const char *what);

#endif
