/* SPDX-License-Identifier: MIT */
/*
 * i.MX31: its interrupt controller, where the core's monitor is source 23, and
 * UART 1.  Registers: NetBSD, imx31_intrreg.h and imxuartreg.h; source number:
 * Linux, mach/mx31.h (ARM11_PMU_IRQ).
 */
#include "common/board.h"

enum {
	AVIC = 0x68000000,
	INTENNUM = AVIC + 0x08,
	INTDISNUM = AVIC + 0x0C,
	INTTYPEL = AVIC + 0x1C, /* 1 makes a source an FIQ */
	NIVECSR = AVIC + 0x40,
	FIVECSR = AVIC + 0x44,

	PMU_SOURCE = 23,

	UART1 = 0x43F90000,
	UTXD = UART1 + 0x40,
	UCR1 = UART1 + 0x80,
	UCR2 = UART1 + 0x84,
	UTS = UART1 + 0xB4,
	UCR1_ENABLE = 1 << 0,
	UCR2_NO_RESET = 1 << 0,
	UCR2_TRANSMIT = 1 << 2,
	UCR2_8_BITS = 1 << 5,
	UTS_TRANSMIT_FULL = 1 << 4,
};

void board_pmu_fast_line(bool enable)
{
	board_write(INTTYPEL, board_read(INTTYPEL) | 1u << PMU_SOURCE);
	board_write(enable ? INTENNUM : INTDISNUM, PMU_SOURCE);
}

bool board_fiq_is_pmu(void)
{
	return board_read(FIVECSR) == PMU_SOURCE;
}

void board_pmu_line(bool enable)
{
	board_write(INTTYPEL, board_read(INTTYPEL) & ~(1u << PMU_SOURCE));
	board_write(enable ? INTENNUM : INTDISNUM, PMU_SOURCE);
}

bool board_irq_take(uint32_t *token)
{
	*token = board_read(NIVECSR) >> 16;
	return *token == PMU_SOURCE;
}

/* Nothing to say to this controller: its sources are levels. */
void board_irq_done(uint32_t token)
{
	(void)token;
}

void board_uart_put(char c)
{
	if (!(board_read(UCR1) & UCR1_ENABLE)) {
		board_write(UCR2, UCR2_NO_RESET | UCR2_TRANSMIT | UCR2_8_BITS);
		board_write(UCR1, UCR1_ENABLE);
	}
	while (board_read(UTS) & UTS_TRANSMIT_FULL)
		;
	board_write(UTXD, (uint8_t)c);
}
