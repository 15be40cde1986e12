/* SPDX-License-Identifier: MIT */
/*
 * The rows of a record's document.
 */
#include <string.h>

#include "metric/formula.h"
#include "record/document/reader.h"

static void at_row(struct record_reader *f, const char *list, size_t row)
{
	f->in.list = list;
	f->in.row = row;
}

static unsigned doubts_of(struct record_reader *f, json_t *row)
{
	json_t *list = reader_member(&f->in, row, "doubts", JSON_ARRAY);
	unsigned set = 0;

	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *text = json_string_value(json_array_get(list, i));
		unsigned k = 0;

		while (text && doubt_word(k) &&
		       strcmp(doubt_word(k), text) != 0)
			k++;
		if (!text || !doubt_word(k))
			reader_fail(&f->in, "doubts has \"%.40s\"",
				    text ? text : "what is no text");
		else
			set |= 1u << k;
	}
	return set;
}

static void read_samples(struct record_reader *f, json_t *row,
			 struct reading *r)
{
	json_t *list = reader_member(&f->in, row, "samples", JSON_ARRAY);
	size_t count = json_array_size(list);

	r->sample = record_room(f->to, count, sizeof *r->sample);
	for (size_t i = 0; r->sample && i < count; i++) {
		json_t *value = json_array_get(list, i);

		if (!json_is_number(value))
			reader_fail(&f->in, "samples are to be numbers");
		r->sample[i] = json_number_value(value);
	}
	r->samples = r->sample ? (unsigned)count : 0;
	r->margin = -1;
	if (reader_member(&f->in, row, "margin95", JSON_REAL))
		r->margin = reader_real(&f->in, row, "margin95");
}

void reader_reading(struct record_reader *f, json_t *row, const char *value,
		    struct reading *r)
{
	const char *why = reader_text(&f->in, row, "why");

	r->doubts = doubts_of(f, row);
	if (reading_has_value(r) &&
	    !reader_member(&f->in, row, value, JSON_REAL))
		reader_fail(&f->in, "%s is missing, and no doubt says why",
			    value);
	r->value = reader_real(&f->in, row, value);
	r->low = reader_real(&f->in, row, "low");
	r->high = reader_real(&f->in, row, "high");
	if (!(r->low <= r->high))
		reader_fail(&f->in, "low is above high");
	r->pass =
		reader_ordinal(&f->in, row, "pass", RECORD_SPLIT, RECORD_SPLIT);
	r->class = (uint8_t)reader_word(&f->in, row, "class", class_word,
					CLASS_EXACT);
	snprintf(r->why, sizeof r->why, "%s", why ? why : "");
	read_samples(f, row, r);
}

void reader_count_reading(struct record_reader *f, json_t *row,
			  struct reading *r)
{
	reader_reading(f, row, "mean", r);
	/* With fifteen digits 2^64 is printed as a little more than it is. */
	if (r->low < 0 || r->high > 1.85e19 || r->value < 0 ||
	    r->value > 1.85e19)
		reader_fail(&f->in, "a count is from 0 to 2^64 - 1");
	if (reading_has_value(r))
		r->count = reader_count(&f->in, row, "count");
}

static uint16_t code_of(struct record_reader *f, json_t *row)
{
	if (!reader_member(&f->in, row, "code", JSON_INTEGER))
		return TALLY_EVENT_CYCLES;
	return (uint16_t)reader_small(&f->in, row, "code", UINT16_MAX);
}

static uint8_t asked_of(struct record_reader *f, json_t *row)
{
	if (reader_bool(&f->in, row, "named"))
		return ASKED_BY_NAME;
	return reader_bool(&f->in, row, "asked") ? ASKED_AMONG : ASKED_NOT;
}

static const char *ledger_word(unsigned index)
{
	static const char *const word[] = { "no", "first pass", "yes" };

	return index < 3 ? word[index] : NULL;
}

