/* SPDX-License-Identifier: MIT */
/* Changes between two folders of a suite's results. */
#include "report/diff_jobs.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/order.h"
#include "report/diff_words.h"
#include "json/writer.h"

enum { NAME_MOST = 36, ROWS_SHOWN = 40 };

static const double sure = 0.05;

/* A row of a job, as it is sorted. */
struct line {
	const struct diff_job *job;
	const struct diff_row *row;
	double weight; /* larger is worse */
};

static bool is_compared(const struct diff_job *j)
{
	return j->diff && !*j->obstacles;
}

void diff_jobs_judge(const struct diff_jobs *d)
{
	for (unsigned i = 0; i < d->jobs; i++)
		for (unsigned k = 0;
		     is_compared(&d->job[i]) && k < d->job[i].diff->rows; k++) {
			struct diff_row *row = &d->job[i].diff->row[k];

			if (diff_is_tested(row) && diff_is_change(row) &&
			    row->p * d->jobs >= sure)
				row->word = DIFF_SAME;
		}
}

/* Worse rows come first, then better ones, then those that are neither; of each
 * kind the largest change. */
static double weight_of(const struct diff_row *row)
{
	static const double kinds[] = { [DIFF_WORSE] = 3e9,
					[DIFF_BETTER] = 2e9,
					[DIFF_MORE] = 1e9,
					[DIFF_LESS] = 1e9,
					[DIFF_NOISE] = 0 };
	double percent = 0;

	if (!diff_percent(row, &percent))
		percent = diff_is_change(row) ? 1e6 : 0;
	return kinds[row->word] + fmin(fabs(percent), 1e8);
}

static int by_weight(const void *a, const void *b)
{
	const struct line *one = a, *other = b;

	if (one->weight > other->weight || one->weight < other->weight)
		return one->weight > other->weight ? -1 : 1;
	return order_of_names(one->job->name, other->job->name);
}

/* The lines of the table; `lines` of them.  NULL: no memory. */
static struct line *lines_of(const struct diff_jobs *d, unsigned *lines)
{
	struct line *line;
	size_t room = 1;

	*lines = 0;
	for (unsigned i = 0; i < d->jobs; i++)
		room += d->job[i].diff ? d->job[i].diff->rows : 0;
	line = calloc(room, sizeof *line);
	for (unsigned i = 0; line && i < d->jobs; i++)
		for (unsigned k = 0;
		     is_compared(&d->job[i]) && k < d->job[i].diff->rows; k++) {
			const struct diff_row *row = &d->job[i].diff->row[k];

			if (row->valued && (d->all || diff_is_change(row)))
				line[(*lines)++] =
					(struct line){ &d->job[i], row,
						       weight_of(row) };
		}
	if (line)
		qsort(line, *lines, sizeof *line, by_weight);
	return line;
}

/* A job comes to the word of its cycles, or else to that of its worst row. */
static enum diff_word word_of(const struct diff_job *j)
{
	const struct diff_row *cycles = diff_verdict(j->diff);
	enum diff_word word = DIFF_SAME;

	if (cycles && cycles->valued)
		return cycles->word;
	for (unsigned i = 0; i < j->diff->rows; i++)
		if (j->diff->row[i].word == DIFF_WORSE ||
		    (diff_is_change(&j->diff->row[i]) && word != DIFF_WORSE))
			word = j->diff->row[i].word;
	return word;
}

/* How many jobs came to what. */
struct outcome {
	unsigned worse, better, other, alike, uncompared;
};

static struct outcome outcome_of(const struct diff_jobs *d)
{
	struct outcome v = { 0 };

	for (unsigned i = 0; i < d->jobs; i++) {
		enum diff_word word;

		if (!is_compared(&d->job[i])) {
			v.uncompared++;
			continue;
		}
		word = word_of(&d->job[i]);
		v.worse += word == DIFF_WORSE;
		v.better += word == DIFF_BETTER;
		v.other += word == DIFF_MORE || word == DIFF_LESS;
		v.alike += word <= DIFF_NOISE;
	}
	return v;
}

/* The number of jobs in which a side is of caches that its core has not. */
static unsigned not_this_core(const struct diff_jobs *d)
{
	unsigned count = 0;

	for (unsigned i = 0; i < d->jobs; i++)
		count += d->job[i].diff &&
			 *diff_not_this_core(d->job[i].diff) != '\0';
	return count;
}

