/* SPDX-License-Identifier: MIT */
/*
 * The bus on which all requests meet (the e500 coherency module): one address
 * at a time, in the order of coming; a request that finds it taken waits.
 * Local access windows say where it goes: LAWBAR and LAWAR as in U-Boot's
 * fsl_law.h.
 *
 * Chosen: an address takes two CCB clocks; times until the second level cache,
 * local bus and registers have data; who waits is served in the order of
 * coming; a line that the core holds modified is written to memory first, as a
 * request of the core's, when a controller asks for it.
 */
#include <stddef.h>

#include "boards/src/pq3/inner.h"

enum {
	ADDRESS_CLOCKS = 2,
	L2_CLOCKS = 6, /* from dispatch to the first beat */
	L2_LOOKUP = 2, /* before a miss goes on */
	BURST_CLOCKS = 4,
	REGISTER_CLOCKS = 8,
	LOCAL_BUS_CLOCKS = 40,

	LAW_TARGET_LSB = 20,
	LAW_TARGET_BITS = 15,
	LAW_DDR = 15,
	LAW_LBC = 4,
	LAW_SIZE_BITS = 0x3F,
	LAW_BASE_LSB = 12, /* of LAWBAR's bit 0 */
};

#define LAW_ENABLE UINT32_C(0x80000000)

static unsigned l2_clocks(const struct pq3 *p)
{
	return p->options.l2_clocks ? p->options.l2_clocks : L2_CLOCKS;
}

static enum pq3_served target(const struct pq3 *p, uint32_t paddr)
{
	if (paddr - p->ccsrbar < PQ3_CCSR_SIZE)
		return PQ3_BY_CCSR;
	for (unsigned i = 0; i < WINDOWS; i++) {
		uint32_t attr = p->window_attr[i];
		uint64_t base = (uint64_t)p->window_base[i] << LAW_BASE_LSB;
		uint64_t size = UINT64_C(2) << (attr & LAW_SIZE_BITS);
		unsigned to = attr >> LAW_TARGET_LSB & LAW_TARGET_BITS;

		if (!(attr & LAW_ENABLE) || paddr < base ||
		    paddr - base >= size)
			continue;
		if (to == LAW_DDR)
			return PQ3_BY_DDR;
		return to == LAW_LBC ? PQ3_BY_LOCAL_BUS : PQ3_BY_NOBODY;
	}
	return PQ3_BY_NOBODY;
}

static void note_source(struct pq3 *p, enum pq3_source source, uint32_t wait)
{
	bool core = source == SOURCE_CORE;
	unsigned tsec = core ? 0 : source - SOURCE_TSEC1;

	pq3_note(p, PQ3_ECM_DISPATCH, 1);
	pq3_note(p,
		 core ? PQ3_ECM_DISPATCH_CORE
		      : tsec_item(tsec, PQ3_TSEC1_ECM_DISPATCH),
		 1);
	if (wait)
		pq3_note(p,
			 core ? PQ3_ECM_REQ_WAIT_CORE
			      : tsec_item(tsec, PQ3_TSEC1_ECM_REQ_WAIT),
			 wait);
}

enum kind { ADDRESS, READ, WRITE };

/* An address on the bus, from now on; when it is there. */
static uint64_t dispatch(struct pq3 *p, enum pq3_source source, enum kind kind,
			 enum pq3_served to)
{
	uint64_t at = p->bus_free > p->now ? p->bus_free : p->now;

	note_source(p, source, (uint32_t)(at - p->now));
	if (kind == READ)
		pq3_note(p, PQ3_ECM_DISPATCH_READ, 1);
	else if (kind == WRITE)
		pq3_note(p, PQ3_ECM_DISPATCH_WRITE, 1);
	if (kind != ADDRESS && to == PQ3_BY_DDR)
		pq3_note(p, PQ3_ECM_DISPATCH_TO_DDR, 1);
	else if (kind != ADDRESS && to == PQ3_BY_LOCAL_BUS)
		pq3_note(p, PQ3_ECM_DISPATCH_TO_LBC, 1);
	p->bus_free = at + ADDRESS_CLOCKS;
	return p->bus_free;
}

/* ---- the core ----------------------------------------------------------- */

/* A line for the first level; when its first beat comes. */
static uint64_t line_fill(struct pq3 *p, bool instructions, uint32_t paddr,
			  uint64_t at, enum pq3_served *by)
{
	uint64_t first, last;

	if (l2_on(p)) {
		bool hit = l2_has(p, paddr);

		if (instructions)
			pq3_note(p,
				 hit ? PQ3_L2_CORE_I_HIT : PQ3_L2_CORE_I_MISS,
				 1);
		else
			pq3_note(p,
				 hit ? PQ3_L2_CORE_D_HIT : PQ3_L2_CORE_D_MISS,
				 1);
		if (hit) {
			*by = PQ3_BY_L2;
			return at + l2_clocks(p);
		}
		at += L2_LOOKUP;
		l2_take(p, paddr, instructions);
	}
	ddr_access(p, SOURCE_CORE, false, paddr, at, &first, &last);
	return first + 1;
}

static enum kind kind_of(enum pq3_request request)
{
	if (request == PQ3_ADDRESS_ONLY)
		return ADDRESS;
	return request == PQ3_WRITE_BACK || request == PQ3_WRITE_SINGLE ? WRITE
									: READ;
}

