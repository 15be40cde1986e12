/* SPDX-License-Identifier: MIT */
/*
 * The expansion layer's master: something off the chip, behind the AHB-AHB
 * bridge, of which only its traffic is known.  What it reads nobody takes, and
 * what it writes changes nothing, so that no program is disturbed by more
 * than time.  It goes on after an ERROR.
 */
#include "boards/src/ahb/inner.h"

void exp_reset(struct ahb *ahb)
{
	const struct ahb_pattern *p = &ahb->options.exp;

	ahb->exp.next = p->on ? p->from : AHB_NEVER;
	ahb->layer[AHB_EXP].want = p->on ? p->from + 1 : AHB_NEVER;
}

static unsigned beats_of(enum ahb_type type, unsigned incr)
{
	static const uint8_t beats[AHB_TYPES] = { 1, 0, 4, 4, 8, 8, 16, 16 };

	return type == AHB_INCR ? incr : beats[type];
}

/* A burst of so many bytes begins here: bursts do not cross 1 KiB. */
static uint32_t place(struct ahb *ahb, uint32_t bytes)
{
	enum { BOUNDARY = 1024 };
	const struct ahb_pattern *p = &ahb->options.exp;
	uint32_t offset = ahb->exp.offset;
	uint32_t within = (p->base + offset) % BOUNDARY;

	if (within + bytes > BOUNDARY)
		offset += BOUNDARY - within;
	if (offset + bytes > p->span)
		offset = 0;
	ahb->exp.offset = (offset + (p->page ? p->page : bytes)) % p->span;
	return p->base + offset;
}

static bool exp_next(struct ahb *ahb, unsigned layer, struct ahb_burst *burst)
{
	const struct ahb_pattern *p = &ahb->options.exp;
	struct exp_master *e = &ahb->exp;
	enum ahb_type type = p->type;
	unsigned beats;

	(void)layer;
	if (type == AHB_TYPES)
		type = e->turn++ % AHB_TYPES;
	beats = beats_of(type, p->burst);
	e->credit += p->writes;
	*burst = (struct ahb_burst){
		.addr = place(ahb, beats * p->size),
		.type = type,
		.beats = (uint8_t)beats,
		.size = p->size,
		.prot = AHB_DATA,
		.write = e->credit >= 100,
	};
	if (burst->write)
		e->credit -= 100;
	e->started++;
	return true;
}

static bool exp_carry(struct ahb *ahb, unsigned layer)
{
	(void)ahb;
	(void)layer;
	return true;
}

static bool exp_beat(struct ahb *ahb, unsigned layer, bool error)
{
	(void)ahb;
	(void)layer;
	(void)error;
	return true;
}

/* The next one at its time, or one idle cycle later than at once. */
static void exp_end(struct ahb *ahb, unsigned layer)
{
	const struct ahb_pattern *p = &ahb->options.exp;
	struct exp_master *e = &ahb->exp;

	if (p->count && e->started == p->count) {
		ahb->layer[layer].want = AHB_NEVER;
		return;
	}
	e->next += p->every;
	if (e->next <= ahb->now)
		e->next = ahb->now + 1;
	ahb->layer[layer].want = e->next + 1;
}

const struct master ahb_exp = { exp_next, exp_carry, exp_beat, exp_end };
