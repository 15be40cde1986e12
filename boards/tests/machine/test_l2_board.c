/* SPDX-License-Identifier: MIT */
/*
 * The boards that have a second-level cache: how they start, and that the
 * debugger's door leads to the monitor that counts what the program does.  (The
 * program's own loads and stores: tests/guests/l2.c.)
 *
 * Argument: the folder of guest_BOARD.elf; by default the test's own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "boards/src/a32/mmu.h"
#include "boards/src/boards/boards.h"
#include "boards/src/core/l2.h"
#include "boards/src/machine/inner.h"
#include "guest_symbol.h"

enum { WALK_TABLE = 0x4000 };

static const char *directory = ".";
/* Boards whose counters are among the controller's registers. */
static const char *const in_page[] = { "pb1176", "pbxa9" };

static void on_console(void *ctx, const void *bytes, size_t count)
{
	(void)ctx;
	(void)bytes;
	(void)count;
}

static const struct machine_host host = { .console = on_console };

static struct machine *make(const char *board, bool on)
{
	const struct board_options options = { .l2 = on };
	struct error err = { "" };
	struct machine *m = machine_new(board_spec_find(board, &err), &options,
					&host, &err);

	if (!m)
		fail_msg("%s", err.text);
	return m;
}

static uint32_t get(struct machine *m, uint32_t offset)
{
	const struct tally_reg reg = { offset, TALLY_MMIO, 32 };
	uint64_t value = 0;

	assert_int_equal(machine_reg_read(m, &reg, &value), TALLY_OK);
	return (uint32_t)value;
}

static void put(struct machine *m, uint32_t offset, uint32_t value)
{
	const struct tally_reg reg = { offset, TALLY_MMIO, 32 };

	assert_int_equal(machine_reg_write(m, &reg, value), TALLY_OK);
}

/* From count_loop to done, as in test_machine.c. */
static void run(struct machine *m, const char *board)
{
	struct error err = { "" };
	struct target_stop stop;
	struct program *p;
	char path[512];

	snprintf(path, sizeof(path), "%s/guest_%s.elf", directory, board);
	p = program_open(path, 40, 32, false, &err);
	if (!p)
		fail_msg("%s", err.text);
	p->entry = symbol_of(p, "count_loop");
	assert_true(machine_load(m, p, &err));
	assert_true(machine_break(m, symbol_of(p, "done"), true));
	machine_run(m, &stop);
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	m->program = NULL;
	program_close(p);
}

static uint64_t reads(const struct machine *m)
{
	return machine_ledger(m)->n[LEDGER_L2CC_INSTRUCTION_READS];
}

/* IRREQ is code 9 at the L210, 8 at the others. */
static void the_debugger_counts(void **state)
{
	struct machine *m = make("imx31", true);

	(void)state;
	put(m, 0x08, 9 << 2); /* EMCC0 */
	put(m, 0x00, 0xf01);  /* EMMC */
	run(m, "imx31");
	assert_true(reads(m) > 0);
	assert_int_equal(get(m, 0x18), reads(m));
	machine_free(m);
	for (unsigned i = 0; i < 2; i++) {
		m = make(in_page[i], true);
		put(m, 0x208, 8 << 2); /* Event Counter 0 Configuration */
		put(m, 0x200, 3);      /* Event Counter Control */
		run(m, in_page[i]);
		assert_true(reads(m) > 0);
		assert_int_equal(get(m, 0x210), reads(m));
		machine_free(m);
	}
}

/* The cache is on or off as the boot loader left it; a board without one runs,
 * too. */
static void what_the_boot_loader_leaves(void **state)
{
	static const char *const boards[] = { "imx31", "pb1176", "pbxa9" };

	(void)state;
	for (unsigned i = 0; i < 6; i++) {
		const char *board = boards[i / 2];
		struct machine *m = make(board, i % 2);

		run(m, board);
		assert_int_equal(m->l2->on, i % 2);
		assert_int_equal(l2_ops.read(&m->devices, 1, 0x100), i % 2);
		assert_int_equal(reads(m) > 0, i % 2);
		machine_free(m);
	}
	{
		struct machine *m = make("lubbock", true);

		assert_null(m->l2);
		run(m, "lubbock");
		machine_free(m);
	}
}

/* The page of an L220 or L2C-310 has its counters among the cache's registers;
 * that of an L210 does not.  Part numbers: 1, 2, 3 [Linux cache-l2x0.h]. */
static void pages(void **state)
{
	const struct tally_reg control = { 0x100, TALLY_MMIO, 32 };
	struct machine *m;
	uint64_t value;

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		m = make(in_page[i], false);
		l2_ops.write(&m->devices, 1, 0x208, 0x2d);
		assert_int_equal(get(m, 0x208), 0x2d);
		put(m, 0x204, 0x11);
		assert_int_equal(l2_ops.read(&m->devices, 1, 0x204), 0x11);
		l2_ops.write(&m->devices, 1, 0x104, 0x12345);
		assert_int_equal(m->l2->aux, 0x12345);
		assert_int_equal(l2_ops.read(&m->devices, 1, 0x000) >> 6 & 15,
				 2 + i);
		/* A debugger reads what is beside the monitor, and leaves it
		 * alone. */
		assert_int_equal(machine_reg_read(m, &control, &value),
				 TALLY_OK);
		assert_int_equal(value, 0);
		assert_int_equal(machine_reg_write(m, &control, 1),
				 TALLY_E_NOREG);
		machine_free(m);
	}
	m = make("imx31", false);
	l2_ops.write(&m->devices, 1, 0x208, 0x2d);
	assert_int_equal(l2_ops.read(&m->devices, 1, 0x208), 0);
	assert_int_equal(l2_ops.read(&m->devices, 1, 0x000) >> 6 & 15, 1);
	monitor_ops.write(&m->devices, 1, 0x08, 9 << 2);
	assert_int_equal(get(m, 0x08), 9 << 2);
	machine_free(m);
}

