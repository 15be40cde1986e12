/* SPDX-License-Identifier: MIT */
/*
 * The Unicorn engine's AArch64 behind engine.h.  Beside what a32/engine.c
 * says of the library:
 *
 * - It starts in EL1h, with EL3 and EL2 there but never entered.  They have to
 *   say that EL1 is AArch64 (SCR_EL3.RW, HCR_EL2.RW): otherwise it walks page
 *   tables in the 32-bit format.
 * - Undefined instructions arrive as interrupts, with the pc at them.
 * - An access beyond its memory is told before translation, and ends the
 *   round.
 */
#include "boards/src/a64/engine.h"

#include <stdio.h>
#include <stdlib.h>

#include <tally/reg.h>

#include "boards/src/engine/unicorn.h"

/* QEMU's numbers of the exceptions. */
enum {
	INTR_UNDEFINED = 1,
	INTR_PREFETCH_ABORT = 3,
	INTR_DATA_ABORT = 4,
};

static const uint32_t HCR_EL2 = TALLY_SYS(3, 4, 1, 1, 0);
static const uint32_t SCR_EL3 = TALLY_SYS(3, 6, 1, 1, 0);
static const uint64_t HCR_RW = UINT64_C(1) << 31;
static const uint64_t SCR_RW_NS = 0x401;

/* Odd, so that no instruction is ever there. */
static const uint64_t NOWHERE = UINT64_MAX;

/* Rounds without an instruction before the engine is given up. */
enum { STUCK_AFTER = 64 };

enum { WORTHWHILE = 64, PATIENCE_MOST = 4096, MODE = 0x1f };

struct a64_engine {
	uc_engine *uc;
	struct a64_client client;
	uint64_t start;
	uint64_t beyond;
	bool beyond_write;
	bool within; /* the library is running */
	bool stop;
	bool jumped;
	bool deferred; /* a jump after the stop: `start` is still to be set */
	unsigned idle; /* rounds of the library without an instruction */
	struct a64_state state;
	uint32_t had;      /* the PSTATE that was handed out ... */
	uint32_t had_fpsr; /* ... and FPSR */
	bool begun;        /* the client knows of the instruction at the pc */
	unsigned left;     /* instructions of this round */
	unsigned patience; /* so many it is to have, at least */
	char why[160];
};

static void on_code(uc_engine *uc, uint64_t addr, uint32_t size, void *user)
{
	struct a64_engine *e = user;

	(void)size;
	e->idle = 0;
	if (e->stop || (e->client.quick && e->left == 0)) {
		uc_emu_stop(uc);
		return;
	}
	e->left--;
	if (e->begun)
		e->begun = false;
	else
		e->client.insn(e->client.ctx, (uint32_t)addr);
}

static void on_memory(uc_engine *uc, uc_mem_type type, uint64_t addr, int size,
		      int64_t value, void *user)
{
	struct a64_engine *e = user;

	(void)uc;
	if (addr <= UINT32_MAX) /* others come as unmapped, too */
		e->client.access(e->client.ctx, (uint32_t)addr, (unsigned)size,
				 type == UC_MEM_WRITE, (uint64_t)value);
}

static bool on_unmapped(uc_engine *uc, uc_mem_type type, uint64_t addr,
			int size, int64_t value, void *user)
{
	struct a64_engine *e = user;

	(void)uc;
	(void)size;
	(void)value;
	e->beyond = addr;
	e->beyond_write = type == UC_MEM_WRITE_UNMAPPED;
	return false;
}

/* After a trap nobody wanted to handle the engine must not go on by itself. */
static void trap(struct a64_engine *e, enum a64_trap what)
{
	if (e->stop) {
		uc_emu_stop(e->uc);
		return;
	}
	e->jumped = false;
	e->client.trap(e->client.ctx, what);
	if (!e->jumped)
		a64_engine_stop(e);
}

static void on_interrupt(uc_engine *uc, uint32_t number, void *user)
{
	struct a64_engine *e = user;

	(void)uc;
	switch (number) {
	case INTR_UNDEFINED:
		trap(e, A64_UNDEFINED);
		break;
	case INTR_PREFETCH_ABORT:
		trap(e, A64_PREFETCH_ABORT);
		break;
	case INTR_DATA_ABORT:
		trap(e, A64_DATA_ABORT);
		break;
	default: /* SVC and BRK: the machine takes those that it sees */
		snprintf(e->why, sizeof(e->why),
			 "the engine raised exception %u: the program "
			 "overwrote code that was about to be executed",
			 (unsigned)number);
		trap(e, A64_LOST);
		break;
	}
}

static bool add_hooks(struct a64_engine *e)
{
	uc_hook h;

	/* Begin above end: everywhere. */
	return !uc_hook_add(e->uc, &h, UC_HOOK_CODE, (void *)on_code, e, 1,
			    0) &&
	       !uc_hook_add(e->uc, &h, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE,
			    (void *)on_memory, e, 1, 0) &&
	       !uc_hook_add(e->uc, &h,
			    UC_HOOK_MEM_READ_UNMAPPED |
				    UC_HOOK_MEM_WRITE_UNMAPPED,
			    (void *)on_unmapped, e, 1, 0) &&
	       !uc_hook_add(e->uc, &h, UC_HOOK_INTR, (void *)on_interrupt, e, 1,
			    0);
}

