/* SPDX-License-Identifier: MIT */
/*
 * The serial ports of the versatile's DMA bridge by their registers [DDI0183,
 * PRIMECELL]: what their FIFOs hold, above all when UARTLCR_H.FEN moves
 * while items wait.  A guest chooses all of that.
 */
#include "ahb_fixture.h"
#include "test.h"

enum {
	DR = 0x00,
	FR = 0x18,
	IBRD = 0x24,
	LCR_H = 0x2C,
	CR = 0x30,
	IFLS = 0x34,
	DMACR = 0x48,
	FEN = 1 << 4,
	LBE = 1 << 7,
	RXFE = 1 << 4,
	TXFF = 1 << 5,
	RXFF = 1 << 6,
	TXFE = 1 << 7,

	SSPDR = 0x08,
	SSPSR = 0x0C,
	SCIDATA = 0x00,

	EVERY = 100,   /* cycles from one received item to the next */
	MANY = 6000,   /* items: far more than all arrays together hold */
	SLOW = 0xFFFF, /* a divisor: nothing leaves while a test looks */
	UARTS = 3,
};

static uint32_t base(unsigned psel)
{
	return PERIPHERAL_BASE + 0x1000 * psel;
}

static void set(unsigned psel, uint32_t offset, uint32_t value)
{
	ahb_poke(f.ahb, base(psel) + offset, value);
}

static uint32_t get(unsigned psel, uint32_t offset)
{
	return ahb_peek(f.ahb, base(psel) + offset);
}

static void later(uint64_t cycles)
{
	ahb_advance(f.ahb, ahb_now(f.ahb) + cycles);
}

static void flags_are(unsigned psel, uint32_t flags)
{
	assert_int_equal(get(psel, FR) & (RXFE | TXFF | RXFF | TXFE), flags);
}

/* Takes items until there are none. */
static unsigned drain(unsigned psel)
{
	unsigned n = 0;

	while (!(get(psel, FR) & RXFE)) {
		get(psel, DR);
		n++;
		assert_in_range(n, 1, PERIPHERAL_FIFO);
	}
	return n;
}

/* Every FIFO is within its array, and every other register as it was. */
static void check_intact(void)
{
	for (unsigned i = 0; i < AHB_PERIPHERALS; i++) {
		const struct peripheral *p = &f.ahb->peripheral[i];

		assert_in_range(p->tx.count, 0, PERIPHERAL_FIFO);
		assert_in_range(p->rx.count, 0, PERIPHERAL_FIFO);
	}
	for (unsigned i = 0; i < UARTS; i++)
		assert_int_equal(get(PERIPHERAL_UART0 + i, IBRD), 0x1230 + i);
}

static void start(void)
{
	fixture_go();
	for (unsigned i = 0; i < UARTS; i++)
		set(PERIPHERAL_UART0 + i, IBRD, 0x1230 + i);
}

#define CASE(test) TEST_WITH(test, fixture_setup, fixture_teardown)

/* A driver that asks TXFF before it writes is told of a holding register. */
CASE(test_transmit)
{
	for (unsigned n = 0; n <= 17; n++) {
		fixture_reset();
		start();
		for (unsigned psel = PERIPHERAL_UART0; psel < PERIPHERAL_SSP;
		     psel++) {
			set(psel, LCR_H, FEN);
			for (unsigned i = 0; i < n; i++)
				set(psel, DR, 'x');
			/* One is on the line. */
			flags_are(psel, RXFE | (n == 17 ? TXFF : 0) |
						(n <= 1 ? TXFE : 0));
			set(psel, LCR_H, 0);
			flags_are(psel, RXFE | TXFE);
			if (n == 0)
				set(psel, DR, 'x');
			set(psel, DR, 'y');
			flags_are(psel, RXFE | TXFF);
			for (unsigned i = 0; i < MANY; i++)
				set(psel, DR, 0x4141);
			flags_are(psel, RXFE | TXFF);
		}
		check_intact();
	}
}

/* To set FEN keeps the item that waits. */
CASE(test_set_fen)
{
	start();
	set(PERIPHERAL_UART0, DR, 'a');
	set(PERIPHERAL_UART0, DR, 'b');
	flags_are(PERIPHERAL_UART0, RXFE | TXFF);
	set(PERIPHERAL_UART0, LCR_H, FEN);
	flags_are(PERIPHERAL_UART0, RXFE);
	for (unsigned i = 0; i < 15; i++)
		set(PERIPHERAL_UART0, DR, 'c');
	flags_are(PERIPHERAL_UART0, RXFE | TXFF);
}

