/* SPDX-License-Identifier: MIT */
/*
 * The catalogue's rules of use, contradictions and effects of a reset are held
 * here: they are whole, about things that exist, and as the documents have it.
 */
#include "catalog_check.h"

#include "catalog/names.h"
#include "catalog/reach.h"
#include "core/hpm.h"
#include "test.h"
#include "tidy.h"

/* An event or a register, by its own name or a glob of it, of any monitor. */
static bool known_anywhere(const char *name)
{
	unsigned i, k, count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	for (i = 0; i < count; i++) {
		for (k = 0; k < all[i]->events; k++)
			if (name_match(name, all[i]->event[k].name))
				return true;
		for (k = 0; k < all[i]->regs; k++)
			if (name_match(name, all[i]->reg[k].name))
				return true;
	}
	return false;
}

static bool has_register(const struct catalog_monitor *m, const char *name)
{
	for (unsigned i = 0; i < m->regs; i++)
		if (strcmp(m->reg[i].name, name) == 0)
			return true;
	return false;
}

/*
 * A mode is one level, and what it needs are bits that the monitor has; one
 * that has to be 0 may be in a register of a higher level.
 */
static void check_reach(const struct catalog_monitor *m,
			const struct catalog_reach *r)
{
	const char *by = r->by;
	char word[ROOM], text[REACH_TEXT];

	check(strlen(catalog_reach_text(r, text)) < REACH_TEXT - 1,
	      "%s: cut: %s", m->name, text);
	check(r->level && !(r->level & (r->level - 1)), "%s: %s", m->name,
	      r->mode);
	while (catalog_word(&by, word, sizeof(word))) {
		const struct catalog_field *found = NULL;
		const bool zero = *word == '!';
		const char *reg = word + zero;
		char *dot = strchr(word, '.');

		check(dot, "%s %s: %s is no REGISTER.FIELD", m->name, r->mode,
		      word);
		*dot = '\0';
		if (zero && !has_register(m, reg))
			continue;
		for (unsigned i = 0; i < m->fields; i++)
			if (!strcmp(m->field[i].reg, reg) &&
			    !strcmp(m->field[i].name, dot + 1))
				found = &m->field[i];
		check(found && found->field.width == 1,
		      "%s %s: %s.%s is no bit of it", m->name, r->mode, reg,
		      dot + 1);
	}
}

/* Texts of what user code may do fit, of each register. */
static void check_user_texts(const struct catalog_monitor *m)
{
	char text[REACH_USER];

	for (unsigned i = 0; i < m->regs; i++)
		check(strlen(catalog_reach_user(m, m->reg[i].name, text)) <
			      REACH_USER - 1,
		      "%s %s: cut: %s", m->name, m->reg[i].name, text);
}

/* Of user mode there is a row, or a text says that nobody knows. */
static bool user_is_told(const struct catalog_monitor *m)
{
	for (unsigned i = 0; i < m->reaches; i++)
		if (m->reach[i].level == TALLY_EL0)
			return true;
	for (unsigned i = 0; i < m->rules; i++)
		if (m->rule[i].kind == RULE_ACCESS &&
		    strstr(m->rule[i].text, "not established"))
			return true;
	return false;
}

/* Nothing contradicts one source that alone tells of the events. */
static bool by_one_source(const struct catalog_monitor *m)
{
	for (unsigned i = 0; i < m->events; i++)
		if (m->event[i].evidence > EVIDENCE_TRANSCRIBED &&
		    strcmp(m->event[i].name, "cycles") != 0)
			return false;
	return true;
}

/* Rules say who uses a monitor, and what starts, stops, clears or wraps it. */
static void check_rules(const struct catalog_monitor *m)
{
	unsigned i, kinds[RULE_KINDS] = { 0 };

	for (i = 0; i < m->rules; i++) {
		const struct catalog_rule *r = &m->rule[i];
		const char *about = r->about;
		char word[ROOM];

		check(r->kind < RULE_KINDS, "%s %u", m->name, i);
		kinds[r->kind]++;
		check(one_line(r->text) && one_line(r->source), "%s: %s",
		      m->name, r->text);
		while (catalog_word(&about, word, sizeof(word)))
			check(known_anywhere(word), "%s: %s", m->name, word);
	}
	for (i = 0; i < m->reaches; i++)
		check_reach(m, &m->reach[i]);
	check_user_texts(m);
	check(user_is_told(m),
	      "%s: no row REACH says what user mode may do, and no RULE of "
	      "kind "
	      "ACCESS that it is not established",
	      m->name);
	kinds[RULE_ACCESS] += m->reaches;
	for (i = 0; i < RULE_KINDS; i++)
		check(kinds[i] || i == RULE_SILENT ||
			      (i == RULE_CONTRADICTION && by_one_source(m)),
		      "%s says nothing of %s", m->name,
		      rule_kind_text((enum rule_kind)i));
}