struct a64_engine *a64_engine_new(int model, void *memory,
				  const struct a64_client *client,
				  struct error *err)
{
	struct a64_engine *e;

	if (!engine_load(err))
		return NULL;
	e = calloc(1, sizeof(*e));
	if (!e) {
		error_set(err, "out of memory for the board's engine");
		return NULL;
	}
	e->client = *client;
	if (uc_open(UC_ARCH_ARM64, UC_MODE_ARM, &e->uc) ||
	    uc_ctl_set_cpu_model(e->uc, model) ||
	    uc_mem_map_ptr(e->uc, 0, UINT64_C(1) << 32, UC_PROT_ALL, memory) ||
	    !add_hooks(e)) {
		error_set(err,
			  "cannot start the Unicorn engine (it needs about "
			  "1.2 GB of address space: see ulimit -v)");
		a64_engine_free(e);
		return NULL;
	}
	a64_engine_set_system(e, HCR_EL2, HCR_RW);
	a64_engine_set_system(e, SCR_EL3, SCR_RW_NS);
	return e;
}

void a64_engine_free(struct a64_engine *e)
{
	if (!e)
		return;
	if (e->uc)
		uc_close(e->uc);
	free(e);
}

static void set_pc(struct a64_engine *e, uint64_t value)
{
	uc_reg_write(e->uc, UC_ARM64_REG_PC, &value);
}

/* The machine learns why a round ended; false: nothing to go on with. */
static bool ended(struct a64_engine *e, uc_err error)
{
	if (error == UC_ERR_READ_UNMAPPED || error == UC_ERR_WRITE_UNMAPPED) {
		trap(e, A64_BEYOND);
		return true;
	}
	if (error == UC_ERR_FETCH_UNMAPPED) {
		trap(e, A64_PREFETCH_ABORT);
		return true;
	}
	if (!error && ++e->idle <= STUCK_AFTER)
		return true;
	snprintf(e->why, sizeof(e->why), "the engine stopped: %s",
		 error ? uc_strerror(error) : "no instruction goes by");
	trap(e, A64_LOST);
	return false;
}

void a64_engine_do_all(struct a64_engine *e)
{
	e->client.quick = NULL;
}

static void hold(struct a64_engine *e)
{
	for (unsigned n = 0; n < 32; n++)
		e->state.x[n] = a64_engine_reg(e, n);
	e->state.x[32] = 0;
	e->state.pc = e->start;
	e->state.pstate = e->had = a64_engine_pstate(e);
	e->state.held = true;
}

static void take_back(struct a64_engine *e)
{
	if (!e->state.held)
		return;
	e->state.held = false;
	for (unsigned n = 0; n < 32; n++)
		a64_engine_set_reg(e, n, e->state.x[n]);
	if (e->state.pstate != e->had)
		a64_engine_set_pstate(e, e->state.pstate);
	e->start = e->state.pc;
	set_pc(e, e->start);
}

static void take_vectors_back(struct a64_engine *e)
{
	struct a64_state *s = &e->state;

	if (!s->vectors)
		return;
	s->vectors = false;
	for (uint32_t left = s->written; left; left &= left - 1) {
		const int n = __builtin_ctz(left);

		uc_reg_write(e->uc, UC_ARM64_REG_Q0 + n, &s->v[n]);
	}
	if (s->fpsr != e->had_fpsr)
		uc_reg_write(e->uc, UC_ARM64_REG_FPSR, &s->fpsr);
}

/* As in a32/engine.c: to go from one to the other is dear. */
static void be_patient(struct a64_engine *e)
{
	if (e->state.carried_out > WORTHWHILE)
		e->patience = 1;
	else if (e->patience < PATIENCE_MOST)
		e->patience *= 2;
}

/* False: the library has to go on. */
static bool go_quickly(struct a64_engine *e)
{
	if (!e->client.quick)
		return false;
	hold(e);
	e->begun = e->client.quick(e->client.ctx, &e->state);
	take_back(e);
	if (e->begun)
		be_patient(e);
	return !e->begun;
}

/* One round of the library; false: it is over with the run. */
static bool go_on(struct a64_engine *e)
{
	uc_err error;

	take_vectors_back(e);
	e->left = e->patience;
	e->within = true;
	error = uc_emu_start(e->uc, e->start, NOWHERE, 0, 0);
	e->within = false;
	if (!e->deferred) {
		e->start = a64_engine_pc(e);
		if (!e->stop && ended(e, error))
			return true;
	}
	if (e->deferred) {
		e->deferred = false;
		set_pc(e, e->start);
	}
	return false;
}

