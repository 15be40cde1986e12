/* SPDX-License-Identifier: MIT */
/*
 * The CPU's two layers: bursts that were asked for wait in a queue and are
 * carried out in order.  The ARM926EJ-S always finishes a burst, whatever the
 * slave answers [DDI0287B 4.2.2].
 */
#include "boards/src/ahb/inner.h"

#include <stddef.h>
#include <string.h>

/* Cycles after which a wait is long enough to ask whether it shall go on. */
enum { LONG_WAIT = 1 << 20 };

static struct asked *at(struct ahb *ahb, unsigned layer, ahb_ticket ticket)
{
	return &ahb->queue[layer].entry[ticket % AHB_QUEUE];
}

static struct asked *present(struct ahb *ahb, unsigned layer)
{
	return at(ahb, layer, ahb->queue[layer].head);
}

/* From when on the layer could begin what comes next. */
static uint64_t next_want(struct ahb *ahb, unsigned layer)
{
	const struct queue *q = &ahb->queue[layer];

	return q->head == q->tail ? AHB_NEVER : present(ahb, layer)->time + 1;
}

static bool cpu_next(struct ahb *ahb, unsigned layer, struct ahb_burst *burst)
{
	uint64_t want = next_want(ahb, layer);

	ahb->layer[layer].want = want;
	if (want > ahb->now)
		return false;
	*burst = present(ahb, layer)->burst;
	return true;
}

/* Memory is the machine's; only the fabric's registers are carried. */
static bool cpu_carry(struct ahb *ahb, unsigned layer)
{
	const struct layer *l = &ahb->layer[layer];
	uint32_t *value = &present(ahb, layer)->burst.value[l->beat];

	if (l->slave == AHB_MPMC || l->slave == AHB_SSMC || !ahb_owns(l->addr))
		return true;
	return l->burst.write ? ahb_store(ahb, l->addr, l->burst.size, *value)
			      : ahb_fetch(ahb, l->addr, l->burst.size, value);
}

static bool cpu_beat(struct ahb *ahb, unsigned layer, bool error)
{
	struct asked *a = present(ahb, layer);

	a->error |= error;
	a->done[a->beats++] = ahb->now + 1;
	if (a == ahb->awaited && a->beats == ahb->awaited_beats)
		ahb->arrived = true;
	return true;
}

static void cpu_end(struct ahb *ahb, unsigned layer)
{
	ahb->queue[layer].head++;
	ahb->layer[layer].want = next_want(ahb, layer);
}

const struct master ahb_cpu = { cpu_next, cpu_carry, cpu_beat, cpu_end };

unsigned ahb_pending(const struct ahb *ahb, enum ahb_layer layer)
{
	return (unsigned)(ahb->queue[layer].tail - ahb->queue[layer].head);
}

ahb_ticket ahb_post(struct ahb *ahb, enum ahb_layer layer,
		    const struct ahb_burst *burst, uint64_t time)
{
	struct queue *q = &ahb->queue[layer];
	struct ahb_done ignored;
	struct asked *a;

	if (ahb_pending(ahb, layer) == AHB_QUEUE)
		ahb_await(ahb, layer, q->head, 0, &ignored);
	if (ahb->given_up)
		return q->tail;
	a = at(ahb, layer, q->tail);
	a->burst = *burst;
	a->time = time;
	a->beats = 0;
	a->error = false;
	q->tail++;
	if (ahb_pending(ahb, layer) == 1)
		ahb_kick(ahb, layer, time + 1);
	return q->tail - 1;
}

/*
 * Some of a wait, which may have no end: a slave can answer RETRY for ever.
 * False: nobody wants to wait on, and whatever the CPU asks for from then on
 * ends in an ERROR at once.
 */
static bool wait_on(struct ahb *ahb, uint64_t *ask)
{
	if (ahb->given_up)
		return false;
	ahb_step(ahb, *ask);
	if (ahb->now < *ask)
		return true;
	*ask += LONG_WAIT;
	ahb->given_up = ahb->host.give_up && ahb->host.give_up(ahb->host.ctx);
	return !ahb->given_up;
}

