/* SPDX-License-Identifier: MIT */
/*
 * The small parts of the core: fields, sticky buses, scripts, status texts.
 */
#include <stdint.h>
#include <string.h>

#include <tally/script.h>
#include <tally/status.h>

#include "test.h"

TEST(fields)
{
	for (uint8_t lsb = 0; lsb < 64; lsb++) {
		for (uint8_t width = 1; width <= 64 - lsb; width++) {
			const struct tally_field f = { lsb, width };
			const uint64_t junk = UINT64_C(0xA5C3F00D12345678);
			uint64_t word, value;

			/* bit by bit, the slow way */
			value = junk >> 3;
			word = junk;
			for (unsigned i = 0; i < width; i++) {
				uint64_t bit = UINT64_C(1) << (lsb + i);

				word = value >> i & 1 ? word | bit
						      : word & ~bit;
			}
			assert_int_equal(tally_field_put(junk, f, value), word);
			assert_int_equal(
				tally_field_get(word, f),
				width == 64
					? value
					: value & ((UINT64_C(1) << width) - 1));
			assert_int_equal(word & ~tally_field_mask(f),
					 junk & ~tally_field_mask(f));
		}
	}
}

/* [ARM] MRC p15, 0, r0, c15, c12, 1: the order of the assembler's operands. */
TEST(coprocessor_addresses)
{
	assert_int_equal(TALLY_CP(0, 15, 12, 1), 0x0FC1);
	assert_int_equal(TALLY_CP(7, 1, 2, 3), 0x7123);
}

/* [DDI0406] PMXEVCNTR 9, 13, 2 behind PMSELR 9, 12, 5. */
TEST(registers_behind_a_select_register)
{
	struct tally_reg window = { TALLY_CP(0, 9, 13, 2), TALLY_CP15, 32 };
	struct tally_reg select = { TALLY_CP(0, 9, 12, 5), TALLY_CP15, 32 };
	struct tally_reg memory = { 0xFFFFFFFC, TALLY_MMIO, 32 };

	assert_false(tally_reg_behind(window));
	assert_false(tally_reg_behind(memory));
	for (unsigned n = 0; n < 127; n++) {
		struct tally_reg nth = window;

		nth.addr = TALLY_NTH(window.addr, select.addr, n);
		assert_true(tally_reg_behind(nth));
		assert_int_equal(tally_reg_number(nth), n);
		assert_true(tally_reg_same(tally_reg_window(nth), window));
		assert_true(tally_reg_same(tally_reg_select(nth), select));
	}
	window.addr = TALLY_SYS(3, 3, 9, 13, 1);
	window.space = TALLY_SYSREG;
	select.addr = TALLY_NTH(window.addr, TALLY_SYS(3, 3, 9, 12, 5), 30);
	select.space = TALLY_SYSREG;
	assert_int_equal(tally_reg_window(select).addr, window.addr);
	assert_int_equal(tally_reg_select(select).addr,
			 TALLY_SYS(3, 3, 9, 12, 5));
}

struct counting_bus {
	struct tally_bus bus;
	unsigned reads, writes, syncs;
	unsigned fail_at; /* access that fails, from 1; 0: none */
	struct tally_step seen[8];
};

static enum tally_status fate(struct counting_bus *b)
{
	return b->reads + b->writes + b->syncs == b->fail_at ? TALLY_E_NOREG
							     : TALLY_OK;
}

static enum tally_status
count_read(struct tally_bus *bus, const struct tally_reg *reg, uint64_t *value)
{
	struct counting_bus *b = (struct counting_bus *)bus;

	b->reads++;
	*value = reg->addr + 100;
	return fate(b);
}

static enum tally_status
count_write(struct tally_bus *bus, const struct tally_reg *reg, uint64_t value)
{
	struct counting_bus *b = (struct counting_bus *)bus;

	b->seen[b->writes].reg = *reg;
	b->seen[b->writes].value = value;
	b->writes++;
	return fate(b);
}

static enum tally_status count_sync(struct tally_bus *bus)
{
	struct counting_bus *b = (struct counting_bus *)bus;

