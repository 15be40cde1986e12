/* SPDX-License-Identifier: MIT */
/*
 * A TSEC's reports: its interrupt lines, its statistics, and the status of a
 * descriptor in memory.
 */
#include "boards/src/pq3/inner.h"

#define RX_EVENTS (IEVENT_RXB0 | IEVENT_RXF0)
#define TX_EVENTS (IEVENT_TXB | IEVENT_TXF)

struct lines {
	uint8_t tx, rx, err;
};

static const struct lines lines[PQ3_TSECS_MAX] = {
	{ PQ3_IRQ_TSEC1_TX, PQ3_IRQ_TSEC1_RX, PQ3_IRQ_TSEC1_ERR },
	{ PQ3_IRQ_TSEC2_TX, PQ3_IRQ_TSEC2_RX, PQ3_IRQ_TSEC2_ERR },
	{ PQ3_IRQ_TSEC3_TX, PQ3_IRQ_TSEC3_RX, PQ3_IRQ_TSEC3_ERR },
	{ PQ3_IRQ_TSEC4_TX, PQ3_IRQ_TSEC4_RX, PQ3_IRQ_TSEC4_ERR },
};

static void line(struct pq3 *p, bool *was, bool is, unsigned source,
		 enum pq3_item item)
{
	if (*was == is)
		return;
	*was = is;
	if (is && item != PQ3_NOTHING)
		pq3_note(p, item, 1);
	if (p->host.interrupt)
		p->host.interrupt(p->host.ctx, source, is);
}

void tsec_lines(struct pq3 *p, unsigned i)
{
	struct tsec *t = &p->tsec[i];
	uint32_t asks = *tsec_reg(t, IEVENT) & *tsec_reg(t, IMASK);

	line(p, &t->rx_line, asks & RX_EVENTS, lines[i].rx,
	     tsec_item(i, PQ3_TSEC1_RX_INT));
	line(p, &t->tx_line, asks & TX_EVENTS, lines[i].tx,
	     tsec_item(i, PQ3_TSEC1_TX_INT));
	line(p, &t->err_line, asks & ~(RX_EVENTS | TX_EVENTS), lines[i].err,
	     PQ3_NOTHING);
}

void tsec_event(struct pq3 *p, unsigned i, uint32_t events)
{
	*tsec_reg(&p->tsec[i], IEVENT) |= events;
	tsec_lines(p, i);
}

void tsec_mib(struct tsec *t, uint32_t offset, uint32_t by)
{
	if (*tsec_reg(t, ECNTRL) & ECNTRL_STEN)
		*tsec_reg(t, offset) += by;
}

void tsec_mib_size(struct tsec *t, uint32_t bytes)
{
	static const uint16_t most[] = { 64, 127, 255, 511, 1023, 1518, 1522 };
	uint32_t n = 0;

	while (n < sizeof(most) / sizeof(most[0]) && bytes > most[n])
		n++;
	tsec_mib(t, n < sizeof(most) / sizeof(most[0]) ? TR64 + 4 * n : ROVR,
		 1);
}

void tsec_mib_address(struct tsec *t, const uint8_t *frame, uint32_t broadcast,
		      uint32_t multicast)
{
	if (tsec_is_broadcast(frame))
		tsec_mib(t, broadcast, 1);
	else if (frame[0] & 1)
		tsec_mib(t, multicast, 1);
}

void tsec_store_bd(struct pq3 *p, uint32_t paddr, uint32_t status,
		   uint32_t length)
{
	uint8_t *bd = pq3_memory(p, paddr, BD_STATUS_BYTES);

	if (!bd)
		return;
	bd[0] = (uint8_t)(status >> 8);
	bd[1] = (uint8_t)status;
	bd[2] = (uint8_t)(length >> 8);
	bd[3] = (uint8_t)length;
	if (p->host.written)
		p->host.written(p->host.ctx, paddr, BD_STATUS_BYTES);
}
