/* SPDX-License-Identifier: MIT */
#ifndef BOARD_MACHINE_MACHINE_H
#define BOARD_MACHINE_MACHINE_H

#include <tally/bus.h>

#include "base/error.h"
#include "boards/src/board.h"
#include "boards/src/ledger/ledger.h"
#include "boards/src/ledger/monitor.h"
#include "program/program.h"

/*
 * A simulated machine inside this process: engine, memory, CP15, exceptions,
 * devices, monitor, microarchitecture.  Only the board's child process makes
 * one, since a guest can abort the engine.
 */
struct machine;
struct board_spec;

/* The machine calls these of the host around it. */
struct machine_host {
	void *ctx;
	/* The guest wrote to its console (UART or semihosting). */
	void (*console)(void *ctx, const void *bytes, size_t count);
	/* Between slices of a run: true stops it with TARGET_STOP_HALTED.
	 */
	bool (*poll)(void *ctx, uint64_t instructions);
};

struct machine *machine_new(const struct board_spec *spec,
			    const struct board_options *options,
			    const struct machine_host *host, struct error *err);
void machine_free(struct machine *m);

/* Copy the program in and point the core at its entry. */
bool machine_load(struct machine *m, const struct program *p,
		  struct error *err);

/* Run until something of struct target_stop happens. */
void machine_run(struct machine *m, struct target_stop *stop);
/*
 * Run as machine_run() does, and besides stop with TARGET_STOP_SLICE at the
 * boundary after `instructions` more are complete, before an interrupt is taken
 * there.
 */
void machine_run_for(struct machine *m, uint64_t instructions,
		     struct target_stop *stop);

/*
 * Run as machine_run() does, and besides stop with TARGET_STOP_SLICE at the
 * boundary after the first instruction, or wait, that ends at that cycle or
 * later.
 */
void machine_run_until(struct machine *m, uint64_t cycle,
		       struct target_stop *stop);

/* Did the program ever ask for input, by semihosting? */
bool machine_asked(const struct machine *m);

bool machine_break(struct machine *m, uint32_t addr, bool set);
bool machine_watchpoint(struct machine *m, const struct board_watchpoint *w,
			bool set);

/* All 0 where no bus is simulated. */
struct target_bursts machine_broken_bursts(const struct machine *m);
/* Of the capture, since reset. */
struct target_frames machine_frames(const struct machine *m);

const char *machine_cause_name(enum cause cause);

/* The ledger that a monitor of the board counts from, for `--truth`. */
struct monitor_ledger {
	const struct pmu_event *event;
	unsigned events;
	const struct ledger *ledger;
	const char *clock; /* what its cycles go by; NULL: it counts none */
	/* The count of an event's item; NULL: the ledger tells. */
	uint64_t (*counted)(const struct machine *m, unsigned item);
	/* Before which cycle it cannot be more, if no register of the monitor
	 * is written; NULL: nobody knows. */
	uint64_t (*counted_until)(const struct machine *m, unsigned item);
	bool sketch;     /* the board's cycles are one: board_info.sketch */
	unsigned only;   /* of all others the ledger tells; 0: of none */
	unsigned cycles; /* of these items, its clock's */
};
/* How far it goes for one of them: time is less where it is a sketch. */
uint8_t monitor_class(const struct monitor_ledger *ledger,
		      const struct pmu_event *event);
/* False: the board has no such monitor. */
bool machine_monitor_ledger(const struct machine *m, unsigned monitor,
			    struct monitor_ledger *ledger);

/*
 * Counts of all events of all monitors, row by row, as the ledgers have them,
 * and behind these of the causes of the core's cycles.  Gives how many rows
 * that are; with `to` NULL nothing else.
 */
unsigned machine_truths(const struct machine *m, uint64_t *to);

/* The debugger's door to registers and memory; no cycle goes by. */
enum tally_status machine_reg_read(struct machine *m,
				   const struct tally_reg *reg,
				   uint64_t *value);
enum tally_status machine_reg_write(struct machine *m,
				    const struct tally_reg *reg,
				    uint64_t value);
/* How many there can be of each monitor. */
unsigned machine_instances(const struct board_spec *spec);
/*
 * Which instance of the monitors those two mean from now on.  One that is not
 * there yet is made; false: it cannot be, see board_instance().
 */
bool machine_choose(struct machine *m, unsigned instance);
/*
 * From now on `tell` is called where an instance other than the first asks for
 * an interrupt.  The machine runs, and until `tell` returns it may only be
 * asked for, and given, what monitors' registers hold.  It is observed then,
 * and nobody else can.
 */
typedef void machine_overflow(void *ctx, const struct target_overflow *found);
void machine_watch(struct machine *m, machine_overflow *tell, void *ctx);
/* False: out of memory, or too many.  What `w` points at is copied. */
bool machine_window(struct machine *m, const struct target_window *w,
		    const struct target_step *step,
		    const struct target_counter *counter);
/* False: there is no such window, or no such counter of it. */
bool machine_window_told(const struct machine *m, unsigned number,
			 struct target_told *told);
bool machine_window_counter(const struct machine *m, unsigned number,
			    unsigned counter, struct target_counted *to);
/* As machine_truths() has them, of the window; NULL: nobody wanted them, or
 * there is no such window. */
const uint64_t *machine_window_truths(const struct machine *m, unsigned number);
/* As board_line() has it; false: there is no such monitor. */
bool machine_line(struct machine *m, unsigned monitor,
		  struct target_line *line);
void machine_cpu(struct machine *m, struct board_cpu *cpu);
/* Mode and state first, so these are that mode's registers. */
void machine_set_cpu(struct machine *m, const struct board_cpu *cpu);
/*
 * Memory where the core has it.  False: there is none, a device is there, or
 * even the privileged may not do that; what comes before is done.
 */
bool machine_mem_read(struct machine *m, uint32_t addr, void *to, size_t n);
bool machine_mem_write(struct machine *m, uint32_t addr, const void *from,
		       size_t n);
const struct ledger *machine_ledger(const struct machine *m);

#endif
