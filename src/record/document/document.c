/* SPDX-License-Identifier: MIT */
/*
 * A record as a JSON document: what was measured of what, and how.  Nothing in
 * a file is believed: names, places and sizes are held against each other.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/document/inner.h"

static bool check_schema(struct document *d)
{
	const json_t *root = io_root(&d->x);
	const json_t *schema = json_object_get(root, "schema");
	const json_int_t n = json_integer_value(schema);

	if (!json_is_integer(schema) || !json_object_get(root, "monitors") ||
	    !json_object_get(root, "events") || !json_object_get(root, "plan"))
		return io_fail(&d->x, "it is no record of `tally stat --json` "
				      "or `tally compute --json`");
	if (n < 1 || n > RECORD_SCHEMA)
		return io_fail(&d->x,
			       "its schema is %lld, and this Tally reads 1 "
			       "to %d; a newer one may read it",
			       (long long)n, RECORD_SCHEMA);
	d->old = n < RECORD_SCHEMA;
	return true;
}

/* As they were typed. */
static void read_command(struct document *d, size_t count)
{
	const char **word = io_room(&d->x, count, sizeof *word);

	for (size_t i = 0; word && i < count; i++) {
		const char *text = json_string_value(io_entry(&d->x));

		if (!text)
			io_fail(&d->x, "command[%zu] is to be a text", i);
		word[i] = record_text(d->r, text ? text : "");
	}
	d->r->command = word;
	d->r->commands = word ? (unsigned)count : 0;
}

static void say_command(struct document *d)
{
	struct io *x = &d->x;
	size_t count = d->r->commands;

	if (!io_list(x, "command", SIZE_MAX, &count))
		return;
	if (io_reads(x))
		read_command(d, count);
	for (size_t i = 0; io_tells(x) && i < count; i++) {
		const char *word = d->r->commands ? d->r->command[i] : NULL;

		io_name(x, "command", &word);
	}
	io_leave(x);
}

static void say_tally(struct document *d)
{
	struct io *x = &d->x;
	int64_t schema = RECORD_SCHEMA;

	if (x->mode == IO_SCHEMA)
		io_put(x, "schema", json_pack("{s:i}", "const", RECORD_SCHEMA));
	else if (x->mode == IO_WRITE)
		io_signed(x, "schema", &schema);
	io_string(x, "tally", &d->r->tally);
	say_command(d);
}

static void tell_headline(struct document *d)
{
	struct headline h = { 0 };

	if (io_reads(&d->x) || !io_object(&d->x, "headline"))
		return;
	if (d->x.mode == IO_WRITE && !headline_of(d->r, &h))
		io_no_memory(&d->x);
	say_headline(&d->x, &h);
	io_leave(&d->x);
}

/* Schema 1 and 2 leave to the catalogue what is in no document of theirs. */
static void recall_monitors(struct document *d)
{
	struct error ignored;

	for (unsigned i = 0; i < d->r->monitors; i++) {
		struct record_monitor *m = &d->r->monitor[i];
		const struct catalog_monitor *row =
			catalog_monitor(m->name, &ignored);

		if (row)
			m->layers = record_text(d->r, row->layers);
		if (row && row->own_map)
			io_text(&d->x, "map", &m->map);
	}
}

static void say_target_and_board(struct document *d)
{
	struct record_target *t = &d->r->target;
	char text[80];

	say_target(d);
	say_board(d);
	if (!d->old)
		return;
	t->varies = machine_varies(&d->r->machine);
	snprintf(text, sizeof text, "board:%.60s", t->name ? t->name : "");
	if (t->name)
		t->name = record_text(d->r, text);
	recall_monitors(d);
}

static void say_document(struct document *d)
{
	if (io_reads(&d->x))
		say_row_names(d);
	say_tally(d);
	say_verdict(d);
	tell_headline(d);
	say_monitors(d);
	say_target_and_board(d);
	say_program(d);
	say_capture(d);
	say_sources(d);
	say_log(d);
	say_region(d);
	say_how(d);
	say_plan(d);
	say_window(d);
	say_writes(d);
	say_drift(d);
	say_conditions(d);
	say_rows(d);
	say_parts(d);
	say_series(d);
	io_real(&d->x, "host_seconds", &d->r->host_seconds);
}

/* ---- writing ------------------------------------------------------------- */

static bool merge(json_t *to, json_t *from);

