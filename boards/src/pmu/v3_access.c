/* SPDX-License-Identifier: MIT */
/*
 * PMUv3: where its registers are and who may reach them [DDI0487 D13.11,
 * D24.5, G8.4].
 *
 * What the documents leave open, and what is done here:
 * - A counter that is not there (PMEVCNTR<n>, PMEVTYPER<n>, and through
 *   PMSELR; PMXEVCNTR with PMSELR 31 too), without FEAT_FGT.  Lenient: reads 0
 *   and ignores writes; strict: UNDEFINED.
 * - One that EL2 keeps for itself.  Lenient: the same; strict: a trap to EL2.
 * - An access in a direction that the register does not have: UNDEFINED.
 * - A privileged access while the core is in EL0 is a debugger's and counts as
 *   one from EL1.
 */
#include "boards/src/pmu/v3_access.h"

#include <stddef.h>

enum { READ = 1, WRITE = 2, BOTH = 3 };
enum { A64 = 1, A32 = 2 };

enum {
	MDCR_EL2_TPMCR = 1 << 5,
	MDCR_EL2_TPM = 1 << 6,
	MDCR_EL3_TPM = 1 << 6,
};

enum { /* PMUSERENR; ANY is what needs none of its bits */
       EN = 1,
       SW = 2,
       CR = 4,
       ER = 8,
       ANY = 0x10,
};

/*
 * The registers in c9: op1 in AArch64, CRm, op2, and what admits EL0 to read
 * and to write: bits of PMUSERENR, any of which is enough; 0: UNDEFINED.
 */
struct v3_row {
	uint8_t op1, crm, op2;
	uint8_t name;
	uint8_t views;
	uint8_t directions;
	uint8_t el0_read, el0_write;
	uint8_t since; /* PMUVer */
};

static const struct v3_row rows[] = {
	{ 3, 12, 0, PMCR, A64 | A32, BOTH, EN, EN, V3_P0 },
	{ 3, 12, 1, PMCNTENSET, A64 | A32, BOTH, EN, EN, V3_P0 },
	{ 3, 12, 2, PMCNTENCLR, A64 | A32, BOTH, EN, EN, V3_P0 },
	{ 3, 12, 3, PMOVSCLR, A64 | A32, BOTH, EN, EN, V3_P0 },
	{ 3, 12, 4, PMSWINC, A64 | A32, WRITE, 0, EN | SW, V3_P0 },
	{ 3, 12, 5, PMSELR, A64 | A32, BOTH, EN | ER, EN | ER, V3_P0 },
	{ 3, 12, 6, PMCEID, A64 | A32, READ, EN, 0, V3_P0 },
	{ 3, 12, 7, PMCEID, A64 | A32, READ, EN, 0, V3_P0 },
	{ 3, 13, 0, PMCCNTR, A64 | A32, BOTH, EN | CR, EN, V3_P0 },
	{ 3, 13, 1, PMXEVTYPER, A64 | A32, BOTH, EN, EN, V3_P0 },
	{ 3, 13, 2, PMXEVCNTR, A64 | A32, BOTH, EN | ER, EN, V3_P0 },
	{ 3, 14, 0, PMUSERENR, A64 | A32, BOTH, ANY, 0, V3_P0 },
	{ 0, 14, 1, PMINTENSET, A64 | A32, BOTH, 0, 0, V3_P0 },
	{ 0, 14, 2, PMINTENCLR, A64 | A32, BOTH, 0, 0, V3_P0 },
	{ 3, 14, 3, PMOVSSET, A64 | A32, BOTH, EN, EN, V3_P0 },
	{ 0, 14, 4, PMCEID_HIGH, A32, READ, EN, 0, V3_P1 },
	{ 0, 14, 5, PMCEID_HIGH, A32, READ, EN, 0, V3_P1 },
	{ 0, 14, 6, PMMIR, A64 | A32, READ, 0, 0, V3_P4 },
};

/* In c14: CRm 8 to 11 and 12 to 15, with op2 the number. */
static const struct v3_row counter_row = { .name = PMEVCNTR,
					   .directions = BOTH,
					   .el0_read = EN | ER,
					   .el0_write = EN };
