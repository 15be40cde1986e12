/* SPDX-License-Identifier: MIT */
#ifndef BOARD_BOARD_H
#define BOARD_BOARD_H

#include <stddef.h>
#include <stdint.h>

#include <tally/bus.h>

#include "base/error.h"
#include "boards/src/board_profile.h"
#include "boards/src/board_trace.h"
#include "option/machine.h"
#include "target/told.h"

/*
 * Virtual boards, seen from the tool: a simulated machine in a child process,
 * reached by messages.  Everything that comes from here is simulated.
 */
/* How far the board goes for an event. */
enum pmu_class {
	PMU_EXACT,        /* architecture decides it, and so does the board */
	PMU_MODELLED,     /* depends on a model of the microarchitecture */
	PMU_INJECTED,     /* happens when the user injects it */
	PMU_NOT_MODELLED, /* the board cannot say; reading it is never a number
			   */
	PMU_SKETCH,       /* time on a board whose cycles are no core's: see
			     board_info.sketch */
};

enum {
	BOARD_INSTANCES = 64,     /* at most, of each monitor */
	BOARD_WINDOWS = 4096,     /* at most, that it opens and closes itself */
	BOARD_COUNTERS = 1 << 12, /* at most, of one window */
	BOARD_WATCHPOINTS = 16,   /* at most */
};

struct board_cpu {
	uint64_t r[32];    /* ARM: r0 to r15; AArch64: x0 to x30, SP */
	uint64_t sp, link; /* those of them, for reading only ... */
	uint64_t pc;       /* ... on AArch64 not one of them */
	uint32_t cpsr;     /* AArch64: PSTATE, as an SPSR has it; Power: MSR */
	uint32_t cr, ctr, xer; /* Power */
};

/* Facts of a board, for `list` and help. */
struct board_info {
	const char *name;  /* "pb1176" */
	const char *title; /* "RealView PB1176 (ARM1176JZF-S)" */
	/* Names; the core's first where it has one; NULL: no more. */
	const char *monitor[TARGET_MONITORS];
	const char *start; /* how the program is started, in a sentence */
	/* The compiler's own file will do where one of board_cc() of that name
	 * is missing. */
	bool cc_alone;
	bool soft_float; /* floating point is by software */
	/* The longest command line that the start-up code takes; 0: any. */
	unsigned command_line;
	uint32_t clock_hz; /* what a cycle stands for; chosen */
	/* A clause says what the cycles have where they are a sketch, which
	 * leaves out what decides a real core's; NULL: they are none. */
	const char *sketch;
	bool simulated_superset; /* the engine's core knows more than the real
				    one ... */
	const char *superset;    /* ... and what that means, or NULL */
};

/* The owner of a figure that is set beside a model's. */
enum board_figure_of {
	FIGURE_OF_NOBODY, /* nothing is known here */
	FIGURE_OF_CHIP,   /* one was measured */
	FIGURE_OF_MANUAL,
	FIGURE_OF_COMPILER, /* no chip's: one believes it, or two, who differ */
};

/* Cycles of the model for one of something, and of chips with the same core. */
struct board_figure {
	const char *what;
	unsigned model; /* hundredths of cycles, as bench/figures.py measures */
	enum board_figure_of of;
	bool fitted; /* the model was made from it, or else without it */
	unsigned least, most; /* hundredths; 0: nobody's */
	const char *source;   /* NULL: nobody's */
};

const struct board_info *board_list(unsigned *count);
/* The figure of that index; NULL: there are no more. */
const struct board_figure *board_figure(const struct board_info *info,
					unsigned index);
const struct board_info *board_find(const char *name, struct error *err);
/*
 * How a plain C program is compiled for it: the command up to the sources, from
 * boards/firmware/BOARD/board.conf.  `%s/FILE` in it stands for a file of the
 * boards' own start-up code and libraries.
 */
const char *board_cc(const struct board_info *info);
/* The clause of a board whose cycles are a sketch; NULL: they are not, or each
 * is an instruction. */
