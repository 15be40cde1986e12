/* SPDX-License-Identifier: MIT */
/*
 * The e500's performance monitor: four counters, a pair of controls for each
 * and one for all, as performance monitor registers [E500CORERM 2.15, 7].
 *
 * What the manual leaves open, and what is done here:
 * - An enabled condition is a level: as long as it holds, FCECE sets FAC again.
 * - PMIE is cleared when the core takes the interrupt.
 * - The time base's event is remembered until it is taken, or PMIE or TBEE is
 *   cleared.
 * - A register's user copy cannot be written, in any mode: it is none then.
 * - Thresholds matter to events 76 and 77 only; on PMC2 and PMC3 those two
 *   count nothing.  Event 90 counts nothing unless TBEE is set.
 */
#include "boards/src/pmu/e500.h"
#include "boards/src/pmu/inner.h"

/* Only this monitor has this state. */
struct pmu_e500 {
	uint32_t pmlca[4], pmlcb[4];
	bool user, marked; /* MSR[PR], MSR[PMM] */
	bool time_base_event;
	uint64_t tb_offset;
	uint64_t tb_changes; /* of the chosen bit, as last seen */
	uint64_t rises;      /* of what was chosen, until then */
	uint32_t per_tick;
};

/* In what the two differ. */
struct pmu_e500_core {
	bool time_base; /* an event for edges of its bits */
};

static struct pmu_e500 *e500_of(const struct pmu *p)
{
	return p->own;
}

static bool has_time_base(const struct pmu *p)
{
	const struct pmu_e500_core *core = p->ops->facts;

	return core->time_base;
}

enum { COUNTERS = 4, NO_REGISTER = -1 };

enum kind { PMC, PMLCA, PMLCB, PMGC };

enum {
	USER_TO_SUPERVISOR = 16,
	EVENT_LSB = 16,
	EVENT_MASK = 0x7f,
	THRESHOLD_MASK = 0x3f,
	THRESHMUL_LSB = 8,
	LOAD_TIMES = 76,
	FETCH_TIMES = 77,
	PMC0_WRAPS = 82,
	TIME_BASE_BIT = 90,
	TBSEL_LSB = 11,
};

#define PMGC0_FAC   UINT32_C(0x80000000)
#define PMGC0_PMIE  UINT32_C(0x40000000)
#define PMGC0_FCECE UINT32_C(0x20000000)
#define PMGC0_TBSEL UINT32_C(0x00001800)
#define PMGC0_TBEE  UINT32_C(0x00000100)
#define PMLCA_FC    UINT32_C(0x80000000)
#define PMLCA_FCS   UINT32_C(0x40000000)
#define PMLCA_FCU   UINT32_C(0x20000000)
#define PMLCA_FCM1  UINT32_C(0x10000000)
#define PMLCA_FCM0  UINT32_C(0x08000000)
#define PMLCA_CE    UINT32_C(0x04000000)
#define PMLCA_KEPT  UINT32_C(0xfc7f0000)
#define PMLCB_KEPT  UINT32_C(0x0000073f)
#define OVERFLOWED  UINT32_C(0x80000000)

#define E500(code, name, class, item, basis) { code, name, class, item, basis },

static const struct pmu_event events_v1[] = {
#define E500V2(code, name, class, item, basis)
#include "boards/src/pmu/e500_events.def"
};

#define E500(code, name, class, item, basis) { code, name, class, item, basis },

static const struct pmu_event events_v2[] = {
#define E500V2(code, name, class, item, basis)                                 \
	{ code, name, class, item, basis },
#include "boards/src/pmu/e500_events.def"
};

static bool counts(const struct pmu *p, unsigned i)
{
	const struct pmu_e500 *e = e500_of(p);
	uint32_t a = e->pmlca[i];

	return !(p->control & PMGC0_FAC) && !(a & PMLCA_FC) &&
	       !(a & (e->user ? PMLCA_FCU : PMLCA_FCS)) &&
	       !(a & (e->marked ? PMLCA_FCM1 : PMLCA_FCM0));
}

static unsigned event_of(const struct pmu *p, unsigned i)
{
	return e500_of(p)->pmlca[i] >> EVENT_LSB & EVENT_MASK;
}

static void configure(struct pmu *p)
{
	for (unsigned i = 0; i < COUNTERS; i++) {
		struct pmu_counter *c = &p->counter[i];
		unsigned event = event_of(p, i);

		pmu_select(p, i, event, counts(p, i));
		c->half = true;
		c->unmodelled &= event != 0; /* as reset leaves it: nobody's */
		if (event == LOAD_TIMES || event == FETCH_TIMES) {
			c->item = LEDGER_NOTHING; /* by pmu_took() */
			c->snap = p->ledger->n[c->item];
		}
	}
}

