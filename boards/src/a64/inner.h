/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A64_INNER_H
#define BOARD_A64_INNER_H

#include "boards/src/a64/a64.h"
#include "boards/src/a64/decode.h"
#include "boards/src/a64/engine.h"
#include "boards/src/a64/mmu.h"
#include "boards/src/a64/quick.h"
#include "boards/src/block/block.h"
#include "boards/src/machine/inner.h"

/*
 * An AArch64 machine has this besides struct machine: a64.c (doors, start),
 * step.c (one instruction after another), access.c (loads and stores), quick*.c
 * (what the machine carries out at once), special.c (what the machine carries
 * out itself), sysreg.c (system registers), timer.c and exception.c.  It runs
 * in EL1, and in EL0 as far as el0.c has it: the engine is in EL1 always.
 */
enum {
	PSTATE_SP = 1 << 0, /* EL1h: the stack pointer of its own */
	PSTATE_F = 1 << 6,
	PSTATE_I = 1 << 7,
	PSTATE_DAIF = 0xf << 6,
	PSTATE_EL0T = 0,
	PSTATE_EL1T = 4,
	PSTATE_EL1H = 5,
	PSTATE_MODE = 0x1f,
};

static const uint32_t PSTATE_NZCV = 0xf0000000;

/* Exception classes of ESR_EL1 [DDI0487 D17.2.37]. */
enum a64_class {
	A64_EC_UNKNOWN = 0x00,
	A64_EC_WFI = 0x01,
	A64_EC_SIMD = 0x07, /* CPACR_EL1.FPEN traps it */
	A64_EC_SVC = 0x15,
	A64_EC_REGISTER = 0x18, /* MSR, MRS or SYS that EL0 may not use */
	A64_EC_INSTRUCTION_ABORT = 0x21,
	A64_EC_PC_ALIGNMENT = 0x22,
	A64_EC_DATA_ABORT = 0x25,
	A64_EC_BRK = 0x3c,
};

/* Offsets in a group of vectors. */
enum a64_vector { A64_SYNCHRONOUS = 0, A64_IRQ = 0x80, A64_FIQ = 0x100 };

/* A generic timer of the core. */
struct a64_timer {
	uint32_t control; /* ENABLE, IMASK */
	uint64_t compare;
};

enum { A64_PHYSICAL, A64_VIRTUAL, A64_TIMERS };

/* A load or store that may not happen; found before the engine does it. */
struct a64_abort {
	bool pending;
	bool write;
	bool as_user;   /* it asked with the rights of EL0 */
	bool maintains; /* an operation on a cache, which counts as a write */
	uint8_t status; /* fault status code */
	uint64_t vaddr;
	const struct place *place;
	/* To undo what the engine does regardless: registers and memory. */
	struct a64_regs regs;
	struct {
		uint32_t vaddr, paddr;
		unsigned size;
		uint8_t was[8];
	} memory[ACCESSES_MAX];
	unsigned memories;
};

/* The newest exclusive load: who has carried it out, and what it has read. */
struct a64_exclusive {
	enum { A64_NOBODY, A64_OWN, A64_ENGINE } by;
	uint64_t at, value;
};

/* Registers that the engine does not need, or must not have. */
struct a64_system {
	uint64_t elr, spsr, esr, far, vbar;
	uint64_t mdscr, cntkctl;
	uint64_t sctlr, tcr, ttbr0, mair; /* as the engine has them */
	uint64_t cpacr;
};

struct a64 {
	struct a64_engine *engine;
	struct a64_decoder *decoder;
	struct a64_mmu *mmu;
	struct a64_system system;
	struct a64_timer timer[A64_TIMERS];
	bool el0; /* where the engine is in EL1t */
	/* A bit for each physical page: the engine has carried out instructions
	 * from there. */
	uint8_t code[1 << 17];

	/* The instruction in flight; the rest of it is in struct machine. */
	const struct a64_insn *now;
	uint32_t parts_of;  /* the access over the end of a page whose parts */
	uint8_t parts_size; /* follow; size 0: none */
	struct a64_abort abort;
	struct a64_exclusive exclusive;
};

static inline struct a64 *a64_of(const struct machine *m)
{
	return m->own;
}

/* Of fetches, and of all accesses but those of LDTR and STTR. */
static inline bool a64_privileged(const struct machine *m)
{
	return !a64_of(m)->el0;
}

/* block/arch.c, quick.c: instructions in blocks, and by steps. */
extern const struct block_arch a64_block_arch;
extern const struct block_steps a64_block_steps;

