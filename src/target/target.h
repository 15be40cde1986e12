/* SPDX-License-Identifier: MIT */
#ifndef TARGET_TARGET_H
#define TARGET_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tally/wrap.h>

#include "base/error.h"
#include "target/counts.h"
#include "target/leaving.h"
#include "target/told.h"

/*
 * A target is what has registers and can run: a simulated board, a chip behind
 * a probe, a process.  It is found by what `-t` says, which touches nothing,
 * and opened once for each run of the program on it.  What can be done then is
 * in three faces, and a target need not have all of them.  Where an operating
 * system keeps the registers for itself there is a fourth instead: counts.
 *
 * Nothing here belongs to one kind of target.  A kind is a file of this room
 * that fills these structures and one row of find.c.
 *
 * Functions that give bool return false and fill `err` when they fail.  No
 * function may be called by two threads at once.
 */

/* ---- facts --------------------------------------------------------------- */

/* Of hardware, the seconds if nobody says another. */
enum { TARGET_PATIENCE_S = 60 };

/* How a monitor's registers are reached. */
enum target_reach {
	TARGET_BY_CORE,   /* by instructions of the core that it belongs to */
	TARGET_BY_MEMORY, /* at addresses */
};

struct target_monitor {
	const char *name; /* the catalogue's */
	enum target_reach reach;
	uint32_t main_id; /* of its core; 0: it is to be read, if at all */
};

struct target_area {
	uint64_t base, size;
	bool read_only; /* what the program writes there is lost */
};

/* Facts that are known before the target is touched.  Nothing of it changes. */
struct target_facts {
	/* Areas of addresses where more than RAM may be. */
	const struct target_area *area;
	unsigned areas;
	const char *name;  /* as -t has it: "board:pb1176" */
	const char *title; /* in a sentence: "board pb1176" */
	/* The core's own first, where it has one. */
	struct target_monitor monitor[TARGET_MONITORS];
	unsigned monitors;
	double clock_hz;   /* what a core cycle stands for; 0: not known */
	bool clock_chosen; /* as no document or measurement has it */
	/* Core over platform clock; 0: not known, or there is no platform. */
	double clock_ratio;
	bool simulated;     /* all that comes from it is made up by a model */
	const char *sketch; /* what its cycles have where they are one */
	/* Two runs of one program may differ, by chance or by nature. */
	bool varies;
	/* Several runs may be open at once, each with registers of its own. */
	bool many;
	/* Stops tell the cycles since the start, and go() takes a limit. */
	bool knows_cycles;
	/*
	 * The program there was started by somebody else and goes on: a run is
	 * from where it stands until the region has been measured once.
	 */
	bool goes_on;
	/* ... and is never halted for it: a run is a time of it, without
	 * breakpoints, and memory is as the core has it at the moment. */
	bool never_halted;
	/* A run is a time of what goes on there, by lasts(). */
	bool timed;
	/* By what the core's registers are reached, a clause, from the first
	 * run on; NULL: there is nothing to tell. */
	const char *way;
	/* Stops tell what the program wrote to the monitors. */
	bool knows_writes;
	/* Stops tell how many bursts on the bus were cut short. */
	bool knows_bursts;
	/*
	 * How many instances of each monitor a run has; registers->instance()
	 * reaches them.  All of them count the same program at the same time.
	 * Hardware has one, said as 1 or 0.
	 */
	unsigned instances;
};

struct catalog_event;
struct program;
struct tally_limits;
struct target;
struct target_run;

/* ---- registers ----------------------------------------------------------- */

