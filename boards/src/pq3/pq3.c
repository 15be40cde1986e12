/* SPDX-License-Identifier: MIT */
/*
 * The platform's life, clock and register doors: see pq3.h.
 */
#include "boards/src/pq3/pq3.h"

#include <stdlib.h>
#include <string.h>

#include "boards/src/pq3/inner.h"

enum {
	CCSRBAR = 0x0,
	LAWBAR0 = 0xC08, /* 0x20 bytes apart, like LAWAR */
	LAWAR0 = 0xC10,
	LAW_BYTES = 0x20,
	RATIO_MOST = 64,
	RAM_UNIT = 32 << 20,
};

#define CCSRBAR_RESET UINT32_C(0xFF700000)
#define CCSRBAR_BOOT  UINT32_C(0xE0000000)
#define LAW_ON_DDR    UINT32_C(0x80F00000)
#define LAW_ON_LBC    UINT32_C(0x8040001B) /* 256 MiB */
#define LOCAL_BUS     UINT32_C(0xF0000000)

/* ---- life --------------------------------------------------------------- */

static bool check(const struct pq3_options *o, struct error *err)
{
	if (!o->ram_size || o->ram_size % RAM_UNIT)
		return error_set(err, "the platform's memory is not a "
				      "multiple of 32 MiB");
	if (!o->core_hz)
		return error_set(err, "the platform's core has no clock");
	if (o->ratio_core < o->ratio_ccb || o->ratio_core > RATIO_MOST ||
	    (!o->ratio_ccb && o->ratio_core))
		return error_set(err,
				 "the core's clock cannot be %u/%u of the "
				 "platform's; it is 1 to 64 times as fast",
				 o->ratio_core, o->ratio_ccb);
	return true;
}

struct pq3 *pq3_new(const struct pq3_options *options,
		    const struct pq3_host *host, struct error *err)
{
	struct pq3 *p;

	if (!check(options, err))
		return NULL;
	p = calloc(1, sizeof(*p));
	if (!p) {
		error_set(err, "out of memory");
		return NULL;
	}
	p->options = *options;
	if (!p->options.ratio_core) {
		p->options.ratio_core = 5;
		p->options.ratio_ccb = 2;
	}
	p->host = *host;
	p->ccsrbar = CCSRBAR_RESET;
	p->tsecs = options->part == PQ3_MPC8540 ? 2 : 4;
	pmu_pq3_init(&p->monitor, options, &p->ledger);
	ddr_init(p);
	for (unsigned i = 0; i < p->tsecs; i++)
		tsec_init(p, i);
	if (!l2_init(p)) {
		pq3_free(p);
		error_set(err, "out of memory");
		return NULL;
	}
	return p;
}

void pq3_free(struct pq3 *p)
{
	if (!p)
		return;
	cache_done(&p->l2.cache);
	for (unsigned i = 0; i < p->others; i++)
		free(p->other[i]);
	free(p);
}

void pq3_boot(struct pq3 *p)
{
	uint32_t bits = 0;

	while (UINT64_C(2) << bits < p->options.ram_size)
		bits++;
	p->ccsrbar = CCSRBAR_BOOT;
	p->window_attr[0] = LAW_ON_DDR | bits;
	p->window_base[1] = LOCAL_BUS >> 12;
	p->window_attr[1] = LAW_ON_LBC;
	p->l2.control = UINT32_C(0x80000000);
	ddr_boot(p);
	for (unsigned i = 0; i < p->tsecs; i++)
		tsec_boot(p, i);
}

/* ---- the ledger --------------------------------------------------------- */

struct target_frames pq3_received(const struct pq3 *p)
{
	return p->tsec[0].came;
}

/* ---- time --------------------------------------------------------------- */

/* The first core cycle at which the platform's clock shows `clock`. */
static uint64_t core_cycle(const struct pq3 *p, uint64_t clock)
{
	uint64_t most = UINT64_MAX / p->options.ratio_core;

	if (clock >= most)
		return UINT64_MAX;
	return (clock * p->options.ratio_core + p->options.ratio_ccb - 1) /
	       p->options.ratio_ccb;
}

