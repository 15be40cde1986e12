/* SPDX-License-Identifier: MIT */
/*
 * The doctor from its first look to its last, on an ARM1176's monitor made of
 * arithmetic: a healthy one, each illness of a bus that lies, and what only the
 * target around the monitor can have.
 */
#include <string.h>

#include "doctor_fixture.h"
#include "run/doctor/inner.h"
#include "test.h"

/* ---- the monitor --------------------------------------------------------- */

/* All that is said of it. */
static const char *const healthy[][3] = {
	{ "probe", "pass", "it answers as this monitor does" },
	{ "free", "pass", "nobody is counting" },
	{ "left", "pass", "nothing of an earlier use" },
	{ "debug", "skipped",
	  "not established: DBGDSCR, which would tell, is not "
	  "reached" },
	{ "way", "pass", "registers are reached by instructions of the core" },
	{ "back", "pass", "what is written to its registers is read back" },
	{ "irq", "skipped",
	  "not established: ISR, which would tell, is not reached" },
	{ "hold", "pass",
	  "3 counters are set up, and read back as they were "
	  "written" },
	{ "count", "pass", "3 of 3 counters moved while the target ran" },
	{ "alive", "pass",
	  "3 of 3 counters advanced, those of one event alike" },
	{ "clock", "pass",
	  "10000 cycles were counted in 10000 of the target's" },
	{ "time", "pass",
	  "it is a board of Tally's: doc/boards.md has what is "
	  "modelled" },
	{ "overflow", "pass",
	  "3 counters passed their top, and flags tell of it" },
	{ "start", "pass",
	  "all counters stood until the start, and 3 of them moved "
	  "after it" },
	{ "stop", "pass",
	  "3 counters that had moved stood after the stop, while the "
	  "program ran" },
	{ "keep", "pass",
	  "flags 0x7 are still set after 0 was written to them" },
	{ "clear", "pass",
	  "3 counters that held something read 0 after 0 was "
	  "written" },
	{ "reset", "pass",
	  "3 counters read 0 after a reset of theirs, and no other "
	  "changed" },
	{ "divide", "pass",
	  "10000 cycles were counted, and with the divider 64 times "
	  "157" },
	{ "select", "pass",
	  "each of 2 counters counted what was chosen for it, and not "
	  "what was for another" },
	{ "restore", "pass", "its registers are as they were found" },
};

EXAMINED(a_healthy_one)
{
	enum { ROWS = sizeof healthy / sizeof healthy[0] };

	examine();
	assert_int_equal(d.findings, ROWS);
	for (unsigned i = 0; i < ROWS; i++) {
		const struct finding *f = &d.finding[i];

		assert_string_equal(f->check, healthy[i][0]);
		assert_string_equal(finding_word(f->outcome), healthy[i][1]);
		assert_string_equal(f->text, healthy[i][2]);
	}
	assert_int_equal(failures(), 0);
	assert_int_equal(story.restored, 1);
}

/* Each of these illnesses of the bus fails the check that it should, once, and
 * no other one. */
EXAMINED(each_illness)
{
	static const struct {
		enum illness_kind kind;
		const char *check, *text;
	} ill[] = {
		{ ILL_FOREIGN, "probe",
		  "nothing answers as this monitor does" },
		{ ILL_BUSY, "free",
		  "somebody is counting; nothing was written" },
		{ ILL_STUCK, "alive",
		  "pmn1 stood still while the program ran" },
		{ ILL_SLOW, "clock",
		  "5000 cycles were counted in 10000 of the target's" },
	};

	for (unsigned i = 0; i < sizeof ill / sizeof ill[0]; i++) {
		(void)begin(state);
		d.ill = ill[i].kind;
		examine();
		assert_int_equal(failures(), 1);
		found(ill[i].check, FINDING_FAIL, ill[i].text);
	}
}

/* Each of these illnesses of the control is found by one check, of as many
 * counters as it concerns. */
