/* SPDX-License-Identifier: MIT */
/*
 * Receiving: frames of the capture come in over the wire, pass the address
 * filter and go, with padding and FCS, into the buffers of the receive ring.
 *
 * Chosen: the capture begins when the receiver is first enabled.  A frame's
 * data moves once it is there as a whole, one line per request; the FIFO never
 * overflows.  Frames that come while the receiver is off are lost uncounted.
 * Where the ring ends within a frame, what has been written stays and its last
 * descriptor is closed as last and truncated.
 */
#include <string.h>

#include "boards/src/pq3/inner.h"

static uint32_t on_wire(uint32_t count)
{
	return (count < FRAME_LEAST ? FRAME_LEAST : count) + FCS_BYTES +
	       WIRE_EXTRA;
}

/* When the next frame is there as a whole. */
static void schedule(struct pq3 *p, struct tsec *t)
{
	const struct capture *f = p->options.frames;
	const struct capture_frame *frame;
	uint64_t from;

	t->rx.step = STEP_IDLE;
	if (!f || t->next_frame == f->count) {
		t->rx.at = UINT64_MAX;
		return;
	}
	frame = &f->frame[t->next_frame];
	from = t->wire_ns;
	if (p->options.speed_milli) {
		uint64_t own = frame->time_ns / p->options.speed_milli * 1000;

		own += frame->time_ns % p->options.speed_milli * 1000 /
		       p->options.speed_milli;
		from = own > from ? own : from;
	}
	t->wire_ns = from + (uint64_t)on_wire(frame->count) * WIRE_NS_PER_BYTE;
	t->arrives = t->feed_from + pq3_clocks(p, t->wire_ns);
	t->rx.at = t->arrives > p->now ? t->arrives : p->now;
}

void tsec_rx_enabled(struct pq3 *p, unsigned i)
{
	struct tsec *t = &p->tsec[i];

	if (i || t->feeding || !p->options.frames)
		return;
	t->feeding = true;
	t->feed_from = p->now;
	schedule(p, t);
}

static void next_frame(struct pq3 *p, struct tsec *t)
{
	t->next_frame++;
	schedule(p, t);
}

static void drop(struct pq3 *p, unsigned i)
{
	struct tsec *t = &p->tsec[i];

	pq3_note(p, tsec_item(i, PQ3_TSEC1_DROPPED), 1);
	tsec_mib(t, RDRP, 1);
	tsec_event(p, i, IEVENT_BSY);
	next_frame(p, t);
}

static void note_match(struct pq3 *p, unsigned i, enum tsec_match match)
{
	if (match == MATCH_NONE) {
		pq3_note(p, tsec_item(i, PQ3_TSEC1_REJECTED), 1);
		return;
	}
	pq3_note(p, tsec_item(i, PQ3_TSEC1_ACCEPTED), 1);
	if (match == MATCH_IND_HASH)
		pq3_note(p, tsec_item(i, PQ3_TSEC1_ACC_IND_HASH), 1);
	else if (match == MATCH_GRP_HASH)
		pq3_note(p, tsec_item(i, PQ3_TSEC1_ACC_GRP_HASH), 1);
}

/* The frame as memory gets it. */
static void take_up(struct tsec *t, const struct capture_frame *frame,
		    enum tsec_match match)
{
	uint32_t n = frame->count, crc;

	memcpy(t->rx_frame, frame->bytes, n);
	for (; n < FRAME_LEAST; n++)
		t->rx_frame[n] = 0;
	crc = tsec_crc32(t->rx_frame, n);
	for (unsigned i = 0; i < FCS_BYTES; i++)
		t->rx_frame[n++] = (uint8_t)(crc >> 8 * i);
	t->rx_bytes = n;
	t->rx_how = match == MATCH_PROMISCUOUS ? RXBD_MISS : 0;
	if (tsec_is_broadcast(frame->bytes))
		t->rx_how |= RXBD_BROADCAST;
	else if (frame->bytes[0] & 1)
		t->rx_how |= RXBD_MULTICAST;
	if (n > *tsec_reg(t, MAXFRM) && !(*tsec_reg(t, MACCFG2) & MACCFG2_HUGE))
		t->rx_how |= RXBD_LARGE;
	t->rx.in_frame = 0;
}

