/* SPDX-License-Identifier: MIT */
/*
 * A register model of XScale's second monitor.  See pmu_xsc2.h.
 *
 * What the manuals leave open, and what is done here:
 * - C, P and writes to counters leave flags alone; C and a write to CCNT
 *   restart the divider, which runs only while D and E are set.
 * - The ID is 0x14 on IXP4xx; a PXA27x's is not known: poisoned, any.
 * - Event 0xFF counts nothing; any other code counts what the test lets
 *   happen under it.
 */
#include "pmu_xsc2.h"

enum {
	PMNC_E = 1 << 0,
	PMNC_P = 1 << 1,
	PMNC_C = 1 << 2,
	PMNC_D = 1 << 3,
	CCNT_BIT = 0, /* of INTEN and FLAG; PMNi is bit i + 1 */
	EVENT_IDLE = 0xFF,
	DIVIDE = 64,
	ID_IXP4XX = 0x14,
};

#define PMNC_OPEN   UINT32_C(0x00FFFFF6) /* 23:4, C and P read so */
#define PMNC_ZERO   UINT32_C(0x00FFFFF0) /* 23:4 are written 0 */
#define ALL_FIVE    UINT32_C(0x0000001F)
#define BEYOND_FIVE UINT32_C(0xFFFFFFE0)

enum place {
	PLACE_PMNC,
	PLACE_CCNT,
	PLACE_INTEN,
	PLACE_FLAG,
	PLACE_EVTSEL,
	PLACE_PMN0,
	PLACE_PMN3 = PLACE_PMN0 + XSC2_PMNS - 1,
	PLACE_NONE,
};

/* opc1, CRn, CRm, opc2 [IXP42X Table 28]. */
static const uint32_t addresses[PLACE_NONE] = {
	[PLACE_PMNC] = TALLY_CP(0, 0, 1, 0),
	[PLACE_CCNT] = TALLY_CP(0, 1, 1, 0),
	[PLACE_INTEN] = TALLY_CP(0, 4, 1, 0),
	[PLACE_FLAG] = TALLY_CP(0, 5, 1, 0),
	[PLACE_EVTSEL] = TALLY_CP(0, 8, 1, 0),
	[PLACE_PMN0] = TALLY_CP(0, 0, 2, 0),
	[PLACE_PMN0 + 1] = TALLY_CP(0, 1, 2, 0),
	[PLACE_PMN0 + 2] = TALLY_CP(0, 2, 2, 0),
	[PLACE_PMN3] = TALLY_CP(0, 3, 2, 0),
};

static unsigned find(const struct tally_reg *reg)
{
	for (unsigned i = 0; i < PLACE_NONE; i++) {
		if (reg->space == TALLY_CP14 && reg->addr == addresses[i])
			return i;
	}
	return PLACE_NONE;
}

static uint32_t junk(struct pmu_xsc2 *p, uint32_t mask)
{
	return p->poison ? rng_next(&p->rng) & mask : 0;
}

static void note_breach(struct pmu_xsc2 *p, bool is, const char *what)
{
	if (is && !p->breach)
		p->breach = what;
}

/* A counter gains n; true if it wrapped. */
static bool gain(uint32_t *counter, uint64_t n)
{
	uint64_t left = (UINT64_C(1) << 32) - *counter;

	*counter += (uint32_t)n;
	return n >= left;
}

void pmu_xsc2_tick(struct pmu_xsc2 *p, uint8_t code, uint64_t n)
{
	p->events[code] += n;
	for (unsigned i = 0; i < XSC2_PMNS; i++) {
		bool mine = (p->evtsel >> 8 * i & 0xFF) == code;

		if (p->e && mine && code != EVENT_IDLE && gain(&p->pmn[i], n))
			p->flag |= (uint8_t)(2u << i);
	}
}

void pmu_xsc2_cycles(struct pmu_xsc2 *p, uint64_t n)
{
	p->cycles += n;
	if (!p->e)
		return;
	if (p->d) {
		n += p->prescale;
		p->prescale = (uint32_t)(n % DIVIDE);
		n /= DIVIDE;
	}
	if (gain(&p->ccnt, n))
		p->flag |= 1u << CCNT_BIT;
}

bool pmu_xsc2_irq(const struct pmu_xsc2 *p)
{
	return (p->flag & p->inten) != 0; /* whatever E is */
}

