/* SPDX-License-Identifier: MIT */
/* Records in a ring that was filled by hand. */
#include <stdint.h>
#include <string.h>

#include "kernel/ring.h"
#include "test.h"

enum { SIZE = 4096 };

static struct perf_event_mmap_page page;
static uint8_t data[SIZE];
static const struct perf_ring ring = { &page, data, SIZE, 2, 1000 };
static struct perf_taking taking;

static int begin(void **state)
{
	(void)state;
	memset(&page, 0, sizeof page);
	memset(data, 0xEE, sizeof data);
	return 0;
}

static int end(void **state)
{
	(void)state;
	perf_taking_free(&taking);
	return 0;
}

static void put(const void *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		data[page.data_head++ % SIZE] = ((const uint8_t *)bytes)[i];
}

static void put_header(uint32_t type, uint16_t misc, size_t size)
{
	const struct perf_event_header h = { type, misc, (uint16_t)size };

	put(&h, sizeof h);
}

/* IP, PID and TID, TIME, CPU, and the chain. */
static void put_sample(uint64_t ip, uint64_t time, uint16_t misc,
		       const uint64_t *chain, uint64_t chained)
{
	const uint64_t words[] = { ip, 70 | UINT64_C(71) << 32, time, 3,
				   chained };

	put_header(PERF_RECORD_SAMPLE, misc,
		   8 + sizeof words + (size_t)chained * 8);
	put(words, sizeof words);
	put(chain, (size_t)chained * 8);
}

static void put_mapped(uint32_t pid, uint64_t addr, uint64_t size,
		       uint64_t offset, uint64_t time, const char *path)
{
	const uint64_t words[] = {
		pid | (uint64_t)pid << 32, addr, size, offset, 0, 0, 0, 0
	};
	const uint64_t behind[] = { 0, time, 0 };
	char name[16] = { 0 };

	memcpy(name, path, strlen(path));
	put_header(PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER,
		   8 + sizeof words + sizeof name + sizeof behind);
	put(words, sizeof words);
	put(name, sizeof name);
	put(behind, sizeof behind);
}

TEST_WITH(samples, begin, end)
{
	/* A chain begins at the sample itself; its callers follow. */
	static const uint64_t chain[] = { PERF_CONTEXT_USER, 0x100, 0x200,
					  0x300 };
	/* In the kernel, from a program. */
	static const uint64_t both[] = { PERF_CONTEXT_KERNEL, 0xf00,
					 PERF_CONTEXT_USER, 0x400, 0x500 };

	put_sample(0x100, 20, PERF_RECORD_MISC_USER, chain, 4);
	put_sample(0xf00, 10, PERF_RECORD_MISC_KERNEL, both, 5);
	perf_ring_drain(&ring, &taking);
	assert_int_equal(page.data_tail, page.data_head);
	perf_taking_sort(&taking);
	assert_int_equal(taking.takens, 2);
	assert_true(taking.taken[0].kernel);
	assert_int_equal(taking.taken[0].chained, 2);
	assert_int_equal(taking.chain[taking.taken[0].chain], 0x400);
	assert_int_equal(taking.chain[taking.taken[0].chain + 1], 0x500);
	assert_int_equal(taking.taken[1].ip, 0x100);
	assert_int_equal(taking.taken[1].pid, 70);
	assert_int_equal(taking.taken[1].tid, 71);
	assert_int_equal(taking.taken[1].cpu, 3);
	assert_int_equal(taking.taken[1].event, 2);
	assert_int_equal(taking.taken[1].weight, 1000);
	assert_int_equal(taking.taken[1].chained, 2);
	assert_int_equal(taking.chain[taking.taken[1].chain], 0x200);
	assert_int_equal(taking.damaged + taking.lost, 0);
}