/* Aux Control's bit 20 lets the monitor hear, from the moment it is set. */
static void event_bus(void **state)
{
	struct machine *m = make("imx31", false);

	(void)state;
	run(m, "imx31");
	put(m, 0x08, 4 << 2); /* DRREQ */
	put(m, 0x00, 1);
	l2_ops.write(&m->devices, 1, 0x100, 1);
	l2_read(m->l2, L2_DATA, 0x80000000, &(struct outer){ true });
	assert_int_equal(get(m, 0x18), 0);
	l2_ops.write(&m->devices, 1, 0x100, 0);
	l2_ops.write(&m->devices, 1, 0x104, 1 << 20);
	l2_ops.write(&m->devices, 1, 0x100, 1);
	l2_read(m->l2, L2_DATA, 0x80000000, &(struct outer){ true });
	assert_int_equal(get(m, 0x18), 1);
	machine_free(m);
}

/* The core's monitor and the L210's ask at source 23, either of them. */
static void a_shared_interrupt(void **state)
{
	static const struct tally_reg pmnc = { TALLY_CP(0, 15, 12, 0),
					       TALLY_CP15, 32 };
	static const struct tally_reg ccnt = { TALLY_CP(0, 15, 12, 1),
					       TALLY_CP15, 32 };
	struct machine *m = make("imx31", true);

	(void)state;
	assert_int_equal(machine_reg_write(m, &ccnt, 0xffffff00), TALLY_OK);
	assert_int_equal(machine_reg_write(m, &pmnc, 0x41), TALLY_OK);
	run(m, "imx31"); /* CCNT overflows */
	assert_int_equal(m->devices.avic.source >> 23 & 1, 1);
	assert_int_equal(machine_reg_write(m, &pmnc, 0x401), TALLY_OK);
	assert_int_equal(m->devices.avic.source >> 23 & 1, 0);
	put(m, 0x08, 4 << 2 | 3);
	put(m, 0x00, 5);
	l2_read(m->l2, L2_DATA, 0x80000000, &(struct outer){ true });
	assert_true(monitors_update(m));
	machine_lines(m);
	assert_int_equal(m->devices.avic.source >> 23 & 1, 1);
	put(m, 0x04, 1);
	assert_int_equal(m->devices.avic.source >> 23 & 1, 0);
	machine_free(m);
}

/* A walk goes to the second level by the policy of TTBR0: bits 4:3 are RGN. */
static void walks(void **state)
{
	static const struct {
		uint32_t rgn;
		bool cacheable, through, allocate;
	} row[] = {
		{ 0, false, false, false },
		{ 1, true, false, true },
		{ 2, true, true, false },
		{ 3, true, false, false },
	};
	struct error err = { "" };
	const struct board_spec *spec = board_spec_find("pb1176", &err);
	struct machine *m = make("pb1176", false); /* for its memory */
	struct mmu *mmu = mmu_new(spec, m->memory);
	const uint32_t pages = 0x6000 | 1, page = 0x00300000 | 3 << 4 | 2;

	(void)state;
	assert_non_null(mmu);
	memcpy(m->memory + WALK_TABLE + 0x400 * 4, &pages, 4);
	memcpy(m->memory + 0x6000 + 5 * 4, &page, 4);
	for (unsigned i = 0; i < 4; i++) {
		const struct mmu_control c = {
			.sctlr = 1 | 1 << 23,
			.ttbr0 = WALK_TABLE | row[i].rgn << 3,
			.dacr = 1,
		};
		const struct mmu_page *p;

		mmu_set_control(mmu, &c);
		p = mmu_lookup(mmu, 0x40005123, false);
		assert_int_equal(p->fault, MMU_OK);
		assert_int_equal(p->map.table[0], WALK_TABLE + 0x400 * 4);
		assert_int_equal(p->map.table[1], 0x6000 + 5 * 4);
		assert_int_equal(p->map.walk.cacheable, row[i].cacheable);
		assert_int_equal(p->map.walk.write_through, row[i].through);
		assert_int_equal(p->map.walk.write_allocate, row[i].allocate);
	}
	mmu_free(mmu);
	machine_free(m);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_debugger_counts),
		cmocka_unit_test(what_the_boot_loader_leaves),
		cmocka_unit_test(pages),
		cmocka_unit_test(event_bus),
		cmocka_unit_test(a_shared_interrupt),
		cmocka_unit_test(walks),
	};
	char *slash = strrchr(argv[0], '/');

	if (argc > 1) {
		directory = argv[1];
	} else if (slash) {
		*slash = 0;
		directory = argv[0];
	}
	return cmocka_run_group_tests_name("l2_board", tests, NULL, NULL);
}
