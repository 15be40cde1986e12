/* SPDX-License-Identifier: MIT */
/*
 * The doors of an AArch64 machine: running by slices, to breakpoints and to
 * limits; registers of the core and the monitor; console; guest memory.
 */
#include <libgen.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "boards/src/boards/boards.h"
#include "boards/src/machine/machine.h"
#include "guest_symbol.h"
#include "test.h"

enum { EM_AARCH64 = 183, BITS = 64 };

#define SYSREG(op1, crn, crm, op2)                                             \
	((struct tally_reg){ TALLY_SYS(3, op1, crn, crm, op2), TALLY_SYSREG,   \
			     64 })

static struct machine *m;
static struct program *p;
static struct target_stop stop;
static struct board_cpu cpu;
static char console[16];
static size_t printed;

static void on_console(void *ctx, const void *bytes, size_t count)
{
	(void)ctx;
	assert_true(printed + count < sizeof(console));
	memcpy(console + printed, bytes, count);
	printed += count;
}

static void open_at(const char *name, const struct board_options *options)
{
	const struct machine_host host = { NULL, on_console, NULL };
	struct error err = { "" };
	char self[512] = "", path[600];

	printed = 0;
	memset(console, 0, sizeof(console));
	assert_true(readlink("/proc/self/exe", self, sizeof(self) - 1) > 0);
	snprintf(path, sizeof(path), "%s/guest_virt.elf", dirname(self));
	p = program_open(path, EM_AARCH64, BITS, false, &err);
	if (!p)
		fail_msg("%s", err.text);
	m = machine_new(board_spec_find("virt-a53", &err), options, &host,
			&err);
	if (!m)
		fail_msg("%s", err.text);
	p->entry = symbol_of(p, name);
	if (!machine_load(m, p, &err))
		fail_msg("%s", err.text);
	assert_true(machine_break(m, symbol_of(p, "done"), true));
}

static void close_it(void)
{
	machine_free(m);
	program_close(p);
}

TEST(to_a_breakpoint)
{
	const struct board_options o = { .flat = true };

	open_at("loop", &o);
	machine_run(m, &stop);
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	assert_int_equal(stop.pc, symbol_of(p, "done"));
	assert_int_equal(stop.instructions, 301);
	assert_int_equal(machine_ledger(m)->n[LEDGER_INSTRUCTIONS], 301);
	assert_int_equal(machine_ledger(m)->n[LEDGER_CYCLES], 301);
	assert_int_equal(machine_ledger(m)->n[LEDGER_BR_RETIRED], 100);
	machine_cpu(m, &cpu);
	assert_true(cpu.pc == symbol_of(p, "done"));
	assert_true(cpu.r[1] == 200);
	assert_true(cpu.sp == 0x47ffe000);    /* below two tables of 4 KiB */
	assert_int_equal(cpu.cpsr & 0x1f, 5); /* EL1h */
	/* The breakpoint is passed over once, and met again two instructions
	 * later. */
	machine_run(m, &stop);
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	assert_int_equal(stop.instructions, 303);
	close_it();
}

/* ESR_EL1 of a data abort from EL1 [DDI0487 D17.2.37]: permission, level 1. */
static const uint64_t READ_DENIED = 0x9600000d, WRITE_DENIED = 0x9600004d;

TEST(rights_of_el0)
{
	const struct board_options o = { .flat = true };
	static const char *const not_handled =
		"which the page tables do not permit to EL0, whose rights it "
		"asks with, by ldtr at";

	open_at("as_user", &o);
	machine_run(m, &stop);
	assert_string_equal(stop.text, "");
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	machine_cpu(m, &cpu);
	assert_int_equal(cpu.r[7], 3); /* faults */
	assert_int_equal(cpu.r[0], 7);
	assert_int_equal(cpu.r[11], READ_DENIED);
	assert_int_equal(cpu.r[12], cpu.r[1]);
	assert_int_equal(cpu.r[13], WRITE_DENIED);
	assert_int_equal(cpu.r[14], 0x1234);
	assert_int_equal(cpu.r[15], 0x1234);
	assert_int_equal(cpu.r[17], 0x77);
	assert_int_equal(cpu.r[18], 0x77);
	assert_int_equal(cpu.r[19], WRITE_DENIED);
	assert_int_equal(cpu.r[20], 0x77);
	assert_int_equal(machine_ledger(m)->n[LEDGER_EXC_DABORT], 3);
	close_it();
	open_at("denied", &o);
	machine_run(m, &stop);
	assert_int_equal(stop.reason, TARGET_STOP_FAULT);
	assert_non_null(strstr(stop.text, not_handled));
	close_it();
}

