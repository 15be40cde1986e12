/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PQ3_INNER_H
#define BOARD_PQ3_INNER_H

#include "boards/src/parts/cache.h"
#include "boards/src/pq3/monitor.h"
#include "boards/src/pq3/pq3.h"
#include "boards/src/pq3/tsec.h"

/*
 * The platform's inside, shared by its own files only: pq3.c (life, time,
 * registers), bus.c (requests, ECM, windows), l2.c, ddr.c, tsec*.c and, below
 * all of them, note.c.  Times are in CCB clocks.
 */
enum {
	DDR_SELECTS = 4,
	DDR_BANKS = 8, /* at most, of a chip select */
	WINDOWS = 8,   /* local access windows */
};

/* The request's origin; the TSECs follow. */
enum pq3_source { SOURCE_CORE, SOURCE_TSEC1 };

struct ddr_page {
	bool open;
	uint32_t row;
	uint64_t used;  /* newest access */
	uint64_t ready; /* for the next command */
};

struct pq3_ddr {
	unsigned banks; /* of a chip select */
	uint32_t bounds[DDR_SELECTS], config[DDR_SELECTS];
	uint32_t timing1, timing2, sdram_cfg, mode, interval;
	struct ddr_page page[DDR_SELECTS][DDR_BANKS];
	uint64_t read_until; /* the newest read's last beat */
	uint64_t busy_until; /* the newest access's last beat */
	uint64_t refresh_at;
	uint64_t timeout_at; /* no page closes for its age before this */
};

struct pq3_l2 {
	struct cache cache;
	uint32_t control;
};

struct pq3 {
	struct pq3_options options;
	struct pq3_host host;
	struct pq3_ledger ledger;
	struct pmu_pq3 monitor;
	bool monitor_line;
	/* Instances besides that one, and where their carry-outs go: to
	 * nobody's ledger. */
	struct pmu_pq3 *other[BOARD_INSTANCES - 1];
	unsigned others;
	unsigned chosen; /* by a debug probe; 0: `monitor` */
	struct pq3_ledger nobodys;
	uint64_t now;       /* CCB clocks since reset */
	uint64_t bus_free;  /* the next address tenure may start */
	uint64_t pic_since; /* PIC states are counted up to here */
	bool pic_waiting, pic_serving;
	uint32_t ccsrbar;
	uint32_t window_base[WINDOWS], window_attr[WINDOWS];
	struct pq3_l2 l2;
	struct pq3_ddr ddr;
	unsigned tsecs;
	struct tsec tsec[PQ3_TSECS_MAX];
};

/* ---- note.c ------------------------------------------------------------- */

/* Something has happened: the ledger and the monitor are told. */
void pq3_note(struct pq3 *p, enum pq3_item item, uint32_t times);
/* Something that has a length has happened. */
void pq3_note_lasted(struct pq3 *p, enum pq3_item item, uint64_t clocks);
/* Nanoseconds to CCB clocks, rounded up. */
uint64_t pq3_clocks(const struct pq3 *p, uint64_t ns);

/* ---- bus.c ---------------------------------------------------------- */

struct pq3_dma {
	enum pq3_source source;
	bool write;
	bool snoop;
	bool stash; /* a write that allocates in L2 */
	uint32_t paddr;
	uint32_t bytes; /* within one line */
};

struct pq3_done {
	bool nobody;       /* no window: nothing was done */
	uint64_t dispatch; /* its address is on the bus */
	uint64_t data;     /* the last of it has moved */
};

/* The core's request, now: see pq3_core(). */
struct pq3_answer pq3_bus_core(struct pq3 *p, enum pq3_request request,
			       uint32_t paddr);
/* A controller's request, now. */
struct pq3_done pq3_dma(struct pq3 *p, const struct pq3_dma *dma);
/* Guest memory behind an address of DDR; NULL if not all of it is RAM. */
uint8_t *pq3_memory(const struct pq3 *p, uint32_t paddr, uint32_t bytes);

/* ---- l2.c ----------------------------------------------------------- */

bool l2_init(struct pq3 *p);
bool l2_on(const struct pq3 *p);
bool l2_has(struct pq3 *p, uint32_t paddr);
void l2_take(struct pq3 *p, uint32_t paddr, bool instructions);
void l2_invalidate(struct pq3 *p, uint32_t paddr);
bool pq3_l2_read(struct pq3 *p, uint32_t offset, uint32_t *value);
bool pq3_l2_write(struct pq3 *p, uint32_t offset, uint32_t value);

/* ---- ddr.c ---------------------------------------------------------- */

void ddr_init(struct pq3 *p);
void ddr_boot(struct pq3 *p);
/* A burst at `at`; *first and *last: when its beats come. */
void ddr_access(struct pq3 *p, enum pq3_source source, bool write,
		uint32_t paddr, uint64_t at, uint64_t *first, uint64_t *last);
uint64_t ddr_next(const struct pq3 *p);
/* Refreshes and closes what is due. */
void ddr_settle(struct pq3 *p, uint64_t now);
bool ddr_read(struct pq3 *p, uint32_t offset, uint32_t *value);
bool ddr_write(struct pq3 *p, uint32_t offset, uint32_t value);

/* The ledger's item of a TSEC, from that of the first. */
static inline enum pq3_item tsec_item(unsigned tsec, enum pq3_item of_first)
{
	return (enum pq3_item)(of_first + tsec);
}

#endif
