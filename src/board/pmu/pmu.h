/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PMU_PMU_H
#define BOARD_PMU_PMU_H

#include <tally/bus.h>

#include "board/ledger/ledger.h"
#include "board/ledger/monitor.h"

/*
 * A simulated performance monitor, to the bit as its manual has it, written
 * from the manual and sharing no constant with the driver.
 */
struct pmu;

enum pmu_kind {
	PMU_ARM1136,
	PMU_ARM1156,
	PMU_ARM1176,
	PMU_PXA250,
	PMU_CORTEX_A53,
	PMU_CORTEX_A57,
	PMU_CORTEX_A72,
	PMU_ARM926PXP, /* the AHB monitor: on the bus, see pmu_set_window() */
	PMU_V3P5,      /* no core's: PMUv3p5, for what the later versions add */
	PMU_L210,      /* its event monitor, with the i.MX31's layout */
	PMU_L220,
	PMU_E500V1,
	PMU_E500V2,
};

struct pmu *pmu_new(enum pmu_kind kind, const struct pmu_quirks *quirks,
		    const struct ledger *ledger);
void pmu_free(struct pmu *p);
/*
 * PMU_ARM926PXP only: its registers are on the bus that it watches, by offset.
 * Until it is told so it has none.
 */
struct pmu_window {
	void *ctx;
	uint32_t (*read)(void *ctx, uint32_t offset);
	void (*write)(void *ctx, uint32_t offset, uint32_t value);
};
void pmu_set_window(struct pmu *p, const struct pmu_window *bus);

/*
 * An instruction's or a debugger's access.  A debugger is privileged.  What
 * the ledger has gained is taken up first, as by pmu_update().
 */
enum pmu_access pmu_read(struct pmu *p, const struct tally_reg *reg,
			 bool privileged, uint64_t *value);
enum pmu_access pmu_write(struct pmu *p, const struct tally_reg *reg,
			  bool privileged, uint64_t value);

/*
 * Who is told of a write that changed the monitor: see struct board_writes for
 * what is none.
 */
struct pmu_listener {
	void *ctx;
	void (*changed)(void *ctx, const struct tally_reg *reg);
};
void pmu_listen(struct pmu *p, const struct pmu_listener *listener);

/* Take up what the ledger has gained; sets flags on wraps.  Cheap. */
void pmu_update(struct pmu *p);

/*
 * So many cycles go by before a counter wraps, at least, if the core does
 * nothing; no fewer than 1.  UINT64_MAX: none will that asks for an interrupt.
 */
uint64_t pmu_cycles_left(const struct pmu *p);

/*
 * PMUv3 only, which starts in Non-secure EL1.  The Exception level from here
 * on; what the ledger has gained until now belongs to the level before.  So an
 * exception is put into the ledger on the side of the change where it counts.
 */
void pmu_set_level(struct pmu *p, unsigned el, bool secure);
/* PMUv3 only: MDCR_EL2 and MDCR_EL3, which belong to the core. */
void pmu_set_mdcr(struct pmu *p, uint64_t el2, uint64_t el3);

/*
 * PMUv3 only: a context synchronization, by an ISB; a change of level is one
 * too.  Nothing happens unless the quirk `late` holds writes back until then.
 */
void pmu_sync(struct pmu *p);

/*
 * L210 and L220 only: the cache's events reach the monitor, by its Aux
 * Control; at first they do not.
 */
void pmu_set_event_bus(struct pmu *p, bool on);

/* What the core's identification registers say; NULL before PMUv3. */
struct pmu_identity {
	uint32_t midr;
	uint8_t pmuver;  /* ID_AA64DFR0_EL1.PMUVer */
	uint8_t perfmon; /* ID_DFR0.PerfMon; 0: no AArch32 */
};
const struct pmu_identity *pmu_identity(enum pmu_kind kind);

/*
 * e500 only.  MSR[PR] and MSR[PMM] from here on; what the ledger has gained
 * until now belongs to the state before.
 */
void pmu_set_state(struct pmu *p, bool user, bool marked);
/* e500 only: the time base is (cycles / per_tick) + offset from here on; with
 * per_tick 0 it stands at the offset. */
void pmu_set_time_base(struct pmu *p, uint64_t offset, uint32_t per_tick);
/* e500 only: how often the bit of the time base that is chosen has risen. */
uint64_t pmu_time_base_rises(const struct pmu *p);
/* e500 only: something took that long, for events with a threshold. */
void pmu_took(struct pmu *p, unsigned item, uint32_t cycles);
/* e500 only: the core takes its interrupt, which clears PMGC0[PMIE]. */
void pmu_taken(struct pmu *p);

/* The interrupt requests, levels; of the old ones only an ARM1156 has the
 * second. */
bool pmu_irq(const struct pmu *p);
bool pmu_fiq(const struct pmu *p);

/* Is an event that counts right now one that the board does not model? */
bool pmu_counts_unmodelled(const struct pmu *p, uint16_t *code);

/* All events of the kind, ascending code; *count rows. */
const struct pmu_event *pmu_events(enum pmu_kind kind, unsigned *count);

#endif
