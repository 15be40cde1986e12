/* SPDX-License-Identifier: MIT */
/*
 * The generic timer as EL1 sees it [DDI0487 D12]: physical and virtual count,
 * which are the same here, and a timer each.  They follow the machine's own
 * cycles, so that two runs are equal.
 */
#include "boards/src/a64/inner.h"

enum { FREQUENCY = 62500000 }; /* as QEMU's virt has it */

enum { ENABLE = 1, IMASK = 2, ISTATUS = 4 };

/* Private peripheral interrupts, as QEMU's virt has them. */
static const unsigned interrupts[A64_TIMERS] = { 30, 27 };

static const uint32_t CNTKCTL = TALLY_SYS(3, 0, 14, 1, 0);
static const uint32_t CNTFRQ = TALLY_SYS(3, 3, 14, 0, 0);
static const uint32_t CNTPCT = TALLY_SYS(3, 3, 14, 0, 1);
static const uint32_t CNTVCT = TALLY_SYS(3, 3, 14, 0, 2);
static const uint32_t TIMER = TALLY_SYS(3, 3, 14, 2, 0); /* and CRm 3 */

enum { TVAL, CTL, CVAL };

static uint64_t per_tick(const struct machine *m)
{
	uint32_t cycles = m->spec->info.clock_hz / FREQUENCY;

	return cycles ? cycles : 1;
}

static uint64_t now(const struct machine *m)
{
	return uarch_ledger(m->uarch)->n[LEDGER_CYCLES] / per_tick(m);
}

static bool reached(const struct machine *m, const struct a64_timer *t)
{
	return (t->control & ENABLE) && now(m) >= t->compare;
}

/* The cycle at which the timer will ask. */
static uint64_t due(const struct machine *m, const struct a64_timer *t)
{
	uint64_t each = per_tick(m);

	if ((t->control & (ENABLE | IMASK)) != ENABLE || reached(m, t) ||
	    t->compare > UINT64_MAX / each)
		return UINT64_MAX;
	return t->compare * each;
}

void a64_lines(struct machine *m)
{
	struct a64 *a = a64_of(m);

	m->lines_at = UINT64_MAX;
	for (unsigned i = 0; i < A64_TIMERS; i++) {
		const struct a64_timer *t = &a->timer[i];
		uint64_t at = due(m, t);

		if (at < m->lines_at)
			m->lines_at = at;
		m->spec->set_interrupt(&m->devices, interrupts[i],
				       reached(m, t) && !(t->control & IMASK));
	}
	machine_lines(m);
}

uint64_t a64_timer_wait(struct machine *m)
{
	uint64_t cycles = uarch_ledger(m->uarch)->n[LEDGER_CYCLES];

	a64_lines(m);
	return m->lines_at == UINT64_MAX ? UINT64_MAX : m->lines_at - cycles;
}

static struct a64_timer *timer_of(struct machine *m, uint32_t reg,
				  unsigned *which)
{
	unsigned i = (reg >> 3 & 15) - 2;

	*which = reg & 7;
	if ((reg & ~UINT32_C(0x7f)) != (TIMER & ~UINT32_C(0x7f)) ||
	    i >= A64_TIMERS || *which > CVAL)
		return NULL;
	return &a64_of(m)->timer[i];
}

bool a64_timer_read(struct machine *m, uint32_t reg, uint64_t *value)
{
	unsigned which;
	const struct a64_timer *t = timer_of(m, reg, &which);

	if (reg == CNTFRQ)
		*value = FREQUENCY;
	else if (reg == CNTPCT || reg == CNTVCT)
		*value = now(m);
	else if (reg == CNTKCTL)
		*value = a64_of(m)->system.cntkctl;
	else if (!t)
		return false;
	else if (which == CTL)
		*value = t->control | (reached(m, t) ? ISTATUS : 0u);
	else if (which == CVAL)
		*value = t->compare;
	else
		*value = (uint32_t)(t->compare - now(m));
	return true;
}

bool a64_timer_write(struct machine *m, uint32_t reg, uint64_t value)
{
	unsigned which;
	struct a64_timer *t = timer_of(m, reg, &which);

	if (reg == CNTKCTL)
		a64_of(m)->system.cntkctl = value;
	else if (!t)
		return false;
	else if (which == CTL)
		t->control = value & (ENABLE | IMASK);
	else if (which == CVAL)
		t->compare = value;
	else
		t->compare = now(m) + (uint64_t)(int64_t)(int32_t)value;
	return true;
}
