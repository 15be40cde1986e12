/* SPDX-License-Identifier: MIT */
#ifndef CLI_DIFF_PROFILES_H
#define CLI_DIFF_PROFILES_H

#include "sample/sample.h"

/* How a comparison is wished, of records and of profiles alike. */
enum diff_form {
	FORM_TEXT,
	FORM_MARKDOWN,
	FORM_GITHUB,
	FORM_CSV,
	FORM_JSON,
	FORM_PAGE
};

struct diff_wish {
	enum diff_form form;
	const char *page; /* of FORM_PAGE: where it goes */
	bool all, force;
};

/* Compares two profiles by function, and prints it.  Returns the exit status.
 */
int diff_profiles(const struct sample *before, const struct sample *after,
		  const struct diff_wish *wish);

#endif
