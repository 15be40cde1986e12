/* SPDX-License-Identifier: MIT */
/*
 * The second-level cache and its counters: every event of the controllers,
 * by accesses whose counts are worked out beside each row.  A walk runs once
 * for each event, and once before with the window shut, so that its code is in
 * the first level.
 */
#include "l2_walks.h"

#include "check.h"
#include "common/board.h"
#include "common/fw.h"
#include "truth/control.h"

enum {
	MEBIBYTE = 1 << 20,
	AWAY = 16, /* from the code to the data, in those */
};

/*
 * A megabyte appears at each of these places: outer write-back with allocation
 * by writes, without, write-through (not cached by the first level [DDI0301H
 * 6.6.1: TEX 1BB, C 0, B 0]), and as the boot loader has it.
 */
enum place { ALLOCATE, BACK, THROUGH, CACHED, PLACES };

static const uint32_t attributes[PLACES] = {
	[ALLOCATE] = CONTROL_SECTION | 5 << 12,
	[BACK] = CONTROL_SECTION | 7 << 12,
	[THROUGH] = CONTROL_SECTION | 6 << 12,
	[CACHED] = CONTROL_CACHED,
};

#define VIEW 0xC0000000u

void _start(void);

static uint32_t view(enum place place)
{
	return VIEW + (uint32_t)place * MEBIBYTE;
}

static void map(void)
{
	uint32_t data =
		((uint32_t)&_start & ~(MEBIBYTE - 1u)) + AWAY * MEBIBYTE;

	for (uint32_t i = 0; i < PLACES; i++)
		control_table()[VIEW / MEBIBYTE + i] = data | attributes[i];
	control_drain();
	control_tlb_empty();
}

/* A walk's known counts; an event that is not named reads 0. */
struct known {
	const char *name;
	walk_fn *walk;
	enum place place, other;
	uint32_t count[L2_EVENTS];
};

static const struct known walks[] = {
	{ "nothing", walk_nothing, CACHED, CACHED, { 0 } },
	/* Each line asks once; nothing was there. */
	{ "once", walk_once, CACHED, CACHED, { [L2_DRREQ] = WALK_LINES } },
	/* 64 KiB fit into 128 KiB: 4 lines of each set of 8. */
	{ "twice",
	  walk_twice,
	  CACHED,
	  CACHED,
	  { [L2_DRREQ] = WALK_LINES, [L2_DRHIT] = WALK_LINES } },
	/* Eight reads of a line: the first asks, seven the buffer serves. */
	{ "words", walk_words, BACK, BACK, { [L2_DRREQ] = WALK_FEW } },
	/* 16 reads, each of another line than the last; 2 of them miss. */
	{ "in turn",
	  walk_in_turn,
	  BACK,
	  BACK,
	  { [L2_DRREQ] = 16, [L2_DRHIT] = 14 } },
	/* The write empties the buffer, so both reads ask. */
	{ "written",
	  walk_written,
	  BACK,
	  BACK,
	  { [L2_DRREQ] = 2, [L2_DRHIT] = 1, [L2_DWREQ] = 1, [L2_DWHIT] = 1 } },
	/* 32 write through, 96 do not; none allocates.  An L210's DWREQ is
	 * the 96, the others' all: see expected(). */
	{ "through",
	  walk_through,
	  THROUGH,
	  BACK,
	  { [L2_DWREQ] = WALK_BACK, [L2_DWTREQ] = WALK_THROUGH } },
	{ "stores", walk_stores, BACK, BACK, { [L2_DWREQ] = WALK_FEW } },
	{ "allocating",
	  walk_stores,
	  ALLOCATE,
	  ALLOCATE,
	  { [L2_DWREQ] = WALK_FEW, [L2_WA] = WALK_FEW } },
	{ "allocated",
	  walk_stores_twice,
	  ALLOCATE,
	  ALLOCATE,
	  { [L2_DWREQ] = 2 * WALK_FEW,
	    [L2_DWHIT] = WALK_FEW,
	    [L2_WA] = WALK_FEW } },
	/* The ninth line of a set puts out one of eight, dirty in one half. */
	{ "halves",
	  walk_halves,
	  ALLOCATE,
	  ALLOCATE,
	  { [L2_DWREQ] = WALK_WAYS, [L2_WA] = WALK_WAYS, [L2_CO] = 1 } },
	/* In both: an L210 counts two, the others one line. */
	{ "whole lines",
	  walk_whole,
	  ALLOCATE,
	  ALLOCATE,
	  { [L2_DWREQ] = WALK_WAYS, [L2_WA] = WALK_WAYS, [L2_CO] = 2 } },
	/* 32 dirty lines of the first level, which the second has. */
	{ "cast out",
	  walk_cast_out,
	  CACHED,
	  CACHED,
	  { [L2_DWREQ] = 32, [L2_DWHIT] = 32 } },
	/* And from there: 16 lines of one dirty half, 16 of two. */
	{ "cleaned",
	  walk_cleaned,
	  CACHED,
	  CACHED,
	  { [L2_DWREQ] = 32, [L2_DWHIT] = 32, [L2_CO] = 48 } },
	/* The window's first line is there before it opens; 64 and one. */
	{ "code", walk_code, CACHED, CACHED, { [L2_IRREQ] = WALK_CODE + 1 } },
	{ "code again",
	  walk_code_twice,
	  CACHED,
	  CACHED,
	  { [L2_IRREQ] = WALK_CODE + 1, [L2_IRHIT] = WALK_CODE + 1 } },
};

