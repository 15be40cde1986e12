/* SPDX-License-Identifier: MIT */
/*
 * The sticky half of every bus: after the first failure reads give 0 and
 * nothing is written, whatever the driver still tries.
 */
#include <tally/library.h>

#include <stddef.h>

#include <tally/only.h>

uint64_t tally_bus_read(struct tally_bus *bus, const struct tally_reg *reg)
{
	uint64_t value = 0;

	if (bus->status == TALLY_OK)
		bus->status = tally_bus_ops_of(bus)->read(bus, reg, &value);
	return bus->status == TALLY_OK ? value : 0;
}

void tally_bus_write(struct tally_bus *bus, const struct tally_reg *reg,
		     uint64_t value)
{
	if (bus->status == TALLY_OK)
		bus->status =
			tally_bus_ops_of(bus)->write
				? tally_bus_ops_of(bus)->write(bus, reg, value)
				: TALLY_E_NOREG;
}

void tally_bus_sync(struct tally_bus *bus)
{
	if (bus->status == TALLY_OK && tally_bus_ops_of(bus)->sync)
		bus->status = tally_bus_ops_of(bus)->sync(bus);
}

/* For a bus without short ways, and one that has failed. */
static uint64_t wait_and_read(struct tally_bus *bus,
			      const struct tally_reg *reg)
{
	tally_bus_sync(bus);
	return tally_bus_read(bus, reg);
}

tally_bus_getter *tally_bus_getter_of(const struct tally_bus *bus,
				      const struct tally_reg *reg)
{
	const struct tally_bus_ops *ops = tally_bus_ops_of(bus);
	tally_bus_getter *get = ops->getter ? ops->getter(reg) : NULL;

	if (!get)
		get = ops->get;
	return get ? get : wait_and_read;
}

uint64_t tally_bus_get(struct tally_bus *bus, const struct tally_reg *reg)
{
	return tally_bus_ops_of(bus)->get ? tally_bus_ops_of(bus)->get(bus, reg)
					  : wait_and_read(bus, reg);
}

void tally_bus_put(struct tally_bus *bus, const struct tally_reg *reg,
		   uint64_t value)
{
	if (tally_bus_ops_of(bus)->put && bus->status == TALLY_OK)
		tally_bus_ops_of(bus)->put(bus, reg, value);
	else
		tally_bus_write(bus, reg, value);
}

uint32_t tally_bus_core(struct tally_bus *bus)
{
	return tally_bus_ops_of(bus)->core ? tally_bus_ops_of(bus)->core(bus)
					   : 0;
}

enum tally_status tally_bus_recover(struct tally_bus *bus)
{
	enum tally_status status = bus->status;

	bus->status = TALLY_OK;
	return status;
}
