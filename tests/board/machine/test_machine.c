/* SPDX-License-Identifier: MIT */
/*
 * The simulated machine with small guest programs (machine_guest.S), on each
 * board.  What they shall do is worked out from the architecture by hand; most
 * of it is in the comments of the programs.
 *
 * Argument: the folder of guest_BOARD.elf; by default the test's own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "board/boards/boards.h"
#include "board/machine/machine.h"
#include "guest_symbol.h"

enum {
	LOG_LR = 0,
	LOG_SPSR = 8,
	LOG_COUNT = 12,
	LOG_DFSR = 16,
	LOG_DFAR = 20,
	LOG_IFSR = 24,
	LOG_IFAR = 28,
	LOG_CPSR = 36,
	MODE = 0x1f,
	USER = 0x10,
	SVC = 0x13,
	NOTHING = 0x50000000,
};

static const char *directory = ".";
static const char *const boards[] = { "pb1176", "lubbock", "imx31" };

enum { BOARDS = sizeof(boards) / sizeof(boards[0]) };

struct guest {
	const char *board;
	bool armv6;
	uint32_t scratch;
	struct machine *m;
	struct program *p;
	struct board_stop stop;
	struct board_cpu cpu;
	char console[64];
	size_t printed;
	unsigned polls;
	bool quit;
};

static void on_console(void *ctx, const void *bytes, size_t count)
{
	struct guest *g = ctx;

	assert_true(g->printed + count < sizeof(g->console));
	memcpy(g->console + g->printed, bytes, count);
	g->printed += count;
}

static bool on_poll(void *ctx, uint64_t instructions)
{
	struct guest *g = ctx;

	(void)instructions;
	g->polls++;
	return g->quit;
}

static void open_guest(struct guest *g, const char *board,
		       const struct board_options *options)
{
	struct machine_host host = { g, on_console, on_poll };
	struct error err = { "" };
	char path[512];

	memset(g, 0, sizeof(*g));
	g->board = board;
	g->armv6 = strcmp(board, "lubbock") != 0;
	g->scratch = !g->armv6                 ? 0xa0100000
		     : !strcmp(board, "imx31") ? 0x80100000
					       : 0x00100000;
	snprintf(path, sizeof(path), "%s/guest_%s.elf", directory, board);
	g->p = program_open(path, 40, 32, false, &err);
	if (!g->p)
		fail_msg("%s", err.text);
	g->m = machine_new(board_spec_find(board, &err), options, &host, &err);
	if (!g->m)
		fail_msg("%s", err.text);
}

static void load(struct guest *g, const char *from, bool vectors)
{
	struct error err = { "" };
	struct program *p = g->p;

	p->entry = symbol_of(g->p, from);
	if (!vectors) { /* the first segment stays out for the moment */
		assert_int_equal(p->segment[0].addr,
				 symbol_of(g->p, "vectors"));
		p->segment++;
		p->segments--;
	}
	if (!machine_load(g->m, p, &err))
		fail_msg("%s", err.text);
	if (!vectors) {
		p->segment--;
		p->segments++;
	}
	assert_true(machine_break(g->m, symbol_of(g->p, "done"), true));
}

static void go(struct guest *g)
{
	machine_run(g->m, &g->stop);
	machine_cpu(g->m, &g->cpu);
}

static void close_guest(struct guest *g)
{
	machine_free(g->m);
	program_close(g->p);
}

static uint32_t memory(struct guest *g, uint32_t addr)
{
	uint32_t value = 0;

	assert_true(machine_mem_read(g->m, addr, &value, sizeof(value)));
	return value;
}

static uint32_t logged(struct guest *g, const char *name, uint32_t offset)
{
	return memory(g, symbol_of(g->p, name) + offset);
}

/* From `name` to `done`, on one board. */
static void run_to_done(struct guest *g, const char *board, const char *name)
{
	struct board_options options = { .flat = true };

	open_guest(g, board, &options);
	load(g, name, true);
	go(g);
	if (g->stop.reason != BOARD_STOP_BREAK)
		fail_msg("%s on %s: stop %d: %s", name, board,
			 (int)g->stop.reason, g->stop.text);
	assert_int_equal(g->stop.pc, symbol_of(g->p, "done"));
	assert_int_equal(g->cpu.r[15], g->stop.pc);
	assert_true(g->stop.instructions ==
		    machine_ledger(g->m)->n[LEDGER_INSTRUCTIONS]);
}

