/* SPDX-License-Identifier: MIT */
/*
 * A record as a JSON document: what was measured of what, and how.
 */
#include <stdlib.h>
#include <string.h>

#include "record/document/headline_json.h"
#include "record/document/json.h"

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

		writer_put(&d->out, one, "name", writer_text(m->name));
		writer_put(&d->out, one, "layers", writer_text(m->layers));
		if (m->broken)
			writer_put(&d->out, one, "broken",
				   writer_text(m->broken));
		writer_put(&d->out, one, "map", writer_text(m->map));
		if (m->main_id)
			writer_put(&d->out, one, "main_id",
				   json_integer(m->main_id));
		writer_append(&d->out, list, one);
	}
	object = json_object();
	writer_put(&d->out, object, "name", writer_text(t->name));
	writer_put(&d->out, object, "title", writer_text(t->title));
	writer_put(&d->out, object, "clock_hz", positive(t->clock_hz));
	writer_put(&d->out, object, "clock_chosen",
		   json_boolean(t->clock_chosen));
	writer_put(&d->out, object, "clock_ratio", positive(t->clock_ratio));
	writer_put(&d->out, object, "varies", json_boolean(t->varies));
	writer_put(&d->out, object, "engine_knows_more",
		   json_boolean(t->superset));
	writer_put(&d->out, object, "cycles_sketch", writer_text(t->sketch));
	if (t->lacks)
		writer_put(&d->out, object, "lacks", writer_text(t->lacks));
	if (t->way)
		writer_put(&d->out, object, "way", writer_text(t->way));
	writer_put(&d->out, object, "monitors", list);
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
	writer_put(&d->out, object, "name", writer_text(name + 6));
	writer_put(&d->out, object, "title", writer_text(d->r->target.title));
	writer_put(&d->out, object, "cold", json_boolean(m->cold));
	writer_put(&d->out, object, "flat", json_boolean(m->flat));
	writer_put(&d->out, object, "poison", json_boolean(m->poison));
	writer_put(&d->out, object, "strict", json_boolean(m->strict));
	writer_put(&d->out, object, "l2", json_boolean(m->l2));
	if (m->jitter)
		put_count(d, object, "jitter_seed", m->seed);
	else
		writer_put(&d->out, object, "jitter_seed", json_null());
	return object;
}

static json_t *program_value(struct document *d)
{
	const struct record_program *p = &d->r->program;
	json_t *object;

	if (!p->path)
		return json_null();
	object = json_object();
	writer_put(&d->out, object, "elf", writer_text(p->path));
	writer_put(&d->out, object, "sha256", writer_text(p->sha256));
	writer_put(&d->out, object, "exited", json_boolean(p->exited));
	writer_put(&d->out, object, "status", json_integer(p->status));
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
	writer_put(&d->out, object, "file", writer_text(c->file));
	writer_put(&d->out, object, "sha256", writer_text(c->sha256));
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

	writer_put(&d->out, object, "kind",
		   json_string(region_word(region->kind)));
	writer_put(&d->out, object, "text", writer_text(region->text));
	put_count(d, object, "entered", region->entered);
	writer_put(&d->out, object, "ended_inside",
		   json_boolean(region->ended_inside));
	return object;
}

static json_t *pass_value(struct document *d, const struct record_pass *pass)
{
	json_t *object = json_object();

	for (unsigned i = 0; i < pass->assigns; i++)
		writer_put(
			&d->out, object, pass->assign[i].counter,
			writer_text(d->r->event[pass->assign[i].event].name));
	return object;
}

static json_t *want_value(struct document *d, const struct record_want *w)
{
	json_t *object = json_object();

	writer_put(&d->out, object, "name", writer_text(w->name));
	writer_put(&d->out, object, "pass", ordinal_value(w->pass));
	writer_put(&d->out, object, "events",
		   operands_value(d, w->event, w->events));
	return object;
}

static json_t *plan_value(struct document *d)
{
	const struct record *r = d->r;
	json_t *passes = json_array();
	json_t *wants = json_array();
	json_t *object = json_object();

	for (unsigned i = 0; i < r->passes; i++)
		writer_append(&d->out, passes, pass_value(d, &r->pass[i]));
	for (unsigned i = 0; i < r->wants; i++)
		writer_append(&d->out, wants, want_value(d, &r->want[i]));
	writer_put(&d->out, object, "passes", json_integer(r->passes));
	writer_put(&d->out, object, "at_least", json_integer(r->at_least));
	writer_put(&d->out, object, "optimal",
		   json_boolean(r->passes == r->at_least));
	if (r->multiplexed)
		writer_put(&d->out, object, "multiplexed", json_true());
	writer_put(&d->out, object, "pass", passes);
	writer_put(&d->out, object, "wants", wants);
	writer_put(&d->out, object, "anchors",
		   operands_value(d, r->anchor, r->anchors));
	return object;
}

/* How the monitors were started and stopped. */
static json_t *window_value(struct document *d)
{
	const struct record *r = d->r;
	json_t *object = json_object();
	json_t *list = json_array();

	for (unsigned i = 0; i < r->monitors; i++)
		writer_append(&d->out, list,
			      writer_text(r->monitor[r->order[i]].name));
	writer_put(&d->out, object, "order", list);
	writer_put(&d->out, object, "skew_cycles",
		   record_stood_still(r) ? json_integer(0) : json_null());
	writer_put(&d->out, object, "why", json_string(record_skew(r)));
	return object;
}

