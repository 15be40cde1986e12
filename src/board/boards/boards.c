/* SPDX-License-Identifier: MIT */
/*
 * The boards: facts of real ones, as far as the programs that run here can see
 * them, and a generic one.  Sources: RealView Platform Baseboard for
 * ARM1176JZF-S [DUI0425] as used by Linux
 * (arch/arm/mach-realview/board-pb1176.h, irqs-pb1176.h and
 * arm-realview-pb1176.dts, with its L220); Intel DBPXA250 "Lubbock" with the
 * PXA250's own map [PXA255 2.12, 4.2, 10]; Freescale i.MX31 as used by Linux
 * (arch/arm/plat-mxc/include/mach/mx31.h), which also says that the core's
 * monitor is source 23 of the interrupt controller (ARM11_PMU_IRQ), OKL4's
 * l2cc.h, which says the same of the L210's event monitor and where both are,
 * and an i.MX31's boot log (elinux.org/VGF-CP1): core, caches, size of memory.
 *
 * MPC8540ADS and MPC8548CDS as U-Boot has them (CCSRBAR, memory at 0), which
 * also tells the parts' PVR and SVR (asm/processor.h).
 *
 * The generic board of the ARM1156T2-S is nobody's: memory map, interrupt
 * numbers, clock and size of the TCMs are chosen; UART and interrupt controller
 * are where the Versatile boards have theirs [DUI0225].
 */
#include "board/boards/boards.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "board/a32/a32.h"
#include "board/a64/a64.h"
#include "board/machine/arch.h"
#include "board/machine/command_line.h"
#include "board/ppc/ppc.h"

#define COUNT(array) ((unsigned)(sizeof(array) / sizeof((array)[0])))

