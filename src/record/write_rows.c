/* SPDX-License-Identifier: MIT */
/*
 * The rows of a record's document.  Numbers that are not to be believed are
 * null; why is in `doubts`.
 */
#include "record/json.h"

static json_t *name_of(struct document *d, unsigned monitor)
{
	return text_value(d->r->monitor[monitor].name);
}

static void put_notes(struct document *d, json_t *object,
		      const struct record_notes *notes)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < notes->count; i++)
		append(d, list, text_value(d->r->note[notes->index[i]].id));
	put(d, object, "notes", list);
}

static json_t *metric_value(struct document *d, const struct record_metric *m)
{
	const struct reading *r = &m->reading;
	json_t *object = json_object();

	put(d, object, "name", text_value(m->name));
	put(d, object, "row", text_value(m->row));
	put(d, object, "monitor", name_of(d, m->monitor));
	put(d, object, "others", text_value(m->others));
	put(d, object, "named", json_boolean(m->asked == ASKED_BY_NAME));
	put(d, object, "value", real_value(r, r->value));
	put(d, object, "unit", text_value(m->row ? m->unit : NULL));
	put_range(d, object, r);
	put(d, object, "formula", text_value(m->formula));
	put(d, object, "operands", operands_value(d, m->operand, m->operands));
	if (record_clock_chosen(d->r, m))
		put(d, object, "clock_chosen", json_true());
	put(d, object, "scale", json_real(m->scale));
	put(d, object, "title", text_value(m->title));
	put(d, object, "definition", text_value(m->definition));
	put(d, object, "better",
	    m->row ? text_value(direction_text((enum direction)m->direction))
		   : json_null());
	put(d, object, "source", text_value(m->source));
	put_doubts(d, object, r);
	put_notes(d, object, &m->notes);
	return object;
}

static json_t *code_value(uint16_t code)
{
	return code == TALLY_EVENT_CYCLES ? json_null() : json_integer(code);
}

/* What the judge goes by, besides the counts. */
static void put_facts(struct document *d, json_t *object,
		      const struct record_event *e)
{
	static const char *const ledger[] = {
		[LEDGER_NO] = "no",
		[LEDGER_FIRST_PASS] = "first pass",
		[LEDGER_YES] = "yes",
	};

	put(d, object, "asked", json_boolean(e->asked != ASKED_NOT));
	put(d, object, "named", json_boolean(e->asked == ASKED_BY_NAME));
	put(d, object, "same_as", text_value(d->r->event[e->same].name));
	put(d, object, "in_ledger", json_string(ledger[e->ledger]));
	put(d, object, "all_instructions", json_boolean(e->machine));
	put(d, object, "step", json_integer(e->step));
	put(d, object, "kind",
	    text_value(event_kind_text((enum event_kind)e->kind)));
	put(d, object, "evidence",
	    text_value(evidence_text((enum evidence)e->evidence)));
	put(d, object, "source", text_value(e->source));
}

static json_t *event_value(struct document *d, const struct record_event *e)
{
	const struct reading *r = &e->reading;
	json_t *object = json_object();

	put(d, object, "name", text_value(e->name));
	put(d, object, "row", text_value(e->row));
	put(d, object, "monitor", name_of(d, e->monitor));
	put(d, object, "code", code_value(e->code));
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

	put(d, object, "name", text_value(t->name));
	put(d, object, "event", text_value(t->event));
	put(d, object, "monitor", name_of(d, t->monitor));
	put(d, object, "code", code_value(t->code));
	put(d, object, "class", json_string(class_word(t->class)));
	put(d, object, "basis", text_value(t->basis));
	if (t->class == CLASS_NOT_MODELLED)
		put(d, object, "count", json_null());
	else
		put_count(d, object, "count", t->count);
	put(d, object, "measured", json_string(truth_word(t->measured)));
	return object;
}

static json_t *run_value(struct document *d, const struct record_run *run)
{
	json_t *object = json_object();

	put(d, object, "pass", ordinal_value(run->pass));
	put(d, object, "repeat", ordinal_value(run->repeat));
	put_count(d, object, "instructions", run->instructions);
	put(d, object, "late", json_boolean(run->late));
	return object;
}

/* An axis that a measurement does not have is left out. */
static void put_axis(struct document *d, json_t *object, const char *key,
		     uint32_t place)
{
	if (place != RECORD_NONE)
		put(d, object, key, json_integer((json_int_t)place + 1));
}

static json_t *count_row(struct document *d, const struct record_count *c)
{
	const struct record_event *e = &d->r->event[c->event];
	json_t *object = json_object();

	put(d, object, "monitor", name_of(d, e->monitor));
	put(d, object, "event", text_value(e->name));
	put_axis(d, object, "region", c->region);
	put_axis(d, object, "interval", c->interval);
	put_axis(d, object, "task", c->task);
	put_axis(d, object, "pass", c->pass);
	put_axis(d, object, "repeat", c->repeat);
	if (c->lost)
		put(d, object, "value", json_null());
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

	put(d, object, "id", text_value(n->id));
	put(d, object, "text", text_value(n->text));
	put(d, object, "source", text_value(n->source));
	put(d, object, "applies", json_string(n->perhaps ? "perhaps" : "yes"));
	return object;
}

/* What must hold of the counts. */
static json_t *identity_value(struct document *d,
			      const struct record_identity *i)
{
	json_t *object = json_object();

	put(d, object, "id", text_value(i->id));
	put(d, object, "monitor", name_of(d, i->monitor));
	put(d, object, "formula", text_value(i->formula));
	put(d, object, "operands", operands_value(d, i->operand, i->operands));
	put(d, object, "text", text_value(i->text));
	put(d, object, "source", text_value(i->source));
	put(d, object, "value", i->counted ? json_real(i->value) : json_null());
	put(d, object, "holds",
	    i->checked ? json_boolean(!i->broken) : json_null());
	put(d, object, "not_judged", text_value(i->unjudged));
	return object;
}

#define PUT_LIST(d, root, key, of, rows, value)                                \
	do {                                                                   \
		json_t *list_ = json_array();                                  \
                                                                               \
		for (size_t i_ = 0; i_ < (d)->r->rows; i_++)                   \
			append(d, list_, value(d, &(d)->r->of[i_]));           \
		put(d, root, key, list_);                                      \
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
		put(d, root, "truth", json_null());
	if (d->r->identity_table)
		PUT_LIST(d, root, "identities", identity, identities,
			 identity_value);
	else
		put(d, root, "identities", json_null());
}
