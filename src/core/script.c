/* SPDX-License-Identifier: MIT */
/*
 * Scripts: register writes as a value.  See <tally/script.h>.
 */
#include <tally/library.h>

#include <tally/script.h>

void tally_script_init(struct tally_script *script, struct tally_step *step,
		       uint16_t room)
{
	script->step = step;
	script->count = 0;
	script->room = room;
	script->status = TALLY_OK;
}

void tally_script_write(struct tally_script *script,
			const struct tally_reg *reg, uint64_t value)
{
	if (script->count >= script->room) {
		script->status = TALLY_E_ROOM;
		return;
	}
	script->step[script->count].reg = *reg;
	script->step[script->count].value = value;
	script->count++;
}

void tally_script_keep(struct tally_script *script, struct tally_bus *bus,
		       const struct tally_reg *reg)
{
	tally_script_write(script, reg, tally_bus_read(bus, reg));
}

enum tally_status tally_script_run(const struct tally_script *script,
				   struct tally_bus *bus)
{
	if (script->status != TALLY_OK)
		return script->status;
	for (unsigned i = 0; i < script->count; i++) {
		tally_bus_write(bus, &script->step[i].reg,
				script->step[i].value);
		tally_bus_sync(bus);
	}
	return bus->status;
}
