/* SPDX-License-Identifier: MIT */
/* The doctor's cases.  See doctor_case.h. */
#include "cli/verbs/doctor_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/wrap.h"
#include "boards/src/board.h"
#include "run/doctor/known.h"
#include "space/space.h"
#include "target/simulated/board.h"
#include "target/target.h"

/* Code of known counts where the core's own monitor tells which it runs. */
static bool load_known(struct target *t, struct error *err)
{
	const struct catalog_monitor *m =
		catalog_monitor(t->facts.monitor[0].name, err);
	const struct space *space =
		m ? space_of(m->monitor->counter[0].reg.space) : NULL;
	struct doctor_known known = { .words = 0 };

	if (space)
		doctor_known_make(m, space->machine, &known);
	return known.words ? target_board_code(t, known.code, known.words, err)
			   : target_board_loop(t, err);
}

bool doctor_case_load(struct target *t, const char *elf, bool prove,
		      struct error *err)
{
	if (elf)
		return target_load(t, elf, err);
	if (!target_board_info(t))
		return true;
	return prove ? load_known(t, err) : target_board_loop(t, err);
}

uint32_t doctor_case_machine(enum illness_kind kind)
{
	return kind == ILL_NO_LINE         ? 1u << BOARD_ILL_NO_LINE
	       : kind == ILL_NID_OFF       ? 1u << BOARD_ILL_NID_OFF
	       : kind == ILL_LOST_OVERFLOW ? 1u << BOARD_ILL_LOST_OVERFLOW
					   : 0;
}

void doctor_case_put(json_t *document, enum illness_kind ill,
		     const struct doctor *d)
{
	if (!ill)
		return;
	json_object_set_new(document, "ill", json_string(illness_name(ill)));
	json_object_set_new(document, "ill_applies",
			    doctor_case_machine(ill)
				    ? json_null()
				    : json_boolean(d->illness.altered));
}

void doctor_case_tell(enum illness_kind ill, const struct doctor *d)
{
	if (ill && !doctor_case_machine(ill) && !d->illness.altered)
		printf("%s does not apply: no access to this monitor came out "
		       "otherwise\n",
		       illness_name(ill));
}

void doctor_case_rows(enum rows_format format, json_t *document, json_t *rows,
		      const struct rows_column *column, size_t columns)
{
	char *text = NULL;
	size_t size;
	FILE *to = format == ROWS_TEXT ? memory_stream(&text, &size) : NULL;

	rows_print(to ? to : stdout, format, document, "findings", rows, column,
		   columns);
	if (to && memory_stream_end(to, &text) == 0) {
		const char *last = strstr(text, column[columns - 2].key);

		wrap_lines(stdout, text, last ? (int)(last - text) : 0, 80);
	}
	free(text);
}

json_t *doctor_case_row(const struct finding *f, json_t *like)
{
	json_t *row =
		json_pack("{s:s, s:s, s:s, s:s?, s:o*}", "check", f->check,
			  "verdict", finding_word(f->outcome), "finding",
			  f->text, "cure", f->cure, "looks_like", like);

	if (f->known) {
		json_object_set_new(row, "expected",
				    json_integer((json_int_t)f->expected));
		json_object_set_new(row, "counted",
				    json_integer((json_int_t)f->counted));
	}
	return row;
}
