/* SPDX-License-Identifier: MIT */
/*
 * Answers and the headline as members of documents.
 */
#include "record/document/headline_json.h"

#include "record/document/json.h"

static json_t *known(bool is, double value)
{
	return is ? json_real(value) : json_null();
}

/* NULL, if something of it is missing. */
static json_t *whole(const struct document *d, json_t *object)
{
	if (!d->out.failed)
		return object;
	json_decref(object);
	return NULL;
}

json_t *answer_json(const struct answer *a)
{
	const struct catalog_question *q = a->question;
	struct document d = { 0 };
	bool told = a->word != ANSWER_UNTOLD;
	json_t *object;

	if (!q)
		return json_null();
	object = json_object();
	writer_put(&d.out, object, "question", json_string(q->id));
	writer_put(&d.out, object, "found", json_string(q->found));
	writer_put(&d.out, object, "metric", json_string(q->metric));
	writer_put(&d.out, object, "value", known(told, a->value));
	writer_put(&d.out, object, "unit",
		   json_string(a->metric ? a->metric->unit : ""));
	writer_put(&d.out, object, "threshold", json_real(q->threshold));
	writer_put(&d.out, object, "source", json_string(q->source));
	writer_put(&d.out, object, "share", known(a->share >= 0, a->share));
	writer_put(&d.out, object, "of", json_string(question_of(q)));
	writer_put(&d.out, object, "count", known(a->counted, a->count));
	writer_put(&d.out, object, "class",
		   told ? json_string(class_word(a->class)) : json_null());
	return whole(&d, object);
}

json_t *headline_json(const struct headline *h)
{
	struct document d = { 0 };
	json_t *object = json_object();

	writer_put(&d.out, object, "kind", json_string(headline_word(h->kind)));
	writer_put(&d.out, object, "text",
		   writer_text(h->text[0] ? h->text : NULL));
	writer_put(&d.out, object, "main", answer_json(&h->main));
	writer_put(&d.out, object, "cause", answer_json(&h->cause));
	writer_put(&d.out, object, "cycles_each", known(h->each > 0, h->each));
	writer_put(&d.out, object, "cycles_source",
		   writer_text(h->each_source));
	writer_put(&d.out, object, "cycles_at_most",
		   known(h->at_most > 0, h->at_most));
	writer_put(&d.out, object, "complete", json_boolean(h->complete));
	return whole(&d, object);
}