/* Periods of the kernel's choice: each sample says its own. */
TEST_WITH(samples_at_a_frequency, begin, end)
{
	static const struct perf_ring by_time = { &page, data, SIZE, 1, 0 };
	const uint64_t words[] = { 0x100, 70, 20, 3, 4711, 2, PERF_CONTEXT_USER,
				   0x100 };

	put_header(PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, 8 + sizeof words);
	put(words, sizeof words);
	perf_ring_drain(&by_time, &taking);
	assert_int_equal(taking.takens, 1);
	assert_int_equal(taking.taken[0].weight, 4711);
	assert_int_equal(taking.taken[0].event, 1);
	assert_int_equal(taking.taken[0].chained, 0);
	assert_int_equal(taking.damaged, 0);
}

/* Registers in the order of the mask, of which the first and the last are
 * looked at, and what of the stack there was. */
TEST_WITH(registers_and_stack, begin, end)
{
	uint64_t words[16 + REGISTERS] = { 0x100, 70, 20,
					   3,     1,  PERF_CONTEXT_USER };
	uint64_t reg[REGISTERS_MOST], value;
	unsigned used = 6;

	if (!REGISTERS)
		return;
	words[used++] = PERF_SAMPLE_REGS_ABI_64;
	for (uint64_t i = 0; i < REGISTERS; i++)
		words[used++] = 0x1000 + 8 * i;
	words[used++] = 32; /* bytes, of which there were 16 */
	words[used++] = 0x11;
	words[used++] = 0x22;
	words[used++] = 0xEE;
	words[used++] = 0xEE;
	words[used++] = 16;
	put_header(PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER,
		   8 + used * sizeof *words);
	put(words, used * sizeof *words);
	/* None of a thread of the kernel's; those of 32 bits are left alone. */
	put_sample(0xf00, 30, PERF_RECORD_MISC_KERNEL, words, 0);
	words[6] = PERF_SAMPLE_REGS_ABI_32;
	put_header(PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER,
		   8 + used * sizeof *words);
	put(words, used * sizeof *words);
	perf_ring_drain(&ring, &taking);
	assert_int_equal(taking.takens, 3);
	assert_int_equal(taking.damaged, 0);
	assert_true(perf_registers(&taking, &taking.taken[0], reg));
	assert_int_equal(reg[0], 0x1000);
	assert_in_range(reg[REGISTERS_PC], 0x1001, 0x2000);
	assert_true(perf_stack_word(&taking, &taking.taken[0],
				    reg[REGISTERS_SP], &value));
	assert_int_equal(value, 0x11);
	assert_true(perf_stack_word(&taking, &taking.taken[0],
				    reg[REGISTERS_SP] + 8, &value));
	assert_int_equal(value, 0x22);
	assert_false(perf_stack_word(&taking, &taking.taken[0],
				     reg[REGISTERS_SP] + 16, &value));
	assert_false(perf_stack_word(&taking, &taking.taken[0],
				     reg[REGISTERS_SP] - 8, &value));
	assert_false(perf_stack_word(&taking, &taking.taken[0],
				     reg[REGISTERS_SP] + 4, &value));
	assert_false(perf_registers(&taking, &taking.taken[1], reg));
	assert_false(perf_registers(&taking, &taking.taken[2], reg));
}

/* At each place of the ring's end once; positions wrap, too. */
TEST_WITH(around, begin, end)
{
	static const uint64_t chain[] = { PERF_CONTEXT_USER, 1, 2 };

	page.data_head = page.data_tail = UINT64_MAX - 10000 - 10000 % 8 + 1;
	for (uint64_t i = 0; i < 1000; i++) {
		put_sample(i, i, PERF_RECORD_MISC_USER, chain, 3);
		perf_ring_drain(&ring, &taking);
		assert_int_equal(taking.takens, i + 1);
		assert_int_equal(taking.taken[i].ip, i);
		assert_int_equal(taking.chain[taking.taken[i].chain], 2);
	}
	assert_int_equal(taking.damaged, 0);
}

TEST_WITH(lost, begin, end)
{
	const uint64_t words[] = { 5, 321, 0, 0, 0 };

	put_header(PERF_RECORD_LOST, 0, 8 + sizeof words);
	put(words, sizeof words);
	put_header(PERF_RECORD_THROTTLE, 0, 8);
	put_header(PERF_RECORD_UNTHROTTLE, 0, 8); /* nothing of interest */
	put_sample(1, 1, PERF_RECORD_MISC_USER, words, 0);
	perf_ring_drain(&ring, &taking);
	assert_int_equal(taking.lost, 321);
	assert_int_equal(taking.held, 1);
	assert_int_equal(taking.takens, 1);
}