#define ON_EACH_BOARD(g, name)                                                 \
	for (unsigned board_ = 0;                                              \
	     board_ < BOARDS &&                                                \
	     (run_to_done(&(g), boards[board_], name), true);                  \
	     board_++, close_guest(&(g)))

static void counts_of_a_loop(void **state)
{
	struct guest g;

	(void)state;
	ON_EACH_BOARD(g, "count_loop")
	{
		assert_int_equal(g.stop.instructions, 3 + 2000 + 1);
		assert_int_equal(machine_ledger(g.m)->n[LEDGER_BRANCHES], 1001);
		assert_int_equal(machine_ledger(g.m)->n[LEDGER_CYCLES],
				 g.stop.instructions); /* flat */
	}
}

static void failed_conditions_count(void **state)
{
	struct guest g;

	(void)state;
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

static void masks_hold_from_the_next_instruction_on(void **state)
{
	struct guest g;

	(void)state;
	ON_EACH_BOARD(g, "count_masked")
	{
		const uint64_t *n = machine_ledger(g.m)->n;

		assert_int_equal(n[LEDGER_CYCLES], 9); /* flat */
		assert_int_equal(n[LEDGER_IRQ_DISABLED], 3 + 2);
		assert_int_equal(n[LEDGER_FIQ_DISABLED], 9);
	}
}

static void check_exception(struct guest *g, const char *log, uint32_t link,
			    uint32_t handler_mode, uint32_t from_mode)
{
	assert_int_equal(logged(g, log, LOG_COUNT), 1);
	assert_int_equal(logged(g, log, LOG_LR), link);
	assert_int_equal(logged(g, log, LOG_CPSR) & MODE, handler_mode);
	assert_int_equal(logged(g, log, LOG_CPSR) & 0xa0, 0x80);
	assert_int_equal(logged(g, log, LOG_SPSR) & MODE, from_mode);
}

static void svc_reaches_the_guest(void **state)
{
	struct guest g;

	(void)state;
	ON_EACH_BOARD(g, "svc_arm")
	{
		check_exception(&g, "log_svc", symbol_of(g.p, "svc_arm_next"),
				SVC, SVC);
		assert_int_equal(g.cpu.r[7], 1);
	}
	ON_EACH_BOARD(g, "svc_thumb")
	{
		check_exception(&g, "log_svc", symbol_of(g.p, "svc_thumb_next"),
				SVC, SVC);
		assert_int_equal(logged(&g, "log_svc", LOG_SPSR) & 0x20, 0x20);
		assert_int_equal(g.cpu.r[7], 1);
	}
	ON_EACH_BOARD(g, "svc_user")
	{
		check_exception(&g, "log_svc", symbol_of(g.p, "svc_user_next"),
				SVC, USER);
		assert_int_equal(g.cpu.r[7] & MODE, USER);
		assert_int_equal(g.cpu.r[6], 0x77);
	}
}

static void kinds_of_mode_changes(void **state)
{
	struct guest g;

	(void)state;
	ON_EACH_BOARD(g, "mode_changes")
	{
		const uint64_t *n = machine_ledger(g.m)->n;

		assert_int_equal(n[LEDGER_EXC_SVC], 3);
		assert_int_equal(n[LEDGER_EXC_RETURN], 3 + 2 + 1);
	}
}

static void undefined_reaches_the_guest(void **state)
{
	struct guest g;

	(void)state;
	ON_EACH_BOARD(g, "undefined_arm")
	{
		check_exception(&g, "log_undefined",
				symbol_of(g.p, "undefined_arm_next"), 0x1b,
				SVC);
		assert_int_equal(g.cpu.r[7], 1);
	}
	ON_EACH_BOARD(g, "undefined_thumb")
	{
		check_exception(&g, "log_undefined",
				symbol_of(g.p, "undefined_thumb_next"), 0x1b,
				SVC);
		assert_int_equal(g.cpu.r[7], 1);
	}
}

static void prefetch_abort_reaches_the_guest(void **state)
{
	struct guest g;

	(void)state;
	ON_EACH_BOARD(g, "jump_nowhere")
	{
		check_exception(&g, "log_prefetch", NOTHING + 4, 0x17, SVC);
		if (g.armv6) {
			assert_int_equal(logged(&g, "log_prefetch", LOG_IFSR),
					 8);
			assert_int_equal(logged(&g, "log_prefetch", LOG_IFAR),
					 NOTHING);
		} else {
			assert_int_equal(logged(&g, "log_prefetch", LOG_DFSR),
					 0x406);
		}
		assert_int_equal(g.cpu.r[7], 1);
	}
	ON_EACH_BOARD(g, "breakpoint_instruction")
	{
		uint32_t at = symbol_of(g.p, "breakpoint_instruction") + 12;

		check_exception(&g, "log_prefetch", at + 4, 0x17, SVC);
		assert_int_equal(g.cpu.r[7], 1);
	}
}

static void fetch_from_unmapped_page(void **state)
{
	struct guest g;

	(void)state;
	ON_EACH_BOARD(g, "jump_unmapped")
	{
		uint32_t at = g.scratch + 0x200004;

		check_exception(&g, "log_prefetch", at + 4, 0x17, SVC);
		if (g.armv6) {
			assert_int_equal(logged(&g, "log_prefetch", LOG_IFSR),
					 5);
			assert_int_equal(logged(&g, "log_prefetch", LOG_IFAR),
					 at);
		} else {
			assert_int_equal(logged(&g, "log_prefetch", LOG_DFSR),
					 0x400);
		}
		assert_int_equal(g.cpu.r[7], 1);
	}
}

static void data_abort_is_as_if_nothing_was(void **state)
{
	struct guest g;

	(void)state;
	ON_EACH_BOARD(g, "load_nothing")
	{
		check_exception(&g, "log_data",
				symbol_of(g.p, "load_nothing_at") + 8, 0x17,
				SVC);
		assert_int_equal(logged(&g, "log_data", LOG_DFAR), NOTHING + 4);
		assert_int_equal(logged(&g, "log_data", LOG_DFSR),
				 g.armv6 ? 0x008 : 0x406);
		assert_int_equal(g.cpu.r[1], NOTHING);
		assert_int_equal(g.cpu.r[2], 5);
		assert_int_equal(g.cpu.r[7], 1);
	}
	ON_EACH_BOARD(g, "store_nothing")
	{
		check_exception(&g, "log_data",
				symbol_of(g.p, "store_nothing_at") + 8, 0x17,
				SVC);
		assert_int_equal(logged(&g, "log_data", LOG_DFSR),
				 g.armv6 ? 0x808 : 0x406);
		assert_int_equal(g.cpu.r[1], NOTHING);
	}
	ON_EACH_BOARD(g, "load_nothing_thumb")
	{
		check_exception(&g, "log_data",
				symbol_of(g.p, "load_nothing_thumb_at") + 8,
				0x17, SVC);
		assert_int_equal(logged(&g, "log_data", LOG_SPSR) & 0x20, 0x20);
		assert_int_equal(g.cpu.r[2], 5);
		assert_int_equal(g.cpu.r[7], 1);
	}
	ON_EACH_BOARD(g, "user_rights") /* LDRT and STRT in SVC mode */
	{
		assert_int_equal(logged(&g, "log_data", LOG_COUNT), 2);
		assert_int_equal(logged(&g, "log_data", LOG_DFAR), 0xc0000020);
		assert_int_equal(logged(&g, "log_data", LOG_DFSR) & 0xf, 13);
		assert_int_equal(logged(&g, "log_data", LOG_SPSR) & MODE, SVC);
		assert_int_equal(g.cpu.r[2], 0xc0000020);
		assert_int_equal(g.cpu.r[3], 7);
		assert_int_equal(g.cpu.r[6], 1);
	}
}

static void multiple_transfers_abort_in_the_middle(void **state)
{
	struct guest g;

	(void)state;
	ON_EACH_BOARD(g, "multiple_load")
	{
		check_exception(&g, "log_data",
				symbol_of(g.p, "multiple_load_at") + 8, 0x17,
				SVC);
		assert_int_equal(logged(&g, "log_data", LOG_DFAR),
				 g.scratch + 0x200000);
		assert_int_equal(logged(&g, "log_data", LOG_DFSR), 5);
		assert_int_equal(g.cpu.r[3], g.scratch + 0x200000 - 8);
	}
	ON_EACH_BOARD(g, "multiple_store")
	{
		check_exception(&g, "log_data",
				symbol_of(g.p, "multiple_store_at") + 8, 0x17,
				SVC);
		assert_int_equal(logged(&g, "log_data", LOG_DFSR),
				 g.armv6 ? 0x805 : 5);
		assert_int_equal(g.cpu.r[3], g.scratch + 0x200000 - 8);
		assert_int_equal(memory(&g, g.scratch + 0x200000 - 8), 1);
		assert_int_equal(memory(&g, g.scratch + 0x200000 - 4), 2);
	}
	ON_EACH_BOARD(g, "multiple_return")
	{
		assert_int_equal(logged(&g, "log_data", LOG_COUNT), 1);
		assert_int_equal(logged(&g, "log_data", LOG_SPSR) & MODE, SVC);
		assert_int_equal(g.cpu.r[7], 1);
		assert_int_equal(g.cpu.r[6] & MODE, SVC);
	}
}

static void guest_changes_its_page_tables(void **state)
{
	struct guest g;

	(void)state;
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
		assert_int_equal(logged(&g, "log_data", LOG_COUNT), 2);
		assert_int_equal(logged(&g, "log_data", LOG_DFSR) & 0x7ff, 0xf);
		assert_int_equal(logged(&g, "log_data", LOG_DFAR), 0xc0003008);
		assert_int_equal(logged(&g, "log_data", LOG_SPSR) & MODE, USER);
	}
	ON_EACH_BOARD(g, "domain_fault")
	{
		assert_int_equal(g.cpu.r[9], 0x29); /* domain 2, section */
		assert_int_equal(logged(&g, "log_data", LOG_COUNT), 1);
	}
	ON_EACH_BOARD(g, "high_vectors")
	{
		assert_int_equal(g.cpu.r[7], 1);
		assert_int_equal(logged(&g, "log_svc", LOG_COUNT), 0);
	}
}

