/* SPDX-License-Identifier: MIT */
/*
 * Errata, as rows of an explanation: those of a monitor, or those about some of
 * its events and registers.
 */
#include <string.h>

#include "catalog/errata.h"
#include "explain/explain.h"
#include "explain/page.h"

static json_t *row_of(const struct catalog_erratum *e)
{
	char revisions[160];

	return json_pack(
		"{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:s}", "id",
		e->id, "number", e->number, "revisions",
		erratum_revisions(e, revisions, sizeof revisions), "effect",
		erratum_effect_text((enum erratum_effect)e->effect), "means",
		*e->machine
			? "it is held against no core"
			: erratum_effect_words((enum erratum_effect)e->effect),
		"about", e->about, "text", e->text, "cure", e->cure, "beside",
		e->beside, "takes_off", e->takes_off, "source", e->source);
}

static bool about_one(const struct catalog_erratum *e, const char *names)
{
	char word[96];

	while (catalog_word(&names, word, sizeof word))
		if (catalog_about(e->about, word))
			return true;
	return false;
}

json_t *explain_errata(const struct catalog_monitor *m, const char *names)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < m->errata; i++)
		if (!names || about_one(&m->erratum[i], names))
			json_array_append_new(list, row_of(&m->erratum[i]));
	return list;
}

/* One clause after the other: what is wrong, what follows, and what to do. */
static void print_erratum(const struct page *p, const json_t *e)
{
	const char *about = page_text(e, "about");
	const char *number = page_text(e, "number");
	const char *cure = page_text(e, "cure");
	char before[224] = "", text[1200];

	if (strcmp(about, page_text(p->it, "name")) != 0 &&
	    strcmp(about, "*") != 0)
		snprintf(before, sizeof before, "%s: ", about);
	snprintf(text, sizeof text, "%s; %s; %s%s (%s%s%s)",
		 page_text(e, "text"), page_text(e, "means"),
		 *cure ? "cure: " : "no cure is known", cure, number,
		 *number ? "; " : "", page_text(e, "revisions"));
	page_item(p, before, text, page_text(e, "source"));
}

void explain_print_errata(const struct page *p)
{
	const json_t *list = json_object_get(p->it, "errata");

	if (!json_array_size(list))
		return;
	page_heading(p, "Errata");
	for (size_t i = 0; i < json_array_size(list); i++)
		print_erratum(p, json_array_get(list, i));
}
