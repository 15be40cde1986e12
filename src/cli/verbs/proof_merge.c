/* SPDX-License-Identifier: MIT */
/*
 * `tally prove --merge`: proofs that others sent become evidence.  All files
 * are read and held to what can be before anything of them is listed, and all
 * is listed before anything is written.
 */
#include "cli/verbs/proof_merge.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/verbs/fault_words.h"
#include "cli/verbs/proof_believed.h"
#include "cli/verbs/proof_kept.h"

struct merge {
	const struct proof_place *place;
	struct proofs kept; /* before */
	struct proof *more; /* rows are theirs */
	size_t count, again;
};

/* ---- where it was seen --------------------------------------------------- */

/* Letters that no path, address or name of a person has to have. */
static bool is_plain(const char *text)
{
	size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz"
				"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_+");

	return n && !text[n] && n < 24;
}

static bool is_kind(const char *text)
{
	return !strcmp(text, "chip") || !strcmp(text, "emulator") ||
	       !strcmp(text, "board");
}

static bool give(struct proof_seen *s, const char *kind, const char *name)
{
	snprintf(s->kind, sizeof s->kind, "%s", kind);
	snprintf(s->name, sizeof s->name, "%s", name);
	return true;
}

/* The proof itself decides what it was printed by, where it says so. */
static bool know_place(const struct merge *g, struct proof *p,
		       struct error *err)
{
	const struct proof_place *by = g->place;
	const bool simulated = !strcmp(p->where, "simulated");
	const time_t now = time(NULL);
	struct tm day;

	snprintf(p->seen.lot, sizeof p->seen.lot, "%s",
		 by->lot ? by->lot : "-");
	if (*p->seen.name)
		return true; /* somebody's evidence, as it is */
	if (gmtime_r(&now, &day))
		strftime(p->seen.when, sizeof p->seen.when, "%Y-%m-%d", &day);
	if (simulated && by->chip)
		return error_set(err, "it says that it was simulated: that is "
				      "no chip; leave out --chip");
	if (simulated)
		return by->emulator ? give(&p->seen, "emulator", by->emulator)
				    : give(&p->seen, "board", "simulated");
	if (by->chip || by->emulator)
		return give(&p->seen, by->chip ? "chip" : "emulator",
			    by->chip ? by->chip : by->emulator);
	return error_set(err, "it does not say what it was printed by; say "
			      "--chip NAME or --emulator NAME");
}

/* ---- nothing private ----------------------------------------------------- */

/* Is the word in it, and no part of another one? */
static bool has_word(const char *text, const char *word)
{
	const size_t size = strlen(word);

	for (const char *at = text; size > 1 && (at = strstr(at, word)); at++)
		if ((at == text || !isalnum((unsigned char)at[-1])) &&
		    !isalnum((unsigned char)at[size]))
			return true;
	return false;
}

static bool names_somebody(const char *text)
{
	const char *user = getenv("USER");
	char host[80] = "";

	if (gethostname(host, sizeof host - 1))
		host[0] = '\0';
	return strpbrk(text, "/@\\") || has_word(text, host) ||
	       (user && has_word(text, user));
}

/* A row that has a verdict: not those that only tell something, as that of
 * known code nothing could be counted. */
static bool has_verdict(const struct proof_row *row)
{
	static const char *const tell[] = { "left",   "access", "way",
					    "back",   "core",   "events",
					    "limits", "errata", "handler",
					    "known" };

	for (size_t i = 0; i < sizeof tell / sizeof *tell; i++)
		if (!row->counts && !strcmp(row->check, tell[i]))
			return false;
	return row->outcome != PROOF_SKIPPED;
}

/* The proof as it is kept; false: no memory. */
static bool take_rows(struct proof *to, const struct proof *from)
{
	*to = *from;
	to->row = calloc(from->rows + 1, sizeof *to->row);
	to->rows = 0;
	to->ok = to->not_ok = to->skipped = 0;
	snprintf(to->where, sizeof to->where, "%s", "merged");
	for (size_t i = 0; to->row && i < from->rows; i++) {
		struct proof_row *row = &to->row[to->rows];

		if (!has_verdict(&from->row[i]))
			continue;
		*row = from->row[i];
		if (names_somebody(row->what))
			snprintf(row->what, sizeof row->what,
				 "words that name a place are left out");
		row->number = (unsigned)++to->rows;
		to->ok += row->outcome == PROOF_OK;
		to->not_ok += row->outcome == PROOF_NOT_OK;
	}
	return to->row != NULL;
}

/* ---- taking them --------------------------------------------------------- */

static bool same_rows(const struct proof *a, const struct proof *b)
{
	if (a->rows != b->rows || strcmp(a->version, b->version) != 0 ||
	    strcmp(a->monitor, b->monitor) != 0 || a->core != b->core ||
	    strcmp(a->seen.kind, b->seen.kind) != 0 ||
	    strcmp(a->seen.name, b->seen.name) != 0 ||
	    strcmp(a->seen.lot, b->seen.lot) != 0)
		return false;
	for (size_t i = 0; i < a->rows; i++)
		if (!proof_rows_alike(&a->row[i], &b->row[i]) ||
		    a->row[i].outcome != b->row[i].outcome ||
		    a->row[i].counted != b->row[i].counted)
			return false;
	return true;
}

static bool is_there(const struct merge *g, const struct proof *p)
{
	for (size_t i = 0; i < g->kept.count; i++)
		if (same_rows(&g->kept.proof[i], p))
			return true;
	for (size_t i = 0; i < g->count; i++)
		if (same_rows(&g->more[i], p))
			return true;
	return false;
}

