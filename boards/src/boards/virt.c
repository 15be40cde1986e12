/* SPDX-License-Identifier: MIT */
/* QEMU's virt machine, with half of its flash and three different cores. */
#include "boards/src/boards/rows.h"
#include "boards/src/machine/command_line.h"

static const struct place places[] = {
	{ 0x00000000, 0x04000000, PLACE_FLASH, "flash", NULL, 0 },
	{ 0x08000000, 0x1000, PLACE_DEVICE, "interrupt distributor",
	  &gic_distributor_ops, 0 },
	{ 0x08010000, 0x1000, PLACE_DEVICE, "interrupt interface", &gic_cpu_ops,
	  0 },
	{ 0x09000000, 0x1000, PLACE_DEVICE, "UART", &pl011_ops, 0 },
	/* Chosen: the machine has no debug port. */
	{ 0x22010000, 0x1000, PLACE_DEVICE, "core on the debug port",
	  &debug_core_ops, 0 },
	{ 0x22030000, 0x1000, PLACE_DEVICE, "monitor on the debug port",
	  &debug_view_ops, 0 },
	{ 0x40000000, 0x08000000, PLACE_RAM, "RAM", NULL, 0 },
};

/* The boards on that map differ in their cores only. */
#define VIRT(core_id, core_name, title_name)                                     \
	{                                                                        \
		.info = {                                                      \
			.name = "virt-" core_name,                             \
			.title = "virtual machine (" title_name ")",           \
			.monitor = { "pmuv3/cortex-" core_name },              \
			.start = "in EL1 at the ELF entry, 128 MiB RAM at "    \
				 "0x40000000 mapped flat and cached, caches "  \
				 "and branch prediction on, interrupts masked, " \
				 "as QEMU's virt machine otherwise",           \
			.command_line = COMMAND_LINE_LONGEST,                  \
			.clock_hz = 1000000000, /* chosen */                   \
		},                                                             \
		.core = &cortex_##core_id##_core, \
		.place = places,                                               \
		.places = COUNT(places),                                       \
		.ram_base = 0x40000000,                                        \
		.ram_size = 0x08000000,                                        \
		/* a private peripheral interrupt */                           \
		.monitor = { { .interrupt = 23 } }, \
		.lines = gic_lines,                                            \
		.set_interrupt = gic_set_interrupt, \
		.input = gic_input, \
		.interrupts = 64, /* chosen; QEMU has 288 */ \
	}

const struct board_spec virt_a53_board = VIRT(a53, "a53", "Cortex-A53");
const struct board_spec virt_a57_board = VIRT(a57, "a57", "Cortex-A57");
const struct board_spec virt_a72_board = VIRT(a72, "a72", "Cortex-A72");
