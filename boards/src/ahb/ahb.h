/* SPDX-License-Identifier: MIT */
#ifndef BOARD_AHB_AHB_H
#define BOARD_AHB_AHB_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "boards/src/ledger/monitor.h"

/*
 * The bus fabric of the ARM926PXP development chip: six AHB layers and the
 * graphics interconnect (GXI), a matrix that joins them to the slaves, the
 * masters besides the CPU, and the AHB monitor, which counts on all of them
 * [DDI0287B 3.1.2 and 4].  Simulated cycle by cycle, while anything moves.
 *
 * Time is in cycles of HCLK since reset and never goes back.  Cycle n lasts
 * from time n to time n + 1: what happens in it is over at n + 1.
 *
 * The CPU's memory is not here.  Its bursts take time and are counted; what
 * they carry matters only where ahb_owns() the address: there registers are
 * read and written when the beat completes, in the bus's order.
 */
enum ahb_layer { /* in the order of the monitor's registers */
		 AHB_ARMD,
		 AHB_ARMI,
		 AHB_CLCDC,
		 AHB_DMA0,
		 AHB_DMA1,
		 AHB_EXP,
		 AHB_LAYERS, /* those of the matrix */
		 AHB_GXI = AHB_LAYERS,
		 AHB_ALL_LAYERS
};

enum ahb_type { /* HBURST */
		AHB_SINGLE,
		AHB_INCR,
		AHB_WRAP4,
		AHB_INCR4,
		AHB_WRAP8,
		AHB_INCR8,
		AHB_WRAP16,
		AHB_INCR16,
		AHB_TYPES
};

/* HPROT[3:0] [IHI0011A] */
enum {
	AHB_DATA = 1 << 0, /* not an opcode */
	AHB_PRIVILEGED = 1 << 1,
	AHB_BUFFERABLE = 1 << 2,
	AHB_CACHEABLE = 1 << 3,
	AHB_CBPD = 0xf, /* cast-outs and walks for data */
	AHB_CBPI = 0xe, /* walks for instructions */
};

enum { AHB_CPU_BEATS = 8 }; /* most of a burst of the CPU */

struct ahb_burst {
	uint32_t addr; /* of the first beat; aligned to `size` */
	enum ahb_type type;
	uint8_t beats; /* as the type says; AHB_INCR: any number */
	uint8_t size;  /* bytes of a beat: 1, 2 or 4 */
	uint8_t prot;
	bool write;
	/* The slave is kept for the layer's next burst: SWP's read. */
	bool lock;
	/* Of a write where ahb_owns() the address: each beat's value. */
	uint32_t value[AHB_CPU_BEATS];
};

/* The bursts that an ARM926EJ-S makes [DDI0198D 6-4; DDI0287B 4.2.2]. */
struct ahb_burst ahb_line_fill(uint32_t addr, bool data); /* first word asked */
struct ahb_burst ahb_cast_out(uint32_t addr, unsigned words); /* 4 or 8 */
struct ahb_burst ahb_page_walk(uint32_t addr, bool data);
/* Nothing cached: 1, 4 or 8 beats; more than one only of words. */
struct ahb_burst ahb_read_of(uint32_t addr, unsigned size, unsigned beats,
			     uint8_t prot);
struct ahb_burst ahb_write_of(uint32_t addr, unsigned size, unsigned beats,
			      uint8_t prot);

/* How a burst, or a beat of it, went. */
struct ahb_done {
	uint64_t time; /* its data are there, or it is over */
	bool error;    /* some beat so far was answered with ERROR */
	uint32_t value[AHB_CPU_BEATS]; /* of reads where ahb_owns() */
};

struct ahb;

/* The fabric calls these of the machine. */
struct ahb_host {
	void *ctx;
	/*
	 * Memory for the other masters, and registers that the fabric does
	 * not own.  False: nothing is there, and the beat gets an ERROR.  The
	 * value stands in the low bits.
	 */
	bool (*read)(void *ctx, uint32_t addr, unsigned size, uint32_t *value);
	bool (*write)(void *ctx, uint32_t addr, unsigned size, uint32_t value);
	/* An interrupt line changed; see enum ahb_line. */
	void (*interrupt)(void *ctx, unsigned line, bool level);
	/* A write has changed the monitor; NULL: nobody wants to know. */
	void (*monitor_changed)(void *ctx, uint32_t offset);
	/* A UART has got a character to send; unit 0 to 2. */
	void (*console)(void *ctx, unsigned unit, uint8_t c);
	/* The CPU has waited long.  True: it shall wait no more, now and ever;
	 * what it asks for gets an ERROR.  NULL: it waits. */
	bool (*give_up)(void *ctx);
};

/* Inputs of the primary interrupt controller [VERSATILE]. */
enum ahb_line {
	AHB_LINE_CLCD = 16,
	AHB_LINE_DMA = 17,
};

