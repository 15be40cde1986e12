/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PMU_INNER_H
#define BOARD_PMU_INNER_H

#include "base/rng.h"
#include "boards/src/pmu/pmu.h"

/*
 * The files pmu*.c share this: counters that are computed from the ledger only
 * when somebody looks, and the cycle in which each will wrap.
 */
enum {
	PMU_MOST_COUNTERS = 32,
	PMU_LEAST_WATCHES = 3, /* looked at without a loop; idle ones too */
};

/* ARM11 and XScale: which of the counters is which. */
enum { PMU_PMN0, PMU_PMN1, PMU_CCNT, PMU_COUNTERS };

enum { PRESCALE_SHIFT = 6 }; /* every 64th cycle */

struct pmu_counter {
	uint64_t value; /* when the ledger's item was at `snap` */
	uint64_t snap;
	uint16_t code; /* of its event */
	uint8_t item;  /* enum ledger_item */
	uint8_t shift; /* counts every 2^shift-th */
	uint8_t phase; /* of the prescaler */
	bool counting;
	bool unmodelled; /* its event is none that the board knows */
	bool wide;       /* keeps 64 bits, not 32 */
	bool wide_wrap;  /* its flag is for bit 63's carry, not bit 31's */
	bool chained;    /* the next counter counts its wraps */
	bool half;       /* what it is watched for is bit 31 changing */
};

/* A counter that can wrap, and the value of its item at which it does. */
struct pmu_watch {
	const uint64_t *item;
	uint64_t wrap_at;
};

struct pmu {
	const struct pmu_ops *ops;
	const struct ledger *ledger;
	unsigned watches; /* that can wrap */
	struct pmu_watch watch[PMU_MOST_COUNTERS];
	struct pmu_quirks quirks;
	struct rng rng;

	struct pmu_counter counter[PMU_MOST_COUNTERS];
	uint32_t control;     /* its read/write bits; flags are apart */
	uint32_t flags;       /* overflows, bit i: counter i */
	bool forbidden;       /* pmu_permit() */
	uint32_t request;     /* those that ask for an interrupt */
	uint32_t fiq_request; /* the same, at the ARM1156's second line */
	struct pmu_listener listener;
	uint64_t *hurry;  /* pmu_tell() */
	struct pmu *next; /* instance that follows this one; NULL: none */
	/* State that only one family has, and room for it as it was. */
	void *own, *own_before;
};

struct pmu_ops {
	/* The facts in which the monitors of one family differ, for its files
	 * only. */
	const void *facts;
	size_t own_size; /* of what only that family has: pmu.own */
	const struct pmu_event *events; /* ascending codes */
	unsigned event_count;
	/* Instead of those two, where the rows are somebody else's. */
	const struct pmu_event *(*rows)(unsigned *count);
	uint32_t counters; /* bit i: there is counter i */
	bool single;       /* there cannot be several instances */
	/* Reset values; `control`, `flags` and the counters' values. */
	void (*reset)(struct pmu *p);
	enum pmu_access (*read)(struct pmu *p, const struct tally_reg *reg,
				bool privileged, uint64_t *value);
	enum pmu_access (*write)(struct pmu *p, const struct tally_reg *reg,
				 bool privileged, uint64_t value);
	/* Is a write of this register an event to be counted, and no setting?
	 * NULL: no register's is. */
	bool (*is_event)(const struct pmu *p, const struct tally_reg *reg);
	/* Of what says who may look, and at what, lets `before` be as now: a
	 * change of that is none.  NULL: there is nothing of that kind. */
	void (*forgive)(const struct pmu *now, void *own_before);
	/* May any counter ask for an interrupt?  NULL: it may. */
	bool (*may_ask)(const struct pmu *p);
	/* From the control register: events, enable, divider. */
	void (*configure)(struct pmu *p);
	/* Wrapped counters may have changed the request. */
	void (*wrapped)(struct pmu *p);
	/* A monitor whose counters do more, or less, than wrap has these
	 * instead of what pmu_settle() and pmu_arm() do; NULL otherwise. */
	void (*settle)(struct pmu *p);
	void (*arm)(struct pmu *p);
	/* NULL: nothing is to be done.  `counter` has wrapped that many times;
	 * what counters gain besides the ledger; what to watch besides them. */
	void (*wraps)(struct pmu *p, unsigned counter, uint64_t times);
	void (*also_settle)(struct pmu *p);
	void (*also_arm)(struct pmu *p);
};

/* Bring the counters' values, and their flags, up to the ledger. */
void pmu_settle(struct pmu *p);
/* Let a counter go on by `n`, whether it counts or not; sets its flag. */
void pmu_advance(struct pmu *p, unsigned counter, uint64_t n);
/* After any change of a counter: when will it wrap? */
void pmu_arm(struct pmu *p);

static inline bool pmu_reached(const struct pmu_watch *w)
{
	return *w->item >= w->wrap_at;
}

/* An interrupt request, or what is watched, may have changed. */
void pmu_hurry(struct pmu *p);
/* For ops->arm: these watches and no others. */
void pmu_set_watches(struct pmu *p, const struct pmu_watch *watch,
		     unsigned count);
/* The counter's item has gained this since it was asked last; nothing for one
 * that does not count. */
uint64_t pmu_gained(struct pmu *p, unsigned counter);
/* Let `counter` count the event `code`; on a code the board does not have,
 * nothing. */
void pmu_select(struct pmu *p, unsigned counter, unsigned code, bool counting);
/* Let `counter` count cycles, every 2^shift-th. */
void pmu_select_cycles(struct pmu *p, unsigned counter, unsigned shift,
		       bool counting);
/* The kind's row of the event, or NULL. */
const struct pmu_event *pmu_event_find(const struct pmu *p, unsigned code);
/* A read of the counter gives its value, or junk where quirks have it so. */
uint64_t pmu_counter_read(struct pmu *p, unsigned counter);

/* An unpredictable value: 0 unless poisoned. */
static inline uint32_t pmu_junk(struct pmu *p, uint32_t mask)
{
	return p->quirks.poison ? rng_next(&p->rng) & mask : 0;
}

#endif
