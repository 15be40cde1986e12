/* SPDX-License-Identifier: MIT */
/* Findings of the doctor as a proof, and as lines that can travel. */
#include "cli/verbs/proof_lines.h"

#include <stdlib.h>

static struct proof_row row_of_finding(const struct finding *f)
{
	struct proof_row row = { .counts = f->known,
				 .least = f->expected,
				 .most = f->expected,
				 .counted = f->counted };

	row.outcome = f->outcome == FINDING_FAIL   ? PROOF_NOT_OK
		      : f->outcome == FINDING_PASS ? PROOF_OK
						   : PROOF_SKIPPED;
	snprintf(row.check, sizeof row.check, "%s", f->check);
	/* Why it was skipped is all that such a one says. */
	if (f->outcome == FINDING_SKIPPED) {
		snprintf(row.what, sizeof row.what, "not looked at");
		snprintf(row.why, sizeof row.why, "%.*s",
			 (int)sizeof row.why - 1, f->text);
	} else {
		snprintf(row.what, sizeof row.what, "%.*s",
			 (int)sizeof row.what - 1, f->text);
	}
	return row;
}

bool proof_of_findings(struct proof *p, const struct doctor *d, const char *by,
		       bool simulated)
{
	*p = (struct proof){ .row = calloc(d->findings + 1, sizeof *p->row) };
	if (!p->row)
		return false;
	snprintf(p->monitor, sizeof p->monitor, "%s", d->monitor->name);
	snprintf(p->version, sizeof p->version, "%s", TALLY_VERSION);
	snprintf(p->by, sizeof p->by, "%s", by);
	snprintf(p->where, sizeof p->where, "%s",
		 simulated ? "simulated" : "elsewhere");
	for (unsigned i = 0; i < d->findings; i++)
		p->row[p->rows++] = row_of_finding(&d->finding[i]);
	return true;
}

void proof_lines(FILE *to, const struct proof *p)
{
	struct proof_writer w;

	proof_begin(&w, to, p);
	for (size_t i = 0; i < p->rows; i++)
		proof_add(&w, &p->row[i]);
	proof_end(&w);
}
