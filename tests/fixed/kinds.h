/* SPDX-License-Identifier: MIT */
#ifndef TESTS_FIXED_KINDS_H
#define TESTS_FIXED_KINDS_H

/*
 * The monitors that have a folded form, as a table, with what fixed.h makes its
 * functions of.  Include this after what puts registers in the place of the
 * folded form's own.
 */
#include <stddef.h>

#include <tally/fixed.h>

struct kind {
	const char *name;
	const struct tally_monitor *monitor;
	const void *facts;
	enum tally_status (*check)(const struct tally_setup *setup);
	enum tally_status (*open)(const struct tally_fixed *f, bool force);
	void (*configure)(const struct tally_fixed *f);
	bool (*holds)(const struct tally_fixed *f);
	void (*turn)(const struct tally_fixed *f, bool on);
	uint32_t (*overflow)(const struct tally_fixed *f);
	uint64_t (*total)(const struct tally_fixed *f, unsigned slot);
	void (*totals)(const struct tally_fixed *f, uint64_t *total);
	enum tally_status (*close)(const struct tally_fixed *f);
};

/* clang-format off */
#define KIND(kind, family)                                                     \
	static enum tally_status kind##_check(const struct tally_setup *setup) \
	{                                                                      \
		return tally_fixed_kind_##kind##_check(setup);                 \
	}                                                                      \
	static enum tally_status kind##_open(const struct tally_fixed *f,      \
					     bool force)                       \
	{                                                                      \
		return tally_fixed_##family##_open(f, force);                  \
	}                                                                      \
	static void kind##_configure(const struct tally_fixed *f)              \
	{                                                                      \
		tally_fixed_##family##_configure(f);                           \
	}                                                                      \
	static bool kind##_holds(const struct tally_fixed *f)                  \
	{                                                                      \
		return tally_fixed_##family##_holds(f);                        \
	}                                                                      \
	static void kind##_turn(const struct tally_fixed *f, bool on)          \
	{                                                                      \
		tally_fixed_##family##_turn(                                   \
			f, on ? tally_fixed_##family##_started(f) :            \
				tally_fixed_##family##_stopped(f));            \
	}                                                                      \
	static uint32_t kind##_overflow(const struct tally_fixed *f)           \
	{                                                                      \
		return tally_fixed_##family##_overflow(f);                     \
	}                                                                      \
	static uint64_t kind##_total(const struct tally_fixed *f,              \
				     unsigned slot)                            \
	{                                                                      \
		return tally_fixed_##family##_total(f, slot);                  \
	}                                                                      \
	static void kind##_totals(const struct tally_fixed *f,                 \
				  uint64_t *total)                             \
	{                                                                      \
		tally_fixed_##family##_totals(f, total, false);                \
	}                                                                      \
	static enum tally_status kind##_close(const struct tally_fixed *f)     \
	{                                                                      \
		return tally_fixed_##family##_close(f);                        \
	}
#include "kinds.def"

#define KIND(kind, family)                                                     \
	{ #kind, &tally_##kind, &tally_fixed_kind_##kind, kind##_check,        \
	  kind##_open, kind##_configure, kind##_holds, kind##_turn,            \
	  kind##_overflow, kind##_total, kind##_totals, kind##_close },
static const struct kind kinds[] = {
#include "kinds.def"
};
/* clang-format on */

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

/* An open monitor's state is kept here, of whichever family. */
struct fixed_store {
	union {
		struct tally_fixed_found common;
#define KIND(kind, family) struct tally_fixed_##family##_found kind;
#include "kinds.def"
	} found;
	union {
		struct tally_fixed_pmuv3_kept pmuv3[TALLY_FIXED_SLOTS];
		struct tally_fixed_armv7_kept armv7[TALLY_FIXED_SLOTS];
		struct tally_fixed_mpc85xx_kept mpc85xx[TALLY_FIXED_SLOTS];
	} kept;
	volatile uint32_t wraps[TALLY_FIXED_SLOTS];
	volatile uint64_t base[TALLY_FIXED_SLOTS];
	volatile uint64_t low[TALLY_FIXED_SLOTS];
	volatile bool at_least;
};

static inline struct tally_fixed fixed_of(const struct kind *kind,
					  const struct tally_setup *setup,
					  struct fixed_store *store)
{
	return (struct tally_fixed){ kind->facts,          setup,
				     &store->found.common, store->wraps,
				     store->base,          store->low,
				     &store->at_least,     0,
				     &store->kept };
}

#endif
