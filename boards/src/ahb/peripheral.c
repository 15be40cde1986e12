/* SPDX-License-Identifier: MIT */
/*
 * UARTs, SSP and SCI as far as data pass through them: PL011 [DDI0183],
 * PL022 and PL131 [PRIMECELL].  None requests an interrupt.  Time
 * passes for them only when somebody looks.
 */
#include "boards/src/ahb/inner.h"

#include <string.h>

enum {
	/* HCLK cycles of UARTCLK, SSPCLK and the SCI's clock: 24 MHz beside
	 * 70; chosen. */
	REFERENCE = 3,

	UARTDR = 0x00,
	UARTFR = 0x18,
	UARTIBRD = 0x24,
	UARTFBRD = 0x28,
	UARTLCR_H = 0x2C,
	UARTCR = 0x30,
	UARTIFLS = 0x34,
	UARTDMACR = 0x48,
	UARTCR_LBE = 1 << 7,
	UARTLCR_H_PEN = 1 << 1,
	UARTLCR_H_STP2 = 1 << 3,
	UARTLCR_H_FEN = 1 << 4,

	SSPCR0 = 0x00,
	SSPCR1 = 0x04,
	SSPDR = 0x08,
	SSPSR = 0x0C,
	SSPCPSR = 0x10,
	SSPDMACR = 0x24,
	SSPCR1_LBM = 1 << 0,

	SCIDATA = 0x00,
	SCIVALUE = 0x14,
	SCIBAUD = 0x18,
	SCIDMACR = 0x20,

	DMACR_RX = 1 << 0,
	DMACR_TX = 1 << 1,
	REG_SPACE = 0x80, /* what is above is read as 0, or an identity */
	PERIPHID0 = 0xFE0,
};

/* In what the three kinds differ. */
struct kind {
	uint8_t depth;       /* of both FIFOs */
	uint8_t data, dmacr; /* offsets */
	uint8_t bits;        /* of an item */
	uint8_t id[4];
};

static const struct kind uart = {
	16, UARTDR, UARTDMACR, 8, { 0x11, 0x10, 0x14, 0x00 }
};
static const struct kind ssp = {
	8, SSPDR, SSPDMACR, 16, { 0x22, 0x10, 0x04, 0x00 }
};
static const struct kind sci = {
	8, SCIDATA, SCIDMACR, 8, { 0x31, 0x11, 0x04, 0x00 }
};

static const struct kind *kind_of(unsigned psel)
{
	return psel == PERIPHERAL_SCI   ? &sci
	       : psel == PERIPHERAL_SSP ? &ssp
					: &uart;
}

static uint16_t item_mask(unsigned psel)
{
	return (uint16_t)((1u << kind_of(psel)->bits) - 1);
}

static unsigned depth(const struct peripheral *p, unsigned psel)
{
	const struct kind *k = kind_of(psel);

	if (k == &uart && !(p->reg[UARTLCR_H / 4] & UARTLCR_H_FEN))
		return 1;
	return k->depth;
}

/* A start bit, 5 to 8 of data, parity, one or two to stop: UARTCLK cycles. */
static uint64_t uart_item(const struct peripheral *p)
{
	uint32_t lcr = p->reg[UARTLCR_H / 4];
	uint64_t bits = 7 + (lcr >> 5 & 3) + (lcr & UARTLCR_H_PEN ? 1 : 0) +
			(lcr & UARTLCR_H_STP2 ? 1 : 0);
	uint64_t divisor = 64 * p->reg[UARTIBRD / 4] + p->reg[UARTFBRD / 4];

	return bits * divisor / 4; /* 16 cycles a bit, in 64ths */
}

/* HCLK cycles of an item on the line; 0: none, for a rate never set. */
static uint64_t item_cycles(const struct peripheral *p, unsigned psel)
{
	const struct kind *k = kind_of(psel);
	uint64_t cycles;

	if (k == &uart)
		cycles = uart_item(p);
	else if (k == &ssp)
		cycles = (uint64_t)((p->reg[SSPCR0 / 4] & 15) + 1) *
			 ((p->reg[SSPCR0 / 4] >> 8 & 0xFF) + 1) *
			 (p->reg[SSPCPSR / 4] & 0xFE);
	else /* 12 units of time, as the registers divide it; chosen */
		cycles = (uint64_t)12 * p->reg[SCIVALUE / 4] *
			 (p->reg[SCIBAUD / 4] + 1);
	return cycles * REFERENCE;
}

static bool loops_back(const struct peripheral *p, unsigned psel)
{
	if (kind_of(psel) == &uart)
		return p->reg[UARTCR / 4] & UARTCR_LBE;
	return kind_of(psel) == &ssp && p->reg[SSPCR1 / 4] & SSPCR1_LBM;
}

