/* SPDX-License-Identifier: MIT */
/*
 * The monitor `kernel`, which has no registers: the kernel programs the
 * counters, and which of them count an event is its own business.  So each
 * event of software has a counter here that counts nothing else, and all
 * events of hardware share as many as the kernel can give at once, which the
 * target finds out (limits).
 */
#include "catalog/kernel.h"

#include "catalog/catalog.h"

#define PERF "perf_event_open(2)"

#define ROW(name, code, kind, counters, title, aliases)                        \
	{ #name,    code,  EVENT_##kind, EVIDENCE_TRANSCRIBED,                 \
	  counters, title, PERF,         aliases,                              \
	  "" },

static const struct catalog_event event[] = {
#define HARDWARE(name, number, kind, title, aliases)                           \
	ROW(name, KERNEL_HARDWARE + (number), kind, KERNEL_ANY_COUNTER, title, \
	    aliases)
#define CACHE(name, cache, way, title, aliases)                                \
	ROW(name, KERNEL_CACHE + KERNEL_CACHE_WAYS * (cache) + (way),          \
	    OCCURRENCE, KERNEL_ANY_COUNTER, title, aliases)
#define SOFTWARE(name, number, kind, title, aliases)                           \
	ROW(name, KERNEL_SOFTWARE + (number), kind, 0, title, aliases)
#define TIME(name, number, title, aliases)                                     \
	ROW(name, KERNEL_TIME + (number), DURATION, 0, title, aliases)
#include "catalog/text/kernel_text.def"
};

#define SHARED                                                                 \
	{                                                                      \
		.bits = 64                                                     \
	}
#define SHARED_4 SHARED, SHARED, SHARED, SHARED

static const struct tally_counter counter[] = {
	SHARED_4,
	SHARED_4,
	SHARED_4,
	SHARED_4,
#define SOFTWARE(name, number, ...)                                            \
	{ .bits = 64, .fixed = true, .event = KERNEL_SOFTWARE + (number) },
#define TIME(name, number, ...)                                                \
	{ .bits = 64, .fixed = true, .event = KERNEL_TIME + (number) },
#include "catalog/text/kernel_text.def"
};

static const struct catalog_counter counter_name[] = {
	{ "hw0", "a counter of the processor" },
	{ "hw1", "a counter of the processor" },
	{ "hw2", "a counter of the processor" },
	{ "hw3", "a counter of the processor" },
	{ "hw4", "a counter of the processor" },
	{ "hw5", "a counter of the processor" },
	{ "hw6", "a counter of the processor" },
	{ "hw7", "a counter of the processor" },
	{ "hw8", "a counter of the processor" },
	{ "hw9", "a counter of the processor" },
	{ "hw10", "a counter of the processor" },
	{ "hw11", "a counter of the processor" },
	{ "hw12", "a counter of the processor" },
	{ "hw13", "a counter of the processor" },
	{ "hw14", "a counter of the processor" },
	{ "hw15", "a counter of the processor" },
#define SOFTWARE(name, number, kind, title, aliases) { #name, title },
#define TIME(name, number, title, aliases)           { #name, title },
#include "catalog/text/kernel_text.def"
};

static const struct catalog_metric metric[] = {
#define METRIC(...) { __VA_ARGS__ },
#include "catalog/text/kernel_text.def"
};

static const struct catalog_group group[] = {
	{ "overview", "time, faults, and how fast it runs",
	  "elapsed cpu_time cpus fault_rate switch_rate ipc ghz "
	  "branch_miss_rate cache_miss_rate",
	  PERF },
	{ "cache", "the last-level cache", "cache_miss_rate cache_mpki", PERF },
	{ "stalls", "what cycles waited for", "frontend_stalls backend_stalls",
	  PERF },
};

static const struct catalog_field no_field[] = { { 0 } };

/* Any code may stand for an event of the processor: the kernel says. */
static enum tally_status check(const struct tally_monitor *m,
			       const struct tally_setup *setup, unsigned i)
{
	(void)m;
	(void)setup;
	(void)i;
	return TALLY_OK;
}

static const struct tally_monitor_ops ops = { .check = check };

static const struct tally_monitor counted = {
	.ops = &ops,
	.counter = counter,
	.counters = sizeof counter / sizeof counter[0],
	.levels = TALLY_EL0 | TALLY_EL1 | TALLY_EL2,
	.silent = true,
	.raw = KERNEL_ANY_COUNTER,
};

extern const struct catalog_monitor catalog_kernel;
const struct catalog_monitor catalog_kernel = {
	.name = "kernel",
	.title = "what Linux counts by names of its own",
	.summary = "software events, and events of most processors; the kernel "
		   "programs the counters",
	.sources = PERF,
	.monitor = &counted,
	.counter = counter_name,
	.event = event,
	.events = sizeof event / sizeof event[0],
	.native = "",
	.joint = no_field,
	.metric = metric,
	.metrics = sizeof metric / sizeof metric[0],
	.group = group,
	.groups = sizeof group / sizeof group[0],
	.sequence = "",
	.overview = "overview",
	.instructions = "instructions",
	.cycles = "cycles",
};
