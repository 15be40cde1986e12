/* SPDX-License-Identifier: MIT */
/*
 * Answers and the headline as members of documents.
 */
#include "record/headline_json.h"

#include "record/json.h"

static json_t *known(bool is, double value)
{
	return is ? json_real(value) : json_null();
}

/* NULL, if something of it is missing. */
static json_t *whole(const struct document *d, json_t *object)
{
	if (!d->failed)
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
	put(&d, object, "question", json_string(q->id));
	put(&d, object, "found", json_string(q->found));
	put(&d, object, "metric", json_string(q->metric));
	put(&d, object, "value", known(told, a->value));
	put(&d, object, "unit", json_string(a->metric ? a->metric->unit : ""));
	put(&d, object, "threshold", json_real(q->threshold));
	put(&d, object, "source", json_string(q->source));
	put(&d, object, "share", known(a->share >= 0, a->share));
	put(&d, object, "of", json_string(question_of(q)));
	put(&d, object, "count", known(a->counted, a->count));
	put(&d, object, "class",
	    told ? json_string(class_word(a->class)) : json_null());
	return whole(&d, object);
}

json_t *headline_json(const struct headline *h)
{
	struct document d = { 0 };
	json_t *object = json_object();

	put(&d, object, "kind", json_string(headline_word(h->kind)));
	put(&d, object, "text", text_value(h->text[0] ? h->text : NULL));
	put(&d, object, "main", answer_json(&h->main));
	put(&d, object, "cause", answer_json(&h->cause));
	put(&d, object, "cycles_each", known(h->each > 0, h->each));
	put(&d, object, "cycles_source", text_value(h->each_source));
	put(&d, object, "complete", json_boolean(h->complete));
	return whole(&d, object);
}