static uint64_t next_clock(const struct pq3 *p)
{
	uint64_t next = pmu_pq3_next(&p->monitor), at = ddr_next(p);

	next = at < next ? at : next;
	for (unsigned i = 0; i < p->tsecs; i++) {
		at = tsec_next(p, i);
		next = at < next ? at : next;
	}
	return next;
}

uint64_t pq3_next(const struct pq3 *p)
{
	return core_cycle(p, next_clock(p));
}

static void update_monitor_line(struct pq3 *p)
{
	bool asks = pmu_pq3_irq(&p->monitor);

	if (asks == p->monitor_line)
		return;
	p->monitor_line = asks;
	if (p->host.interrupt)
		p->host.interrupt(p->host.ctx, PQ3_IRQ_MONITOR, asks);
}

/* Items that count clocks rather than occurrences are brought up to now. */
static void settle(struct pq3 *p)
{
	uint32_t gone = (uint32_t)(p->now - p->pic_since);

	p->pic_since = p->now;
	p->ledger.n[PQ3_CCB_CYCLES] = p->now;
	if (gone && p->pic_waiting)
		pq3_note(p, PQ3_PIC_WAIT_CYCLES, gone);
	if (gone && p->pic_serving)
		pq3_note(p, PQ3_PIC_SERVICE_CYCLES, gone);
	pmu_pq3_settle(&p->monitor, p->now);
	/* Nobody sees where another's PMC0 stands but who reads it, unless one
	 * of its counters waits for it. */
	for (unsigned i = 0; i < p->others; i++)
		if (p->other[i]->triggered)
			pmu_pq3_settle(p->other[i], p->now);
	update_monitor_line(p);
}

void pq3_advance(struct pq3 *p, uint64_t cycle)
{
	uint64_t ratio_ccb = p->options.ratio_ccb;
	uint64_t ratio_core = p->options.ratio_core;
	uint64_t until = cycle / ratio_core * ratio_ccb +
			 cycle % ratio_core * ratio_ccb / ratio_core;
	uint64_t at;

	while ((at = next_clock(p)) <= until) {
		p->now = at > p->now ? at : p->now;
		settle(p);
		ddr_settle(p, p->now);
		for (unsigned i = 0; i < p->tsecs; i++)
			if (tsec_next(p, i) <= p->now)
				tsec_run(p, i);
	}
	p->now = until > p->now ? until : p->now;
	settle(p);
}

void pq3_happened(struct pq3 *p, uint64_t cycle, enum pq3_item item,
		  uint32_t times)
{
	pq3_advance(p, cycle);
	pq3_note(p, item, times);
	update_monitor_line(p);
}

struct pq3_answer pq3_core(struct pq3 *p, uint64_t cycle,
			   enum pq3_request request, uint32_t paddr)
{
	pq3_advance(p, cycle);
	return pq3_bus_core(p, request, paddr);
}

void pq3_pic_state(struct pq3 *p, uint64_t cycle, bool waiting, bool serving)
{
	pq3_advance(p, cycle);
	p->pic_waiting = waiting;
	p->pic_serving = serving;
}

/* ---- registers ---------------------------------------------------------- */

/* Is it a local access window's? */
static bool is_window(uint32_t offset)
{
	uint32_t within = offset % LAW_BYTES;

	return offset >= LAWBAR0 && offset < LAWBAR0 + WINDOWS * LAW_BYTES &&
	       (within == LAWBAR0 % LAW_BYTES || within == LAWAR0 % LAW_BYTES);
}

static uint32_t *window(struct pq3 *p, uint32_t offset)
{
	uint32_t n = (offset - LAWBAR0) / LAW_BYTES;

	return offset % LAW_BYTES == LAWBAR0 % LAW_BYTES ? &p->window_base[n]
							 : &p->window_attr[n];
}

uint32_t pq3_ccsrbar(const struct pq3 *p)
{
	return p->ccsrbar;
}

