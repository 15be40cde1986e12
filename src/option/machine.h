/* SPDX-License-Identifier: MIT */
#ifndef OPTION_MACHINE_H
#define OPTION_MACHINE_H

#include "option/option.h"

/*
 * How a simulated machine is set up, and the options that say so.  Boards, the
 * targets that they are, records and the command see the same structure.
 */

/* Memories of a core in which errors can be injected. */
enum board_ram {
	BOARD_ICACHE_TAG, /* tag or valid RAM */
	BOARD_ICACHE_DATA,
	BOARD_DCACHE_TAG, /* tag or valid RAM */
	BOARD_DCACHE_DATA,
	BOARD_DCACHE_DIRTY,
	BOARD_ITCM,
	BOARD_DTCM,
	BOARD_RAMS
};

enum { BOARD_FAULTS = 8 };

/* Inputs of a core's monitor that can be driven. */
enum board_signal {
	BOARD_ETMEXTOUT0, /* ARM11: the trace macrocell's outputs */
	BOARD_ETMEXTOUT1,
	BOARD_PM_EVENT, /* e500 */
	BOARD_SIGNALS
};

/* Hardware without a model: masters on the bus, and what peripherals get. */
enum board_traffic {
	BOARD_EXP,
	BOARD_GXI,
	BOARD_UART0,
	BOARD_UART1,
	BOARD_UART2,
	BOARD_SSP,
	BOARD_SCI,
	BOARD_TRAFFICS
};

struct board_inject {
	/* the signal is high for `high` of each `period` cycles */
	uint64_t period[BOARD_SIGNALS];
	uint64_t high[BOARD_SIGNALS];
	/* every so-manieth access of the memory finds an error; 0: none */
	uint64_t error[BOARD_RAMS];
	/* DBGACK high for `dbgack_high` of each `dbgack_period` cycles */
	uint64_t dbgack_period;
	uint64_t dbgack_high;
	/* ERROR and RETRY on the bus, as board_fault_check() wants them; NULL:
	 * no more */
	const char *fault[BOARD_FAULTS];
	/* traffic, as board_traffic_check() wants it; NULL: none */
	const char *traffic[BOARD_TRAFFICS];
};

/* Faults of a machine's wiring, for those who look for it. */
enum board_ill {
	BOARD_ILL_NO_LINE, /* no monitor's interrupt is wired */
	BOARD_ILL_NID_OFF, /* non-invasive debug is not permitted */
	/* no overflow of a Cortex-A9's event counter sets a flag */
	BOARD_ILL_LOST_OVERFLOW,
	BOARD_ILLS
};

/* Parts of a machine that can be had otherwise than the core's. */
enum board_shape {
	BOARD_ICACHE,
	BOARD_DCACHE,
	BOARD_L2,   /* the second level, of the core or beside it */
	BOARD_LINE, /* of all the core's caches; bytes */
	BOARD_ITLB, /* first level, where there are two */
	BOARD_DTLB,
	BOARD_TLB,       /* the only one, or the second level */
	BOARD_PREDICTOR, /* entries, of branches or their histories */
	/* Cycles: */
	BOARD_MEMORY, /* until a read's first word is there */
	BOARD_LEVEL2, /* until the second level has answered */
	BOARD_WALK,   /* each descriptor of a page walk */
	BOARD_MISPREDICT,
	BOARD_SHAPES
};

/* How a cache chooses the line that goes. */
enum board_policy {
	BOARD_POLICY_OWN, /* the core's */
	BOARD_ROUND_ROBIN,
	BOARD_RANDOM, /* an invalid way first */
	BOARD_PLRU,   /* a tree; an invalid way first */
	BOARD_POLICIES
};

struct capture;

/*
 * A trial: cycles of some causes do not go by, everywhere or at some
 * instructions.  A run of it tells what these causes cost; its counts are of no
 * machine, so that nothing but its cycles is of use.
 */
enum { BOARD_TRIAL_RANGES = 16 };

struct board_trial {
	uint32_t without; /* 1 << the cause's number in the ledger; 0: none */
	unsigned ranges;  /* 0: everywhere */
	struct {
		uint64_t from, to; /* `to` is not in it */
	} range[BOARD_TRIAL_RANGES];
};

