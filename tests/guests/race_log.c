/* SPDX-License-Identifier: MIT */
/*
 * The guest of test_race_ops.c for the log in memory, as the compiler made it:
 * an overflow's handler writes while something else is written or taken, and a
 * reset may come at any instruction of a write.  Every record says of itself
 * whether it is whole, and what became of each attempt has to add up.
 */
#include <tally/log.h>
#include <tally/session.h>

#include "race_target.h"

/* The test knows these numbers, and the functions by name. */
enum operation {
	WRITE,
	TEXT,
	TAKE,
	TAKE_OF_FULL,
	WRITE_OVER,
	TAKE_OVER,
	TAKE_WILD,
	WRONG,
	OPERATIONS
};

enum { RECORDS = 8, TAKEN_FROM = 3, WILD = 0x70000003 };

uint32_t race_before(uint32_t operation, uint32_t n);
uint32_t race_act(uint32_t operation);
uint32_t race_after(void);
uint32_t race_again(void);
uint32_t race_where(void);
_Noreturn void race_idle(void);

static TALLY_LOG(race_ring, RECORDS);

static struct tally_bus core = TARGET_BUS;
static struct tally_session session;
static struct tally_total total[1];
static struct tally_step step[TARGET_STEPS];
static const struct tally_store store = { total, step, 1, TARGET_STEPS };
static const struct tally_slot slots[] = {
	{ .counter = TARGET_PMN0,
	  .interrupt = TALLY_IRQ,
	  .event = TARGET_INSTRUCTIONS },
};
static const struct tally_setup setup = { slots, 1, 0 };

/* Records that each wanted to write, and those of which it was told that they
 * are there; what was taken, and was not as written. */
enum writer { PROGRAM, HANDLER, WRITERS };
static volatile uint32_t attempts[WRITERS], stored[WRITERS];
static volatile uint32_t taken, bad;
static volatile bool spoilt; /* by the wrong one */

static const char text[TALLY_LOG_TEXT + 1] = "sixteen letters!";

static bool write(enum writer who, enum tally_log_kind kind)
{
	const uint64_t a = (uint64_t)++attempts[who] << 32 | 0x1234567;
	bool good;

	if (kind == TALLY_LOG_TASK)
		good = tally_log_text(&race_ring.log, kind, 0, 7, text);
	else
		good = tally_log_write(&race_ring.log, kind, 0, 7, a, ~a);
	stored[who] += good;
	return good;
}

static void on_overflow(void)
{
	if (tally_session_overflow(&session) & 1)
		(void)write(HANDLER, TALLY_LOG_SAMPLE);
}

static bool as_written(const struct tally_log_entry *e)
{
	uint64_t a = 0, b = 0;

	if (e->kind != TALLY_LOG_TASK)
		return e->task == 7 && e->b == ~e->a;
	for (unsigned i = 0; i < 8; i++) {
		a |= (uint64_t)(unsigned char)text[i] << 8 * i;
		b |= (uint64_t)(unsigned char)text[i + 8] << 8 * i;
	}
	return e->task == 7 && e->a == a && e->b == b;
}

static bool take(void)
{
	struct tally_log_entry entry;

	if (!tally_log_take(&race_ring.log, &entry))
		return false;
	if (entry.kind == TALLY_LOG_START)
		return true;
	taken++;
	bad += !as_written(&entry);
	return true;
}

static unsigned take_all(void)
{
	unsigned records = 0;

	while (take())
		records++;
	return records;
}

static void fill(unsigned records)
{
	for (unsigned i = 0; i < records; i++)
		(void)write(PROGRAM, TALLY_LOG_INTERVAL);
}

/* A full one that overwrites behind its first record, which was taken. */
static bool fill_over(void)
{
	if (!take() || tally_log_overwrite(&race_ring.log))
		return false;
	fill(RECORDS - 1);
	return true;
}

/* Without the mark that keeps others off: a handler's record is lost in it. */
static uint32_t wrong(void)
{
	struct tally_log *log = &race_ring.log;
	const uint32_t head = log->head;
	struct tally_log_record *r = &log->record[head % RECORDS];

	spoilt = true;
	for (unsigned i = 0; i < 4; i++)
		r->value[i] = i;
	r->sequence = head + 1;
	log->head = head + 1;
	return log->head < head + 1 + stored[HANDLER];
}

