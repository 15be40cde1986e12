/* SPDX-License-Identifier: MIT */
/* Callers of samples: tables for the innermost functions, which often keep no
 * frame pointer, and frame pointers for the others. */
#include "gather/linux/callers.h"

#include <string.h>

#include "program/unwind.h"

enum { BY_TABLES = CALLERS - PERF_CHAIN };

struct stack {
	const struct perf_taking *taking;
	const struct perf_taken *taken;
};

static bool read_stack(const void *ctx, uint64_t addr, uint64_t *value)
{
	const struct stack *s = ctx;

	return perf_stack_word(s->taking, s->taken, addr, value);
}

/* Addresses of return by frame pointers.  A sample in the kernel has the place
 * of the program before them, which is no caller where the registers tell it.
 */
static const uint64_t *by_frames(const struct callers *c,
				 const struct perf_taken *t, unsigned *count)
{
	const unsigned own = t->words && t->kernel && t->chained ? 1 : 0;

	*count = t->chained - own;
	return *count ? c->taking->chain + t->chain + own : NULL;
}

/* Which of the frame pointers' an address is; `count`: none. */
static unsigned joined(const uint64_t *frame, unsigned count, uint64_t pc)
{
	unsigned i = 0;

	while (i < count && frame[i] != pc)
		i++;
	return i;
}

/* By the tables; `*at`: where the frame pointers' go on. */
static unsigned by_tables(const struct callers *c, const struct perf_taken *t,
			  struct unwind *u, unsigned *at, uint64_t *to)
{
	unsigned frames, found = 0;
	const uint64_t *frame = by_frames(c, t, &frames);
	uint64_t addr, last = 0;

	for (*at = 0; found < BY_TABLES; to[found++] = u->pc) {
		/* A call is the last instruction before where it returns. */
		const struct program *p =
			c->find(c->ctx, t, u->pc - (found > 0), &addr);
		const enum unwound how =
			p ? program_unwind(p, addr, u) : UNWIND_UNKNOWN;

		if (how == UNWIND_END)
			*at = frames;
		if (how != UNWIND_DONE ||
		    (found && u->reg[REGISTERS_SP] <= last))
			break;
		last = u->reg[REGISTERS_SP];
		if (joined(frame, frames, u->pc) < frames) {
			*at = joined(frame, frames, u->pc);
			break;
		}
	}
	return found;
}

unsigned callers_of(const struct callers *c, const struct perf_taken *t,
		    uint64_t to[CALLERS])
{
	struct stack stack = { c->taking, t };
	struct unwind u = { .read = read_stack, .ctx = &stack };
	uint64_t reg[REGISTERS_MOST];
	unsigned frames, found = 0, at = 0;
	const uint64_t *frame = by_frames(c, t, &frames);

	if (perf_registers(c->taking, t, reg)) {
		memcpy(u.reg, reg, sizeof u.reg);
		u.known = (UINT64_C(1) << REGISTERS_PC) - 1;
		u.pc = reg[REGISTERS_PC];
		if (t->kernel && t->chained)
			to[found++] = u.pc;
		found += by_tables(c, t, &u, &at, to + found);
	}
	if (frames > at)
		memcpy(to + found, frame + at, (frames - at) * sizeof *to);
	return found + frames - at;
}
