/* SPDX-License-Identifier: MIT */
/* Two folders of a suite's results. */
#include "cli/diff/folders.h"

#include <sys/stat.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "cli/cli.h"
#include "cli/records.h"
#include "history/git.h"
#include "history/history.h"
#include "report/diff_jobs.h"
#include "suite/results.h"

/* Records from which on a folder gets an index: the next comparison of it need
 * not parse them again. */
enum { INDEXED_FROM = 500 };

/* The records of a job, as long as its comparison is needed. */
struct pair {
	struct record *record[DIFF_SIDES];
	char *obstacles;
};

struct folders {
	struct results side[DIFF_SIDES];
	struct history *index[DIFF_SIDES]; /* NULL: records are parsed */
	struct diff_job *job;
	struct pair *pair;
	struct diff_jobs all;
};

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Is it a folder, or may it be a label? */
static bool is_results(const char *path, const char *results)
{
	struct stat st;

	if (stat(path, &st) == 0)
		return S_ISDIR(st.st_mode);
	return strcmp(path, "-") != 0 && (results || is_folder(HISTORY_FOLDER));
}

bool diff_are_results(const char *before, const char *after,
		      const char *results)
{
	return is_results(before, results) && is_results(after, results);
}

/* The records of a label, or of a commit. */
static bool read_version(const char *name, const char *results,
			 struct history **index, struct results *r,
			 struct error *err)
{
	char commit[GIT_HASH] = "";
	struct history *h = *index = history_open(results, err);
	char *labels;
	bool good;

	if (h && !git_commit(name, commit))
		commit[0] = '\0';
	good = h && history_results(h, name, commit, r, err);
	if (good && !r->count) {
		labels = history_labels(h);
		good = error_set(err,
				 "%s%s%.12s%s is no folder, and no version in "
				 "%s, which has %s",
				 name, *commit ? " (commit " : "", commit,
				 *commit ? ")" : "", results,
				 labels && *labels ? labels : "none");
		free(labels);
	}
	return good;
}

static bool read_side(const char *name, const char *results, struct folders *f,
		      unsigned side, struct error *err)
{
	struct results *r = &f->side[side];
	struct error ignored;

	if (!is_folder(name))
		return read_version(name, results ? results : HISTORY_FOLDER,
				    &f->index[side], r, err);
	if (!results_read(name, r, err))
		return false;
	/* Records are parsed where there can be none. */
	if (r->count >= INDEXED_FROM)
		f->index[side] = history_open(name, &ignored);
	return true;
}

/* Reads one of the pair. */
static bool take(struct folders *f, unsigned side, const char *path,
		 struct error *err)
{
	struct pair *p = &f->pair[f->all.jobs - 1];
	struct kept kept;

	if (f->index[side])
		p->record[side] = history_record(f->index[side], path);
	if (p->record[side])
		return true;
	if (!kept_of_path(path, &kept, err))
		return false;
	p->record[side] = kept.record;
	kept.record = NULL;
	kept_free(&kept);
	return p->record[side] ||
	       error_set(err, "%s: no record of `tally bench`", path);
}

static bool add(struct folders *f, const struct result *before,
		const struct result *after, const struct diff_wish *wish,
		double noise, struct error *err)
{
	struct pair *p = &f->pair[f->all.jobs];
	struct diff_job *j = &f->job[f->all.jobs];
	struct diff_side side[DIFF_SIDES];

	f->all.jobs++;
	if (!take(f, DIFF_BEFORE, before->path, err) ||
	    !take(f, DIFF_AFTER, after->path, err))
		return false;
	for (unsigned i = 0; i < DIFF_SIDES; i++)
		side[i] = (struct diff_side){ &p->record[i], 1 };
	p->obstacles = diff_obstacles(side);
	j->name = before->job;
	j->obstacles = !p->obstacles || wish->force ? "" : p->obstacles;
	j->diff = diff_make(side, noise);
	return (p->obstacles && j->diff) || error_no_memory(err);
}

/* Both lists are sorted by the jobs' names. */
static bool pair_all(struct folders *f, const struct diff_wish *wish,
		     double noise, struct error *err)
{
	const struct results *before = &f->side[DIFF_BEFORE];
	const struct results *after = &f->side[DIFF_AFTER];
	unsigned i = 0, k = 0;

	while (i < before->count || k < after->count) {
		const int order =
			i == before->count ? 1
			: k == after->count
				? -1
				: order_of_names(before->result[i].job,
						 after->result[k].job);

		if (order < 0) {
			f->all.only[DIFF_BEFORE]++;
			i++;
		} else if (order > 0) {
			f->all.only[DIFF_AFTER]++;
			k++;
		} else if (!add(f, &before->result[i++], &after->result[k++],
				wish, noise, err)) {
			return false;
		}
	}
	return f->all.jobs ||
	       error_set(err, "the two sides have no job in common");
}

