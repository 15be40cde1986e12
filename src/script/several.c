/* SPDX-License-Identifier: MIT */
/*
 * The scripts of several monitors: each one's own, in the order in which they
 * are started and stopped.
 */
#include "script/inner.h"

static bool one_form(FILE *to, const struct request *q,
		     const struct scripts *all, const struct script_wishes *w,
		     struct error *err)
{
	uint8_t order[REQUEST_MEMBERS];

	if (w->form == SCRIPT_TEXT)
		return script_text_of(to, all, q->members);
	if (w->form == SCRIPT_JSON)
		return script_json_of(to, q, all, q->members, err);
	request_order(q, order);
	return error_set(err,
			 "this form has one monitor at a time: add --only %s, "
			 "then the same for the others, and start and stop %s "
			 "first",
			 q->member[order[0]].monitor->name,
			 q->member[order[0]].monitor->name);
}

static bool make_all(const struct request *q, const struct script_wishes *w,
		     struct scripts *all, struct error *err)
{
	uint8_t order[REQUEST_MEMBERS];

	request_order(q, order);
	for (unsigned i = 0; i < q->members; i++)
		if (!scripts_make(&all[i], q, order[i], w, err))
			return false;
	return true;
}

bool script_several(FILE *to, const struct request *q,
		    const struct script_wishes *w, struct error *err)
{
	struct scripts all[REQUEST_MEMBERS] = { { NULL, 0 } };
	bool good = make_all(q, w, all, err) && one_form(to, q, all, w, err);

	for (unsigned i = 0; i < q->members; i++)
		scripts_free(&all[i]);
	return good;
}
