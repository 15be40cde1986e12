/* SPDX-License-Identifier: MIT */
/* Flaws of a text: what is damaged, missing, or there twice. */
#include <stdlib.h>

#include "evidence/inner.h"

bool proof_flawed(struct proofs *all, struct proof_flaw flaw, struct error *err)
{
	struct proof_flaw *grown =
		realloc(all->flaw, (all->flaws + 1) * sizeof *all->flaw);

	if (!grown)
		return error_no_memory(err);
	all->flaw = grown;
	all->flaw[all->flaws++] = flaw;
	return true;
}

void proof_flaw_text(const struct proof_flaw *flaw, char *text, size_t size)
{
	const bool log = flaw->kind == FLAW_LOG;
	const char *whose = log ? "of the log, " : "";
	const char *what = log ? "line" : "result";

	switch (flaw->kind) {
	case FLAW_DAMAGED:
		snprintf(text, size,
			 "line %u is damaged: its check sum is of other words",
			 flaw->line);
		break;
	case FLAW_MISSING:
	case FLAW_LOG:
		if (flaw->number == flaw->last)
			snprintf(text, size,
				 "%s%s %u is missing behind line %u", whose,
				 what, flaw->number, flaw->line);
		else
			snprintf(text, size,
				 "%s%ss %u to %u are missing behind line %u",
				 whose, what, flaw->number, flaw->last,
				 flaw->line);
		break;
	case FLAW_TWICE:
		snprintf(text, size,
			 "line %u has result %u once more, and says otherwise",
			 flaw->line, flaw->number);
		break;
	}
}
