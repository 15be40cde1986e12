/* SPDX-License-Identifier: MIT */
/* The core's registers by OpenOCD's commands. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "target/probe/server/openocd.h"

/* The name, in each mode, of a register that each mode of an ARM core has, by
 * the last four bits of CPSR; a Hypervisor has its caller's link. */
static bool is_banked(const struct gdb_target *t, const char *name)
{
	return t->arch->modes && (!strcmp(name, "sp") || !strcmp(name, "lr"));
}

/*
 * Sets tally_n to what it is called, where a core has it by mode, and to the
 * usual name where it has not.
 */
#define NAME                                                                   \
	"set tally_n %s_[lindex {usr fiq irq svc - - mon abt - - %s und - - "  \
	"- usr} [expr {[lindex [get_reg {cpsr}] 1] & 15}]]; "                  \
	"if {[catch {get_reg $tally_n}]} {set tally_n %s}; "

static const char *hypervisor(const char *name)
{
	return *name == 's' ? "hyp" : "usr";
}

/*
 * `get_reg` has nothing, and calls it success, of a register that OpenOCD has
 * not read since the core stopped; `reg` reads such a one before.  To have
 * `get_reg -force` read all would lose what was written to them: OpenOCD hands
 * it to the core when that goes on.
 */
static const char *ask_register(struct gdb_target *t, const char *name,
				bool *failed, struct error *err)
{
	if (!is_banked(t, name))
		return openocd_ask(t, failed, err, "reg %s; get_reg {%s}", name,
				   name);
	return openocd_ask(t, failed, err,
			   NAME "reg $tally_n; get_reg $tally_n", name,
			   hypervisor(name), name);
}

bool openocd_read_core(struct gdb_target *t, const char *name, unsigned number,
		       uint64_t *value, struct error *err)
{
	bool failed;
	const char *said = ask_register(t, name, &failed, err);
	const char *digits = said && !failed ? strchr(said, ' ') : NULL;

	(void)number;
	if (!said)
		return false;
	if (!digits) {
		error_set(err,
			  "%s: the server does not let register %s be read",
			  t->name, name);
		return openocd_because(err, said);
	}
	*value = strtoull(digits, NULL, 0);
	return true;
}

bool openocd_write_core(struct gdb_target *t, const char *name, unsigned number,
			uint64_t value, struct error *err)
{
	bool failed;
	const char *said;

	(void)number;
	if (is_banked(t, name))
		said = openocd_ask(t, &failed, err,
				   NAME "set_reg [list $tally_n 0x%" PRIx64 "]",
				   name, hypervisor(name), name, value);
	else
		said = openocd_ask(t, &failed, err,
				   "set_reg {%s 0x%" PRIx64 "}", name, value);
	if (!said || !failed)
		return said;
	error_set(err, "%s: the server does not let register %s be written",
		  t->name, name);
	return openocd_because(err, said);
}
