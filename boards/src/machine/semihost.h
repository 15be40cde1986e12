/* SPDX-License-Identifier: MIT */
#ifndef BOARD_MACHINE_SEMIHOST_H
#define BOARD_MACHINE_SEMIHOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Arm semihosting for a guest: console, time, heap, command line, exit.  The
 * host's files are out of reach: only ":tt" opens.  Knows no engine; memory
 * is reached through the machine, by the guest's virtual addresses.
 */
struct semihost_machine {
	void *ctx;
	bool (*read)(void *ctx, uint32_t vaddr, void *to, size_t n);
	bool (*write)(void *ctx, uint32_t vaddr, const void *from, size_t n);
	void (*console)(void *ctx, const void *bytes, size_t n);
	uint64_t (*cycles)(void *ctx);
	uint32_t clock_hz;
	bool wide; /* AArch64: fields of parameter blocks are of 64 bits */
	uint32_t heap_base, heap_limit, stack_base, stack_limit;
	const char *command_line;
};

enum semihost_result {
	SEMIHOST_CONTINUE, /* *r0 is the guest's result */
	SEMIHOST_EXIT,     /* *status is the program's own */
	SEMIHOST_FAULT,    /* a bad address, an unknown operation: *why */
};

struct semihost;

struct semihost *semihost_new(const struct semihost_machine *machine);
void semihost_free(struct semihost *s);

/* One call: `op` from r0 or w0, `arg` from r1 or x1. */
enum semihost_result semihost_call(struct semihost *s, uint32_t op,
				   uint64_t arg, uint64_t *r0, int *status,
				   const char **why);

/* Did it ever ask for input?  There is none, and it was told the end. */
bool semihost_asked(const struct semihost *s);

#endif