static const char *kind_word(unsigned index)
{
	return index <= EVENT_KIND_UNKNOWN
		       ? event_kind_text((enum event_kind)index)
		       : NULL;
}

static const char *evidence_word(unsigned index)
{
	return index <= EVIDENCE_INDEPENDENT
		       ? evidence_text((enum evidence)index)
		       : NULL;
}

static void read_event(struct record_reader *f, json_t *row,
		       struct record_event *e)
{
	struct reading *r = &e->reading;

	e->name = reader_name(&f->in, row, "name");
	e->row = reader_text(&f->in, row, "row");
	e->monitor = reader_monitor(f, row);
	e->code = code_of(f, row);
	e->asked = asked_of(f, row);
	e->kind = (uint8_t)reader_word(&f->in, row, "kind", kind_word,
				       EVENT_KIND_UNKNOWN);
	e->evidence =
		(uint8_t)reader_word(&f->in, row, "evidence", evidence_word,
				     EVIDENCE_NOT_ESTABLISHED);
	e->ledger = (uint8_t)reader_word(&f->in, row, "in_ledger", ledger_word,
					 LEDGER_NO);
	e->machine = reader_bool(&f->in, row, "all_instructions");
	e->filtered = json_is_true(json_object_get(row, "filtered"));
	e->step = reader_small(&f->in, row, "step", 1 << 16);
	e->source = reader_text(&f->in, row, "source");
	reader_count_reading(f, row, r);
	r->empty = reader_count(&f->in, row, "empty_region");
	e->class = r->class == CLASS_DOUBTED ? CLASS_EXACT : r->class;
}

void reader_events(struct record_reader *f, json_t *root)
{
	struct record *r = f->to;
	json_t *rows;
	size_t count =
		reader_rows(&f->in, root, "events", READER_EVENTS, &rows);

	r->event = record_room(r, count, sizeof *r->event);
	for (size_t i = 0; !r->failed && i < count; i++) {
		at_row(f, "events", i);
		read_event(f, json_array_get(rows, i), &r->event[i]);
	}
	r->events = r->failed ? 0 : (unsigned)count;
	for (unsigned i = 0; !f->in.failed && i < r->events; i++) {
		const char *name;

		at_row(f, "events", i);
		name = reader_text(&f->in, json_array_get(rows, i), "same_as");
		r->event[i].same = name ? reader_event(f, name) : i;
	}
	f->in.list = NULL;
}

static void read_notes_of(struct record_reader *f, json_t *row,
			  struct record_notes *notes)
{
	const struct record *r = f->to;
	json_t *list = reader_member(&f->in, row, "notes", JSON_ARRAY);
	size_t count = json_array_size(list);
	uint16_t *index = record_room(f->to, count, sizeof *index);

	for (size_t i = 0; index && i < count; i++) {
		const char *id = json_string_value(json_array_get(list, i));
		unsigned k = 0;

		while (id && k < r->notes && strcmp(r->note[k].id, id) != 0)
			k++;
		if (!id || k == r->notes)
			reader_fail(&f->in, "%.60s is none of `notes`",
				    id ? id : "a note");
		index[i] = (uint16_t)k;
	}
	*notes = (struct record_notes){ index, index && !f->in.failed
						       ? (unsigned)count
						       : 0 };
}

static const char *direction_word(unsigned index)
{
	return index <= DIRECTION_HIGHER ? direction_text((enum direction)index)
					 : NULL;
}

/* With more than that a metric would have no number. */
#define SCALE_MOST 1e15

/* A file of schema 1 or 2 has no operands: nothing is judged again. */
static void read_operands(struct record_reader *f, json_t *row,
			  struct record_metric *m)
{
	struct formula *formula;
	struct error why;
	size_t names = 0;

	m->operand = reader_operands(f, row, "operands", &m->operands);
	if (f->old || f->in.failed)
		return;
	formula = formula_parse(m->formula, &why);
	if (formula)
		(void)formula_names(formula, &names);
	if (!formula || names != m->operands)
		reader_fail(&f->in,
			    "formula is none, or has not these operands");
	formula_free(formula);
	if (!(m->scale > 0 && m->scale <= SCALE_MOST))
		reader_fail(&f->in, "scale is to be above 0, and 1e15 at most");
}

