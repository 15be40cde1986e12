/* SPDX-License-Identifier: MIT */
/* Monitors with one thing wrong each, for which a net has a message. */
#include "core/spoilt.h"

#include <string.h>

#include <tally/counting.h>

#include "core/hpm.h"

static struct catalog_monitor row;
static struct tally_monitor monitor;
static struct tally_monitor_ops ops;
static const struct tally_monitor_ops *right;
static struct tally_counter counter[32];
static bool started;

static uint32_t a_flag(const struct tally_monitor *m, struct tally_bus *bus)
{
	(void)m;
	(void)bus;
	return 1;
}

static void flag_made_up(void)
{
	ops.flags = a_flag;
}

static uint32_t next_flag(const struct tally_monitor *m, struct tally_bus *bus)
{
	return right->flags(m, bus) << 1;
}

static void flag_of_another(void)
{
	ops.flags = next_flag;
}

static uint64_t too_much(const struct tally_monitor *m,
			 const struct tally_setup *setup, uint64_t start,
			 struct tally_bus *bus)
{
	return right->acknowledge(m, setup, start, bus) | 0xF;
}

static void too_much_acknowledged(void)
{
	ops.acknowledge = too_much;
}

static uint64_t only_told(const struct tally_monitor *m,
			  const struct tally_setup *setup, uint64_t start,
			  struct tally_bus *bus)
{
	(void)setup;
	(void)start;
	return right->flags(m, bus);
}

static void flag_not_cleared(void)
{
	ops.acknowledge = only_told;
}

/* All flags of the ARM11, whichever were looked at. */
static uint64_t all_cleared(const struct tally_monitor *m,
			    const struct tally_setup *setup, uint64_t start,
			    struct tally_bus *bus)
{
	const struct tally_reg *at = m->ops->flags_at(m);
	const uint32_t flags = right->flags(m, bus);

	(void)setup;
	tally_bus_write(bus, at, start | 0x700);
	tally_bus_write(bus, at, start | 0x700);
	return flags | TALLY_RUNNING;
}

static void later_flags_cleared(void)
{
	ops.acknowledge = all_cleared;
}

static uint64_t event_written(const struct tally_monitor *m,
			      const struct tally_setup *setup, uint64_t start,
			      struct tally_bus *bus)
{
	static const struct tally_reg event3 = { 0x28, TALLY_MMIO, 64 };

	tally_bus_write(bus, &event3, 0x55);
	return right->acknowledge(m, setup, start, bus);
}

static void acknowledge_changes(void)
{
	ops.acknowledge = event_written;
}

static uint64_t count_written(const struct tally_monitor *m,
			      const struct tally_setup *setup, uint64_t start,
			      struct tally_bus *bus)
{
	tally_bus_write(bus, &m->counter[0].reg, 0x55);
	return right->acknowledge(m, setup, start, bus);
}

static void counter_written(void)
{
	ops.acknowledge = count_written;
}

static void wide_by_difference(void)
{
	monitor.counting = &tally_difference;
}

static void flagged_without_flags(void)
{
	monitor.counting = &tally_flagged;
}

static bool yes(const struct tally_monitor *m, const struct tally_setup *setup,
		struct tally_bus *bus)
{
	(void)m;
	(void)setup;
	(void)bus;
	return true;
}

static bool no(const struct tally_monitor *m, const struct tally_setup *setup,
	       struct tally_bus *bus)
{
	(void)m;
	(void)setup;
	(void)bus;
	return false;
}

static void holds_anything(void)
{
	ops.holds = yes;
}

static void holds_nothing(void)
{
	ops.holds = no;
}

static bool save_never(const struct tally_monitor *m,
		       const struct tally_setup *setup, struct tally_bus *bus,
		       struct tally_script *restore)
{
	(void)right->save(m, setup, bus, restore);
	return false;
}

static void never_in_use(void)
{
	ops.save = save_never;
}

static bool save_always(const struct tally_monitor *m,
			const struct tally_setup *setup, struct tally_bus *bus,
			struct tally_script *restore)
{
	(void)right->save(m, setup, bus, restore);
	return true;
}

static void always_in_use(void)
{
	ops.save = save_always;
}

static bool save_started(const struct tally_monitor *m,
			 const struct tally_setup *setup, struct tally_bus *bus,
			 struct tally_script *restore)
{
	(void)right->save(m, setup, bus, restore);
	return started;
}

static void encode_noting(const struct tally_monitor *m,
			  const struct tally_setup *setup,
			  enum tally_phase phase, struct tally_script *script)
{
	started |= phase == TALLY_START;
	if (phase == TALLY_CONFIGURE)
		started = false;
	right->encode(m, setup, phase, script);
}

