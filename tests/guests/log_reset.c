/* SPDX-License-Identifier: MIT */
/*
 * A log that resets do not clear: the program begins twice anew in the middle
 * of a record, and goes on with what is there.  The monitor is as the reset
 * found it.
 */
#include <tally/log.h>
#include <tally/session.h>

#include "race_target.h"

enum { STARTS = 3, INTERVALS = 2 };

void _start(void);
void log_done(void);

static TALLY_LOG(kept, 32) __attribute__((noinit));
static struct tally_bus bus = TARGET_BUS;
static struct tally_session s;
static struct tally_total total[1];
static struct tally_step step[TARGET_STEPS];
static const struct tally_store store = { total, step, 1, TARGET_STEPS };
static const struct tally_slot slot[] = {
	{ .counter = TARGET_PMN0, .event = TARGET_INSTRUCTIONS },
};
static const struct tally_setup setup = { slot, 1, 0 };

static bool interval(uint64_t time)
{
	uint64_t count;

	if (tally_session_start(&s))
		return false;
	for (volatile int i = 0; i < 1000;)
		i++;
	if (tally_session_stop(&s))
		return false;
	count = tally_session_count(&s, 0);
	return tally_session_reset(&s) == TALLY_OK &&
	       tally_log_write(&kept.log, TALLY_LOG_INTERVAL, 0, 0, count,
			       time);
}

/* As if a record were under way; then all but the log is gone. */
static void tear(void)
{
	struct tally_log *log = &kept.log;

	log->busy = 1;
	log->record[log->head % log->records].sequence = 0;
	log->record[log->head % log->records].what = TALLY_LOG_INTERVAL;
	_start();
}

/* The test stops the guest here, from outside. */
__attribute__((noinline)) void log_done(void)
{
	__asm__ volatile("");
}

int main(void)
{
	if (tally_log_open(&kept.log, sizeof kept, true) ||
	    tally_session_open(&s, &TARGET_MONITOR, &bus, &setup, &store, true))
		return 1;
	tally_log_write(&kept.log, TALLY_LOG_SETUP, 0, 0, TARGET_INSTRUCTIONS,
			0);
	for (unsigned i = 1; i <= INTERVALS; i++)
		if (!interval(i * 100))
			return 2;
	if (kept.log.starts < STARTS)
		tear();
	log_done();
	return tally_session_close(&s) != TALLY_OK;
}
