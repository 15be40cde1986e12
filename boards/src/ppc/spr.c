/* SPDX-License-Identifier: MIT */
/*
 * Special purpose registers [REGBOOKE]: a row each.  Those of the debug
 * facility, of cache locking and of the vector unit are storage only.
 */
#include "boards/src/ppc/inner.h"

#include <stddef.h>

enum {
	MMUCSR_FLUSH_TLB0 = 1 << 2,
	MMUCSR_FLUSH_TLB1 = 1 << 1,
	PID_BITS = 0xff,
};

/* 32 KiB, 8 ways, lines of 32 bytes [E500CORERM 1.3; fields: QEMU and Linux];
 * what else these registers tell is 0. */
#define L1CFG_VALUE UINT32_C(0x00003820)

/*
 * `count` registers from a number on.  What has no read cannot be read, and
 * what has no write cannot be written.
 */
struct spr {
	uint16_t number, count;
	uint16_t at;    /* of the first: offset in what its functions say */
	uint8_t what;   /* of a write that acts: enum maintenance */
	bool wide;      /* where real addresses have more than 32 bits */
	uint32_t value; /* a constant; the bits that are kept */
	uint32_t (*read)(struct machine *m, const struct spr *row, unsigned n);
	void (*write)(struct machine *m, const struct spr *row, unsigned n,
		      uint32_t value);
};

/* ---- how they are kept --------------------------------------------------- */

static uint32_t *word_at(void *of, const struct spr *row, unsigned n)
{
	return (uint32_t *)(void *)((char *)of + row->at) + n;
}

static uint32_t read_kept(struct machine *m, const struct spr *row, unsigned n)
{
	return *word_at(ppc_of(m), row, n);
}

static void write_kept(struct machine *m, const struct spr *row, unsigned n,
		       uint32_t value)
{
	*word_at(ppc_of(m), row, n) = value;
}

static uint32_t read_mmu(struct machine *m, const struct spr *row, unsigned n)
{
	return *word_at(ppc_mmu_mas(ppc_of(m)->mmu), row, n);
}

static void write_mmu(struct machine *m, const struct spr *row, unsigned n,
		      uint32_t value)
{
	*word_at(ppc_mmu_mas(ppc_of(m)->mmu), row, n) = value;
}

static uint32_t read_fact(struct machine *m, const struct spr *row, unsigned n)
{
	const char *facts = (const char *)ppc_core_of(m->spec);

	return ((const uint32_t *)(const void *)(facts + row->at))[n];
}

static uint32_t read_fixed(struct machine *m, const struct spr *row, unsigned n)
{
	(void)m;
	(void)n;
	return row->value;
}

/* ---- what acts when it is written ---------------------------------------- */

static void translations_changed(struct machine *m)
{
	m->fetch_known = false;
	uarch_maintain(m->uarch, MAINTAIN_TLB_INVALIDATE_ALL, 0, NULL);
}

static void write_pid(struct machine *m, const struct spr *row, unsigned n,
		      uint32_t value)
{
	write_mmu(m, row, n, value & PID_BITS);
	ppc_mmu_changed(ppc_of(m)->mmu);
	translations_changed(m);
}

static void flush_tlbs(struct machine *m, const struct spr *row, unsigned n,
		       uint32_t value)
{
	(void)row;
	(void)n;
	ppc_mmu_flush(ppc_of(m)->mmu, value & MMUCSR_FLUSH_TLB0,
		      value & MMUCSR_FLUSH_TLB1);
	translations_changed(m);
	ppc_lines(m);
}

/* Of what one bit does at once, and that bit reads 0 again. */
static void write_control(struct machine *m, const struct spr *row, unsigned n,
			  uint32_t value)
{
	if (value & ~row->value)
		uarch_maintain(m->uarch, (enum maintenance)row->what, 0, NULL);
	write_kept(m, row, n, value & row->value);
	ppc_control(m);
	ppc_lines(m);
}

/* Bits are cleared by writing 1. */
static void write_to_clear(struct machine *m, const struct spr *row, unsigned n,
			   uint32_t value)
{
	*word_at(ppc_of(m), row, n) &= ~value;
	ppc_lines(m);
}

static void write_hid0(struct machine *m, const struct spr *row, unsigned n,
		       uint32_t value)
{
	write_kept(m, row, n, value);
	ppc_run_timers(m, value & HID0_TBEN);
}

static void write_tcr(struct machine *m, const struct spr *row, unsigned n,
		      uint32_t value)
{
	write_kept(m, row, n, value);
	ppc_lines(m);
}

