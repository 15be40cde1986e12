/* SPDX-License-Identifier: MIT */
/*
 * A core of the user's as a monitor of the catalogue.  Registers, counters and
 * rules are those of a monitor that is there: of the core that its part number
 * names, or of any PMUv3.  Events are the list's, and metrics, notes, groups
 * and questions those of the family whose events it has.
 */
#include "user/core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <tally/monitors/armv7.h>
#include <tally/monitors/pmuv3.h>

#include "catalog/added.h"
#include "catalog/names.h"
#include "catalog/taken.h"
#include "user/folder.h"
#include "user/list.h"
#include "user/made.h"
#include "user/own.h"

static struct user_core *cores;

/* ---- a monitor that is there --------------------------------------------- */

static const struct catalog_monitor *named(const char *word)
{
	struct error ignored;
	char name[USER_NAME];

	snprintf(name, sizeof name, "%s", word);
	for (char *at = name; *at; at++)
		if (*at == '_')
			*at = '-';
	return catalog_monitor(name, &ignored);
}

static const struct catalog_monitor *core_like(const struct user_list *l)
{
	static const struct {
		unsigned part;
		const char *word;
		bool v2;
	} listed[] = {
#define LISTED(word, part, ...) { part, #word, false },
#include <tally/monitors/pmuv3/cores.def>
#define LISTED(word, part, counters, trait) { part, #word, true },
#include <tally/monitors/armv7/cores.def>
	};

	for (size_t i = 0; l->part && i < sizeof listed / sizeof *listed; i++)
		if (listed[i].part == l->part && listed[i].v2 == l->v2)
			return named(listed[i].word);
	return l->v2 ? NULL : named("pmuv3");
}

/* Of any PMUv3 that has up to 31 event counters those that this core has. */
static void keep_counters(struct user_core *c, unsigned counters)
{
	const struct catalog_monitor *base = c->base;
	const unsigned last = base->monitor->counters - 1u;

	for (unsigned i = 0; i <= counters; i++) {
		const unsigned from = i == counters ? last : i;

		c->counter[i] = base->monitor->counter[from];
		c->counter_name[i] = base->counter[from];
	}
	c->monitor.counter = c->counter;
	c->monitor.counters = (uint8_t)(counters + 1);
	c->monitor.raw = (UINT32_C(1) << counters) - 1;
	c->catalog.counter = c->counter_name;
}

/* ---- events -------------------------------------------------------------- */

/* The event in the architecture's words, if a core of the family has it. */
static const struct catalog_event *common(const struct user_core *c,
					  const struct user_event *e)
{
	unsigned count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	for (unsigned i = 0; i < count; i++) {
		const struct catalog_event *row;

		if (all[i]->monitor->ops != c->base->monitor->ops)
			continue;
		row = catalog_event_named(all[i], e->name);
		if (row && (!e->coded || row->code == e->code) &&
		    row->code != TALLY_EVENT_CYCLES)
			return row;
	}
	return NULL;
}

static int by_code(const void *a, const void *b)
{
	const struct catalog_event *one = a, *two = b;

	return (one->code > two->code) - (one->code < two->code);
}

static struct catalog_event row_of(const struct user_core *c,
				   const struct user_event *e, bool *known)
{
	const struct catalog_event *row = common(c, e);
	struct catalog_event made = {
		.name = e->name,
		.code = row ? row->code : e->code,
		.kind = row           ? row->kind
			: e->duration ? EVENT_DURATION
			: e->counted  ? EVENT_OCCURRENCE
				      : EVENT_KIND_UNKNOWN,
		.evidence = EVIDENCE_TRANSCRIBED,
		.title = row           ? row->title
			 : e->title[0] ? e->title
				       : "the list says no more than its name",
		.source = "the user's list",
		.aliases = row ? row->aliases : "",
		.note = "",
	};

	*known = row || e->coded;
	if (c->list.v2 || made.code != TALLY_PMUV3_CHAIN)
		made.counters = c->monitor.raw;
	return made;
}

/* Codes ascend and are there once: of two names the first one stays. */
static bool drop_doubles(struct user_core *c, const char *path,
			 struct error *err)
{
	unsigned kept = 1;

	qsort(c->event + 1, c->events - 1, sizeof *c->event, by_code);
	for (unsigned i = 1; i < c->events; i++)
		if (kept == 1 || c->event[kept - 1].code != c->event[i].code)
			c->event[kept++] = c->event[i];
	c->events = kept;
	for (unsigned i = 0; i < kept; i++)
		for (unsigned k = 0; k < i; k++)
			if (name_same(c->event[i].name, c->event[k].name))
				return error_set(err,
						 "%s: %s has two codes, 0x%x "
						 "and 0x%x; leave one out",
						 path, c->event[i].name,
						 c->event[k].code,
						 c->event[i].code);
	return true;
}

static bool fill_events(struct user_core *c, const char *path,
			struct error *err)
{
	const struct user_list *l = &c->list;