/* Records that promise more than they have, or whose size cannot be. */
TEST_WITH(torn, begin, end)
{
	const uint64_t words[] = { 1, 2, 3, 4, 50 }; /* a chain of 50 */
	const uint64_t none[] = { 0 };

	put_header(PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, 8 + sizeof words);
	put(words, sizeof words);
	put_header(PERF_RECORD_SAMPLE, 0, 16);
	put(none, 8);
	put_header(PERF_RECORD_MMAP2, 0, 8 + 72);
	for (unsigned i = 0; i < 9; i++) /* a name without an end */
		put("abcdefgh", 8);
	put_header(PERF_RECORD_FORK, 0, 8);
	put_sample(9, 9, PERF_RECORD_MISC_USER, none, 0);
	perf_ring_drain(&ring, &taking);
	assert_int_equal(taking.damaged, 4);
	assert_int_equal(taking.takens, 1);
	assert_int_equal(taking.chains, 0);

	put_header(PERF_RECORD_SAMPLE, 0, 4); /* less than a header */
	put_sample(9, 9, PERF_RECORD_MISC_USER, none, 0);
	perf_ring_drain(&ring, &taking);
	assert_int_equal(taking.damaged, 5);
	assert_int_equal(page.data_tail, page.data_head);
	put_header(PERF_RECORD_SAMPLE, 0, 1000); /* more than there is */
	perf_ring_drain(&ring, &taking);
	assert_int_equal(taking.damaged, 6);
	page.data_head += 2 * SIZE; /* overrun */
	perf_ring_drain(&ring, &taking);
	assert_int_equal(taking.damaged, 7);
	put_sample(9, 9, PERF_RECORD_MISC_USER, none, 0);
	perf_ring_drain(&ring, &taking);
	assert_int_equal(taking.takens, 2);
}

static const char *mapped_at(uint32_t pid, uint64_t addr, uint64_t time)
{
	const struct perf_mapped *m = perf_mapping(&taking, pid, addr, time);

	return m ? m->path : "none";
}

TEST_WITH(mappings, begin, end)
{
	const uint64_t forked[] = {
		8 | UINT64_C(7) << 32, 8 | UINT64_C(7) << 32, 50, 0, 0, 0
	};

	put_mapped(7, 0x1000, 0x1000, 0, 10, "/new");
	put_mapped(7, 0x1800, 0x100, 0, 60, "/over");
	put_mapped(7, 0x1000, 0x2000, 0x3000, 1, "/old");
	put_header(PERF_RECORD_FORK, 0, 8 + sizeof forked);
	put(forked, sizeof forked);
	perf_ring_drain(&ring, &taking);
	perf_taking_sort(&taking);
	assert_int_equal(taking.damaged, 0);
	assert_string_equal(mapped_at(7, 0x1000, 5), "/old");
	assert_string_equal(mapped_at(7, 0x1fff, 70), "/new");
	assert_string_equal(mapped_at(7, 0x2000, 70), "/old");
	assert_string_equal(mapped_at(7, 0x3000, 70), "none");
	assert_string_equal(mapped_at(7, 0x1850, 70), "/over");
	/* A child has what was there when it began. */
	assert_string_equal(mapped_at(8, 0x1850, 70), "/new");
	assert_string_equal(mapped_at(9, 0x1850, 70), "none");
	assert_int_equal(perf_mapping(&taking, 7, 0x2000, 70)->offset, 0x3000);
}

static void put_comm(uint32_t pid, uint32_t tid, uint64_t time,
		     const char *name, uint16_t misc)
{
	const uint64_t thread = pid | (uint64_t)tid << 32;
	const uint64_t behind[] = { thread, time, 0 };
	char text[16] = { 0 };

	memcpy(text, name, strlen(name));
	put_header(PERF_RECORD_COMM, misc, 8 + 8 + sizeof text + sizeof behind);
	put(&thread, sizeof thread);
	put(text, sizeof text);
	put(behind, sizeof behind);
}

