/* SPDX-License-Identifier: MIT */
/*
 * A driver's holds() misses nothing that a setup decides: bits that differ from
 * setup to setup, or between START and STOP, are flipped one by one after
 * CONFIGURE, on cells made from the rows of every monitor of the catalogue, and
 * each has to be noticed.  Registers that one counter alone has are that
 * counter's: what another's select is nothing to who does not count by it.
 */
#include <stdint.h>
#include <string.h>

#include "catalog_target.h"
#include "hpm.h"
#include "test.h"

enum { STEPS = 512, NOBODY = 0xFF, SEVERAL = 0xFE };

/* A register as the setups of a monitor write it. */
struct decided {
	bool written;
	uint8_t whose; /* the counter whose setups write it so */
	uint64_t base, bits;
};

static const struct catalog_monitor *m;
static struct catalog_target target;
static struct decided decided[CATALOG_CELLS];
static struct tally_slot slot;
static struct tally_setup setup = { &slot, 1, 0 };
static struct tally_step step[STEPS];
static struct tally_script script;
static unsigned flips;

static void encode(enum tally_phase phase)
{
	tally_script_init(&script, step, STEPS);
	assert_int_equal(tally_encode(m->monitor, &setup, phase, &script),
			 TALLY_OK);
}

/* Which bits are other than in the setups before. */
static void compare(void)
{
	for (unsigned phase = TALLY_CONFIGURE; phase <= TALLY_STOP; phase++) {
		encode((enum tally_phase)phase);
		for (unsigned i = 0; i < script.count; i++) {
			struct decided *d;
			uint64_t other;

			if (tally_reg_none(step[i].reg))
				continue;
			d = &decided[catalog_target_at(m, &step[i].reg)];
			other = step[i].value ^ d->base;
			if (!d->written)
				d->base = step[i].value;
			else if (other && setup.slots)
				d->whose =
					d->whose == NOBODY ||
							d->whose == slot.counter
						? slot.counter
						: SEVERAL;
			d->bits |= d->written ? other : 0;
			d->written = true;
		}
	}
}

static bool possible(void)
{
	return tally_setup_check(m->monitor, &setup, NULL) == TALLY_OK;
}

/* Every event of a counter that has a bit as none before it; and interrupts. */
static bool compare_counter(unsigned counter)
{
	unsigned ones = 0, zeros = 0;
	bool any = false;

	slot = (struct tally_slot){ .counter = (uint8_t)counter };
	for (unsigned i = 0; i < m->events; i++) {
		const unsigned code = m->event[i].code;

		slot.event = m->event[i].code;
		if (any && !(code & ~ones) && !(~code & 0xFFFF & ~zeros))
			continue;
		for (unsigned kind = TALLY_SILENT; kind <= TALLY_FIQ; kind++) {
			slot.interrupt = (uint8_t)kind;
			if (!possible())
				continue;
			compare();
			any = true;
			ones |= code;
			zeros |= ~code;
		}
	}
	return any;
}

static bool holds(void)
{
	return m->monitor->ops->holds(m->monitor, &setup, &target.bus);
}

/* The register's bits that the setups decide are flipped, one by one. */
static void flip(unsigned reg)
{
	const unsigned cell = target.cell[reg];
	uint64_t bits =
		decided[reg].bits & (target.kept[cell] | target.sets[cell]);

	if (target.counts[cell] || (decided[reg].whose != SEVERAL &&
				    decided[reg].whose != slot.counter))
		return;
	while (bits) {
		uint64_t bit = bits & (~bits + 1);

		bits ^= bit;
		target.value[cell] ^= bit;
		if (holds())
			fail_msg("%s %s: bit 0x%llx of %s is another than "
				 "CONFIGURE wrote, and holds() does not notice",
				 m->name, m->counter[slot.counter].name,
				 (unsigned long long)bit, m->reg[reg].name);
		flips++;
		target.value[cell] ^= bit;
	}
}

/* The slot's levels from one to the next, each alone; false: that was all. */
static bool next_level(void)
{
	slot.levels = (uint8_t)(slot.levels ? slot.levels << 1 : 1);
	return slot.levels;
}

static void look_at_setup(void)
{
	catalog_target_init(&target, m);
	encode(TALLY_CONFIGURE);
	assert_int_equal(tally_script_run(&script, &target.bus), TALLY_OK);
	if (!holds())
		fail_msg("%s %s: what CONFIGURE wrote at levels 0x%x does not "
			 "hold",
			 m->name, m->counter[slot.counter].name, slot.levels);
	for (unsigned reg = 0; reg < m->regs; reg++)
		flip(reg);
}

static void look_at(unsigned counter)
{
	slot = (struct tally_slot){ .counter = (uint8_t)counter };
	for (unsigned i = 0; i < m->events; i++) {
		slot.event = m->event[i].code;
		if (!possible())
			continue;
		look_at_setup();
		while (next_level())
			if (possible())
				look_at_setup();
		return;
	}
}

/* Of one whose control cannot be read nothing is known. */
static bool start_is_kept(void)
{
	unsigned cell;

	encode(TALLY_START);
	if (tally_reg_none(step[0].reg))
		return true;
	cell = target.cell[catalog_target_at(m, &step[0].reg)];
	return !(target.acts[cell] & step[0].value);
}

TEST(every_bit_that_a_setup_decides)
{
	unsigned count;
	const struct catalog_monitor *const *all = hpm_and_all(&count);

	for (unsigned i = 0; i < count; i++) {
		m = all[i];
		memset(decided, 0, sizeof(decided));
		for (unsigned reg = 0; reg < m->regs; reg++)
			decided[reg].whose = NOBODY;
		setup.slots = 0;
		compare();
		setup.slots = 1;
		for (unsigned n = 0; n < m->monitor->counters; n++)
			compare_counter(n);
		flips = 0;
		for (unsigned n = 0; n < m->monitor->counters; n++)
			look_at(n);
		assert_true(flips || !start_is_kept());
	}
}