static void in_use_once_started(void)
{
	ops.save = save_started;
	ops.encode = encode_noting;
}

/* Less the first step that puts back EVENT3. */
static bool save_less(const struct tally_monitor *m,
		      const struct tally_setup *setup, struct tally_bus *bus,
		      struct tally_script *restore)
{
	const bool used = right->save(m, setup, bus, restore);
	unsigned kept = 0;

	for (unsigned i = 0; i < restore->count; i++)
		if (restore->step[i].reg.addr != 0x28)
			restore->step[kept++] = restore->step[i];
	restore->count = (uint16_t)kept;
	return used;
}

static void register_forgotten(void)
{
	ops.save = save_less;
}

static enum tally_status there(const struct tally_monitor *m,
			       struct tally_bus *bus)
{
	(void)m;
	(void)bus;
	return TALLY_OK;
}

static void found_anywhere(void)
{
	ops.probe = there;
}

/* START with an option sets a bit that STOP takes away. */
static void encode_option(const struct tally_monitor *m,
			  const struct tally_setup *setup,
			  enum tally_phase phase, struct tally_script *script)
{
	right->encode(m, setup, phase, script);
	if (phase == TALLY_START && setup->options)
		script->step[script->count - 1].value ^= 0x8;
}

static void option_of_the_window(void)
{
	ops.encode = encode_option;
}

static bool is_counter(const struct tally_monitor *m,
		       const struct tally_reg *reg)
{
	for (unsigned i = 0; i < m->counters; i++)
		if (tally_reg_same(m->counter[i].reg, *reg))
			return true;
	return false;
}

static void encode_unloaded(const struct tally_monitor *m,
			    const struct tally_setup *setup,
			    enum tally_phase phase, struct tally_script *script)
{
	unsigned kept = 0;

	right->encode(m, setup, phase, script);
	for (unsigned i = 0; i < script->count; i++)
		if (!is_counter(m, &script->step[i].reg))
			script->step[kept++] = script->step[i];
	script->count = (uint16_t)kept;
}

static void counters_not_loaded(void)
{
	ops.encode = encode_unloaded;
}

/* An event stays chosen that RELEASE is to give up. */
static void encode_kept(const struct tally_monitor *m,
			const struct tally_setup *setup, enum tally_phase phase,
			struct tally_script *script)
{
	if (phase != TALLY_RELEASE)
		right->encode(m, setup, phase, script);
}

static void nothing_released(void)
{
	ops.encode = encode_kept;
}

static void encode_stopped(const struct tally_monitor *m,
			   const struct tally_setup *setup,
			   enum tally_phase phase, struct tally_script *script)
{
	right->encode(m, setup, phase == TALLY_START ? TALLY_STOP : phase,
		      script);
}

static void never_started(void)
{
	ops.encode = encode_stopped;
}

/* The first write of START is right: a net learns by it what runs. */
static void encode_once(const struct tally_monitor *m,
			const struct tally_setup *setup, enum tally_phase phase,
			struct tally_script *script)
{
	const bool again = started && setup->slots;

	started |= phase == TALLY_START && setup->slots;
	right->encode(m, setup,
		      phase == TALLY_START && again ? TALLY_STOP : phase,
		      script);
}

static void started_once(void)
{
	ops.encode = encode_once;
}

static void move(struct tally_script *script, enum tally_phase phase,
		 enum tally_phase from)
{
	if (phase == TALLY_START || (phase == TALLY_STOP && phase == from))
		script->step[script->count - 1].reg.addr = 0x7F0;
}

static void encode_start_elsewhere(const struct tally_monitor *m,
				   const struct tally_setup *setup,
				   enum tally_phase phase,
				   struct tally_script *script)
{
	right->encode(m, setup, phase, script);
	move(script, phase, TALLY_START);
}

static void started_elsewhere(void)
{
	ops.encode = encode_start_elsewhere;
}

static void encode_both_elsewhere(const struct tally_monitor *m,
				  const struct tally_setup *setup,
				  enum tally_phase phase,
				  struct tally_script *script)
{
	right->encode(m, setup, phase, script);
	move(script, phase, TALLY_STOP);
}

static void in_no_register(void)
{
	ops.encode = encode_both_elsewhere;
}

/* A bit that is no field's, of whatever has one beside it. */
static void encode_bit(const struct tally_monitor *m,
		       const struct tally_setup *setup, enum tally_phase phase,
		       struct tally_script *script)
{
	right->encode(m, setup, phase, script);
	script->step[script->count - 1].value |= 2;
}

static void bit_of_no_field(void)
{
	ops.encode = encode_bit;
}

static enum tally_status all_taken(const struct tally_monitor *m,
				   const struct tally_setup *setup, unsigned i)
{
	(void)m;
	(void)setup;
	(void)i;
	return TALLY_OK;
}

