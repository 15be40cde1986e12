/* SPDX-License-Identifier: MIT */
#ifndef JSON_MEMORY_H
#define JSON_MEMORY_H

/*
 * Rows of a verb are made member by member, and where there is no memory
 * Jansson leaves one out.  Nobody looks at each: from here on memory_ran_out()
 * tells that there was none for Jansson, too.
 */
void json_memory_watch(void);

#endif