static void put_named(uint32_t pid, uint32_t tid, uint64_t time,
		      const char *name)
{
	put_comm(pid, tid, time, name, 0);
}

static void put_forked(uint32_t pid, uint32_t parent, uint32_t tid, uint32_t of,
		       uint64_t time)
{
	const uint64_t words[] = { pid | (uint64_t)parent << 32,
				   tid | (uint64_t)of << 32, time };
	const uint64_t behind[] = { 0, time, 0 };

	put_header(PERF_RECORD_FORK, 0, 8 + sizeof words + sizeof behind);
	put(words, sizeof words);
	put(behind, sizeof behind);
}

/* Mappings of before it became another program are gone. */
TEST_WITH(another_program, begin, end)
{
	put_mapped(7, 0x1000, 0x1000, 0, 1, "/shell");
	put_mapped(8, 0x1000, 0x1000, 0, 70, "/app");
	put_mapped(8, 0x1800, 0x100, 0, 60, "/late");
	put_comm(8, 8, 65, "app", PERF_RECORD_MISC_COMM_EXEC);
	put_forked(8, 7, 8, 7, 50);
	put_forked(9, 8, 9, 8, 80);
	put_comm(9, 9, 90, "other", PERF_RECORD_MISC_COMM_EXEC);
	perf_ring_drain(&ring, &taking);
	perf_taking_sort(&taking);
	assert_int_equal(taking.damaged, 0);
	assert_string_equal(mapped_at(8, 0x1000, 55), "/shell");
	assert_string_equal(mapped_at(8, 0x1800, 62), "/late");
	assert_string_equal(mapped_at(8, 0x1000, 66), "none");
	assert_string_equal(mapped_at(8, 0x1800, 75), "/app");
	assert_string_equal(mapped_at(9, 0x1800, 85), "/app");
	assert_string_equal(mapped_at(9, 0x1800, 95), "none");
	assert_string_equal(mapped_at(7, 0x1000, 95), "/shell");
}

static const char *name_at(uint32_t tid, uint64_t time)
{
	const char *name = perf_thread_name(&taking, tid, time);

	return name ? name : "none";
}

TEST_WITH(names, begin, end)
{
	static const uint64_t endless[] = { 7, UINT64_MAX };

	/* Told in the order of the processors' rings, not of time. */
	put_named(7, 9, 80, "worker");
	put_named(7, 7, 10, "shell");
	put_forked(8, 7, 8, 7, 20);
	put_named(7, 7, 30, "program");
	put_forked(7, 7, 9, 7, 40);
	put_forked(7, 7, 10, 9, 50);
	perf_ring_drain(&ring, &taking);
	perf_taking_sort(&taking);
	assert_int_equal(taking.damaged, 0);
	assert_int_equal(taking.forkeds, 1);
	assert_string_equal(name_at(7, 9), "none");
	assert_string_equal(name_at(7, 29), "shell");
	assert_string_equal(name_at(7, 30), "program");
	/* As its parent was called when it began, unless it says otherwise. */
	assert_string_equal(name_at(8, 90), "shell");
	assert_string_equal(name_at(8, 19), "none");
	assert_string_equal(name_at(9, 79), "program");
	assert_string_equal(name_at(9, 80), "worker");
	assert_string_equal(name_at(10, 90), "program");
	assert_string_equal(name_at(11, 90), "none");
	/* However many there are. */
	for (uint32_t i = 0; i < 260; i++) {
		put_named(20, 20 + i, 91 + i, "one");
		perf_ring_drain(&ring, &taking);
		assert_string_equal(name_at(20 + i, 91 + i), "one");
		assert_string_equal(name_at(21 + i, UINT64_MAX), "none");
	}
	put_header(PERF_RECORD_COMM, 0, 8 + sizeof endless);
	put(endless, sizeof endless);
	perf_ring_drain(&ring, &taking);
	assert_int_equal(taking.damaged, 1);
}
