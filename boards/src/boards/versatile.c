/* SPDX-License-Identifier: MIT */
/*
 * Versatile/PB926EJ-S with an ARM926PXP, as QEMU's versatilepb and Linux's
 * board files have it; `bus_ops` where the simulated bus has the device's
 * registers.  Memory is at 0 as after the remapping that the boot loader does.
 */
#include "boards/src/a32/a32.h"
#include "boards/src/boards/rows.h"
#include "boards/src/pmu/window.h"

static const struct place places[] = {
	{ 0x00000000, 0x08000000, PLACE_RAM, "SDRAM", NULL, 0 },
	{ 0x10009000, 0x1000, PLACE_DEVICE, "UART3", &pl011_ops, 3 },
	{ 0x10120000, 0x1000, PLACE_DEVICE, "PL110", &bus_ops, 0 },
	{ 0x10130000, 0x1000, PLACE_DEVICE, "PL080", &bus_ops, 0 },
	{ 0x10140000, 0x1000, PLACE_DEVICE, "interrupt controller", &vic_ops,
	  0 },
	{ 0x101d0000, 0x10000, PLACE_DEVICE, "AHB monitor", &bus_ops, 0 },
	{ 0x101e4000, 0x1000, PLACE_DEVICE, "GPIO0", &pl061_ops, 0 },
	{ 0x101e5000, 0x1000, PLACE_DEVICE, "GPIO1", &pl061_ops, 1 },
	{ 0x101e6000, 0x1000, PLACE_DEVICE, "GPIO2", &pl061_ops, 2 },
	{ 0x101e7000, 0x1000, PLACE_DEVICE, "GPIO3", &pl061_ops, 3 },
	{ 0x101f0000, 0x1000, PLACE_DEVICE, "SCI", &bus_ops, 0 },
	{ 0x101f1000, 0x1000, PLACE_DEVICE, "UART0", &bus_ops, 0 },
	{ 0x101f2000, 0x1000, PLACE_DEVICE, "UART1", &bus_ops, 0 },
	{ 0x101f3000, 0x1000, PLACE_DEVICE, "UART2", &bus_ops, 0 },
	{ 0x101f4000, 0x1000, PLACE_DEVICE, "SSP", &bus_ops, 0 },
	{ 0x34000000, 0x04000000, PLACE_FLASH, "flash", NULL, 0 },
};

const struct board_spec versatile_board = {
	.info = {
		.name = "versatile",
		.title = "Versatile/PB926EJ-S (ARM926PXP)",
		.monitor = { "arm926pxp-ahb" },
		.start = "in SVC mode at the ELF entry, 128 MiB SDRAM "
			 "at 0 mapped flat and cached, caches on, "
			 "unaligned accesses trapped, interrupts "
			 "masked, display and DMA controllers off",
		NEWLIB_ARM,
		.clock_hz = 70000000, /* chosen: core and bus alike */
	},
	.core = &arm926_core,
	.ahb = true,
	.place = places,
	.places = COUNT(places),
	.ram_base = 0x00000000,
	.ram_size = 0x08000000,
	.monitor = { { .pmu = &pmu_arm926pxp_ops,
		       .mapped = true,
		       .ledger = port_ledger,
		       .live = port_live } },
	.lines = vic_lines,
	.set_interrupt = vic_set_interrupt,
	.input = vic_input,
};
