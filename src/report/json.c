/* SPDX-License-Identifier: MIT */
/*
 * The report for programs: one JSON document, schema 1 or 2.  Numbers that are
 * not to be believed are null; why is in `doubts`.
 *
 * Jansson's *_new functions take a value over and refuse NULL, so that one
 * failed allocation shows as a member missing; `put` keeps count of those.
 */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "board/board.h"
#include "program/program.h"
#include "report/part.h"
#include "script/script.h"

struct document {
	const struct report *r;
	struct note_list notes;
	bool failed;
};

static void put(struct document *d, json_t *object, const char *key,
		json_t *value)
{
	if (json_object_set_new(object, key, value))
		d->failed = true;
}

static void append(struct document *d, json_t *array, json_t *value)
{
	if (json_array_append_new(array, value))
		d->failed = true;
}

static json_t *count_value(uint64_t n)
{
	return json_integer((json_int_t)n);
}

/* Names of files and symbols need not be UTF-8, which a document has to be. */
static json_t *text_value(const char *text)
{
	char *utf8 = text ? text_utf8(text) : NULL;
	json_t *value = utf8 ? json_string(utf8) : NULL;

	free(utf8);
	return text ? value : json_null();
}

/* And how far the board goes for it. */
static void put_doubts(struct document *d, json_t *object,
		       const struct reading *r)
{
	json_t *list = json_array();

	put(d, object, "class",
	    r->doubts & DOUBT_NOT_COUNTED ? json_null()
					  : json_string(truth_class(r->class)));

	for (unsigned i = 0; doubt_word(i); i++)
		if (r->doubts >> i & 1)
			append(d, list, json_string(doubt_word(i)));
	put(d, object, "doubts", list);
	put(d, object, "why", text_value(r->why[0] ? r->why : NULL));
	put(d, object, "pass",
	    r->pass == PLAN_SPLIT ? json_null() : json_integer(r->pass + 1));
}

static void put_notes(struct document *d, json_t *object,
		      const unsigned *number, unsigned count)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < count; i++)
		append(d, list, json_string(d->notes.note[number[i] - 1]->id));
	put(d, object, "notes", list);
}

/* Every repeat's own value; none where a value is of several runs. */
static void put_samples(struct document *d, json_t *object,
			const struct reading *r, bool good, double scale)
{
	json_t *list = json_array();

	for (unsigned i = 0; good && i < r->samples; i++)
		append(d, list, json_real(r->sample[i] * scale));
	put(d, object, "samples", list);
	put(d, object, "margin95",
	    good && r->margin >= 0 ? json_real(r->margin * scale)
				   : json_null());
}

static void put_range(struct document *d, json_t *object,
		      const struct reading *r, double scale)
{
	bool good = reading_has_value(r);

	put(d, object, "low", good ? json_real(r->low * scale) : json_null());
	put(d, object, "high", good ? json_real(r->high * scale) : json_null());
	put_samples(d, object, r, good, scale);
}

static json_t *metric_value(struct document *d, unsigned i)
{
	const struct request_metric *q = &d->r->request->metric[i];
	const struct reading *r = &d->r->result->metric[i];
	const struct catalog_metric *m = q->metric;
	double scale = m ? m->scale : 1;
	json_t *object = json_object();
	unsigned number[NOTES_MAX] = { 0 };

	put(d, object, "name", json_string(q->name));
	if (d->r->request->members > 1 && m)
		put(d, object, "monitor",
		    json_string(
			    d->r->request->member[q->member].monitor->name));
	if (q->others[0])
		put(d, object, "others", json_string(q->others));
	put(d, object, "value",
	    reading_has_value(r) ? json_real(r->value * scale) : json_null());
	put(d, object, "unit", text_value(m ? m->unit : NULL));
	put_range(d, object, r, scale);
	put(d, object, "formula", json_string(m ? m->formula : q->name));
	put(d, object, "scale", json_real(scale));
	put(d, object, "title", text_value(m ? m->title : NULL));
	put(d, object, "definition", text_value(m ? m->definition : NULL));
	put(d, object, "better",
	    text_value(m ? direction_text(m->direction) : NULL));
	put(d, object, "source", text_value(m ? m->source : NULL));
	put_doubts(d, object, r);
	put_notes(d, object, number,
		  notes_of_metric(&d->notes, d->r, i, number));
	return object;
}

