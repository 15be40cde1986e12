/* SPDX-License-Identifier: MIT */
/*
 * Calls, exceptions and writes of registers, which code alone decides, too; and
 * of caches, TLBs and predictors bounds that hold whatever they did before.
 */
#include "proof.h"

#define NO_MOST UINT32_MAX

enum { BOUNDS = 8 };

struct more_piece {
	const char *name;
	proof_code *code, *empty;
	bool bounds;         /* not exact: what stands around may hit or miss */
	bool twice;          /* counted the second time */
	const char *erratum; /* that it shows, by one more each of 5 */
	struct {
		uint8_t kind;
		uint32_t least, most;
	} bound[BOUNDS]; /* ends in one of MORE_KINDS */
};

/* A core that has no such instructions has none of these. */
#define MAYBE(name) extern proof_code name __attribute__((weak))
MAYBE(proof_exceptions);
MAYBE(proof_exceptions_empty);
MAYBE(proof_contexts);
MAYBE(proof_contexts_empty);
MAYBE(proof_context_reads);
MAYBE(proof_tables);
MAYBE(proof_tables_empty);
MAYBE(proof_isbs);
MAYBE(proof_refused);
MAYBE(proof_refused_empty);
MAYBE(proof_pages);
MAYBE(proof_unaligned);
MAYBE(proof_targets);
extern proof_code proof_nothing, proof_calls, proof_calls_empty, proof_lines,
	proof_lines_empty, proof_fetches, proof_walk, proof_dirty, proof_coins,
	proof_quiet;

#define END                                                                    \
	{                                                                      \
		MORE_KINDS, 0, 0                                               \
	}
enum how { EXACT, BOUNDED, TWICE };
#define BOUND(kind, least, most) { kind, least, most },
#define PIECE(name, code, empty, how, erratum, ...)                            \
	{ name,                                                                \
	  code,                                                                \
	  empty,                                                               \
	  (how) != EXACT,                                                      \
	  (how) == TWICE,                                                      \
	  erratum,                                                             \
	  { __VA_ARGS__ END } },
static const struct more_piece pieces[] = {
#include "proof_more.def"
};

static struct proof_window window;

/* ---- what has to be switched on ------------------------------------------ */

static const char *why_not(const struct more_piece *p, unsigned kind)
{
	static const struct {
		uint8_t bit;
		const char *why;
	} needs[MORE_KINDS] = {
		[MORE_CALLS] = { PROOF_PREDICTOR, "prediction is off" },
		[MORE_POPS] = { PROOF_PREDICTOR, "prediction is off" },
		[MORE_EXCEPTIONS] = { PROOF_VECTORS, "vectors are not EL1's" },
		[MORE_EXCEPTION_RETURNS] = { PROOF_VECTORS,
					     "vectors are not EL1's" },
		[MORE_SUPERVISOR] = { PROOF_VECTORS, "vectors are not EL1's" },
		[MORE_D_ACCESSES] = { PROOF_DCACHE, "the data cache is off" },
		[MORE_D_MISSES] = { PROOF_DCACHE, "the data cache is off" },
		[MORE_D_PAGES] = { PROOF_MMU, "the MMU is off" },
		[MORE_I_PAGES] = { PROOF_MMU, "the MMU is off" },
		[MORE_PAGES] = { PROOF_MMU, "the MMU is off" },
		[MORE_I_MISSES] = { PROOF_ICACHE,
				    "the instruction cache is off" },
		[MORE_MISPREDICTED] = { PROOF_PREDICTOR, "prediction is off" },
		[MORE_UNALIGNED] = { PROOF_UNALIGNED,
				     "accesses have to be aligned" },
		[MORE_WRITE_BACKS] = { PROOF_DCACHE, "the data cache is off" },
	};

	if (!p->code)
		return "no code of this core does that";
	if (needs[kind].bit & ~proof_ready())
		return needs[kind].why;
	return 0;
}

/* The lines of the first-level data cache, and how long they are. */
static uint32_t cache_lines(uint32_t *bytes)
{
	const uint32_t id = proof_cache_id();
#if defined __powerpc__
	*bytes = 32;
	return (id & 0x7FF) * (1024 / 32); /* L1CFG0: KiB */
#elif defined __aarch64__ || __ARM_ARCH >= 7
	*bytes = 16u << (id & 7);
	return ((id >> 13 & 0x7FFF) + 1) * ((id >> 3 & 0x3FF) + 1); /* CCSIDR */
#else
	/* CTR: 512 bytes, or half as much again, doubled; lines of 8, doubled.
	 */
	const uint32_t size = (id & 1u << 14 ? 768u : 512u) << (id >> 18 & 0xF);

	*bytes = 8u << (id >> 12 & 3);
	return size >> 3 >> (id >> 12 & 3);
#endif
}

