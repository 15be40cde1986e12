/* SPDX-License-Identifier: MIT */
/*
 * A profile that blocks make is the one that instructions make one by one: all
 * its rows, in the same order, and all of their costs, on every board, of
 * programs that miss, walk pages, have exceptions and interrupts, call each
 * other and switch tasks.
 *
 * Argument: the folder of the firmware, with a folder for each board.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "boards/src/block/block.h"
#include "boards/src/boards/boards.h"
#include "boards/src/machine/arch.h"
#include "boards/src/machine/profile_inner.h"
#include "boards/src/machine/profile_ways.h"

enum { SOME = 90000, SPANS = 2000, LEAST = 2 };

static const char *folder;

/* Which columns: those that are asked for most often, these and causes, or all
 * that there are. */
enum columns { EVENTS, FEW, ALL };

struct one {
	struct machine *m;
	struct target_stop stop;
};

static struct program *guest_of(const struct board_spec *spec, const char *name)
{
	const struct machine_arch *arch = spec->core->arch;
	struct error err = { "" };
	char path[512];
	struct program *p;

	snprintf(path, sizeof(path), "%s/%.*s/%s.elf", folder,
		 (int)strcspn(spec->info.name, "-"), spec->info.name, name);
	if (access(path, R_OK) != 0)
		return NULL; /* the board has none of that name */
	p = program_open(path, arch->elf_machine, arch->elf_bits,
			 arch->big_endian, &err);
	if (!p)
		fail_msg("%s", err.text);
	return p;
}

/* Cycles, misses and mispredictions by what cores call them. */
static bool is_usual(const struct pmu_event *e)
{
	return e->item == LEDGER_INSTRUCTIONS ||
	       e->item == LEDGER_DCACHE_MISS || e->item == LEDGER_BRANCH_MISS ||
	       e->item == LEDGER_BR_MIS_PRED_RETIRED ||
	       e->item == LEDGER_L1D_REFILL;
}

static unsigned columns_of(const struct machine *m, enum columns which,
			   struct board_column *column)
{
	const unsigned monitors =
		which == ALL ? board_monitors(&m->spec->info) : 1;
	unsigned n = 0;

	for (unsigned i = 0; i < monitors; i++) {
		struct monitor_ledger from;

		assert_true(machine_monitor_ledger(m, i, &from));
		for (unsigned row = 0; row < from.events + !!from.clock;
		     row++) {
			if (row < from.events &&
			    (from.event[row].class == PMU_NOT_MODELLED ||
			     (which != ALL && !is_usual(&from.event[row]))))
				continue;
			assert_true(n + CAUSES + 1 < BOARD_COLUMNS);
			column[n++] = (struct board_column){ i, row };
		}
	}
	for (uint32_t cause = 0; which != EVENTS && cause <= CAUSES; cause++)
		column[n++] =
			(struct board_column){ BOARD_COLUMN_CAUSE, cause };
	return n;
}

static void run(struct one *one, const struct board_spec *spec,
		const struct program *program, enum columns which,
		const struct board_options *options)
{
	const struct machine_host host = { NULL, NULL, NULL };
	struct board_column column[BOARD_COLUMNS];
	struct error err = { "" };

	one->m = machine_new(spec, options, &host, &err);
	if (!one->m || !machine_load(one->m, program, &err) ||
	    !machine_profile(one->m, column, columns_of(one->m, which, column),
			     SPANS, &err))
		fail_msg("%s: %s", spec->info.name, err.text);
	if (one->m->blocks)
		blocks_never_rest(one->m->blocks);
	/* A stop, and then it goes on. */
	machine_run_for(one->m, SOME / 7, &one->stop);
	if (one->stop.reason == TARGET_STOP_SLICE)
		machine_run_for(one->m, SOME, &one->stop);
}

static void compare_rows(struct one *by, const char *board, const char *guest)
{
	struct board_profile_row row[2];
	struct board_profile_end end[2];
	uint64_t rows = 0;
	bool more;

	do {
		more = machine_profile_row(by[0].m, rows, &row[0]);
		if (machine_profile_row(by[1].m, rows, &row[1]) != more)
			fail_msg("%s, %s: %llu rows and another number", board,
				 guest, (unsigned long long)rows);
		if (more && memcmp(&row[0], &row[1], sizeof(row[0])) != 0) {
			unsigned i = 0;

			while (i + 1 < BOARD_COLUMNS &&
			       row[0].cost[i] == row[1].cost[i])
				i++;
			fail_msg("%s, %s: row %llu, of kind %u, 0x%08llx, "
				 "count %llu and %llu, cost %u: %llu and, by "
				 "blocks, %llu",
				 board, guest, (unsigned long long)rows,
				 (unsigned)row[0].kind,
				 (unsigned long long)row[0].addr,
				 (unsigned long long)row[0].count,
				 (unsigned long long)row[1].count, i,
				 (unsigned long long)row[0].cost[i],
				 (unsigned long long)row[1].cost[i]);
		}
		rows += more;
	} while (more);
	assert_true(rows > 20);
	for (unsigned k = 0; k < 2; k++)
		machine_profile_end(by[k].m, &end[k]);
	assert_memory_equal(&end[0], &end[1], sizeof(end[0]));
}

/* Blocks can tell the columns, and some were gone. */
static bool has_ways(const struct machine *m)
{
	return m->blocks && profile_by_ways(m) && m->profile->ways.first;
}

/* The number of profiles that blocks made. */
static unsigned on_board(const char *board, const char *guest,
			 enum columns which, struct board_options options)
{
	struct error err = { "" };
	const struct board_spec *spec = board_spec_find(board, &err);
	struct program *program = guest_of(spec, guest);
	struct one by[2];
	unsigned made;

	if (!program)
		return 0;
	for (unsigned k = 0; k < 2; k++) {
		options.step = k == 0;
		run(&by[k], spec, program, which, &options);
	}
	assert_int_equal(by[0].stop.reason, by[1].stop.reason);
	assert_int_equal(by[0].m->instructions, by[1].m->instructions);
	made = has_ways(by[1].m);
	compare_rows(by, board, guest);
	for (unsigned k = 0; k < 2; k++)
		machine_free(by[k].m);
	program_close(program);
	return made;
}

static void on_all(enum columns which)
{
	static const char *const guests[] = { "sort",         "causes",
					      "tlb",          "matmul_naive",
					      "test_preempt", "test_exceptions",
					      "list" };
	unsigned boards;
	const struct board_info *board = board_list(&boards);

	for (unsigned i = 0; i < boards; i++) {
		unsigned made = 0;

		for (unsigned k = 0; k < sizeof(guests) / sizeof(*guests); k++)
			if (which == FEW || k < 2)
				made += on_board(
					board[i].name, guests[k],
					which == FEW && k % 3 == 1 ? EVENTS
								   : which,
					(struct board_options){
						.jitter = (i + k) % 3 == 0,
						.seed = k,
						.flat = (i + k) % 7 == 1,
					});
		if (which == FEW && made < LEAST &&
		    strcmp(board[i].name, "versatile") != 0)
			fail_msg("%s: blocks made %u profiles", board[i].name,
				 made);
	}
}

static void of_usual_columns(void **state)
{
	(void)state;
	on_all(FEW);
}

static void of_all_columns(void **state)
{
	(void)state;
	on_all(ALL);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_usual_columns),
		cmocka_unit_test(of_all_columns),
	};

	folder = argc > 1 ? argv[1] : "boards/firmware";
	return cmocka_run_group_tests_name("profile_blocks", tests, NULL, NULL);
}
