/* SPDX-License-Identifier: MIT */
/*
 * Special purpose registers [REGBOOKE].  Those of the debug facility, of cache
 * locking and of the vector unit are storage only.
 */
#include "board/ppc/inner.h"

#include <stddef.h>

enum {
	DEC = 22,
	PID0 = 48,
	TBL_READ = 268,
	TBU_READ = 269,
	TBL = 284,
	TBU = 285,
	PIR = 286,
	PVR = 287,
	TSR = 336,
	TCR = 340,
	IVOR0 = 400,
	IVOR32 = 528,
	L1CFG0 = 515,
	L1CFG1 = 516,
	MCSR = 572,
	MCAR = 573,
	MAS0 = 624,
	MAS4 = 628,
	MAS6 = 630,
	PID1 = 633,
	PID2 = 634,
	TLB0CFG = 688,
	TLB1CFG = 689,
	MAS7 = 944,
	HID0 = 1008,
	L1CSR0 = 1010,
	L1CSR1 = 1011,
	MMUCSR0 = 1012,
	BUCSR = 1013,
	MMUCFG = 1015,
	SVR = 1023,
	DBSR = 304,
};

/* 32 KiB, 8 ways, lines of 32 bytes, PLRU [E500CORERM 1.3]. */
#define L1CFG0_VALUE UINT32_C(0x00034020)
#define L1CFG1_VALUE UINT32_C(0x00004020)

/* Registers that are storage: from which number on, how many, and where. */
#define AT(member) offsetof(struct ppc, member)
static const struct {
	uint16_t number, count;
	size_t at;
} stored[] = {
	{ 1, 1, AT(regs.xer) },         /* XER */
	{ 8, 1, AT(regs.lr) },          /* LR */
	{ 9, 1, AT(regs.ctr) },         /* CTR */
	{ 26, 1, AT(system.srr0) },     /* SRR0 */
	{ 27, 1, AT(system.srr1) },     /* SRR1 */
	{ 54, 1, AT(system.decar) },    /* DECAR */
	{ 58, 1, AT(system.csrr0) },    /* CSRR0 */
	{ 59, 1, AT(system.csrr1) },    /* CSRR1 */
	{ 61, 1, AT(system.dear) },     /* DEAR */
	{ 62, 1, AT(system.esr) },      /* ESR */
	{ 63, 1, AT(system.ivpr) },     /* IVPR */
	{ 256, 1, AT(system.usprg0) },  /* USPRG0 */
	{ 272, 8, AT(system.sprg) },    /* SPRG0 to 7 */
	{ 308, 3, AT(system.dbcr) },    /* DBCR0 to 2 */
	{ 312, 2, AT(system.iac) },     /* IAC1, 2 */
	{ 316, 2, AT(system.dac) },     /* DAC1, 2 */
	{ 512, 1, AT(system.spefscr) }, /* SPEFSCR */
	{ 513, 1, AT(system.bbear) },   /* BBEAR */
	{ 514, 1, AT(system.bbtar) },   /* BBTAR */
	{ 570, 1, AT(system.mcsrr0) },  /* MCSRR0 */
	{ 571, 1, AT(system.mcsrr1) },  /* MCSRR1 */
	{ 1009, 1, AT(system.hid1) },   /* HID1 */
};

static bool storage(struct ppc *p, unsigned number, uint32_t **at)
{
	for (size_t i = 0; i < sizeof(stored) / sizeof(stored[0]); i++) {
		unsigned n = number - stored[i].number;

		if (n >= stored[i].count)
			continue;
		*at = (uint32_t *)(void *)((char *)p + stored[i].at) + n;
		return true;
	}
	return false;
}

/* The IVORs, and the MMU's. */
static bool array(struct ppc *p, unsigned number, uint32_t **at)
{
	struct ppc_mas *mas = ppc_mmu_mas(p->mmu);

	if (number - IVOR0 < 16)
		*at = &p->system.ivor[number - IVOR0];
	else if (number - IVOR32 < 4)
		*at = &p->system.ivor[32 + number - IVOR32];
	else if ((number >= MAS0 && number <= MAS4) || number == MAS6)
		*at = &mas->mas[number - MAS0];
	else if (number == MAS7)
		*at = &mas->mas[7];
	else if (number == PID0)
		*at = &mas->pid[0];
	else if (number == PID1 || number == PID2)
		*at = &mas->pid[number - PID1 + 1];
	else
		return false;
	return true;
}

static uint32_t tlb0_configuration(const struct machine *m)
{
	unsigned ways, entries = ppc_mmu_tlb0(ppc_of(m)->mmu, &ways);

	/* one size, 4 KiB */
	return ways << 24 | 1u << 20 | 1u << 16 | entries;
}

