/* SPDX-License-Identifier: MIT */
#ifndef HTML_DIFF_H
#define HTML_DIFF_H

#include "report/diff.h"

/* A comparison as such a page; what it was made of is the document of
 * diff_json().  False: out of memory. */
bool html_diff(FILE *to, const struct diff *d, const struct diff_print *how);

#endif
