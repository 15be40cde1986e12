/* SPDX-License-Identifier: MIT */
/* See every_monitor.h. */
#include "every_monitor.h"

#include <string.h>

#include <tally/counting.h>

#include "test.h"

struct fixture f;

/* Bits that cannot be put back, with the reason. */
static struct exception {
	const char *monitor, *reg;
	uint64_t bits;
	const char *why;
	bool used;
} exceptions[] = {
	{ "arm926pxp-ahb", "AHBMONCtrlReg", 0x7,
	  "it cannot be read, so it is left stopped", false },
};

static enum tally_status found_there(const struct tally_monitor *m,
				     struct tally_bus *bus)
{
	(void)m;
	return bus->status;
}

bool has_a_stop(void)
{
	return f.monitor.counting != &tally_unstopped.counting;
}

/* The counter with the first event that the monitor lets it have. */
static void add_slot(uint8_t counter, bool interrupts)
{
	struct tally_slot *slot = &f.slot[f.setup.slots];

	f.setup.slots++;
	for (unsigned i = 0; i < f.m->events; i++)
		for (unsigned way = interrupts ? 0 : 2; way < 3; way++) {
			*slot = (struct tally_slot){
				.counter = counter,
				.event = f.m->event[i].code,
				.interrupt = way < 2 ? TALLY_IRQ : TALLY_SILENT,
				.period = way == 0 ? 1000 : 0,
			};
			if (!tally_setup_check(&f.monitor, &f.setup, NULL))
				return;
		}
	f.setup.slots--;
}

static void add_option(unsigned bit)
{
	uint8_t before = f.setup.options;

	f.setup.options |= (uint8_t)(f.monitor.options & 1u << bit);
	if (tally_setup_check(&f.monitor, &f.setup, NULL))
		f.setup.options = before;
}

unsigned cell_of(const struct tally_reg *reg)
{
	for (unsigned i = 0; i < f.m->regs; i++)
		if (tally_reg_same(f.m->reg[i].reg, *reg))
			return i;
	fail_msg("%s starts by no register of the catalogue", f.m->name);
	return 0;
}

/*
 * This setup's counters run by the bits in which its writes of start and stop
 * differ: one for all, or one of each.
 */
static void learn_what_runs(void)
{
	struct tally_step start, stop;
	struct tally_script script;

	tally_script_init(&script, &start, 1);
	assert_int_equal(
		tally_encode(&f.monitor, &f.setup, TALLY_START, &script),
		TALLY_OK);
	tally_script_init(&script, &stop, 1);
	assert_int_equal(
		tally_encode(&f.monitor, &f.setup, TALLY_STOP, &script),
		TALLY_OK);
	if (!tally_reg_same(start.reg, stop.reg))
		fail_msg("%s: START writes one register and STOP another; both "
			 "are one write of the same",
			 f.m->name);
	if (tally_reg_none(start.reg)) {
		assert_false(has_a_stop());
		return;
	}
	f.target.control = cell_of(&start.reg);
	f.target.mask = start.value ^ stop.value;
	f.target.running = start.value & f.target.mask;
	/* Without a counter nothing need start. */
	if (!f.target.mask && f.setup.slots && has_a_stop())
		fail_msg("%s: START and STOP write the same, so that nothing "
			 "starts it; one that nothing stops counts by "
			 "tally_unstopped",
			 f.m->name);
	catalog_target_control(&f.target);
}

void set_up(const struct catalog_monitor *m, unsigned wishes)
{
	/* Looking for events takes long, and is done once. */
	static struct fixture ready;
	static unsigned ready_for;

	if (ready.m == m && ready_for == wishes) {
		f = ready;
		return;
	}
	memset(&f, 0, sizeof(f));
	f.m = m;
	f.ops = *m->monitor->ops;
	f.ops.probe = found_there;
	f.ops.fits = NULL;
	f.monitor = *m->monitor;
	f.monitor.ops = &f.ops;
	f.setup.slot = f.slot;
	catalog_target_init(&f.target, m);
	/* None, one, each; and each with all that can be wished for at once,
	   where wishes exclude each other the first or the last. */
	for (unsigned i = 0; i < m->monitor->counters; i++)
		if (wishes > 1 || wishes > i)
			add_slot((uint8_t)i, wishes >= 3);
	for (unsigned i = 0; i < 8 && wishes >= 3; i++)
		add_option(wishes == 3 ? i : 7 - i);
	learn_what_runs();
	assert_in_range(m->monitor->steps, 1, STEPS);
	ready = f;
	ready_for = wishes;
}

void find_with(bool running)
{
	struct catalog_target *t = &f.target;

	for (unsigned i = 0; i < f.m->regs; i++)
		t->value[i] &= t->stays[i] | t->sets[i];
	t->value[t->control] &= ~t->mask;
	t->value[t->control] |= running ? t->running : t->mask & ~t->running;
	memcpy(f.found, t->value, sizeof(f.found));
}

void everything_overflows(void)
{
	struct catalog_target *t = &f.target;

	for (unsigned i = 0; i < f.m->regs; i++)
		if (!t->counts[i])
			t->value[t->cell[i]] |= t->clears[i];
	for (unsigned i = 0; i < f.setup.slots; i++) {
		unsigned n = cell_of(&f.monitor.counter[f.slot[i].counter].reg);

		t->value[n] |= t->kept[n];
	}
}

static uint64_t excepted(const char *reg, uint64_t wrong)
{
	for (size_t i = 0; i < sizeof(exceptions) / sizeof(exceptions[0]); i++)
		if (strcmp(exceptions[i].monitor, f.m->name) == 0 &&
		    strcmp(exceptions[i].reg, reg) == 0) {
			exceptions[i].used |= wrong & exceptions[i].bits;
			wrong &= ~exceptions[i].bits;
		}
	return wrong;
}

void assert_as_found(void)
{
	for (unsigned i = 0; i < f.m->regs; i++) {
		const char *reg = f.m->reg[i].name;
		uint64_t wrong =
			(f.target.value[i] ^ f.found[i]) & f.target.stays[i];

		if (f.target.counts[i] && !has_a_stop())
			continue;
		if (wrong && excepted(reg, wrong))
			fail_msg("%s: %s is 0x%llx, not 0x%llx as found",
				 f.m->name, reg,
				 (unsigned long long)f.target.value[i],
				 (unsigned long long)f.found[i]);
	}
}

void assert_no_exception_is_idle(void)
{
	for (size_t i = 0; i < sizeof(exceptions) / sizeof(exceptions[0]); i++)
		if (!exceptions[i].used)
			fail_msg("%s %s: %s: not needed", exceptions[i].monitor,
				 exceptions[i].reg, exceptions[i].why);
}
