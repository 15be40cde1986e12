/* SPDX-License-Identifier: MIT */
/*
 * A driver keeps its promises (tally/monitor.h), for every monitor of the
 * catalogue and each of its counters by itself, on cells made from the rows:
 * where its flag is, what is acknowledged, what a counter is loaded with, what
 * is noticed that was not written so, whether the monitor is in use, and that
 * it is not taken for one that is not there.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <tally/counting.h>

#include "catalog_target.h"
#include "hpm.h"
#include "test.h"

enum { STEPS = 512 };

/* One slot on cells; the probe finds it there. */
struct scene {
	const struct catalog_monitor *m;
	const struct tally_monitor *monitor;
	struct catalog_target target;
	struct tally_slot slot;
	struct tally_setup setup;
	uint64_t start; /* what START writes */
};

static struct scene s;

static bool possible(void)
{
	return tally_setup_check(s.monitor, &s.setup, NULL) == TALLY_OK;
}

static bool set_event(unsigned counter, uint16_t not_this)
{
	s.slot.counter = (uint8_t)counter;
	for (unsigned i = 0; i < s.m->events; i++) {
		s.slot.event = s.m->event[i].code;
		if (s.slot.event != not_this && possible())
			return true;
	}
	return false;
}

static unsigned cell_of(const struct tally_reg *reg)
{
	return s.target.cell[catalog_target_at(s.m, reg)];
}

static unsigned register_of(const char *name)
{
	for (unsigned i = 0; i < s.m->regs; i++)
		if (strcmp(s.m->reg[i].name, name) == 0)
			return s.target.cell[i];
	fail_msg("%s has no register %s", s.m->name, name);
	return 0;
}

static void run(enum tally_phase phase)
{
	static struct tally_step step[STEPS];
	struct tally_script script;

	tally_script_init(&script, step, STEPS);
	assert_int_equal(tally_encode(s.monitor, &s.setup, phase, &script),
			 TALLY_OK);
	if (phase == TALLY_START)
		s.start = step[0].value;
	assert_int_equal(tally_script_run(&script, &s.target.bus), TALLY_OK);
}

/* Every counter of every monitor, with the first event that it can have. */
static void each_counter(void (*look)(unsigned counter))
{
	unsigned count;
	const struct catalog_monitor *const *m = hpm_and_all(&count);

	for (unsigned i = 0; i < count; i++)
		for (unsigned n = 0; n < m[i]->monitor->counters; n++) {
			memset(&s, 0, sizeof(s));
			s.m = m[i];
			s.monitor = m[i]->monitor;
			s.setup = (struct tally_setup){ &s.slot, 1, 0 };
			catalog_target_init(&s.target, s.m);
			if (set_event(n, TALLY_EVENT_CYCLES + 1))
				look(n);
		}
}

static const char *name_of(unsigned counter)
{
	return s.m->counter[counter].name;
}

static struct tally_view view_of(void)
{
	struct tally_view view = {
		.value = s.monitor->counter[s.slot.counter].reg
	};

	if (s.monitor->ops->view)
		s.monitor->ops->view(s.monitor, &s.setup, 0, &view);
	return view;
}

/* All is as acknowledge() has to leave it: it changes no more than flags. */
static void must_be(const uint64_t found[CATALOG_CELLS])
{
	for (unsigned i = 0; i < s.m->regs; i++)
		if (s.target.value[i] != found[i])
			fail_msg("%s %s: acknowledge() changes %s, from 0x%llx "
				 "to 0x%llx",
				 s.m->name, name_of(s.slot.counter),
				 s.m->reg[i].name, (unsigned long long)found[i],
				 (unsigned long long)s.target.value[i]);
}

