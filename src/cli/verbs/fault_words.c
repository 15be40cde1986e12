/* SPDX-License-Identifier: MIT */
/* Faults that a proof looks like, in words.  See fault_words.h. */
#include "cli/verbs/fault_words.h"

#include "base/wrap.h"
#include "evidence/faults.h"

json_t *fault_names(const struct proof *p, const struct proof_row *row)
{
	const struct proof_fault *like[FAULTS_LIKE];
	const unsigned count = proof_faults_like(p, row, like);
	json_t *names = count ? json_array() : NULL;

	for (unsigned i = 0; i < count; i++)
		json_array_append_new(
			names, json_pack("{s:s, s:s, s:s}", "fault",
					 like[i]->name, "what", like[i]->what,
					 "source", like[i]->source));
	return names;
}

/* Was it told of a result before, under the same check? */
static bool was_told(const struct proof *p, size_t row,
		     const struct proof_fault *fault)
{
	const struct proof_fault *like[FAULTS_LIKE];

	for (size_t i = 0; i < row; i++)
		for (unsigned k = proof_faults_like(p, &p->row[i], like); k;
		     k--)
			if (like[k - 1] == fault)
				return true;
	return false;
}

void fault_tell(FILE *to, const struct proof *p)
{
	const struct proof_fault *like[FAULTS_LIKE];

	for (size_t i = 0; i < p->rows; i++) {
		const unsigned count = proof_faults_like(p, &p->row[i], like);

		for (unsigned k = 0; k < count; k++) {
			char text[400];

			if (was_told(p, i, like[k]))
				continue;
			snprintf(text, sizeof text, "looks like %s: %s [%s]",
				 like[k]->name, like[k]->what, like[k]->source);
			wrap_print(to, text,
				   fprintf(to, "%s: ", p->row[i].check), 2, 80);
		}
	}
}
