/* SPDX-License-Identifier: MIT */
/* Which formats there are, and what they share.  See export.h. */
#include "export/export.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "export/inner.h"

static const struct export_format *const formats[] = {
#define LISTED(name) &export_format_##name,
	EXPORT_FORMATS(LISTED)
};

#define COUNTED(name) FORMAT_##name,
enum { EXPORT_FORMATS(COUNTED) FORMATS };

const struct export_format *export_format_at(unsigned index)
{
	return index < FORMATS ? formats[index] : NULL;
}

const struct export_format *export_format(const char *name, struct error *err)
{
	static const char *const flames[] = { "flamegraph",  "flame-graph",
					      "flame_graph", "flame",
					      "flames",      "svg" };
	const size_t length = strlen(name);
	struct nearest near = { 0 };

	if (length > 5 && strcmp(name + length - 5, ".json") == 0) {
		error_set(err,
			  "%s is no format; the format comes first: tally "
			  "export callgrind FILE",
			  name);
		return NULL;
	}
	for (size_t i = 0; i < sizeof flames / sizeof *flames; i++)
		if (strcmp(flames[i], name) == 0) {
			error_set(err,
				  "no format %s; a flame graph is drawn by "
				  "flamegraph.pl of folded, or by "
				  "www.speedscope.app of speedscope",
				  name);
			return NULL;
		}
	for (unsigned i = 0; i < FORMATS; i++) {
		if (strcmp(formats[i]->name, name) == 0)
			return formats[i];
		nearest_offer(&near, name, formats[i]->name);
	}
	if (near.best)
		error_set(err, "no format %s; did you mean %s?", name,
			  near.best);
	else
		error_set(err, "no format %s; `tally export --help` has them",
			  name);
	return NULL;
}

bool export_can(const struct export_format *format, const struct record *r,
		const struct sample *s)
{
	if (!r)
		return format->write &&
		       (s->timeline || (s->singles && s->timed) ||
			!format->over_time);
	return format->record && (r->series.intervals || !format->over_time);
}

static bool is_event(const struct sample_column *c, const char *name)
{
	const size_t monitor = strlen(c->monitor);

	return strcmp(c->name, name) == 0 ||
	       (strncmp(c->monitor, name, monitor) == 0 &&
		name[monitor] == ':' &&
		strcmp(c->name, name + monitor + 1) == 0);
}

/* The column, if no other monitor has an event that is called so. */
static uint32_t column_alone(const struct sample *s, uint32_t column,
			     const char *event, struct error *err)
{
	const char *monitor = s->column[column].monitor;

	for (uint32_t i = column + 1; i < s->columns; i++) {
		const struct sample_column *c = &s->column[i];

		if (!is_event(c, event) || strcmp(c->monitor, monitor) == 0)
			continue;
		error_set(err,
			  "%s and %s both have an event %s; "
			  "name one: %s:%s",
			  monitor, c->monitor, event, monitor, event);
		return SAMPLE_NONE;
	}
	return column;
}

uint32_t export_column(const struct sample *s, const char *event,
		       struct error *err)
{
	struct nearest near = { 0 };

	for (uint32_t i = 0; i < s->columns; i++) {
		if (is_event(&s->column[i], event))
			return column_alone(s, i, event, err);
		nearest_offer(&near, event, s->column[i].name);
	}
	if (near.best)
		error_set(err, "the profile has no event %s; did you mean %s?",
			  event, near.best);
	else
		error_set(err, "the profile has no event %s; it begins with %s",
			  event, s->column[0].name);
	return SAMPLE_NONE;
}