static void reset(struct pmu *p)
{
	e500_of(p)->per_tick = 0; /* the time base stands */
}

/* How often the chosen bit of the time base has risen until now. */
static unsigned chosen_bit(const struct pmu *p)
{
	static const uint8_t bits[] = { 0, 8, 12, 16 }; /* TB[63, 55, 51, 47] */

	return bits[(p->control & PMGC0_TBSEL) >> TBSEL_LSB];
}

static uint64_t time_base(const struct pmu *p)
{
	if (!e500_of(p)->per_tick)
		return e500_of(p)->tb_offset;
	return p->ledger->n[LEDGER_CYCLES] / e500_of(p)->per_tick +
	       e500_of(p)->tb_offset;
}

static uint64_t changes(const struct pmu *p)
{
	unsigned bit = chosen_bit(p);

	return (time_base(p) >> bit) / 2 + (time_base(p) >> bit & 1);
}

static void settle(struct pmu *p)
{
	uint64_t now, gained;

	if (!has_time_base(p))
		return;
	now = changes(p);
	gained = now - e500_of(p)->tb_changes;
	e500_of(p)->tb_changes = now;
	e500_of(p)->rises += gained;
	if (!gained || !(p->control & PMGC0_TBEE))
		return;
	e500_of(p)->time_base_event = true;
	for (unsigned i = 0; i < COUNTERS; i++)
		if (event_of(p, i) == TIME_BASE_BIT && counts(p, i))
			pmu_advance(p, i, gained);
}

uint64_t pmu_time_base_rises(const struct pmu *p)
{
	return e500_of(p)->rises + changes(p) - e500_of(p)->tb_changes;
}

uint64_t pmu_time_base_until(const struct pmu *p)
{
	unsigned bit = chosen_bit(p);
	uint64_t period = UINT64_C(2) << bit, half = UINT64_C(1) << bit;
	uint64_t now = time_base(p), left;

	if (!e500_of(p)->per_tick)
		return UINT64_MAX;
	left = (half - now) & (period - 1);
	left = left ? left : period;
	return (now + left - e500_of(p)->tb_offset) * e500_of(p)->per_tick;
}

static void arm(struct pmu *p)
{
	if (!(p->control & PMGC0_TBEE) || !e500_of(p)->per_tick)
		return;
	if (p->watches < PMU_LEAST_WATCHES)
		p->watches = PMU_LEAST_WATCHES; /* idle ones are filled in */
	p->watch[p->watches++] = (struct pmu_watch){
		&p->ledger->n[LEDGER_CYCLES],
		pmu_time_base_until(p),
	};
}

/* Some counters may count how often this one has gone through 0. */
static void wraps(struct pmu *p, unsigned counter, uint64_t times)
{
	for (unsigned i = 0; i < COUNTERS; i++)
		if (i != counter && event_of(p, i) == PMC0_WRAPS + counter &&
		    counts(p, i))
			pmu_advance(p, i, times);
}

static bool condition(const struct pmu *p)
{
	bool holds = e500_of(p)->time_base_event && (p->control & PMGC0_TBEE);

	for (unsigned i = 0; i < COUNTERS; i++)
		holds = holds || ((p->counter[i].value & OVERFLOWED) &&
				  (e500_of(p)->pmlca[i] & PMLCA_CE));
	return holds;
}

/* After anything that may have changed a condition. */
static void update_request(struct pmu *p)
{
	bool holds = condition(p);

	if (holds && (p->control & PMGC0_FCECE) && !(p->control & PMGC0_FAC)) {
		p->control |= PMGC0_FAC;
		configure(p);
		pmu_arm(p);
	}
	p->request = holds && (p->control & PMGC0_PMIE);
	if (!(p->control & PMGC0_PMIE))
		e500_of(p)->time_base_event = false;
}

/* Kind and number of a register by its supervisor's number. */
static int find(uint32_t addr, enum kind *kind)
{
	switch (addr) {
	case 16:
	case 17:
	case 18:
	case 19:
		*kind = PMC;
		return (int)addr - 16;
	case 144:
	case 145:
	case 146:
	case 147:
		*kind = PMLCA;
		return (int)addr - 144;
	case 272:
	case 273:
	case 274:
	case 275:
		*kind = PMLCB;
		return (int)addr - 272;
	case 400:
		*kind = PMGC;
		return 0;
	default:
		return NO_REGISTER;
	}
}

static enum pmu_access read(struct pmu *p, const struct tally_reg *reg,
			    bool privileged, uint64_t *value)
{
	bool copy = !(reg->addr & USER_TO_SUPERVISOR);
	enum kind kind = PMC;
	int i = find(reg->addr | USER_TO_SUPERVISOR, &kind);

	if (reg->space != TALLY_PMR)
		return PMU_NONE;
	if (!copy && !privileged)
		return PMU_UNDEFINED;
	if (i == NO_REGISTER)
		return PMU_NONE;
	*value = kind == PMC     ? (uint32_t)pmu_counter_read(p, (unsigned)i)
		 : kind == PMLCA ? e500_of(p)->pmlca[i]
		 : kind == PMLCB ? e500_of(p)->pmlcb[i]
				 : p->control;
	return PMU_DONE;
}

