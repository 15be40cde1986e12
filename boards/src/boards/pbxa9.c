/* SPDX-License-Identifier: MIT */
/*
 * RealView Platform Baseboard Explore with a Cortex-A9 [DUI0440], as used by
 * Linux (arch/arm/mach-realview/board-pbx.h, irqs-pbx.h) and as QEMU's
 * realview-pbx-a9 has it, with one processor and the L2C-310 of the tile.  Of
 * what is private to the processors [DDI0407I 1.5] only the interrupt
 * controller is there.
 */
#include "boards/src/boards/rows.h"
#include "boards/src/pmu/event_bus.h"

/* The interrupt interface's offset in the private page, and its length. */
enum { INTERFACE = 0x100, INTERFACE_SIZE = 0x100 };

static uint32_t private_read(struct devices *d, unsigned unit, uint32_t offset)
{
	return offset - INTERFACE < INTERFACE_SIZE
		       ? gic_cpu_ops.read(d, unit, offset - INTERFACE)
		       : 0;
}

static void private_write(struct devices *d, unsigned unit, uint32_t offset,
			  uint32_t value)
{
	if (offset - INTERFACE < INTERFACE_SIZE)
		gic_cpu_ops.write(d, unit, offset - INTERFACE, value);
}

static const struct device_ops private_ops = { .read = private_read,
					       .write = private_write };

static const struct place places[] = {
	{ 0x00000000, 0x08000000, PLACE_RAM, "SDRAM", NULL, 0 },
	{ 0x10009000, 0x1000, PLACE_DEVICE, "UART0", &pl011_ops, 0 },
	{ 0x1000a000, 0x1000, PLACE_DEVICE, "UART1", &pl011_ops, 1 },
	{ 0x1000b000, 0x1000, PLACE_DEVICE, "UART2", &pl011_ops, 2 },
	{ 0x1000c000, 0x1000, PLACE_DEVICE, "UART3", &pl011_ops, 3 },
	{ 0x1f000000, 0x1000, PLACE_DEVICE, "interrupt interface", &private_ops,
	  0 },
	{ 0x1f001000, 0x1000, PLACE_DEVICE, "interrupt distributor",
	  &gic_distributor_ops, 0 },
	{ 0x1f002000, 0x1000, PLACE_DEVICE, "L2C-310", &l2_ops, 1 },
	/* No document at hand says where the board has its debug port:
	 * chosen. */
	{ 0x1fe10000, 0x1000, PLACE_DEVICE, "core on the debug port",
	  &debug_core_ops, 0 },
	{ 0x1fe11000, 0x1000, PLACE_DEVICE, "monitor on the debug port",
	  &debug_view_ops, 0 },
};

const struct board_spec pbxa9_board = {
	.info = {
		.name = "pbxa9",
		.title = "RealView PBX-A9 (Cortex-A9)",
		.monitor = { "cortex-a9", "l2c310" },
		.start = "in SVC mode at the ELF entry, 128 MiB SDRAM "
			 "at 0 mapped flat and cached, caches and "
			 "branch prediction on, interrupts masked, "
			 "second-level cache off (--l2 on: on)",
		NEWLIB_ARM,
		.clock_hz = 400000000, /* chosen */
	},
	.core = &cortex_a9_core,
	.place = places,
	.places = COUNT(places),
	.ram_base = 0x00000000,
	.ram_size = 0x08000000,
	/*
	 * IRQ_PBX_PMU_CPU0: source 47, from number 32 on.  Which is the
	 * L2C-310's no document at hand says: 29, where the tiles of other
	 * RealView boards have their controller's events (chosen).
	 */
	.monitor = { { .interrupt = 32 + 47 },
		     { .pmu = &pmu_l2c310_ops,
		       .interrupt = 32 + 29,
		       .mapped = true,
		       .page = &l2_ops } },
	.l2 = L2_C310,
	.l2_monitor = 1,
	.lines = gic_lines,
	.set_interrupt = gic_set_interrupt,
	.input = gic_input,
	.interrupts = 96,
};
