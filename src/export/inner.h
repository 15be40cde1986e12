/* SPDX-License-Identifier: MIT */
#ifndef EXPORT_INNER_H
#define EXPORT_INNER_H

#include "export/export.h"

/* Code that the formats share: inside of this room only. */

/* Prints a column's name, with its monitor's where another one has the same. */
void export_event(FILE *to, const struct sample *s, uint32_t column);

/* The functions of a path, the innermost first, and how many these are; there
 * is room in `stack` for as many as there are paths. */
uint32_t export_stack(const struct sample *s, uint32_t path, uint32_t *stack);

/* Prints `text` with another character in place of each `of`. */
void export_without(FILE *to, const char *text, char of, char instead);

/* Prints text as a string of JSON.  False: out of memory. */
bool export_json_text(FILE *to, const char *text);

/* Prints text so that no name is taken for markup, nor ends a cell. */
void export_markdown_text(FILE *to, const char *text);

/* Formats that have records besides. */
bool export_record_csv(FILE *to, const struct record *r);
bool export_record_markdown(FILE *to, const struct record *r);

/* Reasons for which a format cannot be made: see `otherwise`. */
#define EXPORT_OF_PROFILES                                                     \
	"is of profiles: measure with `tally profile --json -o FILE` for it"
#define EXPORT_OVER_TIME                                                       \
	"is of what says when: measure with "                                  \
	"`tally stat -I 100us --json -o FILE` (counts) or "                    \
	"`tally profile --timeline 10000 --json -o FILE` (calls) for it"

/* Every format, a file each that ends in its row, in the order of people. */
#define EXPORT_FORMATS(FORMAT)                                                 \
	FORMAT(callgrind)                                                      \
	FORMAT(chrome)                                                         \
	FORMAT(csv)                                                            \
	FORMAT(folded)                                                         \
	FORMAT(gcc)                                                            \
	FORMAT(markdown)                                                       \
	FORMAT(openmetrics)                                                    \
	FORMAT(perfetto)                                                       \
	FORMAT(pprof)                                                          \
	FORMAT(speedscope)

#define EXPORT_DECLARED(name)                                                  \
	extern const struct export_format export_format_##name;
EXPORT_FORMATS(EXPORT_DECLARED)

#endif
