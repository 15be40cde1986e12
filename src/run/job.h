/* SPDX-License-Identifier: MIT */
#ifndef RUN_JOB_H
#define RUN_JOB_H

#include <tally/together.h>

#include "run/region.h"
#include "run/run.h"

/*
 * One board run: a board of its own, one pass of the plan, a session on each
 * monitor over the board's bus, and the region's windows.
 */
enum { JOB_TRUTHS = 512 };

struct job_truth {
	struct board_truth row[JOB_TRUTHS]; /* the windows' sum */
	struct board_truth before[JOB_TRUTHS];
	struct board_truth after[JOB_TRUTHS];
	unsigned count;
};

/* What one of the request's monitors counts in this run. */
struct job_member {
	struct tally_session session;
	struct tally_setup setup;
	struct tally_slot *slot;
	struct tally_total *total;
	struct tally_step *step;
	uint16_t *event; /* per slot: index into request->event */
	uint64_t *count; /* per slot, the result */
	uint64_t *empty;
	unsigned number; /* among the board's monitors */
	bool used;       /* it is not left alone */
};

struct job {
	const struct request *request;
	const struct run_options *options;
	const struct region_at *region;
	const bool *modelled; /* per event of the request */
	unsigned pass;
	unsigned run;            /* number of this run, from 0 */
	struct job_truth *truth; /* NULL: not kept */

	struct board *board;
	bool going; /* it runs; ask board_wait() */
	bool done;  /* it ended, and what follows is filled */
	struct job_member member[REQUEST_MEMBERS];
	struct tally_together together;

	bool window;   /* counting */
	uint32_t back; /* where the window closes */
	bool watched;  /* there is a breakpoint there */
	bool nests;    /* the region is entered from inside of itself */
	uint64_t sp;   /* of the region's caller */
	uint64_t poll; /* cycles when overflows were last looked for */
	uint64_t cycles;
	bool late; /* that was too long ago: a wrap may be lost */
	/* The program's own writes since the counters were loaded, by the
	 * board's monitors; and what of that, by members, came before the end
	 * of a window. */
	struct board_writes wrote[BOARD_MONITORS];
	struct run_writes spoiled[REQUEST_MEMBERS];

	uint64_t windows;
	uint64_t instructions;
	struct board_frames frames;
	int status;
	bool unfinished;
	uint64_t broken; /* bursts that ERROR or RETRY cut short, so far ... */
	uint64_t whole;  /* ... and when the window opened */
	bool conditions[CONDITIONS];
	bool conditions_known[CONDITIONS];
};

/*
 * The board's book, but only what the request's monitors could count; a row's
 * `monitor` is the member.
 */
bool job_truth_read(struct job *job, struct board_truth *row, unsigned *rows,
		    struct error *err);

/* The sentence for a failed access; a dead board's own where it died. */
bool job_bus_failed(struct job *job, const char *doing,
		    enum tally_status status, struct error *err);

/* Opens the sessions of the pass, less what this board does not model. */
bool sessions_open(struct job *job, struct error *err);
/* Takes their counts, and puts the monitors back. */
bool sessions_finish(struct job *job, struct error *err);
/* Whatever state they are in; the machine is stopped. */
void sessions_close(struct job *job);
void sessions_free(struct job *job);

/* Opens and closes the counting; the machine is stopped. */
bool window_open(struct job *job, struct error *err);
bool window_close(struct job *job, struct error *err);
/* Takes up overflows; sets `late` where that may have been too late. */
bool window_poll(struct job *job, struct error *err);
/* Stopped at `pc`: enters or leaves the region where it begins or ends. */
bool window_at(struct job *job, uint32_t pc, struct error *err);

/* Starts the board.  Fields up to `truth` are set, the rest is 0. */
bool job_start(struct job *job, struct error *err);
/* Loads the counters and lets it run; after job_start(). */
bool job_go(struct job *job, struct error *err);
/* Takes up a stop; lets it run on, or sets `done`. */
bool job_step(struct job *job, const struct board_stop *stop,
	      struct error *err);
/* Whatever it is doing: target left as found, board gone. */
void job_close(struct job *job);

#endif
