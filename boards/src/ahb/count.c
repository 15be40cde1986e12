/* SPDX-License-Identifier: MIT */
/*
 * The monitor counts the layers of the matrix [DDI0287B 4.2.2] by nothing but
 * the bus's signals: direction, HBURST, HSIZE, HPROT, address.
 */
#include "boards/src/ahb/inner.h"

#include <stddef.h>

enum { X = AHB_NOT_THERE };

/* A layer's counters; AHB_NOT_THERE where it has no such one. */
struct layer_counters {
	uint8_t rd, wr;
	uint8_t burst[AHB_TYPES];
	uint8_t wait_total, wait_slave, wait_bus, threshold;
	uint8_t rd_apb_dma, wr_apb_dma, rd_apb_core, wr_apb_core;
};

/* In the order of enum ahb_type: SINGLE, INCR, WRAP4, INCR4, WRAP8, INCR8,
 * WRAP16, INCR16. */
static const struct layer_counters of_layer[AHB_LAYERS] = {
	[AHB_ARMD] = { CtArmdRd,
		       CtArmdWr,
		       { CtArmdBurstSingle, X, X, CtArmdBurstIncr4,
			 CtArmdLineFill, CtArmdBurstIncr8, X, X },
		       CtArmdWaitTotal,
		       CtArmdWaitNonSeqSlave,
		       CtArmdWaitNonSeqBus,
		       CtArmdWaitThresholdHit,
		       CtArmdRdApbDma,
		       CtArmdWrApbDma,
		       CtArmdRdApbCore,
		       CtArmdWrApbCore },
	[AHB_ARMI] = { CtArmiRd,
		       X,
		       { CtArmiBurstSingle, X, X, CtArmiBurstIncr4,
			 CtArmiLineFill, X, X, X },
		       CtArmiWaitTotal,
		       CtArmiWaitNonSeqSlave,
		       CtArmiWaitNonSeqBus,
		       CtArmiWaitThresholdHit,
		       X,
		       X,
		       X,
		       X },
	[AHB_CLCDC] = { CtClcdRd,
			X,
			{ X, CtClcdBurstIncr, X, CtClcdBurstIncr4, X,
			  CtClcdBurstIncr8, X, CtClcdBurstIncr16 },
			CtClcdWaitTotal,
			CtClcdWaitNonSeqSlave,
			CtClcdWaitNonSeqBus,
			CtClcdWaitThresholdHit,
			X,
			X,
			X,
			X },
	[AHB_DMA0] = { CtDma0Rd,
		       CtDma0Wr,
		       { X, CtDma0BurstIncr, X, CtDma0BurstIncr4, X,
			 CtDma0BurstIncr8, X, CtDma0BurstIncr16 },
		       CtDma0WaitTotal,
		       CtDma0WaitNonSeqSlave,
		       CtDma0WaitNonSeqBus,
		       CtDma0WaitThresholdHit,
		       X,
		       X,
		       X,
		       X },
	[AHB_DMA1] = { CtDma1Rd,
		       CtDma1Wr,
		       { X, CtDma1BurstIncr, X, CtDma1BurstIncr4, X,
			 CtDma1BurstIncr8, X, CtDma1BurstIncr16 },
		       CtDma1WaitTotal,
		       CtDma1WaitNonSeqSlave,
		       CtDma1WaitNonSeqBus,
		       CtDma1WaitThresholdHit,
		       X,
		       X,
		       X,
		       X },
	[AHB_EXP] = { CtExpRd,
		      CtExpWr,
		      { CtExpBurstSingle, CtExpBurstIncr, CtExpBurstWrap4,
			CtExpBurstIncr4, CtExpBurstWrap8, CtExpBurstIncr8,
			CtExpBurstWrap16, CtExpBurstIncr16 },
		      CtExpWaitTotal,
		      CtExpWaitNonSeqSlave,
		      CtExpWaitNonSeqBus,
		      CtExpWaitThresholdHit,
		      CtExpRdApbDma,
		      CtExpWrApbDma,
		      CtExpRdApbCore,
		      CtExpWrApbCore },
};

static void step(struct ahb *ahb, unsigned counter)
{
	if (counter != X)
		ahb->count[counter]++;
}

void ahb_count_wait(struct ahb *ahb, unsigned layer, bool slave, uint64_t n)
{
	const struct layer_counters *c = &of_layer[layer];
	struct layer *l = &ahb->layer[layer];
	uint64_t threshold = pmu_ahb_threshold(&ahb->pmu, layer);

	ahb->moved++;
	ahb->count[c->wait_total] += n;
	if (l->first)
		ahb->count[slave ? c->wait_slave : c->wait_bus] += n;
	/* One hit when a beat's run of waits goes past the threshold. */
	if (l->run <= threshold && l->run + n > threshold)
		ahb->count[c->threshold]++;
	l->run += n;
}

