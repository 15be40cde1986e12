/* SPDX-License-Identifier: MIT */
#ifndef RUN_JOB_H
#define RUN_JOB_H

#include <tally/together.h>

#include "run/region.h"
#include "run/run.h"

/*
 * One run of the program on the target: one pass of the plan, or several where
 * each has an instance of the monitors for itself; for each a session on each
 * monitor over the target's buses, and the region's windows around all.
 */
enum { JOB_TRUTHS = 512 };

struct job_truth {
	struct target_truth row[JOB_TRUTHS]; /* the windows' sum */
	struct target_truth before[JOB_TRUTHS];
	struct target_truth after[JOB_TRUTHS];
	unsigned count;
	bool events; /* they are wanted, and not causes of cycles alone */
	/* Causes in windows that the target opened and closed. */
	uint64_t cause[TARGET_CAUSES];
};

/*
 * Writes of the program to one of the monitors between the loading of the
 * counters and the end of the last window: it spoils what is counted there.
 */
struct run_writes {
	uint64_t count;       /* 0: nothing, as it should be */
	struct tally_reg reg; /* of the first, and where: "0x81a4 (work+4)" */
	char where[160];
};

/* The register's name; gives `text` back. */
const char *run_register(const struct catalog_monitor *m,
			 const struct run_writes *w, char *text, size_t room);

/* A member: what one of the request's monitors counts in this run. */
struct job_member {
	struct tally_session session;
	struct tally_setup setup;
	struct tally_slot *slot;
	struct tally_total *total;
	struct tally_step *step;
	uint16_t *event; /* per slot: index into request->event */
	bool used;       /* it is not left alone */
	uint64_t *inner; /* per slot: one more entry from within the region */
	/* Per slot that runs on: what the target's windows came to so far. */
	uint64_t *apart;
};

/* The place where a run's counts go; all by the number of an event of the
 * request. */
struct job_counts {
	uint64_t *count; /* of this run */
	bool *have;      /* ... where it was counted */
	uint64_t *empty; /* taken off per window, at most */
	/* Of one of several regions: of one entry, where that is known. */
	uint64_t *least, *most;
	bool *entry;
};

/*
 * Counts over time, each since the program began: `end` has the cycle of each
 * look, `count` what stood there, a row of the request's events per look.
 */
struct job_series {
	uint64_t period;
	uint64_t *end;
	uint64_t *count;
	unsigned looks, room;
	/* Cycles by causes in the windows so far, a row per look, as
	 * `truth` has them; NULL: there is no ledger, or nobody asked. */
	uint64_t (*cause)[TARGET_CAUSES];
	unsigned causes, cause_room, cause_looks;
	char cause_name[TARGET_CAUSES][sizeof((struct target_truth *)0)->name];
	/* For a kernel that counts: each row is from one look to the next, and
	 * `end` has nanoseconds. */
	bool apart;
};

/* How often one of several regions was entered. */
struct job_entered {
	uint64_t times;
	bool inside; /* the program ended there */
};

/* A pass of the plan, as it counts in this run. */
struct job_pass {
	unsigned number;   /* in the plan */
	unsigned part;     /* 0: of the whole region, else of that part */
	unsigned run;      /* (repeat * (1 + parts) + part) * passes + number */
	unsigned instance; /* of the monitors */
	struct job_counts counts;
	struct job_entered entered; /* of the part */
	struct job_member member[REQUEST_MEMBERS];
	struct tally_together together;
};

/*
 * The window of a run as it stands: window.c opens and closes it where the
 * program comes by, and what came of all of them is taken of it at the end.
 */
struct job_window {
	bool open;        /* counting */
	bool passing;     /* within an entry that is not counted ... */
	unsigned skipped; /* ... of so many of those so far */
	bool handed;      /* the target opens and closes windows by itself */
	uint64_t back;    /* where the window closes */
	bool watched;     /* there is a breakpoint there */
	bool nests;       /* the region is entered from inside of itself */
	uint64_t sp;      /* of the region's caller */
	/* When overflows were last looked for: the target's cycles, or the
	 * host's seconds. */
	uint64_t poll;
	double poll_seconds;
	bool late; /* that was too long ago: a wrap may be lost */
	uint64_t count;
	uint64_t again; /* entries from within a window that was left there */
	/* Bursts that were cut short when it was opened, and the layers that
	 * had some in a window. */
	struct target_bursts whole;
	uint32_t layers;
};

