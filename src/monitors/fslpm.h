/* SPDX-License-Identifier: MIT */
#ifndef MONITORS_FSLPM_H
#define MONITORS_FSLPM_H

#include <tally/only.h>
#include <tally/words/fslpm.h>

/*
 * Code that the monitors of Freescale's cores and devices share: one global
 * word, and per counter two words of control and the count.
 */
struct fslpm_facts {
	struct tally_reg pmgc0, pmlca0, pmlcb0, pmc0; /* of counter 0 */
	uint8_t stride;     /* from a counter's register to the next one's */
	uint8_t first;      /* counter; of a device 0 counts its clock */
	uint8_t chain;      /* event that counts wraps of counter 0; 0: none */
	uint8_t thresholds; /* counters that have one, of the core */
	uint32_t kept;      /* bits of PMGC0 that there are */
};

static inline const struct fslpm_facts *
fslpm_facts_of(const struct tally_monitor *m)
{
	return m->facts;
}

static inline struct tally_reg fslpm_nth(const struct fslpm_facts *f,
					 struct tally_reg reg, unsigned n)
{
	reg.addr += n * f->stride;
	return reg;
}

/*
 * Is the counter a device's clock?  A core has none: its counters are all
 * alike.
 */
static inline bool fslpm_is_clock(const struct tally_monitor *m, unsigned n)
{
	return n < fslpm_facts_of(m)->first;
}

#define FSLPM_FAC       TALLY_FSLPM_FAC
#define FSLPM_PMIE      TALLY_FSLPM_PMIE
#define FSLPM_FCECE     TALLY_FSLPM_FCECE
#define FSLPM_TBSEL     TALLY_FSLPM_TBSEL
#define FSLPM_TBEE      TALLY_FSLPM_TBEE
#define FSLPM_FC        TALLY_FSLPM_FC
#define FSLPM_EVENT     TALLY_FSLPM_EVENT
#define FSLPM_TIME_BASE TALLY_FSLPM_TIME_BASE
#define FSLPM_OV        TALLY_FSLPM_OV

TALLY_INNER_DECLARED const struct tally_monitor_ops fslpm_ops;

/* fslpm_check.c */
TALLY_INNER enum tally_status fslpm_check(const struct tally_monitor *m,
					  const struct tally_setup *setup,
					  unsigned i);

/* fslpm_clock.c: PMC0 of a device.  learn() only reads. */
TALLY_INNER void fslpm_clock_learn(const struct tally_monitor *m,
				   struct tally_bus *bus);
/* If it stands still, append what puts it back. */
TALLY_INNER void fslpm_clock_keep(const struct tally_monitor *m,
				  struct tally_bus *bus,
				  struct tally_script *restore);
TALLY_INNER uint64_t fslpm_clock_read(const struct tally_monitor *m,
				      struct tally_bus *bus);

#define FSLPM_PMR(number)                                                      \
	{                                                                      \
		number, TALLY_PMR, 32                                          \
	}
#define FSLPM_MMIO(offset)                                                     \
	{                                                                      \
		offset, TALLY_MMIO, 32                                         \
	}

#endif
