/* SPDX-License-Identifier: MIT */
/* A comparison for programs: CSV and JSON, with every row. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "base/csv.h"
#include "report/diff.h"
#include "report/diff_words.h"
#include "json/writer.h"

static void cell(FILE *to, bool there, double value)
{
	fputc(',', to);
	if (there)
		fprintf(to, "%.10g", value);
}

/* A metric's value, or a count with all digits that a record has of it. */
static void value_cell(FILE *to, const struct diff_row *row, double value)
{
	fputc(',', to);
	if (row->valued)
		fprintf(to, row->event ? "%.15g" : "%.10g", value);
}

static bool is_bounded(const struct diff_row *row)
{
	return diff_is_tested(row) && row->test.bounded;
}

static bool has_ratio(const struct diff_row *row)
{
	return row->valued && (row->test.before < 0 || row->test.before > 0);
}

static void csv_row(FILE *to, const struct diff_row *row,
		    const char *not_this_core, bool users)
{
	fputs(row->metric ? "metric," : "event,", to);
	csv_text(to, row->name);
	fputc(',', to);
	csv_text(to, row->monitor);
	fputc(',', to);
	csv_text(to, row->unit);
	value_cell(to, row, row->test.before);
	value_cell(to, row, row->test.after);
	cell(to, has_ratio(row), row->test.after / row->test.before);
	cell(to, is_bounded(row), row->test.low);
	cell(to, is_bounded(row), row->test.high);
	fprintf(to, ",%u,%u,%s", row->samples[DIFF_BEFORE],
		row->samples[DIFF_AFTER], diff_basis_text(row->basis));
	cell(to, diff_is_tested(row), row->test.p);
	cell(to, diff_is_tested(row), row->p);
	fprintf(to, ",%s,", diff_word_text(row->word));
	csv_text(to, row->why ? row->why : "");
	fputc(',', to);
	csv_text(to, row->region ? row->region : "");
	fprintf(to, "%s%s", *not_this_core ? "," : "", not_this_core);
	if (users)
		fputs(diff_is_users(row) ? ",user" : ",", to);
	fputs("\r\n", to);
}

void diff_csv(FILE *to, const struct diff *d)
{
	const char *not_this_core = diff_not_this_core(d);
	const bool users = diff_has_users(d);

	fprintf(to,
		"kind,name,monitor,unit,before,after,ratio,low,high,"
		"repeats_before,repeats_after,basis,p,p_holm,verdict,why,"
		"region%s%s\r\n",
		*not_this_core ? ",not_this_core" : "",
		users ? ",defined_by" : "");
	for (unsigned i = 0; i < d->rows; i++)
		csv_row(to, &d->row[i], not_this_core, users);
}

/* A number, or null: there is none, or JSON has none of this size. */
static json_t *number(bool there, double value)
{
	return there && isfinite(value) ? json_real(value) : json_null();
}

static json_t *side_value(const struct diff_side *side)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < side->records; i++) {
		const struct record *r = side->record[i];

		json_t *one = json_pack("{s:o, s:o, s:o, s:o, s:i}", "tally",
					writer_text(r->tally), "target",
					writer_text(r->target.name), "elf",
					writer_text(r->program.path), "sha256",
					writer_text(r->program.sha256),
					"repeats", (int)r->repeats);

		if (machine_what_if(r->target.title))
			json_object_set_new(
				one, "what_if",
				json_string(machine_what_if(r->target.title)));
		json_array_append_new(list, one);
	}
	return list;
}

static json_t *row_value(const struct diff_row *row)
{
	const struct comparison *c = &row->test;
	json_t *value =
		json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o}",
			  "kind", row->metric ? "metric" : "event", "name",
			  row->name, "monitor", row->monitor, "unit", row->unit,
			  "before", number(row->valued, c->before), "after",
			  number(row->valued, c->after), "ratio",
			  number(has_ratio(row), c->after / c->before), "low",
			  number(is_bounded(row), c->low), "high",
			  number(is_bounded(row), c->high));
	json_t *rest = json_pack(
		"{s:[i, i], s:s, s:o, s:o, s:o, s:o, s:s, s:o}", "repeats",
		(int)row->samples[DIFF_BEFORE], (int)row->samples[DIFF_AFTER],
		"basis", diff_basis_text(row->basis), "t",
		number(diff_is_tested(row), c->t), "degrees",
		number(diff_is_tested(row), c->degrees), "p",
		number(diff_is_tested(row), c->p), "p_holm",
		number(diff_is_tested(row), row->p), "verdict",
		diff_word_text(row->word), "why", writer_text(row->why));

	if (diff_is_users(row))
		json_object_set_new(value, "defined_by", json_string("user"));
	if (row->region)
		json_object_set_new(value, "region", writer_text(row->region));
	json_object_update(value, rest);
	json_decref(rest);
	return value;
}

static json_t *part_value(const struct diff_part *part)
{
	static const char *const kinds[] = {
		[PART_INSTRUCTIONS] = "instructions",
		[PART_EACH] = "each instruction",
		[PART_DURATION] = "duration",
		[PART_OCCURRENCE] = "occurrence",
		[PART_CAUSE] = "simulated cause",
	};

	return json_pack("{s:s, s:o, s:s*, s:f}", "kind", kinds[part->kind],
			 "event",
			 writer_text(part->row ? part->row->name : NULL),
			 "cause", part->cause, "change", part->change);
}

static json_t *layout_value(const struct diff_layout *l)
{
	return json_pack("{s:f, s:f, s:f, s:f, s:f}", "before", l->before,
			 "after", l->after, "instructions", l->instructions,
			 "layout", l->layout, "rest", l->rest);
}

bool diff_json(FILE *to, const struct diff *d, const char *forced)
{
	json_t *rows = json_array(), *parts = json_array();
	json_t *root;
	bool good;

	for (unsigned i = 0; i < d->rows; i++)
		json_array_append_new(rows, row_value(&d->row[i]));
	for (unsigned i = 0; i < d->parts; i++)
		json_array_append_new(parts, part_value(&d->part[i]));
	root = json_pack("{s:i, s:o, s:o, s:o, s:b, s:f, s:b, s:o, s:o}",
			 "diff", 1, "before", side_value(&d->side[DIFF_BEFORE]),
			 "after", side_value(&d->side[DIFF_AFTER]), "forced",
			 writer_text(*forced ? forced : NULL), "same_program",
			 diff_same_program(d), "noise", d->noise,
			 "spread_of_model", diff_of_seeds(d), "why", parts,
			 "rows", rows);
	if (d->layout.known)
		json_object_set_new(root, "layout", layout_value(&d->layout));
	good = root && json_array_size(rows) == d->rows &&
	       json_array_size(parts) == d->parts &&
	       json_dumpf(root, to, JSON_INDENT(2)) == 0;
	json_decref(root);
	fputc('\n', to);
	return good;
}
