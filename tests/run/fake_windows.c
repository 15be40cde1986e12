/* SPDX-License-Identifier: MIT */
/* Windows that the fake target opens and closes by itself [target.h]. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fake_inner.h"

static void carry_out(struct fake_run *b, const struct target_step *step,
		      unsigned steps)
{
	for (unsigned i = 0; i < steps; i++) {
		assert_int_equal(step[i].monitor, 0);
		assert_in_range(step[i].instance, 0, FAKE_INSTANCES - 1);
		fake_write(&b->monitor[step[i].instance], &step[i].step.reg,
			   step[i].step.value);
	}
}

static uint64_t read_counter(const struct fake_run *b,
			     const struct target_counter *c)
{
	assert_int_equal(c->monitor, 0);
	return fake_count(&b->monitor[c->instance], &c->reg);
}

static void start(struct fake_run *b, struct fake_own *o)
{
	if (o->counting)
		return;
	for (unsigned i = 0; i < o->w.counters; i++)
		o->at[i] = read_counter(b, &o->counter[i]);
	carry_out(b, o->open, o->w.opens);
	o->counting = true;
}

static void stop(struct fake_run *b, struct fake_own *o)
{
	if (!o->counting)
		return;
	for (unsigned i = 0; i < o->w.counters; i++) {
		const uint64_t moved =
			read_counter(b, &o->counter[i]) - o->at[i];

		o->entry[i] += moved & o->counter[i].mask;
		o->counted[i].sum += moved;
	}
	carry_out(b, o->close, o->w.closes);
	o->counting = false;
	b->told.ended = true;
	b->told.writes[0].count = b->wrote;
	b->told.broken |= fake.breaks_bursts;
}

static void enter(struct fake_run *b, struct fake_own *o)
{
	o->inside = true;
	o->back = fake_here(b)->lr & ~UINT64_C(1);
	o->sp = fake_here(b)->sp;
	o->passing = o->skipped < o->w.skip;
	o->skipped += o->passing;
	if (o->passing)
		return;
	memset(o->entry, 0, sizeof o->entry);
	o->entered++;
	b->told.entered++;
}

static void leave(struct fake_run *b, struct fake_own *o)
{
	stop(b, o);
	o->inside = false;
	for (unsigned i = 0; !o->passing && i < o->w.counters; i++) {
		struct target_counted *c = &o->counted[i];

		if (!o->over || o->entry[i] < c->least)
			c->least = o->entry[i];
		if (!o->over || o->entry[i] > c->most)
			c->most = o->entry[i];
	}
	o->over += !o->passing;
}

static bool is_over(const struct fake_run *b, const struct fake_own *o)
{
	const struct fake_block *at = fake_here(b);

	return o->w.returns ? at->pc == o->back && at->sp >= o->sp
			    : at->pc == o->w.to;
}

/* True: the target is to stop there. */
static bool look(struct fake_run *b, struct fake_own *o)
{
	const uint32_t pc = fake_here(b)->pc;
	const bool over = o->inside && is_over(b, o);
	const bool entry = pc == o->w.from && !(over && o->stops);

	if (over)
		leave(b, o);
	if (!o->inside && entry)
		enter(b, o);
	else if (entry && o->stops)
		b->told.entered++;
	if (!o->inside || o->passing)
		return over && o->stops;
	if (o->w.own_to && (pc < o->w.from || pc >= o->w.own_to)) {
		stop(b, o);
		return false;
	}
	start(b, o);
	if (entry && o->stops)
		fake_pass(b, fake.own_cycles);
	return false;
}

bool fake_windows_at(struct fake_run *b)
{
	bool stops = false;

	for (unsigned i = 0; i < b->owns; i++)
		stops |= look(b, &b->own[i]);
	return stops;
}

void fake_windows_go(struct fake_run *b)
{
	memset(&b->told, 0, sizeof b->told);
	for (unsigned i = 0; i < b->owns; i++)
		if (b->own[i].interrupted)
			start(b, &b->own[i]);
	if (!b->begun)
		(void)fake_windows_at(b);
	b->begun = true;
}

void fake_windows_stop(struct fake_run *b, struct target_windows *to)
{
	for (unsigned i = 0; i < b->owns; i++) {
		struct fake_own *o = &b->own[i];

		o->interrupted = o->counting;
		stop(b, o);
		b->told.within |= o->inside && !o->passing;
	}
	*to = b->told;
}

static void take(struct fake_run *b, const struct target_window *w,
		 const struct target_step *step,
		 const struct target_counter *counter)
{
	struct fake_own *o = &b->own[b->owns++];

	assert_in_range(b->owns, 1, FAKE_WINDOWS);
	assert_in_range(w->opens, 1, FAKE_STEPS);
	assert_in_range(w->closes, 1, FAKE_STEPS);
	assert_in_range(w->counters, 0, FAKE_STEPS);
	*o = (struct fake_own){ .w = *w };
	memcpy(o->open, step, w->opens * sizeof *step);
	memcpy(o->close, step + w->opens, w->closes * sizeof *step);
	if (w->counters)
		memcpy(o->counter, counter, w->counters * sizeof *counter);
}

bool fake_window(struct target_run *run, const struct target_window *w,
		 const struct target_step *step,
		 const struct target_counter *counter, struct error *err)
{
	struct fake_run *b = (struct fake_run *)run;

	if (!fake_used(b))
		return error_set(err, "the target is lost");
	take(b, w, step, counter);
	story.windows++;
	return true;
}

bool fake_told(struct target_run *run, unsigned number,
	       struct target_told *told, struct target_counted *to,
	       unsigned counters, struct error *err)
{
	struct fake_run *b = (struct fake_run *)run;
	const struct fake_own *o = &b->own[number];

	if (!fake_used(b))
		return error_set(err, "the target is lost");
	assert_in_range(number, 0, b->owns - 1);
	assert_int_equal(counters, o->w.counters);
	*told = (struct target_told){ o->entered, o->inside && !o->passing };
	memcpy(to, o->counted, counters * sizeof *to);
	return true;
}

/* An empty region's counts are those of the window itself. */
bool fake_leave(struct target_run *run, const struct target_window *w,
		const struct target_step *step, unsigned entries,
		struct error *err)
{
	struct fake_run *b = (struct fake_run *)run;

	if (!fake_used(b))
		return error_set(err, "the target is lost");
	story.windows++;
	if (!entries) {
		take(b, w, step, NULL);
		b->own[b->owns - 1].stops = true;
		return true;
	}
	carry_out(b, step, w->opens);
	fake_pass(b, entries * fake.own_cycles);
	carry_out(b, step + w->opens, w->closes);
	return true;
}
