/* SPDX-License-Identifier: MIT */
/*
 * The rows of a record's document.  Numbers that are not to be believed are
 * null; why is in `doubts`.
 */
#include "record/document/json.h"

static json_t *name_of(struct document *d, unsigned monitor)
{
	return writer_text(d->r->monitor[monitor].name);
}

static void put_notes(struct document *d, json_t *object,
		      const struct record_notes *notes)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < notes->count; i++)
		writer_append(&d->out, list,
			      writer_text(d->r->note[notes->index[i]].id));
	writer_put(&d->out, object, "notes", list);
}

static json_t *metric_value(struct document *d, const struct record_metric *m)
{
	const struct reading *r = &m->reading;
	json_t *object = json_object();

	writer_put(&d->out, object, "name", writer_text(m->name));
	writer_put(&d->out, object, "row", writer_text(m->row));
	writer_put(&d->out, object, "monitor", name_of(d, m->monitor));
	writer_put(&d->out, object, "others", writer_text(m->others));
	writer_put(&d->out, object, "named",
		   json_boolean(m->asked == ASKED_BY_NAME));
	writer_put(&d->out, object, "value", real_value(r, r->value));
	writer_put(&d->out, object, "unit",
		   writer_text(m->row ? m->unit : NULL));
	put_range(d, object, r);
	writer_put(&d->out, object, "formula", writer_text(m->formula));
	writer_put(&d->out, object, "operands",
		   operands_value(d, m->operand, m->operands));
	if (record_clock_chosen(d->r, m))
		writer_put(&d->out, object, "clock_chosen", json_true());
	writer_put(&d->out, object, "scale", json_real(m->scale));
	writer_put(&d->out, object, "title", writer_text(m->title));
	writer_put(&d->out, object, "definition", writer_text(m->definition));
	writer_put(&d->out, object, "better",
		   m->row ? writer_text(direction_text(
				    (enum direction)m->direction))
			  : json_null());
	writer_put(&d->out, object, "source", writer_text(m->source));
	put_doubts(d, object, r);
	put_notes(d, object, &m->notes);
	return object;
}

static json_t *code_value(uint16_t code)
{
	return code == TALLY_EVENT_CYCLES ? json_null() : json_integer(code);
}

/* Facts that the judge goes by, besides the counts. */
static void put_facts(struct document *d, json_t *object,
		      const struct record_event *e)
{
	static const char *const ledger[] = {
		[LEDGER_NO] = "no",
		[LEDGER_FIRST_PASS] = "first pass",
		[LEDGER_YES] = "yes",
	};

	writer_put(&d->out, object, "asked",
		   json_boolean(e->asked != ASKED_NOT));
	writer_put(&d->out, object, "named",
		   json_boolean(e->asked == ASKED_BY_NAME));
	writer_put(&d->out, object, "same_as",
		   writer_text(d->r->event[e->same].name));
	writer_put(&d->out, object, "in_ledger",
		   json_string(ledger[e->ledger]));
	writer_put(&d->out, object, "all_instructions",
		   json_boolean(e->machine));
	if (e->filtered)
		writer_put(&d->out, object, "filtered", json_true());
	writer_put(&d->out, object, "step", json_integer(e->step));
	writer_put(&d->out, object, "kind",
		   writer_text(event_kind_text((enum event_kind)e->kind)));
	writer_put(&d->out, object, "evidence",
		   writer_text(evidence_text((enum evidence)e->evidence)));
	writer_put(&d->out, object, "source", writer_text(e->source));
}

static json_t *event_value(struct document *d, const struct record_event *e)
{
	const struct reading *r = &e->reading;
	json_t *object = json_object();

	writer_put(&d->out, object, "name", writer_text(e->name));
	writer_put(&d->out, object, "row", writer_text(e->row));
	writer_put(&d->out, object, "monitor", name_of(d, e->monitor));
	writer_put(&d->out, object, "code", code_value(e->code));
	put_event_reading(d, object, r);
	put_count(d, object, "empty_region", r->empty);
	put_facts(d, object, e);
	put_doubts(d, object, r);
	put_notes(d, object, &e->notes);
	return object;
}

