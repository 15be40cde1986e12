/* SPDX-License-Identifier: MIT */
/*
 * Which special purpose registers an e500 has, of all 1024 numbers, and which
 * way each goes [E500CORERM 2.2, tables 2-1 and 2-2; REGBOOKE].
 */
#include <stdint.h>
#include <string.h>

#include "boards/src/boards/boards.h"
#include "boards/src/machine/machine.h"
#include "boards/src/ppc/inner.h"
#include "test.h"

enum {
	NUMBERS = 1024,
	MAS7 = 944,
	READ = 1,
	WRITE = 2,
	BOTH = READ | WRITE,
};

/* Registers that are not named are not there. */
static const struct {
	uint16_t first, last;
	uint8_t ways;
} there[] = {
	{ 1, 1, BOTH },       /* XER */
	{ 8, 9, BOTH },       /* LR, CTR */
	{ 22, 22, BOTH },     /* DEC */
	{ 26, 27, BOTH },     /* SRR0, SRR1 */
	{ 48, 48, BOTH },     /* PID0 */
	{ 54, 54, BOTH },     /* DECAR */
	{ 58, 59, BOTH },     /* CSRR0, CSRR1 */
	{ 61, 63, BOTH },     /* DEAR, ESR, IVPR */
	{ 256, 256, BOTH },   /* USPRG0 */
	{ 260, 263, READ },   /* SPRG4 to 7, for users */
	{ 268, 269, READ },   /* the time base, for users */
	{ 272, 279, BOTH },   /* SPRG0 to 7 */
	{ 284, 285, WRITE },  /* the time base */
	{ 286, 287, READ },   /* PIR, PVR */
	{ 304, 304, BOTH },   /* DBSR */
	{ 308, 310, BOTH },   /* DBCR0 to 2 */
	{ 312, 313, BOTH },   /* IAC1, 2 */
	{ 316, 317, BOTH },   /* DAC1, 2 */
	{ 336, 336, BOTH },   /* TSR */
	{ 340, 340, BOTH },   /* TCR */
	{ 400, 415, BOTH },   /* IVOR0 to 15 */
	{ 512, 514, BOTH },   /* SPEFSCR, BBEAR, BBTAR */
	{ 515, 516, READ },   /* L1CFG0, 1 */
	{ 528, 531, BOTH },   /* IVOR32 to 35 */
	{ 570, 572, BOTH },   /* MCSRR0, MCSRR1, MCSR */
	{ 573, 573, READ },   /* MCAR */
	{ 624, 628, BOTH },   /* MAS0 to 4 */
	{ 630, 630, BOTH },   /* MAS6 */
	{ 633, 634, BOTH },   /* PID1, 2 */
	{ 688, 689, READ },   /* TLB0CFG, TLB1CFG */
	{ MAS7, MAS7, BOTH }, /* e500v2 */
	{ 1008, 1013, BOTH }, /* HID0, HID1, L1CSR0, 1, MMUCSR0, BUCSR */
	{ 1015, 1015, READ }, /* MMUCFG */
	{ 1023, 1023, READ }, /* SVR */
};

static unsigned ways(unsigned number, bool v2)
{
	if (number == MAS7 && !v2)
		return 0;
	for (unsigned i = 0; i < sizeof(there) / sizeof(there[0]); i++)
		if (number >= there[i].first && number <= there[i].last)
			return there[i].ways;
	return 0;
}

static struct machine *board(const char *name)
{
	const struct board_options options = { .flat = true };
	const struct machine_host host = { 0 };
	struct error err;
	struct machine *m =
		machine_new(board_spec_find(name, &err), &options, &host, &err);

	if (!m)
		fail_msg("%s", err.text);
	return m;
}

TEST(which_there_are)
{
	static const char *const names[] = { "mpc8540ads", "mpc8548cds" };

	for (unsigned i = 0; i < 2; i++) {
		struct machine *m = board(names[i]);

		for (unsigned n = 0; n < NUMBERS; n++) {
			uint32_t value = 0;
			unsigned found = 0;

			if (ppc_spr_read(m, n, &value))
				found |= READ;
			if (ppc_spr_write(m, n, value))
				found |= WRITE;
			if (found != ways(n, i == 1))
				fail_msg("%s: SPR %u: %u", names[i], n, found);
		}
		machine_free(m);
	}
}

