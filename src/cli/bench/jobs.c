/* SPDX-License-Identifier: MIT */
/* Jobs of a suite: compiled, measured, and told of. */
#include "cli/bench/jobs.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/nearest.h"
#include "cli/bench/made.h"
#include "cli/cli.h"
#include "suite/results.h"
#include "user/own.h"

/* The file of a program that is compiled: jobs that differ in what follows the
 * compiler's options share it. */
static char *compiled_path(const struct bench *b, const struct suite_job *j)
{
	struct suite_job alone = *j;
	char name[SUITE_NAME], file[SUITE_NAME + 20];

	alone.options = alone.arguments = NULL;
	suite_job_name(&alone, name);
	snprintf(file, sizeof file, "programs/%s.elf", name);
	return results_path(b->folder, file);
}

static bool fill(struct bench *b, struct bench_job *to,
		 const struct suite_job *j)
{
	char *compiled = compiled_path(b, j);

	*to = (struct bench_job){ .job = *j };
	suite_job_name(j, to->name);
	if (j->options && j->options->sweep) {
		const struct suite_item range = { .name = j->options->sweep };
		struct suite_job all = *j;

		all.options = &range;
		suite_job_name(&all, to->series);
	}
	to->program = compiled ? suite_job_file(b->suite, j, compiled) : NULL;
	free(compiled);
	return to->program;
}

static bool is_job_wanted(const struct bench_wish *w, const char *name)
{
	for (unsigned i = 0; i < w->globs; i++)
		if (fnmatch(w->glob[i], name, 0) == 0)
			return true;
	return !w->globs;
}

static bool is_some_job(const struct bench *b, const char *glob)
{
	for (unsigned i = 0; i < b->jobs; i++)
		if (fnmatch(glob, b->job[i].name, 0) == 0)
			return true;
	return false;
}

/* A name of --job that no job has: says which is near. */
static int check_globs(const struct bench *b, const struct bench_wish *w)
{
	for (unsigned i = 0; i < w->globs; i++) {
		struct nearest near = { 0 };

		if (is_some_job(b, w->glob[i]))
			continue;
		for (unsigned k = 0; k < b->jobs; k++)
			nearest_offer(&near, w->glob[i], b->job[k].name);
		return cli_error(CLI_USAGE, "bench",
				 "--job %s: no job has this name%s%s%s; --list "
				 "has them all",
				 w->glob[i], near.best ? " (did you mean " : "",
				 near.best ? near.best : "",
				 near.best ? "?)" : "");
	}
	return CLI_GOOD;
}

/* Leaves those that were asked for, of these every shards-th. */
static void choose(struct bench *b, const struct bench_wish *w)
{
	unsigned kept = 0, wanted = 0;

	for (unsigned i = 0; i < b->jobs; i++) {
		if (is_job_wanted(w, b->job[i].name) &&
		    wanted++ % w->shards == w->shard - 1)
			b->job[kept++] = b->job[i];
		else
			free(b->job[i].program);
	}
	b->jobs = kept;
}

static int find_self(struct bench *b)
{
	const ssize_t n =
		readlink("/proc/self/exe", b->tally, sizeof b->tally - 1);

	if (n <= 0)
		return cli_error(CLI_FAILED, "bench",
				 "this command's own file is not known, which "
				 "each job starts: /proc is wanted");
	b->tally[n] = '\0';
	return CLI_GOOD;
}

/* Has the user's files known to each job, and to the names of results. */
static int add_users(struct bench *b)
{
	unsigned words, texts = 0, paths = 0;
	const char *const *word = cli_users_words(&words);
	const char **text, **path;
	char hash[RESULTS_HASH + 1];
	bool good;

	b->suite->before = word;
	b->suite->befores = words;
	while (user_metrics_text(texts))
		texts++;
	text = calloc(texts + 1, sizeof *text);
	path = calloc(words + 1, sizeof *path);
	good = text && path;
	for (unsigned i = 0; good && i < texts; i++)
		text[i] = user_metrics_text(i);
	for (unsigned i = 0; good && i < words; i++) {
		const bool core = strncmp(word[i], "--core", 6) == 0;
		const char *equals = strchr(word[i], '=');
		const char *file = equals ? equals + 1 : word[++i];

		if (core)
			path[paths++] = file;
	}
	good = good && results_hash_files(text, texts, path, paths, hash);
	free(text);
	free(path);
	snprintf(b->version, sizeof b->version, "%s%s%s", TALLY_VERSION,
		 good && *hash ? " " : "", good ? hash : "");
	return good ? CLI_GOOD
		    : cli_error(CLI_FAILED, "bench",
				"--core: its hash cannot be made: %s; name a "
				"file that stays",
				strerror(errno));
}

