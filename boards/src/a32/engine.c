/* SPDX-License-Identifier: MIT */
/*
 * The Unicorn engine behind engine.h.  One hook before every instruction and
 * one before every access; the program counter is exact in both, because the
 * former covers every instruction.  What shaped this file:
 *
 * - One mapping of 4 GiB is made at the start.  The library checks virtual
 *   addresses against its map before it translates them, and it does not
 *   survive a mapping made from within a hook.
 * - It delivers no exception to the guest: undefined instructions and aborts
 *   arrive as hooks and are handed on as traps.
 * - A write of the pc from a hook leaves the translated block at once, before
 *   the instruction, and goes on from there.
 * - Reading a system register without storage ends the process, so only those
 *   named in the table below are touched, and only written.
 */
#include "boards/src/a32/engine_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* QEMU's numbers of the exceptions of the ARM architecture. */
enum {
	INTR_UNDEFINED = 1,
	INTR_SVC = 2,
	INTR_PREFETCH_ABORT = 3,
	INTR_DATA_ABORT = 4,
};

/* Odd, so that no instruction is ever there. */
static const uint64_t NOWHERE = 0xffffffff;

/* Rounds without an instruction before the engine is given up. */
enum { STUCK_AFTER = 64 };

enum { WORTHWHILE = 64, PATIENCE_MOST = 4096 };

/* No instruction's address. */
#define NOT_TOLD UINT32_MAX

/* "b .", twice: the same in either order. */
static const uint32_t THUMB_LOOPS = 0xe7fee7fe;

static void on_code(uc_engine *uc, uint64_t addr, uint32_t size, void *user)
{
	struct engine *e = user;

	e->idle = 0;
	if (e->stop || e->clearing) {
		uc_emu_stop(uc);
		return;
	}
	if (e->client.quick && e->left == 0) {
		e->over = true;
		uc_emu_stop(uc);
	} else {
		e->left--;
	}
	e->jumped = false;
	if (e->begun)
		e->begun = false;
	else
		e->client.insn(e->client.ctx, (uint32_t)addr, size);
	e->told = e->stop || e->jumped ? NOT_TOLD : (uint32_t)addr;
}

/*
 * Code has been translated, and is not yet carried out.  The library leaves its
 * checks for a stop out of instructions in an IT block (on a core without, too:
 * data may be taken for code), and of all that it translates in ARM state from
 * then on until it translates Thumb code without.
 * Such ARM code is forgotten before anything of it is carried out.
 */
static void on_translated(uc_engine *uc, uc_tb *now, uc_tb *before, void *user)
{
	struct engine *e = user;

	(void)before;
	if (engine_cpsr(e) & CPSR_T)
		e->blurred = true;
	else if (e->blurred)
		e->unfit =
			e->client.code(e->client.ctx, (uint32_t)now->pc & ~3u);
	if (!e->unfit)
		return;
	e->unfit_at = (uint32_t)now->pc;
	e->unfit_bytes = now->size;
	uc_emu_stop(uc);
}

static void on_memory(uc_engine *uc, uc_mem_type type, uint64_t addr, int size,
		      int64_t value, void *user)
{
	struct engine *e = user;

	(void)uc;
	e->client.access(e->client.ctx, (uint32_t)addr, (unsigned)size,
			 type == UC_MEM_WRITE, (uint64_t)value);
}

/* After a trap nobody wanted to handle the engine must not go on by itself. */
static void trap(struct engine *e, enum engine_trap what)
{
	if (e->stop) {
		uc_emu_stop(e->uc);
		return;
	}
	e->jumped = false;
	e->client.trap(e->client.ctx, what);
	if (!e->jumped)
		engine_stop(e);
}

