/* SPDX-License-Identifier: MIT */
/*
 * Explains a register's value, field by field: both for a value that was read
 * and for one that is about to be written.  Set bits that no field covers are
 * rows of their own.
 */
#include "cli/verbs/registers.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/wrap.h"
#include "catalog/names.h"
#include "catalog/words.h"
#include "cli/cli.h"

/* The events of a word, of which there are several, or none. */
static json_t *word_meaning(const struct catalog_monitor *m,
			    const struct catalog_field *f, uint64_t word,
			    json_t *row)
{
	struct catalog_selection s;
	char text[512];

	catalog_select(m, word, &s);
	catalog_word_text(&s, text, sizeof text);
	if (!s.events)
		return json_sprintf("%s: no event has this word; what it "
				    "counts is unpredictable",
				    f->title);
	json_object_set_new(row, "event", json_string(text));
	return json_sprintf("%s: %s, any of %u%s", f->title, text, s.events,
			    s.known ? "" : ", and a bit that no event has");
}

/* The event of a code; its name is put into the row, too. */
static json_t *event_meaning(const struct catalog_monitor *m,
			     const struct catalog_field *f, uint64_t code,
			     json_t *row)
{
	const struct catalog_event *e = catalog_field_event(m, f, code);

	if (!e && m->words && code)
		return word_meaning(m, f, code, row);
	if (!e)
		return json_sprintf("%s: no event has this code; what it "
				    "counts is unpredictable",
				    f->title);
	json_object_set_new(row, "event", json_string(e->name));
	return json_sprintf("%s: %s, %s", f->title, e->name, e->title);
}

/* Set or clear; and what writing the bit does, where that is something else. */
static json_t *bit_meaning(const struct catalog_field *f, uint64_t value)
{
	const char *answer = value ? "yes" : "no", *written = "";

	if (f->access == ACCESS_W1C)
		written = value ? "; written: clears this flag"
				: "; written: leaves this flag as it is";
	else if (f->access == ACCESS_W1S)
		written = value ? "; written: sets it"
				: "; written: leaves it as it is";
	else if (f->access == ACCESS_W1)
		written = value ? ", when written; read, it is unpredictable"
				: "; read, it is unpredictable";
	return json_sprintf("%s: %s%s", answer, f->title, written);
}

/* The names of the events whose bits are set; the number where one has none. */
static json_t *events_of_bits(const struct catalog_monitor *m,
			      const struct catalog_field *f, uint64_t value)
{
	json_t *list = json_array();
	unsigned n;

	for (n = 0; n < f->field.width; n++) {
		uint16_t code = (uint16_t)(f->first_event + n);
		const struct catalog_event *e = catalog_event_by_code(m, code);

		if (!(value >> n & 1))
			continue;
		json_array_append_new(list, e ? json_string(e->name)
					      : json_sprintf("r%x", code));
	}
	return list;
}

static json_t *events_meaning(const struct catalog_monitor *m,
			      const struct catalog_field *f, uint64_t value,
			      json_t *row)
{
	json_t *list = events_of_bits(m, f, value);

	json_object_set_new(row, "events", list);
	return json_sprintf("%zu of the events 0x%04x to 0x%04x exist",
			    json_array_size(list), f->first_event,
			    f->first_event + f->field.width - 1u);
}

static json_t *field_meaning(const struct catalog_monitor *m,
			     const struct catalog_field *f, uint64_t value,
			     json_t *row)
{
	if (f->event)
		return event_meaning(m, f, value, row);
	if (f->events)
		return events_meaning(m, f, value, row);
	if (f->field.width == 1)
		return bit_meaning(f, value);
	if (f->field.width >= 31 && !f->bits)
		return json_sprintf("%llu %s", (unsigned long long)value,
				    f->title);
	return json_string(f->title);
}

