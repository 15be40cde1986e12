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

/* A format each. */
bool export_callgrind(FILE *to, const struct sample *s, uint32_t column);
bool export_csv(FILE *to, const struct sample *s, uint32_t column);
bool export_folded(FILE *to, const struct sample *s, uint32_t column);
bool export_markdown(FILE *to, const struct sample *s, uint32_t column);
bool export_pprof(FILE *to, const struct sample *s, uint32_t column);
bool export_speedscope(FILE *to, const struct sample *s, uint32_t column);
/* Of profiles that have times, which all of their columns share. */
bool export_chrome_calls(FILE *to, const struct sample *s, uint32_t column);
bool export_perfetto_calls(FILE *to, const struct sample *s, uint32_t column);

/* Of records. */
bool export_chrome(FILE *to, const struct record *r);
bool export_perfetto(FILE *to, const struct record *r);
bool export_openmetrics(FILE *to, const struct record *r);
bool export_record_csv(FILE *to, const struct record *r);
bool export_record_markdown(FILE *to, const struct record *r);

#endif
