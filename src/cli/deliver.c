/* SPDX-License-Identifier: MIT */
/* Delivers a record to where it is printed.  See deliver.h. */
#include "cli/deliver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/fit.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "gather/annotate.h"
#include "html/html.h"
#include "html/profile.h"

enum { SHORTEST = 10 }; /* terminal for which text is cut */

static bool ends_in(const char *path, const char *end)
{
	size_t all = strlen(path), most = strlen(end);

	return all > most && strcmp(path + all - most, end) == 0;
}

enum report_form deliver_form(enum report_form asked, const char *path)
{
	if (asked != REPORT_TEXT || !path)
		return asked;
	if (ends_in(path, ".json"))
		return REPORT_JSON;
	return ends_in(path, ".csv") ? REPORT_CSV : REPORT_TEXT;
}

/* The room of a terminal, without the line that it is typed in next. */
static unsigned screen_lines(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) ||
	    size.ws_row < SHORTEST)
		return 0;
	return size.ws_row - 1U;
}

/* Nothing is cut where nobody looks at it: in a pipe, in a file. */
static void print(const struct delivery *d)
{
	const unsigned lines = d->rest ? screen_lines() : 0;
	char *cut = lines ? fit_text(d->text, lines, d->rest) : NULL;

	if (cut)
		fputs(cut, stdout);
	else
		fwrite(d->text, 1, d->size, stdout);
	free(cut);
}

static int place(const char *verb, const char *path, const struct delivery *d)
{
	struct output to = { 0 };
	struct error err;
	bool good;

	if (!path || strcmp(path, "-") == 0) {
		print(d);
		return CLI_GOOD;
	}
	good = output_begin(&to, path, &err);
	if (good)
		fwrite(d->text, 1, d->size, to.stream);
	if (good && output_finish(&to, &err) && output_place(&to, &err))
		return CLI_GOOD;
	output_give_up(&to);
	(void)cli_error(CLI_FAILED, verb, "%s; the result follows here",
			err.text);
	fwrite(d->text, 1, d->size, stdout);
	return CLI_FAILED;
}

FILE *deliver_begin(struct delivery *d)
{
	*d = (struct delivery){ 0 };
	d->to = memory_stream(&d->text, &d->size);
	return d->to;
}

int deliver_end(struct delivery *d, const char *verb, const char *path,
		bool good)
{
	int status;

	if (d->to && memory_stream_end(d->to, &d->text))
		good = false;
	/* Something of it may be missing, wherever memory ran out. */
	if (memory_ran_out())
		good = false;
	status = good && d->to ? place(verb, path, d) : cli_no_memory(verb);
	free(d->text);
	return status;
}

int deliver_record(const char *verb, const struct record *r,
		   enum report_form form, const char *path, const char *rest)
{
	struct delivery d;
	const bool good =
		deliver_begin(&d) &&
		report_print(d.to, r, form, !path && cli_colour(stdout), NULL);

	if (form == REPORT_TEXT)
		d.rest = rest;
	return deliver_end(&d, verb, path, good);
}

int deliver_rest(const char *verb, const struct record *r,
		 const struct report_rows *told)
{
	struct delivery d;
	const bool good =
		deliver_begin(&d) &&
		report_print(d.to, r, told->form, cli_colour(stdout), told);

	return deliver_end(&d, verb, NULL, good);
}

static bool annotate(const struct sample *s, const struct profile_view *v,
		     struct annotated *made, struct error *err)
{
	const struct annotate_wish wish = { v->annotate, v->program, v->sources,
					    v->kept };

	return annotate_make(s, &wish, made, err);
}

/* Of a profile functions are shown beside their sources. */
static bool print_page(FILE *to, const struct kept *kept,
		       const struct profile_view *v, const struct listings *l)
{
	struct source_places sources;
	struct html_listings shown = { .count = l->count };

	if (kept->record)
		return html_record(to, kept->record);
	sources = (struct source_places){ v->sources, v->program };
	for (unsigned i = 0; i < l->count; i++)
		shown.of[i] = &l->of[i].a;
	shown.why = l->why.text[0] ? l->why.text : NULL;
	return html_profile(to, kept->profile, v->max_rows, &sources, &shown);
}

static bool list_page(const struct kept *kept, const struct profile_view *v,
		      struct listings *l, struct error *err)
{
	const struct annotate_wish wish =
		v ? (struct annotate_wish){ v->annotate, v->program, v->sources,
					    v->kept }
		  : (struct annotate_wish){ 0 };

	*l = (struct listings){ 0 };
	return !kept->profile || listings_make(kept->profile, &wish, l, err);
}

int deliver_page(const char *verb, const struct kept *kept,
		 const struct profile_view *v, const char *path)
{
	struct listings made;
	int status = kept->profile && v ? deliver_tasks(verb, kept->profile, v)
					: CLI_GOOD;
	struct delivery d;
	struct error err;
	bool good;

	if (status != CLI_GOOD)
		return status;
	if (!list_page(kept, v, &made, &err))
		return cli_error_set(CLI_FAILED, verb, &err);
	good = deliver_begin(&d) && print_page(d.to, kept, v, &made);
	listings_free(&made);
	return deliver_end(&d, verb, strcmp(path, "-") ? path : NULL, good);
}

