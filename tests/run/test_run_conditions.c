/* SPDX-License-Identifier: MIT */
/* In which state the target is, as far as notes depend on it. */
#include "run_fixture.h"
#include "test.h"

static void measure_in(uint32_t control, uint32_t auxiliary)
{
	fake.system_control = control;
	fake.auxiliary_control = auxiliary;
	measure_well();
}

static bool holds(enum condition c)
{
	assert_true(result->conditions.known[c]);
	return result->conditions.holds[c];
}

enum { M = 1 << 0, C = 1 << 2, Z = 1 << 11, RS = 1, DB = 2, SB = 4 };

CASE(conditions_are_read_from_the_target)
{
	play(plain, 1);
	ask("cpi", NULL);
	measure_in(Z | C, RS | DB | SB); /* not I, not M */
	assert_true(holds(WHEN_ALWAYS));
	assert_false(holds(WHEN_DIVIDED));
	assert_true(holds(WHEN_MEASURED));
	assert_false(holds(WHEN_DOCUMENTED));
	assert_true(holds(WHEN_PREDICTION_ON));
	assert_false(holds(WHEN_PREDICTION_OFF));
	assert_true(holds(WHEN_ICACHE_OFF));
	assert_false(holds(WHEN_DCACHE_OFF));
	assert_true(holds(WHEN_MMU_OFF));
	assert_false(holds(WHEN_MMU_ON));
	assert_false(holds(WHEN_DATA_TCM));
	fake.tcm_status = 0x00010001; /* one of each kind */
	measure_in(M, 0);
	assert_true(holds(WHEN_DATA_TCM));
	assert_true(holds(WHEN_MMU_ON));
	assert_true(holds(WHEN_DCACHE_OFF));
	fake.tcm_status = 0x00000001;
	measure_in(M, 0);
	assert_false(holds(WHEN_DATA_TCM));
}

/* Z turns prediction on, the auxiliary control register each kind of it. */
CASE(kinds_of_prediction)
{
	play(plain, 1);
	ask("cpi", NULL);
	measure_in(Z, RS | DB | SB);
	assert_true(holds(WHEN_RETURN_STACK_ON));
	assert_false(holds(WHEN_RETURN_STACK_OFF));
	assert_false(holds(WHEN_DYNAMIC_PREDICTION_OFF));
	assert_false(holds(WHEN_STATIC_PREDICTION_OFF));
	measure_in(Z, DB);
	assert_false(holds(WHEN_RETURN_STACK_ON));
	assert_true(holds(WHEN_RETURN_STACK_OFF));
	assert_false(holds(WHEN_DYNAMIC_PREDICTION_OFF));
	assert_true(holds(WHEN_STATIC_PREDICTION_OFF));
	measure_in(Z, RS | SB);
	assert_true(holds(WHEN_DYNAMIC_PREDICTION_OFF));
	assert_false(holds(WHEN_STATIC_PREDICTION_OFF));
	/* All off: that one note says it, the kinds do not repeat it. */
	measure_in(0, RS);
	assert_true(holds(WHEN_PREDICTION_OFF));
	assert_true(holds(WHEN_RETURN_STACK_OFF));
	assert_false(holds(WHEN_RETURN_STACK_ON));
	assert_false(holds(WHEN_DYNAMIC_PREDICTION_OFF));
	assert_false(holds(WHEN_STATIC_PREDICTION_OFF));
}

CASE(what_cannot_be_read_is_not_known)
{
	play(plain, 1);
	ask("cpi", NULL);
	fake.no_auxiliary_control = true;
	measure_in(Z, 0);
	assert_true(holds(WHEN_PREDICTION_ON));
	assert_false(result->conditions.known[WHEN_RETURN_STACK_ON]);
	assert_false(result->conditions.known[WHEN_RETURN_STACK_OFF]);
	assert_false(result->conditions.known[WHEN_DYNAMIC_PREDICTION_OFF]);
	measure_in(0, 0); /* Z alone turns it off */
	assert_true(holds(WHEN_RETURN_STACK_OFF));
	fake.no_system_control = true;
	fake.no_auxiliary_control = false;
	measure_in(Z, RS);
	assert_false(result->conditions.known[WHEN_PREDICTION_ON]);
	assert_false(result->conditions.known[WHEN_ICACHE_OFF]);
	assert_false(result->conditions.known[WHEN_RETURN_STACK_ON]);
	assert_true(result->conditions.known[WHEN_DATA_TCM]);
	assert_true(holds(WHEN_ALWAYS));
}
