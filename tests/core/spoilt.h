/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CORE_SPOILT_H
#define TESTS_CORE_SPOILT_H

#include "catalog/catalog.h"

/*
 * A monitor with one thing wrong, for a net that is to say what: by its name,
 * made of a copy.  NULL: there is none of that name.
 */
const struct catalog_monitor *spoilt_monitor(const char *name);
/* Likewise, of those with a row that is wrong (spoilt_rows.c). */
const struct catalog_monitor *spoilt_rows(const char *name);

#endif
