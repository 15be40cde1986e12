/* SPDX-License-Identifier: MIT */
#ifndef TALLY_MONITORS_ARM926PXP_AHB_H
#define TALLY_MONITORS_ARM926PXP_AHB_H

#include <tally/monitor.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * AHB monitor of the ARM926PXP development chip (ARM926EJ-S): 91 counters of 32
 * bits on the seven layers of its bus matrix, memory mapped in a window of 64
 * KB at 0x101D0000 that only the core's data side and the expansion bus reach.
 * [DDI0287] 4.2.2, 4.3.25 to 4.3.28.
 *
 * Every counter counts one thing and has one event, so all of them can be
 * measured at once; they wrap and nothing tells it, so poll
 * (tally_session_overflow()) as tally_session_poll_limit() says, whose cycles
 * are the bus's.  Interrupts and periods there are none.  CtTotalCycles runs on
 * while a session is stopped.  Whether somebody else is counting is seen from
 * CtTotalCyclesEn; what they counted is lost, and their settings are not known.
 * tally_slot.refine has a threshold for the nine CtWaitThresholdHit counters,
 * where the map has its register; the three of the GXI share one.  Without it
 * the threshold stays as it was found.
 *
 * THE ADDRESSES OF THE REGISTERS AND THE BITS OF AHBMONCtrlReg ARE NOT ARM'S.
 * No public text has them.  tally_arm926pxp_ahb has Tally's own, for the
 * virtual board.  With ARM's pages at hand make another:
 *
 *	static const struct tally_ahb_map map = { .base = 0x101D0000,
 *						  .at = { ... }, ... };
 *	static struct tally_ahb ahb;
 *	tally_ahb_init(&ahb, &map, NULL);
 *	tally_session_open(&s, &ahb.monitor, ...);
 */
extern const struct tally_monitor tally_arm926pxp_ahb;

enum { TALLY_AHB_BASE = 0x101D0000, TALLY_AHB_BYTES = 0x10000 };

/* The registers by number: the counters, in their order, and four more. */
enum tally_ahb_register {
#define AT(name, offset) TALLY_AHB_##name,
#include <tally/monitors/arm926pxp_ahb_map.def>
	TALLY_AHB_REGISTERS,
	TALLY_AHB_COUNTERS = TALLY_AHB_GxiPageSize,
};

/* The layers that have a wait threshold. */
enum tally_ahb_layer {
#define WAIT(layer, offset) TALLY_AHB_LAYER_##layer,
#include <tally/monitors/arm926pxp_ahb_map.def>
	TALLY_AHB_LAYERS,
};

/* Tally's own offsets, and bits. */
enum tally_ahb_place {
#define AT(name, offset)    TALLY_AHB_AT_##name = (offset),
#define BIT(name, bit)      TALLY_AHB_BIT_##name = (bit),
#define WAIT(layer, offset) TALLY_AHB_AT_Threshold##layer = (offset),
#include <tally/monitors/arm926pxp_ahb_map.def>
};

/* A control that a part has not. */
#define TALLY_AHB_NO_BIT 0xFF

/* A map says where registers and bits are, and how the monitor shall count. */
struct tally_ahb_map {
	uint32_t base; /* absolute: what a counter is preset to, less offset */
	uint16_t at[TALLY_AHB_REGISTERS]; /* by enum tally_ahb_register */
	/* Of the wait thresholds, by enum tally_ahb_layer; 0: not known. */
	uint16_t threshold[TALLY_AHB_LAYERS];
	/* Bits of AHBMONCtrlReg, or TALLY_AHB_NO_BIT. */
	uint8_t enable, track_dbgack, align_castout4;
	bool track;   /* hold the core's layers while DBGACK is high */
	bool align;   /* CtArmdCastOut4: bursts aligned to 16 bytes only */
	uint8_t page; /* 0: 2 KB, 1: 4, 2: 8, 3: 16 of CtGxiPageChange */
};

extern const struct tally_ahb_map tally_ahb_own_map;

/* A monitor with a map, which must outlive it. */
struct tally_ahb {
	struct tally_monitor monitor;
	struct tally_counter counter[TALLY_AHB_COUNTERS];
};

/*
 * TALLY_E_INVALID: an offset that is no word of the window or is there twice,
 * no enable, a bit beyond 31 or there twice, a page beyond 3; `*row` (may be
 * NULL) is the register at fault, TALLY_AHB_REGISTERS and the layer of a
 * threshold's, or both and more otherwise.
 * TALLY_E_FEATURE: `track` or `align` without a bit.
 */
enum tally_status tally_ahb_init(struct tally_ahb *ahb,
				 const struct tally_ahb_map *map,
				 unsigned *row);

/*
 * The manual's own test, for integration: preset every counter to its address,
 * and stop; set every counter to zero.  One write each.  What it does to
 * CtTotalCycles the manual says in two ways (table 4-13, 4.3.27).
 */
void tally_ahb_preset(const struct tally_monitor *m, struct tally_bus *bus);
void tally_ahb_reset(const struct tally_monitor *m, struct tally_bus *bus);

/* The map of a monitor. */
const struct tally_ahb_map *tally_ahb_map_of(const struct tally_monitor *m);

/* struct tally_store.steps for one session. */
#define TALLY_ARM926PXP_AHB_STEPS 24

#ifdef __cplusplus
}
#endif

#endif
