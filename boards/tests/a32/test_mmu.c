/* SPDX-License-Identifier: MIT */
/*
 * The board's own walk of the page tables, with tables written here by hand
 * from the architecture: both descriptor formats, every size of page, rights,
 * domains, attributes, and the fault status that comes out.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "boards/src/a32/core.h"
#include "boards/src/a32/mmu.h"
#include "boards/src/boards/boards.h"
#include "test.h"

enum {
	M = 1 << 0,
	S = 1 << 8,
	R = 1 << 9,
	XP = 1 << 23,
	RW = MMU_READ | MMU_WRITE,
	RX = MMU_READ | MMU_EXECUTE,
	RWX = RW | MMU_EXECUTE,
};

static const size_t SPACE = (size_t)1 << 32;
static uint8_t *memory;
static struct mmu *mmu;
static const struct board_spec *spec;
static struct mmu_control control;

static void begin(const char *board)
{
	struct error err = { "" };

	spec = board_spec_find(board, &err);
	assert_non_null(spec);
	memory = mmap(NULL, SPACE, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	assert_true(memory != MAP_FAILED);
	mmu = mmu_new(spec, memory);
	assert_non_null(mmu);
	control = (struct mmu_control){
		.sctlr = M,
		.ttbr0 = spec->ram_base + 0x4000,
		.dacr = 1,
		.xscale = a32_core_of(spec)->tables == TABLES_XSCALE,
	};
	mmu_set_control(mmu, &control);
}

static void end(void)
{
	mmu_free(mmu);
	munmap(memory, SPACE);
}

static void put(uint32_t paddr, uint32_t value)
{
	memcpy(memory + paddr, &value, sizeof(value));
	mmu_drop(mmu);
}

/* The first-level entry of an address. */
static void first(uint32_t vaddr, uint32_t value)
{
	put(control.ttbr0 + (vaddr >> 20) * 4, value);
}

static void set(uint32_t sctlr, uint32_t dacr)
{
	control.sctlr = sctlr;
	control.dacr = dacr;
	mmu_set_control(mmu, &control);
}

static const struct mmu_page *expect(uint32_t vaddr, uint32_t paddr,
				     unsigned user, unsigned privileged)
{
	const struct mmu_page *p = mmu_lookup(mmu, vaddr, false);

	assert_int_equal(p->fault, MMU_OK);
	assert_int_equal(mmu_map(p, vaddr).paddr, paddr);
	assert_int_equal(p->rights[0], user);
	assert_int_equal(p->rights[1], privileged);
	return p;
}

static void expect_fault(uint32_t vaddr, enum mmu_right right, bool privileged,
			 uint32_t status)
{
	const struct mmu_page *p = mmu_lookup(mmu, vaddr, false);
	enum mmu_fault fault = mmu_check(p, right, privileged);

	assert_int_not_equal(fault, MMU_OK);
	assert_int_equal(mmu_fault_status(mmu, p, fault, false), status);
}

TEST(old_sections)
{
	begin("pb1176");
	first(0x40000000, 0x00300c1e); /* all rights, C, B */
	assert_true(expect(0x40012345, 0x00312345, RWX, RWX)->map.cacheable);
	first(0x40000000, 0x00300812); /* users read */
	expect(0x40012345, 0x00312345, RX, RWX);
	first(0x40000000, 0x00300412); /* privileged only */
	expect(0x40012345, 0x00312345, 0, RWX);
	expect_fault(0x40012345, MMU_READ, false, 0x0d);
	first(0x40000000, 0x00300012); /* S and R decide */
	expect(0x40000000, 0x00300000, 0, 0);
	set(M | S, 1);
	expect(0x40000000, 0x00300000, 0, RX);
	set(M | R, 1);
	expect(0x40000000, 0x00300000, RX, RX);
	expect_fault(0x40000000, MMU_WRITE, true, 0x0d);
	expect_fault(0x50000000, MMU_READ, true, 0x05); /* not mapped */
	end();
}

/* The handler of an abort mends a table and says nothing to the TLB. */
TEST(mended)
{
	const uint32_t section = 0x00300c1e, second = 0x00301001;
	const uint32_t small = 0x00305ff0 | 2;

	begin("pb1176");
	expect_fault(0x40012345, MMU_READ, true, 0x05);
	memcpy(memory + control.ttbr0 + 0x1000, &section, sizeof(section));
	expect(0x40012345, 0x00312345, RWX, RWX);
	first(0x40000000, second);
	expect_fault(0x40002345, MMU_READ, true, 0x07);
	memcpy(memory + 0x00301000 + 8, &small, sizeof(small));
	expect(0x40002345, 0x00305345, RWX, RWX);
	end();
}

TEST(domains)
{
	begin("pb1176");
	first(0x40000000, 0x00300052); /* no rights, domain 2 */
	expect_fault(0x40000000, MMU_READ, true, 0x29);
	set(M, 1 << 4);
	expect_fault(0x40000000, MMU_READ, true, 0x2d);
	set(M, 3 << 4);
	expect(0x40000000, 0x00300000, RWX, RWX);
	set(M, 2 << 4); /* reserved: as no access */
	expect_fault(0x40000000, MMU_READ, true, 0x29);
	end();
}

