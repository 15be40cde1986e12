/* SPDX-License-Identifier: MIT */
#ifndef TESTS_AHB_WINDOW_H
#define TESTS_AHB_WINDOW_H

#include <string.h>

#include <tally/monitors/arm926pxp_ahb.h>

/*
 * The monitor's window as an array: what the pages of DDI 0287B that are public
 * say of its registers, at offsets that a test chooses.  Reads of registers
 * that are only written give junk.
 */
enum { WINDOW_WORDS = 0x400 };

struct ahb_window {
	struct tally_bus bus;
	const struct tally_ahb_map *map;
	uint32_t word[WINDOW_WORDS];
	bool enabled;
	bool resets_total; /* 4.3.27's reading of CtTotalCycles */
	uint32_t control;
	unsigned writes, reads;
};

static inline uint32_t *window_count(struct ahb_window *w, unsigned counter)
{
	return &w->word[w->map->at[counter] / 4];
}

static inline bool window_spared(const struct ahb_window *w, unsigned counter)
{
	return counter == TALLY_AHB_CtTotalCycles && !w->resets_total;
}

static inline enum tally_status
window_read(struct tally_bus *bus, const struct tally_reg *reg, uint64_t *value)
{
	struct ahb_window *w = (struct ahb_window *)bus;

	w->reads++;
	if (reg->space != TALLY_MMIO || reg->addr / 4 >= WINDOW_WORDS)
		return TALLY_E_NOREG;
	*value = w->word[reg->addr / 4];
	if (reg->addr == w->map->at[TALLY_AHB_AHBMONCtrlReg] ||
	    reg->addr == w->map->at[TALLY_AHB_AHBMONRstCtrs] ||
	    reg->addr == w->map->at[TALLY_AHB_AHBMONPrstCtrs])
		*value = 0xDEADBEEF;
	if (reg->addr == w->map->at[TALLY_AHB_GxiPageSize])
		*value |= 0xFFFFFFFC;
	return TALLY_OK;
}

static inline enum tally_status
window_write(struct tally_bus *bus, const struct tally_reg *reg, uint64_t value)
{
	struct ahb_window *w = (struct ahb_window *)bus;
	const uint16_t *at = w->map->at;

	w->writes++;
	if (reg->space != TALLY_MMIO || reg->addr / 4 >= WINDOW_WORDS)
		return TALLY_E_NOREG;
	if (reg->addr == at[TALLY_AHB_AHBMONCtrlReg]) {
		w->control = (uint32_t)value;
		w->enabled = value >> w->map->enable & 1;
	}
	if (reg->addr == at[TALLY_AHB_GxiPageSize])
		w->word[reg->addr / 4] = (uint32_t)value & 3;
	for (unsigned i = 0; i < TALLY_AHB_LAYERS; i++)
		if (reg->addr == w->map->threshold[i])
			w->word[reg->addr / 4] = (uint32_t)value & 0xFFFF;
	for (unsigned i = 0; i < TALLY_AHB_COUNTERS; i++) {
		if (window_spared(w, i))
			continue;
		if (reg->addr == at[TALLY_AHB_AHBMONRstCtrs])
			*window_count(w, i) = 0;
		if (reg->addr == at[TALLY_AHB_AHBMONPrstCtrs])
			*window_count(w, i) = w->map->base + at[i];
	}
	if (reg->addr == at[TALLY_AHB_AHBMONPrstCtrs])
		w->enabled = false;
	return TALLY_OK;
}

static const struct tally_bus_ops window_ops = { .read = window_read,
						 .write = window_write };

/* Something happens `n` times, if that is counted now. */
static inline void window_happen(struct ahb_window *w, unsigned counter,
				 uint64_t n)
{
	if (w->enabled || counter == TALLY_AHB_CtTotalCycles)
		*window_count(w, counter) += (uint32_t)n;
}

static inline void window_init(struct ahb_window *w,
			       const struct tally_ahb_map *map)
{
	memset(w, 0, sizeof(*w));
	w->bus.ops = &window_ops;
	w->map = map;
}

#endif
