/* SPDX-License-Identifier: MIT */
/* Proofs held to the catalogue.  See proof_believed.h. */
#include "cli/verbs/proof_believed.h"

#include <inttypes.h>
#include <string.h>

#include "catalog/catalog.h"
#include "catalog/errata.h"
#include "proof/kit.h"
#include "run/doctor/known.h"

/* The identity register, where the proof has it, is of a core with that
 * monitor, as far as the catalogue knows cores. */
static bool core_fits(const struct proof *p, const struct catalog_monitor *m,
		      struct error *err)
{
	const struct catalog_monitor *core =
		p->core && p->core <= UINT32_MAX
			? catalog_of_main_id(m, (uint32_t)p->core)
			: NULL;
	const size_t size = strlen(m->name);

	if (!core || core == m ||
	    (!strncmp(core->name, m->name, size) && core->name[size] == '/'))
		return true;
	return error_set(err,
			 "it says that it is of %s, and its core's identity "
			 "0x%" PRIx64 " is that of %s",
			 m->name, p->core, core->name);
}

/* The words up to `end` are the name of one of the pieces; -1: of none. */
static int piece_named(const char *text, size_t size)
{
	for (int i = 0; i < KNOWN_PIECES; i++)
		if (strlen(doctor_pieces[i].name) == size &&
		    !strncmp(doctor_pieces[i].name, text, size))
			return i;
	return -1;
}

/* The count of the event that the piece's code decides; false: it does not. */
static bool decides(const struct catalog_monitor *m,
		    const struct catalog_event *e, int piece, uint64_t *count)
{
	for (enum doctor_kind k = 0; k < KNOWN_KINDS; k++)
		if (doctor_known_event(m, k) == e) {
			*count = doctor_pieces[piece].count[k];
			return true;
		}
	return false;
}

/* Of a piece that kits alone have. */
static bool kit_fits_row(const struct proof_row *row,
			 const struct catalog_monitor *m,
			 const struct catalog_event *e, const char *piece,
			 size_t size, struct error *err)
{
	uint64_t least = 0, most = 0;
	const enum kit_counts how =
		kit_counts(m, e, piece, size, &least, &most);

	if (how == KIT_NO_PIECE)
		return error_set(err,
				 "result %u: no kit of Tally " TALLY_VERSION
				 " counts anything of %.*s",
				 row->number, (int)size, piece);
	if (how == KIT_NOT_OF_IT)
		return error_set(err, "result %u: no kit counts %s of %.*s",
				 row->number, e->name, (int)size, piece);
	/* An erratum makes the most more. */
	if (row->least >= least && row->most >= most &&
	    (how == KIT_BOUNDED || !strcmp(row->check, "errata") ||
	     (row->least == least && row->most == most)))
		return true;
	return error_set(err,
			 "result %u expects %" PRIu64 " to %" PRIu64
			 " %s of %.*s, which are %" PRIu64 " to %" PRIu64,
			 row->number, row->least, row->most, e->name, (int)size,
			 piece, least, most);
}

/* "EVENT of PIECE, by 2 counters", or "ERRATUM may be here, EVENT of PIECE" */
static bool known_fits(const struct proof_row *row,
		       const struct catalog_monitor *m, struct error *err)
{
	static const char here[] = " here, ";
	const char *erratum = strstr(row->what, here), *end;
	const char *what = erratum ? erratum + strlen(here) : row->what;
	const char *of = strstr(what, " of ");
	const struct catalog_event *e;
	char name[80];
	uint64_t count;
	size_t size;
	int piece;

	if (!of || !row->counts)
		return true;
	snprintf(name, sizeof name, "%.*s", (int)(of - what), what);
	e = catalog_event_named(m, name);
	if (!e)
		return error_set(err, "result %u: %s has no event %s",
				 row->number, m->name, name);
	of += strlen(" of ");
	end = strstr(of, ", by ");
	size = end ? (size_t)(end - of) : strlen(of);
	piece = piece_named(of, size);
	if (piece < 0)
		return kit_fits_row(row, m, e, of, size, err);
	if (!decides(m, e, piece, &count))
		return error_set(err,
				 "result %u: code alone does not decide what "
				 "%s counts",
				 row->number, name);
	return (row->least == count && row->most == count) ||
	       error_set(err,
			 "result %u expects %" PRIu64 " %s of %s, which are "
			 "%" PRIu64,
			 row->number, row->least, name,
			 doctor_pieces[piece].name, count);
}

