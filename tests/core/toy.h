/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CORE_TOY_H
#define TESTS_CORE_TOY_H

/*
 * A monitor of a test's own, for what no monitor of the catalogue has: eight
 * words that are registers, and what a test says of them.  A word is read and
 * written as it is, but for the hooks.
 */
#include <stdint.h>
#include <string.h>

#include <tally/counting.h>
#include <tally/session.h>

enum { TOY_WORDS = 8, TOY_CONTROL = 0 };

struct toy {
	struct tally_bus bus;
	uint64_t word[TOY_WORDS];
	unsigned accesses; /* so far */
	/* Hooks are called ahead of an access of this word. */
	void (*ahead)(unsigned word, bool writes);
	/* A hook behind a read that has its value. */
	void (*behind)(unsigned word);
	/* Bits that a write changes; all of them where it is 0. */
	uint64_t warl[TOY_WORDS];
	bool absent[TOY_WORDS]; /* an access traps */
};

static struct toy toy;

static enum tally_status toy_read(struct tally_bus *bus,
				  const struct tally_reg *reg, uint64_t *value)
{
	(void)bus;
	if (reg->addr >= TOY_WORDS || toy.absent[reg->addr])
		return TALLY_E_NOREG;
	toy.accesses++;
	if (toy.ahead)
		toy.ahead(reg->addr, false);
	*value = toy.word[reg->addr];
	if (toy.behind)
		toy.behind(reg->addr);
	return TALLY_OK;
}

static enum tally_status toy_write(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t value)
{
	(void)bus;
	if (reg->addr >= TOY_WORDS || toy.absent[reg->addr])
		return TALLY_E_NOREG;
	toy.accesses++;
	if (toy.ahead)
		toy.ahead(reg->addr, true);
	toy.word[reg->addr] =
		toy.warl[reg->addr] ? value & toy.warl[reg->addr] : value;
	return TALLY_OK;
}

static const struct tally_bus_ops toy_bus = { .read = toy_read,
					      .write = toy_write };

static inline void toy_init(const struct tally_bus_ops *ops)
{
	memset(&toy, 0, sizeof(toy));
	toy.bus.ops = ops;
}

static inline enum tally_status toy_probe(const struct tally_monitor *m,
					  struct tally_bus *bus)
{
	(void)m;
	return bus->status;
}

static inline bool toy_save(const struct tally_monitor *m,
			    const struct tally_setup *setup,
			    struct tally_bus *bus, struct tally_script *restore)
{
	(void)m;
	(void)setup;
	(void)bus;
	(void)restore;
	return false;
}

static inline bool toy_holds(const struct tally_monitor *m,
			     const struct tally_setup *setup,
			     struct tally_bus *bus)
{
	(void)m;
	(void)setup;
	(void)bus;
	return true;
}

static inline uint32_t toy_flags(const struct tally_monitor *m,
				 struct tally_bus *bus)
{
	(void)m;
	(void)bus;
	return 0;
}

static inline uint64_t toy_acknowledge(const struct tally_monitor *m,
				       const struct tally_setup *setup,
				       uint64_t start, struct tally_bus *bus)
{
	(void)m;
	(void)setup;
	(void)start;
	(void)bus;
	return 0;
}

#endif
