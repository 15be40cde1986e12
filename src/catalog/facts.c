/* SPDX-License-Identifier: MIT */
/* Facts that follow from rows of the catalogue. */
#include <string.h>

#include "catalog/catalog.h"
#include "catalog/questions.h"
#include "catalog/taken.h"
#include "catalog/zeroing.h"

const struct catalog_note *catalog_note(const struct catalog_monitor *m,
					const char *id)
{
	unsigned i;

	for (i = 0; i < m->notes; i++)
		if (!strcmp(m->note[i].id, id))
			return &m->note[i];
	return NULL;
}

const struct catalog_field *catalog_joint(const struct catalog_monitor *m,
					  const struct catalog_field *f)
{
	const struct catalog_field *j;

	for (j = m->joint; j->name; j++)
		if (!strcmp(j->reg, f->reg) &&
		    tally_field_mask(j->field) & tally_field_mask(f->field))
			return j;
	return NULL;
}

const char *catalog_unexpected(const struct catalog_metric *m, double value)
{
	const struct catalog_expectation *e = m ? m->expected : NULL;

	return e && (value < e->low || value > e->high) ? e->why : NULL;
}

bool catalog_counts(const struct catalog_monitor *m,
		    const struct catalog_event *e, unsigned counter)
{
	const struct tally_counter *c = &m->monitor->counter[counter];

	if (c->fixed)
		return c->event == e->code;
	return counter < 32 && e->counters >> counter & 1;
}

bool catalog_countable(const struct catalog_monitor *m,
		       const struct catalog_event *e)
{
	unsigned i;

	for (i = 0; i < m->monitor->counters; i++)
		if (catalog_counts(m, e, i))
			return true;
	return false;
}

const struct catalog_reset *catalog_reset(const struct catalog_monitor *m,
					  const struct catalog_field *f)
{
	unsigned i;

	for (i = 0; i < m->resets; i++)
		if (!strcmp(m->reset[i].reg, f->reg) &&
		    !strcmp(m->reset[i].field, f->name))
			return &m->reset[i];
	return NULL;
}

const struct catalog_event *catalog_event_named(const struct catalog_monitor *m,
						const char *name)
{
	for (unsigned i = 0; name && i < m->events; i++)
		if (!strcmp(m->event[i].name, name))
			return &m->event[i];
	return NULL;
}

void catalog_zeroing_at(const struct catalog_monitor *m,
			const struct catalog_zeroing *z, struct tally_reg *reg,
			uint64_t *bits)
{
	for (unsigned i = 0; i < m->regs; i++)
		if (!strcmp(m->reg[i].name, z->reg))
			*reg = m->reg[i].reg;
	for (unsigned i = 0; i < m->fields; i++)
		if (!strcmp(m->field[i].reg, z->reg) &&
		    !strcmp(m->field[i].name, z->field))
			*bits = tally_field_mask(m->field[i].field);
}

static const struct catalog_advice advice[] = {
#define ADVICE(...) { __VA_ARGS__ },
#include "catalog/text/advice.def"
#undef ADVICE
};

enum { ROWS = sizeof(advice) / sizeof(advice[0]) };

const struct catalog_advice *catalog_advice(const struct catalog_metric *m)
{
	for (unsigned i = 0; i < ROWS; i++)
		if (catalog_about(advice[i].metrics, m->name))
			return &advice[i];
	return NULL;
}

const struct catalog_advice *catalog_advices(unsigned *count)
{
	*count = ROWS;
	return advice;
}

const struct catalog_question *
catalog_question_of(const struct catalog_monitor *m, const char *metric)
{
	for (unsigned i = 0; i < m->questions; i++)
		if (strcmp(m->question[i].metric, metric) == 0)
			return &m->question[i];
	return NULL;
}

struct catalog_kept catalog_register_kept(const struct catalog_monitor *m,
					  const struct catalog_register *r)
{
	struct catalog_kept kept = { 0 };
	bool any = false;

	for (unsigned i = 0; i < m->fields; i++) {
		const struct catalog_field *f = &m->field[i];
		const uint64_t bits = tally_field_mask(f->field);

		if (strcmp(f->reg, r->name) != 0)
			continue;
		any = true;
		kept.bits |= f->access == ACCESS_RW ? bits : 0;
		kept.sets |= f->access == ACCESS_W1S ? bits : 0;
		kept.clears |= f->access == ACCESS_W1C ? bits : 0;
		kept.acts |= f->access == ACCESS_W1 ? bits : 0;
	}
	if (!any)
		kept.bits = tally_counter_mask(r->reg.bits);
	return kept;
}

bool catalog_counters_taken(const struct catalog_monitor *m)
{
	return strstr(m->summary, CATALOG_SIX_TAKEN) != NULL;
}
