/* SPDX-License-Identifier: MIT */
/*
 * The doctor examines each monitor of the catalogue, over registers that keep
 * what is written to them, on a target where nothing runs.
 */
#include <stdint.h>
#include <string.h>

#include "run/doctor/inner.h"
#include "test.h"

enum { CELLS = 512 };

static struct {
	struct tally_reg reg;
	uint64_t value, first; /* that was written and was not 0 */
} cell[CELLS];
static unsigned cells;

static unsigned cell_of(const struct tally_reg *reg)
{
	unsigned i = 0;

	while (i < cells && !tally_reg_same(cell[i].reg, *reg))
		i++;
	assert_true(i < CELLS);
	if (i == cells)
		cell[cells++].reg = *reg;
	return i;
}

static enum tally_status read_cell(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t *value)
{
	(void)bus;
	*value = cell[cell_of(reg)].value;
	return TALLY_OK;
}

static enum tally_status write_cell(struct tally_bus *bus,
				    const struct tally_reg *reg, uint64_t value)
{
	const unsigned i = cell_of(reg);

	(void)bus;
	cell[i].value = value;
	if (!cell[i].first)
		cell[i].first = value;
	return TALLY_OK;
}

static const struct tally_bus_ops ops = { .read = read_cell,
					  .write = write_cell };
static struct tally_bus bus;

static struct tally_bus *bus_of(struct target_run *run, unsigned monitor)
{
	(void)run;
	assert_int_equal(monitor, 0);
	return &bus;
}

static const struct target_registers registers = { .bus = bus_of };
static struct target target;
static struct target_run run = { .target = &target };
static struct doctor d;
static struct error err;

static void begin(const struct catalog_monitor *m)
{
	memset(cell, 0, sizeof cell);
	cells = 0;
	bus = (struct tally_bus){ .ops = &ops };
	target = (struct target){ .facts = { .monitor = { { m->name, 0 } },
					     .monitors = 1 },
				  .registers = &registers };
	d = (struct doctor){
		.monitor = m, .run = &run, .bus = &bus, .healthy = true
	};
}

/* The names behind "no write is read back of "; NULL: it says another thing. */
static const char *names_of(const struct finding *f)
{
	static const char words[] = "no write is read back of ";

	return strncmp(f->text, words, sizeof words - 1) == 0
		       ? f->text + sizeof words - 1
		       : NULL;
}

/* As many on a line as a terminal's has room for, and no more. */
TEST(lines_of_names)
{
	const struct tally_limits every = { .counters = UINT32_MAX };
	unsigned count, lines = 0, full = 0;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	for (unsigned i = 0; i < count; i++) {
		const char *before = NULL;

		begin(all[i]);
		doctor_tell_found(&d, &every);
		for (unsigned k = 0; k < d.findings; k++) {
			const struct finding *f = &d.finding[k];
			const char *names = names_of(f);

			if (strcmp(f->check, "back") != 0)
				continue;
			assert_int_equal(f->outcome, FINDING_PASS);
			lines++;
			if (!names) {
				assert_string_equal(f->text,
						    "what is written to its "
						    "registers is read back");
				assert_null(before);
				continue;
			}
			if (strchr(names, ','))
				assert_in_range(strlen(names), 1, 36);
			if (before) {
				full++;
				assert_true(strlen(before) + 2 +
						    strcspn(names, ",") >
					    36);
			}
			before = names;
		}
	}
	assert_true(lines >= count);
	assert_true(full > 0);
}

/* Of 32 that there may be some core has six and the cycles: reading another one
 * is an exception there. */
TEST(counters_that_are_not_there)
{
	const struct tally_limits seven = { .counters = 0x8000003F };
	const struct tally_monitor *m;

	begin(catalog_monitor("pmuv3", &err));
	m = d.monitor->monitor;
	assert_int_equal(m->counters, 32);
	doctor_tell_found(&d, &seven);
	for (unsigned i = 0; i < m->counters; i++) {
		bool looked = false;

		for (unsigned k = 0; k < cells; k++)
			looked |=
				tally_reg_same(cell[k].reg, m->counter[i].reg);
		assert_int_equal(looked, seven.counters >> i & 1);
	}
}

/* Each counter of an e500 is set up for an event of its own: instructions
 * first. */
TEST(an_event_for_each_counter)
{
	static const char *const name[] = { "PMLCa0", "PMLCa1", "PMLCa2",
					    "PMLCa3" };
	unsigned event[4];

	begin(catalog_monitor("e500v2", &err));
	assert_true(doctor_examine(&d, &err));
	for (unsigned i = 0; i < 4; i++) {
		const struct catalog_register *r =
			catalog_register(d.monitor, name[i], &err);

		assert_non_null(r);
		event[i] = cell[cell_of(&r->reg)].first >> 16 & 0x7f;
		for (unsigned k = 0; k < i; k++)
			assert_int_not_equal(event[i], event[k]);
	}
	assert_int_equal(event[0], 2);
}