struct target_registers {
	/*
	 * The bus to one of facts.monitor, in this run.  It stays until the
	 * run is closed, and several monitors may share one.  It gives
	 * TALLY_E_NOREG for a register that is not there, and TALLY_E_BUS
	 * while the target runs or when it is lost.
	 */
	struct tally_bus *(*bus)(struct target_run *run, unsigned monitor);
	/*
	 * Gives the bus of an instance below facts.instances.  Instance 0 is
	 * the one of bus(), which the program itself can reach.  They are asked
	 * for in order, before the run is let run.  NULL: there is one only.
	 */
	struct tally_bus *(*instance)(struct target_run *run, unsigned monitor,
				      unsigned instance);
	/*
	 * Carries out the accesses in one message, in their order, and fills
	 * `status` and what is read.  A register that is not there does not
	 * keep it from the next one; any other failure does, and the status of
	 * all that follow is the same.  NULL: the bus is as good as this.
	 */
	void (*batch)(struct target_run *run, unsigned monitor,
		      struct tally_access *access, unsigned count);
	/*
	 * Writes may wait until something is read or the target goes on.  This
	 * has all of them take effect, and tells of those that did not.  What
	 * is read between two calls of it costs the core the same instructions
	 * as what was read between the two before.  NULL: nothing waits.
	 */
	bool (*settle)(struct target_run *run, struct error *err);
};

/* ---- control ------------------------------------------------------------- */

/* The place of the stopped core, by the rules of its calls. */
struct target_where {
	uint64_t pc;
	uint64_t sp;
	uint64_t link; /* where a function that begins at pc returns to */
};

struct target_control {
	/*
	 * Lets it run, and returns at once.  A breakpoint at the place where it
	 * stands is passed over this once.  With `cycles` it stops soon after
	 * so many of them have gone by, less than 2^30 late; 0, and without
	 * facts.knows_cycles always: no such limit.
	 */
	bool (*go)(struct target_run *run, uint64_t cycles, struct error *err);
	/*
	 * Lets it carry out one instruction, after which it stops with
	 * TARGET_STOP_SLICE.  NULL: the target cannot.
	 */
	bool (*step)(struct target_run *run, struct error *err);
	/*
	 * True: it stopped, and *stop is filled.  A target that is lost stops
	 * so, whenever it is asked.  False: it runs on.  With `block` it waits,
	 * until a signal comes at most.
	 */
	bool (*wait)(struct target_run *run, bool block,
		     struct target_stop *stop);
	/*
	 * Readable when wait() may have something, for poll(2).  A target may
	 * be lost without that, so ask wait() now and then in any case.
	 */
	int (*fd)(const struct target_run *run);
	/* Asks it to stop; wait() tells when it did. */
	void (*halt)(struct target_run *run);
	/*
	 * Carries out a piece of code once, in memory that is kept for such:
	 * the target is stopped, before and behind it, where it stood.  The
	 * code may use the flags and the first registers, of which the first
	 * has the address of a word of memory.  A few instructions are carried
	 * out around it, always the same.  NULL: the target cannot.
	 */
	bool (*carry_out)(struct target_run *run, const uint32_t *word,
			  unsigned count, struct error *err);
	/* Sets a breakpoint, or removes it; the target is stopped. */
	bool (*stop_at)(struct target_run *run, uint64_t addr, bool set,
			struct error *err);
	/*
	 * Sets a watchpoint: it stops with TARGET_STOP_SLICE behind an
	 * instruction that has done one of `kinds` there.  NULL: it cannot.
	 */
	bool (*watch_at)(struct target_run *run, uint64_t addr, uint64_t size,
			 unsigned kinds, bool set, struct error *err);
	/* Tells where it is; the target is stopped. */
	bool (*where)(struct target_run *run, struct target_where *where,
		      struct error *err);
	/*
	 * For a target that can open and close windows without stopping, from
	 * the next go() on, beside those that it was given before.  No window
	 * is open when it is called.  A window in which the code is entered
	 * again goes on.  `step` and `counter` are the window's.  NULL: the
	 * target cannot, so that it has to be stopped for each window.
	 */
	bool (*window)(struct target_run *run, const struct target_window *w,
		       const struct target_step *step,
		       const struct target_counter *counter, struct error *err);
	/*
	 * For a target that stops for each window, but can be left one that
	 * opens and closes itself when the code is entered the next time:
	 * behind its end the target stops with TARGET_STOP_BREAK, and
	 * windows.entered says how often the code was entered, from within
	 * that window as well.  With `entries` nothing runs, but a window in
	 * which nothing is, entered so often (1 or 2), has come and gone when
	 * this returns.  NULL: the target cannot.
	 */
	bool (*resident)(struct target_run *run, const struct target_window *w,
			 const struct target_step *step, unsigned entries,
			 struct error *err);
	/* Tells of the `number`-th window, from 0, and of its counters. */
	bool (*told)(struct target_run *run, unsigned number,
		     struct target_told *told, struct target_counted *to,
		     unsigned counters, struct error *err);
	/*
	 * Tells what the ledger has of it, as truth() has all: of events where
	 * its `ledger` asks for them, and of causes.  NULL: there is none.
	 */
	bool (*truth_of)(struct target_run *run, unsigned number,
			 struct target_truth *row, unsigned room,
			 unsigned *rows, struct error *err);
	/*
	 * As go(), and stops at the boundary after the first instruction that
	 * ends at `cycle` since the start or later.  NULL: it cannot.
	 */
	bool (*go_until)(struct target_run *run, uint64_t cycle,
			 struct error *err);
	/*
	 * From the next go() on it stops with TARGET_STOP_OVERFLOW behind each
	 * instruction with which a counter of an instance from 1 on asked for
	 * an interrupt, whoever could take it.  Its overflow is to be handled
	 * before go(), and nothing but registers be reached.  The program is
	 * not disturbed.  NULL: the target cannot.
	 */
	bool (*watch)(struct target_run *run, struct error *err);
	/*
	 * Tells where the interrupt of facts.monitor[monitor] stands.  NULL: it
	 * is not known where that arrives.
	 */
	bool (*line)(struct target_run *run, unsigned monitor,
		     struct target_line *line, struct error *err);
	/*
	 * Gives a function what the program says from now on, from within
	 * wait(). `patience` is how many seconds fn may wait for its own
	 * reader.  NULL: nothing that it says passes here.
	 */
	void (*console)(struct target_run *run,
			void (*fn)(void *ctx, const void *bytes, size_t count,
				   double patience),
			void *ctx);
	/* Instructions so far, as far as is known.  NULL: nothing is known. */
	uint64_t (*progress)(const struct target_run *run);
};

