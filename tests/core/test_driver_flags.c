/* SPDX-License-Identifier: MIT */
/*
 * Flags of a driver wherever they are, in one register or in each counter's
 * own, for every monitor of the catalogue and each of its counters, on cells
 * made from the rows: which bit is a counter's flag is found by asking flags(),
 * bit by bit.  Each counter that can interrupt has one, and no other; what is
 * beside a flag goes with it; a request that is pending is somebody's; and
 * RELEASE stops what runs and leaves no interrupt enabled.
 */
#include <stdint.h>
#include <string.h>

#include <tally/counting.h>

#include "catalog_target.h"
#include "documents.h"
#include "hpm.h"
#include "test.h"

enum { STEPS = 512 };

static const struct catalog_monitor *m;
static const struct tally_monitor_ops *ops;
static struct catalog_target target;
static struct tally_slot slot;
static struct tally_setup setup;
static uint64_t start;
static struct document document;

/* A bit of a register, by its cell. */
struct flag {
	unsigned cell;
	uint64_t bit;
};

static bool possible(void)
{
	return tally_setup_check(m->monitor, &setup, NULL) == TALLY_OK;
}

static const char *name_of(unsigned counter)
{
	return m->counter[counter].name;
}

static struct tally_step step[STEPS];

static unsigned encode(enum tally_phase phase)
{
	struct tally_script script;

	tally_script_init(&script, step, STEPS);
	assert_int_equal(tally_encode(m->monitor, &setup, phase, &script),
			 TALLY_OK);
	return script.count;
}

static void run(enum tally_phase phase)
{
	struct tally_script script = { step, 0, STEPS, TALLY_OK };

	script.count = (uint16_t)encode(phase);
	if (phase == TALLY_START)
		start = step[0].value;
	assert_int_equal(tally_script_run(&script, &target.bus), TALLY_OK);
}

static void each_counter(void (*look)(unsigned counter))
{
	unsigned count;
	const struct catalog_monitor *const *all = hpm_and_all(&count);

	for (unsigned i = 0; i < count; i++) {
		m = all[i];
		ops = m->monitor->ops;
		document_read(m->name, &document);
		for (unsigned n = 0; n < m->monitor->counters; n++) {
			unsigned k = 0;

			slot = (struct tally_slot){ .counter = (uint8_t)n };
			setup = (struct tally_setup){ &slot, 1, 0 };
			do
				slot.event = m->event[k].code;
			while (!possible() && ++k < m->events);
			catalog_target_init(&target, m);
			if (k < m->events)
				look(n);
		}
	}
}

static uint32_t flags(void)
{
	return ops->flags(m->monitor, &target.bus);
}

/* Bits of a cell that writing 1 clears, by whichever of its registers. */
static uint64_t clears_of(unsigned cell)
{
	uint64_t bits = 0;

	for (unsigned i = 0; i < m->regs; i++)
		if (target.cell[i] == cell)
			bits |= target.clears[i];
	return bits;
}

/*
 * The bit that is the counter's flag, where nothing else is set: one that
 * writing 1 clears, or one of the counter itself.
 */
static bool find_flag(unsigned counter, struct flag *found)
{
	const unsigned own = target.cell[catalog_target_at(
		m, &m->monitor->counter[counter].reg)];
	bool any = false;

	for (unsigned i = 0; i < m->regs; i++) {
		const unsigned cell = target.cell[i];

		for (unsigned b = 0; cell == i && b < 64; b++) {
			const uint64_t bit = UINT64_C(1) << b,
				       had = target.value[i];
			uint32_t told;

			if (had & bit || !(i == own || clears_of(i) & bit))
				continue;
			target.value[i] |= bit;
			told = flags();
			target.value[i] = had;
			if (told & (told - 1))
				fail_msg("%s: bit %u of %s is the flag of "
					 "several counters, 0x%x",
					 m->name, b, m->reg[i].name, told);
			if (told != UINT32_C(1) << (counter & 31))
				continue;
			*found = (struct flag){ i, bit };
			any = true;
		}
	}
	return any;
}

static bool has_flag(unsigned counter, struct flag *flag)
{
	if (!tally_counting_tells(m->monitor->counting))
		return false;
	slot.interrupt = TALLY_SILENT;
	while (slot.interrupt++ < TALLY_DEBUG && !possible())
		continue;
	if (!possible())
		return false;
	run(TALLY_CONFIGURE);
	if (!find_flag(counter, flag))
		fail_msg("%s %s: it can interrupt, and no bit of a register "
			 "is told as its flag by flags()",
			 m->name, name_of(counter));
	return true;
}

