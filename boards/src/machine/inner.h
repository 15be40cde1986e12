/* SPDX-License-Identifier: MIT */
#ifndef BOARD_MACHINE_INNER_H
#define BOARD_MACHINE_INNER_H

#include "boards/src/device/devices.h"
#include "boards/src/machine/arch.h"
#include "boards/src/machine/observer.h"
#include "boards/src/machine/semihost.h"

/*
 * Every machine has this, for the files of this room and for the architectures
 * (a32/, a64/, ppc/): machine.c has life and doors, monitors.c the board's
 * monitors, places.c its memory map, attention.c says when to stop.
 */
/* Which of a machine's monitors it is, for who is told of its changes. */
struct monitor_place {
	struct machine *machine;
	uint8_t number;
};

/* The board's monitors, and their lines as the controller has them. */
struct machine_monitors {
	unsigned count;
	struct pmu *pmu[TARGET_MONITORS];
	struct monitor_place place[TARGET_MONITORS];
	bool line[TARGET_MONITORS], fast_line[TARGET_MONITORS];
	uint64_t due; /* they are looked at from this instruction on */
	/* As they stood when the machine was made, for further instances. */
	struct pmu *spare[TARGET_MONITORS];
	struct pmu *other[BOARD_INSTANCES - 1][TARGET_MONITORS];
	unsigned others;
	unsigned chosen; /* whom the debugger means; 0: the program's own */
};

struct blocks; /* boards/src/block/block.h */

/* The windows that the machine opens and closes: window.c. */
struct machine_window;

struct machine_windows {
	struct machine_window *list[BOARD_WINDOWS];
	unsigned count;
	unsigned own; /* of those: without what is called */
};

/* A sampler is told of overflows: watch.c. */
struct machine_watch {
	machine_overflow *tell; /* NULL: nobody does */
	void *ctx;
	bool observes; /* the machine, for that alone */
};

/* A debugger wants to know of these accesses: watchpoint.c. */
struct machine_watchpoints {
	struct board_watchpoint list[BOARD_WATCHPOINTS];
	unsigned count;
};

struct machine {
	const struct board_spec *spec;
	const struct machine_arch *arch;
	void *own; /* the architecture's state: struct a32, a64 or ppc */
	struct machine_host host;
	struct board_options options;
	char *command_line;
	uint8_t *memory; /* 4 GiB by physical address */
	struct devices devices;
	struct uarch *uarch;
	struct layout *layout; /* what the model sees; NULL: the program's */
	struct l2 *l2;         /* NULL: it has none */
	struct machine_monitors monitors;
	struct pmu *pmu; /* the core's own, NULL: it has none */
	struct machine_windows windows;
	struct machine_watch watch;
	struct machine_watchpoints watchpoints;
	struct profile *profile; /* NULL: none is made */
	struct trace *trace; /* NULL: none is made; see machine_trace_end() */
	struct semihost *semihost;
	struct blocks *blocks; /* NULL: instructions go one by one */
	const struct program *program;

	/* The instruction in flight, as far as its model needs it: what
	 * `flight` points at is in the two behind it, and the architecture's.
	 */
	struct retired flight;
	struct mapping fetch;
	struct access access[ACCESSES_MAX + 1];

	/* Instructions come from where that one did, as long as they stay in
	 * this page. */
	bool fetch_known;
	uint32_t fetch_vpage;

	uint32_t state; /* of the core as last seen: CPSR, PSTATE or MSR */
	bool irq, fiq;  /* the lines into the core */

	/* The program's words, in bytes; `full`: more than it may say. */
	struct {
		uint64_t said, looked_at;
		bool full;
	} console;

	uint64_t instructions;
	uint64_t attention; /* instruction count to look around at */
	uint64_t next_poll;
	uint64_t run_until; /* instruction count that ends the slice */
	uint64_t until;     /* cycle that does, of machine_run_until() ... */
	bool clocked;       /* ... which alone observes this run */
	/* Cycle at which a line may move by itself: a timer's. */
	uint64_t lines_at;
	/* Aborts of fetches since an instruction, and which one that was. */
	uint32_t barren;
	uint64_t barren_after;
	struct machine_observer observer; /* its functions NULL: nobody */

	uint32_t *breaks;
	unsigned break_count;
	uint64_t break_places; /* a bit for each: its word, modulo 64 */
	bool step_over; /* the breakpoint at step_over_pc has been shown */
	uint32_t step_over_pc;
	uint32_t last; /* the newest instruction that is complete */

	struct target_stop *stop; /* not NULL: running */
	bool stopped;
};

/* machine.c: the run ends; `pc` is what the user is told. */
void machine_stop(struct machine *m, enum target_stop_reason reason,
		  uint32_t pc);
