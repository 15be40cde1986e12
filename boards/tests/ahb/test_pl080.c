/* SPDX-License-Identifier: MIT */
/*
 * The DMA controller by its registers [PRIMECELL], with the peripherals that
 * ask it.  A burst's data are there at its last beat; what a channel does
 * next comes after one idle cycle.
 */
#include "ahb_fixture.h"
#include "test.h"

enum {
	SCI = 0x101F0000,
	UART0 = 0x101F1000,
	UART1 = 0x101F2000,
	SSP = 0x101F4000,

	INT_STATUS = 0x00,
	INT_TC = 0x04,
	TC_CLEAR = 0x08,
	INT_ERROR = 0x0C,
	ERROR_CLEAR = 0x10,
	RAW_TC = 0x14,
	RAW_ERROR = 0x18,
	ENABLED = 0x1C,
	SOFT_BREQ = 0x20,
	SOFT_SREQ = 0x24,
	SOFT_LBREQ = 0x28,
	SOFT_LSREQ = 0x2C,

	/* control */
	SB4 = 1 << 12,
	SB8 = 2 << 12,
	SB16 = 3 << 12,
	DB4 = 1 << 15,
	DB8 = 2 << 15,
	DB16 = 3 << 15,
	SHALF = 1 << 18,
	SWORD = 2 << 18,
	DHALF = 1 << 21,
	DWORD = 2 << 21,
	S1 = 1 << 24, /* source by master 1 */
	D1 = 1 << 25,
	SI = 1 << 26,
	DI = 1 << 27,

	/* configuration */
	ON = 1,
	M2P = 1 << 11,
	P2M = 2 << 11,
	P2P = 3 << 11,
	M2P_BY_IT = 5 << 11,
	P2M_BY_IT = 6 << 11,
	IE = 1 << 14,
	ITC = 1 << 15,
	HALT = 1 << 18,

	/* request lines */
	SCI_RX = 6,
	SCI_TX = 7,
	SSP_RX = 8,
	SSP_TX = 9,
	UART1_RX = 12,
	UART0_RX = 14,
	UART0_TX = 15,
};

#define I (UINT32_C(1) << 31)

static uint32_t from(unsigned line)
{
	return line << 1;
}

static uint32_t to(unsigned line)
{
	return line << 6;
}

static uint32_t get(uint32_t offset)
{
	return ahb_peek(f.ahb, PL080_BASE + offset);
}

static void set(uint32_t offset, uint32_t value)
{
	ahb_poke(f.ahb, PL080_BASE + offset, value);
}

static uint32_t channel(unsigned n, uint32_t offset)
{
	return get(0x100 + 0x20 * n + offset);
}

static void fill(uint32_t addr, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		f.memory[addr + i] = (uint8_t)(7 * i + 1);
}

#define CASE(test) TEST_WITH(test, fixture_setup, fixture_teardown)

/* Ten words, bursts of four: INCR4 twice, and INCR twice, each way. */
CASE(test_words)
{
	fixture_go();
	fill(0x1000, 40);
	set_channel(0, 0x1000, 0x2000,
		    I | SI | DI | S1 | D1 | SWORD | DWORD | SB4 | DB4 | 10,
		    ON | ITC);
	assert_int_equal(get(ENABLED), 1);
	ahb_advance(f.ahb, 100);
	assert_memory_equal(&f.memory[0x1000], &f.memory[0x2000], 40);
	/* Asked in 1: WB and four beats; the write two cells later, and so on;
	 * the connection stays. */
	expect_cells(AHB_DMA1, ".B****.****.****.****.*.*.*.*");
	EXPECT_TRUTH({ CtDma1Rd, 10 }, { CtDma1Wr, 10 },
		     { CtDma1BurstIncr4, 4 }, { CtDma1BurstIncr, 4 },
		     { CtDma1WaitTotal, 1 }, { CtDma1WaitNonSeqBus, 1 },
		     { CtDma1WaitThresholdHit, 1 });
	assert_int_equal(get(ENABLED), 0);
	assert_int_equal(channel(0, 0), 0x1028);
	assert_int_equal(channel(0, 4), 0x2028);
	assert_int_equal(channel(0, 0xC) & 0xFFF, 0);
	/* Terminal count. */
	assert_true(f.line[17]);
	assert_int_equal(get(INT_STATUS), 1);
	assert_int_equal(get(INT_TC), 1);
	assert_int_equal(get(INT_ERROR), 0);
	set(TC_CLEAR, 1);
	assert_false(f.line[17]);
	assert_int_equal(get(RAW_TC), 0);
}

