/* SPDX-License-Identifier: MIT */
/*
 * A record from its document: what was measured of what, and how.  Nothing in
 * a file is believed: names, places and sizes are held against each other.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/document/reader.h"

static void read_monitor(struct record_reader *f, json_t *row,
			 struct record_monitor *m)
{
	m->layers = reader_text(&f->in, row, "layers");
	if (json_object_get(row, "broken"))
		m->broken = reader_text(&f->in, row, "broken");
	m->map = reader_text(&f->in, row, "map");
	if (json_object_get(row, "main_id"))
		m->main_id = (uint32_t)reader_count(&f->in, row, "main_id");
}

/* Schema 1 and 2 leave to the catalogue what is in no document of theirs. */
static void recall_monitor(struct record_reader *f, json_t *root,
			   struct record_monitor *m)
{
	struct error ignored;
	const struct catalog_monitor *row = catalog_monitor(m->name, &ignored);

	if (row)
		m->layers = record_text(f->to, row->layers);
	if (row && row->own_map)
		m->map = reader_text(&f->in, root, "map");
}

static void read_monitors(struct record_reader *f, json_t *root)
{
	json_t *names = reader_member(&f->in, root, "monitors", JSON_ARRAY);
	json_t *target = reader_member(&f->in, root, "target", JSON_OBJECT);
	size_t count = json_array_size(names);
	json_t *rows;
	size_t facts = reader_rows(&f->in, target, "monitors", count, &rows);
	struct record *r = f->to;

	if (!count || count > RECORD_MONITORS) {
		reader_fail(&f->in, "`monitors` is to name 1 to %d monitors",
			    RECORD_MONITORS);
		return;
	}
	r->monitor = record_room(r, count, sizeof *r->monitor);
	for (size_t i = 0; r->monitor && i < count; i++) {
		json_t *name = json_array_get(names, i);
		struct record_monitor *m = &r->monitor[i];
		char key[40];

		snprintf(key, sizeof key, "monitors[%zu]", i);
		m->name = reader_text_of(&f->in, name, key);
		if (i < facts)
			read_monitor(f, json_array_get(rows, i), m);
		else if (f->old)
			recall_monitor(f, root, m);
		r->monitors++;
	}
}

static void read_order(struct record_reader *f, json_t *root)
{
	struct record *r = f->to;
	json_t *window = reader_member(&f->in, root, "window", JSON_OBJECT);
	json_t *list = reader_member(&f->in, window, "order", JSON_ARRAY);
	uint8_t *order = record_room(r, r->monitors, 1);

	for (unsigned i = 0; order && i < r->monitors; i++) {
		const char *name = json_string_value(json_array_get(list, i));

		order[i] = (uint8_t)i;
		for (unsigned k = 0; name && k < r->monitors; k++)
			if (strcmp(name, r->monitor[k].name) == 0)
				order[i] = (uint8_t)k;
	}
	r->order = order;
}

/* Of a large seed the number is a rounded one, and the text beside it is
 * exact. */
static void read_seed(struct record_reader *f, json_t *board)
{
	const json_t *seed = json_object_get(board, "jitter_seed");
	struct record_machine *m = &f->to->machine;

	m->jitter = json_object_get(board, "jitter_seed_text") ||
		    (seed && !json_is_null(seed));
	if (m->jitter)
		m->seed = reader_count(&f->in, board, "jitter_seed");
}

static void read_target(struct record_reader *f, json_t *root)
{
	json_t *target = reader_member(&f->in, root, "target", JSON_OBJECT);
	json_t *board = reader_member(&f->in, root, "board", JSON_OBJECT);
	json_t *facts = f->old ? board : target;
	struct record_target *t = &f->to->target;
	const char *name = reader_text(&f->in, facts, "name");
	char text[80];

	t->name = name;
	if (f->old && name) {
		snprintf(text, sizeof text, "board:%.60s", name);
		t->name = record_text(f->to, text);
	}
	t->title = reader_text(&f->in, facts, "title");
	t->simulated = reader_bool(&f->in, root, "simulated");
	t->unguarded = reader_text(&f->in, root, "not_sandboxed");
	t->lacks = reader_text(&f->in, facts, "lacks");
	t->way = reader_text(&f->in, facts, "way");
	t->superset = reader_bool(&f->in, facts, "engine_knows_more");
	t->sketch = reader_text(&f->in, facts, "cycles_sketch");
	t->clock_hz = reader_real(&f->in, facts, "clock_hz");
	/* Before files told it, the clock of every board was a choice. */
	t->clock_chosen = json_object_get(facts, "clock_chosen")
				  ? reader_bool(&f->in, facts, "clock_chosen")
				  : t->simulated && t->clock_hz > 0;
	t->clock_ratio = reader_real(&f->in, facts, "clock_ratio");
	f->to->machine = (struct record_machine){
		.cold = reader_bool(&f->in, board, "cold"),
		.flat = reader_bool(&f->in, board, "flat"),
		.poison = reader_bool(&f->in, board, "poison"),
		.strict = reader_bool(&f->in, board, "strict"),
		.l2 = reader_bool(&f->in, board, "l2"),
	};
	read_seed(f, board);
	t->varies = f->old ? f->to->machine.jitter
			   : reader_bool(&f->in, target, "varies");
}

