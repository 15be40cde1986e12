/* SPDX-License-Identifier: MIT */
/* Questions to the index. */
#include "history/history.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "history/index.h"
#include "history/steps.h"

struct history *history_open(const char *folder, struct error *err)
{
	struct history *h = calloc(1, sizeof *h);

	if (h)
		h->folder = strdup(folder);
	if (h && h->folder && index_open(h, INDEX_GOOD, err))
		return h;
	if (!h || !h->folder)
		error_no_memory(err);
	history_close(h);
	return NULL;
}

void history_close(struct history *h)
{
	if (!h)
		return;
	if (h->db)
		sqlite.close(h->db);
	free(h->folder);
	free(h->path);
	free(h);
}

static char *copy(sqlite3_stmt *s, int column)
{
	const char *text = (const char *)sqlite.column_text(s, column);

	return strdup(text ? text : "");
}

static void point_free(struct history_point *p)
{
	free(p->label);
	free(p->commit);
	free(p->path);
	free(p->sample);
}

static void series_free(struct history_series *s)
{
	for (unsigned i = 0; i < s->points; i++)
		point_free(&s->point[i]);
	free(s->point);
	free(s->job);
	free(s->region);
	free(s->name);
	free(s->unit);
}

/* Leaves so many. */
static void list_cut(struct history_list *list, unsigned count)
{
	while (list->count > count)
		series_free(&list->series[--list->count]);
}

void history_list_free(struct history_list *list)
{
	list_cut(list, 0);
	free(list->series);
	*list = (struct history_list){ 0 };
}

/* The columns of the question below. */
enum {
	C_JOB,
	C_REGION,
	C_MONITOR,
	C_NAME,
	C_UNIT,
	C_DIRECTION,
	C_FLAGS,
	C_SAMPLES,
	C_SUM,
	C_FILE,
	C_LABEL,
	C_COMMIT,
	C_PATH,
	C_CHANGED,
	C_MADE,
	C_NUMBER,
	C_FILE_SUM,
};

static const char rows_sql[] =
	"SELECT job, region, monitor, name, unit, direction, flags, samples,"
	" value.sum, value.file, label, commits, path, changed, made, number,"
	" file.sum FROM value LEFT JOIN file ON value.file=file.id"
	" WHERE name=?1"
	" ORDER BY job, region, monitor, label, file.time DESC";

static const char *cell_text(sqlite3_stmt *s, int column)
{
	const char *text = (const char *)sqlite.column_text(s, column);

	return text ? text : "";
}

/* Adds a text to a sum; as other bytes it would be sorted otherwise. */
static uint64_t cell_sum(uint64_t sum, sqlite3_stmt *s, int column)
{
	return index_sum_text(sum, cell_text(s, column)) +
	       (sqlite.column_type(s, column) != SQLITE_TEXT);
}

static uint64_t cell_number(sqlite3_stmt *s, int column)
{
	return (uint64_t)sqlite.column_int64(s, column);
}

/* The columns of a question that has a file's. */
struct file_columns {
	int job, label, commit, path, changed, made, number, sum;
};

/* Is what there is of the file as it was entered? */
static bool is_file_whole(sqlite3_stmt *s, const struct file_columns *c)
{
	uint64_t sum = cell_sum(0, s, c->path);

	sum = cell_sum(cell_sum(sum, s, c->job), s, c->label);
	sum = cell_sum(sum + cell_number(s, c->made) +
			       cell_number(s, c->number) +
			       cell_number(s, c->changed),
		       s, c->commit);
	return sum == cell_number(s, c->sum);
}

