/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PQ3_PQ3_H
#define BOARD_PQ3_PQ3_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "boards/src/board.h"
#include "boards/src/ledger/monitor.h"
#include "boards/src/pq3/ledger.h"

/*
 * A PowerQUICC III outside the core: the bus that all requests meet on (ECM),
 * second level cache, DDR controller, Ethernet controllers (TSEC), local access
 * windows and the device performance monitor, as one block with a clock.
 *
 * Not here, because they are the machine's: the core with its first level
 * caches and its own monitor, PIC, DUART, what memory holds at reset.
 *
 * Time: each call says the core cycle at which it happens, counted from reset
 * and never falling.  The platform (CCB) clock is the core's by a ratio.  What
 * the platform does by itself happens within the calls, in order; so the
 * machine calls pq3_advance() no later than pq3_next() says.
 *
 * Not reentrant: the host's functions call nothing of this.
 */
enum pq3_part { PQ3_MPC8540, PQ3_MPC8548 };

enum {
	PQ3_CCSR_SIZE = 0x100000,   /* bytes from CCSRBAR */
	PQ3_MONITOR_BASE = 0xE1000, /* of the device monitor, from CCSRBAR */
	PQ3_MONITOR_SIZE = 0x1000,
	PQ3_LINE_BYTES = 32, /* of both caches, and of a burst */
	PQ3_TSECS_MAX = 4,

	/* Internal interrupt sources of the PIC, from 0. */
	PQ3_IRQ_TSEC1_TX = 13,
	PQ3_IRQ_TSEC1_RX = 14,
	PQ3_IRQ_TSEC3_TX = 15, /* MPC8548 */
	PQ3_IRQ_TSEC3_RX = 16,
	PQ3_IRQ_TSEC3_ERR = 17,
	PQ3_IRQ_TSEC1_ERR = 18,
	PQ3_IRQ_TSEC2_TX = 19,
	PQ3_IRQ_TSEC2_RX = 20,
	PQ3_IRQ_TSEC4_TX = 21, /* MPC8548 */
	PQ3_IRQ_TSEC4_RX = 22,
	PQ3_IRQ_TSEC4_ERR = 23,
	PQ3_IRQ_TSEC2_ERR = 24,
	PQ3_IRQ_DUART = 26, /* the machine's */
	PQ3_IRQ_MONITOR = 28,
};

struct capture; /* capture.h: what arrives at the first TSEC */

struct pq3_options {
	enum pq3_part part;
	uint32_t ram_size; /* DDR from physical address 0; a multiple of
			      32 MiB, two chip selects share it */
	uint32_t core_hz;  /* what a core cycle stands for: paces frames */
	/* Core clocks to CCB clocks, as 5 to 2; 0 and 0: that. */
	uint32_t ratio_core, ratio_ccb;
	/* PMC0's upper word at the lower address; its order is not
	 * established, and by default the lower word comes first. */
	bool pmc0_upper_first;
	/* FAC leaves PMC0 alone [AN3636 3.1]; by default it stops it, as it
	 * does the others [4.1]. */
	bool pmc0_runs_on;
	bool strict; /* where manuals leave a rule open, the harsher one */
	const struct capture *frames; /* NULL: none; outlives the block */
	/*
	 * 0: frames come back to back at 1 Gbit/s.  Otherwise at their own
	 * times, this many times as fast (in 1/1000).
	 */
	uint32_t speed_milli;
	/* The second level; clocks of the CCB until it, and the DDR's
	 * controller, have taken a request up.  0: as the part has it. */
	uint32_t l2_bytes, l2_ways, l2_clocks, memory_clocks;
};

/* The core's first level data cache gives a snooped address such an answer. */
enum pq3_snoop {
	PQ3_SNOOP_MISS,
	PQ3_SNOOP_CLEAN, /* was there unmodified */
	PQ3_SNOOP_DIRTY, /* was there modified; its line is written back */
};

struct pq3_host {
	void *ctx;
	/*
	 * Guest memory from physical address 0, options.ram_size bytes in the
	 * guest's (big-endian) byte order.  Controllers read and write it
	 * directly; the machine's caches hold tags only.
	 */
	uint8_t *memory;
	/* A controller has written here: translated code is stale.  May be
	 * NULL. */
	void (*written)(void *ctx, uint32_t paddr, uint32_t bytes);
	/*
	 * A controller's access of one line is seen by the core's caches.  A
	 * write makes the core give the line up.  NULL: as if never there.
	 */
	enum pq3_snoop (*snoop)(void *ctx, uint32_t paddr, bool write);
	/* The level of an internal interrupt source of the PIC. */
	void (*interrupt)(void *ctx, unsigned source, bool level);
	/* A write has changed the monitor.  May be NULL. */
	void (*monitor_changed)(void *ctx, uint32_t offset);
	/* A frame leaves a TSEC (0: the first), without its FCS.  May be NULL.
	 */
	void (*sent)(void *ctx, unsigned tsec, const uint8_t *frame,
		     uint32_t bytes);
};

struct pq3;

/* NULL when out of memory or the options make no sense.  Reset state. */
struct pq3 *pq3_new(const struct pq3_options *options,
		    const struct pq3_host *host, struct error *err);