static void print_verdict(FILE *to, const struct diff_jobs *d)
{
	const struct outcome v = outcome_of(d);
	const unsigned what_if = not_this_core(d);

	fprintf(to, "%u job%s: %u worse, %u better, %u alike", d->jobs,
		d->jobs == 1 ? "" : "s", v.worse, v.better, v.alike);
	if (v.other)
		fprintf(to, ", %u changed, neither way", v.other);
	if (v.uncompared)
		fprintf(to, ", %u not comparable", v.uncompared);
	if (d->only[DIFF_BEFORE])
		fprintf(to, "; %u only before", d->only[DIFF_BEFORE]);
	if (d->only[DIFF_AFTER])
		fprintf(to, "; %u only after", d->only[DIFF_AFTER]);
	if (what_if)
		fprintf(to, "; %u what if, not this core", what_if);
	fputc('\n', to);
}

static void print_obstacles(FILE *to, const struct diff_jobs *d,
			    const char *before, const char *between)
{
	for (unsigned i = 0; i < d->jobs; i++)
		if (!is_compared(&d->job[i]))
			fprintf(to, "%s%s%snot comparable: %s\n", before,
				d->job[i].name, between, d->job[i].obstacles);
}

static void print_rest(FILE *to, unsigned lines)
{
	if (lines > ROWS_SHOWN)
		fprintf(to,
			"and %u more, each smaller or less bad; --csv has "
			"all\n",
			lines - ROWS_SHOWN);
}

bool diff_jobs_text(FILE *to, const struct diff_jobs *d)
{
	unsigned lines;
	struct line *line = lines_of(d, &lines);
	int width = 3;

	if (!line)
		return false;
	print_verdict(to, d);
	for (unsigned i = 0; i < lines && i < ROWS_SHOWN; i++)
		if ((int)strlen(line[i].job->name) > width)
			width = (int)strlen(line[i].job->name);
	width = width < NAME_MOST ? width : NAME_MOST;
	if (lines)
		fprintf(to, "\n%-*s %-14s %12s %12s %10s\n", width, "job",
			"row", "before", "after", "change");
	for (unsigned i = 0; i < lines && i < ROWS_SHOWN; i++) {
		const struct diff_cells cells = diff_cells(line[i].row);

		fprintf(to, "%-*s %-14s %12s %12s %10s %s\n", width,
			line[i].job->name, line[i].row->name, cells.before.text,
			cells.after.text, cells.change,
			diff_row_word(line[i].row));
	}
	print_rest(to, lines);
	print_obstacles(to, d, "", ": ");
	free(line);
	return true;
}

/* Signs that end a property of a command, beside those that end the command. */
static const char github_title[] = ":,";

/* Text in a command of GitHub's runner, which takes back only what it obeys
 * there: `ends` in a property, nothing more in a message. */
static void github_text(FILE *to, const char *text, const char *ends)
{
	for (; *text; text++)
		if (strchr("%\r\n", *text) || strchr(ends, *text))
			fprintf(to, "%%%02X", (unsigned char)*text);
		else
			fputc(*text, to);
}

bool diff_jobs_github(FILE *to, const struct diff_jobs *d)
{
	unsigned lines;
	struct line *line = lines_of(d, &lines);

	if (!line)
		return false;
	for (unsigned i = 0; i < lines; i++) {
		const struct diff_cells cells = diff_cells(line[i].row);

		if (line[i].row->word != DIFF_WORSE)
			continue;
		fputs("::warning title=", to);
		github_text(to, line[i].job->name, github_title);
		fputs("::", to);
		github_text(to, line[i].row->name, "");
		fprintf(to, " %s, before %s (", cells.after.text,
			cells.before.text);
		github_text(to, cells.change, "");
		fputs(")\n", to);
	}
	for (unsigned i = 0; i < d->jobs; i++) {
		if (is_compared(&d->job[i]))
			continue;
		fputs("::error title=", to);
		github_text(to, d->job[i].name, github_title);
		fputs("::not comparable: ", to);
		github_text(to, d->job[i].obstacles, "");
		fputc('\n', to);
	}
	print_verdict(to, d);
	free(line);
	return true;
}