/* ---- memory -------------------------------------------------------------- */

enum { TARGET_CORE_REGISTERS = 32, TARGET_CORE_MORE = 4 };

struct target_core {
	/* In the order of the architecture's numbers. */
	uint64_t r[TARGET_CORE_REGISTERS];
	uint64_t pc;    /* counts when written, where it is one of these, too */
	uint64_t state; /* CPSR, PSTATE or MSR */
	/* Further registers of the architecture, in the order of GDB's
	 * description of it: Power's CR, LR, CTR and XER. */
	uint64_t more[TARGET_CORE_MORE];
};

/*
 * The target is stopped for all of it.  Addresses are as the core has them.  Of
 * memory that is there in part only, what comes before the gap is read or
 * written, and the function fails.
 */
struct target_memory {
	bool (*read)(struct target_run *run, uint64_t addr, void *to,
		     size_t size, struct error *err);
	bool (*write)(struct target_run *run, uint64_t addr, const void *from,
		      size_t size, struct error *err);
	bool (*read_core)(struct target_run *run, struct target_core *core,
			  struct error *err);
	bool (*write_core)(struct target_run *run,
			   const struct target_core *core, struct error *err);
};

/* ---- the ledger ---------------------------------------------------------- */

/* How far a target goes for an event. */
enum target_class {
	TARGET_EXACT,        /* the architecture decides it */
	TARGET_MODELLED,     /* a model of the microarchitecture does */
	TARGET_INJECTED,     /* it happens when the user injects it */
	TARGET_NOT_MODELLED, /* reading it is never a number */
	TARGET_SKETCH,       /* time of a model that is no core's */
	TARGET_UNTOLD,       /* it is simulated, and keeps no ledger here */
};

/* ---- targets and runs ---------------------------------------------------- */

