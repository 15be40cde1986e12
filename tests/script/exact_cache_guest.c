/* SPDX-License-Identifier: MIT */
/*
 * A program around what `tally script --as c --exact` wrote for a controller of
 * a second-level cache: script.c counts read requests.  test_script_exact.py
 * compiles it and runs it on each board that has one.  Prints "NAME NUMBER"
 * lines.  other.c is of --as c alone, and reaches the registers.
 *
 *	READS		script.c's value
 *	COUNTER		reads its counter
 *	CONTROL_GET, CONTROL_PUT	the register whose bit 0 lets it count
 *	CONFIG_GET, CONFIG_PUT	its configuration
 *	COUNTER_PUT	writes it; not defined: nothing can
 */
#include <stdint.h>
#include <stdio.h>

#include "other.c"
#include "script.c"

/* More than the first level holds, so that each line is asked for. */
enum { LINES = 4096, LINE = 32 };
static char lines[LINES * LINE] __attribute__((aligned(LINE)));

static void told(const char *name, int64_t number)
{
	printf("%s %lld\n", name, (long long)number);
}

static void work(void)
{
	for (int i = 0; i < LINES; i++)
		(void)*(volatile char *)&lines[i * LINE];
}

static uint64_t worked(void)
{
	uint64_t before = script_count(READS);

	script_start();
	work();
	script_stop();
	return script_count(READS) - before;
}

static void counts(void)
{
	told("open", script_open(false));
	told("open_again", script_open(false));
	told("zero", script_count(READS));
	work();
	told("net", worked());
	script_overflow();
	told("net_again", worked());
	told("close", script_close());
	told("close_again", script_close());
}

/* Somebody else's configuration and, where it can be written, count. */
static void leaves_as_found(void)
{
	CONFIG_PUT(4);
#ifdef COUNTER_PUT
	CONFIG_PUT(0);
	COUNTER_PUT(77);
	CONFIG_PUT(4);
#endif
	told("free", script_open(false));
	(void)script_close();
	told("config", CONFIG_GET());
#ifdef COUNTER_PUT
	told("count", COUNTER());
#endif
	CONTROL_PUT(1);
	told("busy", script_open(false));
	told("forced", script_open(true));
	told("stands", CONTROL_GET() & 1);
	(void)script_close();
	told("runs", CONTROL_GET() & 1);
	CONTROL_PUT(0);
}

#ifdef COUNTER_PUT
static void set(uint32_t value)
{
	uint32_t config = CONFIG_GET();

	CONFIG_PUT(0);
	COUNTER_PUT(value);
	CONFIG_PUT(config);
}

/* A counter is emptied in time, or its count is lost, and stays lost. */
static void stops_at_its_top(void)
{
	(void)script_open(false);
	set(0x7FFFFFFF);
	script_overflow();
	told("below_half", COUNTER());
	set(0x80000010);
	told("above_half", script_count(READS));
	script_overflow();
	told("emptied", COUNTER());
	told("kept", script_count(READS));
	set(5);
	told("and_more", script_count(READS));
	set(0xFFFFFFFF);
	told("top", script_count(READS) == UINT64_MAX);
	script_overflow();
	set(3);
	told("stays_lost", script_count(READS) == UINT64_MAX);
	(void)script_close();
	(void)script_open(false);
	told("begins_anew", script_count(READS));
	(void)script_close();
}
#endif

int main(void)
{
	counts();
	leaves_as_found();
#ifdef COUNTER_PUT
	stops_at_its_top();
#endif
	return 0;
}