static void write_pmnc(struct pmu_xsc2 *p, uint32_t value)
{
	bool reset = value & (PMNC_C | PMNC_P), e = value & PMNC_E;

	note_breach(p, value & PMNC_ZERO, "PMNC: 23:4 not written 0");
	note_breach(p, reset && p->e && !e,
		    "PMNC: counters reset by the write that disables them");
	if (value & PMNC_C)
		p->ccnt = p->prescale = 0;
	if (value & PMNC_P) {
		for (unsigned i = 0; i < XSC2_PMNS; i++)
			p->pmn[i] = 0;
	}
	p->d = value & PMNC_D;
	p->e = e;
}

static void put(struct pmu_xsc2 *p, unsigned place, uint32_t value)
{
	switch (place) {
	case PLACE_PMNC:
		write_pmnc(p, value);
		break;
	case PLACE_CCNT:
		p->ccnt = value;
		p->prescale = 0;
		break;
	case PLACE_INTEN:
		note_breach(p, value & BEYOND_FIVE, "INTEN: 31:5 not 0");
		p->inten = value & ALL_FIVE;
		break;
	case PLACE_FLAG:
		note_breach(p, value & BEYOND_FIVE, "FLAG: 31:5 not 0");
		p->flag &= (uint8_t)~value;
		break;
	case PLACE_EVTSEL:
		note_breach(p, p->e, "EVTSEL: written while E is set");
		p->evtsel = value;
		break;
	default:
		p->pmn[place - PLACE_PMN0] = value;
	}
}

static uint32_t get(struct pmu_xsc2 *p, unsigned place)
{
	switch (place) {
	case PLACE_PMNC:
		return (uint32_t)p->id << 24 | junk(p, PMNC_OPEN) |
		       (p->d ? PMNC_D : 0u) | (p->e ? PMNC_E : 0u);
	case PLACE_CCNT:
		return p->ccnt;
	case PLACE_INTEN:
		return p->inten | junk(p, BEYOND_FIVE);
	case PLACE_FLAG:
		return p->flag | junk(p, BEYOND_FIVE);
	case PLACE_EVTSEL:
		return p->evtsel;
	default:
		return p->pmn[place - PLACE_PMN0];
	}
}

enum pmu_access pmu_xsc2_read(struct pmu_xsc2 *p, const struct tally_reg *reg,
			      bool privileged, uint64_t *value)
{
	unsigned place = find(reg);

	*value = 0;
	if (place == PLACE_NONE)
		return PMU_NONE;
	if (!privileged)
		return PMU_UNDEFINED;
	*value = get(p, place);
	return PMU_DONE;
}

enum pmu_access pmu_xsc2_write(struct pmu_xsc2 *p, const struct tally_reg *reg,
			       bool privileged, uint64_t value)
{
	unsigned place = find(reg);

	if (place == PLACE_NONE)
		return PMU_NONE;
	if (!privileged)
		return PMU_UNDEFINED;
	put(p, place, (uint32_t)value);
	return PMU_DONE;
}

static struct pmu_xsc2 *ahead(struct tally_bus *bus)
{
	struct pmu_xsc2 *p = (struct pmu_xsc2 *)bus;

	if (p->before)
		p->before(p, p->accesses);
	p->accesses++;
	return p;
}

static enum tally_status outcome(enum pmu_access access)
{
	return access == PMU_DONE ? TALLY_OK : TALLY_E_NOREG;
}

static enum tally_status bus_read(struct tally_bus *bus,
				  const struct tally_reg *reg, uint64_t *value)
{
	static const struct tally_reg main_id = { TALLY_CP(0, 0, 0, 0),
						  TALLY_CP15, 32 };

	if (tally_reg_same(*reg, main_id)) {
		*value = ((struct pmu_xsc2 *)bus)->main_id;
		return TALLY_OK;
	}
	return outcome(pmu_xsc2_read(ahead(bus), reg, true, value));
}

static enum tally_status bus_write(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t value)
{
	struct pmu_xsc2 *p = ahead(bus);

	p->writes++;
	return outcome(pmu_xsc2_write(p, reg, true, value));
}

void pmu_xsc2_init(struct pmu_xsc2 *p, bool poison, uint64_t seed)
{
	static const struct tally_bus_ops ops = { .read = bus_read,
						  .write = bus_write };

	*p = (struct pmu_xsc2){ .bus = { .ops = &ops }, .poison = poison };
	p->main_id = 0x69054110; /* a PXA270 */
	rng_seed(&p->rng, seed);
	p->id = poison ? (uint8_t)junk(p, 0xFF) : ID_IXP4XX;
	p->d = junk(p, 1);
	p->evtsel = junk(p, UINT32_MAX);
	p->ccnt = junk(p, UINT32_MAX);
	for (unsigned i = 0; i < XSC2_PMNS; i++)
		p->pmn[i] = junk(p, UINT32_MAX);
}
