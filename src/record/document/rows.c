/* SPDX-License-Identifier: MIT */
/* The rows of a record's document: what was counted, and what came of it. */
#include "metric/formula.h"
#include "record/document/inner.h"

/* The most of them that a record has. */
enum { COUNTS_MAX = 1 << 24 };

/* With more than that a metric would have no number. */
#define SCALE_MOST 1e15

static void say_run(struct document *d, struct record_run *run)
{
	struct io *x = &d->x;

	io_ordinal(x, "pass", &run->pass, RECORD_NONE, d->r->passes);
	io_ordinal(x, "repeat", &run->repeat, RECORD_NONE, d->r->repeats);
	if (io_reads(x) &&
	    (run->pass == RECORD_NONE || run->repeat == RECORD_NONE))
		io_fail(x, "pass and repeat are missing");
	io_count(x, "instructions", &run->instructions);
	io_bool(x, "late", &run->late);
}

/* An axis that a measurement does not have is left out. */
static void say_axis(struct io *x, const char *key, uint32_t *place,
		     uint32_t limit)
{
	if (io_perhaps(x, *place != RECORD_NONE))
		io_ordinal(x, key, place, RECORD_NONE, limit);
}

static void say_count_row(struct document *d, struct record_count *c)
{
	struct io *x = &d->x;
	const struct record *r = d->r;
	bool known = !c->lost;

	say_monitor_name(d, r->events ? r->event[c->event].monitor : 0);
	say_event_of(d, "event", &c->event, NULL);
	say_axis(x, "region", &c->region, READER_ROWS);
	say_axis(x, "interval", &c->interval, UINT32_MAX - 1);
	say_axis(x, "task", &c->task, READER_ROWS);
	io_ordinal(x, "pass", &c->pass, RECORD_NONE, r->passes);
	io_ordinal(x, "repeat", &c->repeat, RECORD_NONE, r->repeats);
	if (io_or_null(x, "value", &known))
		io_count(x, "value", &c->value);
	if (io_perhaps(x, c->enabled))
		io_count(x, "enabled", &c->enabled);
	if (io_perhaps(x, c->running))
		io_count(x, "running", &c->running);
	if (io_perhaps(x, c->bias))
		io_count(x, "bias", &c->bias);
	if (io_tells(x))
		return;
	c->lost = !known;
	if (c->pass == RECORD_NONE || c->repeat == RECORD_NONE)
		io_fail(x, "pass and repeat are missing");
}

static const char *direction_word(unsigned index)
{
	return index <= DIRECTION_HIGHER ? direction_text((enum direction)index)
					 : NULL;
}

/* A file of schema 1 or 2 has no operands: nothing is judged again. */
static void check_formula(struct document *d, const struct record_metric *m)
{
	struct formula *formula;
	struct error why;
	size_t names = 0;

	if (d->old || d->x.failed)
		return;
	formula = formula_parse(m->formula, &why);
	if (formula)
		(void)formula_names(formula, &names);
	if (!formula || names != m->operands)
		io_fail(&d->x, "formula is none, or has not these operands");
	formula_free(formula);
	if (!(m->scale > 0 && m->scale <= SCALE_MOST))
		io_fail(&d->x, "scale is to be above 0, and 1e15 at most");
}

/* After a metric was read. */
static void check_metric(struct document *d, struct record_metric *m)
{
	if (!m->others)
		m->others = "";
	if (!m->unit)
		m->unit = "";
	/* In those only a metric of the catalogue has a title. */
	if (d->old && m->title)
		m->row = m->name;
	if (m->users && !(m->low <= m->high && m->row && m->source))
		io_fail(&d->x, "user has no bounds, or stands in no row");
	check_formula(d, m);
	m->pass = m->reading.pass;
	if (m->pass != RECORD_SPLIT && m->pass >= d->r->passes)
		io_fail(&d->x, "pass %u is none of the plan", m->pass + 1);
}

/* The bounds and the note of a metric by a file of the user's. */
static void say_users(struct document *d, struct record_metric *m)
{
	struct io *x = &d->x;

	if (!io_perhaps(x, m->users) || !io_known_object(x, "user", &m->users))
		return;
	io_real(x, "low", &m->low);
	io_real(x, "high", &m->high);
	io_text(x, "note", &m->note);
	io_leave(x);
}

