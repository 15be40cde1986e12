/* SPDX-License-Identifier: MIT */
/*
 * From samples whose times are known to tracks: each task is one, and a sample
 * a moment on it, with the function that it was in as its name.
 */
#include <stdlib.h>

#include "export/timeline.h"

static const char *place_name(const struct sample *s,
			      const struct sample_single *one)
{
	return one->place == SAMPLE_NONE
		       ? "[unknown]"
		       : s->function[s->place[one->place].function].name;
}

/* With the event, where there are several. */
static void tell_moment(const struct timeline *t, const struct sample *s,
			const struct timeline_track *k,
			const struct sample_single *one)
{
	char name[TIMELINE_NAME] = "";

	if (s->columns > 1)
		timeline_add(name, "%s: ", s->column[one->column].name);
	timeline_add(name, "%s", place_name(s, one));
	t->moment(t, k, name, one->time);
}

static void tell_group(const struct timeline *t, const struct sample *s)
{
	char name[TIMELINE_NAME] = "";

	timeline_add(name, "%s, on %s, sampled", s->program, s->target);
	t->group(t, 1, name);
}

bool timeline_tell_moments(const struct timeline *t, const struct sample *s)
{
	tell_group(t, s);
	for (uint32_t i = 0; i <= s->tasks; i++) {
		char *name = i < s->tasks ? sample_task_text(s, i) : NULL;
		const struct timeline_track k = {
			.group = 1,
			.id = i + 1,
			.name = name ? name : "nobody knows whose",
			.unit = "",
		};

		if (i < s->tasks && !name)
			return false;
		t->track(t, &k);
		free(name);
	}
	for (uint32_t i = 0; i < s->singles; i++) {
		const struct sample_single *one = &s->single[i];
		const struct timeline_track k = {
			.group = 1,
			.id = 1 +
			      (one->task == SAMPLE_NONE ? s->tasks : one->task),
		};

		tell_moment(t, s, &k, one);
	}
	return true;
}
