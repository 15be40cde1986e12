/* SPDX-License-Identifier: MIT */
/*
 * The catalogue against the documents, whose tables are entered here a second
 * time, by hand.
 */
#include "catalog_check.h"

#include <stdio.h>

#include <tally/monitors/arm11.h>
#include <tally/monitors/xscale.h>

/* Which cores of the table have a row. */
enum {
	C1136 = 1,
	C1156 = 2,
	C1176 = 4,
	TLB = C1136 | C1176, /* unused on the ARM1156 */
	ALL = C1136 | C1156 | C1176,
};

struct code {
	uint16_t code;
	const char *name;
	uint8_t kind;
	uint8_t cores;
};

/* [DAI0195B table 2]. */
static const struct code arm11_codes[] = {
	{ 0x00, "icache_miss", EVENT_OCCURRENCE, ALL },
	{ 0x01, "ibuf_stall", EVENT_DURATION, ALL },
	{ 0x02, "ddep_stall", EVENT_DURATION, ALL },
	{ 0x03, "itlb_miss", EVENT_OCCURRENCE, TLB },
	{ 0x04, "dtlb_miss", EVENT_OCCURRENCE, TLB },
	{ 0x05, "br_exec", EVENT_OCCURRENCE, ALL },
	{ 0x06, "br_mispredict", EVENT_OCCURRENCE, ALL },
	{ 0x07, "instr_exec", EVENT_OCCURRENCE, ALL },
	{ 0x09, "dcache_access_cacheable", EVENT_OCCURRENCE, ALL },
	{ 0x0A, "dcache_access", EVENT_OCCURRENCE, ALL },
	{ 0x0B, "dcache_miss", EVENT_OCCURRENCE, ALL },
	{ 0x0C, "dcache_wback", EVENT_OCCURRENCE, ALL },
	{ 0x0D, "sw_pc_change", EVENT_OCCURRENCE, ALL },
	{ 0x0F, "main_tlb_miss", EVENT_OCCURRENCE, TLB },
	{ 0x10, "expl_d_access", EVENT_OCCURRENCE, ALL },
	{ 0x11, "lsu_full_stall", EVENT_DURATION, ALL },
	{ 0x12, "wbuf_drained", EVENT_OCCURRENCE, ALL },
	{ 0x13, "fiq_disabled_cycles", EVENT_DURATION, C1156 },
	{ 0x14, "irq_disabled_cycles", EVENT_DURATION, C1156 },
	{ 0x20, "etmextout0", EVENT_DURATION, ALL },
	{ 0x21, "etmextout1", EVENT_DURATION, ALL },
	{ 0x22, "etmextout", EVENT_DURATION, ALL },
	{ 0x23, "proc_call_exec", EVENT_OCCURRENCE, C1176 },
	{ 0x24, "proc_ret_exec", EVENT_OCCURRENCE, C1176 },
	{ 0x25, "proc_ret_exec_pred", EVENT_OCCURRENCE, C1176 },
	{ 0x26, "proc_ret_exec_pred_incorrect", EVENT_OCCURRENCE, C1176 },
	{ 0x30, "icache_tag_parity_error", EVENT_OCCURRENCE, C1156 },
	{ 0x31, "icache_parity_error", EVENT_OCCURRENCE, C1156 },
	{ 0x32, "dcache_tag_parity_error", EVENT_OCCURRENCE, C1156 },
	{ 0x33, "dcache_parity_error", EVENT_OCCURRENCE, C1156 },
	{ 0x34, "itcm_error", EVENT_OCCURRENCE, C1156 },
	{ 0x35, "dtcm_error", EVENT_OCCURRENCE, C1156 },
	{ 0x36, "ret_stack_pop", EVENT_OCCURRENCE, C1156 },
	{ 0x37, "ret_stack_mispredict", EVENT_OCCURRENCE, C1156 },
	{ 0x38, "dcache_dirty_parity_error", EVENT_OCCURRENCE, C1156 },
	{ 0xFF, "cpu_cycles", EVENT_DURATION, ALL },
};

/*
 * [80200 table 12-4]; 0x00-0x04, 0x07-0x0C also in the slides' modes.  The
 * second generation's are the same [CORE table 8-12].
 */
