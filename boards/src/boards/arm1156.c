/* SPDX-License-Identifier: MIT */
/*
 * A generic board of the ARM1156T2-S, which is nobody's: memory map, interrupt
 * numbers, clock and size of the TCMs are chosen; UART and interrupt controller
 * are where the Versatile boards have theirs [DUI0225].
 */
#include "boards/src/boards/rows.h"

static const struct place places[] = {
	{ 0x00000000, 0x04000000, PLACE_RAM, "SDRAM", NULL, 0 },
	{ 0x10140000, 0x1000, PLACE_DEVICE, "interrupt controller", &vic_ops,
	  0 },
	{ 0x101f1000, 0x1000, PLACE_DEVICE, "UART0", &pl011_ops, 0 },
};

const struct board_spec arm1156_board = {
	.info = {
		.name = "arm1156",
		.title = "generic board (ARM1156T2-S, by a Cortex-R5)",
		.monitor = { "arm1156" },
		.start = "in SVC mode at the ELF entry, 64 MiB SDRAM "
			 "at 0 cached by a region of the MPU, all else "
			 "device memory, caches and branch prediction "
			 "on, interrupts masked",
		NEWLIB_ARM,
		.clock_hz = 200000000, /* chosen */
		.simulated_superset = true,
		.superset = "the engine has no ARM1156: its Cortex-R5 "
			    "executes the instructions. What ARMv7 and "
			    "ARMv6K added (division, DMB DSB ISB, "
			    "CLREX, exclusive accesses of other sizes "
			    "than a word) is undefined here as on the "
			    "real core; encodings that ARMv6T2 leaves "
			    "open may do what a Cortex-R5 does",
	},
	.core = &arm1156_core,
	.place = places,
	.places = COUNT(places),
	.ram_base = 0x00000000,
	.ram_size = 0x04000000,
	/* The numbers are chosen. */
	.monitor = { { .interrupt = 30,
		       .fast_interrupt = 31 } },
	.lines = vic_lines,
	.set_interrupt = vic_set_interrupt,
	.input = vic_input,
};
