/* SPDX-License-Identifier: MIT */
#ifndef MONITORS_FSLPM_H
#define MONITORS_FSLPM_H

#include <tally/monitor.h>

/*
 * What the monitors of Freescale's cores and devices share: one global word,
 * and per counter two words of control and the count.
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

/* PMGC0 */
#define FSLPM_FAC   UINT32_C(0x80000000)
#define FSLPM_PMIE  UINT32_C(0x40000000)
#define FSLPM_FCECE UINT32_C(0x20000000)
#define FSLPM_TBSEL UINT32_C(0x00001800)
#define FSLPM_TBEE  UINT32_C(0x00000100)

/* PMLCa */
#define FSLPM_FC    UINT32_C(0x80000000)
#define FSLPM_CE    UINT32_C(0x04000000)
#define FSLPM_EVENT 0x7Fu /* the field, at bit 16 */

/* The e500v2's event of the time base; the device has no such code. */
#define FSLPM_TIME_BASE 90

/* PMC: overflow, and the count's top bit. */
#define FSLPM_OV UINT32_C(0x80000000)

/*
 * The power of 2 that the threshold and the distance share: each is 6 bits
 * times that.  -1: no power makes both.
 */
int fslpm_scale(const struct tally_refine *r);

extern const struct tally_monitor_ops fslpm_ops;

/* fslpm_check.c */
enum tally_status fslpm_check(const struct tally_monitor *m,
			      const struct tally_setup *setup, unsigned i);

/* fslpm_clock.c: PMC0 of a device.  learn() only reads. */
void fslpm_clock_learn(const struct tally_monitor *m, struct tally_bus *bus);
uint64_t fslpm_clock_read(const struct tally_monitor *m, struct tally_bus *bus);

#define FSLPM_PMR(number)                                                      \
	{                                                                      \
		number, TALLY_PMR, 32                                          \
	}
#define FSLPM_MMIO(offset)                                                     \
	{                                                                      \
		offset, TALLY_MMIO, 32                                         \
	}

#endif