/* Its name, of the one write that starts; NULL: nothing starts it. */
static const char *start_of(const struct catalog_monitor *m)
{
	const struct tally_setup none = { 0 };
	struct tally_script script;
	struct tally_step step;

	tally_script_init(&script, &step, 1);
	assert_int_equal(tally_encode(m->monitor, &none, TALLY_START, &script),
			 TALLY_OK);
	if (tally_reg_none(step.reg))
		return NULL;
	for (unsigned i = 0; i < m->regs; i++)
		if (tally_reg_same(m->reg[i].reg, step.reg))
			return m->reg[i].name;
	fail_msg("%s starts by no register of the catalogue", m->name);
	return "";
}

static bool is_about(const struct catalog_rule *r, const char *name)
{
	const char *about = r->about;
	char word[ROOM];

	while (catalog_word(&about, word, sizeof(word)))
		if (strcmp(word, name) == 0)
			return true;
	return false;
}

/* A rule on starting, and one on stopping, is of the driver's register. */
static void check_start(const struct catalog_monitor *m)
{
	static const enum rule_kind kinds[] = { RULE_START, RULE_STOP };
	const char *start = start_of(m);

	for (unsigned k = 0; start && k < 2; k++) {
		bool found = false;

		for (unsigned i = 0; i < m->rules && !found; i++)
			found = m->rule[i].kind == kinds[k] &&
				is_about(&m->rule[i], start);
		check(found, "%s is started by %s, and no rule of %s says so",
		      m->name, start, rule_kind_text(kinds[k]));
	}
}

TEST(rules_name_the_register)
{
	each_monitor(check_start);
}

TEST(rules_are_whole)
{
	each_monitor(check_rules);
}

static const struct catalog_field *field(const struct catalog_monitor *m,
					 const char *reg, const char *name)
{
	unsigned i;

	for (i = 0; i < m->fields; i++)
		if (!strcmp(m->field[i].reg, reg) &&
		    !strcmp(m->field[i].name, name))
			return &m->field[i];
	return NULL;
}

static void check_resets(const struct catalog_monitor *m)
{
	unsigned i, k;

	for (i = 0; i < m->resets; i++) {
		const struct catalog_reset *r = &m->reset[i];

		check(field(m, r->reg, r->field), "%s %s.%s", m->name, r->reg,
		      r->field);
		check(one_line(r->value) && one_line(r->source), "%s %s.%s",
		      m->name, r->reg, r->field);
		for (k = 0; k < i; k++)
			check(strcmp(m->reset[k].reg, r->reg) != 0 ||
				      strcmp(m->reset[k].field, r->field) != 0,
			      "%s %s.%s comes twice", m->name, r->reg,
			      r->field);
	}
}

TEST(resets_are_of_fields)
{
	each_monitor(check_resets);
}

/* NULL: no document says. */
static const char *reset_value(const char *core, const char *reg,
			       const char *name)
{
	const struct catalog_monitor *m = monitor(core);
	const struct catalog_field *f = field(m, reg, name);
	const struct catalog_reset *r;

	check(f, "%s %s.%s", core, reg, name);
	r = catalog_reset(m, f);
	return r ? r->value : NULL;
}

TEST(resets_are_the_documents)
{
	/* [DDI0211K 3.3.40]: unpredictable; [DDI0301H 3.2.52]: 0. */
	assert_string_equal(reset_value("arm1136", "CCNT", "count"),
			    "unpredictable");
	assert_string_equal(reset_value("arm1176", "CCNT", "count"), "0");
	assert_null(reset_value("arm1156", "CCNT", "count"));
	/* [DAI0195B table 1] has the flags, and nothing of the events. */
	assert_string_equal(reset_value("arm1156", "PMNC", "OCC"), "0");
	assert_null(reset_value("arm1176", "PMNC", "EvtCount0"));
	/* [80200 table 12-3]: E and inten are 0, the rest is unpredictable. */
	assert_string_equal(reset_value("pxa250", "PMNC", "E"), "0");
	assert_string_equal(reset_value("pxa250", "PMNC", "flag_ccnt"),
			    "unpredictable");
	assert_string_equal(reset_value("pxa250", "PMNC", "evtCount0"),
			    "unpredictable");
	/* [CORE 8]: FLAG and INTEN are 0. */
	assert_string_equal(reset_value("xscale2", "FLAG", "C"), "0");
}

TEST(sources_are_counted)
{
	assert_int_equal(evidence_of_source(""), EVIDENCE_NOT_ESTABLISHED);
	assert_int_equal(evidence_of_source("DAI0195B table 2, 3"),
			 EVIDENCE_TRANSCRIBED);
	assert_int_equal(evidence_of_source("DAI0195B 2; DAI0195B 3"),
			 EVIDENCE_TRANSCRIBED);
	assert_int_equal(evidence_of_source("80200 table 12-3; slides"),
			 EVIDENCE_AGREED);
}

TEST(words_are_found)
{
	assert_true(catalog_has_word("PMNC CCNT", "CCNT"));
	assert_false(catalog_has_word("PMNC CCNT", "CCN"));
	assert_false(catalog_has_word("", "CCNT"));
}