void a64_engine_run(struct a64_engine *e)
{
	e->stop = false;
	e->idle = 0;
	e->patience = 1;
	while (!e->stop && (go_quickly(e) || go_on(e)))
		;
}

void a64_engine_stop(struct a64_engine *e)
{
	e->stop = true;
	if (e->within)
		uc_emu_stop(e->uc);
}

const char *a64_engine_why(const struct a64_engine *e)
{
	return e->why;
}

static int reg_id(unsigned n)
{
	return n < 29    ? UC_ARM64_REG_X0 + (int)n
	       : n == 29 ? UC_ARM64_REG_X29
	       : n == 30 ? UC_ARM64_REG_X30
			 : UC_ARM64_REG_SP;
}

uint64_t a64_engine_reg(struct a64_engine *e, unsigned n)
{
	uint64_t value = 0;

	if (e->state.held)
		return e->state.x[n];
	uc_reg_read(e->uc, reg_id(n), &value);
	return value;
}

void a64_engine_set_reg(struct a64_engine *e, unsigned n, uint64_t value)
{
	if (e->state.held)
		e->state.x[n] = value;
	else
		uc_reg_write(e->uc, reg_id(n), &value);
}

void a64_engine_vectors(struct a64_engine *e)
{
	struct a64_state *s = &e->state;

	if (s->vectors)
		return;
	for (unsigned n = 0; n < 32; n++)
		uc_reg_read(e->uc, UC_ARM64_REG_Q0 + (int)n, &s->v[n]);
	uc_reg_read(e->uc, UC_ARM64_REG_FPCR, &s->fpcr);
	uc_reg_read(e->uc, UC_ARM64_REG_FPSR, &s->fpsr);
	e->had_fpsr = s->fpsr;
	s->written = 0;
	s->vectors = true;
}

void a64_engine_save(struct a64_engine *e, struct a64_regs *to)
{
	take_vectors_back(e);
	for (unsigned n = 0; n < 32; n++) {
		to->x[n] = a64_engine_reg(e, n);
		uc_reg_read(e->uc, UC_ARM64_REG_Q0 + (int)n, to->v[n]);
	}
}

void a64_engine_restore(struct a64_engine *e, const struct a64_regs *from)
{
	take_vectors_back(e);
	for (unsigned n = 0; n < 32; n++) {
		a64_engine_set_reg(e, n, from->x[n]);
		uc_reg_write(e->uc, UC_ARM64_REG_Q0 + (int)n, from->v[n]);
	}
}

uint64_t a64_engine_pc(struct a64_engine *e)
{
	uint64_t value = 0;

	if (e->state.held)
		return e->state.pc;
	uc_reg_read(e->uc, UC_ARM64_REG_PC, &value);
	return value;
}

void a64_engine_jump(struct a64_engine *e, uint32_t pc)
{
	e->start = pc;
	e->jumped = e->state.jumped = true;
	if (e->state.held) {
		e->state.pc = pc;
		return;
	}
	/* The library forgets a stop when the pc is written after it. */
	e->deferred = e->within && e->stop;
	if (!e->deferred)
		set_pc(e, pc);
}

uint32_t a64_engine_pstate(struct a64_engine *e)
{
	uint32_t value = 0;

	if (e->state.held)
		return e->state.pstate;
	uc_reg_read(e->uc, UC_ARM64_REG_PSTATE, &value);
	return value;
}

void a64_engine_set_pstate(struct a64_engine *e, uint32_t value)
{
	if (e->state.held && !((value ^ e->state.pstate) & MODE)) {
		e->state.pstate = value;
		return;
	}
	take_back(e);
	uc_reg_write(e->uc, UC_ARM64_REG_PSTATE, &value);
}

uint64_t a64_engine_beyond(const struct a64_engine *e, bool *write)
{
	*write = e->beyond_write;
	return e->beyond;
}

static uc_arm64_cp_reg place(uint32_t reg)
{
	return (uc_arm64_cp_reg){ .op0 = reg >> 14 & 3,
				  .op1 = reg >> 11 & 7,
				  .crn = reg >> 7 & 15,
				  .crm = reg >> 3 & 15,
				  .op2 = reg & 7 };
}

uint64_t a64_engine_system(struct a64_engine *e, uint32_t reg)
{
	uc_arm64_cp_reg at = place(reg);

	uc_reg_read(e->uc, UC_ARM64_REG_CP_REG, &at);
	return at.val;
}

void a64_engine_set_system(struct a64_engine *e, uint32_t reg, uint64_t value)
{
	uc_arm64_cp_reg at = place(reg);

	at.val = value;
	uc_reg_write(e->uc, UC_ARM64_REG_CP_REG, &at);
}

void a64_engine_forget(struct a64_engine *e, uint32_t vaddr, size_t n)
{
	uc_ctl_remove_cache(e->uc, vaddr, (uint64_t)vaddr + n);
}

void a64_engine_write(struct a64_engine *e, uint32_t paddr, const void *from,
		      size_t n)
{
	uc_mem_write(e->uc, paddr, from, n);
}