int bench_make(struct bench *b, const char *path, const struct bench_wish *w)
{
	struct error err;
	struct suite_job *job;
	unsigned count;
	bool good;
	int status;

	b->suite = suite_read(path, &err);
	if (!b->suite)
		return cli_error_set(CLI_USAGE, "bench", &err);
	b->suite->label = *b->label ? b->label : NULL;
	status = add_users(b);
	if (status != CLI_GOOD)
		return status;
	job = suite_jobs(b->suite, &count, &err);
	if (!job)
		return cli_error(CLI_USAGE, "bench", "%s: %s", path, err.text);
	b->job = calloc(count, sizeof *b->job);
	good = b->job != NULL;
	while (good && b->jobs < count) {
		good = fill(b, &b->job[b->jobs], &job[b->jobs]);
		b->jobs++;
	}
	free(job);
	if (!good)
		return cli_no_memory("bench");
	status = check_globs(b, w);
	if (status != CLI_GOOD)
		return status;
	choose(b, w);
	return find_self(b);
}

void bench_free(struct bench *b)
{
	for (unsigned i = 0; i < b->jobs; i++) {
		free(b->job[i].program);
		free(b->job[i].record);
		free(b->job[i].message);
		kept_free(&b->job[i].kept);
	}
	free(b->job);
	suite_free(b->suite);
}

/* The words that measure a job; the record's name is not known before the
 * program is. */
static bool measure_words(const struct bench *b, const struct bench_job *j,
			  const char *record, struct suite_words *w,
			  struct error *err)
{
	return suite_job_measure(b->suite, &j->job, b->tally, j->program,
				 record, w, err);
}

int bench_print_commands(const struct bench *b)
{
	struct error err;

	for (unsigned i = 0; i < b->jobs; i++) {
		const struct bench_job *j = &b->job[i];
		struct suite_words compile = { 0 }, measure = { 0 };
		char name[SUITE_NAME + 8];
		char *record;
		bool good;

		snprintf(name, sizeof name, "%s.json", j->name);
		record = results_path(b->folder, name);
		good = record &&
		       (!suite_job_compiles(&j->job) ||
			suite_job_compile(b->suite, &j->job, b->tally,
					  j->program, &compile, &err)) &&
		       measure_words(b, j, record, &measure, &err);
		if (good && compile.count)
			suite_words_print(stdout, &compile);
		if (good)
			suite_words_print(stdout, &measure);
		suite_words_free(&compile);
		suite_words_free(&measure);
		free(record);
		if (!good)
			return record ? cli_error_set(CLI_USAGE, "bench", &err)
				      : cli_no_memory("bench");
	}
	return CLI_GOOD;
}

/* Jobs of one file follow each other: they differ in the last of what a suite
 * varies. */
static bool is_same_program(const struct bench *b, unsigned job, unsigned other)
{
	return other < b->jobs &&
	       strcmp(b->job[other].program, b->job[job].program) == 0;
}

/* Does a job before this one compile the same file? */
static bool is_compiled_before(const struct bench *b, unsigned job)
{
	return job && is_same_program(b, job, job - 1);
}

/* The name under which it is compiled; it is renamed when it is whole. */
static char *draft_of(const char *program)
{
	const size_t room = strlen(program) + 24;
	char *path = malloc(room);

	if (path)
		snprintf(path, room, "%s.%ld", program, (long)getpid());
	return path;
}

/* The key of the command that compiles a job's program; the caller's to free.
 */
static char *key_of(const struct bench *b, const struct bench_job *j,
		    struct error *err)
{
	struct suite_words words = { 0 };
	/* The folder may be copied. */
	char *key = suite_job_compile(b->suite, &j->job, b->tally, "program",
				      &words, err)
			    ? made_key(&words, TALLY_VERSION)
			    : NULL;

	suite_words_free(&words);
	return key;
}

/* Places what was compiled; all jobs of a program that was not have failed. */
static void place(struct bench *b, unsigned job, const struct task *t)
{
	struct bench_job *j = &b->job[job];
	char *draft = draft_of(j->program);
	struct error err;
	char text[128];

	if (!t->status && draft && !rename(draft, j->program)) {
		char *key = key_of(b, j, &err);

		if (key)
			made_keep(j->program, draft, &t->words, key);
		free(key);
	} else {
		snprintf(text, sizeof text, "it was not compiled: status %d",
			 t->status);
		for (unsigned i = job; is_same_program(b, job, i); i++)
			bench_blame(&b->job[i], t->message ? t->message : text);
		if (draft)
			made_give_up(draft);
	}
	free(draft);
}

/* The command that makes the draft, and lists what it is made of. */
static bool draft_words(const struct bench *b, const struct bench_job *j,
			struct task *t, struct error *err)
{
	char *draft = draft_of(j->program);
	char *option = draft ? made_linker_option(draft) : NULL;
	bool good;

