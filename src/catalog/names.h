/* SPDX-License-Identifier: MIT */
#ifndef CATALOG_NAMES_H
#define CATALOG_NAMES_H

#include <stdbool.h>

/* How names compare.  Case is ignored, in ASCII only, whatever the locale. */

bool name_same(const char *a, const char *b);

/* Does a name match a glob: '*' any text, '?' any one character. */
bool name_match(const char *glob, const char *name);

/* The name behind "family/", or all of it. */
const char *name_within(const char *name);

/* The name as a word of C: "pmuv3/cortex-a53" is cortex_a53. */
void name_word(const char *name, char *word, unsigned room);

/* The name behind "prefix:", or all of it. */
const char *name_bare(const char *alias);

/* Other tools that call an event so: "perf", "PAPI"; NULL: nobody that is
 * known.  That a monitor has the like is not said. */
const char *name_elsewhere(const char *name);

/* Appends to a list that has so many names before; of the seventh on it has
 * their number alone. */
void name_append(char *list, unsigned room, const char *name, unsigned before);

/* "r1b", "0x1B": true and the code. */
bool name_raw(const char *name, unsigned *code);

/* "17": a number of up to three digits. */
bool name_decimal(const char *text, unsigned *value);

/* "SE:C2:59", "SE:Ref:22", "SE:Com:9" with the prefix "SE". */
enum { NAME_ANY_COUNTER = 0xFF };
bool name_number(const char *name, const char *prefix, unsigned *counter,
		 unsigned *number);

#endif
