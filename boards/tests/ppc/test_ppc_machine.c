/* SPDX-License-Identifier: MIT */
/*
 * The machines with an e500, with programs of a few words put together here:
 * what identifies them, waiting for the decrementer, and a debugger's look at
 * memory and monitors.  Values are E500CORERM's.
 */
#include <stdint.h>
#include <string.h>

#include "boards/src/boards/boards.h"
#include "boards/src/machine/machine.h"
#include "test.h"

enum {
	EM_PPC = 20,
	CODE = 0x10000,
	HANDLER = 0x20000,
	SIZE = 0x10100, /* of both, from CODE on */

	CTR = 9,
	DEC = 22,
	SRR0 = 26,
	SRR1 = 27,
	IVPR = 63,
	TBL = 284, /* as it is written */
	PVR = 287,
	TSR = 336,
	TCR = 340,
	IVOR0 = 400,  /* a critical interrupt */
	IVOR4 = 404,  /* an external interrupt */
	IVOR6 = 406,  /* a program's */
	IVOR8 = 408,  /* a system call's */
	IVOR10 = 410, /* the decrementer's */
	IVOR13 = 413, /* data, or an instruction, in no TLB */
	IVOR14 = 414,
	TLB0CFG = 688,
	TLB1CFG = 689,
	HID0 = 1008,
	SVR = 1023,
	MMUCFG = 1015,

	TCR_DIE = 0x0400, /* upper halves */
	TSR_DIS = 0x0800,
	MSR_WE = 0x0004,
	MSR_CE = 0x0002,
	MSR_EE_ME = 0x9000, /* lower ones */
	MSR_DE = 0x0200,
	MSR_PMM = 0x0004,
};

static const char *const boards[] = { "mpc8540ads", "mpc8548cds" };

static uint8_t words[SIZE];
static uint32_t at;
static struct machine *m;
static struct target_stop stop;
static struct board_cpu cpu;

static void put(uint32_t word)
{
	for (unsigned i = 0; i < 4; i++)
		words[at - CODE + i] = (uint8_t)(word >> (24 - 8 * i));
	at += 4;
}

static void begin(void)
{
	memset(words, 0, sizeof(words));
	at = CODE;
}

static uint32_t spr(uint32_t number)
{
	return (number & 31) << 16 | number >> 5 << 11;
}

static void mfspr(uint32_t reg, uint32_t number)
{
	put(0x7C0002A6 | reg << 21 | spr(number));
}

static void mtspr(uint32_t number, uint32_t reg)
{
	put(0x7C0003A6 | reg << 21 | spr(number));
}

static void li(uint32_t reg, uint32_t low)
{
	put(14u << 26 | reg << 21 | low);
}

static void lis(uint32_t reg, uint32_t high)
{
	put(15u << 26 | reg << 21 | high);
}

static void ori(uint32_t reg, uint32_t low)
{
	put(24u << 26 | reg << 21 | reg << 16 | low);
}

static void mtmsr(uint32_t reg)
{
	put(0x7C000124 | reg << 21);
}

static void nop(void)
{
	put(0x60000000);
}

/* The board runs the code that was put, up to `end`. */
static void run(const char *board, uint32_t end)
{
	const struct board_options options = { .flat = true };
	const struct machine_host host = { 0 };
	struct error err = { "" };
	struct program_segment all = { CODE, SIZE, SIZE, words, true };
	const struct program p = { .machine = EM_PPC,
				   .bits = 32,
				   .big_endian = true,
				   .entry = CODE,
				   .segment = &all,
				   .segments = 1 };

	m = machine_new(board_spec_find(board, &err), &options, &host, &err);
	if (!m || !machine_load(m, &p, &err))
		fail_msg("%s", err.text);
	assert_true(machine_break(m, end, true));
	machine_run(m, &stop);
	if (stop.reason != TARGET_STOP_BREAK)
		fail_msg("%s: %s", board, stop.text);
	assert_int_equal(stop.pc, end);
	machine_cpu(m, &cpu);
}

/* TLB0: ways, one size of 4 KiB, 256 entries of the e500v1, 512 of the other.
 * MMUCFG: 32 or 36 bits, PIDs of 8 bits, three, and two TLBs. */
