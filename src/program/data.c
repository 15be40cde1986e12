/* SPDX-License-Identifier: MIT */
/* A program's data, by their names: where a log is, for one. */
#include <inttypes.h>
#include <string.h>

#include "base/nearest.h"
#include "program/inner.h"

const struct program_symbol *program_datum(const struct program *p,
					   const char *name, struct error *err)
{
	const struct program_symbol *found = NULL;
	struct nearest n = { 0 };

	for (size_t i = 0; i < p->data; i++) {
		const struct program_symbol *s = &p->datum[i];

		nearest_offer(&n, name, s->name);
		if (strcmp(s->name, name) != 0)
			continue;
		if (found && found->addr != s->addr) {
			error_set(err,
				  "%s: has several '%s', at 0x%" PRIx64
				  " and 0x%" PRIx64 "; give the address",
				  p->path, name, found->addr, s->addr);
			return NULL;
		}
		found = s;
	}
	if (!found && n.best)
		error_set(err, "%s: has no data '%s'; did you mean '%s'?",
			  p->path, name, n.best);
	else if (!found)
		error_set(err,
			  "%s: has no data '%s'; nm lists what it has, or give "
			  "an address",
			  p->path, name);
	return found;
}
