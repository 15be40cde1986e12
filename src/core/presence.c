/* SPDX-License-Identifier: MIT */
/* Presence and widths of registers, where only a trap or a write tells them. */
#include <tally/library.h>

#include <tally/only.h>

enum tally_status tally_bus_drop(struct tally_bus *bus,
				 const struct tally_reg *reg, uint64_t value)
{
	(void)bus;
	(void)value;
	return tally_reg_none(*reg) ? TALLY_OK : TALLY_E_NOREG;
}

bool tally_bus_try(struct tally_bus *bus, const struct tally_reg *reg,
		   uint64_t *value)
{
	if (bus->status)
		return false;
	*value = tally_bus_read(bus, reg);
	if (bus->status != TALLY_E_NOREG)
		return !bus->status;
	bus->status = TALLY_OK;
	return false;
}

uint64_t tally_bus_holds(struct tally_bus *bus, const struct tally_reg *reg,
			 uint64_t ones)
{
	uint64_t was, held;

	if (!tally_bus_try(bus, reg, &was))
		return 0;
	tally_bus_write(bus, reg, was | ones);
	tally_bus_sync(bus);
	held = tally_bus_read(bus, reg) & ones;
	tally_bus_write(bus, reg, was & ~ones);
	tally_bus_sync(bus);
	held &= ~tally_bus_read(bus, reg);
	tally_bus_write(bus, reg, was);
	return bus->status ? 0 : held;
}
