/* SPDX-License-Identifier: MIT */
#ifndef BOARD_LINK_CLIENT_H
#define BOARD_LINK_CLIENT_H

/*
 * The tool's side of a board, as its files see it.  A board is stopped,
 * running or dead; dead is final.
 */
#include <sys/types.h>

#include "base/sandbox.h"
#include "boards/src/link/wire.h"

struct child_task;

enum client_state { CLIENT_STOPPED, CLIENT_RUNNING, CLIENT_DEAD };

/* To one instance of the board's monitors. */
struct client_bus {
	struct tally_bus bus;
	struct board *board;
	uint32_t instance;
};

/* A request that is on its way. */
struct client_asked {
	double waited, patience; /* seconds; the latter becomes less */
	unsigned heard;          /* messages of the console meanwhile */
};

struct board {
	struct client_bus bus[BOARD_INSTANCES];
	const struct board_info *info;
	enum client_state state;
	bool made; /* the child has said that its machine is */
	enum sandbox_state sandbox;
	pid_t pid;
	int fd;
	int stderr_fd;
	off_t stderr_size; /* as far as it has been looked at */
	struct wire_shared *shared;
	struct wire_in in;
	struct target_stop stop; /* the newest */
	double timeout_s;
	double answer_s;              /* what a request may take */
	const volatile bool *told;    /* to wait no longer; NULL: never */
	double end_time, kill_time;   /* of this run; 0: none */
	double born, processor_until; /* what its time is limited to */
	uint64_t got_on; /* instructions and bytes, at the last look */
	bool interrupt_sent;
	struct client_asked asked;
	uint64_t console_received;
	void (*on_console)(void *ctx, const void *bytes, size_t count,
			   double patience);
	void *console_ctx;
	char *command_line;
};

/* Seconds until the run's time is up; a year where it never is. */
double client_patience(const struct board *b);

/* Ends the child if need be and leaves no zombie; `text`: how it ended.  The
 * signal by which it did, or 0. */
int client_end(struct board *b, char *text, size_t size);

/* Console bytes for the user of the board. */
void client_console(struct board *b, const void *bytes, size_t count);

/*
 * The board is dead: fills b->stop with how, and nothing is left of the
 * process.  `because` is NULL where the way it ended says it all.
 */
void client_died(struct board *b, const char *because);

/*
 * False: a sanitizer has found an error in the child, which is dead now.  It
 * may have gone on after it, and what it tells is not to be trusted.
 */
bool client_sound(struct board *b);

/* Within this, a running engine stops when told to, or is ended; tests of one
 * that does not have less. */
enum { OBEDIENCE_S = 5 };
extern double client_obedience_s;

/*
 * client_patience.c: from here on the child has as long for its answer as for a
 * run, and some more.
 */
void client_be_patient(struct board *b);

/* ... and of the processor until the end of a run that begins now. */
void client_limit_processor(struct board *b);

/* Waits a moment for POLLIN or POLLOUT.  The board is dead when the child's
 * time is up, which is soon where the user wants to wait no longer. */
void client_wait(struct board *b, short events);

/* Asks the child, which is stopped, for what is to be taken piece by piece; if
 * that does not work, the board is dead, or client_take() finds it so. */
void client_begin(struct board *b, const struct wire_message *m);

/* Waits until the child has made its machine; false: the board is dead. */
bool client_opened(struct board *b);

/*
 * Asks the child, which is stopped, and waits for the answer of that kind, in
 * b->in.m; false: the board is dead.
 */
bool client_ask(struct board *b, const struct wire_message *m,
		enum wire_kind answer);

/* One message, which may be an answer, in b->in.m; false: it is none, or none
 * has come yet. */
bool client_take(struct board *b);

/* The child's answer to a request; false and `err`: it could not. */
bool client_result(struct board *b, struct error *err);

/* False and `err`: it runs, or is dead. */
bool client_is_stopped(const struct board *b, struct error *err);
/* Has a board such addresses?  Those of its machines have 32 bits. */
bool client_has(uint64_t addr, uint64_t size, struct error *err);

/*
 * Starts the process of a board: of the task, its row, its machine's functions,
 * program and options are the caller's.  NULL and `err`: it could not be.
 */
struct board *client_open(const struct child_task *what, struct error *err);

extern const struct tally_bus_ops client_bus_ops;

#endif
