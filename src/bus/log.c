/* SPDX-License-Identifier: MIT */
/* A bus that tells of every access.  See <tally/wrap.h>. */
#include <tally/library.h>

#include <tally/wrap.h>

static struct tally_bus_log *self(struct tally_bus *bus)
{
	return (struct tally_bus_log *)bus;
}

static enum tally_status tell(struct tally_bus_log *log,
			      const struct tally_reg *reg, bool write,
			      uint64_t value)
{
	const struct tally_access access = { *reg, write, value,
					     log->inner->status };

	log->sink(log->ctx, &access);
	return log->inner->status;
}

static enum tally_status read(struct tally_bus *bus,
			      const struct tally_reg *reg, uint64_t *value)
{
	*value = tally_bus_read(self(bus)->inner, reg);
	return tell(self(bus), reg, false, *value);
}

static enum tally_status write(struct tally_bus *bus,
			       const struct tally_reg *reg, uint64_t value)
{
	tally_bus_write(self(bus)->inner, reg, value);
	return tell(self(bus), reg, true, value);
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

void tally_bus_log_init(struct tally_bus_log *log, struct tally_bus *inner,
			void (*sink)(void *ctx,
				     const struct tally_access *access),
			void *ctx)
{
	log->bus.ops = &ops;
	log->bus.status = TALLY_OK;
	log->bus.learnt = 0;
	log->inner = inner;
	log->sink = sink;
	log->ctx = ctx;
}