/* ARM's own example [KA11898]: 15 words with bursts of four are three INCR4 and
 * three INCR of one beat. */
CASE(test_fifteen)
{
	fixture_go();
	fill(0x1000, 60);
	set_channel(0, 0x1000, 0x2000,
		    SI | DI | S1 | D1 | SWORD | DWORD | SB4 | DB4 | 15, ON);
	ahb_advance(f.ahb, 100);
	assert_memory_equal(&f.memory[0x1000], &f.memory[0x2000], 60);
	EXPECT_TRUTH({ CtDma1Rd, 15 }, { CtDma1Wr, 15 },
		     { CtDma1BurstIncr4, 3 + 3 }, { CtDma1BurstIncr, 3 + 3 },
		     { CtDma1WaitTotal, 1 }, { CtDma1WaitNonSeqBus, 1 },
		     { CtDma1WaitThresholdHit, 1 });
}

/* Without ITC the flag is raw only, without I there is none. */
CASE(test_masks)
{
	fixture_go();
	set_channel(2, 0x1000, 0x2000, I | SI | DI | S1 | D1 | 1, ON);
	set_channel(3, 0x1000, 0x2000, SI | DI | S1 | D1 | 1, ON | ITC);
	ahb_advance(f.ahb, 100);
	assert_int_equal(get(RAW_TC), 4);
	assert_int_equal(get(INT_STATUS), 0);
	assert_false(f.line[17]);
	assert_int_equal(get(ENABLED), 0);
}

/* Words in, bytes out: one word is INCR4 of bytes; and halfwords in, words
 * out: FIFO in between. */
CASE(test_widths)
{
	fixture_go();
	fill(0x1000, 32);
	set_channel(0, 0x1000, 0x2000,
		    SI | DI | S1 | D1 | SWORD | SB4 | DB16 | 4, ON);
	ahb_advance(f.ahb, 50);
	assert_memory_equal(&f.memory[0x1000], &f.memory[0x2000], 16);
	EXPECT_TRUTH({ CtDma1Rd, 4 }, { CtDma1Wr, 16 }, { CtDma1BurstIncr4, 1 },
		     { CtDma1BurstIncr16, 1 }, { CtDma1WaitTotal, 1 },
		     { CtDma1WaitNonSeqBus, 1 }, { CtDma1WaitThresholdHit, 1 });
	set_channel(0, 0x1000, 0x3000,
		    SI | DI | S1 | D1 | SHALF | DWORD | SB8 | DB4 | 16, ON);
	ahb_advance(f.ahb, 150);
	assert_memory_equal(&f.memory[0x1000], &f.memory[0x3000], 32);
	assert_int_equal(truth(CtDma1Rd), 4 + 16);
	assert_int_equal(truth(CtDma1Wr), 16 + 8);
	assert_int_equal(truth(CtDma1BurstIncr8), 2);
	assert_int_equal(truth(CtDma1BurstIncr4), 1 + 2);
}

/* Bursts do not cross 1 KB: from 0x13FC one word, then three, one by one. */
CASE(test_boundary)
{
	fixture_go();
	fill(0x13FC, 16);
	set_channel(0, 0x13FC, 0x2000,
		    SI | DI | S1 | D1 | SWORD | DWORD | SB4 | DB4 | 4, ON);
	ahb_advance(f.ahb, 50);
	assert_memory_equal(&f.memory[0x13FC], &f.memory[0x2000], 16);
	EXPECT_TRUTH({ CtDma1Rd, 4 }, { CtDma1Wr, 4 }, { CtDma1BurstIncr, 4 },
		     { CtDma1BurstIncr4, 1 }, { CtDma1WaitTotal, 1 },
		     { CtDma1WaitNonSeqBus, 1 }, { CtDma1WaitThresholdHit, 1 });
}