static void read_metric(struct record_reader *f, json_t *row,
			struct record_metric *m)
{
	const char *unit = reader_text(&f->in, row, "unit");
	const char *others = reader_text(&f->in, row, "others");

	m->name = reader_name(&f->in, row, "name");
	m->row = reader_text(&f->in, row, "row");
	m->monitor = reader_monitor(f, row);
	m->others = others ? others : "";
	m->formula = reader_name(&f->in, row, "formula");
	m->asked =
		reader_bool(&f->in, row, "named") ? ASKED_BY_NAME : ASKED_AMONG;
	m->scale = reader_real(&f->in, row, "scale");
	m->title = reader_text(&f->in, row, "title");
	m->definition = reader_text(&f->in, row, "definition");
	m->source = reader_text(&f->in, row, "source");
	m->direction = (uint8_t)reader_word(&f->in, row, "better",
					    direction_word, DIRECTION_NONE);
	/* In those only a metric of the catalogue has a title. */
	if (f->old && m->title)
		m->row = m->name;
	m->unit = unit ? unit : "";
	read_operands(f, row, m);
	reader_reading(f, row, "value", &m->reading);
	m->pass = m->reading.pass;
	if (m->pass != RECORD_SPLIT && m->pass >= f->to->passes)
		reader_fail(&f->in, "pass %u is none of the plan", m->pass + 1);
	read_notes_of(f, row, &m->notes);
}

static void read_identity(struct record_reader *f, json_t *row,
			  struct record_identity *i)
{
	i->id = reader_name(&f->in, row, "id");
	i->monitor = reader_monitor(f, row);
	i->formula = reader_name(&f->in, row, "formula");
	i->text = reader_name(&f->in, row, "text");
	i->source = reader_name(&f->in, row, "source");
	i->operand = reader_operands(f, row, "operands", &i->operands);
	i->counted = reader_member(&f->in, row, "value", JSON_REAL) != NULL;
	i->value = reader_real(&f->in, row, "value");
	i->checked = reader_member(&f->in, row, "holds", JSON_TRUE) != NULL;
	i->broken = i->checked && !reader_bool(&f->in, row, "holds");
	i->unjudged = reader_text(&f->in, row, "not_judged");
}

static const char *applies_word(unsigned index)
{
	static const char *const word[] = { "yes", "perhaps" };

	return index < 2 ? word[index] : NULL;
}

static void read_note(struct record_reader *f, json_t *row,
		      struct record_note *n)
{
	n->id = reader_name(&f->in, row, "id");
	n->text = reader_name(&f->in, row, "text");
	n->source = reader_name(&f->in, row, "source");
	n->perhaps = reader_word(&f->in, row, "applies", applies_word, 0) == 1;
}

static void read_truth(struct record_reader *f, json_t *row,
		       struct record_truth *t)
{
	t->name = reader_name(&f->in, row, "name");
	t->event = reader_name(&f->in, row, "event");
	t->basis = reader_text(&f->in, row, "basis");
	t->monitor = reader_monitor(f, row);
	t->code = code_of(f, row);
	t->class = (uint8_t)reader_word(&f->in, row, "class", class_word,
					CLASS_EXACT);
	if (t->class != CLASS_NOT_MODELLED)
		t->count = reader_count(&f->in, row, "count");
	t->measured = (uint8_t)reader_word(&f->in, row, "measured", truth_word,
					   TRUTH_NOT_MEASURED);
}

