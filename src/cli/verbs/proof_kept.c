/* SPDX-License-Identifier: MIT */
/* Evidence in a file of the user's.  See proof_kept.h. */
#include "cli/verbs/proof_kept.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/output.h"
#include "user/folder.h"

/* ---- the file ------------------------------------------------------------ */

bool proof_kept_path(char path[PROOF_KEPT_PATH], struct error *err)
{
	return user_folder("evidence", path, PROOF_KEPT_PATH) ||
	       error_set(err, "neither $XDG_DATA_HOME nor $HOME is set: say "
			      "where evidence is kept");
}

static bool is_sound(const struct proofs *all, const char *path,
		     struct error *err)
{
	char flaw[120] = "a proof has no place";

	if (all->flaws)
		proof_flaw_text(&all->flaw[0], flaw, sizeof flaw);
	for (size_t i = 0; i < all->count; i++)
		if (!all->proof[i].whole || !*all->proof[i].seen.name)
			return error_set(err,
					 "%.200s is damaged: %s; take the file "
					 "away, and merge again",
					 path, flaw);
	return !all->flaws || error_set(err,
					"%.200s is damaged: %s; take the file "
					"away, and merge again",
					path, flaw);
}

bool proof_kept_read(struct proofs *all, struct error *err)
{
	char path[PROOF_KEPT_PATH];
	FILE *from;
	bool good;

	*all = (struct proofs){ .count = 0 };
	if (!proof_kept_path(path, err))
		return false;
	from = fopen(path, "r");
	if (!from)
		return errno == ENOENT || errno == ENOTDIR ||
		       error_set(err, "%.200s: %s", path, strerror(errno));
	good = proofs_read(all, from, false, err);
	if (!good)
		error_within(err, "%.200s", path);
	fclose(from);
	return good && is_sound(all, path, err);
}

/* Each folder on the way to it. */
static void make_folders(const char *path)
{
	char part[PROOF_KEPT_PATH];

	snprintf(part, sizeof part, "%s", path);
	for (char *at = strchr(part + 1, '/'); at; at = strchr(at + 1, '/')) {
		*at = '\0';
		(void)mkdir(part, S_IRWXU);
		*at = '/';
	}
}

static void put_proof(FILE *to, const struct proof *p)
{
	struct proof_writer w;

	proof_begin(&w, to, p);
	for (size_t i = 0; i < p->rows; i++)
		proof_add(&w, &p->row[i]);
	proof_end(&w);
}

bool proof_kept_write(const struct proofs *all, const struct proof *more,
		      size_t count, struct error *err)
{
	char path[PROOF_KEPT_PATH];
	struct output to = { 0 };

	if (!proof_kept_path(path, err))
		return false;
	make_folders(path);
	if (!output_begin(&to, path, err))
		return false;
	for (size_t i = 0; i < all->count; i++)
		put_proof(to.stream, &all->proof[i]);
	for (size_t i = 0; i < count; i++)
		put_proof(to.stream, &more[i]);
	if (output_finish(&to, err) && output_place(&to, err))
		return true;
	output_give_up(&to);
	return false;
}

/* ---- what it says -------------------------------------------------------- */

struct seen {
	unsigned chips, emulators, boards;
	unsigned right, wrong;
	char names[200], not [200];
};

static bool same_place(const struct proof *a, const struct proof *b)
{
	return !strcmp(a->seen.kind, b->seen.kind) &&
	       !strcmp(a->seen.name, b->seen.name) &&
	       !strcmp(a->seen.lot, b->seen.lot) &&
	       !strcmp(a->monitor, b->monitor);
}

static void add_words(char *to, size_t size, const char *words)
{
	const size_t used = strlen(to);

	if (used + strlen(words) + 3 < size)
		snprintf(to + used, size - used, "%s%s", used ? ", " : "",
			 words);
}

/* A place counts once, however often it was merged. */
static void add_place(struct seen *s, const struct proofs *all, size_t number)
{
	const struct proof *p = &all->proof[number];
	char words[80];

	for (size_t i = 0; i < number; i++)
		if (same_place(&all->proof[i], p))
			return;
	s->chips += !strcmp(p->seen.kind, "chip");
	s->emulators += !strcmp(p->seen.kind, "emulator");
	s->boards += !strcmp(p->seen.kind, "board");
	snprintf(words, sizeof words, "%s%s%s", p->seen.name,
		 strcmp(p->seen.lot, "-") != 0 ? " lot " : "",
		 strcmp(p->seen.lot, "-") != 0 ? p->seen.lot : "");
	add_words(s->names, sizeof s->names, words);
}

/* Is the row about the event?  "EVENT of 16 loads"; any row is of NULL. */
static bool is_about(const struct proof_row *row, const char *event)
{
	const size_t size = event ? strlen(event) : 0;

	return !event || (!strncmp(row->what, event, size) &&
			  (row->what[size] == ' ' || !row->what[size]));
}

static bool add_rows(struct seen *s, const struct proof *p, const char *event)
{
	bool any = false;

	for (size_t i = 0; i < p->rows; i++) {
		const struct proof_row *row = &p->row[i];
		char words[160];

		if (row->outcome == PROOF_SKIPPED || !is_about(row, event))
			continue;
		any = true;
		s->right += row->outcome == PROOF_OK;
		s->wrong += row->outcome == PROOF_NOT_OK;
		if (row->outcome == PROOF_OK)
			continue;
		if (row->counts)
			snprintf(words, sizeof words,
				 "%.60s: %" PRIu64 ", not %" PRIu64 ", on %s",
				 row->what, row->counted, row->least,
				 p->seen.name);
		else
			snprintf(words, sizeof words, "%s: %.60s, on %s",
				 row->check, row->what, p->seen.name);
		add_words(s->not, sizeof s->not, words);
	}
	return any;
}

static void put_seen(json_t *into, const struct seen *s)
{
	char text[600], boards[60] = "";

	if (s->boards)
		snprintf(boards, sizeof boards,
			 " and %u simulated board%s of Tally's", s->boards,
			 s->boards == 1 ? "" : "s");
	snprintf(text, sizeof text, "%u chip%s, %u emulator%s%s (%s); ",
		 s->chips, s->chips == 1 ? "" : "s", s->emulators,
		 s->emulators == 1 ? "" : "s", boards, s->names);
	if (s->wrong)
		snprintf(text + strlen(text), sizeof text - strlen(text),
			 "%u of %u results are not as documented: %s", s->wrong,
			 s->right + s->wrong, s->not );
	else
		snprintf(text + strlen(text), sizeof text - strlen(text),
			 "as documented, by %u results", s->right);
	json_object_set_new(into, "seen_on", json_string(text));
	json_object_set_new(into, "seen",
			    json_pack("{s:i, s:i, s:i, s:i, s:i}", "chips",
				      (int)s->chips, "emulators",
				      (int)s->emulators, "boards",
				      (int)s->boards, "right", (int)s->right,
				      "wrong", (int)s->wrong));
}

void proof_kept_explain(json_t *into, const struct catalog_monitor *m,
			const char *event)
{
	struct seen s = { .chips = 0 };
	struct proofs all;
	struct error err;

	if (!proof_kept_read(&all, &err)) {
		if (all.count || all.flaws)
			json_object_set_new(into, "seen_on",
					    json_string(err.text));
		proofs_free(&all);
		return;
	}
	for (size_t i = 0; i < all.count; i++)
		if (!strcmp(all.proof[i].monitor, m->name) &&
		    add_rows(&s, &all.proof[i], event))
			add_place(&s, &all, i);
	if (s.right + s.wrong)
		put_seen(into, &s);
	proofs_free(&all);
}