TEST(old_pages)
{
	uint32_t coarse, fine;

	begin("pb1176");
	coarse = 0x00008000;
	fine = 0x0000a000;
	first(0x40000000, coarse | 0x11);
	/* Large, sixteen times: rights of its four parts 3, 2, 1, 0. */
	for (unsigned i = 0; i < 16; i++)
		put(coarse + i * 4, 0x00320001 | 3 << 4 | 2 << 6 | 1 << 8);
	expect(0x40000123, 0x00320123, RWX, RWX);
	expect(0x40004123, 0x00324123, RX, RWX);
	expect(0x40008123, 0x00328123, 0, RWX);
	expect(0x4000c123, 0x0032c123, 0, 0);
	assert_int_equal(
		expect(0x40000123, 0x00320123, RWX, RWX)->map.page_bits, 16);
	expect_fault(0x4000c123, MMU_READ, true, 0x0f);
	/* Small: rights of its quarters 0, 1, 2, 3. */
	put(coarse + 0x20 * 4, 0x00345002 | 0xe40);
	expect(0x40020010, 0x00345010, 0, 0);
	expect(0x40020410, 0x00345410, 0, RWX);
	expect(0x40020810, 0x00345810, RX, RWX);
	expect(0x40020c10, 0x00345c10, RWX, RWX);
	expect(0x40020410, 0x00345410, 0, RWX);
	/* Tiny pages in a fine table. */
	first(0x40100000, fine | 0x13);
	put(fine + 5 * 4, 0x00346c03 | 3 << 4);
	assert_int_equal(
		expect(0x40101401, 0x00346c01, RWX, RWX)->map.page_bits, 10);
	expect_fault(0x40101801, MMU_READ, true, 0x07);
	expect(0x40101401, 0x00346c01, RWX, RWX);
	end();
}

TEST(v6_descriptors)
{
	const struct mmu_page *p;
	uint32_t coarse = 0x00008000;

	begin("pb1176");
	set(M | XP, 1);
	first(0x40000000, 0x00300c02 | 1 << 4); /* execute never */
	expect(0x40000004, 0x00300004, RW, RW);
	expect_fault(0x40000004, MMU_EXECUTE, true, 0x0d);
	first(0x40000000, 0x00300c02 | 1 << 15); /* APX: read only */
	expect(0x40000004, 0x00300004, RX, RX);
	first(0x40000000, 0x00300402 | 1 << 15);
	expect(0x40000004, 0x00300004, 0, RX);
	first(0x40000000, 0x00000003);
	expect_fault(0x40000004, MMU_READ, true, 0x05);
	for (uint32_t i = 0x41000000; i < 0x42000000; i += 0x100000)
		first(i, 0x02000c02 | 1 << 18); /* supersection */
	p = expect(0x41723456, 0x02723456, RWX, RWX);
	assert_int_equal(p->map.page_bits, 24);
	first(0x40000000, coarse | 1);
	put(coarse, 0x00345032 | 1); /* small, execute never */
	expect(0x40000010, 0x00345010, RW, RW);
	put(coarse + 4, 0x00345032 | 1 << 9);
	expect(0x40001010, 0x00345010, RX, RX);
	for (unsigned i = 16; i < 32; i++)
		put(coarse + i * 4, 0x00350031 | 1 << 15);
	assert_int_equal(expect(0x40017010, 0x00357010, RW, RW)->map.page_bits,
			 16);
	end();
}

TEST(two_tables)
{
	begin("pb1176");
	control.ttbcr = 1;
	control.ttbr1 = 0x00010000;
	mmu_set_control(mmu, &control);
	first(0x40000000, 0x00300c12);
	put(0x00010000 + 0x900 * 4, 0x00400c12);
	expect(0x40000000, 0x00300000, RWX, RWX);
	expect(0x90000000, 0x00400000, RWX, RWX);
	end();
}

struct attribute {
	uint32_t tex, c, b;
	bool cacheable, bufferable, through, ordered, mini, allocate;
};

static void check_attributes(const struct attribute *a, unsigned count,
			     uint32_t base, uint32_t rest)
{
	for (unsigned i = 0; i < count; i++) {
		struct mapping map;

		first(0x40000000,
		      base | rest | a[i].tex << 12 | a[i].c << 3 | a[i].b << 2);
		map = mmu_lookup(mmu, 0x40000000, false)->map;
		assert_int_equal(map.cacheable, a[i].cacheable);
		assert_int_equal(map.bufferable, a[i].bufferable);
		assert_int_equal(map.write_through, a[i].through);
		assert_int_equal(map.strongly_ordered, a[i].ordered);
		assert_int_equal(map.mini, a[i].mini);
		assert_int_equal(map.write_allocate, a[i].allocate);
	}
}

