/* SPDX-License-Identifier: MIT */
/*
 * `tally find`: what has to do with some words, over all monitors.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "catalog/names.h"
#include "cli/cli.h"
#include "cli/command.h"
#include "cli/find/search.h"
#include "cli/find/statements.h"
#include "cli/list/entries.h"
#include "cli/members.h"
#include "cli/option_rows.h"
#include "cli/rows.h"
#include "cli/verbs.h"
#include "explain/kinds.h"

static const struct option_row options[] = {
	ROWS_OPTIONS("  of this monitor only; MONITOR,MONITOR: of these\n",
		     "          for programs: all that was found\n"),
};

const struct cli_words find_words = {
	"find",
	"Usage: tally find TEXT ... [-m MONITOR] [--json|--csv]\n"
	"\n"
	"Searches names, other tools' names, titles, descriptions and topics "
	"of\n"
	"everything that is known, the verbs and options of the command and "
	"the pages\n"
	"of its documentation, and shows what has all of the words, or else "
	"most of\n"
	"them.  Names of perf and PAPI are words, too.  Last come sentences "
	"that "
	"`tally\n"
	"explain` has of the monitors: three, if a name was found as well.\n"
	"\n",
	{ { .row = options } },
	"\n"
	"Examples:\n"
	"  tally find cache miss\n"
	"  tally find L1-dcache-load-misses -m arm1176\n",
	.both = true,
};

enum {
	WIDTH = 80,
	SHOWN = 12,
	STATEMENTS_SHOWN = 3, /* behind names that were found */
	MONITORS = 4,
	ROW_ROOM = 2048,
	ALL_OF_THEM = 1 << 16
};

static const char *text_of(const json_t *row, const char *key)
{
	const char *text = json_string_value(json_object_get(row, key));

	return text ? text : "";
}

/* The titles of the groups that a metric is in. */
static void topics_of(const struct catalog_monitor *m, const char *metric,
		      char *topics, size_t room)
{
	size_t used = 0;

	*topics = '\0';
	for (unsigned i = 0; i < m->groups; i++)
		if (catalog_has_word(m->group[i].metrics, metric) &&
		    used < room)
			used += (size_t)snprintf(topics + used, room - used,
						 "%s %s ", m->group[i].name,
						 m->group[i].title);
}

/* One row for what several monitors have; `found` has it by a key. */
static void add(json_t *found, const char *kind, const json_t *row,
		const struct search_fit *fit, const char *monitor)
{
	const char *title = *text_of(row, "title")
				    ? text_of(row, "title")
				    : text_of(row, "description");
	char key[ROW_ROOM];
	json_t *hit;

	snprintf(key, sizeof key, "%s\n%s\n%s", kind, text_of(row, "name"),
		 title);
	hit = json_object_get(found, key);
	if (!hit) {
		hit = json_pack("{s:s, s:s, s:s, s:i, s:i, s:[]}", "kind", kind,
				"name", text_of(row, "name"), "title", title,
				"lacks", (int)fit->lacks, "fit",
				(int)fit->places, "monitors");
		json_object_set_new(found, key, hit);
		if (json_object_get(row, "verbs"))
			json_object_set(hit, "verbs",
					json_object_get(row, "verbs"));
	}
	if (monitor)
		json_array_append_new(json_object_get(hit, "monitors"),
				      json_string(monitor));
}

/* The command itself: it is of no monitor. */
static void search_command(unsigned kind, const char *text, json_t *found)
{
	json_t *rows = command_rows(kind), *row;
	size_t i;

	json_array_foreach(rows, i, row)
	{
		const struct search_fit fit =
			search_fit(text, row, text_of(row, "words"));

		if (fit.found)
			add(found, command_kind[kind], row, &fit, NULL);
	}
	json_decref(rows);
}

/* Of a monitor its name is a name like others. */
static void search_monitor(const struct kind *kind,
			   const struct catalog_monitor *m, const char *text,
			   json_t *found)
{
	static const struct filter everything = { 0 };
	json_t *rows = json_array(), *row;
	char topics[1024] = "";
	size_t i;

	kind->rows(m, &everything, rows);
	json_array_foreach(rows, i, row)
	{
		struct search_fit fit;

		if (!json_object_get(row, "name"))
			json_object_set(row, "name",
					json_object_get(row, "monitor"));
		if (json_object_get(row, "formula"))
			topics_of(m, text_of(row, "name"), topics,
				  sizeof topics);
		fit = search_fit(text, row, topics);
		if (fit.found)
			add(found, kind->name, row, &fit, m->name);
	}
	json_decref(rows);
}

static void search_statements(const struct catalog_monitor *m, const char *text,
			      json_t *found)
{
	json_t *rows = statements_rows(m), *row;
	size_t i;

	json_array_foreach(rows, i, row)
	{
		const struct search_fit fit = search_fit(text, row, "");

		if (fit.found)
			add(found, statements_kind, row, &fit, m->name);
	}
	json_decref(rows);
}

static int number_of(const json_t *hit, const char *key)
{
	return (int)json_integer_value(json_object_get(hit, key));
}

/* How many words the best lacks; ALL_OF_THEM: nothing was found. */
static int fewest_lacks(json_t *found)
{
	int lacks = ALL_OF_THEM;
	const char *key;
	json_t *hit;

	json_object_foreach(found, key, hit)
	{
		if (number_of(hit, "lacks") < lacks)
			lacks = number_of(hit, "lacks");
	}
	return lacks;
}