static inline const char *board_sketch(const struct board_info *info,
				       const struct board_options *options)
{
	return options->flat ? NULL : info->sketch;
}
/* How many monitors it has. */
static inline unsigned board_monitors(const struct board_info *info)
{
	unsigned n = 0;

	while (n < TARGET_MONITORS && info->monitor[n])
		n++;
	return n;
}
/* The number of one of them; -1: none of its. */
int board_monitor(const struct board_info *info, const char *monitor);
/* All of them, as in "arm1176,l220"; gives `to` back. */
char *board_monitor_names(const struct board_info *info, char *to, size_t room);

/* False and `err` if the board's core has no event for some of it. */
bool board_can_inject(const struct board_info *info,
		      const struct board_inject *inject, struct error *err);
/* False and `err` if the options are for a PowerQUICC III, and it is none. */
bool board_can_receive(const struct board_info *info,
		       const struct board_options *options, struct error *err);
/* Areas of the board's addresses, one behind the other. */
struct board_area {
	uint64_t base, size;
	bool read_only; /* for the program: flash */
};

enum { BOARD_AREAS = 64 };

/* At most BOARD_AREAS. */
unsigned board_areas(const struct board_info *info, struct board_area *to);
/* Core over platform clock, as these options have it; 0: it has no platform. */
double board_clock_ratio(const struct board_info *info,
			 const struct board_options *options);

/* False and `err` if there is no second-level cache to be switched on, or
 * nobody who would. */
bool board_can_start(const struct board_info *info,
		     const struct board_options *options, struct error *err);
/*
 * Reads the capture that the options name, if they do and it was not read yet.
 * It stays in options->capture, for board_capture_close().
 */
bool board_capture(struct board_options *options, struct error *err);
/* SHA-256 of the capture's file, in hexadecimal; NULL: there is no capture. */
const char *board_capture_sha256(const struct board_options *options);
void board_capture_close(struct board_options *options);
/* LAYER:error|retry|split[,every=N][,times=N][,from=A][,to=A] */
bool board_fault_check(const char *text, struct error *err);
/*
 * exp:NAME=VALUE,... or gxi:NAME=VALUE,... or uart0:every=N and the like; whose
 * it is, or BOARD_TRAFFICS.
 */
enum board_traffic board_traffic_check(const char *text, struct error *err);

/*
 * One word as it has to stand on a command line, in quotes where it needs any;
 * to be freed.  NULL and `err`: there is no way to pass it.
 */
char *board_argument(const char *word, struct error *err);

struct board;
struct program;

/*
 * Reads a program for the board, which program_close() ends.  NULL and `err`
 * for what is none, or none for this board; the cure is in it.
 */
struct program *board_program(const char *name, const char *path,
			      struct error *err);
/*
 * Starts the child and loads the program, which must outlive the board; NULL
 * and `err` otherwise.  Like whatever else is asked of the child, it takes no
 * longer than a run may (a minute, if that is any time) and 10 s: then the
 * child is ended, and the board dead.
 */
struct board *board_open(const char *name, const struct program *program,
			 const struct board_options *options,
			 struct error *err);
/* Why the child is not in a sandbox; NULL: it is, from here on. */
const char *board_unguarded(const struct board *b);
/* Ends the child, whatever it is doing. */
void board_close(struct board *b);

/*
 * Console output is handed over from within board_wait() and the like.  It may
 * be waited for there, but the clock of the run goes on: `patience` is how many
 * seconds are left of it.
 */
void board_on_console(struct board *b,
		      void (*fn)(void *ctx, const void *bytes, size_t count,
				 double patience),
		      void *ctx);

/*
 * The monitors' registers while the machine is stopped, as a debug probe sees
 * them: the core's by their numbers, those of the monitor in memory (a board
 * has one at most) by their offset from its base.  TALLY_E_BUS when it runs or
 * is gone, TALLY_E_NOREG otherwise.
 */
