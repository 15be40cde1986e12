/* SPDX-License-Identifier: MIT */
/*
 * Lubbock: the monitor is source 12 of the PXA250's interrupt controller, which
 * wants no word at an interrupt's end.
 */
#include "arm.h"

#define SOURCE  (1u << 12)
#define PENDING (*(volatile uint32_t *)0x40D00000)
#define ENABLED (*(volatile uint32_t *)0x40D00004)
#define FAST    (*(volatile uint32_t *)0x40D00008)

static void start_line(bool on)
{
	FAST &= ~SOURCE;
	ENABLED = on ? ENABLED | SOURCE : ENABLED & ~SOURCE;
}

static bool start_taken(void)
{
	return PENDING & SOURCE;
}

static void start_done(void)
{
}
