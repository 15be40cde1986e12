/* SPDX-License-Identifier: MIT */
/* Words that a comparison is told with, in text and in Markdown. */
#include "report/diff_words.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "base/memory.h"
#include "base/text.h"
#include "record/stack.h"

/* Without the blanks that align it in a report. */
static struct number trimmed(struct number n)
{
	size_t length = strlen(n.text);

	while (length && n.text[length - 1] == ' ')
		n.text[--length] = '\0';
	return n;
}

static struct digits whole(double value)
{
	return digits_grouped(record_whole(value));
}

static struct number value_of(const struct diff_row *row, double value)
{
	struct number n;

	if (row->metric) {
		struct record_metric shown = *row->metric;

		shown.reading.value = value;
		return trimmed(number_of_metric(&shown));
	}
	snprintf(n.text, sizeof n.text, "%s", whole(value).text);
	return n;
}

static void print_change(const struct diff_row *row, char *text, size_t room)
{
	double percent;

	if (!(row->test.after < row->test.before) &&
	    !(row->test.after > row->test.before))
		snprintf(text, room, "0");
	else if (!diff_percent(row, &percent))
		snprintf(text, room, "%s",
			 row->test.before < 0 ? "" : "from 0");
	else if (fabs(percent) < 1e5)
		snprintf(text, room, "%+.2f %%", percent);
	else
		snprintf(text, room, "x %.3g",
			 row->test.after / row->test.before);
}

static void print_half(char *text, size_t room, double half)
{
	if (half < 0.005)
		snprintf(text, room, "+-<0.01");
	else
		snprintf(text, room, "+-%.2f", half);
}

struct diff_cells diff_cells(const struct diff_row *row)
{
	const struct comparison *c = &row->test;
	struct diff_cells cells = { .before = value_of(row, c->before),
				    .after = value_of(row, c->after) };

	print_change(row, cells.change, sizeof cells.change);
	if (row->basis == DIFF_FIXED)
		snprintf(cells.spread, sizeof cells.spread, "no spread");
	else if (diff_is_tested(row) && c->bounded && c->before > 0)
		print_half(cells.spread, sizeof cells.spread,
			   50 * (c->high - c->low));
	return cells;
}

bool diff_is_quiet(const struct diff_row *row)
{
	return row->word == DIFF_SAME || row->word == DIFF_NOISE ||
	       !row->valued;
}

struct number diff_signed(double value)
{
	struct number n;

	snprintf(n.text, sizeof n.text, "%c%s", value < 0 ? '-' : '+',
		 whole(fabs(value)).text);
	return n;
}

static unsigned repeats(const struct diff_side *side)
{
	unsigned sum = 0;

	for (unsigned i = 0; i < side->records; i++)
		sum += side->record[i]->repeats;
	return sum;
}

static void print_program(FILE *to, const struct record *r)
{
	const char *path = r->program.path ? r->program.path : "";

	fputs(*path ? text_base_name(path) : "counts given", to);
	if (r->program.sha256)
		fprintf(to, " %.12s", r->program.sha256);
	if (r->target.name)
		fprintf(to, " on %s", r->target.name);
	for (unsigned i = 0; i < r->monitors; i++)
		fprintf(to, "%s %s", i || r->target.name ? "," : " of",
			r->monitor[i].name);
}

const char *diff_what_if(const struct diff_side *side)
{
	return side->records ? machine_what_if(side->record[0]->target.title)
			     : NULL;
}

const char *diff_not_this_core(const struct diff *d)
{
	const bool before = diff_what_if(&d->side[DIFF_BEFORE]);
	const bool after = diff_what_if(&d->side[DIFF_AFTER]);

	return before && after ? "both"
	       : before        ? "before"
	       : after         ? "after"
			       : "";
}

static void print_side(FILE *to, const struct diff_side *side)
{
	const struct record *r = side->record[0];
	unsigned n = repeats(side);
	const char *what_if = diff_what_if(side);

	print_program(to, r);
	if (r->region.text)
		fprintf(to, ", region %s", r->region.text);
	fprintf(to, "; %u %s", n, n == 1 ? "run" : "repeats");
	if (side->records > 1)
		fprintf(to, " in %u records", side->records);
	if (r->machine.layouts)
		fprintf(to, " over layouts by seed %" PRIu64,
			r->machine.layouts_seed);
	for (unsigned i = 0; i < side->records; i++)
		if (side->record[i]->machine.jitter)
			fprintf(to, "%s %" PRIu64,
				i                   ? ","
				: side->records > 1 ? ", seeds"
						    : ", seed",
				side->record[i]->machine.seed);
	if (what_if)
		fprintf(to, "; %s", what_if);
}

