/* SPDX-License-Identifier: MIT */
/* Codes and levels of slots, and names, as perf_event_open(2) has them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tally/linux.h>

#include "kernel/bus.h"
#include "kernel/event.h"
#include "kernel/names.h"
#include "kernel/pfm.h"

#include "root_fixture.h"
#include "test.h"

#define CACHE(cache, op, result)                                               \
	PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_##op << 8 |       \
		PERF_COUNT_HW_CACHE_RESULT_##result << 16

/* Codes by number, as the header promises them, and what the kernel's are. */
TEST(codes)
{
	static const struct {
		uint16_t code;
		uint32_t type;
		uint64_t config;
		bool named;
	} row[] = {
		{ 0, PERF_TYPE_RAW, 0, false },
		{ 0x3fff, PERF_TYPE_RAW, 0x3fff, false },
		{ 0x4000, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, true },
		{ 0x4002, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, true },
		{ 0x4004, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS,
		  true },
		{ 0x400f, PERF_TYPE_SOFTWARE, 15, true },
		{ TALLY_EVENT_CYCLES, PERF_TYPE_HARDWARE,
		  PERF_COUNT_HW_CPU_CYCLES, true },
		{ 0x4010, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, true },
		{ 0x4015, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES,
		  true },
		{ 0x4019, PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES,
		  true },
		{ 0x401a, PERF_TYPE_HW_CACHE, CACHE(L1D, READ, ACCESS), true },
		{ 0x401a + TALLY_LINUX_MISSES, PERF_TYPE_HW_CACHE,
		  CACHE(L1D, READ, MISS), true },
		{ 0x401c, PERF_TYPE_HW_CACHE, CACHE(L1D, WRITE, ACCESS), true },
		{ 0x401d, PERF_TYPE_HW_CACHE, CACHE(L1D, WRITE, MISS), true },
		{ 0x401e, PERF_TYPE_HW_CACHE, CACHE(L1I, READ, ACCESS), true },
		{ 0x4023, PERF_TYPE_HW_CACHE, CACHE(LL, READ, MISS), true },
		{ 0x4035, PERF_TYPE_HW_CACHE, CACHE(NODE, WRITE, MISS), true },
		{ 0x4036, PERF_TYPE_RAW, 0x4036, false },
		{ 0xfffd, PERF_TYPE_RAW, 0xfffd, false },
	};

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		uint32_t type = 99;
		uint64_t config = 99;

		assert_int_equal(linux_event(row[i].code, &type, &config),
				 row[i].named);
		assert_int_equal(type, row[i].type);
		assert_int_equal(config, row[i].config);
	}
}

TEST(levels)
{
	for (unsigned set = 0; set < 8; set++) {
		const unsigned all = TALLY_EL0 | TALLY_EL1 | TALLY_EL2;
		const unsigned given = (set & 1 ? TALLY_EL0 : 0) |
				       (set & 2 ? TALLY_EL1 : 0) |
				       (set & 4 ? TALLY_EL2 : 0);
		const unsigned counted = given ? given : all;
		struct perf_event_attr attr = { 0 };

		linux_levels(&attr, (uint8_t)given);
		assert_int_equal(attr.exclude_user, !(counted & TALLY_EL0));
		assert_int_equal(attr.exclude_kernel, !(counted & TALLY_EL1));
		assert_int_equal(attr.exclude_hv, !(counted & TALLY_EL2));
	}
}

/* The code of a name; 0: it is none. */
static unsigned named(const char *text)
{
	struct tally_slot slot;

	/* Processors other than this one: libpfm4 looks at that once. */
	(void)setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	return linux_name(root, text, strlen(text), &slot) ? slot.event : 0;
}

TEST(names)
{
	struct tally_slot slot;

	assert_int_equal(named("cycles"), TALLY_LINUX_CYCLES);
	assert_int_equal(named("page_faults"), TALLY_LINUX_PAGE_FAULTS);
	assert_int_equal(named("page-faults"), TALLY_LINUX_PAGE_FAULTS);
	assert_int_equal(named("faults"), TALLY_LINUX_PAGE_FAULTS);
	assert_int_equal(named("cs"), TALLY_LINUX_CONTEXT_SWITCHES);
	assert_int_equal(named("r11"), 0x11);
	assert_int_equal(named("rfFfF"), 0xffff);
	assert_int_equal(named("r10000"), 0);
	assert_int_equal(named("r1x"), 0);
	assert_int_equal(named("r"), 0);
	assert_int_equal(named(""), 0);
	assert_int_equal(named("cycle"), 0);
	assert_int_equal(named("cycless"), 0);
	assert_int_equal(named("page+faults"), 0);
	assert_int_equal(named("p-ge-faults"), 0);
	assert_int_equal(named("page_fault-"), 0);
	assert_int_equal(named("page_faults;"), 0);
	assert_int_equal(named(":u"), 0);
	/* A name ends where the caller says; what stands behind it is not read
	 * as more of a code. */
	assert_true(linux_name(root, "cycles,r2", 6, &slot));
	assert_int_equal(slot.event, TALLY_LINUX_CYCLES);
	assert_int_equal(slot.levels, 0);
	assert_true(linux_name(root, "r2,r3", 2, &slot));
	assert_int_equal(slot.event, 2);
	assert_true(linux_name(root, "r2:u,cs", 4, &slot));
	assert_int_equal(slot.event, 2);
	assert_int_equal(slot.levels, TALLY_EL0);
	assert_true(linux_name(root, "cs:u", 4, &slot));
	assert_int_equal(slot.event, TALLY_LINUX_CONTEXT_SWITCHES);
	assert_int_equal(slot.levels, TALLY_EL0);
}

