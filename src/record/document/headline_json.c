/* SPDX-License-Identifier: MIT */
/* Answers and the headline as members of documents, which nobody reads. */
#include "record/document/headline_json.h"

#include "record/document/inner.h"

static const char *kind_word(unsigned index)
{
	return index <= HEADLINE_CAUSE
		       ? headline_word((enum headline_kind)index)
		       : NULL;
}

static void say_known(struct io *x, const char *key, bool known, double value)
{
	io_known_real(x, key, &known, &value);
}

static void say_answer(struct io *x, const struct answer *a)
{
	static const struct catalog_question none = { 0 };
	struct catalog_question q = a->question ? *a->question : none;
	bool told = a->word != ANSWER_UNTOLD;
	const char *unit = a->metric ? a->metric->unit : "";
	const char *of = question_of(&q);
	uint8_t class = a->class;

	io_name(x, "question", &q.id);
	io_name(x, "found", &q.found);
	io_name(x, "metric", &q.metric);
	say_known(x, "value", told, a->value);
	io_name(x, "unit", &unit);
	io_real(x, "threshold", &q.threshold);
	io_name(x, "source", &q.source);
	say_known(x, "share", a->share >= 0, a->share);
	io_name(x, "of", &of);
	say_known(x, "count", a->counted, a->count);
	if (io_or_null(x, "class", &told))
		io_word(x, "class", &class, class_word, CLASS_EXACT);
}

/* Null, where there is no question. */
static void say_answer_of(struct io *x, const char *key, const struct answer *a)
{
	bool is = a->question;

	if (!io_known_object(x, key, &is))
		return;
	say_answer(x, a);
	io_leave(x);
}

void say_headline(struct io *x, const struct headline *h)
{
	const char *text = h->text[0] ? h->text : NULL;
	const char *source = h->each_source;
	const char *simulated = h->simulated;
	uint8_t kind = h->kind;
	bool complete = h->complete;

	io_word(x, "kind", &kind, kind_word, HEADLINE_NONE);
	io_text(x, "text", &text);
	say_answer_of(x, "main", &h->main);
	say_answer_of(x, "cause", &h->cause);
	say_known(x, "cycles_each", h->each > 0, h->each);
	io_text(x, "cycles_source", &source);
	say_known(x, "cycles_at_most", h->at_most > 0, h->at_most);
	io_bool(x, "complete", &complete);
	io_text(x, "simulated_cause", &simulated);
}

/* NULL, if something of it is missing. */
static json_t *whole(const struct io *x)
{
	if (!x->failed)
		return io_root(x);
	json_decref(io_root(x));
	return NULL;
}

json_t *answer_json(const struct answer *a)
{
	struct io x;

	if (!a->question)
		return json_null();
	x = io_writing();
	say_answer(&x, a);
	return whole(&x);
}

json_t *headline_json(const struct headline *h)
{
	struct io x = io_writing();

	say_headline(&x, h);
	return whole(&x);
}
