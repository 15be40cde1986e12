/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SERVE_MEMORY_FIXTURE_H
#define TESTS_SERVE_MEMORY_FIXTURE_H

#include "program/program.h"
#include "serve/serve.h"
#include "test.h"

/* A target that is made of memory, with all three faces: two monitors, of which
 * the second has one register, and a core that stops when it is told to. */
enum { BASE = 0x8000, SIZE = 64, CELL = 0x4000, REGS = 3 };

extern struct program program;
extern struct target target;
extern struct target_run run;
extern const struct target_control control;
extern const struct target_memory faces;
extern const struct serve_monitor_register shown[REGS];

/* The target's memory and stops, and what has been done to it. */
struct made {
	uint8_t memory[SIZE];
	struct target_core core;
	uint64_t cell;           /* the monitor's register */
	struct target_stop next; /* what it stops with */
	bool there;              /* it has stopped, or will not by itself */
	bool core_is_lost, cannot_go;
	unsigned goes, steps, halts;
	uint64_t point; /* of the last stop_at() or watch_at() */
	unsigned watched;
	bool is_set;
	int bell; /* readable where it has stopped */
	int far;  /* GDB's end, which is closed when memory is read; or -1 */
};
extern struct made it;

/* Around every test. */
int begin(void **state);
int end(void **state);

#define CASE(name) TEST_WITH(name, begin, end)

#endif
