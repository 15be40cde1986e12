/* SPDX-License-Identifier: MIT */
/* Shares that instructions have of the gains of ways, for a profile. */
#include "boards/src/block/shares.h"
#include "boards/src/block/inner.h"

/* ---- when ways are made ---------------------------------------------------
 */

void share_walk(struct blocks *b, unsigned n, const struct insn *i, bool passed)
{
	struct shares *all = b->shares;
	const struct uarch_wait *wait;
	unsigned count;

	if (!b->profile) {
		timing_walk_on(b->timing, i, passed);
		return;
	}
	(void)timing_gained(b->timing, &all->before[n]);
	timing_walk_on(b->timing, i, passed);
	count = timing_waits(b->timing, &wait);
	all->waits[n].count = count;
	for (unsigned k = 0; k < count && k < WAITS_NOTED; k++)
		all->waits[n].wait[k] = wait[k];
}

static void add_part(struct shares *all, unsigned n, unsigned cost, uint64_t by)
{
	if (by && cost != PROFILE_WAY_NO_COST)
		all->part[all->parts++] =
			(struct profile_part){ (uint16_t)n, (uint16_t)cost,
					       (uint32_t)by };
}

/* The gain of one instruction; parts are in the order of what they are of. */
static void add_gain(struct blocks *b, unsigned n,
		     const struct timing_gain *before,
		     const struct timing_gain *after)
{
	unsigned k = 0;

	for (unsigned i = 0; i < after->parts; i++) {
		const struct timing_part *to = &after->part[i];
		uint64_t by = to->by;

		while (k < before->parts && before->part[k].what < to->what)
			k++;
		if (k < before->parts && before->part[k].what == to->what)
			by -= before->part[k].by;
		add_part(b->shares, n, profile_cost_of(b->profile, to->what),
			 by);
	}
	if (!b->replays)
		add_part(b->shares, n,
			 profile_cost_of(b->profile, LEDGER_CYCLES),
			 after->cycles - before->cycles);
}

/* The number of the instruction at that address. */
static unsigned number_of(const struct blocks *b, const uint8_t *insn,
			  unsigned count, uint32_t addr)
{
	for (unsigned n = 0; n < count; n++) {
		const struct insn *i =
			(const void *)(insn + n * b->arch->insn_size);

		if (i->addr == addr)
			return n;
	}
	return PROFILE_WAY_BEFORE;
}

/* Makers before the way are places, as timing_before() has them. */
static void add_waits(struct blocks *b, const uint8_t *insn, unsigned n)
{
	struct shares *all = b->shares;

	for (unsigned k = 0; k < all->waits[n].count; k++) {
		const struct uarch_wait *w = &all->waits[n].wait[k];
		const unsigned maker =
			w->maker & 1 ? (unsigned)PROFILE_WAY_BEFORE
				     : number_of(b, insn, n, w->maker);

		all->wait[all->wait_count++] = (struct profile_wait_there){
			.cycles = w->cycles,
			.n = (uint8_t)n,
			.cause = (uint8_t)w->cause,
			.maker = (uint8_t)maker,
			.place = (uint8_t)(w->maker >> 1),
			.addr = 1, /* none */
		};
		if (maker == PROFILE_WAY_BEFORE)
			continue;
		add_part(all, maker, profile_cost_of_waits(b->profile),
			 w->cycles);
		all->waited += w->cycles;
	}
}

/* Instructions of its own that make places late behind the way. */
static void add_lates(struct blocks *b, const struct way *w,
		      const uint8_t *insn)
{
	uint64_t left = w->after.pending | (uint64_t)(w->after.unit != 0)
						   << TIMING_UNIT;

	for (; left; left &= left - 1) {
		const unsigned place = (unsigned)__builtin_ctzll(left);
		const uint32_t *maker = timing_maker(b->timing, true, place);

		if (maker && !(*maker & 1))
			b->shares->late[b->shares->lates++] =
				(struct profile_late){ (uint8_t)place,
						       (uint8_t)number_of(
							       b, insn,
							       w->instructions,
							       *maker) };
	}
}

/* Room for all of a share, in one piece. */
static struct way_share *room_for(struct blocks *b, const struct way *w)
{
	const struct shares *all = b->shares;
	const size_t bytes = sizeof(struct way_share) +
			     all->parts * sizeof(*all->part) +
			     all->wait_count * sizeof(*all->wait) +
			     all->lates * sizeof(*all->late);

	if (w != &b->spare)
		return arena_get(b, bytes);
	return bytes <= SPARE_BYTES ? memset(b->shares->spare, 0, bytes) : NULL;
}

static bool keep_share(struct blocks *b, struct way *w, const uint32_t *site)
{
	const struct shares *all = b->shares;
	struct way_share *s = room_for(b, w);
	struct profile_wait_there *wait;
	struct profile_part *part;
	struct profile_late *late;

	if (!s)
		return false;
	part = (void *)(s + 1);
	wait = (void *)(part + all->parts);
	late = (void *)(wait + all->wait_count);
	memcpy(part, all->part, all->parts * sizeof(*part));
	memcpy(wait, all->wait, all->wait_count * sizeof(*wait));
	memcpy(late, all->late, all->lates * sizeof(*late));
	s->way = (struct profile_way){
		.waits = all->wait_count || all->lates,
		.instructions = w->instructions,
		.parts = (uint16_t)all->parts,
		.wait_count = (uint16_t)all->wait_count,
		.lates = (uint16_t)all->lates,
		.waited = all->waited,
		.site = site,
		.part = part,
		.wait = wait,
		.late = late,
	};
	w->share = s;
	return true;
}

bool share_make(struct blocks *b, struct way *w, const uint8_t *insn,
		const uint32_t *site)
{
	struct shares *all = b->shares;
	const unsigned count = w->instructions;

	if (!b->profile)
		return true;
	all->parts = all->wait_count = all->lates = 0;
	all->waited = 0;
	for (unsigned n = 0; n < count; n++)
		add_gain(b, n, &all->before[n],
			 n + 1 < count ? &all->before[n + 1] : &w->gain);
	if (profile_cost_of_waits(b->profile) == PROFILE_WAY_NO_COST)
		return keep_share(b, w, site);
	for (unsigned n = 0; n < count; n++) {
		if (all->waits[n].count > WAITS_NOTED)
			return false;
		add_waits(b, insn, n);
	}
	add_lates(b, w, insn);
	return keep_share(b, w, site);
}

void share_lead(struct blocks *b, struct way *w, const struct insn *i,
		uint32_t to)
{
	if (w->share)
		w->share->follows =
			profile_follows(b->profile, i, block_address(to));
}