TEST(identification)
{
	static const struct {
		uint32_t number, value[2];
	} want[] = {
		{ PVR, { 0x80200020, 0x80210020 } },
		{ SVR, { 0x80300020, 0x80310020 } },
		{ TLB0CFG, { 0x02110100, 0x04110200 } },
		{ TLB1CFG, { 0x101C8010, 0x101BC010 } },
		{ MMUCFG, { 0x004019C1, 0x004819C1 } },
	};
	const unsigned count = sizeof(want) / sizeof(want[0]);

	for (unsigned i = 0; i < 2; i++) {
		begin();
		for (uint32_t k = 0; k < count; k++)
			mfspr(3 + k, want[k].number);
		nop();
		run(boards[i], at - 4);
		for (unsigned k = 0; k < count; k++)
			assert_int_equal(cpu.r[3 + k], want[k].value[i]);
		machine_free(m);
	}
}

/* Registers that hold what is written, each something else [REGBOOKE]. */
TEST(registers_hold)
{
	static const struct {
		uint32_t first, count;
	} list[] = {
		{ 8, 2 },    /* LR, CTR */
		{ 26, 2 },   /* SRR0, SRR1 */
		{ 54, 1 },   /* DECAR */
		{ 58, 2 },   /* CSRR0, CSRR1 */
		{ 61, 2 },   /* DEAR, ESR */
		{ 272, 8 },  /* SPRG0 to 7 */
		{ 400, 16 }, /* IVOR0 to 15 */
		{ 528, 4 },  /* IVOR32 to 35 */
		{ 570, 2 },  /* MCSRR0, MCSRR1 */
	};

	for (unsigned i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		begin();
		for (uint32_t k = 0; k < list[i].count; k++) {
			li(3, 0x100 + 16 * k);
			mtspr(list[i].first + k, 3);
		}
		for (uint32_t k = 0; k < list[i].count; k++)
			mfspr(4 + k, list[i].first + k);
		nop();
		run(boards[i % 2], at - 4);
		for (uint32_t k = 0; k < list[i].count; k++)
			assert_int_equal(cpu.r[4 + k], 0x100 + 16 * k);
		machine_free(m);
	}
}

/* Nobody has set the decrementer: it has not gone through 0. */
TEST(decrementer_stands)
{
	for (unsigned i = 0; i < 2; i++) {
		begin();
		for (unsigned k = 0; k < 200; k++)
			nop();
		mfspr(3, TSR);
		mfspr(4, DEC);
		nop();
		run(boards[i], at - 4);
		assert_int_equal(cpu.r[3], 0);
		assert_int_equal(cpu.r[4], 0);
		machine_free(m);
	}
}

static void mtpmr(uint32_t number, uint32_t reg)
{
	put(0x7C00039C | reg << 21 | spr(number));
}

static void mfpmr(uint32_t reg, uint32_t number)
{
	put(0x7C00029C | reg << 21 | spr(number));
}

/* The monitor's event of the time base goes by what was written to that. */
TEST(a_time_base_that_is_written)
{
	begin();
	li(3, 0x4000); /* TBEN */
	mtspr(HID0, 3);
	lis(3, 90); /* a bit of the time base rises */
	mtpmr(144, 3);
	li(3, 1 << 11 | 1 << 8); /* PMGC0: TBSEL 55, TBEE */
	mtpmr(400, 3);
	li(3, 0xFE); /* two ticks before that bit */
	mtspr(TBL, 3);
	mfpmr(4, 16);
	for (unsigned k = 0; k < 100; k++)
		nop();
	mfpmr(5, 16);
	nop();
	run("mpc8548cds", at - 4);
	assert_int_equal(cpu.r[4], 0);
	assert_int_equal(cpu.r[5], 1);
	machine_free(m);
}

/*
 * With WE the core stands until the decrementer's interrupt, three ticks of
 * eight platform clocks later, which comes back to behind the write of MSR.
 */
