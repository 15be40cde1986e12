/* SPDX-License-Identifier: MIT */
/*
 * Examines a monitor by its own driver, and the map of the AHB monitor by the
 * manual's means: preset and reset.
 */
#include "run/doctor/doctor.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tally/monitors/arm926pxp_ahb.h>

#include "run/doctor/inner.h"

/* ---- the map of the AHB monitor ------------------------------------------ */

static uint32_t wanted_of(const struct tally_ahb_map *map, unsigned counter,
			  bool preset)
{
	return preset ? map->base + map->at[counter] : 0;
}

/* Each counter that does not read as it should is a row that fails. */
static void check_rows(struct doctor *d, const char *check, bool preset)
{
	const struct tally_monitor *m = d->monitor->monitor;
	const struct tally_ahb_map *map = tally_ahb_map_of(m);
	unsigned right = 0, wrong = 0;

	for (unsigned i = 0; i < m->counters; i++) {
		uint32_t wanted = wanted_of(map, i, preset);
		uint32_t found =
			(uint32_t)tally_bus_read(d->bus, &m->counter[i].reg);

		if (doctor_bus_failed(d, check))
			return;
		if (i == TALLY_AHB_CtTotalCycles)
			continue;
		right += found == wanted;
		if (found == wanted)
			continue;
		wrong++;
		doctor_find(d, check, FINDING_FAIL, NULL,
			    "%s, +0x%03x: reads 0x%08x, not 0x%08x",
			    d->monitor->counter[i].name,
			    (unsigned)m->counter[i].reg.addr, (unsigned)found,
			    (unsigned)wanted);
	}
	if (!wrong)
		doctor_find(d, check, FINDING_PASS, NULL, "%u counters read %s",
			    right, preset ? "their own addresses" : "0");
}

/* Two pages differ on whether this one takes part: both are right. */
static void tell_total(struct doctor *d, const char *check, bool preset)
{
	const struct tally_monitor *m = d->monitor->monitor;
	const struct tally_ahb_map *map = tally_ahb_map_of(m);
	const struct tally_reg *reg = &m->counter[TALLY_AHB_CtTotalCycles].reg;
	uint32_t wanted = wanted_of(map, TALLY_AHB_CtTotalCycles, preset);
	uint32_t found = (uint32_t)tally_bus_read(d->bus, reg);

	if (doctor_bus_failed(d, check))
		return;
	/* The counter runs on: a while after a reset it is not 0 any more. */
	if (found - wanted < 0x10000)
		doctor_find(d, check, FINDING_PASS, NULL,
			    "CtTotalCycles takes part, as 4.3.27 and 4.3.28 "
			    "have it");
	else
		doctor_find(d, check, FINDING_PASS, NULL,
			    "CtTotalCycles does not take part, as table 4-13 "
			    "has it");
}

static void check_map(struct doctor *d)
{
	const struct tally_monitor *m = d->monitor->monitor;

	tally_ahb_preset(m, d->bus);
	if (doctor_bus_failed(d, "preset"))
		return;
	check_rows(d, "preset", true);
	tell_total(d, "preset", true);
	tally_ahb_reset(m, d->bus);
	if (doctor_bus_failed(d, "reset"))
		return;
	check_rows(d, "reset", false);
}

/* ---- any monitor ----------------------------------------------------------
 */

static bool used(const struct tally_setup *setup, uint16_t code)
{
	for (unsigned i = 0; i < setup->slots; i++)
		if (setup->slot[i].event == code)
			return true;
	return false;
}

static bool can_have(const struct catalog_monitor *m,
		     const struct tally_limits *limits,
		     const struct tally_setup *setup, unsigned counter,
		     const struct catalog_event *e)
{
	return catalog_counts(m, e, counter) &&
	       tally_limits_event(limits, e->code) && !used(setup, e->code);
}

static bool counts_instructions(const struct catalog_monitor *m,
				const struct catalog_event *e)
{
	return m->instructions && strcmp(m->instructions, e->name) == 0;
}

/*
 * Chooses an event for a counter: one that it can count, that the target has,
 * and that no other counter has got.  Instructions are preferred; otherwise it
 * is the last such row, since tables begin with rare events.
 */
static const struct catalog_event *event_for(const struct catalog_monitor *m,
					     const struct tally_limits *limits,
					     const struct tally_setup *setup,
					     unsigned counter)
{
	const struct catalog_event *found = NULL;

	for (unsigned i = 0; i < m->events; i++) {
		const struct catalog_event *e = &m->event[i];

		if (!can_have(m, limits, setup, counter, e))
			continue;
		found = e;
		if (counts_instructions(m, e))
			break;
	}
	return found;
}

/* Every counter that is there, each with an event that it can count. */
static void make_setup(const struct doctor *d,
		       const struct tally_limits *limits,
		       struct tally_slot *slot, struct tally_setup *setup)
{
	const struct catalog_monitor *m = d->monitor;