struct target_ops {
	/*
	 * Reads what is to run, and all else that the run is fed with, into
	 * target->program.  NULL: nothing can be loaded there.
	 */
	bool (*load)(struct target *t, const char *path, struct error *err);
	/*
	 * Takes what is to run instead: a command of this computer, whose words
	 * stay and end with NULL.  `quiet`: what it says is dropped.  NULL:
	 * none can.
	 */
	void (*command)(struct target *t, char *const *words, bool quiet);
	/*
	 * How long each run of what goes on lasts, where it is no region's;
	 * a core that is halted for it runs so long.  NULL: its runs end by
	 * themselves.
	 */
	void (*lasts)(struct target *t, double seconds);
	/*
	 * The program at its start, stopped.  `number` counts the runs of one
	 * measurement from 0, for a target that varies by it.
	 */
	struct target_run *(*open)(struct target *t, unsigned number,
				   struct error *err);
	/* Ends a run, whatever it is doing. */
	void (*end)(struct target_run *run);
	/*
	 * Lets what runs there go on as it did before anybody looked; its runs
	 * are ended, and none follows.  NULL: nothing goes on.
	 */
	void (*release)(struct target *t);
	/* Frees the target; all its runs are ended. */
	void (*close)(struct target *t);
	/*
	 * The rows of the target's own ledger, at most `room`; the target is
	 * stopped.  NULL: it keeps none, and every event counts what it is
	 * said to.
	 */
	bool (*truth)(struct target_run *run, struct target_truth *row,
		      unsigned room, unsigned *rows, struct error *err);
};

struct target {
	struct target_facts facts;
	const struct target_ops *ops;
	const struct target_registers *registers; /* NULL: it has no such */
	const struct target_control *control;     /* face, each of them */
	const struct target_memory *memory;
	const struct target_counts *counts;
	const struct program *program; /* after target_load(); or NULL */
	struct target_run *unused;     /* target_put_back() */
	bool asked;          /* for input, which there is not, a program has */
	bool counts_nothing; /* and needs nothing that counting does */
	enum target_leaving leaving;
	struct error left; /* for people, unless TARGET_AS_FOUND */
};

/* The first member of what a kind of target keeps for a run. */
struct target_run {
	struct target *target;
	unsigned number;
	/* Why what runs there is not in a sandbox; NULL: it is. */
	const char *unguarded;
};

struct board_options;

/*
 * Finds what `-t` names.  `machine` is for a simulated machine: it is copied,
 * and what it points at stays until target_close(); NULL: nothing special.  The
 * error of an unknown kind names the kinds that there are.
 */
struct target *target_find(const char *text,
			   const struct board_options *machine,
			   struct error *err);
/* Does it name a target that runs commands, by ops->command?  NULL: no. */
bool target_takes_command(const char *text);
/* NULL: nothing. */
void target_close(struct target *t);

/* Reads the program, once; what is read already stays. */
bool target_load(struct target *t, const char *path, struct error *err);

/* Starts run `number`; NULL and `err` otherwise. */
struct target_run *target_open(struct target *t, unsigned number,
			       struct error *err);
/* Ends it, whatever it is doing.  NULL: nothing. */
void target_end(struct target_run *run);
/* After the last run: ops->release(), if there is one. */
void target_release(struct target *t);
/*
 * Ends a run of which registers were only read and that was never let run.  The
 * next target_open() of its number gets it again.
 */
void target_put_back(struct target_run *run);

/* The faces, as bits of a set. */
enum target_face {
	TARGET_REGISTERS = 1 << 0,
	TARGET_CONTROL = 1 << 1,
	TARGET_MEMORY = 1 << 2,
};

/* False and `err`, which names the target and what `who` misses there. */
bool target_needs(const struct target *t, unsigned faces, const char *who,
		  struct error *err);

/* The number of one of its monitors; -1: it has none of that name. */
int target_monitor(const struct target *t, const char *name);
/* All of them, as in "arm1176,l220"; gives `to` back. */
char *target_monitor_names(const struct target *t, char *to, size_t room);

/* registers->batch(), or the same by one access after the other. */
void target_batch(struct target_run *run, unsigned monitor,
		  struct tally_access *access, unsigned count);
/* registers->settle(), if there is one. */
bool target_settle(struct target_run *run, struct error *err);

#endif
