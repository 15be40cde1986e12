/* SPDX-License-Identifier: MIT */
/* A recorded run in place of a target.  See <tally/wrap.h>. */
#include <tally/library.h>

#include <stddef.h>

#include <tally/wrap.h>

/* The recorded access, if it is this one. */
static const struct tally_access *
recorded(struct tally_bus *bus, const struct tally_reg *reg, bool write)
{
	struct tally_bus_replay *replay = (struct tally_bus_replay *)bus;
	const struct tally_access *a;

	if (replay->next >= replay->count)
		return NULL;
	a = &replay->access[replay->next];
	if (a->write != write || !tally_reg_same(a->reg, *reg))
		return NULL;
	return a;
}

static enum tally_status read(struct tally_bus *bus,
			      const struct tally_reg *reg, uint64_t *value)
{
	const struct tally_access *a = recorded(bus, reg, false);

	if (!a)
		return TALLY_E_REPLAY;
	((struct tally_bus_replay *)bus)->next++;
	*value = a->value;
	return a->status;
}

static enum tally_status write(struct tally_bus *bus,
			       const struct tally_reg *reg, uint64_t value)
{
	const struct tally_access *a = recorded(bus, reg, true);

	if (!a || a->value != value)
		return TALLY_E_REPLAY;
	((struct tally_bus_replay *)bus)->next++;
	return a->status;
}

static const struct tally_bus_ops ops = { .read = read, .write = write };

void tally_bus_replay_init(struct tally_bus_replay *replay,
			   const struct tally_access *access, uint32_t count)
{
	replay->bus.ops = &ops;
	replay->bus.status = TALLY_OK;
	replay->bus.learnt = 0;
	replay->access = access;
	replay->count = count;
	replay->next = 0;
}
