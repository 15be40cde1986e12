/* SPDX-License-Identifier: MIT */
/* A debug link keeps the value that a register had before it was written. */
#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "target/probe/probe.h"
#include "test.h"

static struct gdb_target *target;
static struct gdb_bus *bus;

static int begin(void **state)
{
	struct error err;

	(void)state;
	target = calloc(1, sizeof *target);
	bus = calloc(1, sizeof *bus);
	assert_non_null(target);
	assert_non_null(bus);
	bus->target = target;
	target->monitor[0].monitor = catalog_monitor("arm1176", &err);
	assert_non_null(target->monitor[0].monitor);
	return 0;
}

static int end(void **state)
{
	(void)state;
	free(bus);
	free(target);
	return 0;
}

#define CASE(name) TEST_WITH(name, begin, end)

static const struct tally_reg *place(const char *name)
{
	struct error err;
	const struct catalog_register *r =
		catalog_register(target->monitor[0].monitor, name, &err);

	assert_non_null(r);
	return &r->reg;
}

/* Gives what the bus keeps of a register; NULL: nothing. */
static const struct gdb_was *kept(const char *name)
{
	for (unsigned i = 0; i < bus->wass; i++)
		if (tally_reg_same(bus->was[i].reg, *place(name)))
			return &bus->was[i];
	return NULL;
}

/* The first value that was read is what it was, however often it is read. */
CASE(read_first)
{
	gdb_was_read(bus, place("PMN0"), 5);
	gdb_was_read(bus, place("PMN1"), 6);
	gdb_was_read(bus, place("PMN0"), 7);
	gdb_was_written(bus, place("PMN0"));
	gdb_was_read(bus, place("PMN0"), 8);
	assert_true(gdb_was_is_known(bus, place("PMN0")));
	assert_true(kept("PMN0")->written);
	assert_int_equal(kept("PMN0")->value, 5);
	assert_false(kept("PMN1")->written);
	assert_int_equal(kept("PMN1")->value, 6);
}

/* A value that was read behind a write of ours is not what it was. */
CASE(written_first)
{
	gdb_was_written(bus, place("PMN0"));
	gdb_was_read(bus, place("PMN0"), 7);
	assert_false(gdb_was_is_known(bus, place("PMN0")));
	assert_true(kept("PMN0")->written);
}

/* Put back, it may change again, and is asked for anew. */
CASE(forgotten)
{
	gdb_was_read(bus, place("PMN0"), 5);
	gdb_was_written(bus, place("PMN0"));
	gdb_was_forget(bus, place("PMN0"));
	assert_false(gdb_was_is_known(bus, place("PMN0")));
	assert_false(kept("PMN0")->written);
	gdb_was_read(bus, place("PMN0"), 9);
	assert_int_equal(kept("PMN0")->value, 9);
}

/* A control bit that zeroes counters writes those that somebody has read. */
CASE(zeroed)
{
	gdb_was_read(bus, place("CCNT"), 1);
	gdb_was_read(bus, place("PMN0"), 5);
	gdb_was_zeroed(bus, place("PMNC"), 2); /* P: the event counters */
	assert_true(kept("PMN0")->written);
	assert_false(kept("CCNT")->written);
	assert_false(kept("PMN1")->known || kept("PMN1")->written);
	gdb_was_zeroed(bus, place("PMNC"), 4); /* C: the cycle counter */
	assert_true(kept("CCNT")->written);
	assert_int_equal(kept("CCNT")->value, 1);
}