static void takes_anything(void)
{
	ops.check = all_taken;
}

static uint64_t told_stopped(const struct tally_monitor *m,
			     const struct tally_setup *setup, uint64_t start,
			     struct tally_bus *bus)
{
	return right->acknowledge(m, setup, start, bus) & ~TALLY_RUNNING;
}

static void never_running(void)
{
	ops.acknowledge = told_stopped;
}

/* Of the flags of PMNC one is not cleared. */
static void encode_less(const struct tally_monitor *m,
			const struct tally_setup *setup, enum tally_phase phase,
			struct tally_script *script)
{
	right->encode(m, setup, phase, script);
	for (unsigned i = 0; phase == TALLY_CONFIGURE && i < script->count; i++)
		script->step[i].value &= ~UINT64_C(0x200);
}

static void one_flag_left(void)
{
	ops.encode = encode_less;
}

static void too_few_steps(void)
{
	monitor.steps = 1;
}

static void no_counters(void)
{
	monitor.counters = 0;
}

static void counter_nowhere(void)
{
	memcpy(counter, monitor.counter, monitor.counters * sizeof counter[0]);
	counter[monitor.counters - 1].reg.addr = 0x7F0;
	monitor.counter = counter;
}

/* Nor has it a folded form. */
static void as_it_is(void)
{
	hpm_spoilt_of = NULL;
}

static const struct {
	const char *name, *base;
	void (*spoil)(void);
} spoilings[] = {
	{ "test-hpm", "test-hpm", as_it_is },
	{ "arm1136", "arm1136", as_it_is },
	{ "arm1176", "arm1176", as_it_is },
	{ "flag made up", "test-hpm", flag_made_up },
	{ "flag of another", "arm1136", flag_of_another },
	{ "too much acknowledged", "arm1136", too_much_acknowledged },
	{ "flag not cleared", "arm1136", flag_not_cleared },
	{ "later flags cleared", "arm1136", later_flags_cleared },
	{ "acknowledge changes", "test-hpm", acknowledge_changes },
	{ "counter written", "arm1136", counter_written },
	{ "wide by difference", "test-hpm", wide_by_difference },
	{ "flagged without flags", "test-hpm", flagged_without_flags },
	{ "holds anything", "test-hpm", holds_anything },
	{ "holds nothing", "test-hpm", holds_nothing },
	{ "never in use", "test-hpm", never_in_use },
	{ "always in use", "test-hpm", always_in_use },
	{ "in use once started", "test-hpm", in_use_once_started },
	{ "choice not in use", "test-hpm-1.10", never_in_use },
	{ "choice not given up", "test-hpm-1.10", nothing_released },
	{ "register forgotten", "test-hpm", register_forgotten },
	{ "found anywhere", "arm1136", found_anywhere },
	{ "option of the window", "arm1176", option_of_the_window },
	{ "counters not loaded", "arm1136", counters_not_loaded },
	{ "counters not zeroed", "test-hpm", counters_not_loaded },
	{ "nothing released", "arm1136", nothing_released },
	{ "never started", "test-hpm", never_started },
	{ "started once", "test-hpm", started_once },
	{ "started elsewhere", "test-hpm", started_elsewhere },
	{ "in no register", "test-hpm", in_no_register },
	{ "bit of no field", "test-hpm", bit_of_no_field },
	{ "takes anything", "arm1136", takes_anything },
	{ "request not told", "arm1136", never_in_use },
	{ "never running", "arm1136", never_running },
	{ "one flag left", "arm1136", one_flag_left },
	{ "too few steps", "test-hpm", too_few_steps },
	{ "counter nowhere", "arm1136", counter_nowhere },
	{ "no counters", "arm1136", no_counters },
};

static const struct catalog_monitor *base_of(const char *name)
{
	struct error ignored;

	if (strcmp(name, catalog_hpm.name) == 0)
		return &catalog_hpm;
	if (strcmp(name, hpm_without_a_stop()->name) == 0)
		return hpm_without_a_stop();
	return catalog_monitor(name, &ignored);
}

const struct catalog_monitor *spoilt_monitor(const char *name)
{
	for (unsigned i = 0; i < sizeof spoilings / sizeof spoilings[0]; i++) {
		if (strcmp(spoilings[i].name, name) != 0)
			continue;
		row = *base_of(spoilings[i].base);
		hpm_spoilt_of = row.monitor;
		monitor = *row.monitor;
		right = monitor.ops;
		ops = *right;
		monitor.ops = &ops;
		row.monitor = &monitor;
		spoilings[i].spoil();
		return &row;
	}
	return spoilt_rows(name);
}