	*setup = (struct tally_setup){ .slot = slot };
	for (unsigned i = 0; i < m->monitor->counters && i < DOCTOR_SLOTS;
	     i++) {
		const struct catalog_event *e = event_for(m, limits, setup, i);

		if (!e || (i < 32 && !(limits->counters >> i & 1)))
			continue;
		slot[setup->slots++] = (struct tally_slot){
			.counter = (uint8_t)i,
			.event = e->code,
		};
	}
}

static bool same(const struct tally_script *a, const struct tally_script *b)
{
	if (a->count != b->count)
		return false;
	for (unsigned i = 0; i < a->count; i++)
		if (!tally_reg_same(a->step[i].reg, b->step[i].reg) ||
		    a->step[i].value != b->step[i].value)
			return false;
	return true;
}

static void check_counts(struct doctor *d, struct tally_session *s)
{
	const struct tally_monitor *m = d->monitor->monitor;
	bool certain = false; /* one of them has what always happens */
	unsigned moved = 0;
	struct error err;
	bool ran;

	if (!d->run->target->control) {
		doctor_find(d, "count", FINDING_SKIPPED, NULL,
			    "nothing runs on the target meanwhile");
		return;
	}
	(void)tally_session_start(s);
	ran = doctor_run(d, &err);
	(void)tally_session_stop(s);
	for (unsigned i = 0; i < s->setup->slots; i++) {
		moved += tally_session_count(s, i) != 0;
		certain |= m->counter[s->setup->slot[i].counter].fixed;
	}
	if (!ran)
		doctor_find(d, "count", FINDING_FAIL, NULL, "%s", err.text);
	else if (doctor_bus_failed(d, "count"))
		return;
	else if (!moved && !certain)
		doctor_find(d, "count", FINDING_SKIPPED, NULL,
			    "no counter moved: perhaps what it counts is off, "
			    "or did "
			    "not happen");
	else
		doctor_find(d, "count", moved ? FINDING_PASS : FINDING_FAIL,
			    NULL,
			    "%u of %u counters moved while the target ran",
			    moved, (unsigned)s->setup->slots);
}

/* Checks what a session does, step by step. */
static void check_session(struct doctor *d, const struct tally_setup *setup,
			  const struct tally_store *store)
{
	struct tally_session s = { 0 };
	enum tally_status status = tally_session_open(
		&s, d->monitor->monitor, d->bus, setup, store, false);

	(void)tally_bus_recover(d->bus);
	if (status) {
		doctor_find(d, "hold", FINDING_FAIL,
			    "see whether this core, or this emulator, has that "
			    "monitor at all",
			    "%s; the registers do not keep what is written",
			    tally_status_text(status));
		return;
	}
	doctor_find(
		d, "hold", FINDING_PASS, NULL,
		"%u counters are set up, and read back as they were written",
		(unsigned)setup->slots);
	check_counts(d, &s);
	if (tally_session_close(&s) != TALLY_OK)
		(void)doctor_bus_failed(d, "restore");
}

/* Saves what closing a session would put back.  True: somebody counts. */
static bool save(struct doctor *d, const struct tally_setup *setup,
		 struct tally_step *step, struct tally_script *script)
{
	const struct tally_monitor *m = d->monitor->monitor;

	tally_script_init(script, step, m->steps);
	return m->ops->save(m, setup, d->bus, script);
}

/* Is it there, and does nobody use it?  False: told; no more is done. */
static bool check_there(struct doctor *d)
{
	const struct tally_monitor *m = d->monitor->monitor;
	enum tally_status status = m->ops->probe(m, d->bus);

	if (status) {
		doctor_find(d, "probe", FINDING_FAIL,
			    "see which monitor the core has, and that the core "
			    "stands",
			    "%s", tally_status_text(status));
		(void)tally_bus_recover(d->bus);
		return false;
	}
	doctor_find(d, "probe", FINDING_PASS, NULL,
		    "it answers as this monitor does");
	return true;
}

static bool check_free(struct doctor *d, const struct tally_setup *setup,
		       struct tally_step *step, struct tally_script *before)
{
	if (save(d, setup, step, before) || d->bus->status) {
		if (!doctor_bus_failed(d, "free"))
			doctor_find(d, "free", FINDING_FAIL,
				    "end what counts there, or take it over: "
				    "tally_session_open() with `force`",
				    "somebody is counting; nothing was "
				    "written");
		return false;
	}
	doctor_find(d, "free", FINDING_PASS, NULL, "nobody is counting");
	return true;
}

static void check_restored(struct doctor *d, const struct tally_setup *setup,
			   struct tally_step *step,
			   const struct tally_script *before)
{
	static const char cure[] = "reset the target";
	struct tally_script after;
	struct error err;
	bool good;

	(void)save(d, setup, step, &after);
	if (doctor_bus_failed(d, "restore"))
		return;
	good = target_settle(d->run, &err);
	if (!good)
		doctor_find(d, "restore", FINDING_FAIL, cure, "%.180s",
			    err.text);
	else
		doctor_find(d, "restore",
			    same(before, &after) ? FINDING_PASS : FINDING_FAIL,
			    cure, "its registers are%s as they were found",
			    same(before, &after) ? "" : " not");
}