/* a64.c: registers of control changed. */
void a64_control(struct machine *m);
/* Code translated from there, if any can be. */
void a64_forget_code(struct machine *m, uint32_t vaddr, size_t n);
/* Masks again from the engine. */
void a64_look(struct machine *m);

/* step.c */
void a64_step_insn(void *ctx, uint32_t addr);
void a64_step_trap(void *ctx, enum a64_trap trap);
/* The previous instruction's rest is done; false: something else is up. */
bool a64_step_complete(struct machine *m, uint32_t next);
/* The instruction in flight is over; `exception`: it was not completed. */
void a64_retire(struct machine *m, uint32_t next, bool exception);
void a64_jump(struct machine *m, uint32_t pc);

/* LDTR and STTR ask with EL0's rights [DDI0487 C3.2.5]. */
static inline bool a64_as_user(const struct machine *m)
{
	return a64_of(m)->now->as_user || !a64_privileged(m);
}

/* access.c */
void a64_access(void *ctx, uint32_t vaddr, unsigned size, bool write,
		uint64_t value);
/*
 * access_plain.c: an access of the instruction in flight may not happen, to a
 * page as it was found.
 */
void a64_begin_abort(struct machine *m, const struct a64_page *page,
		     unsigned status, uint64_t vaddr, bool write);
/*
 * As access_plain() and access_tell(); all of it below 4 GiB, in one page, and
 * aligned to `element` bytes if the instruction in flight has to be.
 */
uint8_t *a64_access_plain(struct machine *m, uint64_t vaddr, unsigned bytes,
			  unsigned element, bool write,
			  const struct a64_page **page);
void a64_access_tell(struct machine *m, const struct a64_page *page,
		     uint32_t vaddr, unsigned size, bool write);
/* DC ZVA: the whole of its line. */
void a64_access_zero(struct machine *m, uint64_t addr);
/*
 * An operation on a line of a cache needs a translation, DC IVAC the right to
 * write besides.  False: there is none, and an abort is pending.
 */
bool a64_access_maintain(struct machine *m, uint64_t vaddr, bool write,
			 struct mapping *map);
/* As access_recheck(). */
bool a64_access_recheck(struct machine *m);
void a64_deliver_abort(struct machine *m);

/* special.c */
void a64_special(struct machine *m);
/* The engine does not know the instruction in flight, or may not do it. */
void a64_undefined(struct machine *m);
/* The instruction in flight is not for EL0, which EL1 is told of. */
void a64_trapped(struct machine *m);
void a64_deliver_trapped(struct machine *m, const struct insn *insn);
/* An instruction that was retired is undefined. */
void a64_deliver_undefined(struct machine *m, const struct insn *insn);

/* True, and delivered: EL0 may not do what is in flight. */
bool a64_el0_refuses(struct machine *m);

/* sysreg.c: MRS and MSR; the instruction in flight. */
void a64_system_register(struct machine *m);
enum tally_status a64_system_peek(struct machine *m,
				  const struct tally_reg *reg, uint64_t *value);

/* el0.c: may EL0 do that?  The monitor's registers ask for themselves. */
enum a64_verdict { A64_ALLOWED, A64_TRAPPED, A64_REFUSED };
enum a64_verdict a64_el0_verdict(const struct machine *m,
				 const struct a64_insn *d);

/* timer.c: the registers of c14; false: none of them. */
bool a64_timer_read(struct machine *m, uint32_t reg, uint64_t *value);
bool a64_timer_write(struct machine *m, uint32_t reg, uint64_t value);
/* Takes up lines, of timers too. */
void a64_lines(struct machine *m);
/* Cycles until a timer asks; UINT64_MAX: none will. */
uint64_t a64_timer_wait(struct machine *m);

/*
 * exception.c: enters EL1's handler.  False if nothing is at the vector:
 * then nothing has changed.
 */
bool a64_exception(struct machine *m, enum a64_vector what, uint32_t back,
		   uint64_t syndrome);
/* ERET: false, and `why`, if the board cannot carry it out. */
bool a64_return(struct machine *m, const char **why);

/* CPACR_EL1.FPEN lets EL1 use SIMD and floating point: 1 and 3; EL0: 3. */
static inline bool a64_simd_allowed(const struct machine *m)
{
	const uint64_t fpen = a64_of(m)->system.cpacr >> 20 & 3;

	return a64_of(m)->el0 ? fpen == 3 : fpen & 1;
}

static inline uint64_t a64_syndrome(enum a64_class class, uint32_t iss)
{
	return (uint64_t) class << 26 | UINT64_C(1) << 25 | iss;
}

#endif
