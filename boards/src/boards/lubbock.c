/* SPDX-License-Identifier: MIT */
/*
 * Intel DBPXA250 "Lubbock", with the PXA250's own map [PXA255 2.12, 4.2, 10].
 */
#include "boards/src/boards/rows.h"

static const struct place places[] = {
	{ 0x00000000, 0x02000000, PLACE_FLASH, "flash", NULL, 0 },
	{ 0x40100000, 0x1000, PLACE_DEVICE, "FFUART", &uart16550_ops, 0 },
	{ 0x40200000, 0x1000, PLACE_DEVICE, "BTUART", &uart16550_ops, 1 },
	{ 0x40700000, 0x1000, PLACE_DEVICE, "STUART", &uart16550_ops, 2 },
	{ 0x40d00000, 0x1000, PLACE_DEVICE, "interrupt controller",
	  &pxa_intc_ops, 0 },
	{ 0xa0000000, 0x04000000, PLACE_RAM, "SDRAM", NULL, 0 },
};

const struct board_spec lubbock_board = {
	.info = {
		.name = "lubbock",
		.title = "Intel DBPXA250 \"Lubbock\" (PXA250)",
		.monitor = { "pxa250" },
		.start = "in SVC mode at the ELF entry, 64 MiB SDRAM "
			 "at 0xa0000000 mapped flat and cached, caches "
			 "and branch prediction on, unaligned accesses "
			 "trapped, interrupts masked",
		NEWLIB_ARM,
		.clock_hz = 400000000, /* the part's fastest grade */
	},
	.core = &pxa250_core,
	.place = places,
	.places = COUNT(places),
	.ram_base = 0xa0000000,
	.ram_size = 0x04000000,
	/* [PXA255 4.2.2] */
	.monitor = { { .interrupt = 12 } },
	.lines = pxa_intc_lines,
	.set_interrupt = pxa_intc_set_interrupt,
	.input = pxa_intc_input,
};
