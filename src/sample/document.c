/* SPDX-License-Identifier: MIT */
/*
 * A profile as a JSON document, with all there is.  One that is read is checked
 * as a stranger's: whatever it has can be printed and exported.
 */
#include "sample/document.h"

#include <string.h>

#include "metric/formula.h"

static void say_column(struct document *d, struct sample_column *c)
{
	struct io *x = &d->x;
	uint32_t code = c->code;

	io_name(x, "name", &c->name);
	io_name(x, "monitor", &c->monitor);
	io_whole32(x, "code", &code, UINT16_MAX);
	io_name(x, "class", &c->class);
	io_bool(x, "asked", &c->asked);
	if (d->s->sampling)
		io_whole(x, "period", &c->period, INT64_MAX);
	if (io_reads(x))
		c->code = (uint16_t)code;
}

static const char *operand_word(uint32_t operand)
{
	if (operand == SAMPLE_CLOCK)
		return "clock_hz";
	return operand == SAMPLE_RATIO ? "clock_ratio" : NULL;
}

static uint32_t operand_named(const char *word)
{
	for (uint32_t i = SAMPLE_RATIO; word && i <= SAMPLE_CLOCK; i++)
		if (strcmp(operand_word(i), word) == 0)
			return i;
	return SAMPLE_NONE;
}

/* A column's place, or a word. */
static void say_operand(struct document *d, size_t i, uint32_t *operand)
{
	struct io *x = &d->x;
	const uint32_t named =
		operand_named(json_string_value(json_array_get(io_here(x), i)));

	if (x->mode == IO_WRITE && operand_word(*operand))
		io_put(x, "operands", json_string(operand_word(*operand)));
	else if (!io_reads(x) || named == SAMPLE_NONE)
		io_index_or_none(x, "operands", operand, d->s->columns);
	else if (io_entry(x))
		*operand = named;
}

static void say_operands(struct document *d, struct sample_metric *m)
{
	struct io *x = &d->x;
	size_t count = m->operands;
	uint32_t *room = NULL;

	if (!io_list(x, "operands", FORMULA_NAMES_MAX, &count))
		return;
	if (io_reads(x)) {
		m->operand = room = io_room(x, count, sizeof *room);
		m->operands = room ? (unsigned)count : 0;
	}
	for (size_t i = 0; i < m->operands && !x->failed; i++) {
		uint32_t operand = m->operand[i];

		say_operand(d, i, &operand);
		if (room)
			room[i] = operand;
	}
	io_leave(x);
}

static void check_formula(struct document *d, const struct sample_metric *m)
{
	struct error why = { "" };
	struct formula *formula;
	size_t names = 0;

	if (d->x.failed)
		return;
	formula = formula_parse(m->formula, &why);
	if (!formula) {
		io_fail(&d->x, "formula: %s", why.text);
		return;
	}
	(void)formula_names(formula, &names);
	if (names != m->operands)
		io_fail(&d->x, "operands are to be as many as the names of the "
			       "formula");
	formula_free(formula);
}

static void say_metric(struct document *d, struct sample_metric *m)
{
	struct io *x = &d->x;

	io_name(x, "name", &m->name);
	io_name(x, "formula", &m->formula);
	say_operands(d, m);
	io_real(x, "scale", &m->scale);
	io_name(x, "unit", &m->unit);
	/* Profiles of before have none that was not. */
	if (io_there(x, "asked", !m->asked))
		io_bool(x, "asked", &m->asked);
	else
		m->asked = true;
	if (io_there(x, "user", m->users))
		io_bool(x, "user", &m->users);
	if (io_reads(x))
		check_formula(d, m);
}

/* ---- the document -------------------------------------------------------- */

/* Of a sampled profile: a file of one has room for it. */
static void say_sampling(struct document *d)
{
	struct io *x = &d->x;
	struct sample_sampling how = { .simulated = true };
	const bool sampled = d->s->sampling != NULL;
	struct sample_sampling *room =
		sampled && io_reads(x) ? io_room(x, 1, sizeof *room) : NULL;
	bool simulated = !io_reads(x) && sample_is_simulated(d->s);

	if (sampled && !io_reads(x))
		how = *d->s->sampling;
	if (sampled || !io_reads(x))
		io_bool(x, "simulated", &simulated);
	if (!sampled || !io_object(x, "sampled"))
		return;
	io_whole(x, "samples", &how.samples, INT64_MAX);
	io_whole(x, "lost", &how.lost, INT64_MAX);
	io_name(x, "skid", &how.skid);
	io_leave(x);
	how.simulated = simulated;
	if (!room)
		return;
	*room = how;
	d->s->sampling = room;
}

/* Null of a program that was stopped. */
static void say_status(struct io *x, struct sample *s)
{
	bool ended = !s->unfinished;

	if (io_reads(x))
		s->status = json_integer_value(
			json_object_get(io_here(x), "status"));
	else if (io_or_null(x, "status", &ended))
		io_signed(x, "status", &s->status);
	if (io_perhaps(x, s->unfinished))
		io_text(x, "unfinished", &s->unfinished);
}

