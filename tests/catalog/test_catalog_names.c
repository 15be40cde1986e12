/* SPDX-License-Identifier: MIT */
/*
 * The catalogue from names, as people type them, to rows or refusals.
 */
#include <ctype.h>
#include <string.h>

#include "catalog_check.h"

#include "catalog/names.h"
#include "core/hpm.h"
#include "test.h"

/* Names that mean the same wherever they can be measured. */
TEST(portable_names_are_there)
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

/* As the first monitor that has the name has it. */
static void look_at_shared_name(const struct catalog_monitor *m,
				const struct catalog_metric *x,
				const struct catalog_monitor *other)
{
	for (unsigned i = 0; i < other->metrics; i++) {
		const struct catalog_metric *o = &other->metric[i];

		if (strcmp(o->name, x->name) != 0)
			continue;
		check(strcmp(o->unit, x->unit) == 0,
		      "%s of %s is in `%s`, of %s in `%s`", x->name, m->name,
		      x->unit, other->name, o->unit);
		check(!(o->scale < x->scale) && !(o->scale > x->scale),
		      "%s of %s and of %s: scales differ", x->name, m->name,
		      other->name);
		check(o->direction == x->direction,
		      "%s of %s and of %s: directions differ", x->name, m->name,
		      other->name);
	}
}

TEST(names_mean_the_same_everywhere)
{
	unsigned count, real;
	const struct catalog_monitor *const *all = hpm_none(&count);
	const struct catalog_monitor *const *known = catalog_monitors(&real);

	for (unsigned i = 0; i < count; i++)
		for (unsigned k = 0; k < all[i]->metrics; k++)
			for (unsigned n = 0; n < (hpm_spoilt ? real : i); n++)
				look_at_shared_name(all[i], &all[i]->metric[k],
						    known[n]);
}

/* The portable alias is another event's of the monitor, or nobody's. */
static bool has_alias(const struct catalog_monitor *m, const char *alias,
		      size_t length)
{
	for (unsigned i = 0; i < m->events; i++)
		for (const char *at = m->event[i].aliases; *at;
		     at += strcspn(at, ";"), at += *at == ';')
			if (strcspn(at, ";") == length &&
			    strncmp(at, alias, length) == 0)
				return true;
	return false;
}

/* Arm's list has the name alone, and the words are the architecture's. */
static bool by_list(const struct catalog_event *e)
{
	return strcmp(e->source, "DATA") == 0;
}

/*
 * A family's events of one name and one code are told of in the same words;
 * a core's own manual has words of its own, and what an event counts may not be
 * established on one core.
 */
static void look_at_shared_event(const struct catalog_monitor *m,
				 const struct catalog_event *e,
				 const struct catalog_monitor *other,
				 const struct catalog_event *o)
{
	if (e->code != o->code || strcmp(e->name, o->name) != 0 ||
	    by_list(e) != by_list(o) ||
	    (e->evidence == EVIDENCE_NOT_ESTABLISHED) !=
		    (o->evidence == EVIDENCE_NOT_ESTABLISHED))
		return;
	check(strcmp(e->title, o->title) == 0,
	      "%s is \"%s\" on %s, \"%s\" on %s", e->name, e->title, m->name,
	      o->title, other->name);
	for (const char *at = o->aliases; *at;
	     at += strcspn(at, ";"), at += *at == ';') {
		size_t length = strcspn(at, ";");

		/* With a `_` it is a driver's own constant. */
		if (strncmp(at, "papi:", 5) == 0 ||
		    (strncmp(at, "linux:", 6) == 0 &&
		     strcspn(at, "_") > length))
			check(has_alias(m, at, length),
			      "%s: no event is %.*s, which %s is on %s",
			      m->name, (int)length, at, o->name, other->name);
	}
}

TEST(events_are_the_family_s)
{
	unsigned count, real;
	const struct catalog_monitor *const *all = hpm_none(&count);
	const struct catalog_monitor *const *known = catalog_monitors(&real);

	for (unsigned i = 0; i < count * real; i++) {
		const struct catalog_monitor *a = all[i / real];
		const struct catalog_monitor *b = known[i % real];

		if (a->monitor->ops != b->monitor->ops ||
		    strcmp(a->native, b->native) != 0)
			continue;
		for (unsigned k = 0; k < a->events; k++)
			for (unsigned n = 0; n < b->events; n++)
				look_at_shared_event(a, &a->event[k], b,
						     &b->event[n]);
	}
}

static void expect_event(const char *m, const char *typed, const char *name)
{
	struct error err = { "" };
	const struct catalog_event *e = catalog_event(monitor(m), typed, &err);

	check(e, "%s %s: %s", m, typed, err.text);
	assert_string_equal(e->name, name);
}

TEST(events_are_found)
{
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

TEST(events_are_refused)
{
	expect_no_event("arm1176", "instr_exce", "did you mean instr_exec?");
	expect_no_event("arm1176", "branch-mises",
			"did you mean br_mispredict?");
	expect_no_event("arm1176", "zzz", "`tally list events -m arm1176`");
	expect_no_event("arm1176", "", "has no event");
	expect_no_event("arm1176", "cpi", "is a metric");
	expect_no_event("arm1176", "r08", "unpredictable");
	expect_no_event("arm1176", "r13", "exists on the ARM1156 only");
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

TEST(metrics_are_refused)
{
	struct error err = { "" };

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

TEST(lists_are_walked)
{
	const char *words = "  one two", *none = "", *aliases = "a b;cd;";
	char word[4];

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

TEST(globs_match)
{
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

/* Does a title begin with a name, as Arm writes it: a blank for a hyphen? */
static bool is_called(const char *title, const char *name)
{
	for (; *name; name++, title++)
		if (tolower((unsigned char)*title) != *name &&
		    (*name != '-' || *title != ' '))
			return false;
	return *title == ' ';
}

/* A core of a list is copied from another, and its words are its own. */
TEST(listed_cores_are_called_as_they_are)
{
	unsigned count, listed = 0;
	const struct catalog_monitor *const *all = hpm_none(&count);

	for (unsigned i = 0; i < count; i++) {
		const char *data = strstr(all[i]->sources, "/data, pmu/");
		const char *slash = strchr(all[i]->name, '/');
		const char *name = slash ? slash + 1 : all[i]->name;
		size_t size = strlen(name);

		if (!data)
			continue;
		data += strlen("/data, pmu/");
		check(is_called(all[i]->title, name),
		      "%s: its title is of another: %s", all[i]->name,
		      all[i]->title);
		check(strncmp(data, name, size) == 0 &&
			      strncmp(data + size, ".json", 5) == 0,
		      "%s: its source is another's: %s", all[i]->name, data);
		listed++;
	}
	assert_true(listed > 30 || hpm_spoilt);
}