/* Does the cache's size decide it?  Misses of the second walk, as no more lines
 * are in the cache at its begin than it has room for; and what is written back,
 * as no more are at the end. */
static bool by_size(const struct more_piece *p, unsigned b)
{
	return p->bound[b].kind == MORE_WRITE_BACKS ||
	       (p->code == proof_walk && p->bound[b].kind == MORE_D_MISSES);
}

/* At least so many; 0: nothing follows. */
static uint32_t walk_least(void)
{
	uint32_t bytes, lines = cache_lines(&bytes), walked = 0;

	for (uint32_t at = 0; at < PROOF_WORDS; at += bytes)
		walked++;
	return lines < walked ? walked - lines : 0;
}

/* ---- counting ------------------------------------------------------------ */

static void count_within(const struct more_piece *p, unsigned b, bool erratum)
{
	/* Code around it may miss, where it hit when it was alone; it touches
	 * fewer lines and pages than this. */
	enum { AROUND = 64 };
	uint64_t least = p->bound[b].least, most = p->bound[b].most, empty;

	proof_count(&window, p->empty);
	empty = window.count[0];
	if (p->twice)
		proof_count(&window, p->code);
	proof_count(&window, p->code);
	if (!p->bounds) {
		proof_between(least, erratum ? 5 : most,
			      window.count[0] - empty);
		return;
	}
	if (by_size(p, b))
		least = walk_least();
	if (most != NO_MOST)
		most += empty + AROUND;
	proof_between(least, most, window.count[0]);
}

const struct proof_erratum *proof_erratum_of(const char *name)
{
	for (unsigned i = 0; i < proof_erratum_count; i++) {
		const char *a = proof_errata[i].name, *b = name;

		while (*a && *a == *b) {
			a++;
			b++;
		}
		if (*a == *b)
			return &proof_errata[i];
	}
	return 0;
}

bool proof_may_have(const struct proof_erratum *e)
{
	const uint32_t id =
		proof_identity.bits ? (uint32_t)proof_read(&proof_identity) : 0;
	const uint32_t revision = (id >> 16 & 0xF0) | (id & 0xF);

	return !id || (revision >= e->first && revision <= e->last);
}

static void name_it(const struct more_piece *p, const char *event,
		    const struct proof_erratum *erratum)
{
	if (erratum) {
		proof_check("errata");
		proof_say(erratum->name);
		proof_say(proof_may_have(erratum) ? " may be here, "
						  : " is not here, ");
	} else {
		proof_check(p->bounds ? "bounds" : "known");
	}
	proof_say(event);
	proof_say(" of ");
	proof_say(p->name);
}

/* Why the walk says nothing of misses; NULL: it does. */
static const char *walk_says_nothing(const struct more_piece *p, unsigned b)
{
	if (!by_size(p, b))
		return 0;
	if (proof_fetches_ahead && p->code == proof_walk)
		return "its hardware may have fetched a line before";
	return walk_least() ? 0 : "the cache is as large as the walk";
}

static void count_event(const struct more_piece *p, unsigned b,
			const struct proof_event *e)
{
	const struct proof_erratum *erratum = proof_erratum_of(p->erratum);
	const char *why = why_not(p, p->bound[b].kind);
	unsigned counter = 0;

	if (!why)
		why = walk_says_nothing(p, b);
	if (!why && !proof_has(e))
		why = "the core says that it has it not";
	while (!why && !proof_one(&window, counter, e))
		if (++counter == PROOF_MONITOR.counters)
			why = "no counter can have it";
	name_it(p, e->name, erratum);
	if (why) {
		proof_skip(why);
	} else if (proof_open(&window, "")) {
		count_within(p, b, erratum && proof_may_have(erratum));
		proof_close();
	}
}

void proof_more(void)
{
	for (unsigned i = 0; i < sizeof pieces / sizeof pieces[0]; i++)
		for (unsigned b = 0; pieces[i].bound[b].kind != MORE_KINDS; b++)
			for (unsigned k = 0; k < proof_more_event_count; k++)
				if (proof_more_events[k].kind ==
				    pieces[i].bound[b].kind)
					count_event(&pieces[i], b,
						    &proof_more_events[k]);
	for (unsigned i = 0; i < proof_erratum_count; i++) {
		if (!*proof_errata[i].why)
			continue;
		proof_check("errata");
		proof_say(proof_errata[i].name);
		proof_skip(proof_errata[i].why);
	}
}
