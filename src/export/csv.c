/* SPDX-License-Identifier: MIT */
/* A profile as a sheet: each instruction, of which a sheet makes the rest. */
#include "export/inner.h"
#include "report/profile.h"

static bool export_csv(FILE *to, const struct sample *s, uint32_t column)
{
	(void)column;
	return report_profile_csv(to, s,
				  &(struct profile_view){ .by = SAMPLE_INSNS });
}

const struct export_format export_format_csv = {
	.name = "csv",
	.about = "a sheet: a row for each instruction, or number",
	.kind = EXPORT_CSV,
	.write = export_csv,
	.record = export_record_csv,
};
