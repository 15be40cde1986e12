/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <tally/monitors/e500.h>
#include <tally/monitors/mpc85xx.h>

#include "fslpm_session_fixture.h"

const struct subject *subject;
struct fslpm_target target;
struct fslpm_state found;
struct tally_session s;
struct tally_total total[4];
static struct tally_step step[TALLY_MPC85XX_STEPS];
struct tally_bus_fault fault;

const struct subject subjects[SUBJECTS] = {
	{ &tally_e500v1, 4, 1, 2 },
	{ &tally_e500v2, 4, 1, 2 },
	{ &tally_mpc8540, 9, 0x00F, 0x016 },
	{ &tally_mpc8548, 10, 0x017, 0x016 },
};

struct tally_slot slot[4];
struct tally_setup setup;

void set_up(unsigned i)
{
	subject = &subjects[i];
	fslpm_target_init(&target, subject->counters);
	target.now.pmgc0 = 0x80000000;
	for (unsigned n = 0; n < subject->counters; n++) {
		target.now.pmlca[n] = 0x00030000;
		target.now.pmlcb[n] = 0x101 + n;
		target.now.pmc[n] = 0xA5000000 + n;
	}
	target.now.clock = UINT64_C(0x1122334455667788);
	found = target.now;
	tally_bus_fault_init(&fault, &target.bus, NEVER);
	slot[0] = (struct tally_slot){ .counter = 1,
				       .event = subject->cycles,
				       .interrupt = TALLY_IRQ };
	slot[1] = (struct tally_slot){ .counter = 2,
				       .event = subject->instructions,
				       .interrupt = TALLY_IRQ };
	setup = (struct tally_setup){ slot, 2, 0 };
}

enum tally_status open_it(void)
{
	const struct tally_store store = { total, step, 4,
					   subject->monitor->steps };

	return tally_session_open(&s, subject->monitor, &fault.bus, &setup,
				  &store, false);
}

void open_started(void)
{
	assert_int_equal(open_it(), TALLY_OK);
	assert_int_equal(tally_session_start(&s), TALLY_OK);
}

void assert_as_found(void)
{
	assert_int_equal(target.now.pmgc0, found.pmgc0);
	for (unsigned n = 0; n < subject->counters; n++) {
		assert_int_equal(target.now.pmlca[n], found.pmlca[n]);
		assert_int_equal(target.now.pmlcb[n], found.pmlcb[n]);
		assert_int_equal(target.now.pmc[n], found.pmc[n]);
	}
	if (slot[1].counter == 0)
		assert_int_equal(target.now.clock, found.clock);
}
