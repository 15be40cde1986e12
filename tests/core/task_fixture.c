/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <tally/monitors/arm11.h>
#include <tally/monitors/xscale.h>

#include "base/rng.h"
#include "task_fixture.h"

static uint32_t core_of(struct tally_bus *bus)
{
	return ((struct place *)bus)->core;
}

static uint64_t short_get(struct tally_bus *bus, const struct tally_reg *reg)
{
	const struct place *p = (struct place *)bus;
	uint64_t value = 0;

	assert_int_equal(p->ops.read(bus, reg, &value), TALLY_OK);
	return value;
}

static void short_put(struct tally_bus *bus, const struct tally_reg *reg,
		      uint64_t value)
{
	const struct place *p = (struct place *)bus;

	assert_int_equal(p->ops.write(bus, reg, value), TALLY_OK);
}

void set_up(struct place *p, enum pmu_kind kind, bool short_ways)
{
	memset(p, 0, sizeof(*p));
	pmu_bus_init(&p->target, kind, true, true);
	p->ops = *p->target.bus.ops;
	p->ops.core = core_of;
	p->ops.get = short_ways ? short_get : NULL;
	p->ops.put = short_ways ? short_put : NULL;
	p->target.bus.ops = &p->ops;
}

enum tally_status open_user(struct user *u, struct place *p,
			    const struct tally_monitor *m, uint16_t event,
			    uint64_t period)
{
	memset(u, 0, sizeof(*u));
	u->slot[0] = (struct tally_slot){ .counter = 0,
					  .event = TALLY_EVENT_CYCLES };
	u->slot[1] = (struct tally_slot){ .counter = 1,
					  .event = event,
					  .period = period };
	u->setup = (struct tally_setup){ u->slot, SLOTS, 0 };
	u->store = (struct tally_store){ u->total, u->step, SLOTS, STEPS };
	return tally_session_open(&u->s, m, &p->target.bus, &u->setup,
				  &u->store, false);
}

const struct subject subjects[SUBJECTS] = {
	{ PMU_ARM1176, &tally_arm1176, false },
	{ PMU_ARM1176, &tally_arm1176, true },
	{ PMU_PXA250, &tally_pxa250, false },
	{ PMU_PXA250, &tally_pxa250, true },
};
