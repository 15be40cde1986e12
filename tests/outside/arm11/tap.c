/* SPDX-License-Identifier: MIT */
#include "tap.h"

/* ---- the states [IEEE 1149.1 6.1] ---------------------------------------- */

enum {
	RESET,
	IDLE,
	SELECT_DR,
	CAPTURE_DR,
	SHIFT_DR,
	EXIT1_DR,
	PAUSE_DR,
	EXIT2_DR,
	UPDATE_DR,
	SELECT_IR,
	CAPTURE_IR,
	SHIFT_IR,
	EXIT1_IR,
	PAUSE_IR,
	EXIT2_IR,
	UPDATE_IR,
};

static const uint8_t next[][2] = {
	[RESET] = { IDLE, RESET },
	[IDLE] = { IDLE, SELECT_DR },
	[SELECT_DR] = { CAPTURE_DR, SELECT_IR },
	[CAPTURE_DR] = { SHIFT_DR, EXIT1_DR },
	[SHIFT_DR] = { SHIFT_DR, EXIT1_DR },
	[EXIT1_DR] = { PAUSE_DR, UPDATE_DR },
	[PAUSE_DR] = { PAUSE_DR, EXIT2_DR },
	[EXIT2_DR] = { SHIFT_DR, UPDATE_DR },
	[UPDATE_DR] = { IDLE, SELECT_DR },
	[SELECT_IR] = { CAPTURE_IR, RESET },
	[CAPTURE_IR] = { SHIFT_IR, EXIT1_IR },
	[SHIFT_IR] = { SHIFT_IR, EXIT1_IR },
	[EXIT1_IR] = { PAUSE_IR, UPDATE_IR },
	[PAUSE_IR] = { PAUSE_IR, EXIT2_IR },
	[EXIT2_IR] = { SHIFT_IR, UPDATE_IR },
	[UPDATE_IR] = { IDLE, SELECT_DR },
};

/* ---- an ARM11's instructions and scan chains ----------------------------- */

enum {
	EXTEST = 0x00,
	SCAN_N = 0x02,
	RESTART = 0x04,
	HALT = 0x08,
	INTEST = 0x0C,
	ITRSEL = 0x1D,
	IDCODE = 0x1E,
};

/* Scan chains: the core's name, DSCR, its instruction, its data, the ETM (which
 * is not here), and the debug registers. */
enum { NAME = 0, STATUS = 1, ITR = 4, DTR = 5, ETM = 6, REGISTERS = 7 };

/* Two watchpoints, ARM11_BREAKS breakpoints, two of them for contexts, and the
 * debug architecture: 2 is v6.1, of an ARM1176. */
static uint32_t debug_id(const struct arm11_core *c)
{
	const uint32_t architecture =
		(c->main_id >> 4 & 0xFFF) == 0xB76 ? 2 : 1;

	return 1u << 28 | (ARM11_BREAKS - 1) << 24 | 1u << 20 |
	       architecture << 16;
}

/* The mark of an abort is told once. */
static uint32_t read_status(struct tap *t)
{
	const uint32_t value = arm11_dscr(t->core);

	t->core->debug.aborted = false;
	return value;
}

static uint32_t *debug_register(struct tap *t, unsigned at)
{
	static uint32_t none;

	if (at >= 64 && at < 64 + ARM11_BREAKS)
		return &t->core->debug.value[at - 64];
	if (at >= 80 && at < 80 + ARM11_BREAKS)
		return &t->core->debug.control[at - 80];
	if (at == 7)
		return &t->catch;
	none = 0;
	return &none;
}

/* Bit 0 writes; what follows is the value and the address. */
static void update_register(struct tap *t)
{
	const uint8_t at = t->shift >> 33 & 127;
	uint32_t *reg = debug_register(t, at);

	if (t->shift & 1)
		*reg = (uint32_t)(t->shift >> 1);
	t->last.at = at;
	t->last.value = t->shift & 1 ? (uint32_t)(t->shift >> 1) : *reg;
}

static unsigned chain_of(const struct tap *t)
{
	return t->instruction == ITRSEL ? ITR : t->chain;
}

static bool is_scan(const struct tap *t)
{
	return t->core &&
	       (t->instruction == EXTEST || t->instruction == INTEST ||
		t->instruction == ITRSEL);
}

static void capture(struct tap *t, unsigned bits, uint64_t value)
{
	t->length = bits;
	t->shift = value;
}

