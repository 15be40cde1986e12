/* SPDX-License-Identifier: MIT */
/* Which processors there are, by files of sysfs that a test has written. */
#include <limits.h>
#include <string.h>

#include "kernel/perf.h"

#include "root_fixture.h"
#include "test.h"

#define DEVICES "/sys/bus/event_source/devices/"

static const struct tally_linux_doors kernel = { .root = root };
static struct perf_machine m;

static const char *monitor_of(unsigned pmu)
{
	assert_in_range(pmu, 0, m.pmus - 1);
	return m.pmu[pmu].monitor ? m.pmu[pmu].monitor->name : "none";
}

static bool is_list(const char *text, uint64_t first, uint64_t second)
{
	uint64_t cpu[PERF_CPUS / 64];

	memset(cpu, 0xFF, sizeof cpu);
	if (!perf_cpu_list(text, cpu))
		return false;
	assert_true(cpu[0] == first);
	assert_true(cpu[1] == second);
	for (size_t i = 2; i < sizeof cpu / sizeof *cpu - 1; i++)
		assert_true(!cpu[i]);
	return true;
}

TEST(lists_of_processors)
{
	uint64_t cpu[PERF_CPUS / 64];

	assert_true(is_list("", 0, 0));
	assert_true(is_list("0", 1, 0));
	assert_true(is_list("0-3,8", 0x10f, 0));
	assert_true(is_list("63-65,2", UINT64_C(1) << 63 | 4, 3));
	assert_true(is_list("5-5", 0x20, 0));
	assert_false(is_list("1023,1024", 0, 0));
	assert_false(is_list("3-1", 0, 0));
	assert_false(is_list("1-", 0, 0));
	assert_false(is_list("-1", 0, 0));
	assert_false(is_list("1-2-3", 0, 0));
	assert_false(is_list("1;2", 0, 0));
	assert_false(is_list("all", 0, 0));
	assert_true(perf_cpu_list("1,64,1023", cpu));
	assert_true(perf_has_any(cpu));
	for (unsigned n = 0; n < PERF_CPUS + 2; n++)
		assert_int_equal(perf_has_cpu(cpu, n),
				 n == 1 || n == 64 || n == 1023);
	assert_true(perf_cpu_list("", cpu));
	assert_false(perf_has_any(cpu));
	assert_true(perf_cpu_list("1023", cpu));
	assert_true(perf_has_any(cpu));
}

TEST_WITH(a_file, root_make, root_remove)
{
	char text[8];

	root_say("/sys/a", "12\n\n");
	root_say("/sys/long", "123456789\n");
	root_say("/sys/empty", "");
	assert_true(perf_file(&kernel, "/sys/a", text, sizeof text));
	assert_string_equal(text, "12");
	assert_true(perf_file(&kernel, "/sys/long", text, sizeof text));
	assert_string_equal(text, "1234567");
	assert_true(perf_file(&kernel, "/sys/empty", text, sizeof text));
	assert_string_equal(text, "");
	assert_false(perf_file(&kernel, "/sys/b", text, sizeof text));
}

/* Two kinds of cores, by their names; what is no processor's is left out. */
TEST_WITH(two_kinds, root_make, root_remove)
{
	root_say("/proc/sys/kernel/perf_event_paranoid", "-1\n");
	root_say(DEVICES "armv8_cortex_a53/type", "8\n");
	root_say(DEVICES "armv8_cortex_a53/cpus", "0-3\n");
	root_say(DEVICES "armv8_cortex_a72/type", "9\n");
	root_say(DEVICES "armv8_cortex_a72/cpus", "4,5\n");
	root_say(DEVICES "armv9_neoverse_v3ae/type", "10\n");
	root_say(DEVICES "breakpoint/type", "5\n");
	root_say(DEVICES "armv7_cortex_a9/cpus", "6\n"); /* without a type */
	perf_machine_read(&kernel, &m);
	assert_int_equal(m.paranoid, -1);
	assert_true(m.release[0] && m.name[0]);
	assert_int_equal(m.pmus, 3);
	assert_string_equal(monitor_of(2), "pmuv3/neoverse-v3ae");
	assert_string_equal(m.pmu[0].name, "armv8_cortex_a53");
	assert_string_equal(monitor_of(0), "pmuv3/cortex-a53");
	assert_int_equal(m.pmu[0].type, 8);
	assert_true(m.pmu[0].cpu[0] == 0xf);
	assert_string_equal(monitor_of(1), "pmuv3/cortex-a72");
	assert_int_equal(m.pmu[1].type, 9);
	assert_true(m.pmu[1].cpu[0] == 0x30);
}