/* The counter's flag comes up: it alone is told, and it alone goes. */
static void look_at_flag(unsigned counter)
{
	const struct tally_view view = view_of();
	const struct tally_reg *at =
		s.monitor->ops->flags_at ? s.monitor->ops->flags_at(s.monitor)
					 : NULL;
	uint32_t mine = UINT32_C(1) << (counter & 31);
	uint64_t found[CATALOG_CELLS], told;
	unsigned cell;

	if (!view.flag)
		return;
	for (unsigned running = 0; running < 2; running++) {
		run(TALLY_CONFIGURE);
		run(TALLY_START);
		if (!running)
			run(TALLY_STOP);
		cell = cell_of(at ? at : &view.value);
		memcpy(found, s.target.value, sizeof(found));
		s.target.value[cell] |= view.flag;
		if (s.monitor->ops->flags(s.monitor, &s.target.bus) != mine)
			fail_msg("%s %s: its flag is told as 0x%x", s.m->name,
				 name_of(counter),
				 s.monitor->ops->flags(s.monitor,
						       &s.target.bus));
		told = s.monitor->ops->acknowledge(s.monitor, &s.setup, s.start,
						   &s.target.bus);
		if (told != (mine | (running ? TALLY_RUNNING : 0)))
			fail_msg("%s %s: acknowledged as 0x%llx", s.m->name,
				 name_of(counter), (unsigned long long)told);
		if (s.target.value[cell] & view.flag)
			fail_msg("%s %s: its flag stays", s.m->name,
				 name_of(counter));
		must_be(found);
	}
}

TEST(flags_are_told)
{
	each_counter(look_at_flag);
}

/*
 * A flag that is not set is neither told nor acknowledged, also of a counter
 * that has none, and nothing changes; nothing is said to run that stands still.
 */
static void look_at_none(unsigned counter)
{
	const bool always = s.monitor->counting == &tally_unstopped.counting;
	uint64_t found[CATALOG_CELLS], told;

	for (unsigned running = 0; running < 2; running++) {
		run(TALLY_CONFIGURE);
		run(TALLY_START);
		if (!running)
			run(TALLY_STOP);
		memcpy(found, s.target.value, sizeof(found));
		told = s.monitor->ops->flags(s.monitor, &s.target.bus);
		if (told)
			fail_msg("%s %s: no flag is set, and 0x%llx is told",
				 s.m->name, name_of(counter),
				 (unsigned long long)told);
		told = s.monitor->ops->acknowledge(s.monitor, &s.setup, s.start,
						   &s.target.bus);
		if (told & ~(running || always ? TALLY_RUNNING : 0))
			fail_msg("%s %s: no flag is set, and 0x%llx is "
				 "acknowledged",
				 s.m->name, name_of(counter),
				 (unsigned long long)told);
		must_be(found);
	}
}

TEST(no_flag_is_made_up)
{
	each_counter(look_at_none);
}

/*
 * Counters that have a flag and can be loaded are flagged, so that no poll is
 * needed; with a flag alone they can be read only; without one of the others.
 */
static void look_at_counting(unsigned counter)
{
	const struct tally_counting *c = s.monitor->counting;
	bool flag = view_of().flag, loads;

	if (c == &tally_difference && s.monitor->counter[counter].bits > 32)
		fail_msg("%s %s: it has %u bits, and tally_difference takes "
			 "differences of 32: tally_free_running is for more",
			 s.m->name, name_of(counter),
			 s.monitor->counter[counter].bits);
	s.slot.period = 1000;
	loads = possible();
	s.slot.period = 0;
	if (s.monitor->counter[counter].fixed && !flag)
		return;
	if (flag ? (loads ? !c->flagged : c != &tally_read_only)
		 : c->flagged || c == &tally_read_only)
		fail_msg("%s %s: its totals come of another kind of counter",
			 s.m->name, name_of(counter));
}

TEST(totals_come_of_their_kind)
{
	each_counter(look_at_counting);
}

static void look_at_period(unsigned counter)
{
	static const uint64_t period = 12345;
	uint64_t want =
		tally_preset(period, tally_slot_bits(s.monitor, &s.setup, 0));

	s.slot.period = period;
	if (!possible())
		return;
	run(TALLY_CONFIGURE);
	if (s.target.value[cell_of(&s.monitor->counter[counter].reg)] != want)
		fail_msg("%s %s: not loaded with its period", s.m->name,
			 name_of(counter));
}

