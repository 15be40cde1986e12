/* SPDX-License-Identifier: MIT */
/*
 * The machines with ARMv7 cores, with the guest programs of armv7_guest.S: each
 * is held on both boards.  What they shall do is the architecture's
 * [DDI0406B], or the core's manual's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "boards/src/boards/boards.h"
#include "boards/src/machine/machine.h"
#include "guest_symbol.h"

struct kind {
	const char *board;
	uint32_t interface; /* of the interrupt controller */
	uint32_t midr, cache_type, mpidr, levels, size[3], pmnc;
};

static const struct kind kinds[] = {
	{ "pba8",
	  0x1e000000,
	  0x413fc082,
	  0x82048004,
	  0,
	  0x0a000023,
	  { 0xe00fe01a, 0x200fe01a, 0xf03fe03a },
	  0x41002000 },
	{ "pbxa9",
	  0x1f000100,
	  0x412fc092,
	  0x83338003,
	  0x80000000,
	  0x09200003,
	  { 0x701fe019, 0x201fe019, 0 },
	  0x41093000 },
};

static const char *directory = ".";
static struct machine *m;
static struct program *p;
static struct target_stop stop;
static struct board_cpu cpu;

static uint32_t ill;

static void run(const struct kind *k, const char *name)
{
	const struct board_options options = { .flat = true, .ill = ill };
	const struct machine_host host = { 0 };
	struct error err = { "" };
	char path[512];

	snprintf(path, sizeof(path), "%s/guest_armv7.elf", directory);
	p = program_open(path, 40, 32, false, &err);
	if (!p)
		fail_msg("%s", err.text);
	m = machine_new(board_spec_find(k->board, &err), &options, &host, &err);
	if (!m)
		fail_msg("%s", err.text);
	p->entry = symbol_of(p, name);
	assert_true(machine_load(m, p, &err));
	assert_true(machine_break(m, symbol_of(p, "done"), true));
	machine_cpu(m, &cpu);
	cpu.r[8] = k->interface;
	machine_set_cpu(m, &cpu);
	machine_run(m, &stop);
	machine_cpu(m, &cpu);
	if (stop.reason != TARGET_STOP_BREAK)
		fail_msg("%s on %s: stop %d: %s", name, k->board,
			 (int)stop.reason, stop.text);
}

static void end(void)
{
	machine_free(m);
	program_close(p);
}

static uint64_t n(enum ledger_item item)
{
	return machine_ledger(m)->n[item];
}

#define EACH_BOARD(k, name)                                                    \
	for (const struct kind *k = kinds;                                     \
	     k < kinds + 2 && (run(k, name), true); end(), k++)

/* A store after CLREX fails, 1 each; the Thumb part adds 2 and 9. */
static void instructions(void **state)
{
	(void)state;
	EACH_BOARD(k, "instructions")
	{
		assert_int_equal(cpu.r[4], 1 + 2 + 9);
		assert_int_equal(n(LEDGER_EXC_TAKEN), 0);
		assert_int_equal(n(LEDGER_INSTRUCTIONS), stop.instructions);
	}
}

static void divides(void **state)
{
	(void)state;
	EACH_BOARD(k, "divides")
	{
		assert_int_equal(cpu.r[11], 2);
		assert_int_equal(n(LEDGER_EXC_TAKEN), 2);
		assert_int_equal(n(LEDGER_EXC_RETURN), 2);
		/* Undefined instructions are not executed. */
		assert_int_equal(n(LEDGER_INSTRUCTIONS), stop.instructions - 2);
	}
}

static void scattered(void **state)
{
	(void)state;
	EACH_BOARD(k, "scattered")
	{
		assert_int_equal(cpu.r[0], 0x00c5187d);
		assert_int_equal(cpu.r[1], 0);
	}
}

/* The return aborts, and leaves memory as it is. */
static void return_not_aligned(void **state)
{
	(void)state;
	EACH_BOARD(k, "return_not_aligned")
	{
		assert_int_equal(cpu.r[4], 0x12345678);
		assert_int_equal(n(LEDGER_EXC_TAKEN), 1);
	}
}

/* A translation that is not there, of a section; rights do not matter. */
static void maintained(void **state)
{
	(void)state;
	EACH_BOARD(k, "maintained")
	{
		assert_int_equal(cpu.r[8], 3);
		assert_int_equal(cpu.r[11], 0x805);
		assert_int_equal(cpu.r[12], 0x70000044);
		/* By the instruction cache's, DFSR says so, and IFSR why. */
		assert_int_equal(cpu.r[9], 0x005);
		assert_int_equal(cpu.r[10], 4);
		assert_int_equal(cpu.r[4], 0x00f);
	}
}

