/* SPDX-License-Identifier: MIT */
/*
 * Small guest programs on each board with an ARM11 or an XScale: what they
 * count, page tables, alignment, devices, and how they end.
 *
 * What they shall do is worked out from the architecture by hand; most of it is
 * in the comments of the programs (machine_guest.S).
 */
#include <string.h>

#include "guest.h"
#include "test.h"

TEST(counts_of_a_loop)
{
	struct guest g;

	ON_EACH_BOARD(g, "count_loop")
	{
		assert_int_equal(g.stop.instructions, 3 + 2000 + 1);
		assert_int_equal(machine_ledger(g.m)->n[LEDGER_BRANCHES], 1001);
		assert_int_equal(machine_ledger(g.m)->n[LEDGER_CYCLES],
				 g.stop.instructions); /* flat */
	}
}

TEST(failed_conditions_count)
{
	struct guest g;

	ON_EACH_BOARD(g, "count_conditions")
	{
		assert_int_equal(g.stop.instructions, 10);
		assert_int_equal(g.cpu.r[1], 9);
		assert_int_equal(g.cpu.r[2], 0x12345678);
		assert_int_equal(g.cpu.r[3], 3);
		/* The one load that is carried out. */
		assert_int_equal(machine_ledger(g.m)->n[LEDGER_DCACHE_ACCESS],
				 1);
	}
}

TEST(masks_hold_from_the_next_instruction_on)
{
	struct guest g;

	ON_EACH_BOARD(g, "count_masked")
	{
		const uint64_t *n = machine_ledger(g.m)->n;

		assert_int_equal(n[LEDGER_CYCLES], 9); /* flat */
		assert_int_equal(n[LEDGER_IRQ_DISABLED], 3 + 2);
		assert_int_equal(n[LEDGER_FIQ_DISABLED], 9);
	}
}

TEST(guest_changes_its_page_tables)
{
	struct guest g;

	ON_EACH_BOARD(g, "remap")
	{
		if (g.armv6)
			assert_int_equal(g.cpu.r[6], 1);
		assert_int_equal(g.cpu.r[5], 42);
		assert_int_equal(g.cpu.r[8], 43);
	}
	ON_EACH_BOARD(g, "small_page")
	{
		assert_int_equal(g.cpu.r[6], 9);
		assert_int_equal(g.cpu.r[9], 7); /* translation, page */
		assert_int_equal(guest_logged(&g, "log_data", LOG_COUNT), 2);
		assert_int_equal(guest_logged(&g, "log_data", LOG_DFSR) & 0x7ff,
				 0xf);
		assert_int_equal(guest_logged(&g, "log_data", LOG_DFAR),
				 0xc0003008);
		assert_int_equal(guest_logged(&g, "log_data", LOG_SPSR) & MODE,
				 USER);
	}
	ON_EACH_BOARD(g, "domain_fault")
	{
		assert_int_equal(g.cpu.r[9], 0x29); /* domain 2, section */
		assert_int_equal(guest_logged(&g, "log_data", LOG_COUNT), 1);
	}
	ON_EACH_BOARD(g, "high_vectors")
	{
		assert_int_equal(g.cpu.r[7], 1);
		assert_int_equal(guest_logged(&g, "log_svc", LOG_COUNT), 0);
	}
}

TEST(alignment)
{
	struct guest g;

	ON_EACH_BOARD(g, "misaligned_multiple")
	{
		assert_int_equal(guest_logged(&g, "log_data", LOG_COUNT), 1);
		assert_int_equal(guest_logged(&g, "log_data", LOG_DFSR), 1);
		assert_int_equal(guest_logged(&g, "log_data", LOG_DFAR),
				 g.scratch + 2);
		assert_int_equal(g.cpu.r[7], 1);
	}
	guest_run(&g, "pb1176", "unaligned");
	assert_int_equal(g.cpu.r[2], 0x11223344);
	assert_int_equal(g.cpu.r[3], 0x1122);
	/* Literals 2, then two halves twice, then one. */
	assert_int_equal(machine_ledger(g.m)->n[LEDGER_DCACHE_ACCESS], 2 + 5);
	guest_close(&g);
}

TEST(self_modifying_code)
{
	struct guest g;

	ON_EACH_BOARD(g, "self_modifying")
	{
		assert_int_equal(g.cpu.r[4], 1);
		assert_int_equal(g.cpu.r[6], 7);
	}
}

TEST(monitor_counts_its_closing_write)
{
	struct guest g;

	ON_EACH_BOARD(g, "monitor_window") assert_int_equal(g.cpu.r[5], 4);
	/* The failed write and the closing one. */
	ON_EACH_BOARD(g, "monitor_condition") assert_int_equal(g.cpu.r[5], 2);
}

TEST(waiting)
{
	struct board_options options = { .flat = true };
	struct guest g;

	guest_run(&g, "pb1176", "wait_interrupt");
	assert_int_equal(guest_logged(&g, "log_irq", LOG_COUNT), 1);
	/* Awake the very cycle it wraps; the read is one cycle. */
	assert_int_equal(g.cpu.r[5], 1);
	guest_close(&g);

	guest_open(&g, "pb1176", &options);
	guest_load(&g, "wait_for_ever", true);
	guest_go(&g);
	assert_int_equal(g.stop.reason, TARGET_STOP_FAULT);
	assert_non_null(strstr(g.stop.text, "waits for ever"));
	assert_int_equal(g.stop.pc, symbol_of(g.p, "wait_for_ever") + 4);
	guest_close(&g);
}

TEST(kinds_of_access)
{
	struct guest g;

	/* Two preloads; the third is not done.  A literal but on pb1176. */
	ON_EACH_BOARD(g, "preloads")
	{
		const struct ledger *book = machine_ledger(g.m);

		assert_int_equal(book->n[LEDGER_DCACHE_ACCESS],
				 g.scratch == 0x00100000 ? 2 : 3);
		assert_int_equal(guest_logged(&g, "log_data", LOG_COUNT), 0);
	}
	guest_run(&g, "lubbock", "accesses");
	/* The literal, swap 2, double 2 and 2. */
	assert_int_equal(machine_ledger(g.m)->n[LEDGER_DCACHE_ACCESS], 7);
	guest_close(&g);
}

TEST(consoles)
{
	struct guest g;

	ON_EACH_BOARD(g, "console")
	{
		assert_int_equal(g.printed, 2);
		assert_memory_equal(g.console, "ok", 2);
	}
}

TEST(exits)
{
	static const char *const names[] = { "host_exit", "host_exit_thumb" };
	struct board_options options = { 0 };
	struct guest g;

	for (unsigned i = 0; i < 2 * GUEST_BOARDS; i++) {
		guest_open(&g, guest_boards[i / 2], &options);
		guest_load(&g, names[i % 2], true);
		guest_go(&g);
		assert_int_equal(g.stop.reason, TARGET_STOP_EXIT);
		assert_int_equal(g.stop.status, 0);
		assert_int_equal(g.stop.instructions, i % 2 ? 5 : 3);
		guest_close(&g);
	}
}

TEST(two_runs_are_equal)
{
	struct ledger first;
	struct guest g;

	for (unsigned i = 0; i < GUEST_BOARDS; i++) {
		guest_run(&g, guest_boards[i], "interrupt_exact");
		first = *machine_ledger(g.m);
		guest_close(&g);
		guest_run(&g, guest_boards[i], "interrupt_exact");
		assert_memory_equal(&first, machine_ledger(g.m), sizeof(first));
		guest_close(&g);
	}
}