TEST(periods_are_loaded)
{
	each_counter(look_at_period);
}

static bool holds(const struct tally_slot *wanted)
{
	const struct tally_setup setup = { wanted, 1, s.setup.options };

	return s.monitor->ops->holds(s.monitor, &setup, &s.target.bus);
}

static void must_differ(const struct tally_slot *wanted, const char *what)
{
	run(TALLY_CONFIGURE);
	if (holds(wanted))
		fail_msg("%s %s: that %s differs is not noticed: holds() has "
			 "to read it back, or .check has to refuse setups that "
			 "ask for it (tally_check_unloaded)",
			 s.m->name, name_of(wanted->counter), what);
}

/* Somebody configures it otherwise. */
static void look_at_holds(unsigned counter)
{
	const struct tally_slot wanted = s.slot;

	run(TALLY_CONFIGURE);
	if (!holds(&wanted))
		fail_msg("%s %s: does not hold what was written", s.m->name,
			 name_of(counter));
	if (set_event(counter, wanted.event))
		must_differ(&wanted, "its event");
	s.slot = wanted;
	s.slot.interrupt = TALLY_IRQ;
	if (possible())
		must_differ(&wanted, "its interrupt");
	s.slot = wanted;
	if (s.monitor->counter[counter].fixed)
		return;
	for (unsigned other = 0; other < s.monitor->counters; other++)
		if (other != counter && !s.monitor->counter[other].fixed &&
		    set_event(other, TALLY_EVENT_CYCLES + 1)) {
			must_differ(&wanted, "the counter");
			return;
		}
}

TEST(what_differs_is_noticed)
{
	each_counter(look_at_holds);
}

static bool in_use(void)
{
	static struct tally_step step[STEPS];
	struct tally_script restore;

	tally_script_init(&restore, step, STEPS);
	return s.monitor->ops->save(s.monitor, &s.setup, &s.target.bus,
				    &restore);
}

/*
 * An event that is chosen makes a monitor somebody's whose counters nothing
 * stops, until he gives it up.
 */
static void look_at_choice(unsigned counter)
{
	if (in_use() != !s.monitor->counter[counter].fixed)
		fail_msg("%s %s: who chose an event uses it, and no other "
			 "(levels 0x%x)",
			 s.m->name, name_of(counter), s.slot.levels);
	run(TALLY_RELEASE);
	if (in_use())
		fail_msg("%s %s: given up is not in use", s.m->name,
			 name_of(counter));
}

static void look_at_use(unsigned counter)
{
	struct tally_script script;
	struct tally_step start;

	tally_script_init(&script, &start, 1);
	assert_int_equal(
		tally_encode(s.monitor, &s.setup, TALLY_START, &script),
		TALLY_OK);
	/*
	 * Of one whose control cannot be read nothing is known; and a clock
	 * that is more than a register runs for everybody.
	 */
	if (!tally_reg_none(start.reg) &&
	    s.target.acts[cell_of(&start.reg)] & start.value)
		return;
	if (!view_of().value.bits)
		return;
	run(TALLY_CONFIGURE);
	if (s.monitor->counting == &tally_unstopped.counting) {
		look_at_choice(counter);
		return;
	}
	if (in_use())
		fail_msg("%s %s: configured is not in use", s.m->name,
			 name_of(counter));
	run(TALLY_START);
	if (!in_use())
		fail_msg("%s %s: runs, and is not in use (levels 0x%x)",
			 s.m->name, name_of(counter), s.slot.levels);
	run(TALLY_STOP);
	if (in_use())
		fail_msg("%s %s: stopped is not in use", s.m->name,
			 name_of(counter));
}

/* Wherever it is counted: at all levels, or at one of them alone. */
static void look_at_save(unsigned counter)
{
	look_at_use(counter);
	for (unsigned level = 1; level <= s.monitor->levels; level <<= 1) {
		s.slot.levels = (uint8_t)(level & s.monitor->levels);
		if (s.slot.levels && possible())
			look_at_use(counter);
	}
}

