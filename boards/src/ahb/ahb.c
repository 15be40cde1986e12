/* SPDX-License-Identifier: MIT */
/*
 * The fabric as a whole: making it, its time, its truth.
 */
#include "boards/src/ahb/inner.h"

#include <stdlib.h>

static const struct master *const masters[AHB_LAYERS] = {
	[AHB_ARMD] = &ahb_cpu,       [AHB_ARMI] = &ahb_cpu,
	[AHB_CLCDC] = &pl110_master, [AHB_DMA0] = &pl080_master,
	[AHB_DMA1] = &pl080_master,  [AHB_EXP] = &ahb_exp,
};

static bool nothing_read(void *ctx, uint32_t addr, unsigned size,
			 uint32_t *value)
{
	(void)ctx;
	(void)addr;
	(void)size;
	*value = 0;
	return true;
}

static bool nothing_written(void *ctx, uint32_t addr, unsigned size,
			    uint32_t value)
{
	(void)ctx;
	(void)addr;
	(void)size;
	(void)value;
	return true;
}

static void begin_slaves(struct ahb *ahb, const struct ahb_options *options)
{
	for (unsigned i = 0; i < AHB_SLAVES; i++) {
		struct slave *s = &ahb->slave[i];

		s->timing = options->timing_set[i] ? options->timing[i]
						   : ahb_timings[i];
		s->user = AHB_NOT_THERE;
		s->last = AHB_NOT_THERE;
	}
}

struct ahb *ahb_new(const struct ahb_options *options,
		    const struct ahb_host *host)
{
	struct ahb *ahb = calloc(1, sizeof(*ahb));

	if (!ahb)
		return NULL;
	ahb->options = *options;
	ahb->host = *host;
	ahb->master = masters;
	if (!ahb->host.read)
		ahb->host.read = nothing_read;
	if (!ahb->host.write)
		ahb->host.write = nothing_written;
	begin_slaves(ahb, options);
	for (unsigned i = 0; i < AHB_LAYERS; i++) {
		ahb->layer[i].connected = AHB_NOBODY;
		ahb->layer[i].want = AHB_NEVER;
	}
	ahb->debug_from = AHB_NEVER;
	exp_reset(ahb);
	gxi_reset(ahb);
	pl110_reset(ahb);
	pl080_reset(&ahb->pl080);
	peripherals_reset(ahb);
	pmu_ahb_reset(&ahb->pmu, &options->quirks);
	return ahb;
}

void ahb_free(struct ahb *ahb)
{
	free(ahb);
}

uint64_t ahb_now(const struct ahb *ahb)
{
	return ahb->now;
}

/* All that waits for the layer is of memory. */
static bool only_memory(const struct ahb *ahb, enum ahb_layer layer)
{
	const struct queue *q = &ahb->queue[layer];

	for (uint64_t i = q->head; i != q->tail; i++) {
		const struct asked *a = &q->entry[i % AHB_QUEUE];
		enum ahb_slave slave = ahb_decode(layer, a->burst.addr);

		if (slave != AHB_MPMC && slave != AHB_SSMC)
			return false;
	}
	return true;
}

uint64_t ahb_alone(const struct ahb *ahb)
{
	const unsigned cpu = 1u << AHB_ARMD | 1u << AHB_ARMI;
	uint64_t until = ahb->gxi.next;

	if (ahb->busy & ~cpu || ahb->faults || !gxi_idle(ahb) ||
	    !only_memory(ahb, AHB_ARMD) || !only_memory(ahb, AHB_ARMI))
		return ahb->now;
	for (unsigned i = 0; i < AHB_LAYERS; i++)
		if (!(cpu >> i & 1) && ahb->layer[i].want < until)
			until = ahb->layer[i].want;
	return until;
}

uint32_t ahb_peek(struct ahb *ahb, uint32_t addr)
{
	return ahb_register_read(ahb, addr);
}

void ahb_poke(struct ahb *ahb, uint32_t addr, uint32_t value)
{
	ahb_register_write(ahb, addr, value);
}

void ahb_debug(struct ahb *ahb, bool asserted, uint64_t time)
{
	struct ahb_ledger ledger;

	ahb_advance(ahb, time);
	ahb->debug_cycles = ahb_debug_cycles(ahb);
	ahb->debug_from = asserted ? ahb->now : AHB_NEVER;
	ahb_truth(ahb, &ledger);
	pmu_ahb_debug(&ahb->pmu, asserted, &ledger);
	ahb_count_debug(ahb);
}

const uint32_t *ahb_broken(const struct ahb *ahb)
{
	return ahb->broken;
}

const uint64_t *ahb_live(const struct ahb *ahb, unsigned counter,
			 const uint64_t **moved)
{
	const bool time = counter == CtTotalCycles ||
			  counter == CtTotalCyclesEn ||
			  counter == CtTotalCyclesNonDebug;

	*moved = time ? NULL : &ahb->moved;
	return time ? &ahb->now : &ahb->count[counter];
}

const struct pmu_event *ahb_events(unsigned *count)
{
	static const struct pmu_event events[] = {
#define COUNTER(ct, why)                                                       \
	{ .code = (ct), .name = #ct, .class = PMU_MODELLED, .basis = (why) },
#include "boards/src/ledger/ahb_counters.def"
	};

	*count = AHB_COUNTERS;
	return events;
}

void ahb_watch(struct ahb *ahb,
	       void (*fn)(void *ctx, const struct ahb_status *status),
	       void *ctx)
{
	ahb->watch = fn;
	ahb->watch_ctx = ctx;
}
