/* SPDX-License-Identifier: MIT */
#ifndef TALLY_MONITOR_H
#define TALLY_MONITOR_H

#include <tally/script.h>

/* One counter of a monitor.  Its number is its index in the monitor. */
struct tally_counter {
	struct tally_reg reg; /* where its value is read and written */
	uint8_t bits;         /* it wraps at 2^bits */
	bool fixed;           /* counts `event` and nothing else */
	uint16_t event;       /* only where fixed */
};

/* A cycle counter that no event code selects: not a code of any manual. */
#define TALLY_EVENT_CYCLES 0xFFFEu

/* One event.  Names and titles are in the catalogue, not here. */
struct tally_event {
	uint16_t code;
	uint8_t rate;      /* the most it can count in one cycle */
	uint32_t counters; /* bit i: counter i can count it */
};

/* What an overflow raises.  `true` and `false` mean IRQ and nothing. */
enum tally_interrupt {
	TALLY_SILENT,
	TALLY_IRQ, /* the monitor's interrupt request */
	TALLY_FIQ, /* its fast one: only where tally_monitor.fiq */
};

/* What one counter shall count. */
struct tally_slot {
	uint8_t counter;
	uint8_t interrupt; /* enum tally_interrupt: of its overflow */
	uint16_t event;    /* the manual's code, or TALLY_EVENT_CYCLES */
	uint64_t period;   /* 0: count from 0; N: overflow after every N */
};

/* Wishes that concern the whole monitor: or-ed into tally_setup.options. */
enum tally_option {
	TALLY_DIVIDE = 1 << 0, /* cycle counter: one count per 64 cycles */
	TALLY_EXPORT = 1 << 1, /* drive the events out to the trace macrocell */
	TALLY_USER = 1 << 2,   /* user mode may reach the monitor */
};

/* What the whole monitor shall do.  Counters without a slot stay idle. */
struct tally_setup {
	const struct tally_slot *slot;
	uint8_t slots;
	uint8_t options; /* enum tally_option */
};

/*
 * The parts of a measurement that are scripts.  START and STOP are one write
 * each: the counting window opens and closes with it.
 */
enum tally_part {
	TALLY_CONFIGURE, /* stopped, flags clear, events and presets loaded */
	TALLY_START,
	TALLY_STOP,
	TALLY_RELEASE, /* stopped, flags and interrupt request clear */
};

/* In what acknowledge() gives: the counters run; 0 where no flag was set. */
#define TALLY_RUNNING (UINT32_C(1) << 31)

struct tally_monitor;

struct tally_monitor_ops {
	/*
	 * Is this monitor there?  Reads only.  TALLY_E_ABSENT, or the bus's.
	 */
	enum tally_status (*probe)(const struct tally_monitor *m,
				   struct tally_bus *bus);
	/*
	 * Append to `restore` the writes that put back whatever the setup will
	 * change (all but overflow flags, which software cannot set).  True:
	 * the monitor is counting, or its interrupt request is pending.  Reads.
	 */
	bool (*save)(const struct tally_monitor *m,
		     const struct tally_setup *setup, struct tally_bus *bus,
		     struct tally_script *restore);
	/*
	 * Append the script of one part.  Pure: the setup has been checked by
	 * tally_setup_check().
	 */
	void (*encode)(const struct tally_monitor *m,
		       const struct tally_setup *setup, enum tally_part part,
		       struct tally_script *script);
	/* After CONFIGURE: does the monitor hold what was written?  Reads. */
	bool (*holds)(const struct tally_monitor *m,
		      const struct tally_setup *setup, struct tally_bus *bus);
	/* The counters that have overflowed, bit i for counter i.  Reads. */
	uint32_t (*flags)(const struct tally_monitor *m, struct tally_bus *bus);
	/*
	 * Clear exactly the flags that are set and drop the request; give them
	 * back as flags() does, with TALLY_RUNNING if the counters run.  Counts
	 * and the enable stay as they are.  `start` is the value of START's
	 * one write.
	 */
	uint32_t (*acknowledge)(const struct tally_monitor *m, uint64_t start,
				struct tally_bus *bus);
};

/* A kind of monitor: constant facts and six functions. */
struct tally_monitor {
	const struct tally_monitor_ops *ops;
	const void *facts; /* of its family; for `ops` only */
	const struct tally_counter *counter;
	const struct tally_event *event; /* ascending codes */
	uint8_t counters;
	uint8_t options; /* enum tally_option: those it can honour */
	bool fiq;        /* an overflow can raise FIQ instead of IRQ */
	uint16_t events;
	uint16_t steps; /* the restore and the longest part, together */
};

/*
 * Can the monitor do this?  TALLY_E_COUNTER, TALLY_E_EVENT, TALLY_E_FEATURE
 * (an option or an interrupt that it has not) or TALLY_E_INVALID (null, a
 * period of 2^bits or more); `*slot` (may be NULL) is the first slot at fault.
 * Pure.
 */
enum tally_status tally_setup_check(const struct tally_monitor *m,
				    const struct tally_setup *setup,
				    unsigned *slot);

/*
 * The script of one part: checks the setup, then encodes.  Besides the
 * failures of tally_setup_check(): TALLY_E_ROOM.  Pure.
 */
enum tally_status tally_encode(const struct tally_monitor *m,
			       const struct tally_setup *setup,
			       enum tally_part part,
			       struct tally_script *script);

/* The row of an event code, or NULL. */
const struct tally_event *tally_event_find(const struct tally_monitor *m,
					   uint16_t code);

/* All ones in the width of a counter: 1 to 64 bits. */
uint64_t tally_counter_mask(unsigned bits);

/* What a counter is loaded with to overflow after `period` counts; 0 for 0. */
uint64_t tally_preset(uint64_t period, unsigned bits);

#endif
