/* SPDX-License-Identifier: MIT */
/* `tally diff` of two profiles. */
#include "cli/diff/profiles.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/deliver.h"
#include "html/profile.h"
#include "report/profile_diff.h"

static bool print(FILE *to, const struct sample_diff *d, enum diff_form form,
		  const struct profile_diff_print *how)
{
	switch (form) {
	case FORM_TEXT:
	case FORM_GITHUB: /* never of profiles */
		break;
	case FORM_MARKDOWN:
		return profile_diff_markdown(to, d, how);
	case FORM_CSV:
		profile_diff_csv(to, d);
		return true;
	case FORM_JSON:
		return profile_diff_json(to, d, how->forced);
	case FORM_PAGE:
		return html_profile_diff(to, d, how);
	}
	return profile_diff_text(to, d, how);
}

static int deliver(const struct sample_diff *d, const struct diff_wish *wish,
		   const struct profile_diff_print *how)
{
	bool file = wish->form == FORM_PAGE && strcmp(wish->page, "-") != 0;
	struct delivery result;
	const bool good =
		deliver_begin(&result) && print(result.to, d, wish->form, how);

	if (wish->form == FORM_TEXT && !wish->all)
		result.rest = "--all has all";
	return deliver_end(&result, "diff", file ? wish->page : NULL, good);
}

int diff_profiles(const struct sample *before, const struct sample *after,
		  const struct diff_wish *wish)
{
	struct sample_diff *d = sample_diff_make(before, after);
	char *obstacles = d ? sample_diff_obstacles(d) : NULL;
	int status;

	if (!obstacles)
		status = cli_no_memory("diff");
	else if (!d->columns)
		status = cli_error(CLI_FAILED, "diff",
				   "the profiles have no event in common; "
				   "profile both with the same -e and -M");
	else if (*obstacles && !wish->force)
		status = cli_error(CLI_FAILED, "diff",
				   "not comparable: %s; --force compares all "
				   "the same",
				   obstacles);
	else
		status = deliver(
			d, wish,
			&(struct profile_diff_print){ .forced = obstacles,
						      .all = wish->all });
	free(obstacles);
	sample_diff_free(d);
	return status;
}
