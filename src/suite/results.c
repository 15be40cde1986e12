/* SPDX-License-Identifier: MIT */
/* The folder of a suite's results. */
#include "suite/results.h"

#include <sys/types.h>

#include <dirent.h>
#include <errno.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/memory.h"
#include "base/order.h"
#include "base/text.h"
#include "suite/suite.h"

static const char ending[] = ".json";

/* The text of which a hash is made, each part with its end. */
static char *hashed_text(const struct suite_words *asked, const char *file,
			 const char *program, const char *version, size_t *size)
{
	char *text = NULL;
	FILE *to = memory_stream(&text, size);
	unsigned i = 1;

	if (!to)
		return NULL;
	fprintf(to, "%s%c%s%c", version, 0, program, 0);
	while (i < asked->count && strcmp(asked->word[i], "stat") != 0)
		i++;
	for (; i < asked->count; i++)
		if (strcmp(asked->word[i], "-o") == 0 ||
		    strcmp(asked->word[i], "--label") == 0)
			i++;
		else if (strcmp(asked->word[i], file) != 0)
			fprintf(to, "%s%c", asked->word[i], 0);
	if (!memory_stream_end(to, &text))
		return text;
	free(text);
	return NULL;
}

bool results_hash_program(const char *file, char hash[RESULTS_WHOLE + 1])
{
	return SHA256File(file, hash);
}

bool results_hash(const struct suite_words *asked, const char *file,
		  const char *program, const char *version,
		  char hash[RESULTS_HASH + 1])
{
	char all[SHA256_DIGEST_STRING_LENGTH];
	size_t size;
	char *text = hashed_text(asked, file, program, version, &size);

	if (!text)
		return false;
	SHA256Data((const uint8_t *)text, size, all);
	free(text);
	snprintf(hash, RESULTS_HASH + 1, "%.*s", RESULTS_HASH, all);
	return true;
}

static bool put_file(FILE *to, const char *path)
{
	char all[SHA256_DIGEST_STRING_LENGTH];

	return SHA256File(path, all) && fprintf(to, "%s%c", all, 0) > 0;
}

static int ends_as_json(const struct dirent *d)
{
	const size_t length = strlen(d->d_name);

	return d->d_name[0] != '.' && length > strlen(ending) &&
	       strcmp(d->d_name + length - strlen(ending), ending) == 0;
}

/* Of a folder, its files NAME.json. */
static bool put_files(FILE *to, const char *path)
{
	struct dirent **entry;
	const int count = scandir(path, &entry, ends_as_json, alphasort);
	bool good = true;

	if (count < 0)
		return put_file(to, path);
	for (int i = 0; i < count; i++) {
		char *file = results_path(path, entry[i]->d_name);

		good = good && file && put_file(to, file);
		free(file);
		free(entry[i]);
	}
	free(entry);
	return good;
}

bool results_hash_files(const char *const *text, unsigned texts,
			const char *const *path, unsigned paths,
			char hash[RESULTS_HASH + 1])
{
	char all[SHA256_DIGEST_STRING_LENGTH], *whole = NULL;
	size_t size;
	FILE *to;
	bool good = true;

	hash[0] = '\0';
	if (!texts && !paths)
		return true;
	to = memory_stream(&whole, &size);
	if (!to)
		return false;
	for (unsigned i = 0; i < texts; i++)
		fprintf(to, "%s%c", text[i], 0);
	for (unsigned i = 0; good && i < paths; i++)
		good = put_files(to, path[i]);
	if (memory_stream_end(to, &whole))
		good = false;
	if (good) {
		SHA256Data((const uint8_t *)whole, size, all);
		snprintf(hash, RESULTS_HASH + 1, "%.*s", RESULTS_HASH, all);
	}
	free(whole);
	return good;
}

size_t results_job_length(const char *name)
{
	const size_t tail = 1 + RESULTS_HASH + strlen(ending);
	const size_t length = strlen(name);
	const char *hash;

	if (length <= tail || name[length - tail] != '-' ||
	    strcmp(name + length - strlen(ending), ending) != 0)
		return 0;
	hash = name + length - tail + 1;
	return strspn(hash, "0123456789abcdef") == RESULTS_HASH ? length - tail
								: 0;
}

char *results_path(const char *folder, const char *name)
{
	const size_t room = strlen(folder) + 1 + strlen(name) + 1;
	char *path = malloc(room);

	if (path)
		snprintf(path, room, "%s/%s", folder, name);
	return path;
}

bool results_add(struct results *r, const char *folder, const char *name)
{
	struct result it = { strndup(name, results_job_length(name)),
			     results_path(folder, name) };

	if (it.job && it.path &&
	    array_grow(&r->result, r->count, &r->room, sizeof it)) {
		r->result[r->count++] = it;
		return true;
	}
	free(it.job);
	free(it.path);
	return false;
}

static int by_job(const void *a, const void *b)
{
	return order_of_names(((const struct result *)a)->job,
			      ((const struct result *)b)->job);
}

void results_sort(struct results *r)
{
	if (r->count)
		qsort(r->result, r->count, sizeof *r->result, by_job);
}

/* Each job once. */
static bool check(const struct results *r, struct error *err)
{
	for (unsigned i = 1; i < r->count; i++)
		if (strcmp(r->result[i - 1].job, r->result[i].job) == 0)
			return error_set(err,
					 "%s and %s are results of one job; "
					 "remove the older one",
					 r->result[i - 1].path,
					 r->result[i].path);
	return true;
}

bool results_read(const char *folder, struct results *r, struct error *err)
{
	DIR *dir = opendir(folder);
	bool good = true;

	*r = (struct results){ 0 };
	if (!dir)
		return error_set(err, "%s: %s", folder, strerror(errno));
	for (struct dirent *it; good && (it = readdir(dir));)
		if (results_job_length(it->d_name))
			good = results_add(r, folder, it->d_name) ||
			       error_no_memory(err);
	closedir(dir);
	results_sort(r);
	good = good && check(r, err);
	if (!good)
		results_free(r);
	return good;
}

void results_free(struct results *r)
{
	for (unsigned i = 0; i < r->count; i++) {
		free(r->result[i].job);
		free(r->result[i].path);
	}
	free(r->result);
	*r = (struct results){ 0 };
}

static int by_job_of_name(const void *a, const void *b)
{
	const char *name = a, *job = ((const struct result *)b)->job;
	const size_t length = results_job_length(name);
	const int order = strncmp(name, job, length);

	return order ? order : -(job[length] != '\0');
}

void results_remove_others(const char *folder, const struct results *keep)
{
	DIR *dir = keep->count ? opendir(folder) : NULL;

	if (!dir)
		return;
	for (struct dirent *it; (it = readdir(dir));) {
		const struct result *kept =
			results_job_length(it->d_name)
				? bsearch(it->d_name, keep->result, keep->count,
					  sizeof *keep->result, by_job_of_name)
				: NULL;

		if (kept && strcmp(text_base_name(kept->path), it->d_name) != 0)
			(void)unlinkat(dirfd(dir), it->d_name, 0);
	}
	closedir(dir);
}
