/* SPDX-License-Identifier: MIT */
#ifndef REPORT_BESIDE_H
#define REPORT_BESIDE_H

#include "report/report.h"

/*
 * Records as columns, whatever target, monitor or program each is of; as text
 * or as a sheet.  False: no memory.
 */
bool report_beside(FILE *to, struct record *const *record, unsigned records,
		   bool csv);

#endif
