/* SPDX-License-Identifier: MIT */
/*
 * Two events that are the same thing must have the same count.  One counter
 * does not show that it missed something, but two do not miss the same.
 */
#include <stdio.h>

#include "record/inner.h"

/* Can it be held against another? */
static bool comparable(const struct reading *r)
{
	return !(r->doubts & (DOUBT_NO_VALUE | DOUBT_COARSE | DOUBT_UNTRUSTED));
}

/*
 * Finds a run of each event, such that the counts differ.  If runs vary, as on
 * hardware or by a seed, both must be the same run.
 */
static bool differ(const struct judgement *j, unsigned a, unsigned b,
		   uint64_t *count_a, uint64_t *count_b)
{
	const struct record *r = j->record;
	bool alike = !r->target.varies;

	for (unsigned i = 0; i < j->runs; i++)
		for (unsigned k = 0; k < j->runs; k++) {
			const struct record_count *one = cell_at(j, i, a);
			const struct record_count *other = cell_at(j, k, b);

			if ((i != k && !alike) || !one || !other ||
			    one->value == other->value)
				continue;
			*count_a = one->value;
			*count_b = other->value;
			return true;
		}
	return false;
}

static void doubt(struct record_event *own, uint64_t count,
		  const struct record_event *other, uint64_t other_count)
{
	own->reading.doubts |= DOUBT_UNTRUSTED;
	snprintf(own->reading.why, sizeof own->reading.why,
		 "%.40s counted %llu and %.40s %llu, which are the same thing",
		 own->name, (unsigned long long)count, other->name,
		 (unsigned long long)other_count);
}

static void judge_pair(struct judgement *j, unsigned a, unsigned b)
{
	struct record_event *one = &j->record->event[a];
	struct record_event *other = &j->record->event[b];
	uint64_t count_a, count_b;

	if (one->same != other->same || !comparable(&one->reading) ||
	    !comparable(&other->reading) ||
	    !differ(j, a, b, &count_a, &count_b))
		return;
	doubt(one, count_a, other, count_b);
	doubt(other, count_b, one, count_a);
}

void judge_twins(struct judgement *j)
{
	for (unsigned a = 0; a < j->record->events; a++)
		for (unsigned b = a + 1; b < j->record->events; b++)
			judge_pair(j, a, b);
}
