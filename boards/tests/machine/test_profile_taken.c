/* SPDX-License-Identifier: MIT */
/*
 * A profile looks at a count only when it can have moved.  On every board, with
 * all columns: after each instruction, exception and wait, each cost that is
 * kept has been taken up to where its monitor's ledger stands.
 *
 * Argument: the folder of the firmware, with a folder for each board.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "boards/src/boards/boards.h"
#include "boards/src/machine/arch.h"
#include "boards/src/machine/profile_inner.h"

enum { SOME = 30000 };

static const char *folder;

/* The profile as it observes, and what it leaves is looked at. */
struct checked {
	struct machine *m;
	struct machine_observer profile;
	struct monitor_ledger from[TARGET_MONITORS];
	uint64_t looks, moved;
};

static uint64_t stands_at(const struct checked *c,
			  const struct profile_column *column)
{
	const struct monitor_ledger *from = &c->from[column->monitor];

	return from->counted ? from->counted(c->m, column->item)
			     : from->ledger->n[column->item];
}

static void check(struct checked *c)
{
	const struct profile *p = c->m->profile;
	const struct board_spec *spec = c->m->spec;

	for (unsigned i = 0; i < board_monitors(&spec->info); i++)
		if (spec->monitor[i].ledger)
			(void)spec->monitor[i].ledger(c->m);
	for (unsigned i = 0; i < p->given; i++) {
		const struct profile_column *column = &p->column[i];
		uint64_t now;

		if (column->outside)
			continue;
		now = stands_at(c, column);
		if (now != p->last[column->cost])
			fail_msg("%s, monitor %u, item %u: %llu, not %llu",
				 spec->info.name, column->monitor, column->item,
				 (unsigned long long)p->last[column->cost],
				 (unsigned long long)now);
		c->moved += now != column->began;
	}
	c->looks++;
}

static void on_retired(void *ctx, const struct retired *r,
		       enum machine_flow flow)
{
	struct checked *c = ctx;

	c->profile.retired(c->profile.ctx, r, flow);
	check(c);
}

static void on_leaving(void *ctx)
{
	struct checked *c = ctx;

	c->profile.leaving(c->profile.ctx);
}

static void on_spent(void *ctx, enum machine_spent how)
{
	struct checked *c = ctx;

	c->profile.spent(c->profile.ctx, how);
	check(c);
}

/* All that the board's monitors count. */
static unsigned all_columns(struct checked *c, struct board_column *column)
{
	const struct board_info *info = &c->m->spec->info;
	unsigned n = 0;

	for (unsigned i = 0; i < board_monitors(info); i++) {
		struct monitor_ledger *from = &c->from[i];

		assert_true(machine_monitor_ledger(c->m, i, from));
		for (unsigned row = 0; row < from->events + !!from->clock;
		     row++) {
			if (row < from->events &&
			    from->event[row].class == PMU_NOT_MODELLED)
				continue;
			assert_true(n < BOARD_COLUMNS);
			column[n++] = (struct board_column){ i, row };
		}
	}
	return n;
}

/* A debugger's write while the program stands, half-way. */
struct poke {
	struct tally_reg reg;
	uint64_t value;
};

static void run(const struct board_spec *spec, const char *guest,
		const struct board_options *options, const struct poke *poke)
{
	const struct machine_arch *arch = spec->core->arch;
	const struct machine_host host = { NULL, NULL, NULL };
	const struct machine_observer o = { .retired = on_retired,
					    .leaving = on_leaving,
					    .spent = on_spent };
	struct checked c = { .m = NULL };
	struct machine_observer outer = o;
	struct board_column column[BOARD_COLUMNS];
	struct error err = { "" };
	struct target_stop stop;
	struct program *p;
	char path[512];

	snprintf(path, sizeof(path), "%s/%.*s/%s.elf", folder,
		 (int)strcspn(spec->info.name, "-"), spec->info.name, guest);
	p = program_open(path, arch->elf_machine, arch->elf_bits,
			 arch->big_endian, &err);
	c.m = machine_new(spec, options, &host, &err);
	if (!p || !c.m || !machine_load(c.m, p, &err) ||
	    !machine_profile(c.m, column, all_columns(&c, column), 0, &err)) {
		fail_msg("%s: %s", spec->info.name, err.text);
		return;
	}
	c.profile = c.m->observer;
	outer.ctx = &c;
	machine_observe(c.m, &outer);
	for (; poke && poke->reg.bits; poke++) {
		machine_run_for(c.m, SOME, &stop);
		assert_int_equal(
			machine_reg_write(c.m, &poke->reg, poke->value),
			TALLY_OK);
	}
	machine_run_for(c.m, SOME, &stop);
	assert_string_equal(stop.text, "");
	assert_true(c.looks > 500 && c.moved > c.looks);
	machine_free(c.m);
	program_close(p);
}

static void on_every_board(const char *guest,
			   const struct board_options *options)
{
	unsigned boards;
	const struct board_info *board = board_list(&boards);

	for (unsigned i = 0; i < boards; i++) {
		struct error err = { "" };

		run(board_spec_find(board[i].name, &err), guest, options, NULL);
	}
}

static void of_calls_and_misses(void **state)
{
	const struct board_options options = { 0 };

	(void)state;
	on_every_board("causes", &options);
}

static void of_exceptions(void **state)
{
	const struct board_options options = { 0 };

	(void)state;
	on_every_board("test_exceptions", &options);
}

/* The bus's counters are held then, and are no longer simply there. */
static void of_a_core_in_debug_state(void **state)
{
	static const struct poke track[] = {
		{ { 0x170, TALLY_MMIO, 32 }, 2 }, /* AHBMONCtrlReg */
		{ { 0, TALLY_MMIO, 0 }, 0 },
	};
	const struct board_options options = {
		.inject = { .dbgack_period = 100, .dbgack_high = 10 },
	};
	struct error err = { "" };

	(void)state;
	run(board_spec_find("versatile", &err), "causes", &options, track);
}

/* Of the time base another bit is chosen, which rises sooner. */
static void of_another_bit_of_the_time_base(void **state)
{
	static const struct poke bits[] = {
		{ { 400, TALLY_PMR, 32 }, 3 << 11 }, /* PMGC0[TBSEL] */
		{ { 400, TALLY_PMR, 32 }, 0 },
		{ { 0, TALLY_PMR, 0 }, 0 },
	};
	const struct board_options options = { 0 };
	struct error err = { "" };

	(void)state;
	run(board_spec_find("mpc8548cds", &err), "causes", &options, bits);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_calls_and_misses),
		cmocka_unit_test(of_exceptions),
		cmocka_unit_test(of_a_core_in_debug_state),
		cmocka_unit_test(of_another_bit_of_the_time_base),
	};

	folder = argc > 1 ? argv[1] : "boards/firmware";
	return cmocka_run_group_tests_name("profile_taken", tests, NULL, NULL);
}
