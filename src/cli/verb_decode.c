/* SPDX-License-Identifier: MIT */
/*
 * `tally decode`: what a register's value says, field by field, read as a value
 * that was read and as one that is about to be written.  Bits that no field
 * covers come as rows of their own when they are set.
 */
#include <stdlib.h>
#include <string.h>

#include "catalog/names.h"
#include "cli/cli.h"
#include "cli/rows.h"

static json_t *bits_text(struct tally_field f)
{
	if (f.width == 1)
		return json_sprintf("%u", f.lsb);
	return json_sprintf("%u:%u", f.lsb + f.width - 1u, f.lsb);
}

/* The code's event; its name goes into the row too. */
static json_t *event_meaning(const struct catalog_monitor *m,
			     const struct catalog_field *f, uint64_t code,
			     json_t *row)
{
	const struct catalog_event *e =
		catalog_event_by_code(m, (uint16_t)code);

	if (!e)
		return json_sprintf("%s: no event has this code; what it "
				    "counts is unpredictable",
				    f->title);
	json_object_set_new(row, "event", json_string(e->name));
	return json_sprintf("%s: %s, %s", f->title, e->name, e->title);
}

/* Set or not; what writing it does is said where that is something else. */
static json_t *bit_meaning(const struct catalog_field *f, uint64_t value)
{
	const char *answer = value ? "yes" : "no", *written = "";

	if (!strcmp(f->access, "W1C"))
		written = value ? "; written: clears this flag"
				: "; written: leaves this flag as it is";
	else if (!strcmp(f->access, "W1"))
		written = value ? ", when written; read, it is unpredictable"
				: "; read, it is unpredictable";
	return json_sprintf("%s: %s%s", answer, f->title, written);
}

static json_t *field_meaning(const struct catalog_monitor *m,
			     const struct catalog_field *f, uint64_t value,
			     json_t *row)
{
	if (f->event)
		return event_meaning(m, f, value, row);
	if (f->field.width == 1)
		return bit_meaning(f, value);
	if (f->field.width == 32)
		return json_sprintf("%llu %s", (unsigned long long)value,
				    f->title);
	return json_string(f->title);
}

static void add_field(const struct catalog_monitor *m,
		      const struct catalog_field *f, uint64_t word,
		      json_t *rows)
{
	uint64_t value = tally_field_get(word, f->field);
	json_t *row = json_object();

	json_object_set_new(row, "bits", bits_text(f->field));
	json_object_set_new(row, "field", json_string(f->name));
	json_object_set_new(row, "value",
			    f->field.width == 1
				    ? json_sprintf("%u", (unsigned)value)
				    : rows_hex(value, f->field.width));
	json_object_set_new(row, "access", json_string(f->access));
	json_object_set_new(row, "meaning", field_meaning(m, f, value, row));
	json_array_append_new(rows, row);
}

/* A run of set bits that no field covers. */
static void add_reserved(unsigned lsb, unsigned width, json_t *rows)
{
	struct tally_field f = { (uint8_t)lsb, (uint8_t)width };
	uint64_t ones = tally_field_get(UINT64_MAX, f);

	json_array_append_new(
		rows,
		json_pack("{s:o, s:s, s:o, s:s, s:s}", "bits", bits_text(f),
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

		if (strcmp(f->reg, reg) != 0 ||
		    !(tally_field_mask(f->field) >> bit & 1))
			continue;
		*covered = true;
		return f->field.lsb + f->field.width - 1u == bit ? f : NULL;
	}
	return NULL;
}

/* From the highest bit down; gives the reserved bits that are set. */
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
	{ "register", false, false }, { "bits", true, true },
	{ "field", true, false },     { "value", true, true },
	{ "access", true, false },    { "event", false, false },
	{ "meaning", true, false },
};

