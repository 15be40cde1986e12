/* SPDX-License-Identifier: MIT */
/*
 * A record as a JSON document: what was measured of what, and how.
 */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/headline_json.h"
#include "record/json.h"

void put(struct document *d, json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, value))
		d->failed = true;
}

void append(struct document *d, json_t *array, json_t *value)
{
	if (json_array_append_new(array, value))
		d->failed = true;
}

json_t *text_value(const char *text)
{
	char *utf8 = text ? text_utf8(text) : NULL;
	json_t *value = utf8 ? json_string(utf8) : NULL;

	free(utf8);
	return text ? value : json_null();
}

/* Jansson's integers end at 2^63. */
static json_t *count_value(uint64_t n)
{
	return n <= INT64_MAX ? json_integer((json_int_t)n)
			      : json_real((double)n);
}

void put_count(struct document *d, json_t *object, const char *key, uint64_t n)
{
	char name[64], text[24];

	put(d, object, key, count_value(n));
	if (n <= UINT64_C(1) << 53)
		return;
	snprintf(name, sizeof name, "%s_text", key);
	snprintf(text, sizeof text, "%llu", (unsigned long long)n);
	put(d, object, name, json_string(text));
}

json_t *ordinal_value(unsigned n)
{
	return n == RECORD_SPLIT ? json_null() : json_integer(n + 1);
}

json_t *operands_value(struct document *d, const uint16_t *operand,
		       unsigned operands)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < operands; i++)
		switch (operand[i]) {
		case RECORD_CLOCK:
			append(d, list, json_string("clock_hz"));
			break;
		case RECORD_RATIO:
			append(d, list, json_string("clock_ratio"));
			break;
		case RECORD_MISSING:
			append(d, list, json_null());
			break;
		default:
			append(d, list,
			       text_value(d->r->event[operand[i]].name));
		}
	return list;
}

static json_t *positive(double value)
{
	return value > 0 ? json_real(value) : json_null();
}

static json_t *target_value(struct document *d)
{
	const struct record_target *t = &d->r->target;
	json_t *object, *list = json_array();

	for (unsigned i = 0; i < d->r->monitors; i++) {
		const struct record_monitor *m = &d->r->monitor[i];
		json_t *one = json_object();

		put(d, one, "name", text_value(m->name));
		put(d, one, "layers", text_value(m->layers));
		put(d, one, "map", text_value(m->map));
		append(d, list, one);
	}
	object = json_object();
	put(d, object, "name", text_value(t->name));
	put(d, object, "title", text_value(t->title));
	put(d, object, "clock_hz", positive(t->clock_hz));
	put(d, object, "clock_chosen", json_boolean(t->clock_chosen));
	put(d, object, "clock_ratio", positive(t->clock_ratio));
	put(d, object, "varies", json_boolean(t->varies));
	put(d, object, "engine_knows_more", json_boolean(t->superset));
	if (t->lacks)
		put(d, object, "lacks", text_value(t->lacks));
	if (t->way)
		put(d, object, "way", text_value(t->way));
	put(d, object, "monitors", list);
	return object;
}

/* How the simulated machine was set up. */
static json_t *board_value(struct document *d)
{
	const struct record_machine *m = &d->r->machine;
	const char *name = d->r->target.name;
	json_t *object;

	if (!name || strncmp(name, "board:", 6) != 0)
		return json_null();
	object = json_object();
	put(d, object, "name", text_value(name + 6));
	put(d, object, "title", text_value(d->r->target.title));
	put(d, object, "cold", json_boolean(m->cold));
	put(d, object, "flat", json_boolean(m->flat));
	put(d, object, "poison", json_boolean(m->poison));
	put(d, object, "strict", json_boolean(m->strict));
	put(d, object, "l2", json_boolean(m->l2));
	if (m->jitter)
		put_count(d, object, "jitter_seed", m->seed);
	else
		put(d, object, "jitter_seed", json_null());
	return object;
}

static json_t *program_value(struct document *d)
{
	const struct record_program *p = &d->r->program;
	json_t *object;

	if (!p->path)
		return json_null();
	object = json_object();
	put(d, object, "elf", text_value(p->path));
	put(d, object, "sha256", text_value(p->sha256));
	put(d, object, "exited", json_boolean(p->exited));
	put(d, object, "status", json_integer(p->status));
	put_count(d, object, "instructions", p->instructions);
	return object;
}