/* A run: what is asked of it, what is open for it, and what it came to. */
struct job {
	const struct request *request;
	const struct run_options *options;
	const struct region_at *region;
	unsigned warmup; /* entries at first that are not counted */
	const struct region_list *parts; /* of which `part` is one, from 1 */
	const bool *modelled;            /* per event of the request */
	/* A row of JOB_TRUTHS counts per part, of which rows the ledger's are
	 * that `truth` has; NULL: nobody wants them. */
	uint64_t *part_truth;
	unsigned number;           /* of this run, as target_open() has it */
	bool first;                /* of all runs: it stands for them */
	struct job_truth *truth;   /* NULL: not kept */
	struct job_series *series; /* NULL: likewise */

	struct target_run *on;
	bool going;            /* it runs; ask job_wait() */
	bool done;             /* it ended, and what follows is filled */
	struct job_pass *pass; /* job_close() frees them */
	unsigned passes;
	/* Of each member of the request: its number among the target's
	 * monitors. */
	unsigned monitor[REQUEST_MEMBERS];

	struct job_window window;

	/* The results so far. */
	uint64_t cycles;
	/* The program's own writes since the counters were loaded, by the
	 * target's monitors; and what of that, by members, came before the end
	 * of a window. */
	struct target_writes wrote[TARGET_MONITORS];
	struct run_writes spoiled[REQUEST_MEMBERS];

	bool exited; /* the program ended; `status` is its own */
	uint64_t instructions;
	struct target_frames frames;
	int status;
	bool unfinished;
	/* Bursts that ERROR or RETRY cut short, by layers, so far. */
	struct target_bursts bursts;
	bool conditions[CONDITIONS];
	bool conditions_known[CONDITIONS];
	uint32_t main_id[REQUEST_MEMBERS]; /* as run_facts has them */
};

/*
 * The rows of the target's ledger that the request's monitors could count; a
 * row's `monitor` is the number of the member.  A target without a ledger has
 * no rows.
 */
bool job_truth_read(struct job *job, struct target_truth *row, unsigned *rows,
		    struct error *err);
/* Rows of one window that the target has opened and closed. */
bool job_truth_of(struct job *job, unsigned window, struct target_truth *row,
		  unsigned *rows, struct error *err);

/* The bus to the monitor of one of the request's members, of that pass. */
struct tally_bus *job_bus(const struct job *job, const struct job_pass *p,
			  unsigned member);
/* Does some pass count with this member's monitor? */
bool job_uses(const struct job *job, unsigned member);
/* Cycles within which some counter could wrap twice. */
uint64_t job_poll_limit(const struct job *job);

/* The sentence for a failed access; a lost target's own where it was lost. */
bool job_bus_failed(struct job *job, const char *doing,
		    enum tally_status status, struct error *err);

/* Adds the program's writes to the target's monitors, and keeps what the very
 * first of them was. */
void job_add_writes(struct target_writes *all,
		    const struct target_writes *more);

/* Opens the sessions of all passes, less what this target does not model. */
bool sessions_open(struct job *job, struct error *err);
/* Takes their counts, and puts the monitors back. */
bool sessions_finish(struct job *job, struct error *err);
/* Whatever state they are in, the last first; the target is stopped. */
void sessions_close(struct job *job);
void sessions_free(struct job *job);

/* Opens and closes the counting; the target is stopped. */
bool window_open(struct job *job, struct error *err);
bool window_close(struct job *job, struct error *err);
/* Looks at what has counted so far; of a core that carries out what looks at it
 * the window is closed, until window_go_on(). */
bool window_stand(struct job *job, struct error *err);
bool window_go_on(struct job *job, struct error *err);
/* A window of one pass in which the program does nothing. */
bool window_empty(struct job *job, struct job_pass *p, struct error *err);
/* Looks at what one pass has counted, whether or not it counts now. */
bool window_look(struct job *job, struct job_pass *p, struct error *err);
/* Adds overflows to the totals; sets `late` if one may have been missed. */
bool window_poll(struct job *job, struct error *err);
/* Stopped at `pc`: enters or leaves the region where it begins or ends. */
bool window_at(struct job *job, uint64_t pc, struct error *err);
/*
 * Lets the target open and close all windows but the first by itself, if it can
 * and the ledger is not wanted.
 */