/* "inten" if documents have one name for this field and its neighbours. */
static void add_joint(const struct catalog_monitor *m,
		      const struct catalog_field *f, json_t *row)
{
	const struct catalog_field *joint = catalog_joint(m, f);
	json_t *meaning = json_object_get(row, "meaning");

	if (!joint)
		return;
	json_object_set_new(row, "part_of", json_string(joint->name));
	json_object_set_new(
		row, "meaning",
		json_sprintf("%s (bit %u of %s)", json_string_value(meaning),
			     f->field.lsb - joint->field.lsb, joint->name));
}

static void add_field(const struct catalog_monitor *m,
		      const struct catalog_field *f, uint64_t word,
		      json_t *rows)
{
	uint64_t value = tally_field_get(word, f->field);
	json_t *row = json_object();

	json_object_set_new(row, "bits", rows_bits(f->field));
	json_object_set_new(row, "field", json_string(f->name));
	json_object_set_new(row, "value",
			    f->field.width == 1
				    ? json_sprintf("%u", (unsigned)value)
				    : rows_hex(value, f->field.width));
	json_object_set_new(row, "access", json_string(access_text(f->access)));
	json_object_set_new(row, "meaning", field_meaning(m, f, value, row));
	add_joint(m, f, row);
	json_array_append_new(rows, row);
}

/* A run of set bits that no field covers. */
static void add_reserved(unsigned lsb, unsigned width, json_t *rows)
{
	struct tally_field f = { (uint8_t)lsb, (uint8_t)width };
	uint64_t ones = tally_field_get(UINT64_MAX, f);

	json_array_append_new(
		rows,
		json_pack("{s:o, s:s, s:o, s:s, s:s}", "bits", rows_bits(f),
			  "field", "(reserved)", "value",
			  width == 1 ? json_string("1") : rows_hex(ones, width),
			  "access", "SBZ", "meaning",
			  "should be written as zero; what it reads as is "
			  "unpredictable"));
}

/* The field whose highest bit is `bit`, or NULL; `covered`: some field has it.
 */
static const struct catalog_field *field_at(const struct catalog_monitor *m,
					    const char *reg, unsigned bit,
					    bool *covered)
{
	unsigned i;

	*covered = false;
	for (i = 0; i < m->fields; i++) {
		const struct catalog_field *f = &m->field[i];

		if (strcmp(f->reg, reg) != 0 || bit < f->field.lsb ||
		    bit - f->field.lsb >= f->field.width)
			continue;
		*covered = true;
		return f->field.lsb + f->field.width - 1u == bit ? f : NULL;
	}
	return NULL;
}

/* Goes from the highest bit down; returns the reserved bits that are set. */
static uint64_t decode(const struct catalog_monitor *m,
		       const struct catalog_register *r, uint64_t word,
		       json_t *rows)
{
	unsigned bit = r->reg.bits, run = 0;
	uint64_t reserved = 0;

	while (bit--) {
		bool covered, set = word >> bit & 1;
		const struct catalog_field *f =
			field_at(m, r->name, bit, &covered);

		if (!covered && set) {
			reserved |= UINT64_C(1) << bit;
			run++;
		} else if (run) {
			add_reserved(bit + 1, run, rows);
			run = 0;
		}
		if (f)
			add_field(m, f, word, rows);
	}
	if (run)
		add_reserved(0, run, rows);
	return reserved;
}

static const struct rows_column columns[] = {
	{ "register", false, false }, { "word", false, false },
	{ "bits", true, true },       { "field", true, false },
	{ "value", true, true },      { "access", true, false },
	{ "event", false, false },    { "meaning", true, false },
	{ "events", false, false },   { "part_of", false, false },
};

/* "0b0111_0111": the digits in fours. */
static json_t *binary(uint64_t value, unsigned bits)
{
	char text[2 + 64 + 16 + 1] = "0b";
	size_t used = 2;

	while (bits--) {
		text[used++] = (char)('0' + (value >> bits & 1));
		if (bits && bits % 4 == 0)
			text[used++] = '_';
	}
	text[used] = '\0';
	return json_string(text);
}

static void print_forms(uint64_t value, unsigned bits)
{
	json_t *digits = binary(value, bits);

	printf("decimal  %llu\nbinary   %s\n\n", (unsigned long long)value,
	       json_string_value(digits));
	json_decref(digits);
}

