/* SPDX-License-Identifier: MIT */
#include "doctor_fixture.h"

#include <string.h>

/* Longer than the doctor has it run, all in all. */
static const struct fake_block endless[] = { { .pc = 0x8000,
					       .cycles = BILLION } };

struct doctor d;
struct target_control control;
struct target_registers registers;

int begin(void **state)
{
	(void)set_up(state);
	play(endless, 1);
	control = *fake_target.control;
	registers = *fake_target.registers;
	fake_target.control = &control;
	fake_target.registers = &registers;
	d = (struct doctor){ .monitor = catalog_monitor("arm1176", &err),
			     .cycles = 10000 };
	return 0;
}

void examine(void)
{
	d.run = target_open(&fake_target, 0, &err);
	assert_non_null(d.run);
	d.findings = 0;
	assert_true(doctor_examine(&d, &err));
	target_end(d.run);
}

unsigned failures(void)
{
	unsigned n = 0;

	for (unsigned i = 0; i < d.findings; i++) {
		n += d.finding[i].outcome == FINDING_FAIL;
		if (d.finding[i].outcome != FINDING_FAIL)
			assert_null(d.finding[i].cure);
	}
	assert_int_equal(d.healthy, n == 0);
	return n;
}

void found(const char *check, enum finding_outcome outcome, const char *text)
{
	const struct finding *f = NULL;

	for (unsigned i = 0; i < d.findings; i++)
		if (!strcmp(d.finding[i].check, check)) {
			assert_null(f);
			f = &d.finding[i];
		}
	if (!f)
		fail_msg("nothing is said of %s", check);
	else if (f->outcome != outcome || strcmp(f->text, text) != 0)
		fail_msg("%s: %s: %s", check, finding_word(f->outcome),
			 f->text);
}

void not_looked_at(const char *check)
{
	for (unsigned i = 0; i < d.findings; i++)
		assert_string_not_equal(d.finding[i].check, check);
}
