/* SPDX-License-Identifier: MIT */
/*
 * The matrix: layers, slaves, and who gets which when [DDI0287B 3.1.2].  A
 * layer that wants a slave it is not connected with waits one cycle for the
 * connection (WB), then stands before the slave's arbiter (WA) until it has
 * it.  The arbiter decides when a burst begins and whenever an incrementing
 * one reaches a quadword boundary; priority is fixed.
 */
#include "boards/src/ahb/inner.h"

enum {
	RETRY_STALL = 3, /* cycles of RETRY and asking again, behind a bridge */
	SPLIT_STALL = 8, /* ... of SPLIT, until its slave lets it ask again */
	QUADWORD = 16,
};

static const uint8_t by_priority[AHB_LAYERS] = {
	AHB_CLCDC, AHB_DMA0, AHB_EXP, AHB_DMA1, AHB_ARMD, AHB_ARMI,
};

static void show(struct ahb *ahb, unsigned i, enum ahb_cell cell, uint64_t n)
{
	const struct layer *l = &ahb->layer[i];
	struct ahb_status status;

	if (!ahb->watch)
		return;
	status = (struct ahb_status){
		.layer = i,
		.cell = cell,
		.time = ahb->now,
		.cycles = n,
		.slave = l->slave,
		.type = l->burst.type,
		.beat = l->first ? 0 : l->beat,
		.addr = l->addr,
		.size = l->burst.size,
		.prot = l->burst.prot,
		.write = l->burst.write,
	};
	ahb->watch(ahb->watch_ctx, &status);
}

static bool is_connected(const struct ahb *ahb, unsigned i)
{
	const struct layer *l = &ahb->layer[i];

	return l->connected == l->slave && ahb->slave[l->slave].last == i;
}

/* Stand before the slave's arbiter, in the next cell or in this. */
static void request(struct ahb *ahb, unsigned i)
{
	ahb->layer[i].state = LAYER_REQUEST;
	ahb->asking |= 1u << i;
}

static void present(struct ahb *ahb, unsigned i)
{
	struct layer *l = &ahb->layer[i];

	l->first = true;
	l->seen_new = true;
	l->decided = false;
	l->run = 0;
	if (l->slave == AHB_NOBODY) { /* each layer has its own */
		l->state = LAYER_DATA;
		l->left = 0;
	} else if (is_connected(ahb, i)) {
		request(ahb, i);
	} else {
		l->state = LAYER_CONNECT;
	}
}

/* Idle layers whose time has come begin a burst. */
static void begin_bursts(struct ahb *ahb)
{
	if (ahb->gxi.next <= ahb->now)
		gxi_begin(ahb);
	ahb->wake = ahb->gxi.next;
	for (unsigned i = 0; i < AHB_LAYERS; i++) {
		struct layer *l = &ahb->layer[i];

		if (l->state != LAYER_IDLE)
			continue;
		if (l->want > ahb->now ||
		    !ahb->master[i]->next(ahb, i, &l->burst)) {
			ahb_wake_at(ahb, l->want);
			continue;
		}
		l->beat = 0;
		l->addr = l->burst.addr;
		l->slave = ahb_decode(i, l->addr);
		l->broken = false;
		ahb->busy |= 1u << i;
		present(ahb, i);
	}
}

/* Wait states of a beat that the slave takes up now. */
static uint32_t slave_waits(const struct ahb *ahb, const struct layer *l)
{
	const struct ahb_timing *t = &ahb->slave[l->slave].timing;
	uint64_t behind = 0;

	if (!l->seen_new)
		return l->burst.write ? t->write_next : t->read_next;
	if (l->slave == AHB_MPMC && ahb->gxi.busy > ahb->now)
		behind = ahb->gxi.busy - ahb->now;
	return (uint32_t)behind +
	       (l->burst.write ? t->write_first : t->read_first);
}

static void grant(struct ahb *ahb, unsigned i)
{
	struct layer *l = &ahb->layer[i];
	struct slave *s = &ahb->slave[l->slave];

	if (s->last != i)
		l->seen_new = true;
	s->user = (uint8_t)i;
	s->last = (uint8_t)i;
	s->locked = false;
	l->connected = l->slave;
	l->left = slave_waits(ahb, l);
	l->seen_new = false;
	l->state = LAYER_DATA;
	ahb->asking &= ~(1u << i);
}