struct tally_bus *board_bus(struct board *b);
/*
 * The bus to another instance of the board's monitors, from 1 on and one after
 * the other, before it is let run.  Each stood as the first when the machine
 * was made, and counts what the first would.  The program knows the first
 * alone, which alone interrupts it.
 */
struct tally_bus *board_instance(struct board *b, unsigned instance);
/* How many instances there can be; 1: no more than there really is. */
unsigned board_instances(const struct board_info *info);
/*
 * From the next go on, beside those that were handed over before.  They are
 * numbered from 0, and there are BOARD_WINDOWS at most.
 */
bool board_window(struct board *b, const struct target_window *window,
		  const struct target_step *step,
		  const struct target_counter *counter, struct error *err);
/* A window's fate; what its counters counted goes to `to`. */
bool board_window_told(struct board *b, unsigned number,
		       struct target_told *told, struct target_counted *to,
		       unsigned counters, struct error *err);

/* How the interrupt of one of its monitors stands on its way into the core,
 * while the machine is stopped. */
bool board_line(struct board *b, unsigned monitor, struct target_line *line,
		struct error *err);

bool board_cpu_read(struct board *b, struct board_cpu *cpu, struct error *err);
/* All of them but what is for reading only. */
bool board_cpu_write(struct board *b, const struct board_cpu *cpu,
		     struct error *err);
/*
 * Memory while the machine is stopped, at the addresses that the core has it
 * at; no cycle goes by.  What comes before an address that fails is done.
 */
bool board_mem_read(struct board *b, uint64_t addr, void *to, size_t size,
		    struct error *err);
bool board_mem_write(struct board *b, uint64_t addr, const void *from,
		     size_t size, struct error *err);
bool board_break(struct board *b, uint64_t addr, bool set, struct error *err);
/* A watchpoint stops the board behind an instruction that reads, writes or both
 * there. */
struct board_watchpoint {
	uint64_t addr, size;
	uint32_t kinds; /* TARGET_WATCH_* */
};
bool board_watchpoint(struct board *b, const struct board_watchpoint *w,
		      bool set, struct error *err);
bool board_truth_read(struct board *b, struct target_truth *rows, unsigned room,
		      unsigned *count, struct error *err);
/* Rows of a window alone; of events only where its `ledger` says so. */
bool board_window_truth(struct board *b, unsigned number,
			struct target_truth *rows, unsigned room,
			unsigned *count, struct error *err);

/*
 * Let it run; it stops by itself.  Returns at once.  A breakpoint at the pc
 * it starts from is passed over this once.
 */
bool board_go(struct board *b, struct error *err);
/*
 * As board_go(), and besides stops with TARGET_STOP_SLICE at an instruction
 * boundary soon after `cycles` (at least 1) more core cycles have gone by, less
 * than 2^30 late: for those who must look in before a counter wraps twice.
 */
bool board_go_for(struct board *b, uint64_t cycles, struct error *err);
/*
 * As board_go(), and besides stops with TARGET_STOP_SLICE at the boundary after
 * the first instruction, or wait, that ends at `cycle` since reset or later.
 * Not with a profile, nor with windows that leave out what is called.
 */
bool board_go_until(struct board *b, uint64_t cycle, struct error *err);
/*
 * As board_go() for one instruction, after which it stops with
 * TARGET_STOP_SLICE.
 */
bool board_step(struct board *b, struct error *err);
/* Readable when board_wait() has something, which may be the end of a child
 * that nobody lets run: for poll(2). */
int board_fd(const struct board *b);
/* Instructions so far, from the newest progress message. */
uint64_t board_progress(const struct board *b);
/*
 * Handle what has arrived.  true: stopped, *stop filled (a dead child is a
 * stop with TARGET_STOP_LOST).  false: still running.  `block` waits, until a
 * signal comes at most.  A running board that does not stop when its time is
 * up or when told to is ended here after a while, so do not wait for
 * board_fd() alone.
 */
bool board_wait(struct board *b, bool block, struct target_stop *stop);
/* Ask a running board to stop; board_wait() then tells. */
void board_interrupt(struct board *b);

#endif