static void say_how_made(struct document *d, struct record_metric *m)
{
	struct io *x = &d->x;
	bool chosen = record_clock_chosen(d->r, m);
	/* No document is read by it, and a schema's row has no texts. */
	const bool users = io_tells(x) && m->name && record_metric_is_users(m);
	const char *user = "user";
	bool known = m->row;

	io_name(x, "formula", &m->formula);
	say_operands(d, "operands", &m->operand, &m->operands);
	if (io_tells(x) && io_perhaps(x, chosen))
		io_bool(x, "clock_chosen", &chosen);
	io_real(x, "scale", &m->scale);
	io_text(x, "title", &m->title);
	io_text(x, "definition", &m->definition);
	if (io_or_null(x, "better", &known))
		io_word(x, "better", &m->direction, direction_word,
			DIRECTION_NONE);
	io_text(x, "source", &m->source);
	say_users(d, m);
	if (io_tells(x) && io_perhaps(x, users))
		io_name(x, "defined_by", &user);
}

static void say_metric(struct document *d, struct record_metric *m)
{
	struct io *x = &d->x;
	bool named = m->asked == ASKED_BY_NAME;
	const char *unit = m->row ? m->unit : NULL;

	io_name(x, "name", &m->name);
	io_text(x, "row", &m->row);
	say_monitor_of(d, &m->monitor);
	io_string(x, "others", &m->others);
	io_bool(x, "named", &named);
	say_value(d, "value", &m->reading);
	io_text(x, "unit", &unit);
	say_range(d, &m->reading);
	say_how_made(d, m);
	say_doubts(d, "value", &m->reading);
	say_notes_of(d, &m->notes);
	if (io_tells(x))
		return;
	m->asked = named ? ASKED_BY_NAME : ASKED_AMONG;
	m->unit = unit;
	check_metric(d, m);
}

/* Null where no code selects it; or only a word of more than 16 bits does. */
static void say_code(struct io *x, uint16_t *to, const char *word)
{
	const uint16_t none = word ? TALLY_EVENT_WORD : TALLY_EVENT_CYCLES;
	bool selected = *to != none;
	unsigned code = *to;

	if (io_or_null(x, "code", &selected))
		io_small(x, "code", &code, UINT16_MAX);
	if (io_reads(x))
		*to = selected ? (uint16_t)code : none;
}

