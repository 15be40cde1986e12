/* SPDX-License-Identifier: MIT */
/*
 * Small guest programs on each board with an ARM11 or an XScale, as a debugger
 * sees them: slices, breakpoints, limits, registers; and how they are loaded.
 *
 * What they shall do is worked out from the architecture by hand; most of it is
 * in the comments of the programs (machine_guest.S).
 */
#include <string.h>

#include "guest.h"
#include "test.h"

/* The loop's branch, each time it is reached. */
TEST(stops_and_goes_on)
{
	struct board_options options = { 0 };
	struct guest g;
	uint32_t at;

	guest_open(&g, "pb1176", &options);
	guest_load(&g, "count_loop", true);
	at = symbol_of(g.p, "count_loop") + 16;
	assert_true(machine_break(g.m, at, true));
	for (unsigned i = 0; i < 5; i++) {
		guest_go(&g);
		assert_int_equal(g.stop.reason, TARGET_STOP_BREAK);
		assert_int_equal(g.stop.pc, at);
		assert_int_equal(g.cpu.r[15], at);
		assert_int_equal(g.cpu.r[0], 999 - i);
		assert_int_equal(g.stop.instructions, 4 + 2 * i);
	}
	assert_true(machine_break(g.m, at, false));
	assert_false(machine_break(g.m, at, false));
	guest_go(&g);
	assert_int_equal(g.stop.pc, symbol_of(g.p, "done"));
	assert_int_equal(g.stop.instructions, 2004);
	guest_close(&g);
}

TEST(ends_at_the_limit)
{
	struct board_options options = { .max_instructions = 100 };
	struct guest g;

	for (unsigned i = 0; i < GUEST_BOARDS; i++) {
		guest_open(&g, guest_boards[i], &options);
		guest_load(&g, "count_loop", true);
		guest_go(&g);
		assert_int_equal(g.stop.reason, TARGET_STOP_GIVEN_UP);
		assert_int_equal(g.stop.instructions, 100);
		assert_int_equal(g.cpu.r[15], g.stop.pc);
		guest_close(&g);
	}
}

TEST(host_may_interrupt)
{
	struct board_options options = { 0 };
	uint64_t at;
	struct guest g;

	guest_open(&g, "pb1176", &options);
	guest_load(&g, "count_loop", true);
	g.quit = true;
	guest_go(&g);
	assert_int_equal(g.stop.reason, TARGET_STOP_HALTED);
	assert_int_equal(g.polls, 1);
	at = g.stop.instructions;
	guest_go(&g); /* asked again before anything is done */
	assert_int_equal(g.stop.reason, TARGET_STOP_HALTED);
	assert_int_equal(g.polls, 2);
	assert_int_equal(g.stop.instructions, at);
	g.quit = false;
	guest_go(&g);
	assert_int_equal(g.stop.reason, TARGET_STOP_BREAK);
	assert_int_equal(g.stop.instructions, 2004);
	/* An empty loop for ever is interrupted as well. */
	assert_true(machine_break(g.m, symbol_of(g.p, "done"), false));
	g.quit = true;
	guest_go(&g);
	assert_int_equal(g.stop.reason, TARGET_STOP_HALTED);
	guest_close(&g);
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

TEST(cold_start)
{
	struct board_options options = { .cold = true };
	struct guest g;
	uint64_t value;

	for (unsigned i = 0; i < GUEST_BOARDS; i++) {
		guest_open(&g, guest_boards[i], &options);
		guest_load(&g, "count_loop", true);
		assert_int_equal(machine_reg_read(g.m, &sctlr, &value),
				 TALLY_OK);
		assert_int_equal(value & 0x1805, 0); /* I, Z, C, M */
		guest_go(&g);
		assert_int_equal(g.stop.instructions, 2004);
		assert_int_equal(g.cpu.cpsr & 0xdf, 0xd3);
		/* Each instruction is fetched from memory. */
		assert_true(machine_ledger(g.m)->n[LEDGER_CYCLES] > 4000);
		guest_close(&g);
	}
}

TEST(debugger_sees_registers)
{
	static const uint32_t ids[] = { 0x410fb767, 0x69052100, 0x4107b364 };
	struct board_options options = { 0 };
	struct guest g;
	uint64_t value;

	for (unsigned i = 0; i < GUEST_BOARDS; i++) {
		const struct tally_reg *ccnt;

		guest_open(&g, guest_boards[i], &options);
		ccnt = g.armv6 ? &ccnt11 : &ccnt_pxa;
		guest_load(&g, "count_loop", true);
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
		guest_close(&g);
	}
}

/* So many instructions, at a boundary, in front of a breakpoint there. */
TEST(runs_for_instructions)
{
	struct board_options options = { 0 };
	struct guest g;
	uint32_t at;

	for (unsigned i = 0; i < 2; i++) {
		guest_open(&g, guest_boards[i], &options);
		guest_load(&g, "count_loop", true);
		/* Three instructions, then SUBS and BNE 1000 times. */
		at = symbol_of(g.p, "count_loop") + 12;
		assert_true(machine_break(g.m, at, true));
		for (unsigned n = 0; n < 4; n++) {
			machine_run_for(g.m, n ? 1 : 0, &g.stop);
			assert_int_equal(g.stop.reason, TARGET_STOP_SLICE);
			assert_int_equal(g.stop.instructions, n);
		}
		assert_int_equal(g.stop.pc, at);
		machine_run_for(g.m, 1, &g.stop);
		assert_int_equal(g.stop.reason, TARGET_STOP_BREAK);
		assert_int_equal(g.stop.instructions, 3);
		assert_true(machine_break(g.m, at, false));
		machine_run_for(g.m, 1000, &g.stop);
		assert_int_equal(g.stop.instructions, 1003);
		guest_go(&g);
		assert_int_equal(g.stop.reason, TARGET_STOP_BREAK);
		assert_int_equal(g.stop.instructions, 2004);
		guest_close(&g);
	}
}

/* Held back by the mask, the interrupt comes where the debugger lifts it. */
TEST(debugger_sets_registers)
{
	struct board_options options = { .flat = true };
	struct board_cpu cpu;
	struct guest g;
	uint32_t at;

	for (unsigned i = 0; i < 2; i++) {
		guest_open(&g, guest_boards[i], &options);
		guest_load(&g, "interrupt_exact", true);
		/* The interrupt comes after 9 instructions and 10 additions. */
		at = symbol_of(g.p, "interrupt_exact");
		assert_true(machine_break(g.m, at + 18 * 4, true));
		guest_go(&g);
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
		guest_go(&g);
		guest_took(&g, "log_irq", at + 23 * 4 + 4, 0x12, SVC);
		assert_int_equal(g.cpu.r[5], 120);

		/* Another function, in Thumb state. */
		cpu = g.cpu;
		cpu.cpsr |= 0x20;
		cpu.r[7] = 0;
		cpu.r[15] = symbol_of(g.p, "svc_thumb_next");
		machine_set_cpu(g.m, &cpu);
		guest_go(&g);
		assert_int_equal(g.stop.pc, symbol_of(g.p, "done"));
		assert_int_equal(g.cpu.r[7], 1);
		guest_close(&g);
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

TEST(programs_that_do_not_fit)
{
	struct error err = { "" };

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
