/* SPDX-License-Identifier: MIT */
/*
 * Which notes apply to a number: one rule for all who print any.
 */
#include "catalog/catalog.h"

/* A fact that is not known of a target may hold. */
bool catalog_note_applies(const struct catalog_note *n,
			  const struct catalog_state *s)
{
	return s->holds[n->when] || !s->known[n->when];
}

const struct catalog_note *catalog_metric_note(const struct catalog_monitor *m,
					       const struct catalog_metric *x,
					       const struct catalog_state *s,
					       unsigned *at)
{
	const char *ids = x->notes;
	unsigned place = 0;
	char id[64];

	while (catalog_word(&ids, id, sizeof id)) {
		const struct catalog_note *n;

		if (place++ < *at)
			continue;
		*at = place;
		n = catalog_note(m, id);
		if (n && catalog_note_applies(n, s))
			return n;
	}
	return NULL;
}

const struct catalog_note *catalog_event_note(const struct catalog_monitor *m,
					      const char *event,
					      const struct catalog_state *s,
					      unsigned *at)
{
	while (*at < m->notes) {
		const struct catalog_note *n = &m->note[(*at)++];

		if (catalog_about(n->about, event) &&
		    catalog_note_applies(n, s))
			return n;
	}
	return NULL;
}
