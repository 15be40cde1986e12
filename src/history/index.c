/* SPDX-License-Identifier: MIT */
/* The index of a folder of results, in SQLite. */
#include "history/index.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "history/files.h"
#include "record/document/file.h"
#include "record/extract.h"

/* The name has a version of the tables in it: another one is never read. */
static const char index_name[] = ".tally-index-3.sqlite";

enum { PATIENCE = 10000 }; /* milliseconds, for others that write */

static const char tables[] =
	"CREATE TABLE IF NOT EXISTS file(id INTEGER PRIMARY KEY,"
	" path TEXT UNIQUE, inode INTEGER, size INTEGER, time INTEGER,"
	" job TEXT, label TEXT, commits TEXT, made INTEGER, number INTEGER,"
	" changed INTEGER, sum INTEGER);"
	"CREATE TABLE IF NOT EXISTS value(name TEXT, region TEXT, monitor TEXT,"
	" file INTEGER, unit TEXT, direction INTEGER, flags INTEGER,"
	" samples BLOB, sum INTEGER,"
	" PRIMARY KEY(name, region, monitor, file)) WITHOUT ROWID;"
	"CREATE INDEX IF NOT EXISTS value_file ON value(file);"
	"CREATE TABLE IF NOT EXISTS extract(file INTEGER PRIMARY KEY,"
	" bytes BLOB, sum INTEGER);"
	/* How many values each name has: what is lost is noticed, too. */
	"CREATE TABLE IF NOT EXISTS name(name TEXT PRIMARY KEY, count INTEGER)"
	" WITHOUT ROWID;"
	"CREATE TRIGGER IF NOT EXISTS comes AFTER INSERT ON value BEGIN"
	" INSERT OR IGNORE INTO name VALUES(new.name, 0);"
	" UPDATE name SET count=count+1 WHERE name=new.name; END;"
	"CREATE TRIGGER IF NOT EXISTS goes AFTER DELETE ON value BEGIN"
	" UPDATE name SET count=count-1 WHERE name=old.name; END;";

/* A lock, a right or room that lacks says nothing against the index itself.
 * Only a header that is damaged forbids to write what may be written. */
enum index_fault index_fault(const struct history *h)
{
	switch (sqlite.errcode(h->db)) {
	case SQLITE_NOMEM:
		return INDEX_NO_MEMORY;
	case SQLITE_READONLY:
		return h->path && access(h->path, W_OK) == 0 ? INDEX_DAMAGED
							     : INDEX_KEPT_OUT;
	case SQLITE_AUTH:
	case SQLITE_BUSY:
	case SQLITE_CANTOPEN:
	case SQLITE_FULL:
	case SQLITE_INTERRUPT:
	case SQLITE_IOERR:
	case SQLITE_LOCKED:
	case SQLITE_NOLFS:
	case SQLITE_PERM:
	case SQLITE_PROTOCOL:
		return INDEX_KEPT_OUT;
	default:
		return INDEX_DAMAGED;
	}
}

static bool trouble(struct history *h, struct error *err)
{
	h->fault = index_fault(h);
	if (h->fault == INDEX_NO_MEMORY)
		return error_no_memory(err);
	return error_set(err, "the index of %s is damaged or cannot be written",
			 h->folder);
}

sqlite3_stmt *index_ask(struct history *h, const char *sql, struct error *err)
{
	sqlite3_stmt *s;

	if (sqlite.prepare_v2(h->db, sql, -1, &s, NULL) == SQLITE_OK)
		return s;
	trouble(h, err);
	return NULL;
}

