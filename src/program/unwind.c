/* SPDX-License-Identifier: MIT */
/* A caller's registers, from those of the function that it called. */
#include "program/unwind.h"

#include "program/cfi.h"
#include "program/machine.h"

static bool value_of(const struct unwind *u, uint64_t reg, uint64_t *value)
{
	if (reg >= UNWIND_REGISTERS || !(u->known >> reg & 1))
		return false;
	*value = u->reg[reg];
	return true;
}

static void take_register(const struct unwind *u, const struct rules *rules,
			  uint64_t frame, unsigned reg, struct unwind *to)
{
	const int64_t value = rules->value[reg];
	bool known = false;

	switch (rules->how[reg]) {
	case KEPT_SAME:
		known = value_of(u, reg, &to->reg[reg]);
		break;
	case KEPT_AT:
		known = u->read(u->ctx, frame + (uint64_t)value, &to->reg[reg]);
		break;
	case KEPT_IS:
		to->reg[reg] = frame + (uint64_t)value;
		known = true;
		break;
	case KEPT_IN:
		known = value_of(u, (uint64_t)value, &to->reg[reg]);
		break;
	case KEPT_NOWHERE:
	case KEPT_UNKNOWN:
	default:
		break;
	}
	to->known = (to->known & ~(UINT64_C(1) << reg)) | (uint64_t)known
								  << reg;
}

static enum unwound step(const struct program *p, uint64_t returns,
			 const struct rules *rules, struct unwind *u)
{
	const struct program_machine *of =
		program_machine(p->machine, p->profile);
	const unsigned sp = of->stack;
	struct unwind to = *u;
	uint64_t frame;

	if (rules->how[returns] == KEPT_NOWHERE)
		return UNWIND_END;
	if (rules->formula || !value_of(u, rules->base, &frame))
		return UNWIND_UNKNOWN;
	frame += (uint64_t)rules->distance;
	for (unsigned i = 0; i < UNWIND_REGISTERS; i++)
		take_register(u, rules, frame, i, &to);
	if (!value_of(&to, returns, &to.pc))
		return UNWIND_UNKNOWN;
	if (rules->how[sp] == KEPT_SAME)
		to.reg[sp] = frame;
	to.known |= UINT64_C(1) << sp;
	to.pc &= UINT64_MAX >> (64 - of->address);
	*u = to;
	return to.pc ? UNWIND_DONE : UNWIND_END;
}

enum unwound program_unwind(const struct program *p, uint64_t addr,
			    struct unwind *u)
{
	struct rules rules;
	uint64_t returns;

	if (!program_machine(p->machine, p->profile)->stack ||
	    !cfi_find(p, addr, &rules, &returns))
		return UNWIND_UNKNOWN;
	return step(p, returns, &rules, u);
}
