/* SPDX-License-Identifier: MIT */
#include <string.h>

#include <tally/monitors/arm11.h>
#include <tally/monitors/xscale.h>

#include "session_fixture.h"

/* Counter 0 is the cycle counter; these codes mean the same everywhere. */
static const struct tally_slot three[SLOTS] = {
	{ 0, true, TALLY_EVENT_CYCLES, 0 },
	{ 1, true, 0x7, 0 },
	{ 2, true, 0xB, 0 },
};

static const struct subject subjects[] = {
	{ &tally_arm1176,
	  PMU_ARM1176,
	  0x0FFFF879,
	  { TALLY_CP(0, 15, 12, 0), TALLY_CP15, 32 } },
	{ &tally_pxa250,
	  PMU_PXA250,
	  0x0FFFF079,
	  { TALLY_CP(0, 0, 0, 0), TALLY_CP14, 32 } },
	{ &tally_arm1136,
	  PMU_ARM1136,
	  0x0FFFF879,
	  { TALLY_CP(0, 15, 12, 0), TALLY_CP15, 32 } },
	{ &tally_arm1156,
	  PMU_ARM1156,
	  0x7FFFF879,
	  { TALLY_CP(0, 15, 12, 0), TALLY_CP15, 32 } },
};

void set_up(struct fixture *f, unsigned variant)
{
	memset(f, 0, sizeof(*f));
	f->subject = &subjects[variant & 3];
	pmu_bus_init(&f->target, f->subject->kind, variant >> 2 & 1,
		     variant >> 3 & 1);
	memcpy(f->slot, three, sizeof(f->slot));
	f->setup = (struct tally_setup){ f->slot, SLOTS, 0 };
	f->store = (struct tally_store){ f->total, f->step, SLOTS, 16 };
}

enum tally_status open_on(struct fixture *f, struct tally_bus *bus, bool force)
{
	return tally_session_open(&f->s, f->subject->monitor, bus, &f->setup,
				  &f->store, force);
}

void work(struct fixture *f, uint64_t cycles, uint64_t instructions,
	  uint64_t misses)
{
	pmu_bus_happen(&f->target, LEDGER_CYCLES, cycles);
	pmu_bus_happen(&f->target, LEDGER_INSTRUCTIONS, instructions);
	pmu_bus_happen(&f->target, LEDGER_DCACHE_MISS, misses);
}
