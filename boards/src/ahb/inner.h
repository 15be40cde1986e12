/* SPDX-License-Identifier: MIT */
#ifndef BOARD_AHB_INNER_H
#define BOARD_AHB_INNER_H

#include "boards/src/ahb/ahb.h"
#include "boards/src/ahb/monitor.h"
#include "boards/src/ahb/peripheral.h"
#include "boards/src/ahb/pl080.h"
#include "boards/src/ahb/pl110.h"

/*
 * The files ahb*.c, pl080*.c and pl110.c share this header.  A layer's time is
 * cut into cells, one a cycle; see enum ahb_cell.  A beat is its waits and then
 * the cell in which it is over.  A burst asked for in cycle n has its first
 * cell in n + 1; one that follows another at once has it right behind: its
 * address phase was under the last beat.
 */
#define AHB_NEVER UINT64_MAX

enum { AHB_NOT_THERE = 0xFF }; /* of a counter, a layer */

enum layer_state {
	LAYER_IDLE,
	LAYER_CONNECT, /* WB in this cell */
	LAYER_REQUEST, /* stands before the slave's arbiter */
	LAYER_DATA,    /* `left` wait states, then the beat is over */
	LAYER_ERROR,   /* ERROR's second cycle */
	LAYER_RETRY,   /* RETRY's second cycle */
	LAYER_AGAIN,   /* the idle cycle behind it */
};

struct layer {
	enum layer_state state;
	enum ahb_slave slave;     /* of the burst */
	enum ahb_slave connected; /* AHB_NOBODY: none yet */
	struct ahb_burst burst;
	unsigned beat;              /* index of the present one */
	uint32_t addr;              /* its address */
	uint32_t left;              /* wait states it still has */
	bool first;                 /* it is NONSEQ: opens a burst */
	bool seen_new;              /* the slave has to begin afresh */
	bool decided;               /* its response is known ... */
	bool broken;                /* what is left of it goes on as SINGLE */
	enum ahb_response response; /* ... this */
	uint64_t run;               /* wait states in a row on this beat */
	uint64_t want; /* when idle: time of the next burst's first cell */
};

struct slave {
	struct ahb_timing timing;
	uint8_t user; /* layer with a burst there, or AHB_NOT_THERE */
	uint8_t last; /* that had it last and is still connected */
	bool locked;  /* to `last` */
};

enum { AHB_QUEUE = 16, AHB_FAULTS = 16 };

/* A burst that the CPU asked for. */
struct asked {
	struct ahb_burst burst;
	uint64_t time;
	unsigned beats; /* that are over */
	bool error;
	uint64_t done[AHB_CPU_BEATS]; /* when each was */
};

struct queue {
	struct asked entry[AHB_QUEUE];
	uint64_t head, tail; /* tickets: on the layer now, next one */
};

struct fault {
	struct ahb_fault fault;
	uint64_t seen, done;
};

/* The expansion layer's generator. */
struct exp_master {
	uint64_t next; /* start */
	uint64_t started;
	uint32_t offset;
	uint32_t credit; /* of writes, in hundredths */
	unsigned turn;   /* of burst types, when mixed */
};

enum { GXI_PENDING = 4 }; /* more reads than can be under way */

struct gxi {
	uint64_t next; /* start; AHB_NEVER while one is under way */
	uint64_t planned;
	uint64_t started;
	uint32_t offset;
	uint32_t credit;
	uint32_t left; /* transfers of this start still to be requested ... */
	uint32_t done; /* ... and those that were */
	bool asking;   /* a request stands at the memory controller ... */
	bool write;    /* ... and is this */
	uint32_t addr;
	uint64_t ready[GXI_PENDING]; /* when data of reads can come */
	unsigned pending;
	uint64_t address_run, data_run; /* wait states in a row */
	uint64_t busy; /* the memory is busy with it before this time */
	bool has_last;
	uint32_t last; /* address of the transfer before */
};