CASE(test_receive)
{
	for (unsigned n = 0; n <= 17; n++) {
		unsigned psel = PERIPHERAL_UART0 + n % UARTS;

		fixture_reset();
		f.options.receive_every[n % UARTS] = EVERY;
		start();
		set(psel, LCR_H, FEN);
		later(UINT64_C(1) + EVERY * n);
		flags_are(psel,
			  TXFE | (n >= 16 ? RXFF : 0) | (n == 0 ? RXFE : 0));
		set(psel, LCR_H, 0);
		flags_are(psel, TXFE | RXFE);
		later(EVERY);
		flags_are(psel, TXFE | RXFF);
		later(UINT64_C(1) * EVERY * MANY);
		assert_int_equal(drain(psel), 1);
		later(EVERY);
		/* Lost items count on: the next one is that of its time. */
		assert_int_equal(get(psel, DR), (n + 1 + MANY) & 0xFF);
		check_intact();
	}
}

/* A UART receives what it sends. */
CASE(test_loop)
{
	start();
	for (unsigned psel = PERIPHERAL_UART0; psel < PERIPHERAL_SSP; psel++) {
		set(psel, IBRD, 0); /* no rate: an item is there at once */
		set(psel, CR, 0x300 | LBE);
		set(psel, LCR_H, FEN);
		for (unsigned i = 0; i < 8; i++)
			set(psel, DR, i);
		set(psel, LCR_H, 0);
		for (unsigned i = 0; i < MANY; i++)
			set(psel, DR, 0x4100 + i);
		assert_int_equal(drain(psel), 1);
		set(psel, LCR_H, FEN);
		for (unsigned i = 0; i < MANY; i++)
			set(psel, DR, i);
		assert_int_equal(drain(psel), 16);
		set(psel, IBRD, 0x1230 + psel - PERIPHERAL_UART0);
	}
	check_intact();
}

/*
 * The receiver asks for a burst from 1/8, 1/4, 1/2, 3/4 or 7/8 of its 16 items
 * on [DDI0183 3.3.9]; what is reserved there stands for the last (chosen).
 */
CASE(test_levels)
{
	static const unsigned level[8] = { 2, 4, 8, 12, 14, 14, 14, 14 };
	const unsigned line = 14; /* of UART0's receiver */

	for (unsigned i = 0; i < 8; i++) {
		fixture_reset();
		start();
		set(PERIPHERAL_UART0, IBRD, 0); /* no rate */
		set(PERIPHERAL_UART0, CR, 0x300 | LBE);
		set(PERIPHERAL_UART0, LCR_H, FEN);
		set(PERIPHERAL_UART0, IFLS, i << 3);
		set(PERIPHERAL_UART0, DMACR, 1);
		for (unsigned n = 1; n <= 16; n++) {
			set(PERIPHERAL_UART0, DR, n);
			assert_int_equal(peripheral_request(f.ahb, line).burst,
					 n >= level[i]);
			assert_true(peripheral_request(f.ahb, line).single);
		}
	}
}

/* Ports whose depth never moves, filled from both sides. */
CASE(test_others)
{
	f.options.receive_every[3] = 1;
	f.options.receive_every[4] = 1;
	start();
	set(PERIPHERAL_SSP, 0x10, 0xFE); /* some rate */
	for (unsigned i = 0; i < MANY; i++) {
		set(PERIPHERAL_SSP, SSPDR, i);
		set(PERIPHERAL_SCI, SCIDATA, i);
		later(1);
	}
	check_intact();
	assert_int_equal(get(PERIPHERAL_SSP, SSPSR) & 0xF, 0xC);
}

/* An item of the SCI takes twelve units of SCIVALUE (SCIBAUD + 1) clocks, each
 * of three HCLK cycles (chosen): here 12 x 2 x 10 x 3. */
CASE(test_sci_rate)
{
	const struct peripheral *p;

	start();
	p = &f.ahb->peripheral[PERIPHERAL_SCI];
	set(PERIPHERAL_SCI, 0x10, 7); /* none of them */
	set(PERIPHERAL_SCI, 0x14, 2);
	set(PERIPHERAL_SCI, 0x18, 9);
	for (unsigned i = 0; i < 3; i++)
		set(PERIPHERAL_SCI, SCIDATA, i);
	assert_int_equal(p->tx.count, 2); /* one is on the line */
	later(719);
	get(PERIPHERAL_SCI, 0x14);
	assert_int_equal(p->tx.count, 2);
	later(1);
	get(PERIPHERAL_SCI, 0x14);
	assert_int_equal(p->tx.count, 1);
	later(720);
	get(PERIPHERAL_SCI, 0x14);
	assert_int_equal(p->tx.count, 0);
}

/* No loop over what nobody looked at: this would take a day. */
CASE(test_long_wait)
{
	const uint64_t day = UINT64_C(1) << 50;

	f.options.receive_every[0] = 3;
	start();
	later(day);
	assert_int_equal(get(PERIPHERAL_UART0, DR), 0);
	later(3);
	assert_int_equal(get(PERIPHERAL_UART0, DR), (day / 3) & 0xFF);
}
