/* SPDX-License-Identifier: MIT */
/*
 * Counters that run on while the window is closed, in windows that the target
 * opens and closes by itself.  A session knows nothing of these: so the target
 * adds up how far each of the counter's words moved in them.  What a word is
 * worth, only the driver knows: it is asked how it reads the counter where that
 * word is 1 and all else 0.
 */
#include "run/job.h"

struct one_word {
	struct tally_bus bus;
	struct tally_reg reg;
};

static enum tally_status answer(struct tally_bus *bus,
				const struct tally_reg *reg, uint64_t *value)
{
	const struct one_word *w = (const struct one_word *)bus;

	*value = tally_reg_same(*reg, w->reg);
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

static const struct tally_bus_ops one_word_ops = { .read = answer,
						   .write = refuse };

static const struct tally_counter *counter_of(const struct job_member *m,
					      unsigned slot)
{
	return &m->session.monitor->counter[m->setup.slot[slot].counter];
}

unsigned runs_on_words(const struct job_member *m, unsigned slot)
{
	const struct tally_counter *c = counter_of(m, slot);

	if (c->fixed != TALLY_RUNS_ON)
		return 0;
	return (c->bits + c->reg.bits - 1u) / c->reg.bits;
}

static struct tally_reg word_of(const struct job_member *m, unsigned slot,
				unsigned word)
{
	struct tally_reg reg = counter_of(m, slot)->reg;

	reg.addr += word * (reg.bits / 8u);
	return reg;
}

unsigned runs_on_counters(const struct job *job, const struct job_pass *p,
			  unsigned member, unsigned slot,
			  struct target_counter *to)
{
	const struct job_member *m = &p->member[member];
	const unsigned words = runs_on_words(m, slot);

	for (unsigned i = 0; i < words; i++)
		to[i] = (struct target_counter){
			.monitor = job->monitor[member],
			.instance = p->instance,
			.reg = word_of(m, slot, i),
			.mask = UINT64_MAX,
		};
	return words;
}

/* Reading the counter has the driver learn which word is which, if it can. */
void runs_on_take(const struct job *job, const struct job_pass *p,
		  unsigned member, unsigned slot,
		  const struct target_counted *counted)
{
	const struct job_member *m = &p->member[member];
	const struct tally_monitor *monitor = m->session.monitor;
	struct tally_bus *bus = job_bus(job, p, member);
	uint64_t sum = 0;

	(void)monitor->ops->count(monitor, &m->setup, slot, bus);
	for (unsigned i = 0; i < runs_on_words(m, slot); i++) {
		struct one_word one = { .bus = { .ops = &one_word_ops,
						 .learnt = bus->learnt },
					.reg = word_of(m, slot, i) };

		sum += counted[i].sum *
		       monitor->ops->count(monitor, &m->setup, slot, &one.bus);
	}
	m->total[slot].now += sum - m->apart[slot];
	m->apart[slot] = sum;
}

bool runs_on_find(const struct job *job, struct runs_on *at)
{
	for (; at->pass < job->passes; at->pass++, at->member = 0)
		for (; at->member < job->request->members;
		     at->member++, at->slot = 0) {
			const struct job_member *m =
				&job->pass[at->pass].member[at->member];

			for (; m->used && at->slot < m->setup.slots; at->slot++)
				if (runs_on_words(m, at->slot))
					return true;
		}
	return false;
}

void runs_on_next(const struct job *job, struct runs_on *at)
{
	at->counters += runs_on_words(&job->pass[at->pass].member[at->member],
				      at->slot++);
}

unsigned runs_on_count(const struct job *job)
{
	struct runs_on at = { 0 };

	while (runs_on_find(job, &at))
		runs_on_next(job, &at);
	return at.counters;
}
