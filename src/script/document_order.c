/* SPDX-License-Identifier: MIT */
/*
 * A script in a document's order: the register writes that the document prints,
 * in its order, then the stop.  After the stop the counters are only read.
 */
#include <stdlib.h>
#include <string.h>

#include "catalog/published.h"
#include "script/inner.h"

/* "PMC2=0x00000000", from the catalogue. */
static bool put_write(const struct script *s, const char *word,
		      struct tally_script *script, struct error *err)
{
	const struct catalog_monitor *m = s->monitor;
	const char *equals = strchr(word, '=');
	const struct catalog_register *r;
	char name[SCRIPT_NAME] = "";

	if (!equals || (size_t)(equals - word) >= sizeof name)
		return error_set(err, "%s is no write", word);
	memcpy(name, word, (size_t)(equals - word));
	r = catalog_register(m, name, err);
	if (!r)
		return false;
	tally_script_write(script, &r->reg, strtoull(equals + 1, NULL, 0));
	return true;
}

static bool put_writes(struct script *s, enum tally_phase phase,
		       const char *list, struct error *err)
{
	struct tally_script *script = &s->phase[phase];
	char word[SCRIPT_NAME];

	script->count = 0;
	while (catalog_word(&list, word, sizeof word))
		if (!put_write(s, word, script, err))
			return false;
	return script->status
		       ? error_set(err, "%s", tally_status_text(script->status))
		       : true;
}

const struct catalog_documented *script_document(const struct script *s)
{
	const struct request *q = s->request;
	const struct request_metric *m = script_metric(s, 0);

	if (!m || script_metric(s, 1) || q->plan->passes != 1 || !m->metric)
		return NULL;
	for (unsigned i = 0; i < q->events; i++)
		if (q->origin[i].member == s->member && q->asked[i])
			return NULL;
	return m->metric->documented;
}

bool script_documented(struct script *s, struct error *err)
{
	const struct catalog_documented *d = script_document(s);

	if (!d && s->monitor->published && s->wishes->form == SCRIPT_C)
		return script_published(s, err);
	if (!d && s->monitor->no_order)
		return error_set(err, "--order documented: %s",
				 s->monitor->no_order);
	if (!d)
		return error_set(err,
				 "--order documented is for one metric alone "
				 "whose document has the writes; leave it out");
	s->phase[TALLY_RELEASE].count = 0;
	s->restore.count = 0;
	return put_writes(s, TALLY_CONFIGURE, d->configure, err) &&
	       put_writes(s, TALLY_START, d->start, err) &&
	       put_writes(s, TALLY_STOP, d->stop, err);
}

bool script_mapped(const struct script *s)
{
	return script_count(s, 0)->reg.space == TALLY_MMIO;
}

bool script_anywhere(const struct script *s)
{
	return script_mapped(s) && !s->monitor->at;
}

const char *script_base(const struct script *s)
{
	const char *base = s->monitor->base;

	return base ? base : "BASE";
}

const char *script_address(char *text, const struct script *s,
			   const struct catalog_register *r, const char *base)
{
	snprintf(text, SCRIPT_NAME, "%.40s + 0x%05X", base,
		 (unsigned)(s->monitor->offset + tally_reg_offset(r->reg)));
	return text;
}
