/* SPDX-License-Identifier: MIT */
#ifndef BOARD_LINK_CHILD_H
#define BOARD_LINK_CHILD_H

#include "boards/src/link/wire.h"
#include "boards/src/machine/machine.h"

/*
 * The process calls its machine by these.  The simulated one is
 * `child_machine`; a test hands in one that crashes where it is told to.
 */
struct child_machine_ops {
	struct machine *(*make)(const struct board_spec *spec,
				const struct board_options *options,
				const struct machine_host *host,
				struct error *err);
	bool (*load)(struct machine *m, const struct program *p,
		     struct error *err);
	void (*run)(struct machine *m, struct target_stop *stop);
	void (*run_for)(struct machine *m, uint64_t instructions,
			struct target_stop *stop);
	void (*run_until)(struct machine *m, uint64_t cycle,
			  struct target_stop *stop);
	bool (*set_break)(struct machine *m, uint32_t addr, bool set);
	bool (*watchpoint)(struct machine *m, const struct board_watchpoint *w,
			   bool set);
	enum tally_status (*reg_read)(struct machine *m,
				      const struct tally_reg *reg,
				      uint64_t *value);
	enum tally_status (*reg_write)(struct machine *m,
				       const struct tally_reg *reg,
				       uint64_t value);
	bool (*choose)(struct machine *m, unsigned instance);
	bool (*window)(struct machine *m, const struct target_window *w,
		       const struct target_step *step,
		       const struct target_counter *counter);
	bool (*window_told)(const struct machine *m, unsigned number,
			    struct target_told *told);
	bool (*window_counter)(const struct machine *m, unsigned number,
			       unsigned counter, struct target_counted *to);
	const uint64_t *(*window_truths)(const struct machine *m,
					 unsigned number);
	void (*watch)(struct machine *m, machine_overflow *tell, void *ctx);
	bool (*line)(struct machine *m, unsigned monitor,
		     struct target_line *line);
	void (*cpu)(struct machine *m, struct board_cpu *cpu);
	void (*set_cpu)(struct machine *m, const struct board_cpu *cpu);
	bool (*mem_read)(struct machine *m, uint32_t addr, void *to, size_t n);
	bool (*mem_write)(struct machine *m, uint32_t addr, const void *from,
			  size_t n);
	bool (*asked)(const struct machine *m);
	struct target_bursts (*broken_bursts)(const struct machine *m);
	struct target_frames (*frames)(const struct machine *m);
	const struct ledger *(*ledger)(const struct machine *m);
	bool (*profile)(struct machine *m, const struct board_column *column,
			unsigned columns, uint32_t spans, struct error *err);
	bool (*profile_row)(struct machine *m, uint64_t place,
			    struct board_profile_row *row);
	void (*profile_end)(const struct machine *m,
			    struct board_profile_end *end);
	bool (*trace)(struct machine *m, uint32_t steps, struct error *err);
	bool (*trace_row)(const struct machine *m, uint32_t number,
			  struct board_trace_row *row);
	void (*trace_end)(struct machine *m);
	bool (*monitor_ledger)(const struct machine *m, unsigned monitor,
			       struct monitor_ledger *ledger);
	unsigned (*truths)(const struct machine *m, uint64_t *to);
};

extern const struct child_machine_ops child_machine;

/* A window that comes in several messages, as far as it has come. */
struct child_window {
	struct target_step *step;
	struct target_counter *counter;
	unsigned counters;
};

/*
 * child_window.c: the answer to a message of a window's, or of what became of
 * one.
 */
void window_answer(struct child_window *w, const struct child_machine_ops *ops,
		   struct machine *machine, const struct wire_message *in,
		   struct wire_message *out);

/*
 * child_truth.c: the machine's whole book, row by row, to the tool; or with
 * `of` above 0 that of the window before that number, of events only where its
 * window keeps them.
 */
void child_truth(const struct child_machine_ops *ops,
		 const struct machine *machine, uint32_t of,
		 struct wire_message *out, int to);

/* child_late.c: what is said of a run whose time is up. */
void child_late(struct target_stop *stop, double limit);

/*
 * The process in which a board lives.  It is forked without exec, holds
 * nothing of the tool's but its end of the socket, and ends with it.
 */
struct child_task {
	int fd;        /* the socket; 3 or above */
	int stderr_fd; /* where the engine's last words go; 3 or above */
	int parent;    /* process id */
	struct wire_shared *shared;
	const struct board_spec *spec;
	const struct child_machine_ops *machine;
	const struct program *program;
	struct board_options options;
};

/* The only file left open besides the standard ones. */
enum { CHILD_SOCKET = 3 };

/* child_process.c: the files, signals and limits of such a process. */
void child_process_begin(const struct child_task *task);

/* To be called right after fork(), with all signals blocked. */
_Noreturn void child_main(const struct child_task *task);

#endif