static bool verdict_fits(const struct proof_row *row, struct error *err)
{
	const bool right =
		row->counted >= row->least && row->counted <= row->most;

	if (!row->counts || row->outcome == PROOF_SKIPPED ||
	    right == (row->outcome == PROOF_OK))
		return true;
	return error_set(err,
			 "result %u is said to be %s, and its numbers say "
			 "otherwise",
			 row->number, right ? "not ok" : "ok");
}

bool proof_rows_alike(const struct proof_row *a, const struct proof_row *b)
{
	return !strcmp(a->check, b->check) && !strcmp(a->what, b->what);
}

/* Of one check, and where it counts of one count, expected alike: the worst
 * that came of it; PROOF_SKIPPED: nothing. */
static enum proof_outcome worst(const struct proof *p,
				const struct proof_row *like)
{
	enum proof_outcome found = PROOF_SKIPPED;

	for (size_t i = 0; i < p->rows; i++) {
		const struct proof_row *row = &p->row[i];

		if (row->outcome == PROOF_SKIPPED ||
		    row->counts != like->counts ||
		    strcmp(row->check, like->check) != 0)
			continue;
		if (row->counts &&
		    (strcmp(row->what, like->what) != 0 ||
		     row->least != like->least || row->most != like->most))
			continue;
		if (found != PROOF_NOT_OK)
			found = row->outcome;
	}
	return found;
}

/* Checks whose results are of pieces of code. */
static bool counts_pieces(const char *check)
{
	return !strcmp(check, "known") || !strcmp(check, "bounds") ||
	       !strcmp(check, "errata");
}

static bool rows_fit(const struct proof *p, const struct catalog_monitor *m,
		     struct error *err)
{
	for (size_t i = 0; i < p->rows; i++) {
		if (!verdict_fits(&p->row[i], err) ||
		    (counts_pieces(p->row[i].check) &&
		     !known_fits(&p->row[i], m, err)))
			return false;
	}
	return true;
}

bool proof_believed(const struct proof *p, struct error *err)
{
	char damaged[160];
	const struct catalog_monitor *m;

	proof_damage(p, damaged, sizeof damaged);
	if (!p->whole)
		return error_set(err, "it is not whole: %s", damaged);
	m = catalog_monitor(p->monitor, err);
	return m && core_fits(p, m, err) && rows_fit(p, m, err);
}

bool proofs_agree(const struct proof *a, const struct proof *b,
		  struct error *err)
{
	if (strcmp(a->seen.kind, b->seen.kind) != 0 ||
	    strcmp(a->seen.name, b->seen.name) != 0 ||
	    strcmp(a->seen.lot, b->seen.lot) != 0 ||
	    strcmp(a->monitor, b->monitor) != 0)
		return true;
	if (a->core && b->core && a->core != b->core)
		return error_set(err,
				 "%s has two cores, 0x%" PRIx64
				 " and 0x%" PRIx64
				 "; --lot tells two of one name apart",
				 a->seen.name, b->core, a->core);
	for (size_t i = 0; i < a->rows; i++) {
		const struct proof_row *row = &a->row[i];
		const enum proof_outcome mine = worst(a, row),
					 theirs = worst(b, row);

		if (row->outcome != PROOF_SKIPPED && theirs != PROOF_SKIPPED &&
		    mine != theirs)
			return error_set(err,
					 "%s is said to do otherwise in what "
					 "was merged before: %s: %s; --lot "
					 "tells two of one name apart",
					 a->seen.name, row->check, row->what);
	}
	return true;
}
