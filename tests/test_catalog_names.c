/* SPDX-License-Identifier: MIT */
/*
 * The catalogue against the documents, whose tables are entered here a second
 * time, by hand; and from names, as people type them, to rows or refusals.
 */
#include "catalog_check.h"

#include <stdio.h>

#include <tally/monitors/arm11.h>
#include <tally/monitors/xscale.h>

#include "catalog/names.h"

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
			continue;
		}
		check(e, "%s has no 0x%02x", name, code[i].code);
		assert_string_equal(e->name, code[i].name);
		check(e->kind == code[i].kind, "%s %s", name, e->name);
		events++;
	}
	assert_int_equal(m->events, events);
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

/* Names that mean the same wherever they can be measured. */
static void portable_names_are_there(void **state)
{
	static const char *const both[] = {
		"cpi",
		"ipc",
		"icache_mpki",
		"icache_miss_rate",
		"dcache_miss_rate",
		"dcache_hit_ratio",
		"branch_miss_ratio",
		"branch_mpki",
		"itlb_mpki",
		"itlb_miss_rate",
		"dtlb_miss_rate",
		"fetch_stall_share",
		"data_stall_share",
	};
	const struct catalog_metric *a, *b;
	struct error err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(both) / sizeof(both[0]); i++) {
		a = catalog_metric(monitor("arm1176"), both[i], &err);
		b = catalog_metric(monitor("pxa250"), both[i], &err);
		check(a && b, "%s", both[i]);
		assert_string_equal(a->unit, b->unit);
		check(!(a->scale < b->scale) && !(a->scale > b->scale), "%s",
		      both[i]);
		assert_int_equal(a->direction, b->direction);
	}
}

static void expect_event(const char *m, const char *typed, const char *name)
{
	struct error err = { "" };
	const struct catalog_event *e = catalog_event(monitor(m), typed, &err);

	check(e, "%s %s: %s", m, typed, err.text);
	assert_string_equal(e->name, name);
}

static void events_are_found(void **state)
{
	(void)state;
	expect_event("arm1176", "CYCLES", "cycles");
	expect_event("arm1176", "instructions", "instr_exec");
	expect_event("pxa250", "instructions", "instruction");
	expect_event("arm1176", "Instr_Exec", "instr_exec");
	expect_event("arm1176", "r07", "instr_exec");
	expect_event("arm1176", "0x7", "instr_exec");
	expect_event("arm1176", "0X0b", "dcache_miss");
	expect_event("arm1176", "rFF", "cpu_cycles");
	expect_event("arm1176", "linux:ARMV6_PERFCTR_DCACHE_HIT",
		     "dcache_access_cacheable");
	expect_event("arm1176", "ARMV6_PERFCTR_DCACHE_HIT",
		     "dcache_access_cacheable");
	expect_event("arm1176", "PAPI_TOT_CYC", "cycles");
	expect_event("arm1176", "branch-misses", "br_mispredict");
	expect_event("pxa250", "cpu_cycles", "cycles");
	/* One word, two events: the catalogue's own name is the stronger. */
	expect_event("arm1176", "DCACHE_ACCESS", "dcache_access");
	expect_event("arm1176", "oprofile:DCACHE_ACCESS",
		     "dcache_access_cacheable");
	expect_event("pxa250", "freebsd:IC_MISS", "icache_no_deliver");
}

static void expect_no_event(const char *m, const char *typed, const char *why)
{
	struct error err = { "" };

	check(!catalog_event(monitor(m), typed, &err), "%s", typed);
	check(strstr(err.text, why), "%s: \"%s\" lacks \"%s\"", typed, err.text,
	      why);
}

