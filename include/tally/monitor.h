/* SPDX-License-Identifier: MIT */
#ifndef TALLY_MONITOR_H
#define TALLY_MONITOR_H

#include <tally/script.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * One counter of a monitor.  Its number is its index in the monitor.
 *
 * `reg` is a register of its own: no other counter has it, the catalogue has a
 * REGISTER row at its place, and the counter's COUNTER row names that.  One
 * that is seen through a select register is TALLY_NTH(), whose number tells it
 * from the others.  Whoever knows the monitor as facts alone (`tally script`, a
 * debugger, the doctor) reads a counter there.
 */
struct tally_counter {
	struct tally_reg reg;
	uint8_t bits;   /* it wraps at 2^bits */
	uint8_t fixed;  /* enum tally_counter_kind */
	uint16_t event; /* only where fixed */
};

/*
 * The kind of a counter says what it counts, and when.  `true` and `false` mean
 * TALLY_ONE_EVENT and TALLY_ANY_EVENT.
 */
enum tally_counter_kind {
	TALLY_ANY_EVENT,
	TALLY_ONE_EVENT, /* its `event` and nothing else */
	/*
	 * One event, and it may count on where STOP has been written, or be
	 * somebody's clock: it is not loaded, put back only if it stood, and
	 * what it counts is the difference of two reads, beside the writes that
	 * open and close the window (tally_runs_on of tally/counting.h).  It
	 * has ops.count(), and no periods.
	 */
	TALLY_RUNS_ON,
};

/*
 * TALLY_COUNT_LOST is given instead of a total where a counter was found at its
 * top and may have stopped there (ARM L210, L220): what came after is lost.
 * Counters of other monitors wrap and never give this.
 */
#define TALLY_COUNT_LOST UINT64_MAX

/* A cycle counter that no event code selects: not a code of any manual. */
#define TALLY_EVENT_CYCLES 0xFFFEu

/*
 * The one event of counter n, below 32, where no code selects it and it is not
 * the cycles: instructions, for example.  Not a code of any manual, either.
 */
#define TALLY_EVENT_FIXED(n) (0xFF00u + (n))

/*
 * An event that counter n alone counts, 1 to 31, and that the number `selects`
 * means there, at most 0xFF, which is another event on another counter.  What
 * counter 0, or several counters, count has the number itself.  The driver
 * writes what it SELECTS.
 */
#define TALLY_EVENT_OF(n, selects) ((n) << 8 | (selects))
#define TALLY_EVENT_SELECTS(code)  ((code)&0xFFu)

static inline bool tally_event_uncoded(uint16_t code)
{
	return code == TALLY_EVENT_CYCLES || (code & 0xFFE0) == 0xFF00;
}

/*
 * Any word by which a monitor selects what is counted, where that is more than
 * an event's code: up to 64 bits, in tally_refine.word.  Not a code, either.
 */
#define TALLY_EVENT_WORD 0xFFFCu

/* One event.  Names and titles are in the catalogue, not here. */
struct tally_event {
	uint16_t code;
	/*
	 * The most it can count in one cycle, at least 1; where no document
	 * says, more rather than less: the widest that the core can do at once.
	 * A session polls a counter that wraps, or stops, after 2^bits / rate
	 * cycles, so one that is too low loses counts, and one that is too high
	 * polls too often.  A DURATION has 1.
	 */
	uint8_t rate;
	uint32_t counters; /* bit i: counter i can count it; 0 will do for an
			      event that only fixed counters count, since their
			      rows name it */
};

/* An overflow raises one of these.  `true` and `false` mean IRQ and nothing. */
enum tally_interrupt {
	TALLY_SILENT,
	TALLY_IRQ, /* the monitor's interrupt request */
	TALLY_FIQ, /* its fast one: only where tally_monitor.fiq */
	/* Of cores with neither, where tally_monitor.interrupts says so: */
	TALLY_LOCAL, /* a local interrupt: a bit of mip (RISC-V) */
	TALLY_DEBUG, /* the DebugMonitor exception (Arm's M profile) */
};

/*
 * Exception levels, or-ed into tally_slot.levels.  On Power Architecture EL0 is
 * user and EL1 supervisor state, and a process may be marked; on RISC-V EL0 is
 * U, EL1 S and EL3 M mode, and a guest has two of its own.  A slot counts where
 * one of the levels named and one of the marks named holds, of which none means
 * each.
 */