/* Is the row as it was entered? */
static bool is_whole(sqlite3_stmt *s)
{
	static const struct file_columns file = { C_JOB,    C_LABEL,   C_COMMIT,
						  C_PATH,   C_CHANGED, C_MADE,
						  C_NUMBER, C_FILE_SUM };
	const size_t size = (size_t)sqlite.column_bytes(s, C_SAMPLES);
	const void *samples = sqlite.column_blob(s, C_SAMPLES);
	uint64_t sum = cell_sum(cell_sum(0, s, C_NAME), s, C_REGION);

	if (!samples || size < sizeof(double) || size % sizeof(double))
		return false;
	sum = cell_sum(cell_sum(sum, s, C_UNIT), s, C_MONITOR);
	sum = index_sum(sum + cell_number(s, C_DIRECTION) +
				256 * cell_number(s, C_FLAGS) +
				8192 * cell_number(s, C_FILE),
			samples, size);
	return sum == cell_number(s, C_SUM) && is_file_whole(s, &file);
}

static bool take_point(sqlite3_stmt *s, struct history_point *p)
{
	const size_t size = (size_t)sqlite.column_bytes(s, C_SAMPLES);
	double sum = 0;

	*p = (struct history_point){
		.label = copy(s, C_LABEL),
		.commit = copy(s, C_COMMIT),
		.path = copy(s, C_PATH),
		.changed = sqlite.column_int64(s, C_CHANGED),
		.time = sqlite.column_int64(s, C_MADE),
		.number = (uint64_t)sqlite.column_int64(s, C_NUMBER),
		.flags = (unsigned)sqlite.column_int64(s, C_FLAGS),
		.sample = malloc(size),
		.samples = (unsigned)(size / sizeof(double)),
	};
	if (!p->label || !p->commit || !p->path || !p->sample)
		return false;
	memcpy(p->sample, sqlite.column_blob(s, C_SAMPLES), size);
	for (unsigned i = 0; i < p->samples; i++)
		sum += p->sample[i];
	p->mean = sum / p->samples;
	return true;
}

/* Do rows come in the order that was asked for?  A damaged index may lead
 * elsewhere. */
static bool is_in_order(const struct history_series *last, const char *monitor,
			sqlite3_stmt *s)
{
	int order = strcmp(last->job, cell_text(s, C_JOB));

	if (!order)
		order = strcmp(last->region, cell_text(s, C_REGION));
	if (!order)
		order = strcmp(monitor, cell_text(s, C_MONITOR));
	if (!order)
		order = strcmp(last->point[last->points - 1].label,
			       cell_text(s, C_LABEL));
	return order <= 0;
}

/* The series of the row: the last one, or a new one.  NULL: no memory. */
static struct history_series *series_of(struct history_list *list,
					unsigned before, sqlite3_stmt *s,
					char **monitor)
{
	struct history_series *last =
		list->count > before ? &list->series[list->count - 1] : NULL;
	struct history_series new;

	if (last && strcmp(last->job, cell_text(s, C_JOB)) == 0 &&
	    strcmp(last->region, cell_text(s, C_REGION)) == 0 &&
	    strcmp(*monitor, cell_text(s, C_MONITOR)) == 0)
		return last;
	free(*monitor);
	*monitor = copy(s, C_MONITOR);
	new = (struct history_series){
		.job = copy(s, C_JOB),
		.region = copy(s, C_REGION),
		.name = copy(s, C_NAME),
		.unit = copy(s, C_UNIT),
		.direction = (uint8_t)sqlite.column_int64(s, C_DIRECTION),
	};
	if (*monitor && new.job &&new.region &&new.name &&new.unit &&
	    array_grow(&list->series, list->count, &list->room, sizeof new)) {
		list->series[list->count] = new;
		return &list->series[list->count++];
	}
	series_free(&new);
	return NULL;
}

/* A row; of several records of one label the newest, which comes first. */
static bool take_row(struct history_list *list, unsigned before,
		     sqlite3_stmt *s, char **monitor)
{
	struct history_series *to = series_of(list, before, s, monitor);
	struct history_point p;

	if (!to)
		return false;
	if (to->points &&
	    strcmp(to->point[to->points - 1].label, cell_text(s, C_LABEL)) == 0)
		return true;
	if (take_point(s, &p) &&
	    array_grow(&to->point, to->points, &to->room, sizeof p)) {
		to->point[to->points++] = p;
		to->simulated |= (p.flags & VALUE_SIMULATED) != 0;
		to->users |= (p.flags & VALUE_USERS) != 0;
		return true;
	}
	point_free(&p);
	return false;
}

