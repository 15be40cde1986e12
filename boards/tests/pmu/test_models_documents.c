/* SPDX-License-Identifier: MIT */
/*
 * Every simulated monitor against tests/documents and against the others: what
 * its registers hold after reset, how many event counters it says that it has,
 * and that what documents call alike is one item of the ledger.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <fnmatch.h>

#include <tally/monitor.h>

#include "boards/src/pmu/pmuv3.h"
#include "documents.h"
#include "models.h"
#include "test.h"

static struct document d;
static struct ledger ledger;
static struct pmu *pmu;

static void make(int kind)
{
	static const struct pmu_quirks quirks;

	pmu = pmu_new(pmu_of((enum pmu_kind)kind), &quirks, &ledger);
	assert_non_null(pmu);
}

static void power_up(int kind)
{
	document_read(pmu_monitor_name((enum pmu_kind)kind), &d);
	make(kind);
}

/* False: the model itself does not have it, as the AHB monitor's bus does. */
static bool holds(const struct document_register *r, uint64_t *value)
{
	struct tally_reg reg = r->reg;

	reg.bits = 32;
	return pmu_read(pmu, &reg, true, value) == PMU_DONE;
}

static bool is(const char *pattern, const char *name)
{
	return fnmatch(pattern, name, 0) == 0;
}

static const char *name_of(int kind)
{
	return pmu_monitor_name((enum pmu_kind)kind);
}

/* Of several rows the last holds. */
static const char *reset_of(const char *reg, const char *field)
{
	const char *value = NULL;

	for (unsigned i = 0; i < d.resets; i++)
		if (is(d.reset[i].reg, reg) && is(d.reset[i].field, field))
			value = d.reset[i].value;
	return value;
}

static unsigned held_as_told(int kind, const struct document_register *r)
{
	uint64_t value;
	unsigned seen = 0;

	if (!holds(r, &value))
		return 0;
	for (unsigned i = 0; i < d.fields; i++) {
		const struct document_field *f = &d.field[i];
		const char *told;
		char *end;
		uint64_t mask = tally_counter_mask(f->field.width);
		uint64_t number;

		if (!is(f->reg, r->name))
			continue;
		told = reset_of(r->name, f->name);
		if (!told)
			continue;
		number = strtoull(told, &end, 0);
		if (end == told || *end)
			continue; /* unpredictable, unknown */
		if ((value >> f->field.lsb & mask) != number)
			fail_msg("the simulated %s: %s.%s is 0x%llx after "
				 "reset, and %s in tests/documents",
				 name_of(kind), r->name, f->name,
				 (unsigned long long)(value >> f->field.lsb &
						      mask),
				 told);
		seen++;
	}
	return seen;
}

TEST(registers_are_reset_as_documents_say)
{
	unsigned seen = 0;

	for (int kind = 0; kind < PMU_KINDS; kind++) {
		power_up(kind);
		for (unsigned i = 0; i < d.registers; i++)
			seen += held_as_told(kind, &d.reg[i]);
		pmu_free(pmu);
	}
	assert_true(seen > PMU_KINDS);
}

static uint64_t bits_of(const struct document_field *f)
{
	return tally_counter_mask(f->field.width) << f->field.lsb;
}

/* A field when a model has just been reset, after ones, and after zeros. */
struct taken {
	uint64_t was, ones, zeros;
};

/* The bits beside it are written as they were.  False: the model has it not. */
static bool try_field(int kind, const struct document_register *r,
		      const struct document_field *f, struct taken *t)
{
	const uint64_t bits = bits_of(f);
	struct tally_reg reg = r->reg;
	bool has;

	make(kind);
	reg.bits = 32;
	has = holds(r, &t->was);
	if (has) {
		(void)pmu_write(pmu, &reg, true, t->was | bits);
		(void)holds(r, &t->ones);
		(void)pmu_write(pmu, &reg, true, t->was & ~bits);
		(void)holds(r, &t->zeros);
	}
	pmu_free(pmu);
	t->was &= bits;
	t->ones &= bits;
	t->zeros &= bits;
	return has;
}

/* Of PMUv3 a core has some fields, some bits and some counters. */
static bool has_all(int kind)
{
	return !is("pmuv3*", name_of(kind));
}

static bool is_taken(int kind, const struct document_field *f,
		     const struct taken *t)
{
	const char *a = f->access;

	if (strcmp(a, "RW") == 0)
		return !has_all(kind) ||
		       (t->ones == bits_of(f) && t->zeros == 0);
	if (strcmp(a, "W1S") == 0)
		return t->ones && t->zeros == t->ones;
	if (document_is_read_only(f))
		return t->ones == t->was && t->zeros == t->was;
	return t->ones == 0 && t->zeros == 0;
}

