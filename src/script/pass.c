/* SPDX-License-Identifier: MIT */
/*
 * A pass as register writes: the same scripts that a session carries out, made
 * by tally_encode() and carried out by nobody.
 */
#include <stdlib.h>
#include <string.h>

#include <tally/counting.h>
#include <tally/session.h>

#include "catalog/published.h"
#include "script/inner.h"

/*
 * A bus that finds out what a monitor's functions do with what they read. `reg`
 * reads as `value`, the register of `written`, if there is one, as it was
 * written, and all others as `rest`.  Nothing can be written.
 */
struct question {
	struct tally_bus bus;
	struct tally_reg reg;
	uint64_t value, rest;
	const struct tally_step *written;
};

static enum tally_status answer(struct tally_bus *bus,
				const struct tally_reg *reg, uint64_t *value)
{
	const struct question *q = (const struct question *)bus;

	if (tally_reg_same(*reg, q->reg))
		*value = q->value;
	else if (q->written && tally_reg_same(*reg, q->written->reg))
		*value = q->written->value;
	else
		*value = q->rest;
	*value &= tally_counter_mask(reg->bits);
	return TALLY_OK;
}

static enum tally_status refuse(struct tally_bus *bus,
				const struct tally_reg *reg, uint64_t value)
{
	(void)bus;
	(void)reg;
	(void)value;
	return TALLY_E_NOREG;
}

static const struct tally_bus_ops question_ops = { .read = answer,
						   .write = refuse };

static void ask_save(struct script *s, uint64_t reads, struct tally_script *to)
{
	const struct tally_monitor *m = s->monitor->monitor;
	struct question q = { .bus = { &question_ops, TALLY_OK },
			      .value = reads,
			      .rest = reads };

	(void)m->ops->save(m, &s->setup, &q.bus, to);
}

/* Is the register put back before step `i`, with no bit that is always 1? */
static bool repeats(const struct script *s, unsigned i)
{
	for (unsigned k = 0; k < i; k++)
		if (tally_reg_same(s->restore.step[k].reg,
				   s->restore.step[i].reg))
			return !s->always[k];
	return false;
}

/*
 * A write that is put back if each register reads as all ones, and not if as 0.
 * A monitor that was found running gets one write more, which starts it again:
 * one found stopped stays stopped by it.  A counter that runs on has been set
 * to 0 by the script, so that it is put back even if it did not stand.
 */
static bool may_be_written(const struct script *s, unsigned i)
{
	return repeats(s, i) || script_runs_on(s, s->restore.step[i].reg);
}

/* Can any of its bits be read?  If none can, nobody knows what it held. */
static bool is_readable(const struct catalog_monitor *m, struct tally_reg reg)
{
	const struct catalog_register *r = catalog_register_at(m, reg);

	for (unsigned i = 0; r && i < m->fields; i++)
		if (!strcmp(m->field[i].reg, r->name) &&
		    m->field[i].access != ACCESS_WO)
			return true;
	return !r;
}

/* Writes of registers that cannot be read are a session's alone: what was found
 * of them stands elsewhere. */
static void drop_unreadable(const struct script *s, struct tally_script *script)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < script->count; i++)
		if (is_readable(s->monitor, script->step[i].reg))
			script->step[kept++] = script->step[i];
	script->count = (uint16_t)kept;
}

/*
 * Bits of what is put back that are 1 if each register reads as all ones, and 0
 * if as 0, are those of what was read.  Those that are 1 both times are always
 * so.  False: a script cannot say what is put back.
 */
static bool find_restore(struct script *s, struct tally_script *zeros,
			 struct error *err)
{
	const struct tally_step *step = zeros->step;
	const struct tally_step *end;

	ask_save(s, UINT64_MAX, &s->restore);
	ask_save(s, 0, zeros);
	drop_unreadable(s, &s->restore);
	drop_unreadable(s, zeros);
	end = step + zeros->count;
	for (unsigned i = 0; i < s->restore.count; i++) {
		struct tally_step *one = &s->restore.step[i];

		if (step < end && tally_reg_same(step->reg, one->reg)) {
			s->always[i] = step++->value;
			if (!(s->always[i] & ~one->value)) {
				one->value &= ~s->always[i];
				continue;
			}
		} else if (may_be_written(s, i)) {
			continue;
		}
		step = NULL;
		break;
	}
	return step == end ||
	       error_set(err,
			 "%s: what is put back depends on what was found in a "
			 "way that no script can say; a session puts it back",
			 s->monitor->name);
}