/*
 * The depth is what the registers say at this moment; the array bounds what is
 * stored, whatever they say.
 */
static bool full(const struct fifo *f, unsigned depth)
{
	return f->count >= depth || f->count >= PERIPHERAL_FIFO;
}

static bool put(struct fifo *f, unsigned depth, uint16_t item)
{
	if (full(f, depth))
		return false;
	f->item[f->count++] = item;
	return true;
}

/* The oldest item; 0 where there is none. */
static uint16_t take(struct fifo *f)
{
	uint16_t item = f->item[0];

	if (f->count == 0)
		return 0;
	f->count--;
	memmove(&f->item[0], &f->item[1], f->count * sizeof(f->item[0]));
	return item;
}

static void receive(struct peripheral *p, unsigned psel, uint16_t item)
{
	if (!put(&p->rx, depth(p, psel), item))
		p->overrun = true;
}

/* The item on the line has gone. */
static void gone(struct peripheral *p, unsigned psel)
{
	p->shifting = false;
	if (loops_back(p, psel))
		receive(p, psel, p->shifted);
}

/* A console shows at once what is written to it, so that nothing is missing
 * when a program ends. */
static void say(const struct ahb *ahb, unsigned psel, uint32_t value)
{
	if (kind_of(psel) == &uart && ahb->host.console &&
	    !loops_back(&ahb->peripheral[psel], psel))
		ahb->host.console(ahb->host.ctx, psel - PERIPHERAL_UART0,
				  (uint8_t)value);
}

static void shift(struct peripheral *p, unsigned psel, uint64_t time)
{
	p->shifting = true;
	p->shifted = take(&p->tx);
	p->sent = time + item_cycles(p, psel);
}

static uint64_t *every(struct ahb *ahb, unsigned psel)
{
	static const uint8_t order[AHB_PERIPHERALS] = { 4, 0, 1, 2, 3 };

	return &ahb->options.receive_every[order[psel]];
}

/* The items that have come in up to ahb->now: nobody has taken any, so those
 * that a FIFO has no room for are lost. */
static void come_in(struct ahb *ahb, unsigned psel)
{
	struct peripheral *p = &ahb->peripheral[psel];
	uint64_t period = *every(ahb, psel), n;

	if (p->next_item > ahb->now)
		return;
	n = (ahb->now - p->next_item) / period + 1;
	for (uint16_t i = 0; i < n && i <= PERIPHERAL_FIFO; i++)
		receive(p, psel, (uint16_t)(p->item + i) & item_mask(psel));
	p->item = (uint16_t)(p->item + n) & item_mask(psel);
	p->next_item += n * period;
}

/* All that has happened up to ahb->now. */
static void update(struct ahb *ahb, unsigned psel)
{
	struct peripheral *p = &ahb->peripheral[psel];

	come_in(ahb, psel);
	while (p->shifting && p->sent <= ahb->now) {
		uint64_t time = p->sent;

		gone(p, psel);
		if (p->tx.count)
			shift(p, psel, time);
	}
}

void peripherals_reset(struct ahb *ahb)
{
	for (unsigned psel = 0; psel < AHB_PERIPHERALS; psel++) {
		struct peripheral *p = &ahb->peripheral[psel];

		p->next_item =
			*every(ahb, psel) ? *every(ahb, psel) : AHB_NEVER;
		if (kind_of(psel) != &uart)
			continue;
		p->reg[UARTCR / 4] = 0x300;
		p->reg[UARTIFLS / 4] = 0x12;
	}
}

static void send(struct ahb *ahb, unsigned psel, uint32_t value)
{
	struct peripheral *p = &ahb->peripheral[psel];

	if (!put(&p->tx, depth(p, psel), (uint16_t)value))
		return; /* lost */
	say(ahb, psel, value);
	if (!p->shifting) {
		shift(p, psel, ahb->now);
		update(ahb, psel);
	}
}

static uint32_t uart_flags(const struct peripheral *p, unsigned psel)
{
	return (p->shifting ? 1u << 3 : 0) | (p->rx.count == 0 ? 1u << 4 : 0) |
	       (full(&p->tx, depth(p, psel)) ? 1u << 5 : 0) |
	       (full(&p->rx, depth(p, psel)) ? 1u << 6 : 0) |
	       (p->tx.count == 0 ? 1u << 7 : 0);
}

static uint32_t ssp_flags(const struct peripheral *p, unsigned psel)
{
	return (p->tx.count == 0 ? 1u << 0 : 0) |
	       (full(&p->tx, depth(p, psel)) ? 0 : 1u << 1) |
	       (p->rx.count ? 1u << 2 : 0) |
	       (full(&p->rx, depth(p, psel)) ? 1u << 3 : 0) |
	       (p->shifting || p->tx.count ? 1u << 4 : 0);
}

