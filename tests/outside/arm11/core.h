/* SPDX-License-Identifier: MIT */
#ifndef ARM11_CORE_H
#define ARM11_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * An ARM11 that carries out ARM code (no Thumb, no MMU, no caches) of ARMv6's
 * integer part, an instruction a cycle, with the monitor of [DDI0301H 3.2.51]
 * and the debug unit of chapter 13: breakpoints, debug state, and the DTR.
 */
enum { ARM11_BREAKS = 6, ARM11_BANKS = 7 };

/* Memory from 0 on, which several cores may share. */
struct arm11_memory {
	uint8_t *bytes;
	uint32_t size;
};

struct arm11_core {
	struct arm11_memory *memory;
	uint32_t main_id;
	uint32_t r[16]; /* of the mode; r15: the next instruction */
	uint32_t cpsr, spsr[ARM11_BANKS];
	uint32_t banked[ARM11_BANKS][2]; /* sp and lr */
	uint32_t usual[5], fast[5];      /* r8 to r12, and those of FIQ mode */
	uint32_t control;                /* c1: nothing here depends on it */
	uint32_t pmnc, ccnt, pmn[2];
	uint64_t cycles; /* all that it ran */
	struct {
		bool on;          /* in debug state */
		uint32_t dscr;    /* what is written of DSCR */
		unsigned why;     /* as DSCR's bits 5:2 */
		bool aborted;     /* an access, in debug state */
		uint32_t in, out; /* rDTR and wDTR */
		bool in_full, out_full;
		uint32_t value[ARM11_BREAKS], control[ARM11_BREAKS];
	} debug;
};

/* DSCR, and its method of entry. */
enum {
	ARM11_DSCR_ABORTED = 1 << 6,
	ARM11_DSCR_EXECUTES = 1 << 13,
	ARM11_DSCR_WRITTEN = 0x1F << 11,
	ARM11_DSCR_OUT_FULL = 1 << 29,
	ARM11_DSCR_IN_FULL = 1 << 30,
};
enum { ARM11_BY_HALT = 0, ARM11_BY_BREAK = 1, ARM11_BY_BKPT = 3 };

/* Runs on for so many cycles, or into debug state. */
void arm11_run(struct arm11_core *c, uint64_t cycles);
/* One instruction in debug state, by the debugger. */
void arm11_carry_out(struct arm11_core *c, uint32_t word);
void arm11_halt(struct arm11_core *c, unsigned why);
void arm11_restart(struct arm11_core *c);
uint32_t arm11_dscr(const struct arm11_core *c);

/* False: there is no memory. */
bool arm11_load(const struct arm11_core *c, uint32_t addr, unsigned bytes,
		uint32_t *value);
bool arm11_store(const struct arm11_core *c, uint32_t addr, unsigned bytes,
		 uint32_t value);

/* core.c and the other sources of instructions call these of each other. */
void arm11_set_cpsr(struct arm11_core *c, uint32_t value, uint32_t mask);
void arm11_abort(struct arm11_core *c);
void arm11_undefined(struct arm11_core *c);
uint32_t *arm11_spsr(struct arm11_core *c);
/* MRC, MCR, LDC and STC of coprocessors 14 and 15; false: undefined. */
bool arm11_coprocessor(struct arm11_core *c, uint32_t word);
/* Loads and stores; false: none of these. */
bool arm11_memory_access(struct arm11_core *c, uint32_t word);

#endif