/* An interrupt has no syndrome: the last one's stays [DDI0487 D17.2.37]. */
TEST(an_interrupt_leaves_the_syndrome)
{
	const struct board_options o = { .flat = true };

	open_at("remembers", &o);
	machine_run(m, &stop);
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	machine_cpu(m, &cpu);
	assert_int_equal(cpu.r[8], 0x56000077); /* SVC #0x77 */
	assert_int_equal(machine_ledger(m)->n[LEDGER_EXC_SVC], 1);
	assert_int_equal(machine_ledger(m)->n[LEDGER_EXC_IRQ], 1);
	close_it();
}

/* TVAL is signed: -1 is due since a tick ago [DDI0487 CNTV_TVAL_EL0]. */
TEST(a_timer_of_the_past)
{
	const struct board_options o = { .flat = true };

	open_at("late", &o);
	machine_run(m, &stop);
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	machine_cpu(m, &cpu);
	assert_int_equal(cpu.r[2], 5); /* ENABLE and ISTATUS */
	assert_in_range(cpu.r[4] - cpu.r[3], 1, 1000);
	assert_in_range(UINT32_MAX - cpu.r[5], 0, 1000);
	close_it();
}

TEST(kinds_of_mode_changes)
{
	const struct board_options o = { .flat = true };

	open_at("mode_changes", &o);
	machine_run(m, &stop);
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	assert_int_equal(machine_ledger(m)->n[LEDGER_EXC_SVC], 3);
	assert_int_equal(machine_ledger(m)->n[LEDGER_EXC_UNDEF], 2);
	assert_int_equal(machine_ledger(m)->n[LEDGER_EXC_TAKEN], 5);
	assert_int_equal(machine_ledger(m)->n[LEDGER_EXC_RETURN], 5);
	close_it();
}

/* ESR_EL1's CM and WnR are set, whatever the operation [DDI0487 D17.2.37]. */
TEST(maintained)
{
	const struct board_options o = { .flat = true };

	open_at("maintained", &o);
	machine_run(m, &stop);
	assert_string_equal(stop.text, "");
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	machine_cpu(m, &cpu);
	assert_int_equal(cpu.r[11], 0x96000145); /* translation, level 1 */
	assert_int_equal(cpu.r[12], 0x80000044);
	assert_int_equal(cpu.r[13], 0x96000145);
	assert_int_equal(cpu.r[14], 0x96000144); /* level 0 */
	assert_true(cpu.r[15] == 0x180000044);
	assert_int_equal(cpu.r[16], 0x96000044); /* a store to it */
	assert_true(cpu.r[2] == 0x180000044);
	assert_int_equal(cpu.r[18], 0);
	assert_int_equal(cpu.r[17], 6);
	assert_int_equal(cpu.r[19], 6); /* which only DC IVAC minds */
	assert_int_equal(cpu.r[7], 7);
	assert_int_equal(cpu.r[3], 0x9600014d); /* permission, level 1 */
	assert_int_equal(machine_ledger(m)->n[LEDGER_EXC_DABORT], 7);
	close_it();
}

/* The machine and the engine would not read the same tables. */
TEST(no_big_endian)
{
	const struct board_options o = { .flat = true };

	open_at("big_endian", &o);
	machine_run(m, &stop);
	assert_int_equal(stop.reason, TARGET_STOP_FAULT);
	assert_non_null(strstr(stop.text, "SCTLR_EL1.EE"));
	assert_int_equal(stop.pc, symbol_of(p, "big_endian") + 8);
	close_it();
}

