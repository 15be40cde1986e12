/* SPDX-License-Identifier: MIT */
#include "record/document/file.h"
#include "report/inner.h"

bool report_print(FILE *to, const struct record *r, enum report_form form,
		  bool colour, const struct report_rows *told)
{
	const bool notes = form == REPORT_NOTES;

	if (told && !told->rows)
		told = NULL;
	switch (form) {
	case REPORT_JSON:
		return record_write(to, r);
	case REPORT_LINES:
		return report_lines_rest(to, r, told);
	case REPORT_CSV:
		report_csv_rest(to, r, told);
		break;
	case REPORT_TEXT:
	case REPORT_NOTES:
		/* The rows were a table. */
		if (told)
			fputc('\n', to);
		report_text_rest(to, r, colour, notes, told);
		break;
	}
	return true;
}

void report_text(FILE *to, const struct record *r, bool colour, bool notes)
{
	report_text_rest(to, r, colour, notes, NULL);
}

void report_csv(FILE *to, const struct record *r)
{
	report_csv_rest(to, r, NULL);
}

bool report_row(struct report_rows *rows, const struct record *r,
		uint64_t begin)
{
	bool good;

	if (rows->form == REPORT_LINES)
		good = lines_row(rows, r, begin);
	else
		good = rows->form == REPORT_CSV ? csv_row(rows, r, begin)
						: series_row(rows, r);

	rows->rows++;
	return good;
}
