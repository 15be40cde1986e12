/* SPDX-License-Identifier: MIT */
/*
 * Several regions of one run, for people: a block for each, with what an entry
 * of it came to.
 */
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "base/text.h"
#include "base/wrap.h"
#include "report/inner.h"

enum {
	WIDTH = 80,
	SHARED_WIDTH = 20, /* of names, up to which there is room for shares */
};

struct block {
	FILE *to;
	const struct record *r;
	const struct record_part *part;
	const char *bold, *plain;
	int name;
	bool shares;
	bool colour;
};

static void print_title(const struct block *b)
{
	const struct record_region *region = &b->part->region;
	char *name = text_cleaned(region->text);

	fprintf(b->to, "%s%s%s, entered %s time%s%s\n", b->bold,
		name ? name : "", b->plain,
		digits_grouped(region->entered).text,
		region->entered == 1 ? "" : "s",
		region->ended_inside ? " (the program ended inside of it)"
				     : "");
	free(name);
}

static void print_columns(const struct block *b)
{
	fprintf(b->to, "%-*s  %13s ", b->name, "", "in all");
	if (b->shares)
		fprintf(b->to, " %8s", "of whole");
	fprintf(b->to, " %11s %11s %11s\n", "an entry", "least", "most");
}

/* A mean, with a place behind the point where it is not whole. */
static struct number mean_of(double value)
{
	struct number n;
	uint64_t tenths;

	if (value >= 1e15) {
		snprintf(n.text, sizeof n.text, "%.3e", value);
		return n;
	}
	tenths = (uint64_t)(value * 10 + 0.5);
	if (tenths % 10)
		snprintf(n.text, sizeof n.text, "%s.%u",
			 digits_grouped(tenths / 10).text,
			 (unsigned)(tenths % 10));
	else
		snprintf(n.text, sizeof n.text, "%s",
			 digits_grouped(tenths / 10).text);
	return n;
}

static void print_share(const struct block *b, unsigned event)
{
	const struct reading *own = &b->part->event[event].reading;
	const struct reading *all = &b->r->event[event].reading;

	if (!b->shares)
		return;
	if (reading_has_value(all) && all->value > 0)
		fprintf(b->to, " %6.2f %%", 100 * own->value / all->value);
	else
		fprintf(b->to, " %8s", "");
}

static void print_event(const struct block *b, unsigned event)
{
	const struct record_event *e = &b->part->event[event];
	const struct record_entry *entry = &b->part->entry[event];
	const struct reading *r = &e->reading;

	fprintf(b->to, "%-*s  ", b->name, e->name);
	if (!reading_has_value(r)) {
		fprintf(b->to, "%13s\n", word_of_missing(r));
		return;
	}
	fprintf(b->to, "%13s%c", number_of_event(e).text, class_mark(r->class));
	print_share(b, event);
	fprintf(b->to, " %11s",
		mean_of(record_entry_mean(b->part, event)).text);
	if (entry->known)
		fprintf(b->to, " %11s %11s", digits_grouped(entry->least).text,
			digits_grouped(entry->most).text);
	fputc('\n', b->to);
}

static void print_metric(const struct block *b, unsigned metric)
{
	const struct record_metric *m = &b->part->metric[metric];
	/* The column of names has room for the longest and its mark. */
	const int rest = b->name - (int)strlen(m->name);
	char number[48];
	size_t end;

	if (!reading_has_value(&m->reading)) {
		fprintf(b->to, "%s%-*s  %13s\n", m->name, rest, users_mark(m),
			word_of_missing(&m->reading));
		return;
	}
	snprintf(number, sizeof number, "%s", number_of_metric(m).text);
	end = strlen(number);
	while (end && number[end - 1] == ' ')
		number[--end] = '\0';
	fprintf(b->to, "%s%-*s  %13s%c %s\n", m->name, rest, users_mark(m),
		number, class_mark(m->reading.class), m->unit);
}

static void print_block(const struct block *b, unsigned number)
{
	const struct record view = record_of_part(b->r, number);

	print_title(b);
	if (!b->part->region.entered) {
		fputc('\n', b->to);
		return;
	}
	for (unsigned i = 0; i < b->r->metrics; i++)
		print_metric(b, i);
	print_columns(b);
	for (unsigned i = 0; i < b->r->events; i++)
		if (b->r->event[i].asked ||
		    reading_has_value(&b->part->event[i].reading))
			print_event(b, i);
	fputc('\n', b->to);
	ledger_print(b->to, &view, true, b->colour);
}

static void print_head(const struct record *r, FILE *to)
{
	char line[256];

	if (r->log.known) {
		fprintf(to,
			"%u region%s or task%s, as the firmware counted them; "
			"\"entered\" are calls of a\nregion, and intervals of "
			"a task\n\n",
			r->parts, r->parts == 1 ? "" : "s",
			r->parts == 1 ? "" : "s");
		return;
	}
	snprintf(line, sizeof line,
		 "%u region%s, counted beside the whole program; %s", r->parts,
		 r->parts == 1 ? "" : "s",
		 r->part[0].self
			 ? "of each its own code alone, without what it calls"
			 : "what it calls is in each, and one within another "
			   "is in both");
	wrap_print(to, line, 0, 2, WIDTH);
	fputc('\n', to);
}

static int name_width(const struct record_metric *m)
{
	return (int)(strlen(m->name) + strlen(users_mark(m)));
}

void parts_print(FILE *to, const struct record *r, bool colour)
{
	struct block b = {
		.to = to,
		.r = r,
		.colour = colour,
		.bold = colour ? "\033[1m" : "",
		.plain = colour ? "\033[0m" : "",
	};

	if (r->parts && r->part[0].region.kind >= REGION_THREAD) {
		shares_print(to, r);
		return;
	}
	if (!r->parts)
		return;
	for (unsigned i = 0; i < r->events; i++)
		if ((int)strlen(r->event[i].name) > b.name)
			b.name = (int)strlen(r->event[i].name);
	for (unsigned i = 0; i < r->metrics; i++)
		if (name_width(&r->metric[i]) > b.name)
			b.name = name_width(&r->metric[i]);
	b.shares = b.name <= SHARED_WIDTH;
	print_head(r, to);
	for (unsigned i = 0; i < r->parts; i++) {
		b.part = &r->part[i];
		print_block(&b, i);
	}
}
