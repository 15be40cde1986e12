/* SPDX-License-Identifier: MIT */
/*
 * The simulated monitors against tests/documents: they have the documents'
 * codes and no others.  Every monitor of every board; and each board's own
 * facts.
 */
#include <stdio.h>
#include <string.h>

#include "boards/src/boards/boards.h"
#include "boards/src/machine/spec.h"
#include "boards/src/pmu/pmu.h"
#include "boards/src/pq3/pq3.h"
#include "documents.h"
#include "models.h"
#include "test.h"

/* A simulated monitor's row of one code. */
struct row {
	long code;
	const char *name;
};

struct rows {
	unsigned count;
	struct row row[512];
};

static void add(struct rows *r, long code, const char *name)
{
	assert_true(r->count < sizeof(r->row) / sizeof(r->row[0]));
	r->row[r->count++] = (struct row){ code, name };
}

static void of_pmu(struct rows *r, const struct pmu_ops *ops)
{
	unsigned count;
	const struct pmu_event *e = pmu_events(ops, &count);

	for (unsigned i = 0; i < count; i++)
		add(r, e[i].code, e[i].name);
}

/* Of a device monitor: which part it is, its name says. */
static void of_part(struct rows *r, const char *monitor)
{
	enum pq3_part part =
		strcmp(monitor, "mpc8540") == 0 ? PQ3_MPC8540 : PQ3_MPC8548;
	unsigned count;
	const struct pq3_event *e = pq3_events(part, &count);

	for (unsigned i = 0; i < count; i++)
		add(r, e[i].code, e[i].name);
}

static const char *name_of(const struct rows *r, long code)
{
	for (unsigned i = 0; i < r->count; i++)
		if (r->row[i].code == code)
			return r->row[i].name;
	return NULL;
}

/* As the device monitors' rows have it: the counter in the upper byte. */
static long code_of(const struct document_event *e, bool device)
{
	if (e->code < 0)
		return -1;
	return device && e->counters ? e->code + e->counter * 256L : e->code;
}

static void compare(const char *monitor, const struct rows *r, bool device)
{
	static struct document d;
	bool bad = false;

	document_read(monitor, &d);
	for (unsigned i = 0; i < d.events; i++) {
		long code = code_of(&d.event[i], device);
		const char *name = name_of(r, code);

		if (code < 0 || !d.event[i].name[0])
			continue;
		if (!name)
			print_error("the simulated %s lacks 0x%lx %s\n",
				    monitor, code, d.event[i].name);
		else if (device && strcmp(name, d.event[i].name) != 0)
			print_error("the simulated %s has %s for 0x%lx %s\n",
				    monitor, name, code, d.event[i].name);
		else
			continue;
		bad = true;
	}
	for (unsigned i = 0; i < r->count; i++) {
		unsigned k = 0;

		while (k < d.events &&
		       code_of(&d.event[k], device) != r->row[i].code)
			k++;
		if (k < d.events)
			continue;
		print_error("no document of %s has 0x%lx %s\n", monitor,
			    r->row[i].code, r->row[i].name);
		bad = true;
	}
	assert_false(bad);
}

/* An item of the device monitors is counted by an event of the same kind. */
TEST(items_are_their_events)
{
	static const char *const item[] = {
#define PQ3_ITEM(name, words) #name,
#define PQ3_TSEC_ITEM(name, words)                                             \
	"TSEC1_" #name, "TSEC2_" #name, "TSEC3_" #name, "TSEC4_" #name,
#include "boards/src/pq3/ledger.def"
	};

	static const char *const word[] = { "READ",  "WRITE", "HIT", "MISS",
					    "TSEC1", "TSEC2", "RX",  "TX" };
	enum { WORDS = sizeof(word) / sizeof(word[0]) };

	for (int part = PQ3_MPC8540; part <= PQ3_MPC8548; part++) {
		unsigned count;
		const struct pq3_event *e =
			pq3_events((enum pq3_part)part, &count);

		for (unsigned i = 0; i < count; i++)
			for (unsigned k = 0; k < WORDS; k++)
				if (strstr(item[e[i].item], word[k]))
					assert_non_null(
						strstr(e[i].name, word[k]));
	}
}

TEST(codes_are_the_documents)
{
	unsigned boards, seen = 0;
	const struct board_info *board = board_list(&boards);

	for (unsigned i = 0; i < boards; i++) {
		struct error err = { "" };
		const struct board_spec *spec =
			board_spec_find(board[i].name, &err);

		assert_non_null(spec);
		for (unsigned k = 0;
		     k < TARGET_MONITORS && spec->info.monitor[k]; k++) {
			struct rows r = { 0 };
			bool device = spec->monitor[k].elsewhere;

			if (device)
				of_part(&r, spec->info.monitor[k]);
			else
				of_pmu(&r, board_pmu(spec, k));
			compare(spec->info.monitor[k], &r, device);
			seen++;
		}
	}
	assert_true(seen >= boards);
}

static bool in_the_kit(const struct pmu_ops *ops)
{
	for (unsigned i = 0; i < PMU_KINDS; i++)
		if (pmu_of((enum pmu_kind)i) == ops)
			return true;
	return false;
}

/* The kit's tests of all monitors leave out none that a board has. */
TEST(the_kit_has_every_monitor)
{
	unsigned count, seen = 0;
	const struct board_info *info = board_list(&count);

	for (unsigned i = 0; i < count; i++) {
		struct error err;
		const struct board_spec *spec =
			board_spec_find(info[i].name, &err);

		for (unsigned k = 0; k < TARGET_MONITORS; k++) {
			const struct pmu_ops *ops;

			if (!spec->info.monitor[k])
				break;
			ops = board_pmu(spec, k);
			if (ops && !in_the_kit(ops))
				fail_msg(
					"%s: a monitor in a file of its own is "
					"boards/src/pmu/WORD.c, after its word "
					"in src/monitors/meson.build; one that "
					"shares a file has a row in "
					"tests/kit/models.h",
					spec->info.monitor[k]);
			seen += ops != NULL;
		}
	}
	assert_true(seen > count / 2);
}

static bool has_its_ram(const struct board_spec *spec)
{
	for (unsigned i = 0; i < spec->places; i++)
		if (spec->place[i].kind == PLACE_RAM &&
		    spec->place[i].base == spec->ram_base &&
		    spec->place[i].size == spec->ram_size)
			return true;
	return false;
}

/* Of what a board says twice, both are the same. */
TEST(boards_agree_with_themselves)
{
	unsigned count;
	const struct board_info *info = board_list(&count);

	for (unsigned i = 0; i < count; i++) {
		struct error err;
		const struct board_spec *spec =
			board_spec_find(info[i].name, &err);
		const char *l2 = spec->info.monitor[spec->l2_monitor];

		if (!has_its_ram(spec))
			fail_msg("%s: its RAM is no place of its map",
				 info[i].name);
		if (spec->l2 && spec->l2_monitor &&
		    (!l2 || strncmp(l2, "l2", 2) != 0))
			fail_msg("%s: its second level's monitor is none",
				 info[i].name);
		for (unsigned k = 0;
		     k < TARGET_MONITORS && spec->info.monitor[k]; k++)
			if (spec->l2 && k != spec->l2_monitor &&
			    strncmp(spec->info.monitor[k], "l2", 2) == 0)
				fail_msg("%s: l2_monitor is not %s's number",
					 info[i].name, spec->info.monitor[k]);
	}
}