static bool read_only(struct machine *m, unsigned number, uint32_t *value)
{
	const struct ppc_core *core = ppc_core_of(m->spec);

	if (number >= 260 && number <= 263) { /* SPRG4 to 7, for users */
		*value = ppc_of(m)->system.sprg[number - 256];
		return true;
	}
	switch (number) {
	case TBL_READ:
		*value = (uint32_t)ppc_time_base(m);
		break;
	case TBU_READ:
		*value = (uint32_t)(ppc_time_base(m) >> 32);
		break;
	case PIR:
	case MMUCSR0:
		*value = 0;
		break;
	case PVR:
		*value = core->pvr;
		break;
	case SVR:
		*value = core->svr;
		break;
	case L1CFG0:
		*value = L1CFG0_VALUE;
		break;
	case L1CFG1:
		*value = L1CFG1_VALUE;
		break;
	case MMUCFG:
		*value = core->mmucfg;
		break;
	case TLB0CFG:
		*value = tlb0_configuration(m);
		break;
	case TLB1CFG:
		*value = core->tlb1cfg;
		break;
	default:
		return false;
	}
	return true;
}

bool ppc_spr_read(struct machine *m, unsigned number, uint32_t *value)
{
	struct ppc *p = ppc_of(m);
	uint32_t *plain;

	if (storage(p, number, &plain) || array(p, number, &plain)) {
		*value = *plain;
		return number != MAS7 || ppc_core_of(m->spec)->mas7;
	}
	switch (number) {
	case DEC:
		*value = ppc_decrementer(m);
		return true;
	case TSR:
		*value = p->system.tsr;
		return true;
	case TCR:
		*value = p->system.tcr;
		return true;
	case DBSR:
		*value = p->system.dbsr;
		return true;
	case MCSR:
		*value = p->system.mcsr;
		return true;
	case MCAR:
		*value = p->system.mcar;
		return true;
	case L1CSR0:
		*value = p->system.l1csr0;
		return true;
	case L1CSR1:
		*value = p->system.l1csr1;
		return true;
	case BUCSR:
		*value = p->system.bucsr;
		return true;
	case HID0:
		*value = p->system.hid0;
		return true;
	default:
		return read_only(m, number, value);
	}
}

/* What of the MMU hangs on a register that was written. */
static void mmu_follows(struct machine *m, unsigned number)
{
	struct ppc_mas *mas = ppc_mmu_mas(ppc_of(m)->mmu);

	if (number != PID0 && number != PID1 && number != PID2)
		return;
	for (unsigned i = 0; i < 3; i++)
		mas->pid[i] &= 0xff;
	ppc_mmu_changed(ppc_of(m)->mmu);
	m->fetch_known = false;
	uarch_maintain(m->uarch, MAINTAIN_TLB_INVALIDATE_ALL, 0, NULL);
}

/* A bit that empties the whole cache reads 0 again. */
static void write_cache_control(struct machine *m, uint32_t *reg,
				uint32_t value, enum maintenance empties)
{
	if (value & L1CSR_FI)
		uarch_maintain(m->uarch, empties, 0, NULL);
	*reg = value & ~(uint32_t)L1CSR_FI;
	ppc_control(m);
}

static bool write_acting(struct machine *m, unsigned number, uint32_t value)
{
	struct ppc *p = ppc_of(m);
	struct ppc_system *s = &p->system;
	uint64_t tb = ppc_time_base(m);

	switch (number) {
	case TBL:
		ppc_set_time_base(m, (tb & ~(uint64_t)UINT32_MAX) | value);
		break;
	case TBU:
		ppc_set_time_base(m, (uint64_t)value << 32 | (uint32_t)tb);
		break;
	case DEC:
		ppc_set_decrementer(m, value);
		break;
	case TSR: /* bits are cleared by writing 1 */
		s->tsr &= ~value;
		break;
	case TCR:
		s->tcr = value;
		break;
	case HID0:
		s->hid0 = value;
		ppc_run_timers(m, value & HID0_TBEN);
		break;
	case DBSR:
		s->dbsr &= ~value;
		break;
	case MCSR:
		s->mcsr &= ~value;
		break;
	case L1CSR0:
		write_cache_control(m, &s->l1csr0, value,
				    MAINTAIN_D_INVALIDATE_ALL);
		break;
	case L1CSR1:
		write_cache_control(m, &s->l1csr1, value,
				    MAINTAIN_I_INVALIDATE_ALL);
		break;
	case MMUCSR0:
		ppc_mmu_flush(p->mmu, value & 4, value & 2);
		m->fetch_known = false;
		uarch_maintain(m->uarch, MAINTAIN_TLB_INVALIDATE_ALL, 0, NULL);
		break;
	case BUCSR:
		if (value & BUCSR_BBFI)
			uarch_maintain(m->uarch, MAINTAIN_PREDICTOR_FLUSH, 0,
				       NULL);
		s->bucsr = value & ~(uint32_t)BUCSR_BBFI;
		ppc_control(m);
		break;
	default:
		return false;
	}
	ppc_lines(m);
	return true;
}

bool ppc_spr_write(struct machine *m, unsigned number, uint32_t value)
{
	struct ppc *p = ppc_of(m);
	uint32_t *plain;

	if (!storage(p, number, &plain) && !array(p, number, &plain))
		return write_acting(m, number, value);
	if (number == MAS7 && !ppc_core_of(m->spec)->mas7)
		return false;
	*plain = value;
	mmu_follows(m, number);
	return true;
}