/* The flag behind an instruction or a word says that the last is done. */
static void capture_chain(struct tap *t)
{
	const uint64_t done = UINT64_C(1) << 32;
	struct arm11_core *c = t->core;

	switch (chain_of(t)) {
	case NAME:
		capture(t, 40, UINT64_C(0x41) << 32 | debug_id(c));
		break;
	case STATUS:
		capture(t, 32, read_status(t));
		break;
	case ITR:
		capture(t, 33, done | t->held);
		break;
	case DTR:
		capture(t, 34,
			done | c->debug.out |
				(uint64_t)c->debug.out_full << 33);
		if (t->instruction == INTEST)
			c->debug.out_full = false;
		break;
	case ETM:
		capture(t, 40, 0);
		break;
	case REGISTERS:
		capture(t, 40,
			(uint64_t)t->last.at << 33 |
				(uint64_t)t->last.value << 1 | 1);
		break;
	default:
		capture(t, 1, 0);
	}
}

static void capture_data(struct tap *t)
{
	const bool named = t->core ? t->instruction == IDCODE
				   : t->id && t->instruction == IDCODE;

	if (named)
		capture(t, 32, t->id);
	else if (t->core && t->instruction == SCAN_N)
		capture(t, 5, 0x10);
	else if (is_scan(t))
		capture_chain(t);
	else
		capture(t, 1, 0);
}

static void update_data(struct tap *t)
{
	if (t->core && t->instruction == SCAN_N) {
		t->chain = t->shift & 0x1F;
		return;
	}
	if (!is_scan(t))
		return;
	if (chain_of(t) == ITR) {
		t->held = (uint32_t)t->shift;
	} else if (t->chain == REGISTERS) {
		update_register(t);
	} else if (t->instruction == EXTEST && t->chain == STATUS) {
		t->core->debug.dscr = (uint32_t)t->shift & ARM11_DSCR_WRITTEN;
	} else if (t->instruction == EXTEST && t->chain == DTR) {
		t->core->debug.in = (uint32_t)t->shift;
		t->core->debug.in_full = true;
	}
}

/* Whoever comes there has the core do something, if it was told what. */
static void idle(struct tap *t)
{
	if (!t->core)
		return;
	if (t->instruction == HALT)
		arm11_halt(t->core, ARM11_BY_HALT);
	else if (t->instruction == RESTART)
		arm11_restart(t->core);
	else if (is_scan(t) && (chain_of(t) == ITR || chain_of(t) == DTR) &&
		 t->core->debug.on &&
		 (t->core->debug.dscr & ARM11_DSCR_EXECUTES))
		arm11_carry_out(t->core, t->held);
}

/* ---- the chain ----------------------------------------------------------- */

static void reset_one(struct tap *t)
{
	t->instruction = t->core ? IDCODE : t->id ? IDCODE : UINT32_MAX;
}

void tap_reset(struct tap_chain *c)
{
	c->state = RESET;
	for (unsigned i = 0; i < c->taps; i++)
		reset_one(&c->tap[i]);
}

bool tap_out(const struct tap_chain *c)
{
	return c->tap[0].shift & 1;
}

static void shift(struct tap_chain *c, bool in)
{
	for (unsigned i = c->taps; i--;) {
		struct tap *t = &c->tap[i];
		const bool out = t->shift & 1;

		t->shift = t->shift >> 1 | (uint64_t)in << (t->length - 1);
		in = out;
	}
}

static void arrive(struct tap *t, unsigned state)
{
	switch (state) {
	case RESET:
		reset_one(t);
		break;
	case IDLE:
		idle(t);
		break;
	case CAPTURE_DR:
		capture_data(t);
		break;
	case UPDATE_DR:
		update_data(t);
		break;
	case CAPTURE_IR:
		capture(t, t->bits, t->id ? 1 : 0);
		break;
	case UPDATE_IR:
		t->instruction = (uint32_t)t->shift;
		break;
	default:
		break;
	}
}

void tap_clock(struct tap_chain *c, bool mode, bool in)
{
	const unsigned was = c->state;

	if (was == SHIFT_DR || was == SHIFT_IR)
		shift(c, in);
	c->state = next[was][mode];
	if (c->state != was)
		for (unsigned i = 0; i < c->taps; i++)
			arrive(&c->tap[i], c->state);
}
