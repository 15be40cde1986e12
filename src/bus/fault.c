/* SPDX-License-Identifier: MIT */
/* A bus that fails where it is told to.  See <tally/wrap.h>. */
#include <tally/library.h>

#include <tally/wrap.h>

static struct tally_bus_fault *self(struct tally_bus *bus)
{
	return (struct tally_bus_fault *)bus;
}

/* Is this the access that fails?  `at` counts reads and writes alike. */
static bool fails(struct tally_bus_fault *fault)
{
	if (fault->count++ != fault->at)
		return false;
	fault->hit = true;
	return true;
}

static enum tally_status read(struct tally_bus *bus,
			      const struct tally_reg *reg, uint64_t *value)
{
	if (fails(self(bus)))
		return TALLY_E_BUS;
	*value = tally_bus_read(self(bus)->inner, reg);
	return self(bus)->inner->status;
}

static enum tally_status write(struct tally_bus *bus,
			       const struct tally_reg *reg, uint64_t value)
{
	if (fails(self(bus)))
		return TALLY_E_BUS;
	tally_bus_write(self(bus)->inner, reg, value);
	return self(bus)->inner->status;
}

static enum tally_status sync(struct tally_bus *bus)
{
	tally_bus_sync(self(bus)->inner);
	return self(bus)->inner->status;
}

static uint32_t core(struct tally_bus *bus)
{
	return tally_bus_core(self(bus)->inner);
}

static const struct tally_bus_ops ops = {
	.read = read, .write = write, .sync = sync, .core = core
};

void tally_bus_fault_init(struct tally_bus_fault *fault,
			  struct tally_bus *inner, uint32_t at)
{
	fault->bus.ops = &ops;
	fault->bus.status = TALLY_OK;
	fault->bus.learnt = 0;
	fault->inner = inner;
	fault->at = at;
	fault->count = 0;
	fault->hit = false;
}