void pq3_free(struct pq3 *p);
/*
 * A boot loader leaves this: CCSR at 0xE0000000, DDR and its window at 0, the
 * local bus in the 256 MiB from 0xF0000000, second level cache on, station
 * addresses 00:04:9F:00:00:01 and up.
 */
void pq3_boot(struct pq3 *p);

/* ---- time --------------------------------------------------------------- */

/* Let the platform's clock run up to this core cycle. */
void pq3_advance(struct pq3 *p, uint64_t cycle);
/*
 * The core cycle at which something next happens by itself; UINT64_MAX: nothing
 * will.
 */
uint64_t pq3_next(const struct pq3 *p);

/* ---- the core's requests on the bus ------------------------------------- */

enum pq3_request {
	/* A miss in the first level caches: a burst of one line. */
	PQ3_FETCH, /* instructions */
	PQ3_LOAD,  /* data, for reading */
	PQ3_STORE, /* data, with intent to modify */
	/* A line that leaves the first level data cache, modified. */
	PQ3_WRITE_BACK,
	/* Caching-inhibited, or written through: at most 8 bytes. */
	PQ3_FETCH_SINGLE,
	PQ3_READ_SINGLE,
	PQ3_WRITE_SINGLE,
	/* dcbf and dcbi of a line that the core does not hold, icbi, tlbivax,
	 * msync: nothing but an address. */
	PQ3_ADDRESS_ONLY,
};

/* The part of the platform that serves the core's request. */
enum pq3_served {
	PQ3_BY_L2,
	PQ3_BY_DDR,
	PQ3_BY_LOCAL_BUS,
	PQ3_BY_CCSR,
	PQ3_BY_NOBODY /* no local access window covers it */
};

struct pq3_answer {
	enum pq3_served by;
	uint32_t core_cycles; /* until the core has, or is rid of, the data */
};

/* `cycle`: when the core asks.  Requests to CCSR cost time here and nothing
 * else: the register's value is pq3_read()'s. */
struct pq3_answer pq3_core(struct pq3 *p, uint64_t cycle,
			   enum pq3_request request, uint32_t paddr);

/* ---- registers ---------------------------------------------------------- */

/*
 * The word at `offset` from CCSRBAR, a multiple of 4.  False: not of a block
 * here (the machine's PIC and DUART, or nobody's).  CCSRBAR itself (offset 0)
 * has the address shifted right by 12; where CCSR lies is pq3_ccsrbar()'s.
 */
bool pq3_read(struct pq3 *p, uint64_t cycle, uint32_t offset, uint32_t *value);
bool pq3_write(struct pq3 *p, uint64_t cycle, uint32_t offset, uint32_t value);
/* The address of CCSR now, from the write above; 0xFF700000 after reset,
 * 0xE0000000 as a boot loader leaves it. */
uint32_t pq3_ccsrbar(const struct pq3 *p);

/*
 * The device monitor as a debug probe or the tally bus sees it: offsets from
 * its own base.  PMU_NONE where no register is.
 */
enum pmu_access pq3_monitor_read(struct pq3 *p, uint64_t cycle, uint32_t offset,
				 uint32_t *value);
enum pmu_access pq3_monitor_write(struct pq3 *p, uint64_t cycle,
				  uint32_t offset, uint32_t value);
/*
 * Another instance of the monitor, as reset leaves it, before any time has gone
 * by: the program does not see it, and it interrupts nobody.  Which one the two
 * functions above mean from now on; 0: the one that the program sees.
 */
bool pq3_monitor_add(struct pq3 *p);
void pq3_monitor_choose(struct pq3 *p, unsigned instance);
/* An event that counts right now and that the board does not model: its
 * pq3_event.code.  Both `code` and the result as in pmu.h. */
bool pq3_counts_unmodelled(const struct pq3 *p, uint16_t *code);

/* ---- truth -------------------------------------------------------------- */

/*
 * One event of a device monitor.  `code` is what the manuals write: Ref:e is e,
 * Cn:e is n * 256 + 64 + e, the latter part being the EVENT field; PMC0's CCB
 * cycles are 0xFFFE.
 */
struct pq3_event {
	uint16_t code;
	const char *name;  /* the board's words */
	uint8_t class;     /* enum pmu_class */
	uint8_t item;      /* enum pq3_item, where modelled */
	const char *basis; /* rule or constant's source, or "chosen" */
};

/* All events of the part, ascending code; a code without a row is none that
 * any source establishes for the part. */
const struct pq3_event *pq3_events(enum pq3_part part, unsigned *count);
/* The item's occurrences since reset. */
uint64_t pq3_count(const struct pq3 *p, enum pq3_item item);
/* Of the capture, by the first controller. */
struct target_frames pq3_received(const struct pq3 *p);

/* ---- what the machine's blocks tell the ledger -------------------------- */

/* Occurrences of an item whose events are the machine's, now: interrupts
 * serviced (PQ3_PIC_TOTAL_INT). */
void pq3_happened(struct pq3 *p, uint64_t cycle, enum pq3_item item,
		  uint32_t times);
/* From here on: does some interrupt wait for being acknowledged, is one in
 * service? */
void pq3_pic_state(struct pq3 *p, uint64_t cycle, bool waiting, bool serving);

#endif
