/* SPDX-License-Identifier: MIT */
/*
 * Sending: descriptors that are ready are read one after the other, their
 * buffers line by line; a whole frame goes over the wire and is handed to the
 * host; each descriptor is closed.
 *
 * Chosen: the ring halts where a descriptor is not ready, also within a frame,
 * whose beginning waits; with WOP clear it is looked at again every 512 clocks
 * of the transmitter.  Short frames are padded and get their FCS as if
 * MACCFG2[PAD/CRC] were set.  What is longer than a jumbo frame is cut.
 */
#include <string.h>

#include "boards/src/pq3/inner.h"

enum { POLL_NS = 512 * 8 };

static bool may_send(struct tsec *t)
{
	return *tsec_reg(t, MACCFG1) & MACCFG1_TX_EN &&
	       !(*tsec_reg(t, DMACTRL) & DMACTRL_GTS) &&
	       !(*tsec_reg(t, TSTAT) & TSTAT_THLT);
}

void tsec_tx_kick(struct pq3 *p, unsigned i)
{
	struct tsec *t = &p->tsec[i];

	if (t->tx.step != STEP_IDLE || !may_send(t))
		return;
	t->tx.step = STEP_BD;
	t->tx.at = p->now;
}

static void halt(struct tsec *t)
{
	*tsec_reg(t, TSTAT) |= TSTAT_THLT;
	t->tx.step = STEP_IDLE;
	t->tx.at = UINT64_MAX;
}

/* The bus says that nobody is there: the ring halts, and the frame that it had
 * begun is none. */
static void lost(struct pq3 *p, unsigned i)
{
	p->tsec[i].tx_bytes = 0;
	tsec_event(p, i, IEVENT_EBERR | IEVENT_TXE);
	halt(&p->tsec[i]);
}

static void fetch(struct pq3 *p, unsigned i)
{
	struct tsec *t = &p->tsec[i];
	struct tsec_side *tx = &t->tx;
	struct pq3_dma dma = {
		.source = SOURCE_TSEC1 + i,
		.snoop = *tsec_reg(t, DMACTRL) & DMACTRL_TBDSEN,
		.paddr = *tsec_reg(t, TBPTR),
		.bytes = BD_BYTES,
	};
	struct pq3_done done = pq3_dma(p, &dma);
	const uint8_t *bd = pq3_memory(p, dma.paddr, BD_BYTES);

	if (done.nobody || !bd) {
		lost(p, i);
		return;
	}
	pq3_note(p, tsec_item(i, PQ3_TSEC1_BD_READS), 1);
	pq3_note_lasted(p, tsec_item(i, PQ3_TSEC1_TXBD_READ_LAT),
			done.data - p->now);
	tx->status = (uint16_t)(bd[0] << 8 | bd[1]);
	tx->length = (uint16_t)(bd[2] << 8 | bd[3]);
	tx->buffer = (uint32_t)bd[BD_POINTER] << 24 |
		     (uint32_t)bd[BD_POINTER + 1] << 16 |
		     (uint32_t)bd[BD_POINTER + 2] << 8 | bd[BD_POINTER + 3];
	tx->moved = 0;
	if (tx->status & TXBD_READY) {
		tx->step = tx->length ? STEP_DATA : STEP_CLOSE;
		tx->at = done.data;
	} else if (*tsec_reg(t, DMACTRL) & DMACTRL_WOP) {
		halt(t);
	} else {
		tx->at = p->now + pq3_clocks(p, POLL_NS);
	}
}

static void put_on_wire(struct pq3 *p, struct tsec *t)
{
	uint32_t n = t->tx_bytes < FRAME_LEAST ? FRAME_LEAST : t->tx_bytes;

	t->tx.step = STEP_WIRE;
	t->tx.at += pq3_clocks(p, (uint64_t)(n + FCS_BYTES + WIRE_EXTRA) *
					  WIRE_NS_PER_BYTE);
}

