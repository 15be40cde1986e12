/* SPDX-License-Identifier: MIT */
/* Lines with check sums, found among whatever else was printed. */
#include "evidence/proof.h"

#include <stdlib.h>
#include <string.h>

#include "evidence/inner.h"
#include "evidence/lines.h"

enum { ROWS_MOST = 10000 }; /* of one proof: a number beyond is no number */

struct reader {
	struct proofs *all;
	struct proof *now; /* the one that has begun; NULL: none */
	unsigned line;     /* the number of the line that is looked at */
	uint32_t sum;      /* of its lines so far */
	struct log_reader log;
	struct proof_seen seen; /* of the proof that comes next */
};

/* ---- what it says -------------------------------------------------------- */

static void take_word(const char *line, const char *key, char *to, size_t size)
{
	const char *at = strstr(line, key);

	at = at ? at + strlen(key) : "";
	snprintf(to, size, "%.*s", (int)strcspn(at, " "), at);
}

static void take_counts(struct proof_row *row, const char *text)
{
	const bool one = proof_number(&text, " expected ", 10, &row->least);

	if (one)
		row->most = row->least;
	row->counts =
		(one || (proof_number(&text, " least ", 10, &row->least) &&
			 proof_number(&text, " most ", 10, &row->most))) &&
		proof_number(&text, " counted ", 10, &row->counted);
}

/* "ok 3 - known: CYCLES of 16 loads # ..." */
static bool take_result(const char *line, struct proof_row *row)
{
	const bool bad = !strncmp(line, "not ", 4);
	const char *colon, *more;
	size_t size;
	char *end;
	unsigned long number;

	*row = (struct proof_row){ .outcome = bad ? PROOF_NOT_OK : PROOF_OK };
	line += bad ? 4 : 0;
	if (strncmp(line, "ok ", 3) != 0)
		return false;
	number = strtoul(line + 3, &end, 10);
	colon = strstr(end, ": ");
	if (!number || number > ROWS_MOST || strncmp(end, " - ", 3) != 0 ||
	    !colon)
		return false;
	row->number = (unsigned)number;
	snprintf(row->check, sizeof row->check, "%.*s",
		 (int)(colon - (end + 3)), end + 3);
	more = strstr(colon, " # ");
	/* The blank behind the colon may be that before the '#'. */
	size = more == colon + 1 ? 0
	       : more            ? (size_t)(more - (colon + 2))
				 : strlen(colon + 2);
	if (size >= sizeof row->what)
		size = sizeof row->what - 1;
	memcpy(row->what, colon + 2, size);
	if (more && !strncmp(more, " # SKIP ", 8)) {
		row->outcome = PROOF_SKIPPED;
		snprintf(row->why, sizeof row->why, "%s", more + 8);
	} else if (more) {
		take_counts(row, more + 2);
	}
	return true;
}

static bool same_result(const struct proof_row *a, const struct proof_row *b)
{
	return a->outcome == b->outcome && !strcmp(a->check, b->check) &&
	       !strcmp(a->what, b->what) && !strcmp(a->why, b->why) &&
	       a->counts == b->counts && a->least == b->least &&
	       a->most == b->most && a->counted == b->counted;
}

static bool add_again(struct reader *r, const struct proof_row *was,
		      const struct proof_row *row, struct error *err)
{
	if (same_result(was, row))
		return true;
	r->now->twice++;
	return proof_flawed(r->all,
			    (struct proof_flaw){ .kind = FLAW_TWICE,
						 .line = r->line,
						 .number = row->number,
						 .last = row->number },
			    err);
}

static bool add_result(struct reader *r, struct proof_row *row,
		       struct error *err)
{
	struct proof *p = r->now;
	struct proof_row *grown;

	row->line = r->line;
	for (size_t i = 0; i < p->rows; i++)
		if (p->row[i].number == row->number)
			return add_again(r, &p->row[i], row, err);
	grown = realloc(p->row, (p->rows + 1) * sizeof *p->row);
	if (!grown)
		return error_no_memory(err);
	p->row = grown;
	p->row[p->rows++] = *row;
	p->ok += row->outcome == PROOF_OK;
	p->not_ok += row->outcome == PROOF_NOT_OK;
	p->skipped += row->outcome == PROOF_SKIPPED;
	return true;
}

/* Results that should stand between two others, or, of so many `lines`, before
 * the end. */
static bool add_missing(struct reader *r, uint64_t lines, struct error *err)
{
	unsigned at[ROWS_MOST + 1] = { 0 }, most = 0;
	const struct proof *p = r->now;
	struct proof_flaw flaw = { .kind = FLAW_MISSING, .line = p->line };

	for (size_t i = 0; i < p->rows; i++) {
		at[p->row[i].number] = p->row[i].line;
		if (p->row[i].number > most)
			most = p->row[i].number;
	}
	if (lines > most)
		most = lines > ROWS_MOST ? ROWS_MOST : (unsigned)lines;
	for (unsigned n = 1; n <= most; n++) {
		if (at[n]) {
			flaw.line = at[n];
			continue;
		}
		flaw.number = n;
		while (n < most && !at[n + 1])
			n++;
		flaw.last = n;
		if (!proof_flawed(r->all, flaw, err))
			return false;
	}
	return true;
}

/* One that has not come to its end, and does not any more. */
static bool leave_proof(struct reader *r, struct error *err)
{
	const bool good = !r->now || add_missing(r, 0, err);

	r->now = NULL;
	return good;
}

static bool take_seen(struct reader *r, const char *line)
{
	struct proof_seen *s = &r->seen;

	if (strncmp(line, "# tally seen 1 ", 15) != 0)
		return false;
	take_word(line, " kind=", s->kind, sizeof s->kind);
	take_word(line, " name=", s->name, sizeof s->name);
	take_word(line, " lot=", s->lot, sizeof s->lot);
	take_word(line, " when=", s->when, sizeof s->when);
	return true;
}

