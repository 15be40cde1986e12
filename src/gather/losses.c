/* SPDX-License-Identifier: MIT */
/* Sentences of what a log lost.  See losses.h. */
#include "gather/losses.h"

static size_t samples_of(const struct dump *d)
{
	size_t samples = 0;

	for (size_t i = 0; i < d->rows; i++)
		samples += d->row[i].kind == TALLY_LOG_SAMPLE;
	return samples;
}

bool losses_full(const struct dump *d)
{
	return !d->overwrites && d->lost && d->written - d->taken >= d->records;
}

/* A reset tears one record at most. */
static bool had_no_room(const struct dump *d)
{
	return !d->overwrites && d->lost && d->lost >= d->starts;
}

static void tell_full(const struct dump *d, struct losses *to)
{
	to->chosen = true;
	error_set(&to->lost,
		  "the log was full: what is here is of its first %zu records, "
		  "%zu samples among them, and %u that came later are lost; "
		  "give TALLY_LOG() more room, or call tally_log_overwrite() "
		  "to keep the newest",
		  d->rows, samples_of(d), (unsigned)d->lost);
}

static void tell_lost(const struct dump *d, struct losses *to)
{
	const unsigned lost = d->lost, nested = d->nested;

	if (d->overwrites && lost) {
		error_set(&to->lost,
			  "the log keeps the newest records, %zu samples among "
			  "them: %u older ones were overwritten or torn by a "
			  "reset, and %u interrupted another",
			  samples_of(d), lost, nested);
	} else if (lost || nested) {
		to->chosen = had_no_room(d);
		error_set(&to->lost,
			  "the firmware lost %u records as the log was full or "
			  "a reset came, and %u that interrupted another",
			  lost, nested);
	}
}

struct losses losses_of(const struct dump *d)
{
	struct losses to = { 0 };

	if (d->damaged)
		error_set(&to.damaged,
			  "%u of the log's records %s damaged, of which %u are "
			  "behind the end; the rest is here",
			  (unsigned)d->damaged, d->damaged == 1 ? "is" : "are",
			  (unsigned)d->cut);
	if (losses_full(d))
		tell_full(d, &to);
	else
		tell_lost(d, &to);
	return to;
}
