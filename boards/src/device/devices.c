/* SPDX-License-Identifier: MIT */
/*
 * Consoles: ARM's PL011 [DDI0183] and the PXA25x's UARTs, which follow the
 * 16550 with registers a word apart [PXA255 10].  A byte written has left at
 * once, nothing is ever received, and neither requests an interrupt: the
 * boards exist to measure programs, not to talk with them.
 */
#include "boards/src/device/devices.h"

#include <string.h>

void devices_init(struct devices *d, unsigned interrupts)
{
	for (unsigned i = 0; i < UARTS; i++) {
		d->pl011[i].cr = 0x300;
		d->pl011[i].ifls = 0x12;
		imx_uart_init(&d->imx_uart[i]);
	}
	avic_init(&d->avic);
	d->gic.interrupts = interrupts;
	d->gic.binary_point = 0;
	/* The first sixteen are software's and always enabled. */
	d->gic.enable[0] = 0xffff;
}

enum {
	PL011_DR = 0x00,
	PL011_FR = 0x18,
	PL011_IBRD = 0x24,
	PL011_FBRD = 0x28,
	PL011_LCR_H = 0x2c,
	PL011_CR = 0x30,
	PL011_IFLS = 0x34,
	PL011_IMSC = 0x38,
	PL011_PERIPH_ID0 = 0xfe0,
	PL011_FR_EMPTY = 0x90, /* transmitter empty, receiver empty */
};

static uint32_t pl011_get(const struct devices *d, unsigned unit,
			  uint32_t offset)
{
	static const uint8_t id[] = { 0x11, 0x10, 0x14, 0x00,
				      0x0d, 0xf0, 0x05, 0xb1 };
	const struct pl011 *u = &d->pl011[unit];

	switch (offset) {
	case PL011_FR:
		return PL011_FR_EMPTY;
	case PL011_IBRD:
		return u->ibrd;
	case PL011_FBRD:
		return u->fbrd;
	case PL011_LCR_H:
		return u->lcr_h;
	case PL011_CR:
		return u->cr;
	case PL011_IFLS:
		return u->ifls;
	case PL011_IMSC:
		return u->imsc;
	default:
		if (offset >= PL011_PERIPH_ID0)
			return id[(offset - PL011_PERIPH_ID0) / 4 % 8];
		return 0;
	}
}

static uint32_t pl011_read(struct devices *d, unsigned unit, uint32_t offset)
{
	return pl011_get(d, unit, offset);
}

/* A character is sent by the byte that it is. */
static bool pl011_part(const struct devices *d, unsigned unit, uint32_t offset,
		       uint32_t mask, uint32_t *others)
{
	*others = pl011_get(d, unit, offset);
	return offset != PL011_DR || mask & 0xff;
}

static void pl011_write(struct devices *d, unsigned unit, uint32_t offset,
			uint32_t value)
{
	struct pl011 *u = &d->pl011[unit];

	switch (offset) {
	case PL011_DR:
		devices_put(d, value);
		break;
	case PL011_IBRD:
		u->ibrd = value & 0xffff;
		break;
	case PL011_FBRD:
		u->fbrd = value & 0x3f;
		break;
	case PL011_LCR_H:
		u->lcr_h = value & 0xff;
		break;
	case PL011_CR:
		u->cr = value & 0xff87;
		break;
	case PL011_IFLS:
		u->ifls = value & 0x3f;
		break;
	case PL011_IMSC:
		u->imsc = value & 0x7ff;
		break;
	default:
		break;
	}
}

const struct device_ops pl011_ops = { .read = pl011_read,
				      .write = pl011_write,
				      .part = pl011_part };

enum {
	UART_THR = 0x00,
	UART_IER = 0x04,
	UART_IIR = 0x08,
	UART_LCR = 0x0c,
	UART_MCR = 0x10,
	UART_LSR = 0x14,
	UART_SPR = 0x1c,
	UART_LCR_DLAB = 0x80,
	UART_LSR_EMPTY = 0x60,
	UART_IIR_NONE = 0x01,
};

static uint32_t uart16550_read(struct devices *d, unsigned unit,
			       uint32_t offset)
{
	const struct uart16550 *u = &d->uart16550[unit];
	bool divisor = u->lcr & UART_LCR_DLAB;

	switch (offset) {
	case UART_THR:
		return divisor ? u->dll : 0;
	case UART_IER:
		return divisor ? u->dlh : u->ier;
	case UART_IIR:
		return UART_IIR_NONE;
	case UART_LCR:
		return u->lcr;
	case UART_MCR:
		return u->mcr;
	case UART_LSR:
		return UART_LSR_EMPTY;
	case UART_SPR:
		return u->scr;
	default:
		return 0;
	}
}

static void uart16550_write(struct devices *d, unsigned unit, uint32_t offset,
			    uint32_t value)
{
	struct uart16550 *u = &d->uart16550[unit];
	bool divisor = u->lcr & UART_LCR_DLAB;

	value &= 0xff;
	switch (offset) {
	case UART_THR:
		if (divisor)
			u->dll = value;
		else
			devices_put(d, value);
		break;
	case UART_IER:
		if (divisor)
			u->dlh = value;
		else
			u->ier = value;
		break;
	case UART_LCR:
		u->lcr = value;
		break;
	case UART_MCR:
		u->mcr = value;
		break;
	case UART_SPR:
		u->scr = value;
		break;
	default:
		break;
	}
}

const struct device_ops uart16550_ops = { .read = uart16550_read,
					  .write = uart16550_write,
					  .part = device_low_byte };
