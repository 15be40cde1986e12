/* SPDX-License-Identifier: MIT */
/*
 * The options of all verbs, row by row: each is in the help, where completion
 * finds it, and in the manual page, and refuses a wrong value by its name.
 */
#include <ctype.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/linux/sampled.h"
#include "cli/verbs.h"
#include "option/machine.h"
#include "test.h"

enum { TEXT = 20000, PAGE = 400000 };

static char help[TEXT], page[PAGE];

/* All that the verb prints for --help. */
static void read_help(const struct verb *v)
{
	char *const words[] = { (char *)(uintptr_t)v->name, (char[]){ "-h" },
				NULL };
	FILE *file = tmpfile();
	const int kept = dup(STDOUT_FILENO);
	size_t used;

	assert_non_null(file);
	fflush(stdout);
	assert_true(dup2(fileno(file), STDOUT_FILENO) >= 0);
	optind = 0;
	assert_int_equal(v->run(2, (char **)words), 0);
	fflush(stdout);
	assert_true(dup2(kept, STDOUT_FILENO) >= 0);
	close(kept);
	rewind(file);
	used = fread(help, 1, sizeof help - 1, file);
	help[used] = '\0';
	fclose(file);
	assert_in_range(used, 100, sizeof help - 2);
}

/* The verb's manual page. */
static void read_page(const struct verb *v)
{
	char path[4096];
	FILE *file;
	size_t used, kept = 0;

	snprintf(path, sizeof path, "%s/man/tally-%s.1", getenv("TALLY_ROOT"),
		 v->name);
	file = fopen(path, "r");
	assert_non_null(file);
	used = fread(page, 1, sizeof page - 1, file);
	fclose(file);
	for (size_t i = 0; i < used; i++) /* "max\-passes" */
		if (page[i] != '\\')
			page[kept++] = page[i];
	page[kept] = '\0';
}

/* Is the word there, behind one of `before` and whole? */
static bool has(const char *text, const char *word, const char *before)
{
	const size_t length = strlen(word);

	for (const char *at = text; (at = strstr(at, word)); at += length)
		if (at > text && strchr(before, at[-1]) &&
		    !isalnum((unsigned char)at[length]) && at[length] != '-')
			return true;
	return false;
}

static void told(const struct verb *v, const struct option_row *row)
{
	char letter[] = { '-', row->letter, '\0' }, name[64], text[64];
	const char letter_of_page[] = { 'F', 'l', ' ', row->letter, '\0' };
	bool in_help;

	snprintf(name, sizeof name, "--%s", row->name);
	snprintf(text, sizeof text, "Fl %s", row->name);
	/* As completion looks for them. */
	in_help = has(help, name, " ,[|(\n") ||
		  (row->letter && has(help, letter, " ["));
	if (!in_help)
		fail_msg("tally %s --help does not tell %s", v->name, name);
	if (!has(page, text, " ") &&
	    !(row->letter && has(page, letter_of_page, " .")))
		fail_msg("the page of tally %s does not tell %s", v->name,
			 name);
}

/* Kinds that take any text, and options whose target refuses it. */
static bool takes_all(const struct option_row *row)
{
	static const char *const own[] = { "region", "regions", "target",
					   "at",     "html",    "job" };

	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (row->kind == OPTION_OWN && strcmp(row->name, own[i]) == 0)
			return true;
	return row->kind == OPTION_TEXT || row->kind == OPTION_LIST;
}

static void refuses(const struct cli_set *set, const struct option_row *row)
{
	/* More than any verb has. */
	static union {
		max_align_t align;
		char bytes[1 << 18];
	} to;
	char name[64];
	const char letter[] = { '-', row->letter, '\0' };
	struct error err = { "" };

	if (!row->argument || takes_all(row))
		return;
	memset(&to, 0, sizeof to);
	snprintf(name, sizeof name, "--%s", row->name);
	if ((set->take ? set->take : option_take)(row, "@", &to, &err))
		fail_msg("%s takes any text", name);
	if (set->take && set->row == machine_rows)
		return; /* as a whole, where there is no machine */
	if (strncmp(err.text, name, strlen(name)) != 0 &&
	    !(row->letter && strncmp(err.text, letter, 2) == 0))
		fail_msg("%s is not named: %s", name, err.text);
}

/* No two have one name or one letter. */
static void differ(const struct cli_words *w)
{
	const struct option_row *row[100];
	unsigned count = 0;

	for (unsigned s = 0; s < CLI_SETS && w->set[s].row; s++)
		for (const struct option_row *r = NULL;
		     (r = cli_row(&w->set[s], r));)
			if (r->name)
				row[count++] = r;
	assert_in_range(count, 3, 64);
	for (unsigned i = 0; i < count; i++)
		for (unsigned k = 0; k < i; k++)
			if (strcmp(row[i]->name, row[k]->name) == 0 ||
			    (row[i]->letter &&
			     row[i]->letter == row[k]->letter))
				fail_msg("%s: --%s and --%s", w->verb,
					 row[i]->name, row[k]->name);
}

/* Some are of all verbs alike, or stand in another's help. */
static bool elsewhere(const struct verb *v, const struct cli_set *set,
		      const struct option_row *row)
{
	if (strcmp(row->name, "help") == 0)
		return true;
	if (strcmp(v->name, "explain") == 0 && strcmp(row->name, "csv") == 0)
		return true; /* which it refuses by a sentence */
	return set->row == machine_rows && strcmp(v->name, "board") != 0 &&
	       !row->help;
}

static unsigned each(const struct verb *v, const struct cli_words *w)
{
	unsigned count = 0;

	for (unsigned s = 0; s < CLI_SETS && w->set[s].row; s++) {
		const struct cli_set *set = &w->set[s];

		for (const struct option_row *row = NULL;
		     (row = cli_row(set, row));) {
			if (!row->name)
				continue;
			if (!elsewhere(v, set, row))
				told(v, row);
			refuses(set, row);
			count++;
		}
	}
	differ(w);
	return count;
}

TEST(each_option_is_told_and_refuses)
{
	unsigned count = 0;

	for (unsigned i = 0; i < verb_row_count; i++) {
		const struct verb *v = &verb_rows[i];

		if (!v->run || !v->words)
			continue;
		read_help(v);
		read_page(v);
		count += each(v, v->words);
		if (strcmp(v->name, "record") == 0)
			count += each(v, &sampled_words);
	}
	print_message("# %u options\n", count);
	assert_true(count > 100);
}
