/* SPDX-License-Identifier: MIT */
/*
 * RealView Platform Baseboard for ARM1176JZF-S [DUI0425], as used by Linux
 * (arch/arm/mach-realview/board-pb1176.h, irqs-pb1176.h and
 * arm-realview-pb1176.dts), with its L220.
 */
#include "boards/src/boards/rows.h"
#include "boards/src/pmu/event_bus.h"

static const struct place places[] = {
	{ 0x00000000, 0x08000000, PLACE_RAM, "SDRAM", NULL, 0 },
	{ 0x10009000, 0x1000, PLACE_DEVICE, "UART4", &pl011_ops, 4 },
	{ 0x1010c000, 0x1000, PLACE_DEVICE, "UART0", &pl011_ops, 0 },
	{ 0x1010d000, 0x1000, PLACE_DEVICE, "UART1", &pl011_ops, 1 },
	{ 0x1010e000, 0x1000, PLACE_DEVICE, "UART2", &pl011_ops, 2 },
	{ 0x1010f000, 0x1000, PLACE_DEVICE, "UART3", &pl011_ops, 3 },
	{ 0x10110000, 0x1000, PLACE_DEVICE, "L220", &l2_ops, 1 },
	{ 0x10120000, 0x1000, PLACE_DEVICE, "interrupt interface", &gic_cpu_ops,
	  0 },
	{ 0x10121000, 0x1000, PLACE_DEVICE, "interrupt distributor",
	  &gic_distributor_ops, 0 },
};

const struct board_spec pb1176_board = {
	.info = {
		.name = "pb1176",
		.title = "RealView PB1176 (ARM1176JZF-S)",
		.monitor = { "arm1176", "l220" },
		.start = "in SVC mode at the ELF entry, 128 MiB SDRAM "
			 "at 0 mapped flat and cached, caches and "
			 "branch prediction on, interrupts masked, "
			 "second-level cache off (--l2 on: on)",
		NEWLIB_ARM,
		.clock_hz = 200000000, /* chosen */
	},
	.core = &arm1176_core,
	.place = places,
	.places = COUNT(places),
	.ram_base = 0x00000000,
	.ram_size = 0x08000000,
	/* IRQ_DC1176_CORE_PMU: source 7, from number 32 on. */
	.monitor = { { .interrupt = 32 + 7 },
		     { .pmu = &pmu_l220_ops,
		       .interrupt = 32 + 13,
		       .mapped = true,
		       .page = &l2_ops } },
	.l2 = L2_L220,
	.l2_monitor = 1,
	.lines = gic_lines,
	.set_interrupt = gic_set_interrupt,
	.input = gic_input,
	.interrupts = 64, /* of the development chip's controller */
};
