/* SPDX-License-Identifier: MIT */
/*
 * User mode may do this with each register of each simulated monitor, against
 * the `user` rows of tests/documents: with every value of the switch that lets
 * it in, an access is carried out or refused, and one that is refused changes
 * nothing.
 */
#include <string.h>

#include <fnmatch.h>

#include "boards/src/boards/boards.h"
#include "boards/src/machine/spec.h"
#include "boards/src/pmu/pmu.h"
#include "boards/src/pmu/window.h"
#include "documents.h"
#include "test.h"

enum { SWITCHES = 16 }; /* values of the switch: its bits 3:0 */

struct bench {
	const char *monitor;
	struct document d;
	struct ledger ledger;
	struct pmu *p;
	uint32_t window; /* where nobody looks: the bus's monitor */
};

static uint32_t window_read(void *ctx, uint32_t offset)
{
	(void)offset;
	return ((struct bench *)ctx)->window;
}

static void window_write(void *ctx, uint32_t offset, uint32_t value)
{
	(void)offset;
	((struct bench *)ctx)->window = value;
}

static void begin(struct bench *b, const char *monitor,
		  const struct pmu_ops *ops)
{
	static const struct pmu_quirks none;
	struct pmu_window window = { b, window_read, window_write };

	b->monitor = monitor;
	memset(&b->ledger, 0, sizeof(b->ledger));
	document_read(monitor, &b->d);
	b->p = pmu_new(ops, &none, &b->ledger);
	assert_non_null(b->p);
	if (ops == &pmu_arm926pxp_ops)
		pmu_set_window(b->p, &window);
}

/* A read's value does not depend on what was there. */
static enum pmu_access get(struct bench *b, const struct tally_reg *reg,
			   bool privileged, uint64_t *value)
{
	uint64_t again = UINT64_MAX;
	enum pmu_access done;

	*value = 0;
	done = pmu_read(b->p, reg, privileged, value);
	assert_int_equal(pmu_read(b->p, reg, privileged, &again), done);
	if (done == PMU_DONE)
		assert_int_equal(*value, again);
	return done;
}

static const struct document_user *row_of(const struct bench *b,
					  const char *reg)
{
	for (unsigned i = 0; i < b->d.users; i++)
		if (fnmatch(b->d.user[i].reg, reg, 0) == 0)
			return &b->d.user[i];
	print_error("tests/documents: no user row for %s of %s", reg,
		    b->monitor);
	fail();
	return NULL;
}

static const struct tally_reg *switch_of(const struct bench *b)
{
	for (unsigned i = 0; i < b->d.registers; i++)
		if (strcmp(b->d.reg[i].name, b->d.toggle) == 0)
			return &b->d.reg[i].reg;
	return NULL;
}

static void let_in(struct bench *b, unsigned bits)
{
	const struct tally_reg *reg = switch_of(b);

	if (reg)
		assert_int_equal(pmu_write(b->p, reg, true, bits), PMU_DONE);
}

static bool may(unsigned permit, unsigned bits)
{
	return permit & (bits | DOCUMENT_OPEN);
}

static void compare(const struct bench *b, const char *reg, const char *what,
		    unsigned bits, bool done, bool allowed)
{
	if (done == allowed)
		return;
	print_error("%s: user mode may%s %s %s with 0x%x in the switch",
		    b->monitor, done ? "" : " not", what, reg, bits);
	fail();
}

/* The register is there for who is privileged, in this direction. */
static void look_at(struct bench *b, const struct document_register *r,
		    unsigned bits)
{
	const struct document_user *row = row_of(b, r->name);
	uint64_t before, after;
	bool readable = get(b, &r->reg, true, &before) == PMU_DONE;
	bool done;

	done = get(b, &r->reg, false, &after) == PMU_DONE;
	if (readable)
		compare(b, r->name, "read", bits, done, may(row->read, bits));
	done = pmu_write(b->p, &r->reg, false, ~before & 0xFFFFFFFF) ==
	       PMU_DONE;
	compare(b, r->name, "write", bits, done,
		may(row->write, bits) &&
			(pmu_write(b->p, &r->reg, true, before) == PMU_DONE));
	if (!done && readable) {
		assert_int_equal(get(b, &r->reg, true, &after), PMU_DONE);
		assert_int_equal(after, before);
	}
}

static void look_at_monitor(const char *monitor, const struct pmu_ops *ops)
{
	static struct bench b;
	unsigned there = 0;

	begin(&b, monitor, ops);
	for (unsigned bits = 0; bits < SWITCHES; bits++) {
		for (unsigned i = 0; i < b.d.registers; i++) {
			uint64_t value;

			let_in(&b, switch_of(&b) ? bits : 0);
			if (get(&b, &b.d.reg[i].reg, true, &value) ==
				    PMU_NONE &&
			    pmu_write(b.p, &b.d.reg[i].reg, true, 0) ==
				    PMU_NONE)
				continue; /* the core's, not the monitor's */
			let_in(&b, switch_of(&b) ? bits : 0);
			look_at(&b, &b.d.reg[i], bits);
			there++;
		}
	}
	assert_true(there > 0);
	pmu_free(b.p);
}

TEST(user_mode_may_what_the_documents_say)
{
	unsigned boards;
	const struct board_info *board = board_list(&boards);

	for (unsigned i = 0; i < boards; i++) {
		struct error err = { "" };
		const struct board_spec *spec =
			board_spec_find(board[i].name, &err);

		assert_non_null(spec);
		for (unsigned k = 0;
		     k < TARGET_MONITORS && spec->info.monitor[k]; k++)
			if (!spec->monitor[k].elsewhere)
				look_at_monitor(spec->info.monitor[k],
						board_pmu(spec, k));
	}
}
