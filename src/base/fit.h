/* SPDX-License-Identifier: MIT */
#ifndef BASE_FIT_H
#define BASE_FIT_H

/*
 * Gives a copy of a text that has no more than so many lines, the caller's to
 * free; NULL: out of memory.  Parts between empty lines lose their last lines,
 * the longest part first, and "  ..." stands there; the first part, which says
 * the most, is cut last of all.  A last line tells how many were left out, and
 * that `rest` has them, a clause.
 */
char *fit_text(const char *text, unsigned lines, const char *rest);

#endif
