/* SPDX-License-Identifier: MIT */
#ifndef BOARD_MACHINE_INNER_H
#define BOARD_MACHINE_INNER_H

#include "board/a32/cp15.h"
#include "board/a32/decode.h"
#include "board/a32/engine.h"
#include "board/a32/exception.h"
#include "board/a32/mmu.h"
#include "board/a32/tcm.h"
#include "board/device/devices.h"
#include "board/machine/machine.h"
#include "board/machine/semihost.h"

/*
 * The machine's inside, shared by its own files only: machine.c (life and
 * doors), monitors.c (those of the board), attention.c (when to stop), a32.c
 * and a64/, ppc/ (the architectures; the rest of this is of the 32-bit
 * one), start.c (what a boot loader leaves), step.c (one instruction after
 * another), access.c (loads and stores), special.c (what the machine carries
 * out itself), exception.c and cp15.c.
 */
enum {
	CPSR_T = 1 << 5,
	CPSR_F = 1 << 6,
	CPSR_I = 1 << 7,
	CPSR_A = 1 << 8,
	CPSR_MODE = 0x1f,
	CPSR_J = 1 << 24,
	MODE_USER = 0x10,
	MODE_SVC = 0x13,
};

/* A load or store that may not happen; found before the engine does it. */
struct abort {
	bool pending;
	bool write;
	uint8_t fault; /* enum mmu_fault */
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

struct machine;

/* Which of a machine's monitors it is, for who is told of its changes. */
struct monitor_place {
	struct machine *machine;
	uint8_t number;
};

/* The board's monitors, and their lines as the controller has them. */
struct machine_monitors {
	unsigned count;
	struct pmu *pmu[BOARD_MONITORS];
	struct monitor_place place[BOARD_MONITORS];
	bool line[BOARD_MONITORS], fast_line[BOARD_MONITORS];
};

/* What an architecture makes different, behind the doors of machine.c. */
struct machine_arch {
	/* Engine, decoder, translation; done() also after make() failed. */
	bool (*make)(struct machine *m, struct error *err);
	void (*done)(struct machine *m);
	/* Where RAM ends for programs: at what the boot loader keeps. */
	uint32_t (*ram_end)(const struct board_spec *spec);
	const char *behind_ram_end; /* what that is */
	/* Registers and memory as reset, and as a boot loader, leaves them. */
	void (*reset)(struct machine *m);
	void (*boot)(struct machine *m);
	void (*jump)(struct machine *m, uint32_t entry);
	/* After a fault: where the debugger finds the program. */
	void (*go_on_at)(struct machine *m, uint32_t pc);
	void (*run)(struct machine *m);
	void (*halt)(struct machine *m);
	/* The instruction in flight, or the last one where none is. */
	uint32_t (*at)(const struct machine *m);
	/* Bytes from there to the end of the page, and where they are; 0: no
	 * memory, or none that the privileged may have. */
	size_t (*part)(struct machine *m, uint32_t vaddr, bool write,
		       uint32_t *paddr);
	/* Where an engine has to be told; NULL: it need not. */
	void (*write)(struct machine *m, uint32_t paddr, const void *from,
		      size_t n);
	/* Registers that are not the monitor's. */
	enum tally_status (*reg_read)(struct machine *m,
				      const struct tally_reg *reg,
				      uint64_t *value);
	/* The same for writes, and what a monitor elsewhere counted; NULL:
	 * there are none. */
	enum tally_status (*reg_write)(struct machine *m,
				       const struct tally_reg *reg,
				       uint64_t value);
	bool (*book)(const struct machine *m, unsigned monitor,
		     struct machine_book *book);
	/* What came from a capture; NULL: there is no network. */
	struct board_frames (*frames)(const struct machine *m);
	/* Where no controller has the lines: takes them up; NULL. */
	void (*lines)(struct machine *m);
	void (*cpu)(struct machine *m, struct board_cpu *cpu);
	void (*set_cpu)(struct machine *m, const struct board_cpu *cpu);
};

extern const struct machine_arch a32_arch, a64_arch, ppc_arch;

struct machine {
	const struct board_spec *spec;
	const struct machine_arch *arch;
	struct a64 *a64; /* AArch64: what a64.h has */
	struct ppc *ppc; /* Power: what ppc.h has */
	struct machine_host host;
	struct board_options options;
	char *command_line;
	uint8_t *memory; /* 4 GiB by physical address */
	struct engine *engine;
	struct decoder *decoder;
	struct mmu *mmu;
	struct tcms tcms;
	struct cp15 cp15;
	struct devices devices;
	struct uarch *uarch;
	struct l2 *l2;       /* NULL: it has none */
	struct ahb *ahb;     /* NULL: the board has no simulated bus */
	struct ledger *book; /* what its monitor counts from */
	uint8_t *code;       /* a bit for each physical page: executed from */
	uint64_t debug_edge; /* DBGACK's next: cycle */
	bool debug;          /* as it is now */
	bool bus_line;       /* an interrupt line of the bus has moved */
	struct machine_monitors monitors;
	struct pmu *pmu; /* the core's own, NULL: it has none */
	struct semihost *semihost;
	const struct program *program;

	/* The instruction in flight. */
	const struct decoded *now; /* NULL: none */
	struct mapping fetch;
	bool passed;
	bool crossed; /* it had an access over the end of a page */
	unsigned accesses;
	struct access access[ACCESSES_MAX];
	struct abort abort;