static void half_of_an_instruction(void **state)
{
	(void)state;
	EACH_BOARD(k, "half_mapped")
	{
		assert_int_equal(cpu.r[6], 0x007);
		assert_int_equal(cpu.r[7], 0x70001000);
		assert_int_equal(cpu.r[9], 0x70000ffe + 4);
	}
	EACH_BOARD(k, "half_executable")
	{
		assert_int_equal(cpu.r[6], 0x00f);
		assert_int_equal(cpu.r[7], 0x70001000);
		assert_int_equal(cpu.r[9], 0x70000ffe + 4);
	}
}

static void identity(void **state)
{
	(void)state;
	EACH_BOARD(k, "identity")
	{
		assert_int_equal(cpu.r[0], k->midr);
		assert_int_equal(cpu.r[1], k->cache_type);
		assert_int_equal(cpu.r[2], k->mpidr);
		assert_int_equal(cpu.r[3], k->levels);
		for (unsigned i = 0; i < 3; i++)
			assert_int_equal(cpu.r[5 + i], k->size[i]);
		assert_int_equal(cpu.r[8], 2);
		assert_int_equal(cpu.r[9], k->pmnc);
		/* MMU, caches, prediction; and what is always 1. */
		assert_int_equal(cpu.r[12], 0x00c5187d);
	}
}

static void operations(void **state)
{
	(void)state;
	EACH_BOARD(k, "operations")
	{
		assert_int_equal(cpu.r[1], symbol_of(p, "other_vectors"));
		assert_int_equal(cpu.r[11], 5);
		assert_int_equal(n(LEDGER_CID_WRITE_RETIRED), 1);
		assert_int_equal(n(LEDGER_EXC_SVC), 1);
		assert_int_equal(n(LEDGER_EXC_TAKEN), 1);
		assert_int_equal(n(LEDGER_EXC_RETURN), 1);
		assert_int_equal(n(LEDGER_INSTRUCTIONS), stop.instructions);
	}
}

static void multiprocessing(void **state)
{
	(void)state;
	EACH_BOARD(k, "multiprocessing")
	{
		assert_int_equal(cpu.r[11], k->mpidr ? 0 : 6);
	}
}

/* None of them is left in ARMv7. */
static void earlier(void **state)
{
	(void)state;
	EACH_BOARD(k, "earlier")
	{
		assert_int_equal(cpu.r[11], 4);
	}
}

static void increments(void **state)
{
	(void)state;
	EACH_BOARD(k, "increments")
	{
		assert_int_equal(cpu.r[5], 0);
		assert_int_equal(cpu.r[6], 1);
		assert_int_equal(cpu.r[7], 0);
		assert_int_equal(n(LEDGER_SW_INCR), 3);
	}
}

/*
 * Events are counted in Secure state if non-invasive debug is permitted there,
 * and in its user mode if SDER.SUNIDEN says so; cycles unless PMCR.DP is set.
 */
static void permission(void **state)
{
	(void)state;
	EACH_BOARD(k, "permission")
	{
		assert_int_equal(cpu.r[0], 1 << 1);
		assert_int_equal(cpu.r[1], 0xff);
		assert_int_equal(cpu.r[2], 0);
		assert_int_equal(cpu.r[3], 1);
		assert_true(cpu.r[9]);
		assert_int_equal(cpu.r[5], 2);
	}
	ill = 1u << BOARD_ILL_NID_OFF;
	EACH_BOARD(k, "permission")
	{
		assert_int_equal(cpu.r[0], 3 << 16 | 1 << 1);
		assert_int_equal(cpu.r[1], 0xaf);
		assert_int_equal(cpu.r[3], 0);
		assert_true(cpu.r[7]);
		assert_int_equal(cpu.r[9], 0);
		assert_int_equal(cpu.r[10], 2);
		assert_int_equal(cpu.r[5], 1);
	}
	ill = 0;
}

/* The wait ends though the interrupt is masked; then it is taken. */
static void waits(void **state)
{
	(void)state;
	EACH_BOARD(k, "waits")
	{
		assert_int_equal(cpu.r[5], 0);
		assert_int_equal(cpu.r[10], 1);
		assert_int_equal(cpu.r[9], 32 + 47);
		assert_int_equal(n(LEDGER_EXC_IRQ), 1);
		assert_true(n(LEDGER_CYCLES) >= 1000);
		assert_true(n(LEDGER_CYCLES) < 1000 + 200);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(instructions),
		cmocka_unit_test(divides),
		cmocka_unit_test(identity),
		cmocka_unit_test(operations),
		cmocka_unit_test(multiprocessing),
		cmocka_unit_test(increments),
		cmocka_unit_test(waits),
		cmocka_unit_test(earlier),
		cmocka_unit_test(permission),
		cmocka_unit_test(scattered),
		cmocka_unit_test(return_not_aligned),
		cmocka_unit_test(maintained),
		cmocka_unit_test(half_of_an_instruction),
	};
	static char beside[512];

	if (argc > 1) {
		directory = argv[1];
	} else if (strrchr(argv[0], '/')) {
		snprintf(beside, sizeof(beside), "%.*s",
			 (int)(strrchr(argv[0], '/') - argv[0]), argv[0]);
		directory = beside;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
