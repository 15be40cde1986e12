/* SPDX-License-Identifier: MIT */
#ifndef BASE_FUNCTION_NAME_H
#define BASE_FUNCTION_NAME_H

/*
 * What somebody types for a function, who knows its source: "walk" or
 * "Grid::walk" for what a compiler calls _ZN4Grid4walkEi, or walk.constprop.0.
 */
enum function_match {
	FUNCTION_OTHER,
	FUNCTION_MEMBER, /* in a class or a namespace, or of a template */
	FUNCTION_CLONE,  /* it is a part, or a special copy, of that function */
	FUNCTION_BARE,  /* of that name, with what is between its parentheses */
	FUNCTION_WHOLE, /* exactly that, as it is linked or shown */
};

/* `linked` is the linker's name, `shown` what people read: the same of C. */
enum function_match function_match(const char *linked, const char *shown,
				   const char *typed);

#endif