/* A list of three: the registers, and two items, of which the first is
 * fetched by master 1 and the second by master 0 from off the chip. */
CASE(test_list)
{
	const uint32_t control = SI | DI | S1 | D1 | SWORD | DWORD | SB4 | DB4;

	fixture_go();
	fill(0x1000, 48);
	put32(0x800, 0x1010);
	put32(0x804, 0x2010);
	put32(0x808, 0x80000900); /* by master 0 */
	put32(0x80C, control | 4);
	put32(0x900, 0x1020);
	put32(0x904, 0x2020);
	put32(0x908, 0);
	put32(0x90C, control | I | 4);
	set(0x108, 0x800 | 1);
	set_channel(0, 0x1000, 0x2000, control | 4, ON | ITC);
	ahb_advance(f.ahb, 100);
	assert_memory_equal(&f.memory[0x1000], &f.memory[0x2000], 48);
	EXPECT_TRUTH({ CtDma1Rd, 12 + 4 }, { CtDma1Wr, 12 },
		     { CtDma1BurstIncr4, 7 }, { CtDma1WaitTotal, 1 },
		     { CtDma1WaitNonSeqBus, 1 }, { CtDma1WaitThresholdHit, 1 },
		     { CtDma0Rd, 4 }, { CtDma0BurstIncr4, 1 },
		     { CtDma0WaitTotal, 1 }, { CtDma0WaitNonSeqBus, 1 },
		     { CtDma0WaitThresholdHit, 1 });
	assert_int_equal(get(INT_TC), 1);
	assert_int_equal(get(ENABLED), 0);
}

/* An item of the list, too, is fetched word by word where 1 KB ends within. */
CASE(test_list_boundary)
{
	const uint32_t control = SI | DI | S1 | D1 | SWORD | DWORD | SB4 | DB4;

	fixture_go();
	fill(0x1000, 32);
	put32(0xBF8, 0x1010);
	put32(0xBFC, 0x2010);
	put32(0xC00, 0);
	put32(0xC04, control | I | 4);
	set(0x108, 0xBF8 | 1);
	set_channel(0, 0x1000, 0x2000, control | 4, ON | ITC);
	ahb_advance(f.ahb, 100);
	assert_memory_equal(&f.memory[0x1000], &f.memory[0x2000], 32);
	EXPECT_TRUTH({ CtDma1Rd, 8 + 4 }, { CtDma1Wr, 8 },
		     { CtDma1BurstIncr4, 4 }, { CtDma1BurstIncr, 4 },
		     { CtDma1WaitTotal, 1 }, { CtDma1WaitNonSeqBus, 1 },
		     { CtDma1WaitThresholdHit, 1 });
	assert_int_equal(get(INT_TC), 1);
	assert_int_equal(get(ENABLED), 0);
}

/* Channel 0 goes before channel 5, burst by burst. */
CASE(test_priority)
{
	const uint32_t control = SI | DI | S1 | D1 | SWORD | DWORD | SB4 | DB4;

	fixture_go();
	fill(0x1000, 64);
	set_channel(5, 0x1020, 0x2020, control | 4, ON);
	set_channel(0, 0x1000, 0x2000, control | 8, ON);
	ahb_advance(f.ahb, 22);
	/* Read and write of four words of channel 0, twice: 1 to 20. */
	assert_memory_equal(&f.memory[0x1000], &f.memory[0x2000], 32);
	assert_int_equal(get32(0x2020), 0);
	assert_int_equal(get(ENABLED), 1 << 5 | 1);
	ahb_advance(f.ahb, 40);
	assert_memory_equal(&f.memory[0x1000], &f.memory[0x2000], 48);
}

/*
 * ERROR: the burst is dropped after the beat, the channel stops for good, an
 * interrupt.
 */