static bool merge_value(json_t *to, json_t *from)
{
	size_t size = json_array_size(from);
	bool good = true;

	if (json_is_object(from) && json_is_object(to))
		return merge(to, from);
	if (!json_is_array(to) || json_array_size(to) != size)
		return true;
	for (size_t i = 0; i < size; i++)
		good &= merge_value(json_array_get(to, i),
				    json_array_get(from, i));
	return good;
}

/* Is it KEY_text, the digits of a count that has no such text any more? */
static bool is_old_text(const json_t *to, const char *key, const json_t *value)
{
	const char *digits = json_string_value(value);
	const size_t length = strlen(key), end = strlen("_text");
	const json_t *number;
	char name[64] = "";

	if (!digits || digits[strspn(digits, "0123456789")] || length < end ||
	    length >= sizeof name || strcmp(key + length - end, "_text") != 0)
		return false;
	memcpy(name, key, length - end);
	number = json_object_get(to, name);
	return json_is_number(number) || json_is_null(number);
}

/* Members that were read and are not known here stay.  False: no memory. */
static bool merge(json_t *to, json_t *from)
{
	const char *key;
	json_t *value;
	bool good = true;

	json_object_foreach(from, key, value)
	{
		json_t *own = json_object_get(to, key);

		if (own)
			good &= merge_value(own, value);
		else if (!is_old_text(to, key, value))
			good &= json_object_set(to, key, value) == 0;
	}
	return good;
}

static bool dump(FILE *to, const json_t *root, size_t indent)
{
	return json_dumpf(root, to,
			  JSON_INDENT(indent) | JSON_REAL_PRECISION(15)) == 0 &&
	       fputc('\n', to) != EOF;
}

bool record_write(FILE *to, const struct record *r)
{
	struct record copy = *r;
	struct document d = { .x = io_writing(), .r = &copy };
	json_t *root = io_root(&d.x);
	bool good;

	say_document(&d);
	good = !d.x.failed && (!r->document || merge(root, r->document)) &&
	       dump(to, root, 2);
	json_decref(root);
	return good;
}

/* ---- reading ------------------------------------------------------------- */

struct json_t *record_document(FILE *from, const char *name, struct error *err)
{
	json_error_t at;
	json_t *root = json_loadf(from, JSON_REJECT_DUPLICATES, &at);

	if (root)
		return root;
	if (ferror(from))
		error_set(err, "%s", strerror(errno));
	else if (feof(from) && at.position <= 0)
		error_set(err, "is empty");
	else
		error_set(err,
			  "line %d: %.160s; it is no JSON, or it is cut off",
			  at.line, text_clean(at.text));
	error_within(err, "%s", name);
	return NULL;
}

static const char *keep_text(void *owner, const char *text)
{
	return record_text(owner, text);
}

static void *keep_room(void *owner, size_t count, size_t size)
{
	return record_room(owner, count, size);
}

static const struct io_owner keeper = { keep_text, keep_room };

struct record *record_of_document(struct json_t *document, const char *name,
				  struct error *err)
{
	struct document d = { .r = record_new() };

	d.x = io_reading(document, err, &keeper, d.r);
	if (!d.r)
		io_no_memory(&d.x);
	else if (!json_is_object(document))
		io_fail(&d.x, "it is no record of `tally stat --json` or "
			      "`tally compute --json`");
	else if (check_schema(&d))
		say_document(&d);
	if (d.r && d.r->failed)
		io_no_memory(&d.x);
	if (d.r && !d.x.failed) {
		d.r->document = document;
		return d.r;
	}
	error_within(err, "%s", name);
	json_decref(document);
	record_free(d.r);
	return NULL;
}

struct record *record_read(FILE *from, const char *name, struct error *err)
{
	struct json_t *document = record_document(from, name, err);

	return document ? record_of_document(document, name, err) : NULL;
}

/* ---- describing ---------------------------------------------------------- */

static bool put_title(json_t *type)
{
	return json_object_update_new(
		       type,
		       json_pack("{s:s,s:s,s:s}", "$schema",
				 "http://json-schema.org/draft-07/schema#",
				 "title", "A record of Tally, schema 3",
				 "description",
				 "What `tally stat --json` and `tally compute "
				 "--json` print and `tally report` reads. "
				 "doc/results.md tells of it. Members that are "
				 "not "
				 "named here are kept.")) == 0;
}

bool record_schema(FILE *to)
{
	struct document d = { .r = record_new() };
	bool good = d.r;

	if (!good)
		return false;
	d.x = io_describing(&keeper, d.r);
	say_document(&d);
	good = !d.x.failed && put_title(io_root(&d.x)) &&
	       dump(to, io_root(&d.x), 1);
	json_decref(io_root(&d.x));
	record_free(d.r);
	return good;
}