static json_t *event_value(struct document *d, unsigned i)
{
	const struct catalog_event *e = d->r->request->event[i];
	const struct reading *r = &d->r->result->event[i];
	bool good = reading_has_value(r);
	json_t *object = json_object();
	unsigned number[NOTES_MAX] = { 0 };

	put(d, object, "name", json_string(e->name));
	if (d->r->request->members > 1)
		put(d, object, "monitor",
		    json_string(request_event_monitor(d->r->request, i)));
	put(d, object, "code",
	    e->code == TALLY_EVENT_CYCLES ? json_null()
					  : json_integer(e->code));
	put(d, object, "count", good ? count_value(r->count) : json_null());
	put(d, object, "mean", good ? json_real(r->value) : json_null());
	put_range(d, object, r, 1);
	put(d, object, "empty_region", count_value(r->empty));
	put(d, object, "asked", json_boolean(d->r->request->asked[i]));
	put(d, object, "kind", json_string(event_kind_text(e->kind)));
	put(d, object, "evidence", json_string(evidence_text(e->evidence)));
	put(d, object, "source", text_value(e->source));
	put_doubts(d, object, r);
	put_notes(d, object, number,
		  d->r->request->asked[i]
			  ? notes_of_event(&d->notes, d->r, i, number)
			  : 0);
	return object;
}

static json_t *truth_value(struct document *d, const struct target_truth *t)
{
	static const char *const verdict[] = {
		[TRUTH_NOT_MEASURED] = "not measured",
		[TRUTH_EQUAL] = "equal",
		[TRUTH_DIFFERS] = "differs",
	};
	const char *class = truth_class(t->class);
	bool modelled = strcmp(class, "not modelled") != 0;
	json_t *object = json_object();
	unsigned event;

	put(d, object, "name", json_string(t->name));
	put(d, object, "event", json_string(truth_event(d->r->request, t)));
	if (d->r->request->members > 1)
		put(d, object, "monitor",
		    json_string(
			    d->r->request->member[t->monitor].monitor->name));
	put(d, object, "code",
	    t->code == TALLY_EVENT_CYCLES ? json_null()
					  : json_integer(t->code));
	put(d, object, "class", json_string(class));
	put(d, object, "basis", json_string(t->basis));
	put(d, object, "count", modelled ? count_value(t->count) : json_null());
	put(d, object, "measured",
	    json_string(verdict[truth_verdict(d->r->request, d->r->options,
					      d->r->result, t, &event)]));
	return object;
}

static json_t *board_value(struct document *d)
{
	const struct board_info *b = d->r->board;
	const struct board_options *o = d->r->machine;
	json_t *object = json_object();

	put(d, object, "name", json_string(b->name));
	put(d, object, "title", text_value(b->title));
	put(d, object, "clock_hz", count_value(b->clock_hz));
	put(d, object, "engine_knows_more",
	    json_boolean(b->simulated_superset));
	put(d, object, "cold", json_boolean(o->cold));
	put(d, object, "flat", json_boolean(o->flat));
	put(d, object, "poison", json_boolean(o->poison));
	put(d, object, "strict", json_boolean(o->strict));
	put(d, object, "jitter_seed",
	    o->jitter ? count_value(o->seed) : json_null());
	return object;
}

static json_t *program_value(struct document *d)
{
	const struct run_result *result = d->r->result;
	json_t *object = json_object();

	put(d, object, "elf", text_value(d->r->options->target->program->path));
	put(d, object, "sha256",
	    json_string(d->r->options->target->program->sha256));
	put(d, object, "exited", json_boolean(result->program_exited));
	put(d, object, "status", json_integer(result->program_status));
	put(d, object, "instructions", count_value(result->instructions));
	return object;
}