static const struct place pb1176_places[] = {
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

static const struct place lubbock_places[] = {
	{ 0x00000000, 0x02000000, PLACE_FLASH, "flash", NULL, 0 },
	{ 0x40100000, 0x1000, PLACE_DEVICE, "FFUART", &uart16550_ops, 0 },
	{ 0x40200000, 0x1000, PLACE_DEVICE, "BTUART", &uart16550_ops, 1 },
	{ 0x40700000, 0x1000, PLACE_DEVICE, "STUART", &uart16550_ops, 2 },
	{ 0x40d00000, 0x1000, PLACE_DEVICE, "interrupt controller",
	  &pxa_intc_ops, 0 },
	{ 0xa0000000, 0x04000000, PLACE_RAM, "SDRAM", NULL, 0 },
};

static const struct place arm1156_places[] = {
	{ 0x00000000, 0x04000000, PLACE_RAM, "SDRAM", NULL, 0 },
	{ 0x10140000, 0x1000, PLACE_DEVICE, "interrupt controller", &vic_ops,
	  0 },
	{ 0x101f1000, 0x1000, PLACE_DEVICE, "UART0", &pl011_ops, 0 },
};

/* The boot ROM's and the internal RAM's place and size: chosen. */
static const struct place imx31_places[] = {
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

/*
 * As QEMU's versatilepb and Linux's board files have it; `bus_ops` where the
 * bus has the device's registers.  Memory at 0 as after the remapping that the
 * boot loader does.
 */
static const struct place versatile_places[] = {
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

/* As QEMU's virt machine has it; half of its flash. */
static const struct place virt_places[] = {
	{ 0x00000000, 0x04000000, PLACE_FLASH, "flash", NULL, 0 },
	{ 0x08000000, 0x1000, PLACE_DEVICE, "interrupt distributor",
	  &gic_distributor_ops, 0 },
	{ 0x08010000, 0x1000, PLACE_DEVICE, "interrupt interface", &gic_cpu_ops,
	  0 },
	{ 0x09000000, 0x1000, PLACE_DEVICE, "UART", &pl011_ops, 0 },
	{ 0x40000000, 0x08000000, PLACE_RAM, "RAM", NULL, 0 },
};

/* The boards on that map differ in their cores only. */
#define VIRT(core_name, title_name, KIND)                                        \
	{                                                                        \
		.info = {                                                      \
			.name = "virt-" core_name,                             \
			.title = "virtual machine (" title_name ")",           \
			.monitor = { "pmuv3/cortex-" core_name },                      \
			.start = "in EL1 at the ELF entry, 128 MiB RAM at "    \
				 "0x40000000 mapped flat and cached, caches "  \
				 "and branch prediction on, interrupts masked, "\
				 "as QEMU's virt machine otherwise",           \
			.cc = "aarch64-linux-gnu-gcc -O2 -g "                  \
			      "-mcpu=cortex-" core_name " -static "            \
			      "--specs=%s/virt/virt.specs --oslib=semihost "       \
			      "--crt0=semihost",                               \
			.command_line = COMMAND_LINE_LONGEST, \
			.clock_hz = 1000000000, /* chosen */                   \
		},                                                             \
		.arch = &a64_arch,                                            \
		.core = ENGINE_##KIND,                                         \
		.uarch = UARCH_CORTEX_##KIND,                                  \
		.place = virt_places,                                          \
		.places = COUNT(virt_places),                                  \
		.ram_base = 0x40000000,                                        \
		.ram_size = 0x08000000,                                        \
		/* a private peripheral interrupt */                           \
		.monitor = { { .kind = PMU_CORTEX_##KIND, .interrupt = 23 } }, \
		.lines = gic_lines,                                            \
		.set_interrupt = gic_set_interrupt, \
	}

/* As their boot loaders have it (U-Boot, include/configs/MPC85*.h). */
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

#define MPC85XX_CC(name, cpu)                                                  \
	.cc = "powerpc-linux-gnu-gcc -O2 -g -mcpu=" cpu                        \
	      " -msoft-float -mlong-double-64 -static "                        \
	      "--specs=%s/mpc85xx/" name ".specs",                             \
	.soft_float = true, .command_line = COMMAND_LINE_LONGEST

/* Its start-up code has 255 bytes for the command line and its end. */
#define NEWLIB_ARM .cc_alone = true, .soft_float = true, .command_line = 254

static const struct board_spec specs[] = {
	{
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
			.cc = "arm-none-eabi-gcc -O2 -g -mcpu=arm1136jf-s "
			      "-marm -mfloat-abi=soft --specs=%s/arm/rdimon.specs "
			      "-Wl,-Ttext-segment=0x80008000",
			NEWLIB_ARM,
			.clock_hz = 532000000, /* chosen: a grade of the part */
		},
		.arch = &a32_arch,
		.version = ARCH_ARMV6,
		.vectors = 0x1fffc000, /* chosen */
		.core = ENGINE_ARM1136,
		.uarch = UARCH_ARM1136,
		.midr = 0x4107b364,       /* r0p4 */
		.cache_type = 0x1d152152, /* 16 KiB, 4 ways, twice */
		.place = imx31_places,
		.places = COUNT(imx31_places),
		.ram_base = 0x80000000,
		.ram_size = 0x08000000,
		.monitor = { { .kind = PMU_ARM1136, .interrupt = 23 },
			     { .kind = PMU_L210,
			       .interrupt = 23,
			       .mapped = true } },
		.l2 = L2_L210,
		.l2_monitor = 1,
		.lines = avic_lines,
		.set_interrupt = avic_set_interrupt,
	},
	{
		.info = {
			.name = "pb1176",
			.title = "RealView PB1176 (ARM1176JZF-S)",
			.monitor = { "arm1176", "l220" },
			.start = "in SVC mode at the ELF entry, 128 MiB SDRAM "
				 "at 0 mapped flat and cached, caches and "
				 "branch prediction on, interrupts masked, "
				 "second-level cache off (--l2 on: on)",
			.cc = "arm-none-eabi-gcc -O2 -g -mcpu=arm1176jzf-s "
			      "-marm -mfloat-abi=soft --specs=%s/arm/rdimon.specs",
			NEWLIB_ARM,
			.clock_hz = 200000000, /* chosen */
		},
		.arch = &a32_arch,
		.version = ARCH_ARMV6,
		.trustzone = true,
		.threads = true,
		/* 32 KiB each, as two of 16 [DDI0301H 7.3]; chosen */
		.tcm = { { 2, 14 }, { 2, 14 } },
		.core = ENGINE_ARM1176,
		.uarch = UARCH_ARM1176,
		.midr = 0x410fb767,
		.cache_type = 0x1d152152, /* 16 KiB, 4 ways, twice */
		.place = pb1176_places,
		.places = COUNT(pb1176_places),
		.ram_base = 0x00000000,
		.ram_size = 0x08000000,
		/* IRQ_DC1176_CORE_PMU: source 7, from number 32 on. */
		.monitor = { { .kind = PMU_ARM1176, .interrupt = 32 + 7 },
			     { .kind = PMU_L220,
			       .interrupt = 32 + 13,
			       .mapped = true,
			       .page = &l2_ops } },
		.l2 = L2_L220,
		.l2_monitor = 1,
		.lines = gic_lines,
		.set_interrupt = gic_set_interrupt,
	},
	{
		.info = {
			.name = "arm1156",
			.title = "generic board (ARM1156T2-S, by a Cortex-R5)",
			.monitor = { "arm1156" },
			.start = "in SVC mode at the ELF entry, 64 MiB SDRAM "
				 "at 0 cached by a region of the MPU, all else "
				 "device memory, caches and branch prediction "
				 "on, interrupts masked",
			.cc = "arm-none-eabi-gcc -O2 -g -mcpu=arm1156t2-s "
			      "-marm -mfloat-abi=soft --specs=%s/arm/rdimon.specs",
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
		.arch = &a32_arch,
		.version = ARCH_ARMV6_MPU,
		.tcm = { { 1, 14 }, { 1, 14 } }, /* 16 KiB each; chosen */
		.core = ENGINE_ARM1156,
		.uarch = UARCH_ARM1156,
		.midr = 0x4107b560, /* part 0xB56; r0p0 is chosen */
		.cache_type = 0x1d152152, /* 16 KiB, 4 ways, twice; chosen */
		.place = arm1156_places,
		.places = COUNT(arm1156_places),
		.ram_base = 0x00000000,
		.ram_size = 0x04000000,
		/* The numbers are chosen. */
		.monitor = { { .kind = PMU_ARM1156,
			       .interrupt = 30,
			       .fast_interrupt = 31 } },
		.lines = vic_lines,
		.set_interrupt = vic_set_interrupt,
	},
	{
		.info = {
			.name = "lubbock",
			.title = "Intel DBPXA250 \"Lubbock\" (PXA250)",
			.monitor = { "pxa250" },
			.start = "in SVC mode at the ELF entry, 64 MiB SDRAM "
				 "at 0xa0000000 mapped flat and cached, caches "
				 "and branch prediction on, unaligned accesses "
				 "trapped, interrupts masked",
			.cc = "arm-none-eabi-gcc -O2 -g -mcpu=xscale -marm "
			      "-mfloat-abi=soft --specs=%s/arm/rdimon.specs "
			      "-Wl,-Ttext-segment=0xa0008000",
			NEWLIB_ARM,
			.clock_hz = 400000000, /* the part's fastest grade */
		},
		.arch = &a32_arch,
		.version = ARCH_XSCALE,
		.core = ENGINE_PXA250,
		.uarch = UARCH_PXA250,
		.midr = 0x69052100,
		.cache_type = 0x0b1aa1aa, /* 32 KiB, 32 ways, twice */
		.place = lubbock_places,
		.places = COUNT(lubbock_places),
		.ram_base = 0xa0000000,
		.ram_size = 0x04000000,
		/* [PXA255 4.2.2] */
		.monitor = { { .kind = PMU_PXA250, .interrupt = 12 } },
		.lines = pxa_intc_lines,
		.set_interrupt = pxa_intc_set_interrupt,
	},
	{
		.info = {
			.name = "versatile",
			.title = "Versatile/PB926EJ-S (ARM926PXP)",
			.monitor = { "arm926pxp-ahb" },
			.start = "in SVC mode at the ELF entry, 128 MiB SDRAM "
				 "at 0 mapped flat and cached, caches on, "
				 "unaligned accesses trapped, interrupts "
				 "masked, display and DMA controllers off",
			.cc = "arm-none-eabi-gcc -O2 -g -mcpu=arm926ej-s "
			      "-marm -mfloat-abi=soft --specs=%s/arm/rdimon.specs",
			NEWLIB_ARM,
			.clock_hz = 70000000, /* chosen: core and bus alike */
		},
		.arch = &a32_arch,
		.version = ARCH_ARMV5,
		.core = ENGINE_ARM926,
		.uarch = UARCH_ARM926,
		.ahb = true,
		.midr = 0x41069265, /* r0p5 */
		/* 32 KiB, 4 ways, twice [DDI0198D 2.3.2]; the size is chosen */
		.cache_type = 0x1d192192,
		.place = versatile_places,
		.places = COUNT(versatile_places),
		.ram_base = 0x00000000,
		.ram_size = 0x08000000,
		.monitor = { { .kind = PMU_ARM926PXP,
			       .mapped = true,
			       .ledger = bus_book } },
		.lines = vic_lines,
		.set_interrupt = vic_set_interrupt,
	},
	{
		.info = {
			.name = "mpc8540ads",
			.title = "Freescale MPC8540ADS (e500v1, integer "
				 "instructions)",
			.monitor = { "e500v1", "mpc8540" },
			.start = MPC85XX_START("128 MiB"),
			MPC85XX_CC("mpc8540ads", "8540"),
			.clock_hz = 666000000, /* chosen: a grade of the part */
		},
		.arch = &ppc_arch,
		.core = ENGINE_NONE,
		.uarch = UARCH_E500V1,
		.midr = 0x80200020,       /* PVR: e500v1 2.0 */
		.cache_type = 0x80300020, /* SVR: MPC8540 2.0 */
		.place = mpc8540ads_places,
		.places = COUNT(mpc8540ads_places),
		.ram_base = 0x00000000,
		.ram_size = 0x08000000, /* chosen */
		.ratio_core = 2,	/* chosen: 333 MHz platform */
		.ratio_platform = 1,
		.monitor = { { .kind = PMU_E500V1 },
			     { .mapped = true, .elsewhere = true } },
	},
	{
		.info = {
			.name = "mpc8548cds",
			.title = "Freescale MPC8548CDS (e500v2, integer "
				 "instructions)",
			.monitor = { "e500v2", "mpc8548" },
			.start = MPC85XX_START("256 MiB"),
			MPC85XX_CC("mpc8548cds", "8548"),
			.clock_hz = 1333000000, /* chosen: a grade of the part */
		},
		.arch = &ppc_arch,
		.core = ENGINE_NONE,
		.uarch = UARCH_E500V2,
		.midr = 0x80210020,       /* PVR: e500v2 2.0 */
		.cache_type = 0x80310020, /* SVR: MPC8548 2.0 */
		.place = mpc8548cds_places,
		.places = COUNT(mpc8548cds_places),
		.ram_base = 0x00000000,
		.ram_size = 0x10000000, /* chosen */
		.ratio_core = 5,	/* chosen: 533 MHz platform */
		.ratio_platform = 2,
		.monitor = { { .kind = PMU_E500V2 },
			     { .mapped = true, .elsewhere = true } },
	},
	VIRT("a53", "Cortex-A53", A53),
	VIRT("a57", "Cortex-A57", A57),
	VIRT("a72", "Cortex-A72", A72),
};

const struct board_info *board_list(unsigned *count)
{
	static struct board_info infos[COUNT(specs)];

	for (unsigned i = 0; i < COUNT(specs); i++)
		infos[i] = specs[i].info;
	*count = COUNT(specs);
	return infos;
}

/* The names, as in "imx31, pb1176 and lubbock". */
static const char *names_of_all(char *to, size_t room)
{
	size_t used = 0;

	for (unsigned i = 0; i < COUNT(specs); i++) {
		const char *before = i == 0                 ? ""
				     : i < COUNT(specs) - 1 ? ", "
							    : " and ";

		if (used < room)
			used += (size_t)snprintf(to + used, room - used, "%s%s",
						 before, specs[i].info.name);
	}
	return to;
}

const struct board_spec *board_spec_find(const char *name, struct error *err)
{
	struct nearest near = { 0 };
	char names[120];

	for (unsigned i = 0; i < COUNT(specs); i++)
		if (!strcmp(specs[i].info.name, name))
			return &specs[i];
	for (unsigned i = 0; i < COUNT(specs); i++)
		nearest_offer(&near, name, specs[i].info.name);
	error_set(err, "no board is called \"%s\"; %s%s%sthere are %s", name,
		  near.best ? "did you mean " : "", near.best ? near.best : "",
		  near.best ? "? " : "", names_of_all(names, sizeof(names)));
	return NULL;
}

const struct board_info *board_find(const char *name, struct error *err)
{
	const struct board_spec *spec = board_spec_find(name, err);

	return spec ? &spec->info : NULL;
}

bool board_can_start(const struct board_info *info,
		     const struct board_options *options, struct error *err)
{
	const struct board_spec *spec = board_spec_find(info->name, err);

	if (!spec)
		return false;
	if (spec->arch->boot_arguments && options->cold &&
	    options->command_line)
		return error_set(
			err, "--cold: after reset there is nobody who could "
			     "pass the program's arguments; leave out one "
			     "of the two");
	if (!options->l2)
		return true;
	if (spec->l2 == L2_NONE)
		return error_set(err,
				 "--l2 on: board %s has no controller of a "
				 "second-level cache; imx31 and pb1176 have",
				 info->name);
	return !options->cold ||
	       error_set(err, "--l2 on: after reset the second-level cache is "
			      "off; leave out --cold, or let the program "
			      "switch it on");
}

int board_monitor(const struct board_info *info, const char *monitor)
{
	for (unsigned i = 0; i < board_monitors(info); i++)
		if (strcmp(info->monitor[i], monitor) == 0)
			return (int)i;
	return -1;
}

char *board_monitor_names(const struct board_info *info, char *to, size_t room)
{
	size_t used = 0;

	for (unsigned i = 0; i < board_monitors(info) && used < room; i++)
		used += (size_t)snprintf(to + used, room - used, "%s%s",
					 i ? "," : "", info->monitor[i]);
	return to;
}