/* Room for what the doctor keeps meanwhile. */
struct room {
	struct tally_slot slot[DOCTOR_SLOTS];
	struct tally_total total[DOCTOR_SLOTS];
	struct doctor_sure sure;
	struct doctor_controlled controlled;
	struct tally_session other; /* of ILL_BUSY */
};

/* The slot whose counter is ill: that of cycles is slow, one that counts what
 * is chosen for it has more than happens, and otherwise it is the last one. */
static unsigned ill_slot(const struct doctor *d, const struct doctor_sure *sure)
{
	const struct tally_counter *counter = d->monitor->monitor->counter;
	unsigned i = sure->setup.slots - 1u;

	if (d->ill == ILL_SLOW)
		return doctor_cycles(d, sure);
	while (d->ill == ILL_EXTRA && i && counter[sure->slot[i].counter].fixed)
		i--;
	return i;
}

/* Somebody else counts, for a doctor who is tried. */
static void count_already(struct doctor *d, struct room *r,
			  const struct tally_setup *setup,
			  const struct tally_store *store)
{
	if (!tally_session_open(&r->other, d->monitor->monitor, d->bus, setup,
				store, false))
		d->illness.altered = tally_session_start(&r->other) == TALLY_OK;
	(void)tally_bus_recover(d->bus);
}

/* The last two of which something is sure, and chosen: the first may have
 * another event than they. */
static void swap_last(struct doctor *d, const struct doctor_sure *sure)
{
	const struct tally_counter *counter = d->monitor->monitor->counter;
	unsigned last[2], found = 0;

	for (unsigned i = sure->setup.slots; i-- && found < 2;)
		if (!counter[sure->slot[i].counter].fixed)
			last[found++] = sure->slot[i].counter;
	if (found == 2)
		illness_swap(&d->illness, last[0], last[1]);
}

static bool examine(struct doctor *d, struct room *r, struct tally_step *step,
		    struct error *err)
{
	const struct tally_monitor *m = d->monitor->monitor;
	const struct tally_store store = { r->total,
					   step + 2 * (size_t)m->steps,
					   DOCTOR_SLOTS, m->steps };
	const bool goes_on = d->run->target->facts.goes_on;
	struct tally_script before;
	struct tally_limits limits;
	struct tally_setup setup;

	if (!check_there(d))
		return true;
	if (tally_limits_read(m, d->bus, &limits))
		return error_set(err, "asking what is there: %s",
				 tally_status_text(d->bus->status));
	make_setup(d, &limits, r->slot, &setup);
	doctor_make_sure(d, &limits, &r->sure);
	if (r->sure.setup.slots)
		d->illness.counter =
			r->sure.slot[ill_slot(d, &r->sure)].counter;
	if (d->ill == ILL_SWAPPED)
		swap_last(d, &r->sure);
	if (d->ill == ILL_BUSY)
		count_already(d, r, &setup, &store);
	if (!check_free(d, &setup, step, &before))
		return true;
	doctor_tell_found(d, &limits);
	if (d->monitor->own_map)
		check_map(d);
	doctor_check_line(d, &r->sure, &store);
	/* Before what runs there has a chance to end. */
	if (d->prove && goes_on)
		doctor_check_known(d, &limits, &store);
	check_session(d, &setup, &store);
	doctor_check_alive(d, &r->sure, &store);
	doctor_check_overflow(d, &r->sure, &store);
	doctor_check_control(d, &r->sure, &setup, &limits, &store,
			     &r->controlled);
	doctor_check_select(d, &r->sure, &limits, &store, &r->controlled);
	if (d->prove && !goes_on)
		doctor_check_known(d, &limits, &store);
	check_restored(d, &setup, step + m->steps, &before);
	return true;
}

bool doctor_examine(struct doctor *d, struct error *err)
{
	const struct target *t = d->run->target;
	const int number = target_monitor(t, d->monitor->name);
	struct tally_step *step;
	struct room *r;
	bool good;

	if (!target_needs(t, TARGET_REGISTERS, "doctor", err))
		return false;
	if (number < 0)
		return error_set(err, "%s has no %s", t->facts.name,
				 d->monitor->name);
	d->bus = t->registers->bus(d->run, (unsigned)number);
	if (d->ill) {
		illness_init(&d->illness, d->bus, d->monitor, d->ill);
		d->bus = &d->illness.bus;
	}
	step = calloc(3 * (size_t)d->monitor->monitor->steps, sizeof(*step));
	r = calloc(1, sizeof *r);
	d->healthy = true;
	good = step && r ? examine(d, r, step, err) : error_no_memory(err);
	free(step);
	free(r);
	return good;
}
