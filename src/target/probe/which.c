/* SPDX-License-Identifier: MIT */
/*
 * Asks a core which one it is, where nobody has named a monitor: by its main ID
 * register, as the server's or by OpenOCD's command.  A stub would need to know
 * which instructions the core has, and that comes with the program.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "catalog/catalog.h"
#include "catalog/errata.h"
#include "target/probe/probe.h"

static const struct tally_reg main_id = { TALLY_CP(0, 0, 0, 0), TALLY_CP15,
					  32 };

/* Ends it so?  A server has such a name for each of several monitors. */
static bool ends(const char *name, const char *word)
{
	const size_t size = strlen(name), tail = strlen(word);

	return size >= tail && !strcasecmp(name + size - tail, word) &&
	       (size == tail || name[size - tail - 1] == '_');
}

static bool ask_main_id(struct gdb_target *t, uint64_t *id, struct error *err)
{
	for (unsigned i = 0; i < t->regs; i++)
		if (ends(t->reg[i].name, "MIDR") ||
		    ends(t->reg[i].name, "MIDR_EL1"))
			return t->by->read_core(t, t->reg[i].name,
						t->reg[i].number, id, err);
	if (t->has_commands)
		return gdb_by_command(t, &main_id, false, id, err);
	return error_set(err, "the server offers no register MIDR");
}

static const char *of_core(struct gdb_target *t, struct error *err)
{
	const struct catalog_monitor *core;
	uint64_t id = 0;

	if (t->live.on) {
		error_set(err, "a core that is never halted is not asked");
		return NULL;
	}
	if (!gdb_link_up(t, err) || !ask_main_id(t, &id, err))
		return NULL;
	core = catalog_of_core((uint32_t)id);
	if (core)
		return core->name;
	error_set(err,
		  "MIDR 0x%08" PRIx32 " is no core that Tally has events of",
		  (uint32_t)id);
	return NULL;
}

const char *gdb_which(struct gdb_target *t, struct error *err)
{
	struct error why;
	const char *name = of_core(t, &why);

	if (!name)
		error_set(err,
			  "%s: say which monitors are there, as in %s,arm1176, "
			  "or pmuv3 of any core with a PMUv3; the core itself "
			  "does not tell: %s",
			  t->name, t->name, why.text);
	return name;
}