static bool print_profile(FILE *to, const struct sample *s,
			  const struct profile_view *v, enum report_form form)
{
	switch (form) {
	case REPORT_JSON:
		return sample_write(to, s);
	case REPORT_CSV:
		return report_profile_csv(to, s, v);
	case REPORT_TEXT:
	case REPORT_NOTES:
	case REPORT_LINES: /* of counts alone */
		break;
	}
	return report_profile_text(to, s, v);
}

static int deliver_annotation(const char *verb, struct sample *s,
			      const struct profile_view *v,
			      enum report_form form, const char *path)
{
	struct annotated made;
	struct delivery d;
	struct error err;
	bool good;

	if (!annotate(s, v, &made, &err))
		return cli_error_set(CLI_FAILED, verb, &err);
	if (v->as_linked)
		sample_as_linked(s);
	good = deliver_begin(&d);
	if (good && form == REPORT_CSV)
		report_annotate_csv(d.to, &made.a);
	else if (good)
		good = report_annotate_text(d.to, &made.a, v->assembly);
	annotate_free(&made);
	return deliver_end(&d, verb, path, good);
}

/* Was it told who called, as by frame pointers? */
static bool has_callers(const struct sample *s)
{
	uint32_t i = 0;

	while (i < s->paths && !s->path[i].parent)
		i++;
	return i < s->paths;
}

int deliver_tasks(const char *verb, struct sample *s,
		  const struct profile_view *v)
{
	struct error err;

	if (!v->task && v->by != SAMPLE_TASKS)
		return CLI_GOOD;
	if (!sample_has_tasks(s))
		return cli_error(
			CLI_FAILED, verb,
			"it does not say of which task a sample is: a log "
			"that firmware gives the task of each does (tally "
			"collect), and tally record on Linux");
	if (v->task && !sample_of_task(s, v->task, &err))
		return cli_error_set(CLI_FAILED, verb, &err);
	return CLI_GOOD;
}

int deliver_unfinished(const char *verb, const struct sample *s)
{
	return s->unfinished ? cli_error(CLI_FAILED, verb, "not whole: %s",
					 s->unfinished)
			     : CLI_GOOD;
}

enum { FEWEST = 3 }; /* rows of a profile on the shortest terminal */

/* The sum stands below the rows: is it told of fewer of them? */
static bool takes_room(const struct delivery *d, struct profile_view *v)
{
	const unsigned lines = screen_lines();
	unsigned told = 0, more;

	fflush(d->to);
	for (size_t i = 0; i < d->size; i++)
		told += d->text[i] == '\n';
	if (!lines || told <= lines || v->rows_typed || v->max_rows <= FEWEST)
		return false;
	more = told - lines;
	v->max_rows = v->max_rows > more + FEWEST ? v->max_rows - more : FEWEST;
	return true;
}

int deliver_profile(const char *verb, struct sample *s, struct profile_view *v,
		    enum report_form form, const char *path)
{
	const char *named = v->callers ? v->callers : v->callees;
	int status = deliver_tasks(verb, s, v);
	struct delivery d;
	struct error err;
	bool good;

	if (status != CLI_GOOD)
		return status;
	if (s->sampling && (named || v->inclusive) && !has_callers(s))
		return cli_error(
			CLI_USAGE, verb,
			"a sample knows where the program was, and not "
			"who called it; leave out --inclusive, "
			"--callers and --callees, or use tally "
			"profile");
	if (v->annotate) {
		status = deliver_annotation(verb, s, v, form, path);
		return status == CLI_GOOD ? deliver_unfinished(verb, s)
					  : status;
	}
	if (named && (v->of = sample_find(s, named, &err)) == SAMPLE_NONE)
		return cli_error_set(CLI_FAILED, verb, &err);
	if (v->as_linked && form != REPORT_JSON)
		sample_as_linked(s);
	good = deliver_begin(&d) && print_profile(d.to, s, v, form);
	while (good && form == REPORT_TEXT && !path && takes_room(&d, v)) {
		fclose(d.to);
		free(d.text);
		good = deliver_begin(&d) && print_profile(d.to, s, v, form);
	}
	if (form == REPORT_TEXT && !v->rows_typed)
		d.rest = "--max-rows 20 has more";
	status = deliver_end(&d, verb, path, good);
	return status == CLI_GOOD ? deliver_unfinished(verb, s) : status;
}

enum written deliver_written(const struct export_format *format)
{
	static const enum written as[] = {
		[EXPORT_OTHER] = WRITTEN_OTHER,
		[EXPORT_JSON] = WRITTEN_JSON,
		[EXPORT_CSV] = WRITTEN_CSV,
		[EXPORT_MARKDOWN] = WRITTEN_MARKDOWN,
	};

	return as[format->kind];
}

int deliver_format_check(const char *verb, const struct export_format *format,
			 const char *path)
{
	if (format->binary && (!path || strcmp(path, "-") == 0) &&
	    isatty(STDOUT_FILENO))
		return cli_error(CLI_USAGE, verb,
				 "%s is not for a terminal; name a file with "
				 "-o",
				 format->name);
	return CLI_GOOD;
}

int deliver_format(const char *verb, const struct kept *kept,
		   const struct export_format *format, uint32_t column,
		   const char *title, const char *path)
{
	struct delivery d;
	bool good;

	if (!export_can(format, kept->record, kept->profile))
		return cli_error(CLI_FAILED, verb, "%s: %s %s", title,
				 format->name, format->otherwise);
	good = deliver_begin(&d) &&
	       (kept->record ? format->record(d.to, kept->record)
			     : format->write(d.to, kept->profile, column));
	return deliver_end(&d, verb, path, good);
}