bool index_run(struct history *h, const char *sql, struct error *err)
{
	return sqlite.exec(h->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
	       trouble(h, err);
}

/* Carries a statement out that gives no row, and has it ready again. */
static bool done(struct history *h, sqlite3_stmt *s, struct error *err)
{
	const bool good = sqlite.step(s) == SQLITE_DONE;

	return sqlite.reset(s) == SQLITE_OK && good ? true : trouble(h, err);
}

static void bind(sqlite3_stmt *s, int at, const char *text)
{
	sqlite.bind_text(s, at, text, -1, SQLITE_TRANSIENT);
}

/* All that is known of a file when its record is entered. */
struct entry {
	struct history *h;
	sqlite3_stmt *file, *value, *extract;
	int64_t id;
};

/* A metric, or an event, of a record or a region of one. */
struct row {
	const char *name, *region, *monitor, *unit;
	uint8_t direction;
	bool users;
};

/* A row of the table of values. */
static bool enter(const struct entry *e, const struct row *row,
		  const struct record *r, const struct reading *reading,
		  struct error *err)
{
	const double *from =
		reading->samples ? reading->sample : &reading->value;
	const size_t size =
		sizeof *from * (reading->samples ? reading->samples : 1);
	const unsigned flags =
		(r->target.varies || record_is_given(r) ? 0 : VALUE_SETTLED) |
		(reading->doubts & DOUBT_INEXACT ? VALUE_INEXACT : 0) |
		(reading->samples ? 0 : VALUE_COMBINED) |
		(r->target.simulated ? VALUE_SIMULATED : 0) |
		(row->users ? VALUE_USERS : 0);
	uint64_t sum = index_sum_text(0, row->name);

	if (!reading_has_value(reading) || (reading->doubts & DOUBT_WRONG))
		return true;
	sum = index_sum_text(index_sum_text(sum, row->region), row->unit);
	sum = index_sum_text(sum, row->monitor);
	sum = index_sum(sum + row->direction + 256 * (uint64_t)flags +
				8192 * (uint64_t)e->id,
			from, size);
	bind(e->value, 1, row->name);
	bind(e->value, 2, row->region);
	bind(e->value, 3, row->monitor);
	sqlite.bind_int64(e->value, 4, e->id);
	bind(e->value, 5, row->unit);
	sqlite.bind_int64(e->value, 6, row->direction);
	sqlite.bind_int64(e->value, 7, flags);
	sqlite.bind_blob(e->value, 8, from, (int)size, SQLITE_TRANSIENT);
	sqlite.bind_int64(e->value, 9, (int64_t)sum);
	return done(e->h, e->value, err);
}

/* The rows of a record, or of one of its regions. */
static bool enter_rows(const struct entry *e, const struct record *r,
		       const char *region, const struct record_metric *metric,
		       const struct record_event *event, struct error *err)
{
	bool good = true, cycles = false;

	for (unsigned i = 0; good && i < r->metrics; i++) {
		const struct record_metric *m = &metric[i];

		cycles |= !strcmp(m->name, "cycles");
		good = enter(e,
			     &(struct row){ m->name, region,
					    r->monitor[m->monitor].name,
					    m->unit, m->direction,
					    record_metric_is_users(m) },
			     r, &m->reading, err);
	}
	for (unsigned i = 0; good && i < r->events; i++) {
		const struct record_event *v = &event[i];

		cycles |= !strcmp(v->name, "cycles");
		good = enter(e,
			     &(struct row){ v->name, region,
					    r->monitor[v->monitor].name, "",
					    DIRECTION_LOWER, false },
			     r, &v->reading, err);
	}
	for (unsigned i = 0; good && !cycles && i < r->events; i++) {
		const struct record_event *v = &event[i];
		const char *monitor = r->monitor[v->monitor].name;

		cycles = record_is_cycles(monitor, v);
		if (cycles)
			good = enter(e,
				     &(struct row){ "cycles", region, monitor,
						    "", DIRECTION_LOWER,
						    false },
				     r, &v->reading, err);
	}
	return good;
}

/* The name of its folder, of a record without a label.  Anybody may have named
 * it, and it is printed as a label is. */
static void folder_of(const struct history *h, const char *path, char *name,
		      size_t room)
{
	const char *end = strrchr(path, '/'), *from;

	if (!end) {
		path = h->folder;
		end = path + strlen(path);
		while (end > path + 1 && end[-1] == '/')
			end--;
	}
	for (from = end; from > path && from[-1] != '/';)
		from--;
	snprintf(name, room, "%.*s", (int)(end - from), from);
	text_clean(name);
}

static bool enter_file(struct entry *e, const struct history_file *f,
		       const struct record *r, struct error *err)
{
	const struct record_sources *s = &r->sources;
	const char *slash = strrchr(f->path, '/');
	const char *name = slash ? slash + 1 : f->path;
	char folder[256];
	char *job = strndup(name, results_job_length(name));
	const char *label = s->label ? s->label : folder;
	const char *commit = s->commit ? s->commit : "";
	const int64_t made = s->time ? (int64_t)s->time : f->time / 1000000000;
	uint64_t sum = index_sum_text(0, f->path);

	if (!job)
		return error_no_memory(err);
	folder_of(e->h, f->path, folder, sizeof folder);
	sum = index_sum_text(index_sum_text(sum, job), label);
	sum = index_sum_text(sum + (uint64_t)made + s->number + s->changed,
			     commit);
	bind(e->file, 1, f->path);
	sqlite.bind_int64(e->file, 2, f->inode);
	sqlite.bind_int64(e->file, 3, f->size);
	sqlite.bind_int64(e->file, 4, f->time);
	bind(e->file, 5, job);
	bind(e->file, 6, label);
	bind(e->file, 7, commit);
	sqlite.bind_int64(e->file, 8, made);
	sqlite.bind_int64(e->file, 9, (int64_t)s->number);
	sqlite.bind_int64(e->file, 10, s->changed);
	sqlite.bind_int64(e->file, 11, (int64_t)sum);
	free(job);
	if (!done(e->h, e->file, err))
		return false;
	e->id = sqlite.last_insert_rowid(e->h->db);
	return true;
}

/* Enters what comparisons look at. */
static bool enter_extract(const struct entry *e, const struct record *r,
			  struct error *err)
{
	char *bytes = NULL;
	size_t size;
	FILE *to = memory_stream(&bytes, &size);
	bool good = to && record_extract(to, r);

	if (to && memory_stream_end(to, &bytes))
		good = false;
	if (good) {
		sqlite.bind_int64(e->extract, 1, e->id);
		sqlite.bind_blob(e->extract, 2, bytes, (int)size,
				 SQLITE_TRANSIENT);
		sqlite.bind_int64(
			e->extract, 3,
			(int64_t)index_sum((uint64_t)e->id, bytes, size));
		good = done(e->h, e->extract, err);
	} else {
		error_no_memory(err);
	}
	free(bytes);
	return good;
}

/* Enters a record with all its rows. */
static bool enter_record(struct entry *e, const struct history_file *f,
			 const struct record *r, struct error *err)
{
	bool good = enter_file(e, f, r, err) && enter_extract(e, r, err) &&
		    enter_rows(e, r, "", r->metric, r->event, err);

	for (unsigned i = 0; good && i < r->parts; i++)
		good = enter_rows(e, r, r->part[i].region.text,
				  r->part[i].metric, r->part[i].event, err);
	return good;
}

/* Enters what is in a file.  One that has gone since it was found is none. */
static bool take(struct entry *e, const struct history_file *f,
		 struct error *err)
{
	char *path = results_path(e->h->folder, f->path);
	FILE *from = path ? fopen(path, "r") : NULL;
	struct record *r = NULL;
	bool good = false;

	if (!path) {
		error_no_memory(err);
	} else if (from) {
		r = record_read(from, path, err);
		good = r && enter_record(e, f, r, err);
	} else {
		good = errno == ENOENT ||
		       error_set(err, "%s: %s", path, strerror(errno));
	}
	if (from)
		fclose(from);
	free(path);
	record_free(r);
	return good;
}

/* Reads which files the index has. */
static bool known(struct history *h, struct history_files *f, struct error *err)
{
	sqlite3_stmt *s = index_ask(h,
				    "SELECT id, path, inode, size, time FROM "
				    "file ORDER BY path",
				    err);
	int status = SQLITE_DONE;
	bool good = s != NULL;

	while (good && (status = sqlite.step(s)) == SQLITE_ROW) {
		const char *path = (const char *)sqlite.column_text(s, 1);
		const struct history_file one = {
			.path = (char *)path,
			.id = sqlite.column_int64(s, 0),
			.inode = sqlite.column_int64(s, 2),
			.size = sqlite.column_int64(s, 3),
			.time = sqlite.column_int64(s, 4),
		};

		good = (path || trouble(h, err)) &&
		       (history_files_add(f, &one) || error_no_memory(err));
	}
	sqlite.finalize(s);
	return good && (status == SQLITE_DONE || trouble(h, err));
}

static bool forget(struct history *h, int64_t id, struct error *err)
{
	char sql[192];

	snprintf(sql, sizeof sql,
		 "DELETE FROM value WHERE file=%lld;"
		 "DELETE FROM extract WHERE file=%lld;"
		 "DELETE FROM file WHERE id=%lld",
		 (long long)id, (long long)id, (long long)id);
	return index_run(h, sql, err);
}

static bool is_same(const struct history_file *a, const struct history_file *b)
{
	return a->inode == b->inode && a->size == b->size && a->time == b->time;
}

/* Both lists are by path: what is gone goes, what is new or changed comes. */
static bool merge(struct entry *e, const struct history_files *there,
		  const struct history_files *known, struct error *err)
{
	size_t i = 0, k = 0;
	bool good = true;

	while (good && (i < there->count || k < known->count)) {
		const struct history_file *now =
			i < there->count ? &there->file[i] : NULL;
		const struct history_file *old =
			k < known->count ? &known->file[k] : NULL;
		const int order = !now   ? 1
				  : !old ? -1
					 : strcmp(now->path, old->path);

		if (order == 0 && is_same(now, old)) {
			i++;
			k++;
			continue;
		}
		if (old && order >= 0) {
			good = forget(e->h, old->id, err);
			k++;
		}
		if (good && now && order <= 0) {
			good = take(e, now, err);
			i++;
		}
	}
	return good;
}

static bool refresh(struct history *h, const struct history_files *there,
		    struct error *err)
{
	struct history_files old = { 0 };
	struct entry e = { .h = h };
	struct error ignored;
	bool good = index_run(h, "BEGIN IMMEDIATE", err) &&
		    index_run(h, tables, err) && known(h, &old, err);

	if (good)
		e.file = index_ask(h,
				   "INSERT INTO file(path, inode, size, time, "
				   "job, label, commits, made, number, "
				   "changed, sum) VALUES"
				   "(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11)",
				   err);
	if (e.file)
		e.value = index_ask(h,
				    "INSERT OR IGNORE INTO value VALUES"
				    "(?1,?2,?3,?4,?5,?6,?7,?8,?9)",
				    err);
	if (e.value)
		e.extract = index_ask(h, "INSERT INTO extract VALUES(?1,?2,?3)",
				      err);
	good = good && e.file && e.value && e.extract &&
	       merge(&e, there, &old, err);
	sqlite.finalize(e.file);
	sqlite.finalize(e.value);
	sqlite.finalize(e.extract);
	good = good && index_run(h, "COMMIT", err);
	if (!good) {
		const enum index_fault fault = h->fault;

		index_run(h, "ROLLBACK", &ignored);
		h->fault = fault;
	}
	history_files_free(&old);
	return good;
}

static bool open_at(struct history *h, const char *path,
		    const struct history_files *there, struct error *err)
{
	if (h->db)
		sqlite.close(h->db);
	h->db = NULL;
	h->fault = INDEX_GOOD;
	if (sqlite.open_v2(path, &h->db,
			   SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
			   NULL) != SQLITE_OK)
		return trouble(h, err);
	sqlite.busy_timeout(h->db, PATIENCE);
	/* A crash of the computer may cost the index, which is made anew. */
	return index_run(h, "PRAGMA synchronous=OFF", err) &&
	       refresh(h, there, err);
}

/* With what may lie beside it. */
static void delete (const char *path)
{
	static const char *const ending[] = { "", "-journal", "-wal", "-shm" };
	const size_t room = strlen(path) + 10;
	char *name = malloc(room);

	for (unsigned i = 0; name && i < sizeof ending / sizeof *ending; i++) {
		snprintf(name, room, "%s%s", path, ending[i]);
		unlink(name);
	}
	free(name);
}

/* Deletes what is there. */
static bool open_anew(struct history *h, const struct history_files *there,
		      struct error *err)
{
	if (h->db)
		sqlite.close(h->db);
	h->db = NULL;
	delete (h->path);
	return open_at(h, h->path, there, err);
}

bool index_open(struct history *h, enum index_fault before, struct error *err)
{
	struct history_files there;
	bool good = false;

	if (!sqlite_load(err) || !history_files_find(&there, h->folder, err))
		return false;
	if (!h->path)
		h->path = results_path(h->folder, index_name);
	h->fault = before;
	if (!h->path)
		error_no_memory(err);
	else if (before == INDEX_GOOD)
		good = open_at(h, h->path, &there, err);
	if (h->path && !good && h->fault == INDEX_DAMAGED)
		good = open_anew(h, &there, err);
	/* A record that cannot be read is no fault of the index. */
	if (h->path && !good &&
	    (h->fault == INDEX_DAMAGED || h->fault == INDEX_KEPT_OUT))
		good = open_at(h, ":memory:", &there, err);
	history_files_free(&there);
	return good;
}