/*
 * Wait states that a slave adds, in cycles of HCLK: on a burst's first beat
 * and on the others.
 */
struct ahb_timing {
	uint8_t read_first, read_next;
	uint8_t write_first, write_next;
};

enum ahb_slave {
	AHB_MPMC,     /* dynamic memory */
	AHB_SSMC,     /* static memory */
	AHB_REGS,     /* registers of the AHB's own peripherals */
	AHB_MONITOR,  /* the AHB monitor */
	AHB_APB_CORE, /* bridge to the core peripherals */
	AHB_APB_DMA,  /* bridge to the DMA peripherals */
	AHB_OFF_CHIP, /* bridges to the board */
	AHB_NOBODY,   /* the default slave: answers ERROR */
	AHB_SLAVES
};

/*
 * Traffic of a master that stands for hardware without a model, from a text:
 * words `name=value` with commas between; see ahb_pattern_parse().
 */
struct ahb_pattern {
	bool on;
	uint64_t every; /* cycles from one start to the next */
	uint8_t type;   /* EXP: enum ahb_type, or AHB_TYPES: each in turn */
	uint32_t burst; /* EXP: beats of INCR.  GXI: transfers in a row */
	uint8_t size;   /* EXP: bytes of a beat */
	uint8_t writes; /* how many of 100 are writes */
	uint32_t base;  /* first address */
	uint32_t span;  /* addresses stay below base + span */
	uint32_t page;  /* bytes from one start to the next */
	uint64_t count; /* starts in all; 0: no end */
	uint64_t from;  /* time of the first start */
};

struct ahb_options {
	struct ahb_pattern exp, gxi;
	/* Each timing where `set`; otherwise the board's own. */
	struct ahb_timing timing[AHB_SLAVES];
	bool timing_set[AHB_SLAVES];
	struct pmu_quirks quirks; /* of the monitor: poison, strict, seed */
	/* HCLK cycles of one CLCDCLK; 0: the board's own. */
	uint32_t clcdclk;
	/* HCLK cycles from one received item to the next: UART0 to 2, SSP,
	 * SCI; 0: nothing comes.  Items count up from 0. */
	uint64_t receive_every[5];
};

/*
 * Parse a pattern:
 *   exp  burst=single|incr|wrap4|incr4|wrap8|incr8|wrap16|incr16|mix|N,
 *        every=N, beats=N, size=1|2|4, writes=0..100, base=A, span=N, page=N,
 *        count=N, from=N
 *   gxi  burst=N, every=N, writes=0..100, base=A, span=N, page=N, count=N,
 *        from=N
 * A number N of beats as EXP's burst means incrN, or incr of N beats.  Left
 * out: burst=1 (single), every=100, size=4, writes=0, base=0x01000000,
 * span=1 MiB, page: what follows the last burst, count=0, from=0.
 */
bool ahb_pattern_parse(enum ahb_layer layer, const char *text,
		       struct ahb_pattern *pattern, struct error *err);

/* A slave answers each beat with one of these. */
enum ahb_response { AHB_OKAY, AHB_ERROR, AHB_RETRY, AHB_SPLIT };

/*
 * From now on let every so-manieth beat (1: each) of the layer at an address
 * from `first` to `last` get this response, `times` times at most (0: no
 * end).  RETRY is for ARM-D and EXP only, SPLIT for EXP; GXI has no responses:
 * false and `err` otherwise, and when there is no room for more.
 */
struct ahb_fault {
	enum ahb_layer layer;
	enum ahb_response response;
	uint32_t first, last;
	uint64_t every, times;
};
bool ahb_inject(struct ahb *ahb, const struct ahb_fault *fault,
		struct error *err);
/* A fault from a text:
 * armi|armd|clcdc|dma0|dma1|exp:error|retry|split[,every=N]
 * [,times=N][,from=A][,to=A]; left out: each, no end, all addresses. */
bool ahb_fault_parse(const char *text, struct ahb_fault *fault,
		     struct error *err);

/* NULL when there is no memory. */
struct ahb *ahb_new(const struct ahb_options *options,
		    const struct ahb_host *host);
void ahb_free(struct ahb *ahb);

/* The time up to which all has happened. */
uint64_t ahb_now(const struct ahb *ahb);
/* Before that time nothing happens but what the CPU has asked of memory, and
 * the fabric may be advanced at once to any time up to it. */
uint64_t ahb_alone(const struct ahb *ahb);
/* Let all happen up to `time`.  Cheap while only the CPU is active. */
void ahb_advance(struct ahb *ahb, uint64_t time);

/*
 * The CPU asks its layer (AHB_ARMI, AHB_ARMD) for a burst, as soon as those
 * asked for before are over, but not before `time`.  `time` may lie ahead of
 * ahb_now() but should not go back.  Returns at once, with a ticket for the
 * burst; so a write buffer posts its writes and forgets them.  The fabric
 * holds 16 bursts of a layer, and runs on until there is room.
 */
