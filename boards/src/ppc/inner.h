/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PPC_INNER_H
#define BOARD_PPC_INNER_H

#include "boards/src/block/block.h"
#include "boards/src/core/e500.h"
#include "boards/src/machine/inner.h"
#include "boards/src/ppc/core.h"
#include "boards/src/ppc/decode.h"
#include "boards/src/ppc/integer.h"
#include "boards/src/ppc/mmu.h"
#include "boards/src/ppc/ppc.h"
#include "boards/src/pq3/pq3.h"

/*
 * An e500 machine has this besides struct machine.  Its instructions are the
 * board's own to carry out: integer.c (all that touches registers only),
 * access.c (loads, stores, cache operations), special.c (what the machine has a
 * part in).  ppc.c is the doors and the start, step.c one instruction after
 * another, spr.c the special purpose registers, exception.c, timer.c, ccsr.c
 * the platform.
 */
enum {
	MSR_PMM = 1 << 2,
	MSR_DS = 1 << 4,
	MSR_IS = 1 << 5,
	MSR_DE = 1 << 9,
	MSR_UBLE = 1 << 10,
	MSR_ME = 1 << 12,
	MSR_PR = 1 << 14,
	MSR_EE = 1 << 15,
	MSR_CE = 1 << 17,
	MSR_WE = 1 << 18,
	MSR_SPE = 1 << 25,
	MSR_UCLE = 1 << 26,
};

/* The bits of the MSR that are there [REGBOOKE]. */
#define MSR_KEPT                                                               \
	(MSR_PMM | MSR_DS | MSR_IS | MSR_DE | MSR_UBLE | MSR_ME | MSR_PR |     \
	 MSR_EE | MSR_CE | MSR_WE | MSR_SPE | MSR_UCLE)

/* Numbers of the IVORs. */
enum ppc_vector {
	PPC_CRITICAL = 0,
	PPC_MACHINE_CHECK = 1,
	PPC_DATA_STORAGE = 2,
	PPC_INSN_STORAGE = 3,
	PPC_EXTERNAL = 4,
	PPC_ALIGNMENT = 5,
	PPC_PROGRAM = 6,
	PPC_SYSTEM_CALL = 8,
	PPC_DECREMENTER = 10,
	PPC_FIXED_INTERVAL = 11,
	PPC_WATCHDOG = 12,
	PPC_DATA_TLB = 13,
	PPC_INSN_TLB = 14,
	PPC_DEBUG = 15,
	PPC_SPE_UNAVAILABLE = 32,
	PPC_SPE_DATA = 33,
	PPC_SPE_ROUND = 34,
	PPC_MONITOR = 35,
	PPC_VECTORS = 36
};

enum {
	ESR_PIL = 1 << 27, /* illegal instruction */
	ESR_PPR = 1 << 26, /* privileged instruction */
	ESR_PTR = 1 << 25, /* trap */
	ESR_ST = 1 << 23,  /* by a store */
	ESR_SPE = 1 << 7,
	TSR_DIS = 1 << 27,
	TSR_FIS = 1 << 26,
	TCR_DIE = 1 << 26,
	TCR_ARE = 1 << 22,
	HID0_TBEN = 1 << 14,
	L1CSR_E = 1 << 0,  /* the cache is on */
	L1CSR_FI = 1 << 1, /* invalidates all of it */
	BUCSR_BPEN = 1 << 0,
	BUCSR_BBFI = 1 << 9,
	MCSR_FETCH = 1 << 7, /* BUS_IAERR, RAERR, WAERR: nobody answered */
	MCSR_READ = 1 << 6,
	MCSR_WRITE = 1 << 5,
};

/* Special purpose registers that are more than storage. */
struct ppc_system {
	uint32_t srr0, srr1, csrr0, csrr1, mcsrr0, mcsrr1;
	uint32_t esr, dear, mcsr, mcar, ivpr;
	uint32_t ivor[PPC_VECTORS];
	uint32_t sprg[8], usprg0;
	uint32_t tcr, tsr, decar;
	uint32_t hid0, hid1, l1csr0, l1csr1, bucsr;
	uint32_t bbear, bbtar, spefscr;
	uint32_t dbcr[3], dbsr, iac[2], dac[2];
};

/* Ticks are counted while HID0[TBEN] is set. */
struct ppc_timer {
	bool runs;
	uint64_t ticks;     /* while it does not; else those it has lost */
	uint64_t tb_offset; /* time base less ticks */
	uint64_t dec_zero;  /* tick at which the decrementer reaches 0 */
	bool dec_runs;
};

/* The OpenPIC of a PowerQUICC III; see pic.c. */
enum { PIC_EXTERNAL = 12, PIC_INTERNAL = 32, PIC_IPIS = 4 };
enum { PIC_SOURCES = PIC_EXTERNAL + PIC_INTERNAL + PIC_IPIS };

struct ppc_pic {
	uint32_t vpr[PIC_SOURCES], dr[PIC_SOURCES];
	bool level[PIC_SOURCES];   /* the line */
	bool pending[PIC_SOURCES]; /* of an edge, or an IPI */
	bool active[PIC_SOURCES];
	uint8_t serving[16]; /* stack of sources */
	unsigned depth;
	uint32_t gcr, ctpr, svr;
	uint32_t taken; /* acknowledged since the ledger was told */
};