EXAMINED(each_illness_of_the_control)
{
	static const struct {
		enum illness_kind kind;
		const char *check;
		unsigned rows;
	} ill[] = {
		{ ILL_EARLY, "start", 3 },    { ILL_UNSTOPPED, "stop", 3 },
		{ ILL_FORGETFUL, "keep", 1 }, { ILL_UNCLEARED, "clear", 3 },
		{ ILL_UNRESET, "reset", 3 },  { ILL_UNDIVIDED, "divide", 1 },
		{ ILL_SWAPPED, "select", 2 },
	};

	for (unsigned i = 0; i < sizeof ill / sizeof ill[0]; i++) {
		(void)begin(state);
		d.ill = ill[i].kind;
		examine();
		assert_int_equal(failures(), ill[i].rows);
		for (unsigned k = 0; k < d.findings; k++)
			if (d.finding[k].outcome == FINDING_FAIL)
				assert_string_equal(d.finding[k].check,
						    ill[i].check);
	}
}

/* After what ends the examination nothing else is asked. */
EXAMINED(what_is_not_there_or_not_free)
{
	d.ill = ILL_FOREIGN;
	examine();
	assert_int_equal(d.findings, 1);
	assert_int_equal(story.restored, 1);
	(void)begin(state);
	fake.control = 1;
	examine();
	assert_int_equal(d.findings, 2);
	found("free", FINDING_FAIL,
	      "somebody is counting; nothing was written");
	assert_int_equal(story.restored, 1);
}

EXAMINED(writes_that_are_lost)
{
	d.ill = ILL_DEAD;
	examine();
	assert_int_equal(failures(), 3);
	found("irq", FINDING_SKIPPED,
	      "not established: nothing answers as this monitor does");
	found("hold", FINDING_FAIL,
	      "nothing answers as this monitor does; the registers do not keep "
	      "what is written");
	found("alive", FINDING_FAIL, "nothing answers as this monitor does");
	found("overflow", FINDING_FAIL, "nothing answers as this monitor does");
	not_looked_at("count");
	not_looked_at("clock");
	found("restore", FINDING_PASS, "its registers are as they were found");
}

EXAMINED(counters_that_stand)
{
	d.ill = ILL_FROZEN;
	examine();
	assert_int_equal(failures(), 2);
	found("count", FINDING_FAIL,
	      "0 of 3 counters moved while the target ran");
	found("alive", FINDING_FAIL,
	      "no counter advanced while the program ran");
	not_looked_at("clock");
	not_looked_at("time");
}

EXAMINED(overflows_without_flags)
{
	static const char *const name[] = { "ccnt", "pmn0", "pmn1" };
	unsigned k = 0;

	d.ill = ILL_MUTE;
	examine();
	assert_int_equal(failures(), 3);
	for (unsigned i = 0; i < d.findings; i++)
		if (d.finding[i].outcome == FINDING_FAIL) {
			assert_string_equal(d.finding[i].check, "overflow");
			assert_memory_equal(d.finding[i].text, name[k++], 4);
			assert_non_null(d.finding[i].cure);
		}
}

/* Cycles go by, and what would tell instructions does not. */
EXAMINED(no_event_may_be_counted)
{
	fake.every[INSTRUCTIONS] = 0;
	examine();
	assert_int_equal(failures(), 1);
	found("alive", FINDING_FAIL,
	      "cycles were counted while the program ran, and no event");
	found("clock", FINDING_PASS,
	      "10000 cycles were counted in 10000 of the target's");
	not_looked_at("time");
	found("overflow", FINDING_PASS,
	      "1 counters passed their top, and flags tell of it");
}

/* Of counters that need not move nobody knows why they stand. */
EXAMINED(one_that_counts_what_does_not_happen)
{
	memset(fake.every, 0, sizeof fake.every);
	fake.every[INSTRUCTIONS] = 10;
	fake.blind = 1000;
	examine();
	/* No two have one event. */
	found("count", FINDING_PASS,
	      "2 of 3 counters moved while the target ran");
	found("alive", FINDING_PASS,
	      "3 of 3 counters advanced, those of one event alike");
}

