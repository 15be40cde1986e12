/* SPDX-License-Identifier: MIT */
#ifndef TARGET_DIALOGUE_WORDS_H
#define TARGET_DIALOGUE_WORDS_H

#include "target/target.h"

/* The words of a dialogue, for those who write and who read one. */

/* The facts that are yes or no, by number; NULL: no more. */
const char *words_fact(unsigned number);
bool *words_fact_of(struct target_facts *f, unsigned number);

const char *words_reach(enum target_reach reach);
const char *words_reason(enum target_stop_reason reason);
/* "cp15:0xfc0:32" */
void words_reg(char *to, size_t room, const struct tally_reg *reg);
/* Writes what is no printable ASCII, and '\', as "\n", "\\" or "\x7f". */
void words_escape(char *to, size_t room, const void *bytes, size_t count);
/* The reverse, in place; how many bytes it came to. */
size_t words_unescape(char *text);

/* The reverses; false: there is no such word. */
bool words_to_reach(const char *text, enum target_reach *reach);
bool words_to_reason(const char *text, enum target_stop_reason *reason);
bool words_to_reg(const char *text, struct tally_reg *reg);
bool words_to_status(const char *text, enum tally_status *status);

/*
 * Takes the words `before` and a number off the text; without a prefix it is in
 * the base given.  What follows, or NULL: the text is another, or was NULL.
 */
const char *words_take(const char *text, const char *before, int base,
		       uint64_t *value);
/* Likewise " broken=2,0,1", of as many layers of a bus as there are. */
const char *words_take_bursts(const char *text, uint32_t to[TARGET_LAYERS]);
const char *words_take_real(const char *text, const char *before,
			    double *value);

#endif
