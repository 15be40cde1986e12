/* SPDX-License-Identifier: MIT */
/*
 * A row's reading in a record's document.  Numbers that are not to be believed
 * are null; why is in `doubts`.
 */
#include <stdio.h>
#include <string.h>

#include "record/document/inner.h"

static void read_samples(struct document *d, size_t count, struct reading *r)
{
	r->sample = io_room(&d->x, count, sizeof *r->sample);
	r->samples = r->sample ? (unsigned)count : 0;
	for (size_t i = 0; i < r->samples; i++) {
		const json_t *value = io_entry(&d->x);

		if (!json_is_number(value))
			io_fail(&d->x, "samples are to be numbers");
		r->sample[i] = json_number_value(value);
	}
}

static void say_samples(struct document *d, struct reading *r)
{
	size_t count = reading_has_value(r) ? r->samples : 0;
	double scratch = 0;

	if (io_reads(&d->x))
		r->samples = 0;
	if (!io_list(&d->x, "samples", SIZE_MAX, &count))
		return;
	if (io_reads(&d->x))
		read_samples(d, count, r);
	else
		for (size_t i = 0; i < count; i++)
			io_real(&d->x, "samples",
				r->samples ? &r->sample[i] : &scratch);
	io_leave(&d->x);
}

void say_value(struct document *d, const char *key, struct reading *r)
{
	bool known = reading_has_value(r);

	io_known_real(&d->x, key, &known, &r->value);
}

void say_range(struct document *d, struct reading *r)
{
	bool low = reading_has_value(r), high = low;
	bool known = low && r->margin >= 0;

	io_known_real(&d->x, "low", &low, &r->low);
	io_known_real(&d->x, "high", &high, &r->high);
	if (io_reads(&d->x) && !(r->low <= r->high))
		io_fail(&d->x, "low is above high");
	say_samples(d, r);
	io_known_real(&d->x, "margin95", &known, &r->margin);
	if (io_reads(&d->x) && !known)
		r->margin = -1;
}

void say_count(struct document *d, struct reading *r)
{
	bool known = reading_has_value(r);

	if (io_or_null(&d->x, "count", &known))
		io_count(&d->x, "count", &r->count);
	else if (io_reads(&d->x))
		r->count = 0;
	say_value(d, "mean", r);
	say_range(d, r);
}

static unsigned doubt_of(struct document *d, const char *text)
{
	unsigned i = 0;

	while (text && doubt_word(i) && strcmp(doubt_word(i), text) != 0)
		i++;
	if (text && doubt_word(i))
		return 1u << i;
	io_fail(&d->x, "doubts has \"%.40s\"", text ? text : "what is no text");
	return 0;
}

static void say_set(struct document *d, unsigned *doubts)
{
	struct io *x = &d->x;
	const unsigned set = *doubts;
	size_t count = 0;

	if (io_reads(x))
		*doubts = 0;
	if (!io_list(x, "doubts", SIZE_MAX, &count))
		return;
	for (size_t i = 0; io_reads(x) && i < count; i++)
		*doubts |= doubt_of(d, json_string_value(io_entry(x)));
	for (unsigned i = 0; x->mode == IO_WRITE && doubt_word(i); i++)
		if (set >> i & 1)
			io_put(x, "doubts", json_string(doubt_word(i)));
	if (x->mode == IO_SCHEMA)
		io_put(x, "doubts", io_words(doubt_word));
	io_leave(x);
}

void say_doubts(struct document *d, const char *key, struct reading *r)
{
	struct io *x = &d->x;
	bool classed = !(r->doubts & DOUBT_NOT_COUNTED);
	const char *why = r->why[0] ? r->why : NULL;

	if (io_or_null(x, "class", &classed))
		io_word(x, "class", &r->class, class_word, CLASS_EXACT);
	else if (io_reads(x))
		r->class = CLASS_EXACT;
	say_set(d, &r->doubts);
	io_text(x, "why", &why);
	io_ordinal(x, "pass", &r->pass, RECORD_SPLIT, RECORD_SPLIT);
	if (io_tells(x))
		return;
	snprintf(r->why, sizeof r->why, "%s", why ? why : "");
	if (reading_has_value(r) && io_lacks(x, key))
		io_fail(x, "%s is missing, and no doubt says why", key);
}

void say_count_doubts(struct document *d, struct reading *r)
{
	say_doubts(d, "mean", r);
	if (io_tells(&d->x))
		return;
	/* With fifteen digits 2^64 is printed as a little more than it is. */
	if (r->low < 0 || r->high > 1.85e19 || r->value < 0 ||
	    r->value > 1.85e19)
		io_fail(&d->x, "a count is from 0 to 2^64 - 1");
	if (!reading_has_value(r))
		r->count = 0;
}