static json_t *capture_value(struct document *d)
{
	const struct board_options *o = d->r->machine;
	const char *sha256 = board_capture_sha256(o);
	json_t *object;

	if (!sha256)
		return json_null();
	object = json_object();
	put(d, object, "file", text_value(o->pcap));
	put(d, object, "sha256", json_string(sha256));
	put(d, object, "arrived", count_value(d->r->result->frames.arrived));
	put(d, object, "passed", count_value(d->r->result->frames.passed));
	return object;
}

static json_t *region_value(struct document *d)
{
	static const char *const kind[] = {
		[REGION_WHOLE] = "whole",
		[REGION_SYMBOL] = "symbol",
		[REGION_RANGE] = "range",
	};
	const struct region *region = &d->r->options->region;
	json_t *object = json_object();

	put(d, object, "kind", json_string(kind[region->kind]));
	put(d, object, "text",
	    text_value(region->kind == REGION_WHOLE ? NULL : region->text));
	put(d, object, "entered", count_value(d->r->result->windows));
	put(d, object, "ended_inside", json_boolean(d->r->result->unfinished));
	return object;
}

/* What the program wrote to the monitors that counted. */
static json_t *writes_value(struct document *d)
{
	const struct request *q = d->r->request;
	json_t *list = json_array();
	char name[32];

	for (unsigned i = 0; i < q->members; i++) {
		const struct run_writes *w = &d->r->result->writes[i];
		json_t *object;

		if (!w->count)
			continue;
		object = json_object();
		put(d, object, "monitor",
		    json_string(q->member[i].monitor->name));
		put(d, object, "register",
		    json_string(run_register(q->member[i].monitor, w, name,
					     sizeof name)));
		put(d, object, "where", json_string(w->where));
		put(d, object, "writes", count_value(w->count));
		append(d, list, object);
	}
	return list;
}

static json_t *drift_value(struct document *d)
{
	const struct run_result *result = d->r->result;
	json_t *object = json_object();

	put(d, object, "relative", json_real(result->drift));
	put(d, object, "anchor", text_value(result->drift_anchor));
	put(d, object, "limit", json_real(d->r->options->drift_limit));
	return object;
}

static json_t *conditions_value(struct document *d)
{
	const struct run_result *result = d->r->result;
	json_t *object = json_object();

	for (unsigned i = WHEN_DIVIDED; i < CONDITIONS; i++)
		put(d, object, condition_text((enum condition)i),
		    result->conditions_known[i]
			    ? json_boolean(result->conditions[i])
			    : json_null());
	return object;
}

static json_t *notes_value(struct document *d)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < d->notes.count; i++) {
		const struct catalog_note *n = d->notes.note[i];
		json_t *object = json_object();

		put(d, object, "id", json_string(n->id));
		put(d, object, "text", json_string(n->text));
		put(d, object, "source", text_value(n->source));
		append(d, list, object);
	}
	return list;
}

static void put_readings(struct document *d, json_t *root)
{
	const struct request *q = d->r->request;
	const struct run_result *result = d->r->result;
	json_t *metrics = json_array();
	json_t *events = json_array();
	json_t *truth = json_array();

	for (unsigned i = 0; i < q->metrics; i++)
		append(d, metrics, metric_value(d, i));
	for (unsigned i = 0; i < q->events; i++)
		append(d, events, event_value(d, i));
	for (unsigned i = 0; i < result->truths; i++)
		append(d, truth, truth_value(d, &result->truth[i]));
	put(d, root, "metrics", metrics);
	put(d, root, "events", events);
	put(d, root, "notes", notes_value(d));
	put(d, root, "truth", d->r->options->truth ? truth : json_null());
	if (!d->r->options->truth)
		json_decref(truth);
}