/* 0: all is ready, and `n` instructions from an overflow. */
uint32_t race_before(uint32_t operation, uint32_t n)
{
	const struct tally_counter *counter =
		&TARGET_MONITOR.counter[TARGET_PMN0];

	for (unsigned i = 0; i < WRITERS; i++)
		attempts[i] = stored[i] = 0;
	taken = bad = 0;
	spoilt = false;
	if (tally_log_open(&race_ring.log, sizeof race_ring, false) ||
	    tally_session_open(&session, &TARGET_MONITOR, &core, &setup, &store,
			       false))
		return 1;
	if (operation == TAKE)
		fill(TAKEN_FROM);
	if (operation == TAKE_OF_FULL)
		fill(RECORDS);
	if ((operation == WRITE_OVER || operation == TAKE_OVER) && !fill_over())
		return 1;
	if (operation == TAKE_WILD) {
		fill(RECORDS);
		race_ring.log.head += WILD;
		spoilt = true;
	}
	tally_bus_write(&core, &counter->reg, tally_preset(n, counter->bits));
	tally_bus_sync(&core);
	return (uint32_t)tally_session_start(&session);
}

/* 0: it did as it said. */
uint32_t race_act(uint32_t operation)
{
	switch ((enum operation)operation) {
	case WRITE:
	case TEXT:
		return !write(PROGRAM, operation == TEXT ? TALLY_LOG_TASK
							 : TALLY_LOG_INTERVAL);
	case WRITE_OVER:
		return !write(PROGRAM, TALLY_LOG_INTERVAL);
	case TAKE:
	case TAKE_OF_FULL:
	case TAKE_OVER:
		return !take() || !take() || bad;
	case TAKE_WILD: /* it ends */
		return take_all() > RECORDS;
	case WRONG:
		return wrong();
	case OPERATIONS:
		break;
	}
	return 1;
}

/* Records that were there once, and made room. */
static uint32_t overwritten(void)
{
	return race_ring.log.kept ? race_ring.log.lost : 0;
}

/* All records are whole, and all but `open` of those missing were counted. */
static uint32_t adds_up(uint32_t open)
{
	const struct tally_log *log = &race_ring.log;

	if (bad)
		return 3;
	if (attempts[PROGRAM] + attempts[HANDLER] -
		    (taken + log->lost + log->nested) >
	    open)
		return 4;
	return log->busy ? 5 : 0;
}

/* 0, or what is wrong. */
uint32_t race_after(void)
{
	(void)tally_session_stop(&session);
	if (tally_session_close(&session))
		return 1;
	if (spoilt)
		return 0;
	(void)take_all();
	if (taken + overwritten() != stored[PROGRAM] + stored[HANDLER])
		return 2;
	return adds_up(0);
}

/* After a reset, of which the log alone is left: 0, or what is wrong. */
uint32_t race_again(void)
{
	if (tally_log_open(&race_ring.log, sizeof race_ring, true))
		return 1;
	if (race_ring.log.starts != 2)
		return 6;
	fill(1);
	(void)take_all();
	if (taken + overwritten() < stored[PROGRAM] + stored[HANDLER])
		return 2;
	(void)tally_session_stop(&session);
	(void)tally_session_close(&session);
	return adds_up(1);
}

/* Of the log, for who looks at it; guests are within the first 4 GiB. */
uint32_t race_where(void)
{
	return (uint32_t)(uintptr_t)&race_ring;
}

/* The test waits here, and the functions that it calls return here. */
__attribute__((noinline)) _Noreturn void race_idle(void)
{
	for (;;)
		__asm__ volatile("");
}

int main(void)
{
	/* Read, so that the linker keeps what only the test calls. */
	static const volatile uintptr_t keep[] = {
		(uintptr_t)race_before, (uintptr_t)race_act,
		(uintptr_t)race_after,  (uintptr_t)race_again,
		(uintptr_t)race_where,
	};

	(void)keep[0];
	target_interrupt(on_overflow);
	race_idle();
}
