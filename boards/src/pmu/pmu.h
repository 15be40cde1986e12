/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PMU_PMU_H
#define BOARD_PMU_PMU_H

#include <tally/bus.h>

#include "boards/src/ledger/ledger.h"
#include "boards/src/ledger/monitor.h"

/*
 * A simulated performance monitor, to the bit as its manual has it, written
 * from the manual and sharing no constant with the driver.  What only one
 * family can be told is in a header of its own: pmuv3.h, e500.h, event_bus.h,
 * window.h.
 */
struct pmu;
/* A kind of monitor; its family's header names it. */
struct pmu_ops;

struct pmu *pmu_new(const struct pmu_ops *ops, const struct pmu_quirks *quirks,
		    const struct ledger *ledger);
void pmu_free(struct pmu *p);

/*
 * Another instance: it stands as this one does, counts from the same ledger and
 * has nobody to tell of its changes.  NULL: out of memory.
 */
struct pmu *pmu_clone(const struct pmu *p);
/*
 * `other` is told from now on what `first` is told of the core (its level, its
 * state, its time base, what took long, the cache's event bus), and of what the
 * program counts by software.  The program's other accesses are for the first
 * alone.  What an instance does at a wrap it does when it is looked at next, so
 * only the first may ask for interrupts.
 */
void pmu_follow(struct pmu *first, struct pmu *other);
/* Can there be several instances?  Not where it is part of something else. */
bool pmu_can_clone(const struct pmu_ops *kind);

/*
 * An instruction's or a debugger's access.  A debugger is privileged.  What
 * the ledger has gained is taken up first, as by pmu_update().  A register
 * behind a select register is reached as tally/reg.h says.
 */
enum pmu_access pmu_read(struct pmu *p, const struct tally_reg *reg,
			 bool privileged, uint64_t *value);
enum pmu_access pmu_write(struct pmu *p, const struct tally_reg *reg,
			  bool privileged, uint64_t value);

/* Is a write of the register a happening that is counted, and no setting? */
bool pmu_is_event(const struct pmu *p, const struct tally_reg *reg);

/*
 * A listener is told of a write that changed the monitor; struct target_writes
 * names the writes that change none.
 */
struct pmu_listener {
	void *ctx;
	void (*changed)(void *ctx, const struct tally_reg *reg);
};
void pmu_listen(struct pmu *p, const struct pmu_listener *listener);

/* Take up what the ledger has gained; sets flags on wraps.  Cheap. */
void pmu_update(struct pmu *p);
/*
 * Each item of the ledger can gain this, at least, before pmu_update() has
 * anything to do.  Whenever that may have become less, *hurry is set to 0;
 * NULL: nobody is told.
 */
uint64_t pmu_quiet(const struct pmu *p);
/*
 * So many cycles can go by before, if in each the ledger's time and
 * instructions gain one, and no other item gains more than PMU_GAINS.
 */
enum { PMU_GAINS = 4 };
uint64_t pmu_quiet_cycles(const struct pmu *p);
void pmu_tell(struct pmu *p, uint64_t *hurry);

/*
 * So many cycles go by before a counter wraps, at least, if the core does
 * nothing; no fewer than 1.  UINT64_MAX: none will that asks for an interrupt.
 */
uint64_t pmu_cycles_left(const struct pmu *p);

/* May it count events where the core is?  It may, unless this was called; of
 * PMUv3 see pmu_set_level(). */
void pmu_permit(struct pmu *p, bool permitted);

/* The interrupt requests, levels; of the old ones only an ARM1156 has the
 * second. */
bool pmu_irq(const struct pmu *p);
bool pmu_fiq(const struct pmu *p);

/* Is an event that counts right now one that the board does not model? */
bool pmu_counts_unmodelled(const struct pmu *p, uint16_t *code);

/* All events of the kind, ascending code; *count rows. */
const struct pmu_event *pmu_events(const struct pmu_ops *ops, unsigned *count);

#endif