static json_t *capture_value(struct document *d)
{
	const struct record_capture *c = &d->r->capture;
	json_t *object;

	if (!c->file)
		return json_null();
	object = json_object();
	put(d, object, "file", text_value(c->file));
	put(d, object, "sha256", text_value(c->sha256));
	put_count(d, object, "arrived", c->arrived);
	put_count(d, object, "passed", c->passed);
	return object;
}

static json_t *log_value(struct document *d)
{
	const struct record_log *l = &d->r->log;
	json_t *object = json_object();

	put_count(d, object, "records", l->records);
	put_count(d, object, "starts", l->starts);
	put_count(d, object, "lost", l->lost);
	put_count(d, object, "damaged", l->damaged);
	put_count(d, object, "unread", l->unread);
	if (l->periodless)
		put_count(d, object, "periodless", l->periodless);
	return object;
}

static json_t *region_value(struct document *d)
{
	const struct record_region *region = &d->r->region;
	json_t *object = json_object();

	put(d, object, "kind", json_string(region_word(region->kind)));
	put(d, object, "text", text_value(region->text));
	put_count(d, object, "entered", region->entered);
	put(d, object, "ended_inside", json_boolean(region->ended_inside));
	return object;
}

static json_t *pass_value(struct document *d, const struct record_pass *pass)
{
	json_t *object = json_object();

	for (unsigned i = 0; i < pass->assigns; i++)
		put(d, object, pass->assign[i].counter,
		    text_value(d->r->event[pass->assign[i].event].name));
	return object;
}

static json_t *want_value(struct document *d, const struct record_want *w)
{
	json_t *object = json_object();

	put(d, object, "name", text_value(w->name));
	put(d, object, "pass", ordinal_value(w->pass));
	put(d, object, "events", operands_value(d, w->event, w->events));
	return object;
}

static json_t *plan_value(struct document *d)
{
	const struct record *r = d->r;
	json_t *passes = json_array();
	json_t *wants = json_array();
	json_t *object = json_object();

	for (unsigned i = 0; i < r->passes; i++)
		append(d, passes, pass_value(d, &r->pass[i]));
	for (unsigned i = 0; i < r->wants; i++)
		append(d, wants, want_value(d, &r->want[i]));
	put(d, object, "passes", json_integer(r->passes));
	put(d, object, "at_least", json_integer(r->at_least));
	put(d, object, "optimal", json_boolean(r->passes == r->at_least));
	if (r->multiplexed)
		put(d, object, "multiplexed", json_true());
	put(d, object, "pass", passes);
	put(d, object, "wants", wants);
	put(d, object, "anchors", operands_value(d, r->anchor, r->anchors));
	return object;
}

/* How the monitors were started and stopped. */
static json_t *window_value(struct document *d)
{
	const struct record *r = d->r;
	json_t *object = json_object();
	json_t *list = json_array();

	for (unsigned i = 0; i < r->monitors; i++)
		append(d, list, text_value(r->monitor[r->order[i]].name));
	put(d, object, "order", list);
	put(d, object, "skew_cycles",
	    record_of_here(r) ? json_null() : json_integer(0));
	put(d, object, "why", json_string(record_skew(r)));
	return object;
}

/* What the program wrote to the monitors that counted. */
static json_t *writes_value(struct document *d)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < d->r->monitors; i++) {
		const struct record_monitor *m = &d->r->monitor[i];
		json_t *object;

		if (!m->writes)
			continue;
		object = json_object();
		put(d, object, "monitor", text_value(m->name));
		put(d, object, "register", text_value(m->wrote));
		put(d, object, "where", text_value(m->where));
		put_count(d, object, "writes", m->writes);
		append(d, list, object);
	}
	return list;
}

static json_t *drift_value(struct document *d)
{
	const struct record *r = d->r;
	json_t *object = json_object();

	put(d, object, "relative", json_real(r->drift));
	put(d, object, "anchor", text_value(r->drift_anchor));
	put(d, object, "limit", json_real(r->drift_limit));
	return object;
}

