/* SPDX-License-Identifier: MIT */
/* `tally collect --text`: proofs and findings that came as lines of text. */
#include "cli/verbs/collect_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/wrap.h"
#include "cli/cli.h"
#include "cli/verbs/fault_words.h"
#include "evidence/proof.h"

static const char *outcome_word(enum proof_outcome outcome)
{
	static const char *const word[] = { [PROOF_OK] = "pass",
					    [PROOF_NOT_OK] = "fail",
					    [PROOF_SKIPPED] = "skipped" };

	return word[outcome];
}

/* The number that is right, or from which to which. */
static json_t *expected(const struct proof_row *row)
{
	if (!row->counts)
		return NULL;
	if (row->least == row->most)
		return json_sprintf("%" PRIu64, row->least);
	return json_sprintf("%" PRIu64 " to %" PRIu64, row->least, row->most);
}

static json_t *whole_number(uint64_t n)
{
	return json_integer((json_int_t)n);
}

static json_t *result_row(const struct proof *p, const struct proof_row *row)
{
	json_t *all = json_pack("{s:i, s:s, s:s, s:o*, s:s, s:s?, s:o*}",
				"number", (int)row->number, "check", row->check,
				"verdict", outcome_word(row->outcome),
				"expected", expected(row), "finding", row->what,
				"why", *row->why ? row->why : NULL,
				"looks_like", fault_names(p, row));

	if (row->counts) {
		json_object_set_new(all, "least", whole_number(row->least));
		json_object_set_new(all, "most", whole_number(row->most));
		json_object_set_new(all, "counted", whole_number(row->counted));
	}
	return all;
}

static json_t *result_rows(const struct proof *p)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < p->rows; i++)
		json_array_append_new(rows, result_row(p, &p->row[i]));
	return rows;
}

static json_t *document_of(const struct proof *p)
{
	char damaged[160], core[24];

	proof_damage(p, damaged, sizeof damaged);
	snprintf(core, sizeof core, "0x%" PRIx64, p->core);
	return json_pack("{s:s, s:s?, s:s, s:s, s:s, s:b, s:s?, s:i, s:i, s:i}",
			 "monitor", p->monitor, "core", p->core ? core : NULL,
			 "by", p->by, "version", p->version, "where", p->where,
			 "whole", (int)p->whole, "damage",
			 p->whole ? NULL : damaged, "passed", (int)p->ok,
			 "failed", (int)p->not_ok, "skipped", (int)p->skipped);
}

static void print_place(const struct proof *p)
{
	printf("%s", p->monitor);
	if (p->core)
		printf(" of a core that says it is 0x%" PRIx64, p->core);
	printf(", found by %s of Tally %s; where: %s\n\n", p->by, p->version,
	       p->where);
}

static void print_sum(const struct proof *p)
{
	char damaged[160];

	printf("\n%u passed, %u failed, %u skipped\n", p->ok, p->not_ok,
	       p->skipped);
	proof_damage(p, damaged, sizeof damaged);
	if (!p->whole)
		printf("not whole: %s\n", damaged);
	fault_tell(stdout, p);
}

static const struct rows_column columns[] = {
	{ "number", true, true },   { "check", true, false },
	{ "verdict", true, false }, { "expected", true, true },
	{ "counted", true, true },  { "finding", true, false },
	{ "why", false, false },
};

static void print_one(const struct proof *p, enum rows_format format)
{
	if (format == ROWS_TEXT)
		print_place(p);
	rows_print(stdout, format, json_object(), "results", result_rows(p),
		   columns, sizeof columns / sizeof *columns);
	if (format == ROWS_TEXT)
		print_sum(p);
}

static const char *flaw_word(enum proof_flaw_kind kind)
{
	static const char *const word[] = { [FLAW_DAMAGED] = "damaged",
					    [FLAW_MISSING] = "missing",
					    [FLAW_TWICE] = "contradiction" };

	return word[kind];
}