/* Writes of the program to the monitors that counted. */
static json_t *writes_value(struct document *d)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < d->r->monitors; i++) {
		const struct record_monitor *m = &d->r->monitor[i];
		json_t *object;

		if (!m->writes)
			continue;
		object = json_object();
		writer_put(&d->out, object, "monitor", writer_text(m->name));
		writer_put(&d->out, object, "register", writer_text(m->wrote));
		writer_put(&d->out, object, "where", writer_text(m->where));
		put_count(d, object, "writes", m->writes);
		writer_append(&d->out, list, object);
	}
	return list;
}

static json_t *drift_value(struct document *d)
{
	const struct record *r = d->r;
	json_t *object = json_object();

	writer_put(&d->out, object, "relative", json_real(r->drift));
	writer_put(&d->out, object, "anchor", writer_text(r->drift_anchor));
	writer_put(&d->out, object, "limit", json_real(r->drift_limit));
	return object;
}

static json_t *conditions_value(struct document *d)
{
	const struct catalog_state *state = &d->r->conditions;
	json_t *object = json_object();

	for (unsigned i = WHEN_DIVIDED; i < CONDITIONS; i++)
		writer_put(&d->out, object, condition_text((enum condition)i),
			   state->known[i] ? json_boolean(state->holds[i])
					   : json_null());
	return object;
}

static json_t *command_value(struct document *d)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < d->r->commands; i++)
		writer_append(&d->out, list, writer_text(d->r->command[i]));
	return list;
}

static void put_verdict(struct document *d, json_t *root)
{
	const struct record *r = d->r;
	const char *why = r->target.unguarded;

	writer_put(&d->out, root, "simulated",
		   json_boolean(r->target.simulated));
	writer_put(&d->out, root, "trusted", json_boolean(r->trusted));
	writer_put(&d->out, root, "untrusted_because",
		   writer_text(r->trusted ? NULL : r->verdict.why));
	writer_put(&d->out, root, "sandboxed",
		   r->target.simulated ? json_boolean(!why) : json_null());
	writer_put(&d->out, root, "not_sandboxed", writer_text(why));
}

static void put_headline(struct document *d, json_t *root)
{
	struct headline h;

	if (!headline_of(d->r, &h))
		d->out.failed = true;
	else
		writer_put(&d->out, root, "headline", headline_json(&h));
}

static void put_head(struct document *d, json_t *root)
{
	const struct record *r = d->r;
	json_t *monitors = json_array();

	writer_put(&d->out, root, "schema", json_integer(RECORD_SCHEMA));
	writer_put(&d->out, root, "tally", writer_text(r->tally));
	writer_put(&d->out, root, "command", command_value(d));
	put_verdict(d, root);
	put_headline(d, root);
	for (unsigned i = 0; i < r->monitors; i++)
		writer_append(&d->out, monitors,
			      writer_text(r->monitor[i].name));
	writer_put(&d->out, root, "monitors", monitors);
	writer_put(&d->out, root, "target", target_value(d));
	writer_put(&d->out, root, "board", board_value(d));
	writer_put(&d->out, root, "program", program_value(d));
	writer_put(&d->out, root, "capture", capture_value(d));
	if (r->log.known)
		writer_put(&d->out, root, "log", log_value(d));
	writer_put(&d->out, root, "region",
		   record_is_given(r) ? json_null() : region_value(d));
	writer_put(&d->out, root, "repeats", json_integer(r->repeats));
	if (r->warmup)
		writer_put(&d->out, root, "warmup", json_integer(r->warmup));
	writer_put(&d->out, root, "board_runs", json_integer(r->board_runs));
	writer_put(&d->out, root, "passes_together", json_boolean(r->together));
	writer_put(&d->out, root, "divided", json_boolean(r->divided));
	writer_put(&d->out, root, "calibrated", json_boolean(r->calibrated));
	writer_put(&d->out, root, "plan", plan_value(d));
	writer_put(&d->out, root, "window",
		   record_is_given(r) || r->log.known ? json_null()
						      : window_value(d));
	writer_put(&d->out, root, "program_wrote", writes_value(d));
	writer_put(&d->out, root, "drift", drift_value(d));
	writer_put(&d->out, root, "conditions", conditions_value(d));
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

/* Is it KEY_text, the digits of a count that has no such text any more? */
static bool is_old_text(const json_t *to, const char *key, const json_t *value)
{
	const char *digits = json_string_value(value);
	const size_t length = strlen(key), end = strlen("_text");
	const json_t *number;
	char name[64] = "";

	if (!digits || digits[strspn(digits, "0123456789")] || length < end ||
	    length >= sizeof name || strcmp(key + length - end, "_text") != 0)
		return false;
	memcpy(name, key, length - end);
	number = json_object_get(to, name);
	return json_is_number(number) || json_is_null(number);
}

/* Members that were read and are not known here stay. */
static void merge(struct document *d, json_t *to, json_t *from)
{
	const char *key;
	json_t *value;

	json_object_foreach(from, key, value)
	{
		json_t *own = json_object_get(to, key);

		if (own)
			merge_value(d, own, value);
		else if (!is_old_text(to, key, value) &&
			 json_object_set(to, key, value))
			d->out.failed = true;
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
	writer_put(&d.out, root, "host_seconds", json_real(r->host_seconds));
	if (root && r->document)
		merge(&d, root, r->document);
	good = root && !d.out.failed &&
	       json_dumpf(root, to, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) ==
		       0;
	if (good)
		fputc('\n', to);
	json_decref(root);
	return good;
}
