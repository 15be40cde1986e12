/* SPDX-License-Identifier: MIT */
/* Rows that stand in several explanations: of `tally list`, rules and notes. */
#include <string.h>

#include "catalog/reach.h"
#include "explain/cells.h"
#include "explain/explain.h"
#include "explain/kinds.h"

json_t *explain_row(const char *kind, const struct catalog_monitor *m,
		    const char *name)
{
	const struct request_member of = { .monitor = m };
	const struct filter f = { &of, 1, name };
	json_t *rows = json_array(), *found = NULL;
	size_t i;

	for (i = 0; i < kind_count; i++)
		if (!strcmp(kinds[i].name, kind))
			kinds[i].rows(m, &f, rows);
	/* The filter lets aliases through too. */
	for (i = 0; i < json_array_size(rows) && !found; i++) {
		json_t *row = json_array_get(rows, i);
		json_t *own = json_object_get(row, "name");

		if (!own || !strcmp(json_string_value(own), name))
			found = json_incref(row);
	}
	json_decref(rows);
	return found ? found : json_object();
}

/* Does the text contain a name that it is about?  Of a glob, what is before
 * '*'. */
static bool names_one(const struct catalog_monitor *m, const char *text,
		      const char *about)
{
	struct error ignored;
	char word[96], alias[96];

	while (catalog_word(&about, word, sizeof(word))) {
		const struct catalog_register *r =
			catalog_register(m, word, &ignored);
		const char *aliases = r ? r->aliases : "";

		word[strcspn(word, "*")] = '\0';
		if (strstr(text, word))
			return true;
		while (catalog_alias(&aliases, alias, sizeof(alias)))
			if (strstr(text, alias))
				return true;
	}
	return false;
}

/*
 * The names that a text is about, for a place where they do not stand beside
 * it: "PMC0 PMC1 PMC2 and 1 more".  "" if the text contains its name itself.
 */
static json_t *subject_of_text(const struct catalog_monitor *m,
			       const char *text, const char *about)
{
	char word[96], names[320] = "";
	unsigned count = 0;
	size_t used = 0;

	if (names_one(m, text, about))
		return json_string("");
	for (; catalog_word(&about, word, sizeof(word)); count++)
		if (count < 3)
			used += (size_t)snprintf(names + used,
						 sizeof(names) - used, "%s%s",
						 count ? ", " : "", word);
	if (count > 3)
		snprintf(names + used, sizeof(names) - used, " and %u more",
			 count - 3);
	return json_string(names);
}

static json_t *rule_row(const struct catalog_monitor *m,
			const struct catalog_rule *r)
{
	return json_pack("{s:s, s:s, s:s, s:s, s:o}", "kind",
			 rule_kind_text((enum rule_kind)r->kind), "text",
			 r->text, "source", r->source, "about", r->about,
			 "subject", subject_of_text(m, r->text, r->about));
}

json_t *explain_rules(const struct catalog_monitor *m,
		      bool (*wanted)(const struct catalog_rule *r,
				     const void *ctx),
		      const void *ctx)
{
	json_t *list = json_array();
	unsigned i;

	for (i = 0; i < m->rules; i++) {
		const struct catalog_rule *r = &m->rule[i];

		if (wanted(r, ctx))
			json_array_append_new(list, rule_row(m, r));
	}
	return list;
}

/* Every register that a row of modes is about; "": all, or the one asked for.
 */
static json_t *subject_of_reach(const char *about, const char *reg)
{
	char word[96], names[320] = "";
	size_t used = 0;

	if (reg || !strcmp(about, "*"))
		return json_string("");
	while (catalog_word(&about, word, sizeof(word)) && used < sizeof(names))
		used += (size_t)snprintf(names + used, sizeof(names) - used,
					 "%s%s", used ? ", " : "", word);
	return json_string(names);
}

void explain_reach(const struct catalog_monitor *m, const char *reg,
		   json_t *rules)
{
	for (unsigned i = 0; i < m->reaches; i++) {
		const struct catalog_reach *r = &m->reach[i];

		if (!reg || catalog_about(r->about, reg)) {
			char text[REACH_TEXT];

			json_array_append_new(
				rules,
				json_pack("{s:s, s:s, s:s, s:s, s:o}", "kind",
					  rule_kind_text(RULE_ACCESS), "text",
					  catalog_reach_text(r, text), "source",
					  r->source, "about", r->about,
					  "subject",
					  subject_of_reach(r->about, reg)));
		}
	}
}

json_t *explain_note(const struct catalog_monitor *m,
		     const struct catalog_note *n)
{
	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:o}", "id", n->id,
			 "condition", condition_text((enum condition)n->when),
			 "text", n->text, "source", n->source, "about",
			 n->about, "subject",
			 subject_of_text(m, n->text, n->about));
}

json_t *explain_notes_about(const struct catalog_monitor *m, const char *name)
{
	json_t *list = json_array();
	unsigned i;

	for (i = 0; i < m->notes; i++)
		if (catalog_about(m->note[i].about, name))
			json_array_append_new(list,
					      explain_note(m, &m->note[i]));
	return list;
}
