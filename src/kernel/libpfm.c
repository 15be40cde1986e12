/* SPDX-License-Identifier: MIT */
/* Events by names that no table here has: of libpfm4's, and the kernel's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/kernel.h"
#include "kernel/perf.h"
#include "kernel/pfm.h"

static bool look_up(const char *name, struct perf_name *to)
{
	struct linux_pfm found;

	if (!linux_pfm_find(name, &found))
		return false;
	to->type = found.type;
	memcpy(to->config, found.config, sizeof to->config);
	snprintf(to->title, sizeof to->title, "%s", found.title);
	return true;
}

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
