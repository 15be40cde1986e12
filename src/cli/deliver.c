/* SPDX-License-Identifier: MIT */
/* Where a record is printed to.  See deliver.h. */
#include "cli/deliver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/annotate/annotate.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "html/html.h"
#include "html/profile.h"

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

int deliver_text(const char *verb, const char *path, const char *text,
		 size_t size)
{
	struct output to = { 0 };
	struct error err;
	bool good;

	if (!path) {
		fwrite(text, 1, size, stdout);
		return CLI_GOOD;
	}
	good = output_begin(&to, path, &err);
	if (good)
		fwrite(text, 1, size, to.stream);
	if (good && output_finish(&to, &err) && output_place(&to, &err))
		return CLI_GOOD;
	output_give_up(&to);
	(void)cli_error(CLI_FAILED, verb, "%s; the result follows here",
			err.text);
	fwrite(text, 1, size, stdout);
	return CLI_FAILED;
}

int deliver_record(const char *verb, const struct record *r,
		   enum report_form form, const char *path)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);
	bool good =
		to && report_print(to, r, form, !path && cli_colour(stdout));
	int status;

	if (to && fclose(to))
		good = false;
	status = good ? deliver_text(verb, path, text, size)
		      : cli_no_memory(verb);
	free(text);
	return status;
}

/* Of a profile a function may be shown beside its source. */
static bool print_page(FILE *to, const struct kept *kept,
		       const struct profile_view *v, const struct annotated *of)
{
	if (kept->record)
		return html_record(to, kept->record);
	return html_profile(to, kept->profile, v->max_rows,
			    v->annotate ? &of->a : NULL);
}

int deliver_page(const char *verb, const struct kept *kept,
		 const struct profile_view *v, const char *path)
{
	const bool annotates = kept->profile && v->annotate;
	struct annotated made = { 0 };
	struct error err;
	char *text = NULL;
	size_t size;
	bool good;
	int status;
	FILE *to;

	if (annotates && !annotate_make(kept->profile, v, &made, &err))
		return cli_error_set(CLI_FAILED, verb, &err);
	to = open_memstream(&text, &size);
	good = to && print_page(to, kept, v, &made);
	annotate_free(&made);
	if (to && fclose(to))
		good = false;
	status = good ? deliver_text(verb, strcmp(path, "-") ? path : NULL,
				     text, size)
		      : cli_no_memory(verb);
	free(text);
	return status;
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
		break;
	}
	return report_profile_text(to, s, v);
}

static int deliver_annotation(const char *verb, struct sample *s,
			      const struct profile_view *v,
			      enum report_form form, const char *path)
{
	struct annotated made;
	char *text = NULL;
	struct error err;
	size_t size = 0;
	bool good;
	int status;
	FILE *to;

	if (!annotate_make(s, v, &made, &err))
		return cli_error_set(CLI_FAILED, verb, &err);
	if (v->as_linked)
		sample_as_linked(s);
	to = open_memstream(&text, &size);
	good = to;
	if (to && form == REPORT_CSV)
		report_annotate_csv(to, &made.a);
	else if (to)
		good = report_annotate_text(to, &made.a, v->assembly);
	if (to && fclose(to))
		good = false;
	status = good ? deliver_text(verb, path, text, size)
		      : cli_no_memory(verb);
	free(text);
	annotate_free(&made);
	return status;
}

/* Was it told who called, as by frame pointers? */
static bool has_callers(const struct sample *s)
{
	uint32_t i = 0;

	while (i < s->paths && !s->path[i].parent)
		i++;
	return i < s->paths;
}

int deliver_profile(const char *verb, struct sample *s, struct profile_view *v,
		    enum report_form form, const char *path)
{
	const char *named = v->callers ? v->callers : v->callees;
	char *text = NULL;
	struct error err;
	size_t size = 0;
	bool good;
	int status;
	FILE *to;

	if (s->sampling && named && has_callers(s))
		return cli_error(CLI_USAGE, verb,
				 "these samples have paths of calls, and not "
				 "each call: leave out --callers and "
				 "--callees; --inclusive and `tally export "
				 "folded` show paths");
	if (s->sampling && (named || v->inclusive) && !has_callers(s))
		return cli_error(
			CLI_USAGE, verb,
			"a sample knows where the program was, and not "
			"who called it; leave out --inclusive, "
			"--callers and --callees, or use tally "
			"profile");
	if (v->annotate)
		return deliver_annotation(verb, s, v, form, path);
	if (named && (v->of = sample_find(s, named, &err)) == SAMPLE_NONE)
		return cli_error_set(CLI_FAILED, verb, &err);
	if (v->as_linked && form != REPORT_JSON)
		sample_as_linked(s);
	to = open_memstream(&text, &size);
	good = to && print_profile(to, s, v, form);
	if (to && fclose(to))
		good = false;
	status = good ? deliver_text(verb, path, text, size)
		      : cli_no_memory(verb);
	free(text);
	return status;
}

int deliver_refuse(const char *verb, const char *path, const char *what)
{
	return cli_error(CLI_USAGE, verb,
			 "-o %s: that is %s, which it would overwrite; name "
			 "another file",
			 path, what);
}

int deliver_refuse_page(const char *verb, const char *path, const char *what)
{
	return cli_error(CLI_USAGE, verb,
			 "--html %s: that is %s, which it would overwrite; "
			 "name another file",
			 path, what);
}