uint32_t peripheral_read(struct ahb *ahb, unsigned psel, uint32_t offset)
{
	static const uint8_t cell_id[] = { 0x0D, 0xF0, 0x05, 0xB1 };
	struct peripheral *p = &ahb->peripheral[psel];
	const struct kind *k = kind_of(psel);

	update(ahb, psel);
	if (offset >= PERIPHID0) {
		unsigned i = (offset - PERIPHID0) / 4 % 8;

		return i < 4 ? k->id[i] : cell_id[i - 4];
	}
	if (offset == k->data)
		return take(&p->rx);
	if (k == &uart && offset == UARTFR)
		return uart_flags(p, psel);
	if (k == &ssp && offset == SSPSR)
		return ssp_flags(p, psel);
	return offset < REG_SPACE ? p->reg[offset / 4] : 0;
}

/*
 * To clear FEN flushes the transmit FIFO [DDI0183, UARTCR]; the item on the
 * line goes on.  The text says nothing of the receive FIFO, which is emptied
 * likewise, nor of setting FEN, which keeps what the holding registers have.
 */
static void write_line_control(struct peripheral *p, uint32_t value)
{
	uint32_t cleared = p->reg[UARTLCR_H / 4] & ~value;

	if (cleared & UARTLCR_H_FEN)
		p->tx.count = p->rx.count = 0;
	p->reg[UARTLCR_H / 4] = value;
}

void peripheral_write(struct ahb *ahb, unsigned psel, uint32_t offset,
		      uint32_t value)
{
	struct peripheral *p = &ahb->peripheral[psel];
	const struct kind *k = kind_of(psel);

	update(ahb, psel);
	if (offset == k->data)
		send(ahb, psel, value);
	else if (k == &uart && offset == UARTLCR_H)
		write_line_control(p, value & 0xFFFF);
	else if (offset < REG_SPACE)
		p->reg[offset / 4] = value & 0xFFFF;
	/* Its requests may have changed. */
	ahb_kick(ahb, AHB_DMA0, ahb->now + 1);
	ahb_kick(ahb, AHB_DMA1, ahb->now + 1);
}

/* Items in the FIFO at which the UART asks: 1/8, 1/4, 1/2, 3/4, 7/8. */
static unsigned uart_level(const struct peripheral *p, unsigned lsb)
{
	static const uint8_t level[8] = { 2, 4, 8, 12, 14, 14, 14, 14 };

	return p->reg[UARTLCR_H / 4] & UARTLCR_H_FEN
		       ? level[p->reg[UARTIFLS / 4] >> lsb & 7]
		       : 1;
}

static struct dma_request asks(const struct peripheral *p, unsigned psel,
			       bool tx)
{
	const struct kind *k = kind_of(psel);
	unsigned size = depth(p, psel);
	unsigned rx_at = k == &uart ? uart_level(p, 3) : size / 2;
	unsigned tx_at = k == &uart ? uart_level(p, 0) : size / 2;
	struct dma_request r = { false, false };

	if (!(p->reg[k->dmacr / 4] & (tx ? DMACR_TX : DMACR_RX)))
		return r;
	if (size == 1)
		tx_at = 0;
	r.burst = tx ? p->tx.count <= tx_at : p->rx.count >= rx_at;
	r.single = tx ? !full(&p->tx, size) : p->rx.count > 0;
	return r;
}

/* [VERSATILE] 6, 7: SCI; 8, 9: SSP; 10 to 15:
 * UART2, UART1, UART0; the odd ones are to transmit. */
static unsigned psel_of(unsigned line)
{
	return line < 6    ? AHB_PERIPHERALS
	       : line < 8  ? PERIPHERAL_SCI
	       : line < 10 ? PERIPHERAL_SSP
			   : PERIPHERAL_UART0 + (15 - line) / 2;
}

struct dma_request peripheral_request(struct ahb *ahb, unsigned line)
{
	unsigned psel = psel_of(line);
	struct dma_request none = { false, false };

	if (psel == AHB_PERIPHERALS)
		return none;
	update(ahb, psel);
	return asks(&ahb->peripheral[psel], psel, line & 1);
}

uint64_t peripheral_event(const struct ahb *ahb, unsigned line)
{
	unsigned psel = psel_of(line);
	const struct peripheral *p;
	uint64_t time = AHB_NEVER;

	if (psel == AHB_PERIPHERALS)
		return time;
	p = &ahb->peripheral[psel];
	if (p->shifting)
		time = p->sent;
	return p->next_item < time ? p->next_item : time;
}
