/* SPDX-License-Identifier: MIT */
/*
 * The DDR controller: chip selects with banks, in each of which one row can be
 * open (the row open table).  A page stays open until another row of the bank
 * is wanted, a refresh comes, or nobody has used it for BSTOPRE clocks.
 *
 * From U-Boot's fsl_ddr_sdram.h: register offsets, DDR_SDRAM_CFG[MEM_EN],
 * REFINT and BSTOPRE of DDR_SDRAM_INTERVAL, bounds in units of 16 MiB.
 *
 * Chosen: the memory clock is half the CCB's, so that one 64-bit beat moves in
 * each CCB clock; each access is a burst of four beats; times as those of
 * DDR-333 parts; rows of 8 KiB; consecutive pages go round the banks; chip
 * selects do not share banks' timing; registers other than those named above
 * are kept and change nothing.
 */
#include <stddef.h>

#include "boards/src/pq3/inner.h"

enum {
	CS0_BNDS = 0x2000, /* 8 bytes apart */
	CS0_CONFIG = 0x2080,
	TIMING_CFG_1 = 0x2108,
	TIMING_CFG_2 = 0x210C,
	DDR_SDRAM_CFG = 0x2110,
	DDR_SDRAM_MODE = 0x2118,
	DDR_SDRAM_INTERVAL = 0x2124,

	BOUND_START_LSB = 16,
	BOUND_BITS = 0xFFF,
	BOUND_UNIT_LSB = 24,
	REFINT_LSB = 16,
	REFINT_BITS = 0x3FFF,
	BSTOPRE_BITS = 0x3FFF,

	PAGE_LSB = 13,

	/* in CCB clocks, two to a memory clock */
	CONTROLLER = 4, /* from the bus to the first command */
	TRP = 6,
	TRCD = 6,
	CL = 5,
	TRFC = 24,
	BEATS = 4,
};

#define MEM_EN    UINT32_C(0x80000000)
#define CS_ENABLE UINT32_C(0x80000000)

void ddr_init(struct pq3 *p)
{
	p->ddr.banks = p->options.part == PQ3_MPC8540 ? 4 : 8;
	p->ddr.refresh_at = UINT64_MAX;
	p->ddr.timeout_at = UINT64_MAX;
}

static unsigned controller(const struct pq3 *p)
{
	return p->options.memory_clocks ? p->options.memory_clocks : CONTROLLER;
}

static unsigned refint(const struct pq3_ddr *d)
{
	return 2 * (d->interval >> REFINT_LSB & REFINT_BITS);
}

/* 0: a page is closed as soon as it has been used. */
static unsigned page_life(const struct pq3_ddr *d)
{
	return 2 * (d->interval & BSTOPRE_BITS);
}

static void schedule_refresh(struct pq3 *p)
{
	bool on = p->ddr.sdram_cfg & MEM_EN && refint(&p->ddr);

	p->ddr.refresh_at = on ? p->now + refint(&p->ddr) : UINT64_MAX;
}

void ddr_boot(struct pq3 *p)
{
	struct pq3_ddr *d = &p->ddr;
	uint32_t half = p->options.ram_size / 2 >> BOUND_UNIT_LSB;

	d->bounds[0] = half - 1;
	d->bounds[1] = half << BOUND_START_LSB | (2 * half - 1);
	d->config[0] = d->config[1] = CS_ENABLE | 0x102; /* 13 rows, 10 columns
							  */
	d->sdram_cfg = MEM_EN | 0x42000000;              /* DDR, self refresh */
	d->interval = 1300 << REFINT_LSB | 256;          /* 7.8 us at 333 MHz */
	schedule_refresh(p);
}

/* ---- pages -------------------------------------------------------------- */

static void close_page(struct pq3 *p, struct ddr_page *page, bool refresh)
{
	page->open = false;
	pq3_note(p, PQ3_DDR_CLOSE, 1);
	if (!refresh)
		pq3_note(p, PQ3_DDR_CLOSE_NOT_REFRESH, 1);
}

/* Closes what is too old at `now`, and finds when the next one will be. */
static void close_old(struct pq3 *p, uint64_t now)
{
	struct pq3_ddr *d = &p->ddr;
	unsigned life = page_life(d);

	d->timeout_at = UINT64_MAX;
	for (unsigned i = 0; i < DDR_SELECTS * DDR_BANKS; i++) {
		struct ddr_page *page = &d->page[0][0] + i;

		if (!page->open)
			continue;
		if (page->used + life <= now)
			close_page(p, page, false);
		else if (page->used + life < d->timeout_at)
			d->timeout_at = page->used + life;
	}
}

static void refresh(struct pq3 *p)
{
	struct pq3_ddr *d = &p->ddr;
	uint64_t at = d->refresh_at;

	for (unsigned i = 0; i < DDR_SELECTS * DDR_BANKS; i++) {
		struct ddr_page *page = &d->page[0][0] + i;

		if (page->open)
			close_page(p, page, true);
		if (page->ready < at + TRFC)
			page->ready = at + TRFC;
	}
	pq3_note(p, PQ3_DDR_REFRESHES, 1);
	d->timeout_at = UINT64_MAX;
	d->refresh_at = at + refint(d);
}

uint64_t ddr_next(const struct pq3 *p)
{
	const struct pq3_ddr *d = &p->ddr;

	return d->refresh_at < d->timeout_at ? d->refresh_at : d->timeout_at;
}

void ddr_settle(struct pq3 *p, uint64_t now)
{
	struct pq3_ddr *d = &p->ddr;

	while (ddr_next(p) <= now) {
		if (d->timeout_at <= d->refresh_at)
			close_old(p, d->timeout_at);
		else
			refresh(p);
	}
}