void ahb_await(struct ahb *ahb, enum ahb_layer layer, ahb_ticket ticket,
	       unsigned beats, struct ahb_done *done)
{
	const struct asked *a = at(ahb, layer, ticket);
	uint64_t ask = ahb->now + LONG_WAIT;

	if (beats == 0)
		beats = a->burst.beats;
	ahb->awaited = a;
	ahb->awaited_beats = beats;
	ahb->arrived = a->beats >= beats;
	while (!ahb->arrived && wait_on(ahb, &ask))
		;
	ahb->awaited = NULL;
	ahb->arrived = false;
	done->time = ahb->given_up ? ahb->now : a->done[beats - 1];
	done->error = ahb->given_up || a->error;
	memcpy(done->value, a->burst.value, sizeof(done->value));
}

void ahb_transfer(struct ahb *ahb, enum ahb_layer layer,
		  const struct ahb_burst *burst, uint64_t time,
		  struct ahb_done *done)
{
	ahb_await(ahb, layer, ahb_post(ahb, layer, burst, time), 0, done);
}

void ahb_swap(struct ahb *ahb, uint32_t addr, unsigned size, uint32_t value,
	      uint8_t prot, uint64_t time, struct ahb_done *done)
{
	struct ahb_burst burst = ahb_read_of(addr, size, 1, prot);
	ahb_ticket read;
	struct ahb_done write;

	burst.lock = true;
	read = ahb_post(ahb, AHB_ARMD, &burst, time);
	burst = ahb_write_of(addr, size, 1, prot);
	burst.value[0] = value;
	ahb_transfer(ahb, AHB_ARMD, &burst, time, &write);
	ahb_await(ahb, AHB_ARMD, read, 0, done);
	done->time = write.time;
	done->error |= write.error;
}

uint64_t ahb_drain(struct ahb *ahb, enum ahb_layer layer, uint64_t time)
{
	uint64_t ask = ahb->now + LONG_WAIT;

	while (ahb_pending(ahb, layer) && wait_on(ahb, &ask))
		;
	ahb_advance(ahb, time);
	return ahb->now;
}

static struct ahb_burst burst_of(uint32_t addr, enum ahb_type type,
				 unsigned beats, unsigned size, uint8_t prot,
				 bool write)
{
	struct ahb_burst b = {
		.addr = addr,
		.type = type,
		.beats = (uint8_t)beats,
		.size = (uint8_t)size,
		.prot = prot,
		.write = write,
	};

	return b;
}

static enum ahb_type incrementing(unsigned beats)
{
	return beats == 8   ? AHB_INCR8
	       : beats == 4 ? AHB_INCR4
	       : beats == 1 ? AHB_SINGLE
			    : AHB_INCR;
}

struct ahb_burst ahb_line_fill(uint32_t addr, bool data)
{
	return burst_of(addr & ~UINT32_C(3), AHB_WRAP8, 8, 4,
			data ? AHB_CBPD : AHB_CBPI, false);
}

struct ahb_burst ahb_cast_out(uint32_t addr, unsigned words)
{
	return burst_of(addr, incrementing(words), words, 4, AHB_CBPD, true);
}

struct ahb_burst ahb_page_walk(uint32_t addr, bool data)
{
	return burst_of(addr & ~UINT32_C(3), AHB_SINGLE, 1, 4,
			data ? AHB_CBPD : AHB_CBPI, false);
}

struct ahb_burst ahb_read_of(uint32_t addr, unsigned size, unsigned beats,
			     uint8_t prot)
{
	return burst_of(addr & ~(uint32_t)(size - 1), incrementing(beats),
			beats, size, prot, false);
}

struct ahb_burst ahb_write_of(uint32_t addr, unsigned size, unsigned beats,
			      uint8_t prot)
{
	return burst_of(addr & ~(uint32_t)(size - 1), incrementing(beats),
			beats, size, prot, true);
}