static void alignment(void **state)
{
	struct guest g;

	(void)state;
	ON_EACH_BOARD(g, "misaligned_multiple")
	{
		assert_int_equal(logged(&g, "log_data", LOG_COUNT), 1);
		assert_int_equal(logged(&g, "log_data", LOG_DFSR), 1);
		assert_int_equal(logged(&g, "log_data", LOG_DFAR),
				 g.scratch + 2);
		assert_int_equal(g.cpu.r[7], 1);
	}
	run_to_done(&g, "pb1176", "unaligned");
	assert_int_equal(g.cpu.r[2], 0x11223344);
	assert_int_equal(g.cpu.r[3], 0x1122);
	/* Literals 2, then two halves twice, then one. */
	assert_int_equal(machine_ledger(g.m)->n[LEDGER_DCACHE_ACCESS], 2 + 5);
	close_guest(&g);
}

static void self_modifying_code(void **state)
{
	struct guest g;

	(void)state;
	ON_EACH_BOARD(g, "self_modifying")
	{
		assert_int_equal(g.cpu.r[4], 1);
		assert_int_equal(g.cpu.r[6], 7);
	}
}

static void monitor_counts_its_closing_write(void **state)
{
	struct guest g;

	(void)state;
	ON_EACH_BOARD(g, "monitor_window") assert_int_equal(g.cpu.r[5], 4);
	/* The failed write and the closing one. */
	ON_EACH_BOARD(g, "monitor_condition") assert_int_equal(g.cpu.r[5], 2);
}