static void arbitrate(struct ahb *ahb)
{
	for (unsigned p = 0; ahb->asking && p < AHB_LAYERS; p++) {
		unsigned i = by_priority[p];
		const struct slave *s;

		if (!(ahb->asking >> i & 1))
			continue;
		s = &ahb->slave[ahb->layer[i].slave];
		if (s->user == AHB_NOT_THERE && !(s->locked && s->last != i))
			grant(ahb, i);
	}
}

static void release(struct ahb *ahb, const struct layer *l)
{
	if (l->slave != AHB_NOBODY)
		ahb->slave[l->slave].user = AHB_NOT_THERE;
}

static void end_burst(struct ahb *ahb, unsigned i)
{
	struct layer *l = &ahb->layer[i];

	release(ahb, l);
	if (l->slave != AHB_NOBODY)
		ahb->slave[l->slave].locked = l->burst.lock;
	l->state = LAYER_IDLE;
	ahb->busy &= ~(1u << i);
	ahb->master[i]->end(ahb, i);
	ahb_wake_at(ahb, l->want);
}

static bool is_wrapping(enum ahb_type type)
{
	return type == AHB_WRAP4 || type == AHB_WRAP8 || type == AHB_WRAP16;
}

static uint32_t next_address(const struct layer *l)
{
	uint32_t next = l->addr + l->burst.size;
	uint32_t block = (uint32_t)l->burst.beats * l->burst.size;

	if (is_wrapping(l->burst.type) && next % block == 0)
		next -= block;
	return next;
}

static void next_beat(struct ahb *ahb, unsigned i)
{
	struct layer *l = &ahb->layer[i];
	bool wrapping = is_wrapping(l->burst.type);

	l->addr = next_address(l);
	l->beat++;
	if (l->broken) {
		release(ahb, l);
		present(ahb, i);
		return;
	}
	l->first = false;
	l->decided = false;
	l->run = 0;
	if (l->slave == AHB_NOBODY) {
		l->state = LAYER_DATA;
		return;
	}
	if (!wrapping && l->addr % QUADWORD == 0) {
		release(ahb, l);
		request(ahb, i);
		return;
	}
	l->left = slave_waits(ahb, l);
	l->state = LAYER_DATA;
}

static void beat_over(struct ahb *ahb, unsigned i, bool error)
{
	struct layer *l = &ahb->layer[i];
	bool more;

	ahb_count_beat(ahb, i);
	more = ahb->master[i]->beat(ahb, i, error);
	if (more && l->beat + 1 < l->burst.beats) {
		next_beat(ahb, i);
		return;
	}
	ahb->broken[i] += error && l->beat + 1 < l->burst.beats;
	end_burst(ahb, i);
}

/* The bridge lets its master wait instead. */
static bool is_bridged(enum ahb_response response, unsigned i)
{
	return response == AHB_SPLIT ||
	       (response == AHB_RETRY && i != AHB_ARMD);
}

static void stall(struct ahb *ahb, struct layer *l)
{
	l->left = l->response == AHB_SPLIT ? SPLIT_STALL : RETRY_STALL;
	l->response = AHB_OKAY;
	l->seen_new = true;
	l->left += slave_waits(ahb, l);
	l->seen_new = false;
}

static bool carry(struct ahb *ahb, unsigned i)
{
	uint32_t ignored;

	if (ahb->master[i]->carry)
		return ahb->master[i]->carry(ahb, i);
	return ahb_fetch(ahb, ahb->layer[i].addr, 4, &ignored);
}

/* The slave would answer in this cell: how?  False: not yet. */
static bool decide(struct ahb *ahb, unsigned i)
{
	struct layer *l = &ahb->layer[i];

	if (!l->decided) {
		l->decided = true;
		l->response = l->slave == AHB_NOBODY ? AHB_ERROR
						     : ahb_injected(ahb, i);
		if (is_bridged(l->response, i)) {
			stall(ahb, l);
			return false;
		}
	}
	if (l->response == AHB_OKAY && !carry(ahb, i))
		l->response = AHB_ERROR;
	return true;
}

static void wait_cells(struct ahb *ahb, unsigned i, enum ahb_cell cell,
		       uint64_t n)
{
	show(ahb, i, cell, n);
	ahb_count_wait(ahb, i, cell == AHB_WAIT_SLAVE, n);
}

