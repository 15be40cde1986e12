/* SPDX-License-Identifier: MIT */
/*
 * The bus that makes a healthy monitor look ill, before registers that keep
 * what is written to them.
 */
#include <stdint.h>
#include <string.h>

#include "run/doctor/illness.h"
#include "test.h"

enum { CONTROL, CCNT, PMN0, PMN1, OTHER, CELLS };

static const struct tally_reg reg[CELLS] = {
	{ TALLY_CP(0, 15, 12, 0), TALLY_CP15, 32 },
	{ TALLY_CP(0, 15, 12, 1), TALLY_CP15, 32 },
	{ TALLY_CP(0, 15, 12, 2), TALLY_CP15, 32 },
	{ TALLY_CP(0, 15, 12, 3), TALLY_CP15, 32 },
	{ TALLY_SYS(3, 3, 9, 12, 0), TALLY_SYSREG, 64 },
};
static uint64_t cell[CELLS];
static enum tally_status broken;
static unsigned synced;

static unsigned which(const struct tally_reg *of)
{
	unsigned i = 0;

	while (!tally_reg_same(reg[i], *of))
		assert_true(++i < CELLS);
	return i;
}

static enum tally_status read_cell(struct tally_bus *bus,
				   const struct tally_reg *of, uint64_t *value)
{
	(void)bus;
	*value = cell[which(of)];
	return broken;
}

static enum tally_status write_cell(struct tally_bus *bus,
				    const struct tally_reg *of, uint64_t value)
{
	(void)bus;
	cell[which(of)] = value;
	return broken;
}

static enum tally_status sync_cells(struct tally_bus *bus)
{
	(void)bus;
	synced++;
	return broken;
}

static const struct tally_bus_ops ops = { .read = read_cell,
					  .write = write_cell,
					  .sync = sync_cells };
static struct tally_bus inner;
static struct illness ill;

static void fall(enum illness_kind kind)
{
	struct error err;

	broken = TALLY_OK;
	inner = (struct tally_bus){ .ops = &ops };
	memset(cell, 0, sizeof cell);
	illness_init(&ill, &inner, catalog_monitor("arm1176", &err), kind);
	assert_int_equal(ill.kind, kind);
	/* The last one is PMN1. */
	ill.counter = 2;
}

static uint64_t reads(unsigned i)
{
	return tally_bus_read(&ill.bus, &reg[i]);
}

static void writes(unsigned i, uint64_t value)
{
	tally_bus_write(&ill.bus, &reg[i], value);
}

/* Somebody else's part: the bus tells the truth. */
TEST(nothing_is_changed)
{
	static const enum illness_kind kind[] = { ILL_NOT, ILL_BUSY,
						  ILL_NO_LINE, ILL_NID_OFF,
						  ILL_LOST_OVERFLOW };

	for (unsigned k = 0; k < sizeof kind / sizeof kind[0]; k++) {
		fall(kind[k]);
		for (unsigned i = 0; i < CELLS; i++) {
			writes(i, 0x701 + i);
			assert_int_equal(cell[i], 0x701 + i);
			cell[i]++;
			assert_int_equal(reads(i), 0x702 + i);
		}
	}
}

/* The first register that was read has an identity that no core has. */
TEST(another_chip)
{
	fall(ILL_FOREIGN);
	cell[CONTROL] = 0x12345678;
	cell[CCNT] = 5;
	assert_int_equal(reads(CONTROL), 0xedcba987);
	assert_int_equal(reads(CCNT), 5);
	assert_int_equal(reads(CONTROL), 0xedcba987);
	fall(ILL_FOREIGN);
	cell[OTHER] = 0x12345678;
	assert_int_equal(reads(OTHER), 0);
	assert_int_equal(reads(OTHER), 0);
}

TEST(lost_writes)
{
	fall(ILL_DEAD);
	cell[PMN0] = 7;
	writes(PMN0, 9);
	writes(CONTROL, 9);
	assert_int_equal(cell[CONTROL], 0);
	assert_int_equal(reads(PMN0), 7);
}