/* One exception each, of its own kind and no other. */
TEST(kinds_of_exceptions)
{
	static const struct {
		const char *name;
		enum ledger_item item;
		unsigned times;
	} row[] = {
		{ "interrupted", LEDGER_EXC_IRQ, 1 },
		{ "nowhere", LEDGER_EXC_PABORT, 1 },
		{ "not_here", LEDGER_EXC_UNDEF, 2 }, /* HVC, SMC */
	};
	static const enum ledger_item kinds[] = {
		LEDGER_EXC_UNDEF, LEDGER_EXC_PABORT, LEDGER_EXC_DABORT,
		LEDGER_EXC_IRQ,   LEDGER_EXC_FIQ,    LEDGER_EXC_SMC,
		LEDGER_EXC_HVC,   LEDGER_EXC_SVC,
	};
	const struct board_options o = { .flat = true };

	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		const uint64_t *n;

		open_at(row[i].name, &o);
		machine_run(m, &stop);
		assert_string_equal(stop.text, "");
		assert_int_equal(stop.reason, TARGET_STOP_BREAK);
		n = machine_ledger(m)->n;
		assert_int_equal(n[LEDGER_EXC_TAKEN], row[i].times);
		for (unsigned k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
			assert_int_equal(n[kinds[k]], kinds[k] == row[i].item
							      ? row[i].times
							      : 0);
		close_it();
	}
}

TEST(by_slices)
{
	const struct board_options o = { .flat = true };

	open_at("loop", &o);
	for (unsigned i = 1; i <= 7; i++) {
		machine_run_for(m, 7, &stop);
		assert_int_equal(stop.reason, TARGET_STOP_SLICE);
		assert_int_equal(stop.instructions, 7 * i);
	}
	/* 49: the first, and 16 rounds of three. */
	machine_cpu(m, &cpu);
	assert_true(cpu.r[0] == 84 && cpu.r[1] == 32);
	assert_true(cpu.pc == symbol_of(p, "loop") + 4);
	close_it();
}

TEST(to_a_limit)
{
	const struct board_options o = { .max_instructions = 1000 };

	open_at("stores", &o);
	machine_run(m, &stop);
	assert_int_equal(stop.reason, TARGET_STOP_GIVEN_UP);
	assert_int_equal(stop.instructions, 1000);
	assert_int_equal(machine_ledger(m)->n[LEDGER_ST_RETIRED], 334);
	close_it();
}

TEST(registers_of_the_core)
{
	const struct board_options o = { .flat = true };

	open_at("done", &o);
	machine_cpu(m, &cpu);
	cpu.r[1] = UINT64_C(0x123456789abcdef0);
	cpu.r[31] = 0x40200000;
	cpu.pc = symbol_of(p, "loop");
	machine_set_cpu(m, &cpu);
	machine_run(m, &stop);
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	machine_cpu(m, &cpu);
	assert_true(cpu.r[1] == UINT64_C(0x123456789abcdef0) + 200);
	assert_true(cpu.sp == 0x40200000);
	close_it();
}

/* PMCR_EL0, PMEVTYPER0_EL0, PMCNTENSET_EL0, PMEVCNTR0_EL0, from outside. */
TEST(monitor_from_outside)
{
	const struct tally_reg pmcr = SYSREG(3, 9, 12, 0);
	const struct tally_reg type0 = SYSREG(3, 14, 12, 0);
	const struct tally_reg enable = SYSREG(3, 9, 12, 1);
	const struct tally_reg count0 = SYSREG(3, 14, 8, 0);
	const struct tally_reg midr = SYSREG(0, 0, 0, 0);
	const struct tally_reg unknown = SYSREG(7, 15, 15, 7);
	const struct board_options o = { .flat = true };
	uint64_t value;

	open_at("loop", &o);
	assert_int_equal(machine_reg_read(m, &midr, &value), TALLY_OK);
	assert_int_equal(value >> 4 & 0xfff, 0xd03);
	assert_int_equal(machine_reg_read(m, &unknown, &value), TALLY_E_NOREG);
	assert_int_equal(machine_reg_write(m, &unknown, 0), TALLY_E_NOREG);
	assert_int_equal(machine_reg_write(m, &type0, 0x0d), TALLY_OK);
	assert_int_equal(machine_reg_write(m, &enable, 1), TALLY_OK);
	assert_int_equal(machine_reg_write(m, &pmcr, 1), TALLY_OK);
	machine_run(m, &stop);
	assert_int_equal(machine_reg_read(m, &count0, &value), TALLY_OK);
	assert_int_equal(value, 100); /* immediate branches */
	close_it();
}

