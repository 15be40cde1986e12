/* SPDX-License-Identifier: MIT */
/*
 * Sessions: open, start, stop, close.  Whatever path leads out of open(), the
 * monitor is left as it was found; only a broken bus can prevent that.
 */
#include <tally/library.h>

#include <stddef.h>

#include <tally/counting.h>

#include "inner.h"

/* Encode one phase into the session's spare steps and carry it out. */
static enum tally_status run_phase(struct tally_session *s,
				   enum tally_phase phase)
{
	s->work.count = 0;
	tally_ops(s->monitor)
		->encode(tally_which(s->monitor), s->setup, phase, &s->work);
	return tally_script_run(&s->work, s->bus);
}

/*
 * START and STOP are one write each.  The session keeps them, so that it opens
 * and closes its window by one write.
 */
static enum tally_status one_step(struct tally_session *s,
				  enum tally_phase phase,
				  struct tally_step *step)
{
	struct tally_script script;

	tally_script_init(&script, step, 1);
	tally_ops(s->monitor)
		->encode(tally_which(s->monitor), s->setup, phase, &script);
	return script.status;
}

/* Looks up where the slots and their flags are, so that nobody asks for it
 * again. */
static void look_up(struct tally_session *s)
{
	const struct tally_monitor *m = tally_which(s->monitor);

	s->flags = tally_ops(m)->flags_at ? tally_ops(m)->flags_at(m) : NULL;
	s->get_flags = s->flags ? tally_bus_getter_of(s->bus, s->flags) : NULL;
	s->reloads = 0;
	s->flags_mine = 0;
	for (unsigned i = 0; i < s->setup->slots; i++) {
		const struct tally_slot *slot = &s->setup->slot[i];
		unsigned bits = tally_slot_bits(m, s->setup, i);
		unsigned flag = tally_slot_flag(slot);
		struct tally_total *total = &s->total[i];
		struct tally_view view = {
			.value = m->counter[slot->counter].reg
		};

		if (tally_ops(m)->view)
			tally_ops(m)->view(m, s->setup, i, &view);
		total->value = view.value;
		total->get =
			view.value.bits
				? tally_bus_getter_of(s->bus, &total->value)
				: NULL;
		total->flag = view.flag;
		s->flags_mine |= view.flag;
		total->top = bits > 32 ? 0 : UINT32_MAX >> (32 - bits);
		total->mine = flag < 32 ? UINT32_C(1) << flag : 0;
		total->shift = tally_slot_shift(s->setup, i);
		total->narrow = total->shift ? 0 : total->top;
		total->empty = 0;
		if (slot->period && i < 32)
			s->reloads |= UINT32_C(1) << i;
	}
}

static enum tally_status zero_totals(struct tally_session *s)
{
	for (unsigned i = 0; i < s->setup->slots; i++) {
		s->total[i].base = tally_session_preset(s, i);
		s->total[i].wraps = 0;
	}
	s->windows = 0;
	s->left_to = NULL;
	if (tally_which(s->monitor)->counting->loaded)
		tally_which(s->monitor)->counting->loaded(s);
	return s->bus->status;
}

/*
 * See whether the monitor is there and free, and remember what close() puts
 * back.  This writes nothing.
 */
static enum tally_status look(struct tally_session *s, bool force)
{
	const struct tally_monitor *m = tally_which(s->monitor);
	const struct tally_monitor_ops *ops = tally_ops(m);
	enum tally_status status = ops->probe(m, s->bus);
	bool busy;

	if (!status && ops->fits)
		status = ops->fits(m, s->setup, s->bus);
	if (status)
		return status;
	busy = ops->save(m, s->setup, s->bus, &s->restore);
	if (s->bus->status)
		return s->bus->status;
	if (busy && !force)
		return TALLY_E_BUSY;
	return s->restore.status;
}

enum tally_status
tally_session_open(struct tally_session *s, const struct tally_monitor *m,
		   struct tally_bus *bus, const struct tally_setup *setup,
		   const struct tally_store *store, bool force)
{
	enum tally_status status;

	if (!s)
		return TALLY_E_INVALID;
	if (tally_session_touched(s))
		return TALLY_E_STATE;
	s->state = TALLY_CLOSED;
	s->running = false;
	s->resumes = false;
	s->folded = 0;
	status = tally_setup_check(m, setup, NULL);
	if (status)
		return status;
	if (!bus || !tally_bus_serves(bus) || !store || !store->step ||
	    !store->total)
		return TALLY_E_INVALID;
	if (store->steps < m->steps || store->totals < setup->slots)
		return TALLY_E_ROOM;

	m = tally_taken(m);
	s->monitor = m;
	s->setup = setup;
	s->bus = bus;
	s->core = tally_bus_core(bus);
	s->total = store->total;
	s->end = store->total + setup->slots;
	s->generation = 0;
	look_up(s);
	tally_script_init(&s->restore, store->step, store->steps);
	status = look(s, force);
	if (status)
		return status;
	tally_script_init(&s->work, store->step + s->restore.count,
			  (uint16_t)(store->steps - s->restore.count));
	status = one_step(s, TALLY_START, &s->start);
	if (!status)
		status = one_step(s, TALLY_STOP, &s->stop);
	if (status)
		return status;

	s->touched = s;
	s->state = TALLY_CHANGING;
	status = run_phase(s, TALLY_CONFIGURE);
	if (!status && !tally_ops(m)->holds(m, setup, bus))
		status = bus->status ? bus->status : TALLY_E_ABSENT;
	if (!status)
		status = zero_totals(s);
	if (status) {
		(void)tally_session_close(s);
		return status;
	}
	s->state = TALLY_OPENED;
	return TALLY_OK;
}

