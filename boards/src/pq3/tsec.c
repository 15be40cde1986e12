/* SPDX-License-Identifier: MIT */
/*
 * A TSEC's registers: see tsec.h.
 *
 * Chosen: registers that are named in tsec.h and change nothing here (among
 * them EDIS, PTV and the interrupt coalescing of RXIC and TXIC, so each frame
 * interrupts) are kept; all others read as 0.  No PHY answers at the MII.  The
 * MIB counts each frame on the wire, let in or not.
 */
#include <string.h>

#include "boards/src/pq3/inner.h"

enum { NO_PHY = 0xFFFF };

struct range {
	uint16_t first, last;
	bool etsec; /* is there only on these */
};

/* Registers that keep what is written; some of them do more. */
static const struct range kept[] = {
	{ IMASK, EDIS, false },
	{ ECNTRL, PTV, false },
	{ DMACTRL, TBIPA, false },
	{ TCTRL, TCTRL, false },
	{ TXIC, TXIC, false },
	{ TQUEUE, TQUEUE, true },
	{ TBPTR, TBPTR, false },
	{ TBASE, TBASE, false },
	{ RCTRL, RCTRL, false },
	{ RXIC, RXIC, false },
	{ RQUEUE, RQUEUE, true },
	{ MRBLR, MRBLR, false },
	{ RBPTR, RBPTR, false },
	{ RBASE, RBASE, false },
	{ MACCFG1, MAXFRM, false },
	{ MIIMCFG, MIIMCON, false },
	{ MACSTNADDR1, MACSTNADDR2, false },
	{ MAC01ADDR1, MAC15ADDR2, true },
	{ TR64, CAM2, false },
	{ IADDR0, IADDR0 + 0x1C, false },
	{ GADDR0, GADDR0 + 0x1C, false },
	{ ATTR, ATTRELI, false },
};

static bool is_kept(const struct pq3 *p, uint32_t offset)
{
	bool etsec = p->options.part == PQ3_MPC8548;

	for (unsigned i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
		if (offset >= kept[i].first && offset <= kept[i].last)
			return etsec || !kept[i].etsec;
	return false;
}

static void reset(struct pq3 *p, unsigned i)
{
	struct tsec *t = &p->tsec[i];

	memset(t->reg, 0, sizeof(t->reg));
	*tsec_reg(t, MACCFG2) = 0x00007000;
	*tsec_reg(t, IPGIFG) = 0x40605060;
	*tsec_reg(t, HAFDUP) = 0x00A1F037;
	*tsec_reg(t, MAXFRM) = 0x00000600;
	*tsec_reg(t, MIIMCFG) = 0x00000007;
	*tsec_reg(t, CAM1) = 0xFE03FFFF;
	*tsec_reg(t, CAM2) = 0x000FFFFD;
	if (p->options.part == PQ3_MPC8548) {
		*tsec_reg(t, TSEC_ID) = 0x01240000;
		*tsec_reg(t, TSEC_ID2) = 0x003000F0;
		*tsec_reg(t, TQUEUE) = 0x00008000;
		*tsec_reg(t, RQUEUE) = 0x00800080;
	}
}

void tsec_init(struct pq3 *p, unsigned i)
{
	reset(p, i);
	p->tsec[i].rx.at = p->tsec[i].tx.at = UINT64_MAX;
}

void tsec_boot(struct pq3 *p, unsigned i)
{
	*tsec_reg(&p->tsec[i], MACSTNADDR1) = 0x0000009F | (i + 1) << 24;
	*tsec_reg(&p->tsec[i], MACSTNADDR2) = 0x04000000;
}

uint64_t tsec_next(const struct pq3 *p, unsigned i)
{
	const struct tsec *t = &p->tsec[i];

	return t->rx.at < t->tx.at ? t->rx.at : t->tx.at;
}

void tsec_run(struct pq3 *p, unsigned i)
{
	const struct tsec *t = &p->tsec[i];

	if (t->rx.at <= t->tx.at)
		tsec_rx_run(p, i);
	else
		tsec_tx_run(p, i);
}

/* ---- registers ---------------------------------------------------------- */

static bool is_counter(uint32_t offset)
{
	return offset >= TR64 && offset <= TFRG;
}

bool tsec_read(struct pq3 *p, unsigned i, uint32_t offset, uint32_t *value)
{
	struct tsec *t = &p->tsec[i];

	*value = *tsec_reg(t, offset);
	if (offset == MIIMSTAT)
		*value = NO_PHY;
	else if (is_counter(offset) && *tsec_reg(t, ECNTRL) & ECNTRL_AUTOZ)
		*tsec_reg(t, offset) = 0;
	return true;
}

static void write_maccfg1(struct pq3 *p, unsigned i, uint32_t value)
{
	struct tsec *t = &p->tsec[i];

	value &= ~MACCFG1_SYNCD;
	value |= (value & (MACCFG1_RX_EN | MACCFG1_TX_EN)) << 1;
	*tsec_reg(t, MACCFG1) = value;
	if (value & MACCFG1_SOFT_RESET)
		return;
	if (value & MACCFG1_RX_EN)
		tsec_rx_enabled(p, i);
	tsec_tx_kick(p, i);
}

/* Graceful stops are complete at once where nothing is under way. */
static void write_dmactrl(struct pq3 *p, unsigned i, uint32_t value)
{
	struct tsec *t = &p->tsec[i];
	uint32_t set = value & ~*tsec_reg(t, DMACTRL);

	*tsec_reg(t, DMACTRL) = value;
	if (set & DMACTRL_GRS && t->rx.step == STEP_IDLE)
		tsec_event(p, i, IEVENT_GRSC);
	if (set & DMACTRL_GTS && t->tx.step <= STEP_BD) {
		t->tx.step = STEP_IDLE;
		t->tx.at = UINT64_MAX;
		tsec_event(p, i, IEVENT_GTSC);
	}
	tsec_tx_kick(p, i);
}

static void clear_counters(struct tsec *t)
{
	for (uint32_t offset = TR64; offset <= TFRG; offset += 4)
		*tsec_reg(t, offset) = 0;
}

bool tsec_write(struct pq3 *p, unsigned i, uint32_t offset, uint32_t value)
{
	struct tsec *t = &p->tsec[i];

	switch (offset) {
	case IEVENT: /* 1 clears */
		*tsec_reg(t, IEVENT) &= ~value;
		tsec_lines(p, i);
		return true;
	case TSTAT:
	case RSTAT:
	case CAR1:
	case CAR2:
		*tsec_reg(t, offset) &= ~value;
		tsec_tx_kick(p, i);
		return true;
	case MACCFG1:
		write_maccfg1(p, i, value);
		return true;
	case DMACTRL:
		write_dmactrl(p, i, value);
		return true;
	default:
		break;
	}
	if (!is_kept(p, offset))
		return true;
	*tsec_reg(t, offset) = value;
	if (offset == IMASK)
		tsec_lines(p, i);
	else if (offset == RBASE || offset == TBASE) /* the ring restarts */
		*tsec_reg(t, offset == RBASE ? RBPTR : TBPTR) = value & ~7u;
	else if (offset == ECNTRL && value & ECNTRL_CLRCNT)
		clear_counters(t);
	return true;
}
