/* SPDX-License-Identifier: MIT */
#ifndef TALLY_COUNTING_H
#define TALLY_COUNTING_H

#include <tally/session.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * How a session's totals come of its counters.  There are six kinds of
 * counters, and a constant for each.  A monitor names the one of its counters,
 * and a program links no other.
 */
struct tally_counting {
	/* The counters have been loaded: look where they stand.  Or NULL. */
	void (*loaded)(struct tally_session *s);
	/*
	 * Does what tally_session_overflow() asks for.  NULL: it acknowledges
	 * the overflow flags and counts the wraps that they tell of.
	 */
	uint32_t (*poll)(struct tally_session *s);
	/* The total of a slot, or TALLY_COUNT_LOST. */
	uint64_t (*total)(struct tally_session *s, unsigned slot);
	/*
	 * Poll 2^early times as often as a counter can wrap: 0 where a flag
	 * keeps one wrap, 1 where a poll must see the counter before it is past
	 * half.
	 */
	uint8_t early;
	bool flagged; /* an overflow sets a flag: it can interrupt */
	bool turns;   /* it is the head of a struct tally_turning */
};

/* Counters that are loaded with a preset, wrap, and set a flag when they do. */
extern const struct tally_counting tally_flagged;

/*
 * Totals as above, of counters some of which run on (TALLY_RUNS_ON): their
 * totals stand while the window is closed, whether the counter does or not.
 * Where it does not, its total is the window's to the unit; where it runs on, a
 * few counts more at either end, which are an empty region's
 * (tally_session_net()), and what passes while a handler reloads the others.
 */
struct tally_turning {
	struct tally_counting counting; /* the only one that `turns` */
	/*
	 * Called right before the write that opens the window, and right behind
	 * the one that closes it, which may be closed already.
	 */
	void (*turned)(struct tally_session *s, bool opens);
};

static inline const struct tally_turning *
tally_turning_of(const struct tally_counting *counting)
{
	return (const struct tally_turning *)(const void *)counting;
}

extern const struct tally_turning tally_runs_on;

/*
 * Totals as above, where a core's erratum may leave the flag clear, but not the
 * one of the cycle counter.  A total never falls: one that has fallen since the
 * last look has wrapped without its flag.  That finds one wrap.  While the slot
 * of the cycle counter shows that there was no time for two, totals are whole;
 * else the slot's is the least that it can be (tally_session_at_least()).  Each
 * call of tally_session_overflow() is such a look, so there have to be some
 * even where overflows interrupt.  A monitor has a `loaded` of its own, which
 * says whether this core is one of these.
 */
struct tally_compared {
	struct tally_counting counting; /* the only one with flags and a poll */
	/*
	 * Adds to the totals that were taken together, by their flags, in this
	 * generation, the wraps that set none.
	 */
	void (*taken)(struct tally_session *s, uint32_t generation);
};

static inline const struct tally_compared *
tally_compared_of(const struct tally_counting *counting)
{
	return (const struct tally_compared *)(const void *)counting;
}

void tally_compared_loaded(struct tally_session *s, bool misses);
uint32_t tally_compared_poll(struct tally_session *s);
uint64_t tally_compared_total(struct tally_session *s, unsigned slot);
void tally_compared_taken(struct tally_session *s, uint32_t generation);

/*
 * Counters of at most 32 bits that wrap and have no flag: each poll adds the
 * difference to the last one.  They begin where they stand, so they need not
 * be loaded or cleared.
 */
extern const struct tally_counting tally_difference;

/*
 * Likewise, of up to 64 bits: each poll adds the difference by the counter's
 * own width.  One of 64 bits wants no poll before it has counted 2^64.
 */
extern const struct tally_counting tally_free_running;

/*
 * Counters that stop at their top: a poll in time takes the count out of those
 * past half of it and has them begin again (ops.load()).
 */
extern const struct tally_counting tally_saturating;

/*
 * Counters that have flags, but cannot be loaded: they count from where they
 * stand.  One at its top with its flag set may have stopped there.
 */
extern const struct tally_counting tally_read_only;

/* ops.check() where a counter cannot begin anywhere: no periods. */
enum tally_status tally_check_unloaded(const struct tally_monitor *m,
				       const struct tally_setup *setup,
				       unsigned i);

#ifdef __cplusplus
}
#endif

#endif