static void write_control(struct pmu *p, uint32_t value)
{
	uint32_t kept = PMGC0_FAC | PMGC0_PMIE | PMGC0_FCECE, old = p->control;

	if (has_time_base(p))
		kept |= PMGC0_TBSEL | PMGC0_TBEE;
	p->control = value & kept;
	if (!(value & PMGC0_TBEE))
		e500_of(p)->time_base_event = false;
	/* Another bit while events are on may look like one [7.2.1]. */
	else if (p->quirks.strict && ((old ^ p->control) & PMGC0_TBSEL) &&
		 has_time_base(p))
		e500_of(p)->time_base_event = true;
	e500_of(p)->tb_changes = changes(p);
}

static enum pmu_access write(struct pmu *p, const struct tally_reg *reg,
			     bool privileged, uint64_t value)
{
	enum kind kind = PMC;
	int i = find(reg->addr, &kind);

	if (reg->space != TALLY_PMR)
		return PMU_NONE;
	if ((reg->addr & USER_TO_SUPERVISOR) && !privileged)
		return PMU_UNDEFINED;
	if (i == NO_REGISTER)
		return PMU_NONE;
	if (kind == PMC)
		p->counter[i].value = (uint32_t)value;
	else if (kind == PMLCA)
		e500_of(p)->pmlca[i] = (uint32_t)value & PMLCA_KEPT;
	else if (kind == PMLCB)
		e500_of(p)->pmlcb[i] = (uint32_t)value & PMLCB_KEPT;
	else
		write_control(p, (uint32_t)value);
	configure(p);
	update_request(p);
	return PMU_DONE;
}

void pmu_set_state(struct pmu *p, bool user, bool marked)
{
	for (; p; p = p->next) {
		pmu_update(p);
		pmu_settle(p);
		e500_of(p)->user = user;
		e500_of(p)->marked = marked;
		configure(p);
		pmu_arm(p);
	}
}

void pmu_set_time_base(struct pmu *p, uint64_t offset, uint32_t per_tick)
{
	for (; p; p = p->next) {
		pmu_update(p);
		pmu_settle(p);
		e500_of(p)->tb_offset = offset;
		e500_of(p)->per_tick = per_tick;
		e500_of(p)->tb_changes = changes(p);
		pmu_arm(p);
	}
}

static void took(struct pmu *p, unsigned item, uint32_t cycles)
{
	unsigned code =
		item == LEDGER_DLFB_LOAD_TIMES ? LOAD_TIMES : FETCH_TIMES;
	bool moved = false;

	for (unsigned i = 0; i < 2; i++) {
		uint32_t b = e500_of(p)->pmlcb[i];
		uint32_t over = (b & THRESHOLD_MASK)
				<< (b >> THRESHMUL_LSB & 7);

		if (event_of(p, i) != code || !counts(p, i) || cycles <= over)
			continue;
		pmu_advance(p, i, 1);
		moved = true;
	}
	if (!moved)
		return;
	update_request(p);
	pmu_arm(p);
}

void pmu_took(struct pmu *p, unsigned item, uint32_t cycles)
{
	for (; p; p = p->next)
		took(p, item, cycles);
}

void pmu_taken(struct pmu *p)
{
	p->control &= ~PMGC0_PMIE;
	update_request(p);
	pmu_hurry(p);
}

static const struct pmu_e500_core e500v1 = { .time_base = false };
static const struct pmu_e500_core e500v2 = { .time_base = true };

const struct pmu_ops pmu_e500v1_ops = {
	.facts = &e500v1,
	.own_size = sizeof(struct pmu_e500),
	.events = events_v1,
	.event_count = sizeof(events_v1) / sizeof(events_v1[0]),
	.counters = (1 << COUNTERS) - 1,
	.reset = reset,
	.read = read,
	.write = write,
	.configure = configure,
	.wrapped = update_request,
	.wraps = wraps,
};

const struct pmu_ops pmu_e500v2_ops = {
	.facts = &e500v2,
	.own_size = sizeof(struct pmu_e500),
	.events = events_v2,
	.event_count = sizeof(events_v2) / sizeof(events_v2[0]),
	.counters = (1 << COUNTERS) - 1,
	.reset = reset,
	.read = read,
	.write = write,
	.configure = configure,
	.wrapped = update_request,
	.wraps = wraps,
	.also_settle = settle,
	.also_arm = arm,
};
