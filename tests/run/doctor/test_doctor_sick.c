/* SPDX-License-Identifier: MIT */
/*
 * One fault each of the bits that reset counters and choose events, between the
 * doctor and an ARM1176's monitor made of arithmetic: it is found, of the
 * counters that it concerns, and by that check alone.
 */
#include <string.h>

#include "doctor_fixture.h"
#include "run/doctor/inner.h"
#include "test.h"

enum {
	E = 1,
	P = 2,
	C = 4,
	OC0 = 1 << 8,
	OC1 = 1 << 9,
	EVENT0 = 0xFF << 20,
	EVENT1 = 0xFF << 12,
	FIRST = 1 << 20,
};

/* ---- a monitor that is sick ---------------------------------------------- */

/* A sick monitor makes this of a written control word, of which `wrote` is read
 * back in the bits of `kept`. */
static struct {
	struct tally_bus bus;
	struct tally_bus *inner;
	uint32_t (*makes)(uint32_t value);
	uint32_t wrote, kept;
	bool late; /* an event counter's flag shows once it was stopped */
} sick;

static struct tally_bus *(*bus_behind)(struct target_run *run,
				       unsigned monitor);

static bool is_control(const struct tally_reg *reg)
{
	static const struct tally_reg control_word = { TALLY_CP(0, 15, 12, 0),
						       TALLY_CP15, 32 };

	return tally_reg_same(control_word, *reg);
}

static enum tally_status read(struct tally_bus *bus,
			      const struct tally_reg *reg, uint64_t *value)
{
	(void)bus;
	*value = tally_bus_read(sick.inner, reg);
	if (is_control(reg))
		*value = (*value & ~(uint64_t)sick.kept) |
			 (sick.wrote & sick.kept);
	if (is_control(reg) && sick.late && *value & E)
		*value &= ~(uint64_t)(OC0 | OC1);
	return tally_bus_recover(sick.inner);
}

static enum tally_status write(struct tally_bus *bus,
			       const struct tally_reg *reg, uint64_t value)
{
	(void)bus;
	if (is_control(reg)) {
		sick.wrote = (uint32_t)value;
		value = sick.makes((uint32_t)value);
	}
	tally_bus_write(sick.inner, reg, value);
	return tally_bus_recover(sick.inner);
}

static const struct tally_bus_ops ops = { .read = read, .write = write };

static struct tally_bus *bus_before(struct target_run *run, unsigned monitor)
{
	sick.inner = bus_behind(run, monitor);
	sick.bus = (struct tally_bus){ .ops = &ops };
	return &sick.bus;
}

/* ---- its faults ---------------------------------------------------------- */

static uint32_t c_is_dead(uint32_t value)
{
	return value & ~(uint32_t)C;
}

static uint32_t p_is_dead(uint32_t value)
{
	return value & ~(uint32_t)P;
}

static uint32_t c_resets_all(uint32_t value)
{
	return value & C ? value | P : value;
}

static uint32_t fields_are_exchanged(uint32_t value)
{
	return (value & ~(uint32_t)(EVENT0 | EVENT1)) | (value & EVENT0) >> 8 |
	       (value & EVENT1) << 8;
}

/* Both counters count what is chosen for the first one. */
static uint32_t one_field_for_both(uint32_t value)
{
	return (value & ~(uint32_t)EVENT1) | (value & EVENT0) >> 8;
}

/* So that of the first one's codes some cannot be written. */
static uint32_t a_bit_is_dead(uint32_t value)
{
	return value & ~(uint32_t)(FIRST << 7);
}

EXAMINED(each_is_found)
{
	static const struct {
		uint32_t (*makes)(uint32_t value);
		uint32_t kept;
		const char *check, *text;
		unsigned rows;
	} fault[] = {
		{ c_is_dead, 0, "reset",
		  "ccnt reads 0x2aaaaaaa after PMNC.C was written, which sets "
		  "it to zero [DAI0195B table 1]",
		  1 },
		{ p_is_dead, 0, "reset",
		  "pmn0 reads 0x2aaaaaaa after PMNC.P was written, which sets "
		  "it to zero [DAI0195B table 1]",
		  2 },
		{ c_resets_all, 0, "reset",
		  "pmn0 reads 0x0 after PMNC.C was written, which is not its "
		  "reset [DAI0195B table 1]",
		  2 },
		{ fields_are_exchanged, EVENT0 | EVENT1, "select",
		  "pmn1 stood with instr_exec chosen, which happens all the "
		  "time",
		  2 },
		{ one_field_for_both, EVENT0 | EVENT1, "select",
		  "pmn1 stood with instr_exec chosen, which happens all the "
		  "time",
		  2 },
		{ a_bit_is_dead, 0, "select",
		  "nothing answers as this monitor does; the events that are "
		  "chosen are not held",
		  1 },
	};

	for (unsigned i = 0; i < sizeof fault / sizeof fault[0]; i++) {
		const struct finding *first = NULL;

		(void)begin(state);
		bus_behind = registers.bus;
		registers.bus = bus_before;
		fake.every[0x20] = 0;
		sick.makes = fault[i].makes;
		sick.kept = fault[i].kept;
		sick.wrote = 0;
		examine();
		for (unsigned k = d.findings; k--;) {
			if (d.finding[k].outcome != FINDING_FAIL)
				continue;
			first = &d.finding[k];
			assert_string_equal(first->check, fault[i].check);
		}
		assert_non_null(first);
		assert_string_equal(first->text, fault[i].text);
		assert_int_equal(failures(), fault[i].rows);
	}
}

static uint32_t as_written(uint32_t value)
{
	return value;
}

/* Of emulators that set flags when somebody looks: more are set after the 0
 * than were before it, and none is lost. */
EXAMINED(flags_that_come_late)
{
	bus_behind = registers.bus;
	registers.bus = bus_before;
	sick.makes = as_written;
	sick.kept = 0;
	sick.late = true;
	examine();
	sick.late = false;
	found("keep", FINDING_PASS,
	      "flags 0x1 are still set after 0 was written to them");
}

/* ---- where nothing can be said ------------------------------------------- */

/* Each way that the choice of events is not looked at. */
EXAMINED(nothing_to_compare)
{
	fake.every[7] = 0;
	fake.blind = 1000;
	examine();
	found("select", FINDING_SKIPPED,
	      "not established: there are no two counters that moved with a "
	      "chosen event");
	(void)begin(state);
	fake_target.control = NULL;
	examine();
	found("select", FINDING_SKIPPED,
	      "nothing runs on the target meanwhile");
	found("reset", FINDING_PASS,
	      "3 counters read 0 after a reset of theirs, and no other "
	      "changed");
}
