/* SPDX-License-Identifier: MIT */
/* Whether a target can do what is asked for, and what regions are where. */
#include "program/program.h"
#include "run/measurement.h"

static bool can_divide(const struct request *r)
{
	for (unsigned i = 0; i < r->members; i++)
		if (r->member[i].monitor->monitor->options & TALLY_DIVIDE)
			return true;
	return false;
}

/* Their windows are the target's own, or there is one region at a time. */
static bool find_parts(struct measurement *m, struct error *err)
{
	const struct run_options *o = m->options;

	if (!o->parts.text && !o->parts.glob)
		return true;
	if (!o->target->control->window || !o->target->control->told)
		return error_set(err,
				 "%s has one set of counters and stops for "
				 "each window: one region at a time is "
				 "measured there, without --self",
				 o->target->facts.title);
	return region_expand(&o->parts, o->target->program, &m->parts, err);
}

bool measurement_begin(struct measurement *m, struct error *err)
{
	char names[160];
	const struct run_options *o = m->options;
	const struct target_facts *facts = &o->target->facts;

	if (!target_needs(o->target, TARGET_REGISTERS | TARGET_CONTROL, "stat",
			  err))
		return false;
	if (facts->never_halted && o->region.kind != REGION_WHOLE)
		return error_set(err,
				 "%s is never halted, which a region needs at "
				 "its begin and end; leave out --region, and "
				 "say --seconds S, or leave out `live`",
				 facts->title);
	if (facts->goes_on && !facts->never_halted && !facts->timed &&
	    o->region.kind == REGION_WHOLE && !o->parts.text)
		return error_set(err,
				 "what runs on %s goes on, so a whole program "
				 "cannot be measured there; name a function, "
				 "--region SYMBOL, or say how long it is to "
				 "run, --seconds S, or watch it without a "
				 "halt, -t openocd:...,live",
				 facts->title);
	if (!inside_can(o, err))
		return false;
	if (o->divide && !can_divide(m->request))
		return error_set(
			err,
			"%s cannot divide its cycle counter; leave out "
			"--divide",
			request_monitors(m->request, names, sizeof names));
	m->samples.clock_hz = facts->clock_hz;
	m->samples.clock_ratio = o->clock_ratio;
	if (o->clock_ratio <= 0)
		m->samples.clock_ratio = facts->clock_ratio;
	if (!region_resolve(&o->region, o->target->program, &m->region, err) ||
	    !find_parts(m, err))
		return false;
	m->samples.runs = of_repeat(m) * o->repeats;
	return true;
}

bool parts_were_entered(const struct measurement *m, struct error *err)
{
	const unsigned passes = m->request->plan->passes;

	for (unsigned i = 0; i < m->parts.asked; i++)
		if (m->samples.entered[((size_t)i + 1) * passes].times)
			continue;
		else if (m->options->warmup)
			return error_set(
				err,
				"the region '%s' was not entered more often "
				"than the %u times that --warmup leaves out",
				m->parts.at[i].text, m->options->warmup);
		else
			return error_set(
				err,
				"the region '%s' was never entered in "
				"%llu instructions; a function that "
				"was inlined has no entry of its own",
				m->parts.at[i].text,
				(unsigned long long)m->facts.instructions);
	return true;
}

bool intervals_fit(const struct measurement *m, struct error *err)
{
	const struct run_options *o = m->options;

	if (!o->interval)
		return true;
	if (!o->target->control->go_until)
		return error_set(
			err,
			"%s cannot be stopped at a cycle, as intervals "
			"need it; a simulated board can",
			o->target->facts.title);
	return m->request->plan->passes <= m->together ||
	       error_set(err,
			 "intervals are of one run, and this takes %u passes "
			 "of which %u share one; ask for less",
			 m->request->plan->passes, m->together);
}