static bool agrees(const struct merge *g, const struct proof *p,
		   struct error *err)
{
	for (size_t i = 0; i < g->kept.count; i++)
		if (!proofs_agree(p, &g->kept.proof[i], err))
			return false;
	for (size_t i = 0; i < g->count; i++)
		if (!proofs_agree(p, &g->more[i], err))
			return false;
	return true;
}

static bool take_proof(struct merge *g, struct proof *p, struct error *err)
{
	struct proof *grown;
	struct proof kept;

	if (!proof_believed(p, err) || !know_place(g, p, err))
		return false;
	if (!is_plain(p->seen.name) || !is_plain(p->seen.lot) ||
	    !is_plain(p->seen.when) || !is_plain(p->version) ||
	    !is_kind(p->seen.kind))
		return error_set(err,
				 "a name has up to 23 of the letters a-z, "
				 "A-Z, 0-9 and .-_+: %.40s, lot %.40s",
				 p->seen.name, p->seen.lot);
	grown = realloc(g->more, (g->count + 1) * sizeof *g->more);
	if (!grown)
		return error_no_memory(err);
	g->more = grown;
	if (!take_rows(&kept, p))
		return error_no_memory(err);
	if (is_there(g, &kept)) {
		g->again++;
	} else if (agrees(g, &kept, err)) {
		g->more[g->count++] = kept;
		return true;
	} else {
		free(kept.row);
		return false;
	}
	free(kept.row);
	return true;
}

static bool merge_text(struct merge *g, FILE *from, struct error *err)
{
	struct proofs all;
	char flaw[120];
	bool good = proofs_read(&all, from, false, err);

	if (good && all.flaws) {
		proof_flaw_text(&all.flaw[0], flaw, sizeof flaw);
		good = error_set(err, "%s; nothing of it is taken", flaw);
	} else if (good && !all.count) {
		good = error_set(err, "it has no proof: no line '# tally proof "
				      "1 ...' with its check sum");
	}
	for (size_t i = 0; good && i < all.count; i++)
		good = take_proof(g, &all.proof[i], err);
	proofs_free(&all);
	return good;
}

static bool merge_file(struct merge *g, const char *path, struct error *err)
{
	FILE *from = strcmp(path, "-") != 0 ? fopen(path, "r") : stdin;
	bool good = from ? merge_text(g, from, err)
			 : error_set(err, "%s", strerror(errno));

	if (from && from != stdin)
		fclose(from);
	if (!good)
		error_within(err, "%.200s", path);
	return good;
}

/* ---- telling ------------------------------------------------------------- */

static void list(const struct proof *p)
{
	printf("%s, %s %s%s%s, core 0x%" PRIx64 ", by %s of Tally %s, %s\n",
	       p->monitor, p->seen.kind, p->seen.name,
	       strcmp(p->seen.lot, "-") != 0 ? ", lot " : "",
	       strcmp(p->seen.lot, "-") != 0 ? p->seen.lot : "", p->core, p->by,
	       p->version, p->seen.when);
	printf("  %u results are right, %u are not\n", p->ok, p->not_ok);
	for (size_t i = 0; i < p->rows; i++)
		if (p->row[i].outcome == PROOF_NOT_OK && p->row[i].counts)
			printf("  %s: %s: %" PRIu64 ", not %" PRIu64 "\n",
			       p->row[i].check, p->row[i].what,
			       p->row[i].counted, p->row[i].least);
		else if (p->row[i].outcome == PROOF_NOT_OK)
			printf("  %s: %s\n", p->row[i].check, p->row[i].what);
	fault_tell(stdout, p);
}

static int finish(struct merge *g)
{
	char path[PROOF_KEPT_PATH];
	struct error err;

	for (size_t i = 0; i < g->count; i++)
		list(&g->more[i]);
	if (fflush(stdout) || !proof_kept_path(path, &err))
		return cli_error(CLI_FAILED, "prove", "%s", strerror(errno));
	if (g->count && !proof_kept_write(&g->kept, g->more, g->count, &err))
		return cli_error_set(CLI_FAILED, "prove", &err);
	printf("%zu kept in %s", g->count, path);
	if (g->again)
		printf(", and %zu that were there already", g->again);
	putchar('\n');
	return CLI_GOOD;
}

int proof_merge(const struct proof_place *place, int count, char **file)
{
	struct merge g = { .place = place };
	struct error err;
	bool good = proof_kept_read(&g.kept, &err);
	int status;

	for (int i = 0; good && i < count; i++)
		good = merge_file(&g, file[i], &err);
	status = good ? finish(&g) : cli_error_set(CLI_FAILED, "prove", &err);
	for (size_t i = 0; i < g.count; i++)
		free(g.more[i].row);
	free(g.more);
	proofs_free(&g.kept);
	return status;
}

int proof_merge_check(const struct proof_place *place, bool merge, bool others,
		      int files)
{
	if (!merge)
		return cli_error(
			CLI_USAGE, "prove",
			"--chip, --emulator and --lot say where merged "
			"files are from; say --merge FILE, too");
	if (others)
		return cli_error(CLI_USAGE, "prove",
				 "--merge reads files, and takes no option but "
				 "--chip, --emulator and --lot");
	if (!files)
		return cli_error(CLI_USAGE, "prove",
				 "--merge: say which files");
	if (place->chip && place->emulator)
		return cli_error(CLI_USAGE, "prove",
				 "--chip and --emulator: it was one of them");
	return CLI_GOOD;
}