enum tally_level {
	TALLY_EL0 = 1 << 0,
	TALLY_EL1 = 1 << 1,
	TALLY_EL2 = 1 << 2,
	TALLY_EL3 = 1 << 3,
	TALLY_MARKED = 1 << 4,   /* MSR[PMM] = 1 */
	TALLY_UNMARKED = 1 << 5, /* MSR[PMM] = 0 */
	TALLY_VS = 1 << 6,       /* a guest's supervisor (RISC-V) */
	TALLY_VU = 1 << 7,       /* a guest's user */
	/* On Arm, where no process is marked: Secure state, or not. */
	TALLY_SECURE = TALLY_MARKED,
	TALLY_NONSECURE = TALLY_UNMARKED,
};

/* One of tally_refine's triggers: nothing; else TALLY_ON_CHANGE + counter. */
enum tally_trigger {
	TALLY_NO_TRIGGER = 0,
	TALLY_ON_CHANGE = 0x10,   /* that counter counts */
	TALLY_ON_OVERFLOW = 0x20, /* it overflows */
};

/*
 * How an event is counted, on monitors that can count it in other ways than as
 * it comes (all 0).  On Power Architecture a threshold and a distance are made
 * of 6 bits and one power of 2 up to 2^7, which they share: 0 to 8064; a value
 * that cannot be made so is refused.
 */
struct tally_refine {
	uint16_t threshold;  /* only what is larger */
	uint16_t distance;   /* clocks between bursts */
	uint8_t burst;       /* count bursts of so many events, 0 to 31 */
	uint8_t gap;         /* clocks between events of one burst, 0 to 31 */
	uint8_t start, stop; /* enum tally_trigger: what starts, and ends, its
				counting */
	uint64_t word;       /* of TALLY_EVENT_WORD */
};

/* A slot says what one counter shall count. */
struct tally_slot {
	uint8_t counter;
	uint8_t interrupt; /* enum tally_interrupt: of its overflow */
	uint16_t event;    /* the manual's code, or TALLY_EVENT_CYCLES */
	uint64_t period;   /* 0: count from 0; N: overflow after every N */
	uint8_t levels; /* enum tally_level: where it counts; 0: everywhere */
	bool pair;      /* counter + 1 is chained to it: 64 bits together */
	const struct tally_refine *refine; /* NULL: as the event comes */
};

/*
 * The word of a slot, by the function that makes one of a code.  Its driver has
 * that function, and asks ops.check() whether it can count such a word.
 */
static inline uint64_t tally_slot_word(const struct tally_slot *slot,
				       uint64_t (*word)(uint16_t code))
{
	return slot->event == TALLY_EVENT_WORD && slot->refine
		       ? slot->refine->word
		       : word(slot->event);
}

/*
 * A slot as an initialiser for C and C++ alike, complete, so that no compiler
 * warns: an event on a counter; and with its interrupt and period.
 */
#define TALLY_SLOT(counter, event) TALLY_SLOT_EVERY(counter, event, 0, 0)
#define TALLY_SLOT_EVERY(counter, event, interrupt, period)                    \
	{                                                                      \
		(counter), (interrupt), (event), (period), 0, false, 0         \
	}

/* Wishes that concern the whole monitor: or-ed into tally_setup.options. */
enum tally_option {
	TALLY_DIVIDE = 1 << 0, /* cycle counter: one count per 64 cycles */
	TALLY_EXPORT = 1 << 1, /* drive the events out to the trace macrocell */
	TALLY_USER = 1 << 2,   /* user mode may reach the monitor */
	TALLY_WIDE = 1 << 3,   /* event counters of 64 bits, without pairs */
	/* Every overflow that interrupts stops all counters, too. */
	TALLY_FREEZE = 1 << 4,
	/*
	 * A bit of the time base interrupts: 63, or the one that the field of
	 * two bits above this one names.
	 */
	TALLY_TIME_BASE = 1 << 5,
	TALLY_TIME_BASE_55 = 1 << 6,
	TALLY_TIME_BASE_51 = 1 << 7,
	TALLY_TIME_BASE_47 = 3 << 6,
};

/* A setup says what the whole monitor shall do.  Counters without a slot stay
 * idle. */
struct tally_setup {
	const struct tally_slot *slot;
	uint8_t slots;
	uint8_t options; /* enum tally_option */
};

