/* SPDX-License-Identifier: MIT */
#ifndef BOARD_MACHINE_SPEC_H
#define BOARD_MACHINE_SPEC_H

#include "boards/src/board.h"
#include "boards/src/core/l2.h"
#include "boards/src/core/uarch.h"
#include "boards/src/device/devices.h"
#include "boards/src/pmu/pmu.h"

/*
 * A board differs from another in these: its memory map, its core, its
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

/* The rights of a program to a page. */
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

/*
 * A core: each has one constant object, in a file of its own in the room of its
 * architecture.
 */
struct board_core {
	const struct machine_arch *arch;
	const struct uarch_ops *uarch; /* caches, prediction, timing */
	const struct pmu_ops *pmu;     /* its own monitor; NULL: none */
	/* The engine's own number of the processor; Power has no engine. */
	int engine;
	/* Facts that only its architecture asks: struct a32_core, ppc_core. */
	const void *facts;
	/* Its parts that can be had otherwise (--machine), 1 << enum
	 * board_shape each, but for a second level beside it. */
	unsigned shapes;
	/* Its caches choose by a tree, of at most eight ways. */
	bool tree;
	/* The guest says how they choose. */
	bool told_policy;
};

/* A monitor of the board, and how it is wired. */
struct board_monitor {
	/* NULL: the core's own, or one that the architecture answers for. */
	const struct pmu_ops *pmu;
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
	/* A device that has registers on its page, too; NULL: none has. */
	const struct device_ops *page;
	/* The ledger that it counts from; NULL: the core's. */
	const struct ledger *(*ledger)(const struct machine *m);
	/*
	 * An item of that ledger stands there without its being asked for, and
	 * *moved moves whenever it does (NULL: it always may).  NULL: nowhere.
	 */
	const uint64_t *(*live)(const struct machine *m, unsigned item,
				const uint64_t **moved);
	/* The clock that its counter of cycles goes by, if no event's code
	 * selects it; NULL: it has none, or it is the core's. */
	const char *clock;
};

/* Sets of shapes that several cores have. */
#define SHAPE(NAME)   (1u << BOARD_##NAME)
#define SHAPES_CORE   (SHAPE(ICACHE) | SHAPE(DCACHE) | SHAPE(MISPREDICT))
#define SHAPES_PAGES  (SHAPE(ITLB) | SHAPE(DTLB) | SHAPE(WALK))
#define SHAPES_OWN_L2 (SHAPE(L2) | SHAPE(LEVEL2))

struct board_spec {
	struct board_info info;
	const struct board_core *core;
	/*
	 * The physical page that the boot loader maps at 0xffff0000, where it
	 * has the vectors then; 0: it leaves them where they are after reset.
	 */
	uint32_t vectors;
	bool ahb; /* a simulated bus, with masters besides the core */
	/* In the order of info.monitor. */
	struct board_monitor monitor[TARGET_MONITORS];
	/* The second-level cache's controller, and its monitor's number. */
	enum l2_kind l2;
	unsigned l2_monitor;
	const struct place *place;
	unsigned places;
	uint32_t ram_base;
	uint32_t ram_size;
	/* Core clocks to platform clocks, as 5 to 2; Power. */
	uint8_t ratio_core, ratio_platform;
	/* The controller's outputs; NULL: the architecture has its own. */
	void (*lines)(const struct devices *d, bool *irq, bool *fiq);
	void (*set_interrupt)(struct devices *d, unsigned number, bool level);
	void (*input)(const struct devices *d, unsigned number,
		      struct input *to);
	/* How many a generic interrupt controller has; 0: it is another. */
	unsigned interrupts;
};

/* The core's own monitor, or NULL. */
static inline const struct board_monitor *
board_core_monitor(const struct board_spec *spec)
{
	return spec->info.monitor[0] && !spec->monitor[0].mapped
		       ? &spec->monitor[0]
		       : NULL;
}

/* The monitor's kind; NULL: the architecture answers for it. */
static inline const struct pmu_ops *board_pmu(const struct board_spec *spec,
					      unsigned number)
{
	const struct board_monitor *wired = &spec->monitor[number];

	return wired->mapped ? wired->pmu : spec->core->pmu;
}

/* The place that covers the physical address, or NULL. */
const struct place *board_place(const struct board_spec *spec, uint32_t paddr);

#endif
