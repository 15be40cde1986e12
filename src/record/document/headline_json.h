/* SPDX-License-Identifier: MIT */
#ifndef RECORD_DOCUMENT_HEADLINE_JSON_H
#define RECORD_DOCUMENT_HEADLINE_JSON_H

#include <jansson.h>

#include "record/headline.h"

/* Both as members of a document; NULL: no memory. */
json_t *headline_json(const struct headline *h);
/* null, where there is no question. */
json_t *answer_json(const struct answer *a);

#endif
