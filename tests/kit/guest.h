/* SPDX-License-Identifier: MIT */
#ifndef TESTS_GUEST_H
#define TESTS_GUEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "boards/src/boards/boards.h"
#include "boards/src/machine/machine.h"
#include "guest_symbol.h"

/*
 * A machine with one of the guest programs in boards/tests/machine, each of
 * which begins at a symbol and ends at `done`.  guest_BOARD.elf stands in the
 * folder of the test's own program.  What goes wrong fails the test.
 */
struct guest {
	const char *board;
	bool armv6;
	uint32_t scratch;
	struct machine *m;
	struct program *p;
	struct target_stop stop; /* as of the last guest_go() */
	struct board_cpu cpu;
	char console[64];
	size_t printed;
	unsigned polls;
	bool quit; /* the host wants it to stop */
};

/* The boards of machine_guest.S. */
enum { GUEST_BOARDS = 3 };

extern const char *const guest_boards[GUEST_BOARDS];

void guest_open(struct guest *g, const char *board,
		const struct board_options *options);
/* To begin at `from`; without vectors an exception has no handler. */
void guest_load(struct guest *g, const char *from, bool vectors);
void guest_go(struct guest *g);
/* Opened, loaded and run from `name` to `done`. */
void guest_run(struct guest *g, const char *board, const char *name);
void guest_close(struct guest *g);

#define ON_EACH_BOARD(g, name)                                                 \
	for (unsigned board_ = 0;                                              \
	     board_ < GUEST_BOARDS &&                                          \
	     (guest_run(&(g), guest_boards[board_], name), true);              \
	     board_++, guest_close(&(g)))

uint32_t guest_memory(struct guest *g, uint32_t addr);

/* A handler writes these down, at offsets from its log's symbol. */
enum {
	LOG_LR = 0,
	LOG_SPSR = 8,
	LOG_COUNT = 12,
	LOG_DFSR = 16,
	LOG_DFAR = 20,
	LOG_IFSR = 24,
	LOG_IFAR = 28,
	LOG_CPSR = 36,
};

uint32_t guest_logged(struct guest *g, const char *log, uint32_t offset);
/* One exception, with interrupts masked in its handler. */
void guest_took(struct guest *g, const char *log, uint32_t link,
		uint32_t handler_mode, uint32_t from_mode);

enum {
	MODE = 0x1f, /* of a CPSR */
	USER = 0x10,
	SVC = 0x13,
	NOTHING = 0x50000000, /* an address without memory or device */
};

#endif