char *diff_side_text(const struct diff_side *side)
{
	char *text = NULL;
	size_t size;
	FILE *to = memory_stream(&text, &size);

	if (!to)
		return NULL;
	print_side(to, side);
	if (memory_stream_end(to, &text) == 0)
		return text;
	free(text);
	return NULL;
}

const char *diff_row_word(const struct diff_row *row)
{
	return row->why ? row->why : diff_word_text(row->word);
}

const struct diff_row *diff_verdict(const struct diff *d)
{
	const struct diff_row *row = diff_cycles(d);

	return row && row->valued ? row : NULL;
}

/* Parts of one kind stand under one heading. */
enum part_group { PARTS_ADD, PARTS_CAUSES, PARTS_EVENTS };

static enum part_group group_of(const struct diff_part *part)
{
	if (part->kind == PART_INSTRUCTIONS || part->kind == PART_EACH)
		return PARTS_ADD;
	return part->kind == PART_CAUSE ? PARTS_CAUSES : PARTS_EVENTS;
}

const char *diff_part_name(const struct diff_part *part)
{
	return part->row ? part->row->name : part->cause ? part->cause : "";
}

const char *diff_part_heading(const struct diff *d, unsigned at)
{
	static const char *const heading[] = {
		[PARTS_ADD] = "the two that add up to it",
		[PARTS_CAUSES] = "simulated causes, of which each cycle has "
				 "one; these changed most",
		[PARTS_EVENTS] =
			"events that changed the same way, which do not add "
			"up: an instruction's cycles may count as several "
			"stalls, and what is counted without cycles may be a "
			"cause, or none",
	};
	const enum part_group group = group_of(&d->part[at]);

	return at && group_of(&d->part[at - 1]) == group ? NULL
							 : heading[group];
}

const char *diff_part_text(const struct diff_part *part, bool more)
{
	const double change = part->change;

	switch (part->kind) {
	case PART_INSTRUCTIONS:
		return change < 0   ? "fewer instructions, each as before"
		       : change > 0 ? "more instructions, each as before"
				    : "as many instructions as before";
	case PART_EACH:
		return change < 0   ? "fewer cycles for each instruction"
		       : change > 0 ? "more cycles for each instruction"
				    : "as many cycles for each instruction";
	case PART_CAUSE:
	case PART_DURATION:
	case PART_OCCURRENCE:
		break;
	}
	return part->kind != PART_OCCURRENCE ? "cycles"
	       : more                        ? "more often"
					     : "less often";
}

double diff_layout_part(const struct diff_layout *l, unsigned part)
{
	return part == 0 ? l->instructions : part == 1 ? l->layout : l->rest;
}

const char *diff_layout_text(unsigned part)
{
	static const char *const text[DIFF_LAYOUT_PARTS] = {
		"instructions: more or fewer, each as before",
		"layout: where the linker put them, against the mean of others",
		"rest: in all layouts alike",
	};

	return text[part];
}

static void remark_quiet(FILE *to, const struct diff *d, bool all)
{
	unsigned same = 0, noise = 0, lacking = 0;
	const char *gap = "left out: ";

	for (unsigned i = 0; i < d->rows; i++) {
		same += d->row[i].word == DIFF_SAME;
		noise += d->row[i].word == DIFF_NOISE;
		lacking += !d->row[i].valued;
	}
	if (all || same + noise + lacking == 0)
		return;
	if (same) {
		fprintf(to, "%s%u without a change", gap, same);
		gap = ", ";
	}
	if (noise) {
		fprintf(to,
			"%s%u that changed by less than %.4g %%, or are next "
			"to nothing",
			gap, noise, 100 * d->noise);
		gap = ", ";
	}
	if (lacking)
		fprintf(to, "%s%u that cannot be compared", gap, lacking);
	fputs("; --all has them", to);
}

const char diff_one_program[] =
	"both sides have one program, to the bit: no change of it explains "
	"what differs";

static void remark_program(FILE *to, const struct diff *d)
{
	if (diff_same_program(d))
		fputs(diff_one_program, to);
}