/* One whose name is of any core: the main ID register of its first one. */
TEST_WITH(by_main_id, root_make, root_remove)
{
	root_say(DEVICES "armv8_pmuv3_0/type", "8\n");
	root_say(DEVICES "armv8_pmuv3_0/cpus", "2-3\n");
	root_say("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1",
		 "0x00000000410fd034\n"); /* a Cortex-A53 */
	root_say("/sys/devices/system/cpu/cpu2/regs/identification/midr_el1",
		 "0x00000000410fd083\n"); /* a Cortex-A72 */
	root_say(DEVICES "armv9_cortex_x9/type", "9\n");
	perf_machine_read(&kernel, &m);
	assert_int_equal(m.paranoid, INT_MAX);
	assert_int_equal(m.pmus, 2);
	assert_string_equal(monitor_of(0), "pmuv3/cortex-a72");
	/* Of any processor: the first. */
	assert_false(perf_has_any(m.pmu[1].cpu));
	assert_string_equal(monitor_of(1), "pmuv3/cortex-a53");
	/* Its revision, which errata go by, if all have the same. */
	root_say("/sys/devices/system/cpu/cpu2/regs/identification/midr_el1",
		 "0x00000000410fd034\n");
	perf_machine_read(&kernel, &m);
	assert_int_equal(m.pmu[0].main_id, 0x410fd034);
	root_say("/sys/devices/system/cpu/cpu3/regs/identification/midr_el1",
		 "0x00000000410fd033\n");
	perf_machine_read(&kernel, &m);
	assert_string_equal(monitor_of(0), "pmuv3/cortex-a53");
	assert_int_equal(m.pmu[0].main_id, 0);
	/* Of a core that nobody knows, what each has. */
	root_say("/sys/devices/system/cpu/cpu2/regs/identification/midr_el1",
		 "0x00000000000ff000\n");
	perf_machine_read(&kernel, &m);
	assert_string_equal(monitor_of(0), "pmuv3");
}

/* 32-bit Arm has the register's fields in /proc/cpuinfo. */
#define ARM_LINES(processor, variant, revision)                                \
	processor "BogoMIPS\t: 790.52\n"                                       \
		  "CPU implementer\t: 0x41\n"                                  \
		  "CPU architecture: 7\n"                                      \
		  "CPU variant\t: " variant "\n"                               \
		  "CPU part\t: 0xc09\n"                                        \
		  "CPU revision\t: " revision "\n\n"
TEST_WITH(main_id_by_its_fields, root_make, root_remove)
{
	root_say(DEVICES "armv7_cortex_a9/type", "8\n");
	root_say("/proc/cpuinfo",
		 ARM_LINES("processor\t: 0\n", "0x2", "10")
			 ARM_LINES("processor\t: 1\n", "0x2",
				   "10") "Hardware\t: Freescale "
					 "i.MX6\nRevision\t: 0000\n");
	perf_machine_read(&kernel, &m);
	assert_string_equal(monitor_of(0), "cortex-a9");
	assert_int_equal(m.pmu[0].main_id, 0x412fc09a);
	/* Told once for both, as old kernels do, or of one without a number. */
	root_say("/proc/cpuinfo",
		 "Processor\t: ARMv7 Processor\nprocessor\t: 0\n" ARM_LINES(
			 "processor\t: 1\n", "0x3", "0"));
	perf_machine_read(&kernel, &m);
	assert_int_equal(m.pmu[0].main_id, 0x413fc090);
	root_say("/proc/cpuinfo", ARM_LINES("", "0x3", "0"));
	perf_machine_read(&kernel, &m);
	assert_int_equal(m.pmu[0].main_id, 0x413fc090);
	/* Two that differ, of which it is counted on either or on one. */
	root_say("/proc/cpuinfo",
		 ARM_LINES("processor\t: 0\n", "0x2", "10")
			 ARM_LINES("processor\t: 1\n", "0x3", "0"));
	perf_machine_read(&kernel, &m);
	assert_int_equal(m.pmu[0].main_id, 0);
	root_say(DEVICES "armv7_cortex_a9/cpus", "1\n");
	perf_machine_read(&kernel, &m);
	assert_int_equal(m.pmu[0].main_id, 0x413fc090);
	/* A field that is not there leaves the register unknown. */
	root_say("/proc/cpuinfo",
		 "CPU implementer\t: 0x41\nCPU architecture: 7\n");
	perf_machine_read(&kernel, &m);
	assert_int_equal(m.pmu[0].main_id, 0);
}

