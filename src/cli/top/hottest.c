/* SPDX-License-Identifier: MIT */
/* Functions that are hottest now.  See hottest.h. */
#include "cli/top/hottest.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/seconds.h"
#include "base/text.h"
#include "cli/records.h"

extern char **environ;

/* ---- by points ----------------------------------------------------------- */

static double *seen_of(struct hottest *h, const struct program_symbol *s)
{
	for (unsigned i = 0; i < h->functions; i++)
		if (h->seen[i].function == s)
			return &h->seen[i].times;
	if (h->functions == h->room) {
		const unsigned room = h->room ? 2 * h->room : 64;
		struct hottest_seen *seen =
			reallocarray(h->seen, room, sizeof *seen);

		if (!seen)
			return NULL;
		h->seen = seen;
		h->room = room;
	}
	h->seen[h->functions] = (struct hottest_seen){ .function = s };
	return &h->seen[h->functions++].times;
}

static int by_share(const void *a, const void *b)
{
	const struct hottest_row *x = a, *y = b;

	return x->share < y->share ? 1 : x->share > y->share ? -1 : 0;
}

static void name_row(struct hottest_row *row, const char *name, double share)
{
	row->share = share;
	snprintf(row->name, sizeof row->name, "%s", name);
	text_clean(row->name);
}

/* The most of all functions, as rows. */
static void hottest_rank(struct hottest *h, double sum)
{
	h->rows = 0;
	for (unsigned i = 0; i < h->functions; i++) {
		const char *name = h->seen[i].function
					   ? h->seen[i].function->name
					   : "[no function]";
		struct hottest_row *last = &h->row[HOTTEST_ROWS - 1];

		if (h->rows < HOTTEST_ROWS)
			name_row(&h->row[h->rows++], name,
				 h->seen[i].times / sum);
		else if (h->seen[i].times / sum > last->share)
			name_row(last, name, h->seen[i].times / sum);
		else
			continue;
		qsort(h->row, h->rows, sizeof *h->row, by_share);
	}
}

/* Points of long ago count less and less. */
void hottest_point(struct hottest *h, const struct program *p, uint64_t pc)
{
	uint64_t offset;
	double *seen = seen_of(h, p ? program_at(p, pc, &offset) : NULL);
	double sum = 0;

	if (!seen)
		return;
	*seen += 1;
	h->samples++;
	for (unsigned i = 0; i < h->functions; i++)
		sum += h->seen[i].times;
	for (unsigned i = 0; sum > HOTTEST_POINTS && i < h->functions; i++)
		h->seen[i].times /= 2;
	hottest_rank(h, sum > HOTTEST_POINTS ? sum / 2 : sum);
}

/* ---- by samples beside --------------------------------------------------- */

bool hottest_begin(struct hottest *h, struct error *err)
{
	const char *said = getenv("TMPDIR");
	const char *in = said && *said ? said : "/tmp";
	int n, why = ENAMETOOLONG;
	bool made = false;

	n = snprintf(h->folder, sizeof h->folder, "%s/tally-top-XXXXXX", in);
	if (n > 0 && (size_t)n < sizeof h->folder) {
		made = mkdtemp(h->folder) != NULL;
		why = errno;
	}
	if (!made) {
		h->folder[0] = '\0';
		return error_set(err,
				 "no folder for samples can be made (%s); say "
				 "another place by TMPDIR than %s",
				 strerror(why), in);
	}
	snprintf(h->file, sizeof h->file, "%s/now.json", h->folder);
	snprintf(h->said, sizeof h->said, "%s/said", h->folder);
	return true;
}

static void hottest_start(struct hottest *h)
{
	posix_spawn_file_actions_t to;
	posix_spawnattr_t how;
	int status;

	h->last = seconds_now();
	posix_spawn_file_actions_init(&to);
	posix_spawnattr_init(&how);
	posix_spawn_file_actions_addopen(&to, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&to, 1, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&to, 2, h->said,
					 O_WRONLY | O_CREAT | O_TRUNC, 0600);
	/* Ctrl-C is for the screen, which then ends this process. */
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
	posix_spawnattr_setpgroup(&how, 0);
	status = posix_spawn(&h->child, "/proc/self/exe", &to, &how, h->word,
			     environ);
	posix_spawn_file_actions_destroy(&to);
	posix_spawnattr_destroy(&how);
	if (status) {
		h->child = 0;
		h->failed = true;
		snprintf(h->note, sizeof h->note, "no samples: %s",
			 strerror(status));
	}
}

static const char *row_name(const struct sample *s, const struct sample_row *r)
{
	if (r->cause != SAMPLE_NONE)
		return s->cause[r->cause];
	return r->function == SAMPLE_NONE ? "[no function]"
					  : s->function[r->function].name;
}

static void take_profile(struct hottest *h)
{
	struct sample_table t;
	struct error err;
	struct sample *s = profile_of_path(h->file, &err);

	h->failed = !s;
	if (!s) {
		snprintf(h->note, sizeof h->note, "%.*s",
			 (int)sizeof h->note - 1, err.text);
		text_clean(h->note);
		return;
	}
	h->whole = true;
	h->note[0] = '\0';
	h->rows = 0;
	h->samples = s->sampling ? s->sampling->samples : 0;
	if (sample_rows(s, SAMPLE_FUNCTIONS, false, &t)) {
		for (uint32_t i = 0; i < t.rows && i < HOTTEST_ROWS; i++)
			name_row(&h->row[h->rows++], row_name(s, &t.row[i]),
				 s->total[0] ? (double)t.row[i].cost[0] /
						       (double)s->total[0]
					     : 0);
		sample_table_free(&t);
	}
	sample_free(s);
}

/* The reason that the process gave, its last line that is not empty. */
static void take_reason(struct hottest *h)
{
	FILE *from = fopen(h->said, "r");
	char *line = NULL;
	size_t room = 0;

	h->failed = true;
	snprintf(h->note, sizeof h->note, "no samples");
	while (from && getline(&line, &room, from) >= 0) {
		line[strcspn(line, "\n")] = '\0';
		if (*line)
			snprintf(h->note, sizeof h->note, "%.*s",
				 (int)sizeof h->note - 1, line);
	}
	free(line);
	if (from)
		fclose(from);
	text_clean(h->note);
}

/* One that fails at once is not tried again and again at once. */
static const double PAUSE = 2;

void hottest_look(struct hottest *h)
{
	int status;

	if (!h->word)
		return;
	if (!h->child && (!h->failed || seconds_now() - h->last > PAUSE))
		hottest_start(h);
	if (!h->child || waitpid(h->child, &status, WNOHANG) != h->child)
		return;
	h->child = 0;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		take_profile(h);
	else
		take_reason(h);
}

void hottest_end(struct hottest *h)
{
	if (h->child) {
		kill(h->child, SIGTERM);
		while (waitpid(h->child, NULL, 0) < 0 && errno == EINTR)
			;
	}
	h->child = 0;
	if (h->folder[0]) {
		unlink(h->file);
		unlink(h->said);
		rmdir(h->folder);
	}
	free(h->seen);
}