/* From the L210's number to the others', where they differ. */
static uint32_t expected(const struct known *k, enum l2_event event)
{
	if (l2_is_l210)
		return k->count[event];
	if (event == L2_DWREQ) /* write-through ones too */
		return k->count[event] + k->count[L2_DWTREQ];
	if (event == L2_CO) /* lines */
		return k->count[event] > 2 ? 32 : k->count[event] != 0;
	return k->count[event];
}

static void walk(const struct known *k, struct l2_window *w)
{
	struct l2_window shut = *w;

	shut.open = shut.close;
	k->walk(&shut, view(k->place), view(k->other));
	k->walk(w, view(k->place), view(k->other));
}

static void check_walk(const struct known *k)
{
	struct l2_window w;

	for (enum l2_event event = L2_CO; event < L2_EVENTS; event++) {
		l2_count(event, &w);
		walk(k, &w);
		check_equal(k->name, l2_counted(), expected(k, event));
	}
}

/* The cache is off: nothing is looked up, whatever the walk. */
static void check_off(void)
{
	struct l2_window w;

	l2_disable();
	l2_count(L2_DRREQ, &w);
	walk(&walks[1], &w);
	check_equal("off", l2_counted(), 0);
	l2_enable();
	l2_count(L2_DRREQ, &w);
	walk(&walks[1], &w);
	check_equal("on again", l2_counted(), WALK_LINES);
}

/* The walk of 2048 reads asks for an interrupt; that of no reads does not. */
static void check_interrupt(void)
{
	struct l2_window w;

	l2_count(L2_DRREQ, &w);
	l2_ask(1000);
	check_true("quiet at first", !l2_asks());
	walk(&walks[0], &w);
	check_true("quiet without events", !l2_asks());
	walk(&walks[1], &w);
	check_true("asks", l2_asks());
	check_equal("went on", l2_counted(),
		    l2_is_l210 ? WALK_LINES : UINT32_MAX);
	l2_quiet();
	check_true("quiet again", !l2_asks());
}

int main(void)
{
	map();
	l2_enable();
	for (uint32_t i = 0; i < sizeof(walks) / sizeof(walks[0]); i++)
		check_walk(&walks[i]);
	check_off();
	check_interrupt();
	l2_disable();
	return check_result();
}