CASE(test_error)
{
	fixture_go();
	fault_at(AHB_DMA1, AHB_ERROR, 0x2004);
	set_channel(1, 0x1000, 0x2000,
		    I | SI | DI | S1 | D1 | SWORD | DWORD | SB4 | DB4 | 8,
		    ON | IE | ITC);
	ahb_advance(f.ahb, 100);
	expect_cells(AHB_DMA1, ".B****.*eE");
	EXPECT_TRUTH({ CtDma1Rd, 4 }, { CtDma1Wr, 2 }, { CtDma1BurstIncr4, 2 },
		     { CtDma1WaitTotal, 1 }, { CtDma1WaitNonSeqBus, 1 },
		     { CtDma1WaitThresholdHit, 1 });
	assert_int_equal(get(ENABLED), 0);
	assert_int_equal(get(INT_ERROR), 2);
	assert_int_equal(get(RAW_ERROR), 2);
	assert_int_equal(get(INT_TC), 0);
	assert_true(f.line[17]);
	set(ERROR_CLEAR, 2);
	assert_false(f.line[17]);
}

/* Another channel does no transfer after that until the ERROR is cleared;
 * strict: it goes on. */
static void error_beside(bool strict)
{
	const uint32_t control = SI | DI | S1 | D1 | SWORD | DWORD | SB4 | DB4;
	uint64_t moved;

	f.options.quirks.strict = strict;
	fixture_go();
	fault_at(AHB_DMA1, AHB_ERROR, 0x2004);
	set_channel(1, 0x1000, 0x2000, control | 8, ON | IE | ITC);
	set_channel(3, 0x1800, 0x2800, control | 64, ON | IE | ITC);
	ahb_advance(f.ahb, 100);
	assert_int_equal(get(RAW_ERROR), 2);
	assert_int_equal(get(ENABLED), 1 << 3);
	ahb_advance(f.ahb, 120);
	moved = truth(CtDma1Wr);
	ahb_advance(f.ahb, 160);
	assert_int_equal(truth(CtDma1Wr) > moved, strict);
	set(ERROR_CLEAR, 2);
	ahb_advance(f.ahb, 4000);
	assert_int_equal(truth(CtDma1Wr), 2 + 64);
}

CASE(test_error_halts_all)
{
	error_beside(false);
}

CASE(test_error_halts_its_channel)
{
	error_beside(true);
}

/* An ERROR on the list, at its third word: nothing of the item is taken. */
CASE(test_list_error)
{
	const uint32_t control = SI | DI | S1 | D1 | SWORD | DWORD | SB4 | DB4;

	fixture_go();
	put32(0x800, 0x1010);
	put32(0x804, 0x2010);
	put32(0x808, 0);
	put32(0x80C, control | 4);
	fault_at(AHB_DMA1, AHB_ERROR, 0x808);
	set(0x108, 0x800 | 1);
	set_channel(0, 0x1000, 0x2000, control | 4, ON | IE);
	ahb_advance(f.ahb, 100);
	expect_cells(AHB_DMA1, ".B****.****.**eE");
	assert_int_equal(get(INT_ERROR), 1);
	assert_int_equal(get(ENABLED), 0);
	assert_int_equal(channel(0, 0), 0x1010);
	assert_int_equal(channel(0, 4), 0x2010);
	assert_int_equal(channel(0, 0xC) & 0xFFF, 0);
	assert_int_equal(truth(CtDma1BurstIncr4), 3);
	assert_int_equal(truth(CtDma1Rd), 4 + 3);
}

/* Master 0 does not reach memory, nor master 1 the peripherals. */
CASE(test_reach)
{
	fixture_go();
	set_channel(0, 0x1000, 0x2000, SI | DI | 1, ON | IE);
	set_channel(1, UART0, 0x2000, S1 | D1 | 1, ON | IE);
	ahb_advance(f.ahb, 100);
	assert_int_equal(get(INT_ERROR), 3);
	EXPECT_TRUTH({ CtDma0Rd, 1 }, { CtDma0BurstIncr, 1 }, { CtDma1Rd, 1 },
		     { CtDma1BurstIncr, 1 });
}

/*
 * 32 bytes to UART0, its FIFO 16 deep and asking at half, in bursts of four.
 * Divisor 1: 10 bits of 16 UARTCLK cycles, three HCLK cycles each: a
 * character takes 480.
 * DMA-1 reads four bytes in 1 (WB) to 5; DMA-0 writes the first in 7 (WB) and
 * 8, which leaves the FIFO at 9 and is gone at 489; then in 10, 12, 14.  It
 * holds 3, and asks: four more are read in 16 to 19 and written in 21 to 27; it
 * holds 7, and asks: 29 to 32, 34 to 40.  Now 11; 10 at 489, 9 at 969, 8 at
 * 1449, when it asks: four in 1449 to 1452, written in 1454 to 1460.
 */
