/* SPDX-License-Identifier: MIT */
/*
 * The MPU of arm1156, with regions written here by hand from the register
 * descriptions: which one an address belongs to, rights, attributes, the fault
 * status that comes out, and the map without it.
 */
#include <stdint.h>
#include <string.h>

#include "boards/src/a32/mmu.h"
#include "boards/src/boards/boards.h"
#include "test.h"

enum {
	M = 1 << 0,
	C = 1 << 2,
	I = 1 << 12,
	V = 1 << 13,
	XN = 1 << 12,
	RW = MMU_READ | MMU_WRITE,
	RX = MMU_READ | MMU_EXECUTE,
	RWX = RW | MMU_EXECUTE,
	WRITE_BACK = 3,
};

#define SIZE(bits) (((bits)-1u) << 1 | 1u)
#define AP(n)      ((uint32_t)(n) << 8)
#define TEX(n)     ((uint32_t)(n) << 3)

static uint8_t nothing[1]; /* there are no tables to read */
static struct mmu *mmu;
static struct mmu_control control;

static int begin(void **state)
{
	struct error err = { "" };
	const struct board_spec *spec = board_spec_find("arm1156", &err);

	(void)state;
	assert_non_null(spec);
	mmu = mmu_new(spec, nothing);
	assert_non_null(mmu);
	control = (struct mmu_control){ .sctlr = M, .mpu = true };
	mmu_set_control(mmu, &control);
	return 0;
}

static int end(void **state)
{
	(void)state;
	mmu_free(mmu);
	return 0;
}

static void region(unsigned n, uint32_t base, uint32_t size, uint32_t access)
{
	control.region[n] = (struct mpu_region){ base, size, access };
	mmu_set_control(mmu, &control);
}

static void set(uint32_t sctlr)
{
	control.sctlr = sctlr;
	mmu_set_control(mmu, &control);
}

static const struct mmu_page *expect(uint32_t addr, unsigned user,
				     unsigned privileged)
{
	const struct mmu_page *p = mmu_lookup(mmu, addr, false);

	assert_int_equal(p->fault, MMU_OK);
	assert_int_equal(mmu_map(p, addr).paddr, addr);
	assert_int_equal(p->rights[0], user);
	assert_int_equal(p->rights[1], privileged);
	return p;
}

static void expect_fault(uint32_t addr, enum mmu_right right, bool privileged,
			 enum mmu_fault which, uint32_t status)
{
	bool fetch = right == MMU_EXECUTE;
	const struct mmu_page *p = mmu_lookup(mmu, addr, fetch);
	enum mmu_fault fault = mmu_check(p, right, privileged);

	assert_int_equal(fault, which);
	assert_int_equal(mmu_fault_status(mmu, p, fault, fetch), status);
}

TEST_WITH(every_permission, begin, end)
{
	static const struct {
		unsigned user, privileged;
	} rights[8] = {
		{ 0, 0 }, { 0, RWX }, { RX, RWX }, { RWX, RWX },
		{ 0, 0 }, { 0, RX },  { RX, RX },  { 0, 0 },
	};

	for (unsigned ap = 0; ap < 8; ap++) {
		region(0, 0, SIZE(32), AP(ap));
		expect(0x1000, rights[ap].user, rights[ap].privileged);
		region(0, 0, SIZE(32), AP(ap) | XN);
		expect(0x1000, rights[ap].user & RW,
		       rights[ap].privileged & RW);
	}
	region(0, 0, SIZE(32), AP(6));
	expect_fault(0x1000, MMU_WRITE, true, MMU_PERMISSION, 0x0d);
	region(0, 0, SIZE(32), AP(1));
	expect_fault(0x1000, MMU_READ, false, MMU_PERMISSION, 0x0d);
	region(0, 0, SIZE(32), AP(3) | XN);
	expect_fault(0x1000, MMU_EXECUTE, true, MMU_PERMISSION, 0x0d);
}

TEST_WITH(no_region, begin, end)
{
	expect_fault(0x1000, MMU_READ, true, MMU_BACKGROUND, 0x00);
	expect_fault(0x1000, MMU_EXECUTE, true, MMU_BACKGROUND, 0x00);
	region(3, 0x8000, SIZE(15), AP(3)); /* 32 KiB */
	expect_fault(0x7fff, MMU_READ, true, MMU_BACKGROUND, 0x00);
	expect(0x8000, RWX, RWX);
	expect(0xffff, RWX, RWX);
	expect_fault(0x10000, MMU_READ, true, MMU_BACKGROUND, 0x00);
	region(3, 0x8000, SIZE(15) & ~1u, AP(3)); /* off */
	expect_fault(0x8000, MMU_READ, true, MMU_BACKGROUND, 0x00);
	region(3, 0x8000, SIZE(4), AP(3)); /* too small to be one */
	expect_fault(0x8000, MMU_READ, true, MMU_BACKGROUND, 0x00);
	/* There is memory, but nothing answers where this one leads. */
	region(3, 0x40000000, SIZE(20), AP(3));
	expect_fault(0x40000000, MMU_READ, true, MMU_EXTERNAL, 0x08);
}

