/* SPDX-License-Identifier: MIT */
/*
 * Which files a name of source leads to: names are a stranger's, folders the
 * user's.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/source.h"
#include "kernel/root_fixture.h"
#include "test.h"

static const char OUTSIDE[] = "it is outside of what is read";
static const char NO_NAME[] = "its name is not that of a source";
static const char NO_SOURCE[] = "it leads to what is no source";
static const char NO_FILE[] = "No such file or directory";
static const char IRREGULAR[] = "it is no regular file";

static char before[4096];
static char program[64], folder[64];
static struct source_places places;

/* The current folder is root/here, a program is in root/built. */
static int begin(void **state)
{
	char here[64];

	if (root_make(state) || !getcwd(before, sizeof before))
		return 1;
	root_say("/here/a.c", "here");
	root_say("/here/sub/b.h", "sub");
	root_say("/built/prog.elf", "");
	root_say("/built/c.c", "built");
	root_say("/named/a.c", "named");
	root_say("/named/sub/d.c", "deep");
	root_say("/outside/secret", "secret");
	root_say("/outside/secret.c", "secret");
	snprintf(program, sizeof program, "%s/built/prog.elf", root);
	snprintf(folder, sizeof folder, "%s/named", root);
	snprintf(here, sizeof here, "%s/here", root);
	places = (struct source_places){ NULL, program };
	return chdir(here);
}

static int end(void **state)
{
	return chdir(before) || root_remove(state);
}

static void leads_to(const char *name, const char *wanted)
{
	char text[16] = "";
	struct stat st;
	struct error why = { "" };
	FILE *from = source_open(&places, name, &st, &why);

	if (!from)
		fail_msg("%s: %s", name, why.text);
	assert_true(S_ISREG(st.st_mode));
	assert_non_null(fgets(text, sizeof text, from));
	fclose(from);
	assert_string_equal(text, wanted);
}

static void is_refused(const char *name, const char *wanted)
{
	struct stat st;
	struct error why = { "" };

	assert_null(source_open(&places, name, &st, &why));
	assert_string_equal(why.text, wanted);
}

/* A name that begins at the root folder of the test. */
static const char *whole(const char *name)
{
	static char path[128];

	snprintf(path, sizeof path, "%s%s", root, name);
	return path;
}

static void link_to(const char *target, const char *name)
{
	assert_int_equal(symlink(target, name), 0);
}

TEST_WITH(ordinary_places, begin, end)
{
	leads_to("a.c", "here");
	leads_to("./sub/../sub/b.h", "sub");
	leads_to("c.c", "built");
	leads_to("../../sub/b.h", "sub");
	leads_to("../here/a.c", "here");
	leads_to("../c.c", "built");
	leads_to(whole("/here/sub/b.h"), "sub");
	leads_to(whole("/here/sub/../a.c"), "here");
	leads_to(whole("/built/c.c"), "built");
	is_refused("nowhere.c", NO_FILE);
	is_refused(whole("/built/nowhere.c"), NO_FILE);
	places.program = "prog.elf"; /* is gone, or was never there */
	is_refused("c.c", NO_FILE);
	is_refused(whole("/built/c.c"), OUTSIDE);
	leads_to("a.c", "here");
}

/* The program was compiled elsewhere; the user named the folder. */
TEST_WITH(in_the_named_folder, begin, end)
{
	places.folder = folder;
	leads_to("a.c", "named");
	leads_to("/build/host/sub/d.c", "deep");
	leads_to("/build/host/d/a.c", "named");
	leads_to(whole("/named/sub/d.c"), "deep");
	leads_to(whole("/here/sub/b.h"), "sub");
	is_refused("/build/host/d.c", NO_FILE);
	places.folder = whole("/nofolder");
	leads_to("a.c", "here");
}

