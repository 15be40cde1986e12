/* SPDX-License-Identifier: MIT */
/*
 * Events by the names of libpfm4, which knows the processors that no table here
 * has.  It is loaded when a name is asked for that nobody else knows.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/library.h"
#include "catalog/kernel.h"
#include "kernel/perf.h"

#if TALLY_LIBPFM
#include <perfmon/pfmlib_perf_event.h>

static struct {
	__typeof__(pfm_initialize) *initialize;
	__typeof__(pfm_get_os_event_encoding) *encode;
	__typeof__(pfm_get_event_info) *info;
} libpfm;

static bool load(void)
{
	static struct library library = {
		.file = "libpfm.so.4",
		.package = "libpfm4",
		.needs = "names of further processors need",
	};
	static bool begun;
	struct error ignored;

	if (begun)
		return true;
	begun = library_load(&library, &ignored) &&
		library_find(&library, "pfm_initialize", &libpfm.initialize,
			     &ignored) &&
		library_find(&library, "pfm_get_os_event_encoding",
			     &libpfm.encode, &ignored) &&
		library_find(&library, "pfm_get_event_info", &libpfm.info,
			     &ignored) &&
		libpfm.initialize() == PFM_SUCCESS;
	return begun;
}

/* Looks the name up; who counts, in which mode, is not asked of it. */
static bool look_up(const char *name, struct perf_name *to)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	pfm_perf_encode_arg_t code = { .attr = &attr, .size = sizeof code };
	pfm_event_info_t info = { .size = sizeof info };

	if (!load() || libpfm.encode(name, PFM_PLM0 | PFM_PLM3,
				     PFM_OS_PERF_EVENT, &code) != PFM_SUCCESS)
		return false;
	to->type = attr.type;
	to->config[0] = attr.config;
	to->config[1] = attr.config1;
	to->config[2] = attr.config2;
	if (libpfm.info(code.idx, PFM_OS_PERF_EVENT, &info) == PFM_SUCCESS)
		snprintf(to->title, sizeof to->title, "%s", info.desc);
	return true;
}
#else
static bool look_up(const char *name, struct perf_name *to)
{
	(void)name;
	(void)to;
	return false;
}
#endif

const struct perf_name *perf_name_add(struct perf_name **known,
				      const struct perf_name *found,
				      const char *name, const char *source)
{
	const unsigned number = *known ? (*known)->row.code + 1u : KERNEL_NAMED;
	struct perf_name *n = malloc(sizeof *n);

	if (!n || number > UINT16_MAX) {
		free(n);
		return NULL;
	}
	*n = *found;
	n->next = *known;
	snprintf(n->name, sizeof n->name, "%s", name);
	n->row = (struct catalog_event){
		.name = n->name,
		.code = (uint16_t)number,
		.kind = EVENT_KIND_UNKNOWN,
		.evidence = EVIDENCE_TRANSCRIBED,
		.counters = KERNEL_ANY_COUNTER,
		.title = n->title,
		.source = source,
		.aliases = "",
		.note = "",
	};
	*known = n;
	return n;
}

const struct perf_name *perf_name_find(struct perf_name **known,
				       const char *name)
{
	struct perf_name found = { 0 };

	for (const struct perf_name *n = *known; n; n = n->next)
		if (strcmp(n->name, name) == 0)
			return n;
	if (strlen(name) >= sizeof found.name || !look_up(name, &found))
		return NULL;
	return perf_name_add(known, &found, name, "libpfm4");
}

const struct perf_name *perf_name_of(const struct perf_name *known,
				     unsigned code)
{
	while (known && known->row.code != code)
		known = known->next;
	return known;
}

void perf_names_free(struct perf_name *known)
{
	while (known) {
		struct perf_name *next = known->next;

		free(known);
		known = next;
	}
}