enum { SHOWN = 12 }; /* names in a message, at most */

/* How many rows a name is to have. */
static bool rows_expected(struct history *h, const char *name, int64_t *count)
{
	struct error err;
	sqlite3_stmt *s =
		index_ask(h, "SELECT count FROM name WHERE name=?1", &err);
	bool good = false;

	*count = 0;
	if (s) {
		int status;

		sqlite.bind_text(s, 1, name, -1, SQLITE_TRANSIENT);
		status = sqlite.step(s);
		good = status == SQLITE_ROW || status == SQLITE_DONE;
		if (status == SQLITE_ROW)
			*count = sqlite.column_int64(s, 0);
		if (!good)
			h->fault = index_fault(h);
	}
	sqlite.finalize(s);
	return good;
}

static enum index_fault read_series(struct history *h, const char *job,
				    const char *name, struct history_list *list)
{
	const unsigned before = list->count;
	enum index_fault fault = INDEX_GOOD;
	struct error err;
	sqlite3_stmt *s = index_ask(h, rows_sql, &err);
	int status = SQLITE_DONE;
	char *monitor = NULL;
	int64_t count;

	if (!s || !rows_expected(h, name, &count)) {
		sqlite.finalize(s);
		return h->fault;
	}
	sqlite.bind_text(s, 1, name, -1, SQLITE_TRANSIENT);
	while (fault == INDEX_GOOD && (status = sqlite.step(s)) == SQLITE_ROW) {
		count--;
		if (!is_whole(s) ||
		    (list->count > before &&
		     !is_in_order(&list->series[list->count - 1], monitor, s)))
			fault = INDEX_DAMAGED;
		else if (fnmatch(job, cell_text(s, C_JOB), 0) == 0 &&
			 !take_row(list, before, s, &monitor))
			fault = INDEX_NO_MEMORY;
	}
	if (fault == INDEX_GOOD && status != SQLITE_DONE)
		fault = index_fault(h);
	else if (fault == INDEX_GOOD && count)
		fault = INDEX_DAMAGED;
	sqlite.finalize(s);
	free(monitor);
	if (fault != INDEX_GOOD)
		list_cut(list, before);
	return fault;
}

/* Rows and their number are of one state: others may write meanwhile. */
static enum index_fault read_rows(struct history *h, const char *job,
				  const char *name, struct history_list *list)
{
	enum index_fault fault;
	struct error ignored;

	if (!index_run(h, "BEGIN", &ignored))
		return h->fault;
	fault = read_series(h, job, name, list);
	index_run(h, "ROLLBACK", &ignored);
	return fault;
}

static bool told(const struct history *h, enum index_fault fault,
		 struct error *err)
{
	if (fault == INDEX_NO_MEMORY)
		return error_no_memory(err);
	return fault == INDEX_GOOD ||
	       error_set(err, "the index of %s cannot be read", h->folder);
}

/* May another index answer? */
static bool may_be_mended(enum index_fault fault)
{
	return fault == INDEX_DAMAGED || fault == INDEX_KEPT_OUT;
}

bool history_find(struct history *h, const char *job, const char *name,
		  double noise, struct history_list *list, struct error *err)
{
	const unsigned before = list->count;
	enum index_fault fault = read_rows(h, job, name, list);

	if (may_be_mended(fault)) {
		if (!index_open(h, fault, err))
			return false;
		fault = read_rows(h, job, name, list);
	}
	for (unsigned i = before; fault == INDEX_GOOD && i < list->count; i++)
		if (!history_judge(&list->series[i], noise))
			fault = INDEX_NO_MEMORY;
	return told(h, fault, err);
}