/* "cpu" is the name of many: PowerPC's line of /proc/cpuinfo tells. */
TEST_WITH(by_cpuinfo, root_make, root_remove)
{
	root_say(DEVICES "cpu/type", "4\n");
	root_say("/proc/cpuinfo", "processor\t: 0\ncpu\t\t: e500v2\n");
	perf_machine_read(&kernel, &m);
	assert_int_equal(m.pmus, 1);
	assert_string_equal(monitor_of(0), "e500v2");
	root_say("/proc/cpuinfo", "cpu\t\t: e500\nrevision\t: 2\n");
	perf_machine_read(&kernel, &m);
	assert_string_equal(monitor_of(0), "e500v1");
	root_say("/proc/cpuinfo", "model name\t: e500v2 not at all\n");
	perf_machine_read(&kernel, &m);
	assert_string_equal(monitor_of(0), "none");
	root_say(DEVICES "xscale1/type", "6\n");
	perf_machine_read(&kernel, &m);
	assert_int_equal(m.pmus, 2);
	assert_string_equal(monitor_of(1), "pxa250");
}

TEST_WITH(more_than_there_is_room_for, root_make, root_remove)
{
	static const char *const names[] = {
		DEVICES "armv6_1136/type",      DEVICES "armv6_1156/type",
		DEVICES "armv6_1176/type",      DEVICES "armv7_cortex_a8/type",
		DEVICES "armv7_cortex_a9/type",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		root_say(names[i], "8\n");
	perf_machine_read(&kernel, &m);
	assert_int_equal(m.pmus, PERF_PMUS);
	assert_string_equal(monitor_of(PERF_PMUS - 1), "cortex-a8");
}

/* A core of ARMv8 lacks each event that the kernel's files do not name. */
TEST_WITH(what_a_core_lacks, root_make, root_remove)
{
	root_say(DEVICES "armv8_cortex_a72/type", "8\n");
	root_say(DEVICES "armv7_cortex_a9/type", "9\n");
	root_say(DEVICES "armv7_cortex_a9/events/any", "event=0x02\n");
	perf_machine_read(&kernel, &m);
	assert_int_equal(m.pmus, 2);
	/* No file tells anything. */
	assert_false(perf_lacks(&kernel, &m.pmu[1], 0x11));
	root_say(DEVICES "armv8_cortex_a72/events/cpu_cycles", "event=0x0011");
	root_say(DEVICES "armv8_cortex_a72/events/odd", "config=0x12\n");
	assert_false(perf_lacks(&kernel, &m.pmu[1], 0x11));
	assert_true(perf_lacks(&kernel, &m.pmu[1], 0x12));
	assert_true(perf_lacks(&kernel, &m.pmu[1], 0x1));
	assert_true(perf_lacks(&kernel, &m.pmu[1], 0x4005));
	/* Software increments, and what is the core's own. */
	assert_false(perf_lacks(&kernel, &m.pmu[1], 0));
	assert_false(perf_lacks(&kernel, &m.pmu[1], 0xC0));
	assert_false(perf_lacks(&kernel, &m.pmu[0], 0x12));
}