static void monitor_is_privileged(void **state)
{
	struct guest g;

	(void)state;
	ON_EACH_BOARD(g, "monitor_user")
	{
		check_exception(&g, "log_undefined",
				symbol_of(g.p, "monitor_user_at") + 4, 0x1b,
				USER);
		assert_int_equal(g.cpu.r[7], 1);
	}
	run_to_done(&g, "pb1176", "monitor_user_allowed");
	assert_int_equal(logged(&g, "log_undefined", LOG_COUNT), 0);
	close_guest(&g);
}

static void interrupt_at_the_boundary(void **state)
{
	struct guest g;

	(void)state;
	ON_EACH_BOARD(g, "interrupt_exact")
	{
		/* Nine instructions before the additions, ten of those. */
		check_exception(&g, "log_irq",
				symbol_of(g.p, "interrupt_exact") + 19 * 4 + 4,
				0x12, SVC);
		assert_int_equal(g.cpu.r[5], 20);
		assert_int_equal(logged(&g, "seen_pending", 0),
				 !g.armv6                    ? 1 << 12
				 : !strcmp(g.board, "imx31") ? 23 << 16
							     : 39);
	}
	ON_EACH_BOARD(g, "interrupt_masked")
	{
		check_exception(&g, "log_irq",
				symbol_of(g.p, "interrupt_after_unmask") + 4,
				0x12, SVC);
		assert_int_equal(g.cpu.r[7], 1);
	}
}