static bool begin_proof(struct reader *r, const char *line, struct error *err)
{
	char core[24];
	struct proof *grown;

	if (!leave_proof(r, err))
		return false;
	grown = realloc(r->all->proof,
			(r->all->count + 1) * sizeof *r->all->proof);
	if (!grown)
		return error_no_memory(err);
	r->all->proof = grown;
	r->now = &grown[r->all->count++];
	*r->now = (struct proof){ .line = r->line, .seen = r->seen };
	r->seen = (struct proof_seen){ .name = "" };
	take_word(line, " monitor=", r->now->monitor, sizeof r->now->monitor);
	take_word(line, " version=", r->now->version, sizeof r->now->version);
	take_word(line, " by=", r->now->by, sizeof r->now->by);
	take_word(line, " where=", r->now->where, sizeof r->now->where);
	take_word(line, " on=", core, sizeof core);
	r->now->core = strtoull(core, NULL, 16);
	return true;
}

/* The last line says how many of each there are, and the sum of all. */
static bool end_proof(struct reader *r, const char *line, struct error *err)
{
	struct proof *p = r->now;
	uint64_t lines, ok, not_ok, skipped, sum;

	if (!proof_number(&line, "# end ", 10, &lines) ||
	    !proof_number(&line, " lines, ", 10, &ok) ||
	    !proof_number(&line, " ok, ", 10, &not_ok) ||
	    !proof_number(&line, " not ok, ", 10, &skipped) ||
	    !proof_number(&line, " skipped, all *", 16, &sum))
		return true;
	p->ended = true;
	p->missing = lines > p->rows ? (unsigned)(lines - p->rows) : 0;
	p->whole = !p->missing && !p->damaged && !p->twice && sum == r->sum &&
		   lines == p->rows && ok == p->ok && not_ok == p->not_ok &&
		   skipped == p->skipped;
	p->sum = (uint32_t)sum;
	if (!add_missing(r, lines, err))
		return false;
	r->now = NULL;
	return true;
}

static bool take_line(struct reader *r, const char *line, struct error *err)
{
	struct proof_row row;
	bool taken;

	if (!log_line_take(r->all, &r->log, line, r->line, &taken, err))
		return false;
	if (taken || take_seen(r, line))
		return true;
	if (!strncmp(line, "TAP version", 11)) {
		r->sum = proof_sum(proof_sum(0, line), "\n");
		return leave_proof(r, err);
	}
	if (!strncmp(line, "# tally proof 1 ", 16)) {
		if (!begin_proof(r, line, err))
			return false;
	} else if (r->now && !strncmp(line, "# end ", 6)) {
		return end_proof(r, line, err);
	} else if (r->now && take_result(line, &row) &&
		   !add_result(r, &row, err)) {
		return false;
	}
	r->sum = proof_sum(proof_sum(r->sum, line), "\n");
	return true;
}

/* Lines of one are damaged: which it was is not known. */
static bool note_damage(struct reader *r, struct error *err)
{
	if (r->now)
		r->now->damaged++;
	else
		r->all->stray++;
	return proof_flawed(
		r->all,
		(struct proof_flaw){ .kind = FLAW_DAMAGED, .line = r->line },
		err);
}

/* A wire has no end: the first proof or log that ends is all. */
static bool has_one(const struct reader *r)
{
	const struct proofs *all = r->all;

	return !r->now && !r->log.within && (all->count || all->logs);
}

static bool find_lines(struct reader *r, struct checked_lines *lines, bool one,
		       struct error *err)
{
	const char *text;
	enum checked found;

	while (!(one && has_one(r)) &&
	       (found = checked_next(lines, &text)) != CHECKED_NONE) {
		r->line = lines->number;
		if (found == CHECKED_LINE ? !take_line(r, text, err)
					  : !note_damage(r, err))
			return false;
	}
	return leave_proof(r, err);
}

bool proofs_read(struct proofs *all, FILE *from, bool one, struct error *err)
{
	struct reader r = { .all = all };
	struct checked_lines lines = { .from = from };
	bool good;

	*all = (struct proofs){ .count = 0 };
	good = find_lines(&r, &lines, one, err);
	checked_free(&lines);
	if (good && ferror(from))
		return error_set(err, "it cannot be read to its end");
	return good;
}

void proofs_free(struct proofs *all)
{
	for (size_t i = 0; i < all->count; i++)
		free(all->proof[i].row);
	for (size_t i = 0; i < all->logs; i++)
		free(all->log[i].bytes);
	free(all->proof);
	free(all->log);
	free(all->flaw);
	*all = (struct proofs){ .count = 0 };
}

/* Numbers below the greatest that nobody saw; what follows is not known. */
static unsigned gaps(const struct proof *p)
{
	unsigned most = 0;

	for (size_t i = 0; i < p->rows; i++)
		if (p->row[i].number > most)
			most = p->row[i].number;
	return most - (unsigned)p->rows;
}

void proof_damage(const struct proof *p, char *text, size_t size)
{
	const unsigned missing = p->ended ? p->missing : gaps(p);

	if (p->whole)
		snprintf(text, size, "%s", "");
	else if (p->twice)
		snprintf(text, size,
			 "%u results came twice, and say different things",
			 p->twice);
	else if (!p->ended)
		snprintf(text, size,
			 "its end is missing, %u results before it, and %u "
			 "lines are damaged",
			 missing, p->damaged);
	else if (missing || p->damaged)
		snprintf(text, size,
			 "%u results are missing, and %u lines are damaged",
			 missing, p->damaged);
	else
		snprintf(text, size,
			 "its lines are not those that its last one sums up");
}