EXAMINED(no_more_than_there_is_room_for)
{
	d.healthy = true;
	for (unsigned i = 0; i < FINDINGS_MAX + 5; i++)
		doctor_find(&d, "x", FINDING_PASS, "y", "%u", i);
	assert_int_equal(d.findings, FINDINGS_MAX);
	assert_string_equal(d.finding[FINDINGS_MAX - 1].text, "255");
	assert_int_equal(failures(), 0);
	doctor_find(&d, "x", FINDING_FAIL, "y", "z");
	assert_int_equal(d.findings, FINDINGS_MAX);
	assert_false(d.healthy);
}

/* ---- a bus before it ------------------------------------------------------
 */

/* The register at `address` reads as another value after so many writes. */
static struct {
	struct tally_bus bus;
	struct tally_bus *inner;
	unsigned writes, after;
	uint32_t address;
	uint64_t other;  /* bits that read as others */
	unsigned halved; /* it reads as half of it */
} between;

static enum tally_status read_between(struct tally_bus *bus,
				      const struct tally_reg *reg,
				      uint64_t *value)
{
	(void)bus;
	*value = tally_bus_read(between.inner, reg);
	if (reg->addr == between.address && between.writes >= between.after)
		*value = (*value ^ between.other) >> between.halved;
	return tally_bus_recover(between.inner);
}

static enum tally_status write_between(struct tally_bus *bus,
				       const struct tally_reg *reg,
				       uint64_t value)
{
	(void)bus;
	between.writes++;
	tally_bus_write(between.inner, reg, value);
	return tally_bus_recover(between.inner);
}

static const struct tally_bus_ops between_ops = { .read = read_between,
						  .write = write_between };

static struct tally_bus *(*fake_bus)(struct target_run *, unsigned);

static struct tally_bus *bus_behind(struct target_run *run, unsigned monitor)
{
	between.inner = fake_bus(run, monitor);
	between.bus = (struct tally_bus){ .ops = &between_ops };
	return &between.bus;
}

static void put_between(uint32_t address)
{
	memset(&between, 0, sizeof between);
	between.address = address;
	fake_bus = registers.bus;
	registers.bus = bus_behind;
}

/* Of two counters of one event the second is held against the first. */
EXAMINED(two_that_differ)
{
	put_between(TALLY_CP(0, 15, 12, 3));
	between.halved = 1;
	examine();
	/* Loaded with its period it is far from its top, for the doctor. */
	found("alive", FINDING_FAIL,
	      "pmn1 counted 500 of what pmn0 counted "
	      "1000");
}

/* So many that emulators differ by, and more. */
EXAMINED(apart_by_little_or_much)
{
	static const struct {
		const char *check;
		uint32_t address;
		uint64_t other;
		bool good;
	} row[] = {
		{ "alive", TALLY_CP(0, 15, 12, 3), 0x80, true },
		{ "alive", TALLY_CP(0, 15, 12, 3), 0x100, false },
		/* 10000 without 256 or 512 of them. */
		{ "clock", TALLY_CP(0, 15, 12, 1), 0x100, true },
		{ "clock", TALLY_CP(0, 15, 12, 1), 0x200, false },
	};

	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		bool good = true;

		(void)begin(state);
		put_between(row[i].address);
		between.other = row[i].other;
		examine();
		for (unsigned k = 0; k < d.findings; k++)
			if (!strcmp(d.finding[k].check, row[i].check))
				good &= d.finding[k].outcome == FINDING_PASS;
		assert_int_equal(good, row[i].good);
	}
}

EXAMINED(what_is_not_put_back)
{
	put_between(TALLY_CP(0, 15, 12, 0));
	examine();
	assert_int_equal(failures(), 0);
	between.after = between.writes;
	between.writes = 0;
	between.other = 1 << 20;
	examine();
	found("restore", FINDING_FAIL,
	      "its registers are not as they were found");
	assert_string_equal(d.finding[d.findings - 1].cure, "reset the target");
}
