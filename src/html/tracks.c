/* SPDX-License-Identifier: MIT */
/*
 * When things happened, of a profile that says it: a row for each context of
 * calls, or for each task of samples.  The page's script draws them as tracks.
 */
#include <stdlib.h>

#include "html/inner.h"
#include "html/profile.h"

/* One context, or task: how many spans or samples, from when until when. */
struct track {
	uint64_t count, begin, end;
};

bool html_tracks_any(const struct sample *s)
{
	return (s->timeline && s->timeline->spans) || (s->timed && s->singles);
}

static void widen_track(struct track *t, uint64_t begin, uint64_t end)
{
	if (!t->count++ || begin < t->begin)
		t->begin = begin;
	if (end > t->end)
		t->end = end;
}

static void print_track(FILE *to, const struct track *t)
{
	const uint64_t number[] = { t->count, t->begin, t->end };

	fputs("</th>", to);
	for (unsigned i = 0; i < 3; i++) {
		fputs("<td class=\"number\">", to);
		html_count(to, number[i]);
		fputs("</td>", to);
	}
	fputs("</tr>\n", to);
}

static bool print_contexts(FILE *to, const struct sample_timeline *t)
{
	struct track *track = calloc(t->contexts, sizeof *track);

	if (!track)
		return false;
	for (uint32_t i = 0; i < t->spans; i++)
		widen_track(&track[t->span[i].context], t->span[i].begin,
			    t->span[i].end);
	html_table(to, "Contexts, by the cycles of their calls that are kept",
		   "Context|#Calls|#From|#Until");
	fputs("<tbody class=\"rows\">\n", to);
	for (uint32_t i = 0; i < t->contexts; i++) {
		fputs("<tr><th scope=\"row\">", to);
		html_name(to, t->context[i]);
		print_track(to, &track[i]);
	}
	free(track);
	return true;
}

static bool print_tasks(FILE *to, const struct sample *s)
{
	/* The last one is of samples that are nobody's. */
	struct track *track = calloc(s->tasks + (size_t)1, sizeof *track);
	bool good = track;

	for (uint32_t i = 0; good && i < s->singles; i++) {
		const struct sample_single *one = &s->single[i];

		widen_track(
			&track[one->task == SAMPLE_NONE ? s->tasks : one->task],
			one->time, one->time);
	}
	html_table(to, "Tasks, by the nanoseconds of their samples",
		   "Task|#Samples|#From|#Until");
	fputs("<tbody class=\"rows\">\n", to);
	for (uint32_t i = 0; good && i <= s->tasks; i++) {
		char *name = NULL;

		if (!track[i].count)
			continue;
		if (i < s->tasks)
			good = (name = sample_task_text(s, i));
		fputs("<tr><th scope=\"row\">", to);
		html_name(to, name ? name : "no task known");
		print_track(to, &track[i]);
		free(name);
	}
	free(track);
	return good;
}

bool html_tracks(FILE *to, const struct sample *s)
{
	bool good;

	fputs("<div id=\"tracks-view\">\n", to);
	good = s->timeline && s->timeline->spans
		       ? print_contexts(to, s->timeline)
		       : print_tasks(to, s);
	fputs("</tbody></table>\n</div>\n", to);
	return good;
}