static void fast_interrupt(void **state)
{
	static const char *const names[] = { "lubbock", "imx31" };
	struct guest g;

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		run_to_done(&g, names[i], "interrupt_fiq");
		assert_int_equal(logged(&g, "log_irq", LOG_COUNT), 0);
		assert_int_equal(logged(&g, "log_fiq", LOG_COUNT), 1);
		assert_int_equal(logged(&g, "log_fiq", LOG_CPSR) & 0xdf, 0xd1);
		assert_int_equal(logged(&g, "seen_pending_fiq", 0),
				 i ? 23 : 1 << 12);
		assert_int_equal(g.cpu.r[5], 20);
		close_guest(&g);
	}
}

static void waiting(void **state)
{
	struct board_options options = { .flat = true };
	struct guest g;

	(void)state;
	run_to_done(&g, "pb1176", "wait_interrupt");
	assert_int_equal(logged(&g, "log_irq", LOG_COUNT), 1);
	/* Awake the very cycle it wraps; the read is one cycle. */
	assert_int_equal(g.cpu.r[5], 1);
	close_guest(&g);

	open_guest(&g, "pb1176", &options);
	load(&g, "wait_for_ever", true);
	go(&g);
	assert_int_equal(g.stop.reason, BOARD_STOP_FAULT);
	assert_non_null(strstr(g.stop.text, "waits for ever"));
	assert_int_equal(g.stop.pc, symbol_of(g.p, "wait_for_ever") + 4);
	close_guest(&g);
}

static void kinds_of_access(void **state)
{
	struct guest g;

	(void)state;
	/* Two preloads; the third is not done.  A literal but on pb1176. */
	ON_EACH_BOARD(g, "preloads")
	{
		const struct ledger *book = machine_ledger(g.m);

		assert_int_equal(book->n[LEDGER_DCACHE_ACCESS],
				 g.scratch == 0x00100000 ? 2 : 3);
		assert_int_equal(logged(&g, "log_data", LOG_COUNT), 0);
	}
	run_to_done(&g, "lubbock", "accesses");
	/* The literal, swap 2, double 2 and 2. */
	assert_int_equal(machine_ledger(g.m)->n[LEDGER_DCACHE_ACCESS], 7);
	close_guest(&g);
}

static void consoles(void **state)
{
	struct guest g;

	(void)state;
	ON_EACH_BOARD(g, "console")
	{
		assert_int_equal(g.printed, 2);
		assert_memory_equal(g.console, "ok", 2);
	}
}

static void exits(void **state)
{
	static const char *const names[] = { "host_exit", "host_exit_thumb" };
	struct board_options options = { 0 };
	struct guest g;

	(void)state;
	for (unsigned i = 0; i < 2 * BOARDS; i++) {
		open_guest(&g, boards[i / 2], &options);
		load(&g, names[i % 2], true);
		go(&g);
		assert_int_equal(g.stop.reason, BOARD_STOP_EXIT);
		assert_int_equal(g.stop.status, 0);
		assert_int_equal(g.stop.instructions, i % 2 ? 5 : 3);
		close_guest(&g);
	}
}

/* Runs without vectors; the run has to end with these words. */
static void ends_with(const char *board, const char *name, const char *text,
		      const char *at)
{
	struct board_options options = { 0 };
	char wanted[256];
	struct guest g;

	open_guest(&g, board, &options);
	load(&g, name, false);
	go(&g);
	assert_int_equal(g.stop.reason, BOARD_STOP_FAULT);
	snprintf(wanted, sizeof(wanted), text, (unsigned)symbol_of(g.p, at),
		 at);
	assert_string_equal(g.stop.text, wanted);
	close_guest(&g);
}

static void unhandled_exceptions_are_told(void **state)
{
	(void)state;
	ends_with("pb1176", "load_nothing",
		  "data abort: read of 0x50000004, where pb1176 has no memory "
		  "or device, by ldr at 0x%08x (%s+0x0)",
		  "load_nothing_at");
	ends_with("lubbock", "store_nothing",
		  "data abort: write to 0x50000000, where lubbock has no "
		  "memory or device, by str at 0x%08x (%s+0x0)",
		  "store_nothing_at");
	ends_with("lubbock", "write_flash",
		  "data abort: write to 0x00001000, in lubbock's flash, which "
		  "programs cannot write; link data for SDRAM at 0xa0000000, "
		  "by str at 0x%08x (%s+0x0)",
		  "write_flash_at");
	ends_with("imx31", "write_flash",
		  "data abort: write to 0x00001000, in imx31's boot ROM, which "
		  "programs cannot write; link data for SDRAM at 0x80000000, "
		  "by str at 0x%08x (%s+0x0)",
		  "write_flash_at");
	ends_with("imx31", "svc_arm",
		  "SVC 0x5 at 0x%08x (%s+0x0), but no handler is at its vector",
		  "svc_arm");
	ends_with("pb1176", "undefined_arm",
		  "undefined instruction 0xe7f000f0 at 0x%08x (%s+0x0)",
		  "undefined_arm");
	ends_with("pb1176", "svc_arm",
		  "SVC 0x5 at 0x%08x (%s+0x0), but no handler is at its vector",
		  "svc_arm");
	ends_with("pb1176", "jump_nowhere",
		  "prefetch abort: the program went to 0x50000000, where no "
		  "memory is, from 0x%08x (%s+0x0)",
		  "jump_nowhere_from");
	ends_with("pb1176", "jump_unmapped",
		  "prefetch abort: the program went to 0x00300004, which the "
		  "page tables do not map, from 0x%08x (%s+0x0)",
		  "jump_unmapped_from");
}