typedef uint64_t ahb_ticket;
ahb_ticket ahb_post(struct ahb *ahb, enum ahb_layer layer,
		    const struct ahb_burst *burst, uint64_t time);
/*
 * Run until so many beats of it are over (0: all) and say how they went.  For
 * a line fill whose first word is enough: 1.  Good for a layer's last 16.
 */
void ahb_await(struct ahb *ahb, enum ahb_layer layer, ahb_ticket ticket,
	       unsigned beats, struct ahb_done *done);
/* Both: ask, and wait for all of it. */
void ahb_transfer(struct ahb *ahb, enum ahb_layer layer,
		  const struct ahb_burst *burst, uint64_t time,
		  struct ahb_done *done);
/* SWP and SWPB: a locked read and a write, which is made whatever the read's
 * answer was. */
void ahb_swap(struct ahb *ahb, uint32_t addr, unsigned size, uint32_t value,
	      uint8_t prot, uint64_t time, struct ahb_done *done);
/* How many bursts of the layer are not over; the time is ahb_now(). */
unsigned ahb_pending(const struct ahb *ahb, enum ahb_layer layer);
/* Run until they all are; returns the time. */
uint64_t ahb_drain(struct ahb *ahb, enum ahb_layer layer, uint64_t time);

/* Are that address's registers the fabric's own?  Monitor, PL110, PL080,
 * UART0 to 2, SSP, SCI. */
bool ahb_owns(uint32_t addr);
/* A debug probe that stops time has those registers without a transfer on
 * any layer; 0 where ahb_owns() is false. */
uint32_t ahb_peek(struct ahb *ahb, uint32_t addr);
void ahb_poke(struct ahb *ahb, uint32_t addr, uint32_t value);

/* The monitor's registers likewise, by their offset from its base. */
enum { AHB_MONITOR_BASE = 0x101D0000 };

/* The core enters or leaves debug state: DBGACK, from `time` on. */
void ahb_debug(struct ahb *ahb, bool asserted, uint64_t time);

/*
 * The truth: what each of the monitor's 91 counters would have counted since
 * reset had it always been on, in 64 bits, whatever is written to the monitor;
 * in the order of the registers.  Thresholds, page size and alignment filter
 * are those in force when a thing happened.
 */
enum { AHB_COUNTERS = 91 };
struct ahb_ledger {
	uint64_t n[AHB_COUNTERS];
};
void ahb_truth(struct ahb *ahb, struct ahb_ledger *ledger);
/* The truth less what a tracked DBGACK holds, as the counters have it. */
void ahb_counted(struct ahb *ahb, struct ahb_ledger *ledger);
/*
 * The place where a counter of ahb_counted() stands at any time; *moved is a
 * number that moves whenever it does (NULL: it goes with time).  Only of a core
 * that is never in debug state.
 */
const uint64_t *ahb_live(const struct ahb *ahb, unsigned counter,
			 const uint64_t **moved);
/* Of each of the six layers that have responses, the bursts that ERROR or RETRY
 * cut short: their beats are not what their names say. */
const uint32_t *ahb_broken(const struct ahb *ahb);
/* Its rows: code is the index, name the manual's; *count is AHB_COUNTERS. */
const struct pmu_event *ahb_events(unsigned *count);

/*
 * The board's choices where the manual is silent, for doc/boards.md.  The last
 * row is of NULL.
 */
struct ahb_choice {
	const char *silent; /* on what */
	const char *chosen;
};
extern const struct ahb_choice ahb_choices[];

/*
 * The monitor's status port would show these, for tests and traces: a layer was
 * in that state for `cycles` cycles from `time` on.  Not for GXI.
 */
enum ahb_cell {
	AHB_IDLE,
	AHB_WAIT_BUS,     /* WB: the matrix makes a connection */
	AHB_WAIT_ARBITER, /* WA: another layer has the slave */
	AHB_WAIT_SLAVE,   /* WS */
	AHB_BEAT,         /* OKAY: a beat is over */
	AHB_ERROR1,
	AHB_ERROR2, /* a beat is over, with ERROR */
	AHB_RETRY1,
	AHB_RETRY2,
};
struct ahb_status {
	enum ahb_layer layer;
	enum ahb_cell cell;
	uint64_t time, cycles;
	/* The beat that the cell belongs to; meaningless when idle. */
	enum ahb_slave slave;
	enum ahb_type type;
	unsigned beat; /* 0: the burst's first */
	uint32_t addr; /* of the beat */
	uint8_t size, prot;
	bool write;
};
void ahb_watch(struct ahb *ahb,
	       void (*fn)(void *ctx, const struct ahb_status *status),
	       void *ctx);

#endif