bool diff_jobs_markdown(FILE *to, const struct diff_jobs *d)
{
	unsigned lines;
	struct line *line = lines_of(d, &lines);

	if (!line)
		return false;
	print_verdict(to, d);
	if (lines)
		fputs("\n| job | row | before | after | change | |\n"
		      "|---|---|--:|--:|--:|---|\n",
		      to);
	for (unsigned i = 0; i < lines && i < ROWS_SHOWN; i++) {
		const struct diff_cells cells = diff_cells(line[i].row);

		fprintf(to, "| %s | `%s` | %s | %s | %s | %s |\n",
			line[i].job->name, line[i].row->name, cells.before.text,
			cells.after.text, cells.change,
			diff_row_word(line[i].row));
	}
	fputc('\n', to);
	print_rest(to, lines);
	print_obstacles(to, d, "- ", ": ");
	free(line);
	return true;
}

void diff_jobs_csv(FILE *to, const struct diff_jobs *d)
{
	const bool any = not_this_core(d);

	fprintf(to,
		"job,name,monitor,unit,before,after,p,verdict,why,region%s\r\n",
		any ? ",not_this_core" : "");
	for (unsigned i = 0; i < d->jobs; i++)
		for (unsigned k = 0;
		     is_compared(&d->job[i]) && k < d->job[i].diff->rows; k++) {
			const struct diff_row *row = &d->job[i].diff->row[k];

			csv_text(to, d->job[i].name);
			fputc(',', to);
			csv_text(to, row->name);
			fprintf(to, ",%s,%s,", row->monitor, row->unit);
			if (row->valued)
				fprintf(to, "%.15g,%.15g,", row->test.before,
					row->test.after);
			else
				fputs(",,", to);
			if (diff_is_tested(row))
				fprintf(to, "%.10g", row->p);
			fprintf(to, ",%s,", diff_word_text(row->word));
			csv_text(to, row->why ? row->why : "");
			fputc(',', to);
			csv_text(to, row->region ? row->region : "");
			if (any)
				fprintf(to, ",%s",
					diff_not_this_core(d->job[i].diff));
			fputs("\r\n", to);
		}
}

static json_t *job_row_value(const struct diff_row *row)
{
	return json_pack(
		"{s:s, s:s, s:o, s:o, s:s}", "name", row->name, "monitor",
		row->monitor, "before",
		row->valued ? json_real(row->test.before) : json_null(),
		"after", row->valued ? json_real(row->test.after) : json_null(),
		"verdict", diff_word_text(row->word));
}

static json_t *job_value(struct writer *w, const struct diff_job *j)
{
	json_t *rows = json_array();

	for (unsigned i = 0; is_compared(j) && i < j->diff->rows; i++)
		writer_append(w, rows, job_row_value(&j->diff->row[i]));
	return json_pack(
		"{s:s, s:s*, s:o, s:o, s:o}", "job", j->name, "not_this_core",
		j->diff && *diff_not_this_core(j->diff)
			? diff_not_this_core(j->diff)
			: NULL,
		"verdict",
		is_compared(j) ? json_string(diff_word_text(word_of(j)))
			       : json_null(),
		"obstacles",
		*j->obstacles ? writer_text(j->obstacles) : json_null(), "rows",
		rows);
}

bool diff_jobs_json(FILE *to, const struct diff_jobs *d)
{
	const struct outcome v = outcome_of(d);
	json_t *jobs = json_array(), *root;
	struct writer w = { 0 };
	bool good;

	for (unsigned i = 0; i < d->jobs; i++)
		writer_append(&w, jobs, job_value(&w, &d->job[i]));
	root = json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:o}",
			 "schema", 1, "worse", (int)v.worse, "better",
			 (int)v.better, "alike", (int)v.alike, "neither",
			 (int)v.other, "not_comparable", (int)v.uncompared,
			 "only_before", (int)d->only[DIFF_BEFORE], "only_after",
			 (int)d->only[DIFF_AFTER], "jobs", jobs);
	good = !w.failed && root && json_dumpf(root, to, JSON_INDENT(2)) == 0;
	fputc('\n', to);
	json_decref(root);
	return good;
}