/* A register that cannot be read leaves the program's register alone. */
TEST(refused)
{
	static const uint16_t number[] = { 0, 284, 629, MAS7, 1022 };
	struct machine *m = board("mpc8540ads");

	for (unsigned i = 0; i < sizeof(number) / sizeof(number[0]); i++) {
		uint32_t value = 0x1234;

		assert_false(ppc_spr_read(m, number[i], &value));
		assert_int_equal(value, 0x1234);
	}
	machine_free(m);
}

static uint32_t after(struct machine *m, unsigned number, uint32_t value)
{
	uint32_t now;

	assert_true(ppc_spr_write(m, number, value));
	assert_true(ppc_spr_read(m, number, &now));
	return now;
}

/* No two of those that hold what is written are one. */
TEST(none_is_another)
{
	static const uint16_t holding[] = {
		1,   8,   9,   26,  27,  54,  58,  59,  61,   62,  63,
		256, 272, 273, 274, 275, 276, 277, 278, 279,  308, 309,
		310, 312, 313, 316, 317, 340, 400, 401, 402,  403, 404,
		405, 406, 407, 408, 409, 410, 411, 412, 413,  414, 415,
		512, 513, 514, 528, 529, 530, 531, 570, 571,  624, 625,
		626, 627, 628, 630, 944, 48,  633, 634, 1009,
	};
	const unsigned count = sizeof(holding) / sizeof(holding[0]);
	struct machine *m = board("mpc8548cds");
	uint32_t value;

	for (unsigned i = 0; i < count; i++)
		assert_int_equal(after(m, holding[i], 1 + i), 1 + i);
	for (unsigned i = 0; i < count; i++) {
		assert_true(ppc_spr_read(m, holding[i], &value));
		assert_int_equal(value, 1 + i);
	}
	machine_free(m);
}

/* Bits that act, that only clear, that are not kept. */
TEST(acting)
{
	struct machine *m = board("mpc8540ads");
	uint32_t value;

	assert_int_equal(after(m, 48, 0x1234), 0x34); /* PID0 */
	assert_int_equal(after(m, 634, 0xfff), 0xff); /* PID2 */
	assert_int_equal(after(m, 1010, 3), 1);       /* L1CSR0: CFI */
	assert_int_equal(after(m, 1011, 3), 1);       /* L1CSR1: ICFI */
	assert_int_equal(after(m, 1013, 0x201), 1);   /* BUCSR: BBFI */
	assert_int_equal(after(m, 1012, 6), 0);       /* MMUCSR0 */
	ppc_of(m)->system.dbsr = 0xf0;
	assert_int_equal(after(m, 304, 0x30), 0xc0); /* DBSR */
	ppc_of(m)->system.mcsr = 0xf0;
	assert_int_equal(after(m, 572, 0x30), 0xc0); /* MCSR */
	ppc_of(m)->system.tsr = 0xf0;
	assert_int_equal(after(m, 336, 0x30), 0xc0); /* TSR */
	ppc_of(m)->system.mcar = 0x1234;
	assert_true(ppc_spr_read(m, 573, &value));
	assert_int_equal(value, 0x1234);
	assert_true(ppc_spr_write(m, 284, 0x55));
	assert_true(ppc_spr_write(m, 285, 0x66));
	assert_true(ppc_spr_read(m, 268, &value));
	assert_int_equal(value, 0x55);
	assert_true(ppc_spr_read(m, 269, &value));
	assert_int_equal(value, 0x66);
	for (unsigned i = 0; i < 4; i++) {
		assert_true(ppc_spr_write(m, 276 + i, 0x100 + i));
		assert_true(ppc_spr_read(m, 260 + i, &value));
		assert_int_equal(value, 0x100 + i);
	}
	machine_free(m);
}
