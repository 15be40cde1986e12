/* SPDX-License-Identifier: MIT */
/*
 * Several regions at once: those that are named, and the functions that a
 * pattern matches.
 */
#include <fnmatch.h>
#include <string.h>

#include "base/function_name.h"
#include "base/text.h"
#include "program/program.h"
#include "run/region.h"

static bool is_listed(const struct region_list *list,
		      const struct region_at *at)
{
	for (unsigned i = 0; i < list->count; i++)
		if (list->at[i].kind == at->kind &&
		    list->at[i].from == at->from && list->at[i].to == at->to)
			return true;
	return false;
}

static bool add(struct region_list *list, const struct region_at *at,
		struct error *err)
{
	if (is_listed(list, at))
		return true;
	if (list->count == RUN_PARTS)
		return error_set(err,
				 "more than %d regions in one run; a narrower "
				 "pattern of --regions names fewer",
				 RUN_PARTS);
	list->at[list->count++] = *at;
	return true;
}

static bool add_named(const struct run_parts *parts, const char *text,
		      const struct program *program, struct region_list *list,
		      struct error *err)
{
	const struct region named = {
		.kind = strstr(text, "..") ? REGION_RANGE : REGION_SYMBOL,
		.text = text,
	};
	struct region_at at;

	if (!region_resolve(&named, program, &at, err))
		return false;
	if (parts->self && !at.own_to)
		return error_set(err,
				 "region '%s': --self is of functions of which "
				 "the program says how long they are",
				 text);
	return add(list, &at, err);
}

static bool matches(const char *glob, const char *name)
{
	char base[256];

	if (fnmatch(glob, name, 0) == 0)
		return true;
	return function_clone_of(name, base, sizeof base) &&
	       fnmatch(glob, base, 0) == 0;
}

static bool add_matched(const struct run_parts *parts, const char *glob,
			const struct program *program, struct region_list *list,
			struct error *err)
{
	bool found = false;

	for (size_t i = 0; program && i < program->symbols; i++) {
		const struct program_symbol *s = &program->symbol[i];

		if (!matches(glob, s->name) || (parts->self && !s->size))
			continue;
		found = true;
		if (!add(list,
			 &(struct region_at){
				 .kind = REGION_SYMBOL,
				 .from = s->addr,
				 .own_to = s->size ? s->addr + s->size : 0,
				 .text = s->name,
			 },
			 err))
			return false;
	}
	return found ||
	       error_set(err,
			 "--regions '%s': no function of the program has such "
			 "a name; nm lists what it has",
			 glob);
}

bool region_expand(const struct run_parts *parts, const struct program *program,
		   struct region_list *list, struct error *err)
{
	list->count = 0;
	for (unsigned i = 0; parts->text && parts->text[i]; i++)
		if (!add_named(parts, parts->text[i], program, list, err))
			return false;
	list->asked = list->count;
	for (unsigned i = 0; parts->glob && parts->glob[i]; i++)
		if (!add_matched(parts, parts->glob[i], program, list, err))
			return false;
	return true;
}