TEST(attributes)
{
	static const struct attribute v6[] = {
		{ 0, 0, 0, 0, 0, 0, 1, 0 }, { 0, 0, 1, 0, 1, 0, 0, 0 },
		{ 0, 1, 0, 1, 1, 1, 0, 0 }, { 0, 1, 1, 1, 1, 0, 0, 0 },
		{ 1, 0, 0, 0, 0, 0, 0, 0 }, { 1, 1, 1, 1, 1, 0, 0, 0 },
		{ 4, 0, 0, 0, 1, 0, 0, 0 }, { 5, 0, 1, 1, 1, 0, 0, 0 },
		{ 5, 1, 0, 1, 1, 1, 0, 0 }, { 6, 1, 1, 1, 1, 0, 0, 0 },
	};
	static const struct attribute xscale[] = {
		{ 0, 0, 0, 0, 0, 0, 1, 0 },    { 0, 0, 1, 0, 1, 0, 0, 0 },
		{ 0, 1, 0, 1, 1, 1, 0, 0 },    { 0, 1, 1, 1, 1, 0, 0, 0 },
		{ 1, 0, 1, 0, 1, 0, 0, 0 },    { 1, 1, 0, 1, 1, 0, 0, 1 },
		{ 1, 1, 1, 1, 1, 0, 0, 0, 1 },
	};

	begin("pb1176");
	set(M | XP, 1);
	check_attributes(v6, sizeof(v6) / sizeof(v6[0]), 0x00300000, 0xc02);
	end();
	begin("lubbock");
	check_attributes(xscale, sizeof(xscale) / sizeof(xscale[0]), 0xa0300000,
			 0xc12);
	end();
}

/*
 * A second level is told this, by TEX, C and B [DDI0301H 6.6.1]: the inner
 * policy, but where the top bit of TEX gives another.  Policies: 0 not cached,
 * 1 write back with allocation, 2 write through, 3 write back without.
 */
TEST(outer_attributes)
{
	static const unsigned policy[8][4] = {
		{ 0, 0, 2, 3 }, { 0, 0, 0, 1 }, { 0, 0, 0, 0 }, { 0, 0, 0, 0 },
		{ 0, 0, 0, 0 }, { 1, 1, 1, 1 }, { 2, 2, 2, 2 }, { 3, 3, 3, 3 },
	};

	for (unsigned tex = 0; tex < 8; tex++) {
		for (unsigned cb = 0; cb < 4; cb++) {
			struct mapping map = { 0 };

			mmu_attributes_v6(&map, tex, cb & 2, cb & 1);
			assert_int_equal(map.outer.cacheable,
					 policy[tex][cb] != 0);
			assert_int_equal(map.outer.write_through,
					 policy[tex][cb] == 2);
			assert_int_equal(map.outer.write_allocate,
					 policy[tex][cb] == 1);
		}
	}
}

/* Pages of the XScale: small ones know C and B alone, extended ones and large
 * ones X besides, in which C makes it the mini cache. */
TEST(attributes_of_old_pages)
{
	const uint32_t coarse = 0xa0008000, all = 0xff0;

	begin("lubbock");
	first(0x40000000, coarse | 0x11);
	put(coarse, 0xa0345002 | all | 1 << 3);
	assert_false(mmu_lookup(mmu, 0x40000010, false)->map.mini);
	assert_true(mmu_lookup(mmu, 0x40000010, false)->map.write_through);
	put(coarse, 0xa0345003 | 3 << 4 | 1 << 6 | 1 << 3);
	assert_true(mmu_lookup(mmu, 0x40000010, false)->map.mini);
	put(coarse, 0xa0345003 | 3 << 4 | 1 << 3);
	assert_false(mmu_lookup(mmu, 0x40000010, false)->map.mini);
	put(coarse, 0xa0340001 | all | 1 << 12 | 1 << 3);
	assert_true(mmu_lookup(mmu, 0x40000010, false)->map.mini);
	end();
}

TEST(what_is_behind)
{
	const struct mmu_page *p;

	begin("lubbock");
	set(0, 0); /* off: everything is itself */
	p = mmu_lookup(mmu, 0x00001000, false);
	assert_int_equal(mmu_check(p, MMU_WRITE, true), MMU_EXTERNAL);
	assert_int_equal(mmu_check(p, MMU_READ, true), MMU_OK);
	p = mmu_lookup(mmu, 0x40100000, false);
	assert_int_equal(mmu_check(p, MMU_WRITE, true), MMU_OK);
	assert_int_equal(mmu_check(p, MMU_EXECUTE, true), MMU_EXTERNAL);
	expect_fault(0x80000000, MMU_READ, true, 0x406);
	assert_false(mmu_lookup(mmu, 0xa0000000, true)->map.cacheable);
	set(1 << 12, 0);
	assert_true(mmu_lookup(mmu, 0xa0000000, true)->map.cacheable);
	assert_false(mmu_lookup(mmu, 0xa0000000, false)->map.cacheable);
	/* A table where nothing is. */
	control.ttbr0 = 0x80000000;
	set(M, 1);
	expect_fault(0x40000000, MMU_READ, true, 0x0c);
	end();
}