static void read_run(struct record_reader *f, json_t *row,
		     struct record_run *run)
{
	run->pass =
		reader_ordinal(&f->in, row, "pass", RECORD_NONE, f->to->passes);
	run->repeat = reader_ordinal(&f->in, row, "repeat", RECORD_NONE,
				     f->to->repeats);
	if (run->pass == RECORD_NONE || run->repeat == RECORD_NONE)
		reader_fail(&f->in, "pass and repeat are missing");
	run->instructions = reader_count(&f->in, row, "instructions");
	run->late = reader_bool(&f->in, row, "late");
}

static void read_count(struct record_reader *f, json_t *row,
		       struct record_count *c)
{
	const char *name = reader_name(&f->in, row, "event");

	*c = (struct record_count){
		.event = f->in.failed ? 0 : reader_event(f, name),
		.pass = reader_ordinal(&f->in, row, "pass", RECORD_NONE,
				       f->to->passes),
		.repeat = reader_ordinal(&f->in, row, "repeat", RECORD_NONE,
					 f->to->repeats),
		.region = reader_ordinal(&f->in, row, "region", RECORD_NONE,
					 READER_ROWS),
		.interval = reader_ordinal(&f->in, row, "interval", RECORD_NONE,
					   UINT32_MAX - 1),
		.task = reader_ordinal(&f->in, row, "task", RECORD_NONE,
				       READER_ROWS),
		.value = reader_count(&f->in, row, "value"),
		.enabled = reader_count(&f->in, row, "enabled"),
		.running = reader_count(&f->in, row, "running"),
		.bias = reader_count(&f->in, row, "bias"),
		.lost = !json_is_number(json_object_get(row, "value")),
	};
	if (c->pass == RECORD_NONE || c->repeat == RECORD_NONE)
		reader_fail(&f->in, "pass and repeat are missing");
}

/* Reads all rows, up to the first that is wrong.  If memory runs out, the
 * record gets none of them, since some might lack their texts. */
#define READ_LIST(f, root, key, limit, of, rows, read)                         \
	do {                                                                   \
		json_t *list_;                                                 \
		size_t n_ = reader_rows(&(f)->in, root, key, limit, &list_);   \
                                                                               \
		(f)->to->of = record_room((f)->to, n_, sizeof *(f)->to->of);   \
		for (size_t i_ = 0;                                            \
		     !(f)->to->failed && !(f)->in.failed && i_ < n_; i_++) {   \
			at_row(f, key, i_);                                    \
			read(f, json_array_get(list_, i_), &(f)->to->of[i_]);  \
		}                                                              \
		(f)->to->rows = (f)->to->failed ? 0 : (unsigned)n_;            \
		(f)->in.list = NULL;                                           \
	} while (0)

enum { COUNTS_MAX = 1 << 24 };

void reader_results(struct record_reader *f, json_t *root)
{
	struct record *r = f->to;
	json_t *rows;

	READ_LIST(f, root, "runs", READER_ROWS, run, runs, read_run);
	READ_LIST(f, root, "counts", COUNTS_MAX, count, counts, read_count);
	READ_LIST(f, root, "notes", READER_ROWS / 2, note, notes, read_note);
	READ_LIST(f, root, "metrics", READER_ROWS, metric, metrics,
		  read_metric);
	READ_LIST(f, root, "truth", READER_ROWS, truth, truths, read_truth);
	READ_LIST(f, root, "identities", READER_ROWS, identity, identities,
		  read_identity);
	r->truth_asked = json_is_array(json_object_get(root, "truth"));
	r->identity_table = json_is_array(json_object_get(root, "identities"));
	(void)reader_rows(&f->in, root, "events", READER_EVENTS, &rows);
	for (size_t i = 0; !f->in.failed && i < r->events; i++) {
		at_row(f, "events", i);
		read_notes_of(f, json_array_get(rows, i), &r->event[i].notes);
	}
	/* Runs alone are as many as there are passes in all repeats. */
	if (!f->in.failed &&
	    (double)r->passes * r->repeats * (r->events ? r->events : 1) >
		    COUNTS_MAX)
		reader_fail(&f->in,
			    "more passes, repeats and events than a record "
			    "can have");
}