static void uart_setup(uint32_t base)
{
	ahb_poke(f.ahb, base + 0x24, 1);    /* IBRD */
	ahb_poke(f.ahb, base + 0x2C, 0x70); /* 8 bits, FIFOs */
	ahb_poke(f.ahb, base + 0x48, 3);    /* DMA both ways */
}

CASE(test_to_uart)
{
	fixture_go();
	memcpy(&f.memory[0x1000], "Tally counts on all seven layers", 32);
	uart_setup(UART0);
	set_channel(0, 0x1000, UART0, I | SI | S1 | SB4 | DB4 | 32,
		    ON | ITC | M2P | to(UART0_TX));
	ahb_advance(f.ahb, 41);
	assert_memory_equal(f.cells[AHB_DMA1],
			    ".B****..........****.........****.", 34);
	assert_memory_equal(f.cells[AHB_DMA0],
			    ".......B*.*.*.*......*.*.*.*......*.*.*.*", 41);
	ahb_advance(f.ahb, 1449);
	assert_int_equal(truth(CtDma0WrUart), 12);
	assert_int_equal(truth(CtDma1Rd), 12);
	ahb_advance(f.ahb, 1453);
	assert_int_equal(truth(CtDma1Rd), 16);
	assert_int_equal(truth(CtDma0WrUart), 12);
	ahb_advance(f.ahb, 1461);
	assert_int_equal(truth(CtDma0WrUart), 16);
	ahb_advance(f.ahb, 9 + UINT64_C(32) * 480 - 1);
	assert_int_equal(ahb_peek(f.ahb, UART0 + 0x18) & 8, 8); /* busy */
	ahb_advance(f.ahb, 9 + UINT64_C(32) * 480);
	assert_int_equal(ahb_peek(f.ahb, UART0 + 0x18) & 8, 0);
	assert_string_equal(f.console, "Tally counts on all seven layers");
	EXPECT_TRUTH({ CtDma1Rd, 32 }, { CtDma1BurstIncr4, 8 },
		     { CtDma1WaitTotal, 1 }, { CtDma1WaitNonSeqBus, 1 },
		     { CtDma1WaitThresholdHit, 1 }, { CtDma0Wr, 32 },
		     { CtDma0WrUart, 32 }, { CtDma0BurstIncr, 32 },
		     { CtDma0WaitTotal, 1 }, { CtDma0WaitNonSeqBus, 1 },
		     { CtDma0WaitThresholdHit, 1 });
	assert_int_equal(get(INT_TC), 1);
}

/*
 * Ten bytes of UART1, one every hundred cycles.  At 800 it has eight and asks
 * for a burst: eight reads, in 800 (WB) and 801 to 815, and INCR8 from 817 on.
 * The last two are less than a burst, and taken as they come, at 900 and 1000.
 */
CASE(test_from_uart)
{
	f.options.receive_every[1] = 100;
	fixture_go();
	uart_setup(UART1);
	set_channel(0, UART1, 0x2000, DI | D1 | SB8 | DB8 | 10,
		    ON | P2M | from(UART1_RX));
	ahb_advance(f.ahb, 799);
	assert_int_equal(truth(CtDma0Rd), 0);
	ahb_advance(f.ahb, 830);
	assert_memory_equal(&f.cells[AHB_DMA0][799], ".B*.*.*.*.*.*.*.*..", 19);
	assert_memory_equal(&f.cells[AHB_DMA1][816], ".B********..", 12);
	ahb_advance(f.ahb, 1050);
	EXPECT_TRUTH({ CtDma0Rd, 10 }, { CtDma0RdUart, 10 },
		     { CtDma0BurstIncr, 10 }, { CtDma0WaitTotal, 1 },
		     { CtDma0WaitNonSeqBus, 1 }, { CtDma0WaitThresholdHit, 1 },
		     { CtDma1Wr, 10 }, { CtDma1BurstIncr8, 1 },
		     { CtDma1BurstIncr, 2 }, { CtDma1WaitTotal, 1 },
		     { CtDma1WaitNonSeqBus, 1 }, { CtDma1WaitThresholdHit, 1 });
	for (unsigned i = 0; i < 10; i++)
		assert_int_equal(f.memory[0x2000 + i], i);
	assert_int_equal(get(ENABLED), 0);
}