static void arrive(struct pq3 *p, unsigned i)
{
	struct tsec *t = &p->tsec[i];
	const struct capture_frame *frame =
		&p->options.frames->frame[t->next_frame];
	enum tsec_match match;

	t->came.arrived++;
	if (!(*tsec_reg(t, MACCFG1) & MACCFG1_RX_EN) ||
	    *tsec_reg(t, DMACTRL) & DMACTRL_GRS) {
		next_frame(p, t);
		return;
	}
	match = tsec_filter(t, p->options.part == PQ3_MPC8548, frame->bytes);
	take_up(t, frame, match);
	tsec_mib(t, RPKT, 1);
	tsec_mib(t, RBYT, t->rx_bytes);
	tsec_mib_size(t, t->rx_bytes);
	tsec_mib_address(t, frame->bytes, RBCA, RMCA);
	note_match(p, i, match);
	t->came.passed += match != MATCH_NONE;
	if (match == MATCH_NONE) {
		next_frame(p, t);
	} else if (*tsec_reg(t, RSTAT) & RSTAT_QHLT) {
		drop(p, i);
	} else {
		t->rx.step = STEP_BD;
		t->rx.at = p->now;
	}
}

/* The bus says that nobody is there: the ring halts. */
static void lost(struct pq3 *p, unsigned i)
{
	*tsec_reg(&p->tsec[i], RSTAT) |= RSTAT_QHLT;
	tsec_event(p, i, IEVENT_EBERR);
	drop(p, i);
}

static void fetch(struct pq3 *p, unsigned i)
{
	struct tsec *t = &p->tsec[i];
	struct tsec_side *rx = &t->rx;
	struct pq3_dma dma = {
		.source = SOURCE_TSEC1 + i,
		.snoop = *tsec_reg(t, ATTR) & ATTR_RBDSEN,
		.paddr = *tsec_reg(t, RBPTR),
		.bytes = BD_BYTES,
	};
	struct pq3_done done = pq3_dma(p, &dma);
	const uint8_t *bd = pq3_memory(p, dma.paddr, BD_BYTES);

	if (done.nobody || !bd) {
		lost(p, i);
		return;
	}
	pq3_note(p, tsec_item(i, PQ3_TSEC1_BD_READS), 1);
	pq3_note(p, tsec_item(i, PQ3_TSEC1_RXBD_READS), 1);
	pq3_note_lasted(p, tsec_item(i, PQ3_TSEC1_RXBD_READ_LAT),
			done.data - p->now);
	rx->status = (uint16_t)(bd[0] << 8 | bd[1]);
	rx->buffer = (uint32_t)bd[BD_POINTER] << 24 |
		     (uint32_t)bd[BD_POINTER + 1] << 16 |
		     (uint32_t)bd[BD_POINTER + 2] << 8 | bd[BD_POINTER + 3];
	rx->moved = 0;
	if (rx->status & RXBD_EMPTY) {
		rx->step = STEP_DATA;
		rx->at = done.data;
		return;
	}
	*tsec_reg(t, RSTAT) |= RSTAT_QHLT;
	drop(p, i);
}

static uint32_t buffer_size(struct tsec *t)
{
	return *tsec_reg(t, MRBLR) & 0xFFC0;
}

/* Does the attribute register want this byte of a frame in L2? */
static bool extracted(struct tsec *t, uint32_t offset)
{
	uint32_t eli = *tsec_reg(t, ATTRELI);
	uint32_t length = eli >> 16 & 0x3FF8, index = eli & 0x3FFF;

	return *tsec_reg(t, ATTR) & ATTR_ELCWT_ALLOC && offset >= index &&
	       offset - index < length;
}

