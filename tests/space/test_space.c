/* SPDX-License-Identifier: MIT */
/*
 * Each space has a row that says how its registers are reached, or why not; a
 * row that is missing is told by the name of what wanted it.
 */
#include <string.h>

#include "catalog/catalog.h"
#include "core/hpm.h"
#include "space/space.h"
#include "test.h"

/* A place, as a pattern prints it, and as it is read again. */
static void check_place(const char *pattern, uint32_t addr, const char *place)
{
	char text[64];
	const char *rest;
	uint32_t again;

	assert_string_equal(space_put(text, sizeof text, pattern, addr), place);
	rest = space_take(text, pattern, &again);
	assert_non_null(rest);
	assert_string_equal(rest, "");
	assert_int_equal(again, addr);
}

TEST(places_are_as_manuals_have_them)
{
	const struct space *cp15 = space_of(TALLY_CP15);
	const struct space *sysreg = space_of(TALLY_SYSREG);
	const struct space *pmr = space_of(TALLY_PMR);
	const struct tally_reg pmccntr = { TALLY_CP64(0, 9), TALLY_CP15, 64 };
	const struct space *pair = space_of_reg(&pmccntr);

	assert_ptr_not_equal(pair, cp15);
	check_place(cp15->place, TALLY_CP(0, 15, 12, 1), "p15,0,Rd,c15,c12,1");
	check_place(cp15->c.read, TALLY_CP(1, 9, 14, 2),
		    "mrc p15, 1, %0, c9, c14, 2");
	check_place(cp15->openocd.write, TALLY_CP(0, 15, 12, 0),
		    "arm mcr 15 0 15 12 0");
	check_place(cp15->practice.read, TALLY_CP(0, 15, 12, 0), "C15:0xCF");
	check_place(sysreg->place, TALLY_SYS(3, 3, 9, 12, 0), "S3_3_C9_C12_0");
	check_place(sysreg->practice.read, TALLY_SYS(3, 3, 9, 12, 0),
		    "SPR:0x339C0");
	check_place(pair->place, TALLY_CP(0, 0, 9, 0), "p15,0,Rt,Rt2,c9");
	check_place(pair->c.read, TALLY_CP(1, 0, 9, 0),
		    "mrrc p15, 1, %Q0, %R0, c9");
	check_place(pmr->c.write, 400, "mtpmr 400, %0\\n\\tisync");
	check_place(pmr->practice.read, 400, "PMR:0x190");
}

TEST(what_is_no_place_is_not_taken)
{
	const struct space *cp15 = space_of(TALLY_CP15);
	uint32_t addr;

	assert_null(space_take("p14,0,Rd,c15,c12,1", cp15->place, &addr));
	assert_null(space_take("p15,0,Rd,c16,c12,1", cp15->place, &addr));
	assert_null(space_take("p15,0,Rd,c15,c12", cp15->place, &addr));
	assert_null(space_take("p15,-1,Rd,c15,c12,1", cp15->place, &addr));
	assert_null(space_take("C15:0x100CF", cp15->practice.read, &addr));
	assert_null(space_take("", cp15->place, &addr));
}

TEST(a_text_is_cut_where_its_room_ends)
{
	char text[8];

	space_put(text, sizeof text, "mrc {0+16}", 400);
	assert_string_equal(text, "mrc 400");
	space_put(text, sizeof text, "mrcs {0+16}", 400);
	assert_string_equal(text, "mrcs ");
}

static const struct space_access *const *ways_of(const struct space *s)
{
	static const struct space_access *way[SPACE_WAYS];

	way[SPACE_C] = &s->c;
	way[SPACE_GDB] = &s->gdb;
	way[SPACE_OPENOCD] = &s->openocd;
	way[SPACE_PRACTICE] = &s->practice;
	return way;
}

TEST(each_row_says_all)
{
	const struct space *s;

	for (unsigned i = 0; (s = space_nth(i)); i++) {
		if (s->pair)
			assert_false(space_of(s->number)->pair);
		else
			assert_ptr_equal(space_of(s->number), s);
		assert_ptr_equal(space_named(s->word), s);
		assert_non_null(s->name);
		assert_true(s->memory || s->place);
		assert_true(s->bits == 32 || s->bits == 64);
		for (unsigned k = 0; k < SPACE_WAYS; k++) {
			const struct space_access *a = ways_of(s)[k];

			if (!a->read && !a->no && !s->memory)
				fail_msg("%s: no way %u, and no reason",
					 s->word, k);
		}
	}
	assert_null(space_named("nowhere"));
	assert_null(space_of(0xff));
}

/* As far as an address is not a number behind a select register. */
static uint32_t plain(const struct tally_reg *reg)
{
	return tally_reg_behind(*reg) ? tally_reg_window(*reg).addr : reg->addr;
}

TEST(an_address_may_have_25_bits)
{
	const struct tally_reg wide = { 0x101184, TALLY_PMR, 32 },
			       behind = { TALLY_NTH(0x9D1, 0x9C5, 3),
					  TALLY_CP15, 32 };

	assert_int_equal(plain(&wide), 0x101184);
	assert_int_equal(plain(&behind), 0x9D1);
	check_place("ERI 0x{x:0+25}", 0x101184, "ERI 0x101184");
}

TEST(each_register_has_a_row)
{
	unsigned count;
	const struct catalog_monitor *const *m = hpm_none(&count);

	for (unsigned i = 0; i < count; i++)
		for (unsigned k = 0; k < m[i]->regs; k++) {
			const struct catalog_register *r = &m[i]->reg[k];
			const struct space *s = space_of_reg(&r->reg);
			char text[64];
			uint32_t addr = 0;

			if (!s) {
				fail_msg("%s of %s is in space %u, of which "
					 "src/space/spaces.def has no row",
					 r->name, m[i]->name, r->reg.space);
				return;
			}
			if (r->reg.bits > s->bits)
				fail_msg("%s of %s has %u bits, and the widest "
					 "%s %u: see its row in spaces.def",
					 r->name, m[i]->name, r->reg.bits,
					 s->name, s->bits);
			if (s->memory)
				continue;
			space_put(text, sizeof text, s->place, r->reg.addr);
			if (!space_take(text, s->place, &addr) ||
			    (addr | s->pair) != plain(&r->reg))
				fail_msg("%s of %s: its place %s is 0x%x, not "
					 "0x%x",
					 r->name, m[i]->name, text, addr,
					 plain(&r->reg));
		}
}

TEST(what_is_missing_is_named)
{
	const struct tally_reg nowhere = { 0x345, 9, 32 },
			       system = { TALLY_SYS(3, 3, 9, 12, 0),
					  TALLY_SYSREG, 64 };
	struct error err;

	assert_null(space_way(&nowhere, SPACE_C, "mcycle", "u74", &err));
	assert_string_equal(err.text, "mcycle of u74 is in space 9, of which "
				      "src/space/spaces.def has no row");
	assert_non_null(space_way(&system, SPACE_C, "PMCR_EL0", "one", &err));
	assert_null(space_way(&system, SPACE_OPENOCD, "PMCR_EL0", "one", &err));
	assert_string_equal(err.text,
			    "PMCR_EL0 of one is a system register of AArch64: "
			    "OpenOCD 0.12 has no command for one; --as gdb "
			    "--via calls has the core reach it");
}
