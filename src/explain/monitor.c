/* SPDX-License-Identifier: MIT */
/* Everything that is known of a monitor and of its registers. */
#include <string.h>

#include "catalog/errata.h"
#include "explain/cells.h"
#include "explain/explain.h"
#if TALLY_BOARDS
#include "boards/src/board.h"
#endif

static void put(json_t *into, const char *key, json_t *value)
{
	json_object_set_new(into, key, value);
}

static void put_evidence(json_t *into, const char *source)
{
	enum evidence e = evidence_of_source(source);

	put(into, "evidence", json_string(evidence_text(e)));
	put(into, "evidence_means", json_string(evidence_words(e)));
}

/* ---- registers ---------------------------------------------------------- */

/* A register that only acts when it is written has no value after reset. */
static const char *reset_of(const struct catalog_monitor *m,
			    const struct catalog_field *f)
{
	const struct catalog_reset *reset = catalog_reset(m, f);

	if (reset)
		return reset->value;
	return f->access == ACCESS_W1 ? "unpredictable" : "not established";
}

static json_t *field_row(const struct catalog_monitor *m,
			 const struct catalog_field *f)
{
	const struct catalog_reset *reset = catalog_reset(m, f);

	return json_pack("{s:o, s:s, s:s, s:s, s:s, s:s, s:b}", "bits",
			 rows_bits(f->field), "name", f->name, "access",
			 access_text(f->access), "reset", reset_of(m, f),
			 "reset_source", reset ? reset->source : "", "title",
			 f->title, "event", f->event);
}

/* A rule on who may access the monitor is one on each of its registers. */
static bool about_register(const struct catalog_rule *r, const void *ctx)
{
	return r->kind == RULE_ACCESS || catalog_about(r->about, ctx);
}

void explain_register(const struct catalog_monitor *m,
		      const struct catalog_register *r, json_t *into)
{
	json_t *fields = json_array(), *rules;
	unsigned i;

	for (i = 0; i < m->fields; i++)
		if (!strcmp(m->field[i].reg, r->name))
			json_array_append_new(fields,
					      field_row(m, &m->field[i]));
	put(into, "fields", fields);
	put(into, "errata", explain_errata(m, r->name));
	put(into, "caveats", explain_notes_about(m, r->name));
	rules = explain_rules(m, about_register, r->name);
	explain_reach(m, r->name, rules);
	put(into, "rules", rules);
	put_evidence(into, r->source);
}

/* ---- monitors ----------------------------------------------------------- */

static const char *register_name(const struct catalog_monitor *m,
				 struct tally_reg reg)
{
	const struct catalog_register *row = catalog_register_at(m, reg);

	return row ? row->name : "";
}

/* The one event of a counter that has one, else how many it can count. */
static json_t *counts(const struct catalog_monitor *m, unsigned counter)
{
	const struct tally_counter *c = &m->monitor->counter[counter];
	const struct catalog_event *e = catalog_event_by_code(m, c->event);
	unsigned i, events = 0;

	if (c->fixed && e)
		return json_string(e->name);
	for (i = 0; i < m->events; i++)
		events += catalog_counts(m, &m->event[i], counter);
	return json_sprintf("any of %u events", events);
}

static json_t *counter_rows(const struct catalog_monitor *m)
{
	json_t *list = json_array();
	unsigned i;

	for (i = 0; i < m->monitor->counters; i++)
		json_array_append_new(
			list,
			json_pack("{s:s, s:s, s:i, s:o, s:s}", "name",
				  m->counter[i].name, "register",
				  register_name(m, m->monitor->counter[i].reg),
				  "bits", m->monitor->counter[i].bits, "counts",
				  counts(m, i), "title", m->counter[i].title));
	return list;
}

static json_t *register_list(const struct catalog_monitor *m)
{
	json_t *list = json_array();
	unsigned i;

	for (i = 0; i < m->regs; i++)
		json_array_append_new(
			list, explain_row("registers", m, m->reg[i].name));
	return list;
}

static json_t *option_rows(const struct catalog_monitor *m)
{
	unsigned i, count;
	const struct catalog_option *option = catalog_options(&count);
	json_t *list = json_array();

	for (i = 0; i < count; i++)
		if (catalog_accepts(m, &option[i]))
			json_array_append_new(list,
					      json_pack("{s:s, s:s}", "name",
							option[i].name, "text",
							option[i].text));
	if (m->thresholds)
		json_array_append_new(
			list, json_pack("{s:s, s:s}", "name",
					"EVENT:threshold=N", "text",
					"behind an event's name in -e and -M: "
					"count only what is larger or lasts "
					"longer"));
	return list;
}