struct ahb {
	struct ahb_options options;
	struct ahb_host host;
	const struct master *const *master; /* of each layer */
	uint64_t now;                       /* the next cell */
	unsigned busy;                      /* bit i: layer i is not idle ... */
	unsigned asking; /* ... and stands before an arbiter */
	uint64_t wake;   /* when an idle layer or GXI wants something */
	struct layer layer[AHB_LAYERS];
	struct slave slave[AHB_SLAVES];
	struct queue queue[2]; /* of AHB_ARMD, AHB_ARMI */
	/* A burst that the CPU waits for, up to so many beats, and whether
	 * these are over: then time stops. */
	const struct asked *awaited;
	unsigned awaited_beats;
	bool arrived;
	bool given_up; /* see ahb_host */
	struct fault fault[AHB_FAULTS];
	unsigned faults;
	struct exp_master exp;
	struct gxi gxi;
	struct pl110 pl110;
	struct pl080 pl080;
	struct peripheral peripheral[AHB_PERIPHERALS];
	struct pmu_ahb pmu;
	uint64_t count[AHB_COUNTERS]; /* the truth; cycles: see ahb_truth() */
	uint64_t moved;               /* moves whenever one of them does */
	uint32_t broken[AHB_LAYERS];  /* bursts that a response cut short */
	uint64_t debug_cycles;        /* with DBGACK high, before debug_from */
	uint64_t debug_from;          /* high since; AHB_NEVER: it is low */
	/* The counters gained this while a tracked DBGACK was high, from
	 * `held_from` on; ahb_counted() leaves it out. */
	bool holding;
	uint64_t held[AHB_COUNTERS], held_from[AHB_COUNTERS];
	/* Registers written in this cell: carried out at its end. */
	struct {
		uint32_t addr, value;
	} late[AHB_LAYERS];
	unsigned lates;
	bool memory_used; /* by a layer, in this cell */
	void (*watch)(void *ctx, const struct ahb_status *status);
	void *watch_ctx;
};

#define COUNTER(name, basis) name,
enum ahb_counter {
#include "boards/src/ledger/ahb_counters.def"
};

/* ahb_count.c */
void ahb_count_wait(struct ahb *ahb, unsigned layer, bool slave, uint64_t n);
void ahb_count_beat(struct ahb *ahb, unsigned layer);
/* Cycles with DBGACK high, up to now. */
uint64_t ahb_debug_cycles(const struct ahb *ahb);
/* DBGACK, or whether it is tracked, may have changed. */
void ahb_count_debug(struct ahb *ahb);

/* ahb_map.c */
enum ahb_slave ahb_decode(enum ahb_layer layer, uint32_t addr);
extern const struct ahb_timing ahb_timings[AHB_SLAVES];
uint32_t ahb_register_read(struct ahb *ahb, uint32_t addr);
void ahb_register_write(struct ahb *ahb, uint32_t addr, uint32_t value);

/* ahb_fault.c: what faults say to the layer's present beat. */
enum ahb_response ahb_injected(struct ahb *ahb, unsigned layer);
bool ahb_fault_check(const struct ahb_fault *fault, struct error *err);
extern const char *const ahb_layer_names[AHB_LAYERS];

/* ahb_fabric.c: some cells from now on, to the time at most. */
void ahb_step(struct ahb *ahb, uint64_t until);

static inline void ahb_wake_at(struct ahb *ahb, uint64_t time)
{
	if (time < ahb->wake)
		ahb->wake = time;
}

/* A master may want its layer from the time on. */
static inline void ahb_kick(struct ahb *ahb, unsigned layer, uint64_t time)
{
	struct layer *l = &ahb->layer[layer];

	if (time < l->want)
		l->want = time;
	if (l->state == LAYER_IDLE)
		ahb_wake_at(ahb, l->want);
}

/* Data of a beat that a master moves; false: nothing is there.  Registers of
 * the fabric's own are written at the cell's end. */
bool ahb_fetch(struct ahb *ahb, uint32_t addr, unsigned size, uint32_t *value);
bool ahb_store(struct ahb *ahb, uint32_t addr, unsigned size, uint32_t value);

/* A master drives a layer; all happens in the cell ahb->now. */
struct master {
	/* May the layer begin a burst?  If not, sets its `want`, which is
	 * later than now. */
	bool (*next)(struct ahb *ahb, unsigned layer, struct ahb_burst *burst);
	/* The present beat's data; false: nothing is there.  NULL: a word is
	 * read, and nobody looks at it. */
	bool (*carry)(struct ahb *ahb, unsigned layer);
	/* The present beat is over; false: drop the rest of the burst. */
	bool (*beat)(struct ahb *ahb, unsigned layer, bool error);
	/* The burst is; sets the layer's `want`. */
	void (*end)(struct ahb *ahb, unsigned layer);
};
extern const struct master ahb_cpu, ahb_exp, pl110_master, pl080_master;

void exp_reset(struct ahb *ahb);

/* ahb_gxi.c: a start's time has come; how many cells from now on are all alike;
 * carry `n` out. */
void gxi_reset(struct ahb *ahb);
void gxi_begin(struct ahb *ahb);
uint64_t gxi_alike(const struct ahb *ahb);
void gxi_cells(struct ahb *ahb, uint64_t n);
bool gxi_idle(const struct ahb *ahb);

#endif
