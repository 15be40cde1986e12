/* SPDX-License-Identifier: MIT */
/* Names of a suite's results: the hash of what is asked of each job. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/bench/jobs.h"
#include "cli/cli.h"

void bench_blame(struct bench_job *j, const char *message)
{
	if (!j->message)
		j->message = strdup(message);
}

/* A program as it is now.  Jobs of one follow each other. */
struct hashed {
	const char *program; /* NULL: none yet */
	char hash[RESULTS_WHOLE + 1];
};

static bool hash_of(struct bench_job *j, struct hashed *last)
{
	struct error err;

	if (last->program && strcmp(last->program, j->program) == 0)
		return true;
	last->program = NULL;
	if (!results_hash_program(j->program, last->hash)) {
		error_set(&err, "%s: %s", j->program, strerror(errno));
		bench_blame(j, err.text);
		return false;
	}
	last->program = j->program;
	return true;
}

/* The file of the result, by what is asked of the program. */
static bool name_record(const struct bench *b, struct bench_job *j,
			const struct hashed *program, struct error *err)
{
	struct suite_words asked = { 0 };
	char hash[RESULTS_HASH + 1], name[SUITE_NAME + RESULTS_HASH + 8];
	bool good = suite_job_measure(b->suite, &j->job, b->tally, j->program,
				      "", &asked, err);

	if (good &&
	    !results_hash(&asked, j->program, program->hash, b->version, hash))
		good = error_no_memory(err);
	if (good) {
		snprintf(name, sizeof name, "%s-%s.json", j->name, hash);
		j->record = results_path(b->folder, name);
		if (!j->record)
			good = error_no_memory(err);
		else
			j->there = access(j->record, R_OK) == 0 ||
				   bench_borrow(b, name, j->record);
	}
	suite_words_free(&asked);
	return good;
}

int bench_name_all(struct bench *b)
{
	struct hashed last = { 0 };

	for (unsigned i = 0; i < b->jobs; i++) {
		struct bench_job *j = &b->job[i];
		struct error err;

		if (!j->message && hash_of(j, &last) &&
		    !name_record(b, j, &last, &err))
			return cli_error_set(CLI_USAGE, "bench", &err);
	}
	return CLI_GOOD;
}

void bench_remove_others(const struct bench *b)
{
	struct results keep = { 0 };

	for (unsigned i = 0; i < b->jobs; i++) {
		const struct bench_job *j = &b->job[i];

		if (j->record && access(j->record, R_OK) == 0 &&
		    !results_add(&keep, b->folder, text_base_name(j->record)))
			break;
	}
	results_sort(&keep);
	results_remove_others(b->folder, &keep);
	results_free(&keep);
}
