/* SPDX-License-Identifier: MIT */
/*
 * Several sessions as one window.  The checks come before the first write, so
 * that nothing but writes is between the first and the last.
 */
#include <tally/library.h>

#include <stddef.h>

#include <tally/together.h>

#include "inner.h"

/*
 * Is the monitor in memory?  A write to it takes longer than one to a register
 * of the core.
 */
static bool in_memory(const struct tally_monitor *m)
{
	return m->counters && m->counter[0].reg.space == TALLY_MMIO;
}

void tally_together_order(const struct tally_monitor *const monitor[],
			  unsigned count, uint8_t order[])
{
	unsigned n = 0;

	for (unsigned i = 0; i < count; i++)
		if (in_memory(monitor[i]))
			order[n++] = (uint8_t)i;
	for (unsigned i = 0; i < count; i++)
		if (!in_memory(monitor[i]))
			order[n++] = (uint8_t)i;
}

/*
 * Are all sessions closed, and is each there once, with a monitor of its own?
 * Two sessions on one monitor would count what the second one set up.
 */
static enum tally_status members_apart(const struct tally_member *member,
				       unsigned members, unsigned *which)
{
	enum tally_status status = TALLY_OK;

	for (unsigned i = 0; i < members && !status; i++) {
		if (tally_session_touched(member[i].session))
			status = TALLY_E_STATE;
		for (unsigned k = 0; k < i && !status; k++) {
			if (member[k].session == member[i].session)
				status = TALLY_E_STATE;
			else if (member[k].monitor == member[i].monitor &&
				 member[k].bus == member[i].bus)
				status = TALLY_E_BUSY;
		}
		if (status && which)
			*which = i;
	}
	return status;
}

static bool members_valid(const struct tally_member *member, unsigned members)
{
	if (!member || members == 0 || members > TALLY_TOGETHER)
		return false;
	for (unsigned i = 0; i < members; i++)
		if (!member[i].session || !member[i].monitor)
			return false;
	return true;
}

enum tally_status tally_together_open(struct tally_together *t,
				      const struct tally_member *member,
				      unsigned members, bool force,
				      unsigned *which)
{
	const struct tally_monitor *monitor[TALLY_TOGETHER];
	uint8_t order[TALLY_TOGETHER];
	enum tally_status status;

	if (!members_valid(member, members)) {
		t->sessions = 0;
		return TALLY_E_INVALID;
	}
	status = members_apart(member, members, which);
	if (status)
		return status;
	for (unsigned i = 0; i < members; i++)
		monitor[i] = member[i].monitor;
	t->sessions = 0;
	tally_together_order(monitor, members, order);
	for (unsigned i = 0; i < members; i++) {
		const struct tally_member *m = &member[order[i]];

		status = tally_session_open(m->session, m->monitor, m->bus,
					    m->setup, m->store, force);
		t->session[t->sessions++] = m->session;
		if (!status)
			continue;
		if (which)
			*which = order[i];
		(void)tally_together_close(t);
		return status;
	}
	return TALLY_OK;
}

static enum tally_status together_usable(const struct tally_together *t)
{
	enum tally_status status = t->sessions ? TALLY_OK : TALLY_E_STATE;

	for (unsigned i = 0; i < t->sessions && !status; i++)
		status = tally_session_usable(t->session[i]);
	return status;
}

static enum tally_status together_failure(const struct tally_together *t)
{
	enum tally_status status = TALLY_OK;

	for (unsigned i = 0; i < t->sessions && !status; i++)
		status = t->session[i]->bus->status;
	return status;
}

static bool together_runs(const struct tally_together *t, bool running)
{
	for (unsigned i = 0; i < t->sessions; i++)
		if (t->session[i]->running != running)
			return false;
	return true;
}

/*
 * Each write takes effect before the next one is made; the last takes effect at
 * once.
 */
static void window_write(const struct tally_session *s,
			 const struct tally_step *step, bool last)
{
	tally_bus_write(s->bus, &step->reg, step->value);
	if (!last)
		tally_bus_sync(s->bus);
}

enum tally_status tally_together_start(struct tally_together *t)
{
	enum tally_status status = together_usable(t);

	if (status)
		return status;
	if (!together_runs(t, false))
		return TALLY_E_STATE;
	for (unsigned i = 0; i < t->sessions; i++) {
		t->session[i]->running = true;
		t->session[i]->windows++;
		tally_session_turned(t->session[i], true);
	}
	for (unsigned i = 0; i < t->sessions; i++)
		window_write(t->session[i], &t->session[i]->start,
			     i + 1u == t->sessions);
	status = together_failure(t);
	if (status)
		(void)tally_together_stop(t);
	return status;
}

enum tally_status tally_together_stop(struct tally_together *t)
{
	enum tally_status status = together_usable(t);
	bool running;

	if (status)
		return status;
	running = together_runs(t, true);
	for (unsigned i = 0; i < t->sessions; i++)
		t->session[i]->running = false;
	for (unsigned i = 0; i < t->sessions; i++)
		window_write(t->session[i], &t->session[i]->stop,
			     i + 1u == t->sessions);
	for (unsigned i = 0; i < t->sessions; i++)
		tally_session_turned(t->session[i], false);
	return running ? together_failure(t) : TALLY_E_STATE;
}

uint32_t tally_together_overflow(struct tally_together *t)
{
	uint32_t sessions = 0;

	for (unsigned i = 0; i < t->sessions; i++)
		if (tally_session_overflow(t->session[i]))
			sessions |= UINT32_C(1) << i;
	return sessions;
}

uint64_t tally_together_poll_limit(const struct tally_together *t)
{
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < t->sessions; i++) {
		uint64_t limit = tally_session_poll_limit(t->session[i]);

		least = limit < least ? limit : least;
	}
	return least;
}

enum tally_status tally_together_reset(struct tally_together *t)
{
	enum tally_status status = together_usable(t);

	for (unsigned i = 0; i < t->sessions && !status; i++)
		status = tally_session_reset(t->session[i]);
	return status;
}

enum tally_status tally_together_close(struct tally_together *t)
{
	enum tally_status status = TALLY_OK;
	bool any = false;

	for (unsigned i = t->sessions; i-- > 0;) {
		enum tally_status one;

		if (!tally_session_touched(t->session[i]))
			continue;
		any = true;
		one = tally_session_close(t->session[i]);
		if (!status)
			status = one;
	}
	return any ? status : TALLY_E_STATE;
}
