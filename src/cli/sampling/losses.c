/* SPDX-License-Identifier: MIT */
/* Tells in sentences what a log lost.  See losses.h. */
#include "cli/sampling/losses.h"

#include "cli/cli.h"

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

static int tell_full(const struct dump *d)
{
	return cli_error(CLI_FAILED, "collect",
			 "the log was full: what is here is of its first %zu "
			 "records, %zu samples among them, and %u that came "
			 "later are lost; give TALLY_LOG() more room, or call "
			 "tally_log_overwrite() to keep the newest",
			 d->rows, samples_of(d), (unsigned)d->lost);
}

static int tell_lost(const struct dump *d)
{
	const unsigned lost = d->lost, nested = d->nested;

	if (d->overwrites && lost)
		return cli_error(
			CLI_GOOD, "collect",
			"the log keeps the newest records, %zu samples "
			"among them: %u older ones were overwritten or "
			"torn by a reset, and %u interrupted another",
			samples_of(d), lost, nested);
	if (lost || nested)
		return cli_error(
			had_no_room(d) ? CLI_FAILED : CLI_GOOD, "collect",
			"the firmware lost %u records as the log was "
			"full or a reset came, and %u that interrupted "
			"another",
			lost, nested);
	return CLI_GOOD;
}

int losses_tell(const struct dump *d)
{
	if (d->damaged)
		(void)cli_error(CLI_GOOD, "collect",
				"%u of the log's records %s damaged, of which "
				"%u are behind the end; the rest is here",
				(unsigned)d->damaged,
				d->damaged == 1 ? "is" : "are",
				(unsigned)d->cut);
	return losses_full(d) ? tell_full(d) : tell_lost(d);
}