	t->reads = draft ? made_compiler_list(draft) : NULL;
	good = option && t->reads
		       ? suite_job_compile(b->suite, &j->job, b->tally, draft,
					   &t->words, err)
		       : error_no_memory(err);
	if (good) {
		suite_words_add(&t->words, option);
		good = !t->words.failed || error_no_memory(err);
	}
	free(draft);
	free(option);
	return good;
}

static bool compile_words(const struct bench *b, unsigned job, struct task *t,
			  struct error *err)
{
	const struct bench_job *j = &b->job[job];
	char *key;

	t->skip = !suite_job_compiles(&j->job) || is_compiled_before(b, job);
	if (t->skip)
		return true;
	err->text[0] = '\0';
	key = key_of(b, j, err);
	if (!key)
		return err->text[0] ? false : error_no_memory(err);
	t->skip = made_is_there(j->program, key);
	free(key);
	return t->skip || draft_words(b, j, t, err);
}

/* A step of all jobs: `words` makes the command of each. */
static int step(struct bench *b, const struct bench_wish *w,
		struct screen *screen, unsigned done,
		bool (*words)(const struct bench *b, unsigned job,
			      struct task *t, struct error *err),
		void (*after)(struct bench *b, unsigned job,
			      const struct task *t))
{
	struct task *task = calloc(b->jobs + 1, sizeof *task);
	struct error err = { "" };
	bool good = true;

	if (!task)
		return cli_no_memory("bench");
	for (unsigned i = 0; good && i < b->jobs; i++)
		good = words(b, i, &task[i], &err);
	good = good && tasks_run(task, b->jobs, w->beside, screen, done,
				 2 * b->jobs, &err);
	screen_wipe(screen);
	for (unsigned i = 0; i < b->jobs; i++)
		if (task[i].ended)
			after(b, i, &task[i]);
	tasks_free(task, b->jobs);
	if (good)
		return CLI_GOOD;
	if (err.text[0])
		return cli_error_set(CLI_FAILED, "bench", &err);
	return cli_error(CLI_FAILED, "bench",
			 "interrupted; the same command goes on from here");
}

static bool record_words(const struct bench *b, unsigned job, struct task *t,
			 struct error *err)
{
	const struct bench_job *j = &b->job[job];

	t->skip = j->there || j->message;
	return t->skip || measure_words(b, j, j->record, &t->words, err);
}

/* A record that was written counts, also of a job that is not trusted. */
static void judge(struct bench *b, unsigned job, const struct task *t)
{
	struct bench_job *j = &b->job[job];
	char text[64];

	j->seconds = t->seconds;
	if (access(j->record, R_OK) == 0)
		return;
	snprintf(text, sizeof text, "nothing was measured: status %d",
		 t->status);
	bench_blame(j, t->message ? t->message : text);
}

int bench_run(struct bench *b, const struct bench_wish *w)
{
	struct screen screen;
	int status;

	screen_begin(&screen, "compiling", true);
	status = step(b, w, &screen, 0, compile_words, place);
	if (status == CLI_GOOD)
		status = bench_name_all(b);
	if (status != CLI_GOOD)
		return status;
	screen.doing = "measuring";
	status = step(b, w, &screen, b->jobs, record_words, judge);
	bench_remove_others(b);
	return status;
}

struct report_job *bench_report(struct bench *b)
{
	struct report_job *all = calloc(b->jobs + 1, sizeof *all);

	for (unsigned i = 0; all && i < b->jobs; i++) {
		struct bench_job *j = &b->job[i];
		struct error err;

		if (!j->message && !kept_of_path(j->record, &j->kept, &err))
			bench_blame(j, err.text);
		if (j->kept.record && !j->kept.record->trusted)
			bench_blame(
				j, "it is not to be trusted: tally report says "
				   "why");
		all[i] = (struct report_job){
			.name = j->name,
			.record = j->kept.record,
			.path = j->record,
			.state = !j->kept.record ? "failed"
				 : j->there      ? "was there"
						 : "measured",
			.message = j->message,
			.seconds = j->seconds,
		};
		if (*j->series) {
			all[i].series = j->series;
			all[i].axis = j->job.options->axis;
			all[i].at = j->job.options->at;
			all[i].unit = j->job.options->unit;
		}
	}
	return all;
}

int bench_tell(const struct bench *b, FILE *to)
{
	unsigned failed = 0, there = 0;

	for (unsigned i = 0; i < b->jobs; i++) {
		there += b->job[i].there;
		failed += b->job[i].message != NULL;
		if (b->job[i].message)
			cli_error(CLI_FAILED, "bench", "%s: %s", b->job[i].name,
				  b->job[i].message);
	}
	if (to)
		fprintf(to,
			"%u job%s: %u measured now, %u %s there, %u failed\n",
			b->jobs, b->jobs == 1 ? "" : "s",
			b->jobs - there - failed, there,
			there == 1 ? "was" : "were", failed);
	return failed ? CLI_FAILED : CLI_GOOD;
}