TEST(fields_take_what_documents_say)
{
	unsigned seen = 0;

	for (int kind = 0; kind < PMU_KINDS; kind++) {
		document_read(name_of(kind), &d);
		for (unsigned i = 0; i < d.registers * d.fields; i++) {
			const struct document_register *r =
				&d.reg[i / d.fields];
			const struct document_field *f = &d.field[i % d.fields];
			struct taken t;

			if (!is(f->reg, r->name) || !try_field(kind, r, f, &t))
				continue;
			seen++;
			if (!is_taken(kind, f, &t))
				fail_msg("the simulated %s: %s.%s is 0x%llx, "
					 "0x%llx after ones and 0x%llx after "
					 "zeros, and %s in tests/documents",
					 name_of(kind), r->name, f->name,
					 (unsigned long long)t.was,
					 (unsigned long long)t.ones,
					 (unsigned long long)t.zeros,
					 f->access);
		}
	}
	assert_true(seen > PMU_KINDS);
}

/* PMCR.N; how many of them a PMUv3 has is its core's affair. */
TEST(as_many_counters_as_registers)
{
	unsigned seen = 0;

	for (int kind = 0; kind < PMU_KINDS; kind++) {
		const struct document_field *n;
		unsigned there = 0;

		power_up(kind);
		n = document_field(&d, "PMCR", "N");
		for (unsigned i = 0; i < d.registers; i++)
			there += is("PMEVCNTR[0-9]*", d.reg[i].name);
		for (unsigned i = 0; i < d.registers && n; i++) {
			uint64_t value;

			if (pmu_identity(pmu_of((enum pmu_kind)kind)) ||
			    !is("PMCR", d.reg[i].name) ||
			    !holds(&d.reg[i], &value))
				continue;
			value >>= n->field.lsb;
			value &= (1u << n->field.width) - 1;
			if (value != there)
				fail_msg("the simulated %s: PMCR.N is %u, and "
					 "there are %u PMEVCNTRn",
					 name_of(kind), (unsigned)value, there);
			seen++;
		}
		pmu_free(pmu);
	}
	assert_true(seen > 0);
}

/* Called alike, and two things. */
static const struct {
	const char *name, *monitors[2], *why;
} apart[] = {
	{ "itlb_miss", { "arm1136", "pxa250" }, "an ARM11 has two levels" },
	{ "dtlb_miss", { "arm1136", "pxa250" }, "an ARM11 has two levels" },
	{ "CO", { "l210", "l220" }, "chosen: see their files" },
	{ "CO", { "l210", "l2c310" }, "chosen: see their files" },
	{ "DWREQ", { "l210", "l220" }, "chosen: see their files" },
	{ "DWREQ", { "l210", "l2c310" }, "chosen: see their files" },
};

static bool is_apart(const char *name, int a, int b)
{
	for (size_t i = 0; i < sizeof(apart) / sizeof(apart[0]); i++)
		if (strcmp(apart[i].name, name) == 0 &&
		    strcmp(apart[i].monitors[0], name_of(a)) == 0 &&
		    strcmp(apart[i].monitors[1], name_of(b)) == 0)
			return true;
	return false;
}

/* The first monitor that has an event of the name, and what that counts. */
static struct {
	char name[DOCUMENT_NAME];
	int kind;
	unsigned item;
} known[1024];
static unsigned known_count;
static bool two_items;

static void one_item(int kind, const char *name, unsigned item)
{
	unsigned i = 0;

	while (i < known_count && strcmp(known[i].name, name) != 0)
		i++;
	if (i == known_count) {
		assert_true(known_count < sizeof(known) / sizeof(known[0]));
		strcpy(known[i].name, name);
		known[i].kind = kind;
		known[i].item = item;
		known_count++;
	} else if (known[i].item != item &&
		   !is_apart(name, known[i].kind, kind)) {
		print_error("%s of the simulated %s and %s: two items of the "
			    "ledger; one is wrong, or `apart` here says why\n",
			    name, name_of(kind), name_of(known[i].kind));
		two_items = true;
	}
}

TEST(what_is_called_alike_is_one_item)
{
	for (int kind = 0; kind < PMU_KINDS; kind++) {
		unsigned count;
		const struct pmu_event *e =
			pmu_events(pmu_of((enum pmu_kind)kind), &count);

		document_read(name_of(kind), &d);
		for (unsigned i = 0; i < count; i++)
			for (unsigned k = 0; k < d.events; k++)
				if (d.event[k].code == (long)e[i].code &&
				    d.event[k].name[0] &&
				    e[i].class != PMU_NOT_MODELLED)
					one_item(kind, d.event[k].name,
						 e[i].item);
	}
	assert_false(two_items);
	assert_true(known_count > 100);
}