TEST_WITH(what_is_outside, begin, end)
{
	is_refused(whole("/outside/secret.c"), OUTSIDE);
	is_refused("../outside/secret.c", OUTSIDE);
	is_refused("sub/../../outside/secret.c", OUTSIDE);
	places.folder = folder;
	is_refused("../outside/secret.c", OUTSIDE);
	is_refused(whole("/outside/secret.c"), OUTSIDE);
	/* A folder whose name only begins alike. */
	places.folder = NULL;
	root_say("/here-too/a.c", "no");
	is_refused(whole("/here-too/a.c"), OUTSIDE);
}

TEST_WITH(what_is_no_source, begin, end)
{
	static const char *const names[] = {
		"/etc/shadow",
		"/etc/passwd",
		".git/config",
		"/proc/self/environ",
		"x.c/",
		"a.c.orig",
		"",
		"c",
	};

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		is_refused(names[i], NO_NAME);
	assert_true(source_is_one("x/y.S"));
	assert_false(source_is_one("x.c/y"));
}

/* A stranger's tree may bring along links that lead out of it. */
TEST_WITH(links_out, begin, end)
{
	link_to("/etc/shadow", "shadow.c");
	link_to("../outside/secret.c", "secret.c");
	link_to("../outside", "out");
	link_to("/", "all");
	link_to("loop.c", "loop.c");
	is_refused("shadow.c", OUTSIDE);
	is_refused("secret.c", OUTSIDE);
	is_refused(whole("/here/secret.c"), OUTSIDE);
	is_refused("out/secret.c", OUTSIDE);
	is_refused(whole("/here/out/secret.c"), OUTSIDE);
	is_refused("all/etc/shadow.c", NO_FILE);
	is_refused("loop.c", "Too many levels of symbolic links");
	places.folder = whole("/here");
	is_refused("/src/secret.c", OUTSIDE);
	is_refused("/src/out/secret.c", OUTSIDE);
}

/* Within a folder links may lead to where they like, but not to a secret. */
TEST_WITH(links_inside, begin, end)
{
	root_say("/here/token", "secret");
	link_to("a.c", "e.c");
	link_to("sub", "include");
	link_to("token", "f.c");
	leads_to("e.c", "here");
	leads_to("include/b.h", "sub");
	leads_to(whole("/here/include/b.h"), "sub");
	is_refused("f.c", NO_SOURCE);
	/* The way to the folder may have links, too. */
	assert_int_equal(symlink(whole("/here"), "../link"), 0);
	leads_to(whole("/link/a.c"), "here");
	assert_int_equal(chdir("../link"), 0);
	leads_to("a.c", "here");
	leads_to(whole("/here/a.c"), "here");
}

TEST_WITH(what_is_no_file, begin, end)
{
	struct sockaddr_un there = { .sun_family = AF_UNIX, .sun_path = "s.c" };
	int s = socket(AF_UNIX, SOCK_STREAM, 0);

	assert_int_equal(mkfifo("pipe.c", 0600), 0);
	assert_int_equal(mkdir("folder.c", 0700), 0);
	assert_int_equal(bind(s, (struct sockaddr *)&there, sizeof there), 0);
	close(s);
	is_refused("pipe.c", IRREGULAR); /* and it does not wait */
	is_refused("folder.c", IRREGULAR);
	is_refused("s.c", IRREGULAR);
	/* Only who may do all can make one. */
	if (mknod("null.c", S_IFCHR | 0600, (1 << 8) | 3) == 0)
		is_refused("null.c", IRREGULAR);
	assert_int_equal(truncate("a.c", (16 << 20) + 1), 0);
	is_refused("a.c", "it has more than 16 MiB");
}

/* Even where everything is below the current folder. */
TEST_WITH(from_the_top, begin, end)
{
	link_to("/etc/passwd", "users.c");
	assert_int_equal(chdir("/"), 0);
	leads_to(whole("/outside/secret.c"), "secret");
	is_refused(whole("/here/users.c"), NO_SOURCE);
	is_refused("etc/passwd", NO_NAME);
	is_refused("dev/null", NO_NAME);
}
