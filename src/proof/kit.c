/* SPDX-License-Identifier: MIT */
/*
 * A kit's files: some are the same for all monitors and kept as text, and the
 * others are made of the monitor's rows.
 */
#include "proof/kit.h"

#include <stdlib.h>
#include <string.h>

#include "amalgam/amalgam.h"
#include "amalgam/sources.h"
#include "base/memory.h"
#include "proof/inner.h"
#include "space/space.h"

/* The rows that make the code, of the core's machine. */
static void know(const struct catalog_monitor *m, struct doctor_known *known)
{
	const struct space *s = space_of(m->monitor->counter[0].reg.space);

	*known = (struct doctor_known){ .words = 0 };
	if (s && m->monitor->steps) /* else the kernel has the registers */
		doctor_known_make(m, s->machine, known);
}

bool kit_fits(const struct catalog_monitor *m, struct error *err)
{
	struct doctor_known known;
	bool any = false;

	for (enum doctor_kind k = 0; k < KNOWN_KINDS; k++)
		any |= doctor_known_event(m, k) != NULL;
	know(m, &known);
	if (any && known.words && kit_machine_of(m))
		return true;
	return error_set(err,
			 "%s has no event of which code alone decides the "
			 "count, or its core no code that is known here; "
			 "`tally doctor` examines it",
			 m->name);
}

/* ---- the files ------------------------------------------------------------
 */

enum part { MONITOR, ROWS, PIECES, MAKEFILE, README, HEADER, SOURCE, PARTS };

static const char *const made[] = {
	[MONITOR] = "proof_monitor.h",
	[ROWS] = "proof_rows.c",
	[PIECES] = "proof_pieces.S",
	[MAKEFILE] = "Makefile",
	[README] = "README",
	[HEADER] = "h",
	[SOURCE] = "c",
};

static const char kept[] = "src/proof/kit/";

/* Is it for this machine? */
static bool is_for(const char *name, const struct kit_machine *machine)
{
	const char *bar = strchr(name, '_'), *dot = strrchr(name, '.');

	if (!bar || !dot || strcmp(dot, ".S") != 0)
		return true;
	return strlen(machine->suffix) == (size_t)(dot - bar - 1) &&
	       !strncmp(bar + 1, machine->suffix, strlen(machine->suffix));
}

/* The kept file of that number, of those for a machine. */
static const struct source *kept_file(const struct kit_machine *machine,
				      unsigned file)
{
	for (unsigned i = 0; i < source_count; i++) {
		const char *name = sources[i].name;

		if (!strncmp(name, kept, strlen(kept)) &&
		    is_for(name + strlen(kept), machine) && !file--)
			return &sources[i];
	}
	return NULL;
}

const char *kit_name(const struct catalog_monitor *m, unsigned file,
		     char name[KIT_NAME])
{
	const struct amalgam a = { .monitor = { m }, .monitors = 1 };
	const struct source *s;
	char of[KIT_NAME - 10];

	if (file < HEADER) {
		snprintf(name, KIT_NAME, "%s", made[file]);
	} else if (file < PARTS) {
		amalgam_name(&a, of, sizeof of);
		snprintf(name, KIT_NAME, "tally_%s.%s", of, made[file]);
	} else {
		s = kept_file(kit_machine_of(m), file - PARTS);
		if (!s)
			return NULL;
		snprintf(name, KIT_NAME, "%s", s->name + strlen(kept));
	}
	return name;
}

/* Both files of the library are made at once; one of them is wanted. */
static bool put_library(const struct catalog_monitor *m, enum part part,
			FILE *to, struct error *err)
{
	const struct amalgam a = { .monitor = { m }, .monitors = 1 };
	char *text = NULL;
	size_t size;
	FILE *other = memory_stream(&text, &size);
	bool good;

	if (!other)
		return error_no_memory(err);
	good = part == HEADER ? amalgam_write(&a, to, other, err)
			      : amalgam_write(&a, other, to, err);
	memory_stream_end(other, &text);
	free(text);
	return good;
}

bool kit_write(const struct catalog_monitor *m, unsigned file, FILE *to,
	       struct error *err)
{
	const struct kit_machine *machine = kit_machine_of(m);
	struct doctor_known known;

	know(m, &known);
	if (file == MONITOR)
		kit_put_monitor(to, m);
	else if (file == ROWS)
		kit_put_rows(to, m, &known);
	else if (file == PIECES)
		kit_put_pieces(to, machine, &known);
	else if (file == MAKEFILE)
		kit_put_makefile(to, m, machine);
	else if (file == README)
		kit_put_readme(to, m, machine);
	else if (file < PARTS)
		return put_library(m, (enum part)file, to, err);
	else
		for (const char *const *line =
			     kept_file(machine, file - PARTS)->line;
		     *line; line++)
			fputs(*line, to);
	return true;
}
