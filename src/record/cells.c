/* SPDX-License-Identifier: MIT */
/* A judgement's cells: what a run has of an event, for the whole region. */
#include "record/inner.h"

const struct record_count *cell_at(const struct judgement *j, unsigned run,
				   unsigned event)
{
	return j->cell[(size_t)run * j->record->events + event];
}