static uint64_t in_ddr(struct pq3 *p, enum pq3_request request, uint32_t paddr,
		       uint64_t at, enum pq3_served *by)
{
	uint64_t first, last;

	switch (request) {
	case PQ3_FETCH:
	case PQ3_LOAD:
	case PQ3_STORE:
		return line_fill(p, request == PQ3_FETCH, paddr, at, by);
	case PQ3_FETCH_SINGLE:
	case PQ3_READ_SINGLE:
		ddr_access(p, SOURCE_CORE, false, paddr, at, &first, &last);
		return first + 1;
	case PQ3_WRITE_BACK:
	case PQ3_WRITE_SINGLE:
		ddr_access(p, SOURCE_CORE, true, paddr, at, &first, &last);
		return at; /* buffered: the core goes on */
	case PQ3_ADDRESS_ONLY:
		break;
	}
	return at;
}

static uint32_t core_cycles(const struct pq3 *p, uint64_t from, uint64_t to)
{
	const struct pq3_options *o = &p->options;
	uint64_t clocks = to - from;

	return (uint32_t)((clocks * o->ratio_core + o->ratio_ccb - 1) /
			  o->ratio_ccb);
}

struct pq3_answer pq3_bus_core(struct pq3 *p, enum pq3_request request,
			       uint32_t paddr)
{
	struct pq3_answer answer = { .by = target(p, paddr) };
	uint64_t at;

	at = dispatch(p, SOURCE_CORE, kind_of(request), answer.by);
	if (request != PQ3_ADDRESS_ONLY && answer.by == PQ3_BY_DDR)
		at = in_ddr(p, request, paddr, at, &answer.by);
	else if (request != PQ3_ADDRESS_ONLY && answer.by == PQ3_BY_CCSR)
		at += REGISTER_CLOCKS;
	else if (request != PQ3_ADDRESS_ONLY && answer.by == PQ3_BY_LOCAL_BUS)
		at += LOCAL_BUS_CLOCKS;
	answer.core_cycles = core_cycles(p, p->now, at);
	return answer;
}

/* ---- controllers -------------------------------------------------------- */

/* Data that the core holds of the address go to memory first. */
static void snoop(struct pq3 *p, uint32_t paddr, bool write)
{
	uint64_t at, first, last;

	if (!p->host.snoop ||
	    p->host.snoop(p->host.ctx, paddr, write) != PQ3_SNOOP_DIRTY)
		return;
	at = dispatch(p, SOURCE_CORE, WRITE, PQ3_BY_DDR);
	ddr_access(p, SOURCE_CORE, true, paddr, at, &first, &last);
}

static uint64_t dma_read(struct pq3 *p, const struct pq3_dma *dma, uint64_t at)
{
	uint64_t first, last;

	if (l2_on(p)) {
		bool hit = l2_has(p, dma->paddr);

		pq3_note(p, hit ? PQ3_L2_NC_READ_HIT : PQ3_L2_NC_READ_MISS, 1);
		if (hit)
			return at + l2_clocks(p) + BURST_CLOCKS;
		at += L2_LOOKUP;
	}
	ddr_access(p, dma->source, false, dma->paddr, at, &first, &last);
	return last;
}

static uint64_t dma_write(struct pq3 *p, const struct pq3_dma *dma, uint64_t at)
{
	uint64_t first, last;

	if (l2_on(p) && dma->stash) {
		pq3_note(p,
			 dma->bytes == PQ3_LINE_BYTES ? PQ3_L2_NC_BURST_WRITE
						      : PQ3_L2_NC_WRITE,
			 1);
		if (!l2_has(p, dma->paddr))
			l2_take(p, dma->paddr, false);
	} else if (l2_on(p)) {
		pq3_note(p, PQ3_L2_NC_WRITE_MISS, 1);
		l2_invalidate(p, dma->paddr);
	}
	ddr_access(p, dma->source, true, dma->paddr, at, &first, &last);
	return last;
}

struct pq3_done pq3_dma(struct pq3 *p, const struct pq3_dma *dma)
{
	unsigned tsec = dma->source - SOURCE_TSEC1;
	uint32_t beats = (dma->paddr % 8 + dma->bytes + 7) / 8;
	struct pq3_done done = { 0 };

	if (target(p, dma->paddr) != PQ3_BY_DDR ||
	    !pq3_memory(p, dma->paddr, dma->bytes)) {
		done.nobody = true;
		return done;
	}
	if (dma->snoop)
		snoop(p, dma->paddr & ~(PQ3_LINE_BYTES - 1u), dma->write);
	done.dispatch =
		dispatch(p, dma->source, dma->write ? WRITE : READ, PQ3_BY_DDR);
	pq3_note(p, tsec_item(tsec, PQ3_TSEC1_DATA_BEATS), beats);
	if (dma->write) {
		if (dma->stash)
			pq3_note(p, PQ3_ECM_DISPATCH_WRITE_ALLOC, 1);
		pq3_note(p, tsec_item(tsec, PQ3_TSEC1_DMA_WRITES), 1);
		done.data = dma_write(p, dma, done.dispatch);
	} else {
		pq3_note(p, tsec_item(tsec, PQ3_TSEC1_READ_BEATS), beats);
		pq3_note(p, tsec_item(tsec, PQ3_TSEC1_DMA_READS), 1);
		done.data = dma_read(p, dma, done.dispatch);
	}
	return done;
}

uint8_t *pq3_memory(const struct pq3 *p, uint32_t paddr, uint32_t bytes)
{
	if (paddr >= p->options.ram_size || bytes > p->options.ram_size - paddr)
		return NULL;
	return p->host.memory + paddr;
}
