/* SPDX-License-Identifier: MIT */
/*
 * A list of a core's events to begin with: that of a core that is there, in
 * Arm's form, which --core reads.
 */
#include "user/new.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include <tally/monitors/armv7.h>
#include <tally/monitors/pmuv3.h>

#include "user/list.h"

/* A file names the family by Arm's word, and ARMv7's core by its part. */
static const char *architecture_of(const struct catalog_monitor *m,
				   unsigned *part)
{
	static const struct {
		const struct tally_monitor *monitor;
		unsigned part;
	} v7[] = {
#define LISTED(word, part, counters, trait) { &tally_##word, part },
#include <tally/monitors/armv7/cores.def>
	};

	*part = 0;
	if (m->monitor->ops == tally_pmuv3.ops)
		return "pmuv3";
	for (size_t i = 0; i < sizeof v7 / sizeof *v7; i++)
		if (m->monitor->ops == v7[i].monitor->ops)
			*part = m->monitor == v7[i].monitor ? v7[i].part
							    : *part;
	return *part ? "pmuv2" : NULL;
}

static bool is_new_name(const char *name)
{
	return *name && strlen(name) < USER_NAME && *name != '-' &&
	       strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") ==
		       strlen(name);
}

static void put_quoted(FILE *to, const char *text)
{
	json_t *value = json_string(text);

	json_dumpf(value, to, JSON_ENCODE_ANY);
	json_decref(value);
}

static void put_new_event(FILE *to, const struct catalog_event *e)
{
	fprintf(to, "  {\"code\": %u, \"name\": \"%s\", \"type\": \"%s\", ",
		e->code, e->name,
		e->kind == EVENT_DURATION     ? "CYCLE"
		: e->kind == EVENT_OCCURRENCE ? "INS"
					      : "UEVT");
	fputs("\"description\": ", to);
	put_quoted(to, e->title);
	fputc('}', to);
}

bool user_core_new(FILE *to, const char *name, const struct catalog_monitor *m,
		   struct error *err)
{
	unsigned part, put = 0;
	const char *architecture = architecture_of(m, &part);

	if (!is_new_name(name))
		return error_set(err,
				 "'%s' is no name of a core; small letters, "
				 "digits and - are one: cortex-x99",
				 name);
	if (!architecture)
		return error_set(err,
				 "%s has neither a PMUv3 nor ARMv7's monitor, "
				 "and other cores are no files; --like pmuv3",
				 m->name);
	fprintf(to,
		"{\"_type\": \"Events\", \"implementer\": \"A\",\n"
		" \"pmu_architecture\": \"%s\", \"cpu\": \"%s\",\n",
		architecture, name);
	if (part)
		fprintf(to, " \"cpuid\": \"0x41%03x\",\n", part);
	if (m->monitor->counters <= USER_COUNTERS_MAX)
		fprintf(to, " \"counters\": %u,\n", m->monitor->counters - 1u);
	fputs(" \"events\": [\n", to);
	for (unsigned i = 0; i < m->events; i++) {
		if (m->event[i].code == TALLY_EVENT_CYCLES)
			continue;
		fputs(put++ ? ",\n" : "", to);
		put_new_event(to, &m->event[i]);
	}
	fputs("\n ]}\n", to);
	return true;
}