static bool takes_threshold(const struct catalog_monitor *m,
			    const struct catalog_event *e)
{
	static const struct tally_refine one = { .threshold = 1 };

	for (unsigned i = 0; i < m->monitor->counters; i++) {
		const struct tally_slot slot = { .counter = (uint8_t)i,
						 .event = e->code,
						 .refine = &one };
		const struct tally_setup setup = { &slot, 1, 0 };

		if (catalog_counts(m, e, i) &&
		    !tally_setup_check(m->monitor, &setup, NULL))
			return true;
	}
	return false;
}

/*
 * The events that are told their threshold are those that the driver lets have
 * one; on a device, which lets all, those that documents say are compared.
 */
TEST(thresholds_are_the_drivers)
{
	unsigned count, compared = 0;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	for (unsigned k = 0; k < count; k++) {
		const struct catalog_monitor *m = all[k];
		const char *list = m->thresholds ? m->thresholds : "";
		bool any = !strncmp(m->name, "mpc", 3);
		struct error err;
		char word[ROOM];

		while (catalog_word(&list, word, sizeof(word)))
			check(catalog_event(m, word, &err), "%s: %s", m->name,
			      err.text);
		for (unsigned i = 0; i < m->events; i++) {
			const struct catalog_event *e = &m->event[i];
			bool listed = m->thresholds &&
				      catalog_has_word(m->thresholds, e->name);
			bool takes = takes_threshold(m, e);

			check(takes || !listed, "%s %s takes none", m->name,
			      e->name);
			check(listed || !takes || any,
			      "%s %s: its driver takes a threshold: list it in "
			      "CORE_THRESHOLDS, or have check() refuse one",
			      m->name, e->name);
			compared += listed;
		}
	}
	assert_true(compared > 0);
}

/* Each mode of a core is a row, with what it may do and by what. */
TEST(modes_are_rows)
{
	static const char *const said[] = {
		"M mode may read and write it",
		"U mode may read it where INHIBIT.CY and INHIBIT.IR are 1",
		"U mode may not reach it",
	};
	const struct catalog_reach one = { TALLY_VS, REACH_READ, "VS mode",
					   "*",      "H.CY",     "" };
	const struct catalog_reach without = { TALLY_VS, REACH_READ,  "VS mode",
					       "*",      "!H.T !G.T", "" };
	const struct catalog_reach both = { TALLY_VS, REACH_READ,  "VS mode",
					    "*",      "H.CY !G.T", "" };
	char text[REACH_TEXT];

	assert_int_equal(catalog_hpm.reaches, 3);
	for (unsigned i = 0; i < 3; i++) {
		check_reach(&catalog_hpm, &catalog_hpm.reach[i]);
		assert_string_equal(
			catalog_reach_text(&catalog_hpm.reach[i], text),
			said[i]);
	}
	assert_string_equal(catalog_reach_text(&one, text),
			    "VS mode may read it where H.CY is 1");
	assert_string_equal(catalog_reach_text(&without, text),
			    "VS mode may read it where H.T and G.T are 0");
	assert_string_equal(
		catalog_reach_text(&both, text),
		"VS mode may read it where H.CY is 1, and G.T is 0");
}

/* Each register tells what user code may do, or that nobody says. */
TEST(user_code_is_told_of_each_register)
{
	static const struct {
		const char *monitor, *reg, *says;
	} of[] = {
		{ "arm1136", "CCNT", "nothing" },
		{ "arm1156", "CCNT", "not established" },
		{ "arm1176", "CCNT", "read and write where ACCVAL.V is 1" },
		{ "arm1176", "ACCVAL", "nothing" },
		{ "xscale2", "PMN3", "nothing" },
		{ "cortex-a8", "PMCCNTR",
		  "read and write where PMUSERENR.EN "
		  "is 1" },
		{ "cortex-a8", "PMUSERENR", "read" },
		{ "cortex-a8", "PMINTENSET", "nothing" },
		{ "pmuv3a32/cortex-a32", "PMCCNTR",
		  "read and write where PMUSERENR.EN is 1; read where "
		  "PMUSERENR.CR is 1" },
		{ "pmuv3/cortex-a53", "PMSWINC_EL0",
		  "read and write where PMUSERENR_EL0.EN is 1, and "
		  "PMUSERENR_EL0.UEN is 0; read and write where "
		  "PMUSERENR_EL0.SW is 1" },
		{ "pmuv3/cortex-a53", "PMINTENSET_EL1", "nothing" },
		{ "e500v2", "UPMC0", "read" },
		{ "e500v2", "PMC0", "nothing" },
		{ "mpc8548", "PMC0", "read and write" },
		{ "l2c310", "EVR0", "not established" },
		{ "dwt", "CYCCNT", "nothing" },
	};

	for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct error ignored;
		char text[REACH_USER];

		assert_string_equal(
			catalog_reach_user(
				catalog_monitor(of[i].monitor, &ignored),
				of[i].reg, text),
			of[i].says);
	}
}
