/* SPDX-License-Identifier: MIT */
/*
 * The AArch64 board's walk of the page tables, with tables written here by
 * hand from the architecture [DDI0487 D8.3]: levels, granules, rights,
 * attributes, and the fault status that comes out.
 */
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "boards/src/a64/mmu.h"
#include "boards/src/boards/boards.h"
#include "test.h"

enum {
	RW = MMU_READ | MMU_WRITE,
	RX = MMU_READ | MMU_EXECUTE,
	RWX = RW | MMU_EXECUTE,
	ROOT = 0x40010000,
	NEXT = 0x40020000,
	LAST = 0x40030000,
};

/* Descriptor bits: valid, table or page; access flag; attribute index. */
enum { V = 1, T = 2, AF = 1 << 10, NORMAL = 0 << 2, DEVICE = 1 << 2 };

static const uint64_t PXN = UINT64_C(1) << 53;
static const size_t SPACE = (size_t)1 << 32;
static uint8_t *memory;
static struct a64_mmu *mmu;
static struct a64_mmu_control control;

static int set_up(void **state)
{
	struct error err = { "" };
	const struct board_spec *spec = board_spec_find("virt-a53", &err);

	(void)state;
	assert_non_null(spec);
	memory = mmap(NULL, SPACE, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	assert_true(memory != MAP_FAILED);
	mmu = a64_mmu_new(spec, memory);
	assert_non_null(mmu);
	control = (struct a64_mmu_control){
		.sctlr = 1, /* M */
		.tcr = 32,  /* T0SZ: 32 bits, granule 4 KiB: from level 1 */
		.ttbr0 = ROOT,
		.mair = 0x44bb04ff, /* normal, device, write-through, none */
	};
	a64_mmu_set_control(mmu, &control);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	a64_mmu_free(mmu);
	munmap(memory, SPACE);
	return 0;
}

static void put(uint32_t table, unsigned index, uint64_t entry)
{
	memcpy(memory + table + 8 * index, &entry, sizeof(entry));
	a64_mmu_drop(mmu);
}

static const struct a64_page *at(uint32_t vaddr)
{
	return a64_mmu_lookup(mmu, vaddr, false);
}

static void check(uint32_t vaddr, enum mmu_right right, unsigned status)
{
	assert_int_equal(a64_mmu_check(at(vaddr), right, true), status);
}

#define CASE(f) TEST_WITH(f, set_up, tear_down)

/* VA[31:30] picks 1 GiB, VA[29:21] 2 MiB, VA[20:12] 4 KiB. */
CASE(levels)
{
	put(ROOT, 1, 0x40000000 | V | AF);
	assert_int_equal(a64_mmu_map(at(0x45678abc), 0x45678abc).paddr,
			 0x45678abc);
	assert_int_equal(at(0x45678abc)->map.page_bits, 29); /* split */
	assert_int_equal(at(0x45678abc)->level, 1);
	put(ROOT, 2, NEXT | V | T);
	put(NEXT, 5, 0x40600000 | V | AF);
	assert_int_equal(a64_mmu_map(at(0x80a12345), 0x80a12345).paddr,
			 0x40612345);
	assert_int_equal(at(0x80a12345)->map.page_bits, 21);
	put(NEXT, 6, LAST | V | T);
	put(LAST, 7, 0x40001000 | V | T | AF);
	assert_int_equal(a64_mmu_map(at(0x80c07fff), 0x80c07fff).paddr,
			 0x40001fff);
	assert_int_equal(at(0x80c07fff)->map.page_bits, 12);
	assert_int_equal(at(0x80c07fff)->level, 3);
}

/* Granule 64 KiB, 32 bits: from level 2, VA[31:29], then VA[28:16]. */
CASE(large_granule)
{
	control.tcr = 32 | 1 << 14;
	a64_mmu_set_control(mmu, &control);
	put(ROOT, 2, 0x40000000 | V | AF);
	assert_int_equal(a64_mmu_map(at(0x47654321), 0x47654321).paddr,
			 0x47654321);
	put(ROOT, 4, NEXT | V | T);
	put(NEXT, 3, 0x40120000 | V | T | AF);
	assert_int_equal(a64_mmu_map(at(0x80034567), 0x80034567).paddr,
			 0x40124567);
	assert_int_equal(at(0x80034567)->map.page_bits, 16);
}

/* Four levels need more than 39 bits: 48 start at level 0. */
CASE(more_bits)
{
	control.tcr = 16;
	a64_mmu_set_control(mmu, &control);
	put(ROOT, 0, NEXT | V | T);
	put(NEXT, 1, 0x40000000 | V | AF);
	check(0x41234567, MMU_READ, A64_OK);
	put(ROOT, 0, V); /* there are no blocks of level 0 */
	check(0x41234567, MMU_READ, 0x04);
}

/* A table of fewer entries is aligned to its size: here 32 bytes. */
CASE(small_table)
{
	control.ttbr0 = ROOT + 0x7e0 + 0x15; /* what is below does not count */
	a64_mmu_set_control(mmu, &control);
	put(ROOT + 0x7e0, 2, 0x40000000 | V | AF);
	assert_int_equal(a64_mmu_map(at(0x87654321), 0x87654321).paddr,
			 0x47654321);
}

/* Granule 64 KiB: a block of level 1 would be one of 4 TiB. */
CASE(no_such_block)
{
	control.tcr = 16 | 1 << 14;
	a64_mmu_set_control(mmu, &control);
	put(ROOT, 0, 0 | V | AF);
	check(0x40000000, MMU_READ, 0x05);
	put(ROOT, 0, NEXT | V | T);
	put(NEXT, 2, 0x40000000 | V | AF);
	check(0x40000000, MMU_READ, A64_OK);
}

/* The handler of a fault mends a table and says nothing to the TLB. */
CASE(mended)
{
	const uint64_t good = 0x40000000 | V | AF;

	check(0x40000000, MMU_READ, 0x05);
	memcpy(memory + ROOT + 8, &good, sizeof(good));
	check(0x40000000, MMU_READ, A64_OK);
}

CASE(faults)
{
	check(0x40000000, MMU_READ, 0x05); /* translation, level 1 */
	put(ROOT, 1, NEXT | V | T);
	check(0x40000000, MMU_READ, 0x06);
	put(NEXT, 0, LAST | V | T);
	check(0x40000000, MMU_READ, 0x07);
	put(LAST, 0, 0x40000000 | V); /* at level 3 bit 1 has to be set */
	check(0x40000000, MMU_READ, 0x07);
	put(LAST, 0, 0x40000000 | V | T); /* no access flag */
	check(0x40000000, MMU_READ, 0x0b);
	put(LAST, 0, 0x40000000 | V | T | AF | 1 << 7);
	check(0x40000000, MMU_WRITE, 0x0f); /* permission, level 3 */
	put(NEXT, 0, 0x30000000 | V | T);   /* a table where nothing is */
	check(0x40000000, MMU_READ, 0x17);
	put(NEXT, 0, 0x30000000 | V | AF);
	check(0x40000000, MMU_READ, 0x10); /* nothing answers */
	put(NEXT, 0, 0 | V | AF);          /* flash */
	check(0x40000000, MMU_READ, A64_OK);
	check(0x40000000, MMU_WRITE, 0x10);
	control.tcr = 32 | 1 << 7; /* EPD0 */
	a64_mmu_set_control(mmu, &control);
	check(0x40000000, MMU_READ, 0x04);
	control.tcr = 39; /* 25 bits: 32 MiB */
	a64_mmu_set_control(mmu, &control);
	check(0x02000000, MMU_READ, 0x04);
}

/* AP[2:1] is 7:6; what EL0 can write EL1 cannot execute [D8.4]. */
CASE(rights)
{
	static const struct {
		uint64_t bits;
		uint8_t el0, el1;
	} rows[] = {
		{ 0 << 6, MMU_EXECUTE, RWX },
		{ 1 << 6, RWX, RW },
		{ 2 << 6, MMU_EXECUTE, RX },
		{ 3 << 6, RX, RX },
	};

	for (unsigned i = 0; i < 4; i++) {
		put(ROOT, 1, 0x40000000 | V | AF | rows[i].bits);
		assert_int_equal(at(0x40000000)->rights[0], rows[i].el0);
		assert_int_equal(at(0x40000000)->rights[1], rows[i].el1);
	}
	put(ROOT, 1, 0x40000000 | V | AF | PXN);
	check(0x40000000, MMU_EXECUTE, 0x0d);
	control.sctlr |= A64_SCTLR_WXN;
	a64_mmu_set_control(mmu, &control);
	put(ROOT, 1, 0x40000000 | V | AF);
	check(0x40000000, MMU_EXECUTE, 0x0d);
	control.sctlr = 1;
	a64_mmu_set_control(mmu, &control);
	/* By the table above: PXNTable is 59, APTable[1] 62. */
	put(ROOT, 1, NEXT | V | T | UINT64_C(1) << 59 | UINT64_C(1) << 62);
	put(NEXT, 0, 0x40000000 | V | AF);
	assert_int_equal(at(0x40000000)->rights[1], MMU_READ);
}

/* MAIR's bytes: 0xff write-back, 0x04 Device-nGnRE, 0xbb write-through,
 * 0x44 Non-cacheable. */
CASE(attributes)
{
	const struct a64_page *p;

	put(ROOT, 1, 0x40000000 | V | AF | NORMAL);
	p = at(0x40000000);
	assert_true(p->map.cacheable && !p->map.write_through && !p->device);
	put(ROOT, 1, 0x40000000 | V | AF | DEVICE);
	p = at(0x40000000);
	assert_true(!p->map.cacheable && p->device);
	assert_false(p->map.strongly_ordered);
	put(ROOT, 1, 0x40000000 | V | AF | 2 << 2);
	p = at(0x40000000);
	assert_true(p->map.cacheable && p->map.write_through);
	put(ROOT, 1, 0x40000000 | V | AF | 3 << 2);
	p = at(0x40000000);
	assert_true(!p->map.cacheable && !p->device);
}

CASE(translation_off)
{
	control.sctlr = A64_SCTLR_I;
	a64_mmu_set_control(mmu, &control);
	assert_true(at(0x40000000)->device);
	assert_false(at(0x40000000)->map.cacheable);
	assert_true(a64_mmu_lookup(mmu, 0x40000000, true)->map.cacheable);
	check(0x40000000, MMU_WRITE, A64_OK);
	check(0x30000000, MMU_READ, 0x10);
}
