/* SPDX-License-Identifier: MIT */
/* The function of a profile that somebody means. */
#include <inttypes.h>
#include <string.h>

#include "base/function_name.h"
#include "base/nearest.h"
#include "base/text.h"
#include "sample/sample.h"

/* Into which functions; false: into none of those that the program came to. */
static bool is_inlined(const struct sample *s, const char *name, char *hosts,
		       size_t room)
{
	struct function_list list = { .count = 0 };

	for (uint32_t i = 0; i < s->places; i++) {
		const struct sample_place *p = &s->place[i];

		if (p->inlined == SAMPLE_NONE)
			continue;
		if (function_match(s->inlined[p->inlined],
				   s->inlined[p->inlined],
				   name) != FUNCTION_OTHER)
			function_list_add(&list, s->function[p->function].name);
	}
	(void)function_list_text(&list, hosts, room);
	return list.count;
}

/* Of which functions that the program came to it is the source. */
static bool is_source(const struct sample *s, const char *name, char *of,
		      size_t room)
{
	struct function_list list = { .count = 0 };

	for (uint32_t i = 0; i < s->functions; i++) {
		const struct sample_function *f = &s->function[i];
		const char *path = f->file < s->files ? s->file[f->file] : "";
		const char *last = strrchr(path, '/');

		if (!f->line)
			continue;
		if (strcmp(path, name) == 0 ||
		    (last && strcmp(last + 1, name) == 0))
			function_list_add(&list, f->name);
	}
	(void)function_list_text(&list, of, room);
	return list.count;
}

static uint32_t not_found(const struct sample *s, const char *name,
			  struct error *err)
{
	struct nearest near = { 0 };
	char base[256], hosts[160];

	for (uint32_t i = 0; i < s->functions; i++) {
		const char *known = s->function[i].name;

		nearest_offer(&near, name, known);
		if (function_clone_of(known, base, sizeof base))
			nearest_offer_as(&near, name, known, base);
	}
	if (is_inlined(s, name, hosts, sizeof hosts))
		error_set(err,
			  "%s is inlined into %s: name that one, or leave the "
			  "option out and add --by inlined",
			  name, hosts);
	else if (is_source(s, name, hosts, sizeof hosts))
		error_set(err, "%s is the source of %s: name a function", name,
			  hosts);
	else if (near.best)
		error_set(err,
			  "the program did not come to %s; did you mean "
			  "%s?",
			  name, near.best);
	else
		error_set(err,
			  "the program did not come to %s; leave the "
			  "option out to see where it did",
			  text_seen(name));
	return SAMPLE_NONE;
}

static enum function_match fits(const struct sample_function *f,
				const char *name)
{
	char addr[24];

	snprintf(addr, sizeof addr, "0x%" PRIx64, f->addr);
	if (strcmp(addr, name) == 0)
		return FUNCTION_WHOLE;
	return function_match(f->linked ? f->linked : f->name, f->name, name);
}

uint32_t sample_find(const struct sample *s, const char *name,
		     struct error *err)
{
	enum function_match best = FUNCTION_OTHER;
	uint32_t found[2], count = 0;

	for (uint32_t i = 0; i < s->functions; i++) {
		const enum function_match how = fits(&s->function[i], name);

		if (how == FUNCTION_OTHER || how < best)
			continue;
		if (how > best)
			count = 0;
		best = how;
		if (count < 2)
			found[count++] = i;
	}
	if (!count)
		return not_found(s, name, err);
	if (count == 1)
		return found[0];
	error_set(err,
		  "%s may be %s at 0x%" PRIx64 " or %s at 0x%" PRIx64
		  ", among others; give the whole name, or the address",
		  name, s->function[found[0]].name, s->function[found[0]].addr,
		  s->function[found[1]].name, s->function[found[1]].addr);
	return SAMPLE_NONE;
}