/* SSP in loopback: what one channel sends the other one receives. */
CASE(test_ssp)
{
	fixture_go();
	for (uint32_t i = 0; i < 8; i++)
		put32(0x1000 + 4 * i, 0x10001000 * i + 0x00010000);
	ahb_poke(f.ahb, SSP + 0x00, 15); /* 16 bits, SCR 0 */
	ahb_poke(f.ahb, SSP + 0x10, 2);  /* prescale by 2 */
	ahb_poke(f.ahb, SSP + 0x04, 1);  /* loopback */
	ahb_poke(f.ahb, SSP + 0x24, 3);  /* DMA both ways */
	set_channel(0, SSP + 8, 0x2000,
		    DI | D1 | SHALF | DHALF | SB4 | DB4 | 16,
		    ON | P2M | from(SSP_RX));
	set_channel(1, 0x1000, SSP + 8,
		    SI | S1 | SHALF | DHALF | SB4 | DB4 | 16,
		    ON | M2P | to(SSP_TX));
	/* A frame: 16 bits of 2 SSPCLK cycles, three HCLK cycles each: 96. */
	ahb_advance(f.ahb, UINT64_C(15) * 96);
	assert_int_equal(get(ENABLED), 1);
	ahb_advance(f.ahb, UINT64_C(17) * 96);
	assert_int_equal(get(ENABLED), 0);
	assert_memory_equal(&f.memory[0x1000], &f.memory[0x2000], 32);
	assert_int_equal(truth(CtDma0RdSsp), 16);
	assert_int_equal(truth(CtDma0WrSsp), 16);
	assert_int_equal(truth(CtDma0BurstIncr), 32);
	assert_int_equal(truth(CtDma1Rd), 16);
	assert_int_equal(truth(CtDma1Wr), 16);
}

/* SCI to SSP, peripheral to peripheral: four items of SCI, one every 50. */
CASE(test_sci)
{
	f.options.receive_every[4] = 50;
	fixture_go();
	ahb_poke(f.ahb, SCI + 0x20, 1);
	ahb_poke(f.ahb, SSP + 0x24, 2);
	ahb_poke(f.ahb, SSP + 0x04, 1);
	set_channel(0, SCI, SSP + 8, SB4 | DB4 | 4,
		    ON | P2P | from(SCI_RX) | to(SSP_TX));
	ahb_advance(f.ahb, 199);
	assert_int_equal(truth(CtDma0Rd), 0);
	ahb_advance(f.ahb, 300);
	assert_int_equal(truth(CtDma0RdSci), 4);
	assert_int_equal(truth(CtDma0WrSsp), 4);
	assert_int_equal(get(ENABLED), 0);
	/* The items came back: 0 to 3. */
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(ahb_peek(f.ahb, SSP + 8), i);
	/* And to SCI: at half empty a burst, then singles for the rest. */
	ahb_poke(f.ahb, SCI + 0x20, 2);
	set_channel(0, 0x1000, SCI, SI | S1 | SB4 | DB4 | 6,
		    ON | M2P | to(SCI_TX));
	ahb_advance(f.ahb, 400);
	assert_int_equal(truth(CtDma0WrSci), 6);
}

