/* SPDX-License-Identifier: MIT */
#ifndef SUITE_RESULTS_H
#define SUITE_RESULTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/*
 * Results of a suite: a folder with one record for each job.  A file's name is
 * the job's name, "-", the hash of what was asked, ".json".  So a job that was
 * done is found by its name alone; two commands may write into one folder, and
 * folders are merged by copying.
 */
enum { RESULTS_HASH = 16, RESULTS_WHOLE = 64 };

struct suite_words;

/* The hash of a program's bytes, which many jobs may share.  False: errno says
 * why it cannot be read. */
bool results_hash_program(const char *file, char hash[RESULTS_WHOLE + 1]);

/* The hash of what is asked: of the command's words (but for its first, and
 * those before its verb, and the files' names, `file` and what follows `-o` and
 * `--label`), that of the program's bytes, the version of this command.  False:
 * no memory. */
bool results_hash(const struct suite_words *asked, const char *file,
		  const char *program, const char *version,
		  char hash[RESULTS_HASH + 1]);

/* The hash of texts and then of files, where a folder stands for its NAME.json;
 * "" where there are none.  False: errno is of what cannot be read. */
bool results_hash_files(const char *const *text, unsigned texts,
			const char *const *path, unsigned paths,
			char hash[RESULTS_HASH + 1]);

/* A record of a folder. */
struct result {
	char *job;  /* its name */
	char *path; /* of the file */
};

struct results {
	struct result *result;
	unsigned count;
	size_t room;
};

/* The results of a folder, by the jobs' names; other files are none.  False:
 * `err` says why it is not read, or which job has two. */
bool results_read(const char *folder, struct results *r, struct error *err);
void results_free(struct results *r);

/* The length of the job's name in that of a file, without its folder; 0: it is
 * no result. */
size_t results_job_length(const char *name);
/* "folder/name", the caller's to free; NULL: no memory. */
char *results_path(const char *folder, const char *name);
/* For lists that are made otherwise: one more, and all by the jobs' names.
 * False: no memory. */
bool results_add(struct results *r, const char *folder, const char *name);
void results_sort(struct results *r);

/* Removes other records of the jobs of which these, sorted, are kept: what was
 * asked for otherwise. */
void results_remove_others(const char *folder, const struct results *keep);

#endif