bool window_hand_over(struct job *job, struct error *err);
/* All sessions' one write of a pass, as start and stop make them. */
void parts_steps(const struct job *job, const struct job_pass *p,
		 struct target_step *open, struct target_step *close);
/*
 * A slot's counter that runs on while the window is closed (TALLY_RUNS_ON),
 * where the target opens and closes windows by itself: of how many words it is
 * (0: it is another), which they are, and, the session being stopped, into its
 * total what they counted in these windows.
 */
unsigned runs_on_words(const struct job_member *m, unsigned slot);
unsigned runs_on_counters(const struct job *job, const struct job_pass *p,
			  unsigned member, unsigned slot,
			  struct target_counter *to);
void runs_on_take(const struct job *job, const struct job_pass *p,
		  unsigned member, unsigned slot,
		  const struct target_counted *counted);
/*
 * All such slots of a run, one after the other: begin at 0, and while
 * runs_on_find() is true, the next one is at `at`.  How many words they have.
 */
struct runs_on {
	unsigned pass, member, slot;
	unsigned counters; /* of those before it */
};
bool runs_on_find(const struct job *job, struct runs_on *at);
void runs_on_next(const struct job *job, struct runs_on *at);
unsigned runs_on_count(const struct job *job);
/* When overflows were last looked for is now. */
void window_looked(struct job *job);
/* Marks what is counted as spoilt by what the program wrote so far. */
void window_written(struct job *job);

/*
 * parts.c: some passes count one of several regions each, whose windows the
 * target opens and closes.  Before it runs, when counts are looked at, and
 * after it.
 */
bool parts_hand_over(struct job *job, struct error *err);
bool parts_look(struct job *job, struct error *err);
bool parts_take(struct job *job, struct error *err);

/*
 * inside.c: a window that is left on the target.  Can it be; what it takes by
 * itself, of a pass whose sessions are open; before the program goes on; and
 * where it stopped behind it.
 */
bool inside_can(const struct run_options *o, struct error *err);
bool inside_calibrate(struct job *job, struct job_pass *p, struct error *err);
bool inside_begin(struct job *job, struct error *err);
bool inside_over(struct job *job, const struct target_stop *stop,
		 struct error *err);

/* series.c: looks at all counts, where an interval is over; or at the end. */
bool series_look(struct job *job, bool ended, struct error *err);
/* causes.c: causes of cycles at a look that was new; nothing where the ledger
 * is not wanted. */
bool causes_look(struct job *job, struct error *err);
/* The cycle of the next look. */
uint64_t series_next(const struct job *job);
/* Is the core halted for each look, and carries out what looks at it?  Then
 * nothing counts meanwhile. */
static inline bool job_is_halted(const struct job *job)
{
	const struct target_facts *f = &job->options->target->facts;

	return f->goes_on && !f->never_halted;
}
/* Room for one more look; false: out of memory. */
bool series_grow(struct job_series *s, unsigned events, struct error *err);
/* The count of an event in an interval; RECORD_LOST: it has none. */
uint64_t series_between(const struct job_series *s, unsigned events,
			unsigned interval, unsigned event);
/* Of rows that are `apart` two become one, with a period twice as long. */
void series_halve(struct job_series *s, unsigned events);
void series_free(struct job_series *s);
/* A cause's cycles in an interval. */
uint64_t series_cause(const struct job_series *s, unsigned interval,
		      unsigned cause);

/* At each stop: takes over what happened in the windows that it handled. */
bool window_handed(struct job *job, const struct target_windows *w,
		   struct error *err);

/* Opens the run.  Fields up to `truth` are set, the rest is 0. */
bool job_start(struct job *job, struct error *err);
/* Loads the counters and lets it run; after job_start(), and `pass` is set. */
bool job_go(struct job *job, struct error *err);
/* True: it stopped; as target_control.wait has it. */
bool job_wait(struct job *job, struct target_stop *stop);
/* Handles a stop of the target: lets it run on, or sets `done`. */
bool job_step(struct job *job, const struct target_stop *stop,
	      struct error *err);
/* Leaves the target as it was found and ends the run, in any state. */
void job_close(struct job *job);

#endif
