/* SPDX-License-Identifier: MIT */
#ifndef TALLY_COUNTING_H
#define TALLY_COUNTING_H

#include <tally/session.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * How a session's totals come of its counters.  There are nine kinds of
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
	bool asks;    /* likewise, and only ops.flags() shows it */
};

/* Can an overflow interrupt, as far as its counters go? */
static inline bool tally_counting_tells(const struct tally_counting *counting)
{
	return counting->flagged || counting->asks;
}

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
	struct tally_counting counting; /* one that `turns` */
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
 * Counters of up to 64 bits, without a flag, that nothing starts or stops: a
 * core without such a switch, or a view that can only be read.  A count is the
 * difference of two reads, one where the window opens and one where it closes,
 * and polls between them add up as those of tally_free_running do.  CONFIGURE
 * leaves them counting; START and STOP are one write all the same, of something
 * that does no harm, or of TALLY_NOWHERE.  A window has in it, of each slot,
 * one read of every other slot and those two writes: an empty region has
 * nothing else, so tally_session_calibrate() measures it and
 * tally_session_net() takes it off.  TALLY_REGION reads nothing, and is not for
 * these.
 */
extern const struct tally_turning tally_unstopped;

/*
 * Counters too narrow to be polled, whose wraps are messages of a stream: of
 * one with 8 bits a total is 256 times the messages and what the counter stands
 * at.  Whoever has the stream says so by tally_session_told(), in any context
 * that tally_session_overflow() may have.  A counter with messages says in its
 * view what one stands for (`flag`: 256), and has 64 `bits`, since with its
 * messages it never wraps; another of the monitor is free running, and polled.
 *
 * A total is right when the window is closed and each message from within it
 * has been told, however late; before that it may lack what is on its way.
 * Without a stream a window of fewer counts than one message is right.  Where
 * the stream had a gap, totals are the least that they can be from then on
 * (tally_session_at_least()).
 *
 * Such counters may clear when START enables them: they are cleared ahead of
 * it, and windows add up.  What they stand at is read behind STOP, so STOP
 * leaves them as they are.
 */
extern const struct tally_turning tally_streamed;

/*
 * Bit i of `counters`: counter i has wrapped once more.  `gap`: the stream lost
 * messages, nobody knows which.  Of sessions of other kinds it does nothing.
 */
void tally_session_told(struct tally_session *s, uint32_t counters, bool gap);

/*
 * Totals as those of tally_flagged, where a core's erratum may leave the flag
 * clear, but not the one of the cycle counter.  A total never falls: one that
 * has fallen since the last look has wrapped without its flag.  That finds one
 * wrap.  While the slot of the cycle counter shows that there was no time for
 * two, totals are whole; else the slot's is the least that it can be
 * (tally_session_at_least()).  Each call of tally_session_overflow() is such a
 * look, so there have to be some even where overflows interrupt.  A monitor has
 * a `loaded` of its own, which says whether this core is one of these.
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
 * Totals as those of tally_flagged, of counters of up to 64 bits whose flags
 * are in no one register, as where each stands in the register that selects the
 * counter's event: `flags` collects them, ops.flags() of the monitor, before a
 * counter is read and after; ops.view() names none.  A monitor has a constant
 * of its own, TALLY_ASKED(its function).
 */
struct tally_asking {
	struct tally_counting counting; /* the only one that `asks` */
	uint32_t (*flags)(const struct tally_monitor *m, struct tally_bus *bus);
};

static inline const struct tally_asking *
tally_asking_of(const struct tally_counting *counting)
{
	return (const struct tally_asking *)(const void *)counting;
}

void tally_asked_loaded(struct tally_session *s);
uint32_t tally_asked_poll(struct tally_session *s);
uint64_t tally_asked_total(struct tally_session *s, unsigned slot);

#define TALLY_ASKED(flags_of)                                                  \
	{                                                                      \
		{ tally_asked_loaded,                                          \
		  tally_asked_poll,                                            \
		  tally_asked_total,                                           \
		  0,                                                           \
		  false,                                                       \
		  false,                                                       \
		  true },                                                      \
			(flags_of)                                             \
	}

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
