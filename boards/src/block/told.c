/* SPDX-License-Identifier: MIT */
/* Ways that have gone are told to a profile, and to the ledger. */
#include "boards/src/block/inner.h"
#include "boards/src/block/shares.h"

uint64_t shares_moved(const struct blocks *b)
{
	const uint64_t *moved = uarch_ledger(b->m->uarch)->moved;

	return moved[LEDGER_OF_DATA] + moved[LEDGER_OF_FLOW] +
	       moved[LEDGER_SELDOM];
}

static uint32_t site_of(struct blocks *b, unsigned n)
{
	struct block *v = b->at;

	for (; v->sited <= n; v->sited++)
		v->site[v->sited] =
			profile_site(b->profile, block_insn(b, v, v->sited));
	return v->site[n];
}

static void counted(struct blocks *b, unsigned n, uint64_t cycles)
{
	profile_gained(b->profile, site_of(b, n), cycles);
	b->shares->moved = shares_moved(b);
}

void blocks_counted(struct blocks *b, unsigned n, uint64_t cycles)
{
	if (b->profile)
		counted(b, n, cycles);
}

/* One instruction after the other, each with what it took. */
static void replay_each(struct blocks *b, const struct way *w)
{
	for (unsigned n = 0; n < w->instructions; n++) {
		const uint64_t before = b->now;

		b->now = way_replayed(b, w, n, 1);
		counted(b, n, b->now - before);
	}
}

void way_apart(struct blocks *b, struct way *w)
{
	const unsigned last = w->instructions - 1u;

	if (!b->profile) {
		b->now = way_replayed(b, w, 0, w->instructions);
		return;
	}
	(void)site_of(b, last);
	/* By who foretells, before the way. */
	if (b->shares->moved != shares_moved(b))
		counted(b, last, 0);
	if (b->replays)
		replay_each(b, w);
	else
		b->now += w->cycles;
	if (w->share->way.waits)
		profile_way_waits(b->profile, &w->share->way, b->shares->maker);
}

struct block *go_apart(struct blocks *b, struct way *w, uint32_t at)
{
	struct block *v = w->to[0];

	way_gone(b, w);
	if (v && v->epoch == b->epoch && v->place.at == at &&
	    b->now + v->most < b->limit)
		return v;
	return go_on(b, w, at, 0);
}

void shares_settle(struct blocks *b)
{
	struct way *touched = b->touched;

	if (!b->way)
		return;
	timing_clock(b->timing, b->now);
	for (struct way *w = touched; w; w = w->touched)
		profile_way_gone(b->profile, &w->share->way, w->count);
	ways_settle(b);
	profile_ways_taken(b->profile);
	b->shares->moved = shares_moved(b);
	if (touched == &b->spare)
		profile_end_ways(b->profile);
}

struct block **way_led(struct blocks *b, struct way *w)
{
	struct way_share *s = w->share;
	const unsigned last = w->instructions - 1u;
	const struct retired r = {
		.insn = block_insn(b, b->at, last),
		.passed = true,
		.next = block_address(b->place.at),
	};

	if (!s->follows)
		return w->to;
	profile_follow(b->profile, b->at->site[last], &r);
	return s->to;
}

void blocks_settle(struct blocks *b)
{
	if (b->profile)
		shares_settle(b);
	else
		ways_settle(b);
}
