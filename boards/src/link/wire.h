/* SPDX-License-Identifier: MIT */
#ifndef BOARD_LINK_WIRE_H
#define BOARD_LINK_WIRE_H

/*
 * Messages between the tool and the board's child process.  Both are one
 * binary, so values go as they are.  What the child says is still checked,
 * once, by door_lets_in(): the engine in it may have gone mad.  No bool is on
 * the wire, as odd values would be undefined behaviour here.
 */
#include <stdatomic.h>

#include "boards/src/board.h"

enum { WIRE_CONSOLE_MAX = 4096, WIRE_MEMORY_MAX = 4096, WIRE_STEPS = 64 };

enum wire_kind {
	/* requests, and the answer to each; while the machine is stopped */
	WIRE_REG_READ,   /* reg -> reg */
	WIRE_REG_WRITE,  /* reg -> reg */
	WIRE_LINE,       /* line -> line */
	WIRE_CPU,        /* -> cpu */
	WIRE_SET_CPU,    /* cpu -> cpu */
	WIRE_MEM_READ,   /* memory -> memory */
	WIRE_MEM_WRITE,  /* memory -> memory */
	WIRE_BREAK,      /* brk -> result */
	WIRE_WINDOW,     /* window -> result, of WIRE_BREAK */
	WIRE_COUNTERS,   /* counters -> result: the window's, before it comes */
	WIRE_TOLD,       /* told -> told */
	WIRE_WATCHPOINT, /* watchpoint -> result, of WIRE_BREAK */
	WIRE_WATCH,      /* -> result, of WIRE_BREAK */
	WIRE_TRUTH,      /* truth_of -> any number of rows, then result */
	WIRE_TRUTH_ROW,
	WIRE_PROFILE,      /* profile -> result, of WIRE_BREAK */
	WIRE_PROFILE_READ, /* -> any number of rows, then their end */
	WIRE_PROFILE_ROW,
	WIRE_TRACE,      /* steps -> result, of WIRE_BREAK */
	WIRE_TRACE_READ, /* -> any number of rows, then this */
	WIRE_TRACE_ROW,
	WIRE_GO,    /* cycles -> stop, some time */
	WIRE_UNTIL, /* cycles -> stop, as board_go_until() has it */
	WIRE_STEP,  /* -> stop */
	/* and while it runs */
	WIRE_INTERRUPT,
	/* events */
	WIRE_OPENED, /* result: the first message */
	WIRE_CONSOLE,
	WIRE_STOPPED,
	WIRE_KINDS
};

/* A window comes in as many messages as its steps need, from `first` on. */
struct wire_window {
	struct target_window window;
	uint32_t first;
	struct target_step step[WIRE_STEPS];
};

/* Its counters come before, in as many messages as they need. */
struct wire_counters {
	uint32_t first, count; /* in this message */
	struct target_counter counter[WIRE_STEPS];
};

struct wire_told {
	uint32_t number;
	uint32_t first, count;
	uint32_t ok;
	struct target_told told;
	struct target_counted counted[WIRE_STEPS];
};

struct wire_profile {
	uint32_t columns, spans;
	struct board_column column[BOARD_COLUMNS];
};

struct wire_message {
	uint32_t size; /* of all of it */
	uint32_t kind;
	union {
		struct {
			struct tally_reg reg;
			uint32_t instance;
			int32_t status;
			uint64_t value;
		} reg;
		struct {
			uint32_t addr;
			uint32_t set;
		} brk;
		struct {
			struct board_watchpoint at;
			uint32_t set;
		} watchpoint;
		struct {
			uint32_t ok;
			uint32_t sandbox; /* of WIRE_OPENED */
			char text[sizeof((struct error *)0)->text];
		} result;
		struct {
			uint32_t addr;
			uint32_t size; /* at most WIRE_MEMORY_MAX */
			uint32_t ok;
			uint8_t bytes[WIRE_MEMORY_MAX];
		} memory;
		struct {
			uint32_t monitor;
			uint32_t ok;
			struct target_line line;
		} line;
		uint64_t cycles;   /* 0: until something happens */
		uint32_t truth_of; /* 0: of all, else 1 + a window's number */
		struct board_cpu cpu;
		struct target_truth truth;
		struct target_stop stop;
		struct wire_window window;
		struct wire_counters counters;
		struct wire_told told;
		struct wire_profile profile;
		struct board_profile_row row;
		struct board_profile_end end;
		uint32_t steps; /* of a trace */
		struct board_trace_row step;
		uint8_t console[WIRE_CONSOLE_MAX];
	} u;
};

/* A message on its way in. */
struct wire_in {
	size_t have;
	struct wire_message m;
};

enum wire_result {
	WIRE_GOT,     /* in->m is whole */
	WIRE_NOTHING, /* not yet */
	WIRE_CLOSED,  /* the other side is gone */
	WIRE_GARBAGE, /* no message of ours */
};

/*
 * Memory of both sides, so that what is known survives the child.  Console
 * bytes wait here until they are sent; `base` of them were sent before.
 */
struct wire_shared {
	_Atomic uint32_t refused; /* as struct sandbox has it */
	_Atomic uint64_t instructions;
	_Atomic uint64_t base;
	_Atomic uint32_t used;
	uint8_t console[WIRE_CONSOLE_MAX];
};

/* Sets kind and size; the rest is zero.  `extra` is for WIRE_CONSOLE. */
void wire_start(struct wire_message *m, enum wire_kind kind, size_t extra);

/* Waits for room.  false: the other side is gone. */
bool wire_send(int fd, const struct wire_message *m);

/*
 * Go on with a message of which `sent` bytes, 0 at first, are out; WIRE_GOT:
 * all of it is.  `block` waits for room, until a signal comes at most.
 */
enum wire_result wire_send_some(int fd, const struct wire_message *m,
				size_t *sent, bool block);

/*
 * Go on with the message; after WIRE_GOT, the next call begins another.
 * `block` waits, until a signal comes at most.
 */
enum wire_result wire_receive(int fd, struct wire_in *in, bool block);

/*
 * Looks at what has come from a board's process, with so many monitors: an enum
 * has a value of its own, and a text an end and nothing that a terminal obeys.
 * False: it is none of that.
 */
bool door_lets_in(struct wire_message *m, unsigned monitors);

#endif