/* ---- time ---------------------------------------------------------------- */

static uint32_t read_decrementer(struct machine *m, const struct spr *row,
				 unsigned n)
{
	(void)row;
	(void)n;
	return ppc_decrementer(m);
}

static void write_decrementer(struct machine *m, const struct spr *row,
			      unsigned n, uint32_t value)
{
	(void)row;
	(void)n;
	ppc_set_decrementer(m, value);
}

/* The lower word has the lower number. */
static uint32_t read_time(struct machine *m, const struct spr *row, unsigned n)
{
	(void)row;
	return (uint32_t)(ppc_time_base(m) >> 32 * n);
}

static void write_time(struct machine *m, const struct spr *row, unsigned n,
		       uint32_t value)
{
	uint64_t mask = (uint64_t)UINT32_MAX << 32 * n;

	(void)row;
	ppc_set_time_base(m, (ppc_time_base(m) & ~mask) | (uint64_t)value
								  << 32 * n);
	ppc_lines(m);
}

/* ---- the MMU's ----------------------------------------------------------- */

/* Ways, less one, and KiB of a first-level cache: the data's, then the
 * instructions'. */
static uint32_t read_l1cfg(struct machine *m, const struct spr *row, unsigned n)
{
	enum { WAYS_LSB = 11, WAYS_BITS = 255, KIB_BITS = 2047, KIB = 1024 };
	const enum board_shape which =
		row->number == 515 ? BOARD_DCACHE : BOARD_ICACHE;
	const uint32_t size = m->options.shape[which].size;
	uint32_t value = row->value;

	(void)n;
	if (!size)
		return value;
	value &= ~((uint32_t)WAYS_BITS << WAYS_LSB | KIB_BITS);
	return value | (m->options.shape[which].ways - 1) << WAYS_LSB |
	       size / KIB;
}

/* Ways, one size of 4 KiB, entries. */
static uint32_t read_tlb0_configuration(struct machine *m,
					const struct spr *row, unsigned n)
{
	unsigned ways, entries = ppc_mmu_tlb0(ppc_of(m)->mmu, &ways);

	(void)row;
	(void)n;
	return ways << 24 | 1u << 20 | 1u << 16 | entries;
}

/* ---- the registers ------------------------------------------------------- */

#define KEPT_BY(FIRST, COUNT, MEMBER, WRITE)                                   \
	{                                                                      \
		.number = (FIRST), .count = (COUNT),                           \
		.at = offsetof(struct ppc, MEMBER), .read = read_kept,         \
		.write = (WRITE)                                               \
	}
#define KEPT(FIRST, COUNT, MEMBER)      KEPT_BY(FIRST, COUNT, MEMBER, write_kept)
#define READ_ONLY(FIRST, COUNT, MEMBER) KEPT_BY(FIRST, COUNT, MEMBER, NULL)
#define OF_MMU(FIRST, COUNT, MEMBER, WRITE, WIDE)                              \
	{                                                                      \
		.number = (FIRST), .count = (COUNT),                           \
		.at = offsetof(struct ppc_mas, MEMBER), .wide = (WIDE),        \
		.read = read_mmu, .write = (WRITE)                             \
	}
#define FACT(FIRST, MEMBER)                                                    \
	{                                                                      \
		.number = (FIRST), .count = 1,                                 \
		.at = offsetof(struct ppc_core, MEMBER), .read = read_fact     \
	}
#define FIXED(FIRST, VALUE)                                                    \
	{                                                                      \
		.number = (FIRST), .count = 1, .value = (VALUE),               \
		.read = read_fixed                                             \
	}
#define CONTROL(FIRST, MEMBER, ACTS, WHAT)                                     \
	{                                                                      \
		.number = (FIRST), .count = 1,                                 \
		.at = offsetof(struct ppc, MEMBER), .what = (WHAT),            \
		.value = ~(uint32_t)(ACTS), .read = read_kept,                 \
		.write = write_control                                         \
	}

