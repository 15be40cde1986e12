/* SPDX-License-Identifier: MIT */
/*
 * A case of every net: where one thing is wrong, of a monitor (spoilt.c) or of
 * the documents, the net fails and says so.  The program runs itself for each
 * row of nets_say.def that is its own, with the environment saying what is
 * wrong; the documents are then a copy with one text in the place of another.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/hpm.h"
#include "core/spoilt.h"
#include "test.h"

static const char which[] = "TALLY_NET_SPOILT";

static const struct row {
	const char *net, *spoilt; /* of spoilt.c */
	const char *file, *from,
		*to; /* of tests/documents; NULL: as they are */
	const char *says;
} rows[] = {
#define MONITOR(net, spoilt, says) { net, spoilt, NULL, NULL, NULL, says },
#define DOCUMENT(net, monitor, file, from, to, says)                           \
	{ net, monitor, file, from, to, says },
#include "nets_say.def"
};

enum { ROWS = sizeof rows / sizeof rows[0], ROOM = 1 << 16 };

static const struct catalog_monitor *const *spoilt_alone(unsigned *count)
{
	static const struct catalog_monitor *list[1];

	list[0] = spoilt_monitor(getenv(which));
	if (!list[0])
		fail_msg("spoilt.c has no row '%s'", getenv(which));
	*count = 1;
	return list;
}

__attribute__((constructor)) static void begin(void)
{
	if (getenv(which))
		hpm_spoilt = spoilt_alone;
}

static void path_of(char path[512], const char *root, const char *file)
{
	snprintf(path, 512, "%s/tests/%s%s", root,
		 strchr(file, '/') ? "" : "documents/", file);
}

/* The file's text, with `to` in the place of the first `from`. */
static void put_document(const struct row *r, const char *root)
{
	static char text[ROOM * 4], path[512];
	const char *real = getenv("TALLY_ROOT");
	char *at;
	FILE *f;

	assert_non_null(real);
	path_of(path, real, r->file);
	f = fopen(path, "r");
	assert_non_null(f);
	text[fread(text, 1, sizeof text - 1, f)] = '\0';
	fclose(f);
	at = strstr(text, r->from);
	if (!at)
		fail_msg("%s has no '%s'", r->file, r->from);
	path_of(path, root, r->file);
	unlink(path);
	f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f, "%.*s%s%s", (int)(at - text), text, r->to,
		at + strlen(r->from));
	assert_int_equal(fclose(f), 0);
}

static void run(const char *command)
{
	assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c) */
}

/* A root whose documents are the real ones, but for what the row changes. */
static void make_root(const struct row *r, char *root)
{
	char command[1600];

	assert_non_null(mkdtemp(root));
	snprintf(command, sizeof command,
		 "for d in documents metrics; do mkdir -p '%s/tests/'$d && "
		 "ln -s '%s'/tests/$d/*.txt '%s/tests/'$d/ || exit 1; done",
		 root, getenv("TALLY_ROOT"), root);
	run(command);
	put_document(r, root);
}

/* What the net says, and whether it fails. */
static bool says(const struct row *r, const char *root, char *said)
{
	char command[1024], self[512];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
	size_t used = 0, got;
	FILE *from;

	assert_true(length > 0);
	self[length] = '\0';
	snprintf(command, sizeof command, "%s='%s' %s%s%s '%s' 2>&1", which,
		 r->spoilt, root ? "TALLY_ROOT='" : "", root ? root : "",
		 root ? "'" : "", self);
	from = popen(command, "r"); /* NOLINT(cert-env33-c) */
	assert_non_null(from);
	while ((got = fread(said + used, 1, ROOM - 1 - used, from)) > 0)
		used += got;
	said[used] = '\0';
	return pclose(from) != 0;
}

static void look_at(const struct row *r)
{
	static char said[ROOM];
	char root[] = "/tmp/tally-nets-XXXXXX", command[64];
	bool fails;

	if (r->file)
		make_root(r, root);
	fails = says(r, r->file ? root : NULL, said);
	if (r->file) {
		snprintf(command, sizeof command, "rm -r '%s'", root);
		run(command);
	}
	if (!fails || !strstr(said, r->says))
		fail_msg("%s, %s%s%s: not '%s', but: %.3000s", r->net,
			 r->spoilt, r->file ? ": for " : "",
			 r->file ? r->from : "", r->says, said);
}

TEST(what_is_wrong_is_told)
{
	char self[512];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
	unsigned mine = 0;

	if (getenv(which))
		return;
	assert_true(length > 0);
	self[length] = '\0';
	for (unsigned i = 0; i < ROWS; i++) {
		if (strcmp(strrchr(self, '/') + 1, rows[i].net) != 0)
			continue;
		look_at(&rows[i]);
		mine++;
	}
	assert_true(mine > 0);
}
