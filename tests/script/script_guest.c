/* SPDX-License-Identifier: MIT */
/*
 * A program around what `tally script --as c --name script` wrote
 * (script.c, one pass):
 * test_script_guest.py compiles it with the library and runs it on a board.
 * Prints "NAME NUMBER" lines.
 *
 *	INSTRUCTIONS, BRANCHES	places in values[]
 *	GUEST_MONITOR, GUEST_HEADER	of the library
 *	BUS			its native bus
 *	EVENT0, EVENT1		the same events, for the library
 *	SET_UP_OTHER		writes of a setup to be found and put back
 *	WRITE_FIRST		writes the counter of INSTRUCTIONS
 *
 * With PLAIN it touches no monitor, so that one can be looked at from outside.
 */
#include <stdio.h>

#include <tally/native.h>
#include <tally/session.h>

#include GUEST_HEADER
#include "script.c"

/* A function of its own, for `tally stat --region work`. */
__asm__(".arm\n"
	".global work\n"
	".type work, %function\n"
	"work:	mov	r0, #100\n"
	"1:	subs	r0, r0, #1\n"
	"	bne	1b\n"
	"	bx	lr\n");

/*
 * The code around both is the same, since the compiler knows them to clobber
 * the same: what the windows differ by is the call and `work`.
 */
#define CLOBBERS "r0", "r1", "r2", "r3", "ip", "lr", "cc", "memory"

__attribute__((always_inline)) static inline void call_work(void)
{
	__asm__ volatile("bl work" : : : CLOBBERS);
}

__attribute__((always_inline)) static inline void nothing(void)
{
	__asm__ volatile("" : : : CLOBBERS);
}

static void print(const char *name, unsigned long long number)
{
	printf("%s %llu\n", name, number);
}

#ifndef PLAIN
/* The third window, when all code is in the cache. */
static void window_script(uint32_t *values, int full)
{
	for (int i = 0; i < 3; i++) {
		script_configure();
		if (full) {
			script_start();
			call_work();
			script_stop();
		} else {
			script_start();
			nothing();
			script_stop();
		}
	}
	script_read(values);
}

static void by_script(void)
{
	uint32_t empty[SCRIPT_VALUES], full[SCRIPT_VALUES];

	window_script(empty, 0);
	window_script(full, 1);
	print("script_instructions", full[INSTRUCTIONS] - empty[INSTRUCTIONS]);
	print("script_branches", full[BRANCHES] - empty[BRANCHES]);
	print("script_cycles_run", full[SCRIPT_CYCLES] > 100);
	print("script_overflowed", script_overflowed());
}

static const struct tally_slot slot[] = {
	{ .counter = 1, .event = EVENT0 },
	{ .counter = 2, .event = EVENT1 },
};
static const struct tally_setup setup = { slot, 2, 0 };
static struct tally_total total[2];
static struct tally_step step[48];
static const struct tally_store store = { total, step, 2, 48 };

static void by_library(void)
{
	struct tally_bus bus = BUS;
	struct tally_session s;

	if (tally_session_open(&s, &GUEST_MONITOR, &bus, &setup, &store,
			       false)) {
		puts("library failed");
		return;
	}
	(void)tally_session_calibrate(&s, 3);
	tally_session_start(&s);
	call_work();
	tally_session_stop(&s);
	print("library_instructions", tally_session_net(&s, 0));
	print("library_branches", tally_session_net(&s, 1));
	(void)tally_session_close(&s);
}

/* Registers that are set up here must be so again afterwards. */
static void put_back(void)
{
	uint32_t saved[SCRIPT_SAVED], again[SCRIPT_SAVED];
	int same = 1;

	SET_UP_OTHER
	script_save(saved);
	script_configure();
	script_start();
	call_work();
	script_stop();
	script_release();
	script_restore(saved);
	script_save(again);
	for (int i = 0; i < SCRIPT_SAVED; i++)
		same = same && saved[i] == again[i];
	print("restored", (unsigned)same);
	print("restored_control", again[0]);
	script_release();
}

/* A counter that starts just below 2^32. */
static void overflow(void)
{
	script_configure();
	print("overflowed_before", script_overflowed());
	WRITE_FIRST(0xFFFFFFFF - 50);
	script_start();
	call_work();
	script_stop();
	print("overflowed_after", script_overflowed());
	print("place_instructions", INSTRUCTIONS);
	script_release();
	print("overflowed_released", script_overflowed());
}
#endif

int main(void)
{
#ifdef PLAIN
	call_work();
	nothing();
	print("plain", 1);
#else
	by_script();
	by_library();
	put_back();
	overflow();
#endif
	return 0;
}
