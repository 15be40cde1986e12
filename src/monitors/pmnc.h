/* SPDX-License-Identifier: MIT */
#ifndef MONITORS_PMNC_H
#define MONITORS_PMNC_H

#include <tally/monitor.h>

/*
 * Monitors of one control word: ARM11's and the first XScale's PMNC hold the
 * event codes, the overflow flags, the interrupt enables and the run bit of
 * all three counters in one register.  Bits 10:0 mean the same on both; the
 * rest is where careless drivers fail, and is a fact of each:
 *
 *	            27:20        19:12        clearing a flag
 *	ARM11       counter 0    counter 1    takes effect only while E is 1
 *	XScale      counter 1    counter 0    any write
 */
enum { PMNC_COUNTERS = 3 }; /* cycle counter first, then PMN0, PMN1 */

/* tally_monitor.steps: 6 to restore, 7 of ARM11's longest phase, and spare. */
enum { PMNC_STEPS = 16 };

/*
 * The bits that read back as they were written: the two events, the interrupt
 * enables, D and E; where a monitor has them, X, which exports the events, and
 * FCC, FC1 and FC0, which report an overflow by FIQ, each 24 above the enable
 * of the same counter [DAI0195B table 1].
 */
#define PMNC_KEPT UINT32_C(0x0FFFF079)
#define PMNC_X    UINT32_C(0x00000800)
#define PMNC_FIQ  UINT32_C(0x70000000)

struct pmnc_facts {
	struct tally_reg control;
	struct tally_reg user; /* user access register; bits 0: none */
	uint8_t event_lsb[PMNC_COUNTERS]; /* [0] unused */
	uint32_t kept;                    /* PMNC_KEPT and what else it has */
	uint32_t id_mask, id_value;       /* main ID register */
	uint8_t idle;                     /* event that counts nothing */
	bool clear_needs_enable;
};

extern const struct tally_monitor_ops pmnc_ops;

#endif