/* The metrics under which a note stands. */
static json_t *metrics_with_note(const struct catalog_monitor *m,
				 const char *id)
{
	json_t *list = json_array();
	unsigned i;

	for (i = 0; i < m->metrics; i++)
		if (catalog_has_word(m->metric[i].notes, id))
			json_array_append_new(list,
					      json_string(m->metric[i].name));
	return list;
}

/* All notes.  The page shows those on how the monitor is programmed; each of
 * the others is shown with the event or metric that it is about. */
static json_t *note_rows(const struct catalog_monitor *m)
{
	json_t *list = json_array();
	unsigned i;

	for (i = 0; i < m->notes; i++) {
		json_t *row = explain_note(m, &m->note[i]);

		put(row, "metrics", metrics_with_note(m, m->note[i].id));
		put(row, "programming",
		    json_boolean(catalog_has_word(m->sequence, m->note[i].id)));
		json_array_append_new(list, row);
	}
	return list;
}

static json_t *refusal_rows(const struct catalog_monitor *m)
{
	json_t *list = json_array();
	unsigned i;

	for (i = 0; i < m->refusals; i++)
		json_array_append_new(list, json_pack("{s:s, s:s}", "name",
						      m->refusal[i].name, "why",
						      m->refusal[i].why));
	return list;
}

/* The identities: they hold of its counts, whatever the program does. */
static json_t *identity_rows(const struct catalog_monitor *m)
{
	static const char *const is[] = {
		[IDENTITY_ZERO] = "= 0",
		[IDENTITY_NOT_NEGATIVE] = ">= 0",
	};
	json_t *list = json_array();
	unsigned i;

	for (i = 0; i < m->identities; i++) {
		const struct catalog_identity *identity = &m->identity[i];

		json_array_append_new(
			list, json_pack("{s:s, s:s, s:s, s:s, s:i, s:s}", "id",
					identity->id, "text", identity->text,
					"formula", identity->formula, "is",
					is[identity->kind], "slack_per_window",
					(int)identity->slack, "source",
					identity->source));
	}
	return list;
}

/* The simulated boards that have it. */
static json_t *boards_with(const struct catalog_monitor *m)
{
	json_t *list = json_array();
#if TALLY_BOARDS
	unsigned i, count;
	const struct board_info *board = board_list(&count);

	for (i = 0; i < count; i++)
		if (board_monitor(&board[i], m->name) >= 0)
			json_array_append_new(
				list, json_sprintf("board:%s", board[i].name));
#else
	(void)m;
#endif
	return list;
}

json_t *explain_sketches(const struct catalog_monitor *m)
{
	json_t *list = json_array();
#if TALLY_BOARDS
	unsigned i, count;
	const struct board_info *board = board_list(&count);

	for (i = 0; i < count; i++)
		if (board[i].sketch && board_monitor(&board[i], m->name) >= 0)
			json_array_append_new(
				list, json_pack("{s:o, s:s}", "target",
						json_sprintf("board:%s",
							     board[i].name),
						"has", board[i].sketch));
#else
	(void)m;
#endif
	return list;
}

static json_t *documents(const char *sources)
{
	json_t *list = json_array();
	char each[256];

	while (catalog_alias(&sources, each, sizeof(each)))
		json_array_append_new(list,
				      json_string(each + strspn(each, " ")));
	return list;
}

/* "24 events agreed, 2 transcribed" */
static json_t *events_by_evidence(const struct catalog_monitor *m)
{
	unsigned i, count[EVIDENCE_INDEPENDENT + 1] = { 0 };
	char text[160] = "";
	size_t used = 0;

	for (i = 0; i < m->events; i++)
		count[catalog_evidence(m, &m->event[i])]++;
	for (i = EVIDENCE_INDEPENDENT + 1; i-- > 0;)
		if (count[i] && used < sizeof(text))
			used += (size_t)snprintf(
				text + used, sizeof(text) - used, "%s%u%s %s",
				used ? ", " : "", count[i],
				used ? "" : " events",
				evidence_text((enum evidence)i));
	return json_string(text);
}

static bool every_rule(const struct catalog_rule *r, const void *ctx)
{
	(void)r;
	(void)ctx;
	return true;
}

void explain_monitor(const struct catalog_monitor *m, json_t *into)
{
	json_t *rules = explain_rules(m, every_rule, NULL);

	put(into, "counter", counter_rows(m));
	put(into, "registers", register_list(m));
	explain_reach(m, NULL, rules);
	put(into, "rules", rules);
	put(into, "errata", explain_errata(m, NULL));
	put(into, "notes", note_rows(m));
	put(into, "identities", identity_rows(m));
	put(into, "map", m->own_map ? json_string(m->own_map) : json_null());
	put(into, "options", option_rows(m));
	put(into, "boards", boards_with(m));
	put(into, "cycles_sketch", explain_sketches(m));
	put(into, "refusals", refusal_rows(m));
	put(into, "documents", documents(m->sources));
	put(into, "evidence", events_by_evidence(m));
}