static const struct code xscale_codes[] = {
	{ 0x00, "icache_miss", EVENT_OCCURRENCE, ALL },
	{ 0x01, "icache_no_deliver", EVENT_DURATION, ALL },
	{ 0x02, "data_stall", EVENT_DURATION, ALL },
	{ 0x03, "itlb_miss", EVENT_OCCURRENCE, ALL },
	{ 0x04, "dtlb_miss", EVENT_OCCURRENCE, ALL },
	{ 0x05, "branch", EVENT_OCCURRENCE, ALL },
	{ 0x06, "branch_miss", EVENT_OCCURRENCE, ALL },
	{ 0x07, "instruction", EVENT_OCCURRENCE, ALL },
	{ 0x08, "dcache_full_stall", EVENT_DURATION, ALL },
	{ 0x09, "dcache_full_stall_contig", EVENT_OCCURRENCE, ALL },
	{ 0x0A, "dcache_access", EVENT_OCCURRENCE, ALL },
	{ 0x0B, "dcache_miss", EVENT_OCCURRENCE, ALL },
	{ 0x0C, "dcache_write_back", EVENT_OCCURRENCE, ALL },
	{ 0x0D, "pc_changed", EVENT_OCCURRENCE, ALL },
	{ 0xFF, "unused", EVENT_KIND_UNKNOWN, ALL },
};

static void check_codes(const char *name, const struct code *code, size_t count,
			unsigned core)
{
	const struct catalog_monitor *m = monitor(name);
	unsigned events = 1; /* cycles */
	size_t i;

	for (i = 0; i < count; i++) {
		const struct catalog_event *e =
			catalog_event_by_code(m, code[i].code);

		if (!(code[i].cores & core)) {
			check(!e, "%s has 0x%02x", name, code[i].code);
			e = catalog_event_elsewhere(m, code[i].code);
			check(e, "%s: nobody has 0x%02x", name, code[i].code);
			assert_string_equal(e->name, code[i].name);
			check(catalog_refusal(m, e->name), "%s %s", name,
			      e->name);
			continue;
		}
		check(e, "%s has no 0x%02x", name, code[i].code);
		assert_string_equal(e->name, code[i].name);
		check(e->kind == code[i].kind, "%s %s", name, e->name);
		events++;
	}
	assert_int_equal(m->events, events);
	assert_null(catalog_event_elsewhere(m, 0x3F)); /* reserved on all */
}

static void codes_are_the_documents(void **state)
{
	const size_t arm11 = sizeof(arm11_codes) / sizeof(arm11_codes[0]);
	const size_t xscale = sizeof(xscale_codes) / sizeof(xscale_codes[0]);

	(void)state;
	check_codes("arm1136", arm11_codes, arm11, C1136);
	check_codes("arm1156", arm11_codes, arm11, C1156);
	check_codes("arm1176", arm11_codes, arm11, C1176);
	check_codes("pxa250", xscale_codes, xscale, ALL);
	check_codes("xscale2", xscale_codes, xscale, ALL);
}

/* [slides] of what lasts, the share of the time is asked for. */
static void durations_are_shares(void **state)
{
	static const char *const names[] = { "arm1136", "arm1156", "arm1176",
					     "pxa250",  "i80200",  "xscale2" };
	size_t i;
	unsigned k, n;

	(void)state;
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct catalog_monitor *m = monitor(names[i]);

		for (k = 1; k < m->events; k++) {
			char formula[ROOM];

			if (m->event[k].kind != EVENT_DURATION)
				continue;
			snprintf(formula, sizeof(formula), "%s / cycles",
				 m->event[k].name);
			for (n = 0; n < m->metrics; n++)
				if (!strcmp(m->metric[n].formula, formula))
					break;
			check(n < m->metrics, "%s lacks %s", names[i], formula);
		}
	}
}

/* Rows of the 80200 alone. */
static void constants_are_the_documents(void **state)
{
	(void)state;
	assert_int_equal(TALLY_ARM11_INSTR_EXEC, 0x07);
	assert_int_equal(TALLY_XSCALE_INSTRUCTION, 0x07);
	assert_int_equal(TALLY_XSCALE_BCU_REQUEST, 0x10);
	assert_int_equal(TALLY_XSCALE_BCU_FULL, 0x11);
	assert_int_equal(TALLY_XSCALE_BCU_DRAIN, 0x12);
	assert_int_equal(TALLY_XSCALE_BCU_ECC_NO_ELOG, 0x14);
	assert_int_equal(TALLY_XSCALE_BCU_1_BIT_ERR, 0x15);
	assert_int_equal(TALLY_XSCALE_RMW, 0x16);
}

struct bit {
	const char *field;
	uint64_t mask;
};