/* Below the table, since it is long: "ID: SW_INCR L1I_CACHE_REFILL ...". */
static void print_events(const json_t *rows)
{
	size_t i, k;

	for (i = 0; i < json_array_size(rows); i++) {
		const json_t *row = json_array_get(rows, i);
		const json_t *list = json_object_get(row, "events");
		const char *field =
			json_string_value(json_object_get(row, "field"));
		size_t size;
		char *text = NULL;
		FILE *to;

		to = json_array_size(list) ? memory_stream(&text, &size) : NULL;
		if (!to)
			continue;
		fprintf(to, "%s:", field);
		for (k = 0; k < json_array_size(list); k++)
			fprintf(to, " %s",
				json_string_value(json_array_get(list, k)));
		putchar('\n');
		if (!memory_stream_end(to, &text))
			wrap_print(stdout, text, 0, 2, 81);
		free(text);
	}
}

static void print_text(const struct registers *o,
		       const struct catalog_register *r, uint64_t value,
		       uint64_t reserved, json_t *rows)
{
	printf("%s %s = 0x%0*llx, %s [%s]\n\n", o->monitor->name, r->name,
	       r->reg.bits / 4, (unsigned long long)value, r->title, r->source);
	if (o->forms)
		print_forms(value, r->reg.bits);
	rows_print(stdout, ROWS_TEXT, NULL, "", json_incref(rows), columns,
		   sizeof(columns) / sizeof(columns[0]));
	print_events(rows);
	json_decref(rows);
	if (reserved)
		printf("\nreserved bits are set: 0x%0*llx; to be written, the "
		       "value should be 0x%0*llx\n",
		       r->reg.bits / 4, (unsigned long long)reserved,
		       r->reg.bits / 4,
		       (unsigned long long)(value & ~reserved));
}

static json_t *document(const struct catalog_monitor *m,
			const struct catalog_register *r, uint64_t value,
			uint64_t reserved)
{
	return json_pack("{s:s, s:s, s:o, s:s, s:s, s:o}", "monitor", m->name,
			 "register", r->name, "value",
			 rows_hex(value, r->reg.bits), "title", r->title,
			 "source", r->source, "reserved_bits_set",
			 rows_hex(reserved, r->reg.bits));
}

/* A CSV table has one header line, so each row names its register. */
static void add_to_sheet(const struct catalog_register *r, uint64_t value,
			 json_t *rows, json_t *sheet)
{
	size_t i;

	for (i = 0; i < json_array_size(rows); i++) {
		json_t *row = json_array_get(rows, i);

		json_object_set_new(row, "register", json_string(r->name));
		json_object_set_new(row, "word", rows_hex(value, r->reg.bits));
	}
	json_array_extend(sheet, rows);
	json_decref(rows);
}

void registers_add(struct registers *o, const struct catalog_register *r,
		   uint64_t value)
{
	json_t *rows = json_array(), *whole;
	uint64_t reserved = decode(o->monitor, r, value, rows);

	if (!o->list)
		o->list = json_array();
	switch (o->format) {
	case ROWS_TEXT:
		if (o->count++)
			putchar('\n');
		print_text(o, r, value, reserved, rows);
		break;
	case ROWS_CSV:
		add_to_sheet(r, value, rows, o->list);
		break;
	case ROWS_JSON:
		whole = document(o->monitor, r, value, reserved);
		if (o->forms)
			json_object_set_new(whole, "binary",
					    binary(value, r->reg.bits));
		json_object_set_new(whole, "fields", rows);
		json_array_append_new(o->list, whole);
		break;
	}
}

void registers_print(struct registers *o)
{
	if (o->format == ROWS_JSON)
		rows_json(stdout, json_pack("{s:i, s:O}", "schema", 1,
					    "registers", o->list));
	if (o->format == ROWS_CSV)
		rows_print(stdout, ROWS_CSV, NULL, "", json_incref(o->list),
			   columns, sizeof(columns) / sizeof(columns[0]));
}

void registers_free(struct registers *o)
{
	json_decref(o->list);
	o->list = NULL;
}