static void events_are_refused(void **state)
{
	(void)state;
	expect_no_event("arm1176", "instr_exce", "did you mean instr_exec?");
	expect_no_event("arm1176", "branch-mises",
			"did you mean br_mispredict?");
	expect_no_event("arm1176", "zzz", "`tally list events -m arm1176`");
	expect_no_event("arm1176", "", "has no event");
	expect_no_event("arm1176", "cpi", "is a metric");
	expect_no_event("arm1176", "r13", "unpredictable");
	expect_no_event("arm1176", "r08", "unpredictable");
	expect_no_event("arm1176", "rFFFE", "unpredictable");
	expect_no_event("arm1176", "r00007", "has no event r00007");
	expect_no_event("arm1176", "0x10007", "has no event 0x10007");
	expect_no_event("arm1176", "r", "has no event r;");
	expect_no_event("arm1176", "itcm_error", "ARM1156 only");
	expect_no_event("pxa250", "bcu_request", "80200");
	expect_no_event("pxa250", "rmw", "80200 only");
	expect_no_event("pxa250", "0xFE", "Linux and OProfile only");
	expect_no_event("pxa250", "rfe", "is no code of the hardware");
}

static void expect_no_metric(const char *m, const char *typed, const char *why)
{
	struct error err = { "" };

	check(!catalog_metric(monitor(m), typed, &err), "%s", typed);
	check(strstr(err.text, why), "%s: \"%s\" lacks \"%s\"", typed, err.text,
	      why);
}

static void metrics_are_refused(void **state)
{
	struct error err = { "" };

	(void)state;
	expect_no_metric("arm1176", "icache_hit_ratio", "no event counts");
	expect_no_metric("pxa250", "icache_hit_ratio", "no event counts");
	expect_no_metric("arm1176", "l2_hit_ratio", "level 2");
	expect_no_metric("pxa250", "l2_core_miss_rate", "level 2");
	expect_no_metric("pxa250", "lsu_full_share", "buffer_full_share");
	expect_no_metric("arm1176", "buffer_full_mean", "lsu_full_share");
	expect_no_metric("arm1176", "cip", "did you mean cpi?");
	expect_no_metric("arm1176", "overview", "is a group");
	expect_no_metric("arm1176", "instr_exec", "is an event");
	assert_null(catalog_group(monitor("pxa250"), "cpi", &err));
	check(strstr(err.text, "is a metric"), "%s", err.text);
	assert_null(catalog_group(monitor("pxa250"), "branchs", &err));
	check(strstr(err.text, "did you mean branches?"), "%s", err.text);
	assert_null(catalog_monitor("arm1167", &err));
	check(strstr(err.text, "did you mean arm1176?"), "%s", err.text);
	assert_null(catalog_register(monitor("pxa250"), "PMNX", &err));
	check(strstr(err.text, "did you mean PMN"), "%s", err.text);
}

static void lists_are_walked(void **state)
{
	const char *words = "  one two", *none = "", *aliases = "a b;cd;";
	char word[4];

	(void)state;
	assert_true(catalog_word(&words, word, sizeof(word)));
	assert_string_equal(word, "one");
	assert_true(catalog_word(&words, word, 3));
	assert_string_equal(word, "tw"); /* cut to the room */
	assert_false(catalog_word(&words, word, sizeof(word)));
	assert_false(catalog_word(&none, word, sizeof(word)));
	assert_true(catalog_alias(&aliases, word, sizeof(word)));
	assert_string_equal(word, "a b");
	assert_true(catalog_alias(&aliases, word, sizeof(word)));
	assert_string_equal(word, "cd");
	assert_false(catalog_alias(&aliases, word, sizeof(word)));
}

static void globs_match(void **state)
{
	(void)state;
	assert_true(name_match("*", ""));
	assert_true(name_match("l2_*", "L2_hit_ratio"));
	assert_true(name_match("*miss*", "icache_miss_rate"));
	assert_true(name_match("?pi", "cpi"));
	assert_true(name_match("*a*b", "aXbab"));
	assert_false(name_match("l2_*", "ll2_x"));
	assert_false(name_match("?", ""));
	assert_false(name_match("", "a"));
	assert_false(name_match("*a*b", "aXba"));
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
		cmocka_unit_test(portable_names_are_there),
		cmocka_unit_test(events_are_found),
		cmocka_unit_test(events_are_refused),
		cmocka_unit_test(metrics_are_refused),
		cmocka_unit_test(lists_are_walked),
		cmocka_unit_test(globs_match),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
