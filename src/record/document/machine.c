/* SPDX-License-Identifier: MIT */
/*
 * How a simulated machine was set up, as members of the document's `board`: one
 * of each row of option/machine.h that is recorded.  A fact of the machine is
 * always there, and what nobody asked for of the others is not.
 */
#include "record/document/inner.h"
#include "json/writer.h"

static void take_value(struct document *d, const struct option_row *row,
		       const char *text)
{
	struct error err;

	if (text && !d->x.failed &&
	    !option_take(row, text, &d->r->machine, &err))
		io_fail(&d->x, "board.%s: %s", row->recorded, err.text);
}

static bool add_text(void *ctx, const struct option_row *row, const char *value)
{
	(void)row;
	return json_array_append_new(ctx, writer_text(value)) == 0;
}

/* One text. */
static void say_text(struct document *d, const struct option_row *row)
{
	struct io *x = &d->x;
	json_t *list;
	const char *text = NULL;

	if (io_reads(x)) {
		io_text(x, row->recorded, &text);
		take_value(d, row, text);
		return;
	}
	if (x->mode == IO_SCHEMA) {
		io_put(x, row->recorded, io_type("string"));
		return;
	}
	list = json_array();
	if (!option_each(row, &d->r->machine, add_text, list))
		io_no_memory(x);
	io_put(x, row->recorded, json_incref(json_array_get(list, 0)));
	json_decref(list);
}

/* As many as were given. */
static void say_texts(struct document *d, const struct option_row *row)
{
	struct io *x = &d->x;
	const char **text = NULL;
	uint32_t texts = 0;
	json_t *list;

	if (x->mode != IO_WRITE) {
		io_texts(x, row->recorded, &text, &texts);
		for (uint32_t i = 0; io_reads(x) && i < texts; i++)
			take_value(d, row, text[i]);
		return;
	}
	list = json_array();
	if (!option_each(row, &d->r->machine, add_text, list))
		io_no_memory(x);
	io_put(x, row->recorded, list);
}

static void say_row(struct document *d, const struct option_row *row)
{
	struct io *x = &d->x;
	struct board_options *o = &d->r->machine;

	if (!row->fact && !io_perhaps(x, option_print(row, NULL, o)))
		return;
	if (row->kind == OPTION_FLAG || row->kind == OPTION_SWITCH) {
		io_bool(x, row->recorded, option_place(row, o));
	} else if (row->kind == OPTION_NUMBER) {
		if (!row->said ||
		    io_or_null(x, row->recorded, option_said(row, o)))
			io_count(x, row->recorded, option_place(row, o));
	} else if (row->adds) {
		say_texts(d, row);
	} else {
		say_text(d, row);
	}
}

void say_machine(struct document *d)
{
	uint64_t missing = 0;

	for (unsigned i = 0; i < machine_row_count; i++) {
		const struct option_row *row = &machine_rows[i];

		if (!row->recorded)
			continue;
		if (!row->fact && io_misses(&d->x, row->recorded))
			missing |= UINT64_C(1) << i;
		say_row(d, row);
	}
	if (missing && !d->x.failed)
		record_recall_machine(d->r, missing);
}