enum tally_status tally_session_start(struct tally_session *s)
{
	enum tally_status status = tally_session_usable(s);

	if (status)
		return status;
	if (s->running)
		return TALLY_E_STATE;
	s->running = true;
	s->resumes = false;
	s->windows++;
	tally_session_turned(s, true);
	tally_bus_write(s->bus, &s->start.reg, s->start.value);
	return s->bus->status;
}

enum tally_status tally_session_stop(struct tally_session *s)
{
	enum tally_status status = tally_session_usable(s);
	bool running;

	if (status)
		return status;
	running = s->running;
	s->running = false;
	tally_bus_write(s->bus, &s->stop.reg, s->stop.value);
	tally_session_turned(s, false);
	status = s->bus->status;
	if (status)
		s->running = running;
	return running ? status : TALLY_E_STATE;
}

enum tally_status tally_session_reset(struct tally_session *s)
{
	enum tally_status status = tally_session_usable(s);

	if (status)
		return status;
	if (s->running)
		return TALLY_E_STATE;
	status = run_phase(s, TALLY_CONFIGURE);
	return status ? status : zero_totals(s);
}

/*
 * Move the slot's total into its base, less what the counter will be loaded
 * with.  The overflow handler may come at any point.  A wrap that it adds to
 * `wraps` is in the total that was read, or was counted there as a flag.
 */
static void fold(struct tally_session *s, unsigned i)
{
	uint64_t raw = tally_session_raw(s, i);

	if (s->bus->status)
		return;
	s->total[i].base = 0 - raw;
	s->folded++;
}

enum tally_status tally_session_suspend(struct tally_session *s)
{
	enum tally_status status;

	if (s->state != TALLY_OPENED && s->state != TALLY_SUSPENDING)
		return TALLY_E_STATE;
	if (tally_bus_core(s->bus) != s->core)
		return TALLY_E_CORE;
	if (s->state == TALLY_OPENED)
		s->resumes |= s->running;
	s->running = false;
	s->state = TALLY_SUSPENDING;
	tally_bus_write(s->bus, &s->stop.reg, s->stop.value);
	tally_session_turned(s, false);
	while (!s->bus->status && s->folded < s->setup->slots)
		fold(s, s->folded);
	status = run_phase(s, TALLY_RELEASE);
	if (!status)
		s->state = TALLY_SUSPENDED;
	return status;
}

/*
 * Start what ran when it was suspended.  If the bus fails, this is what is left
 * to do.
 */
static enum tally_status go_on(struct tally_session *s)
{
	enum tally_status status;

	if (!s->resumes)
		return TALLY_OK;
	status = tally_session_start(s);
	if (status) {
		s->running = false;
		s->resumes = true;
		s->windows--;
	}
	return status;
}

enum tally_status tally_session_resume(struct tally_session *s)
{
	enum tally_status status;

	if (s->state == TALLY_OPENED && s->resumes && !s->running)
		return tally_session_usable(s) ? TALLY_E_CORE : go_on(s);
	if (s->state != TALLY_SUSPENDED)
		return TALLY_E_STATE;
	if (tally_bus_core(s->bus) != s->core)
		return TALLY_E_CORE;
	status = run_phase(s, TALLY_CONFIGURE);
	if (status)
		return status;
	s->left_to = NULL;
	for (unsigned i = 0; i < s->setup->slots; i++)
		s->total[i].wraps = 0;
	if (tally_which(s->monitor)->counting->loaded)
		tally_which(s->monitor)->counting->loaded(s);
	if (s->bus->status)
		return s->bus->status;
	for (unsigned i = 0; i < s->setup->slots; i++)
		s->total[i].base += tally_session_preset(s, i);
	s->folded = 0;
	s->state = TALLY_OPENED;
	return go_on(s);
}

enum tally_status tally_session_close(struct tally_session *s)
{
	enum tally_status status;

	if (!tally_session_touched(s))
		return TALLY_E_STATE;
	if (tally_bus_core(s->bus) != s->core)
		return TALLY_E_CORE;
	s->running = false;
	s->state = TALLY_CHANGING;
	tally_bus_write(s->bus, &s->stop.reg, s->stop.value);
	status = run_phase(s, TALLY_RELEASE);
	if (status)
		return status;
	s->state = TALLY_CLOSED;
	status = tally_script_run(&s->restore, s->bus);
	if (!status)
		s->touched = NULL;
	return status;
}
