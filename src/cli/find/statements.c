/* SPDX-License-Identifier: MIT */
/*
 * The sentences that `tally explain` prints of a monitor, for words that are in
 * no name and no title.
 */
#include "cli/find/statements.h"

#include <stdio.h>

#include "catalog/reach.h"

const char statements_kind[] = "statements";

static void append(json_t *rows, const char *name, const char *text,
		   const char *about, const char *source)
{
	json_array_append_new(rows, json_pack("{s:s, s:s, s:s++}", "name", name,
					      "title", text, "description",
					      about, " ", source));
}

json_t *statements_rows(const struct catalog_monitor *m)
{
	json_t *rows = json_array();

	for (unsigned i = 0; i < m->rules; i++) {
		const struct catalog_rule *r = &m->rule[i];

		append(rows, rule_kind_text((enum rule_kind)r->kind), r->text,
		       r->about, r->source);
	}
	for (unsigned i = 0; i < m->reaches; i++) {
		const struct catalog_reach *r = &m->reach[i];
		char text[REACH_TEXT];

		append(rows, rule_kind_text(RULE_ACCESS),
		       catalog_reach_text(r, text), r->about, r->source);
	}
	for (unsigned i = 0; i < m->notes; i++) {
		const struct catalog_note *n = &m->note[i];

		append(rows, "note", n->text, n->about, n->source);
	}
	for (unsigned i = 0; i < m->refusals; i++)
		append(rows, "not measured", m->refusal[i].why,
		       m->refusal[i].name, "");
	return rows;
}