/* A setup as an initialiser: of an array of slots. */
#define TALLY_SETUP(slots_of, options)                                         \
	{                                                                      \
		(slots_of), sizeof(slots_of) / sizeof((slots_of)[0]),          \
			(options)                                              \
	}

/*
 * The phases of a measurement, each a script.  START and STOP are one write
 * each: the counting window opens and closes with it.
 */
enum tally_phase {
	TALLY_CONFIGURE, /* stopped, flags clear, events and presets loaded */
	TALLY_START,
	TALLY_STOP,
	TALLY_RELEASE, /* stopped, flags and interrupt request clear */
};

/*
 * A bit of what acknowledge() gives: the counters run.  Where no flag was set
 * it need not be told, but for counters that stop at their top.
 */
#define TALLY_RUNNING (UINT64_C(1) << 32)

struct tally_monitor;

/*
 * The counters, events and options that this core has, of those that the
 * monitor's tables list: a PMUv3 may have fewer of each.
 */
struct tally_limits {
	uint32_t counters; /* bit i: counter i; those from 32 are there */
	uint16_t code_max; /* the highest event code that can be written */
	uint8_t options;   /* enum tally_option: those it can honour */
	bool pairs;        /* counters can be chained */
	/*
	 * Bit i: event 0x0000 + i, and 0x4000 + i; the core does not tell of
	 * others.
	 */
	uint64_t event[2];
};

/* A view says where a slot's count is, and the flag of its overflow. */
struct tally_view {
	struct tally_reg value; /* 0 bits: ops.count() */
	uint32_t flag; /* its bit; 0: there is none that concerns a total */
};

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
	 * Append the script of one phase.  Pure: the setup has been checked by
	 * tally_setup_check().
	 */
	void (*encode)(const struct tally_monitor *m,
		       const struct tally_setup *setup, enum tally_phase phase,
		       struct tally_script *script);
	/* After CONFIGURE: does the monitor hold what was written?  Reads. */
	bool (*holds)(const struct tally_monitor *m,
		      const struct tally_setup *setup, struct tally_bus *bus);
	/*
	 * The counters that have overflowed, bit i for counter i; 0 for
	 * counters that have no flag.  Reads.
	 */
	uint32_t (*flags)(const struct tally_monitor *m, struct tally_bus *bus);
	/*
	 * Clear exactly the flags that are set and drop the request; give them
	 * back as flags() does, with TALLY_RUNNING if the counters run.  Counts
	 * and the enable stay as they are.  `setup` is in the monitor: a
	 * counter without a slot has no flag.  `start` is the value of START's
	 * one write.
	 */
	uint64_t (*acknowledge)(const struct tally_monitor *m,
				const struct tally_setup *setup, uint64_t start,
				struct tally_bus *bus);

	/*
	 * The rest may be NULL.  Then every monitor of the family has the same
	 * counters and events; a slot is one counter that counts at every
	 * level; and a counter's value is one register.
	 */

	/*
	 * Can the monitor do slot `i`, beside the slots before it?  The
	 * failures are those of tally_setup_check().  Pure.
	 */
	enum tally_status (*check)(const struct tally_monitor *m,
				   const struct tally_setup *setup, unsigned i);
	/*
	 * Take out of `limits`, which lists everything, what this core does not
	 * have.  Reads.
	 */
	void (*limits)(const struct tally_monitor *m, struct tally_bus *bus,
		       struct tally_limits *limits);
	/*
	 * Called after probe(): tally_setup_fits() with the limits of this
	 * core.
	 */
	enum tally_status (*fits)(const struct tally_monitor *m,
				  const struct tally_setup *setup,
				  struct tally_bus *bus);
	/*
	 * A slot's value, and setting it, where that is not one access of one
	 * register.
	 */
	uint64_t (*count)(const struct tally_monitor *m,
			  const struct tally_setup *setup, unsigned slot,
			  struct tally_bus *bus);
	void (*load)(const struct tally_monitor *m,
		     const struct tally_setup *setup, unsigned slot,
		     struct tally_bus *bus, uint64_t value);
	/*
	 * The register with the overflow flags of all counters.  Pure.  NULL:
	 * a flag is a bit of its counter's register.
	 */
	const struct tally_reg *(*flags_at)(const struct tally_monitor *m);
	/*
	 * Fill in where slot `i` and its flag are.  Pure.  NULL: `value` is the
	 * counter's register, and there is no flag.
	 */
	void (*view)(const struct tally_monitor *m,
		     const struct tally_setup *setup, unsigned i,
		     struct tally_view *view);
};

