/* SPDX-License-Identifier: MIT */
/*
 * RealView Platform Baseboard for Cortex-A8 [DUI0417], as used by Linux
 * (arch/arm/mach-realview/board-pba8.h, irqs-pba8.h) and as QEMU's
 * realview-pb-a8 has it.  Memory is at 0 only, where the board mirrors it.
 */
#include "boards/src/boards/rows.h"

static const struct place places[] = {
	{ 0x00000000, 0x08000000, PLACE_RAM, "SDRAM", NULL, 0 },
	{ 0x10009000, 0x1000, PLACE_DEVICE, "UART0", &pl011_ops, 0 },
	{ 0x1000a000, 0x1000, PLACE_DEVICE, "UART1", &pl011_ops, 1 },
	{ 0x1000b000, 0x1000, PLACE_DEVICE, "UART2", &pl011_ops, 2 },
	{ 0x1000c000, 0x1000, PLACE_DEVICE, "UART3", &pl011_ops, 3 },
	{ 0x1e000000, 0x1000, PLACE_DEVICE, "interrupt interface", &gic_cpu_ops,
	  0 },
	{ 0x1e001000, 0x1000, PLACE_DEVICE, "interrupt distributor",
	  &gic_distributor_ops, 0 },
};

const struct board_spec pba8_board = {
	.info = {
		.name = "pba8",
		.title = "RealView PB-A8 (Cortex-A8)",
		.monitor = { "cortex-a8" },
		.start = "in SVC mode at the ELF entry, 128 MiB SDRAM "
			 "at 0 mapped flat and cached, caches and "
			 "branch prediction on, interrupts masked",
		NEWLIB_ARM,
		.clock_hz = 600000000, /* chosen */
	},
	.core = &cortex_a8_core,
	.place = places,
	.places = COUNT(places),
	.ram_base = 0x00000000,
	.ram_size = 0x08000000,
	/* IRQ_PBA8_PMU: source 47, from number 32 on. */
	.monitor = { { .interrupt = 32 + 47 } },
	.lines = gic_lines,
	.set_interrupt = gic_set_interrupt,
	.input = gic_input,
	.interrupts = 96,
};
