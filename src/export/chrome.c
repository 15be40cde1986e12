/* SPDX-License-Identifier: MIT */
/*
 * Counts and calls over time as Chrome's trace-event JSON, which
 * chrome://tracing and Perfetto's viewer open: a monitor is a process, a value
 * a counter of it, and the phases of a value a thread; of calls each context is
 * a thread.
 */
#include "export/inner.h"
#include "export/timeline.h"

struct chrome {
	FILE *to;
	const char *before;
	bool good;
};

/* The beginning of every event. */
static void begin(struct chrome *c, const char *kind, unsigned group)
{
	fprintf(c->to, "%s\n{\"ph\":\"%s\",\"pid\":%u", c->before, kind, group);
	c->before = ",";
}

static void put_text(struct chrome *c, const char *text)
{
	c->good = export_json_text(c->to, text) && c->good;
}

/* The end of an event that names something. */
static void put_name(struct chrome *c, const char *name)
{
	fputs(",\"args\":{\"name\":", c->to);
	put_text(c, name);
	fputs("}}", c->to);
}

static void put_group(const struct timeline *t, unsigned group,
		      const char *name)
{
	struct chrome *c = t->to;

	begin(c, "M", group);
	fputs(",\"name\":\"process_name\"", c->to);
	put_name(c, name);
}

static void put_track(const struct timeline *t, const struct timeline_track *k)
{
	struct chrome *c = t->to;

	if (k->values)
		return;
	begin(c, "M", k->group);
	fprintf(c->to, ",\"tid\":%u,\"name\":\"thread_name\"", k->id);
	put_name(c, k->name);
}

static void put_value(const struct timeline *t, const struct timeline_track *k,
		      uint64_t cycle, double value)
{
	struct chrome *c = t->to;

	begin(c, "C", k->group);
	fprintf(c->to,
		",\"ts\":%.15g,\"name\":", timeline_microseconds(t, cycle));
	put_text(c, k->name);
	fputs(",\"args\":{", c->to);
	put_text(c, *k->unit ? k->unit : "value");
	fprintf(c->to, ":%.15g}}", value);
}

/* With its end, so that nothing is left to say there. */
static void put_begin(const struct timeline *t, const struct timeline_track *k,
		      const char *name, uint64_t from, uint64_t to)
{
	struct chrome *c = t->to;

	begin(c, "X", k->group);
	fprintf(c->to,
		",\"tid\":%u,\"ts\":%.15g,\"dur\":%.15g,\"name\":", k->id,
		timeline_microseconds(t, from),
		timeline_microseconds(t, to - from));
	put_text(c, name);
	fputc('}', c->to);
}

static void put_end(const struct timeline *t, const struct timeline_track *k,
		    uint64_t to)
{
	(void)t;
	(void)k;
	(void)to;
}

static void put_moment(const struct timeline *t, const struct timeline_track *k,
		       const char *name, uint64_t cycle)
{
	struct chrome *c = t->to;

	begin(c, "i", k->group);
	fprintf(c->to, ",\"tid\":%u,\"ts\":%.15g,\"s\":\"t\",\"name\":", k->id,
		timeline_microseconds(t, cycle));
	put_text(c, name);
	fputc('}', c->to);
}

static struct timeline begin_trace(struct chrome *c, double clock_hz)
{
	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", c->to);
	return (struct timeline){ .clock_hz = clock_hz,
				  .to = c,
				  .group = put_group,
				  .track = put_track,
				  .value = put_value,
				  .begin = put_begin,
				  .end = put_end,
				  .moment = put_moment };
}

static bool end_trace(const struct chrome *c, bool told)
{
	fputs("\n]}\n", c->to);
	return told && c->good;
}

static bool export_chrome(FILE *to, const struct record *r)
{
	struct chrome c = { .to = to, .before = "", .good = true };
	const struct timeline t = begin_trace(&c, series_hz(r));

	return end_trace(&c, timeline_tell_counts(&t, r));
}

static bool export_chrome_calls(FILE *to, const struct sample *s,
				uint32_t column)
{
	struct chrome c = { .to = to, .before = "", .good = true };
	const struct timeline t =
		begin_trace(&c, s->timeline ? s->clock_hz : 1e9);

	(void)column;
	return end_trace(&c, s->timeline ? timeline_tell_calls(&t, s)
					 : timeline_tell_moments(&t, s));
}

const struct export_format export_format_chrome = {
	.name = "chrome",
	.about = "for chrome://tracing and ui.perfetto.dev, JSON",
	.kind = EXPORT_JSON,
	.over_time = true,
	.write = export_chrome_calls,
	.record = export_chrome,
	.otherwise = EXPORT_OVER_TIME,
};