struct ppc_uart {
	uint8_t ier, lcr, mcr, scr, dll, dlh;
};

enum { PPC_UARTS = 2 };

struct ppc {
	struct ppc_regs regs;
	struct ppc_system system;
	struct ppc_timer timer;
	struct ppc_mmu *mmu;
	const struct ppc_page *pages; /* its */
	struct ppc_decoder *decoder;
	const struct ppc_insn *decoded; /* its */
	struct pq3 *pq3;
	struct pmu_event *events; /* of the device monitor */
	unsigned event_count;
	struct ppc_pic pic;
	struct ppc_uart uart[PPC_UARTS];

	bool asking; /* some interrupt may be taken now */
	bool external, critical;

	bool reserved; /* by lwarx */
	uint32_t reservation;

	struct uarch_newest newest;

	/* The instruction in flight; the rest of it is in struct machine. */
	const struct ppc_insn *now;
};

static inline struct ppc *ppc_of(const struct machine *m)
{
	return m->own;
}

static inline uint64_t ppc_cycles(const struct machine *m)
{
	return uarch_ledger(m->uarch)->n[LEDGER_CYCLES];
}

/* The program, or somebody else, has written to memory there. */
static inline void ppc_written(struct machine *m, uint32_t paddr, unsigned size)
{
	if (m->blocks)
		blocks_written(m->blocks, paddr, size);
}

/* An instruction has retired: the monitor learns of what took long, with a
 * ledger that is exact. */
void ppc_took(struct machine *m, const struct uarch_duration *took,
	      unsigned count);
static inline void ppc_over(struct machine *m)
{
	const struct uarch_duration *took;
	unsigned count;

	took = uarch_durations(m->uarch, &count);
	if (count)
		ppc_took(m, took, count);
	ppc_of(m)->now = NULL;
}

/* ppc.c: MSR, or what the caches hang on, changed. */
void ppc_set_msr(struct machine *m, uint32_t msr);
void ppc_control(struct machine *m);

/* step.c: the instruction in flight is over. */
void ppc_retire(struct machine *m, uint32_t next, bool exception);
void ppc_run(struct machine *m);
/* For blocks. */
extern const struct block_steps ppc_block_steps;
/* block/arch.c */
extern const struct block_arch ppc_block_arch;

/* access.c */
enum ppc_result {
	PPC_DONE,  /* go on behind it */
	PPC_TAKEN, /* it ended in an exception or a fault, and is retired */
	PPC_NOT_MINE,
};
enum ppc_result ppc_access(struct machine *m, const struct ppc_insn *d);

/* transfer.c: a load or store in plain memory; false: it is not, or its page
 * has to be looked up, and nothing is done. */
bool ppc_transfer(struct machine *m, const struct ppc_insn *d);

/* special.c */
enum ppc_result ppc_special(struct machine *m, const struct ppc_insn *d);
/* A program interrupt with the syndrome by the instruction in flight. */
void ppc_program(struct machine *m, uint32_t syndrome);

/* spr.c; false: there is no such register, or not that way. */
bool ppc_spr_read(struct machine *m, unsigned number, uint32_t *value);
bool ppc_spr_write(struct machine *m, unsigned number, uint32_t value);

/* exception.c */
/* Enters the handler: false if nothing is at the vector, or the core may not;
 * then nothing has changed.  `back`: where it returns to. */
bool ppc_exception(struct machine *m, enum ppc_vector what, uint32_t back);
/* Takes the interrupt that is most urgent; false: none may be taken. */
bool ppc_interrupt(struct machine *m, uint32_t addr);
void ppc_return(struct machine *m, uint32_t to, uint32_t msr);

/* timer.c */
/* HID0[TBEN] starts and stops both. */
void ppc_run_timers(struct machine *m, bool run);
uint64_t ppc_time_base(const struct machine *m);
void ppc_set_time_base(struct machine *m, uint64_t value);
uint32_t ppc_decrementer(const struct machine *m);
void ppc_set_decrementer(struct machine *m, uint32_t value);
/* The cycle at which the decrementer asks. */
uint64_t ppc_timer_due(const struct machine *m);
/* Takes up what has come: timers, platform, all lines. */
void ppc_lines(struct machine *m);

/* ccsr.c: the platform behind CCSRBAR. */
bool ppc_platform_new(struct machine *m, struct error *err);
void ppc_platform_free(struct ppc *p);
bool ppc_monitor_ledger(const struct machine *m, unsigned monitor,
			struct monitor_ledger *ledger);
uint64_t ppc_ccsr_read(struct machine *m, uint32_t paddr, unsigned size);
void ppc_ccsr_write(struct machine *m, uint32_t paddr, unsigned size,
		    uint32_t value);

/* pic.c */
void ppc_pic_reset(struct ppc_pic *p);
uint32_t ppc_pic_read(struct machine *m, uint32_t offset);
void ppc_pic_write(struct machine *m, uint32_t offset, uint32_t value);
void ppc_pic_set(struct ppc_pic *p, unsigned internal, bool level);
/* The core's inputs as they are now. */
void ppc_pic_lines(const struct ppc_pic *p, bool *external, bool *critical);
void ppc_pic_input(const struct ppc_pic *p, unsigned internal,
		   struct input *to);
/* Does a source ask, and is one in service? */
bool ppc_pic_waiting(const struct ppc_pic *p);

#endif
