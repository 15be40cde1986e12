/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_UARCH_H
#define BOARD_CORE_UARCH_H

#include "boards/src/board.h"
#include "boards/src/core/insn.h"
#include "boards/src/ledger/ledger.h"

/*
 * The part of a core that programs do not see but monitors do: caches, TLBs,
 * branch prediction, buffers, stalls.  It is told of every instruction after
 * the fact, in program order, and keeps the ledger.  It knows neither the
 * engine that executed the instruction nor the monitor that reads the ledger.
 */

/* A request to the second level has these attributes of the memory. */
struct outer {
	bool cacheable;
	bool write_through;
	bool write_allocate;
};

/* A place's address and attributes, as the page tables have them. */
struct mapping {
	uint32_t paddr;
	uint32_t page_bits; /* log2 of the page, 12 to 24, or region, to 32 */
	bool cacheable;
	bool bufferable;
	bool write_through;
	bool strongly_ordered;
	bool mini;           /* XScale: goes to the mini data cache */
	bool write_allocate; /* XScale: a store that misses fills a line */
	bool tcm;            /* ARM11: in tightly coupled memory */
	bool itcm;           /* and that is the instruction TCM */
	struct outer outer;  /* ARMv6 */
	struct outer walk;   /* ARMv6: of the page walk's own reads */
	uint8_t tables;      /* how many descriptors say so: 0 to 2 ... */
	uint32_t table[2];   /* ... and where they are; [1] 0: only one */
	bool guarded;        /* e500 */
	bool variable_size;  /* e500: from the TLB of pages of all sizes */
};

struct access {
	uint32_t vaddr;
	uint8_t size; /* bytes: 1 to 8; 64 by DC ZVA, 32 by dcbz */
	bool write;
	struct mapping map;
};

enum { ACCESSES_MAX = 40 }; /* LDM of 16 words, each split at most once */

/* Power: cache operations by address, whose access moves no data. */
enum uarch_operation {
	OPERATION_NONE,
	OPERATION_TOUCH, /* dcbt */
	OPERATION_TOUCH_STORE,
	OPERATION_ZERO,  /* dcbz, dcba */
	OPERATION_STORE, /* dcbst */
	OPERATION_FLUSH, /* dcbf */
	OPERATION_INVALIDATE,
	OPERATION_ICBI,
	OPERATION_SYNC, /* no address */
};

/* One executed instruction. */
struct retired {
	const struct insn *insn;
	const struct mapping *fetch; /* of insn->addr */
	bool passed;    /* its condition held: a branch was taken */
	bool exception; /* it ended in an exception (abort, SVC, undefined) */
	uint32_t next;  /* where the program went; an interrupt's or
			   exception's own jump is not shown here */
	uint8_t accesses;
	uint8_t element;   /* AArch64, Power: bytes to which its address is
			      aligned */
	uint8_t operation; /* Power: enum uarch_operation */
	const struct access *access;
};

/*
 * Cycles for which an instruction waited for another one: its result, a unit it
 * keeps, its room in a buffer.  Whoever wants to know takes them after each
 * instruction and sets `count` to 0; nobody's are kept.  Of blocks they are
 * told by walks: timing.h.
 */
enum { UARCH_WAITS = 48 };
struct uarch_waits {
	unsigned count;
	struct uarch_wait {
		uint32_t maker; /* the address of the one that is waited for */
		uint32_t cycles;
		enum cause cause;
	} wait[UARCH_WAITS];
};

/*
 * Cycles of the newest instruction on its way through a core that has a
 * schedule: see struct board_trace_row.  Whoever wants to know takes them after
 * each instruction and sets `known` to false; other cores leave it so.
 */
struct uarch_passage {
	bool known;
	uint64_t dispatched, issued, done, retired;
};

/* CP15 c7 and c8 operations, as far as they matter to the model. */
enum maintenance {
	MAINTAIN_I_INVALIDATE_ALL,
	MAINTAIN_I_INVALIDATE_LINE,
	MAINTAIN_D_INVALIDATE_ALL,
	MAINTAIN_D_INVALIDATE_LINE,
	MAINTAIN_D_CLEAN_ALL,
	MAINTAIN_D_CLEAN_LINE,
	MAINTAIN_D_CLEAN_INVALIDATE_ALL,
	MAINTAIN_D_CLEAN_INVALIDATE_LINE,
	MAINTAIN_D_ALLOCATE_LINE, /* XScale */
	MAINTAIN_PREDICTOR_FLUSH,
	MAINTAIN_PREFETCH_FLUSH,
	MAINTAIN_DRAIN_WRITE_BUFFER,
	MAINTAIN_ITLB_INVALIDATE_ALL,
	MAINTAIN_DTLB_INVALIDATE_ALL,
	MAINTAIN_TLB_INVALIDATE_ALL,
	MAINTAIN_ITLB_INVALIDATE_ENTRY,
	MAINTAIN_DTLB_INVALIDATE_ENTRY,
	MAINTAIN_TLB_INVALIDATE_ENTRY,
};

