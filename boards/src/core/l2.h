/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_L2_H
#define BOARD_CORE_L2_H

#include "boards/src/core/uarch.h"
#include "boards/src/ledger/ledger.h"
#include "boards/src/parts/cache.h"

/*
 * A second-level cache controller of ARM: L210, L220 or L2C-310.  l2.c is the
 * cache as the core's requests find it, l2_control.c its registers.  Its events
 * go to the core's ledger; which code means which is the monitors' affair
 * (pmu/l210.c, pmu/l220.c, pmu/l2c310.c).
 */
enum l2_kind { L2_NONE, L2_L210, L2_L220, L2_C310 };

/* The slave ports that read; each keeps the line it read last. */
enum l2_port { L2_INSTRUCTION, L2_DATA, L2_PORTS };

enum l2_answer {
	L2_PASSED,      /* off, or nothing for a cache: memory answers */
	L2_FROM_BUFFER, /* the port still had the line */
	L2_HIT,
	L2_MISS, /* looked up, and memory answers */
};

struct l2 {
	enum l2_kind kind;
	struct cache cache;
	struct ledger *ledger;
	uint32_t buffer[L2_PORTS]; /* lines, or CACHE_NO_LINE */
	bool on;
	/* Registers: see l2_control.c. */
	uint32_t aux;
	uint32_t debug;
	uint32_t lock[L2_PORTS]; /* ways that the port's misses cannot have */
};

/* As after reset: off.  NULL when out of memory. */
struct l2 *l2_new(enum l2_kind kind, const struct board_options *o);
void l2_free(struct l2 *l2);
/* The ledger in which it counts; before anything else happens. */
void l2_attach(struct l2 *l2, struct ledger *ledger);
/* Clean lines from anywhere, as power-on might leave them. */
void l2_junk(struct l2 *l2, uint64_t seed);

static inline uint32_t l2_all_ways(const struct l2 *l2)
{
	return UINT32_MAX >> (32 - l2->cache.shape.ways);
}

/* Is it a cache for such memory, and now? */
static inline bool l2_takes(const struct l2 *l2, const struct outer *outer)
{
	return l2->on && outer->cacheable;
}

/* A read of at most a line, which stays in that line. */
enum l2_answer l2_read(struct l2 *l2, enum l2_port port, uint32_t paddr,
		       const struct outer *outer);
/* A write's first bytes; l2_write_more() for the others to that line. */
enum l2_answer l2_write(struct l2 *l2, uint32_t paddr, unsigned size,
			const struct outer *outer);
void l2_write_more(struct l2 *l2, uint32_t paddr, unsigned size,
		   const struct outer *outer);
/* The first level lets go of a line: for struct cache_out. */
void l2_cast_out(void *l2, uint32_t paddr, unsigned halves);

/* Maintenance; it forgets what the ports' buffers hold, too. */
void l2_sync(struct l2 *l2);
void l2_line(struct l2 *l2, uint32_t paddr, bool clean, bool drop);
void l2_slot(struct l2 *l2, unsigned way, uint32_t index, bool clean,
	     bool drop);
void l2_ways(struct l2 *l2, uint32_t ways, bool clean, bool drop);

/* l2_control.c: the controller's registers, by offset in its page. */
uint32_t l2_register_read(const struct l2 *l2, uint32_t offset);
void l2_register_write(struct l2 *l2, uint32_t offset, uint32_t value);
/* A boot loader leaves it so: events on, nothing in it, enabled. */
void l2_boot(struct l2 *l2);

/* l2_aux.c: by enum l2_kind. */
struct l2_facts {
	uint32_t id;          /* of the part */
	uint32_t reset, boot; /* Aux Control */
};
extern const struct l2_facts l2_facts[];
/* Ways, and their size, as Aux Control and the type register tell them. */
uint32_t l2_aux_shape(const struct l2 *l2, uint32_t aux);
uint32_t l2_type(const struct l2 *l2);
/* Does it send its events to the monitor? */
bool l2_event_bus(const struct l2 *l2);
/* Does a write that misses bring its line in? */
bool l2_allocates(const struct l2 *l2, const struct outer *outer);

#endif
