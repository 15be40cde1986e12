/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A64_ENGINE_H
#define BOARD_A64_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boards/src/engine/engine.h"

/*
 * The engine for AArch64, with the same contract as engine.h.  Addresses are
 * 32 bits wide: beyond 4 GiB the library has no memory, and says so by
 * ENGINE_BEYOND.
 */
enum a64_trap {
	A64_UNDEFINED,      /* pc is at the instruction */
	A64_PREFETCH_ABORT, /* pc is where no instruction could be had */
	A64_DATA_ABORT,     /* pc is at the instruction */
	A64_BEYOND,         /* a data access there: a64_engine_beyond() */
	A64_LOST,           /* a64_engine_why() tells */
};

/* A register of SIMD and floating point, low byte first. */
union a64_v {
	uint8_t b[16];
	uint16_t h[8];
	uint32_t s[4];
	uint64_t d[2];
};

/* As struct engine_state: registers that the engine has handed out. */
struct a64_state {
	uint64_t x[34]; /* 31: SP; 32: zero; 33: what nobody reads */
	uint64_t pc;
	uint32_t pstate;
	bool held;
	bool jumped;
	unsigned carried_out;
	/* Registers of a64_engine_vectors(), and a bit for each that was
	 * written. */
	bool vectors;
	uint32_t written;
	uint32_t fpcr, fpsr;
	union a64_v v[32];
};

struct a64_client {
	void *ctx;
	/* As engine_client's. */
	bool (*quick)(void *ctx, struct a64_state *state);
	void (*insn)(void *ctx, uint32_t addr);
	void (*access)(void *ctx, uint32_t vaddr, unsigned size, bool write,
		       uint64_t value);
	void (*trap)(void *ctx, enum a64_trap trap);
};

/* All that a load can change. */
struct a64_regs {
	uint64_t x[32]; /* 31: SP */
	uint8_t v[32][16];
};

struct a64_engine;

struct a64_engine *a64_engine_new(int model, void *memory,
				  const struct a64_client *client,
				  struct error *err);
void a64_engine_free(struct a64_engine *e);

/* As engine_do_all(). */
void a64_engine_do_all(struct a64_engine *e);
void a64_engine_run(struct a64_engine *e);
void a64_engine_stop(struct a64_engine *e);
const char *a64_engine_why(const struct a64_engine *e);

/* x0 to x30; 31 is the stack pointer in use. */
uint64_t a64_engine_reg(struct a64_engine *e, unsigned n);
void a64_engine_set_reg(struct a64_engine *e, unsigned n, uint64_t value);
/* Hands out the registers of SIMD and floating point, until the engine goes on.
 */
void a64_engine_vectors(struct a64_engine *e);
void a64_engine_save(struct a64_engine *e, struct a64_regs *to);
void a64_engine_restore(struct a64_engine *e, const struct a64_regs *from);
uint64_t a64_engine_pc(struct a64_engine *e);
void a64_engine_jump(struct a64_engine *e, uint32_t pc);
/* Exception level and stack pointer selection stay as they are in hardware
 * only; see exception.c. */
uint32_t a64_engine_pstate(struct a64_engine *e);
void a64_engine_set_pstate(struct a64_engine *e, uint32_t value);
/* The address to which the access of A64_BEYOND went. */
uint64_t a64_engine_beyond(const struct a64_engine *e, bool *write);

/*
 * A system register by its TALLY_SYS() number, as the library stores it: no
 * translation is forgotten.  Only those that are known to be there: for
 * others the library ends the process.
 */
uint64_t a64_engine_system(struct a64_engine *e, uint32_t reg);
void a64_engine_set_system(struct a64_engine *e, uint32_t reg, uint64_t value);

void a64_engine_write(struct a64_engine *e, uint32_t paddr, const void *from,
		      size_t n);
/*
 * Forget code translated from there.  Instructions must be allowed to be
 * fetched from `vaddr`.
 */
void a64_engine_forget(struct a64_engine *e, uint32_t vaddr, size_t n);

#endif
