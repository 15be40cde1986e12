/* SPDX-License-Identifier: MIT */
/*
 * Exact 64-bit totals of counters that wrap and have a flag each, folded: the
 * same reasoning as in src/core/flagged.c, with `wraps` in place of a
 * generation, since every handled overflow moves it.  Included once per family,
 * as a template: FAMILY is its word, and it has written down
 *
 *	FAMILY_flags(f)		the flags, as the hardware has them
 *	FAMILY_flag(f, i)	the one of slot i; 0: it never overflows
 *	FAMILY_raw(f, i)	its counter
 *	FAMILY_bits(f, i)	after how many bits it wraps
 *	FAMILY_load(f, i, v)	write the counter
 *	FAMILY_acknowledge(f)	clear the flags that are set; what was seen
 *	FAMILY_running(f, seen)	the window is open
 *	FAMILY_wait(f)		what is read from here on is of now
 *	FAMILY_turn(f, word)	the one write that opens or closes the window,
 *	FAMILY_started(f), FAMILY_stopped(f)	with one of these
 */
#define TALLY_FIXED_3_(a, b, c) a##b##_##c
#define TALLY_FIXED_3(a, b, c)  TALLY_FIXED_3_(a, b, c)
#define FN(what)                TALLY_FIXED_3(tally_fixed_, FAMILY, what)

/* The flags of all slots, or of those with a period, from slot `first` on. */
TALLY_FOLD uint32_t FN(all)(const struct tally_fixed *f, unsigned first,
			    bool periods)
{
	uint32_t all = 0;

	TALLY_UNROLLED
	for (unsigned i = first; i < f->setup->slots; i++)
		if (!periods || f->setup->slot[i].period)
			all |= FN(flag)(f, i);
	return all;
}

TALLY_FOLD uint64_t FN(join)(const struct tally_fixed *f, unsigned i,
			     uint32_t wraps, uint32_t flags, uint64_t raw)
{
	unsigned bits = FN(bits)(f, i);

	if (flags & FN(flag)(f, i))
		wraps++;
	if (bits < 64)
		raw |= (uint64_t)wraps << (bits & 63);
	return raw;
}

TALLY_FOLD uint64_t FN(base)(const struct tally_fixed *f, unsigned i)
{
	return tally_fixed_based(f, i) ? f->base[i] : 0;
}

/*
 * The total of slot i.  Where i is not a constant there is one reader for all
 * slots, which picks the counter inside of it.
 */
TALLY_FOLD uint64_t FN(total)(const struct tally_fixed *f, unsigned i)
{
	uint32_t wraps, before, after, flag = 0;
	uint64_t raw = 0, base = 0;

	TALLY_UNROLLED
	for (unsigned k = 0; k < f->setup->slots; k++) {
		if (k == i)
			flag = FN(flag)(f, k);
		if (k == i && !flag && !tally_fixed_based(f, k)) {
			FN(wait)(f);
			return FN(raw)(f, k);
		}
	}
	do {
		wraps = f->wraps[i];
		before = FN(flags)(f);
		FN(wait)(f);
		TALLY_UNROLLED
		for (unsigned k = 0; k < f->setup->slots; k++)
			if (k == i && FN(flag)(f, k))
				raw = FN(raw)(f, k);
		after = FN(flags)(f);
		TALLY_UNROLLED
		for (unsigned k = 0; k < f->setup->slots; k++)
			if (k == i && tally_fixed_based(f, k))
				base = FN(base)(f, k);
	} while (wraps != f->wraps[i] || (before ^ after) & flag);
	if (before & flag)
		wraps++;
	TALLY_UNROLLED
	for (unsigned k = 0; k < f->setup->slots; k++)
		if (k == i && FN(flag)(f, k) && FN(bits)(f, k) < 64)
			raw |= (uint64_t)wraps << (FN(bits)(f, k) & 63);
	return raw - base;
}