	c->event = calloc(l->events + 1, sizeof *c->event);
	c->row = calloc(l->events + 1, sizeof *c->row);
	if (!c->event || !c->row)
		return error_no_memory(err);
	c->event[0] = c->base->event[0];
	c->event[0].counters = UINT32_C(1) << (c->monitor.counters - 1);
	c->events = 1;
	for (size_t i = 0; i < l->events; i++) {
		bool known;

		c->event[c->events] = row_of(c, &l->event[i], &known);
		if (!known)
			return error_set(err,
					 "%s: %s is no event that the "
					 "architecture has; give it an "
					 "EventCode",
					 path, l->event[i].name);
		c->events++;
	}
	if (!drop_doubles(c, path, err))
		return false;
	for (unsigned i = 1; i < c->events; i++)
		c->row[i - 1] =
			(struct tally_event){ c->event[i].code, USER_RATE,
					      c->event[i].counters };
	c->monitor.event = c->row;
	c->monitor.events = (uint16_t)(c->events - 1);
	c->catalog.event = c->event;
	c->catalog.events = c->events;
	return true;
}

/* ---- the whole ----------------------------------------------------------- */

static void put_words(struct user_core *c, const char *path)
{
	const struct user_list *l = &c->list;
	const bool any = c->catalog.monitor->counter == c->counter;

	snprintf(c->name, sizeof c->name, "user/%s", l->name);
	snprintf(c->title, sizeof c->title,
		 "%s, a core by a list of the user's", l->name);
	snprintf(c->sources, sizeof c->sources, "the user's list, %.300s",
		 path);
	snprintf(c->summary, sizeof c->summary,
		 "%u events by a list of the user's; registers and rules are "
		 "those of %s%s%s; the list has %zu events without a name and "
		 "%zu metrics, which are left out",
		 c->events - 1, c->base->name,
		 any ? ", and which core it is nobody checks" : "",
		 any && !l->counters ? "; it says no number of counters, "
				       "and " CATALOG_SIX_TAKEN
				     : "",
		 l->unnamed, l->metrics);
	c->catalog.name = c->name;
	c->catalog.title = c->title;
	c->catalog.summary = c->summary;
	c->catalog.sources = c->sources;
}

static bool put_together(struct user_core *c, const char *path,
			 struct error *err)
{
	enum { SIX = 6 };
	const struct user_list *l = &c->list;

	c->base = core_like(l);
	if (!c->base)
		return error_set(err,
				 "%s:%u: of ARMv7 only lists of cores that "
				 "Tally knows can be read, and `cpuid` names "
				 "none",
				 path, l->id_line ? l->id_line : 1);
	c->catalog = *c->base;
	c->monitor = *c->base->monitor;
	c->catalog.monitor = &c->monitor;
	if (c->monitor.counters > USER_COUNTERS_MAX)
		keep_counters(c, l->counters ? l->counters : SIX);
	if (!c->monitor.raw)
		c->monitor.raw = (UINT32_C(1) << (c->monitor.counters - 1)) - 1;
	if (!fill_events(c, path, err) || !user_put_metrics(c, err))
		return false;
	put_words(c, path);
	return true;
}

static void core_free(struct user_core *c)
{
	free(c->event);
	free(c->row);
	user_free_metrics(c);
	user_list_free(&c->list);
	free(c);
}

bool user_core_add(const char *path, struct error *err)
{
	struct user_core *c = calloc(1, sizeof *c);
	bool good;

	if (!c)
		return error_no_memory(err);
	good = user_list_read(&c->list, path, err) &&
	       put_together(c, path, err);
	for (const struct user_core *k = cores; good && k; k = k->next)
		if (strcmp(k->name, c->name) == 0)
			good = error_set(err, "%s: %s is there already, by %s",
					 path, c->name, k->sources);
	if (!good || !catalog_add(&c->catalog, err)) {
		core_free(c);
		return false;
	}
	c->next = cores;
	cores = c;
	return user_metrics_for(&c->catalog, err);
}

void user_cores_free(void)
{
	catalog_forget_added();
	while (cores) {
		struct user_core *c = cores;

		cores = c->next;
		core_free(c);
	}
}

/* ---- the folder ---------------------------------------------------------- */

static bool is_there(const char *path)
{
	struct stat what;

	return stat(path, &what) == 0;
}

/* A name with a slash, or that begins with a dot, is no file of the folder. */
static enum catalog_find find(const char *name, struct error *err)
{
	const char *of = strncmp(name, "user/", 5) ? name : name + 5;
	char folder[600], path[700];

	if (!*of || *of == '.' || strchr(of, '/') || strlen(of) >= USER_NAME)
		return CATALOG_NONE;
	if (!user_folder("cores", folder, sizeof folder))
		return CATALOG_NONE;
	snprintf(path, sizeof path, "%s/%s.json", folder, of);
	if (!is_there(path))
		snprintf(path, sizeof path, "%s/%s", folder, of);
	if (!is_there(path))
		return CATALOG_NONE;
	return user_core_add(path, err) ? CATALOG_FOUND : CATALOG_BAD;
}

void user_cores_search(void)
{
	catalog_find_others(find);
}
