/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_INNER_H
#define BOARD_A32_INNER_H

#include "boards/src/a32/a32.h"
#include "boards/src/a32/core.h"
#include "boards/src/a32/cp15.h"
#include "boards/src/a32/decode/decode.h"
#include "boards/src/a32/engine.h"
#include "boards/src/a32/exception.h"
#include "boards/src/a32/mmu.h"
#include "boards/src/a32/quick.h"
#include "boards/src/a32/tcm.h"
#include "boards/src/block/block.h"
#include "boards/src/machine/inner.h"

/*
 * A 32-bit ARM machine has this besides struct machine: a32.c (doors), start.c
 * (what a boot loader leaves), step.c (one instruction after another), access.c
 * (loads and stores), quick*.c and thumb/ (what the machine carries out at
 * once), special.c (what the machine carries out itself), it_block.c, forget.c,
 * exception.c, cp15.c, and ahb_port.c (a simulated bus).
 */
enum {
	CPSR_T = 1 << 5,
	CPSR_F = 1 << 6,
	CPSR_I = 1 << 7,
	CPSR_A = 1 << 8,
	CPSR_E = 1 << 9,
	CPSR_MODE = 0x1f,
	CPSR_J = 1 << 24,
	MODE_USER = 0x10,
	MODE_SVC = 0x13,
};

/* A load or store that may not happen; found before the engine does it. */
struct abort {
	bool pending;
	bool write;
	bool maintains; /* an operation on a cache, which counts as a write */
	uint8_t fault;  /* enum mmu_fault */
	uint32_t vaddr;
	uint32_t paddr; /* MMU_EXTERNAL */
	uint32_t status;
	const struct place *place;
	/* To undo what the engine does regardless: registers and memory. */
	uint32_t regs[16];
	uint32_t cpsr;
	struct {
		uint32_t paddr;
		unsigned size;
		uint8_t was[8];
	} memory[ACCESSES_MAX];
	unsigned memories;
};

struct a32 {
	struct engine *engine;
	struct decoder *decoder;
	struct mmu *mmu;
	struct tcms tcms;
	struct cp15 cp15;
	/* A bit for each physical page: the engine has carried out instructions
	 * from there. */
	uint8_t code[1 << 17];

	/* ahb_port.c, where the board has a simulated bus: */
	struct ahb *ahb;       /* NULL: it has none */
	struct ledger *ledger; /* what the bus's monitor counts from */
	uint64_t debug_edge;   /* DBGACK's next: cycle */
	bool debug;            /* as it is now */
	bool port_moved;       /* an interrupt line of the bus has moved */

	/* The instruction in flight; the rest of it is in struct machine. */
	const struct decoded *now; /* NULL: none */
	bool crossed;              /* it had an access over the end of a page */
	struct abort abort;

	/* IT blocks of Thumb-2: see it_block.c. */
	uint8_t it;
	uint8_t return_it; /* what the exception return in flight brings */
	bool flags_kept;   /* the instruction in flight changes no flags */
	uint32_t flags;
	uint32_t return_paddr, return_word;
};

static inline struct a32 *a32_of(const struct machine *m)
{
	return m->own;
}

/*
 * Is the core on a simulated bus?  Then its model is told of fetches and
 * accesses before they happen, and the bus may refuse them.
 */
static inline bool a32_on_bus(const struct machine *m)
{
	return a32_of(m)->ahb;
}

/* The machine is in Thumb state or not, as the registers say. */
static inline void machine_see_state(struct machine *m,
				     const struct engine_state *s)
{
	m->state ^= (m->state ^ s->cpsr) & CPSR_T;
}

/* block/arch.c, quick.c: instructions in blocks, and by steps. */
extern const struct block_arch a32_block_arch;
extern const struct block_steps a32_block_steps;

static inline bool machine_privileged(const struct machine *m)
{
	return (m->state & CPSR_MODE) != MODE_USER;
}

