/* SPDX-License-Identifier: MIT */
#ifndef CLI_ROWS_H
#define CLI_ROWS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/options.h"
#include "explain/cells.h"

/*
 * Rows for people, for spreadsheets and for programs, all from one JSON array
 * of objects.  Text and CSV show those members of each row that are columns.
 */
enum rows_format { ROWS_TEXT, ROWS_CSV, ROWS_JSON };

/*
 * Text: a heading and aligned columns, without those that no row fills.  CSV:
 * RFC 4180, a header line; lists are joined with ';'.  JSON: `document` with
 * the rows in it as `name`.  Takes both references.
 */
void rows_print(FILE *out, enum rows_format format, json_t *document,
		const char *name, json_t *rows,
		const struct rows_column *column, size_t columns);

/* One JSON document and a newline.  Takes the reference. */
void rows_json(FILE *out, json_t *document);

/* The options of a verb that prints rows and has no others. */
struct rows_arguments {
	const char *monitor; /* -m; or NULL */
	enum rows_format format;
	bool helped;
	bool all; /* of explain */
};

/* Rows of them: `whose` and `what` are told of -m and of --csv. */
#define ROWS_OPTIONS(whose, what)                                              \
	ROW_MONITOR(offsetof(struct rows_arguments, monitor), "MONITOR",       \
		    whose),                                                    \
		ROW_JSON(offsetof(struct rows_arguments, format), ROWS_JSON,   \
			 ", "),                                                \
		ROW_CSV(offsetof(struct rows_arguments, format), ROWS_CSV,     \
			what),                                                 \
		ROW_HELP(offsetof(struct rows_arguments, helped)), ROWS_END

/* Negative: the verb goes on at optind; otherwise it is the exit status. */
int rows_arguments_parse(int argc, char **argv, const struct cli_words *words,
			 struct rows_arguments *a);

#endif
