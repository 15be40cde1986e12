/* SPDX-License-Identifier: MIT */
/*
 * `tally encode`: the value of a register from what its fields shall hold.
 * Fields that are not named are 0, and so are reserved bits.
 */
#include <string.h>

#include "base/nearest.h"
#include "base/number.h"
#include "catalog/names.h"
#include "catalog/words.h"
#include "cli/cli.h"
#include "cli/option_rows.h"
#include "cli/rows.h"
#include "cli/verbs.h"
#include "cli/verbs/registers.h"

static const struct option_row options[] = {
	ROWS_OPTIONS("  whose register it is\n", "          for programs\n"),
};

const struct cli_words encode_words = {
	"encode",
	"Usage: tally encode -m MONITOR REGISTER FIELD=VALUE ... [REGISTER "
	"...]\n"
	"\n"
	"The value of a register from its fields, the inverse of decode: "
	"fields\n"
	"that are not named, and reserved bits, are 0.  VALUE is a number, or "
	"in\n"
	"an event field an event's name; -N is 2^width - N, as a counter is\n"
	"loaded to overflow after N counts.\n"
	"\n",
	{ { .row = options } },
	"\n"
	"access: RW; RO; W1C, writing 1 clears the flag and 0 leaves it; W1,\n"
	"writing 1 acts.  `tally list registers` has registers and fields.\n"
	"\n"
	"Examples:\n"
	"  tally encode -m pxa250 PMNC evtCount0=instruction E=1 P=1 C=1\n"
	"  tally encode -m arm1176 PMNC EvtCount0=7 E=1 PMN0 count=-1000\n",
	.both = true,
};

/* A register whose value is being made. */
struct word {
	const struct catalog_monitor *monitor;
	const struct catalog_register *reg; /* NULL: none yet */
	uint64_t value;
	uint64_t set; /* the bits of the fields that were named */
};

static const struct catalog_field *
find_field(const struct word *w, const char *name, struct error *err)
{
	const struct catalog_monitor *m = w->monitor;
	struct nearest near = { 0 };

	for (unsigned i = 0; i < m->fields; i++) {
		if (strcmp(m->field[i].reg, w->reg->name) != 0)
			continue;
		if (name_same(m->field[i].name, name))
			return &m->field[i];
		nearest_offer(&near, name, m->field[i].name);
	}
	for (const struct catalog_field *f = m->joint; f->name; f++)
		if (!strcmp(f->reg, w->reg->name) && name_same(f->name, name))
			return f;
	if (near.best)
		error_set(err, "%s has no field %s; did you mean %s?",
			  w->reg->name, name, near.best);
	else
		error_set(err,
			  "%s has no field %s; `tally decode -m %s %s 0` has "
			  "them",
			  w->reg->name, name, m->name, w->reg->name);
	return NULL;
}

static bool does_not_fit(const struct catalog_field *f, const char *text,
			 struct error *err)
{
	unsigned width = f->field.width;

	if (width == 1)
		return error_set(err, "%s=%s: one bit, bit %u: 0 or 1", f->name,
				 text, f->field.lsb);
	return error_set(err, "%s=%s: %u bits, %u:%u: 0 to 0x%llx", f->name,
			 text, width, f->field.lsb + width - 1u, f->field.lsb,
			 (unsigned long long)tally_counter_mask(width));
}

/* "-1000" of a counter: it overflows after 1000. */
static bool read_number(const struct catalog_field *f, const char *text,
			uint64_t *value, struct error *err)
{
	const uint64_t most = tally_counter_mask(f->field.width);
	bool minus = *text == '-';

	if (!number_read(text + minus, value, err))
		return error_within(err, "%s", f->name);
	if (*value > most || (minus && (f->event || f->field.width == 1)))
		return does_not_fit(f, text, err);
	if (minus)
		*value = (0 - *value) & most;
	return true;
}

static bool read_value(const struct word *w, const struct catalog_field *f,
		       const char *text, uint64_t *value, struct error *err)
{
	struct catalog_selection several;
	const struct catalog_event *e;
	bool digit = *text >= '0' && *text <= '9';

	if (!f->event || !*text || *text == '-' || digit)
		return read_number(f, text, value, err);
	if (w->monitor->words && strchr(text, '|')) {
		if (!catalog_word_typed(w->monitor, text, &several, err))
			return error_within(err, "%s", f->name);
		*value = several.word;
		return *value <= tally_counter_mask(f->field.width) ||
		       does_not_fit(f, text, err);
	}
	e = catalog_event(w->monitor, text, err);
	if (!e)
		return error_within(err, "%s", f->name);
	if (catalog_field_value(w->monitor, f, e, value))
		return true;
	return error_set(err,
			 tally_event_uncoded(e->code)
				 ? "%s: no code selects %s; it has a counter "
				   "of its own"
				 : "%s: %s is an event of another counter",
			 f->name, e->name);
}

/* "name=value", cut at its '='. */
static bool put_field(struct word *w, char *text, struct error *err)
{
	char *equals = strchr(text, '=');
	const struct catalog_field *f;
	uint64_t value = 0;

	if (!w->reg)
		return error_set(err, "%s: of which register? Name it first",
				 text);
	*equals = '\0';
	f = find_field(w, text, err);
	if (!f || !read_value(w, f, equals + 1, &value, err))
		return false;
	if (w->set & tally_field_mask(f->field))
		return error_set(err, "%s.%s is given twice", w->reg->name,
				 f->name);
	w->set |= tally_field_mask(f->field);
	w->value = tally_field_put(w->value, f->field, value);
	return true;
}

static void end_word(struct registers *out, const struct word *w)
{
	if (w->reg)
		registers_add(out, w->reg, w->value);
}

static bool encode(struct registers *out, int argc, char **argv,
		   struct error *err)
{
	struct word w = { .monitor = out->monitor };

	for (int i = optind; i < argc; i++) {
		if (strchr(argv[i], '=')) {
			if (!put_field(&w, argv[i], err))
				return false;
			continue;
		}
		end_word(out, &w);
		w = (struct word){ .monitor = out->monitor };
		w.reg = catalog_register(out->monitor, argv[i], err);
		if (!w.reg)
			return false;
	}
	end_word(out, &w);
	return true;
}

int verb_encode(int argc, char **argv)
{
	struct registers out = { .forms = true };
	struct rows_arguments a = { 0 };
	struct error err;
	int status = rows_arguments_parse(argc, argv, &encode_words, &a);
	bool good;

	if (status >= 0)
		return status;
	out.format = a.format;
	out.monitor = cli_monitor("encode", a.monitor);
	if (!out.monitor)
		return CLI_USAGE;
	if (optind >= argc)
		return cli_error(CLI_USAGE, "encode",
				 "a register and its fields, please: tally "
				 "encode -m %s %s %s=1",
				 out.monitor->name, out.monitor->reg[0].name,
				 out.monitor->field[0].name);
	good = encode(&out, argc, argv, &err);
	if (good)
		registers_print(&out);
	registers_free(&out);
	return good ? CLI_GOOD : cli_error_set(CLI_USAGE, "encode", &err);
}