TEST(who_runs_is_in_use)
{
	each_counter(look_at_save);
}

/*
 * A monitor is free as reset leaves it, also where its counters count from then
 * on.  What no document says of reset is 0 here.
 */
TEST(reset_leaves_it_free)
{
	unsigned count;
	const struct catalog_monitor *const *m = hpm_and_all(&count);

	for (unsigned i = 0; i < count; i++) {
		memset(&s, 0, sizeof(s));
		s.m = m[i];
		s.monitor = m[i]->monitor;
		s.setup = (struct tally_setup){ &s.slot, 1, 0 };
		catalog_target_init(&s.target, s.m);
		if (!set_event(0, TALLY_EVENT_CYCLES + 1))
			continue;
		for (unsigned n = 0; n < s.m->fields; n++) {
			const struct catalog_field *f = &s.m->field[n];
			const struct catalog_reset *r = catalog_reset(s.m, f);
			uint64_t value = r ? strtoull(r->value, NULL, 0) : 0;
			unsigned cell = register_of(f->reg);

			s.target.value[cell] = tally_field_put(
				s.target.value[cell], f->field, value);
		}
		if (in_use())
			fail_msg("%s: is in use after reset", s.m->name);
	}
}

/* The bits by which START and STOP differ. */
static uint64_t window_of(const struct tally_monitor *m, uint8_t options)
{
	const struct tally_setup setup = { .options = options };
	struct tally_step start, stop;
	struct tally_script script;

	tally_script_init(&script, &start, 1);
	assert_int_equal(tally_encode(m, &setup, TALLY_START, &script),
			 TALLY_OK);
	tally_script_init(&script, &stop, 1);
	assert_int_equal(tally_encode(m, &setup, TALLY_STOP, &script),
			 TALLY_OK);
	return start.value ^ stop.value;
}

/*
 * An option is on while the counters are stopped, too: counts are read then.
 * But for what only overflows and the time base cause, which is off with them.
 */
TEST(options_outlast_the_window)
{
	enum {
		OUTLAST = TALLY_DIVIDE | TALLY_EXPORT | TALLY_USER | TALLY_WIDE
	};
	unsigned count;
	const struct catalog_monitor *const *m = hpm_and_all(&count);

	for (unsigned i = 0; i < count; i++) {
		const struct tally_monitor *t = m[i]->monitor;

		for (unsigned bit = 1; bit <= OUTLAST; bit <<= 1) {
			uint8_t option = (uint8_t)(t->options & OUTLAST & bit);

			if (window_of(t, option) != window_of(t, 0))
				fail_msg("%s: STOP changes what option 0x%x "
					 "set, or START does",
					 m[i]->name, option);
		}
	}
}

/* Registers that are not there read as zeros, or as ones. */
static uint64_t nothing;

static enum tally_status read_nothing(struct tally_bus *bus,
				      const struct tally_reg *reg,
				      uint64_t *value)
{
	(void)bus;
	*value = nothing & tally_counter_mask(reg->bits);
	return TALLY_OK;
}

TEST(nothing_is_taken_for_it)
{
	static const struct tally_bus_ops ops = { .read = read_nothing };
	unsigned count;
	const struct catalog_monitor *const *m = hpm_and_all(&count);

	for (unsigned i = 0; i < count; i++) {
		unsigned refused = 0;

		for (unsigned ones = 0; ones < 2; ones++) {
			struct tally_bus bus = { .ops = &ops };

			nothing = ones ? UINT64_MAX : 0;
			refused += m[i]->monitor->ops->probe(m[i]->monitor,
							     &bus) ==
				   TALLY_E_ABSENT;
		}
		/* Registers that no document has cannot identify it. */
		if (!refused && !m[i]->own_map)
			fail_msg("%s is found where nothing is", m[i]->name);
	}
}