bool pq3_read(struct pq3 *p, uint64_t cycle, uint32_t offset, uint32_t *value)
{
	uint32_t tsec = (offset - TSEC_BASE) / TSEC_SIZE;

	pq3_advance(p, cycle);
	*value = 0;
	if (offset == CCSRBAR) {
		*value = p->ccsrbar >> 12;
		return true;
	}
	if (is_window(offset)) {
		*value = *window(p, offset);
		return true;
	}
	if (offset - PQ3_MONITOR_BASE < PQ3_MONITOR_SIZE) {
		pmu_pq3_read(&p->monitor, offset - PQ3_MONITOR_BASE, p->now,
			     value);
		return true;
	}
	if (offset >= TSEC_BASE && tsec < p->tsecs)
		return tsec_read(p, tsec, offset % TSEC_SIZE, value);
	return ddr_read(p, offset, value) || pq3_l2_read(p, offset, value);
}

static enum pmu_access monitor_write(struct pq3 *p, uint32_t offset,
				     uint32_t value)
{
	struct pmu_pq3 before;
	enum pmu_access done;
	bool changed;

	pmu_pq3_settle(&p->monitor, p->now);
	memcpy(&before, &p->monitor, sizeof(before)); /* padding, too */
	done = pmu_pq3_write(&p->monitor, offset, p->now, value);
	/* NOLINTNEXTLINE(*-memory-comparison,cert-*) */
	changed = memcmp(&before, &p->monitor, sizeof(before)) != 0;
	if (p->host.monitor_changed && changed)
		p->host.monitor_changed(p->host.ctx, offset);
	return done;
}

static bool write_block(struct pq3 *p, uint32_t offset, uint32_t value)
{
	uint32_t tsec = (offset - TSEC_BASE) / TSEC_SIZE;

	if (offset == CCSRBAR) {
		p->ccsrbar = value << 12 & ~(PQ3_CCSR_SIZE - 1u);
		return true;
	}
	if (is_window(offset)) {
		*window(p, offset) = value;
		return true;
	}
	if (offset - PQ3_MONITOR_BASE < PQ3_MONITOR_SIZE) {
		monitor_write(p, offset - PQ3_MONITOR_BASE, value);
		return true;
	}
	if (offset >= TSEC_BASE && tsec < p->tsecs)
		return tsec_write(p, tsec, offset % TSEC_SIZE, value);
	return ddr_write(p, offset, value) || pq3_l2_write(p, offset, value);
}

bool pq3_write(struct pq3 *p, uint64_t cycle, uint32_t offset, uint32_t value)
{
	bool ours;

	pq3_advance(p, cycle);
	ours = write_block(p, offset, value);
	update_monitor_line(p);
	return ours;
}

enum pmu_access pq3_monitor_read(struct pq3 *p, uint64_t cycle, uint32_t offset,
				 uint32_t *value)
{
	pq3_advance(p, cycle);
	return pmu_pq3_read(p->chosen ? p->other[p->chosen - 1] : &p->monitor,
			    offset, p->now, value);
}

enum pmu_access pq3_monitor_write(struct pq3 *p, uint64_t cycle,
				  uint32_t offset, uint32_t value)
{
	enum pmu_access done;

	pq3_advance(p, cycle);
	if (p->chosen)
		return pmu_pq3_write(p->other[p->chosen - 1], offset, p->now,
				     value);
	done = monitor_write(p, offset, value);
	update_monitor_line(p);
	return done;
}

bool pq3_monitor_add(struct pq3 *p)
{
	struct pmu_pq3 *other = calloc(1, sizeof(*other));

	if (!other)
		return false;
	pmu_pq3_init(other, &p->options, &p->nobodys);
	other->since = p->now;
	p->other[p->others++] = other;
	return true;
}

void pq3_monitor_choose(struct pq3 *p, unsigned instance)
{
	p->chosen = instance;
}

bool pq3_counts_unmodelled(const struct pq3 *p, uint16_t *code)
{
	return pmu_pq3_counts_unmodelled(&p->monitor, code);
}
