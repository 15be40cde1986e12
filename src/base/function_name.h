/* SPDX-License-Identifier: MIT */
#ifndef BASE_FUNCTION_NAME_H
#define BASE_FUNCTION_NAME_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Words that somebody types for a function, who knows its source: "walk" or
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

/*
 * Is it a compiler's copy of a function, as walk.constprop.0 is of walk?  Then
 * `base` gets that one's name.
 */
bool function_clone_of(const char *name, char *base, size_t room);

/* Functions, each once, as "walk", "walk and turn" or "walk, turn and 2 more".
 * Start with {0}. */
enum { FUNCTION_LIST = 32 }; /* that are told apart */
struct function_list {
	const char *name[FUNCTION_LIST];
	unsigned count;
};
void function_list_add(struct function_list *list, const char *name);
const char *function_list_text(const struct function_list *list, char *text,
			       size_t room);

#endif