/*
 * All totals at one moment.  `alone`: nothing handles an overflow meanwhile,
 * for interrupts are masked.
 */
TALLY_FOLD void FN(totals)(const struct tally_fixed *f, uint64_t *total,
			   bool alone)
{
	const uint32_t all = FN(all)(f, 0, false);
	uint32_t wraps[TALLY_FIXED_SLOTS], before, after = 0;
	bool moved = false;

	do {
		TALLY_UNROLLED
		for (unsigned i = 0; i < f->setup->slots; i++)
			wraps[i] = FN(flag)(f, i) ? f->wraps[i] : 0;
		if (all)
			after = FN(flags)(f);
		do {
			before = after;
			FN(wait)(f);
			TALLY_UNROLLED
			for (unsigned i = 0; i < f->setup->slots; i++)
				total[i] = FN(raw)(f, i);
			if (all)
				after = FN(flags)(f);
		} while ((before ^ after) & all);
		TALLY_UNROLLED
		for (unsigned i = 0; i < f->setup->slots; i++)
			total[i] = FN(join)(f, i, wraps[i], after, total[i]) -
				   FN(base)(f, i);
		if (alone)
			return;
		moved = false;
		TALLY_UNROLLED
		for (unsigned i = 0; i < f->setup->slots; i++)
			if (FN(flag)(f, i))
				moved |= wraps[i] != f->wraps[i];
	} while (moved);
}

/*
 * Begin the next period of each slot whose flag was seen.  What the counter ran
 * over the end of the last one counts towards it; a handler that is late by a
 * whole period or more begins a whole new one.  What is counted between the
 * read and the write would be lost, so the window is closed for that.
 */
TALLY_FOLD void FN(reload)(const struct tally_fixed *f, uint32_t seen)
{
	bool running = FN(running)(f, seen);

	FN(turn)(f, FN(stopped)(f));
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		const struct tally_slot *slot = &f->setup->slot[i];

		if (slot->period && seen & FN(flag)(f, i)) {
			uint64_t raw = FN(raw)(f, i);
			uint64_t next = tally_fixed_preset(slot->period,
							   FN(bits)(f, i));

			if (raw < slot->period)
				next += raw;
			FN(load)(f, i, next);
			f->base[i] += next - raw;
		}
	}
	if (running)
		FN(turn)(f, FN(started)(f));
}

/*
 * As a rule one counter overflows: the first one's flag is asked first, and
 * then whether there is any other, where that saves something.
 */
TALLY_FOLD void FN(took)(const struct tally_fixed *f, uint32_t seen)
{
	const uint32_t rest = FN(all)(f, 1, false);
	const uint32_t first = FN(all)(f, 0, false) & ~rest;
	const bool asks = first && rest & (rest - 1);

	if (seen & first)
		f->wraps[0]++;
	if (!asks || seen & rest) {
		TALLY_UNROLLED
		for (unsigned i = 1; i < f->setup->slots; i++)
			if (seen & FN(flag)(f, i))
				f->wraps[i]++;
	}
	if (seen & FN(all)(f, 0, true))
		FN(reload)(f, seen);
}

TALLY_FOLD void FN(overflow)(const struct tally_fixed *f)
{
	if (f->found->opened)
		FN(took)(f, FN(acknowledge)(f));
}

/* The counters have been loaded, and nothing can have overflowed yet. */
TALLY_FOLD void FN(begin)(const struct tally_fixed *f)
{
	TALLY_UNROLLED
	for (unsigned i = 0; i < f->setup->slots; i++) {
		if (FN(flag)(f, i))
			f->wraps[i] = 0;
		if (tally_fixed_based(f, i))
			f->base[i] = tally_fixed_preset(
				f->setup->slot[i].period, FN(bits)(f, i));
	}
}

#undef FN
#undef TALLY_FIXED_3
#undef TALLY_FIXED_3_
#undef FAMILY
