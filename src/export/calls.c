/* SPDX-License-Identifier: MIT */
/*
 * From a profile's calls to tracks: each context is one, as is the core, whose
 * slices say which context has it.
 */
#include <stdlib.h>

#include "base/digits.h"
#include "export/timeline.h"

struct telling {
	const struct timeline *t;
	const struct sample *s;
	struct timeline_track *track; /* the core's is the first */
	/* 1 + the innermost span of each track that has not ended, and of each
	 * span the same of the one around it; 0: none. */
	uint32_t *inner, *around;
};

static void end_to(const struct telling *c, uint32_t track, uint32_t depth)
{
	while (c->inner[track]) {
		const uint32_t span = c->inner[track] - 1;
		const struct sample_span *p = &c->s->timeline->span[span];

		if (p->depth < depth)
			return;
		c->t->end(c->t, &c->track[track], p->end);
		c->inner[track] = c->around[span];
	}
}

static void tell_span(const struct telling *c, uint32_t span)
{
	const struct sample *s = c->s;
	const struct sample_span *p = &s->timeline->span[span];
	const bool core = p->function == SAMPLE_NONE;
	const uint32_t track = core ? 0 : p->context + 1;

	end_to(c, track, p->depth);
	c->around[span] = c->inner[track];
	c->inner[track] = span + 1;
	c->t->begin(c->t, &c->track[track],
		    core ? s->timeline->context[p->context]
			 : s->function[p->function].name,
		    p->begin, p->end);
}

static void tell_group(const struct telling *c)
{
	const struct sample *s = c->s;
	const struct sample_timeline *from = s->timeline;
	char name[TIMELINE_NAME] = "";

	timeline_add(name, "%s, on %s, simulated", s->program, s->target);
	if (!(c->t->clock_hz > 0))
		timeline_add(name, ", 1 us for each cycle");
	if (from->left_out)
		timeline_add(name,
			     ", %s more calls and switches, from cycle %s on, "
			     "are left out",
			     digits_grouped(from->left_out).text,
			     digits_grouped(from->until).text);
	c->t->group(c->t, 1, name);
}

static void tell_all(const struct telling *c)
{
	const struct sample_timeline *from = c->s->timeline;

	tell_group(c);
	for (uint32_t i = 0; i <= from->contexts; i++) {
		c->track[i] = (struct timeline_track){
			.group = 1,
			.id = i + 1,
			.name = i ? from->context[i - 1] : "core",
			.unit = "",
		};
		c->t->track(c->t, &c->track[i]);
	}
	for (uint32_t i = 0; i < from->spans; i++)
		tell_span(c, i);
	for (uint32_t i = 0; i <= from->contexts; i++)
		end_to(c, i, 0);
}

bool timeline_tell_calls(const struct timeline *t, const struct sample *s)
{
	const size_t tracks = s->timeline->contexts + (size_t)1;
	const size_t spans = s->timeline->spans + (size_t)1;
	struct telling c = {
		.t = t,
		.s = s,
		.track = calloc(tracks, sizeof *c.track),
		.inner = calloc(tracks, sizeof *c.inner),
		.around = calloc(spans, sizeof *c.around),
	};
	const bool good = c.track && c.inner && c.around;

	if (good)
		tell_all(&c);
	free(c.track);
	free(c.inner);
	free(c.around);
	return good;
}
