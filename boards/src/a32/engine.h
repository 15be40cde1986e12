/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_ENGINE_H
#define BOARD_A32_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boards/src/engine/engine.h"

/*
 * An engine executes the guest's instructions.  Everything that knows the
 * Unicorn library is behind this interface, so that another engine can take its
 * place.  It gives semantics only: exceptions, coprocessors, devices and
 * interrupts are the machine's.
 */
/* The engine cannot carry these out by itself. */
enum engine_trap {
	ENGINE_UNDEFINED,      /* pc is at the instruction */
	ENGINE_PREFETCH_ABORT, /* pc is where no instruction could be had */
	ENGINE_DATA_ABORT,     /* pc is at the instruction */
	ENGINE_LOST,           /* the engine gave up; engine_why() tells */
};

/*
 * Called from within engine_run().  `insn` and `trap` may change registers,
 * jump and stop; after a jump or a stop the instruction is not executed.
 * `access` comes before the access and may not do any of that.
 */
/*
 * The registers of the current mode, while the engine has handed them out: all
 * of the functions below know them.  They fall back to the engine as soon as
 * others are asked for (SPSR, another mode).
 */
struct engine_state {
	uint32_t r[16]; /* r[15] is nobody's */
	uint32_t pc;
	uint32_t cpsr; /* Thumb state, too */
	bool held;
	bool jumped;          /* by engine_jump(); who holds them clears it */
	unsigned carried_out; /* by who holds them */
};

struct engine_client {
	void *ctx;
	/*
	 * Goes on from state->pc without the engine as long as
	 * it can; `begun`: `insn` was called for the first.  True: the engine
	 * shall carry out the instruction at the pc, without calling `insn`
	 * again.  NULL: the engine does it all.
	 */
	bool (*quick)(void *ctx, struct engine_state *state, bool begun);
	void (*insn)(void *ctx, uint32_t addr, unsigned size);
	void (*access)(void *ctx, uint32_t vaddr, unsigned size, bool write,
		       uint64_t value);
	void (*trap)(void *ctx, enum engine_trap trap);
	/* The place of an instruction's word in memory; NULL: it has none. */
	uint8_t *(*code)(void *ctx, uint32_t vaddr);
};

/* The engine's own copy of what its address translation needs. */
enum engine_system {
	ENGINE_SCTLR,
	ENGINE_TTBR0,
	ENGINE_DACR,
};

struct engine;

/* `model` is the library's number of a processor; `memory`: 4 GiB, indexed by
 * physical address. */
struct engine *engine_new(int model, void *memory,
			  const struct engine_client *client,
			  struct error *err);
void engine_free(struct engine *e);

/* From now on without `quick`, as tests compare it with. */
void engine_do_all(struct engine *e);
/* From the current pc until engine_stop(). */
void engine_run(struct engine *e);
void engine_stop(struct engine *e);
const char *engine_why(const struct engine *e);

/* r0 to r14 as the current mode sees them; 15 is the pc (read only). */
uint32_t engine_reg(struct engine *e, unsigned n);
void engine_set_reg(struct engine *e, unsigned n, uint32_t value);
void engine_regs(struct engine *e, uint32_t regs[16]);
void engine_set_regs(struct engine *e, const uint32_t regs[15]);
uint32_t engine_cpsr(struct engine *e);
void engine_set_cpsr(struct engine *e, uint32_t value);
uint32_t engine_spsr(struct engine *e);
void engine_set_spsr(struct engine *e, uint32_t value);
void engine_jump(struct engine *e, uint32_t pc, bool thumb);

/*
 * Only before the first instruction: the engine would keep translations that
 * it has made.  Later changes, and TLB maintenance, it has to execute itself.
 */
void engine_system(struct engine *e, enum engine_system which, uint32_t value);
/* Into physical memory; code that was translated from there stays. */
void engine_write(struct engine *e, uint32_t paddr, const void *from, size_t n);
/*
 * Forget code translated from the physical memory behind `vaddr`, and from
 * `n` bytes on.  Instructions must be allowed to be fetched from `vaddr`.
 */
void engine_forget(struct engine *e, uint32_t vaddr, size_t n);

#endif