static json_t *truth_value(struct document *d, const struct record_truth *t)
{
	json_t *object = json_object();

	writer_put(&d->out, object, "name", writer_text(t->name));
	writer_put(&d->out, object, "event", writer_text(t->event));
	writer_put(&d->out, object, "monitor", name_of(d, t->monitor));
	writer_put(&d->out, object, "code", code_value(t->code));
	writer_put(&d->out, object, "class", json_string(class_word(t->class)));
	writer_put(&d->out, object, "basis", writer_text(t->basis));
	if (t->class == CLASS_NOT_MODELLED)
		writer_put(&d->out, object, "count", json_null());
	else
		put_count(d, object, "count", t->count);
	writer_put(&d->out, object, "measured",
		   json_string(truth_word(t->measured)));
	return object;
}

static json_t *run_value(struct document *d, const struct record_run *run)
{
	json_t *object = json_object();

	writer_put(&d->out, object, "pass", ordinal_value(run->pass));
	writer_put(&d->out, object, "repeat", ordinal_value(run->repeat));
	put_count(d, object, "instructions", run->instructions);
	writer_put(&d->out, object, "late", json_boolean(run->late));
	return object;
}

/* An axis that a measurement does not have is left out. */
static void put_axis(struct document *d, json_t *object, const char *key,
		     uint32_t place)
{
	if (place != RECORD_NONE)
		writer_put(&d->out, object, key,
			   json_integer((json_int_t)place + 1));
}

static json_t *count_row(struct document *d, const struct record_count *c)
{
	const struct record_event *e = &d->r->event[c->event];
	json_t *object = json_object();

	writer_put(&d->out, object, "monitor", name_of(d, e->monitor));
	writer_put(&d->out, object, "event", writer_text(e->name));
	put_axis(d, object, "region", c->region);
	put_axis(d, object, "interval", c->interval);
	put_axis(d, object, "task", c->task);
	put_axis(d, object, "pass", c->pass);
	put_axis(d, object, "repeat", c->repeat);
	if (c->lost)
		writer_put(&d->out, object, "value", json_null());
	else
		put_count(d, object, "value", c->value);
	if (c->enabled)
		put_count(d, object, "enabled", c->enabled);
	if (c->running)
		put_count(d, object, "running", c->running);
	if (c->bias)
		put_count(d, object, "bias", c->bias);
	return object;
}

static json_t *note_value(struct document *d, const struct record_note *n)
{
	json_t *object = json_object();

	writer_put(&d->out, object, "id", writer_text(n->id));
	writer_put(&d->out, object, "text", writer_text(n->text));
	writer_put(&d->out, object, "source", writer_text(n->source));
	writer_put(&d->out, object, "applies",
		   json_string(n->perhaps ? "perhaps" : "yes"));
	return object;
}

/* An identity, which must hold of the counts. */
static json_t *identity_value(struct document *d,
			      const struct record_identity *i)
{
	json_t *object = json_object();

	writer_put(&d->out, object, "id", writer_text(i->id));
	writer_put(&d->out, object, "monitor", name_of(d, i->monitor));
	writer_put(&d->out, object, "formula", writer_text(i->formula));
	writer_put(&d->out, object, "operands",
		   operands_value(d, i->operand, i->operands));
	writer_put(&d->out, object, "text", writer_text(i->text));
	writer_put(&d->out, object, "source", writer_text(i->source));
	writer_put(&d->out, object, "value",
		   i->counted ? json_real(i->value) : json_null());
	writer_put(&d->out, object, "holds",
		   i->checked ? json_boolean(!i->broken) : json_null());
	writer_put(&d->out, object, "not_judged", writer_text(i->unjudged));
	return object;
}

#define PUT_LIST(d, root, key, of, rows, value)                                \
	do {                                                                   \
		json_t *list_ = json_array();                                  \
                                                                               \
		for (size_t i_ = 0; i_ < (d)->r->rows; i_++)                   \
			writer_append(&(d)->out, list_,                        \
				      value(d, &(d)->r->of[i_]));              \
		writer_put(&(d)->out, root, key, list_);                       \
	} while (0)

void put_rows(struct document *d, json_t *root)
{
	PUT_LIST(d, root, "runs", run, runs, run_value);
	PUT_LIST(d, root, "counts", count, counts, count_row);
	PUT_LIST(d, root, "metrics", metric, metrics, metric_value);
	PUT_LIST(d, root, "events", event, events, event_value);
	PUT_LIST(d, root, "notes", note, notes, note_value);
	if (d->r->truth_asked)
		PUT_LIST(d, root, "truth", truth, truths, truth_value);
	else
		writer_put(&d->out, root, "truth", json_null());
	if (d->r->identity_table)
		PUT_LIST(d, root, "identities", identity, identities,
			 identity_value);
	else
		writer_put(&d->out, root, "identities", json_null());
}