static void move(struct pq3 *p, unsigned i)
{
	struct tsec *t = &p->tsec[i];
	struct tsec_side *rx = &t->rx;
	uint32_t offset = rx->in_frame + rx->moved;
	uint32_t left = t->rx_bytes - offset, room;
	uint32_t paddr = rx->buffer + rx->moved;
	uint32_t n = PQ3_LINE_BYTES - paddr % PQ3_LINE_BYTES;
	struct pq3_dma dma = {
		.source = SOURCE_TSEC1 + i,
		.write = true,
		.snoop = *tsec_reg(t, ATTR) & ATTR_RDSEN,
		.stash = extracted(t, offset),
		.paddr = paddr,
	};
	struct pq3_done done;

	room = buffer_size(t) - rx->moved;
	n = n < left ? n : left;
	dma.bytes = n < room ? n : room;
	done = pq3_dma(p, &dma);
	if (done.nobody) {
		lost(p, i);
		return;
	}
	if (!offset)
		rx->data_from = p->now;
	memcpy(pq3_memory(p, paddr, dma.bytes), t->rx_frame + offset,
	       dma.bytes);
	if (p->host.written)
		p->host.written(p->host.ctx, paddr, dma.bytes);
	rx->moved += dma.bytes;
	rx->at = done.dispatch;
	if (dma.bytes == left || dma.bytes == room) {
		rx->step = STEP_CLOSE;
		rx->at = done.data;
	}
}

static void close_bd(struct pq3 *p, unsigned i)
{
	struct tsec *t = &p->tsec[i];
	struct pq3_dma dma = {
		.source = SOURCE_TSEC1 + i,
		.write = true,
		.snoop = *tsec_reg(t, ATTR) & ATTR_RBDSEN,
		.stash = *tsec_reg(t, ATTR) & ATTR_BDLWT_ALLOC,
		.paddr = *tsec_reg(t, RBPTR),
		.bytes = BD_STATUS_BYTES,
	};
	struct pq3_done done = pq3_dma(p, &dma);

	if (done.nobody) {
		lost(p, i);
		return;
	}
	pq3_note(p, tsec_item(i, PQ3_TSEC1_BD_WRITES), 1);
	pq3_note(p, tsec_item(i, PQ3_TSEC1_RXBD_WRITES), 1);
	pq3_note_lasted(p, tsec_item(i, PQ3_TSEC1_RXBD_WRITE_LAT),
			done.data - p->now);
	t->rx.step = STEP_DONE;
	t->rx.at = done.data;
}

/* Status and length of the descriptor that is closed now. */
static void store(struct pq3 *p, struct tsec *t, bool last, bool truncated)
{
	struct tsec_side *rx = &t->rx;
	uint32_t status = rx->status & ~(uint32_t)(RXBD_EMPTY | RXBD_STATUS);

	if (!rx->in_frame)
		status |= RXBD_FIRST;
	if (last)
		status |= BD_LAST | t->rx_how;
	if (truncated)
		status |= RXBD_TRUNCATED;
	tsec_store_bd(p, *tsec_reg(t, RBPTR), status,
		      last ? t->rx_bytes : rx->moved);
}

static void closed(struct pq3 *p, unsigned i)
{
	struct tsec *t = &p->tsec[i];
	struct tsec_side *rx = &t->rx;
	bool last = rx->in_frame + rx->moved == t->rx_bytes;
	uint32_t next = rx->status & BD_WRAP ? *tsec_reg(t, RBASE)
					     : *tsec_reg(t, RBPTR) + BD_BYTES;
	const uint8_t *bd = pq3_memory(p, next, BD_BYTES);
	bool truncated = !last && bd && !(bd[0] & RXBD_EMPTY >> 8);

	store(p, t, last || truncated, truncated);
	*tsec_reg(t, RBPTR) = next;
	rx->in_frame += rx->moved;
	if (rx->status & BD_INTERRUPT)
		tsec_event(p, i, last || truncated ? IEVENT_RXF0 : IEVENT_RXB0);
	if (!last) {
		rx->step = STEP_BD;
		rx->at = p->now;
		return;
	}
	pq3_note_lasted(p, tsec_item(i, PQ3_TSEC1_RX_PROC_LAT),
			p->now - rx->data_from);
	if (*tsec_reg(t, DMACTRL) & DMACTRL_GRS)
		tsec_event(p, i, IEVENT_GRSC);
	next_frame(p, t);
}

void tsec_rx_run(struct pq3 *p, unsigned i)
{
	struct tsec *t = &p->tsec[i];

	switch (t->rx.step) {
	case STEP_IDLE:
		arrive(p, i);
		break;
	case STEP_BD:
		fetch(p, i);
		break;
	case STEP_DATA:
		if (buffer_size(t))
			move(p, i);
		else
			lost(p, i);
		break;
	case STEP_CLOSE:
		close_bd(p, i);
		break;
	case STEP_DONE:
		closed(p, i);
		break;
	case STEP_WIRE:
		break;
	}
}
