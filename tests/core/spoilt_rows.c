/* SPDX-License-Identifier: MIT */
/* Monitors with one row of the catalogue wrong each: an ARM1136's. */
#include <string.h>

#include "catalog/errata.h"
#include "catalog/questions.h"
#include "core/spoilt.h"

static struct catalog_monitor row;
static struct tally_monitor monitor;
static struct tally_counter counter[32];

static void counter_narrow(void)
{
	memcpy(counter, monitor.counter, monitor.counters * sizeof counter[0]);
	counter[monitor.counters - 1].bits = 31;
	monitor.counter = counter;
}

static struct catalog_event event[256];
static struct catalog_field field[256];
static struct catalog_note note[64];
static struct catalog_rule rule[64];

static void events_alike(void)
{
	memcpy(event, row.event, row.events * sizeof event[0]);
	event[2].code = event[1].code;
	row.event = event;
}

/* The titles of kinds of events, the one for the other. */
static void titles_swapped(void)
{
	memcpy(event, row.event, row.events * sizeof event[0]);
	for (unsigned i = 0; i < row.events; i++)
		event[i].title = event[i].kind == EVENT_DURATION
					 ? "load that misses"
					 : "cycle in which nothing is done";
	row.event = event;
}

static void occurrence_of_cycles(void)
{
	memcpy(event, row.event, row.events * sizeof event[0]);
	event[1].title = "cycle in which nothing is done";
	row.event = event;
}

static void fields_overlap(void)
{
	memcpy(field, row.field, row.fields * sizeof field[0]);
	field[1].field = field[0].field;
	row.field = field;
}

static void field_beyond(void)
{
	memcpy(field, row.field, row.fields * sizeof field[0]);
	field[1].field = (struct tally_field){ 30, 8 };
	row.field = field;
}

static void note_of_nobody(void)
{
	memcpy(note, row.note, row.notes * sizeof note[0]);
	note[row.notes] = (struct catalog_note){ .id = "of_nobody",
						 .text = "it is so",
						 .source = "made up" };
	note[row.notes].about = "";
	row.note = note;
	row.notes++;
}

static void no_rule_of_start(void)
{
	memcpy(rule, row.rule, row.rules * sizeof rule[0]);
	for (unsigned i = 0; i < row.rules; i++)
		if (rule[i].kind == RULE_START)
			rule[i].kind = RULE_STOP;
	row.rule = rule;
}

static struct catalog_register reg[32];

static void register_wide(void)
{
	memcpy(reg, row.reg, row.regs * sizeof reg[0]);
	reg[1].reg.bits = 64;
	row.reg = reg;
}

static void register_nowhere(void)
{
	memcpy(reg, row.reg, row.regs * sizeof reg[0]);
	reg[1].reg.space = 99;
	row.reg = reg;
}

static void no_way(void)
{
	row.native = "";
}

static struct catalog_metric metric[128];

static void direct(const char *part, enum direction direction)
{
	memcpy(metric, row.metric, row.metrics * sizeof metric[0]);
	for (unsigned i = 0; i < row.metrics; i++)
		if (strstr(metric[i].name, part))
			metric[i].direction = (uint8_t)direction;
	row.metric = metric;
}

static void misses_good(void)
{
	direct("miss", DIRECTION_HIGHER);
}

static void hits_bad(void)
{
	direct("hit", DIRECTION_LOWER);
}

static void metric_named_anew(void)
{
	memcpy(metric, row.metric, row.metrics * sizeof metric[0]);
	metric[0].name = "named_anew";
	row.metric = metric;
}

static struct catalog_metric *the_cpi(void)
{
	memcpy(metric, row.metric, row.metrics * sizeof metric[0]);
	row.metric = metric;
	for (unsigned i = 0; i < row.metrics; i++)
		if (strcmp(metric[i].name, "cpi") == 0)
			return &metric[i];
	return metric;
}

static void speeds_differ(void)
{
	the_cpi()->low = 0.01;
}

static void bounds_narrow(void)
{
	memcpy(metric, row.metric, row.metrics * sizeof metric[0]);
	for (unsigned i = 0; i < row.metrics; i++)
		if (strcmp(metric[i].unit, "%") == 0)
			metric[i].high = 0.5;
	row.metric = metric;
}

static struct catalog_group group[64];
static struct catalog_refusal refusal[64];
static struct catalog_question question[128];

static void group_of_nothing(void)
{
	memcpy(group, row.group, row.groups * sizeof group[0]);
	group[0].metrics = "nothing_such";
	row.group = group;
}

static void all_refused(void)
{
	memcpy(refusal, row.refusal, row.refusals * sizeof refusal[0]);
	refusal[0].name = "*";
	row.refusal = refusal;
}

static void question_twice(void)
{
	memcpy(question, row.question, row.questions * sizeof question[0]);
	question[1].id = question[0].id;
	row.question = question;
}

static void question_of_nothing(void)
{
	memcpy(question, row.question, row.questions * sizeof question[0]);
	question[0].metric = "nothing_such";
	row.question = question;
}

static void formula_cut(void)
{
	memcpy(metric, row.metric, row.metrics * sizeof metric[0]);
	metric[0].formula = "1 +";
	row.metric = metric;
}

static void event_of_a_metric(void)
{
	memcpy(metric, row.metric, row.metrics * sizeof metric[0]);
	metric[0].name = "icache_miss";
	row.metric = metric;
}