/* Requests by software; the peripheral, that is software, says what is last. */
CASE(test_soft_requests)
{
	fixture_go();
	fill(0x1000, 32);
	/* Line 3 has no peripheral.  The size does not count. */
	set_channel(0, 0x1000, 0x80000000, SI | DI | S1 | SB4 | DB4,
		    ON | M2P_BY_IT | to(3));
	ahb_advance(f.ahb, 50);
	assert_int_equal(truth(CtDma0Wr), 0);
	set(SOFT_BREQ, 1 << 3);
	assert_int_equal(get(SOFT_BREQ), 1 << 3);
	ahb_advance(f.ahb, 100);
	assert_int_equal(get(SOFT_BREQ), 0);
	assert_int_equal(truth(CtDma0Wr), 4);
	set(SOFT_SREQ, 1 << 3);
	ahb_advance(f.ahb, 150);
	assert_int_equal(truth(CtDma0Wr), 5);
	assert_int_equal(get(ENABLED), 1);
	set(SOFT_LBREQ, 1 << 3);
	ahb_advance(f.ahb, 200);
	assert_int_equal(truth(CtDma0Wr), 9);
	assert_int_equal(truth(CtDma1Rd), 9);
	assert_int_equal(get(ENABLED), 0);
	assert_int_equal(get(RAW_TC), 0);
	/* From it, two, of which the second is the last. */
	set_channel(1, 0x80000000, 0x2000, I | SI | DI | D1 | SB4 | DB4,
		    ON | P2M_BY_IT | from(3));
	set(SOFT_SREQ, 1 << 3);
	ahb_advance(f.ahb, 250);
	assert_int_equal(truth(CtDma1Wr), 1);
	set(SOFT_LSREQ, 1 << 3);
	assert_int_equal(get(SOFT_LSREQ), 1 << 3);
	ahb_advance(f.ahb, 300);
	assert_int_equal(truth(CtDma1Wr), 2);
	assert_int_equal(get(ENABLED), 0);
	assert_int_equal(get(RAW_TC), 2);
	/* Used again, the channel has not been told of a last one. */
	set(0x130, ON | P2M_BY_IT | from(3));
	set(SOFT_SREQ, 1 << 3);
	ahb_advance(f.ahb, 350);
	assert_int_equal(truth(CtDma1Wr), 3);
	assert_int_equal(get(ENABLED), 2);
}

/* A halted channel reads no more, what it has it writes; A says so. */
CASE(test_halt)
{
	const uint32_t control = SI | DI | S1 | D1 | SWORD | DWORD | SB4 | DB4;

	fixture_go();
	set_channel(0, 0x1000, 0x2000, control | 8, ON);
	ahb_advance(f.ahb, 6); /* the first read is over */
	assert_int_equal(channel(0, 0x10), ON | 1 << 17);
	set(0x110, ON | HALT);
	ahb_advance(f.ahb, 100);
	assert_int_equal(truth(CtDma1Rd), 4);
	assert_int_equal(truth(CtDma1Wr), 4);
	assert_int_equal(channel(0, 0x10), ON | HALT);
	assert_int_equal(channel(0, 0xC) & 0xFFF, 4);
	set(0x110, ON);
	ahb_advance(f.ahb, 200);
	assert_int_equal(truth(CtDma1Wr), 8);
}

/* Switched off and on again in the middle of a burst: it starts anew. */
CASE(test_restart)
{
	const uint32_t control = SI | DI | S1 | D1 | SWORD | DWORD | SB4 | DB4;

	fixture_go();
	fill(0x1000, 32);
	set_channel(0, 0x3000, 0x3800, control | 8, ON);
	ahb_advance(f.ahb, 9); /* two of its four writes */
	set(0x110, 0);
	set_channel(0, 0x1000, 0x2000, control | 8, ON);
	ahb_advance(f.ahb, 100);
	assert_memory_equal(&f.memory[0x1000], &f.memory[0x2000], 32);
	assert_int_equal(get(ENABLED), 0);
}

/* A size that the program takes away in the middle of a burst stays 0. */
CASE(test_size_gone)
{
	const uint32_t control = SI | DI | S1 | D1 | SWORD | DWORD | SB4 | DB4;

	fixture_go();
	set_channel(0, 0x1000, 0x2000, control | 8, ON);
	ahb_advance(f.ahb, 3); /* in the first read */
	assert_in_range(channel(0, 0xC) & 0xFFF, 5, 8);
	set(0x10C, control);
	ahb_advance(f.ahb, 100);
	assert_int_equal(channel(0, 0xC), control);
}