static json_t *conditions_value(struct document *d)
{
	const struct catalog_state *state = &d->r->conditions;
	json_t *object = json_object();

	for (unsigned i = WHEN_DIVIDED; i < CONDITIONS; i++)
		put(d, object, condition_text((enum condition)i),
		    state->known[i] ? json_boolean(state->holds[i])
				    : json_null());
	return object;
}

static json_t *command_value(struct document *d)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < d->r->commands; i++)
		append(d, list, text_value(d->r->command[i]));
	return list;
}

static void put_verdict(struct document *d, json_t *root)
{
	const struct record *r = d->r;
	const char *why = r->target.unguarded;

	put(d, root, "simulated", json_boolean(r->target.simulated));
	put(d, root, "trusted", json_boolean(r->trusted));
	put(d, root, "untrusted_because",
	    text_value(r->trusted ? NULL : r->verdict.why));
	put(d, root, "sandboxed",
	    r->target.simulated ? json_boolean(!why) : json_null());
	put(d, root, "not_sandboxed", text_value(why));
}

static void put_headline(struct document *d, json_t *root)
{
	struct headline h;

	if (!headline_of(d->r, &h))
		d->failed = true;
	else
		put(d, root, "headline", headline_json(&h));
}

static void put_head(struct document *d, json_t *root)
{
	const struct record *r = d->r;
	json_t *monitors = json_array();

	put(d, root, "schema", json_integer(RECORD_SCHEMA));
	put(d, root, "tally", text_value(r->tally));
	put(d, root, "command", command_value(d));
	put_verdict(d, root);
	put_headline(d, root);
	for (unsigned i = 0; i < r->monitors; i++)
		append(d, monitors, text_value(r->monitor[i].name));
	put(d, root, "monitors", monitors);
	put(d, root, "target", target_value(d));
	put(d, root, "board", board_value(d));
	put(d, root, "program", program_value(d));
	put(d, root, "capture", capture_value(d));
	if (r->log.known)
		put(d, root, "log", log_value(d));
	put(d, root, "region",
	    record_is_given(r) ? json_null() : region_value(d));
	put(d, root, "repeats", json_integer(r->repeats));
	if (r->warmup)
		put(d, root, "warmup", json_integer(r->warmup));
	put(d, root, "board_runs", json_integer(r->board_runs));
	put(d, root, "passes_together", json_boolean(r->together));
	put(d, root, "divided", json_boolean(r->divided));
	put(d, root, "calibrated", json_boolean(r->calibrated));
	put(d, root, "plan", plan_value(d));
	put(d, root, "window",
	    record_is_given(r) || r->log.known ? json_null() : window_value(d));
	put(d, root, "program_wrote", writes_value(d));
	put(d, root, "drift", drift_value(d));
	put(d, root, "conditions", conditions_value(d));
}

static void merge(struct document *d, json_t *to, json_t *from);

static void merge_value(struct document *d, json_t *to, json_t *from)
{
	size_t size = json_array_size(from);

	if (json_is_object(from) && json_is_object(to)) {
		merge(d, to, from);
	} else if (json_is_array(to) && json_array_size(to) == size) {
		for (size_t i = 0; i < size; i++)
			merge_value(d, json_array_get(to, i),
				    json_array_get(from, i));
	}
}

/* What was read and is not known here stays. */
static void merge(struct document *d, json_t *to, json_t *from)
{
	const char *key;
	json_t *value;

	json_object_foreach(from, key, value)
	{
		json_t *own = json_object_get(to, key);

		if (!own && json_object_set(to, key, value))
			d->failed = true;
		else if (own)
			merge_value(d, own, value);
	}
}

bool record_write(FILE *to, const struct record *r)
{
	struct document d = { .r = r };
	json_t *root = json_object();
	bool good;

	put_head(&d, root);
	put_rows(&d, root);
	put_parts(&d, root);
	put_series(&d, root);
	put(&d, root, "host_seconds", json_real(r->host_seconds));
	if (root && r->document)
		merge(&d, root, r->document);
	good = root && !d.failed &&
	       json_dumpf(root, to, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) ==
		       0;
	if (good)
		fputc('\n', to);
	json_decref(root);
	return good;
}
