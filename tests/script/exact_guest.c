/* SPDX-License-Identifier: MIT */
/*
 * A program around what `tally script --as c --exact` wrote: script.c counts
 * instructions and cycles, two.c has two passes.  other.c is of --as c alone:
 * somebody else's use of the monitor.  test_script_exact.py compiles it and
 * runs it on each board.  Prints "NAME NUMBER" lines.
 *
 *	INSTRUCTIONS	one of script.c's values
 *	READ, WRITE	its counter
 *	BITS		after which it overflows
 *
 * With PLAIN it touches no monitor, so that one can be looked at from outside;
 * with ABSENT it only opens; with CLOCK it counts cycles.  With DEVICE the
 *counter is of the second-level cache's hits, of a PowerQUICC III's own
 *monitor.
 */
#include <stdint.h>
#include <stdio.h>

/* As other files call them: the code around `work` is then the same. */
__attribute__((noinline)) void script_start(void);
__attribute__((noinline)) void script_stop(void);

/* To optimise them is most of what it takes to compile this file. */
#ifndef PLAIN
#include "script.c"
#ifndef ABSENT
#include "other.c"
#include "two.c"
#endif
#endif

/* A function of its own, for `tally stat --region work`. */
#ifdef DEVICE
enum { LINES = 512, LINE = 32 };
static char lines[LINES * LINE] __attribute__((aligned(LINE)));

/* The second level has the lines that the first level loses. */
__attribute__((noinline)) void work(void)
{
	for (int i = 0; i < LINES; i++) {
		volatile char *at = &lines[i * LINE];

		__asm__ volatile("dcbf 0,%0\n\tmsync" : : "r"(at) : "memory");
		(void)*at;
	}
}
#define CLOBBERS "memory"
#elif defined(__arm__)
__asm__(".arm\n"
	".global work\n"
	".type work, %function\n"
	"work:	mov	r0, #100\n"
	"1:	subs	r0, r0, #1\n"
	"	bne	1b\n"
	"	bx	lr\n"
	".size work, . - work\n");
#define CLOBBERS "r0", "r1", "r2", "r3", "ip", "lr", "cc", "memory"
#elif defined(__aarch64__)
__asm__(".global work\n"
	".type work, %function\n"
	"work:	mov	x0, #100\n"
	"1:	subs	x0, x0, #1\n"
	"	b.ne	1b\n"
	"	ret\n"
	".size work, . - work\n");
#define CLOBBERS "x0", "x1", "x2", "x30", "cc", "memory"
#else
__asm__(".global work\n"
	".type work, @function\n"
	"work:	li	3, 100\n"
	"1:	addic.	3, 3, -1\n"
	"	bne	1b\n"
	"	blr\n"
	".size work, . - work\n");
#define CLOBBERS "r0", "r3", "lr", "cr0", "xer", "memory"
#endif

__attribute__((always_inline)) static inline void call_work(void)
{
#ifdef DEVICE
	work();
#else
	__asm__ volatile("bl work" : : : CLOBBERS);
#endif
}

__attribute__((always_inline)) static inline void nothing(void)
{
	__asm__ volatile("" : : : CLOBBERS);
}

static void print(const char *name, long long number)
{
	printf("%s %lld\n", name, number);
}

#if !defined(PLAIN) && !defined(ABSENT)
/* Counts the instructions of one window. */
static uint64_t window(int full)
{
	uint64_t before = script_count(INSTRUCTIONS);

	if (full) {
		script_start();
		call_work();
		script_stop();
	} else {
		script_start();
		nothing();
		script_stop();
	}
	return script_count(INSTRUCTIONS) - before;
}

static void count(void)
{
	print("open", script_open(false));
	print("open_again", script_open(true));
	print("zero", script_count(INSTRUCTIONS) || script_count(99));
	(void)window(1);
	print("net", (long long)(window(1) - window(0)));
	print("net_again", window(1) - window(0));
	print("cycles_run", script_count(SCRIPT_CYCLES_) > 200);
	print("close", script_close());
	print("close_again", script_close());
	script_overflow();
	print("closed_overflow", script_close());
}

#ifdef CLOCK
/* Of two windows, and where it stands when time has gone by. */
static void clock(void)
{
	print("open", script_open(false));
	(void)window(1);
	call_work();
	(void)window(1);
	print("cycles", script_count(SCRIPT_CYCLES_));
	call_work();
	print("later", script_count(SCRIPT_CYCLES_));
	print("close", script_close());
}
#else
/* From just below the top, with the flag left up and with it taken down. */
static void overflow(void)
{
	const uint64_t top = ((uint64_t)1 << BITS) - 50;
	uint64_t net, full, at;

	(void)script_open(false);
	net = window(1) - window(0);
	full = window(1);
	WRITE(top);
	at = script_count(INSTRUCTIONS);
	print("at_top", at == top);
	print("over_pending", window(1) == full);
	print("wrapped_pending", script_count(INSTRUCTIONS) >> BITS);
	at = script_count(INSTRUCTIONS);
	script_overflow();
	print("handled", script_count(INSTRUCTIONS) == at);
	print("handled_raw", READ() < full);
	script_overflow();
	print("handled_twice", script_count(INSTRUCTIONS) == at);
	print("over_handled", window(1) == full);

	/* The second one, handled while it runs. */
	WRITE(top);
	script_start();
	call_work();
	script_overflow();
	at = script_count(INSTRUCTIONS);
	call_work();
	script_stop();
	at = script_count(INSTRUCTIONS) - at;
	print("running", at >= net && at < net + 200);
	print("wrapped", script_count(INSTRUCTIONS) >> BITS);
	print("cycles_run", script_count(SCRIPT_CYCLES_) > 200);
	(void)script_close();
	(void)script_open(false);
	print("zero_again", script_count(INSTRUCTIONS));
	(void)script_close();
}

/* Somebody else's setup is neither taken nor changed. */
static void found(void)
{
	other_saved_type before[OTHER_SAVED], after[OTHER_SAVED];
	int same = 1;

	other_configure();
	other_start();
	print("busy", script_open(false));
	other_stop();
	other_save(before);
	print("free", script_open(false));
	(void)window(1);
	(void)script_close();
	other_save(after);
	for (int i = 0; i < OTHER_SAVED; i++)
		same = same && before[i] == after[i];
	print("restored", (unsigned)same);
	other_start();
	print("forced", script_open(true));
	(void)window(1);
	(void)script_close();
	print("runs_again", script_open(false));
	other_stop();
	other_release();
}

static void two(void)
{
	print("two_first", two_pass1_open(false));
	print("two_second", two_pass2_open(true));
	print("two_close", two_pass1_close());
	print("two_other", two_pass2_open(false));
	two_pass2_start();
	call_work();
	two_pass2_stop();
	print("two_wrong", two_pass1_close());
	print("two_done", two_pass2_close());
}
#endif
#endif

int main(void)
{
#ifdef PLAIN
	call_work();
	nothing();
	print("plain", 1);
#elif defined(ABSENT)
	print("open", script_open(false));
#elif defined(CLOCK)
	clock();
#else
	count();
	overflow();
	found();
	two();
#endif
	return 0;
}