static void find_saved(struct script *s)
{
	const struct catalog_monitor *m = s->monitor;

	for (unsigned i = 0; i < s->restore.count; i++) {
		const struct catalog_register *r =
			catalog_register_at(m, s->restore.step[i].reg);
		unsigned k = 0;

		while (k < s->saves && s->saved[k] != r)
			k++;
		if (k == s->saves)
			s->saved[s->saves++] = r;
	}
}

/*
 * Find the bit which, when it alone is set, makes the monitor say that this
 * counter overflowed.
 */
static void find_flag(struct script *s, unsigned slot)
{
	const struct catalog_monitor *m = s->monitor;
	const unsigned last = s->slot[slot].counter + s->slot[slot].pair;
	const uint32_t bit_of = last < 32 ? UINT32_C(1) << last : 0;
	const struct tally_counter *counter =
		&m->monitor->counter[s->slot[slot].counter];

	/*
	 * A pair has no flag where that is the top bit of the count: that bit
	 * is a digit.
	 */
	if (s->slot[slot].pair && counter->bits < counter->reg.bits)
		return;
	/* Monitors with more counters than flags have none. */
	if (!bit_of)
		return;

	for (unsigned i = 0; i < m->regs; i++)
		for (unsigned bit = 0; bit < m->reg[i].reg.bits; bit++) {
			struct question q = {
				.bus = { &question_ops, TALLY_OK },
				.reg = m->reg[i].reg,
				.value = UINT64_C(1) << bit,
				.written = s->phase[TALLY_START].step,
			};

			if (m->monitor->ops->flags(m->monitor, &q.bus) !=
			    bit_of)
				continue;
			s->flag[slot].reg = &m->reg[i];
			s->flag[slot].bit = bit;
			return;
		}
}

static uint64_t limit_of(const struct script *s)
{
	const struct tally_session session = {
		.monitor = s->monitor->monitor,
		.setup = &s->setup,
		.state = TALLY_OPENED,
	};
	uint64_t limit = tally_session_poll_limit(&session);

	/*
	 * Once the count is longer than the low word, both words hold
	 * something.
	 */
	for (unsigned i = 0; i < s->setup.slots; i++)
		if (script_other_word(s, i) && limit > UINT32_MAX)
			limit = UINT32_MAX;
	return limit;
}

static bool has_names(const struct catalog_monitor *m, struct tally_reg reg)
{
	return catalog_register_at(m, reg) &&
	       (!tally_reg_behind(reg) ||
		(catalog_register_at(m, tally_reg_select(reg)) &&
		 catalog_register_at(m, tally_reg_window(reg))));
}

static bool named(const struct script *s, const struct tally_script *script,
		  struct error *err)
{
	const struct catalog_monitor *m = s->monitor;

	for (unsigned i = 0; i < script->count; i++)
		if (!has_names(m, script->step[i].reg))
			return error_set(err, "%s: register 0x%x has no name",
					 m->name,
					 (unsigned)script->step[i].reg.addr);
	return true;
}

static bool encode_phases(struct script *s, struct error *err)
{
	const struct tally_monitor *m = s->monitor->monitor;
	struct tally_step *step = s->step;
	struct tally_script zeros;

	for (unsigned i = 0; i < SCRIPT_PHASES; i++, step += m->steps) {
		enum tally_status status;

		tally_script_init(&s->phase[i], step, m->steps);
		status = tally_encode(m, &s->setup, (enum tally_phase)i,
				      &s->phase[i]);
		script_drop_nowhere(&s->phase[i]);
		if (i == TALLY_CONFIGURE && !s->wishes->exact)
			script_clear_running_on(s, &s->phase[i]);
		if (status)
			return error_set(err, "%s: %s", s->monitor->name,
					 tally_status_text(status));
		if (!named(s, &s->phase[i], err))
			return false;
	}
	tally_script_init(&s->restore, step, m->steps);
	tally_script_init(&zeros, step + m->steps, m->steps);
	return find_restore(s, &zeros, err) && named(s, &s->restore, err);
}

