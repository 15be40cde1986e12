/* SPDX-License-Identifier: MIT */
/*
 * Time base and decrementer: a tick is eight platform clocks [E500CORERM 2.6,
 * 9.3; HID0[SEL_TBCLK] 0], counted in the machine's own cycles, so that two
 * runs are equal.  The decrementer stops at 0 unless TCR[ARE] reloads it.  The
 * fixed interval timer and the watchdog never come.
 */
#include "boards/src/pmu/e500.h"
#include "boards/src/ppc/inner.h"

enum { CLOCKS_PER_TICK = 8 };

static uint64_t per_tick(const struct machine *m)
{
	return (uint64_t)CLOCKS_PER_TICK * m->options.ratio_core /
	       m->options.ratio_platform;
}

static uint64_t ticks(const struct machine *m)
{
	const struct ppc_timer *t = &ppc_of(m)->timer;

	return t->runs ? ppc_cycles(m) / per_tick(m) - t->ticks : t->ticks;
}

/* The monitor has the time base too; with 0 cycles for a tick it stands. */
static void tell_monitor(struct machine *m)
{
	const struct ppc_timer *t = &ppc_of(m)->timer;

	if (t->runs)
		pmu_set_time_base(m->pmu, t->tb_offset - t->ticks,
				  (uint32_t)per_tick(m));
	else
		pmu_set_time_base(m->pmu, ppc_time_base(m), 0);
}

void ppc_run_timers(struct machine *m, bool run)
{
	struct ppc_timer *t = &ppc_of(m)->timer;
	uint64_t now = ticks(m);

	if (run != t->runs)
		t->ticks = run ? ppc_cycles(m) / per_tick(m) - now : now;
	t->runs = run;
	tell_monitor(m);
	ppc_lines(m);
}

uint64_t ppc_time_base(const struct machine *m)
{
	return ticks(m) + ppc_of(m)->timer.tb_offset;
}

void ppc_set_time_base(struct machine *m, uint64_t value)
{
	ppc_of(m)->timer.tb_offset = value - ticks(m);
	tell_monitor(m);
}

uint32_t ppc_decrementer(const struct machine *m)
{
	const struct ppc_timer *t = &ppc_of(m)->timer;
	uint64_t now = ticks(m);

	return t->dec_runs && t->dec_zero > now ? (uint32_t)(t->dec_zero - now)
						: 0;
}

void ppc_set_decrementer(struct machine *m, uint32_t value)
{
	struct ppc_timer *t = &ppc_of(m)->timer;

	t->dec_runs = value != 0;
	t->dec_zero = ticks(m) + value;
	ppc_lines(m);
}

uint64_t ppc_timer_due(const struct machine *m)
{
	const struct ppc_timer *t = &ppc_of(m)->timer;

	return t->dec_runs && t->runs ? (t->dec_zero + t->ticks) * per_tick(m)
				      : UINT64_MAX;
}

static void take_decrementer(struct machine *m)
{
	struct ppc *p = ppc_of(m);
	struct ppc_timer *t = &p->timer;
	uint64_t now = ticks(m);

	if (!t->dec_runs || now < t->dec_zero)
		return;
	p->system.tsr |= TSR_DIS;
	t->dec_runs = (p->system.tcr & TCR_ARE) && p->system.decar;
	while (t->dec_runs && t->dec_zero <= now)
		t->dec_zero += p->system.decar;
}

void ppc_lines(struct machine *m)
{
	struct ppc *p = ppc_of(m);
	uint64_t platform;

	pq3_advance(p->pq3, ppc_cycles(m));
	take_decrementer(m);
	m->lines_at = ppc_timer_due(m);
	platform = pq3_next(p->pq3);
	if (platform < m->lines_at)
		m->lines_at = platform;
	monitors_lines(m);
	ppc_pic_lines(&p->pic, &p->external, &p->critical);
	p->asking = ((p->regs.msr & MSR_EE) &&
		     (p->external || m->monitors.line[0] ||
		      (p->system.tsr & TSR_DIS && p->system.tcr & TCR_DIE))) ||
		    (p->critical && (p->regs.msr & MSR_CE));
	m->irq = p->asking;
}