/* Adds the record, but for an older one of the same job. */
static bool add_result(const struct history *h, struct results *r,
		       const char *path)
{
	char *whole = results_path(h->folder, path);
	char *slash = whole ? strrchr(whole, '/') : NULL;
	const size_t length = slash ? results_job_length(slash + 1) : 0;
	bool good = slash != NULL;

	if (!good ||
	    (r->count && strlen(r->result[r->count - 1].job) == length &&
	     strncmp(r->result[r->count - 1].job, slash + 1, length) == 0)) {
		free(whole);
		return good;
	}
	*slash = '\0';
	good = results_add(r, whole, slash + 1);
	free(whole);
	return good;
}

/* The columns of the question below. */
enum { F_JOB, F_LABEL, F_COMMIT, F_PATH, F_CHANGED, F_MADE, F_NUMBER, F_SUM };

static const char files_sql[] =
	"SELECT job, label, commits, path, changed, made, number, sum FROM file"
	" ORDER BY job, time DESC";

static const struct file_columns of_file = { F_JOB,    F_LABEL,   F_COMMIT,
					     F_PATH,   F_CHANGED, F_MADE,
					     F_NUMBER, F_SUM };

static bool is_meant(sqlite3_stmt *s, const char *label, const char *commit)
{
	return strcmp(cell_text(s, F_LABEL), label) == 0 ||
	       (*commit && strcmp(cell_text(s, F_COMMIT), commit) == 0 &&
		!sqlite.column_int64(s, F_CHANGED));
}

static enum index_fault read_files(struct history *h, const char *label,
				   const char *commit, struct results *r)
{
	struct error err;
	sqlite3_stmt *s = index_ask(h, files_sql, &err);
	enum index_fault fault = s ? INDEX_GOOD : h->fault;
	int status = SQLITE_DONE;

	*r = (struct results){ 0 };
	while (fault == INDEX_GOOD && (status = sqlite.step(s)) == SQLITE_ROW) {
		if (!is_file_whole(s, &of_file))
			fault = INDEX_DAMAGED;
		else if (is_meant(s, label, commit) &&
			 !add_result(h, r, cell_text(s, F_PATH)))
			fault = INDEX_NO_MEMORY;
	}
	if (fault == INDEX_GOOD && status != SQLITE_DONE)
		fault = index_fault(h);
	sqlite.finalize(s);
	if (fault != INDEX_GOOD)
		results_free(r);
	results_sort(r);
	return fault;
}

bool history_results(struct history *h, const char *label, const char *commit,
		     struct results *r, struct error *err)
{
	enum index_fault fault = read_files(h, label, commit, r);

	if (may_be_mended(fault)) {
		if (!index_open(h, fault, err))
			return false;
		fault = read_files(h, label, commit, r);
	}
	return told(h, fault, err);
}

/* One column as a list, with commas between. */
static char *list_of(struct history *h, const char *sql)
{
	struct error err;
	sqlite3_stmt *s = index_ask(h, sql, &err);
	char *text = NULL;
	size_t size;
	FILE *to = memory_stream(&text, &size);
	unsigned count = 0;

	for (; to && s && sqlite.step(s) == SQLITE_ROW; count++) {
		if (count == SHOWN)
			fputs(", ...", to);
		if (count >= SHOWN)
			break;
		fprintf(to, "%s%s", count ? ", " : "", cell_text(s, 0));
	}
	sqlite.finalize(s);
	if (to && !memory_stream_end(to, &text))
		return text;
	free(text);
	return NULL;
}

char *history_labels(struct history *h)
{
	return list_of(h, "SELECT label FROM file GROUP BY label ORDER BY "
			  "max(made) DESC, max(number) DESC");
}

char *history_rows(struct history *h)
{
	return list_of(h, "SELECT DISTINCT name FROM value ORDER BY name");
}
