/* SPDX-License-Identifier: MIT */
/* Guest programs of versatile_guest.S on the board.  See the header. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "boards/src/block/block.h"
#include "boards/src/boards/boards.h"
#include "boards/src/machine/inner.h"
#include "guest_symbol.h"
#include "versatile_fixture.h"

static const char *directory = ".";

static enum resting resting;

void versatile_resting(enum resting how)
{
	resting = how;
}

static bool nobody_asks(void *ctx, uint64_t instructions)
{
	(void)ctx;
	(void)instructions;
	return false;
}

/* From `name` to `done`. */
void load(struct guest *g, const char *name,
	  const struct board_options *options)
{
	const struct machine_host host = { .poll = nobody_asks };
	struct error err = { "" };
	char path[512];

	memset(g, 0, sizeof(*g));
	snprintf(path, sizeof(path), "%s/guest_versatile.elf", directory);
	g->p = program_open(path, 40, 32, false, &err);
	g->m = machine_new(board_spec_find("versatile", &err), options, &host,
			   &err);
	if (!g->p || !g->m)
		fail_msg("%s", err.text);
	if (resting != RESTING_AS_ALWAYS)
		assert_non_null(g->m->blocks);
	if (resting == RESTING_NEVER)
		blocks_never_rest(g->m->blocks);
	else if (resting == RESTING_FOR_EVER)
		blocks_always_rest(g->m->blocks);
	g->p->entry = symbol_of(g->p, name);
	if (!machine_load(g->m, g->p, &err))
		fail_msg("%s", err.text);
	assert_true(machine_break(g->m, symbol_of(g->p, "done"), true));
}

void run_with(struct guest *g, const char *name,
	      const struct board_options *options)
{
	struct monitor_ledger book;

	load(g, name, options);
	machine_run(g->m, &g->stop);
	machine_cpu(g->m, &g->cpu);
	if (g->stop.reason != TARGET_STOP_BREAK)
		fail_msg("%s: stop %d: %s", name, (int)g->stop.reason,
			 g->stop.text);
	assert_true(machine_monitor_ledger(g->m, 0, &book));
	memcpy(g->truth, book.ledger->n, sizeof(g->truth));
}

/* By the name of its row. */
uint64_t count(const struct guest *g, const char *name)
{
	struct monitor_ledger book;

	assert_true(machine_monitor_ledger(g->m, 0, &book));
	for (unsigned i = 0; i < book.events; i++)
		if (!strcmp(book.event[i].name, name))
			return g->truth[i];
	fail_msg("no counter is called %s", name);
	return 0;
}

/*
 * Beats are those of the bursts; what is a part of something is not more.  With
 * all bursts over and none broken.
 */
static void identities(struct guest *g)
{
	assert_int_equal(count(g, "CtArmiRd"),
			 count(g, "CtArmiBurstSingle") +
				 4 * count(g, "CtArmiBurstIncr4") +
				 8 * count(g, "CtArmiLineFill"));
	assert_int_equal(count(g, "CtArmdRd") + count(g, "CtArmdWr"),
			 count(g, "CtArmdBurstSingle") +
				 4 * count(g, "CtArmdBurstIncr4") +
				 8 * count(g, "CtArmdBurstIncr8") +
				 8 * count(g, "CtArmdLineFill"));
	assert_true(count(g, "CtArmdWaitNonSeqSlave") +
			    count(g, "CtArmdWaitNonSeqBus") <=
		    count(g, "CtArmdWaitTotal"));
	assert_true(count(g, "CtArmdPageWalkD") + count(g, "CtArmdPageWalkI") <=
		    count(g, "CtArmdBurstSingle"));
	assert_true(count(g, "CtArmdRd") + count(g, "CtArmdWr") +
			    count(g, "CtArmdWaitTotal") <=
		    count(g, "CtTotalCycles"));
}

void run(struct guest *g, const char *name)
{
	const struct board_options options = { .max_instructions = 1000000 };

	run_with(g, name, &options);
	identities(g);
}

void run_injected(struct guest *g, const char *name, const char *fault)
{
	const struct board_options options = { .max_instructions = 1000000,
					       .inject.fault = { fault } };

	run_with(g, name, &options);
}

void end(struct guest *g)
{
	machine_free(g->m);
	program_close(g->p);
}

void check(struct guest *g, const struct wanted *w)
{
	for (; w->name; w++)
		if (count(g, w->name) != w->count)
			fail_msg("%s: %llu, not %llu", w->name,
				 (unsigned long long)count(g, w->name),
				 (unsigned long long)w->count);
}

/* Run it, and hold it to what it shall have counted. */
void counts(const char *name, const struct wanted *wanted)
{
	struct guest g;

	run(&g, name);
	check(&g, wanted);
	end(&g);
}

uint32_t logged(struct guest *g, const char *name)
{
	uint32_t value = 0;

	assert_true(machine_mem_read(g->m, symbol_of(g->p, name), &value, 4));
	return value;
}

void versatile_folder(int argc, char **argv)
{
	char *slash = strrchr(argv[0], '/');

	if (argc > 1) {
		directory = argv[1];
	} else if (slash) {
		*slash = 0;
		directory = argv[0];
	}
}