/* What must hold of the counts; null: the monitor has no such table. */
static json_t *identities_value(struct document *d)
{
	const struct request *q = d->r->request;
	unsigned tables = 0;
	json_t *list;

	for (unsigned i = 0; i < q->members; i++)
		tables += q->member[i].monitor->identities;
	if (!tables)
		return json_null();
	list = json_array();
	for (unsigned i = 0; i < q->identities; i++) {
		const struct catalog_identity *identity =
			q->identity[i].identity;
		const struct run_identity *r = &d->r->result->identity[i];
		json_t *object = json_object();

		put(d, object, "id", text_value(identity->id));
		put(d, object, "formula", text_value(identity->formula));
		put(d, object, "text", text_value(identity->text));
		put(d, object, "source", text_value(identity->source));
		put(d, object, "value",
		    r->counted ? json_real(r->value) : json_null());
		put(d, object, "holds",
		    r->checked ? json_boolean(!r->broken) : json_null());
		put(d, object, "not_judged",
		    r->unjudged ? text_value(r->unjudged) : json_null());
		append(d, list, object);
	}
	return list;
}

/*
 * Schema 1 has one monitor; 2 several, and of each row whose it is.  Both have
 * `monitors`, and `monitor`, the first of them.
 */
static void put_monitors(struct document *d, json_t *root,
			 const struct request *q)
{
	json_t *list;

	put(d, root, "schema", json_integer(q->members > 1 ? 2 : 1));
	for (unsigned i = 0; i < q->members; i++)
		if (q->member[i].monitor->own_map)
			put(d, root, "map",
			    json_string(q->member[i].monitor->own_map));
	put(d, root, "monitor", json_string(q->member[0].monitor->name));
	list = json_array();
	for (unsigned i = 0; i < q->members; i++)
		append(d, list, json_string(q->member[i].monitor->name));
	put(d, root, "monitors", list);
}

/* How the monitors were started and stopped. */
static json_t *window_value(struct document *d)
{
	const struct request *q = d->r->request;
	uint8_t order[REQUEST_MEMBERS];
	json_t *object = json_object();
	json_t *list = json_array();

	request_order(q, order);
	for (unsigned i = 0; i < q->members; i++)
		append(d, list, json_string(q->member[order[i]].monitor->name));
	put(d, object, "order", list);
	put(d, object, "skew_cycles", json_integer(0));
	put(d, object, "why", json_string(no_skew));
	return object;
}

static bool dump(FILE *to, json_t *root, bool failed)
{
	bool good = root && !failed &&
		    json_dumpf(root, to,
			       JSON_INDENT(2) | JSON_REAL_PRECISION(15)) == 0;

	if (good)
		fputc('\n', to);
	json_decref(root);
	return good;
}

bool report_json(FILE *to, const struct report *r)
{
	struct document d = { .r = r };
	json_t *root = json_object();

	put_monitors(&d, root, r->request);
	put(&d, root, "simulated", json_true());
	put(&d, root, "trusted", json_boolean(r->result->trusted));
	put(&d, root, "untrusted_because",
	    text_value(r->result->trusted ? NULL : r->result->verdict.why));
	put(&d, root, "sandboxed", json_boolean(r->result->unguarded == NULL));
	put(&d, root, "not_sandboxed", text_value(r->result->unguarded));
	put(&d, root, "board", board_value(&d));
	put(&d, root, "program", program_value(&d));
	put(&d, root, "capture", capture_value(&d));
	put(&d, root, "region", region_value(&d));
	put(&d, root, "repeats", json_integer(r->options->repeats));
	put(&d, root, "board_runs", json_integer(r->result->runs));
	put(&d, root, "divided", json_boolean(r->options->divide));
	put(&d, root, "plan", script_plan_value(r->request));
	if (r->request->members > 1)
		put(&d, root, "window", window_value(&d));
	put(&d, root, "program_wrote", writes_value(&d));
	put(&d, root, "drift", drift_value(&d));
	put(&d, root, "conditions", conditions_value(&d));
	put_readings(&d, root);
	put(&d, root, "identities", identities_value(&d));
	put(&d, root, "host_seconds", json_real(r->result->seconds));
	return dump(to, root, d.failed);
}