TEST(waits_for_the_decrementer)
{
	for (unsigned i = 0; i < 2; i++) {
		uint32_t back, end;

		begin();
		lis(3, HANDLER >> 16);
		mtspr(IVPR, 3);
		li(3, 0);
		mtspr(IVOR10, 3);
		lis(3, TCR_DIE);
		mtspr(TCR, 3);
		li(3, 3);
		mtspr(DEC, 3);
		lis(3, MSR_WE);
		ori(3, MSR_EE_ME);
		mtmsr(3);
		back = at;
		li(9, 1); /* not before the handler */
		at = HANDLER;
		mfspr(10, SRR0);
		mfspr(11, TSR);
		end = at;
		nop();
		run(boards[i], end);
		assert_int_equal(cpu.r[9], 0);
		assert_int_equal(cpu.r[10], back);
		assert_int_equal(cpu.r[11], (uint32_t)TSR_DIS << 16);
		/* Eleven instructions, and two of the handler. */
		assert_int_equal(stop.instructions, 13);
		assert_true(machine_ledger(m)->n[LEDGER_CYCLES] >
			    UINT64_C(3) * 8);
		machine_free(m);
	}
}

/* The interrupt comes between two instructions, which nothing else is to
 * stop. */
TEST(the_decrementer_interrupts)
{
	for (unsigned i = 0; i < 2; i++) {
		uint32_t back, end;

		begin();
		lis(3, HANDLER >> 16);
		mtspr(IVPR, 3);
		li(3, 0);
		mtspr(IVOR10, 3);
		lis(3, TCR_DIE);
		mtspr(TCR, 3);
		li(3, 3);
		mtspr(DEC, 3);
		li(3, 0);
		ori(3, MSR_EE_ME);
		mtmsr(3);
		back = at;
		for (unsigned n = 0; n < 150; n++)
			li(9, n);
		at = HANDLER;
		mfspr(10, SRR0);
		end = at;
		nop();
		run(boards[i], end);
		assert_in_range(cpu.r[9], 1, 148);
		assert_int_equal(cpu.r[10], back + 4 * (cpu.r[9] + 1));
		machine_free(m);
	}
}

/* An interrupt that is not critical leaves this of the whole MSR, and SRR1 has
 * this of it [E500CORERM table 5-3]: EE and PMM go, ME, CE and DE stay. */
TEST(the_state_that_a_handler_begins_in)
{
	static const struct {
		uint32_t ivor, instruction;
	} row[] = { { IVOR6, 0x7FE00008 /* trap */ },
		    { IVOR8, 0x44000002 /* sc */ } };

	for (unsigned i = 0; i < 4; i++) {
		uint32_t end;

		begin();
		lis(3, HANDLER >> 16);
		mtspr(IVPR, 3);
		li(3, 0);
		mtspr(row[i / 2].ivor, 3);
		lis(3, MSR_CE);
		ori(3, MSR_EE_ME | MSR_DE | MSR_PMM);
		mtmsr(3);
		put(row[i / 2].instruction);
		at = HANDLER;
		put(0x7D4000A6); /* mfmsr r10 */
		mfspr(11, SRR1);
		end = at;
		nop();
		run(boards[i % 2], end);
		assert_int_equal(cpu.r[10], 0x00021200);
		assert_int_equal(cpu.r[11] & 0x0002F204, 0x00029204);
		machine_free(m);
	}
}

static void handler_of(uint32_t ivor)
{
	lis(3, HANDLER >> 16);
	mtspr(IVPR, 3);
	li(3, 0);
	mtspr(ivor, 3);
}

/* The handler's first instruction is where it ends; one was taken. */
static void took(const char *board, enum ledger_item item)
{
	static const enum ledger_item kinds[] = { LEDGER_L2MMU_MISSES,
						  LEDGER_EXC_EXTERNAL,
						  LEDGER_EXC_CRITICAL };
	const uint64_t *n;

	at = HANDLER;
	nop();
	run(board, HANDLER);
	n = machine_ledger(m)->n;
	assert_int_equal(n[LEDGER_EXC_TAKEN], 1);
	for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		assert_int_equal(n[kinds[i]], kinds[i] == item);
	machine_free(m);
}