/* The loop's branch, each time it is reached. */
static void stops_and_goes_on(void **state)
{
	struct board_options options = { 0 };
	struct guest g;
	uint32_t at;

	(void)state;
	open_guest(&g, "pb1176", &options);
	load(&g, "count_loop", true);
	at = symbol_of(g.p, "count_loop") + 16;
	assert_true(machine_break(g.m, at, true));
	for (unsigned i = 0; i < 5; i++) {
		go(&g);
		assert_int_equal(g.stop.reason, BOARD_STOP_BREAK);
		assert_int_equal(g.stop.pc, at);
		assert_int_equal(g.cpu.r[15], at);
		assert_int_equal(g.cpu.r[0], 999 - i);
		assert_int_equal(g.stop.instructions, 4 + 2 * i);
	}
	assert_true(machine_break(g.m, at, false));
	assert_false(machine_break(g.m, at, false));
	go(&g);
	assert_int_equal(g.stop.pc, symbol_of(g.p, "done"));
	assert_int_equal(g.stop.instructions, 2004);
	close_guest(&g);
}

static void ends_at_the_limit(void **state)
{
	struct board_options options = { .max_instructions = 100 };
	struct guest g;

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		open_guest(&g, boards[i], &options);
		load(&g, "count_loop", true);
		go(&g);
		assert_int_equal(g.stop.reason, BOARD_STOP_LIMIT);
		assert_int_equal(g.stop.instructions, 100);
		assert_int_equal(g.cpu.r[15], g.stop.pc);
		close_guest(&g);
	}
}

static void host_may_interrupt(void **state)
{
	struct board_options options = { 0 };
	struct guest g;

	(void)state;
	open_guest(&g, "pb1176", &options);
	load(&g, "count_loop", true);
	g.quit = true;
	go(&g);
	assert_int_equal(g.stop.reason, BOARD_STOP_INTERRUPTED);
	assert_int_equal(g.polls, 1);
	g.quit = false;
	go(&g);
	assert_int_equal(g.stop.reason, BOARD_STOP_BREAK);
	assert_int_equal(g.stop.instructions, 2004);
	/* An empty loop for ever is interrupted as well. */
	assert_true(machine_break(g.m, symbol_of(g.p, "done"), false));
	g.quit = true;
	go(&g);
	assert_int_equal(g.stop.reason, BOARD_STOP_INTERRUPTED);
	close_guest(&g);
}

static const struct tally_reg midr = { TALLY_CP(0, 0, 0, 0), TALLY_CP15, 32 };
static const struct tally_reg tcms = { TALLY_CP(0, 0, 0, 2), TALLY_CP15, 32 };
static const struct tally_reg sctlr = { TALLY_CP(0, 1, 0, 0), TALLY_CP15, 32 };
static const struct tally_reg actlr = { TALLY_CP(0, 1, 0, 1), TALLY_CP15, 32 };
static const struct tally_reg ttbr = { TALLY_CP(0, 2, 0, 0), TALLY_CP15, 32 };
static const struct tally_reg ccnt11 = { TALLY_CP(0, 15, 12, 1), TALLY_CP15,
					 32 };
static const struct tally_reg ccnt_pxa = { TALLY_CP(0, 1, 0, 0), TALLY_CP14,
					   32 };

static void cold_start(void **state)
{
	struct board_options options = { .cold = true };
	struct guest g;
	uint64_t value;

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		open_guest(&g, boards[i], &options);
		load(&g, "count_loop", true);
		assert_int_equal(machine_reg_read(g.m, &sctlr, &value),
				 TALLY_OK);
		assert_int_equal(value & 0x1805, 0); /* I, Z, C, M */
		go(&g);
		assert_int_equal(g.stop.instructions, 2004);
		assert_int_equal(g.cpu.cpsr & 0xdf, 0xd3);
		/* Each instruction is fetched from memory. */
		assert_true(machine_ledger(g.m)->n[LEDGER_CYCLES] > 4000);
		close_guest(&g);
	}
}