/* Registers that programs use all the time come first. */
static const struct spr rows[] = {
	KEPT(8, 1, regs.lr),  /* LR */
	KEPT(9, 1, regs.ctr), /* CTR */
	KEPT(1, 1, regs.xer), /* XER */
	{ 22, 1, .read = read_decrementer,
	  .write = write_decrementer },          /* DEC */
	KEPT(26, 1, system.srr0),                /* SRR0 */
	KEPT(27, 1, system.srr1),                /* SRR1 */
	OF_MMU(48, 1, pid[0], write_pid, false), /* PID0 */
	KEPT(54, 1, system.decar),               /* DECAR */
	KEPT(58, 1, system.csrr0),               /* CSRR0 */
	KEPT(59, 1, system.csrr1),               /* CSRR1 */
	KEPT(61, 1, system.dear),                /* DEAR */
	KEPT(62, 1, system.esr),                 /* ESR */
	KEPT(63, 1, system.ivpr),                /* IVPR */
	KEPT(256, 1, system.usprg0),             /* USPRG0 */
	READ_ONLY(260, 4, system.sprg[4]),       /* SPRG4 to 7, for users */
	{ 268, 2, .read = read_time },           /* TBL, TBU */
	KEPT(272, 8, system.sprg),               /* SPRG0 to 7 */
	{ 284, 2, .write = write_time },         /* TBL, TBU */
	FIXED(286, 0),                           /* PIR */
	FACT(287, pvr),                          /* PVR */
	KEPT_BY(304, 1, system.dbsr, write_to_clear),         /* DBSR */
	KEPT(308, 3, system.dbcr),                            /* DBCR0 to 2 */
	KEPT(312, 2, system.iac),                             /* IAC1, 2 */
	KEPT(316, 2, system.dac),                             /* DAC1, 2 */
	KEPT_BY(336, 1, system.tsr, write_to_clear),          /* TSR */
	KEPT_BY(340, 1, system.tcr, write_tcr),               /* TCR */
	KEPT(400, 16, system.ivor),                           /* IVOR0 to 15 */
	KEPT(512, 1, system.spefscr),                         /* SPEFSCR */
	KEPT(513, 1, system.bbear),                           /* BBEAR */
	KEPT(514, 1, system.bbtar),                           /* BBTAR */
	{ 515, 1, .value = L1CFG_VALUE, .read = read_l1cfg }, /* L1CFG0 */
	{ 516, 1, .value = L1CFG_VALUE, .read = read_l1cfg }, /* L1CFG1 */
	KEPT(528, 4, system.ivor[32]),                        /* IVOR32 to 35 */
	KEPT(570, 1, system.mcsrr0),                          /* MCSRR0 */
	KEPT(571, 1, system.mcsrr1),                          /* MCSRR1 */
	KEPT_BY(572, 1, system.mcsr, write_to_clear),         /* MCSR */
	READ_ONLY(573, 1, system.mcar),                       /* MCAR */
	OF_MMU(624, 5, mas[0], write_mmu, false),             /* MAS0 to 4 */
	OF_MMU(630, 1, mas[6], write_mmu, false),             /* MAS6 */
	OF_MMU(633, 2, pid[1], write_pid, false),             /* PID1, 2 */
	{ 688, 1, .read = read_tlb0_configuration },          /* TLB0CFG */
	FACT(689, tlb1cfg),                                   /* TLB1CFG */
	OF_MMU(944, 1, mas[7], write_mmu, true),              /* MAS7 */
	KEPT_BY(1008, 1, system.hid0, write_hid0),            /* HID0 */
	KEPT(1009, 1, system.hid1),                           /* HID1 */
	CONTROL(1010, system.l1csr0, L1CSR_FI,
		MAINTAIN_D_INVALIDATE_ALL), /* L1CSR0 */
	CONTROL(1011, system.l1csr1, L1CSR_FI,
		MAINTAIN_I_INVALIDATE_ALL),                   /* L1CSR1 */
	{ 1012, 1, .read = read_fixed, .write = flush_tlbs }, /* MMUCSR0 */
	CONTROL(1013, system.bucsr, BUCSR_BBFI,
		MAINTAIN_PREDICTOR_FLUSH), /* BUCSR */
	FACT(1015, mmucfg),                /* MMUCFG */
	FACT(1023, svr),                   /* SVR */
};

static const struct spr *find(const struct machine *m, unsigned number)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (number - rows[i].number < rows[i].count)
			return !rows[i].wide || ppc_core_of(m->spec)->mas7
				       ? &rows[i]
				       : NULL;
	return NULL;
}

bool ppc_spr_read(struct machine *m, unsigned number, uint32_t *value)
{
	const struct spr *row = find(m, number);

	if (!row || !row->read)
		return false;
	*value = row->read(m, row, number - row->number);
	return true;
}

bool ppc_spr_write(struct machine *m, unsigned number, uint32_t value)
{
	const struct spr *row = find(m, number);

	if (!row || !row->write)
		return false;
	row->write(m, row, number - row->number, value);
	return true;
}