TEST_WITH(the_highest_number_wins, begin, end)
{
	region(0, 0, SIZE(32), AP(3));
	region(7, 0x2000, SIZE(13), AP(6)); /* 0x2000 to 0x3fff */
	region(15, 0x3000, SIZE(12), AP(1));
	expect(0x1fff, RWX, RWX);
	expect(0x2fff, RX, RX);
	expect(0x3000, 0, RWX);
	expect(0x4000, RWX, RWX);
	region(15, 0, SIZE(32), AP(0));
	expect(0x2fff, 0, 0);
}

/* 32 bytes inside of a page: it is good for no more than that. */
TEST_WITH(small_regions, begin, end)
{
	const struct mmu_page *p;

	region(0, 0, SIZE(32), AP(3));
	region(1, 0x1040, SIZE(5), AP(6));
	expect(0x103f, RWX, RWX);
	p = expect(0x1048, RX, RX);
	assert_int_equal(mmu_left(mmu, p, 0x1048), 24);
	expect(0x1060, RWX, RWX);
	p = expect(0x2048, RWX, RWX);
	assert_int_equal(mmu_left(mmu, p, 0x2048), 0x1000 - 0x48);
	/* A misplaced one begins at a multiple of its size: chosen. */
	region(1, 0x1060, SIZE(6), AP(6));
	expect(0x103f, RWX, RWX);
	expect(0x1040, RX, RX);
}

TEST_WITH(attributes, begin, end)
{
	const struct mapping *map;

	region(0, 0, SIZE(32), AP(3)); /* strongly ordered */
	map = &expect(0x1000, RWX, RWX)->map;
	assert_true(map->strongly_ordered && !map->cacheable);
	region(0, 0, SIZE(32), AP(3) | 1); /* device */
	map = &expect(0x1000, RWX, RWX)->map;
	assert_true(!map->strongly_ordered && !map->cacheable);
	region(0, 0, SIZE(32), AP(3) | 2);
	map = &expect(0x1000, RWX, RWX)->map;
	assert_true(map->cacheable && map->write_through);
	region(0, 0, SIZE(32), AP(3) | WRITE_BACK);
	map = &expect(0x1000, RWX, RWX)->map;
	assert_true(map->cacheable && !map->write_through);
	region(0, 0, SIZE(32), AP(3) | TEX(1)); /* normal, not cacheable */
	map = &expect(0x1000, RWX, RWX)->map;
	assert_true(!map->strongly_ordered && !map->cacheable);
	region(0, 0, SIZE(32), AP(3) | TEX(4) | 1); /* inner write back */
	map = &expect(0x1000, RWX, RWX)->map;
	assert_true(map->cacheable && !map->write_through);
}

TEST_WITH(without_it, begin, end)
{
	const struct mapping *map;

	region(0, 0, SIZE(32), AP(0)); /* does not matter */
	set(0);
	assert_false(expect(0x1000, RWX, RWX)->map.cacheable);
	set(C);
	map = &expect(0x1000, RWX, RWX)->map;
	assert_true(map->cacheable && !map->write_through);
	map = &expect(0x40000000, RWX, RWX)->map;
	assert_true(map->cacheable && map->write_through);
	assert_false(expect(0x60000000, RWX, RWX)->map.cacheable);
	assert_false(expect(0x80000000, RW, RW)->map.strongly_ordered);
	assert_true(expect(0xc0000000, RW, RW)->map.strongly_ordered);
	expect(0xffff0000, RW, RW);
	set(V);
	expect(0xffff0000, RWX, RWX);
	assert_false(mmu_lookup(mmu, 0x1000, true)->map.cacheable);
	set(I);
	assert_true(mmu_lookup(mmu, 0x60000000, true)->map.cacheable);
}

TEST_WITH(misalignment, begin, end)
{
	region(0, 0, SIZE(32), AP(3));
	assert_int_equal(mmu_fault_status(mmu, mmu_lookup(mmu, 1, false),
					  MMU_ALIGNMENT, false),
			 0x01);
}
