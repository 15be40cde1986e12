/* SPDX-License-Identifier: MIT */
/*
 * MPC8540ADS and MPC8548CDS, as their boot loader has them (U-Boot,
 * include/configs/MPC85*.h: CCSRBAR, memory at 0), which also tells the parts'
 * PVR and SVR (asm/processor.h).
 */
#include "boards/src/boards/rows.h"
#include "boards/src/machine/command_line.h"

#define MPC85XX_PLACES(ram)                                                       \
	{                                                                         \
		{ 0x00000000, (ram), PLACE_RAM, "DDR SDRAM", NULL, 0 },           \
			{ 0xe0000000, 0x100000, PLACE_DEVICE, "CCSR", NULL, 0 },  \
			{ 0xff000000, 0x1000000, PLACE_FLASH, "flash", NULL, 0 }, \
	}

static const struct place mpc8540ads_places[] = MPC85XX_PLACES(0x08000000);
static const struct place mpc8548cds_places[] = MPC85XX_PLACES(0x10000000);

#define MPC85XX_START(ram)                                                     \
	("in supervisor mode at the ELF entry, " ram                           \
	 " DDR SDRAM at 0 mapped flat and cached, CCSR at 0xe0000000, caches " \
	 "and branch target buffer on, interrupts masked; integer "            \
	 "instructions only")

/* Of programs that are compiled with the boards' own C library. */
#define MPC85XX_PROGRAMS                                                       \
	.soft_float = true, .command_line = COMMAND_LINE_LONGEST

const struct board_spec mpc8540ads_board = {
	.info = {
		.name = "mpc8540ads",
		.title = "Freescale MPC8540ADS (e500v1, integers)",
		.monitor = { "e500v1", "mpc8540" },
		.start = MPC85XX_START("128 MiB"),
		MPC85XX_PROGRAMS,
		.clock_hz = 666000000, /* chosen: a grade of the part */
	},
	.core = &e500v1_core,
	.place = mpc8540ads_places,
	.places = COUNT(mpc8540ads_places),
	.ram_base = 0x00000000,
	.ram_size = 0x08000000, /* chosen */
	.ratio_core = 2,	/* chosen: 333 MHz platform */
	.ratio_platform = 1,
	.monitor = { { .interrupt = 0 },
		     { .mapped = true, .elsewhere = true } },
};

const struct board_spec mpc8548cds_board = {
	.info = {
		.name = "mpc8548cds",
		.title = "Freescale MPC8548CDS (e500v2, integers)",
		.monitor = { "e500v2", "mpc8548" },
		.start = MPC85XX_START("256 MiB"),
		MPC85XX_PROGRAMS,
		.clock_hz = 1333000000, /* chosen: a grade of the part */
	},
	.core = &e500v2_core,
	.place = mpc8548cds_places,
	.places = COUNT(mpc8548cds_places),
	.ram_base = 0x00000000,
	.ram_size = 0x10000000, /* chosen */
	.ratio_core = 5,	/* chosen: 533 MHz platform */
	.ratio_platform = 2,
	.monitor = { { .interrupt = 0 },
		     { .mapped = true, .elsewhere = true } },
};