static json_t *flaw_rows(const struct proofs *all)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < all->flaws; i++) {
		const struct proof_flaw *f = &all->flaw[i];
		char text[120];

		proof_flaw_text(f, text, sizeof text);
		json_array_append_new(
			rows,
			json_pack("{s:s, s:i, s:i, s:i, s:s}", "kind",
				  flaw_word(f->kind), "line", (int)f->line,
				  "first_result", (int)f->number, "last_result",
				  (int)f->last, "text", text));
	}
	return rows;
}

/* Each line that is wrong; of many, the first ones. */
static void tell_flaws(const struct proofs *all, const char *name)
{
	enum { MOST = 10 };
	char text[120];

	for (size_t i = 0; i < all->flaws && i < MOST; i++) {
		proof_flaw_text(&all->flaw[i], text, sizeof text);
		(void)cli_error(CLI_GOOD, "collect", "%s: %s", name, text);
	}
	if (all->flaws > MOST)
		(void)cli_error(CLI_GOOD, "collect",
				"%s: and %zu more; --json has all", name,
				all->flaws - MOST);
}

static void print_proofs(const struct proofs *all, enum rows_format format)
{
	json_t *list = json_array();

	for (size_t i = 0; i < all->count; i++) {
		json_t *one;

		if (format != ROWS_JSON) {
			if (i)
				putchar('\n');
			print_one(&all->proof[i], format);
			continue;
		}
		one = document_of(&all->proof[i]);
		json_object_set_new(one, "results",
				    result_rows(&all->proof[i]));
		json_array_append_new(list, one);
	}
	if (format == ROWS_JSON)
		rows_json(stdout,
			  json_pack("{s:i, s:i, s:o, s:o}", "schema", 1,
				    "stray_damaged_lines", (int)all->stray,
				    "flaws", flaw_rows(all), "proofs", list));
	else
		json_decref(list);
}

/* The exit status tells what the numbers are worth. */
static int judge_proofs(const struct proofs *all, const char *path)
{
	char damaged[160];

	if (!all->count)
		return cli_error(
			CLI_FAILED, "collect",
			"%s has no proof: no line '# tally proof 1 ...' with "
			"its check sum is in it, and %u lines are damaged; see "
			"that all of what was printed is in the file, at the "
			"wire's own speed",
			path, all->stray);
	for (size_t i = 0; i < all->count; i++) {
		const struct proof *p = &all->proof[i];

		if (p->whole)
			continue;
		proof_damage(p, damaged, sizeof damaged);
		return cli_error(CLI_FAILED, "collect",
				 "the proof of %s in %s is not whole: %s; have "
				 "it printed again",
				 p->monitor, path, damaged);
	}
	for (size_t i = 0; i < all->count; i++)
		if (all->proof[i].not_ok)
			return CLI_FAILED;
	return CLI_GOOD;
}

static int print_and_judge(const struct proofs *all, const char *name,
			   enum rows_format format)
{
	print_proofs(all, format);
	fflush(stdout);
	tell_flaws(all, name);
	return judge_proofs(all, name);
}

int collect_text(const char *path, enum rows_format format, bool wants_log,
		 int (*take)(void *ctx, const struct proofs *all,
			     const char *name),
		 void *ctx)
{
	const bool standard = !strcmp(path, "-");
	const char *name = standard ? "standard input" : path;
	FILE *from = standard ? stdin : fopen(path, "r");
	struct proofs all;
	struct error err;
	int status;

	if (!from)
		return cli_error(CLI_FAILED, "collect", "%s: %s", path,
				 strerror(errno));
	if (!proofs_read(&all, from, isatty(fileno(from)), &err)) {
		status = cli_error(CLI_FAILED, "collect", "%s: %s", name,
				   err.text);
	} else if (wants_log || (all.logs && !all.count)) {
		tell_flaws(&all, name);
		status = take(ctx, &all, name);
	} else {
		status = print_and_judge(&all, name, format);
	}
	proofs_free(&all);
	if (!standard)
		fclose(from);
	return status;
}