/* The run ends with TARGET_STOP_FAULT, and the reason in words. */
void machine_fault(struct machine *m, uint32_t pc, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* "0x000081a4 (crc32+0x1c)" */
const char *machine_where(const struct machine *m, uint32_t pc, char *to,
			  size_t room);
/* By virtual address with privileged rights; false: not all of it. */
bool machine_read_virtual(struct machine *m, uint32_t vaddr, void *to,
			  size_t n);
/* Takes up the interrupt lines after anything may have changed them. */
void machine_lines(struct machine *m);

/*
 * monitors.c: made after the ledgers are.  Taking up what those have gained
 * tells whether a line has moved, and the lines go to the controller.
 */
bool monitors_make(struct machine *m, const struct pmu_quirks *quirks);
void monitors_free(struct machine *m);
/* The monitors stand now as further instances shall.  False: out of memory. */
bool monitors_set_aside(struct machine *m);
bool monitors_update(struct machine *m);
/* So many cycles can go by before one of them has anything to do, if in each
 * no item gains more than four but time and instructions, which gain one. */
uint64_t monitors_quiet_cycles(const struct machine *m);
/*
 * An instruction is over: most often no counter is near its wrap, and nobody
 * has to be asked for an update.
 */
static inline bool monitors_moved(struct machine *m)
{
	return m->instructions >= m->monitors.due && monitors_update(m);
}
/* May a line have moved with the instruction that was retired? */
static inline bool machine_lines_due(struct machine *m)
{
	return monitors_moved(m) ||
	       uarch_ledger(m->uarch)->n[LEDGER_CYCLES] >= m->lines_at;
}
void monitors_lines(struct machine *m);
/* A write has changed one of them: what of that the program did is kept. */
void monitors_changed(struct machine *m, unsigned number,
		      const struct tally_reg *reg);
/* A write has changed the one in memory, which the caller has, by offset. */
void monitors_changed_at(struct machine *m, uint32_t offset);

/*
 * places.c: a device is asked now, and its answer laid where the engine is
 * about to read.  Its interrupt lines are still to be looked at.
 */
void machine_device(struct machine *m, const struct place *place,
		    uint32_t paddr, unsigned size, bool write, uint64_t value);
/* Writes those bytes of the register at an offset that are in `mask`, if the
 * device takes them. */
void machine_device_word(struct machine *m, const struct place *place,
			 uint32_t offset, uint32_t mask, uint32_t value);
/* A debugger's, of a device that it reaches; false: there is none. */
bool machine_port_read(struct machine *m, uint32_t paddr, void *to, size_t n);
bool machine_port_write(struct machine *m, uint32_t paddr, const void *from,
			size_t n);

/* Has the model see the program in the layout of the options, if they have one;
 * from `stack_from` on is the stack. */
bool machine_lay_out(struct machine *m, uint32_t stack_from, struct error *err);
/*
 * machine.c: caches, timing and monitors of the core, which is on that bus;
 * NULL: there is no simulated one.
 */
bool machine_models(struct machine *m, struct ahb *bus, struct error *err);

/*
 * retire.c: an instruction is over.  The model enters it in the ledger, who
 * watches is told, and the machine counts it.  The architecture has what only
 * its own instructions leave to do, and then looks at machine_lines_due().
 */
void machine_tell(struct machine *m);
static inline void machine_retired(struct machine *m)
{
	struct retired *r = &m->flight;

	m->last = r->insn->addr;
	m->instructions++;
	if (m->observer.retired)
		machine_tell(m);
	r->accesses = 0;
}
static inline void machine_retire(struct machine *m, uint32_t next,
				  bool exception)
{
	struct retired *r = &m->flight;

	r->next = next;
	r->exception = exception;
	uarch_retire(m->uarch, r);
	machine_retired(m);
}
/* An instruction retires that ended as most do, and is likely to be a quick
 * one. */
static inline void machine_retire_usual(struct machine *m, uint32_t next)
{
	struct retired *r = &m->flight;

	r->next = next;
	r->exception = false;
	if (!uarch_retire_quickly(m->uarch, r))
		uarch_retire(m->uarch, r);
	machine_retired(m);
}
/* An exception is about to be taken, before anything of it has been done. */
void machine_leave(struct machine *m);
/* The core waits: `cycles` go by with nothing done. */
void machine_wait(struct machine *m, uint64_t cycles);
/* A handler is about to be entered at `vector`. */
void machine_enter(struct machine *m, uint32_t vector);

/* machine.c: ends a run of machine_run_until() whose cycle has come. */
void machine_clock(struct machine *m);

/* watch.c: an instruction is over of which nobody was told. */
void machine_watched(struct machine *m);

/* watchpoint.c: true: somebody watches for this run. */
bool machine_watchpoints(struct machine *m);

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
/*
 * At an abort of a fetch: is there no end of them, as where no instruction can
 * be had for their handler?
 */
bool machine_barren(struct machine *m);
bool machine_at_breakpoint(struct machine *m, uint32_t addr);
/* May one be there? */
static inline bool machine_breaks_near(const struct machine *m, uint32_t addr)
{
	return m->break_places >> (addr >> 2 & 63) & 1;
}

/*
 * window.c: at a breakpoint, before the instruction.  True: it was one of the
 * window's, and the machine runs on.
 */
bool window_take(struct machine *m, uint32_t addr);
/* The run begins, and has ended. */
void window_resume(struct machine *m);
void window_suspend(struct machine *m, struct target_stop *stop);
void window_free(struct machine *m);

#endif
