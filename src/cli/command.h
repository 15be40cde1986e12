/* SPDX-License-Identifier: MIT */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <jansson.h>

/*
 * Parts of the command itself that words may be about: rows of `kind` ("verbs",
 * "options", "pages") with name, title, words that stand for it, and of an
 * option the verbs that have it.  The caller's to release; NULL: no memory.
 */
enum { COMMAND_OPTIONS = 1 }; /* of command_kind[] */
extern const char *const command_kind[];
extern const unsigned command_kinds;
json_t *command_rows(unsigned kind);

#endif
