/* SPDX-License-Identifier: MIT */
/*
 * Entries of a suite's lists, and a range in its options, "--machine
 * dcache=4K..64K,4way" or "--machine memory=50..400": it stands for an entry of
 * each value, twice the one before.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE /* asprintf() */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "suite/suite.h"

void suite_item_free(struct suite_item *item)
{
	free(item->name);
	free(item->text);
	free(item->sweep);
	free(item->axis);
}

void suite_list_free(struct suite_list *l)
{
	for (unsigned i = 0; i < l->count; i++)
		suite_item_free(&l->item[i]);
	free(l->item);
}

enum { POINTS_MOST = 16 };

/* The range in a text: where it stands, and from where to where it goes. */
struct range {
	const char *axis, *begin, *end; /* "dcache=", "4K..64K", "," */
	const char *unit;               /* "K" */
	int unit_length;
	unsigned long from, to;
};

/* From digits behind its beginning on; false: it is none. */
static bool read_range(const char *dots, struct range *r)
{
	const char *at = dots;
	char *end;

	while (at > r->axis && isalpha((unsigned char)at[-1]))
		at--;
	r->unit = at;
	r->unit_length = (int)(dots - at);
	while (at > r->axis && isdigit((unsigned char)at[-1]))
		at--;
	r->begin = at;
	r->from = strtoul(at, NULL, 10);
	r->to = strtoul(dots + 2, &end, 10);
	if (strncmp(end, r->unit, (size_t)r->unit_length) != 0)
		r->to = 0;
	else
		end += r->unit_length;
	r->end = end;
	return true;
}

/* False: there is none. */
static bool find_range(const char *text, struct range *r)
{
	static const char option[] = "--machine";
	const char *at = text;

	while ((at = strstr(at, option))) {
		const char *dots;

		at += strlen(option);
		at += strspn(at, " \t=");
		r->axis = at;
		dots = strstr(at, "..");
		if (dots && (size_t)(dots - at) < strcspn(at, " \t"))
			return read_range(dots, r);
	}
	return false;
}

static bool is_doubled(const struct range *r)
{
	unsigned long value = r->from;
	unsigned points = 1;

	for (; value && value < r->to && points < POINTS_MOST; points++)
		value *= 2;
	return r->from && r->from < r->to && value == r->to;
}

static bool is_taken(const struct suite_list *l, const char *name)
{
	for (unsigned i = 0; i < l->count; i++)
		if (strcmp(l->item[i].name, name) == 0)
			return true;
	return false;
}

/* Takes the item, with what it has allocated. */
static bool put(struct suite_list *to, struct suite_item item,
		struct error *err)
{
	const bool good = item.name && item.text && !item.sweep == !item.axis;

	if (good && is_taken(to, item.name))
		error_set(err,
			  "line %u: %s is an entry of a range and another one, "
			  "too; give each a name of its own",
			  item.line, item.name);
	else if (!good ||
		 !array_grow(&to->item, to->count, &to->room, sizeof item))
		error_no_memory(err);
	else {
		to->item[to->count++] = item;
		return true;
	}
	suite_item_free(&item);
	return false;
}

/* An entry of one value; without a name or a text where there is no memory. */
static struct suite_item item_at(const struct suite_item *of,
				 const struct range *r, unsigned long size)
{
	const int word = (int)strcspn(r->axis, " \t");
	struct suite_item item = { .line = of->line,
				   .sweep = strdup(of->name),
				   .axis = strndup(r->axis, (size_t)word),
				   .at = (unsigned)size };

	snprintf(item.unit, sizeof(item.unit), "%.*s", r->unit_length, r->unit);
	if (asprintf(&item.name, "%.*s-%lu%s", SUITE_PART - 9, of->name, size,
		     item.unit) < 0)
		item.name = NULL;
	if (asprintf(&item.text, "%.*s%lu%s%s", (int)(r->begin - of->text),
		     of->text, size, item.unit, r->end) < 0)
		item.text = NULL;
	return item;
}

static bool put_range(struct suite_list *to, const struct suite_item *item,
		      const struct range *r, struct error *err)
{
	struct range further;

	if (!is_doubled(r))
		return error_set(err,
				 "line %u: %s: a range doubles from its first "
				 "to its last, as 4K..64K, 1way..8way or "
				 "50..400, in at most %d steps",
				 item->line, item->text, (int)POINTS_MOST - 1);
	if (find_range(r->end, &further))
		return error_set(err,
				 "line %u: %s: an entry has one range; give "
				 "the other one's values as entries",
				 item->line, item->text);
	for (unsigned long size = r->from; size <= r->to; size *= 2)
		if (!put(to, item_at(item, r, size), err))
			return false;
	return true;
}

bool suite_sweep(struct suite_list *options, struct error *err)
{
	struct suite_list all = { 0 };
	bool good = true;

	for (unsigned i = 0; good && i < options->count; i++) {
		struct suite_item *item = &options->item[i];
		struct range r;

		if (find_range(item->text, &r)) {
			good = put_range(&all, item, &r, err);
			continue;
		}
		good = put(&all, *item, err);
		*item = (struct suite_item){ 0 };
	}
	suite_list_free(options);
	*options = all;
	return good;
}
