/* SPDX-License-Identifier: MIT */
/* All combinations of what a suite varies. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "suite/suite.h"

/* Jobs, as they are gathered. */
struct jobs {
	struct suite_job *job;
	unsigned count;
	size_t room;
};

/* How many variants there are of something that may not be varied. */
static unsigned variants(const struct suite_list *l)
{
	return l->count ? l->count : 1;
}

static const struct suite_item *variant(const struct suite_list *l, unsigned i)
{
	return l->count ? &l->item[i] : NULL;
}

static bool is_board(const struct suite_item *target)
{
	return strncmp(target->text, "board:", strlen("board:")) == 0;
}

static bool add(struct jobs *all, const struct suite_job *job)
{
	if (!array_grow(&all->job, all->count, &all->room, sizeof *all->job))
		return false;
	all->job[all->count++] = *job;
	return true;
}

/* The variants of a program on a target. */
static bool add_variants(const struct suite *s, struct suite_job job,
			 struct jobs *all)
{
	static const struct suite_list once = { 0 };
	const struct suite_list *compile =
		job.program->sources.count ? &s->compile : &once;
	const struct suite_list *arguments = &job.program->arguments;

	for (unsigned c = 0; c < variants(compile); c++)
		for (unsigned o = 0; o < variants(&s->options); o++)
			for (unsigned a = 0; a < variants(arguments); a++) {
				job.compile = variant(compile, c);
				job.options = variant(&s->options, o);
				job.arguments = variant(arguments, a);
				if (!add(all, &job))
					return false;
			}
	return true;
}

struct suite_job *suite_jobs(const struct suite *s, unsigned *count,
			     struct error *err)
{
	struct jobs all = { 0 };

	for (unsigned p = 0; p < s->programs; p++)
		for (unsigned t = 0; t < s->targets.count; t++) {
			const struct suite_job job = {
				.program = &s->program[p],
				.target = &s->targets.item[t],
			};

			if (job.program->sources.count &&
			    !is_board(job.target)) {
				error_set(err,
					  "line %u: %s is compiled, which is "
					  "done for boards; for %s give its "
					  "elf, in a suite of its own",
					  job.program->line, job.program->name,
					  job.target->text);
				free(all.job);
				return NULL;
			}
			if (!add_variants(s, job, &all)) {
				error_no_memory(err);
				free(all.job);
				return NULL;
			}
		}
	*count = all.count;
	return all.job;
}

void suite_job_name(const struct suite_job *j, char name[SUITE_NAME])
{
	enum { PARTS = 4 };
	const struct suite_item *const part[PARTS] = { j->target, j->compile,
						       j->options,
						       j->arguments };
	size_t at = (size_t)snprintf(name, SUITE_NAME, "%s", j->program->name);

	for (unsigned i = 0; i < PARTS; i++)
		if (part[i] && at < SUITE_NAME)
			at += (size_t)snprintf(name + at, SUITE_NAME - at,
					       "@%s", part[i]->name);
}

bool suite_job_compiles(const struct suite_job *j)
{
	return j->program->sources.count;
}

void suite_job_board(const struct suite_job *j, char *name, unsigned room)
{
	const char *text = j->target->text;

	if (is_board(j->target))
		text += strlen("board:");
	snprintf(name, room, "%.*s", (int)strcspn(text, ":,"), text);
}
