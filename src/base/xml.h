/* SPDX-License-Identifier: MIT */
#ifndef BASE_XML_H
#define BASE_XML_H

#include <stdio.h>

/*
 * Text in a document of HTML or SVG, between tags or within quotes: cleaned as
 * for a terminal, and what would be markup is escaped.  Nothing of somebody
 * else's goes into such a document by another way.
 */
void xml_text(FILE *to, const char *text);

#endif
