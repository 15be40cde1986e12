/* SPDX-License-Identifier: MIT */
/*
 * Freescale i.MX31, as used by Linux (arch/arm/plat-mxc/include/mach/mx31.h),
 * which also says that the core's monitor is source 23 of the interrupt
 * controller (ARM11_PMU_IRQ); OKL4's l2cc.h, which says the same of the L210's
 * event monitor and where both are; and a boot log (elinux.org/VGF-CP1): core,
 * caches, size of memory.
 */
#include "boards/src/boards/rows.h"
#include "boards/src/pmu/event_bus.h"

/* The boot ROM's and the internal RAM's place and size: chosen. */
static const struct place places[] = {
	{ 0x00000000, 0x4000, PLACE_FLASH, "boot ROM", NULL, 0 },
	{ 0x1fffc000, 0x4000, PLACE_RAM, "internal RAM", NULL, 0 },
	{ 0x30000000, 0x1000, PLACE_DEVICE, "L210", &l2_ops, 1 },
	{ 0x43f08000, 0x4000, PLACE_DEVICE, "L210's event monitor",
	  &monitor_ops, 1 },
	{ 0x43f90000, 0x4000, PLACE_DEVICE, "UART1", &imx_uart_ops, 0 },
	{ 0x43f94000, 0x4000, PLACE_DEVICE, "UART2", &imx_uart_ops, 1 },
	{ 0x43fb0000, 0x4000, PLACE_DEVICE, "UART4", &imx_uart_ops, 3 },
	{ 0x43fb4000, 0x4000, PLACE_DEVICE, "UART5", &imx_uart_ops, 4 },
	{ 0x5000c000, 0x4000, PLACE_DEVICE, "UART3", &imx_uart_ops, 2 },
	{ 0x68000000, 0x1000, PLACE_DEVICE, "interrupt controller", &avic_ops,
	  0 },
	{ 0x80000000, 0x08000000, PLACE_RAM, "SDRAM", NULL, 0 },
};

const struct board_spec imx31_board = {
	.info = {
		.name = "imx31",
		.title = "Freescale i.MX31 (ARM1136JF-S)",
		.monitor = { "arm1136", "l210" },
		.start = "in SVC mode at the ELF entry, 128 MiB SDRAM "
			 "at 0x80000000 mapped flat and cached, caches "
			 "and branch prediction on, vectors at "
			 "0xffff0000, which is internal RAM "
			 "(0x1fffc000), interrupts masked, second-level "
			 "cache off (--l2 on: on)",
		NEWLIB_ARM,
		.clock_hz = 532000000, /* chosen: a grade of the part */
	},
	.core = &arm1136_core,
	.vectors = 0x1fffc000, /* chosen */
	.place = places,
	.places = COUNT(places),
	.ram_base = 0x80000000,
	.ram_size = 0x08000000,
	.monitor = { { .interrupt = 23 },
		     { .pmu = &pmu_l210_ops,
		       .interrupt = 23,
		       .mapped = true } },
	.l2 = L2_L210,
	.l2_monitor = 1,
	.lines = avic_lines,
	.set_interrupt = avic_set_interrupt,
	.input = avic_input,
};