static const char help[] =
	"Usage: tally decode -m MONITOR REGISTER VALUE [REGISTER VALUE ...]\n"
	"\n"
	"Explains every field of a value, with the events that it selects.\n"
	"Reserved bits are listed where they are set.\n"
	"\n"
	"  -m, --monitor MONITOR  whose register it is\n"
	"  --json, --csv          for programs\n"
	"\n"
	"access: RW; RO; W1C, reads as a flag and writing 1 clears it; W1,\n"
	"acts when 1 is written, reads as anything; SBZ, should be written as\n"
	"zero.  `tally list registers` has the registers.\n"
	"\n"
	"Examples:\n"
	"  tally decode -m pxa250 PMNC 0x7777\n"
	"  tally decode -m arm1176 PMNC 0x0070B777 --json\n";

static bool read_value(const struct catalog_register *r, const char *text,
		       uint64_t *value, struct error *err)
{
	if (!cli_number(text, value, err))
		return false;
	if (r->reg.bits < 64 && *value >> r->reg.bits)
		return error_set(err, "%s does not fit %s, which has %u bits",
				 text, r->name, r->reg.bits);
	return true;
}

static void print_text(const struct catalog_monitor *m,
		       const struct catalog_register *r, uint64_t value,
		       uint64_t reserved, json_t *rows)
{
	printf("%s %s = 0x%0*llx, %s [%s]\n\n", m->name, r->name,
	       r->reg.bits / 4, (unsigned long long)value, r->title, r->source);
	rows_print(stdout, ROWS_TEXT, NULL, "", rows, columns,
		   sizeof(columns) / sizeof(columns[0]));
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

/* A sheet has one header line, so each row names its register. */
static void add_to_sheet(const struct catalog_register *r, json_t *rows,
			 json_t *sheet)
{
	size_t i;

	for (i = 0; i < json_array_size(rows); i++)
		json_object_set_new(json_array_get(rows, i), "register",
				    json_string(r->name));
	json_array_extend(sheet, rows);
	json_decref(rows);
}

/* One register and value: printed as text, otherwise added to `list`. */
static bool one(const struct catalog_monitor *m, char **argv, bool first,
		enum rows_format format, json_t *list, struct error *err)
{
	const struct catalog_register *r = catalog_register(m, argv[0], err);
	uint64_t value, reserved;
	json_t *rows, *whole;

	if (!r || !read_value(r, argv[1], &value, err))
		return false;
	rows = json_array();
	reserved = decode(m, r, value, rows);
	switch (format) {
	case ROWS_TEXT:
		if (!first)
			putchar('\n');
		print_text(m, r, value, reserved, rows);
		break;
	case ROWS_CSV:
		add_to_sheet(r, rows, list);
		break;
	case ROWS_JSON:
		whole = document(m, r, value, reserved);
		json_object_set_new(whole, "fields", rows);
		json_array_append_new(list, whole);
		break;
	}
	return true;
}

int verb_decode(int argc, char **argv)
{
	const struct catalog_monitor *m;
	struct rows_arguments a = { 0 };
	struct error err;
	int i, status = rows_arguments_parse(argc, argv, "decode", help, &a);
	json_t *list;
	bool good = true;

	if (status >= 0)
		return status;
	m = cli_monitor("decode", a.monitor);
	if (!m)
		return CLI_USAGE;
	if (optind >= argc || (argc - optind) % 2)
		return cli_error(CLI_USAGE, "decode",
				 "a register and its value, please: tally "
				 "decode -m %s %s 0x0",
				 m->name, m->reg[0].name);
	list = json_array();
	for (i = optind; good && i < argc; i += 2)
		good = one(m, argv + i, i == optind, a.format, list, &err);
	if (good && a.format == ROWS_JSON)
		rows_json(stdout, json_pack("{s:i, s:O}", "schema", 1,
					    "registers", list));
	if (good && a.format == ROWS_CSV)
		rows_print(stdout, ROWS_CSV, NULL, "", json_incref(list),
			   columns, sizeof(columns) / sizeof(columns[0]));
	json_decref(list);
	return good ? CLI_GOOD : cli_error_set(CLI_USAGE, "decode", &err);
}