static const char *ledger_word(unsigned index)
{
	static const char *const word[] = {
		[LEDGER_NO] = "no",
		[LEDGER_FIRST_PASS] = "first pass",
		[LEDGER_YES] = "yes",
	};

	return index < sizeof word / sizeof *word ? word[index] : NULL;
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

static void say_asked(struct io *x, uint8_t *to)
{
	bool asked = *to != ASKED_NOT, named = *to == ASKED_BY_NAME;

	io_bool(x, "asked", &asked);
	io_bool(x, "named", &named);
	if (io_reads(x))
		*to = named ? ASKED_BY_NAME : asked ? ASKED_AMONG : ASKED_NOT;
}

/* Facts that the judge goes by, besides the counts. */
static void say_facts(struct document *d, struct record_event *e)
{
	struct io *x = &d->x;
	const unsigned itself = (unsigned)(e - d->r->event);

	say_asked(x, &e->asked);
	say_event_of(d, "same_as", &e->same, &itself);
	io_word(x, "in_ledger", &e->ledger, ledger_word, LEDGER_NO);
	io_bool(x, "all_instructions", &e->machine);
	if (io_perhaps(x, e->filtered))
		io_bool(x, "filtered", &e->filtered);
	io_small(x, "step", &e->step, 1 << 16);
	io_word(x, "kind", &e->kind, kind_word, EVENT_KIND_UNKNOWN);
	io_word(x, "evidence", &e->evidence, evidence_word,
		EVIDENCE_NOT_ESTABLISHED);
	io_string(x, "source", &e->source);
}

static void say_event(struct document *d, struct record_event *e)
{
	struct io *x = &d->x;
	struct reading *r = &e->reading;

	io_name(x, "name", &e->name);
	io_text(x, "row", &e->row);
	say_monitor_of(d, &e->monitor);
	if (io_perhaps(x, e->word))
		io_text(x, "word", &e->word);
	say_code(x, &e->code, e->word);
	say_count(d, r);
	io_count(x, "empty_region", &r->empty);
	say_facts(d, e);
	say_count_doubts(d, r);
	say_notes_of(d, &e->notes);
	if (io_reads(x))
		e->class = r->class == CLASS_DOUBTED ? CLASS_EXACT : r->class;
}

static const char *applies_word(unsigned index)
{
	static const char *const word[] = { "yes", "perhaps" };

	return index < 2 ? word[index] : NULL;
}

static void say_note(struct document *d, struct record_note *n)
{
	struct io *x = &d->x;
	uint8_t perhaps = n->perhaps;

	io_name(x, "id", &n->id);
	io_name(x, "text", &n->text);
	io_name(x, "source", &n->source);
	io_word(x, "applies", &perhaps, applies_word, 0);
	if (io_reads(x))
		n->perhaps = perhaps;
}

static void say_truth(struct document *d, struct record_truth *t)
{
	struct io *x = &d->x;
	bool known = t->class != CLASS_NOT_MODELLED;

	io_name(x, "name", &t->name);
	io_name(x, "event", &t->event);
	say_monitor_of(d, &t->monitor);
	say_code(x, &t->code, NULL);
	io_word(x, "class", &t->class, class_word, CLASS_EXACT);
	io_string(x, "basis", &t->basis);
	if (io_or_null(x, "count", &known))
		io_count(x, "count", &t->count);
	io_word(x, "measured", &t->measured, truth_word, TRUTH_NOT_MEASURED);
}

/* An identity, which must hold of the counts. */
static void say_identity(struct document *d, struct record_identity *i)
{
	struct io *x = &d->x;
	bool holds = !i->broken;

	io_name(x, "id", &i->id);
	say_monitor_of(d, &i->monitor);
	io_name(x, "formula", &i->formula);
	say_operands(d, "operands", &i->operand, &i->operands);
	io_name(x, "text", &i->text);
	io_name(x, "source", &i->source);
	io_known_real(x, "value", &i->counted, &i->value);
	if (io_or_null(x, "holds", &i->checked))
		io_bool(x, "holds", &holds);
	io_text(x, "not_judged", &i->unjudged);
	if (io_reads(x))
		i->broken = i->checked && !holds;
}

static void say_event_name(struct document *d, struct record_event *e)
{
	io_name(&d->x, "name", &e->name);
}

static void say_note_id(struct document *d, struct record_note *n)
{
	io_name(&d->x, "id", &n->id);
}

#define SAY_EVENTS(say)                                                        \
	IO_ROWS(d, "events", READER_EVENTS, r->event, r->events, say)
#define SAY_NOTES(say)                                                         \
	IO_ROWS(d, "notes", READER_ROWS / 2, r->note, r->notes, say)

void say_row_names(struct document *d)
{
	struct record *r = d->r;

	SAY_EVENTS(say_event_name);
	SAY_NOTES(say_note_id);
}

void say_rows(struct document *d)
{
	struct io *x = &d->x;
	struct record *r = d->r;

	IO_ROWS(d, "runs", READER_ROWS, r->run, r->runs, say_run);
	IO_ROWS(d, "counts", COUNTS_MAX, r->count, r->counts, say_count_row);
	IO_ROWS(d, "metrics", READER_ROWS, r->metric, r->metrics, say_metric);
	SAY_EVENTS(say_event);
	SAY_NOTES(say_note);
	if (io_or_null(x, "truth", &r->truth_asked))
		IO_ROWS(d, "truth", READER_ROWS, r->truth, r->truths,
			say_truth);
	if (io_or_null(x, "identities", &r->identity_table))
		IO_ROWS(d, "identities", READER_ROWS, r->identity,
			r->identities, say_identity);
	/* Runs alone are as many as there are passes in all repeats. */
	if (io_reads(x) &&
	    (double)r->passes * r->repeats * (r->events ? r->events : 1) >
		    COUNTS_MAX)
		io_fail(x, "more passes, repeats and events than a record "
			   "can have");
}
