/* SPDX-License-Identifier: MIT */
/* A file of counts while they are counted.  See meanwhile.h. */
#include "cli/stat/meanwhile.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "export/export.h"
#include "record/record.h"

/* The file is replaced soon, so nobody waits for the disk. */
static void meanwhile_write(struct meanwhile *m, const char *text, size_t size)
{
	struct output to = { .brief = true };
	bool good;

	if (m->failed)
		return;
	good = output_begin(&to, m->path, &m->err);
	if (good)
		fwrite(text, 1, size, to.stream);
	good = good && output_finish(&to, &m->err) &&
	       output_place(&to, &m->err);
	if (!good)
		output_give_up(&to);
	m->failed = !good;
}

static bool meanwhile_print(const struct export_row *row, char **text,
			    size_t *size)
{
	FILE *to;

	free(*text);
	*text = NULL;
	to = memory_stream(text, size);
	if (!to)
		return false;
	export_openmetrics_row(to, row);
	return memory_stream_end(to, text) == 0;
}

/* A count that was lost once has no sum any more. */
static bool meanwhile_add(struct meanwhile *m, const struct record *r)
{
	if (!m->sum)
		m->sum = calloc(r->events + 1u, sizeof *m->sum);
	for (unsigned e = 0; m->sum && e < r->events; e++)
		if (m->sum[e] != RECORD_LOST)
			m->sum[e] = r->series.count[e] == RECORD_LOST
					    ? RECORD_LOST
					    : m->sum[e] + r->series.count[e];
	return m->sum;
}

void meanwhile_row(struct meanwhile *m, const struct series_row *row)
{
	struct export_row now = {
		.record = row->record,
		.begin = row->begin,
		.end = row->record->series.end[0],
		.number = row->number + 1,
		.runs = true,
	};
	char *text = NULL;
	size_t size;
	bool good;

	if (!m->path || m->failed)
		return;
	good = meanwhile_add(m, row->record);
	now.sum = m->sum;
	good = good && meanwhile_print(&now, &text, &size);
	if (good)
		meanwhile_write(m, text, size);
	free(text);
	now.runs = false;
	if (good && meanwhile_print(&now, &m->ended, &m->size))
		return;
	m->failed = true;
	(void)error_no_memory(&m->err);
}

int meanwhile_end(struct meanwhile *m, const char *verb)
{
	int status = CLI_GOOD;

	if (m->ended)
		meanwhile_write(m, m->ended, m->size);
	if (m->failed)
		status = cli_error_set(CLI_FAILED, verb, &m->err);
	free(m->sum);
	free(m->ended);
	return status;
}