/* To 0xD0000000, where no page is. */
TEST(tlb_errors)
{
	for (unsigned i = 0; i < 2; i++) {
		begin();
		handler_of(IVOR13);
		lis(4, 0xD000);
		put(32u << 26 | 5 << 21 | 4 << 16); /* lwz r5, 0(r4) */
		took(boards[i], LEDGER_L2MMU_MISSES);
		begin();
		handler_of(IVOR14);
		lis(4, 0xD000);
		mtspr(CTR, 4);
		put(0x4E800420); /* bctr */
		took(boards[i], LEDGER_L2MMU_MISSES);
	}
}

static void store(uint32_t value, uint32_t offset)
{
	lis(5, value >> 16);
	ori(5, value & 0xFFFF);
	put(36u << 26 | 5 << 21 | 4 << 16 | offset); /* stw r5, offset(r4) */
}

/*
 * The interrupt controller: mixed mode, the core open for all, and a message to
 * itself of priority 3; and the platform's monitor, whose counter goes over its
 * end with a load, past all that to the critical input.
 */
TEST(interrupts)
{
	for (unsigned i = 0; i < 2; i++) {
		begin();
		handler_of(IVOR4);
		lis(4, 0xE004);
		store(0x20000000, 0x1020);
		store(0, 0x80);
		store(0x00030042, 0x10A0);
		store(1, 0x40);
		li(3, 0);
		ori(3, MSR_EE_ME);
		mtmsr(3);
		nop();
		took(boards[i], LEDGER_EXC_EXTERNAL);

		begin();
		handler_of(IVOR0);
		lis(4, 0xE00E);
		store(0x40000000, 0x1000); /* PMGC0: PMIE */
		store(0x040D0000, 0x1020); /* PMLCA1: CE, DDR */
		store(0x7FFFFFFF, 0x1028); /* PMC1 */
		lis(4, 0xE004);
		store(0x20000000, 0x1020);
		store(0, 0x80);
		lis(4, 0xE005);
		store(0x40000000, 0x0210 + 28 * 0x20); /* to the critical one */
		store(0x00C30100, 0x0200 + 28 * 0x20);
		lis(4, 0x0010); /* its line comes from there */
		put(32u << 26 | 5 << 21 | 4 << 16);
		lis(3, MSR_CE);
		ori(3, MSR_EE_ME);
		mtmsr(3);
		for (unsigned k = 0; k < 50; k++) /* the platform is slower */
			nop();
		took(boards[i], LEDGER_EXC_CRITICAL);
	}
}

TEST(a_debugger_looks)
{
	const struct tally_reg monitor = { 0x18, TALLY_MMIO, 32 };
	const struct tally_reg nothing = { 0x04, TALLY_MMIO, 32 };
	const struct tally_reg other = { 400, TALLY_PMR, 32 };

	for (unsigned i = 0; i < 2; i++) {
		uint8_t byte[4] = { 0 };
		uint64_t before = 0, after = 0;

		begin();
		for (unsigned k = 0; k < 200; k++)
			nop();
		lis(3, 0x1234);
		nop();
		run(boards[i], at - 4);
		assert_true(machine_mem_read(m, CODE, byte, 4));
		assert_int_equal(byte[0], 0x60); /* of a nop */
		assert_int_equal(byte[3], 0);
		/* Neither the devices nor what is nowhere. */
		assert_false(machine_mem_read(m, 0xE0000000, byte, 4));
		assert_false(machine_mem_read(m, 0xD0000000, byte, 4));
		assert_int_equal(cpu.r[3], 0x12340000);
		/* PMC0 of the platform goes with its clock. */
		assert_int_equal(machine_reg_read(m, &monitor, &before),
				 TALLY_OK);
		assert_true(before > 0);
		assert_int_equal(machine_reg_write(m, &monitor, 5), TALLY_OK);
		assert_int_equal(machine_reg_read(m, &monitor, &after),
				 TALLY_OK);
		assert_int_equal(after, 5);
		assert_int_equal(machine_reg_read(m, &nothing, &after),
				 TALLY_E_NOREG);
		assert_int_equal(machine_reg_write(m, &nothing, 5),
				 TALLY_E_NOREG);
		assert_int_equal(machine_reg_read(m, &other, &after), TALLY_OK);
		machine_free(m);
	}
}