static void move(struct pq3 *p, unsigned i)
{
	struct tsec *t = &p->tsec[i];
	struct tsec_side *tx = &t->tx;
	uint32_t paddr = tx->buffer + tx->moved;
	uint32_t n = PQ3_LINE_BYTES - paddr % PQ3_LINE_BYTES;
	uint32_t left = tx->length - tx->moved;
	uint32_t room = CAPTURE_FRAME_MAX - t->tx_bytes;
	struct pq3_dma dma = {
		.source = SOURCE_TSEC1 + i,
		.snoop = *tsec_reg(t, DMACTRL) & DMACTRL_TDSEN,
		.paddr = paddr,
		.bytes = n < left ? n : left,
	};
	struct pq3_done done = pq3_dma(p, &dma);

	if (done.nobody) {
		lost(p, i);
		return;
	}
	pq3_note_lasted(p, tsec_item(i, PQ3_TSEC1_TXDATA_READ_LAT),
			done.data - p->now);
	room = room < dma.bytes ? room : dma.bytes;
	memcpy(t->tx_frame + t->tx_bytes, pq3_memory(p, paddr, dma.bytes),
	       room);
	t->tx_bytes += room;
	tx->moved += dma.bytes;
	tx->at = done.data;
	if (tx->moved < tx->length)
		return;
	if (tx->status & BD_LAST)
		put_on_wire(p, t);
	else
		tx->step = STEP_CLOSE;
}

static void sent(struct pq3 *p, unsigned i)
{
	struct tsec *t = &p->tsec[i];

	for (; t->tx_bytes < FRAME_LEAST; t->tx_bytes++)
		t->tx_frame[t->tx_bytes] = 0;
	tsec_mib(t, TPKT, 1);
	tsec_mib(t, TBYT, t->tx_bytes + FCS_BYTES);
	tsec_mib_size(t, t->tx_bytes + FCS_BYTES);
	tsec_mib_address(t, t->tx_frame, TBCA, TMCA);
	if (p->host.sent)
		p->host.sent(p->host.ctx, i, t->tx_frame, t->tx_bytes);
	t->tx_bytes = 0;
	t->tx.step = STEP_CLOSE;
	t->tx.at = p->now;
}

static void close_bd(struct pq3 *p, unsigned i)
{
	struct tsec *t = &p->tsec[i];
	struct pq3_dma dma = {
		.source = SOURCE_TSEC1 + i,
		.write = true,
		.snoop = *tsec_reg(t, DMACTRL) & DMACTRL_TBDSEN,
		.paddr = *tsec_reg(t, TBPTR),
		.bytes = BD_STATUS_BYTES,
	};
	struct pq3_done done = pq3_dma(p, &dma);

	if (done.nobody) {
		lost(p, i);
		return;
	}
	pq3_note(p, tsec_item(i, PQ3_TSEC1_BD_WRITES), 1);
	pq3_note_lasted(p, tsec_item(i, PQ3_TSEC1_TXBD_WRITE_LAT),
			done.data - p->now);
	t->tx.step = STEP_DONE;
	t->tx.at = done.data;
}

static void closed(struct pq3 *p, unsigned i)
{
	struct tsec *t = &p->tsec[i];
	struct tsec_side *tx = &t->tx;
	uint32_t bd = *tsec_reg(t, TBPTR);
	bool last = tx->status & BD_LAST;

	tsec_store_bd(p, bd, tx->status & ~(uint32_t)TXBD_READY, tx->length);
	*tsec_reg(t, TBPTR) =
		tx->status & BD_WRAP ? *tsec_reg(t, TBASE) : bd + BD_BYTES;
	if (tx->status & BD_INTERRUPT)
		tsec_event(p, i, last ? IEVENT_TXF : IEVENT_TXB);
	if (!last) {
		tx->step = STEP_BD;
		tx->at = p->now;
		return;
	}
	tx->step = STEP_IDLE;
	tx->at = UINT64_MAX;
	if (*tsec_reg(t, DMACTRL) & DMACTRL_GTS)
		tsec_event(p, i, IEVENT_GTSC);
	tsec_tx_kick(p, i);
}

void tsec_tx_run(struct pq3 *p, unsigned i)
{
	switch (p->tsec[i].tx.step) {
	case STEP_BD:
		fetch(p, i);
		break;
	case STEP_DATA:
		move(p, i);
		break;
	case STEP_WIRE:
		sent(p, i);
		break;
	case STEP_CLOSE:
		close_bd(p, i);
		break;
	case STEP_DONE:
		closed(p, i);
		break;
	case STEP_IDLE:
		break;
	}
}