static void debugger_sees_registers(void **state)
{
	static const uint32_t ids[] = { 0x410fb767, 0x69052100, 0x4107b364 };
	struct board_options options = { 0 };
	struct guest g;
	uint64_t value;

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		const struct tally_reg *ccnt;

		open_guest(&g, boards[i], &options);
		ccnt = g.armv6 ? &ccnt11 : &ccnt_pxa;
		load(&g, "count_loop", true);
		assert_int_equal(machine_reg_read(g.m, &midr, &value), 0);
		assert_int_equal(value, ids[i]);
		assert_int_equal(machine_reg_read(g.m, &sctlr, &value), 0);
		assert_int_equal(value & 0x1805, 0x1805);
		assert_int_equal(machine_reg_read(g.m, &actlr, &value), 0);
		assert_int_equal(value & 7, g.armv6 ? 7 : 0);
		/* TCMs: two of each kind, none known of, none. */
		assert_int_equal(machine_reg_read(g.m, &tcms, &value),
				 g.armv6 ? TALLY_OK : TALLY_E_NOREG);
		if (g.armv6)
			assert_int_equal(value, i ? 0 : 0x00020002);
		assert_int_equal(machine_reg_read(g.m, &ttbr, &value),
				 TALLY_E_NOREG);
		assert_int_equal(machine_reg_write(g.m, &sctlr, 0),
				 TALLY_E_NOREG);
		assert_int_equal(machine_reg_write(g.m, ccnt, 0x1234), 0);
		assert_int_equal(machine_reg_read(g.m, ccnt, &value), 0);
		assert_int_equal(value, 0x1234);
		assert_int_equal(machine_ledger(g.m)->n[LEDGER_CYCLES], 0);
		close_guest(&g);
	}
}

/* So many instructions, at a boundary, in front of a breakpoint there. */
static void runs_for_instructions(void **state)
{
	struct board_options options = { 0 };
	struct guest g;
	uint32_t at;

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		open_guest(&g, boards[i], &options);
		load(&g, "count_loop", true);
		/* Three instructions, then SUBS and BNE 1000 times. */
		at = symbol_of(g.p, "count_loop") + 12;
		assert_true(machine_break(g.m, at, true));
		for (unsigned n = 0; n < 4; n++) {
			machine_run_for(g.m, n ? 1 : 0, &g.stop);
			assert_int_equal(g.stop.reason, BOARD_STOP_SLICE);
			assert_int_equal(g.stop.instructions, n);
		}
		assert_int_equal(g.stop.pc, at);
		machine_run_for(g.m, 1, &g.stop);
		assert_int_equal(g.stop.reason, BOARD_STOP_BREAK);
		assert_int_equal(g.stop.instructions, 3);
		assert_true(machine_break(g.m, at, false));
		machine_run_for(g.m, 1000, &g.stop);
		assert_int_equal(g.stop.instructions, 1003);
		go(&g);
		assert_int_equal(g.stop.reason, BOARD_STOP_BREAK);
		assert_int_equal(g.stop.instructions, 2004);
		close_guest(&g);
	}
}

/* Held back by the mask, the interrupt comes where the debugger lifts it. */
static void debugger_sets_registers(void **state)
{
	struct board_options options = { .flat = true };
	struct board_cpu cpu;
	struct guest g;
	uint32_t at;

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		open_guest(&g, boards[i], &options);
		load(&g, "interrupt_exact", true);
		/* It comes after 9 instructions and 10 additions. */
		at = symbol_of(g.p, "interrupt_exact");
		assert_true(machine_break(g.m, at + 18 * 4, true));
		go(&g);
		cpu = g.cpu;
		assert_int_equal(cpu.r[5], 9);
		cpu.cpsr |= 0x80;
		cpu.r[5] = 109;
		machine_set_cpu(g.m, &cpu);
		machine_run_for(g.m, 5, &g.stop);
		assert_int_equal(g.stop.pc, at + 23 * 4);
		machine_cpu(g.m, &cpu);
		assert_int_equal(cpu.r[5], 114);
		cpu.cpsr &= ~0x80u;
		machine_set_cpu(g.m, &cpu);
		go(&g);
		check_exception(&g, "log_irq", at + 23 * 4 + 4, 0x12, SVC);
		assert_int_equal(g.cpu.r[5], 120);

		/* Another function, in Thumb state. */
		cpu = g.cpu;
		cpu.cpsr |= 0x20;
		cpu.r[7] = 0;
		cpu.r[15] = symbol_of(g.p, "svc_thumb_next");
		machine_set_cpu(g.m, &cpu);
		go(&g);
		assert_int_equal(g.stop.pc, symbol_of(g.p, "done"));
		assert_int_equal(g.cpu.r[7], 1);
		close_guest(&g);
	}
}

