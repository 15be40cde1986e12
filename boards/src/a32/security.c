/* SPDX-License-Identifier: MIT */
/*
 * The Security Extensions and the debug logic let a program know this, and the
 * monitor goes by some of it [DDI0406B B3.12, C3, C7.3, C10; DDI0301H 3.2,
 * 13].  Non-invasive debug is permitted, unless the board's SPNIDEN and SPIDEN
 * are low: then not in Secure state, but in its user mode where SDER.SUNIDEN
 * says so.  Event counters do not count then, and the cycle counter goes on: so
 * the table of ARMv7; of the ARM1176 chosen likewise.
 *
 * Left out: the Non-secure state, and all of the debug logic but its status.
 */
#include "boards/src/a32/cp15.h"
#include "boards/src/a32/inner.h"

enum {
	SCR_NS = 1 << 0,
	SDER_SUIDEN = 1 << 0,
	SDER_SUNIDEN = 1 << 1,
	ISR_I = 1 << 7,
	ISR_F = 1 << 6,
	DSCR_RESTARTED = 1 << 1,
	DSCR_SPIDDIS = 1 << 16,
	DSCR_SPNIDDIS = 1 << 17,
	/* Each authentication is there, and is given ... */
	AUTHENTICATED = 0xff,
	SECURE_REFUSED = 0x50, /* ... but for these bits of the Secure ones */
};

static bool refuses(const struct machine *m)
{
	return m->options.ill & 1u << BOARD_ILL_NID_OFF;
}

void a32_permit(struct machine *m)
{
	const bool user = (m->state & CPSR_MODE) == MODE_USER;

	if (a32_core_of(m->spec)->cp14 && refuses(m))
		pmu_permit(m->pmu, user && a32_of(m)->cp15.sder & SDER_SUNIDEN);
}

static enum cp15_result write_scr(struct machine *m, const struct cp15_row *row,
				  uint32_t value, const char **why)
{
	(void)m;
	(void)row;
	*why = "the Non-secure state (SCR bit 0) is not simulated";
	return value & SCR_NS ? CP15_REFUSED : CP15_DONE;
}

static enum cp15_result write_sder(struct machine *m,
				   const struct cp15_row *row, uint32_t value,
				   const char **why)
{
	enum cp15_result done = cp15_write_kept(m, row, value, why);

	a32_permit(m);
	return done;
}

static enum cp15_result read_isr(struct machine *m, const struct cp15_row *row,
				 uint32_t *value)
{
	(void)row;
	*value = (m->irq ? ISR_I : 0u) | (m->fiq ? ISR_F : 0u);
	return CP15_DONE;
}

static const struct cp15_row security[] = {
	{ .reg = CP(1, 1, 0), .read = cp15_read_fixed, .write = write_scr },
	{ .reg = CP(1, 1, 1),
	  .at = offsetof(struct cp15, sder),
	  .value = SDER_SUIDEN | SDER_SUNIDEN,
	  .read = cp15_read_kept,
	  .write = write_sder },
	{ .reg = CP(12, 1, 0), .read = read_isr },
};

const struct cp15_group cp15_security = CP15_GROUP(security);

static enum cp15_result read_dscr(struct machine *m, const struct cp15_row *row,
				  uint32_t *value)
{
	(void)row;
	*value = DSCR_RESTARTED |
		 (refuses(m) ? DSCR_SPIDDIS | DSCR_SPNIDDIS : 0u);
	return CP15_DONE;
}

static enum cp15_result read_auth(struct machine *m, const struct cp15_row *row,
				  uint32_t *value)
{
	(void)row;
	*value = AUTHENTICATED & ~(refuses(m) ? SECURE_REFUSED : 0u);
	return CP15_DONE;
}

/* Users may read it, unless a bit that is not simulated keeps them from it. */
static const struct cp15_row debug[] = {
	{ .reg = CP(0, 1, 0), .user = CP15_USER_READS, .read = read_dscr },
	{ .reg = CP(7, 14, 6), .read = read_auth }, /* from ARMv7 on */
};

const struct cp15_group cp14_v6 = { debug, 1 };
const struct cp15_group cp14_v7 = CP15_GROUP(debug);