static void remark_tests(FILE *to, const struct diff *d)
{
	unsigned pairs = 0;

	for (unsigned i = 0; i < d->rows; i++)
		pairs += d->row[i].basis == DIFF_PAIRS;
	if (!d->tested)
		return;
	fprintf(to,
		"+-: half the 95 %% confidence interval of after/before (%s); "
		"same: no more apart than by chance, at 5 %% over all %u rows "
		"with a spread (Holm)",
		pairs == d->tested ? "paired, by the same seeds"
		: pairs            ? "Welch's t, or paired by the same seeds"
				   : "Welch's t",
		d->tested);
}

static void remark_versions(FILE *to, const struct diff *d)
{
	const char *a = d->side[DIFF_BEFORE].record[0]->tally;
	const char *b = d->side[DIFF_AFTER].record[0]->tally;

	if (a && b && strcmp(a, b) != 0)
		fprintf(to, "made by Tally %s and %s, whose models may differ",
			a, b);
}

char *diff_region_text(const struct diff *d, const struct diff_row *row)
{
	const uint64_t before = diff_entered(d, row, DIFF_BEFORE);
	const uint64_t after = diff_entered(d, row, DIFF_AFTER);
	char *name = text_cleaned(row->region), *text = NULL;
	size_t size;
	FILE *to = name ? memory_stream(&text, &size) : NULL;

	if (to) {
		fprintf(to, "region %s, entered %s time%s", name,
			digits_grouped(before).text, before == 1 ? "" : "s");
		if (after != before)
			fprintf(to, ", then %s", digits_grouped(after).text);
	}
	free(name);
	if (to && memory_stream_end(to, &text) == 0)
		return text;
	free(text);
	return NULL;
}

/* Which regions have no rows, and that intervals have none. */
static void remark_parts(FILE *to, const struct diff *d)
{
	const struct record *a = d->side[DIFF_BEFORE].record[0];
	const struct record *b = d->side[DIFF_AFTER].record[0];
	unsigned shared = 0;

	for (unsigned i = 0; i < d->rows; i++)
		shared += diff_begins_region(&d->row[i],
					     i ? &d->row[i - 1] : NULL);
	if (a->parts != shared || b->parts != shared)
		fprintf(to,
			"regions that not all records have are left out: %u "
			"before, %u after",
			a->parts - shared, b->parts - shared);
	else if (a->series.intervals && b->series.intervals)
		fputs("compared as a whole: an interval of one run has no like "
		      "in the other",
		      to);
}

/* Why cycles changed is in the ledgers of boards, where records have them. */
static void remark_causes(FILE *to, const struct diff *d)
{
	const struct record *a = d->side[DIFF_BEFORE].record[0];
	const struct record *b = d->side[DIFF_AFTER].record[0];
	struct stack ignored;
	const bool before = stack_of(a, &ignored),
		   after = stack_of(b, &ignored);

	if (!d->cycles || !a->target.simulated || !b->target.simulated ||
	    (before && after))
		return;
	fprintf(to,
		"simulated causes of the change: tally stat --causes keeps "
		"them in %s",
		before  ? "the record after"
		: after ? "the record before"
			: "both records");
}

enum { REMARKS = 8 };

static void remark(FILE *to, const struct diff *d, const struct diff_print *how,
		   unsigned index)
{
	switch (index) {
	case 0:
		if (*how->forced)
			fprintf(to,
				"compared by --force, though they differ: "
				"%s",
				how->forced);
		break;
	case 1:
		remark_program(to, d);
		break;
	case 2:
		remark_quiet(to, d, how->all);
		break;
	case 3:
		remark_tests(to, d);
		break;
	case 4:
		if (diff_of_seeds(d))
			fputs("the spread is that of the model's seeds, not of "
			      "hardware",
			      to);
		break;
	case 5:
		remark_parts(to, d);
		break;
	case 6:
		remark_causes(to, d);
		break;
	default:
		remark_versions(to, d);
	}
}

char *diff_remark(const struct diff *d, const struct diff_print *how,
		  unsigned index)
{
	char *text = NULL;
	size_t size;
	FILE *to = index < REMARKS ? memory_stream(&text, &size) : NULL;

	if (!to)
		return NULL;
	remark(to, d, how, index);
	if (memory_stream_end(to, &text) == 0)
		return text;
	free(text);
	return NULL;
}
