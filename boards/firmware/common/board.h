/* SPDX-License-Identifier: MIT */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

/* Each board's board.c supplies these to the firmware. */

/* The monitor's line at the interrupt controller. */
void board_pmu_line(bool enable);

/*
 * Take the pending interrupt from the controller: true when it is the
 * monitor's.  board_irq_done() with the token when it has been served.
 */
bool board_irq_take(uint32_t *token);
void board_irq_done(uint32_t token);

/*
 * The line that makes an overflow an FIQ, where there is one; true: an FIQ is
 * pending there.
 */
void board_pmu_fast_line(bool enable);
bool board_fiq_is_pmu(void);

/* One character out of the first UART; waits for room. */
void board_uart_put(char c);

static inline void board_write(uint32_t addr, uint32_t value)
{
	*(volatile uint32_t *)addr = value;
}

static inline uint32_t board_read(uint32_t addr)
{
	return *(volatile uint32_t *)addr;
}

#endif