/* No register is saved twice, and no counter has two slots. */
static bool make_room(struct script *s)
{
	const struct catalog_monitor *m = s->monitor;

	s->slot = calloc(m->monitor->counters, sizeof *s->slot);
	s->event = calloc(m->monitor->counters, sizeof *s->event);
	s->flag = calloc(m->monitor->counters, sizeof *s->flag);
	s->saved = calloc(m->regs, sizeof(void *));
	s->step =
		calloc(SCRIPT_PHASES + 2u, m->monitor->steps * sizeof *s->step);
	s->always = calloc(m->monitor->steps, sizeof *s->always);
	return s->slot && s->event && s->flag && s->saved && s->step &&
	       s->always;
}

/*
 * Take all events of the pass; for a document's order only those that it
 * counts.
 */
static void choose_slots(struct script *s)
{
	const struct catalog_documented *d =
		s->wishes->documented ? script_document(s) : NULL;
	unsigned kept = 0;

	for (unsigned i = 0; i < s->setup.slots; i++) {
		s->event[kept] = s->event[i];
		s->slot[kept] = s->slot[i];
		if (!d ||
		    catalog_has_word(d->events, script_event(s, kept)->name))
			kept++;
	}
	s->setup.slots = (uint8_t)kept;
}

/* Some of a monitor's counters may have no interrupt: those stay silent. */
static void choose_interrupts(struct script *s)
{
	const struct tally_monitor *m = s->monitor->monitor;

	for (unsigned i = 0; i < s->setup.slots; i++) {
		const struct tally_setup one = { &s->slot[i], 1,
						 s->setup.options };

		s->slot[i].interrupt = s->wishes->interrupt;
		if (tally_setup_check(m, &one, NULL) != TALLY_OK)
			s->slot[i].interrupt = TALLY_SILENT;
	}
}

static bool make(struct script *s, struct error *err)
{
	if (!make_room(s))
		return error_no_memory(err);
	request_setup(s->request, s->member, s->pass, s->wishes->options,
		      s->slot, s->event, &s->setup);
	choose_slots(s);
	choose_interrupts(s);
	if (!script_can_differ(s, err))
		return false;
	if (!encode_phases(s, err))
		return false;
	if (s->wishes->documented && !script_documented(s, err))
		return false;
	find_saved(s);
	for (unsigned i = 0; i < s->setup.slots; i++)
		find_flag(s, i);
	s->limit = limit_of(s);
	return true;
}

/* Writes and reads: are totals no more than that? */
static bool has_counts(const struct catalog_monitor *m, struct error *err)
{
	const struct tally_counting *c = m->monitor->counting;

	if (c == &tally_streamed.counting)
		return error_set(err,
				 "%s: its counters wrap sooner than anybody "
				 "reads them, and a script has no stream of "
				 "their messages; a session of the library "
				 "takes them (tally_session_told())",
				 m->name);
	return true;
}

bool scripts_make(struct scripts *s, const struct request *q, unsigned member,
		  const struct script_wishes *w, struct error *err)
{
	const unsigned passes = q->plan->passes;
	bool good = true;

	*s = (struct scripts){ .count = w->pass ? 1 : passes };
	if (!has_counts(q->member[member].monitor, err))
		return false;
	if (w->pass > passes)
		return error_set(err, "there is no pass %u; the plan has %u",
				 w->pass, passes);
	s->script = calloc(s->count + 1u, sizeof *s->script);
	if (!s->script)
		return error_no_memory(err);
	for (unsigned i = 0; good && i < s->count; i++) {
		struct script *one = &s->script[i];

		one->request = q;
		one->member = member;
		one->monitor = q->member[member].monitor;
		one->wishes = w;
		one->pass = w->pass ? w->pass - 1 : i;
		if (s->count > 1)
			snprintf(one->name, sizeof one->name, "%.40s_pass%u",
				 w->name, i + 1);
		else
			snprintf(one->name, sizeof one->name, "%.40s", w->name);
		good = make(one, err);
	}
	return good;
}

void scripts_free(struct scripts *s)
{
	for (unsigned i = 0; s->script && i < s->count; i++) {
		free(s->script[i].slot);
		free(s->script[i].event);
		free(s->script[i].flag);
		free(s->script[i].saved);
		free(s->script[i].step);
		free(s->script[i].always);
	}
	free(s->script);
	s->script = NULL;
}