TEST(the_console)
{
	const struct board_options o = { .flat = true };

	open_at("shout", &o);
	machine_run(m, &stop);
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	assert_string_equal(console, "x");
	assert_int_equal(stop.instructions, 6);
	close_it();
}

/* VBAR_EL1[10:0] are 0, whatever is written there [DDI0487 D17.2.151]: else
 * the fault of a misaligned vector would go to that vector, for ever. */
TEST(a_misaligned_table)
{
	const struct board_options o = { .flat = true };

	open_at("misled", &o);
	machine_run(m, &stop);
	machine_cpu(m, &cpu);
	assert_int_equal(cpu.r[1] & 0x7ff, 0);
	assert_int_equal(cpu.r[1], cpu.r[0] - 0x7f3);
	cpu.pc = symbol_of(p, "astray");
	machine_set_cpu(m, &cpu);
	machine_run(m, &stop);
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	machine_cpu(m, &cpu);
	assert_int_equal(cpu.r[3] >> 26, 0x22); /* PC alignment */
	close_it();
}

TEST(guest_memory)
{
	const struct board_options o = { .flat = true };
	uint32_t word = 0;

	open_at("loop", &o);
	assert_true(machine_mem_read(m, symbol_of(p, "loop"), &word, 4));
	assert_int_equal(word, 0xd2800c80); /* mov x0, #100 */
	assert_false(machine_mem_read(m, 0x09000000, &word, 4));
	assert_false(machine_mem_read(m, 0x47fffffe, &word, 4));
	close_it();
}

/* The registers that set and that clear show the same lines. */
TEST(enabled_lines)
{
	const struct board_options o = { .flat = true };

	open_at("distributor", &o);
	machine_run(m, &stop);
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	machine_cpu(m, &cpu);
	assert_int_equal(cpu.r[2], 10);
	assert_int_equal(cpu.r[3], 8);
	assert_int_equal(cpu.r[4], 8);
	assert_int_equal(cpu.r[5], 0); /* none is pending */
	close_it();
}

/* A fault that is mended is none any more, without a word to the TLB. */
TEST(mended_tables)
{
	const struct board_options o = { .flat = true };

	open_at("mends", &o);
	machine_run(m, &stop);
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	machine_cpu(m, &cpu);
	assert_int_equal(cpu.r[7], 1);
	assert_int_equal(cpu.r[3], 0x1234);
	close_it();
}

/* An interrupt that comes when the cycles have run over is as good as none. */
TEST(long_sleep)
{
	const struct board_options o = { .flat = true };

	open_at("sleeps", &o);
	machine_run(m, &stop);
	assert_int_equal(stop.reason, TARGET_STOP_FAULT);
	assert_non_null(strstr(stop.text, "waits for ever"));
	assert_true(machine_ledger(m)->n[LEDGER_CYCLES] < 100);
	close_it();
}

/* One access of 64 bits is one to each of two registers. */
TEST(wide_accesses)
{
	const struct board_options o = { .flat = true };

	open_at("wide", &o);
	machine_run(m, &stop);
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	machine_cpu(m, &cpu);
	assert_int_equal(cpu.r[3], 2);
	assert_int_equal(cpu.r[4], 0);
	assert_int_equal(cpu.r[5] >> 32, 2);
	assert_int_equal((uint32_t)cpu.r[5], cpu.r[2]);
	close_it();
}