/* The control registers switch these on. */
struct uarch_control {
	bool mmu;
	bool icache;
	bool dcache;
	bool branch_prediction; /* SCTLR.Z */
	bool static_prediction; /* ARM11: ACTLR, each under Z */
	bool dynamic_prediction;
	bool return_stack;
	bool round_robin; /* ARM926: SCTLR.RR, how caches choose */
	bool no_prefetch; /* ARM926: c15, no instructions ahead of time */
};

struct ahb;
struct l2;
struct layout;
struct uarch;
/* A kind of core; its family's header names it. */
struct uarch_ops;

/*
 * NULL only when out of memory.  Caches empty, everything switched off.  With
 * `flat` nothing stalls at all, and only uarch_idle() adds cycles of its own.
 * The bus is an ARM926's, whose time is the core's; NULL: there is none.
 */
struct uarch *uarch_new(const struct uarch_ops *ops,
			const struct board_options *o, struct ahb *bus);
void uarch_free(struct uarch *u);

/* From here on the model sees all addresses as the layout has them, which
 * stays the caller's.  Instructions have to go one by one.  False: no memory.
 */
bool uarch_lay_out(struct uarch *u, struct layout *layout);

void uarch_set_control(struct uarch *u, const struct uarch_control *c);
void uarch_retire(struct uarch *u, const struct retired *r);
/* A short way for most instructions of most cores; false: it is none. */
bool uarch_retire_quickly(struct uarch *u, const struct retired *r);
struct uarch_waits *uarch_waits(struct uarch *u);
struct uarch_passage *uarch_passage(struct uarch *u);

/*
 * A core on a simulated bus is told earlier, since there things happen when
 * others can see them, and since the bus may answer with an error: before an
 * instruction, and before each of its accesses.  uarch_retire() does the rest.
 */
enum uarch_bus {
	UARCH_BUS_OK,
	UARCH_BUS_ERROR,
	UARCH_BUS_WALK_ERROR, /* reading the page table */
};
enum uarch_bus uarch_begin(struct uarch *u, const struct insn *insn,
			   const struct mapping *fetch, bool passed,
			   bool privileged);
/*
 * `value` is what a store brings to registers that are on the bus, with what
 * the same instruction stores behind it (room for UARCH_VALUES), and what a
 * load gets from there.
 */
enum { UARCH_VALUES = 8 };
enum uarch_bus uarch_access(struct uarch *u, const struct insn *insn,
			    const struct access *a, bool privileged,
			    uint32_t *value);
/* The MMU looked, but there is no translation or no permission. */
void uarch_refused(struct uarch *u, uint32_t vaddr, const struct mapping *map,
		   bool fetch);
/* `map` says where a line operation's address leads; ignored by *_ALL. */
void uarch_maintain(struct uarch *u, enum maintenance what, uint32_t vaddr,
		    const struct mapping *map);
/* An exception was entered: pipeline refill. */
void uarch_exception(struct uarch *u);
/* A happening that only the machine sees: a write of certain registers, an
 * exception. */
void uarch_note(struct uarch *u, enum ledger_item item);
/* Wait for interrupt: `cycles` go by with nothing done. */
void uarch_idle(struct uarch *u, uint64_t cycles);
/* ARM11, Cortex-A9: this controller stands between the core and memory. */
void uarch_attach_l2(struct uarch *u, struct l2 *controller);
/* Inject a signal (enum board_signal) that is high for the first `high` of
 * every `period` cycles; 0: off. */
void uarch_etmextout(struct uarch *u, unsigned signal, uint64_t period,
		     uint64_t high);

/* From here on interrupts are masked like that: CPSR bits I and F. */
void uarch_masks(struct uarch *u, bool irq_disabled, bool fiq_disabled);
/* Every `every`-th access of the memory finds an error; 0: none does.  ARM11
 * only: on others nothing happens. */
void uarch_inject_error(struct uarch *u, enum board_ram ram, uint64_t every);

const struct ledger *uarch_ledger(const struct uarch *u);

#endif