/* The codes are of Linux's header, and of Intel's manual for its processor:
 * 0xc0 is an event, and 0xb7 one that needs more than a code. */
TEST(names_of_libpfm)
{
	struct tally_slot slot;
	struct linux_pfm found;
	const char *levels = "skl::INST_RETIRED:ANY_P:u";

	/* A machine without it has none of these names. */
	(void)named("cycles");
	if (!linux_pfm_find("PERF_COUNT_SW_PAGE_FAULTS", &found))
		return;
	assert_int_equal(named("perf::PERF_COUNT_SW_PAGE_FAULTS"),
			 TALLY_LINUX_PAGE_FAULTS);
	assert_int_equal(named("PERF_COUNT_HW_CPU_CYCLES"), TALLY_LINUX_CYCLES);
	assert_int_equal(named("PERF_COUNT_HW_CACHE_DTLB:WRITE:MISS"),
			 TALLY_LINUX_CACHE + 4 * 3 + 2 + TALLY_LINUX_MISSES);
	assert_int_equal(named("PERF_COUNT_HW_CACHE_DTLB:PREFETCH:MISS"), 0);
	assert_true(linux_name(root, levels, strlen(levels), &slot));
	assert_int_equal(slot.event, 0xc0);
	assert_int_equal(slot.levels, TALLY_EL0);
	assert_int_equal(named("skl::INST_RETIRED:u:ANY_P"), 0);
	assert_int_equal(named("skl::OFFCORE_RESPONSE_0:ANY_REQUEST"), 0);
	assert_int_equal(named("skl::NOTHING"), 0);
}

/* The events of a processor, as its files have them. */
static void say_files(void)
{
	static const char *const file[][2] = {
		{ "armv8_pmuv3/events/inst_retired", "event=0x0008\n" },
		{ "armv8_pmuv3/events/stall_slot", "event=0x003f\n" },
		{ "cpu/events/cache-misses", "event=0x2e,umask=0x41\n" },
		{ "cpu/events/mem-loads", "event=0xcd,umask=0x1,ldlat=3\n" },
		{ "cpu_core/events/slots", "event=0x00,umask=0x4\n" },
		{ "cpu_core/events/wide", "event=0x10000\n" },
		{ "uncore_imc/events/reads", "event=0x04,umask=0x03\n" },
	};

	for (unsigned i = 0; i < sizeof file / sizeof file[0]; i++) {
		char path[128];

		snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s",
			 file[i][0]);
		root_say(path, file[i][1]);
	}
}

/* Places that the kernel passes, by the numbers in its files; letters behind
 * them are levels, and no path leads out. */
TEST_WITH(tracepoints, root_make, root_remove)
{
	struct tally_slot slot;
	const char *levels = "sched:sched_switch:u";

	assert_int_equal(named("sched:sched_switch"), 0);
	root_say("/sys/kernel/debug/tracing/events/sched/sched_switch/id",
		 "311\n");
	root_say("/sys/kernel/tracing/events/big/one/id", "65536\n");
	assert_int_equal(named("sched:sched_switch"), 311);
	assert_int_equal(named("sched:sched_"), 0);
	assert_int_equal(named("sched:../sched/sched_switch"), 0);
	assert_int_equal(named("big:one"), 0);
	assert_true(linux_name(root, levels, strlen(levels), &slot));
	assert_int_equal(slot.event, 311);
	assert_int_equal(slot.levels, TALLY_EL0);
	assert_ptr_equal(slot.refine, &linux_point);
	assert_true(linux_name(root, "cs:u", 4, &slot));
	assert_null(slot.refine);
}

/* Words that `tally stat -e` takes. */
TEST_WITH(names_as_they_are_typed, root_make, root_remove)
{
	static const struct {
		const char *text;
		unsigned code, levels;
	} row[] = {
		{ "kernel:cs", TALLY_LINUX_CONTEXT_SWITCHES, 0 },
		{ " Page-Faults ", TALLY_LINUX_PAGE_FAULTS, 0 },
		{ "cs:k", TALLY_LINUX_CONTEXT_SWITCHES, TALLY_EL1 },
		{ "cs:uk", TALLY_LINUX_CONTEXT_SWITCHES,
		  TALLY_EL0 | TALLY_EL1 },
		{ "faults:h", TALLY_LINUX_PAGE_FAULTS, TALLY_EL2 },
		{ "0x1B", 0x1b, 0 },
		{ "0x1B:u", 0x1b, TALLY_EL0 },
		{ "INST_RETIRED", 8, 0 },
		{ "INST_RETIRED:u", 8, TALLY_EL0 },
		{ "armv8_pmuv3/stall-slot/", 0x3f, 0 },
		{ "armv8_pmuv3/stall-slot/:u", 0x3f, TALLY_EL0 },
		{ "cpu:cache-misses", 0x412e, 0 },
		{ "cpu_core:slots:k", 0x400, TALLY_EL1 },
		/* The kernel's own name comes first. */
		{ "cache-misses", TALLY_LINUX_CACHE_MISSES, 0 },
	};
	static const char *const none[] = {
		"cs:x",   "cs:",   "cs:u:k", "cpu:slots", "mem-loads",
		"wide",   "reads", "0x",     "0x10000",   "cpu/cache-misses/u",
		"INST:u", "..",
	};
	struct tally_slot slot;

	say_files();
	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		assert_true(linux_name(root, row[i].text, strlen(row[i].text),
				       &slot));
		assert_int_equal(slot.event, row[i].code);
		assert_int_equal(slot.levels, row[i].levels);
	}
	for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++)
		assert_false(linux_name(root, none[i], strlen(none[i]), &slot));
}