struct tally_counting; /* <tally/counting.h> */

/* A kind of monitor: constant facts and functions, some of them optional. */
struct tally_monitor {
	const struct tally_monitor_ops *ops;
	const struct tally_counting
		*counting; /* how its counters make totals */
	const void *facts; /* of its family; for `ops` only */
	const struct tally_counter *counter;
	const struct tally_event *event; /* ascending codes */
	uint8_t counters;
	uint8_t options; /* enum tally_option: those it can honour */
	bool fiq;        /* an overflow can raise FIQ instead of IRQ */
	/*
	 * Bit i: an overflow can raise enum tally_interrupt i, where the core
	 * has neither IRQ nor FIQ; 0: `fiq` and `silent` say it.
	 */
	uint8_t interrupts;
	uint16_t events;
	/*
	 * At least the writes of save() and those of encode()'s longest phase,
	 * together, with every counter in use and every option on: a session's
	 * steps are that many.
	 */
	uint16_t steps;
	uint8_t levels; /* enum tally_level: those it can tell apart */
	bool pairs;     /* counters i (even) and i + 1 can be chained */
	bool silent;    /* no overflow can interrupt */
	uint32_t raw;   /* counters that take any code, with or without a row */
};

/* Can an overflow of this monitor raise it?  Pure. */
static inline bool tally_monitor_interrupts(const struct tally_monitor *m,
					    enum tally_interrupt kind)
{
	unsigned kinds = 1u << TALLY_SILENT |
			 (m->silent ? 0u : 1u << TALLY_IRQ) |
			 (m->fiq ? 1u << TALLY_FIQ : 0u);

	return (m->interrupts ? m->interrupts : kinds) >> kind & 1;
}

/*
 * Can the monitor do this?  TALLY_E_COUNTER, TALLY_E_EVENT, TALLY_E_FEATURE
 * (an option, an interrupt, a level or a pair that it has not) or
 * TALLY_E_INVALID (null, a period of 2^bits or more); `*slot` (may be NULL) is
 * the first slot at fault.
 * Pure.
 */
enum tally_status tally_setup_check(const struct tally_monitor *m,
				    const struct tally_setup *setup,
				    unsigned *slot);

/*
 * The script of one phase: checks the setup, then encodes.  Besides the
 * failures of tally_setup_check(): TALLY_E_ROOM.  Pure.
 */
enum tally_status tally_encode(const struct tally_monitor *m,
			       const struct tally_setup *setup,
			       enum tally_phase phase,
			       struct tally_script *script);

/*
 * tally_limits_read() finds what this core has (reads); tally_setup_fits() says
 * whether that is enough for a setup that tally_setup_check() has passed:
 * TALLY_E_COUNTER, TALLY_E_EVENT, TALLY_E_FEATURE.
 */
enum tally_status tally_limits_read(const struct tally_monitor *m,
				    struct tally_bus *bus,
				    struct tally_limits *limits);
enum tally_status tally_setup_fits(const struct tally_monitor *m,
				   const struct tally_setup *setup,
				   const struct tally_limits *limits,
				   unsigned *slot);

/*
 * Which slot is the first that tally_session_open() refuses?  `setup->slots`:
 * none is at fault.  Call it after a failure, for the message: it checks the
 * setup again, so that programs which do not ask need not link it.  Without a
 * `bus` (NULL) the core is not asked what it has; with one it reads, and the
 * bus must work.
 */
unsigned tally_setup_fault(const struct tally_monitor *m,
			   const struct tally_setup *setup,
			   struct tally_bus *bus);

/* Has the core that event, as far as its limits tell?  Pure. */
bool tally_limits_event(const struct tally_limits *limits, uint16_t code);

/* After how many bits a slot wraps: its counter's, or 64.  Pure. */
unsigned tally_slot_bits(const struct tally_monitor *m,
			 const struct tally_setup *setup, unsigned slot);

/* The row of an event code, or NULL. */
const struct tally_event *tally_event_find(const struct tally_monitor *m,
					   uint16_t code);

/* All ones in the width of a counter: 1 to 64 bits. */
uint64_t tally_counter_mask(unsigned bits);

/* The value that a counter is loaded with to overflow after `period` counts; 0
 * for 0. */
uint64_t tally_preset(uint64_t period, unsigned bits);

#ifdef __cplusplus
}
#endif

#endif
