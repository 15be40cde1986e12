/* SPDX-License-Identifier: MIT */
/* Commands that follow `monitor` in GDB: commands of Tally's own. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "serve/inner.h"

/* More than any monitor here has events. */
enum { ROWS = 512 };

static const char help[] =
	"truth   what the target itself has counted of every event so far\n"
	"stop    why it stopped last, and after how many instructions\n"
	"Registers of the monitors: info registers monitor, p $NAME, "
	"set $NAME=...\n";

static const char *class_name(uint8_t class)
{
	switch ((enum target_class) class) {
	case TARGET_EXACT:
		return "exact";
	case TARGET_MODELLED:
		return "modelled";
	case TARGET_INJECTED:
		return "injected";
	case TARGET_NOT_MODELLED:
		return "not modelled";
	case TARGET_SKETCH:
		return "sketch";
	case TARGET_UNTOLD:
		break;
	}
	return "untold";
}

static void tell_row(struct serve_gdbr *s, const struct target_truth *row)
{
	char line[200], count[24] = "-";

	if (row->class != TARGET_NOT_MODELLED)
		snprintf(count, sizeof count, "%" PRIu64, row->count);
	snprintf(line, sizeof line, "%-16s %-40s %16s  %s\n",
		 row->code == TARGET_CAUSE
			 ? "core"
			 : s->target->facts.monitor[row->monitor].name,
		 row->name, count, class_name(row->class));
	serve_tell(s, line);
}

static bool ask_truth(struct serve_gdbr *s, struct target_truth *row,
		      unsigned *rows, struct error *err)
{
	const struct target_ops *ops = s->target->ops;

	if (!ops->truth)
		return error_set(err, "this target keeps no ledger of its own");
	return row ? ops->truth(s->session->run, row, ROWS, rows, err)
		   : error_no_memory(err);
}

static void truth(struct serve_gdbr *s)
{
	struct target_truth *row = calloc(ROWS, sizeof *row);
	struct error err;
	unsigned rows = 0;

	if (!ask_truth(s, row, &rows, &err)) {
		serve_tell(s, err.text);
		serve_tell(s, "\n");
	}
	for (unsigned i = 0; i < rows; i++)
		tell_row(s, &row[i]);
	free(row);
}

static void stop(struct serve_gdbr *s)
{
	char line[700];

	snprintf(line, sizeof line, "after %" PRIu64 " instructions%s%s\n",
		 s->stop->instructions, s->stop->text[0] ? ": " : "",
		 s->stop->text);
	serve_tell(s, line);
}

void serve_monitor_command(struct serve_gdbr *s, const char *hex)
{
	char words[80] = "";
	size_t n = strlen(hex) / 2;

	if (n < sizeof words && gdb_bytes(words, hex, n))
		words[n] = '\0';
	if (!strcmp(words, "truth"))
		truth(s);
	else if (!strcmp(words, "stop"))
		stop(s);
	else
		serve_tell(s, help);
	serve_say(s, "OK");
}