/* Nothing happens while the controller is off, nor with no transfers. */
CASE(test_off)
{
	fixture_go();
	set_channel(0, 0x1000, 0x2000, SI | DI | S1 | D1 | 4, ON);
	set(0x30, 0);
	ahb_advance(f.ahb, 50);
	assert_int_equal(truth(CtDma1Rd), 0);
	set(0x30, 1);
	ahb_advance(f.ahb, 100);
	assert_int_equal(truth(CtDma1Rd), 4);
	set_channel(0, 0x1000, 0x2000, I | SI | DI | S1 | D1, ON);
	ahb_advance(f.ahb, 150);
	assert_int_equal(get(ENABLED), 0);
	assert_int_equal(get(RAW_TC), 1);
	assert_int_equal(truth(CtDma1Rd), 4);
}

CASE(test_registers)
{
	static const uint8_t id[] = { 0x80, 0x10, 0x04, 0x0A,
				      0x0D, 0xF0, 0x05, 0xB1 };

	fixture_go();
	for (uint32_t i = 0; i < 8; i++)
		assert_int_equal(get(0xFE0 + 4 * i), id[i]);
	for (uint32_t n = 0; n < 8; n++)
		for (uint32_t i = 0; i < 4; i++)
			set(0x100 + 0x20 * n + 4 * i, 0x01010100 * n + 4 * i);
	for (uint32_t n = 0; n < 8; n++)
		for (uint32_t i = 0; i < 4; i++)
			assert_int_equal(channel(n, 4 * i),
					 0x01010100 * n + 4 * i);
	set(0x30, UINT32_MAX);
	assert_int_equal(get(0x30), 7);
	set(0x34, UINT32_MAX);
	assert_int_equal(get(0x34), 0xFFFF);
	set(0x110, UINT32_MAX - 1);
	assert_int_equal(channel(0, 0x10), 0x5FBDE);
	assert_int_equal(channel(0, 0x14), 0);
	assert_int_equal(get(0x38), 0);
}

/* The serial ports without DMA: flags, and a rate never set sends at once. */
CASE(test_ports)
{
	f.options.receive_every[3] = 10;
	fixture_go();
	assert_int_equal(ahb_peek(f.ahb, UART0 + 0x18), 0x90);
	ahb_poke(f.ahb, UART0, 'x');
	assert_string_equal(f.console, "x");
	uart_setup(UART0);
	for (unsigned i = 0; i < 17; i++)
		ahb_poke(f.ahb, UART0, 'y');
	/* One is under way, sixteen wait: full, busy, nothing received. */
	assert_int_equal(ahb_peek(f.ahb, UART0 + 0x18), 0x38);
	ahb_poke(f.ahb, UART0, 'z'); /* lost */
	ahb_advance(f.ahb, UINT64_C(17) * 480);
	assert_int_equal(ahb_peek(f.ahb, UART0 + 0x18), 0x90);
	assert_string_equal(f.console, "xyyyyyyyyyyyyyyyyy");
	/* Loopback, one character after all. */
	ahb_poke(f.ahb, UART0 + 0x30, 0x380);
	ahb_poke(f.ahb, UART0, 'w');
	ahb_advance(f.ahb, ahb_now(f.ahb) + 480);
	assert_int_equal(ahb_peek(f.ahb, UART0 + 0x18), 0x80);
	assert_int_equal(ahb_peek(f.ahb, UART0), 'w');
	assert_int_equal(ahb_peek(f.ahb, UART0), 0);
	/* SSP has got more than its eight: full, and nothing to send. */
	assert_int_equal(ahb_peek(f.ahb, SSP + 0x0C), 0xF);
	assert_true(f.ahb->peripheral[4].overrun);
	for (unsigned i = 0; i < 8; i++)
		assert_int_equal(ahb_peek(f.ahb, SSP + 8), i);
	assert_int_equal(ahb_peek(f.ahb, SSP + 0x0C), 0x3);
	assert_int_equal(ahb_peek(f.ahb, UART0 + 0xFE0), 0x11);
	assert_int_equal(ahb_peek(f.ahb, SSP + 0xFE0), 0x22);
	assert_int_equal(ahb_peek(f.ahb, SCI + 0xFE0), 0x31);
	assert_int_equal(ahb_peek(f.ahb, SCI + 0xFF0), 0x0D);
	assert_int_equal(ahb_peek(f.ahb, UART0 + 0x100), 0);
}
