/* SPDX-License-Identifier: MIT */
/* How many logs there are, and where.  See logs.h. */
#include "gather/logs.h"

#include <stdio.h>
#include <string.h>

#include "dump/dump.h"

void logs_add(struct logs *l, const uint8_t *bytes, size_t size, uint64_t addr)
{
	size_t at = dump_find(bytes, size, 0);

	while (at < size) {
		const size_t length = dump_size(bytes + at, size - at);

		if (l->count < LOGS_NAMED)
			l->at[l->count] = addr + at;
		l->count++;
		/* A header may say anything of its length. */
		at = length < TALLY_LOG_HEADER || length > size - at
			     ? at + TALLY_LOG_HEADER
			     : at + length;
		at = at < size ? dump_find(bytes, size, at) : size;
	}
}

static const char *name_of(const struct program *p, uint64_t addr)
{
	for (size_t i = 0; p && i < p->data; i++)
		if (p->datum[i].addr == addr)
			return p->datum[i].name;
	return NULL;
}

bool logs_single(const struct logs *l, const struct program *p,
		 struct error *err)
{
	const unsigned named = l->count < LOGS_NAMED ? l->count : LOGS_NAMED;
	char list[LOGS_NAMED * 64] = "";
	size_t used = 0;

	if (l->count < 2)
		return true;
	for (unsigned i = 0; i < named; i++) {
		const char *name = name_of(p, l->at[i]);

		used += (size_t)snprintf(list + used, sizeof list - used,
					 "%s%.32s%s0x%llx",
					 !i                 ? ""
					 : i + 1 < l->count ? ", "
							    : " and ",
					 name ? name : "", name ? " at " : "",
					 (unsigned long long)l->at[i]);
	}
	return error_set(err,
			 "there are %u logs: %s%s; --at says which one to "
			 "collect, each into a file of its own",
			 l->count, list, l->count > named ? " and more" : "");
}