/*
 * ahb_port.c: the core's side of the simulated bus, where the board has one.
 * Nothing else of this is called where it has none.
 */
bool port_make(struct machine *m, struct error *err);
void port_free(struct machine *m);
/* Its monitor learns whom it watches. */
void port_monitor(struct machine *m);
/* The instruction in flight is fetched; false: it could not be. */
bool port_fetch(struct machine *m);
/* One access, before the engine does it; `word`: see uarch_access(). */
enum mmu_fault port_access(struct machine *m, const struct access *a,
			   bool privileged, uint32_t *word);
/* Between two instructions. */
void port_boundary(struct machine *m);

/* step.c: there is no instruction at the address, or only half of one: `at` is
 * what cannot be fetched, of that page. */
void step_prefetch_abort(struct machine *m, uint32_t addr, uint32_t at,
			 const struct mmu_page *page, enum mmu_fault fault);

/* a32.c: mode, state and masks again from the engine. */
void machine_look(struct machine *m);
/* security.c: tells the monitor whether events may be counted in this mode. */
void a32_permit(struct machine *m);
/* The system registers changed: translation, control of caches. */
void machine_control(struct machine *m);

/* forget.c: code translated from that physical memory. */
void machine_forget_code(struct machine *m, uint32_t paddr, uint32_t last);

/* start.c: registers and memory as reset, or as a boot loader, leaves them. */
void start_reset(struct machine *m);
void start_boot(struct machine *m);
/* The address of the boot loader's page table, at the end of RAM. */
uint32_t start_table(const struct board_spec *spec);

/* step.c */
void step_insn(void *ctx, uint32_t addr, unsigned size);
void step_trap(void *ctx, enum engine_trap trap);
/* The previous instruction's rest is done; false: something else is up. */
bool step_complete(struct machine *m, uint32_t next);
/* The instruction in flight is over. */
void step_retire(struct machine *m, uint32_t next, bool exception);

/* access.c */
void access_data(void *ctx, uint32_t vaddr, unsigned size, bool write,
		 uint64_t value);
/*
 * For who carries out loads and stores without the engine: where that many
 * bytes are, if all of them are plain memory that the instruction in flight may
 * use, and not the engine's to write.  NULL: they are not.  Each access is told
 * before it is done.
 */
uint8_t *access_plain(struct machine *m, uint32_t vaddr, unsigned bytes,
		      bool write, const struct mmu_page **page);
void access_tell(struct machine *m, const struct mmu_page *page, uint32_t vaddr,
		 unsigned size, bool write, uint32_t value);
/* The access of a PLD, which the engine does not tell of. */
void access_preload(struct machine *m);
/*
 * The engine aborts where we saw no reason: the tables were changed without
 * TLB maintenance, and we had an older translation.  True: now we see it too.
 */
bool access_recheck(struct machine *m);
/*
 * An operation on a line of a cache needs a translation, and no rights; false:
 * there is none, and the guest has its data abort [DDI0211K 6.10].
 */
bool access_maintain(struct machine *m, uint32_t vaddr, bool fetch);
/* The pending abort: undo, tell the guest. */
void access_deliver_abort(struct machine *m);
/* it_block.c: the CPSR with this ITSTATE, and the ITSTATE of a CPSR. */
uint32_t it_to_cpsr(uint32_t cpsr, uint8_t it);
uint8_t it_from_cpsr(uint32_t cpsr);
/* An exception return is about to be carried out by the engine ... */
void it_prepare_return(struct machine *m);
/* ... but was not: a data abort. */
void it_undo_return(struct machine *m);
/* The instruction in flight is over. */
void it_advance(struct machine *m);
/* Around an instruction that would set flags outside of a block. */
void it_keep_flags(struct machine *m);
void it_restore_flags(struct machine *m);

/* special.c: carries out m->now, whose condition holds. */
void special_execute(struct machine *m);
/* The engine does not know the instruction in flight. */
void special_undefined(struct machine *m);

#endif