static void check_control(const char *name, const struct bit *bit, size_t count)
{
	const struct catalog_monitor *m = monitor(name);
	unsigned i, seen = 0;
	size_t k;

	for (i = 0; i < m->fields; i++) {
		if (strcmp(m->field[i].reg, "PMNC") != 0)
			continue;
		for (k = 0; k < count; k++)
			if (!strcmp(bit[k].field, m->field[i].name))
				break;
		check(k < count, "%s %s", name, m->field[i].name);
		check(tally_field_mask(m->field[i].field) == bit[k].mask,
		      "%s %s", name, m->field[i].name);
		seen++;
	}
	assert_int_equal(seen, count);
}

/* [DAI0195B table 1] and [80200 table 12-3]: the event fields are swapped. */
static void control_fields_are_the_documents(void **state)
{
	static const struct bit arm1176[] = {
		{ "EvtCount0", 0x0FF00000 },
		{ "EvtCount1", 0x000FF000 },
		{ "X", 0x800 },
		{ "OCC", 0x400 },
		{ "OC1", 0x200 },
		{ "OC0", 0x100 },
		{ "ECC", 0x40 },
		{ "EC1", 0x20 },
		{ "EC0", 0x10 },
		{ "D", 8 },
		{ "C", 4 },
		{ "P", 2 },
		{ "E", 1 },
	};
	static const struct bit pxa250[] = {
		{ "evtCount1", 0x0FF00000 },
		{ "evtCount0", 0x000FF000 },
		{ "flag_ccnt", 0x400 },
		{ "flag_pmn1", 0x200 },
		{ "flag_pmn0", 0x100 },
		{ "inten_ccnt", 0x40 },
		{ "inten_pmn1", 0x20 },
		{ "inten_pmn0", 0x10 },
		{ "D", 8 },
		{ "C", 4 },
		{ "P", 2 },
		{ "E", 1 },
	};

	(void)state;
	check_control("arm1176", arm1176, sizeof(arm1176) / sizeof(arm1176[0]));
	check_control("pxa250", pxa250, sizeof(pxa250) / sizeof(pxa250[0]));
}

/* The slides' seven modes: what each counts and what is made of it. */
static void slides_modes_are_groups(void **state)
{
	static const struct {
		const char *group, *metric, *formula;
	} mode[] = {
		{ "icache_efficiency", "icache_miss_rate",
		  "icache_miss / instruction" },
		{ "icache_efficiency", "cpi", "cycles / instruction" },
		{ "dcache_efficiency", "dcache_miss_rate",
		  "dcache_miss / dcache_access" },
		{ "fetch_latency", "fetch_latency_mean",
		  "icache_no_deliver / icache_miss" },
		{ "fetch_latency", "fetch_stall_share",
		  "icache_no_deliver / cycles" },
		{ "buffer_full", "buffer_full_mean",
		  "dcache_full_stall / dcache_full_stall_contig" },
		{ "buffer_full", "buffer_full_share",
		  "dcache_full_stall / cycles" },
		{ "stall_writeback", "data_stall_share",
		  "data_stall / cycles" },
		{ "stall_writeback", "writebacks", "dcache_write_back" },
		{ "itlb_efficiency", "itlb_miss_rate",
		  "itlb_miss / instruction" },
		{ "itlb_efficiency", "cpi", "cycles / instruction" },
		{ "dtlb_efficiency", "dtlb_miss_rate",
		  "dtlb_miss / dcache_access" },
	};
	const struct catalog_monitor *m = monitor(*state);
	struct error err;
	size_t i;

	for (i = 0; i < sizeof(mode) / sizeof(mode[0]); i++) {
		const struct catalog_group *g =
			catalog_group(m, mode[i].group, &err);
		const char *list;
		bool found = false;
		char name[ROOM];

		check(g, "%s", err.text);
		list = g->metrics;
		while (catalog_word(&list, name, sizeof(name)))
			found = found || !strcmp(name, mode[i].metric);
		check(found, "%s lacks %s", g->name, mode[i].metric);
		assert_string_equal(
			catalog_metric(m, mode[i].metric, &err)->formula,
			mode[i].formula);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(codes_are_the_documents),
		cmocka_unit_test(durations_are_shares),
		cmocka_unit_test(constants_are_the_documents),
		cmocka_unit_test(control_fields_are_the_documents),
		cmocka_unit_test_prestate(slides_modes_are_groups, "pxa250"),
		cmocka_unit_test_prestate(slides_modes_are_groups, "i80200"),
		cmocka_unit_test_prestate(slides_modes_are_groups, "xscale2"),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