/* The best first, otherwise in the order in which they were found. */
static void append_kind(json_t *list, json_t *found, const char *kind,
			int lacks)
{
	const char *key;
	json_t *hit;
	int last = 0;

	json_object_foreach(found, key, hit) if (number_of(hit, "fit") > last)
		last = number_of(hit, "fit");
	for (int fit = 0; fit <= last; fit++)
		json_object_foreach(
			found, key,
			hit) if (number_of(hit, "fit") == fit &&
				 number_of(hit, "lacks") == lacks &&
				 strcmp(text_of(hit, "kind"), kind) == 0)
			json_array_append(list, hit);
}

/* Sorts out those that lack the fewest of the words; how many that is, in
 * `lacks`. */
static json_t *sorted(json_t *found, int *lacks)
{
	json_t *list = json_array();

	*lacks = fewest_lacks(found);
	for (unsigned k = 0; k < kind_count; k++)
		append_kind(list, found, kinds[k].name, *lacks);
	for (unsigned k = 0; k < command_kinds; k++)
		append_kind(list, found, command_kind[k], *lacks);
	append_kind(list, found, statements_kind, *lacks);
	json_decref(found);
	return list;
}

/* "title [arm1136, arm1156 and 7 more]", or of an option the verbs. */
static void describe(char *text, size_t room, const json_t *row)
{
	const json_t *verbs = json_object_get(row, "verbs");
	const json_t *list = verbs ? verbs : json_object_get(row, "monitors");
	size_t count = json_array_size(list);
	size_t shown = count > MONITORS ? MONITORS - 1 : count;
	size_t used = (size_t)snprintf(
		text, room, "%s%s", text_of(row, "title"), count ? " [" : "");

	if (!count)
		return;
	for (size_t i = 0; i < shown && used < room; i++)
		used += (size_t)snprintf(
			text + used, room - used, "%s%s", i ? ", " : "",
			json_string_value(json_array_get(list, i)));
	if (used < room)
		snprintf(text + used, room - used,
			 count > shown ? " and %zu more]" : "]", count - shown);
}

static void print_row(const json_t *row)
{
	char text[ROW_ROOM];

	describe(text, sizeof text, row);
	entry_print(stdout, text_of(row, "name"), text, WIDTH - 1);
}

static void print_left(unsigned left, const char *kind)
{
	if (left)
		printf("  ... and %u %s more; more words find fewer\n", left,
		       kind);
}

/* How many rows of the kind a screen has room for. */
static unsigned most_of(const char *kind, bool first)
{
	return strcmp(kind, statements_kind) == 0 && !first ? STATEMENTS_SHOWN
							    : SHOWN;
}

static void print_text(json_t *found, int lacks)
{
	const char *kind = "";
	unsigned shown = 0, left = 0, most = 0;
	size_t i;
	json_t *row;

	if (lacks)
		puts("Nothing has all of the words; this has most of them.\n");
	json_array_foreach(found, i, row)
	{
		if (strcmp(kind, text_of(row, "kind")) != 0) {
			print_left(left, kind);
			printf("%s%s\n", *kind ? "\n" : "",
			       text_of(row, "kind"));
			most = most_of(text_of(row, "kind"), !*kind);
			kind = text_of(row, "kind");
			shown = left = 0;
		}
		if (shown++ < most)
			print_row(row);
		else
			left++;
	}
	print_left(left, kind);
}

static const struct rows_column columns[] = {
	{ "kind", true, false },
	{ "name", true, false },
	{ "title", true, false },
	{ "monitors", true, false },
};

static int find(const char *text, const struct filter *f,
		enum rows_format format)
{
	unsigned count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);
	json_t *found = json_object();
	int lacks;

	for (unsigned k = 0; k < kind_count; k++)
		for (unsigned i = 0; i < count; i++)
			if (filter_has(f, all[i]))
				search_monitor(&kinds[k], all[i], text, found);
	for (unsigned k = 0; !f->of && k < command_kinds; k++)
		search_command(k, text, found);
	for (unsigned i = 0; i < count; i++)
		if (filter_has(f, all[i]))
			search_statements(all[i], text, found);
	if (!json_object_size(found)) {
		json_decref(found);
		return cli_error(CLI_FAILED, "find",
				 "nothing is called or described so: %s; "
				 "fewer words find more",
				 text);
	}
	found = sorted(found, &lacks);
	if (format == ROWS_TEXT) {
		print_text(found, lacks);
		json_decref(found);
	} else {
		rows_print(stdout, format, json_pack("{s:i}", "schema", 1),
			   "found", found, columns,
			   sizeof columns / sizeof columns[0]);
	}
	return CLI_GOOD;
}

/* The words with blanks between them; NULL: no memory. */
static char *joined(char **word, int words)
{
	char *text = NULL;
	size_t size;
	FILE *to = memory_stream(&text, &size);

	if (!to)
		return NULL;
	for (int i = 0; i < words; i++)
		fprintf(to, "%s%s", i ? " " : "", word[i]);
	if (memory_stream_end(to, &text) == 0)
		return text;
	free(text);
	return NULL;
}

int verb_find(int argc, char **argv)
{
	struct rows_arguments a = { 0 };
	struct filter f = { 0 };
	struct members of;
	int status = rows_arguments_parse(argc, argv, &find_words, &a);
	char *text;

	if (status >= 0)
		return status;
	if (a.monitor) {
		if (!cli_members("find", a.monitor, &of))
			return CLI_USAGE;
		f.of = of.member;
		f.members = of.count;
	}
	if (optind == argc)
		return cli_error(CLI_USAGE, "find",
				 "say what to look for: tally find TEXT");
	text = joined(argv + optind, argc - optind);
	status = text ? find(text, &f, a.format) : cli_no_memory("find");
	free(text);
	return status;
}
