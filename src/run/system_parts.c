/* SPDX-License-Identifier: MIT */
/* Counts that are told apart.  See system_parts.h. */
#include "run/system_parts.h"

#include <stdlib.h>
#include <string.h>

static bool grow_parts(struct system_parts *p, unsigned counts)
{
	const unsigned room = p->room ? 2 * p->room : 16;
	void *name = reallocarray(p->name, room, sizeof *p->name);
	void *count;

	if (name)
		p->name = name;
	count = reallocarray(p->count, (size_t)room * (counts + 1u),
			     sizeof *p->count);
	if (count)
		p->count = count;
	if (!name || !count)
		return false;
	p->room = room;
	return true;
}

/* Of more than a run may have parts the rest is in the whole alone. */
bool system_parts_add(struct system_parts *p, const char *name, bool thread,
		      const struct target_count *c, unsigned counts)
{
	if (!p->list)
		p->list = calloc(1, sizeof *p->list);
	if (!p->list)
		return false;
	if (p->list->count == RUN_PARTS)
		return true;
	if (p->list->count == p->room && !grow_parts(p, counts))
		return false;
	snprintf(p->name[p->list->count], sizeof *p->name, "%s", name);
	memcpy(p->count + (size_t)p->list->count * counts, c,
	       counts * sizeof *c);
	p->threads = thread;
	p->list->count++;
	return true;
}

static void fill_part(const struct system_parts *p, struct samples *s,
		      unsigned part, const unsigned *event, unsigned counts)
{
	const unsigned passes = s->request->plan->passes;

	for (unsigned i = 0; i < passes; i++)
		s->entered[(1 + part) * passes + i].times = 1;
	for (unsigned i = 0; i < counts; i++) {
		const struct target_count *c =
			&p->count[(size_t)part * counts + i];
		const size_t at = ((size_t)(1 + part) * passes + c->pass) *
					  s->request->events +
				  event[i];

		s->have[at] = c->value != UINT64_MAX;
		s->count[at] = s->have[at] ? c->value : 0;
		s->enabled[at] = c->enabled;
		s->running[at] = c->running;
	}
}

/* Samples of the whole come first, as they were. */
static void copy_whole(const struct samples *from, struct samples *to)
{
	const size_t cells =
		(size_t)from->request->plan->passes * from->request->events;

	memcpy(to->count, from->count, cells * sizeof *to->count);
	memcpy(to->have, from->have, cells * sizeof *to->have);
	memcpy(to->enabled, from->enabled, cells * sizeof *to->enabled);
	memcpy(to->running, from->running, cells * sizeof *to->running);
	memcpy(to->modelled, from->modelled, from->request->events);
	memcpy(to->class, from->class, from->request->events);
}

bool system_parts_keep(const struct system_parts *p, struct samples *s,
		       const unsigned *event, unsigned counts)
{
	struct samples all = *s;
	size_t cells;
	bool made;

	if (!p->list)
		return true;
	for (unsigned i = 0; i < p->list->count; i++)
		p->list->at[i] = (struct region_at){
			.kind = p->threads ? REGION_THREAD : REGION_CORE,
			.text = p->name[i],
		};
	all.runs = s->request->plan->passes * (1 + p->list->count);
	cells = (size_t)all.runs * s->request->events;
	made = samples_make(&all);
	all.enabled = calloc(cells + 1, sizeof *all.enabled);
	all.running = calloc(cells + 1, sizeof *all.running);
	if (made && all.enabled && all.running) {
		copy_whole(s, &all);
		for (unsigned i = 0; i < p->list->count; i++)
			fill_part(p, &all, i, event, counts);
		all.parts = p->list;
	}
	made = made && all.enabled && all.running;
	if (made) {
		struct samples old = *s;

		*s = all;
		all = old;
	}
	free(all.enabled);
	free(all.running);
	samples_free(&all);
	return made;
}

void system_parts_free(struct system_parts *p)
{
	free(p->list);
	free(p->name);
	free(p->count);
	*p = (struct system_parts){ 0 };
}