	b->syncs++;
	return fate(b);
}

static const struct tally_bus_ops counting_ops = { .read = count_read,
						   .write = count_write,
						   .sync = count_sync };

static const struct tally_reg reg7 = { 7, TALLY_MMIO, 32 };

TEST(first_failure_stays)
{
	struct counting_bus b = { .bus = { &counting_ops, TALLY_OK },
				  .fail_at = 2 };

	assert_int_equal(tally_bus_read(&b.bus, &reg7), 107);
	tally_bus_write(&b.bus, &reg7, 1);
	assert_int_equal(b.bus.status, TALLY_E_NOREG);
	tally_bus_write(&b.bus, &reg7, 2);
	tally_bus_sync(&b.bus);
	assert_int_equal(tally_bus_read(&b.bus, &reg7), 0);
	assert_int_equal(b.reads, 1);
	assert_int_equal(b.writes, 1);
	assert_int_equal(b.syncs, 0);

	assert_int_equal(tally_bus_recover(&b.bus), TALLY_E_NOREG);
	assert_int_equal(tally_bus_recover(&b.bus), TALLY_OK);
	tally_bus_sync(&b.bus);
	assert_int_equal(b.syncs, 1);
	assert_int_equal(b.bus.status, TALLY_OK);
}

TEST(failed_read_gives_zero)
{
	struct counting_bus b = { .bus = { &counting_ops, TALLY_OK },
				  .fail_at = 1 };

	assert_int_equal(tally_bus_read(&b.bus, &reg7), 0);
	assert_int_equal(b.bus.status, TALLY_E_NOREG);
}

/* As a bus to a target that can only be read. */
TEST(bus_without_write)
{
	static const struct tally_bus_ops ops = { .read = count_read };
	struct counting_bus b = { .bus = { &ops, TALLY_OK } };

	tally_bus_write(&b.bus, &reg7, 1);
	assert_int_equal(b.bus.status, TALLY_E_NOREG);
}

TEST(scripts)
{
	struct tally_step step[3];
	struct tally_script script;
	struct counting_bus b = { .bus = { &counting_ops, TALLY_OK } };

	tally_script_init(&script, step, 3);
	for (uint32_t i = 0; i < 3; i++) {
		const struct tally_reg reg = { i, TALLY_MMIO, 32 };

		tally_script_write(&script, &reg, 10 + i);
	}
	assert_int_equal(tally_script_run(&script, &b.bus), TALLY_OK);
	assert_int_equal(b.writes, 3);
	for (uint32_t i = 0; i < 3; i++) {
		assert_int_equal(b.seen[i].reg.addr, i);
		assert_int_equal(b.seen[i].value, 10 + i);
	}

	/* One too many: nothing of it is carried out. */
	tally_script_write(&script, &reg7, 1);
	assert_int_equal(script.count, 3);
	assert_int_equal(tally_script_run(&script, &b.bus), TALLY_E_ROOM);
	assert_int_equal(b.writes, 3);
}

/* A write and its synchronisation are two accesses: the second write fails. */
TEST(script_stops_at_a_failure)
{
	struct tally_step step[3];
	struct tally_script script;
	struct counting_bus b = { .bus = { &counting_ops, TALLY_OK },
				  .fail_at = 3 };

	tally_script_init(&script, step, 3);
	for (unsigned i = 0; i < 3; i++)
		tally_script_write(&script, &reg7, i);
	assert_int_equal(tally_script_run(&script, &b.bus), TALLY_E_NOREG);
	assert_int_equal(b.writes, 2);
}

TEST(every_status_has_words)
{
	for (int i = TALLY_E_REPLAY; i <= TALLY_OK; i++) {
		const char *text = tally_status_text((enum tally_status)i);

		assert_true(strlen(text) > 5);
		assert_true(strcmp(text, "an unknown status") != 0);
		for (int k = TALLY_E_REPLAY; k < i; k++)
			assert_string_not_equal(
				text, tally_status_text((enum tally_status)k));
	}
	assert_string_equal(tally_status_text((enum tally_status) - 99),
			    "an unknown status");
}
