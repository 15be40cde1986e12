/* SPDX-License-Identifier: MIT */
#ifndef BOARD_MACHINE_SPEC_H
#define BOARD_MACHINE_SPEC_H

#include "board/board.h"
#include "board/core/l2.h"
#include "board/core/uarch.h"
#include "board/device/devices.h"
#include "board/engine/engine.h"
#include "board/pmu/pmu.h"

/*
 * What makes one board differ from another: its memory map, its core, its
 * interrupt wiring.  Constant facts only.
 */
enum place_kind {
	PLACE_NONE, /* nothing answers: an external abort */
	PLACE_RAM,
	PLACE_FLASH,    /* read only for the guest */
	PLACE_DATA_RAM, /* not for instructions: a data TCM */
	PLACE_DEVICE,
};

struct machine;
struct machine_arch;

/* What a program may do with a page. */
enum mmu_right {
	MMU_READ = 1,
	MMU_WRITE = 2,
	MMU_EXECUTE = 4,
};

struct place {
	uint32_t base;
	uint32_t size;
	enum place_kind kind;
	const char *name;
	const struct device_ops *ops; /* PLACE_DEVICE */
	unsigned unit;
};

/* What programs see of a 32-bit ARM core besides its instructions. */
enum arm_version {
	ARCH_ARMV5,     /* ARM926 */
	ARCH_XSCALE,    /* ARMv5 with the XScale's page table extensions */
	ARCH_ARMV6,     /* ARM1136, ARM1176 */
	ARCH_ARMV6_MPU, /* ARM1156: regions instead of page tables */
};

enum tcm_side { TCM_INSTRUCTION, TCM_DATA, TCM_SIDES };

/* A side's tightly coupled memories: at most two, all of one size. */
struct tcm_shape {
	uint8_t banks;
	uint8_t size_bits; /* log2 of bytes: 12 to 18 */
};

/* A monitor of the board, and how it is wired. */
struct board_monitor {
	enum pmu_kind kind;
	/* Numbers at the interrupt controller; 0: there is no such line. */
	unsigned interrupt;
	unsigned fast_interrupt;
	/*
	 * In memory, where a place with monitor_ops has it, or a device of its
	 * own around it; the core's otherwise.
	 */
	bool mapped;
	/* The architecture answers for it, and it has no struct pmu.  Such
	 * monitors come after all others. */
	bool elsewhere;
	/* What else has registers on its page; NULL: nothing has. */
	const struct device_ops *page;
	/* The ledger that it counts from; NULL: the core's. */
	const struct ledger *(*ledger)(const struct machine *m);
	/* What its counter of cycles goes by, if no event's code selects it;
	 * NULL: it has none, or it is the core's. */
	const char *clock;
};

struct board_spec {
	struct board_info info;
	const struct machine_arch *arch;
	enum arm_version version; /* 32-bit ARM */
	/* What ARMv6 cores have, or not: */
	bool trustzone; /* ARM1176: VBAR, TCM selection and access */
	bool threads;   /* ARMv6K: thread identifiers in c13 */
	struct tcm_shape tcm[TCM_SIDES];
	/*
	 * The physical page that the boot loader maps at 0xffff0000, where it
	 * has the vectors then; 0: it leaves them where they are after reset.
	 */
	uint32_t vectors;
	enum engine_core core;
	enum uarch_kind uarch;
	bool ahb; /* a simulated bus, with masters besides the core */
	/* In the order of info.monitor. */
	struct board_monitor monitor[BOARD_MONITORS];
	/* The second-level cache's controller, and its monitor's number. */
	enum l2_kind l2;
	unsigned l2_monitor;
	uint32_t midr;
	uint32_t cache_type;
	const struct place *place;
	unsigned places;
	uint32_t ram_base;
	uint32_t ram_size;
	/* Core clocks to platform clocks, as 5 to 2; Power. */
	uint8_t ratio_core, ratio_platform;
	/* The controller's outputs; NULL: the architecture has its own. */
	void (*lines)(const struct devices *d, bool *irq, bool *fiq);
	void (*set_interrupt)(struct devices *d, unsigned number, bool level);
};

/* The core's own monitor, or NULL. */
static inline const struct board_monitor *
board_core_monitor(const struct board_spec *spec)
{
	return spec->info.monitor[0] && !spec->monitor[0].mapped
		       ? &spec->monitor[0]
		       : NULL;
}

/* The place that covers the physical address, or NULL. */
const struct place *board_place(const struct board_spec *spec, uint32_t paddr);

#endif