/* Cast-outs and table walks, told apart by HPROT. */
static void count_armd(struct ahb *ahb, const struct layer *l)
{
	const struct ahb_burst *b = &l->burst;

	if (b->write && b->type == AHB_INCR4 && b->prot == AHB_CBPD &&
	    !(pmu_ahb_aligns(&ahb->pmu) && b->addr % 16))
		ahb->count[CtArmdCastOut4]++;
	else if (b->write && b->type == AHB_INCR8 && b->prot == AHB_CBPD)
		ahb->count[CtArmdCastOut8]++;
	else if (!b->write && b->type == AHB_SINGLE && b->size == 4 &&
		 b->prot == AHB_CBPD)
		ahb->count[CtArmdPageWalkD]++;
	else if (!b->write && b->type == AHB_SINGLE && b->size == 4 &&
		 b->prot == AHB_CBPI)
		ahb->count[CtArmdPageWalkI]++;
}

/* By the bridge's PSEL: 0 SCI, 1 to 3 UARTs, 4 SSP. */
static void count_dma0(struct ahb *ahb, const struct layer *l)
{
	static const uint8_t rd[] = { CtDma0RdSci, CtDma0RdUart, CtDma0RdUart,
				      CtDma0RdUart, CtDma0RdSsp };
	static const uint8_t wr[] = { CtDma0WrSci, CtDma0WrUart, CtDma0WrUart,
				      CtDma0WrUart, CtDma0WrSsp };
	unsigned psel = l->addr >> 12 & 15;

	if (l->slave == AHB_APB_DMA && psel < sizeof(rd))
		step(ahb, (l->burst.write ? wr : rd)[psel]);
}

static void count_apb(struct ahb *ahb, const struct layer_counters *c,
		      const struct layer *l)
{
	if (l->slave == AHB_APB_DMA)
		step(ahb, l->burst.write ? c->wr_apb_dma : c->rd_apb_dma);
	else if (l->slave == AHB_APB_CORE)
		step(ahb, l->burst.write ? c->wr_apb_core : c->rd_apb_core);
}

void ahb_count_beat(struct ahb *ahb, unsigned layer)
{
	const struct layer_counters *c = &of_layer[layer];
	const struct layer *l = &ahb->layer[layer];

	ahb->moved++;
	step(ahb, l->burst.write ? c->wr : c->rd);
	if (l->first)
		step(ahb, c->burst[l->burst.type]);
	count_apb(ahb, c, l);
	if (layer == AHB_DMA0)
		count_dma0(ahb, l);
	else if (layer == AHB_ARMD && l->first)
		count_armd(ahb, l);
}

uint64_t ahb_debug_cycles(const struct ahb *ahb)
{
	uint64_t now =
		ahb->debug_from == AHB_NEVER ? 0 : ahb->now - ahb->debug_from;

	return ahb->debug_cycles + now;
}

void ahb_truth(struct ahb *ahb, struct ahb_ledger *ledger)
{
	for (unsigned i = 0; i < AHB_COUNTERS; i++)
		ledger->n[i] = ahb->count[i];
	ledger->n[CtTotalCycles] = ahb->now;
	ledger->n[CtTotalCyclesEn] = ahb->now;
	ledger->n[CtTotalCyclesNonDebug] = ahb->now - ahb_debug_cycles(ahb);
}

/* Is the counter of one of the core's layers, or of cycles without debug? */
static bool held_by_dbgack(unsigned i)
{
	return i == CtTotalCyclesNonDebug ||
	       (i >= CtArmdRd && i <= CtArmiWaitThresholdHit);
}

/* Tracking decides what is debug for it, and not the truth. */
static uint64_t going_on(const struct ahb *ahb, unsigned i)
{
	return i == CtTotalCyclesNonDebug ? ahb->now : ahb->count[i];
}

void ahb_count_debug(struct ahb *ahb)
{
	bool hold = ahb->debug_from != AHB_NEVER &&
		    ahb->pmu.control & AHBMON_CTRL_TRACK_DBGACK;

	if (hold == ahb->holding)
		return;
	ahb->holding = hold;
	for (unsigned i = 0; i < AHB_COUNTERS; i++) {
		if (hold)
			ahb->held_from[i] = going_on(ahb, i);
		else
			ahb->held[i] += going_on(ahb, i) - ahb->held_from[i];
	}
}

void ahb_counted(struct ahb *ahb, struct ahb_ledger *ledger)
{
	ahb_truth(ahb, ledger);
	for (unsigned i = 0; i < AHB_COUNTERS; i++) {
		uint64_t now = going_on(ahb, i);

		if (held_by_dbgack(i))
			ledger->n[i] =
				(ahb->holding ? ahb->held_from[i] : now) -
				ahb->held[i];
	}
}