static int64_t integer_of(struct record_reader *f, json_t *object,
			  const char *key)
{
	return json_integer_value(
		reader_member(&f->in, object, key, JSON_INTEGER));
}

static void read_program(struct record_reader *f, json_t *root)
{
	json_t *program = reader_member(&f->in, root, "program", JSON_OBJECT);
	json_t *capture = reader_member(&f->in, root, "capture", JSON_OBJECT);
	json_t *region = reader_member(&f->in, root, "region", JSON_OBJECT);
	struct record *r = f->to;

	r->program = (struct record_program){
		.path = reader_text(&f->in, program, "elf"),
		.sha256 = reader_text(&f->in, program, "sha256"),
		.exited = reader_bool(&f->in, program, "exited"),
		.status = integer_of(f, program, "status"),
		.instructions = reader_count(&f->in, program, "instructions"),
	};
	if (program && !r->program.path)
		reader_fail(&f->in, "program.elf is missing");
	if (program && !r->program.sha256)
		r->program.sha256 = "";
	if (capture)
		r->capture = (struct record_capture){
			.file = reader_name(&f->in, capture, "file"),
			.sha256 = reader_name(&f->in, capture, "sha256"),
			.arrived = reader_count(&f->in, capture, "arrived"),
			.passed = reader_count(&f->in, capture, "passed"),
		};
	r->region = (struct record_region){
		.kind = reader_word(&f->in, region, "kind", region_word,
				    REGION_WHOLE),
		.text = reader_text(&f->in, region, "text"),
		.entered = reader_count(&f->in, region, "entered"),
		.ended_inside = reader_bool(&f->in, region, "ended_inside"),
	};
	if (r->region.kind != REGION_WHOLE && !r->region.text)
		reader_fail(&f->in, "region.text is missing");
}

static void read_log(struct record_reader *f, json_t *root)
{
	json_t *log = reader_member(&f->in, root, "log", JSON_OBJECT);

	f->to->log = (struct record_log){
		.known = log != NULL,
		.records = reader_count(&f->in, log, "records"),
		.starts = reader_count(&f->in, log, "starts"),
		.lost = reader_count(&f->in, log, "lost"),
		.damaged = reader_count(&f->in, log, "damaged"),
		.unread = reader_count(&f->in, log, "unread"),
		.periodless = reader_count(&f->in, log, "periodless"),
	};
}

static void read_pass(struct record_reader *f, json_t *row,
		      struct record_pass *pass)
{
	struct record_assignment *assign =
		record_room(f->to, json_object_size(row), sizeof *assign);
	const char *counter;
	json_t *event;
	unsigned i = 0;

	if (!assign)
		return;
	json_object_foreach(row, counter, event)
	{
		const char *name = json_string_value(event);

		assign[i].counter = record_text(f->to, counter);
		assign[i++].event = name ? (uint16_t)reader_event(f, name) : 0;
		if (!name)
			reader_fail(&f->in,
				    "plan.pass: an event is to be a text");
	}
	*pass = (struct record_pass){ assign, i };
}

static void read_want(struct record_reader *f, json_t *row,
		      struct record_want *w)
{
	w->name = reader_name(&f->in, row, "name");
	w->pass =
		reader_ordinal(&f->in, row, "pass", RECORD_SPLIT, RECORD_SPLIT);
	w->event = reader_operands(f, row, "events", &w->events);
}

static void read_plan(struct record_reader *f, json_t *root)
{
	json_t *plan = reader_member(&f->in, root, "plan", JSON_OBJECT);
	struct record *r = f->to;
	json_t *passes, *wants;
	size_t count = reader_rows(&f->in, plan, "pass", READER_ROWS, &passes);
	size_t wanted = reader_rows(&f->in, plan, "wants", READER_ROWS, &wants);

	r->passes = (unsigned)count;
	r->at_least = reader_small(&f->in, plan, "at_least", READER_ROWS);
	r->multiplexed = reader_bool(&f->in, plan, "multiplexed");
	r->pass = record_room(r, count, sizeof *r->pass);
	r->want = record_room(r, wanted, sizeof *r->want);
	if (r->failed)
		return;
	for (size_t i = 0; i < count; i++)
		read_pass(f, json_array_get(passes, i), &r->pass[i]);
	for (size_t i = 0; i < wanted; i++)
		read_want(f, json_array_get(wants, i), &r->want[i]);
	r->wants = (unsigned)wanted;
	r->anchor = reader_operands(f, plan, "anchors", &r->anchors);
	for (unsigned i = 0; i < r->anchors; i++)
		if (r->anchor[i] >= r->events)
			reader_fail(&f->in, "plan.anchors are to be events");
}

static void read_writes(struct record_reader *f, json_t *root)
{
	json_t *rows;
	size_t count = reader_rows(&f->in, root, "program_wrote",
				   RECORD_MONITORS, &rows);

	for (size_t i = 0; i < count; i++) {
		json_t *row = json_array_get(rows, i);
		struct record_monitor *m =
			&f->to->monitor[reader_monitor(f, row)];

		m->writes = reader_count(&f->in, row, "writes");
		m->wrote = reader_name(&f->in, row, "register");
		m->where = reader_name(&f->in, row, "where");
	}
}

