/* SPDX-License-Identifier: MIT */
/*
 * Coprocessor registers by OpenOCD's own commands, `arm mrc` and `arm mcr`, one
 * after the other: slower than stubs, and without memory of the target.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "space/space.h"
#include "target/probe/server/gdb.h"

/* "arm mrc 15 0 15 12 0" */
static int say_access(char *to, size_t room, const struct tally_reg *reg,
		      bool write)
{
	const struct space_access *by = &space_of_reg(reg)->openocd;

	return (int)strlen(
		space_put(to, room, write ? by->write : by->read, reg->addr));
}

void gdb_command_write(char what[GDB_COMMAND], const struct tally_reg *reg,
		       uint64_t value)
{
	const struct tally_reg select = tally_reg_select(*reg);
	const struct tally_reg window = tally_reg_window(*reg);
	char read[60], choose[60], access[60];

	if (!tally_reg_behind(*reg)) {
		say_access(access, sizeof access, reg, true);
		snprintf(what, GDB_COMMAND, "%s 0x%x", access, (unsigned)value);
		return;
	}
	say_access(read, sizeof read, &select, false);
	say_access(choose, sizeof choose, &select, true);
	say_access(access, sizeof access, &window, true);
	snprintf(what, GDB_COMMAND,
		 "set tally_s [%s]; %s 0x%x; %s 0x%x; %s $tally_s", read,
		 choose, (unsigned)tally_reg_number(*reg), access,
		 (unsigned)value, choose);
}

bool gdb_command_reaches(const struct tally_reg *reg)
{
	const struct space *space = space_of_reg(reg);

	return space && space->openocd.read && !space->memory;
}

static bool access_one(struct gdb_target *t, const struct tally_reg *reg,
		       bool write, uint64_t *value, struct error *err)
{
	char what[80], *end;
	struct gdb_heard h;
	int size;

	size = say_access(what, sizeof what, reg, write);
	if (write)
		(void)snprintf(what + size, sizeof what - (size_t)size, " 0x%x",
			       (unsigned)*value);
	if (!t->by->command(t, what, &h, err))
		return false;
	what[size] = '\0';
	if (strncmp(h.text, "0 ", 2) != 0)
		return error_set(err,
				 "%s: `%s` fails: the core runs, is not "
				 "examined, or may not do that in its state",
				 t->name, what);
	if (write)
		return true;
	*value = strtoul(h.text + 2, &end, 0) & UINT32_MAX;
	return (end != h.text + 2 && (!*end || *end == '\n')) ||
	       error_set(err, "%s: `%s` says no number", t->name, what);
}

/* Of one behind a select register: selected, accessed, put back. */
bool gdb_by_command(struct gdb_target *t, const struct tally_reg *reg,
		    bool write, uint64_t *value, struct error *err)
{
	const struct tally_reg select = tally_reg_select(*reg);
	const struct tally_reg window = tally_reg_window(*reg);
	uint64_t held = 0, number = tally_reg_number(*reg);

	if (!tally_reg_behind(*reg))
		return access_one(t, reg, write, value, err);
	return access_one(t, &select, false, &held, err) &&
	       access_one(t, &select, true, &number, err) &&
	       access_one(t, &window, write, value, err) &&
	       access_one(t, &select, true, &held, err);
}
