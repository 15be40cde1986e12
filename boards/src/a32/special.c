/* SPDX-License-Identifier: MIT */
/*
 * The machine carries these out itself: coprocessors 14 and 15, calls to the
 * supervisor and to the host, breakpoints, hints.
 *
 * An access to the monitor is first made to count, like any instruction, and
 * then carried out.  So the write that switches counting on is not counted,
 * the one that switches it off is, and a counter read sees everything up to
 * and including the read.
 */
#include "boards/src/a32/inner.h"

enum {
	POLL_ROUNDS = 1 << 20, /* of a wait; then the host is asked */
	FSR_DEBUG = 2,         /* fault status of a BKPT without a debugger */
};

/* Longest wait: a cycle counter of 32 bits that counts every 64th cycle. */
static const uint64_t FOR_EVER = UINT64_C(1) << 39;
/* On a simulated bus, where others may end it: chosen, about a second. */
static const uint64_t BUS_FOR_EVER = UINT64_C(1) << 26, BUS_STEP = 8;

static unsigned bits(uint32_t word, unsigned lsb, unsigned width)
{
	return word >> lsb & ((1u << width) - 1);
}

/*
 * After the instruction was retired.  `it` is the ITSTATE that it was under;
 * the link is behind its first halfword if it is Thumb-2 [DDI0406B B1.6.5].
 */
static void undefined(struct machine *m, const struct insn *insn, uint8_t it)
{
	char where[160];

	a32_of(m)->it = it;
	if (!exception_enter(m, EXCEPTION_UNDEFINED,
			     insn->addr + (insn->thumb ? 2 : 4)))
		machine_fault(
			m, insn->addr, "undefined instruction 0x%0*x at %s",
			insn->size * 2, (unsigned)insn->word,
			machine_where(m, insn->addr, where, sizeof(where)));
}

void special_undefined(struct machine *m)
{
	struct insn insn = a32_of(m)->now->insn;
	uint8_t it = a32_of(m)->it;

	it_undo_return(m);
	step_retire(m, insn.addr + insn.size, true);
	undefined(m, &insn, it);
}

/* So long surely nothing happens; UINT64_MAX: nothing ever will. */
static uint64_t quiet(const struct machine *m, uint64_t waited)
{
	if (m->spec->ahb) /* a device on the bus may end the wait */
		return waited < BUS_FOR_EVER ? BUS_STEP : UINT64_MAX;
	return m->pmu ? pmu_cycles_left(m->pmu) : UINT64_MAX;
}

/* Cycles go by until an interrupt is pending, masked or not. */
static void wait_for_interrupt(struct machine *m, const struct insn *insn)
{
	uint64_t waited = 0;
	char where[160];

	machine_lines(m);
	for (unsigned rounds = 1; !m->irq && !m->fiq; rounds++) {
		uint64_t step = quiet(m, waited);

		if (step == UINT64_MAX || waited > FOR_EVER) {
			machine_fault(m, insn->addr,
				      "waits for ever: no interrupt %s the "
				      "wait at %s",
				      m->spec->ahb
					      ? "on the bus has ended"
					      : "is enabled that could end",
				      machine_where(m, insn->addr, where,
						    sizeof(where)));
			return;
		}
		machine_wait(m, step);
		waited += step;
		(void)monitors_update(m);
		machine_lines(m);
		if (rounds % POLL_ROUNDS == 0 && machine_give_up(m))
			return;
	}
}

/* An MRC to r15 sets the flags instead. */
static void deliver_value(struct machine *m, unsigned rd, uint32_t value)
{
	if (rd == 15) {
		uint32_t cpsr = engine_cpsr(a32_of(m)->engine);

		engine_set_cpsr(a32_of(m)->engine,
				(cpsr & 0x0fffffff) | (value & 0xf0000000));
	} else {
		engine_set_reg(a32_of(m)->engine, rd, value);
	}
}

static enum cp15_result to_monitor(struct machine *m,
				   const struct tally_reg *reg, bool read,
				   uint32_t *value)
{
	bool privileged = machine_privileged(m);
	uint64_t wide = *value;
	enum pmu_access done = PMU_NONE;

	if (!m->pmu)
		return CP15_REFUSED;
	if (read)
		done = pmu_read(m->pmu, reg, privileged, &wide);
	else
		done = pmu_write(m->pmu, reg, privileged, wide);
	if (done == PMU_DONE && !read && pmu_is_event(m->pmu, reg))
		uarch_note(m->uarch, LEDGER_SW_INCR);
	*value = (uint32_t)wide;
	if (done == PMU_UNDEFINED)
		return CP15_UNDEFINED;
	return done == PMU_DONE ? CP15_DONE : CP15_REFUSED;
}

/* Reading tells whether a user may, and changes nothing. */
static bool kept_from_users(struct machine *m, const struct tally_reg *reg)
{
	uint64_t probe;

	return m->pmu && pmu_read(m->pmu, reg, false, &probe) == PMU_UNDEFINED;
}

/* An operation on a cache that cannot be: the guest has its abort. */
static bool aborts(struct machine *m, const struct tally_reg *reg,
		   uint32_t value)
{
	bool fetch;

	return reg->space == TALLY_CP15 && machine_privileged(m) &&
	       cp15_translates(m, reg->addr, &fetch) &&
	       !access_maintain(m, value, fetch);
}