/* The table goes behind what is in the summary of GitHub's job, if that is
 * where the command runs. */
static bool summarize(const struct diff_jobs *d, struct error *err)
{
	const char *path = getenv("GITHUB_STEP_SUMMARY");
	bool table, written;
	FILE *to;
	int why;

	if (!path || !*path)
		return true;
	to = fopen(path, "a");
	table = !to || diff_jobs_markdown(to, d);
	written = to && fflush(to) == 0 && !ferror(to);
	why = errno;
	if (to && fclose(to) && written) {
		written = false;
		why = errno;
	}
	if (!table)
		return error_no_memory(err);
	return written ||
	       error_set(err,
			 "the summary in %s, which GITHUB_STEP_SUMMARY names: "
			 "%s; name a file that can be written, or unset it",
			 path, strerror(why));
}

static int print_github(const struct diff_jobs *d)
{
	struct error err;

	if (!diff_jobs_github(stdout, d))
		return cli_no_memory("diff");
	return summarize(d, &err) ? CLI_GOOD
				  : cli_error_set(CLI_FAILED, "diff", &err);
}

static int print(const struct diff_jobs *d, const struct diff_wish *wish)
{
	bool good = true;

	switch (wish->form) {
	case FORM_TEXT:
		good = diff_jobs_text(stdout, d);
		break;
	case FORM_MARKDOWN:
		good = diff_jobs_markdown(stdout, d);
		break;
	case FORM_GITHUB:
		return print_github(d);
	case FORM_CSV:
		diff_jobs_csv(stdout, d);
		break;
	case FORM_JSON:
		good = diff_jobs_json(stdout, d);
		break;
	case FORM_PAGE:
		return cli_error(CLI_USAGE, "diff",
				 "--html is a page of two records; of folders "
				 "there are --markdown, --csv and --json");
	}
	return good ? CLI_GOOD : cli_no_memory("diff");
}

static int compare(struct folders *f, const struct diff_wish *wish,
		   const struct limits *limits)
{
	int status;

	f->all.job = f->job;
	f->all.all = wish->all;
	diff_jobs_judge(&f->all);
	status = print(&f->all, wish);
	for (unsigned i = 0; i < f->all.jobs; i++) {
		const struct diff_job *j = &f->job[i];
		int now;

		if (status == CLI_USAGE || *j->obstacles)
			continue;
		now = limits_judge_change("diff", limits, j->diff, j->name);
		status = now > status ? now : status;
	}
	for (unsigned i = 0; i < f->all.jobs; i++)
		if (*f->job[i].obstacles && status == CLI_GOOD)
			status = CLI_FAILED;
	return status;
}

static void folders_free(struct folders *f)
{
	for (unsigned i = 0; f->job && f->pair && i < f->all.jobs; i++) {
		diff_free(f->job[i].diff);
		free(f->pair[i].obstacles);
		for (unsigned k = 0; k < DIFF_SIDES; k++)
			record_free(f->pair[i].record[k]);
	}
	free(f->job);
	free(f->pair);
	for (unsigned i = 0; i < DIFF_SIDES; i++) {
		results_free(&f->side[i]);
		history_close(f->index[i]);
	}
}

int diff_folders(const char *before, const char *after, const char *results,
		 const struct diff_wish *wish, double noise,
		 const struct limits *limits)
{
	struct folders f = { 0 };
	struct error err;
	unsigned room;
	int status;

	if (!read_side(before, results, &f, DIFF_BEFORE, &err) ||
	    !read_side(after, results, &f, DIFF_AFTER, &err)) {
		folders_free(&f);
		return cli_error_set(CLI_FAILED, "diff", &err);
	}
	room = f.side[DIFF_BEFORE].count + 1;
	f.job = calloc(room, sizeof *f.job);
	f.pair = calloc(room, sizeof *f.pair);
	if (!f.job || !f.pair)
		status = cli_no_memory("diff");
	else
		status = pair_all(&f, wish, noise, &err)
				 ? compare(&f, wish, limits)
				 : cli_error_set(CLI_FAILED, "diff", &err);
	folders_free(&f);
	return status;
}
