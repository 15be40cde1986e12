/* SPDX-License-Identifier: MIT */
/*
 * Tightly coupled memories; see tcm.h.
 *
 * Where the manual leaves things open: a side without a TCM has a region
 * register of 0 that ignores writes, as does the selection of a bank that no
 * side has; where an instruction TCM covers a data TCM, the instruction TCM
 * answers; instructions cannot be fetched from a data TCM.  All TCMs start
 * disabled (the core's pin that enables one at reset is low) and as zeros.
 */
#include "boards/src/a32/tcm.h"

#include <stdlib.h>
#include <string.h>

#include <tally/reg.h>

enum {
	REGION_ENABLE = 1 << 0,
	REGION_SIZE_LSB = 2, /* 3 is 4 KiB, 4 is 8 KiB, and so on */
	SIZE_BITS_OF_0 = 9,
	ACCESS_NONSECURE = 1 << 0,
	SELECTION = 3,
};

static uint32_t size_of(const struct tcms *t, unsigned side)
{
	return a32_core_of(t->spec)->tcm[side].banks
		       ? 1u << a32_core_of(t->spec)->tcm[side].size_bits
		       : 0;
}

bool tcm_init(struct tcms *t, const struct board_spec *spec, uint8_t *memory,
	      struct engine *engine)
{
	uint32_t most = 0;

	memset(t, 0, sizeof(*t));
	t->spec = spec;
	t->memory = memory;
	t->engine = engine;
	for (unsigned side = 0; side < TCM_SIDES; side++)
		if (size_of(t, side) > most)
			most = size_of(t, side);
	if (!most)
		return true;
	t->spare = calloc(1, most);
	if (!t->spare)
		return false;
	for (unsigned side = 0; side < TCM_SIDES; side++)
		for (unsigned i = 0; i < a32_core_of(spec)->tcm[side].banks;
		     i++) {
			struct tcm *b = &t->bank[side][i];

			b->place.size = size_of(t, side);
			b->place.kind =
				side == TCM_DATA ? PLACE_DATA_RAM : PLACE_RAM;
			b->place.name = side == TCM_DATA ? "data TCM"
							 : "instruction TCM";
			/* All alike, since they take turns as the spare. */
			b->bytes = calloc(1, most);
			if (!b->bytes)
				return false;
		}
	return true;
}

void tcm_done(struct tcms *t)
{
	for (unsigned side = 0; side < TCM_SIDES; side++)
		for (unsigned i = 0; i < TCM_BANKS; i++)
			free(t->bank[side][i].bytes);
	free(t->spare);
	memset(t, 0, sizeof(*t));
}

/* Its bytes and those in memory change places. */
static void swap(struct tcms *t, struct tcm *b)
{
	uint8_t *outside = t->spare;

	if (!b->enabled)
		return;
	memcpy(outside, t->memory + b->place.base, b->place.size);
	engine_write(t->engine, b->place.base, b->bytes, b->place.size);
	t->spare = b->bytes;
	b->bytes = outside;
	if (b->place.base < t->changed)
		t->changed = b->place.base;
	if (b->place.base + b->place.size - 1 > t->changed_last)
		t->changed_last = b->place.base + b->place.size - 1;
}

/* In the order in which they cover each other, and back. */
static void swap_in(struct tcms *t)
{
	for (unsigned side = TCM_SIDES; side-- > 0;)
		for (unsigned i = TCM_BANKS; i-- > 0;)
			swap(t, &t->bank[side][i]);
}

static void swap_out(struct tcms *t)
{
	for (unsigned side = 0; side < TCM_SIDES; side++)
		for (unsigned i = 0; i < TCM_BANKS; i++)
			swap(t, &t->bank[side][i]);
}

const struct tcm *tcm_at(const struct tcms *t, uint32_t paddr)
{
	for (unsigned side = 0; side < TCM_SIDES; side++)
		for (unsigned i = 0; i < TCM_BANKS; i++) {
			const struct tcm *b = &t->bank[side][i];

			if (b->enabled && paddr - b->place.base < b->place.size)
				return b;
		}
	return NULL;
}

/* The selected bank of a side, or NULL if the side has none such. */
static const struct tcm *selected(const struct tcms *t, unsigned side)
{
	return t->selected < a32_core_of(t->spec)->tcm[side].banks
		       ? &t->bank[side][t->selected]
		       : NULL;
}

static uint32_t region(const struct tcms *t, unsigned side)
{
	const struct tcm *b = selected(t, side);
	uint32_t bits = a32_core_of(t->spec)->tcm[side].size_bits;

	if (!b)
		return 0;
	return b->place.base | (bits - SIZE_BITS_OF_0) << REGION_SIZE_LSB |
	       (b->enabled ? REGION_ENABLE : 0u);
}

static void set_region(struct tcms *t, unsigned side, uint32_t value)
{
	const struct tcm *now = selected(t, side);
	struct tcm *b;

	if (!now)
		return;
	b = &t->bank[side][t->selected];
	swap_out(t);
	/* Address bits within the size are ignored. */
	b->place.base = value & ~(b->place.size - 1);
	b->enabled = value & REGION_ENABLE;
	swap_in(t);
}

static bool nonsecure(const struct tcms *t, unsigned side)
{
	const struct tcm *b = selected(t, side);

	return b && b->nonsecure;
}

uint32_t tcm_read(const struct tcms *t, uint32_t addr)
{
	const struct tcm_shape *shape = a32_core_of(t->spec)->tcm;

	switch (addr) {
	case CP(0, 0, 2):
		return (uint32_t)shape[TCM_DATA].banks << 16 |
		       shape[TCM_INSTRUCTION].banks;
	case CP(9, 1, 0):
		return region(t, TCM_DATA);
	case CP(9, 1, 1):
		return region(t, TCM_INSTRUCTION);
	case CP(9, 1, 2):
		return nonsecure(t, TCM_DATA);
	case CP(9, 1, 3):
		return nonsecure(t, TCM_INSTRUCTION);
	default: /* c9,c2,0 */
		return t->selected;
	}
}

static void set_access(struct tcms *t, unsigned side, uint32_t value)
{
	if (selected(t, side))
		t->bank[side][t->selected].nonsecure = value & ACCESS_NONSECURE;
}

static void select_bank(struct tcms *t, uint32_t value)
{
	uint32_t bank = value & SELECTION;

	if (bank < a32_core_of(t->spec)->tcm[TCM_DATA].banks ||
	    bank < a32_core_of(t->spec)->tcm[TCM_INSTRUCTION].banks)
		t->selected = bank;
}

void tcm_write(struct tcms *t, uint32_t addr, uint32_t value)
{
	t->changed = UINT32_MAX;
	t->changed_last = 0;
	switch (addr) {
	case CP(9, 1, 0):
		set_region(t, TCM_DATA, value);
		break;
	case CP(9, 1, 1):
		set_region(t, TCM_INSTRUCTION, value);
		break;
	case CP(9, 1, 2):
		set_access(t, TCM_DATA, value);
		break;
	case CP(9, 1, 3):
		set_access(t, TCM_INSTRUCTION, value);
		break;
	default:
		select_bank(t, value);
		break;
	}
}