static void look_at_flag(unsigned counter)
{
	const uint32_t mine = UINT32_C(1) << (counter & 31);
	struct flag flag = { 0, 0 };

	if (!has_flag(counter, &flag))
		return;
	for (unsigned running = 0; running < 2; running++) {
		uint64_t told;

		run(TALLY_CONFIGURE);
		run(TALLY_START);
		if (!running)
			run(TALLY_STOP);
		target.value[flag.cell] |= flag.bit | clears_of(flag.cell);
		told = ops->acknowledge(m->monitor, &setup, start, &target.bus);
		if (!(told & mine) || !(told & TALLY_RUNNING) != !running)
			fail_msg("%s %s: its flag is acknowledged as 0x%llx",
				 m->name, name_of(counter),
				 (unsigned long long)told);
		if (target.value[flag.cell] & (flag.bit | clears_of(flag.cell)))
			fail_msg("%s %s: acknowledge() leaves 0x%llx in %s, "
				 "which is beside its flag",
				 m->name, name_of(counter),
				 (unsigned long long)(target.value[flag.cell] &
						      clears_of(flag.cell)),
				 m->reg[flag.cell].name);
	}
}

TEST(each_counter_has_a_flag)
{
	each_counter(look_at_flag);
}

static void look_at_request(unsigned counter)
{
	static struct tally_step kept[STEPS];
	struct tally_script restore;
	struct flag flag = { 0, 0 };

	if (!has_flag(counter, &flag) || document.asks_running)
		return;
	target.value[flag.cell] |= flag.bit;
	tally_script_init(&restore, kept, STEPS);
	if (!ops->save(m->monitor, &setup, &target.bus, &restore))
		fail_msg("%s %s: it stands still and asks for its interrupt, "
			 "which save() has to tell as in use",
			 m->name, name_of(counter));
}

TEST(who_asks_is_in_use)
{
	each_counter(look_at_request);
}

/* Of registers in which CONFIGURE clears a flag it leaves none. */
static void look_at_configured(unsigned counter)
{
	uint64_t cleared[CATALOG_CELLS] = { 0 };
	const unsigned count = encode(TALLY_CONFIGURE);

	for (unsigned i = 0; i < count; i++) {
		unsigned cell;

		if (tally_reg_none(step[i].reg))
			continue;
		cell = target.cell[catalog_target_at(m, &step[i].reg)];
		cleared[cell] |=
			step[i].value &
			target.clears[catalog_target_at(m, &step[i].reg)];
	}
	for (unsigned i = 0; i < m->regs; i++)
		if (cleared[i] && cleared[i] != clears_of(i))
			fail_msg("%s %s: CONFIGURE clears 0x%llx of %s, and "
				 "not 0x%llx besides",
				 m->name, name_of(counter),
				 (unsigned long long)cleared[i], m->reg[i].name,
				 (unsigned long long)(clears_of(i) &
						      ~cleared[i]));
}

TEST(configure_leaves_no_flag)
{
	each_counter(look_at_configured);
}

/* The cells behind CONFIGURE, START and RELEASE, with an interrupt or not. */
static void released(uint8_t interrupt, uint64_t value[CATALOG_CELLS],
		     uint64_t configured[CATALOG_CELLS])
{
	slot.interrupt = interrupt;
	run(TALLY_CONFIGURE);
	memcpy(configured, target.value, sizeof target.value);
	run(TALLY_START);
	run(TALLY_RELEASE);
	memcpy(value, target.value, sizeof target.value);
}

static void look_at_enable(unsigned counter)
{
	static uint64_t with[CATALOG_CELLS], without[CATALOG_CELLS],
		on[CATALOG_CELLS], off[CATALOG_CELLS];
	struct flag flag = { 0, 0 };

	if (!has_flag(counter, &flag))
		return;
	released(slot.interrupt, with, on);
	released(TALLY_SILENT, without, off);
	for (unsigned i = 0; i < m->regs; i++)
		if ((on[i] ^ off[i]) & on[i] & with[i])
			fail_msg("%s %s: RELEASE leaves its interrupt enabled: "
				 "%s is 0x%llx",
				 m->name, name_of(counter), m->reg[i].name,
				 (unsigned long long)with[i]);
}

TEST(release_leaves_no_interrupt)
{
	each_counter(look_at_enable);
}

/* RELEASE alone stops it: who closes a session need not have written STOP. */
static void look_at_release(unsigned counter)
{
	struct tally_step opens, closes;
	uint64_t differ;
	unsigned cell;

	encode(TALLY_START);
	opens = step[0];
	encode(TALLY_STOP);
	closes = step[0];
	if (tally_reg_none(opens.reg))
		return;
	cell = target.cell[catalog_target_at(m, &opens.reg)];
	differ = (opens.value ^ closes.value) & target.stays[cell];
	run(TALLY_CONFIGURE);
	run(TALLY_START);
	run(TALLY_RELEASE);
	if ((target.value[cell] ^ closes.value) & differ)
		fail_msg("%s %s: it runs on behind RELEASE: %s is 0x%llx",
			 m->name, name_of(counter), m->reg[cell].name,
			 (unsigned long long)target.value[cell]);
}

TEST(release_stops_it)
{
	each_counter(look_at_release);
}