static void read_conditions(struct record_reader *f, json_t *root)
{
	json_t *object = reader_member(&f->in, root, "conditions", JSON_OBJECT);
	struct catalog_state *s = &f->to->conditions;

	s->known[WHEN_ALWAYS] = s->holds[WHEN_ALWAYS] = true;
	for (unsigned i = WHEN_DIVIDED; i < CONDITIONS; i++) {
		const char *key = condition_text((enum condition)i);

		s->known[i] =
			reader_member(&f->in, object, key, JSON_TRUE) != NULL;
		s->holds[i] = reader_bool(&f->in, object, key);
	}
}

static void read_how(struct record_reader *f, json_t *root)
{
	json_t *drift = reader_member(&f->in, root, "drift", JSON_OBJECT);
	struct record *r = f->to;
	const char *why = reader_text(&f->in, root, "untrusted_because");

	r->repeats = reader_small(&f->in, root, "repeats", READER_ROWS);
	r->warmup = reader_small(&f->in, root, "warmup", WARMUP_MOST);
	r->board_runs = reader_small(&f->in, root, "board_runs", UINT32_MAX);
	r->together = reader_bool(&f->in, root, "passes_together");
	r->divided = reader_bool(&f->in, root, "divided");
	r->calibrated = reader_bool(&f->in, root, "calibrated");
	r->drift = reader_real(&f->in, drift, "relative");
	r->drift_anchor = reader_text(&f->in, drift, "anchor");
	r->drift_limit = reader_real(&f->in, drift, "limit");
	r->trusted = reader_bool(&f->in, root, "trusted");
	snprintf(r->verdict.why, sizeof r->verdict.why, "%s", why ? why : "");
	r->host_seconds = reader_real(&f->in, root, "host_seconds");
	read_conditions(f, root);
}

static void read_command(struct record_reader *f, json_t *root)
{
	json_t *list = reader_member(&f->in, root, "command", JSON_ARRAY);
	size_t count = json_array_size(list);
	const char **word = record_room(f->to, count, sizeof *word);

	for (size_t i = 0; word && i < count; i++) {
		const char *text = json_string_value(json_array_get(list, i));

		if (!text)
			reader_fail(&f->in, "command[%zu] is to be a text", i);
		word[i] = record_text(f->to, text ? text : "");
	}
	f->to->command = word;
	f->to->commands = word ? (unsigned)count : 0;
	f->to->tally = reader_text(&f->in, root, "tally");
}

static bool read_schema(struct record_reader *f, json_t *root)
{
	json_t *schema = json_object_get(root, "schema");
	json_int_t n = json_integer_value(schema);

	if (!json_is_integer(schema) || !json_object_get(root, "monitors") ||
	    !json_object_get(root, "events") || !json_object_get(root, "plan"))
		return reader_fail(&f->in,
				   "it is no record of `tally stat --json` "
				   "or `tally compute --json`");
	if (n < 1 || n > RECORD_SCHEMA)
		return reader_fail(&f->in,
				   "its schema is %lld, and this Tally reads 1 "
				   "to %d; a newer one may read it",
				   (long long)n, RECORD_SCHEMA);
	f->old = n < 3;
	return true;
}

static void read_all(struct record_reader *f, json_t *root)
{
	if (!read_schema(f, root))
		return;
	read_command(f, root);
	read_monitors(f, root);
	if (f->in.failed || f->to->failed)
		return;
	read_order(f, root);
	read_target(f, root);
	read_program(f, root);
	read_log(f, root);
	read_how(f, root);
	read_writes(f, root);
	reader_events(f, root);
	if (!f->in.failed)
		read_plan(f, root);
	if (!f->in.failed)
		reader_results(f, root);
	if (!f->in.failed)
		reader_parts(f, root);
	if (!f->in.failed)
		reader_series(f, root);
}

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

static const char *keep(void *owner, const char *text)
{
	struct record *r = owner;

	if (!text)
		r->failed = true;
	return record_text(r, text);
}

struct record *record_of_document(struct json_t *document, const char *name,
				  struct error *err)
{
	struct record_reader f = { .in = { .err = err, .keep = keep },
				   .to = record_new() };

	f.in.owner = f.to;
	if (!json_is_object(document))
		reader_fail(&f.in, "it is no record of `tally stat --json` or "
				   "`tally compute --json`");
	else if (f.to)
		read_all(&f, document);
	if (!f.in.failed && (!f.to || f.to->failed))
		reader_fail(&f.in, "out of memory");
	if (!f.in.failed) {
		f.to->document = document;
		return f.to;
	}
	error_within(err, "%s", name);
	json_decref(document);
	record_free(f.to);
	return NULL;
}

struct record *record_read(FILE *from, const char *name, struct error *err)
{
	struct json_t *document = record_document(from, name, err);

	return document ? record_of_document(document, name, err) : NULL;
}
