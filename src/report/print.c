/* SPDX-License-Identifier: MIT */
#include "report/report.h"

#include "record/document/file.h"

bool report_print(FILE *to, const struct record *r, enum report_form form,
		  bool colour)
{
	switch (form) {
	case REPORT_JSON:
		return record_write(to, r);
	case REPORT_CSV:
		report_csv(to, r);
		break;
	case REPORT_TEXT:
	case REPORT_NOTES:
		report_text(to, r, colour, form == REPORT_NOTES);
		break;
	}
	return true;
}