static void note_nowhere(void)
{
	memcpy(metric, row.metric, row.metrics * sizeof metric[0]);
	metric[0].notes = "nowhere_said";
	row.metric = metric;
}

static void no_mode(void)
{
	row.reaches = 0;
}

static void cpi_in_barrels(void)
{
	the_cpi()->unit = "barrels";
}

static void cpi_scaled(void)
{
	the_cpi()->scale = 159;
}

static void no_aliases(void)
{
	memcpy(event, row.event, row.events * sizeof event[0]);
	for (unsigned i = 0; i < row.events; i++)
		event[i].aliases = "";
	row.event = event;
}

static void source_of_another(void)
{
	row.sources = "ARM-software/data, pmu/arm1137.json";
}

static void title_of_another(void)
{
	row.sources = "ARM-software/data, pmu/arm1136.json";
	row.title = "ARM1137 performance monitor";
}

static struct catalog_erratum erratum[2];

/* An erratum in which nothing is wrong, of a monitor that has no other. */
static struct catalog_erratum *an_erratum(void)
{
	for (unsigned i = 0; i < 2; i++)
		erratum[i] = (struct catalog_erratum){
			.id = i ? "another" : "made_up",
			.number = "",
			.has = { 1, 2 },
			.may = { 0, 3 },
			.effect = ERRATUM_HIGH,
			.machine = "",
			.about = "icache_miss",
			.text = "it counts more",
			.cure = "",
			.beside = "",
			.source = "made up",
		};
	row.erratum = erratum;
	row.errata = 1;
	return erratum;
}

static void erratum_untidy(void)
{
	an_erratum()->id = "Made up";
}

static void erratum_without_effect(void)
{
	an_erratum()->effect = ERRATUM_EFFECTS;
}

static void erratum_of_two_lines(void)
{
	an_erratum()->text = "it counts\nmore";
}

static void cure_of_two_lines(void)
{
	an_erratum()->cure = "count\nless";
}

static void erratum_of_nobody(void)
{
	an_erratum()->about = "nothing_such";
}

static void erratum_about_nothing(void)
{
	an_erratum()->about = "";
}

static void erratum_of_a_register(void)
{
	an_erratum()->about = "PMNC";
}

static void beside_itself(void)
{
	an_erratum()->beside = "icache_miss";
}

static void takes_nothing_off(void)
{
	an_erratum()->takes_off = true;
}

static void no_revision_may(void)
{
	an_erratum()->may = (struct revisions){ 3, 0 };
}

static void revision_that_may_not(void)
{
	an_erratum()->has.last = 4;
}

static void erratum_twice(void)
{
	an_erratum()[1].id = "made_up";
	row.errata = 2;
}

static void erratum_and_note(void)
{
	an_erratum()->id = row.note[0].id;
}

static const struct {
	const char *name;
	void (*spoil)(void);
} spoilings[] = {
	{ "cpi in barrels", cpi_in_barrels },
	{ "cpi scaled", cpi_scaled },
	{ "no aliases", no_aliases },
	{ "source of another", source_of_another },
	{ "title of another", title_of_another },
	{ "erratum untidy", erratum_untidy },
	{ "erratum without effect", erratum_without_effect },
	{ "erratum of two lines", erratum_of_two_lines },
	{ "cure of two lines", cure_of_two_lines },
	{ "erratum of nobody", erratum_of_nobody },
	{ "erratum about nothing", erratum_about_nothing },
	{ "erratum of a register", erratum_of_a_register },
	{ "beside itself", beside_itself },
	{ "takes nothing off", takes_nothing_off },
	{ "no revision may", no_revision_may },
	{ "revision that may not", revision_that_may_not },
	{ "erratum twice", erratum_twice },
	{ "erratum and note", erratum_and_note },
	{ "counter narrow", counter_narrow },
	{ "events alike", events_alike },
	{ "titles swapped", titles_swapped },
	{ "occurrence of cycles", occurrence_of_cycles },
	{ "fields overlap", fields_overlap },
	{ "field beyond", field_beyond },
	{ "note of nobody", note_of_nobody },
	{ "no rule of start", no_rule_of_start },
	{ "no mode", no_mode },
	{ "group of nothing", group_of_nothing },
	{ "all refused", all_refused },
	{ "question twice", question_twice },
	{ "question of nothing", question_of_nothing },
	{ "formula cut", formula_cut },
	{ "event of a metric", event_of_a_metric },
	{ "note nowhere", note_nowhere },
	{ "misses good", misses_good },
	{ "hits bad", hits_bad },
	{ "metric named anew", metric_named_anew },
	{ "speeds differ", speeds_differ },
	{ "bounds narrow", bounds_narrow },
	{ "register wide", register_wide },
	{ "register nowhere", register_nowhere },
	{ "no way", no_way },
};

const struct catalog_monitor *spoilt_rows(const char *name)
{
	struct error ignored;

	for (unsigned i = 0; i < sizeof spoilings / sizeof spoilings[0]; i++) {
		if (strcmp(spoilings[i].name, name) != 0)
			continue;
		row = *catalog_monitor("arm1136", &ignored);
		monitor = *row.monitor;
		row.monitor = &monitor;
		spoilings[i].spoil();
		return &row;
	}
	return NULL;
}