static void coprocessor(struct machine *m, const struct insn *insn)
{
	uint32_t w = insn->word;
	struct tally_reg reg = {
		.addr = TALLY_CP(bits(w, 21, 3), bits(w, 16, 4), bits(w, 0, 4),
				 bits(w, 5, 3)),
		.space = bits(w, 8, 4) == 14 ? TALLY_CP14 : TALLY_CP15,
		.bits = 32,
	};
	bool read = w & 1u << 20, privileged = machine_privileged(m);
	bool move = (w & 0x0f000010) == 0x0e000010 && w >> 28 != 15;
	unsigned rd = bits(w, 12, 4);
	uint32_t value = rd == 15 ? 0 : engine_reg(a32_of(m)->engine, rd);
	enum cp15_result result = CP15_UNDEFINED;
	const char *why = "";
	uint8_t it = a32_of(m)->it;
	char where[160];

	if (move && !read && aborts(m, &reg, value))
		return;
	step_retire(m, insn->addr + insn->size,
		    !move || (!privileged && kept_from_users(m, &reg)));
	if (move)
		result = to_monitor(m, &reg, read, &value);
	if (result == CP15_REFUSED) { /* not a register of the monitor */
		if (reg.space == TALLY_CP14)
			result = read ? cp14_read(m, reg.addr, privileged,
						  &value)
				      : CP15_UNDEFINED;
		else if (read)
			result = cp15_read(m, reg.addr, privileged, &value);
		else
			result = cp15_write(m, reg.addr, privileged, value,
					    &why);
	}
	if (result == CP15_UNDEFINED) {
		undefined(m, insn, it);
		return;
	}
	if (result == CP15_REFUSED) {
		machine_fault(
			m, insn->addr, "%s: at %s", why,
			machine_where(m, insn->addr, where, sizeof(where)));
		return;
	}
	if (read)
		deliver_value(m, rd, value);
	machine_lines(m);
	if (result != CP15_SHARED)
		engine_jump(a32_of(m)->engine, insn->addr + insn->size,
			    insn->thumb);
	if (result == CP15_WAIT)
		wait_for_interrupt(m, insn);
}

static void host_call(struct machine *m, const struct insn *insn)
{
	uint32_t next = insn->addr + insn->size;
	uint64_t r0 = engine_reg(a32_of(m)->engine, 0);
	const char *why = "";
	char where[160];
	int status = 0;

	step_retire(m, next, false);
	switch (semihost_call(m->semihost, (uint32_t)r0,
			      engine_reg(a32_of(m)->engine, 1), &r0, &status,
			      &why)) {
	case SEMIHOST_CONTINUE:
		engine_set_reg(a32_of(m)->engine, 0, (uint32_t)r0);
		engine_jump(a32_of(m)->engine, next, insn->thumb);
		break;
	case SEMIHOST_EXIT:
		machine_stop(m, TARGET_STOP_EXIT, insn->addr);
		engine_jump(a32_of(m)->engine, next, insn->thumb);
		m->stop->status = status;
		break;
	case SEMIHOST_FAULT:
	default:
		machine_fault(
			m, insn->addr, "semihosting: %s, called at %s", why,
			machine_where(m, insn->addr, where, sizeof(where)));
		break;
	}
}

static void supervisor_call(struct machine *m, const struct insn *insn)
{
	uint32_t number =
		insn->thumb ? insn->word & 0xff : insn->word & 0xffffff;
	uint32_t next = insn->addr + insn->size;
	char where[160];

	if (insn->flow == FLOW_HOST_CALL) {
		host_call(m, insn);
		return;
	}
	step_retire(m, next, true);
	if (!exception_enter(m, EXCEPTION_SVC, next))
		machine_fault(
			m, insn->addr,
			"SVC 0x%x at %s, but no handler is at its "
			"vector",
			(unsigned)number,
			machine_where(m, insn->addr, where, sizeof(where)));
}

static void breakpoint(struct machine *m, const struct insn *insn)
{
	char where[160];
	uint8_t it = a32_of(m)->it;

	step_retire(m, insn->addr + insn->size, true);
	a32_of(m)->it = it;
	if (!a32_core_of(m->spec)->ifsr)
		a32_of(m)->cp15.dfsr = FSR_DEBUG;
	else
		a32_of(m)->cp15.ifsr = FSR_DEBUG;
	if (!exception_enter(m, EXCEPTION_PREFETCH_ABORT, insn->addr + 4))
		machine_fault(
			m, insn->addr,
			"BKPT at %s, but no handler is at the vector "
			"of prefetch aborts",
			machine_where(m, insn->addr, where, sizeof(where)));
}

void special_execute(struct machine *m)
{
	struct insn insn = a32_of(m)->now->insn;

	switch ((enum decode_special)a32_of(m)->now->special) {
	case SPECIAL_COPROCESSOR:
		coprocessor(m, &insn);
		break;
	case SPECIAL_SVC:
		supervisor_call(m, &insn);
		break;
	case SPECIAL_BREAKPOINT:
		breakpoint(m, &insn);
		break;
	case SPECIAL_IT:
	case SPECIAL_HINT:
		step_retire(m, insn.addr + insn.size, false);
		engine_jump(a32_of(m)->engine, insn.addr + insn.size,
			    insn.thumb);
		break;
	case SPECIAL_WAIT:
		step_retire(m, insn.addr + insn.size, false);
		engine_jump(a32_of(m)->engine, insn.addr + insn.size,
			    insn.thumb);
		wait_for_interrupt(m, &insn);
		break;
	case SPECIAL_UNDEFINED:
		special_undefined(m);
		break;
	case SPECIAL_NONE:
	default:
		break;
	}
}
