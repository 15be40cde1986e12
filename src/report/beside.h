/* SPDX-License-Identifier: MIT */
#ifndef REPORT_BESIDE_H
#define REPORT_BESIDE_H

#include "report/report.h"

/*
 * Records as columns, whatever target, monitor or program each is of; as text
 * or as a sheet, where the rows that all have come first; or as a list of JSON.
 * False: no memory.
 */
bool report_beside(FILE *to, struct record *const *record, unsigned records,
		   enum report_form form);

#endif
