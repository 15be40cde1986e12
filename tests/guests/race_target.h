/* SPDX-License-Identifier: MIT */
#ifndef RACE_TARGET_H
#define RACE_TARGET_H

/* race_ops.c needs to know this of the board: its core's monitor. */
#include <tally/native.h>

#if defined(__aarch64__)

#include <tally/monitors/pmuv3.h>

#include "virt/virt.h"

#define TARGET_MONITOR      tally_pmuv3
#define TARGET_KIND         pmuv3
#define TARGET_BUS          TALLY_BUS_A64
#define TARGET_STEPS        TALLY_PMUV3_STEPS
#define TARGET_PMN0         0
#define TARGET_PMN1         1
#define TARGET_INSTRUCTIONS TALLY_PMUV3_INST_RETIRED

static void (*target_handler)(void);

static void on_interrupt(unsigned number)
{
	(void)number;
	target_handler();
}

static inline void target_interrupt(void (*handler)(void))
{
	target_handler = handler;
	virt_interrupt = on_interrupt;
	virt_line(23);
}

#elif defined(__powerpc__)

#include <tally/monitors/e500.h>

#include "mpc85xx/fw.h"

/* The two cores' monitors differ in events only. */
#define TARGET_MONITOR      tally_e500v1
#define TARGET_KIND         e500v1
#define TARGET_BUS          TALLY_BUS_PMR
#define TARGET_STEPS        TALLY_E500_STEPS
#define TARGET_PMN0         0
#define TARGET_PMN1         1
#define TARGET_INSTRUCTIONS TALLY_E500_INSTR_COMPLETED

static void (*target_handler)(void);

static void on_monitor(struct fw_frame *frame)
{
	(void)frame;
	target_handler();
}

static inline void target_interrupt(void (*handler)(void))
{
	target_handler = handler;
	fw_handler[FW_MONITOR] = on_monitor;
}

#else

#include "common/fw.h"
#include "target.h"

static inline void target_interrupt(void (*handler)(void))
{
	fw_pmu_interrupt(handler);
}

#endif

#endif
