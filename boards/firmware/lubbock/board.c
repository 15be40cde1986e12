/* SPDX-License-Identifier: MIT */
/*
 * Lubbock: the PXA250's interrupt controller, where the monitor is source 12,
 * and its full function UART.  Registers: [PXA255] 4.2.2 (the same block) and
 * 10.4; source number: Linux, mach-pxa/irqs.h.
 */
#include "common/board.h"

enum {
	ICMR = 0x40D00004, /* mask: 1 lets a source through */
	ICLR = 0x40D00008, /* level: 1 makes it an FIQ */
	ICIP = 0x40D00000, /* IRQs pending, after the mask */
	ICFP = 0x40D0000C, /* FIQs pending, after the mask */

	PMU_SOURCE = 1 << 12,

	FFUART = 0x40100000,
	FFTHR = FFUART + 0x00,
	FFIER = FFUART + 0x04,
	FFLSR = FFUART + 0x14,
	IER_UNIT_ENABLE = 1 << 6,
	LSR_TRANSMIT_REQUEST = 1 << 5,
};

static void line(bool enable, uint32_t fast)
{
	uint32_t mask = board_read(ICMR) & ~(uint32_t)PMU_SOURCE;

	board_write(ICLR, (board_read(ICLR) & ~(uint32_t)PMU_SOURCE) | fast);
	board_write(ICMR, enable ? mask | PMU_SOURCE : mask);
}

void board_pmu_line(bool enable)
{
	line(enable, 0);
}

void board_pmu_fast_line(bool enable)
{
	line(enable, PMU_SOURCE);
}

bool board_fiq_is_pmu(void)
{
	return board_read(ICFP) & PMU_SOURCE;
}

bool board_irq_take(uint32_t *token)
{
	*token = board_read(ICIP);
	return *token & PMU_SOURCE;
}

/* Nothing to say to this controller: its sources are levels. */
void board_irq_done(uint32_t token)
{
	(void)token;
}

void board_uart_put(char c)
{
	if (!(board_read(FFIER) & IER_UNIT_ENABLE))
		board_write(FFIER, IER_UNIT_ENABLE);
	while (!(board_read(FFLSR) & LSR_TRANSMIT_REQUEST))
		;
	board_write(FFTHR, (uint8_t)c);
}
