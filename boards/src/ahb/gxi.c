/* SPDX-License-Identifier: MIT */
/*
 * The MBX's interconnect with the memory controller, and traffic for it
 * [DDI0287B 4.2.1, 4.2.2].  Requests of single words stand one at a time at the
 * memory controller; reads are split, their data come later.  The memory takes
 * a request when no layer of the matrix uses it.
 */
#include "boards/src/ahb/inner.h"

enum {
	/* Chosen: how long a request occupies the memory, and from the cell
	 * of a read's request to that of its data. */
	REQUEST_CYCLES = 2,
	READ_CYCLES = 6,
};

_Static_assert(READ_CYCLES / REQUEST_CYCLES < GXI_PENDING,
	       "there is room for all reads that can be under way");

void gxi_reset(struct ahb *ahb)
{
	const struct ahb_pattern *p = &ahb->options.gxi;

	ahb->gxi.next = p->on ? p->from : AHB_NEVER;
	ahb->gxi.planned = ahb->gxi.next;
}

static void ask(struct ahb *ahb)
{
	const struct ahb_pattern *p = &ahb->options.gxi;
	struct gxi *g = &ahb->gxi;

	g->asking = true;
	g->address_run = 0;
	g->credit += p->writes;
	g->write = g->credit >= 100;
	if (g->write)
		g->credit -= 100;
	g->addr = p->base + (g->offset + g->done * 4) % p->span;
}

void gxi_begin(struct ahb *ahb)
{
	const struct ahb_pattern *p = &ahb->options.gxi;
	struct gxi *g = &ahb->gxi;

	g->left = p->burst;
	g->done = 0;
	g->started++;
	g->next = AHB_NEVER; /* until these are through */
	ask(ahb);
}

/* All transfers of a start are through in this cell. */
static void plan_next(struct ahb *ahb)
{
	const struct ahb_pattern *p = &ahb->options.gxi;
	struct gxi *g = &ahb->gxi;

	if (p->count && g->started == p->count)
		return;
	g->offset = (g->offset + p->page) % p->span;
	g->planned += p->every;
	if (g->planned <= ahb->now)
		g->planned = ahb->now + 1;
	g->next = g->planned;
	if (g->next < ahb->wake)
		ahb->wake = g->next;
}

static bool would_accept(const struct ahb *ahb)
{
	const struct gxi *g = &ahb->gxi;

	return !ahb->memory_used && g->busy <= ahb->now;
}

bool gxi_idle(const struct ahb *ahb)
{
	return !ahb->gxi.asking && ahb->gxi.pending == 0;
}

uint64_t gxi_alike(const struct ahb *ahb)
{
	const struct gxi *g = &ahb->gxi;
	uint64_t n = AHB_NEVER;

	if (g->pending) {
		if (g->ready[0] <= ahb->now)
			return 1;
		n = g->ready[0] - ahb->now;
	}
	if (!g->asking)
		return n;
	if (would_accept(ahb))
		return 1;
	if (g->busy > ahb->now && g->busy - ahb->now < n)
		n = g->busy - ahb->now;
	return n;
}

static void count_page(struct ahb *ahb)
{
	struct gxi *g = &ahb->gxi;
	unsigned shift = pmu_ahb_page_shift(&ahb->pmu);

	if (g->has_last && g->last >> shift != g->addr >> shift)
		ahb->count[CtGxiPageChange]++;
	g->has_last = true;
	g->last = g->addr;
}

/* Waits of a channel: `run` of them in a row so far. */
static void count_wait(struct ahb *ahb, unsigned wait, unsigned hit,
		       uint64_t *run, uint64_t n)
{
	uint64_t threshold = pmu_ahb_threshold(&ahb->pmu, AHB_GXI);

	ahb->count[wait] += n;
	if (*run <= threshold && *run + n > threshold)
		ahb->count[hit]++;
	*run += n;
}

static void data_cells(struct ahb *ahb, uint64_t n)
{
	struct gxi *g = &ahb->gxi;

	if (g->pending == 0)
		return;
	if (g->ready[0] > ahb->now) {
		count_wait(ahb, CtGxiRdDataWait, CtGxiRdDWaitThresholdHit,
			   &g->data_run, n);
		return;
	}
	g->data_run = 0;
	g->pending--;
	for (unsigned i = 0; i < g->pending; i++)
		g->ready[i] = g->ready[i + 1];
}

static void accept(struct ahb *ahb)
{
	struct gxi *g = &ahb->gxi;

	ahb->count[g->write ? CtGxiWr : CtGxiRd]++;
	count_page(ahb);
	g->busy = ahb->now + REQUEST_CYCLES;
	if (!g->write)
		g->ready[g->pending++] = ahb->now + READ_CYCLES;
	g->asking = false;
	g->done++;
	if (--g->left)
		ask(ahb);
	else
		plan_next(ahb);
}

void gxi_cells(struct ahb *ahb, uint64_t n)
{
	struct gxi *g = &ahb->gxi;
	bool accepts = g->asking && would_accept(ahb);

	ahb->moved++;
	data_cells(ahb, n);
	if (accepts)
		accept(ahb);
	else if (g->asking && g->write)
		count_wait(ahb, CtGxiWrAddrWait, CtGxiWrAWaitThresholdHit,
			   &g->address_run, n);
	else if (g->asking)
		count_wait(ahb, CtGxiRdAddrWait, CtGxiRdAWaitThresholdHit,
			   &g->address_run, n);
}