static void say_facts(struct document *d)
{
	struct io *x = &d->x;
	struct sample *s = d->s;
	bool sandboxed = !s->unguarded;

	if (io_perhaps(x, s->of_task))
		io_text(x, "of_task", &s->of_task);
	io_name(x, "target", &s->target);
	io_name(x, "title", &s->title);
	io_name(x, "monitors", &s->monitors);
	io_name(x, "program", &s->program);
	io_text(x, "program_sha256", &s->sha256);
	say_status(x, s);
	if (io_tells(x))
		io_bool(x, "sandboxed", &sandboxed);
	io_text(x, "not_sandboxed", &s->unguarded);
	io_text(x, "engine_knows_more", &s->superset);
	io_text(x, "cycles_sketch", &s->sketch);
	io_real(x, "clock_hz", &s->clock_hz);
	io_real(x, "clock_ratio", &s->clock_ratio);
	io_whole(x, "instructions", &s->instructions, INT64_MAX);
	io_whole(x, "lost_calls", &s->lost_calls, INT64_MAX);
	io_whole(x, "astray", &s->astray, INT64_MAX);
	io_bool(x, "full", &s->full);
}

static void say_columns(struct document *d)
{
	struct sample *s = d->s;

	IO_ROWS(d, "columns", SAMPLE_NONE - 1, s->column, s->columns,
		say_column);
	if (io_reads(&d->x) && (s->columns < 1 || s->columns > SAMPLE_COLUMNS))
		io_fail(&d->x, "columns are to be 1 to %u", SAMPLE_COLUMNS);
}

/* Checks that what happened is at an instruction or has a cause. */
static void check_total(struct document *d)
{
	const struct sample *s = d->s;

	for (unsigned k = 0; k < s->columns && !d->x.failed; k++) {
		uint64_t sum = 0;

		for (uint32_t i = 0; i < s->places; i++)
			sum += sample_cost(s, s->place_cost, i)[k];
		for (uint32_t i = 0; i < s->causes; i++)
			sum += sample_cost(s, s->cause_cost, i)[k];
		if (sum != s->total[k])
			io_fail(&d->x,
				"total of %.80s is %llu, and its places and "
				"causes have %llu",
				s->column[k].name,
				(unsigned long long)s->total[k],
				(unsigned long long)sum);
	}
}

static void say_document(struct document *d)
{
	struct sample *s = d->s;

	say_sampling(d);
	say_facts(d);
	say_columns(d);
	IO_ROWS(d, "metrics", SAMPLE_NONE - 1, s->metric, s->metrics,
		say_metric);
	if (io_reads(&d->x))
		s->total = io_room(&d->x, s->columns, sizeof *s->total);
	say_cost(d, "total", s->total);
	say_places(d);
	say_steps(d);
	say_singles(d);
	say_timeline(d);
	if (io_reads(&d->x))
		check_total(d);
}

bool sample_write(FILE *to, const struct sample *s)
{
	struct sample copy = *s;
	struct document d = { .x = io_writing(), .s = &copy };
	int64_t schema = s->sampling ? SAMPLE_SAMPLED : SAMPLE_SCHEMA;
	const char *kind = SAMPLE_DOCUMENT;
	bool good;

	if (!s->document) {
		io_signed(&d.x, "schema", &schema);
		io_name(&d.x, "document", &kind);
		say_document(&d);
	}
	good = !d.x.failed &&
	       json_dumpf(s->document ? s->document : io_root(&d.x), to,
			  JSON_COMPACT | JSON_PRESERVE_ORDER |
				  JSON_REAL_PRECISION(15)) == 0 &&
	       fputc('\n', to) != EOF;
	json_decref(io_root(&d.x));
	return good;
}

/* ---- reading ------------------------------------------------------------- */

bool sample_is_document(const struct json_t *document)
{
	const char *kind =
		json_string_value(json_object_get(document, "document"));

	return kind && strcmp(kind, SAMPLE_DOCUMENT) == 0;
}

static bool check_schema(struct document *d)
{
	static const struct sample_sampling unread;
	const json_int_t schema =
		json_integer_value(json_object_get(io_root(&d->x), "schema"));

	if (schema < SAMPLE_SCHEMA || schema > SAMPLE_SAMPLED)
		return io_fail(&d->x,
			       "its schema is %lld, and this Tally reads "
			       "profiles of schema %d and %d; a newer one may "
			       "read it",
			       (long long)schema, SAMPLE_SCHEMA,
			       SAMPLE_SAMPLED);
	if (schema == SAMPLE_SAMPLED)
		d->s->sampling = &unread;
	return true;
}

static const char *keep_text(void *owner, const char *text)
{
	return sample_text(owner, text);
}

static void *keep_room(void *owner, size_t count, size_t size)
{
	return sample_room(owner, count, size);
}

struct sample *sample_read(struct json_t *document, const char *file,
			   struct error *err)
{
	static const struct io_owner keeper = { keep_text, keep_room };
	struct document d = { .s = sample_new() };

	d.x = io_reading(document, err, &keeper, d.s);
	d.x.strict = true;
	if (!d.s)
		io_no_memory(&d.x);
	else if (!sample_is_document(document))
		io_fail(&d.x, "it is no profile of `tally profile --json`");
	else if (check_schema(&d))
		say_document(&d);
	if (d.s && !d.x.failed) {
		d.s->document = document;
		return d.s;
	}
	error_within(err, "%s", file);
	json_decref(document);
	sample_free(d.s);
	return NULL;
}
