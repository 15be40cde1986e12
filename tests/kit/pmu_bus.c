/* SPDX-License-Identifier: MIT */
/* A bus to a simulated monitor for the driver's tests.  See pmu_bus.h. */
#include "pmu_bus.h"
#include "documents.h"

static const struct tally_reg main_id = { TALLY_CP(0, 0, 0, 0), TALLY_CP15,
					  32 };

/* The Cache ID of an L220 or L2C-310 is another device's than its event
 * counters'. */
static const struct tally_reg cache_id = { 0x000, TALLY_MMIO, 32 };

/* ID_AA64DFR0_EL1's PMUVer and ID_DFR0's PerfMon; the MIDRs. */
static const struct tally_reg main_id_a64 = { TALLY_SYS(3, 0, 0, 0, 0),
					      TALLY_SYSREG, 64 };
static const struct tally_reg debug_id_a64 = { TALLY_SYS(3, 0, 0, 5, 0),
					       TALLY_SYSREG, 64 };
static const struct tally_reg debug_id_a32 = { TALLY_CP(0, 0, 1, 2), TALLY_CP15,
					       32 };

/*
 * The register beside the monitor by which it is known, and what it has there
 * [tests/documents]; the main ID register where nobody is told.
 */
static const struct document_identity *identity_of(enum pmu_kind kind)
{
	static struct document_identity known[PMU_KINDS];
	static struct document d;
	struct document_identity *id = &known[kind];

	if (id->reg.bits)
		return id;
	document_read(pmu_monitor_name(kind), &d);
	*id = (struct document_identity){ .reg = main_id };
	for (unsigned i = 0; i < d.identities; i++)
		if (tally_reg_same(d.identity[i].reg, main_id) ||
		    tally_reg_same(d.identity[i].reg, cache_id))
			*id = d.identity[i];
	id->reg.bits = 32;
	return id;
}

static bool identify(const struct pmu_bus *b, const struct tally_reg *reg,
		     uint64_t *value)
{
	if (tally_reg_same(*reg, identity_of(b->kind)->reg))
		*value = b->main_id;
	else if (!b->identity)
		return false;
	else if (tally_reg_same(*reg, main_id_a64))
		*value = b->main_id;
	else if (tally_reg_same(*reg, debug_id_a64))
		*value = (uint64_t)b->identity->pmuver << 8;
	else if (tally_reg_same(*reg, debug_id_a32))
		*value = (uint64_t)b->identity->perfmon << 24;
	else
		return false;
	return true;
}

static enum tally_status outcome(enum pmu_access access)
{
	return access == PMU_DONE ? TALLY_OK : TALLY_E_NOREG;
}

static void ahead(struct pmu_bus *b)
{
	if (b->before)
		b->before(b, b->accesses);
	b->accesses++;
}

static enum tally_status read(struct tally_bus *bus,
			      const struct tally_reg *reg, uint64_t *value)
{
	struct pmu_bus *b = (struct pmu_bus *)bus;

	if (identify(b, reg, value))
		return TALLY_OK;
	ahead(b);
	return outcome(pmu_read(b->pmu, reg, !b->user, value));
}

static enum tally_status write(struct tally_bus *bus,
			       const struct tally_reg *reg, uint64_t value)
{
	struct pmu_bus *b = (struct pmu_bus *)bus;

	ahead(b);
	b->writes++;
	return outcome(pmu_write(b->pmu, reg, !b->user, value));
}

static enum tally_status sync(struct tally_bus *bus)
{
	pmu_sync(((struct pmu_bus *)bus)->pmu);
	return TALLY_OK;
}

static const struct tally_bus_ops ops = { .read = read,
					  .write = write,
					  .sync = sync };

void pmu_bus_init_with(struct pmu_bus *b, enum pmu_kind kind,
		       const struct pmu_quirks *quirks)
{
	*b = (struct pmu_bus){ .bus = { .ops = &ops } };
	b->kind = kind;
	b->identity = pmu_identity(pmu_of(kind));
	b->main_id = b->identity ? b->identity->midr
				 : (uint32_t)identity_of(kind)->value;
	b->pmu = pmu_new(pmu_of(kind), quirks, &b->ledger);
}

void pmu_bus_init(struct pmu_bus *b, enum pmu_kind kind, bool strict,
		  bool poison)
{
	const struct pmu_quirks quirks = { .poison = poison,
					   .strict = strict,
					   .random_reset = poison,
					   .late = strict,
					   .seed = 7 };

	pmu_bus_init_with(b, kind, &quirks);
}

void pmu_bus_free(struct pmu_bus *b)
{
	pmu_free(b->pmu);
}

void pmu_bus_happen(struct pmu_bus *b, enum ledger_item item, uint64_t n)
{
	/* The monitor is told at least once per half counter width. */
	while (n > 0) {
		uint64_t some = n < UINT64_C(0x40000000) ? n : 0x40000000;

		b->ledger.n[item] += some;
		pmu_update(b->pmu);
		n -= some;
	}
}