static void data_cells(struct ahb *ahb, unsigned i, uint64_t n)
{
	struct layer *l = &ahb->layer[i];

	if (l->left || !decide(ahb, i)) {
		wait_cells(ahb, i, AHB_WAIT_SLAVE, n);
		l->left -= (uint32_t)n;
		return;
	}
	if (l->response == AHB_OKAY) {
		show(ahb, i, AHB_BEAT, 1);
		beat_over(ahb, i, false);
	} else if (l->response == AHB_ERROR) {
		show(ahb, i, AHB_ERROR1, 1);
		l->state = LAYER_ERROR;
	} else {
		show(ahb, i, AHB_RETRY1, 1);
		l->state = LAYER_RETRY;
	}
}

static void cells(struct ahb *ahb, unsigned i, uint64_t n)
{
	struct layer *l = &ahb->layer[i];

	switch (l->state) {
	case LAYER_IDLE:
		break;
	case LAYER_CONNECT:
		wait_cells(ahb, i, AHB_WAIT_BUS, 1);
		request(ahb, i);
		break;
	case LAYER_REQUEST:
		wait_cells(ahb, i, AHB_WAIT_ARBITER, n);
		break;
	case LAYER_DATA:
		data_cells(ahb, i, n);
		break;
	case LAYER_ERROR:
		show(ahb, i, AHB_ERROR2, 1);
		beat_over(ahb, i, true);
		break;
	case LAYER_RETRY:
		show(ahb, i, AHB_RETRY2, 1);
		release(ahb, l);
		l->state = LAYER_AGAIN;
		break;
	case LAYER_AGAIN:
		show(ahb, i, AHB_IDLE, 1);
		ahb->broken[i] += !l->broken && l->burst.beats > 1;
		l->broken = true;
		l->burst.type = AHB_SINGLE;
		present(ahb, i);
		break;
	}
}

/* How many cells from now on will all be like this one? */
static uint64_t alike(const struct ahb *ahb, uint64_t until)
{
	uint64_t n =
		until < ahb->wake ? until - ahb->now : ahb->wake - ahb->now;
	uint64_t gxi = gxi_alike(ahb);

	for (unsigned busy = ahb->busy; busy; busy &= busy - 1) {
		const struct layer *l = &ahb->layer[__builtin_ctz(busy)];

		if (l->state == LAYER_REQUEST)
			continue;
		if (l->state != LAYER_DATA || l->left <= 1)
			return 1;
		if (l->left < n)
			n = l->left;
	}
	return gxi < n ? gxi : n;
}

static void write_late(struct ahb *ahb)
{
	for (unsigned i = 0; i < ahb->lates; i++)
		ahb_register_write(ahb, ahb->late[i].addr, ahb->late[i].value);
	ahb->lates = 0;
}

/*
 * One layer steps while all others are idle, GXI too: the usual case, and so
 * without the questions that concern several.
 */
static void step_alone(struct ahb *ahb, uint64_t until)
{
	unsigned i = (unsigned)__builtin_ctz(ahb->busy);
	const struct layer *l = &ahb->layer[i];

	while (ahb->busy && !ahb->arrived && ahb->now < until &&
	       ahb->now < ahb->wake) {
		uint64_t n = 1;

		arbitrate(ahb);
		if (l->state == LAYER_REQUEST ||
		    (l->state == LAYER_DATA && l->left > 1))
			n = alike(ahb, until);
		cells(ahb, i, n);
		ahb->now += n;
		write_late(ahb);
	}
}

void ahb_step(struct ahb *ahb, uint64_t until)
{
	uint64_t n;

	if (ahb->wake <= ahb->now)
		begin_bursts(ahb);
	if (!ahb->busy && gxi_idle(ahb)) {
		ahb->now = until < ahb->wake ? until : ahb->wake;
		return;
	}
	if (!(ahb->busy & (ahb->busy - 1)) && gxi_idle(ahb)) {
		step_alone(ahb, until);
		return;
	}
	arbitrate(ahb);
	ahb->memory_used = ahb->slave[AHB_MPMC].user != AHB_NOT_THERE;
	n = alike(ahb, until);
	for (unsigned busy = ahb->busy; busy; busy &= busy - 1)
		cells(ahb, (unsigned)__builtin_ctz(busy), n);
	gxi_cells(ahb, n);
	ahb->now += n;
	write_late(ahb);
}

void ahb_advance(struct ahb *ahb, uint64_t time)
{
	if (!ahb->busy && ahb->wake >= time && gxi_idle(ahb)) {
		if (ahb->now < time)
			ahb->now = time;
		return;
	}
	while (ahb->now < time)
		ahb_step(ahb, time);
}