static void on_interrupt(uc_engine *uc, uint32_t number, void *user)
{
	struct engine *e = user;

	(void)uc;
	switch (number) {
	case INTR_UNDEFINED:
		trap(e, ENGINE_UNDEFINED);
		break;
	case INTR_PREFETCH_ABORT:
		trap(e, ENGINE_PREFETCH_ABORT);
		break;
	case INTR_DATA_ABORT:
		trap(e, ENGINE_DATA_ABORT);
		break;
	case INTR_SVC: /* the machine takes those that it sees */
		snprintf(e->why, sizeof(e->why),
			 "the program overwrote code that was about to be "
			 "executed without CP15 c7 operations in between");
		trap(e, ENGINE_LOST);
		break;
	default:
		snprintf(e->why, sizeof(e->why),
			 "the engine raised exception %u, which is not known",
			 (unsigned)number);
		trap(e, ENGINE_LOST);
		break;
	}
}

static bool on_invalid(uc_engine *uc, void *user)
{
	(void)uc;
	trap(user, ENGINE_UNDEFINED);
	return true; /* ends the round; engine_run() starts the next one */
}

static bool add_hooks(struct engine *e)
{
	uc_hook h;

	/* Begin above end: everywhere. */
	return !uc_hook_add(e->uc, &h, UC_HOOK_CODE, (void *)on_code, e, 1,
			    0) &&
	       !uc_hook_add(e->uc, &h, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE,
			    (void *)on_memory, e, 1, 0) &&
	       !uc_hook_add(e->uc, &h, UC_HOOK_INTR, (void *)on_interrupt, e, 1,
			    0) &&
	       !uc_hook_add(e->uc, &h, UC_HOOK_INSN_INVALID, (void *)on_invalid,
			    e, 1, 0) &&
	       !uc_hook_add(e->uc, &h, UC_HOOK_EDGE_GENERATED,
			    (void *)on_translated, e, 1, 0);
}

/* A core with the Security Extensions starts in Secure state, where nothing is
 * in the way of CPSR.A and F; the library's is in the other, and asks SCR's AW
 * and FW.  A core without SCR refuses this. */
static void let_masks_change(struct engine *e)
{
	enum { FW = 1 << 4, AW = 1 << 5 };
	uc_arm_cp_reg scr = { .cp = 15, .crn = 1, .crm = 1 };

	if (uc_reg_read(e->uc, UC_ARM_REG_CP_REG, &scr))
		return;
	scr.val |= AW | FW;
	uc_reg_write(e->uc, UC_ARM_REG_CP_REG, &scr);
}

struct engine *engine_new(int model, void *memory,
			  const struct engine_client *client, struct error *err)
{
	struct engine *e;

	if (!engine_load(err))
		return NULL;
	e = calloc(1, sizeof(*e));
	if (!e) {
		error_set(err, "out of memory for the board's engine");
		return NULL;
	}
	e->client = *client;
	e->blurred = true; /* of the first code of all nobody is told */
	if (uc_open(UC_ARCH_ARM, UC_MODE_ARM, &e->uc) ||
	    uc_ctl_set_cpu_model(e->uc, model) ||
	    uc_mem_map_ptr(e->uc, 0, UINT64_C(1) << 32, UC_PROT_ALL, memory) ||
	    !add_hooks(e)) {
		error_set(err,
			  "cannot start the Unicorn engine (it needs about "
			  "1.2 GB of address space: see ulimit -v)");
		engine_free(e);
		return NULL;
	}
	let_masks_change(e);
	return e;
}

void engine_free(struct engine *e)
{
	if (!e)
		return;
	if (e->uc)
		uc_close(e->uc);
	free(e);
}

void engine_do_all(struct engine *e)
{
	e->client.quick = NULL;
}

/*
 * To go from one to the other costs as much as some hundred instructions: where
 * the quick way has not gone far, the library goes on for longer.
 */
static void be_patient(struct engine *e)
{
	if (e->state.carried_out > WORTHWHILE)
		e->patience = 1;
	else if (e->patience < PATIENCE_MOST)
		e->patience *= 2;
}

/* False: the library has to go on. */
static bool go_quickly(struct engine *e)
{
	e->state.carried_out = 0;
	if (!engine_hold(e)) {
		be_patient(e);
		return false;
	}
	e->begun = e->client.quick(e->client.ctx, &e->state, e->begun);
	engine_take_back(e);
	if (e->begun)
		be_patient(e);
	return !e->begun;
}

