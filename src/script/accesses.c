/* SPDX-License-Identifier: MIT */
/* Which registers a script reads and writes. */
#include "script/inner.h"

static bool writes(const struct tally_script *script, struct tally_reg reg)
{
	for (unsigned i = 0; i < script->count; i++)
		if (tally_reg_same(script->step[i].reg, reg))
			return true;
	return false;
}

static bool written(const struct scripts *s, const struct catalog_register *r)
{
	for (unsigned i = 0; i < s->count; i++) {
		const struct script *one = &s->script[i];

		if (one->published && script_published_has(one, r, true))
			return true;
		if (one->published)
			continue;
		if (writes(&one->restore, r->reg))
			return true;
		for (unsigned k = 0; k < SCRIPT_PHASES; k++)
			if (writes(&one->phase[k], r->reg))
				return true;
	}
	return false;
}

static bool is_read(const struct scripts *s, const struct catalog_register *r)
{
	for (unsigned i = 0; i < s->count; i++) {
		const struct script *one = &s->script[i];

		if (one->published && script_published_has(one, r, false))
			return true;
		if (one->published)
			continue;
		if (writes(&one->restore, r->reg))
			return true;
		for (unsigned k = 0; k < one->setup.slots; k++)
			if (script_count(one, k) == r ||
			    script_upper_half(one, k) == r ||
			    script_other_word(one, k) == r ||
			    one->flag[k].reg == r)
				return true;
	}
	return false;
}

/* Is it what another that is accessed stands behind, or is seen through? */
static bool in_front(const struct scripts *s, const struct catalog_register *r,
		     bool write)
{
	const struct catalog_monitor *m = s->script->monitor;
	struct script_behind b;

	for (unsigned i = 0; i < m->regs; i++) {
		const struct catalog_register *x = &m->reg[i];

		if (!script_behind(m, x, &b) ||
		    (r != b.select && r != b.window))
			continue;
		if (write ? written(s, x) : is_read(s, x))
			return true;
		if (r == b.select && (written(s, x) || is_read(s, x)))
			return true;
	}
	return false;
}

bool scripts_write(const struct scripts *s, const struct catalog_register *r)
{
	return written(s, r) || in_front(s, r, true);
}

bool scripts_read(const struct scripts *s, const struct catalog_register *r)
{
	return is_read(s, r) || in_front(s, r, false);
}