struct board_options {
	bool cold;     /* reset state instead of what a boot loader leaves */
	bool flat;     /* one cycle per instruction */
	bool jitter;   /* vary start state and memory latency ... */
	uint64_t seed; /* ... with this */
	/* So many runs, the first with the program as it is linked, the others
	 * as models see it in other layouts, drawn by the seed; 0: it stays. */
	uint32_t layouts;
	uint64_t layouts_seed;
	uint64_t layout; /* of this run; 0: as it is linked */
	bool poison;     /* unpredictable bits and reset values are junk */
	bool strict; /* where manuals leave a rule open, the harsher reading */
	bool l2;     /* the boot loader leaves the second-level cache on */
	bool step;   /* instructions go one by one, never in blocks */
	uint64_t max_instructions; /* 0: no limit */
	uint64_t max_console;      /* bytes to the console; 0: no limit */
	double timeout_s;          /* wall time of one run; 0: none */
	/* True, which a signal's handler may set: nobody wants to wait for an
	 * answer any longer than an instant.  NULL: that never happens. */
	const volatile bool *stop;
	/*
	 * Words that the guest finds behind its own name ("program") on its
	 * command line, in words as board_argument() makes them; NULL: nothing.
	 * machine_new() gets the whole.
	 */
	const char *command_line;
	/*
	 * PowerQUICC III: the file of the capture whose frames arrive, NULL:
	 * none; what board_capture() read of it, which must outlive the board;
	 * and how many times as fast as they were captured, in 1/1000, 0: back
	 * to back.
	 */
	const char *pcap;
	struct capture *capture;
	uint32_t pcap_speed_milli;
	/* The device monitor's PMC0: its upper word comes first; it counts on
	 * while PMGC0[FAC] holds the others. */
	bool pmc0_upper_first, pmc0_runs_on;
	uint32_t ill; /* what is not as it should be: 1 << enum board_ill */
	uint8_t ratio_core, ratio_platform; /* of clocks; 0: the board's own */
	struct board_inject inject;
	/* Parts as they are wanted, of so many bytes, entries or cycles; 0: as
	 * the core has it. */
	struct {
		uint32_t size, ways;
		enum board_policy policy;
	} shape[BOARD_SHAPES];
	struct board_trial trial; /* no option: who looks why asks for it */
};

/* A program is ended after it has printed this many bytes. */
#define MACHINE_CONSOLE (UINT64_C(64) << 20)

/* The options, for a struct board_options. */
extern const struct option_row machine_rows[];
extern const unsigned machine_row_count;
/* The one that is for who measures repeatedly. */
#define MACHINE_OF_REPEATS "layouts"

/*
 * The row of a word of a command line, "--pcap-sp" or "--pcap-speed=1", by as
 * much of its name as is no other row's; NULL: there is none.  `value`: what is
 * behind the "="; NULL: there is none.
 */
const struct option_row *machine_row_of(const char *word, const char **value);

/* The first option in it that targets of `on`, OPTION_ON_..., do not have;
 * NULL: there is none. */
const struct option_row *machine_beyond(const struct board_options *o,
					unsigned on);
/* May two runs of one program differ? */
static inline bool machine_varies(const struct board_options *o)
{
	return o->jitter || o->layouts;
}
/* Names for --inject and --traffic: a signal's, a memory's, which is that of
 * the event that counts its errors, and of who has traffic. */
const char *board_signal_name(enum board_signal signal);
const char *board_ram_name(enum board_ram ram);
const char *board_traffic_name(enum board_traffic traffic);

/* Is it an answer of the bus that --inject names, "LAYER:error"? */
bool machine_is_fault(const char *text);
bool machine_shape_take(const char *text, void *to, struct error *err);
bool machine_shape_print(FILE *out, const void *from);
/* "dcache", "memory": as --machine spells it. */
const char *machine_shape_name(enum board_shape which);
/* Is it a time, in cycles? */
static inline bool machine_shape_is_time(enum board_shape which)
{
	return which >= BOARD_MEMORY;
}
/* The board's title, and behind it where it is not this core any more.  The
 * caller's to free; NULL: no memory. */
char *machine_title(const struct board_options *o, const char *title);
/* The part behind it, "what if: ...; not this core"; NULL: there is none. */
const char *machine_what_if(const char *title);
bool machine_inject_take(const char *text, void *to, struct error *err);
bool machine_inject_print(FILE *out, const void *from);
bool machine_traffic_take(const char *text, void *to, struct error *err);
bool machine_traffic_print(FILE *out, const void *from);

#endif