	/* IT blocks of Thumb-2: see it_block.c. */
	uint8_t it;
	uint8_t return_it; /* what the exception return in flight brings */
	bool flags_kept;   /* the instruction in flight changes no flags */
	uint32_t flags;
	uint32_t return_paddr, return_word;

	/* Where instructions come from, as long as they stay in the page. */
	bool fetch_known;
	uint32_t fetch_vpage;
	struct mapping fetch_page;

	uint32_t state; /* mode, T, I, F and A bits of the CPSR as last seen */
	bool irq, fiq;  /* the lines into the core */

	/* What the program has said; `full`: more than it may. */
	struct {
		uint64_t said, looked_at;
		bool full;
	} console;

	uint64_t instructions;
	uint64_t attention; /* instruction count to look around at */
	uint64_t next_poll;
	uint64_t run_until; /* instruction count that ends the slice */

	uint32_t *breaks;
	unsigned break_count;
	bool step_over; /* the breakpoint at step_over_pc has been shown */
	uint32_t step_over_pc;
	uint32_t last; /* the newest instruction that is complete */

	struct board_stop *stop; /* not NULL: running */
	bool stopped;
};

static inline bool machine_privileged(const struct machine *m)
{
	return (m->state & CPSR_MODE) != MODE_USER;
}

/* machine.c: the run ends; `pc` is what the user is told. */
void machine_stop(struct machine *m, enum board_stop_reason reason,
		  uint32_t pc);
/* The same for BOARD_STOP_FAULT, with the reason in words. */
void machine_fault(struct machine *m, uint32_t pc, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* "0x000081a4 (crc32+0x1c)" */
const char *machine_where(const struct machine *m, uint32_t pc, char *to,
			  size_t room);
/* By virtual address with privileged rights; false: not all of it. */
bool machine_read_virtual(struct machine *m, uint32_t vaddr, void *to,
			  size_t n);
bool machine_write_virtual(struct machine *m, uint32_t vaddr, const void *from,
			   size_t n);
/* Takes up the interrupt lines after anything may have changed them. */
void machine_lines(struct machine *m);

/*
 * monitors.c: made after the ledgers are.  Taking up what those have gained
 * tells whether a line has moved, and the lines go to the controller.
 */
bool monitors_make(struct machine *m, const struct pmu_quirks *quirks);
void monitors_free(struct machine *m);
bool monitors_update(struct machine *m);
void monitors_lines(struct machine *m);
/* A write has changed one of them: what of that the program did is kept. */
void monitors_changed(struct machine *m, unsigned number,
		      const struct tally_reg *reg);
/* The same of the one in memory, which the caller has, by offset. */
void monitors_changed_at(struct machine *m, uint32_t offset);

/*
 * bus.c: the simulated bus, where the board has one.  Nothing of this is
 * called where it has not, but for the first three.
 */
bool bus_make(struct machine *m, struct error *err);
void bus_free(struct machine *m);
/* Its monitor learns whom it watches. */
void bus_monitor(struct machine *m);
/* The instruction in flight is fetched; false: it could not be. */
bool bus_fetch(struct machine *m);
/* One access, before the engine does it; `word`: see uarch_access(). */
enum mmu_fault bus_access(struct machine *m, const struct access *a,
			  bool privileged, uint32_t *word);
/* Between two instructions. */
void bus_boundary(struct machine *m);

/* step.c: there is no instruction at the address. */
void step_prefetch_abort(struct machine *m, uint32_t addr,
			 const struct mmu_page *page, enum mmu_fault fault);

/* attention.c: limits and the host's wishes; true if the run ends here. */
bool machine_look_around(struct machine *m, uint32_t addr);
/* Look around before the next instruction. */
void machine_attend(struct machine *m);
/*
 * Within an instruction that may never be over: true, and the run has ended at
 * that instruction, if the host wants it to.  What the instruction does from
 * then on does not matter.
 */
bool machine_give_up(struct machine *m);
bool machine_at_breakpoint(struct machine *m, uint32_t addr);

/* a32.c: mode, state and masks again from the engine. */
void machine_look(struct machine *m);
/* The system registers changed: translation, control of caches. */
void machine_control(struct machine *m);

/* forget.c: code translated from that physical memory. */
void machine_forget_code(struct machine *m, uint32_t paddr, uint32_t last);

/* start.c: registers and memory as reset, or as a boot loader, leaves them. */
void start_reset(struct machine *m);
void start_boot(struct machine *m);
/* Where the boot loader's page table lies, at the end of RAM. */
uint32_t start_table(const struct board_spec *spec);

/* step.c */
void step_insn(void *ctx, uint32_t addr, unsigned size);
void step_trap(void *ctx, enum engine_trap trap);
/* The instruction in flight is over. */
void step_retire(struct machine *m, uint32_t next, bool exception);

/* access.c */
void access_data(void *ctx, uint32_t vaddr, unsigned size, bool write,
		 uint64_t value);
/* The access of a PLD, which the engine does not tell of. */
void access_preload(struct machine *m);
/*
 * The engine aborts where we saw no reason: the tables were changed without
 * TLB maintenance, and we had an older translation.  True: now we see it too.
 */
bool access_recheck(struct machine *m);
/* The pending abort: undo, tell the guest. */
void access_deliver_abort(struct machine *m);
/*
 * A device is asked now, and its answer laid where the engine is about to
 * read.  Writes of less than a word are completed from what the register
 * reads as.  Its interrupt lines are still to be looked at.
 */
void access_device(struct machine *m, const struct place *place, uint32_t paddr,
		   unsigned size, bool write, uint64_t value);

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