static void put_register(const char *name, uint64_t value)
{
	const struct catalog_register *r =
		catalog_register(d.monitor, name, NULL);

	assert_non_null(r);
	cell[cell_of(&r->reg)].value = value;
}

static const char *told(const char *check, unsigned nth)
{
	for (unsigned i = 0; i < d.findings; i++)
		if (strcmp(d.finding[i].check, check) == 0 && !nth--)
			return d.finding[i].text;
	return "";
}

/* A core of a list is told by its main ID register, whatever it was called. */
TEST(which_core_it_is)
{
	static const struct tally_reg v7 = { TALLY_CP(0, 0, 0, 0), TALLY_CP15,
					     32 };
	const struct tally_limits six = { .counters = 0x8000003F };

	begin(catalog_monitor("pmuv3", &err));
	put_register("MIDR_EL1", 0x410FD083);
	doctor_tell_found(&d, &six);
	assert_string_equal(told("core", 0),
			    "MIDR 0x410fd083: pmuv3/cortex-a72 r0p3; by that "
			    "name it has its own events");
	assert_string_equal(told("limits", 0), "");
	begin(catalog_monitor("cortex-a72", &err));
	put_register("MIDR_EL1", 0x410FD083);
	doctor_tell_found(&d, &six);
	assert_string_equal(told("core", 0),
			    "MIDR 0x410fd083: pmuv3/cortex-a72 r0p3");
	begin(catalog_monitor("pmuv3", &err));
	put_register("MIDR_EL1", 0x000F0510);
	doctor_tell_found(&d, &six);
	assert_string_equal(told("core", 0), "MIDR 0x000f0510 is no core that "
					     "Tally has events of");
	begin(catalog_monitor("cortex-a9", &err));
	cell[cell_of(&v7)].value = 0x412FC092;
	doctor_tell_found(&d, &six);
	assert_string_equal(told("core", 0), "MIDR 0x412fc092: cortex-a9 r2p2");
	begin(catalog_monitor("arm1176", &err));
	doctor_tell_found(&d, &six);
	assert_string_equal(told("core", 0), "");
}

/* The core tells of 128 codes whether it has them; of the others nothing is
 * said, nor where it tells of none. */
TEST(which_common_events_it_has)
{
	struct tally_limits has = { .counters = 0x8000003F,
				    .code_max = UINT16_MAX };
	const uint64_t all[2] = { UINT64_MAX, UINT64_MAX };

	begin(catalog_monitor("cortex-a72", &err));
	put_register("MIDR_EL1", 0x410FD083);
	has.event[0] = UINT64_MAX & ~(UINT64_C(1) << 0x13 | 1 << 0x1B);
	doctor_tell_found(&d, &has);
	assert_string_equal(told("events", 0),
			    "it has 23 of the 25 common events; not "
			    "MEM_ACCESS, INST_SPEC");
	begin(catalog_monitor("cortex-a72", &err));
	put_register("MIDR_EL1", 0x410FD083);
	has.event[0] = 0;
	doctor_tell_found(&d, &has);
	assert_non_null(strstr(told("events", 0),
			       "it has 0 of the 25 common events; not SW_INCR, "
			       "L1I_CACHE_REFILL, "));
	assert_non_null(strstr(told("events", 0), " more"));
	begin(catalog_monitor("cortex-a72", &err));
	put_register("MIDR_EL1", 0x410FD083);
	memcpy(has.event, all, sizeof all);
	doctor_tell_found(&d, &has);
	assert_string_equal(told("events", 0), "");
}

/* PMMIR is read where the version says that it is there, and not before. */
TEST(what_it_can_besides)
{
	const struct tally_limits six = { .counters = 0x8000003F };

	begin(catalog_monitor("neoverse-v2", &err));
	put_register("MIDR_EL1", 0x410FD4F0);
	put_register("ID_AA64DFR0_EL1", 0x400);
	put_register("PMMIR_EL1", 8);
	doctor_tell_found(&d, &six);
	assert_string_equal(told("limits", 0), "");
	begin(catalog_monitor("neoverse-v2", &err));
	put_register("MIDR_EL1", 0x410FD4F0);
	put_register("ID_AA64DFR0_EL1", 0x800);
	put_register("PMMIR_EL1", 0x1C00008);
	doctor_tell_found(&d, &six);
	assert_string_equal(told("limits", 0),
			    "PMUVer 8: counters of 64 bits, EVENT:w");
	assert_string_equal(told("limits", 1),
			    "PMMIR_EL1: at most 8 slots a cycle");
	assert_string_equal(told("limits", 2),
			    "not established: thresholds of 12 bits and edges "
			    "are there, untried: Tally sets none");
	assert_true(d.healthy);
}