static const struct v3_row type_row = {
	.name = PMEVTYPER, .directions = BOTH, .el0_read = EN, .el0_write = EN
};

/* A register of c14; false: none. */
static bool find_counter(struct v3_access *a, unsigned crm, unsigned op2)
{
	if (crm < 8)
		return false;
	a->row = crm < 12 ? &counter_row : &type_row;
	a->n = (crm & 3) * 8 + op2;
	/* The last of the types is PMCCFILTR; there is no PMEVCNTR31. */
	return a->row == &type_row || a->n != V3_CYCLES;
}

static bool find_in_c9(const struct pmu *p, struct v3_access *a, unsigned op1,
		       unsigned crm, unsigned op2)
{
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct v3_row *r = &rows[i];

		if (r->crm != crm || r->op2 != op2 ||
		    (!a->a32 && r->op1 != op1) ||
		    !(r->views & (a->a32 ? A32 : A64)) ||
		    v3_version(p) < r->since)
			continue;
		a->row = r;
		a->n = op2 & 1;
		return true;
	}
	return false;
}

static bool find(const struct pmu *p, const struct tally_reg *reg,
		 struct v3_access *a)
{
	uint32_t at = reg->addr;
	unsigned crn, crm, op1, op2;

	if (reg->space == TALLY_SYSREG && at >> 14 == 3) {
		op1 = at >> 11 & 7;
		crn = at >> 7 & 15;
		crm = at >> 3 & 15;
		op2 = at & 7;
	} else if (reg->space == TALLY_CP15 && v3_core(p)->aarch32 &&
		   at == (at & UINT32_C(0xFF7))) { /* opc1 0 */
		a->a32 = true;
		op1 = 0;
		crn = at >> 8 & 15;
		crm = at >> 4 & 15;
		op2 = at & 7;
	} else {
		return false;
	}
	if (crn == 14)
		return (a->a32 || op1 == 3) && find_counter(a, crm, op2);
	return crn == 9 && find_in_c9(p, a, op1, crm, op2);
}

/* PMXEVCNTR and PMXEVTYPER are what PMSELR says. */
static void resolve(const struct pmu *p, struct v3_access *a)
{
	a->name = a->row->name;
	if (a->name != PMXEVCNTR && a->name != PMXEVTYPER)
		return;
	a->name = a->name == PMXEVCNTR ? PMEVCNTR : PMEVTYPER;
	a->n = v3_of(p)->selected;
}

/* The order of the checks is the manual's. */
static enum pmu_access may(const struct pmu *p, const struct v3_access *a,
			   bool write)
{
	const struct v3_row *r = a->row;
	uint32_t el0 = write ? r->el0_write : r->el0_read;
	uint64_t el2 = v3_of(p)->mdcr_el2;

	if (!(r->directions & (write ? WRITE : READ)) || (!a->el && !el0))
		return PMU_UNDEFINED;
	if (v3_beyond(a, v3_core(p)->counters) && p->quirks.strict)
		return PMU_UNDEFINED;
	if (!a->el && !((v3_of(p)->userenr | ANY) & el0))
		return PMU_TRAP_EL1;
	if (a->el < 2 && !v3_of(p)->secure &&
	    ((el2 & MDCR_EL2_TPM) ||
	     ((el2 & MDCR_EL2_TPMCR) && a->name == PMCR) ||
	     (v3_beyond(a, pmu_v3_visible(p, a->el)) && p->quirks.strict)))
		return PMU_TRAP_EL2;
	if (a->el < 3 && (v3_of(p)->mdcr_el3 & MDCR_EL3_TPM))
		return PMU_TRAP_EL3;
	return PMU_DONE;
}

enum pmu_access pmu_v3_admit(const struct pmu *p, const struct tally_reg *reg,
			     bool privileged, bool write, struct v3_access *a)
{
	if (!find(p, reg, a))
		return PMU_NONE;
	if (privileged)
		a->el = v3_of(p)->el ? v3_of(p)->el : 1;
	resolve(p, a);
	return may(p, a, write);
}