/* A stuck register has what was read of it first, or written last. */
TEST(one_that_is_stuck)
{
	fall(ILL_STUCK);
	for (unsigned i = 0; i < CELLS; i++)
		cell[i] = 10;
	assert_int_equal(reads(PMN1), 10);
	for (unsigned i = 0; i < CELLS; i++)
		cell[i] = 20;
	assert_int_equal(reads(PMN1), 10);
	for (unsigned i = 0; i < CELLS; i++)
		if (i != PMN1)
			assert_int_equal(reads(i), 20);
	writes(PMN1, 30);
	assert_int_equal(cell[PMN1], 30);
	cell[PMN1] = 31;
	assert_int_equal(reads(PMN1), 30);
	writes(PMN0, 30);
	cell[PMN0] = 31;
	assert_int_equal(reads(PMN0), 31);
}

TEST(all_that_stand)
{
	fall(ILL_FROZEN);
	for (unsigned i = CCNT; i <= PMN1; i++) {
		cell[i] = 10;
		assert_int_equal(reads(i), 10);
		cell[i] = 20;
		assert_int_equal(reads(i), 10);
		writes(i, 40);
		cell[i] = 41;
		assert_int_equal(reads(i), 40);
	}
	cell[CONTROL] = 1;
	assert_int_equal(reads(CONTROL), 1);
	cell[CONTROL] = 2;
	assert_int_equal(reads(CONTROL), 2);
}

TEST(every_second_one)
{
	fall(ILL_SLOW);
	writes(PMN1, 100);
	cell[PMN1] = 151;
	assert_int_equal(reads(PMN1), 125);
	cell[PMN1] = 200;
	assert_int_equal(reads(PMN1), 150);
	writes(PMN0, 100);
	cell[PMN0] = 200;
	assert_int_equal(reads(PMN0), 200);
}

/* The flags alone are not there. */
TEST(none_has_flags)
{
	fall(ILL_MUTE);
	for (unsigned i = 0; i < CELLS; i++)
		cell[i] = 0xffffffff;
	assert_int_equal(reads(CONTROL), 0xfffff8ff);
	for (unsigned i = CCNT; i < CELLS; i++)
		assert_int_equal(reads(i), 0xffffffff);
}

/* Writes of C and P are lost, and no others. */
TEST(none_is_reset)
{
	fall(ILL_UNRESET);
	writes(CONTROL, 0x0070b707);
	assert_int_equal(cell[CONTROL], 0x0070b701);
	writes(PMN0, 6);
	assert_int_equal(cell[PMN0], 6);
}

/* The two have each other's events while they count, and what is read back of
 * a monitor that stands is what was written. */
TEST(each_others_events)
{
	fall(ILL_SWAPPED);
	writes(CONTROL, 0x0070b001);
	assert_int_equal(cell[CONTROL], 0x0070b001);
	fall(ILL_SWAPPED);
	illness_swap(&ill, 1, 2);
	writes(CONTROL, 0x0070b000);
	assert_int_equal(reads(CONTROL), 0x0070b000);
	writes(CONTROL, 0x0070b001);
	assert_int_equal(cell[CONTROL], 0x00b07001);
	/* Flags are taken off meanwhile, and they are each other's still. */
	writes(CONTROL, 0x0070b701);
	assert_int_equal(cell[CONTROL], 0x00b07701);
	writes(CONTROL, 0x0070b000);
	assert_int_equal(reads(CONTROL), 0x0070b000);
}

/* The status of the bus behind it is told, and that bus is good again. */
TEST(a_bus_that_fails)
{
	for (unsigned i = 0; i < 3; i++) {
		fall(ILL_STUCK);
		broken = TALLY_E_NOREG;
		if (i == 0)
			(void)reads(PMN0);
		else if (i == 1)
			writes(PMN0, 1);
		else
			tally_bus_sync(&ill.bus);
		assert_int_equal(ill.bus.status, TALLY_E_NOREG);
		assert_int_equal(inner.status, TALLY_OK);
	}
	assert_int_equal(synced, 1);
}

TEST(each_has_a_name)
{
	struct error err;

	for (unsigned i = 0; i < ILL_KINDS; i++) {
		const char *name = illness_name((enum illness_kind)i);

		assert_int_equal(illness_find(name, &err), i);
	}
	assert_int_equal(illness_find("flu", &err), ILL_KINDS);
	assert_string_equal(err.text,
			    "no illness is called flu; there are none foreign "
			    "busy dead stuck frozen mute slow no-line nid-off "
			    "lost-overflow early no-stop forgetful no-clear "
			    "no-reset no-divide swapped extra");
}
