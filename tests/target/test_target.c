/* SPDX-License-Identifier: MIT */
/*
 * What -t names, and what each kind of target has and has not.  Every board is
 * asked, so a new one is in without being listed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "board/board.h"
#include "catalog/catalog.h"
#include "target/board.h"

static struct error err;

static struct target *found(const char *board, const struct board_options *o)
{
	char text[64];
	struct target *t;

	snprintf(text, sizeof text, "board:%s", board);
	t = target_find(text, o, &err);
	if (!t)
		fail_msg("%s: %s", text, err.text);
	return t;
}

/* ---- finding ------------------------------------------------------------- */

static void a_kind_that_is_none_names_those_there_are(void **state)
{
	static const char *const none[] = { "gdb:localhost", "boards:pb1176",
					    "boar:pb1176",   ":pb1176",
					    "pb1176",        "" };

	(void)state;
	for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++) {
		char wanted[128];

		snprintf(wanted, sizeof wanted,
			 "no target '%s'; this version has the simulated "
			 "boards, board:NAME",
			 none[i]);
		assert_null(target_find(none[i], NULL, &err));
		assert_string_equal(err.text, wanted);
	}
}

/* The kind is right, so its own words tell what is wrong. */
static void a_board_that_is_none_is_the_boards_word(void **state)
{
	struct error own;

	(void)state;
	assert_null(board_find("pb1175", &own));
	assert_null(target_find("board:pb1175", NULL, &err));
	assert_string_equal(err.text, own.text);
}

static void options_that_a_board_has_not_are_refused(void **state)
{
	const struct board_options o = { .l2 = true };

	(void)state;
	assert_null(target_find("board:lubbock", &o, &err));
	assert_non_null(strstr(err.text, "lubbock"));
	target_close(found("pb1176", &o));
}

/* ---- facts --------------------------------------------------------------- */

static void facts_of_every_board(void **state)
{
	unsigned count;
	const struct board_info *b = board_list(&count);

	(void)state;
	for (; count--; b++) {
		struct target *t = found(b->name, NULL);
		const struct target_facts *f = &t->facts;
		char ours[160], theirs[160];

		assert_string_equal(f->name + strlen("board:"), b->name);
		assert_string_equal(
			target_monitor_names(t, ours, sizeof ours),
			board_monitor_names(b, theirs, sizeof theirs));
		assert_true(f->clock_hz == b->clock_hz);
		assert_true(f->simulated && f->many && f->knows_cycles);
		assert_false(f->varies);
		assert_string_equal(target_board_info(t)->name, b->name);
		target_close(t);
	}
}

static void a_board_with_jitter_varies(void **state)
{
	const struct board_options o = { .jitter = true, .seed = 1 };
	struct target *t = found("pb1176", &o);

	(void)state;
	assert_true(t->facts.varies);
	assert_int_equal(target_board_options(t)->seed, 1);
	target_close(t);
}

/* A monitor's first register says how it is reached. */
static void reach_is_where_the_registers_are(void **state)
{
	unsigned count;
	const struct board_info *b = board_list(&count);
	bool seen[2] = { false };

	(void)state;
	for (; count--; b++) {
		struct target *t = found(b->name, NULL);

		for (unsigned i = 0; i < t->facts.monitors; i++) {
			const struct target_monitor *tm = &t->facts.monitor[i];
			const struct catalog_monitor *m =
				catalog_monitor(tm->name, &err);
			bool memory = m->reg[0].reg.space == TALLY_MMIO;

			assert_int_equal(target_monitor(t, tm->name), i);
			assert_int_equal(tm->reach, memory ? TARGET_BY_MEMORY
							   : TARGET_BY_CORE);
			seen[memory] = true;
		}
		assert_int_equal(target_monitor(t, "none"), -1);
		target_close(t);
	}
	assert_true(seen[false] && seen[true]);
}

/* ---- faces --------------------------------------------------------------- */

static void an_absent_face_is_refused_by_name(void **state)
{
	unsigned count;
	const struct board_info *b = board_list(&count);

	(void)state;
	for (; count--; b++) {
		struct target *t = found(b->name, NULL);
		char wanted[128];

		assert_true(target_needs(t, TARGET_REGISTERS | TARGET_CONTROL,
					 "stat", &err));
		assert_false(target_needs(t, TARGET_CONTROL | TARGET_MEMORY,
					  "peek", &err));
		snprintf(wanted, sizeof wanted,
			 "peek needs what board:%s has not: it gives no access "
			 "to its memory",
			 b->name);
		assert_string_equal(err.text, wanted);
		t->registers = NULL;
		assert_false(target_needs(t, TARGET_REGISTERS, "stat", &err));
		assert_non_null(strstr(err.text, "it reaches no registers"));
		t->control = NULL;
		assert_false(target_needs(t, TARGET_CONTROL, "stat", &err));
		assert_non_null(strstr(err.text, "cannot be let run"));
		assert_true(target_needs(t, 0, "nothing", &err));
		target_close(t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_kind_that_is_none_names_those_there_are),
		cmocka_unit_test(a_board_that_is_none_is_the_boards_word),
		cmocka_unit_test(options_that_a_board_has_not_are_refused),
		cmocka_unit_test(facts_of_every_board),
		cmocka_unit_test(a_board_with_jitter_varies),
		cmocka_unit_test(reach_is_where_the_registers_are),
		cmocka_unit_test(an_absent_face_is_refused_by_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