/*
 * Code that lacks its checks is forgotten, and a loop in Thumb state is
 * translated in its place, which ends the lack, and is stopped before it is
 * carried out.  A program can be at half a word in ARM state, too, and at the
 * last of memory: the whole word is put back.
 */
static void clear_up(struct engine *e)
{
	uint32_t was, pc = engine_reg(e, 15);

	if (engine_cpsr(e) & CPSR_T)
		pc |= 1;
	engine_forget(e, e->unfit_at, e->unfit_bytes);
	memcpy(&was, e->unfit, sizeof(was));
	memcpy(e->unfit, &THUMB_LOOPS, sizeof(was));
	e->clearing = true;
	uc_emu_start(e->uc, e->unfit_at | 1, NOWHERE, 0, 0);
	e->clearing = e->blurred = false;
	memcpy(e->unfit, &was, sizeof(was));
	engine_forget(e, e->unfit_at & ~3u, sizeof(was));
	e->unfit = NULL;
	engine_set_pc(e, pc);
}

/* One round of the library; false: it is over with the run. */
static bool go_on(struct engine *e)
{
	uc_err error;
	bool unfit;

	e->left = e->patience;
	e->within = true;
	error = uc_emu_start(e->uc, e->start, NOWHERE, 0, 0);
	e->within = false;
	unfit = e->unfit;
	if (unfit)
		clear_up(e);
	if (e->deferred) {
		e->deferred = false;
		engine_set_pc(e, e->start);
		return false;
	}
	/* An ended round has left the pc where it shall go on. */
	e->start = engine_reg(e, 15) | ((engine_cpsr(e) & CPSR_T) ? 1u : 0u);
	if (e->stop)
		return false;
	/* A round that ended for unfit code did nothing of the first. */
	if (!unfit)
		e->begun = e->over && (e->start & ~1u) == e->told;
	e->over = false;
	if (error || ++e->idle > STUCK_AFTER) {
		snprintf(e->why, sizeof(e->why), "the engine stopped: %s",
			 error ? uc_strerror(error) : "no instruction goes by");
		trap(e, ENGINE_LOST);
	}
	return true;
}

void engine_run(struct engine *e)
{
	e->stop = false;
	e->idle = 0;
	e->patience = 1;
	e->over = false;
	while (!e->stop && (go_quickly(e) || go_on(e)))
		;
}

void engine_stop(struct engine *e)
{
	e->stop = true;
	if (e->within)
		uc_emu_stop(e->uc);
}

const char *engine_why(const struct engine *e)
{
	return e->why;
}

void engine_jump(struct engine *e, uint32_t pc, bool thumb)
{
	uint32_t value = (pc & ~1u) | (thumb ? 1u : 0u);

	e->start = value;
	e->jumped = e->state.jumped = true;
	if (e->state.held) {
		e->state.pc = pc & ~1u;
		e->state.cpsr = (e->state.cpsr & ~(uint32_t)CPSR_T) |
				(thumb ? CPSR_T : 0);
		return;
	}
	engine_take_back(e);
	e->start = value;
	/* The library forgets a stop when the pc is written after it. */
	e->deferred = e->within && e->stop;
	if (!e->deferred)
		engine_set_pc(e, value);
}

void engine_system(struct engine *e, enum engine_system which, uint32_t value)
{
	static const struct {
		uint8_t crn, crm, opc2;
	} place[] = {
		[ENGINE_SCTLR] = { 1, 0, 0 },
		[ENGINE_TTBR0] = { 2, 0, 0 },
		[ENGINE_DACR] = { 3, 0, 0 },
	};
	uc_arm_cp_reg reg = { .cp = 15,
			      .crn = place[which].crn,
			      .crm = place[which].crm,
			      .opc2 = place[which].opc2,
			      .val = value };

	uc_reg_write(e->uc, UC_ARM_REG_CP_REG, &reg);
}

void engine_write(struct engine *e, uint32_t paddr, const void *from, size_t n)
{
	uc_mem_write(e->uc, paddr, from, n);
}

void engine_forget(struct engine *e, uint32_t vaddr, size_t n)
{
	uc_ctl_remove_cache(e->uc, vaddr, (uint64_t)vaddr + n);
}
