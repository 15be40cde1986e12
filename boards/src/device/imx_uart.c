/* SPDX-License-Identifier: MIT */
/*
 * The i.MX31's UARTs, as consoles: see devices.c.  Offsets, bits and reset
 * values as in Linux's drivers/tty/serial/imx.c and NetBSD's imxuartreg.h.
 */
#include <stddef.h>

#include "boards/src/device/devices.h"

enum {
	UTXD = 0x40,
	UCR1 = 0x80,
	UCR2 = 0x84,
	UCR3 = 0x88,
	UCR4 = 0x8c,
	UFCR = 0x90,
	USR1 = 0x94,
	USR2 = 0x98,
	UESC = 0x9c,
	UBRC = 0xac,
	UTS = 0xb4,

	UCR2_NO_RESET = 1 << 0, /* writing 0 resets; it reads 1 again */
	USR1_IDLE = 0x2040,     /* ready to transmit, receiver idle */
	USR2_IDLE = 0x4028,     /* transmitter empty, all has been sent */
	UTS_EMPTY = 0x0060,     /* transmitter, receiver */
};

static bool is_kept(uint32_t offset)
{
	return offset >= UCR1 && offset <= UTS;
}

static uint32_t *kept(struct imx_uart *u, uint32_t offset)
{
	return is_kept(offset) ? &u->reg[(offset - UCR1) / 4] : NULL;
}

/* URXD has no character. */
static uint32_t value_of(const struct imx_uart *u, uint32_t offset)
{
	return is_kept(offset) ? u->reg[(offset - UCR1) / 4] : 0;
}

void imx_uart_init(struct imx_uart *u)
{
	*kept(u, UCR2) = UCR2_NO_RESET;
	*kept(u, UCR3) = 0x0700;
	*kept(u, UCR4) = 0x8000;
	*kept(u, UFCR) = 0x0801;
	*kept(u, USR1) = USR1_IDLE;
	*kept(u, USR2) = USR2_IDLE;
	*kept(u, UESC) = 0x002b;
	*kept(u, UBRC) = 0x0004;
	*kept(u, UTS) = UTS_EMPTY;
}

static uint32_t imx_uart_read(struct devices *d, unsigned unit, uint32_t offset)
{
	return value_of(&d->imx_uart[unit], offset);
}

/* A character is sent by the byte that it is. */
static bool imx_uart_part(const struct devices *d, unsigned unit,
			  uint32_t offset, uint32_t mask, uint32_t *others)
{
	*others = value_of(&d->imx_uart[unit], offset);
	return offset != UTXD || mask & 0xff;
}

static void imx_uart_write(struct devices *d, unsigned unit, uint32_t offset,
			   uint32_t value)
{
	uint32_t *reg = kept(&d->imx_uart[unit], offset);

	if (offset == UTXD)
		devices_put(d, value);
	else if (reg && offset == UCR2)
		*reg = (value & 0xffff) | UCR2_NO_RESET;
	else if (reg && offset != USR1 && offset != USR2 && offset != UBRC &&
		 offset != UTS)
		*reg = value & 0xffff;
}

const struct device_ops imx_uart_ops = { .read = imx_uart_read,
					 .write = imx_uart_write,
					 .part = imx_uart_part };