/* The page, and its row, of an address; the first chip select if none has
 * it. */
static struct ddr_page *page_of(struct pq3 *p, uint32_t paddr, uint32_t *row)
{
	struct pq3_ddr *d = &p->ddr;
	uint32_t unit = paddr >> BOUND_UNIT_LSB, offset = paddr;
	unsigned select = 0;

	for (unsigned i = 0; i < DDR_SELECTS; i++) {
		uint32_t start = d->bounds[i] >> BOUND_START_LSB & BOUND_BITS;

		if (d->config[i] & CS_ENABLE && unit >= start &&
		    unit <= (d->bounds[i] & BOUND_BITS)) {
			select = i;
			offset = paddr - (start << BOUND_UNIT_LSB);
			break;
		}
	}
	*row = (offset >> PAGE_LSB) / d->banks;
	return &d->page[select][(offset >> PAGE_LSB) % d->banks];
}

/* ---- accesses ----------------------------------------------------------- */

static void note_row(struct pq3 *p, enum pq3_source source, bool write,
		     bool hit, bool read_before, bool any_before)
{
	pq3_note(p, hit ? PQ3_DDR_ROT_HIT : PQ3_DDR_ROT_MISS, 1);
	if (any_before)
		pq3_note(p, hit ? PQ3_DDR_PIPE_RW_HIT : PQ3_DDR_PIPE_RW_MISS,
			 1);
	else
		pq3_note(p,
			 hit ? PQ3_DDR_NONPIPE_RW_HIT : PQ3_DDR_NONPIPE_RW_MISS,
			 1);
	if (!write && read_before)
		pq3_note(p,
			 hit ? PQ3_DDR_PIPE_READ_HIT : PQ3_DDR_PIPE_READ_MISS,
			 1);
	else if (!write)
		pq3_note(p,
			 hit ? PQ3_DDR_NONPIPE_READ_HIT
			     : PQ3_DDR_NONPIPE_READ_MISS,
			 1);
	if (hit && source == SOURCE_CORE)
		pq3_note(p, PQ3_DDR_CORE_ROT_HIT, 1);
	else if (hit)
		pq3_note(
			p,
			tsec_item(source - SOURCE_TSEC1, PQ3_TSEC1_DDR_ROT_HIT),
			1);
}

static void note_access(struct pq3 *p, enum pq3_source source, bool write)
{
	pq3_note(p, write ? PQ3_DDR_WRITES : PQ3_DDR_READS, 1);
	pq3_note(p, PQ3_DDR_BEATS, BEATS);
	if (!write)
		pq3_note(p, PQ3_DDR_READ_BEATS, BEATS);
	if (source == SOURCE_CORE) {
		pq3_note(p, PQ3_DDR_CORE_RW, 1);
		return;
	}
	pq3_note(p, PQ3_DDR_TSECS_RW, 1);
	pq3_note(p, tsec_item(source - SOURCE_TSEC1, PQ3_TSEC1_DDR_RW), 1);
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

void ddr_access(struct pq3 *p, enum pq3_source source, bool write,
		uint32_t paddr, uint64_t at, uint64_t *first, uint64_t *last)
{
	struct pq3_ddr *d = &p->ddr;
	struct ddr_page *page;
	uint64_t data;
	uint32_t row;
	bool hit;

	ddr_settle(p, at);
	page = page_of(p, paddr, &row);
	hit = page->open && page->row == row;
	note_access(p, source, write);
	note_row(p, source, write, hit, d->read_until > at, d->busy_until > at);
	data = later(at + controller(p), page->ready) + CL;
	if (page->open && !hit) {
		pq3_note(p, PQ3_DDR_COLLISION_CLOSE, 1);
		close_page(p, page, false);
		data += TRP;
	}
	if (!hit)
		data += TRCD;
	data = later(data, d->busy_until);
	*first = data;
	*last = data + BEATS;
	d->busy_until = *last;
	if (!write)
		d->read_until = *last;
	page->open = true;
	page->row = row;
	page->used = page->ready = data;
	if (page->used + page_life(d) < d->timeout_at)
		d->timeout_at = page->used + page_life(d);
}

/* ---- registers ---------------------------------------------------------- */

static uint32_t *find(struct pq3_ddr *d, uint32_t offset)
{
	unsigned i = offset >> 3 & 3;

	switch (offset) {
	case CS0_BNDS:
	case CS0_BNDS + 8:
	case CS0_BNDS + 16:
	case CS0_BNDS + 24:
		return &d->bounds[i];
	case CS0_CONFIG:
	case CS0_CONFIG + 4:
	case CS0_CONFIG + 8:
	case CS0_CONFIG + 12:
		return &d->config[offset >> 2 & 3];
	case TIMING_CFG_1:
		return &d->timing1;
	case TIMING_CFG_2:
		return &d->timing2;
	case DDR_SDRAM_CFG:
		return &d->sdram_cfg;
	case DDR_SDRAM_MODE:
		return &d->mode;
	case DDR_SDRAM_INTERVAL:
		return &d->interval;
	default:
		return NULL;
	}
}

bool ddr_read(struct pq3 *p, uint32_t offset, uint32_t *value)
{
	const uint32_t *reg = find(&p->ddr, offset);

	if (reg)
		*value = *reg;
	return reg != NULL;
}

bool ddr_write(struct pq3 *p, uint32_t offset, uint32_t value)
{
	uint32_t *reg = find(&p->ddr, offset);

	if (!reg)
		return false;
	*reg = value;
	if (offset == DDR_SDRAM_CFG || offset == DDR_SDRAM_INTERVAL) {
		schedule_refresh(p);
		close_old(p, p->now);
	}
	return true;
}