static void load_fails(const char *board, uint64_t addr, uint64_t size,
		       const char *words)
{
	struct machine_host host = { NULL, NULL, NULL };
	struct board_options options = { 0 };
	struct error err = { "" };
	uint8_t bytes[4] = { 0 };
	struct program_segment s = { addr, size, 4, bytes, true };
	struct program p = { .machine = 40,
			     .bits = 32,
			     .entry = addr,
			     .segment = &s,
			     .segments = 1 };
	struct machine *m = machine_new(board_spec_find(board, &err), &options,
					&host, &err);

	assert_non_null(m);
	assert_false(machine_load(m, &p, &err));
	assert_non_null(strstr(err.text, words));
	machine_free(m);
}

static void programs_that_do_not_fit(void **state)
{
	struct error err = { "" };

	(void)state;
	load_fails("lubbock", 0xb0000000, 16, "which lubbock does not have");
	load_fails("pb1176", 0x07fffff8, 16, "which pb1176 does not have");
	load_fails("pb1176", 0xfffffff8, 16, "which pb1176 does not have");
	load_fails("pb1176", 0x10120000, 16, "which pb1176 does not have");
	load_fails("pb1176", 0x07ffc000, 16, "page table");
	load_fails("imx31", 0x87ffb000, 16, "page table");
	load_fails("imx31", 0x00001000, 16, "where nothing can be stored");
	load_fails("lubbock", 0x00008000, 16, "where nothing can be stored");
	assert_null(board_spec_find("pb1167", &err));
	assert_non_null(strstr(err.text, "pb1176"));
}

static void two_runs_are_equal(void **state)
{
	struct ledger first;
	struct guest g;

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++) {
		run_to_done(&g, boards[i], "interrupt_exact");
		first = *machine_ledger(g.m);
		close_guest(&g);
		run_to_done(&g, boards[i], "interrupt_exact");
		assert_memory_equal(&first, machine_ledger(g.m), sizeof(first));
		close_guest(&g);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_of_a_loop),
		cmocka_unit_test(failed_conditions_count),
		cmocka_unit_test(masks_hold_from_the_next_instruction_on),
		cmocka_unit_test(svc_reaches_the_guest),
		cmocka_unit_test(kinds_of_mode_changes),
		cmocka_unit_test(undefined_reaches_the_guest),
		cmocka_unit_test(prefetch_abort_reaches_the_guest),
		cmocka_unit_test(fetch_from_unmapped_page),
		cmocka_unit_test(stops_and_goes_on),
		cmocka_unit_test(runs_for_instructions),
		cmocka_unit_test(ends_at_the_limit),
		cmocka_unit_test(host_may_interrupt),
		cmocka_unit_test(cold_start),
		cmocka_unit_test(debugger_sees_registers),
		cmocka_unit_test(debugger_sets_registers),
		cmocka_unit_test(programs_that_do_not_fit),
		cmocka_unit_test(two_runs_are_equal),
		cmocka_unit_test(data_abort_is_as_if_nothing_was),
		cmocka_unit_test(multiple_transfers_abort_in_the_middle),
		cmocka_unit_test(guest_changes_its_page_tables),
		cmocka_unit_test(alignment),
		cmocka_unit_test(self_modifying_code),
		cmocka_unit_test(monitor_counts_its_closing_write),
		cmocka_unit_test(monitor_is_privileged),
		cmocka_unit_test(interrupt_at_the_boundary),
		cmocka_unit_test(fast_interrupt),
		cmocka_unit_test(waiting),
		cmocka_unit_test(kinds_of_access),
		cmocka_unit_test(consoles),
		cmocka_unit_test(exits),
		cmocka_unit_test(unhandled_exceptions_are_told),
	};

	char *slash = strrchr(argv[0], '/');

	if (argc > 1) {
		directory = argv[1];
	} else if (slash) {
		*slash = 0;
		directory = argv[0];
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
